"""Pre-images and de-noising against general optimizers and scikit-learn."""

import warnings
from itertools import pairwise

import numpy as np
import pytest
from circles import circle, noisy
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.decomposition import KernelPCA as SklearnKernelPCA

from kernelsy19 import denoising, pca
from kernelsy19.denoising import solve
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.pca import KernelPCA
from kernelsy19.validation import ConvergenceWarning


def model(kernel=None, n_components=8):
    return KernelPCA(kernel or RBF(2.0), n_components=n_components).fit(circle())


class TestProjection:
    @settings(deadline=None, max_examples=30)
    @given(st.integers(3, 12), st.integers(1, 3), st.integers(0, 10**6), st.booleans())
    def test_weights_are_those_of_the_projection_in_coordinates(self, n, p, seed, center):
        rng = np.random.default_rng(seed)
        X, X_new, kernel = rng.normal(size=(n, p)), rng.normal(size=(4, p)), Polynomial(2)
        Phi, Phi_new = kernel.feature_map(X), kernel.feature_map(X_new)
        mean = Phi.mean(axis=0) if center else 0.0
        solution = pca.solve_dual(kernel(X), center=center)
        q = (solution.n_components + 1) // 2
        axes = np.linalg.svd(Phi - mean, full_matrices=False)[2][:q]
        expected = mean + (Phi_new - mean) @ axes.T @ axes
        Z = solution.project(kernel(X_new, X), q)
        W = denoising.projection_weights(Z, solution.alpha[:, :q], solution.centered)
        np.testing.assert_allclose(W @ Phi, expected, atol=1e-6 * np.abs(Phi).max())


