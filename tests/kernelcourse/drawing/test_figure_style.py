import subprocess
import sys

import numpy as np
import pytest
from pictures import image_of

from kernelcourse.drawing import figures
from kernelcourse.drawing.appearance import with_minus
from kernelcourse.drawing.figure_style import (
    COLORS,
    KINDS,
    MARKERS,
    WIDEST,
    Picture,
    axis_names,
    count,
    in_brackets,
    labeled_points,
    make_figure,
    make_panels,
    name_of,
    number,
    panel_size,
    points_of,
    subscript,
)
from kernelsy19 import datasets

CIRCLES = datasets.circles(60)
X = CIRCLES.X


def test_the_png_names_no_software():
    assert b"oftware" not in figures.scatter(X).png


def test_save_writes_the_png(tmp_path):
    picture = figures.scatter(X)
    picture.save(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == picture.png


def test_alt_is_escaped():
    picture = figures.scatter(X, alt='a < b & "c"')
    assert image_of(picture._repr_mimebundle_()["text/html"])["alt"] == 'a < b & "c"'


def test_a_picture_needs_a_text():
    with pytest.raises(ValueError, match="empty"):
        Picture(make_figure(), " ")


def test_pyplot_is_never_imported():
    code = (
        "import sys; from kernelcourse.drawing import figures; figures.scatter([[0, 1], [1, 2.0]]).png; "
        "sys.exit('matplotlib.pyplot' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (1234.4, "1230"),
        (0.012345, "0.0123"),
        (-1.5e-8, "−1.5e−08"),
        (2.5e7, "2.50e+07"),
        (np.float64(3), "3"),
    ],
)
def test_number_keeps_three_digits(value, text):
    assert number(value) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("from -1.5 to 2e-06, (-3, -.5)", "from −1.5 to 2e−06, (−3, −.5)"),
        ("kernel c-means, 0-1 loss, 2011-2013, x-1", "kernel c-means, 0-1 loss, 2011-2013, x-1"),
        ("$e^{-1}$ and $x_i-2$, a - b", "$e^{-1}$ and $x_i-2$, a - b"),
        ("λ=-2: -7", "λ=−2: −7"),
    ],
)
def test_the_sign_of_a_number_is_a_minus_and_no_hyphen(text, written):
    assert with_minus(text) == written


def test_so_it_is_in_all_that_a_picture_says():
    figure = make_figure()
    axes = figure.add_subplot()
    axes.set_title("lowest at -2")
    axes.annotate("z = -1", (0, 0))
    picture = Picture(figure, "From -2 to 1.")
    assert picture.png and picture.alt == "From −2 to 1."
    assert axes.get_title() == "lowest at −2" and axes.texts[0].get_text() == "z = −1"


def test_count_agrees_with_its_noun():
    assert [count(n, "point") for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert count(2, "is", "are") == "2 are"


def test_axis_names_have_units():
    assert axis_names(datasets.faithful()) == ("eruptions (min)", "waiting (min)")
    assert axis_names(CIRCLES) == CIRCLES.feature_names


def test_colors_and_markers_are_all_different():
    assert len(set(COLORS)) == len(COLORS)
    assert len(set(MARKERS)) == len(MARKERS)
    for mark in ("marker", "s", "facecolors"):
        assert len({kind[mark] for kind in KINDS.values()}) == 3


def test_subscripts_are_small_digits():
    assert subscript(120) == "₁₂₀"


def test_a_title_stands_in_brackets_if_there_is_one():
    assert [in_brackets("two rings"), in_brackets("")] == [" (two rings)", ""]


# ---- data sets and arrays -------------------------------------------------------------------------


def test_a_data_set_brings_labels_and_names():
    found, y, names, features = labeled_points(CIRCLES)
    np.testing.assert_array_equal(found, CIRCLES.X)
    np.testing.assert_array_equal(y, CIRCLES.y)
    assert (names, features) == (CIRCLES.target_names, ("x1", "x2"))
    assert name_of(CIRCLES) == "circles"
    np.testing.assert_array_equal(points_of(CIRCLES), CIRCLES.X)


def test_what_is_given_goes_before_what_a_data_set_brings():
    _, y, names, features = labeled_points(CIRCLES, 1 - CIRCLES.y, ("a", "b"), ("p", "q"))
    np.testing.assert_array_equal(y, 1 - CIRCLES.y)
    assert (names, features) == (("a", "b"), ("p", "q"))


def test_an_array_has_points_and_nothing_else():
    found, y, names, features = labeled_points(X.tolist())
    np.testing.assert_array_equal(found, X)
    assert (y, names, features) == (None, None, ("x₁", "x₂"))
    assert name_of(X) == "your data"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([[1, 2, 3]],), "2 columns, got 3"),
        (([[1, np.inf]],), "1 infinite"),
        ((X, [0, 1]), r"\(60,\), one label"),
    ],
)
def test_labeled_points_are_checked(arguments, message):
    with pytest.raises(ValueError, match=message):
        labeled_points(*arguments)


# ---- panels ---------------------------------------------------------------------------------------


def places(axes):
    """Row and column of each panel."""
    return [(ax.get_subplotspec().rowspan.start, ax.get_subplotspec().colspan.start) for ax in axes]


def test_panels_are_laid_out_in_rows_and_the_rest_is_left_empty():
    figure, axes = make_panels(list("abcde"), 3, 2.0, 1.5, title="five", room=0.5, title_size=7)
    assert figure.axes == list(axes)
    assert [(ax.get_title(), ax.title.get_fontsize()) for ax in axes] == [(name, 7) for name in "abcde"]
    assert places(axes) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]
    assert figure.get_suptitle() == "five"
    np.testing.assert_allclose(figure.get_size_inches(), (6.0, 3.5))


def test_fewer_panels_than_columns_make_one_short_row():
    figure, axes = make_panels(["a", "b"], 3, 2.0, 1.5)
    assert places(axes) == [(0, 0), (0, 1)]
    assert figure.get_suptitle() == ""
    np.testing.assert_allclose(figure.get_size_inches(), (4.0, 1.5))


def numbered(axes):
    """Whether each panel has numbers below it."""
    return [ax.xaxis.get_tick_params()["labelbottom"] for ax in axes]


def test_panels_with_one_scale_are_numbered_where_nothing_stands_below():
    _, axes = make_panels(list("abcde"), 3, 2.0, 1.5, sharex=True, sharey=True)
    axes[0].set(xlim=(3, 4), ylim=(5, 6))
    assert {(*ax.get_xlim(), *ax.get_ylim()) for ax in axes} == {(3, 4, 5, 6)}
    assert numbered(axes) == [False, False, True, True, True]


def test_panels_have_scales_of_their_own_if_nothing_is_said():
    _, axes = make_panels(list("abcd"), 2, 2.0, 1.5)
    axes[0].set_xlim(3, 4)
    assert axes[2].get_xlim() == (0, 1)
    assert numbered(axes) == [True] * 4


@pytest.mark.parametrize(
    ("columns", "size"), [(1, (4.0, 3.0)), (2, (4.0, 3.0)), (3, (3.5, 2.625)), (4, (2.625, 2.25))]
)
def test_panels_are_narrowed_to_the_width_of_a_notebook(columns, size):
    assert panel_size(columns, 4.0, 3.0) == pytest.approx(size)
    assert columns * size[0] <= WIDEST
