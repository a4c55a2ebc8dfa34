"""The pictures of chapter 15 show what their texts say."""

import numpy as np
import pytest
from pictures import check_picture, says
from scipy.stats import norm

from kernelcourse.drawing.marks import Curve, Image, Points, Segments
from kernelcourse.fisher import figures
from kernelsy19 import datasets, fisher
from kernelsy19.kernels import Linear


def geyser():
    return datasets.faithful(), fisher.fit_mixture(datasets.faithful().X, 2).mixture


def test_bells_say_what_a_change_does_for_the_point():
    picture = check_picture(figures.moved_bells(2.0, {"mean": (0.2, 1.0), "sd": (0.0, 1.2)}))
    before, mean, sd = (-norm.logpdf(2.0, *bell) for bell in ((0, 1), (0.2, 1), (0, 1.2)))
    for panel, name, after in zip(picture.panels, ("mean", "sd"), (mean, sd), strict=True):
        assert panel.title == f"{name}: surprise {before:.2f} → {after:.2f}"
        solid, dashed = panel.find(Curve), panel.find(Curve, 1)
        np.testing.assert_allclose(solid.y, norm.pdf(solid.x))
        np.testing.assert_allclose(dashed.y, norm.pdf(dashed.x, *((0.2, 1) if name == "mean" else (0, 1.2))))
        heights = [float(panel.find(Points, k).y[0]) for k in (0, 1)]
        np.testing.assert_allclose(heights, np.exp([-before, -after]))
    assert says(picture.alt, before, mean)
    with pytest.raises(ValueError, match="sd of panels"):
        figures.moved_bells(2.0, {"mean": (0.2, -1.0)})


def test_arrows_end_at_the_scores():
    J, other = np.array([[-0.5, 0.75], [-2.0, -3.0]]), np.array([[1.0, 0.0], [0.0, 2.0]])
    picture = figures.score_arrows({"first": (J, ("a", "b")), "second": (other, ("c", "d"))}, ("0.5", "2"))
    check_picture(picture)
    first, second = picture.panels
    for panel, scores in ((first, J), (second, other)):
        for k, name in enumerate(("0.5", "2")):
            arrow = panel.find(Segments, k)
            assert arrow.heads and arrow.label == name
            np.testing.assert_allclose((arrow.x, arrow.y), np.column_stack([[0, 0], scores[k]]))
    assert first.title == "first\ndot product −1.25" and "second: dot product 0" in picture.alt
    assert (first.x.label, first.y.label) == ("a", "b")
    for wrong in ((J[:1], ("a", "b")), (J, ("a",)), J):
        with pytest.raises(ValueError, match=r"panels\['a'\]"):
            figures.score_arrows({"a": wrong}, ("0.5", "2"))
    with pytest.raises(ValueError, match="names must hold 2"):
        figures.score_arrows({"a": (J, ("a", "b"))}, ("0.5",))


def test_several_mixtures_have_a_panel_each():
    data, mixture = geyser()
    other = fisher.DiagonalMixture([0.5, 0.5], [[2.0, 50.0], [4.0, 80.0]], [[1.0, 5.0], [1.0, 10.0]])
    picture = check_picture(figures.mixtures_over_points(data, {"fitted": mixture, "by hand": other}))
    assert [panel.title for panel in picture.panels] == ["fitted", "by hand"]
    for panel, shown in zip(picture.panels, (mixture, other), strict=True):
        rings = [mark for mark in panel.marks if isinstance(mark, Curve)]
        widths = sorted(np.ptp(ring.x) for ring in rings)
        np.testing.assert_allclose(widths, sorted([*(2 * shown.sd[:, 0]), *(4 * shown.sd[:, 0])]))
        likeliest = shown.posterior(data.X).argmax(axis=1)
        assert panel.find(Points).kind == tuple(f"class {k}" for k in likeliest)
    assert "272 points and 2 mixtures" in picture.alt
    assert says(picture.alt, 1, 0.5, 2, 50)


def test_a_ring_is_one_standard_deviation_away():
    _, mixture = geyser()
    for size in (1.0, 2.0):
        ring = figures.ring_of(mixture, 1, size)
        np.testing.assert_allclose((((ring - mixture.mu[1]) / mixture.sd[1]) ** 2).sum(axis=1), size**2)
        np.testing.assert_allclose(ring[0], ring[-1])
    np.testing.assert_allclose(
        figures.ring_of(mixture, 0, 1.0, (1, 0)), figures.ring_of(mixture, 0)[:, ::-1], atol=40
    )


def test_gram_images_are_sorted_by_class_and_scaled():
    X, y = np.array([[1.0], [-2.0], [3.0], [-1.0]]), np.array([1, 0, 1, 0])
    picture = check_picture(figures.gram_images({"linear": Linear()}, X, y))
    image = picture.panels[0].find(Image)
    sorted_ = np.outer([-2, -1, 1, 3], [-2, -1, 1, 3]) / 9
    np.testing.assert_allclose(image.codes / 127.5 - 1, sorted_, atol=0.01)
    assert image.bar == "K / largest"
    assert "mean 0.278 within a class" in picture.alt  # (−2 · −1 + 1 · 3) / 2, over the largest, 9
    assert "0.333 between classes" in picture.alt


def test_accuracies_are_means_with_spreads():
    panels = {"a": {"first": ((1, 5), [[50, 70], [80, 90]]), "second": ((1, 5), [[10, 10], [20, 20]])}}
    picture = check_picture(figures.accuracy_by_labels(panels))
    (panel,) = picture.panels
    assert [panel.find(name).y.tolist() for name in ("first", "second")] == [[60, 85], [10, 20]]
    assert panel.find(Segments).y.tolist() == [50, 70, 80, 90]
    assert says(picture.alt, 60, 85, 1, 5)
