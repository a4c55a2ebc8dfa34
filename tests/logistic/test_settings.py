"""What the proofs of chapter 11 are evaluated on is what it says, found without what they conclude."""

import numpy as np
import pytest

from kernelsy19 import logistic
from kernelsy19.logistic import settings

SEEDS = range(8)


def test_slopes_and_jacobians_are_right_to_ten_digits():
    A, at = np.random.default_rng(0).normal(size=(4, 3)), np.array([0.3, -1.0, 0.5])
    np.testing.assert_allclose(
        settings.slope(lambda x: np.exp(A @ x).sum(), at), np.exp(A @ at) @ A, rtol=1e-10
    )
    expected = np.cos(A @ at)[:, None] * A
    np.testing.assert_allclose(settings.jacobian(lambda x: np.sin(A @ x), at), expected, atol=1e-10)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_free_setting_is_in_general_position(seed):
    s = settings.draw_free(np.random.default_rng(seed))
    assert s.n >= 6 and s.Phi.shape[1] >= 3
    np.testing.assert_allclose(s.Phi @ s.Phi.T, s.K, atol=1e-10)
    np.testing.assert_allclose(s.Phi_new @ s.Phi.T, s.K_new, atol=1e-10)
    assert 0 < s.y.sum() < s.n and set(s.t) == {-1, 1}
    h = logistic.probability(s.K @ s.theta)
    assert np.abs(logistic.objective_gradient(s.K, s.theta, s.y, h, s.lam)).max() > 1e-2


@pytest.mark.parametrize("seed", SEEDS)
def test_the_root_finder_found_what_newton_finds(seed):
    s = settings.draw_minimum(np.random.default_rng(seed))
    best = logistic.plain_newton(s.K, s.y, s.lam, tol=1e-16)
    np.testing.assert_allclose(s.best, best.theta, atol=1e-6)
    assert settings.objective_at(s.best, s.K, s.y, s.lam) == pytest.approx(best.objective, abs=1e-12)
    assert np.abs(s.theta - s.best).max() > 0.1 and np.linalg.norm(s.way) == pytest.approx(1)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_step_is_that_of_newton(seed):
    s = settings.draw_stepping(np.random.default_rng(seed))
    np.testing.assert_allclose(s.theta_plus, logistic.newton_step(s.K, s.K @ s.theta, s.y, s.lam), atol=1e-7)
    assert np.abs(s.theta_plus - s.theta).max() > 0.1


@pytest.mark.parametrize("seed", SEEDS)
def test_separating_coefficients_separate(seed):
    s = settings.draw_separating(np.random.default_rng(seed))
    np.testing.assert_allclose(s.K @ s.d, s.t, atol=1e-9)
    assert s.c >= 1
