"""Parzen windows against explicit loops, scikit-learn, SciPy, numerical integrals and published tables."""

import itertools
import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, optimize, stats
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KernelDensity
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelsy19 import density
from kernelsy19.datasets import faithful
from kernelsy19.density import ParzenWindow, curvature
from kernelsy19.density import bandwidth as width
from kernelsy19.density import equations as density_equations
from kernelsy19.density import solve as density_solve
from kernelsy19.engine import gram
from kernelsy19.validation import ConvergenceWarning

checks = pytest.mark.checks
SLANTED = np.array([[0.5, 0.3], [0.3, 0.4]])


def sample(n=40, p=2, seed=0):
    return np.random.default_rng(seed).normal(size=(n, p))


def iris():
    """Sepal width and petal length, the two columns of the lecture."""
    return load_iris().data[:, 1:3]


def loop_gaussian(X0, X, h):
    """Equation (1), one number at a time."""
    n, p = X.shape
    values = []
    for x0 in X0:
        total = 0.0
        for x in X:
            u2 = sum(((x[j] - x0[j]) / h) ** 2 for j in range(p))
            total += math.exp(-u2 / 2) / (2 * math.pi) ** (p / 2) / h**p
        values.append(total / n)
    return values


def loop_hypercube(X0, X, h):
    n, p = X.shape
    counts = [sum(all(abs(x[j] - x0[j]) <= h / 2 for j in range(p)) for x in X) for x0 in X0]
    return np.array(counts) / (n * h**p)


class TestEquations:
    @checks("SY19-region-probability")
    def test_probability_of_a_small_region(self):
        f = stats.norm.pdf
        for h, error in ((0.1, 1e-3), (0.01, 1e-5)):
            exact = stats.norm.cdf(0.5 + h / 2) - stats.norm.cdf(0.5 - h / 2)
            assert density.probability_of_small_region(f(0.5), h) == pytest.approx(exact, rel=error)

    @checks("SY19-region-density")
    def test_density_in_a_region(self):
        inside = np.array([[True, False, True, False], [False, False, False, True]])
        np.testing.assert_allclose(density.density_in_region(inside, 0.5), [1.0, 0.5])

    @checks("SY19-hypercube-window")
    def test_hypercube_window(self):
        U = np.array([[0.0, 0.0], [0.5, -0.5], [0.51, 0.0], [0.0, -0.51], [2.0, 2.0]])
        np.testing.assert_array_equal(density.hypercube_window(U), [1, 1, 0, 0, 0])

    @checks("SY19-parzen-hypercube")
    @pytest.mark.parametrize("p", [1, 2, 3])
    def test_hypercube_density(self, p):
        X, X0 = sample(30, p), sample(7, p, seed=1)
        expected = loop_hypercube(X0, X, 0.9)
        assert expected.max() > 0
        np.testing.assert_allclose(density.parzen_hypercube(X0, X, 0.9), expected, rtol=1e-13)

    @checks("SY19-gaussian-window")
    def test_gaussian_window(self):
        U = sample(9, 3)
        np.testing.assert_allclose(
            density.gaussian_window(U), stats.multivariate_normal(np.zeros(3)).pdf(U), rtol=1e-13
        )

    @checks("SY19-1")
    @pytest.mark.parametrize("p", [1, 2, 4])
    def test_gaussian_density(self, p):
        X, X0 = sample(20, p), sample(5, p, seed=1)
        values = density.parzen_gaussian(X0, X, 0.7)
        np.testing.assert_allclose(values, loop_gaussian(X0, X, 0.7), rtol=1e-12)
        peer = KernelDensity(bandwidth=0.7).fit(X).score_samples(X0)
        np.testing.assert_allclose(np.log(values), peer, rtol=1e-10)

    @checks("SY19-parzen-kernel")
    def test_window_is_a_kernel(self):
        X, X0 = sample(20, 3), sample(5, 3, seed=1)
        k = density.parzen_kernel(0.7, 3)
        np.testing.assert_allclose(k(X0, X).mean(axis=1), density.parzen_gaussian(X0, X, 0.7), rtol=1e-12)
        assert k.kernel.gamma == pytest.approx(1 / (2 * 0.49))

    @checks("COURSE-parzen-matrix")
    def test_bandwidth_matrix(self):
        X, X0 = sample(), sample(6, seed=1)
        peer = stats.gaussian_kde(X.T)
        np.testing.assert_allclose(density.parzen_matrix(X0, X, peer.covariance), peer(X0.T), rtol=1e-10)
        np.testing.assert_allclose(
            density.parzen_matrix(X0, X, 0.49 * np.eye(2)), density.parzen_gaussian(X0, X, 0.7), rtol=1e-12
        )

    @checks("SY19-density-rejection")
    def test_rejection(self):
        assert density.is_novel(np.array([0.1, 0.2, 0.3]), 0.2).tolist() == [True, False, False]

    @checks("SY19-density-threshold")
    @given(st.integers(1, 60), st.floats(0, 0.99), st.integers(0, 1000))
    def test_threshold_rejects_the_share_and_no_higher_one_does(self, n, share, seed):
        f = np.random.default_rng(seed).uniform(size=n)
        c = density.rejection_threshold(f, share)
        assert (f < c).sum() == math.floor(share * n + 1e-9)
        assert (f <= c).sum() > share * n - 1e-6

    def test_threshold_is_not_fooled_by_rounding_of_the_share(self):
        assert (np.arange(100) < density.rejection_threshold(np.arange(100), 0.29)).sum() == 29

    @checks("COURSE-hdr-levels")
    def test_levels_hold_their_share_of_the_sample(self):
        f = density.parzen_gaussian(iris(), iris(), 0.3)
        shares = np.array([0.25, 0.5, 0.75, 0.95, 0.99])
        levels = density.hdr_levels(f, shares)
        assert (np.diff(levels) < 0).all()
        np.testing.assert_allclose([(f >= level).mean() for level in levels], shares, atol=0.012)
        # R's default quantile of 0, 1, …, 10 at 1 − 0.25.
        assert density.hdr_levels(np.arange(11.0), 0.25) == 7.5

    @pytest.mark.parametrize("share", [0.0, 1.0, 25, [0.5, -0.1]])
    def test_levels_want_shares_not_percent(self, share):
        with pytest.raises(ValueError, match=r"shares must lie in \(0, 1\)"):
            density.hdr_levels(np.arange(5.0), share)


