"""Newton's method of the engine: systems against dense ones, the intercept, the ways it takes."""

import numpy as np
import pytest
from scipy.linalg import LinAlgError
from scipy.optimize import brentq

from kernelsy19.engine import newton
from kernelsy19.gram import MatrixGram
from kernelsy19.kernels import RBF


def drawn(n, p=2, seed=0):
    rng = np.random.default_rng(seed)
    y = (np.arange(n) < n // 3).astype(float)
    return rng.normal(size=(n, p)) + y[:, None], y


@pytest.mark.parametrize("lam", [1e-4, 0.3, 50.0])
def test_both_solvers_solve_their_system(lam):
    rng = np.random.default_rng(1)
    L, W, v = rng.normal(size=(7, 30)), rng.uniform(0, 0.25, size=30), rng.normal(size=30)
    W[:5] = 0
    K = L.T @ L
    expected = np.linalg.solve(lam * np.eye(30) + W[:, None] * K, v)
    np.testing.assert_allclose(newton._dense_solver(K, W, lam)(v), expected, rtol=1e-8, atol=1e-8 / lam)
    np.testing.assert_allclose(newton._factored_solver(L, W, lam)(v), expected, rtol=1e-8, atol=1e-8 / lam)


def test_a_system_that_is_not_positive_definite_is_an_error():
    with pytest.raises(LinAlgError, match="positive definite"):
        newton._cholesky(np.array([[1.0, 2.0], [2.0, 1.0]]))


@pytest.mark.parametrize("seed", range(5))
def test_the_intercept_is_a_root(seed):
    rng = np.random.default_rng(seed)
    K_theta, y = rng.normal(size=40) * 10**seed, (np.arange(40) < 3 + 7 * seed).astype(float)
    b = newton.best_intercept(K_theta, y)
    excess = lambda b: (1 / (1 + np.exp(np.clip(-K_theta - b, -700, 700))) - y).sum()  # noqa: E731
    assert abs(excess(b)) < 1e-9
    if seed < 3:  # of larger scores many sums are flat over a wide interval
        assert b == pytest.approx(brentq(excess, -1e6, 1e6, xtol=1e-12), abs=1e-6)


def test_scores_that_are_all_alike_need_no_search():
    y = np.array([1.0, 0.0, 0.0, 0.0])
    assert newton.best_intercept(np.full(4, 5.0), y) == pytest.approx(np.log(1 / 3) - 5)


@pytest.mark.parametrize(
    ("n", "p", "gamma", "lam", "factored"),
    [
        (newton.FACTORED_FROM - 1, 2, 0.3, 1.0, False),
        (newton.FACTORED_FROM, 2, 0.3, 1.0, True),
        (400, 2, 0.3, 1e-6, True),
        (400, 10, 1.0, 1.0, False),
    ],
)
def test_a_factor_is_taken_where_it_has_few_rows(n, p, gamma, lam, factored):
    X, _ = drawn(n, p)
    system = newton.prepare(RBF(gamma).gram(X), lam)
    assert (system.L is not None) == factored
    if factored:
        K = RBF(gamma)(X)
        left_out = np.trace(K - system.L.T @ system.L)
        assert len(system.L) <= newton.WORTH_A_FACTOR * n
        assert left_out <= newton.LEFT_OUT * lam * (1 + 1e-9)


def test_the_gap_is_that_of_K_though_the_factor_is_another_matrix():
    X, y = drawn(300)
    K = RBF(0.5)(X)
    L = newton.prepare(MatrixGram(K, True), 0.1).L
    wrong = newton.System(MatrixGram(K, True), 0.1, 0.7 * L)
    fit = newton.minimize(wrong, y, False, 1e-9, 500)
    r = 0.1 * fit.theta - y + 1 / (1 + np.exp(-K @ fit.theta))
    assert fit.gap == pytest.approx(r @ K @ r / 0.2, abs=1e-10)
    assert fit.converged


def test_it_says_when_it_has_not_arrived():
    X, y = drawn(100)
    fit = newton.minimize(newton.prepare(RBF(0.5).gram(X), 0.01), y, False, 1e-12, 1)
    assert not fit.converged and fit.iterations == 1 and fit.gap > 1e-12
