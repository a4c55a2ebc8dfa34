"""Support vector regression against scikit-learn and loops over its definitions."""

import numpy as np
import pytest
from sklearn.svm import SVR

from kernelsy19 import svm
from kernelsy19.kernels import RBF, Linear, Polynomial

KERNELS = [RBF(0.5), Linear(), Polynomial(2)]


def wave(seed, n):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    return X, np.sin(2 * X[:, 0]) + X[:, 1] + 0.3 * rng.normal(size=n)


@pytest.mark.checks("COURSE-tube-loss", "COURSE-tube-primal", "COURSE-tube-dual")
@pytest.mark.checks("COURSE-tube-box", "COURSE-tube-function")
def test_equations_by_loops():
    rng = np.random.default_rng(0)
    y, f, Phi, beta = *rng.normal(size=(2, 6)), rng.normal(size=(6, 3)), rng.normal(size=6)
    losses = [max(0, abs(a - b) - 0.4) for a, b in zip(y, f, strict=True)]
    np.testing.assert_allclose(svm.tube_loss(y, f, 0.4), losses)
    assert svm.tube_risk(3.0, y, f, 2.0, 0.4) == pytest.approx(1.5 + 2 * sum(losses))
    w, new = sum(b * x for b, x in zip(beta, Phi, strict=True)), rng.normal(size=(4, 3))
    dual = sum(y * beta) - 0.4 * sum(abs(beta)) - w @ w / 2
    assert svm.tube_dual_objective(beta, y, Phi @ Phi.T, 0.4) == pytest.approx(dual)
    np.testing.assert_allclose(svm.tube_function(beta, new @ Phi.T, 0.7), new @ w + 0.7)
    for weights, off in (([1.0, -1, 0], 0), ([1, -0.5, 0], 0.5), ([3, -3, 0], 1), ([-4, 2, 2], 2)):
        assert svm.tube_infeasibility(np.array(weights), 2.0) == off


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
@pytest.mark.parametrize(("C", "epsilon"), [(0.1, 0.2), (1.0, 0.0), (10.0, 0.5)])
@pytest.mark.parametrize("rows", [True, False])
def test_the_best_function_whoever_looks_for_it(kernel, C, epsilon, rows):
    X, y = wave(1, 150 if rows else 40)
    K, n = kernel(X), len(X)
    fit = svm.solve_regression(kernel.gram(X) if rows else K, y, C, epsilon, tol=1e-9)
    assert fit.converged and fit.infeasibility < 1e-12 * C
    assert -1e-9 < fit.duality_gap < 1e-6 * fit.objective
    assert fit.objective == pytest.approx(svm.tube_dual_objective(fit.beta, y, K, epsilon))
    assert fit.primal_objective == pytest.approx(fit.beta @ K @ fit.beta / 2 + C * fit.xi.sum())
    np.testing.assert_allclose(fit.f, svm.tube_function(fit.beta, K, fit.b), atol=1e-9)
    np.testing.assert_allclose(svm.decision_function(kernel, X, fit, X), fit.f, atol=1e-8)
    peer = SVR(kernel="precomputed", C=C, epsilon=epsilon, tol=1e-10).fit(K, y)
    np.testing.assert_allclose(fit.f, peer.predict(K), atol=1e-3)
    beta = np.zeros(n)
    beta[peer.support_] = peer.dual_coef_[0]
    assert fit.objective >= svm.tube_dual_objective(beta, y, K, epsilon) - 1e-7 * fit.objective
    # A point inside the tube has no weight, one outside of it all that there is, with the sign of its side.
    miss = y - fit.f
    assert (fit.beta[np.abs(miss) < epsilon - 1e-6] == 0).all()
    outside = np.abs(miss) > epsilon + 1e-6
    np.testing.assert_allclose(fit.beta[outside], C * np.sign(miss)[outside])


def test_a_price_for_each_point_and_without_compiled_loops(monkeypatch):
    X, y = wave(3, 40)
    C = np.random.default_rng(0).uniform(0.1, 3, size=40)
    fast = svm.solve_regression(RBF(0.5)(X), y, C, 0.1, tol=1e-9)
    peer = SVR(gamma=0.5, C=1.0, epsilon=0.1, tol=1e-10).fit(X, y, sample_weight=C)
    np.testing.assert_allclose(fast.f, peer.predict(X), atol=1e-5)
    monkeypatch.setattr("kernelsy19.svm.solve.loops_pay", lambda n: False)
    plain = svm.solve_regression(RBF(0.5)(X), y, C, 0.1, tol=1e-9)
    assert plain.path == "plain" and plain.converged
    np.testing.assert_allclose(plain.f, fast.f, atol=1e-5)


def test_a_tube_around_everything_is_flat():
    X, y = wave(4, 30)
    fit = svm.solve_regression(RBF(0.5)(X), y, 1.0, np.ptp(y))
    assert fit.converged and not len(fit.support) and fit.objective == fit.duality_gap == 0
    assert fit.margin == np.inf and np.abs(y - fit.b).max() < np.ptp(y)
    np.testing.assert_array_equal(fit.f, fit.b)


def test_units_of_y():
    X, y = wave(5, 40)
    fit, small = (svm.solve_regression(RBF(0.5)(X), t * y, t, 0.1 * t, tol=1e-8 * t) for t in (1.0, 2.0**-40))
    np.testing.assert_array_equal(small.f, np.ldexp(fit.f, -40))
    assert small.converged and small.iterations == fit.iterations
