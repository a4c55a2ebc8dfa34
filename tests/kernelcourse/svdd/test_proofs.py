"""What is special to the proofs of chapter 13: their premises fail where the text says that they fail."""

import numpy as np
import pytest

from kernelcourse.svdd import draws, proofs
from kernelcourse.svdd.without import at_the_best_ball, weights_of_one_kind
from kernelsy19 import svdd


@pytest.mark.parametrize("seed", range(4))
def test_in_R2_the_constraint_of_an_outlier_is_concave_and_that_of_a_target_convex(seed):
    """The sentence of section 13.3, on the world in which line 4 of the convex form is broken."""
    s = proofs.convex_form.draw(seed, 4).but(squared_radius_of=lambda rho, c: rho)
    left, right = proofs.convex_form.steps[3].sides(s)
    assert (left[s.y > 0] < right[s.y > 0]).all() and (left[s.y < 0] > right[s.y < 0]).all()


@pytest.mark.parametrize("seed", range(4))
def test_the_gap_closes_at_the_best_ball_and_only_there(seed):
    s = draws.draw_stationary(np.random.default_rng(seed))
    best = at_the_best_ball(s)
    assert abs(svdd.duality_gap(s.K, s.y, best.alpha, s.C)) < 1e-8
    assert svdd.duality_gap(s.K, s.y, s.alpha, s.C) > 1e-3


@pytest.mark.parametrize("seed", range(8))
def test_weights_of_one_kind_keep_the_sum_and_both_bounds_meet(seed):
    s = weights_of_one_kind(draws.draw_solved(np.random.default_rng(seed)), np.random.default_rng(seed))
    assert s.y @ s.alpha == pytest.approx(1)
    assert set(np.round(s.alpha / s.C, 12)) <= {0.0, 1.0}
    inside, surface, _ = svdd.places(s.y, s.alpha, s.C)
    assert inside.sum() == pytest.approx(np.count_nonzero(s.y > 0) - 1 / s.C) and not surface.any()


def test_a_students_own_form_of_the_center():
    proof = proofs.stationarity
    assert proof.check_line(7, lambda s: sum(s.y[i] * s.alpha[i] * s.Phi[i] for i in range(s.n)))
    assert not proof.check_line(7, lambda s: s.alpha @ s.Phi)