class TestCurseOfDimension:
    @checks("COURSE-curse-side")
    def test_side(self):
        assert density.side_to_capture(0.01, 10) == pytest.approx(0.6309573)
        np.testing.assert_allclose(density.side_to_capture(0.1, np.array([1, 10])) ** [1, 10], 0.1)

    @checks("COURSE-curse-ball")
    def test_ball_in_cube(self):
        np.testing.assert_allclose(
            [density.ball_share_of_cube(p) for p in (1, 2, 3, 10)],
            [1, math.pi / 4, math.pi / 6, math.pi**5 / 120 / 2**10],
        )

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
    @checks("COURSE-scott")
    def test_scott_against_scipy(self):
        X = sample(60, 3) * [1, 10, 0.1]
        peer = stats.gaussian_kde(X.T, bw_method="scott")
        np.testing.assert_allclose(density.scott(X), np.sqrt(np.diag(peer.covariance)), rtol=1e-12)

    @checks("COURSE-silverman")
    def test_silverman_against_scipy(self):
        X = sample(60, 3) * [1, 10, 0.1]
        peer = stats.gaussian_kde(X.T, bw_method="silverman")
        np.testing.assert_allclose(density.silverman(X), np.sqrt(np.diag(peer.covariance)), rtol=1e-12)

    @checks("COURSE-normal-scale")
    def test_normal_scale_against_scipy(self):
        X = sample(60, 3) @ np.triu(np.ones((3, 3)))
        peer = stats.gaussian_kde(X.T, bw_method="silverman")
        np.testing.assert_allclose(density.normal_scale(X), peer.covariance, rtol=1e-12)

    def test_normal_scale_is_best_for_a_gaussian(self):
        n, p = 500, 2
        psi = np.zeros((2, 2, 2, 2))
        for i in np.ndindex(psi.shape):
            r = tuple(np.bincount(i, minlength=2).tolist())
            psi[i] = density.gaussian_derivative(np.zeros(2), r, math.sqrt(2))
        expected = (4 / ((p + 2) * n)) ** (2 / (p + 4)) * np.eye(p)
        np.testing.assert_allclose(density.minimize_amise(n, psi), expected, rtol=1e-7, atol=1e-9)

    def test_rules_follow_the_units(self):
        X = sample(50, 2)
        for rule in (density.scott, density.silverman):
            np.testing.assert_allclose(rule(X * [1, 1000]), rule(X) * [1, 1000], rtol=1e-12)

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

    @pytest.mark.parametrize("rule", [density.scott, density.silverman, density.normal_scale])
    def test_constant_columns_and_single_points_have_no_spread(self, rule):
        with pytest.raises(ValueError, match="column 1 of X is constant"):
            rule(np.column_stack([np.arange(5.0), np.full(5, 0.1)]))
        with pytest.raises(ValueError, match="n_samples = 1"):
            rule([[1.0, 2.0]])

    def test_normal_scale_wants_a_regular_covariance(self):
        x = np.arange(6.0)
        with pytest.raises(ValueError, match="singular"):
            density.normal_scale(np.column_stack([x, 2 * x]))


