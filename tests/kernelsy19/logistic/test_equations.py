"""Equations of logistic regression where numbers are extreme, and one that no line of a derivation carries."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernelsy19 import logistic
from kernelsy19.kernels import RBF

X, Y = np.random.default_rng(0).normal(size=(7, 3)), np.array([0.0, 1, 0, 1, 1, 0, 1])


@given(st.floats(-800, 800))
def test_probability_is_the_logistic_function_at_any_score(f):
    h = logistic.probability(f)
    assert 0 <= h <= 1
    assert h + logistic.probability(-f) == pytest.approx(1, abs=1e-15)
    if abs(f) < 700:
        assert h == pytest.approx(1 / (1 + np.exp(-f)), rel=1e-12)


def test_loss_at_the_ends():
    y = np.array([0.0, 1.0])
    assert logistic.mean_loss(y, y) == 0
    assert logistic.mean_loss(y, 1 - y) == np.inf
    assert logistic.mean_loss_of_scores(y, np.array([2000.0, -2000.0])) == 2000


@pytest.mark.checks("AML-27")
def test_gradient_point_by_point():
    w = np.array([0.3, -1.0, 2.0])
    expected = sum((1 / (1 + np.exp(-x @ w)) - y) * x for x, y in zip(X, Y, strict=True)) / 7
    np.testing.assert_allclose(logistic.gradient_in_w(X, Y, logistic.linear_probability(w, X)), expected)


def test_the_dual_at_the_corners_of_its_box():
    K, t = RBF(0.7)(X), 2 * Y - 1
    assert logistic.dual_objective(K, np.zeros(7), Y, 0.5) == 0
    assert logistic.dual_objective(K, np.ones(7), Y, 0.5) == pytest.approx(-t @ K @ t)