class TestFixedPoint:
    def test_finds_what_a_general_minimizer_finds(self):
        fitted, N = model(), noisy(10)
        found = denoising.denoise(fitted, N)
        W = denoising.projection_weights(fitted.transform(N), fitted.alpha_)
        assert found.converged.all() and found.gradient_norms.max() < 1e-6
        for w, z, rho in zip(W, found.points, found.squared_distances, strict=True):

            def distance(x, w=w):
                k = fitted.kernel_
                return denoising.squared_distances(
                    np.ones(1), k(x[None], fitted.X_fit_), k(fitted.X_fit_), w[None]
                )[0]

            best = minimize(distance, z + 0.05, tol=1e-12)
            np.testing.assert_allclose(best.x, z, atol=1e-4)
            assert -1e-6 < rho - best.fun < 1e-9  # with differences it may stop early

    def test_the_image_of_a_training_point_comes_back(self):
        X, k = circle(20), RBF(3.0)
        found = denoising.fixed_point(k, X, np.eye(20), X + 0.05)
        np.testing.assert_allclose(found.points, X, atol=1e-6)
        np.testing.assert_allclose(found.squared_distances, 0, atol=1e-10)
        assert (found.status == "converged").all() and not found.restarts.any()

    def test_points_far_from_the_data_restart_at_the_nearest_training_point(self):
        X = circle(20)
        found = denoising.fixed_point(RBF(3.0), X, np.eye(20)[:2], np.full((2, 2), 100.0))
        np.testing.assert_allclose(found.points, X[:2], atol=1e-6)
        assert found.failures == {"vanishing": 2, "cycling": 0, "slow": 0}
        np.testing.assert_array_equal(found.restarts, [1, 1])

    def test_a_negative_denominator_is_not_followed_uphill(self):
        """At z = 0 the weights give D < 0, and the fixed point there is the farthest point, not the nearest."""
        X, w = np.array([[0.0], [2.0]]), np.array([[-1.0, 0.5]])
        start = np.array([[0.1]])
        D = (w * RBF(1.0)(start, X)).sum()
        assert D < 0
        found = denoising.fixed_point(RBF(1.0), X, w, start)
        assert found.failures["vanishing"] == 1 and found.converged.all()
        assert found.points[0, 0] > 2
        grid = np.linspace(-6, 6, 4001)[:, None]
        rho, _ = denoising.certify(RBF(1.0), X, np.repeat(w, len(grid), axis=0), grid)
        assert found.squared_distances[0] <= rho.min() + 1e-9

    def test_cycling_is_told_apart(self):
        X = np.array([[-0.8], [2.4], [2.8], [0.6]])
        w, start = np.array([[0.4, -0.5, -0.9, -0.9]]), np.array([[-0.8]])
        with pytest.warns(ConvergenceWarning, match=r"1 of 1 pre-images .* in 1 attempt .*\(1 cycling\)"):
            found = denoising.fixed_point(RBF(0.5), X, w, start, max_restarts=0)
        assert found.status[0] == "cycling" and found.iterations[0] < 100 and not found.converged[0]
        step = denoising.fixed_point_step(found.points, X, w, 0.5)
        np.testing.assert_allclose(denoising.fixed_point_step(step, X, w, 0.5), found.points, rtol=1e-3)
        assert abs(step - found.points)[0, 0] > 1

    def test_slow_is_told_apart(self):
        fitted = model(RBF(10.0), 4)
        with pytest.warns(ConvergenceWarning, match=r"slow\); raise max_restarts or max_iter"):
            found = denoising.denoise(fitted, noisy(), max_iter=2, max_restarts=1)
        assert set(found.status) <= {"converged", "slow"} and "slow" in found.status
        assert found.iterations[found.status == "slow"].max() == 4
        assert found.failures["slow"] >= np.count_nonzero(found.status == "slow")

    def test_random_restarts_can_be_repeated(self):
        rng = np.random.default_rng(1)
        X, W, start = rng.normal(size=(6, 2)), rng.normal(size=(20, 6)), rng.normal(size=(20, 2))
        with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
            one, two = (denoising.fixed_point(RBF(1.0), X, W, start, rng=3) for _ in range(2))
        np.testing.assert_array_equal(one.points, two.points)
        assert one.restarts.max() >= 2
        D = (W * RBF(1.0)(one.points, X)).sum(axis=1)
        assert (D[one.converged] > 0).all()

    def test_a_failure_never_ends_farther_than_its_start(self):
        """A far start fails at once; the best of the attempts is kept, not the last."""
        X, w = np.array([[0.0], [3.0]]), np.array([[1.0, 1.0]])
        with pytest.warns(ConvergenceWarning):
            found = denoising.fixed_point(RBF(1.0), X, w, [[40.0]], max_iter=1, max_restarts=2)
        assert found.squared_distances[0] < denoising.certify(RBF(1.0), X, w, [[40.0]])[0][0]

    def test_certificate_has_a_slope_for_each_point(self):
        X, Z = circle(), noisy(3)
        W = np.random.default_rng(2).normal(size=(3, 80))
        _, norms = denoising.certify(RBF(2.0), X, W, Z)
        for i in range(3):
            ahead = [denoising.certify(RBF(2.0), X, W[[i, i]], Z[i] + [e, -e])[0] for e in 1e-5 * np.eye(2)]
            slope = [(up - down) / 2e-5 for up, down in ahead]
            assert norms[i] == pytest.approx(np.hypot(*slope), rel=1e-5)

    def test_no_distance_is_negative_where_the_pre_image_is_exact(self):
        X, W = 5 + circle(), np.random.default_rng(1).dirichlet(np.ones(80), size=200)
        rho, _ = denoising.certify(Linear(), X, W, W @ X)
        assert (rho >= 0).all() and rho.max() < 1e-12

    def test_each_point_is_on_its_own(self):
        fitted, N = model(), noisy(6)
        together = denoising.denoise(fitted, N)
        for i in range(6):
            alone = denoising.denoise(fitted, N[i : i + 1])
            np.testing.assert_allclose(alone.points[0], together.points[i], atol=1e-9)
            assert alone.iterations[0] == together.iterations[i]