BANDWIDTHS = [0.7, [0.5, 0.9], SLANTED]


class TestLogDensity:
    @pytest.mark.parametrize("bandwidth", BANDWIDTHS)
    def test_against_the_equations(self, bandwidth):
        X, X0 = sample(), sample(6, seed=1)
        h = np.asarray(bandwidth, float)
        H = h if h.ndim == 2 else np.diag(np.broadcast_to(h, 2) ** 2)
        np.testing.assert_allclose(
            density.log_density(X0, X, bandwidth), np.log(density.parzen_matrix(X0, X, H)), rtol=1e-11
        )

    @pytest.mark.parametrize("bandwidth", [0.9, [0.9, 0.9]])
    def test_hypercube(self, bandwidth):
        X, X0 = sample(), np.vstack([sample(6, seed=1), [[50.0, 0.0]]])
        with np.errstate(divide="ignore"):
            expected = np.log(density.parzen_hypercube(X0, X, 0.9))
        assert np.isinf(expected[-1]) and np.isfinite(expected).any()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            np.testing.assert_allclose(density.log_density(X0, X, bandwidth, "hypercube"), expected)

    @pytest.mark.parametrize(
        ("bandwidth", "window"),
        [
            (0.5, "gaussian"),
            ([0.4, 0.8], "gaussian"),
            (SLANTED, "gaussian"),
            (1.0, "hypercube"),
            ([0.5, 1.5], "hypercube"),
        ],
    )
    def test_integrates_to_one(self, bandwidth, window):
        X = sample(9)
        axis = np.linspace(-9, 9, 1201)
        values = density.density_on_grid(axis, axis, X, bandwidth, window)
        total = values.sum() * (axis[1] - axis[0]) ** 2
        assert total == pytest.approx(1, abs=1e-10 if window == "gaussian" else 0.03)

    def test_no_underflow_far_away(self):
        X = sample(5, 1)
        far = density.log_density([[1e4], [-1e8]], X, 0.1)
        nearest = np.array([(1e4 - X.max()) ** 2, (-1e8 - X.min()) ** 2])
        assert np.isfinite(far).all()
        np.testing.assert_allclose(far, -nearest / 0.02, rtol=1e-4)

    def test_far_from_the_origin(self):
        X, X0 = sample(), sample(6, seed=1)
        moved = density.log_density(X0 + 1e7, X + 1e7, SLANTED)
        np.testing.assert_allclose(moved, density.log_density(X0, X, SLANTED), atol=1e-6)

    def test_many_dimensions(self):
        X, X0 = sample(30, 12), sample(4, 12, seed=1)
        peer = KernelDensity(bandwidth=0.8).fit(X).score_samples(X0)
        np.testing.assert_allclose(density.log_density(X0, X, 0.8), peer, rtol=1e-9)

    def test_blocks_change_nothing(self, monkeypatch):
        X, X0 = sample(), sample(23, seed=1)
        whole = [density.log_density(X0, X, 0.5, window) for window in density_solve.WINDOWS]
        grid = density.density_on_grid(X0[:, 0], X0[:, 1], X, 0.5)
        psi = density.psi_estimate(X, (4, 2), 0.7)
        monkeypatch.setattr(density_solve, "BLOCK_ENTRIES", 100)
        for window, values in zip(density_solve.WINDOWS, whole, strict=True):
            np.testing.assert_allclose(density.log_density(X0, X, 0.5, window), values, rtol=1e-12)
        np.testing.assert_allclose(density.density_on_grid(X0[:, 0], X0[:, 1], X, 0.5), grid, rtol=1e-12)
        assert density.psi_estimate(X, (4, 2), 0.7) == pytest.approx(psi, rel=1e-12)

    @pytest.mark.parametrize("bandwidth", [*BANDWIDTHS, 0.01])
    def test_many_points_give_what_few_give(self, bandwidth):
        X, X0 = sample(500), np.vstack([sample(550, seed=1), [[30.0, -40.0], [1e4, 0.0]]])
        few = np.concatenate([density.log_density(X0[s : s + 92], X, bandwidth) for s in range(0, 552, 92)])
        np.testing.assert_allclose(density.log_density(X0, X, bandwidth), few, rtol=1e-12, atol=1e-12)
        assert (few < -500).any()  # where the sums themselves would underflow

    def test_many_points_of_many_dimensions(self):
        X, X0 = sample(600, 12), sample(500, 12, seed=1)
        few = np.concatenate([density.log_density(X0[s : s + 100], X, 0.8) for s in range(0, 500, 100)])
        np.testing.assert_allclose(density.log_density(X0, X, 0.8), few, rtol=1e-11)

    @given(st.integers(1, 12), st.floats(0.05, 5), st.integers(0, 100))
    @settings(max_examples=30, deadline=None)
    def test_moving_everything_changes_nothing(self, n, h, seed):
        X = sample(n, 2, seed)
        shift = np.array([3.0, -8.0])
        for window in density_solve.WINDOWS:
            before = density.log_density(X, X, h, window)
            if window == "gaussian":
                np.testing.assert_allclose(
                    density.log_density(X + shift, X + shift, h, window), before, atol=1e-8
                )
            np.testing.assert_allclose(
                density.log_density(2 * X, 2 * X, 2 * h, window), before - 2 * math.log(2), atol=1e-9
            )


