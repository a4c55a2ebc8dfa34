"""Equations of the ball against loops and finite differences."""

import numpy as np
import pytest

from kernelsy19 import ball


def anything(seed, n=7, D=3):
    """Values for all symbols that satisfy no constraint, so that no term can hide."""
    rng = np.random.default_rng(seed)
    R, nu = rng.uniform(0.5, 2), rng.uniform(0.1, 1)
    c, Phi = rng.normal(size=D), rng.normal(size=(n, D))
    xi, alpha, beta = rng.normal(size=(3, n))
    return R, c, xi, alpha, beta, Phi, nu


def central_difference(f, x, h=1e-5):
    x = np.asarray(x, dtype=float)
    gradient = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        step = np.zeros(x.shape)
        step[i] = h
        gradient[i] = (f(x + step) - f(x - step)) / (2 * h)
    return gradient


@pytest.mark.parametrize("seed", range(4))
class TestEquations:
    @pytest.mark.checks("SY19-2")
    def test_primal_objective(self, seed):
        R, _, xi, _, _, _, nu = anything(seed)
        expected = R * R
        for x in xi:
            expected += x / (nu * 7)
        assert ball.primal_objective(R, xi, nu) == pytest.approx(expected, rel=1e-13)

    @pytest.mark.checks("SY19-3")
    def test_constraints(self, seed):
        R, c, xi, _, _, Phi, _ = anything(seed)
        inside, positive = ball.constraints(R, c, xi, Phi)
        for i in range(7):
            distance2 = sum((Phi[i, d] - c[d]) ** 2 for d in range(3))
            assert inside[i] == pytest.approx(R**2 + xi[i] - distance2, rel=1e-12)
            assert positive[i] == xi[i]

    @pytest.mark.checks("SY19-3")
    def test_slacks_are_the_smallest_that_are_feasible(self, seed):
        _, c, _, _, _, Phi, _ = anything(seed)
        distances = ((Phi - c) ** 2).sum(axis=1)
        R2 = np.median(distances) * 0.99
        xi = ball.slacks(R2, distances)
        inside, positive = ball.constraints(R2**0.5, c, xi, Phi)
        assert (inside >= -1e-12).all()
        assert (positive >= 0).all()
        assert (np.minimum(np.abs(inside), positive) < 1e-12).all()
        assert 0 < np.count_nonzero(xi) < 7

    @pytest.mark.checks("SY19-4")
    def test_lagrangian(self, seed):
        R, c, xi, alpha, beta, Phi, nu = anything(seed)
        expected = R**2 + sum(xi) / (nu * 7)
        for i in range(7):
            products = Phi[i] @ Phi[i], Phi[i] @ c, c @ c
            expected -= alpha[i] * (-products[0] + 2 * products[1] - products[2] + R**2 + xi[i])
            expected -= beta[i] * xi[i]
        assert ball.lagrangian(R, c, xi, alpha, beta, Phi, nu) == pytest.approx(expected, rel=1e-12)

    @pytest.mark.checks("SY19-5", "SY19-6", "SY19-8")
    def test_derivatives(self, seed):
        R, c, xi, alpha, beta, Phi, nu = anything(seed)
        in_radius = central_difference(lambda R: ball.lagrangian(R, c, xi, alpha, beta, Phi, nu), R)
        in_slacks = central_difference(lambda xi: ball.lagrangian(R, c, xi, alpha, beta, Phi, nu), xi)
        in_center = central_difference(lambda c: ball.lagrangian(R, c, xi, alpha, beta, Phi, nu), c)
        assert ball.derivative_in_radius(R, alpha) == pytest.approx(in_radius, abs=1e-8)
        np.testing.assert_allclose(ball.derivative_in_slacks(alpha, beta, nu), in_slacks, atol=1e-8)
        np.testing.assert_allclose(ball.derivative_in_center(c, alpha, Phi), in_center, atol=1e-8)

    @pytest.mark.checks("SY19-5", "SY19-6", "SY19-8")
    def test_where_they_are_zero(self, seed):
        R, _, _, alpha, _, Phi, nu = anything(seed)
        alpha = np.abs(alpha) / np.abs(alpha).sum()
        beta, c = ball.slack_multipliers(alpha, nu), ball.center(alpha, Phi)
        assert ball.derivative_in_radius(R, alpha) == pytest.approx(0, abs=1e-14)
        np.testing.assert_allclose(ball.derivative_in_slacks(alpha, beta, nu), 0, atol=1e-14)
        np.testing.assert_allclose(ball.derivative_in_center(c, alpha, Phi), 0, atol=1e-14)

    @pytest.mark.checks("SY19-8")
    def test_center_is_the_weighted_sum_whatever_the_weights_sum_to(self, seed):
        _, _, _, alpha, _, Phi, _ = anything(seed)
        for d in range(3):
            expected = sum(alpha[i] * Phi[i, d] for i in range(7))
            assert ball.center(alpha, Phi)[d] == pytest.approx(expected, rel=1e-12)

    @pytest.mark.checks("SY19-7")
    def test_box(self, seed):
        nu = anything(seed)[-1]
        bound = 1 / (nu * 4)
        assert ball.largest_weight(nu, 4) == pytest.approx(bound, rel=1e-15)
        violation = ball.box_violation(np.array([0.0, bound, -0.1, bound + 0.2]), nu)
        np.testing.assert_allclose(violation, [0, 0, 0.1, 0.2], atol=1e-15)

    @pytest.mark.checks("SY19-wolfe-dual", "SY19-wolfe-dual-rbf")
    def test_dual_is_the_lagrangian_where_it_is_stationary(self, seed):
        R, _, xi, alpha, _, Phi, nu = anything(seed)
        alpha = np.abs(alpha) / np.abs(alpha).sum()
        beta, c = ball.slack_multipliers(alpha, nu), ball.center(alpha, Phi)
        K = Phi @ Phi.T
        L = ball.lagrangian(R, c, xi, alpha, beta, Phi, nu)
        assert ball.dual_objective(K, alpha) == pytest.approx(L, abs=1e-12)
        assert ball.dual_objective_constant_diagonal(K, alpha) == pytest.approx(c @ c, abs=1e-12)

    @pytest.mark.checks("SY19-wolfe-dual", "SY19-wolfe-dual-rbf")
    def test_dual_term_by_term(self, seed):
        alpha, Phi = anything(seed)[3], anything(seed)[5]
        K = Phi @ Phi.T
        pairs = sum(alpha[i] * alpha[j] * K[i, j] for i in range(7) for j in range(7))
        single = sum(alpha[i] * K[i, i] for i in range(7))
        assert ball.dual_objective(K, alpha) == pytest.approx(single - pairs, rel=1e-12)
        assert ball.dual_objective_constant_diagonal(K, alpha) == pytest.approx(pairs, rel=1e-12)

    @pytest.mark.checks("SY19-kkt")
    def test_complementary_slackness(self, seed):
        R, c, xi, alpha, beta, Phi, _ = anything(seed)
        distances = ((Phi - c) ** 2).sum(axis=1)
        first, second = ball.complementary_slackness(R**2, xi, alpha, beta, distances)
        for i in range(7):
            assert first[i] == pytest.approx(alpha[i] * (R**2 + xi[i] - distances[i]), rel=1e-12)
            assert second[i] == pytest.approx(beta[i] * xi[i], rel=1e-12)

    @pytest.mark.checks("SY19-9a", "SY19-9b", "SY19-9c")
    def test_decision_three_ways(self, seed):
        _, _, _, alpha, _, Phi, _ = anything(seed)
        new = np.random.default_rng(seed + 99).normal(size=(9, 3))
        K_xx, K_xs, K_ss = (new**2).sum(axis=1), new @ Phi.T, Phi @ Phi.T
        distances = ball.squared_distances_to_center(K_xx, K_xs, K_ss, alpha)
        np.testing.assert_allclose(distances, ((new - alpha @ Phi) ** 2).sum(axis=1), rtol=1e-12)
        R2 = np.median(distances) * 1.01
        sign = ball.decide(R2, distances)
        c = alpha @ Phi
        np.testing.assert_array_equal(sign, np.where(((new - c) ** 2).sum(axis=1) <= R2, 1, -1))
        np.testing.assert_array_equal(sign, ball.decide_from_products(R2, K_xx, new @ c, c @ c))
        assert set(sign) == {-1, 1}

    @pytest.mark.checks("SY19-radius")
    def test_radius_is_read_off_on_the_surface(self, seed):
        Phi = anything(seed)[5]
        alpha = np.array([0.4, 0.25, 0, 0.25, 0, 0, 0.1])
        nu = 1 / (7 * 0.4)  # the first point is an outlier, three are on the surface
        expected = np.mean([((Phi[i] - alpha @ Phi) ** 2).sum() for i in (1, 3, 6)])
        assert ball.radius_squared(Phi @ Phi.T, alpha, nu) == pytest.approx(expected, rel=1e-12)


@pytest.mark.checks("SY19-9a", "SY19-9b")
def test_a_point_on_the_sphere_is_in_the_ball():
    assert ball.decide(2.0, np.array([2.0]))[0] == 1
    assert ball.decide_from_products(2.0, np.array([2.0]), np.array([0.0]), 0.0)[0] == 1


@pytest.mark.checks("SY19-three-kinds")
def test_three_kinds_and_their_tolerance():
    bound = 1 / (0.5 * 5)
    alpha = bound * np.array([0, 1e-9, 1e-7, 1 - 1e-7, 1 - 1e-9])
    inside, surface, outlier = ball.three_kinds(alpha, 0.5)
    np.testing.assert_array_equal(inside, [True, True, False, False, False])
    np.testing.assert_array_equal(surface, [False, False, True, True, False])
    np.testing.assert_array_equal(outlier, [False, False, False, False, True])
