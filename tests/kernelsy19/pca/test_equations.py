"""Equations of PCA and kernel PCA on vectors that solve nothing."""

import numpy as np
import pytest
from components import points, same_up_to_sign
from sklearn.decomposition import PCA as SklearnPCA

from kernelsy19 import pca
from kernelsy19.kernels import Polynomial
from kernelsy19.kernels.geometry import center_gram, center_new, with_canonical_signs
from kernelsy19.pca import solve_dual


class TestEquations:
    """On vectors that solve nothing, so that no term can hide behind a zero."""

    rng = np.random.default_rng(1)
    Phi = rng.normal(size=(5, 3))
    u, alpha, lam = rng.normal(size=3), rng.normal(size=5), 0.7
    n, K = 5, Phi @ Phi.T

    def S(self):
        return sum(np.outer(x, x) for x in self.Phi) / 5

    def test_covariance(self):
        np.testing.assert_allclose(pca.covariance(self.Phi), self.S())
        centered = self.Phi - self.Phi.mean(axis=0)
        np.testing.assert_allclose(pca.covariance(centered), np.cov(self.Phi.T, bias=True))

    def test_variance_along(self):
        expected = np.mean([(x @ self.u) ** 2 for x in self.Phi])
        assert pca.variance_along(self.u, self.S()) == pytest.approx(expected)

    def test_mean_of_points(self):
        expected = [sum(x[d] for x in self.Phi) / 5 for d in range(3)]
        np.testing.assert_allclose(pca.mean_of_points(self.Phi), expected)
        np.testing.assert_allclose(pca.mean_of_points(self.Phi - expected), 0, atol=1e-15)

    def test_rayleigh_quotient(self):
        values, V = np.linalg.eigh(self.S())
        for value, v in zip(values, V.T, strict=True):
            assert pca.rayleigh_quotient(-3 * v, self.S()) == pytest.approx(value)
        unit = self.u / np.sqrt(sum(self.u**2))
        expected = np.mean([(x @ unit) ** 2 for x in self.Phi])
        assert pca.rayleigh_quotient(self.u, self.S()) == pytest.approx(expected)

    def test_reconstruction_error(self):
        U = np.linalg.qr(self.rng.normal(size=(3, 2)))[0]
        across = np.cross(U[:, 0], U[:, 1])
        assert pca.reconstruction_error(self.Phi, U) == pytest.approx(across @ self.S() @ across)
        theirs = SklearnPCA(2).fit(points())
        back = theirs.inverse_transform(theirs.transform(points()))
        ours = pca.reconstruction_error(points() - points().mean(axis=0), theirs.components_.T)
        assert ours == pytest.approx(((points() - back) ** 2).sum(axis=1).mean())

    def test_covariance_times(self):
        expected = [sum(x[d] * (x @ self.u) for x in self.Phi) / 5 for d in range(3)]
        np.testing.assert_allclose(pca.covariance_times(self.Phi, self.u), expected)

    def test_scores(self):
        U = self.rng.normal(size=(3, 2))
        expected = [[sum(x[d] * U[d, q] for d in range(3)) for q in range(2)] for x in self.Phi]
        np.testing.assert_allclose(pca.scores(self.Phi, U), expected)

    def test_eigenvalue_residual(self):
        S = self.S()
        expected = [0.7 * self.u[d] - sum(S[d, e] * self.u[e] for e in range(3)) for d in range(3)]
        np.testing.assert_allclose(pca.eigenvalue_residual(S, 0.7, self.u), expected)

    def test_span_coefficients(self):
        expected = [x @ self.u / (5 * 0.7) for x in self.Phi]
        np.testing.assert_allclose(pca.span_coefficients(self.Phi, 0.7, self.u), expected)

    def test_projected_residual(self):
        expected = [0.7 * (x @ self.u) - x @ self.S() @ self.u for x in self.Phi]
        np.testing.assert_allclose(pca.projected_residual(self.Phi, 0.7, self.u), expected)

    def test_combine(self):
        expected = sum(self.alpha[i] * self.Phi[i] for i in range(5))
        np.testing.assert_allclose(pca.combine(self.alpha, self.Phi), expected)

    def test_projected_residual_in_span(self):
        P, a = self.Phi, self.alpha
        left = [0.7 * sum(a[i] * (P[k] @ P[i]) for i in range(5)) for k in range(5)]
        inner = [sum(P[j] * (P[j] @ P[i]) for j in range(5)) for i in range(5)]
        right = [sum(a[i] * (P[k] @ inner[i]) for i in range(5)) / 5 for k in range(5)]
        got = pca.projected_residual_in_span(P, 0.7, a)
        np.testing.assert_allclose(got, np.subtract(left, right))

    def test_squared_gram_residual(self):
        K2 = self.K @ self.K
        expected = 5 * 0.7 * (self.K @ self.alpha) - K2 @ self.alpha
        np.testing.assert_allclose(pca.squared_gram_residual(self.K, 0.7, self.alpha), expected)

    def test_gram_residual(self):
        expected = [3.5 * self.alpha[i] - self.K[i] @ self.alpha for i in range(5)]
        np.testing.assert_allclose(pca.gram_residual(self.K, 0.7, self.alpha), expected)

    def test_squared_length(self):
        expected = np.sum((self.alpha @ self.Phi) ** 2)
        assert pca.squared_length(self.alpha, self.K) == pytest.approx(expected)

    def test_normalize(self):
        values, V = np.linalg.eigh(self.K)
        for value, v in zip(values[2:], V.T[2:], strict=True):
            assert pca.squared_length(pca.normalize(-3 * v, value), self.K) == pytest.approx(1)
        both = pca.normalize(7 * V[:, 2:], values[2:])
        np.testing.assert_allclose(values[2:] * (both**2).sum(axis=0), 1)

    def test_project(self):
        K_xs, A = self.rng.normal(size=(4, 5)), self.rng.normal(size=(5, 2))
        expected = [[sum(A[i, m] * K_xs[k, i] for i in range(5)) for m in range(2)] for k in range(4)]
        np.testing.assert_allclose(pca.project(K_xs, A), expected)

    def test_project_centered(self):
        k, X, X_new = Polynomial(2), points(8, 2), points(5, 2, seed=3)
        mean = k.feature_map(X).mean(axis=0)
        A = self.rng.normal(size=(8, 3))
        axes = (k.feature_map(X) - mean).T @ A
        expected = (k.feature_map(X_new) - mean) @ axes
        np.testing.assert_allclose(pca.project_centered(k(X_new, X), k(X), A), expected)

    def test_components_from_gram(self):
        A = self.rng.normal(size=(5, 2))
        expected = [sum(A[i, m] * self.Phi[i] for i in range(5)) for m in range(2)]
        np.testing.assert_allclose(pca.components_from_gram(A, self.Phi), expected)

    def test_shares_of_variance(self):
        ratios = pca.explained_variance_ratio(np.array([4.0, 2.0, 1.0]), 8.0)
        np.testing.assert_allclose(ratios, [0.5, 0.25, 0.125])
        np.testing.assert_allclose(pca.cumulated_variance(ratios), [0.5, 0.75, 0.875])

    def test_signs(self):
        V = np.array([[1.0, -3.0, -2.0 + 1e-12, 0.0], [-2.0, 1.0, 2.0, -1.0]])
        expected = np.array([[-1.0, 3.0, 2.0 - 1e-12, 0.0], [2.0, -1.0, -2.0, 1.0]])
        np.testing.assert_array_equal(with_canonical_signs(V), expected)