class TestGrid:
    x, y = np.linspace(-2, 2, 7), np.linspace(-3, 1, 5)

    @pytest.mark.parametrize(
        ("bandwidth", "window"),
        [
            *((b, "gaussian") for b in [*BANDWIDTHS, np.diag([0.3, 0.6])]),
            (0.8, "hypercube"),
            ([0.8, 1.7], "hypercube"),
        ],
    )
    def test_against_points_one_by_one(self, bandwidth, window):
        X = sample()
        values = density.density_on_grid(self.x, self.y, X, bandwidth, window)
        assert values.shape == (5, 7)
        expected = np.array(
            [[np.exp(density.log_density([[a, b]], X, bandwidth, window))[0] for a in self.x] for b in self.y]
        )
        np.testing.assert_allclose(values, expected, rtol=1e-12, atol=1e-14)

    def test_weighted_sum_of_kernels(self):
        X, w = sample(), np.random.default_rng(3).normal(size=40)
        expected = [
            [sum(wi * math.exp(-1.3 * ((a - u) ** 2 + (b - v) ** 2)) for (u, v), wi in zip(X, w, strict=True))
             for a in self.x]
            for b in self.y
        ]  # fmt: skip
        np.testing.assert_allclose(
            gram.rbf_sum_on_grid(self.x, self.y, X, w, 1.3), expected, rtol=1e-12, atol=1e-13
        )

    def test_wants_two_columns(self):
        with pytest.raises(ValueError, match="2 columns"):
            density.density_on_grid(self.x, self.y, sample(9, 3), 1.0)


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
        assert solution.log_likelihood == pytest.approx(-peer.fun, abs=1e-9)

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
        assert solution.log_likelihood == pytest.approx(-best.fun, abs=1e-7)

    @pytest.mark.parametrize("shape", ["scalar", "diagonal", "full"])
    def test_certificate(self, shape):
        X = faithful().X[::3]
        solution = density.loo_bandwidth(X, shape)
        assert solution.converged and solution.stationarity <= 1e-6
        assert (np.diff(solution.history) >= -1e-10).all() and len(solution.history) > 5
        assert solution.log_likelihood >= solution.history[-1] - 1e-9
        assert solution.log_likelihood == density.loo_log_likelihood(X, solution.bandwidth)
        assert np.shape(solution.bandwidth) == {"scalar": (), "diagonal": (2,), "full": (2, 2)}[shape]

    def test_richer_shapes_do_no_worse(self):
        X = faithful().X[::3]
        values = [density.loo_bandwidth(X, s).log_likelihood for s in ("scalar", "diagonal", "full")]
        assert values == sorted(values)

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
        np.testing.assert_allclose(
            density.loo_fixed_point(W, X, "diagonal"), np.diag(np.diag(expected)), rtol=1e-10
        )
        np.testing.assert_allclose(
            density.loo_fixed_point(W, X, "scalar"), np.trace(expected) / 2 * np.eye(2), rtol=1e-10
        )

    @pytest.mark.parametrize("data", [sample(15), sample(9, 1), iris()[::5], np.array([[0.0], [1.0]])])
    def test_hypercube_optimum_by_brute_force(self, data):
        solution = density.loo_bandwidth(data, window="hypercube")
        sides = {2 * np.abs(a - b).max() for a, b in itertools.combinations(data, 2)} - {0.0}
        values = {h: density.loo_log_likelihood(data, h, "hypercube") for h in sides}
        best = max(values, key=values.get)
        assert solution.bandwidth == best
        assert solution.log_likelihood == pytest.approx(values[best], abs=1e-10)
        assert density.loo_log_likelihood(data, best, "hypercube") == pytest.approx(values[best])

    @pytest.mark.parametrize(
        ("X", "shape", "window"),
        [
            (np.repeat(sample(6), 2, axis=0), "scalar", "gaussian"),
            (np.repeat(sample(6), 2, axis=0), "scalar", "hypercube"),
            (np.ones((4, 2)), "scalar", "gaussian"),
            (np.ones((4, 2)), "scalar", "hypercube"),
            (np.column_stack([np.repeat([0.0, 1000.0], 4), sample(8, 1)[:, 0]]), "diagonal", "gaussian"),
        ],
    )
    def test_no_maximum_where_every_point_has_a_twin(self, X, shape, window):
        with pytest.raises(ValueError, match="has no maximum"):
            density.loo_bandwidth(X, shape, window)

    def test_stopping_early_is_said(self):
        with pytest.warns(ConvergenceWarning, match="raise max_iter"):
            solution = density.loo_bandwidth(sample(), max_iter=2)
        assert not solution.converged and solution.iterations == 2

    def test_bad_arguments(self):
        with pytest.raises(ValueError, match="shape must be 'scalar', 'diagonal' or 'full', got 'round'"):
            density.loo_bandwidth(sample(), "round")
        with pytest.raises(ValueError, match="shape='scalar' only, got 'full'"):
            density.loo_bandwidth(sample(), "full", "hypercube")
        with pytest.raises(ValueError, match="n_samples = 1"):
            density.loo_bandwidth([[1.0, 2.0]])
        with pytest.raises(ValueError, match="window must be one of"):
            density.loo_bandwidth(sample(), window="tophat")


