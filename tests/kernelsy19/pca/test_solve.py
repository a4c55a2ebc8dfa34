"""PCA and kernel PCA against singular values, monomials, a dense eigensolver and identities."""

import tracemalloc

import numpy as np
import pytest
from components import points, same_up_to_sign
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist

from kernelsy19 import pca
from kernelsy19.engine import eigen
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial, Sigmoid
from kernelsy19.kernels.geometry import center_gram
from kernelsy19.pca import KernelPCA, solve, solve_dual
from kernelsy19.validation import ConvergenceWarning

KERNELS = [RBF(0.3), Linear(), Polynomial(3, gamma=0.2), Laplacian(0.4), Polynomial(2) + RBF(1.0)]


def certified(solution, K, slack=1e-13):
    """Recompute the certificate from K alone."""
    Kc = center_gram(K) if solution.centered else K
    misfit = np.linalg.norm(Kc @ solution.alpha - solution.alpha * solution.eigenvalues, axis=0)
    scale = slack * solution.eigenvalues[0] / np.sqrt(solution.eigenvalues)
    # Centering K here rounds as well, in units of its entries: for points that nearly coincide that is more than λ.
    rounding = len(K) * np.finfo(float).eps * np.abs(K).max() * np.linalg.norm(solution.alpha, axis=0)
    return (misfit <= solution.residuals + scale + rounding).all()


class TestPCA:
    @pytest.mark.parametrize(
        ("n", "p", "path"), [(40, 3, "covariance"), (5, 30, "gram"), (6, 6, "covariance")]
    )
    def test_agrees_with_the_singular_values(self, n, p, path):
        X = points(n, p, offset=4.0)
        solution = pca.principal_axes(X)
        _, s, Vt = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
        q = min(p, n - 1)
        assert solution.path == path and len(solution.variances) == q
        np.testing.assert_allclose(solution.variances, s[:q] ** 2 / n, rtol=1e-10)
        same_up_to_sign(solution.components.T, Vt[:q].T)
        np.testing.assert_allclose(solution.reconstruct(solution.project(X)), X, atol=1e-10)
        np.testing.assert_allclose(solution.project(X, 1), solution.project(X)[:, :1], atol=1e-12)
        np.testing.assert_allclose(solution.explained_variance_ratio.sum(), 1)
        assert solution.residuals.max() < 1e-12 * solution.variances[0] * p
        peaks = np.abs(solution.components).argmax(axis=1)
        assert (solution.components[np.arange(q), peaks] > 0).all()

    def test_residuals_are_those_of_the_covariance_matrix(self, monkeypatch):
        """Spoiled eigenvectors must show in the certificate, on both paths."""
        eigh = solve.eigh
        monkeypatch.setattr(solve, "eigh", lambda S: (eigh(S)[0] * 1.01, eigh(S)[1]))
        for X in (points(40, 3), points(5, 30)):
            solution = pca.principal_axes(X, 2)
            S = np.cov(X.T, bias=True)
            U = solution.components.T
            expected = np.linalg.norm(S @ U - solution.variances * U, axis=0)
            np.testing.assert_allclose(solution.residuals, expected, rtol=1e-6)
            assert expected.max() > 1e-3

    def test_blocks_of_columns_give_the_same(self, monkeypatch):
        X = points(6, 50, offset=3.0)
        eigh = solve.eigh
        monkeypatch.setattr(solve, "eigh", lambda K: (eigh(K)[0] * 1.01, eigh(K)[1]))
        whole = pca.principal_axes(X)
        monkeypatch.setattr(solve, "COLUMNS_AT_ONCE", 7)
        blocks = pca.principal_axes(X)
        np.testing.assert_allclose(blocks.components, whole.components, atol=1e-12)
        np.testing.assert_allclose(blocks.mean, whole.mean)
        np.testing.assert_allclose(blocks.residuals, whole.residuals, rtol=1e-9)
        assert whole.residuals.min() > 1e-3
        X[3, 40] = np.nan
        with pytest.raises(ValueError, match="X must be finite, got 1 NaN"):
            pca.principal_axes(X)

    @pytest.mark.night
    def test_fifty_images_of_a_million_pixels_fit_beside_their_data(self):
        rng = np.random.default_rng(0)
        patterns = rng.integers(0, 60, size=(3, 2**20), dtype=np.uint8)
        images = rng.integers(0, 60, size=(50, 2**20), dtype=np.uint8)
        images += (patterns[0] + patterns[1]) * (np.arange(50) % 2 == 0)[:, None].astype(np.uint8)
        tracemalloc.start()
        try:
            solution = pca.principal_axes(images)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < 2**30
        assert solution.components.shape == (49, 2**20)
        assert solution.residuals.max() < 1e-10 * solution.variances[0]
        sample = solution.components[[0, 1, 48]]
        np.testing.assert_allclose(sample @ sample.T, np.eye(3), atol=1e-9)
        first = images @ solution.components[0].astype(np.float32)
        assert abs(np.corrcoef(first, np.arange(50) % 2)[0, 1]) > 0.99

    def test_directions_without_variance_are_left_out(self):
        X = points(20, 2) @ np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]]) + 1e4
        with pytest.warns(UserWarning, match="Only 2 of the 3 components"):
            assert len(pca.principal_axes(X, 3).variances) == 2
        assert len(pca.principal_axes(X).variances) == 2
        assert len(pca.principal_axes(np.full((6, 3), 7.1)).variances) == 0
        assert len(pca.principal_axes(np.full((3, 6), 7.1)).variances) == 0