class TestRidge:
    def test_it_is_that_of_scikit_learn_around_the_mean(self):
        X = circle(40) - circle(40).mean(axis=0)
        theirs = SklearnKernelPCA(4, kernel="rbf", gamma=2.0, fit_inverse_transform=True, alpha=0.1).fit(X)
        Z = theirs.transform(noisy(5))
        # scikit-learn uses the kernel of the points between the projections as well, and takes 0 for their mean
        learned = denoising.learn(theirs.transform(X), X + 50, RBF(2.0), ridge=0.1)
        np.testing.assert_allclose(learned(Z), theirs.inverse_transform(Z) + 50, atol=1e-9)
        far = np.full((1, 4), 100.0)
        np.testing.assert_allclose(learned(far), [[50, 50]])
        np.testing.assert_allclose(theirs.inverse_transform(far), 0, atol=1e-12)

    def test_linear_kernels_give_the_reconstruction_of_pca(self):
        rng = np.random.default_rng(0)
        X, X_new = rng.normal(size=(30, 4)) + 3, rng.normal(size=(5, 4)) + 3
        plain = pca.principal_axes(X, 2)
        learned = denoising.learn(plain.project(X), X, Linear(), ridge=1e-6)
        expected = plain.reconstruct(plain.project(X_new))
        np.testing.assert_allclose(learned(plain.project(X_new)), expected, atol=1e-7)
        fitted = KernelPCA(Linear(), n_components=2).fit(X)
        found = denoising.denoise(fitted, X_new, method="ridge", kernel=Linear(), ridge=1e-6)
        np.testing.assert_allclose(found.points, plain.reconstruct(plain.project(X_new)), atol=1e-7)
        np.testing.assert_allclose(found.squared_distances, 0, atol=1e-10)
        assert found.gradient_norms is None

    def test_leave_one_out_error_is_what_leaving_out_gives(self):
        rng = np.random.default_rng(0)
        Z, X = rng.normal(size=(12, 2)), rng.normal(size=(12, 3))
        kernel = RBF(0.5)
        learned = denoising.learn(Z, X, kernel)
        Y, misses = X - X.mean(axis=0), []
        for i in range(12):
            rest = np.arange(12) != i
            K = kernel(Z[rest]) + learned.ridge * np.eye(11)
            misses.append(Y[i] - kernel(Z[i : i + 1], Z[rest])[0] @ np.linalg.solve(K, Y[rest]))
        expected = np.sqrt((np.array(misses) ** 2).sum(axis=1).mean())
        assert learned.leave_one_out_error == pytest.approx(expected, rel=1e-8)

    def test_the_chosen_ridge_is_the_best_of_the_grid(self):
        X = circle(40, noise=0.1)
        Z = KernelPCA(RBF(2.0), n_components=4).fit_transform(X)
        learned = denoising.learn(Z, X, RBF(1.0))
        K, Y = RBF(1.0)(Z), X - X.mean(axis=0)
        errors = []
        for ridge in solve.RIDGES:
            inverse = np.linalg.inv(K + ridge * np.eye(40))
            errors.append(np.sum((inverse @ Y / np.diag(inverse)[:, None]) ** 2))
        assert learned.ridge == pytest.approx(solve.RIDGES[np.argmin(errors)])

    def test_a_given_ridge_has_no_leave_one_out_error(self):
        learned = denoising.learn(circle(10), circle(10), ridge=0.5)
        assert learned.ridge == 0.5 and np.isnan(learned.leave_one_out_error)
        assert learned.kernel == RBF(1 / (2 * circle(10).var()))


