"""What the proofs about the ball are evaluated on is what it says, found without what they conclude."""

import numpy as np
import oracles
import pytest

from kernelcourse.ball import draws
from kernelcourse.proving.derivations import gradient
from kernelsy19 import ball


@pytest.mark.parametrize("seed", range(10))
def test_the_primal_is_solved_as_another_solver_does(seed):
    s = draws.draw_primal(np.random.default_rng(seed))
    c, R2, minimum = oracles.enclosing_ball(s.Phi, s.nu)
    found = draws.solve_primal(s.Phi, s.nu)
    assert found.value == pytest.approx(minimum, abs=1e-9)
    np.testing.assert_allclose(found.c, c, atol=1e-5)
    assert found.R2 == pytest.approx(R2, abs=1e-5)
    assert found.value == pytest.approx(ball.primal_objective(found.R2**0.5, found.xi, s.nu), rel=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_its_multipliers_are_the_weights_that_the_dual_gives(seed):
    s = draws.draw_primal(np.random.default_rng(seed))
    dual = ball.solve_dual(s.K, s.nu, tol=1e-12)
    np.testing.assert_allclose(s.alpha, dual.alpha, atol=1e-7)
    assert all(kind.any() for kind in ball.three_kinds(s.alpha, s.nu))
    np.testing.assert_allclose(s.Phi @ s.Phi_new.T, s.K_new.T, atol=1e-12)


def test_relaxing_all_constraints_alike_shrinks_the_ball_by_as_much():
    s = draws.draw_primal(np.random.default_rng(3))
    relaxed = draws.solve_primal(s.Phi, s.nu, 0.1)
    assert relaxed.value == pytest.approx(draws.solve_primal(s.Phi, s.nu).value - 0.1, abs=1e-12)
    np.testing.assert_allclose(relaxed.c, s.c, atol=1e-10)


@pytest.mark.parametrize("seed", range(5))
def test_a_stationary_point_is_one_and_nothing_else_is_special_about_it(seed):
    s = draws.draw_stationary_point(np.random.default_rng(seed))

    def of_center(c):
        return ball.lagrangian(s.R, c, s.xi, s.alpha, s.beta, s.Phi, s.nu)

    np.testing.assert_allclose(gradient(of_center, s.c), 0, atol=1e-10)
    _, d2 = s.beta, ((s.Phi - s.c) ** 2).sum(axis=1)
    assert np.abs(ball.complementary_slackness(s.R**2, s.xi, s.alpha, s.beta, d2)[0]).max() > 1e-2


@pytest.mark.parametrize("seed", range(5))
def test_a_feasible_ball_has_points_on_both_sides_and_enough_slack(seed):
    s = draws.draw_feasible(np.random.default_rng(seed))
    spare, _ = ball.constraints(s.R, s.c, s.xi, s.Phi)
    d2 = ((s.Phi - s.c) ** 2).sum(axis=1)
    assert spare.min() > 0 and s.xi.min() > 0
    assert (d2 < s.R**2).any() and (d2 > s.R**2).any()