def plug_in_1d(x):
    """The two-stage rule for one variable, written out as in Wand and Jones (1995), section 3.6."""
    n, s = len(x), x.std(ddof=1)
    D = x[:, None] - x[None, :]

    def phi(u):
        return np.exp(-u * u / 2) / math.sqrt(2 * math.pi)

    psi8 = 105 / (32 * math.sqrt(math.pi) * s**9)
    g6 = (30 / math.sqrt(2 * math.pi) / (psi8 * n)) ** (1 / 9)
    u = D / g6
    psi6 = ((u**6 - 15 * u**4 + 45 * u**2 - 15) * phi(u)).sum() / n**2 / g6**7
    g4 = (-6 / math.sqrt(2 * math.pi) / (psi6 * n)) ** (1 / 7)
    u = D / g4
    psi4 = ((u**4 - 6 * u**2 + 3) * phi(u)).sum() / n**2 / g4**5
    return (1 / (2 * math.sqrt(math.pi) * psi4 * n)) ** (1 / 5)


class TestPlugIn:
    @checks("COURSE-plug-in", "COURSE-pilot")
    @pytest.mark.parametrize("x", [faithful().X[:, 0], sample(50, 1)[:, 0] ** 3])
    def test_one_variable_is_the_rule_of_wand_and_jones(self, x):
        assert density.plug_in(x[:, None]).bandwidth[0, 0] ** 0.5 == pytest.approx(plug_in_1d(x), rel=1e-6)

    @checks("COURSE-psi-estimate")
    @pytest.mark.parametrize("r", [(4, 0), (2, 2), (1, 3), (0, 6)])
    def test_psi_by_differences(self, r):
        X, g = sample(6), 0.9

        def smooth(a, b):
            return stats.multivariate_normal(np.zeros(2), g * g * np.eye(2)).pdf([a, b])

        def derivative(f, k, at, step=0.05):
            # Central differences of order k, extrapolated twice.
            def plain(d):
                return sum((-1) ** i * math.comb(k, i) * f(at + (k / 2 - i) * d) for i in range(k + 1)) / d**k

            a, b, c = plain(4 * step), plain(2 * step), plain(step)
            return (64 * c - 20 * b + a) / 45

        total = 0.0
        for x in X:
            for y in X:
                d = x - y
                total += derivative(
                    lambda a, d=d: derivative(lambda b: smooth(a, b), r[1], d[1]) if r[1] else smooth(a, d[1]),
                    r[0], d[0],
                ) if r[0] else derivative(lambda b, d=d: smooth(d[0], b), r[1], d[1])  # fmt: skip
        assert density.psi_estimate(X, r, g) == pytest.approx(total / 36, rel=2e-4)

    @checks("COURSE-amise")
    def test_amise_by_integration(self):
        # For f = N(0, I) in the plane: ∫ tr(H D²f)² and ∫ K_H² by sums over a grid.
        H, n = SLANTED, 50
        t = np.arange(-8, 8, 0.1)
        points = np.stack(np.meshgrid(t, t, indexing="ij"), axis=-1)
        f = density.gaussian_window(points)
        trace = (np.einsum("...i,ij,...j->...", points, H, points) - np.trace(H)) * f
        window = stats.multivariate_normal(np.zeros(2), H).pdf(points)
        expected = (window**2).sum() * 0.01 / n + (trace**2).sum() * 0.01 / 4
        Psi = np.array(
            [
                density.gaussian_derivative(
                    np.zeros(2), tuple(np.bincount(i, minlength=2).tolist()), math.sqrt(2)
                )
                for i in np.ndindex(2, 2, 2, 2)
            ]
        ).reshape(2, 2, 2, 2)
        assert density.amise(H, n, Psi) == pytest.approx(expected, rel=1e-9)
        slope = density.amise_gradient(H, n, Psi)
        for i, j in np.ndindex(2, 2):
            E = np.zeros((2, 2))
            E[i, j] = 1e-6
            change = (density.amise(H + E, n, Psi) - density.amise(H - E, n, Psi)) / 2e-6
            assert slope[i, j] == pytest.approx(change, rel=1e-5)

    @pytest.mark.parametrize("data", [iris(), faithful().X])
    def test_certificate_and_a_second_search(self, data):
        solution = density.plug_in(data)
        assert solution.converged and solution.gradient_norm < 1e-7
        root = np.linalg.inv(density_equations.symmetric_square_root(np.cov(data.T)))
        Psi, pilots = curvature._estimate_psi((data - data.mean(axis=0)) @ root)
        np.testing.assert_allclose(pilots, solution.pilots, rtol=1e-9)

        def error(t):
            L = np.array([[math.exp(t[0]), 0], [t[2], math.exp(t[1])]])
            return density.amise(L @ L.T, len(data), Psi)

        best = optimize.minimize(
            error, [-1, -1, 0], method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-14}
        )
        L = np.array([[math.exp(best.x[0]), 0], [best.x[2], math.exp(best.x[1])]])
        assert solution.objective == pytest.approx(best.fun, rel=1e-9)
        np.testing.assert_allclose(root @ solution.bandwidth @ root, L @ L.T, atol=1e-5)

    @pytest.mark.parametrize("order", [4, 6])
    def test_pilot_minimizes_the_squared_bias(self, order):
        rng = np.random.default_rng(order)
        n, p = 80, 2
        psi = {r: rng.normal() + (1 if order == 4 else -1) for r in density.multi_indices(p, order + 2)}

        def squared_bias(log_g):
            g = math.exp(log_g)
            return sum(
                (
                    density.gaussian_derivative(np.zeros(p), r, 1.0) / (n * g ** (p + order))
                    + g**2 / 2 * (psi[r[0] + 2, r[1]] + psi[r[0], r[1] + 2])
                )
                ** 2
                for r in density.multi_indices(p, order)
            )

        best = optimize.minimize_scalar(
            squared_bias, bounds=(-3, 3), method="bounded", options={"xatol": 1e-10}
        )
        assert density.pilot_bandwidth(order, n, p, psi) == pytest.approx(math.exp(best.x), rel=1e-5)

    def test_published_matrix_of_ks_with_its_slip(self):
        """Hpi(faithful) as ks prints it, from our functions put together as ks 1.14 does.

        `gsamse` keeps indices that are even in both axes only, and looks up ψ₆ in a list of 64 (one entry for each
        sequence of six axes) by its place in a list of 7. tests/test_against_r.py has what ks itself says to both.
        """
        published = np.array([[0.06326802, 0.6041862], [0.6041862, 11.1917775]])
        X = faithful().X
        n, p = X.shape
        root = density_equations.symmetric_square_root(np.cov(X.T))
        Z = (X - X.mean(axis=0)) @ np.linalg.inv(root)

        def pilot(order, psi):
            even = [r for r in density.multi_indices(p, order) if r[0] % 2 == 0]
            at_zero = np.array([density.gaussian_derivative(np.zeros(p), r, 1.0) for r in even])
            ahead = np.array([psi[r[0] + 2, r[1]] + psi[r[0], r[1] + 2] for r in even])

            def squared_bias(log_g):
                g = math.exp(log_g)
                return ((at_zero / (n * g ** (p + order)) + g**2 / 2 * ahead) ** 2).sum()

            options = {"xatol": 1e-10}
            best = optimize.minimize_scalar(squared_bias, bounds=(-3, 2), method="bounded", options=options)
            return math.exp(best.x)

        g6 = pilot(
            6,
            {
                r: density.gaussian_derivative(np.zeros(p), r, math.sqrt(2))
                for r in density.multi_indices(p, 8)
            },
        )
        psi6 = {r: density.psi_estimate(Z, r, g6) for r in density.multi_indices(p, 6)}
        in_all_orders = [(6 - sum(axes), sum(axes)) for axes in itertools.product(range(2), repeat=6)]
        slipped = {(6 - k, k): psi6[in_all_orders[k]] for k in range(7)}
        g4 = pilot(4, slipped)
        Psi = np.empty((p,) * 4)
        for i in np.ndindex(Psi.shape):
            Psi[i] = density.psi_estimate(Z, tuple(np.bincount(i, minlength=p).tolist()), g4)
        H = root @ density.minimize_amise(n, Psi) @ root
        np.testing.assert_allclose(H, published, rtol=1e-4)
        assert np.abs(density.plug_in(X).bandwidth / published - 1).min() > 0.1

    def test_three_variables(self):
        solution = density.plug_in(sample(60, 3))
        assert solution.converged
        np.testing.assert_allclose(solution.bandwidth, density.normal_scale(sample(60, 3)), atol=0.15)

    def test_stopping_early_is_said(self, monkeypatch):
        monkeypatch.setattr(curvature, "GRADIENT_TOLERANCE", 0.0)
        with pytest.warns(ConvergenceWarning, match="gradient"):
            assert not density.plug_in(sample()).converged

    def test_singular_data(self):
        with pytest.raises(ValueError, match="singular"):
            density.plug_in(np.column_stack([np.arange(9.0), np.arange(9.0)]))


