"""Equations of logistic regression against loops, finite differences and a general solver of convex programs."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelsy19 import logistic
from kernelsy19.kernels import RBF


def problem(seed=0, n=7, p=3):
    rng = np.random.default_rng(seed)
    y = rng.permutation((np.arange(n) < n // 2).astype(float))
    return rng, rng.normal(size=(n, p)), y


@given(st.floats(-800, 800))
def test_probability_is_the_logistic_function_at_any_score(f):
    h = logistic.probability(f)
    assert 0 <= h <= 1
    assert h + logistic.probability(-f) == pytest.approx(1, abs=1e-15)
    if abs(f) < 700:
        assert h == pytest.approx(1 / (1 + np.exp(-f)), rel=1e-12)


@pytest.mark.checks("AML-24")
def test_loss_point_by_point_and_from_scores():
    rng, _, y = problem()
    f = 3 * rng.normal(size=len(y))
    total = 0.0
    for yi, fi in zip(y, f, strict=True):
        hi = 1 / (1 + np.exp(-fi))
        total -= np.log(hi) if yi == 1 else np.log(1 - hi)
    assert logistic.mean_loss(y, logistic.probability(f)) == pytest.approx(total / len(y), rel=1e-12)
    assert logistic.mean_loss_of_scores(y, f) == pytest.approx(total / len(y), rel=1e-12)


def test_loss_at_the_ends():
    y = np.array([0.0, 1.0])
    assert logistic.mean_loss(y, y) == 0
    assert logistic.mean_loss(y, 1 - y) == np.inf
    assert logistic.mean_loss_of_scores(y, np.array([2000.0, -2000.0])) == 2000


@pytest.mark.checks("AML-23", "AML-25", "AML-27")
def test_gradient_point_by_point():
    rng, X, y = problem(1)
    w = rng.normal(size=X.shape[1])
    h = logistic.linear_probability(w, X)
    expected = sum((1 / (1 + np.exp(-x @ w)) - yi) * x for x, yi in zip(X, y, strict=True)) / len(y)
    np.testing.assert_allclose(logistic.gradient_in_w(X, y, h), expected, rtol=1e-12)


@pytest.mark.checks("AML-28", "AML-representer", "AML-29")
def test_28_and_29_do_not_belong_together():
    """The gradient of (28) carries the labels; (29) is that of a score without them."""
    rng, X, y = problem(2)
    K, alpha, step = RBF(0.7)(X), rng.normal(size=len(y)), 1e-6
    for labels in (2 * y - 1, y):

        def loss(alpha, labels=labels):
            return logistic.mean_loss(y, logistic.probability_by_labels(alpha, labels, K))

        numeric = np.array(
            [(loss(alpha + step * e) - loss(alpha - step * e)) / (2 * step) for e in np.eye(len(y))]
        )
        by_29 = logistic.gradient_in_theta(K, y, logistic.probability_by_labels(alpha, labels, K))
        np.testing.assert_allclose(numeric, labels * by_29, atol=1e-8)
        assert np.abs(numeric - by_29).max() > 1e-2
    assert not numeric[y == 0].any()


@pytest.mark.checks("AML-sgd", "COURSE-klr-sgd")
def test_a_step_of_the_box_by_the_loops_of_the_box():
    rng, X, y = problem(3)
    K, theta = RBF(0.7)(X), rng.normal(size=len(y))
    for i, lam in itertools.product(range(len(y)), (0.0, 0.3)):
        mu = 1 / (1 + np.exp(-sum(theta[k] * K[k, i] for k in range(len(y)))))
        expected = [theta[k] - 0.2 * (mu - y[i] + lam * theta[i]) * K[k, i] for k in range(len(y))]
        found = logistic.penalized_sgd_update(theta, i, K, y, 0.2, lam)
        np.testing.assert_allclose(found, expected, rtol=1e-12)
        if not lam:
            np.testing.assert_array_equal(logistic.sgd_update(theta, i, K, y, 0.2), found)


@pytest.mark.checks("COURSE-klr-objective", "COURSE-klr-score")
def test_objective_point_by_point():
    rng, X, y = problem(5)
    K, theta, b = RBF(0.7)(X), rng.normal(size=len(y)), 0.4
    f = logistic.score(K, theta, b)
    np.testing.assert_allclose(f, [sum(theta[j] * K[i, j] for j in range(len(y))) + b for i in range(len(y))])
    signs = np.where(y == 1, 1, -1)
    expected = sum(np.log(1 + np.exp(-signs[i] * f[i])) for i in range(len(y)))
    expected += 0.35 * sum(theta[i] * K[i, j] * theta[j] for i in range(len(y)) for j in range(len(y)))
    assert logistic.penalized_objective(f, theta, K @ theta, y, 0.7) == pytest.approx(expected, rel=1e-12)


@pytest.mark.checks("COURSE-klr-surprise")
def test_a_surprise_is_the_distance_of_label_and_probability():
    rng, _, y = problem(6)
    f = 4 * rng.normal(size=len(y))
    h = 1 / (1 + np.exp(-f))
    np.testing.assert_allclose(logistic.surprises(f, y), np.abs(y - h), atol=1e-15)


@pytest.mark.checks("COURSE-klr-dual", "COURSE-klr-gap", "COURSE-klr-link")
def test_no_value_of_the_dual_is_above_one_of_the_objective():
    rng, X, y = problem(7)
    K, lam = RBF(0.7)(X), 0.3
    for _ in range(50):
        theta, s = rng.normal(size=len(y)), rng.uniform(size=len(y))
        f = K @ theta
        objective = logistic.penalized_objective(f, theta, f, y, lam)
        assert logistic.dual_objective(K, s, y, lam) <= objective
        own = logistic.surprises(f, y)
        r = logistic.residual(theta, y, logistic.probability(f), lam)
        gap = logistic.duality_gap(K @ r, r, lam)
        assert objective - logistic.dual_objective(K, own, y, lam) == pytest.approx(gap, rel=1e-9)
    np.testing.assert_allclose(logistic.coefficients_of_surprises(s, y, lam), np.where(y == 1, s, -s) / lam)


def test_the_dual_at_the_corners_of_its_box():
    _, X, y = problem(8)
    K = RBF(0.7)(X)
    assert logistic.dual_objective(K, np.zeros(len(y)), y, 0.5) == 0
    t = 2 * y - 1
    assert logistic.dual_objective(K, np.ones(len(y)), y, 0.5) == pytest.approx(-t @ K @ t)


@pytest.mark.checks("COURSE-klr-newton", "COURSE-klr-gradient", "COURSE-klr-hessian", "AML-26")
def test_newtons_step_is_the_minimum_of_the_parabola():
    rng, X, y = problem(9)
    K, lam, theta = RBF(0.7)(X), 0.3, rng.normal(size=len(y))
    h = 1 / (1 + np.exp(-K @ theta))
    W = np.diag(logistic.curvatures(h))
    g = logistic.objective_gradient(K, theta, y, h, lam)
    np.testing.assert_allclose(g, K @ (h - y) + lam * K @ theta, atol=1e-12)
    expected = theta - np.linalg.solve(K @ W @ K + lam * K, g)
    np.testing.assert_allclose(logistic.newton_step(K, K @ theta, y, lam), expected, atol=1e-9)
    np.testing.assert_allclose(logistic.descend(theta, 0.1, g), theta - g / 10)
