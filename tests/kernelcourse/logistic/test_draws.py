"""What the proofs of chapter 11 are evaluated on is what it says, found without what they conclude."""

import numpy as np
import pytest

from kernelcourse.logistic import draws
from kernelsy19 import datasets, logistic

SEEDS = range(8)


def test_slopes_and_jacobians_are_right_to_ten_digits():
    A, at = np.random.default_rng(0).normal(size=(4, 3)), np.array([0.3, -1.0, 0.5])
    np.testing.assert_allclose(draws.slope(lambda x: np.exp(A @ x).sum(), at), np.exp(A @ at) @ A, rtol=1e-10)
    expected = np.cos(A @ at)[:, None] * A
    np.testing.assert_allclose(draws.jacobian(lambda x: np.sin(A @ x), at), expected, atol=1e-10)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_free_setting_is_in_general_position(seed):
    s = draws.draw_free(np.random.default_rng(seed))
    assert s.n >= 6 and s.Phi.shape[1] >= 3
    np.testing.assert_allclose(s.Phi @ s.Phi.T, s.K, atol=1e-10)
    np.testing.assert_allclose(s.Phi_new @ s.Phi.T, s.K_new, atol=1e-10)
    assert 0 < s.y.sum() < s.n and set(s.t) == {-1, 1}
    h = logistic.probability(s.K @ s.theta)
    assert np.abs(logistic.objective_gradient(s.K, s.theta, s.y, h, s.lam)).max() > 1e-2


@pytest.mark.parametrize("seed", SEEDS)
def test_a_way_has_length_one_and_scores_that_separate_are_stretched(seed):
    s = draws.draw_separating(np.random.default_rng(seed))
    assert np.linalg.norm(s.way) == pytest.approx(1) and s.c >= 1


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("c", [-0.5, 0.0, 0.7])
def test_derivatives_along_a_line_are_those_of_its_values(seed, c):
    s = draws.draw_free(np.random.default_rng(seed))
    value, slope, bend = draws.derivatives_along(c, s.K, s.theta, s.y, s.lam)

    def along(place):
        return draws.derivatives_along(place[0], s.K, s.theta, s.y, s.lam)

    assert value == pytest.approx(draws.objective_at(c * s.theta, s.K, s.y, s.lam), rel=1e-12)
    assert slope == pytest.approx(draws.slope(lambda p: along(p)[0], np.array([c]))[0], rel=1e-7, abs=1e-8)
    assert bend == pytest.approx(draws.slope(lambda p: along(p)[1], np.array([c]))[0], rel=1e-7, abs=1e-8)


def test_runs_keep_the_order_of_the_table():
    table = datasets.table("klr_moons_epochs")
    runs = draws.runs_by_family(table)
    assert [f"{kernel} {name}" for kernel, family in runs.items() for name in family] == [
        *(f"polynomial degree {degree}" for degree in (2, 3, 4)),
        *(f"RBF γ = {gamma}" for gamma in (0.5, 0.9, 2.8)),
        *(f"sigmoid γ = {gamma}" for gamma in (0.5, 3, 4)),
    ]
    epochs, accuracy = runs["RBF"]["γ = 0.9"]
    at = (table["kernel"] == "RBF") & (table["parameter"] == 0.9)
    np.testing.assert_array_equal(epochs, table["epochs"][at])
    np.testing.assert_array_equal(accuracy, table["accuracy"][at])


def test_rings_apart_are_told_and_rings_on_each_other_are_not():
    assert draws.right_on_rings(2.0, 0.1) > 0.95
    assert abs(draws.right_on_rings(10 - 1e-6, 0.1) - 0.5) < 0.12


def test_the_class_of_the_many_is_that_of_the_few_in_the_test():
    """25 of either class: of the 17 left, as many more are of the other class as of this one among the 33."""
    share = draws.right_by_majority(30)
    assert 0.3 < share < 0.5 and share == pytest.approx(np.round(share * 30 * 17) / (30 * 17))