class TestOracles:
    @pytest.mark.parametrize("degree", [1, 2, 3])
    def test_polynomial_is_pca_of_the_monomials(self, degree):
        kernel, X, X_new = Polynomial(degree, gamma=0.5), points(50, 2), points(6, 2, seed=9)
        ours = KernelPCA(kernel, n_components=None).fit(X)
        explicit = pca.principal_axes(kernel.feature_map(X))
        q = len(explicit.variances)
        assert ours.solution_.n_components == q == kernel.count_features(2) - 1
        np.testing.assert_allclose(ours.solution_.variances, explicit.variances, rtol=1e-8)
        same_up_to_sign(ours.transform(X_new), explicit.project(kernel.feature_map(X_new)), 1e-8)
        np.testing.assert_allclose(ours.explained_variance_ratio_, explicit.explained_variance_ratio)
        axes = (kernel.feature_map(X) - kernel.feature_map(X).mean(axis=0)).T @ ours.alpha_
        np.testing.assert_allclose(axes.T @ axes, np.eye(q), atol=1e-8)

    def test_centered_distances_give_back_the_points(self):
        """−½ squared distances are a Gram matrix only once centered: classical scaling."""
        for n in (30, 300):
            X = points(n, 2)
            K = -0.5 * ((X[:, None] - X) ** 2).sum(axis=2)
            solution = solve_dual(K)
            np.testing.assert_allclose(pdist(solution.projections), pdist(X), rtol=1e-9)


class TestPaths:
    """Whatever path is taken, the answer is that of a dense solver, and its certificate is true."""

    @pytest.mark.night
    @pytest.mark.parametrize("solver", ["auto", "cholesky"])
    def test_memory_of_the_low_rank_paths_is_not_n_squared(self, solver):
        X = points(6000, 2)
        tracemalloc.start()
        try:
            solution = solve_dual(RBF(0.001).gram(X), 5, solver=solver)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert solution.converged and peak < 8 * 6000**2 / 4

    def test_residuals_of_wrong_eigenvectors_show(self, monkeypatch):
        eigh = solve.eigh
        rolled = lambda K, **o: (eigh(K, **o)[0], np.roll(eigh(K, **o)[1], 1, axis=0))  # noqa: E731
        monkeypatch.setattr(eigen, "eigh", rolled)
        with pytest.warns(ConvergenceWarning):
            solution = solve_dual(RBF(0.3)(points()), 1)
        assert not solution.converged and certified(solution, RBF(0.3)(points()))


class TestZeroEigenvalues:
    def test_no_more_components_than_the_rank(self):
        K = Linear()(points(30, 3))
        with pytest.warns(UserWarning, match="Only 3 of the 7 components.*λ = 0 cannot be normalized"):
            solution = solve_dual(K, 7)
        assert solution.n_components == 3 and np.isfinite(solution.alpha).all()
        for solver in ("dense", "cholesky"):
            assert solve_dual(Linear()(points(300, 3)), solver=solver).n_components == 3

    @pytest.mark.parametrize("n", [1, 4, 300])
    @pytest.mark.parametrize("solver", ["auto", "dense", "cholesky"])
    def test_points_that_are_all_the_same_have_no_component(self, n, solver):
        solution = solve_dual(np.ones((n, n)), solver=solver)
        assert solution.n_components == 0 and solution.converged and solution.backward_error == 0
        assert solution.projections.shape == (n, 0)

    def test_rounding_of_a_large_mean_is_no_component(self):
        K = Linear()(points(50, 2, offset=1e5))
        with pytest.warns(ConvergenceWarning, match="rounding"):
            assert solve_dual(K).n_components == 2


