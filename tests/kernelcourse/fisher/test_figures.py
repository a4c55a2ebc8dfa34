"""The pictures of chapter 15 show what their texts say."""

import numpy as np
import pytest
from scipy.stats import norm

from kernelcourse.fisher import figures
from kernelsy19 import datasets, fisher
from kernelsy19.kernels import Linear


def geyser():
    return datasets.faithful(), fisher.fit_mixture(datasets.faithful().X, 2).mixture


def test_bells_say_what_a_change_does_for_the_point():
    picture = figures.moved_bells(2.0, {"mean": (0.2, 1.0), "sd": (0.0, 1.2)})
    before, mean, sd = (-norm.logpdf(2.0, *bell) for bell in ((0, 1), (0.2, 1), (0, 1.2)))
    for axes, name, after in zip(picture.figure.axes, ("mean", "sd"), (mean, sd), strict=True):
        assert axes.get_title() == f"{name}: surprise {before:.2f} → {after:.2f}"
        solid, dashed = axes.lines[:2]
        x = solid.get_xdata()
        np.testing.assert_allclose(solid.get_ydata(), norm.pdf(x))
        np.testing.assert_allclose(
            dashed.get_ydata(), norm.pdf(x, *((0.2, 1) if name == "mean" else (0, 1.2)))
        )
        heights = [float(line.get_ydata()[0]) for line in axes.lines[3:5]]
        np.testing.assert_allclose(heights, np.exp([-before, -after]))
    assert f"mean: surprise from {before:.2f} to {mean:.2f}" in picture.alt
    with pytest.raises(ValueError, match="sd of panels"):
        figures.moved_bells(2.0, {"mean": (0.2, -1.0)})


def test_arrows_end_at_the_scores():
    J, other = np.array([[-0.5, 0.75], [-2.0, -3.0]]), np.array([[1.0, 0.0], [0.0, 2.0]])
    picture = figures.score_arrows({"first": (J, ("a", "b")), "second": (other, ("c", "d"))}, ("0.5", "2"))
    first, second = picture.figure.axes
    np.testing.assert_allclose([text.xy for text in first.texts], J)
    np.testing.assert_allclose([text.xy for text in second.texts], other)
    assert first.get_title() == "first\ndot product −1.25" and "second: dot product 0" in picture.alt
    assert (first.get_xlabel(), first.get_ylabel()) == ("a", "b")
    assert [text.get_text() for text in picture.figure.legends[0].get_texts()] == ["0.5", "2"]
    for wrong in ((J[:1], ("a", "b")), (J, ("a",)), J):
        with pytest.raises(ValueError, match=r"panels\['a'\]"):
            figures.score_arrows({"a": wrong}, ("0.5", "2"))
    with pytest.raises(ValueError, match="names must hold 2"):
        figures.score_arrows({"a": (J, ("a", "b"))}, ("0.5",))


def test_several_mixtures_have_a_panel_each():
    data, mixture = geyser()
    other = fisher.DiagonalMixture([0.5, 0.5], [[2.0, 50.0], [4.0, 80.0]], [[1.0, 5.0], [1.0, 10.0]])
    picture = figures.mixtures_over_points(data, {"fitted": mixture, "by hand": other})
    assert [axes.get_title() for axes in picture.figure.axes] == ["fitted", "by hand"]
    for axes, shown in zip(picture.figure.axes, (mixture, other), strict=True):
        widths = sorted(patch.width for patch in axes.patches)
        np.testing.assert_allclose(widths, sorted([*(2 * shown.sd[:, 0]), *(4 * shown.sd[:, 0])]))
        likeliest = shown.posterior(data.X).argmax(axis=1)
        sizes = [len(points.get_offsets()) for points in axes.collections]
        assert sizes == np.bincount(likeliest).tolist()
    assert "272 points and 2 mixtures" in picture.alt
    assert "by hand: component 1: weight 0.5, mean (2, 50)" in picture.alt


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
    picture = figures.gram_images({"linear": Linear()}, X, y)
    image = picture.figure.axes[0].images[0].get_array()
    np.testing.assert_allclose(image, np.outer([-2, -1, 1, 3], [-2, -1, 1, 3]) / 9)
    assert picture.figure.axes[1].get_ylabel() == "K / largest entry"
    assert "mean 0.278 within a class" in picture.alt  # (−2 · −1 + 1 · 3) / 2, over the largest, 9
    assert "0.333 between classes" in picture.alt


def test_accuracies_are_means_with_spreads():
    panels = {"a": {"first": ((1, 5), [[50, 70], [80, 90]]), "second": ((1, 5), [[10, 10], [20, 20]])}}
    picture = figures.accuracy_by_labels(panels)
    axes = picture.figure.axes[0]
    lines = [container.lines[0].get_ydata().tolist() for container in axes.containers]
    assert lines == [[60, 85], [10, 20]]
    assert "a, first: 60, 85 at 1, 5 labels" in picture.alt
