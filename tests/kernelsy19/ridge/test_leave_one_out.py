"""Leaving one out for all λ carries a certificate, in the entries of K, of the best λ and of the smallest."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.model_selection import KFold

from kernelsy19 import ridge
from kernelsy19.kernels import RBF
from kernelsy19.ridge import leave_one_out
from kernelsy19.validation import ConvergenceWarning


def drawn(n, seed=0):
    X = np.random.default_rng(seed).normal(size=(n, 2))
    return X, np.sin(2 * X[:, 0]) + X[:, 1]


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize(
    ("n", "gamma", "path"), [(60, 0.5, "eigenvectors"), (700, 0.1, "eigenvectors, low rank")]
)
def test_a_path_is_certified_whatever_its_way(n, gamma, path, intercept):
    X, y = drawn(n)
    found = ridge.loo_path(RBF(gamma).gram(X), y, np.logspace(-2, 3, 6), intercept)
    assert (found.path, found.converged, found.doubts) == (path, True, ())
    assert found.residual <= 1e-6 * np.linalg.norm(y)
    assert max(found.inverse_residual, found.residual_at_end) <= 1e-6


def test_residuals_are_those_of_the_best_and_the_smallest_lambda():
    """What is measured is what is wrong: a multiple of K in the place of K."""
    X, y = drawn(40)
    y = y + np.random.default_rng(1).normal(size=40)  # so that the smallest λ is not the best
    K, lams = RBF(0.5)(X), np.logspace(-1, 2, 5)
    modes = leave_one_out.find_modes(leave_one_out.psd_provider(K), True, lams[0])
    off = replace(modes, values=1.01 * modes.values)
    alphas = off.alphas(y, lams)

    def left(target, j):
        alpha = off.alphas(target, lams[j : j + 1])[:, 0]
        r = target - lams[j] * alpha - K @ alpha
        return np.linalg.norm(r - r.mean())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(leave_one_out, "find_modes", lambda *arguments: off)
        with pytest.warns(ConvergenceWarning, match="residual"):
            found = ridge.loo_path(K, y, lams)
    assert found.best > 0 and found.residual == pytest.approx(left(y, found.best), rel=1e-9)
    G = (off.vectors**2) @ (1 / (off.values + lams[found.best]))
    far = np.eye(40)[np.abs(alphas[:, found.best] / G).argmax()]
    assert found.inverse_residual == pytest.approx(left(far, found.best), rel=1e-9)
    spread = np.linalg.norm(y - y.mean())
    assert found.residual_at_end == pytest.approx(max(left(far, 0), left(y, 0) / spread), rel=1e-9)


def lose_the_first(modes):
    return replace(modes, values=modes.values[1:], vectors=modes.vectors[:, 1:])


def lose_the_last(modes):
    return replace(modes, values=modes.values[:-1], vectors=modes.vectors[:, :-1])


def turn_one(modes):
    vectors = modes.vectors.copy()
    vectors[:, 0] = (vectors[:, 0] + 0.01 * vectors[:, 1]) / np.hypot(1, 0.01)
    return replace(modes, vectors=vectors)


def say_less_is_left_out(modes):
    return replace(modes, rest=modes.rest + 1e-3)


@pytest.mark.parametrize("spoil", [lose_the_first, lose_the_last, turn_one, say_less_is_left_out])
@pytest.mark.parametrize("intercept", [False, True])
def test_eigenvectors_that_are_none_are_not_certified(spoil, intercept, monkeypatch):
    X, y = drawn(60)
    find = leave_one_out.find_modes
    monkeypatch.setattr(leave_one_out, "find_modes", lambda *arguments: spoil(find(*arguments)))
    with pytest.warns(ConvergenceWarning, match="raise lam"):
        assert not ridge.loo_path(RBF(0.5)(X), y, np.logspace(-2, 3, 6), intercept).converged


@pytest.mark.parametrize("lams", [[1e-18, 1.0], [1e-320, 1e-310]])
def test_a_price_below_rounding_is_told(lams):
    X, y = drawn(60)
    with pytest.warns(ConvergenceWarning, match="raise lam"):
        found = ridge.loo_path(RBF(0.01)(X), y, lams)
    assert not found.converged and found.best in (0, 1)


@pytest.mark.parametrize("places", [-700, 700])
def test_squares_that_no_float_holds_are_a_doubt(places):
    X, y = drawn(60)
    with pytest.warns(ConvergenceWarning, match=r"mean squared error inf|all digits"):
        assert not ridge.loo_path(RBF(0.5)(X), np.ldexp(y, places)).converged


@pytest.mark.parametrize("seed", [0, 3])
def test_points_put_aside_take_no_part_in_the_choice(seed):
    X, y = drawn(23)
    order = np.lexsort(np.column_stack([X, y]).T)
    (X, y), given = (X[order], y[order]), (X, y)
    kernels, lams = [RBF(0.1), RBF(2.0)], [1e-3, 0.1, 10.0]
    errors = np.empty(23)
    for rest, aside in KFold(4, shuffle=True, random_state=seed).split(X):
        tried = {
            (k, lam): (ridge.plain_leave_one_out(k(X[rest]), y[rest], lam) ** 2).sum()
            for k in kernels
            for lam in lams
        }
        k, lam = min(tried, key=tried.get)
        model = ridge.KernelRidge(k, lam).fit(X[rest], y[rest])
        errors[aside] = y[aside] - model.predict(X[aside])
    found = ridge.error_put_aside((k for k in kernels), *given, lams, n_folds=4, seed=seed)
    assert found == pytest.approx(np.sqrt((errors**2).mean()), rel=1e-9)
