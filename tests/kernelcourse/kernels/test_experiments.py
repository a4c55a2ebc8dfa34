import numpy as np
import pytest
from scipy.spatial.distance import cdist
from scipy.special import logsumexp

from kernelcourse.kernels.experiments import best_line, errors_on_moons, nearest_mean_errors, separating_plane
from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Linear, six_features, squares

RINGS = datasets.circles(60, factor=0.4, noise=0.08)


def count_wrong(points, y, w, b):
    return sum((point @ w + b > 0) != (label == 1) for point, label in zip(points, y, strict=True))


def test_no_line_among_thousands_beats_the_best(rng=0):
    best = best_line(RINGS.X, RINGS.y, 90)
    assert best.wrong == count_wrong(RINGS.X, RINGS.y, best.w, best.b)
    angles, places = np.random.default_rng(rng).uniform((0, -1.2), (2 * np.pi, 1.2), size=(4000, 2)).T
    normals = np.column_stack([np.cos(angles), np.sin(angles)])
    others = ((normals @ RINGS.X.T + places[:, None] > 0) != (RINGS.y == 1)).sum(axis=1)
    assert best.wrong <= others.min() + 1  # a direction between two of ours may save a point
    assert 0.2 * len(RINGS) < best.wrong < 0.5 * len(RINGS)


def test_the_best_line_finds_the_gap_of_two_clusters_and_knows_which_side():
    X = np.array([[0.0, 0], [1, 0], [0, 1], [3, 3], [4, 3], [3, 4]])
    y = np.array([7, 7, 7, 2, 2, 2])
    best = best_line(X, y, 360)
    assert best.wrong == 0
    np.testing.assert_array_equal(X @ best.w + best.b > 0, y == 7)


def test_squares_separate_rings_and_the_plane_does_not():
    line = separating_plane(squares(RINGS.X), RINGS.y)
    assert line.wrong == count_wrong(squares(RINGS.X), RINGS.y, line.w, line.b) == 0
    assert separating_plane(RINGS.X, RINGS.y).wrong >= best_line(RINGS.X, RINGS.y, 360).wrong


def test_nearest_mean_errors_are_those_with_coordinates():
    new = datasets.circles(80, factor=0.4, noise=0.08, rng=1)

    def by_coordinates(Phi, Phi_new, y_new):
        means = np.array([Phi[RINGS.y == label].mean(axis=0) for label in (0, 1)])
        nearest = ((Phi_new[:, None] - means) ** 2).sum(axis=2).argmin(axis=1)
        return np.mean(nearest != y_new)

    found = nearest_mean_errors({"linear": Linear(), "six": (Linear() + 1) ** 2, "RBF": RBF(1.0)}, RINGS, new)
    for name, features in {"linear": lambda A: A, "six": six_features}.items():
        Phi = features(RINGS.X)
        old = by_coordinates(Phi, Phi, RINGS.y)
        assert found[name] == pytest.approx((old, by_coordinates(Phi, features(new.X), new.y)))
    assert found["RBF"] == (0, 0) != found["linear"]


def test_on_moons_the_constant_of_a_narrow_kernel_decides():
    with_it, without = (errors_on_moons(RBF(1000.0), [3, 4], 0.1, constant) for constant in (True, False))
    assert with_it.shape == (2, 2) and (with_it[:, 0] == 0).all() and len(set(with_it[:, 1])) == 2
    assert (with_it[:, 1] > 20 * without[:, 1]).all()
    assert (errors_on_moons(RBF(1000.0), [3], 0.1, True)[0] == with_it[0]).all()


def test_without_the_constant_a_narrow_kernel_compares_sums_that_are_nearly_zero(gamma=1000.0):
    for seed in range(3):
        rng = np.random.default_rng(seed)
        known, new = (datasets.moons(n, noise=0.3, rng=rng) for n in (200, 1000))
        exponents = -gamma * cdist(new.X, known.X, "sqeuclidean")
        high, low = (logsumexp(exponents[:, known.y == label], axis=1) for label in (1, 0))
        wrong = np.mean((high > low) != (new.y == 1))
        assert errors_on_moons(RBF(gamma), [seed], 0.3, False)[0, 1] == pytest.approx(wrong)
