"""Equations of Parzen windows against loops, SciPy, numerical integrals and published tables."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, optimize, stats
from windows import sample

from kernelsy19 import density

checks = pytest.mark.checks


class TestEquations:
    @checks("COURSE-parzen-matrix")
    def test_bandwidth_matrix(self):
        X, X0 = sample(), sample(6, seed=1)
        peer = stats.gaussian_kde(X.T)
        np.testing.assert_allclose(density.parzen_matrix(X0, X, peer.covariance), peer(X0.T), rtol=1e-10)
        found = density.parzen_matrix(X0, X, 0.49 * np.eye(2))
        np.testing.assert_allclose(found, density.parzen_gaussian(X0, X, 0.7), rtol=1e-12)

    @checks("SY19-density-rejection")
    def test_rejection(self):
        assert density.is_novel(np.array([0.1, 0.2, 0.3]), 0.2).tolist() == [True, False, False]
        assert not density.is_novel(np.array([1 - 0.9, np.log(1 - 0.9)]), [0.1, np.log(0.1)]).any()

    @checks("SY19-density-threshold")
    @given(st.integers(1, 60), st.floats(0, 0.99), st.integers(0, 1000))
    def test_threshold_rejects_the_share_and_no_higher_one_does(self, n, share, seed):
        f = np.random.default_rng(seed).uniform(size=n)
        c = density.rejection_threshold(f, share)
        assert (f < c).sum() == math.floor(share * n + 1e-9)
        assert (f <= c).sum() > share * n - 1e-6

    def test_threshold_is_not_fooled_by_rounding_of_the_share(self):
        assert (np.arange(100) < density.rejection_threshold(np.arange(100), 0.29)).sum() == 29


class TestCurseOfDimension:
    @checks("COURSE-curse-side")
    def test_side(self):
        assert density.side_to_capture(0.01, 10) == pytest.approx(0.6309573)
        np.testing.assert_allclose(density.side_to_capture(0.1, np.array([1, 10])) ** [1, 10], 0.1)

    @checks("COURSE-curse-ball")
    def test_ball_in_cube(self):
        expected = [1, math.pi / 4, math.pi / 6, math.pi**5 / 120 / 2**10]
        np.testing.assert_allclose([density.ball_share_of_cube(p) for p in (1, 2, 3, 10)], expected)

    @checks("COURSE-curse-error")
    @pytest.mark.parametrize("p", [1, 2])
    def test_error_at_the_mode_by_integration(self, p):
        h, n = 0.6, 7

        def window(*u):
            return math.exp(-sum(v * v for v in u) / (2 * h * h)) / (2 * math.pi * h * h) ** (p / 2)

        def f(*u):
            return math.exp(-sum(v * v for v in u) / 2) / (2 * math.pi) ** (p / 2)

        box = [(-9, 9)] * p
        mean = integrate.nquad(lambda *u: window(*u) * f(*u), box)[0]
        square = integrate.nquad(lambda *u: window(*u) ** 2 * f(*u), box)[0]
        f0 = f(*[0.0] * p)
        expected = ((square - mean**2) / n + (mean - f0) ** 2) / f0**2
        assert density.relative_error_at_mode(n, p, h) == pytest.approx(expected, rel=1e-7)

    def test_silvermans_table(self):
        published = [4, 19, 67, 223, 768, 2790, 10700, 43700, 187000, 842000]
        ours = [density.sample_size_needed(p) for p in range(1, 11)]
        np.testing.assert_allclose(ours, published, rtol=3e-3, atol=0.5)

    @pytest.mark.parametrize("p", [2, 3, 6])
    def test_no_smaller_sample_will_do(self, p):
        n = density.sample_size_needed(p, 0.2)

        def best(n):
            return min(density.relative_error_at_mode(n, p, h) for h in np.linspace(0.05, 2, 4000))

        assert best(n) <= 0.2 * (1 + 1e-6) < best(n - 1)


class TestRules:
    @checks("COURSE-scott", "COURSE-silverman")
    @pytest.mark.parametrize("rule", ["scott", "silverman"])
    def test_of_each_column_against_scipy(self, rule):
        X = sample(60, 3) * [1, 10, 0.1]
        peer = stats.gaussian_kde(X.T, bw_method=rule)
        np.testing.assert_allclose(getattr(density, rule)(X), np.sqrt(np.diag(peer.covariance)), rtol=1e-12)

    def test_normal_scale_is_best_for_a_gaussian(self):
        n, p = 500, 2
        psi = np.zeros((2, 2, 2, 2))
        for i in np.ndindex(psi.shape):
            r = tuple(np.bincount(i, minlength=2).tolist())
            psi[i] = density.gaussian_derivative(np.zeros(2), r, math.sqrt(2))
        expected = (4 / ((p + 2) * n)) ** (2 / (p + 4)) * np.eye(p)
        np.testing.assert_allclose(density.minimize_amise(n, psi), expected, rtol=1e-7, atol=1e-9)

    def test_hypercube_smooths_as_much(self):
        # The ratio of the optimal bandwidths of two windows: from AMISE = R(K)/(n hᵖ) + h⁴ s⁴ c/4 for each.
        for p in (1, 2, 5):
            best = [
                optimize.minimize_scalar(
                    lambda t, R=R, s4=s4, p=p: R / (100 * math.exp(p * t)) + math.exp(4 * t) * s4 / 4,
                    bounds=(-5, 5),
                    method="bounded",
                    options={"xatol": 1e-10},
                ).x
                for R, s4 in ((1.0, 1 / 144), ((4 * math.pi) ** (-p / 2), 1.0))
            ]
            assert density.hypercube_side(1.0, p) == pytest.approx(math.exp(best[0] - best[1]), rel=1e-6)
