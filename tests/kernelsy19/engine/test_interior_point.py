"""A small quadratic program and its multipliers are those that another solver finds."""

import numpy as np
import oracles
import pytest

from kernelsy19.engine.interior_point import minimize_quadratic


def program(seed, n=7, m=12, rank=4):
    """A program of half rank whose inequalities bound x, with the origin strictly inside."""
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(rank, n))
    G = np.vstack([rng.normal(size=(m, n)), np.eye(n), -np.eye(n)])
    return root.T @ root, rng.normal(size=n), G, rng.uniform(0.1, 2.0, size=len(G))


@pytest.mark.parametrize("seed", range(30))
def test_minimum_is_that_of_another_solver(seed):
    P, q, G, h = program(seed)
    found = minimize_quadratic(P, q, G, h)
    x, value = oracles.solve_qp(P, q, np.zeros((0, len(q))), [], G, h)
    assert found.value == pytest.approx(value, abs=1e-9)
    np.testing.assert_allclose(found.x, x, atol=1e-5)  # the other solver stops at 1e-12 in the value


@pytest.mark.parametrize("seed", range(30))
def test_multipliers_satisfy_the_conditions_to_rounding_and_are_zero_where_there_is_room(seed):
    P, q, G, h = program(seed)
    found = minimize_quadratic(P, q, G, h)
    z, room = found.multipliers, h - G @ found.x
    assert found.residual < 1e-12
    np.testing.assert_allclose(P @ found.x + q + G.T @ z, 0, atol=1e-12)
    assert z.min() > -1e-12 and room.min() > -1e-12
    assert (z[room > 1e-6] == 0).all() and z.max() > 0.01


def test_a_program_by_hand():
    # minimize ½x² + y subject to x ≥ 1, y ≥ 2
    found = minimize_quadratic(np.diag([1.0, 0.0]), np.array([0.0, 1.0]), -np.eye(2), np.array([-1.0, -2.0]))
    np.testing.assert_allclose(found.x, [1, 2], atol=1e-14)
    np.testing.assert_allclose(found.multipliers, [1, 1], atol=1e-14)
    assert found.value == pytest.approx(2.5)


@pytest.mark.parametrize(
    ("q", "G", "h"),
    [
        ([1.0], [[1.0]], [0.0]),  # falls without end
        ([1.0], [[1.0], [-1.0]], [-1.0, -1.0]),  # x ≤ −1 and x ≥ 1
    ],
)
def test_a_program_without_a_solution_is_an_error(q, G, h):
    with pytest.raises(RuntimeError, match="was not solved: its conditions are off by"):
        minimize_quadratic(np.zeros((1, 1)), np.array(q), np.array(G), np.array(h))
