"""The sums of the Parzen density as they are written, against loops and against the fast ways."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from kernelsy19 import density

SLANTED = {1: [[0.4]], 3: [[0.5, 0.2, 0.0], [0.2, 0.4, 0.1], [0.0, 0.1, 0.3]]}


def drawn_points(seed, n, D):
    return np.random.default_rng(seed).normal(size=(n, D))


def drawn_cases():
    for p, window in itertools.product((1, 3), ("gaussian", "hypercube")):
        yield p, window, 0.7
        yield p, window, np.linspace(0.5, 1.1, p)
    for p in (1, 3):
        yield p, "gaussian", SLANTED[p]


CASES = list(drawn_cases())


def loop(x0, X, bandwidth, window):
    """The sum over the sample, one number at a time."""
    p, total = len(x0), 0.0
    for x in X:
        u = np.asarray(x) - x0
        if window == "hypercube":
            h = np.broadcast_to(bandwidth, p)
            total += all(abs(u[j]) <= h[j] / 2 for j in range(p)) / math.prod(h)
            continue
        H = np.asarray(bandwidth) if np.ndim(bandwidth) == 2 else np.diag(np.broadcast_to(bandwidth, p) ** 2)
        total += math.exp(-u @ np.linalg.inv(H) @ u / 2) / math.sqrt((2 * math.pi) ** p * np.linalg.det(H))
    return total / len(X)


@pytest.mark.parametrize(("p", "window", "bandwidth"), CASES)
def test_plain_density_is_the_sum(p, window, bandwidth):
    X, X0 = drawn_points(0, 40, p), drawn_points(1, 7, p)
    expected = [loop(x0, X, bandwidth, window) for x0 in X0]
    assert max(expected) > 0
    np.testing.assert_allclose(density.plain_density(X0, X, bandwidth, window), expected, rtol=1e-10)


@pytest.mark.parametrize("origin", [0, 10**6, 1_700_000_000])
@pytest.mark.parametrize("side", ["0.2", "0.6", "1"])
def test_decimals_on_the_edge_of_a_hypercube_are_in_it(origin, side):
    """As in exact numbers, and so in tenths as in whole ones, wherever the origin is."""
    tenths = np.random.default_rng(5).integers(40, 80, size=60).tolist()
    exact = [Fraction(tenth, 10) + origin for tenth in tenths]
    counts = np.array([sum(abs(a - b) <= Fraction(side) / 2 for b in exact) for a in exact])
    X, h = np.array(exact, dtype=float)[:, None], float(side)
    on_grid = density.density_on_grid(X[:, 0], X[:1, 0], np.hstack([X, 0 * X + X[0]]), h, "hypercube")[0] * h
    for ways in (
        density.parzen_hypercube(X, X, h),
        density.plain_density(X, X, h, "hypercube"),
        np.exp(density.log_density(X, X, h, "hypercube")),
        on_grid,
    ):
        np.testing.assert_array_equal(np.rint(ways * len(X) * h), counts)
    if not origin:
        U = (X[None] - X[:, None]) / h
        np.testing.assert_array_equal(density.hypercube_window(U).sum(axis=1), counts)


def test_where_windows_underflow_the_plain_sum_is_zero_and_the_logarithm_is_not():
    X = drawn_points(0, 20, 3)
    far = np.full((1, 3), 200.0)
    assert density.plain_density(far, X, 0.5).tolist() == [0]
    assert -1e6 < density.log_density(far, X, 0.5)[0] < -1e5
