"""What the proofs of chapter 12 are evaluated on is what it says, found without what they conclude."""

import numpy as np
import pytest

from kernelsy19 import svm
from kernelsy19.course.derivations import gradient
from kernelsy19.svm import settings


@pytest.mark.parametrize("seed", range(8))
def test_the_primal_is_what_the_dual_gives(seed):
    s = settings.draw_primal(np.random.default_rng(seed))
    dual = svm.solve_dual(s.K, s.y, s.C, tol=1e-11)
    assert s.value == pytest.approx(dual.objective, rel=1e-8)
    np.testing.assert_allclose(s.alpha, dual.alpha, atol=1e-6 * s.C)
    assert s.b == pytest.approx(dual.b, abs=1e-6)
    assert all(kind.any() for kind in svm.three_kinds(s.alpha, s.C))
    np.testing.assert_allclose(s.Phi @ s.Phi_new.T, s.K_new.T, atol=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_a_stationary_point_is_one_and_nothing_else_is_special_about_it(seed):
    s = settings.draw_stationary_point(np.random.default_rng(seed))
    slopes = gradient(lambda w: settings.lagrangian(w, s.b, s.xi, s.alpha, s.beta, s.Phi, s.y, s.C), s.w)
    np.testing.assert_allclose(slopes, 0, atol=1e-9)
    assert np.abs(s.beta * s.xi).max() > 1e-2


@pytest.mark.parametrize("seed", range(4))
def test_weights_are_feasible_and_not_the_best(seed):
    s = settings.draw_weights(np.random.default_rng(seed))
    assert svm.infeasibility(s.alpha, s.y, s.C) < 1e-12
    best = svm.solve_dual(s.K, s.y, s.C, tol=1e-9)
    assert svm.dual_objective(s.alpha, s.y, s.K) < best.objective - 1e-3


@pytest.mark.parametrize("seed", range(4))
def test_the_perceptron_of_a_setting_is_one(seed):
    s = settings.draw_perceptron(np.random.default_rng(seed))
    F = np.zeros(s.n)
    for i in s.order:
        assert s.y[i] * F[i] <= 0
        F += s.y[i] * s.Phi1 @ s.Phi1[i]
    assert (s.y * F > 0).all()
    assert (s.y * (s.Phi1 @ s.u) > 0).all() and np.linalg.norm(s.u) == pytest.approx(1)


def test_the_points_of_the_pictures_are_the_same_everywhere():
    X, y = settings.two_groups()
    assert X.shape == (30, 2) and y.sum() == 0
    np.testing.assert_allclose(X[0], [-1.457865, -1.122859], atol=1e-6)
    assert np.linalg.norm(settings.group_in_ring()[0], axis=1)[:15].mean() < 1.2