class TestDenoise:
    def test_the_fixed_point_is_nearer_in_feature_space(self):
        both = denoising.compare(model(), noisy())
        assert set(both) == {"fixed-point", "ridge"}
        nearer = both["fixed-point"].squared_distances <= both["ridge"].squared_distances + 1e-9
        assert nearer.all()
        assert both["ridge"].gradient_norms.max() > 0.01 > both["fixed-point"].gradient_norms.max()
        assert both["ridge"].converged.all() and (both["ridge"].status == "learned").all()

    @pytest.mark.parametrize("method", ["fixed-point", "ridge"])
    def test_fewer_components_are_those_of_a_smaller_model(self, method):
        N = noisy(5)
        part = denoising.denoise(model(n_components=8), N, 3, method)
        whole = denoising.denoise(model(n_components=3), N, method=method)
        np.testing.assert_allclose(part.points, whole.points, atol=1e-6)

    def test_without_centering(self):
        X = circle()
        fitted = KernelPCA(RBF(2.0), n_components=8, center=False).fit(X)
        found = denoising.denoise(fitted, noisy(5))
        W = fitted.transform(noisy(5)) @ fitted.alpha_.T
        again = denoising.fixed_point_step(found.points, X, W, 2.0)
        np.testing.assert_allclose(again, found.points, atol=1e-6)


def test_a_gram_matrix_at_hand_gives_the_same_and_has_to_fit():
    X = np.random.default_rng(0).normal(size=(12, 3))
    W, k = np.abs(np.random.default_rng(1).normal(size=(2, 12))), RBF(0.2)
    found, given = (denoising.fixed_point(k, X, W, X[:2], K=K) for K in (None, k(X)))
    np.testing.assert_array_equal(found.points, given.points)
    np.testing.assert_array_equal(found.squared_distances, given.squared_distances)
    twice = denoising.certify(k, X, W, X[:2], K=2 * k(X))[0]  # it is what the certificate is computed from
    third = np.einsum("ij,ij->i", W @ k(X), W)
    np.testing.assert_allclose(twice - denoising.certify(k, X, W, X[:2])[0], third)


class TestOneVectorForAll:
    """A vector w stands for the matrix that repeats it."""

    def test_it_is_the_same_as_a_row_for_each_point(self):
        rng = np.random.default_rng(0)
        X, Z = rng.normal(size=(20, 2)), rng.normal(size=(7, 2))
        w = rng.dirichlet(np.ones(20))
        W = np.repeat(w[None], 7, axis=0)
        k = RBF(1.0)
        for one, many in zip(denoising.certify(k, X, w, Z), denoising.certify(k, X, W, Z), strict=True):
            np.testing.assert_array_equal(one, many)
        one, many = (denoising.fixed_point(k, X, V, Z).points for V in (w, W))
        np.testing.assert_array_equal(one, many)
        one, many = (denoising.plain_fixed_point(k, X, V, Z) for V in (w, W))
        np.testing.assert_array_equal(one, many)
        np.testing.assert_array_equal(denoising.bends(Z, X, w, 1.0), denoising.bends(Z, X, W, 1.0))
        for equation in (denoising.gradients, denoising.fixed_point_step):
            np.testing.assert_array_equal(equation(Z, X, w, 1.0), equation(Z, X, W, 1.0))

    def test_the_path_goes_step_by_step(self):
        rng = np.random.default_rng(1)
        X, w, start = rng.normal(size=(9, 3)), rng.dirichlet(np.ones(9)), rng.normal(size=3)
        path = denoising.fixed_point_path(start, X, w, 0.7, 4)
        assert path.shape == (5, 3)
        np.testing.assert_array_equal(path[0], start)
        for z, following in pairwise(path):
            a = w * np.exp(-0.7 * ((z - X) ** 2).sum(axis=1))
            np.testing.assert_allclose(following, a @ X / a.sum())


def test_learning_from_projections_without_a_length():
    X = np.random.default_rng(0).normal(size=(6, 2))
    learned = denoising.learn(np.zeros((6, 1)), X, Linear())
    np.testing.assert_allclose(learned([[0.0], [3.0]]), np.tile(X.mean(axis=0), (2, 1)))
