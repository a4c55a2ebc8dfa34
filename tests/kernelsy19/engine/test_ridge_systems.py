"""Systems with a number on the diagonal: every way to the answer, against plain inverses."""

import numpy as np
import pytest

from kernelsy19.engine import ridge_systems
from kernelsy19.gram import MatrixGram
from kernelsy19.kernels import RBF, Laplacian


def system(n=40, p=2, gamma=0.3, lam=0.2, intercept=True, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    K = RBF(gamma)(X)
    M = K + lam * np.eye(n)
    if intercept:
        M = np.block([[M, np.ones((n, 1))], [np.ones((1, n)), np.zeros((1, 1))]])
    return X, K, rng.normal(size=n) + 3, np.linalg.inv(M)[:n, :n]


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("way", ["_by_cholesky", "_by_eigenvectors"])
def test_each_way_solves(way, intercept):
    _, K, y, G = system(intercept=intercept)
    found = getattr(ridge_systems, way)(MatrixGram(K), y, 0.2, intercept)
    np.testing.assert_allclose(found.alpha, G @ y, atol=1e-9)
    np.testing.assert_allclose(found.values, K @ found.alpha, atol=1e-9)
    assert found.residual < 1e-10
    assert found.b == (pytest.approx((y - K @ found.alpha).mean()) if intercept else 0)


@pytest.mark.parametrize("intercept", [False, True])
def test_few_rows_solve_and_are_corrected(intercept):
    X, _, y, G = system(n=600, gamma=0.05, intercept=intercept)
    gram = RBF(0.05).gram(X)
    assert len(ridge_systems.few_rows(gram).L) < 150
    found = ridge_systems.solve_penalized(gram, y, 0.2, intercept)
    assert found.path == "cholesky, low rank" and found.residual < 1e-10 * np.linalg.norm(y)
    np.testing.assert_allclose(found.alpha, G @ y, atol=1e-8)
    ours = ridge_systems.diagonal_of_inverse(gram, 0.2, intercept)
    np.testing.assert_allclose(ours, np.diagonal(G), rtol=1e-8)
    modes = ridge_systems.find_modes(gram, intercept, 0.2)
    assert modes.path == "eigenvectors, low rank"
    np.testing.assert_allclose(modes.alphas(y, np.array([0.2]))[:, 0], G @ y, atol=1e-6)


def test_many_rows_are_not_tried():
    X = np.random.default_rng(0).normal(size=(600, 8))
    assert ridge_systems.few_rows(Laplacian(1.0).gram(X)) is None
    assert ridge_systems.few_rows(RBF(0.05).gram(X[:300, :2])) is None


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("K", [np.ones((5, 5)), np.zeros((4, 4)), np.eye(3), np.ones((1, 1))], ids=str)
def test_eigenvectors_are_at_right_angles_to_ones_however_many_eigenvalues_are_zero(K, intercept):
    modes = ridge_systems.all_modes(MatrixGram(K), intercept)
    n, V = len(K), modes.vectors
    P = np.eye(n) - (1 / n if intercept else 0)
    np.testing.assert_allclose(V @ V.T, P, atol=1e-12)
    np.testing.assert_allclose(V @ np.diag(modes.values) @ V.T, P @ K @ P, atol=1e-12)
    assert not modes.rest.any()


@pytest.mark.parametrize("intercept", [False, True])
def test_diagonal_of_the_inverse(intercept):
    _, K, _, G = system(intercept=intercept)
    found = ridge_systems.diagonal_of_inverse(MatrixGram(K), 0.2, intercept)
    np.testing.assert_allclose(found, np.diagonal(G), rtol=1e-10)


@pytest.mark.parametrize("intercept", [False, True])
def test_where_rounding_leaves_no_factor_eigenvectors_do(intercept):
    X = np.linspace(0, 1, 60)[:, None]
    K, y = MatrixGram(RBF(0.01)(X)), np.sin(6 * X[:, 0])
    assert ridge_systems._by_cholesky(K, y, 1e-19, intercept) is None
    assert ridge_systems.solve_penalized(K, y, 1e-19, intercept).path == "eigenvectors"
    assert (ridge_systems.diagonal_of_inverse(K, 1e-19, intercept) > 0).all()


def test_a_negative_eigenvalue_is_refused():
    with pytest.raises(ValueError, match="must be PSD, but has an eigenvalue of -2"):
        ridge_systems.all_modes(MatrixGram(np.diag([1.0, -2.0, 1.0])), False)
