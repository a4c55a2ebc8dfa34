"""What the proofs of chapter 13 are evaluated on, found without what they conclude."""

import numpy as np
import pytest
from oracles import two_class_ball

from kernelcourse.svdd import draws
from kernelsy19 import svdd


@pytest.mark.parametrize("seed", range(8))
def test_the_primal_is_solved_as_another_solver_does(seed):
    s = draws.draw_solved(np.random.default_rng(seed))
    c, R2, least = two_class_ball(s.Phi, s.y, s.C)
    found = draws.solve_two_class_primal(s.Phi, s.y, s.C)
    assert found.value == pytest.approx(least, abs=1e-8)
    np.testing.assert_allclose(found.c, c, atol=1e-4)
    assert found.R2 == pytest.approx(R2, abs=1e-4)


@pytest.mark.parametrize("seed", range(8))
def test_its_multipliers_are_the_weights_that_the_dual_gives(seed):
    s = draws.draw_solved(np.random.default_rng(seed))
    dual = svdd.solve_dual(s.K, s.y, s.C, tol=1e-12)
    np.testing.assert_allclose(s.alpha, dual.alpha, atol=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_drawn_weights_are_feasible(seed):
    s = draws.draw_stationary(np.random.default_rng(seed))
    assert s.y @ s.alpha == pytest.approx(1, abs=1e-12)
    assert s.alpha.min() >= 0 and s.alpha.max() <= s.C
