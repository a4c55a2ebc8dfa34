"""What is special to the proofs of chapter 04: the premise about the surface, and problems solved on their own."""

import numpy as np
import oracles
import pytest

from kernelcourse.one_class import draws, proofs, without
from kernelsy19 import ball, one_class
from kernelsy19.kernels import Laplacian, Linear

SEEDS = range(10)


class TestSurface:
    def test_points_of_length_one_are_all_on_the_sphere_and_the_premise_says_so(self):
        """D = 2 and K(x, x) = 1: the bound of D + 1 = 3 does not hold, since the points are not in general position."""
        X = without.of_length_one(np.random.default_rng(0).normal(size=(800, 2)))
        solution = ball.solve_dual(Linear()(X), 0.2, tol=1e-9)
        assert (np.abs(solution.squared_distances - solution.R2) < 1e-7).all()
        assert solution.surface.sum() > 3
        assert without.missing_rank(X[:10]) >= 1

    @pytest.mark.parametrize("seed", SEEDS)
    def test_general_position_is_what_it_says(self, seed):
        rng = np.random.default_rng(seed)
        Phi = rng.normal(size=(8, 3))
        assert without.missing_rank(Phi) == 0
        assert without.missing_rank(without.of_length_one(Phi) + rng.normal(size=3)) == 1, "any one sphere"
        assert without.missing_rank(np.column_stack([Phi[:, :2], Phi[:, 0] - Phi[:, 1]])) == 1, "a plane"
        Phi[5:] = without.of_length_one(Phi[5:])
        assert without.missing_rank(Phi) == 0, "three points are always on some sphere about the origin"
        Phi[3:] = without.of_length_one(Phi[3:])
        assert without.missing_rank(Phi) == 1, "five on one sphere are one too many"

    @pytest.mark.parametrize("seed", SEEDS)
    def test_opposite_pairs_are_a_best_ball_with_weight_on_all(self, seed):
        s = proofs.surface_is_small.draw(seed, 4)
        world = without.opposite_pairs(s, None)
        minimum = oracles.enclosing_ball(world.Phi, world.nu)[2]
        assert ball.dual_objective(world.K, world.alpha) == pytest.approx(minimum, abs=1e-8)
        assert ball.primal_objective(world.R, world.xi, world.nu) == pytest.approx(minimum, abs=1e-8)
        assert one_class.share_on_surface(world.alpha, world.nu) == 1

    @pytest.mark.parametrize("seed", SEEDS)
    def test_the_bound_is_attained_by_a_best_ball(self, seed):
        s = proofs.surface_is_small.draw(seed, 4)
        tight = without.sphere_through_simplex(s, np.random.default_rng(seed))
        np.testing.assert_allclose(tight.alpha @ tight.Phi, 0, atol=1e-12)
        assert ball.dual_objective(tight.K, tight.alpha) == pytest.approx(1, abs=1e-12)
        assert without.distances(tight).max() == pytest.approx(1, abs=1e-12)

    def test_without_the_premise_the_share_on_the_sphere_does_not_fall(self):
        s = proofs.surface_is_small.draw(0, 6)
        world = without.samples_of_length_one(s, None)
        assert draws.share_on_sphere(s.sample, 256, s.nu) < 0.03
        assert draws.share_on_sphere(world.sample, 256, s.nu) > 0.5


def test_lines_that_need_a_constant_diagonal_fail_for_the_linear_kernel():
    X = np.random.default_rng(1).normal(size=(30, 2))
    held = {
        repr(k): [bool(v) for v in proofs.ball_is_hyperplane.verify(draws.any_ball_setting(X, k, nu=0.3))]
        for k in (Laplacian(gamma=0.5), Linear())
    }
    needs = [bool(line.premises) for line in proofs.ball_is_hyperplane.steps]
    assert list(held.values()) == [[True] * len(needs), [not need for need in needs]]
    assert needs[0], "the chapter says that the first line needs it"