class TestNotPSD:
    @pytest.mark.parametrize("n", [30, 300, 500])
    @pytest.mark.parametrize("n_components", [2, 45, None])
    def test_negative_eigenvalue_is_reported(self, n, n_components):
        K = Sigmoid(1.0, -1.0)(points(n, 2))
        if n_components == 45 and n == 30:
            n_components = 20
        with pytest.raises(ValueError, match="K must be PSD"):
            solve_dual(K, n_components)

    @pytest.mark.parametrize("solver", ["dense", "krylov", "cholesky"])
    def test_by_each_solver(self, solver):
        rng = np.random.default_rng(0)
        Q = np.linalg.qr(rng.normal(size=(300, 300)))[0]
        values = np.concatenate([np.linspace(3, 1, 299), [-0.1]])
        K = (Q * values) @ Q.T
        K = (K + K.T) / 2
        with pytest.raises(ValueError, match=r"K must be PSD"):
            solve_dual(K, 5, solver=solver)
        with pytest.raises(ValueError, match=r"K must be PSD"):
            solve_dual(K, 30, solver="dense")

    def test_zero_diagonal(self):
        K = np.kron(np.eye(150), [[0.0, 1.0], [1.0, 0.0]])
        for n_components in (2, None):
            for center in (True, False):
                with pytest.raises(ValueError, match="K must be PSD"):
                    solve_dual(K, n_components, center)
        with pytest.raises(ValueError, match=r"K must be PSD, but has an eigenvalue of -1 or less"):
            solve_dual(K, solver="dense")

    def test_low_rank_part_cannot_hide_the_rest(self):
        """A factor that fits the diagonal is not yet one of K."""
        x = np.ones((300, 1))
        K = x @ x.T
        K[0, 1] = K[1, 0] = -1
        with pytest.raises(ValueError, match="K must be PSD"):
            solve_dual(K, center=False, solver="cholesky")

    def test_rounding_is_forgiven(self):
        K = Linear()(points(300, 2)) - 1e-12 * np.eye(300)
        assert solve_dual(K).n_components == 2


class TestArguments:
    def test_input_is_left_alone(self):
        K = RBF(1.0)(points(300, 2))
        before = K.copy()
        for solver, q in (("dense", None), ("dense", 5), ("krylov", 5), ("cholesky", 5)):
            solve_dual(K, q, solver=solver)
            np.testing.assert_array_equal(K, before)


class TestProperties:
    @settings(deadline=None, max_examples=40)
    @given(
        st.integers(2, 25), st.integers(1, 4), st.integers(0, 10**6), st.sampled_from(KERNELS), st.booleans()
    )
    def test_certificate_scale_and_sum(self, n, p, seed, kernel, center):
        X = points(n, p, seed)
        K = kernel(X)
        Kc = center_gram(K) if center else K
        solution = solve_dual(K, center=center)
        assert certified(solution, K)
        large = solution.eigenvalues > 1e-6 * solution.eigenvalues[0]
        alpha, lam = solution.alpha[:, large], solution.eigenvalues[large]
        np.testing.assert_allclose(alpha.T @ Kc @ alpha, np.eye(len(lam)), atol=1e-8)
        np.testing.assert_allclose(lam * (alpha**2).sum(axis=0), 1, atol=1e-8)
        assert solution.explained_variance_ratio.sum() == pytest.approx(1, abs=1e-10)
        peaks = alpha[np.abs(alpha).argmax(axis=0), np.arange(len(lam))]
        assert (peaks > -np.abs(alpha).max()).all()
        if center:
            assert np.abs(alpha.sum(axis=0)).max() < 1e-8 * np.abs(alpha).max() * n

    @settings(deadline=None, max_examples=30)
    @given(st.integers(3, 25), st.integers(0, 10**6), st.sampled_from(KERNELS))
    def test_folded_centering_is_the_plain_equation(self, n, seed, kernel):
        X, X_new = points(n, 2, seed), points(5, 2, seed + 1)
        solution = solve_dual(kernel(X))
        large = solution.eigenvalues > 1e-6 * solution.eigenvalues[0]
        plain = pca.project_centered(kernel(X_new, X), kernel(X), solution.alpha)
        folded = solution.project(kernel(X_new, X))
        found = folded[:, large]
        np.testing.assert_allclose(found, plain[:, large], atol=1e-8 * np.abs(plain[:, large]).max())
        q = min(2, solution.n_components)
        first = solution.project(kernel(X_new, X), q)
        np.testing.assert_allclose(first, folded[:, :q], rtol=0, atol=1e-13 * np.abs(folded).max())
        np.testing.assert_allclose(solution.project(kernel(X))[:, large].mean(axis=0), 0, atol=1e-7)
