import numpy as np
import pytest
from pictures import check_picture, xy

from kernelcourse.drawing.marks import Curve, Points
from kernelcourse.sequences import figures
from kernelsy19 import datasets
from kernelsy19.sequences import Spectrum, all_alignments, plain_dtw

X, Y = np.sin(np.linspace(0, 6, 9)), np.sin(np.linspace(0, 6, 13))
ALIGNED = plain_dtw(X, Y)
TRAIN = datasets.japanese_vowels().train
KAPPA = np.array([[0.9, 0.2, 0.1], [0.3, 0.8, 0.6]])
PICTURES = {
    "places": lambda: figures.places_in_common("banana", "bandana", 2, title="pairs of letters"),
    "nothing in common": lambda: figures.places_in_common("abc", "xyz", 1),
    "partners": lambda: figures.partners(
        X, Y, {"cheapest": (ALIGNED.v, ALIGNED.w), "ends": ([0, 8], [0, 12])}
    ),
    "products": lambda: figures.products_along(KAPPA, all_alignments(2, 3), title="all"),
    "warping": lambda: figures.warping(X, Y, ALIGNED, title="waves"),
    "utterances": lambda: figures.utterances({"one": TRAIN.sequences[0], "other": TRAIN.sequences[40]}),
    "map": lambda: figures.labeled_map(
        np.random.default_rng(0).normal(size=(90, 2)),
        np.arange(90) % 9,
        [f"speaker {k}" for k in range(9)],
        xlabel="first",
        ylabel="second",
    ),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_show_and_say(name):
    picture = check_picture(PICTURES[name]())
    assert len(picture.alt) > 40


def test_warping_draws_a_link_for_each_step_and_the_path():
    beside, costs = figures.warping(X, Y, ALIGNED).panels
    links, lift = beside.find("alignment"), beside.find("x").y[0] - X[0]
    assert len(links.x) == 3 * len(ALIGNED.v)
    np.testing.assert_allclose(links.y[0::3], X[ALIGNED.v] + lift)
    np.testing.assert_allclose(links.y[1::3], Y[ALIGNED.w])
    path = costs.find("its path")
    np.testing.assert_array_equal((path.x, path.y), (ALIGNED.w + 1, ALIGNED.v + 1))


def test_the_lifted_sequence_stands_above_the_other():
    assert (X + figures.lifted(X, Y)).min() > Y.max()
    assert np.isnan(figures.link_ends(X, Y, ALIGNED.v, ALIGNED.w, 1.0)[0][2::3]).all()


@pytest.mark.parametrize("k", [1, 2, 3])
def test_a_mark_stands_for_each_pair_of_places_that_the_spectrum_kernel_counts(k):
    x, y = "banana", "bandana"
    (panel,) = figures.places_in_common(x, y, k).panels
    points = [mark for mark in panel.marks if isinstance(mark, Points)]
    marks = np.vstack([xy(mark) for mark in points]).astype(int)
    assert len(marks) == Spectrum(k)([x], [y])[0, 0] == len({tuple(mark) for mark in marks})
    assert all(x[i : i + k] == y[j : j + k] for j, i in marks)
    assert list(panel.y.names) == list(x)


def test_a_word_that_is_too_short_has_no_places():
    with pytest.raises(ValueError, match="y must have at least 3 letters"):
        figures.places_in_common("banana", "an", 3)


def test_partners_links_what_each_panel_says_and_refuses_elements_that_are_not_there():
    panels = {"one": (ALIGNED.v, ALIGNED.w), "other": (np.array([0, 8]), np.array([0, 12]))}
    for panel, (v, w) in zip(figures.partners(X, Y, panels).panels, panels.values(), strict=True):
        links = np.column_stack([panel.find(Curve).x, panel.find(Curve).y])
        np.testing.assert_array_equal(links[0::3, 0], v + 1)
        np.testing.assert_array_equal(links[1::3, 0], w + 1)
        np.testing.assert_allclose(links[1::3, 1], Y[w])
        np.testing.assert_allclose(links[0::3, 1], X[v] + figures.lifted(X, Y))
    with pytest.raises(ValueError, match="panels must stay within 9 and 13 elements"):
        figures.partners(X, Y, {"beyond": ([0, 9], [0, 12])})


def test_products_stand_over_their_paths_the_largest_first_and_thickest():
    alignments = all_alignments(2, 3)
    panels = figures.products_along(KAPPA, alignments).panels
    titles = [float(panel.title) for panel in panels]
    assert titles == sorted(titles, reverse=True) and len(titles) == len(alignments) == 5
    paths = [panel.find(Curve) for panel in panels]
    assert (np.diff([path.width for path in paths]) < 0).all()
    for path, title in zip(paths, titles, strict=True):
        products = KAPPA[path.y.astype(int) - 1, path.x.astype(int) - 1]
        assert title == pytest.approx(products.prod(), abs=5e-4)
    with pytest.raises(ValueError, match="alignments must stay within 2 and 3 elements"):
        figures.products_along(KAPPA, all_alignments(3, 3))
