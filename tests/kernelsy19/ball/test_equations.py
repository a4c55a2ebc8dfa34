"""Equations of the ball at the edges of their cases; what derivations compute by other ways is checked there."""

import numpy as np
import pytest

from kernelsy19 import ball


@pytest.mark.parametrize("nu", [0.2, 0.9])
def test_box(nu):
    bound = 1 / (nu * 4)
    assert ball.largest_weight(nu, 4) == pytest.approx(bound, rel=1e-15)
    violation = ball.box_violation(np.array([0.0, bound, -0.1, bound + 0.2]), nu)
    np.testing.assert_allclose(violation, [0, 0, 0.1, 0.2], atol=1e-15)


def test_radius_is_read_off_on_the_surface():
    Phi = np.random.default_rng(0).normal(size=(7, 3))
    alpha = np.array([0.4, 0.25, 0, 0.25, 0, 0, 0.1])
    nu = 1 / (7 * 0.4)  # the first point is an outlier, three are on the surface
    expected = np.mean([((Phi[i] - alpha @ Phi) ** 2).sum() for i in (1, 3, 6)])
    assert ball.radius_squared(Phi @ Phi.T, alpha, nu) == pytest.approx(expected, rel=1e-12)


def test_a_point_on_the_sphere_is_in_the_ball():
    assert ball.decide(2.0, np.array([2.0]))[0] == 1
    assert ball.decide_from_products(2.0, np.array([2.0]), np.array([0.0]), 0.0)[0] == 1


def test_three_kinds_and_their_tolerance():
    bound = 1 / (0.5 * 5)
    alpha = bound * np.array([0, 1e-9, 1e-7, 1 - 1e-7, 1 - 1e-9])
    inside, surface, outlier = ball.three_kinds(alpha, 0.5)
    np.testing.assert_array_equal(inside, [True, True, False, False, False])
    np.testing.assert_array_equal(surface, [False, False, True, True, False])
    np.testing.assert_array_equal(outlier, [False, False, False, False, True])
