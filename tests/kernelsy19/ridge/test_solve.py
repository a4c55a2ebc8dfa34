"""Kernel ridge regression: certificates, and leaving one out in closed form."""

import numpy as np
import pytest

from kernelsy19 import ridge
from kernelsy19.kernels import RBF
from kernelsy19.validation import ConvergenceWarning


def drawn(seed, n, p):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    return X, np.sin(X[:, 0]) + 0.3 * rng.normal(size=n) + 2


class TestLeaveOneOut:
    def test_the_path_is_what_single_fits_give(self):
        X, y = drawn(1, 40, 2)
        path = ridge.loo_path(RBF(0.3)(X), y, np.logspace(-3, 3, 7))
        for j, lam in enumerate(path.lams):
            fit = ridge.solve_dual(RBF(0.3)(X), y, lam)
            assert path.loo[j] == pytest.approx((fit.loo_residuals**2).mean(), rel=1e-9)
            assert path.training[j] == pytest.approx(((y - fit.fitted) ** 2).mean(), rel=1e-9)
            assert path.degrees_of_freedom[j] == pytest.approx(fit.degrees_of_freedom, rel=1e-9)
            gcv = path.training[j] / (1 - fit.degrees_of_freedom / 40) ** 2
            assert path.gcv[j] == pytest.approx(gcv, rel=1e-9)

    def test_few_rows_give_the_same_as_all_eigenvectors(self):
        X, y = drawn(2, 700, 2)
        lams = np.logspace(-2, 3, 6)
        few = ridge.loo_path(RBF(0.1).gram(X), y, lams)
        assert few.path == "eigenvectors, low rank"
        M = np.block([[RBF(0.1)(X), np.ones((700, 1))], [np.ones((1, 700)), np.zeros((1, 1))]])
        for j, lam in enumerate(lams):
            G = np.linalg.inv(M + lam * np.diag(np.append(np.ones(700), 0)))[:700, :700]
            assert few.loo[j] == pytest.approx(((G @ y / np.diagonal(G)) ** 2).mean(), rel=1e-7)
            assert few.degrees_of_freedom[j] == pytest.approx(700 - lam * np.trace(G), rel=1e-7)

    def test_the_least_flexible_of_equal_ones_is_best(self):
        path = ridge.loo_path(np.ones((5, 5)), [1.0, 2.0, 3.0, 4.0, 5.0], [0.1, 1.0, 10.0])
        assert np.ptp(path.loo) < 1e-12 and path.lam == 10.0


class TestCertificate:
    def test_the_gap_bounds_what_is_left(self):
        X, y = drawn(4, 30, 2)
        K, rng = RBF(0.5)(X), np.random.default_rng(0)
        best = ridge.certify(K, y, 0.2, *ridge.plain_kernel_ridge(K, y, 0.2))
        for step in (1e-4, 0.1, 3.0):
            alpha = best.alpha + step * rng.normal(size=30)
            alpha, b = alpha - alpha.mean(), best.b + step
            residual = np.linalg.norm(y - b - 0.2 * alpha - K @ alpha)
            excess = ridge.penalized_objective(alpha, b, K, y, 0.2) - best.objective
            assert 0 < excess <= residual**2

    @pytest.mark.parametrize("intercept", [False, True])
    @pytest.mark.parametrize(
        ("n", "gamma", "path"), [(300, 0.3, "cholesky"), (900, 0.1, "cholesky, low rank")]
    )
    def test_residual_is_that_of_the_kernel_itself(self, n, gamma, path, intercept):
        X, y = drawn(5, n, 2)
        solution = ridge.solve_dual(RBF(gamma).gram(X), y, 0.1, intercept)
        K = RBF(gamma)(X)
        assert solution.path == path and solution.converged
        true = np.linalg.norm(y - solution.b - 0.1 * solution.alpha - K @ solution.alpha)
        assert solution.residual == pytest.approx(true, rel=0.5, abs=1e-11)
        assert true < 1e-9 * np.linalg.norm(y)
        assert solution.objective_gap == solution.residual**2
        plain = ridge.certify(K, y, 0.1, *ridge.plain_kernel_ridge(K, y, 0.1, intercept), intercept)
        np.testing.assert_allclose(solution.fitted, plain.fitted, atol=1e-9)
        np.testing.assert_allclose(solution.loo_residuals, plain.loo_residuals, atol=1e-7)

    def test_the_matrix_that_was_given_stays_as_it_was(self):
        X, y = drawn(7, 50, 2)
        K = RBF(0.5)(X)
        kept = K.copy()
        ridge.solve_dual(K, y, 0.1).inverse_diagonal.sum()
        ridge.loo_path(K, y)
        np.testing.assert_array_equal(K, kept)


@pytest.mark.parametrize("intercept", [True, False])
@pytest.mark.parametrize("scale", [1e-320, 1e-306, 1e-100])
def test_a_matrix_that_is_nothing_beside_lam(scale, intercept):
    y, lam = np.array([1.0, 2.0, 4.0]), 1.0 if scale < 1e-200 else 1e300
    found = ridge.solve_dual(scale * np.eye(3), y, lam, intercept)
    assert found.converged
    np.testing.assert_allclose(found.alpha * lam, y - intercept * y.mean(), rtol=1e-12)
    np.testing.assert_allclose(found.inverse_diagonal * lam, 1 - intercept / 3, rtol=1e-12)


def test_noise_that_happens_to_cancel_certifies_nothing():
    y = np.random.default_rng(4).normal(size=8)
    with pytest.warns(ConvergenceWarning, match="rounding of the largest K"):
        found = ridge.solve_dual(np.ones((8, 8)), y, 4e-285)
    assert not found.converged
    # In another order of the points the same weights fit something else.
    sums = [float(np.sum(found.alpha[np.random.default_rng(i).permutation(8)])) for i in range(9)]
    assert np.ptp(sums) > 1e200


@pytest.mark.parametrize("lam", [1e-300, 1e-158, 1e158, 1e300])
def test_left_out_of_a_matrix_that_is_0_the_others_give_their_mean(lam):
    y = np.array([1.0, 2.0, 6.0])
    found = ridge.solve_dual(np.zeros((3, 3)), y, lam)
    np.testing.assert_allclose(found.loo_residuals, [-3.0, -1.5, 4.5], rtol=1e-12)
