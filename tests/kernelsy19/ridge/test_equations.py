"""The equations of chapter 10 against loops, general solvers and explicit inverses."""

import numpy as np
import pytest
from sklearn.linear_model import Ridge

from kernelsy19 import ridge
from kernelsy19.kernels import RBF, Polynomial


@pytest.fixture(params=[(7, 3), (4, 9), (5, 5)], ids=["tall", "wide", "square"])
def problem(request):
    n, p = request.param
    rng = np.random.default_rng(n)
    return rng.normal(size=(n, p)), rng.normal(size=n), 0.7


class TestFunctions:
    def test_products_of_functions_are_those_of_their_coordinates(self):
        rng, k = np.random.default_rng(0), Polynomial(2)
        X, Z = rng.normal(size=(5, 2)), rng.normal(size=(4, 2))
        alpha, beta = rng.normal(size=5), rng.normal(size=4)
        f, g = alpha @ k.feature_map(X), beta @ k.feature_map(Z)
        assert ridge.inner_product(alpha, k(X, Z), beta) == pytest.approx(f @ g)
        assert ridge.squared_norm(alpha, k(X)) == pytest.approx(f @ f)
        np.testing.assert_allclose(ridge.predict(k(Z, X), alpha, 0.5), k.feature_map(Z) @ f + 0.5)
        np.testing.assert_allclose(ridge.combine_points(alpha, k.feature_map(X)), f)


class TestRidge:
    def test_all_ways_give_what_scikit_learn_gives(self, problem):
        X, y, lam = problem
        theirs = Ridge(alpha=lam, fit_intercept=False, solver="svd").fit(X, y).coef_
        for beta in (
            ridge.primal_variables(X, y, lam),
            ridge.primal_from_dual(X, y, lam),
            X.T @ ridge.dual_variables(ridge.products_of_points(X), y, lam),
        ):
            np.testing.assert_allclose(beta, theirs, atol=1e-12)

    def test_objective_is_the_sum_that_it_says(self, problem):
        X, y, lam = problem
        beta = np.arange(X.shape[1]) / 3
        by_hand = sum((y[i] - sum(X[i] * beta)) ** 2 for i in range(len(y))) + lam * sum(beta**2)
        assert ridge.ridge_objective(beta, X, y, lam) == pytest.approx(by_hand)

    def test_push_through(self, problem):
        X, _, lam = problem
        expected = np.linalg.inv(X.T @ X + lam * np.eye(X.shape[1])) @ X.T
        np.testing.assert_allclose(ridge.push_through(X, lam), expected, atol=1e-12)

    def test_woodbury_needs_its_third_inverse(self):
        with pytest.raises(np.linalg.LinAlgError):
            ridge.woodbury(np.eye(1), np.eye(1), -np.eye(1), np.eye(1))


class TestShrinking:
    def test_one_price_and_several(self):
        K = RBF(0.4)(np.random.default_rng(1).normal(size=(6, 2)))
        values, vectors = np.linalg.eigh(K)
        lams = np.array([0.1, 1.0, 3.0])
        shares = ridge.shrinkage(values, lams)
        assert shares.shape == (6, 3)
        for j, lam in enumerate(lams):
            G = np.linalg.inv(K + lam * np.eye(6))
            np.testing.assert_allclose(ridge.shrinkage(values, lam), shares[:, j])
            np.testing.assert_allclose(np.linalg.eigvalsh(K @ G), shares[:, j], atol=1e-12)
            assert ridge.degrees_of_freedom(shares)[j] == pytest.approx(np.trace(K @ G))
            diagonal = ridge.inverse_diagonal_from(vectors, values, lams)[:, j]
            np.testing.assert_allclose(diagonal, np.diagonal(G), rtol=1e-10)

    def test_cross_validation_without_shrinking_the_error(self):
        residuals = np.array([1.0, -2.0, 2.0, 1.0])
        assert ridge.generalized_cross_validation(residuals, 0.0) == pytest.approx(2.5)
        assert ridge.generalized_cross_validation(residuals, 2.0) == pytest.approx(10.0)
