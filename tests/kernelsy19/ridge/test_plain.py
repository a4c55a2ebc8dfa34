"""Ridge and kernel ridge regression the plain way: what a gap bounds, what is in doubt, and what is singular."""

import itertools
import warnings
from dataclasses import replace

import numpy as np
import pytest

from kernelsy19 import ridge
from kernelsy19.kernels import RBF, Linear
from kernelsy19.ridge.plain import judged
from kernelsy19.validation import ConvergenceWarning


def drawn(seed, n, p, repeated=False):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    X = np.vstack([X, X[: n // 2]]) if repeated else X
    return X, np.sin(X[:, 0]) + 0.3 * rng.normal(size=len(X)) + 2


def plainly(K, y, lam, intercept=True):
    return ridge.certify(K, y, lam, *ridge.plain_kernel_ridge(K, y, lam, intercept), intercept)


def test_the_gap_of_ridge_regression_bounds_what_is_left():
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(6, 4)) * [1, 1, 1, 0], rng.normal(size=6)
    best = ridge.solve_ridge(X, y, 0.3)
    for step in (1e-3, 0.1, 2.0, np.eye(4)[3]):
        beta = best.beta + step * (rng.normal(size=4) if np.ndim(step) == 0 else 1)
        slope = X.T @ (y - X @ beta) - 0.3 * beta
        objective, left = ridge.ridge_objective(beta, X, y, 0.3), np.linalg.norm(slope)
        off = ridge.RidgeSolution(beta, 0.3, objective, left, "primal")
        assert 0 < off.objective - best.objective <= off.objective_gap + 1e-12
    # Where X sees nothing of a step, the bound is what is lost.
    assert off.objective - best.objective == pytest.approx(off.objective_gap)


@pytest.mark.parametrize("solve", [plainly, ridge.solve_dual])
@pytest.mark.parametrize("kernel", [RBF(0.5), Linear(), 1e8 * RBF(0.5)], ids=repr)
def test_targets_that_are_all_the_same_leave_nothing_in_doubt(solve, kernel):
    for n in range(2, 30):
        X = np.random.default_rng(n).normal(size=(n, 2))
        for c, lam in itertools.product((0.1, 1 / 3, 2.7, 1e10 / 3), (75.0, 1.0, 1e-3)):
            fit = solve(kernel(X), np.full(n, c), lam)
            assert fit.converged, (n, c, lam, fit.doubts)
            np.testing.assert_allclose(fit.fitted, c, rtol=1e-12)


def test_weights_whose_sum_is_off_are_in_doubt():
    X, y = drawn(11, 20, 2)
    fit = ridge.solve_dual(RBF(0.5)(X), y, 0.3)
    off = replace(fit, alpha=fit.alpha + 1e-9 * np.abs(fit.alpha).max())
    with pytest.warns(ConvergenceWarning, match="a sum of the dual variables"):
        assert not judged(off, 1.0, fit.K, 0.0).converged


SINGULAR = {
    "equal columns": np.ones((5, 2)),
    "equal rows": np.ones((2, 5)),
    "a column of 0": np.column_stack([np.arange(4.0), np.zeros(4)]),
    "rank two of four": np.random.default_rng(5).integers(-3, 4, (6, 2)) @ [[1.0, 0, 2, 1], [0, 1, 1, -1]],
}


@pytest.mark.parametrize("X", SINGULAR.values(), ids=SINGULAR)
@pytest.mark.parametrize("lam", [5e-324, 1e-300, 1e-40])
def test_a_price_that_leaves_the_system_singular_has_an_answer_or_an_error_that_names_it(X, lam):
    """Its limit as λ falls to 0 is the shortest of all β that fit best, which the pseudoinverse gives."""
    y = np.arange(1.0, len(X) + 1)
    with warnings.catch_warnings(action="error"):
        found = ridge.solve_ridge(X, y, lam)
    np.testing.assert_allclose(found.beta, np.linalg.pinv(X) @ y, atol=1e-12)
    assert found.converged and found.residual <= 1e-12 * np.linalg.norm(X.T @ y)
    for way in ("primal", "dual"):
        with warnings.catch_warnings(action="error", category=ConvergenceWarning):
            try:
                plain = ridge.certify_ridge(X, y, lam, ridge.plain_ridge(X, y, lam, way))
            except ValueError as error:
                assert str(error).startswith(f"lam must be larger, got {lam:g}: ")
            except ConvergenceWarning as warning:  # rounding left a pivot that is not quite 0
                assert "raise lam" in str(warning)
            else:
                assert plain.residual <= 1e-6 * np.linalg.norm(X.T @ y)


@pytest.mark.filterwarnings("error::RuntimeWarning")
@pytest.mark.parametrize("intercept", [False, True])
def test_a_kernel_matrix_that_stays_singular_is_refused_by_the_plain_way_and_doubted_by_the_fast_one(
    intercept,
):
    K, y = np.ones((4, 4)), np.array([1.0, 2.0, 4.0, 5.0])
    with pytest.raises(ValueError, match="lam must be larger, got 1e-300: it is so small"):
        ridge.plain_kernel_ridge(K, y, 1e-300, intercept)
    with pytest.warns(ConvergenceWarning, match="raise lam"):
        assert not ridge.solve_dual(K, y, 1e-300, intercept).converged


def test_an_answer_that_is_off_is_noticed():
    X, y = drawn(0, 20, 2)
    K = RBF(0.5)(X)
    alpha, b = ridge.plain_kernel_ridge(K, y, 0.3)
    with pytest.warns(ConvergenceWarning, match="with residual") as said:
        off = ridge.certify(K, y, 0.3, 1.01 * alpha, b)
    assert said[0].filename == __file__ and not off.converged
    assert off.residual == pytest.approx(np.linalg.norm(y - b - 1.01 * (0.3 * alpha + K @ alpha)))
    with pytest.warns(ConvergenceWarning, match="with residual"):
        assert not ridge.certify_ridge(X, y, 0.3, 1.01 * ridge.plain_ridge(X, y, 0.3)).converged


def test_one_point_and_one_point_many_times():
    alone = plainly(np.ones((1, 1)), [3.0], 1.0)
    assert (alone.alpha[0], alone.b) == pytest.approx((0, 3))
    same = plainly(np.ones((4, 4)), [1.0, 2.0, 3.0, 6.0], 0.5)
    np.testing.assert_allclose(same.fitted, 3.0)