@parametrize_with_checks([ParzenWindow(), ParzenWindow(window="hypercube"), ParzenWindow(bandwidth=0.8)])
def test_scikit_learn(estimator, check):
    check(estimator)


class TestEstimator:
    @pytest.mark.parametrize("rule", width.RULES)
    def test_rules(self, rule):
        model = ParzenWindow(bandwidth=rule).fit(iris())
        expected = {
            "scott": lambda X: density.scott(X),
            "silverman": lambda X: density.silverman(X),
            "normal-scale": lambda X: density.normal_scale(X),
            "loo": lambda X: density.loo_bandwidth(X).bandwidth,
            "loo-diagonal": lambda X: density.loo_bandwidth(X, "diagonal").bandwidth,
            "loo-full": lambda X: density.loo_bandwidth(X, "full").bandwidth,
            "plug-in": lambda X: density.plug_in(X).bandwidth,
        }[rule](iris())
        np.testing.assert_array_equal(model.bandwidth_, expected)
        assert (model.selection_ is None) == (rule in ("scott", "silverman", "normal-scale"))

    def test_rules_for_the_hypercube(self):
        X = iris()
        for rule in ("scott", "silverman"):
            h = ParzenWindow("hypercube", rule).fit(X).bandwidth_
            np.testing.assert_allclose(h, density.hypercube_side(getattr(density, rule)(X), 2))
        model = ParzenWindow("hypercube", "loo").fit(X)
        assert model.bandwidth_ == density.loo_bandwidth(X, window="hypercube").bandwidth
        for rule in ("normal-scale", "plug-in", "loo-full", "loo-diagonal"):
            with pytest.raises(ValueError, match="hypercube has sides only"):
                ParzenWindow("hypercube", rule).fit(X)

    @pytest.mark.parametrize("share", [0.0, 0.05, 0.3])
    def test_rejects_its_share(self, share):
        X = faithful().X
        model = ParzenWindow(reject_share=share).fit(X)
        assert (model.predict(X) == -1).sum() == int(share * 272)
        np.testing.assert_array_equal(model.predict(X) == -1, model.decision_function(X) < 0)
        assert model.predict([[100.0, -100.0]])[0] == -1

    def test_density_and_its_threshold(self):
        X, X0 = sample(), sample(9, seed=1)
        model = ParzenWindow(bandwidth=0.6, reject_share=0.1).fit(X)
        f = density.parzen_gaussian(X0, X, 0.6)
        np.testing.assert_allclose(model.score_samples(X0), np.log(f), rtol=1e-11)
        assert model.score(X0) == pytest.approx(np.log(f).mean())
        c = np.sort(density.parzen_gaussian(X, X, 0.6))[4]
        assert model.offset_ == pytest.approx(math.log(c))
        np.testing.assert_array_equal(model.predict(X0), np.where(f < c, -1, 1))
        np.testing.assert_allclose(model.hdr_levels(0.5), np.median(density.parzen_gaussian(X, X, 0.6)))

    def test_grid(self):
        X, x, y = sample(), np.linspace(-1, 1, 4), np.linspace(0, 1, 3)
        for bandwidth in BANDWIDTHS:
            model = ParzenWindow(bandwidth=bandwidth).fit(X)
            points = [[a, b] for b in y for a in x]
            np.testing.assert_allclose(
                model.density_on_grid(x, y).ravel(), np.exp(model.score_samples(points)), rtol=1e-12
            )

    @pytest.mark.parametrize(
        ("bandwidth", "window", "covariance"),
        [
            (0.5, "gaussian", 0.25 * np.eye(2)),
            ([0.5, 2.0], "gaussian", np.diag([0.25, 4.0])),
            (SLANTED, "gaussian", SLANTED),
            ([1.0, 3.0], "hypercube", np.diag([1.0, 9.0]) / 12),
        ],
    )
    def test_sample(self, bandwidth, window, covariance):
        X = np.array([[0.0, 0.0], [10.0, 4.0]])
        model = ParzenWindow(window, bandwidth).fit(X)
        draws = model.sample(40_000, rng=1)
        expected = covariance + np.outer([5, 2], [5, 2])
        np.testing.assert_allclose(draws.mean(axis=0), [5, 2], atol=0.1)
        np.testing.assert_allclose(np.cov(draws.T), expected, atol=0.12)
        np.testing.assert_array_equal(draws, model.sample(40_000, rng=1))
        assert np.isfinite(model.score_samples(draws[:50])).all()

    def test_search_for_the_bandwidth(self):
        X = faithful().X[::4]
        grid = {"bandwidth": ["scott", "silverman", 0.01, 30.0]}
        assert GridSearchCV(ParzenWindow(), grid, cv=4).fit(X).best_params_["bandwidth"] in (
            "scott",
            "silverman",
        )

    @pytest.mark.parametrize(
        ("parameters", "message"),
        [
            ({"bandwidth": "best"}, r"bandwidth must be a number, an array or one of \['scott'"),
            ({"bandwidth": 0.0}, r"bandwidth must be a number in \(0, inf\), got 0.0"),
            ({"bandwidth": -1}, "bandwidth must be a number"),
            ({"bandwidth": [1.0, -1.0]}, "positive on each axis"),
            ({"bandwidth": [1.0, 1.0, 1.0]}, r"shape \(2,\), got shape \(3,\)"),
            ({"bandwidth": np.eye(3)}, r"shape \(2, 2\), got \(3, 3\)"),
            ({"bandwidth": [[1.0, 2.0], [2.0, 1.0]]}, "positive definite, got smallest eigenvalue -1"),
            ({"bandwidth": [[1.0, 2.0], [0.0, 1.0]]}, "symmetric"),
            ({"bandwidth": np.eye(2), "window": "hypercube"}, "hypercube has sides only"),
            ({"bandwidth": np.inf}, "bandwidth must be"),
            ({"window": "tophat"}, r"window must be one of \['gaussian', 'hypercube'\], got 'tophat'"),
            ({"reject_share": 1.0}, r"reject_share must be a number in \[0, 1\), got 1.0"),
            ({"reject_share": -0.1}, "reject_share"),
        ],
    )
    def test_bad_parameters(self, parameters, message):
        with pytest.raises(ValueError, match=message):
            ParzenWindow(**parameters).fit(sample())

    def test_bad_points(self):
        with pytest.raises(ValueError, match="X0 must have 2 columns, got 3"):
            density.log_density(np.ones((1, 3)), sample(), 1.0)
        with pytest.raises(ValueError, match="X must be finite, got 1 NaN"):
            density.log_density([[0.0, 0.0]], [[np.nan, 0.0]], 1.0)