class TestSlipsInTheSources:
    """Each statement fails on the smallest example that shows it."""

    X, X_new, k = points(12, 2), points(4, 2, seed=1), Polynomial(2)

    def test_kpca11_only_vectors_with_nonzero_eigenvalue_lie_in_the_span(self):
        Phi = np.array([[1.0, 0.0], [-1.0, 0.0]])
        S, u = pca.covariance(Phi), np.array([0.0, 1.0])
        assert not pca.eigenvalue_residual(S, 0.0, u).any()
        assert not (Phi @ u).any()

    def test_kpca11_two_equal_terms_do_not_center(self):
        K = self.k(self.X)
        one = np.full((12, 12), 1 / 12)
        printed = K - 2 * one @ K + one @ K @ one
        assert np.abs(printed - printed.T).max() > 1
        assert np.abs(printed - center_gram(K)).max() > 1
        np.testing.assert_allclose(center_gram(K), center_gram(K).T, atol=1e-12)

    def test_kpca11_and_aml_new_points_must_be_centered(self):
        solution = solve_dual(self.k(self.X), 2)
        Phi, Phi_new = self.k.feature_map(self.X), self.k.feature_map(self.X_new)
        truth = (Phi_new - Phi.mean(axis=0)) @ (Phi - Phi.mean(axis=0)).T @ solution.alpha
        K_new = self.k(self.X_new, self.X)
        np.testing.assert_allclose(
            pca.project_centered(K_new, self.k(self.X), solution.alpha), truth, atol=1e-9
        )
        off = pca.project(K_new, solution.alpha) - truth
        assert np.abs(off).max() > 0.1
        np.testing.assert_allclose(off, np.broadcast_to(solution.mean_projection, off.shape), atol=1e-9)
        own_mean = center_new(K_new, self.k(self.X)) - center_new(K_new, self.k(self.X)).mean(axis=0)
        assert np.abs(pca.project(own_mean, solution.alpha) - truth).max() > 0.1

    def test_aml_and_msa220_unit_eigenvectors_scale_each_score_by_another_number(self):
        K = center_gram(self.k(self.X))
        values, V = np.linalg.eigh(K)
        unit = V[:, [-1, -2]]
        solution = solve_dual(self.k(self.X), 2)
        same_up_to_sign(solution.projections * np.sqrt(values[[-1, -2]]), K @ unit)
        lengths = [pca.squared_length(v, K) for v in unit.T]
        np.testing.assert_allclose(lengths, values[[-1, -2]])
        spread = (K @ unit).var(axis=0) / solution.projections.var(axis=0)
        assert spread[0] / spread[1] > 1.5

    def test_sy19_a_covariance_matrix_need_not_be_positive_definite(self):
        assert np.linalg.eigvalsh(pca.covariance(np.array([[1.0, 0.0], [-1.0, 0.0]])))[0] == 0

    def test_pr_a_solution_of_the_squared_equation_need_not_be_an_eigenvector(self):
        solution = solve_dual(self.k(self.X), 1)
        K, alpha, lam = center_gram(self.k(self.X)), solution.alpha[:, 0] + 1, solution.variances[0]
        assert np.abs(pca.squared_gram_residual(K, lam, alpha)).max() < 1e-8
        assert np.abs(pca.gram_residual(K, lam, alpha)).max() > 1
