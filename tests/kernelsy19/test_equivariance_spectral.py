"""A change of units changes no answer: data, kernel matrices and bandwidths times a power of two, up to 2^±400.

A power of two changes no digit, so labels and unit vectors have to be the same, and values exactly as much larger.
"""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelsy19.cmeans import CMeans, c_means, elbow, plain_c_means
from kernelsy19.datasets import Dataset
from kernelsy19.denoising import fixed_point
from kernelsy19.density import (
    ParzenWindow,
    density_on_grid,
    log_density,
    loo_bandwidth,
    loo_log_likelihood,
    normal_scale,
    plug_in,
    scott,
)
from kernelsy19.engine.gram import Gram, GramInUnits, MatrixGram, in_units
from kernelsy19.kernel_cmeans import kernel_c_means, plain_kernel_c_means
from kernelsy19.kernels import RBF, Laplacian, Linear, default_kernel
from kernelsy19.landmarks import choose, feature_error, landmark_map, plain_rpcholesky, trace_error
from kernelsy19.pca import KernelPCA, certify, plain_kernel_pca, principal_axes, solve_dual
from kernelsy19.units import deviations, scaled_back

exponents = st.integers(-400, 400)
seeds = st.integers(0, 10**6)


def some_points(seed, most=40):
    """Points in general position, with twins, a constant column, an outlier; one point, more columns than rows."""
    rng = np.random.default_rng(seed)
    n, p = int(rng.integers(1, most)), int(rng.choice([1, 2, 3, 10, 50]))
    X = rng.normal(size=(n, p))
    kind = rng.integers(6)
    if kind == 1:
        X[n // 2 :] = X[: n - n // 2]
    elif kind == 2:
        X[:, 0] = 0.1
    elif kind == 3:
        X[0] = 1e9
    elif kind == 4:
        X += 1e8
    elif kind == 5:
        X[:] = 0.1
    return X


def quietly(function, *arguments, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return function(*arguments, **options)


def times(x, e):
    return np.ldexp(x, e)


class TestKernels:
    @settings(deadline=None, max_examples=150)
    @given(seeds, exponents)
    def test_a_stationary_kernel_whose_width_grows_with_the_data(self, seed, e):
        X = some_points(seed)
        Y = some_points(seed)[::2] + 0.5
        for k, scaled in ((RBF(0.3), RBF(times(0.3, -2 * e))), (Laplacian(0.3), Laplacian(times(0.3, -e)))):
            np.testing.assert_array_equal(scaled(times(X, e), times(Y, e)), k(X, Y))
            np.testing.assert_array_equal(scaled(times(X, e)), k(X))
            w = np.linspace(-1, 1, len(Y))
            np.testing.assert_array_equal(scaled.sums(times(X, e), times(Y, e), w), k.sums(X, Y, w))
            G, H = k.gram(X), scaled.gram(times(X, e))
            rows = np.arange(len(X))[::-1]
            np.testing.assert_array_equal(H.rows(rows), G.rows(rows))
            np.testing.assert_array_equal(H.block(rows, rows[:1]), G.block(rows, rows[:1]))
            np.testing.assert_array_equal(H.product(np.ones(len(X))), G.product(np.ones(len(X))))

    @pytest.mark.parametrize("e", [-400, -250, 250, 400])
    @pytest.mark.parametrize("p", [2, 12])
    def test_many_points(self, e, p):
        """The compiled loops, and products of matrices."""
        X = np.random.default_rng(0).normal(size=(600, p))
        k, scaled, w = RBF(0.1), RBF(times(0.1, -2 * e)), np.linspace(-1, 1, 600)
        np.testing.assert_allclose(scaled(times(X, e)), k(X), rtol=0, atol=1e-14)
        np.testing.assert_allclose(
            scaled.sums(times(X, e), times(X, e), w), k.sums(X, X, w), rtol=0, atol=1e-11
        )
        if p == 2:
            x = np.linspace(-2, 2, 9)
            grid = scaled.sums_on_grid(times(x, e), times(x, e), times(X, e), w)
            np.testing.assert_allclose(grid, k.sums_on_grid(x, x, X, w), rtol=0, atol=1e-11)

    @given(st.floats(1e-323, 1e308), st.floats(1e-308, 1e308))
    def test_no_size_gives_what_is_no_kernel_value(self, gamma, size):
        X = size * np.array([[0.0], [1.0], [-1.0]])
        for k in (RBF(gamma), Laplacian(gamma)):
            for K in (k(X), k(X, X.copy()), k.gram(X).matrix()):
                assert ((K >= 0) & (K <= 1)).all() and (np.diagonal(K) == 1).all()

    def test_the_default_kernel(self):
        X = np.random.default_rng(0).normal(size=(20, 3))
        for e in (-400, -3, 400):
            assert default_kernel(times(X, e)).gamma == times(default_kernel(X).gamma, -2 * e)
        assert default_kernel(np.full((7, 3), 0.1)).gamma == 1.0
        for size in (1e170, 1e-170):
            with pytest.raises(ValueError, match="gamma of the default kernel must be a number"):
                default_kernel(size * X)


class TestEigenvectors:
    @settings(deadline=None, max_examples=100)
    @given(seeds, exponents, st.sampled_from(["dense", "auto", "cholesky", "plain"]), st.booleans())
    def test_of_a_matrix(self, seed, e, solver, linear):
        X = some_points(seed) / 1e4
        K = Linear()(X - X.mean(axis=0)) if linear else RBF(0.3)(X)
        K = (K + K.T) / 2
        q = min(3, len(K))

        def solve(K):
            return (
                quietly(lambda: certify(K, *plain_kernel_pca(K, q)))
                if solver == "plain"
                else quietly(solve_dual, K, q, solver=solver)
            )

        one, other = solve(K), solve(times(K, 2 * e))
        assert one.n_components == other.n_components and one.converged == other.converged
        expected = times(one.eigenvalues, 2 * e)
        # Whatever order its sums come in, `eigh` is backward stable: no eigenvalue is off by more than ε λ₁ (Weyl).
        np.testing.assert_allclose(
            other.eigenvalues, expected, rtol=1e-12, atol=np.finfo(float).eps * expected.max(initial=0)
        )
        np.testing.assert_allclose(
            other.alpha, times(one.alpha, -e), rtol=0, atol=1e-9 * np.abs(times(one.alpha, -e)).max(initial=0)
        )
        assert other.trace == pytest.approx(times(one.trace, 2 * e), rel=1e-12)
        assert other.backward_error <= max(1e-13, 10 * one.backward_error)

    @pytest.mark.parametrize("solver", ["dense", "krylov", "cholesky", "auto"])
    @pytest.mark.parametrize("size", [1e-300, 1e-160, 1e160, 1e300])
    def test_by_each_solver_at_each_size(self, solver, size):
        X = np.random.default_rng(0).normal(size=(300, 2))
        K = RBF(0.5)(X)
        exact = np.linalg.eigvalsh(K - K.mean(0) - K.mean(1)[:, None] + K.mean())[::-1][:4]
        for source in (size * K, (size * RBF(0.5)).gram(X)):
            solution = solve_dual(source, 4, solver=solver)
            assert solution.converged and solution.proof
            np.testing.assert_allclose(solution.eigenvalues / size, exact, rtol=1e-10)
            lengths = np.einsum("im,im->m", solution.alpha, solution.alpha) * solution.eigenvalues
            np.testing.assert_allclose(lengths, 1, rtol=1e-10)

    @settings(deadline=None, max_examples=60)
    @given(seeds, exponents)
    def test_of_points(self, seed, e):
        X = some_points(seed)
        one, other = quietly(principal_axes, X), quietly(principal_axes, times(X, e))
        # LAPACK takes numbers above 2^255 in units of its own, which are no power of two.
        np.testing.assert_allclose(other.components, one.components, rtol=0, atol=1e-13)
        np.testing.assert_allclose(other.variances, times(one.variances, 2 * e), rtol=1e-13)
        np.testing.assert_array_equal(other.mean, times(one.mean, e))
        assert other.total_variance == times(one.total_variance, 2 * e)

    def test_variances_that_are_no_numbers_are_refused(self):
        for X in (np.eye(4) * 1e170, np.eye(4) * 1e-170, np.eye(3, 7) * 1e170, np.eye(3, 7) * 1e-170):
            with pytest.raises(
                ValueError, match=r"The variance must be a number that float64 holds, got about 1e[-+]3"
            ):
                principal_axes(X, 1)

    def test_a_provider_in_other_units(self):
        X = np.random.default_rng(0).normal(size=(30, 2))
        K = (1e250 * RBF(0.5)).gram(X)
        G, e = in_units(K)
        assert isinstance(G, GramInUnits) and e % 2 == 0 and 0.5 <= np.abs(G.matrix()).max() < 2
        some = np.array([3, 1])
        for ours, whole in (
            (G.block(some, some), K.matrix()[np.ix_(some, some)]),
            (G.rows(some), K.matrix()[some]),
            (G.diagonal(), np.diagonal(K.matrix())),
            (G.product(np.ones(30)), K.matrix().sum(axis=0)),
        ):
            np.testing.assert_allclose(times(ours, e), whole, rtol=1e-13)
        assert in_units(MatrixGram(np.eye(3)))[1] == 0 and isinstance(G, Gram)


class TestClusters:
    @settings(deadline=None, max_examples=80)
    @given(seeds, exponents, st.booleans())
    def test_c_means(self, seed, e, exchange):
        X = some_points(seed)
        c = min(3, len(X))
        one, other = c_means(X, c, exchange=exchange), c_means(times(X, e), c, exchange=exchange)
        np.testing.assert_array_equal(other.labels, one.labels)
        np.testing.assert_array_equal(other.prototypes, times(one.prototypes, e))
        np.testing.assert_array_equal(other.history, times(one.history, 2 * e))
        np.testing.assert_array_equal(other.objectives, times(one.objectives, 2 * e))
        assert other.objective == times(one.objective, 2 * e) and other.converged == one.converged
        plain, scaled = quietly(plain_c_means, X, X[:c]), quietly(plain_c_means, times(X, e), times(X[:c], e))
        np.testing.assert_array_equal(scaled.labels, plain.labels)
        np.testing.assert_array_equal(scaled.history, times(plain.history, 2 * e))

    @settings(deadline=None, max_examples=60)
    @given(seeds, exponents)
    def test_kernel_c_means(self, seed, e):
        X = some_points(seed)
        c, K = min(3, len(X)), RBF(0.3)(X)
        one, other = kernel_c_means(K, c), kernel_c_means(times(K, 2 * e), c)
        np.testing.assert_array_equal(other.labels, one.labels)
        np.testing.assert_array_equal(other.history, times(one.history, 2 * e))
        np.testing.assert_array_equal(other.norms2, times(one.norms2, 2 * e))
        start = np.arange(len(X)) % c
        plain = quietly(plain_kernel_c_means, K, start)
        scaled = quietly(plain_kernel_c_means, times(K, 2 * e), start)
        np.testing.assert_array_equal(scaled.labels, plain.labels)
        np.testing.assert_array_equal(scaled.history, times(plain.history, 2 * e))

    def test_the_estimator_and_the_elbow(self):
        X = np.array([[0.0], [0.1], [5.0], [5.1]])
        for size in (1.0, 1e149, 1e-149):
            model = CMeans(2).fit(size * X)
            assert model.labels_.tolist() == [0, 0, 1, 1] and model.solution_.converged
            np.testing.assert_allclose(model.transform(size * X) / size, np.abs(X - [0.05, 5.05]), rtol=1e-12)
            assert model.predict([[1e10 * size], [-1e10 * size]]).tolist() == [1, 0]
            np.testing.assert_allclose(
                elbow(size * X, [1, 2]).objective / size / size, [25.01, 0.01], rtol=1e-9
            )
        for size in (1e170, 1e-170):
            for solve in (c_means, lambda X, c: plain_c_means(X, X[:c]), elbow_of):
                with pytest.raises(
                    ValueError, match="must have squared distances that float64 holds, got numbers"
                ):
                    solve(size * X, 2)


def elbow_of(X, c):
    return elbow(X, [c])


class TestDensities:
    @settings(deadline=None, max_examples=60)
    @given(seeds, exponents, st.sampled_from(["scalar", "axes", "matrix"]))
    def test_log_densities(self, seed, e, shape):
        """Of numbers in units of 2^e, densities are 2^(−ep) times as large."""
        X = some_points(seed)
        p = X.shape[1]
        x0 = X[:3] + 0.2
        h = {"scalar": 0.7, "axes": np.linspace(0.5, 0.9, p), "matrix": 0.3 * np.eye(p) + 0.1}[shape]
        scaled = times(h, 2 * e if shape == "matrix" else e)
        one, other = log_density(x0, X, h), log_density(times(x0, e), times(X, e), scaled)
        np.testing.assert_allclose(other + p * e * np.log(2), one, rtol=1e-11, atol=1e-9)
        if len(X) > 1:
            one, other = loo_log_likelihood(X, h), loo_log_likelihood(times(X, e), scaled)
            assert other + X.size * e * np.log(2) == pytest.approx(one, rel=1e-11, abs=1e-8)

    @pytest.mark.parametrize("e", [-400, 400])
    def test_bandwidths(self, e):
        X = np.random.default_rng(1).normal(size=(40, 2)) @ [[1.0, 0.3], [0.0, 0.5]]
        np.testing.assert_array_equal(scott(times(X, e)), times(scott(X), e))
        np.testing.assert_allclose(normal_scale(times(X, e)), times(normal_scale(X), 2 * e), rtol=1e-13)
        np.testing.assert_allclose(
            plug_in(times(X, e)).bandwidth, times(plug_in(X).bandwidth, 2 * e), rtol=1e-10
        )
        for shape, power in (("scalar", 1), ("diagonal", 1), ("full", 2)):
            one, other = loo_bandwidth(X, shape), loo_bandwidth(times(X, e), shape)
            np.testing.assert_allclose(other.bandwidth, times(one.bandwidth, power * e), rtol=1e-9)
            assert other.converged and other.log_likelihood + X.size * e * np.log(2) == pytest.approx(
                one.log_likelihood
            )
        sides = loo_bandwidth(times(X, e), window="hypercube").bandwidth
        assert sides == times(loo_bandwidth(X, window="hypercube").bandwidth, e)

    @pytest.mark.parametrize("e", [-400, 0, 400])
    @pytest.mark.parametrize("window", ["gaussian", "hypercube"])
    def test_on_a_grid(self, e, window):
        X, x = np.random.default_rng(1).normal(size=(30, 2)), np.linspace(-2, 2, 7)
        one = density_on_grid(x, x, X, [0.5, 0.7], window)
        other = density_on_grid(times(x, e), times(x, e), times(X, e), times([0.5, 0.7], e), window)
        np.testing.assert_array_equal(other, times(one, -2 * e))

    def test_what_no_number_holds_is_refused(self):
        X, x = np.random.default_rng(1).normal(size=(30, 2)), np.linspace(-2, 2, 7)
        for size in (1e170, 1e-170):
            model = ParzenWindow().fit(size * X)
            assert np.isfinite(model.log_density_).all()
            for ask in (lambda m=model: m.density_on_grid(x, x), lambda m=model: m.hdr_levels(0.5)):
                with pytest.raises(ValueError, match="the density must be a number that float64 holds"):
                    ask()
            with pytest.raises(ValueError, match="The variance of X must be a number that float64 holds"):
                normal_scale(size * X)

    def test_far_and_huge(self):
        model = ParzenWindow().fit(np.array([[1e308], [-1e308], [3e307]]))
        assert np.isfinite(model.bandwidth_).all() and np.isfinite(model.log_density_).all()
        model = ParzenWindow().fit(np.random.default_rng(0).normal(size=(50, 2)))
        near, far = model.score_samples([[1e150, 0.0], [1e200, 0.0]])
        assert np.isfinite(near) and far == -np.inf and (model.predict([[1e200, 0.0]]) == -1).all()


def standardized(X):
    words = {name: "" for name in ("name", "description", "source", "citation", "license_note")}
    return Dataset(X=X, feature_names=("a", "b"), units=("", ""), **words).standardized().X


class TestOthers:
    @settings(deadline=None, max_examples=40)
    @given(seeds, exponents, st.sampled_from(["rpcholesky", "greedy", "uniform"]))
    def test_landmarks(self, seed, e, rule):
        X = some_points(seed)
        K = RBF(0.3)(X)
        one, other = choose(K, 5, rule), choose(times(K, 2 * e), 5, rule)
        np.testing.assert_array_equal(other.indices, one.indices)
        np.testing.assert_allclose(other.left, one.left, rtol=0, atol=1e-14)
        np.testing.assert_array_equal(
            plain_rpcholesky(times(K, 2 * e), 5).indices, plain_rpcholesky(K, 5).indices
        )

    @pytest.mark.parametrize("size", [1e-290, 1.0, 1e290])
    def test_errors_of_features(self, size):
        X = np.random.default_rng(0).normal(size=(60, 2))
        one, other = landmark_map(RBF(1.0), X[:9]), landmark_map(size * RBF(1.0), X[:9])
        assert feature_error(other, X).relative == pytest.approx(feature_error(one, X).relative, rel=1e-9)
        assert trace_error(other, X) == pytest.approx(trace_error(one, X), rel=1e-9)

    def test_features_of_points_that_are_all_0(self):
        assert trace_error(landmark_map(Linear(), np.eye(2)), np.zeros((3, 2))) == 0.0
        assert feature_error(landmark_map(Linear(), np.eye(2)), np.zeros((3, 2))).relative == 0.0

    @pytest.mark.parametrize("e", [-400, 400])
    def test_pre_images(self, e):
        rng = np.random.default_rng(0)
        X, W = rng.normal(size=(20, 3)), rng.uniform(size=(4, 20))
        one = fixed_point(RBF(0.2), X, W, X[:4])
        other = fixed_point(RBF(times(0.2, -2 * e)), times(X, e), W, times(X[:4], e))
        np.testing.assert_allclose(other.points, times(one.points, e), rtol=1e-9)
        np.testing.assert_array_equal(other.status, one.status)
        np.testing.assert_allclose(other.squared_distances, one.squared_distances, rtol=1e-9, atol=1e-12)

    def test_standardized_values(self):
        X = np.random.default_rng(0).normal(size=(20, 2)) + 3
        one = standardized(X)
        for e in (-400, 400, 1000):
            np.testing.assert_array_equal(standardized(times(X, e)), one)
        with pytest.raises(ValueError, match="A constant feature cannot be standardized"):
            standardized(np.column_stack([X[:, 0], np.full(20, 0.1)]))

    def test_deviations_and_what_is_scaled_back(self):
        X = np.random.default_rng(0).normal(size=(20, 2))
        np.testing.assert_array_equal(deviations(X, 1), X.std(axis=0, ddof=1))
        assert (deviations(np.full((9, 2), 0.1)) == 0).all()
        np.testing.assert_array_equal(deviations(times(X, -1060)) > 0, True)
        assert scaled_back(3.0, 4, "it") == 48.0 and (scaled_back(np.zeros(2), 10**4, "it") == 0).all()
        for e in (1100, -1100, 10**4, -(10**4)):
            with pytest.raises(ValueError, match="it must be a number that float64 holds, got about 1e"):
                scaled_back(np.array([1.0, 0.5]), e, "it")

    def test_kernel_pca_of_points_of_any_size(self):
        X = np.random.default_rng(0).normal(size=(30, 3))
        one = KernelPCA().fit(X)
        for e in (-400, 400):
            np.testing.assert_allclose(
                KernelPCA().fit(times(X, e)).transform(times(X, e)), one.transform(X), atol=1e-12
            )
