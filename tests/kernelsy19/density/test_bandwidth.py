"""Leave-one-out likelihood and its maximum against loops and a general optimizer."""

import itertools
import math

import numpy as np
import pytest
from scipy import optimize, stats
from windows import BANDWIDTHS, iris, sample

from kernelsy19 import density
from kernelsy19.datasets import faithful

checks = pytest.mark.checks


def loop_loo(X, window_density):
    """Σ log of the density of each point from the others, with a window given as a function of a difference."""
    total = 0.0
    for i in range(len(X)):
        others = [window_density(X[i] - X[j]) for j in range(len(X)) if j != i]
        total += math.log(sum(others) / len(others))
    return total


class TestLeaveOneOut:
    @checks("COURSE-loo-likelihood")
    @pytest.mark.parametrize("bandwidth", BANDWIDTHS)
    def test_likelihood_by_loops(self, bandwidth):
        X = sample(12)
        h = np.asarray(bandwidth, float)
        H = h if h.ndim == 2 else np.diag(np.broadcast_to(h, 2) ** 2)
        expected = loop_loo(X, stats.multivariate_normal(np.zeros(2), H).pdf)
        assert density.loo_log_likelihood(X, bandwidth) == pytest.approx(expected, rel=1e-11)

    def test_likelihood_of_the_hypercube_by_loops(self):
        X = sample(12)
        expected = loop_loo(X, lambda d: float((np.abs(d) <= 1.5).all()) / 9)
        assert density.loo_log_likelihood(X, 3.0, "hypercube") == pytest.approx(expected, rel=1e-11)
        assert density.loo_log_likelihood(X, 0.01, "hypercube") == -np.inf

    @pytest.mark.parametrize("data", [sample(25), iris()[::3], faithful().X[::4]])
    def test_scalar_optimum_against_a_search(self, data):
        solution = density.loo_bandwidth(data)
        peer = optimize.minimize_scalar(
            lambda t: -density.loo_log_likelihood(data, math.exp(t)),
            bounds=(math.log(solution.bandwidth) - 1, math.log(solution.bandwidth) + 1),
            method="bounded",
            options={"xatol": 1e-9},
        )
        assert solution.bandwidth == pytest.approx(math.exp(peer.x), rel=1e-5)
        assert -1e-9 < solution.log_likelihood + peer.fun < 1e-6  # a search may stop early

    @pytest.mark.parametrize("shape", ["diagonal", "full"])
    def test_optimum_against_a_search(self, shape):
        X = sample(30) @ np.array([[1.0, 0.8], [0, 0.4]])
        solution = density.loo_bandwidth(X, shape)

        def bandwidth(t):
            L = np.array([[math.exp(t[0]), 0], [t[2] if len(t) > 2 else 0, math.exp(t[1])]])
            return L @ L.T if shape == "full" else np.exp(t)

        best = optimize.minimize(
            lambda t: -density.loo_log_likelihood(X, bandwidth(t)),
            [-1.0, -1.0, 0.0][: 3 if shape == "full" else 2],
            method="Nelder-Mead",
            options={"xatol": 1e-8, "fatol": 1e-11, "maxiter": 4000},
        )
        np.testing.assert_allclose(solution.bandwidth, bandwidth(best.x), rtol=1e-4, atol=1e-6)
        assert -1e-7 < solution.log_likelihood + best.fun < 1e-6

    @pytest.mark.parametrize("shape", ["scalar", "diagonal", "full"])
    def test_certificate(self, shape):
        X = faithful().X[::3]
        solution = density.loo_bandwidth(X, shape)
        assert solution.converged and solution.stationarity <= 1e-6
        assert (np.diff(solution.history) >= -1e-10).all() and len(solution.history) > 5
        assert solution.log_likelihood >= solution.history[-1] - 1e-9
        assert solution.log_likelihood == density.loo_log_likelihood(X, solution.bandwidth)
        assert np.shape(solution.bandwidth) == {"scalar": (), "diagonal": (2,), "full": (2, 2)}[shape]

    @pytest.mark.parametrize("shape", ["diagonal", "full"])
    def test_follows_the_units(self, shape):
        X, D = sample(25), np.diag([1.0, 50.0])
        before = density.loo_bandwidth(X, shape, tol=1e-9).bandwidth
        after = density.loo_bandwidth(X @ D, shape, tol=1e-9).bandwidth
        expected = D @ before @ D if shape == "full" else D @ before
        np.testing.assert_allclose(after, expected, rtol=1e-6, atol=1e-9)

    @checks("COURSE-loo-bandwidth")
    def test_fixed_point_by_loops(self):
        X = sample(8)
        H = density.loo_bandwidth(X, "full", tol=1e-10).bandwidth
        pdf = stats.multivariate_normal(np.zeros(2), H).pdf
        W = np.array([[0.0 if i == j else pdf(X[i] - X[j]) for j in range(8)] for i in range(8)])
        W /= W.sum(axis=1, keepdims=True)
        expected = sum(W[i, j] * np.outer(X[i] - X[j], X[i] - X[j]) for i in range(8) for j in range(8)) / 8
        np.testing.assert_allclose(density.loo_fixed_point(W, X, "full"), expected, rtol=1e-10)
        np.testing.assert_allclose(H, expected, rtol=1e-7)
        found = density.loo_fixed_point(W, X, "diagonal")
        np.testing.assert_allclose(found, np.diag(np.diag(expected)), rtol=1e-10)
        ours = density.loo_fixed_point(W, X, "scalar")
        np.testing.assert_allclose(ours, np.trace(expected) / 2 * np.eye(2), rtol=1e-10)

    @pytest.mark.parametrize("data", [sample(15), sample(9, 1), iris()[::5], np.array([[0.0], [1.0]])])
    def test_hypercube_optimum_by_brute_force(self, data):
        solution = density.loo_bandwidth(data, window="hypercube")
        sides = {2 * np.abs(a - b).max() for a, b in itertools.combinations(data, 2)} - {0.0}
        values = {h: density.loo_log_likelihood(data, h, "hypercube") for h in sides}
        best = max(values, key=values.get)
        assert solution.bandwidth == pytest.approx(best, rel=1e-12)  # such sides hold the same points
        assert solution.log_likelihood == pytest.approx(values[best], abs=1e-10)
        assert density.loo_log_likelihood(data, best, "hypercube") == pytest.approx(values[best])
