"""The sums of the Parzen density as they are written, against loops and against the fast ways."""

from fractions import Fraction

import numpy as np
import pytest

from kernelsy19 import density


def drawn_points(seed, n, D):
    return np.random.default_rng(seed).normal(size=(n, D))


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
