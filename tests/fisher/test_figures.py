"""The pictures of chapter 15 show what their texts say."""

import numpy as np

from kernelsy19 import datasets, fisher
from kernelsy19.fisher import figures
from kernelsy19.kernels import Linear


def geyser():
    return datasets.faithful(), fisher.fit_mixture(datasets.faithful().X, 2).mixture


def test_a_ring_is_one_standard_deviation_away():
    _, mixture = geyser()
    for size in (1.0, 2.0):
        ring = figures.ring_of(mixture, 1, size)
        np.testing.assert_allclose((((ring - mixture.mu[1]) / mixture.sd[1]) ** 2).sum(axis=1), size**2)
        np.testing.assert_allclose(ring[0], ring[-1])
    np.testing.assert_allclose(
        figures.ring_of(mixture, 0, 1.0, (1, 0)), figures.ring_of(mixture, 0)[:, ::-1], atol=40
    )


def test_the_mixture_has_two_ellipses_a_component():
    data, mixture = geyser()
    picture = figures.mixture_over_points(data, mixture)
    axes = picture.figure.axes[0]
    assert len(axes.patches) == 4
    widths = sorted(patch.width for patch in axes.patches)
    np.testing.assert_allclose(widths, sorted([*(2 * mixture.sd[:, 0]), *(4 * mixture.sd[:, 0])]))
    assert sum(len(points.get_offsets()) for points in axes.collections) == 272
    assert "272 points and a mixture of 2" in picture.alt


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
