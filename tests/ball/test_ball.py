"""The minimum-volume ball: equations against loops, solver against the primal, estimator against scikit-learn."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import enclosing_ball, solve_box_qp
from sklearn.base import clone
from sklearn.metrics import make_scorer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import OneClassSVM
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelsy19 import ball
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.ball import solve as ball_solve
from kernelsy19.engine import smo
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial, Precomputed, Sigmoid, geometry, value
from kernelsy19.validation import ConvergenceWarning

KERNELS = [RBF(0.7), Laplacian(0.3), Linear(), Polynomial(2), RBF(50.0), RBF(1.0) + 0.5 * Linear()]
each_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=repr)


def points(n, p=2, seed=0):
    return np.random.default_rng(seed).normal(size=(n, p))


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


def assert_optimal(K, nu, solution, atol=1e-9):
    """Check a ball from its weights alone, by the definitions."""
    n, alpha, bound = len(K), solution.alpha, 1 / (nu * len(K))
    assert solution.converged
    assert alpha.sum() == pytest.approx(1, abs=1e-12)
    assert alpha.min() >= 0
    assert alpha.max() <= bound * (1 + 1e-12)
    distances = np.diagonal(K) - 2 * K @ alpha + alpha @ K @ alpha
    slack = np.maximum(0, distances - solution.R2)
    dual = alpha @ np.diagonal(K) - alpha @ K @ alpha
    primal = solution.R2 + slack.sum() / (nu * n)
    scale = max(1.0, np.abs(K).max())
    rounding = 1e-12 * scale * n + 1e-14 * scale / nu  # of the distances, and of slacks at their price
    np.testing.assert_allclose(solution.squared_distances, distances, atol=1e-12 * scale * n)
    np.testing.assert_allclose(solution.xi, slack, atol=1e-12 * scale * n)
    assert solution.objective == pytest.approx(dual, abs=1e-12 * scale * n)
    assert solution.primal_objective == pytest.approx(primal, abs=rounding)
    assert solution.duality_gap == pytest.approx(primal - dual, abs=rounding)
    assert solution.center_norm2 == pytest.approx(alpha @ K @ alpha, abs=1e-12 * scale * n)
    assert -1e-12 * scale * n <= solution.duality_gap <= atol * scale
    np.testing.assert_array_equal(
        solution.inside + solution.surface + solution.outlier, np.ones(n, dtype=bool)
    )


class TestSolver:
    @each_kernel
    @pytest.mark.parametrize("nu", [0.01, 0.1, 0.35, 0.5, 0.8, 1.0])
    @pytest.mark.parametrize("n", [2, 9, 50])
    def test_against_an_interior_point_solver(self, kernel, nu, n):
        K = kernel(points(n))
        solution = ball.solve_dual(K, nu, tol=1e-10)
        assert_optimal(K, nu, solution)
        _, half = solve_box_qp(2 * K, -np.diagonal(K), np.ones(n), 1.0, 1 / (nu * n))
        assert solution.objective == pytest.approx(-half, rel=1e-8)

    @pytest.mark.parametrize("kernel", [Linear(), Polynomial(2), Polynomial(3, offset=0)], ids=repr)
    @pytest.mark.parametrize("nu", [0.001, 0.1, 0.5, 0.77])
    def test_against_the_primal_in_coordinates(self, kernel, nu):
        X = points(30, seed=3)
        Phi = kernel.feature_map(X)
        solution = ball.solve_dual(kernel(X), nu, tol=1e-10)
        c, R2, minimum = enclosing_ball(Phi, nu)
        assert solution.primal_objective == pytest.approx(minimum, rel=1e-8)
        np.testing.assert_allclose(ball.center(solution.alpha, Phi), c, atol=1e-5 * np.abs(Phi).max())
        if not float(nu * 30).is_integer():
            assert solution.R2 == pytest.approx(R2, rel=1e-5)

    def test_smallest_enclosing_ball(self):
        X = points(80, 3, seed=5)
        solution = ball.solve_dual(Linear()(X), nu=1 / 80)
        c, R2, _ = enclosing_ball(X, 1e-6)
        np.testing.assert_allclose(solution.alpha @ X, c, atol=1e-5)
        assert solution.R2 == pytest.approx(R2, rel=1e-6)
        assert ((X - c) ** 2).sum(axis=1).max() == pytest.approx(R2, rel=1e-6)
        assert not solution.outlier.any()

    def test_ball_of_an_acute_triangle_is_its_circumcircle(self):
        X = np.array([[0.0, 0.0], [4.0, 0.0], [2.0, 3.0], [2.0, 1.0]])
        solution = ball.solve_dual(Linear()(X), nu=0.1, tol=1e-12)
        np.testing.assert_allclose(solution.alpha @ X, [2, 5 / 6], atol=1e-9)
        assert solution.R2 == pytest.approx(4 + 25 / 36, rel=1e-9)
        np.testing.assert_array_equal(solution.surface, [True, True, True, False])
        np.testing.assert_array_equal(solution.support, [0, 1, 2])

    @each_kernel
    @pytest.mark.parametrize("nu", [0.02, 0.3])
    def test_rows_on_demand_give_the_same_ball(self, kernel, nu):
        X = points(600)
        K = kernel(X)
        full, rows = ball.solve_dual(K, nu), ball.solve_dual(kernel.gram(X), nu)
        assert (full.path, rows.path) == ("full", "rows")
        assert_optimal(K, nu, rows, atol=1e-6)
        assert rows.objective == pytest.approx(full.objective, rel=1e-6)
        assert rows.R2 == pytest.approx(full.R2, rel=1e-4)

    @pytest.mark.parametrize("nu", [0.003, 0.1, 0.25, 0.6, 1.0])
    @each_kernel
    def test_default_tolerance_bounds_the_relative_gap(self, kernel, nu):
        solution = ball.solve_dual(kernel(points(200)), nu)
        assert solution.duality_gap <= 1e-6 * solution.objective
        assert solution.duality_gap <= solution.kkt_residual + 1e-13 * np.abs(kernel(points(200))).max()

    @each_kernel
    def test_complementary_slackness_holds(self, kernel):
        K = kernel(points(60))
        s = ball.solve_dual(K, 0.2, tol=1e-10)
        beta = ball.slack_multipliers(s.alpha, s.nu)
        for products in ball.complementary_slackness(s.R2, s.xi, s.alpha, beta, s.squared_distances):
            np.testing.assert_allclose(products, 0, atol=1e-9 * np.abs(K).max())

    @each_kernel
    def test_kinds_lie_where_they_should(self, kernel):
        K = kernel(points(60))
        s = ball.solve_dual(K, 0.23, tol=1e-10)
        atol = 1e-8 * np.abs(K).max()
        assert (s.squared_distances[s.inside] <= s.R2 + atol).all()
        np.testing.assert_allclose(s.squared_distances[s.surface], s.R2, atol=atol)
        assert (s.squared_distances[s.outlier] >= s.R2 - atol).all()
        assert s.outlier.mean() <= 0.23 <= (s.alpha > 0).mean()
        assert s.upper == pytest.approx(1 / (0.23 * 60))
        assert ball.radius_squared(K, s.alpha, 0.23) == pytest.approx(s.R2, abs=atol)

    @given(seed=st.integers(0, 10**6), n=st.integers(1, 25), nu=st.floats(1e-3, 1))
    @settings(max_examples=80, deadline=None)
    def test_any_gram_matrix(self, seed, n, nu):
        rng = np.random.default_rng(seed)
        Phi = rng.normal(size=(n, rng.integers(1, 6))) * rng.uniform(0.1, 3, size=(n, 1))
        K = Phi @ Phi.T
        solution = ball.solve_dual(K, nu, tol=1e-9)
        assert_optimal(K, nu, solution, atol=2e-9)
        assert ball.duality_gap(K, solution.alpha, nu) == pytest.approx(solution.duality_gap, abs=1e-10 * n)

    def test_the_ball_does_not_depend_on_the_order_the_origin_or_the_unit(self):
        X = points(40, seed=2)
        base = ball.solve_dual(Linear()(X), 0.2, tol=1e-10)
        moved = ball.solve_dual(Linear()(10 * X + 3), 0.2, tol=1e-10)
        order = np.random.default_rng(0).permutation(40)
        shuffled = ball.solve_dual(Linear()(X[order]), 0.2, tol=1e-10)
        assert moved.R2 == pytest.approx(100 * base.R2, rel=1e-7)
        np.testing.assert_array_equal(moved.outlier, base.outlier)
        assert shuffled.R2 == pytest.approx(base.R2, rel=1e-7)
        np.testing.assert_array_equal(shuffled.outlier, base.outlier[order])

    def test_a_million_times_larger_or_smaller_kernel(self):
        K = RBF(1.0)(points(50))
        base = ball.solve_dual(K, 0.2)
        for scale in (1e-12, 1e12):
            scaled = ball.solve_dual(scale * K, 0.2)
            assert scaled.R2 == pytest.approx(scale * base.R2, rel=1e-5)
            assert scaled.duality_gap <= 1e-6 * scaled.objective


class TestCertificate:
    def test_the_gap_bounds_what_is_missing(self):
        K = RBF(1.0)(points(100))
        best = ball.solve_dual(K, 0.3, tol=1e-11).objective
        for max_iter in (1, 5, 20):
            with pytest.warns(ConvergenceWarning, match=rf"after {max_iter} iterations.*raise max_iter"):
                early = ball.solve_dual(K, 0.3, max_iter=max_iter, start=np.full(100, 0.01))
            assert not early.converged
            assert 0 < best - early.objective <= early.duality_gap <= early.kkt_residual
            distances = np.diagonal(K) - 2 * K @ early.alpha + early.alpha @ K @ early.alpha
            room, used = early.alpha < early.upper, early.alpha > 0
            residual = distances[room].max() - distances[used].min()
            assert early.kkt_residual == pytest.approx(residual, rel=1e-9)

    @pytest.mark.parametrize("nu", [0.07, 0.1, 0.25, 0.999, 1.0])
    @pytest.mark.parametrize("seed", range(3))
    def test_no_other_radius_costs_less(self, nu, seed):
        distances = np.random.default_rng(seed).uniform(1, 5, size=20)

        def cost(R2):
            return R2 + np.maximum(0, distances - R2).sum() / (nu * 20)

        best = ball.radius_in_kkt_interval(distances, nu)
        assert cost(best) <= min(cost(R2) for R2 in np.append(distances, np.linspace(0, 6, 500))) + 1e-12

    def test_best_radius_where_nu_n_is_whole_but_for_rounding(self):
        distances = np.random.default_rng(2).permutation(100) ** 2.0
        assert 0.29 * 100 < 29  # in floating point
        assert ball.radius_in_kkt_interval(distances, 0.29) == (71**2 + 70**2) / 2

    def test_best_radius_of_the_smallest_nu_is_that_of_all_points(self):
        assert ball.radius_in_kkt_interval(np.array([2.0, 5.0, 3.0]), 1e-14) == 5

    def test_gap_is_a_number_where_rounding_puts_equal_points_at_negative_distances(self):
        K, alpha = np.array([[1, 1 + 2.0**-50], [1 + 2.0**-50, 1]]), np.array([0.5, 0.5])
        assert (ball.squared_distances_to_center(np.diag(K), K, K, alpha) < 0).all()
        assert ball.duality_gap(K, alpha, 0.5) == pytest.approx(0, abs=1e-14)

    def test_start_of_ones_own(self):
        K = RBF(1.0)(points(30))
        solution = ball.solve_dual(K, 0.5)
        assert solution.iterations > 0
        assert ball.solve_dual(K, 0.5, start=solution.alpha).iterations == 0
        with pytest.raises(ValueError, match="yᵀα = 1"):
            ball.solve_dual(K, 0.5, start=np.full(30, 1 / 20))

    def test_same_input_same_output(self):
        X = points(800)
        first, second = (ball.solve_dual(RBF(1.0).gram(X), 0.1) for _ in "ab")
        np.testing.assert_array_equal(first.alpha, second.alpha)

    @pytest.mark.parametrize("gamma", [1.0, 1e-3, 1e-6])
    def test_variance_from_rounded_entries_even_where_all_are_close_to_1(self, gamma):
        X, k = np.random.default_rng(0).normal(size=(300, 2)), RBF(gamma)
        entries = k.gram(X)
        rounded = smo.rounded_entries(entries)
        density, variance = ball_solve._distances_to_mean(entries, np.ones(300), rounded)
        assert variance == pytest.approx(1 - k(X).mean(), rel=1e-4)
        np.testing.assert_allclose(density, 1 - 2 * k(X).mean(axis=0), atol=1e-5)
        assert ball.solve_dual(entries, 0.2, tol=1e-3).kkt_residual <= 1.001e-3 * variance


class TestEdgeCases:
    @each_kernel
    def test_nu_one_is_the_mean(self, kernel):
        K = kernel(points(12))
        solution = ball.solve_dual(K, 1.0)
        np.testing.assert_allclose(solution.alpha, 1 / 12, rtol=1e-14)
        assert solution.outlier.all()
        distances = np.diagonal(K) - 2 * K.mean(axis=0) + K.mean()
        assert solution.R2 == pytest.approx(distances.min(), rel=1e-9)
        assert abs(solution.duality_gap) <= 1e-12 * np.abs(K).max()

    @each_kernel
    @pytest.mark.parametrize("nu", [1e-9, 0.01, 1 / 15, 0.066])
    def test_at_most_one_point_in_nu_n_is_the_smallest_enclosing_ball(self, kernel, nu):
        K = kernel(points(15))
        solution = ball.solve_dual(K, nu, tol=1e-10)
        assert_optimal(K, nu, solution)
        assert solution.R2 == pytest.approx(solution.squared_distances.max(), rel=1e-8)
        assert not solution.outlier.any()
        tiniest = ball.solve_dual(K, 1e-6, tol=1e-10)
        assert solution.R2 == pytest.approx(tiniest.R2, rel=1e-7)

    def test_no_point_on_the_surface(self):
        X = np.array([[-3.0], [-1.0], [1.0], [3.0]])
        K = Linear()(X)
        solution = ball.solve_dual(K, 0.5)
        np.testing.assert_array_equal(solution.alpha, [0.5, 0, 0, 0.5])
        assert not solution.surface.any()
        np.testing.assert_array_equal(solution.outlier, [True, False, False, True])
        assert solution.R2 == pytest.approx(5.0)  # halfway between distances² 1 and 9
        assert ball.radius_squared(K, solution.alpha, 0.5) == pytest.approx(5.0)
        assert solution.primal_objective == pytest.approx(9.0)
        assert solution.duality_gap == pytest.approx(0, abs=1e-12)

    @each_kernel
    @pytest.mark.parametrize("nu", [0.1, 0.5, 1.0])
    def test_one_point(self, kernel, nu):
        solution = ball.solve_dual(kernel(np.array([[1.5, -2.0]])), nu)
        np.testing.assert_array_equal(solution.alpha, [1.0])
        assert solution.R2 == pytest.approx(0, abs=1e-12)
        assert solution.converged
        assert solution.path == "full"

    @each_kernel
    @pytest.mark.parametrize("nu", [0.05, 0.3, 0.5])
    def test_duplicates_share_the_weight(self, kernel, nu):
        X = points(20)
        twice = np.concatenate([X, X])
        once = ball.solve_dual(kernel(X), nu, tol=1e-10)
        both = ball.solve_dual(kernel(twice), nu, tol=1e-10)
        assert_optimal(kernel(twice), nu, both)
        assert both.objective == pytest.approx(once.objective, rel=1e-8)
        np.testing.assert_allclose(both.squared_distances[:20], both.squared_distances[20:], rtol=1e-9)

    @pytest.mark.parametrize("nu", [0.1, 0.4, 1.0])
    @pytest.mark.parametrize(
        "K", [np.ones((6, 6)), np.full((6, 6), 2.5), np.zeros((6, 6))], ids=["1", "2.5", "0"]
    )
    def test_constant_kernel_is_one_point(self, K, nu):
        solution = ball.solve_dual(K, nu)
        assert solution.converged
        assert solution.alpha.sum() == pytest.approx(1, abs=1e-15)
        assert (solution.R2, solution.iterations) == (0, 0)
        np.testing.assert_allclose(solution.squared_distances, 0, atol=1e-15)

    def test_all_points_far_apart(self):
        solution = ball.solve_dual(np.eye(8), 0.5, tol=1e-12)
        np.testing.assert_allclose(solution.alpha, 1 / 8, atol=1e-12)
        assert solution.R2 == pytest.approx(7 / 8)

    @pytest.mark.parametrize(
        ("K", "message"),
        [
            (np.array([[1.0, np.nan], [np.nan, 1.0]]), "2 NaN"),
            (np.array([[1.0, np.inf], [np.inf, 1.0]]), "finite"),
            (np.ones((2, 3)), r"square.*\(2, 3\)"),
            (np.ones(4), "matrix"),
            (np.zeros((0, 0)), "at least one row"),
            (np.array([[1.0, 0.5], [0.4, 1.0]]), "symmetric"),
            (np.array([[1.0, 2.0], [2.0, 1.0]]), "smallest eigenvalue -1"),
            (-np.eye(3), "smallest eigenvalue -1"),
            (np.array([["a", "b"], ["c", "d"]]), "numbers"),
            (np.eye(2) * 1j, "real"),
        ],
        ids=[
            "nan",
            "inf",
            "not square",
            "vector",
            "empty",
            "asymmetric",
            "indefinite",
            "negative",
            "text",
            "complex",
        ],
    )
    def test_what_is_no_gram_matrix(self, K, message):
        with pytest.raises(ValueError, match=message):
            ball.solve_dual(K, 0.5)

    @pytest.mark.parametrize("nu", [0, -0.1, 1.0001, np.nan, np.inf, None, "0.5", True])
    def test_nu_out_of_range(self, nu):
        with pytest.raises(ValueError, match=r"nu must be a number in \(0, 1\]"):
            ball.solve_dual(np.eye(2), nu)

    @pytest.mark.parametrize(
        ("name", "value"), [("tol", 0.0), ("tol", -1), ("max_iter", 0), ("max_iter", 1.5)]
    )
    def test_solver_settings_out_of_range(self, name, value):
        with pytest.raises(ValueError, match=name):
            ball.solve_dual(np.eye(2), 0.5, **{name: value})

    def test_large_indefinite_matrices_are_found_by_their_sample(self, monkeypatch):
        monkeypatch.setattr(geometry, "PSD_CHECK_POINTS", 30)
        X = points(120)
        for K in (Sigmoid(2.0, -1.0)(X), Sigmoid(2.0, -1.0).gram(X)):
            with pytest.raises(ValueError, match="smallest eigenvalue"):
                ball.solve_dual(K, 0.1)
        assert ball.solve_dual(RBF(1.0)(X), 0.1).converged

    def test_a_semidefinite_matrix_with_rounding_is_taken(self):
        K = Linear()(points(100, 2))
        assert np.linalg.eigvalsh(K)[0] < 0  # by rounding only
        assert ball.solve_dual(K, 0.1).converged


class TestDecisionFunction:
    @each_kernel
    @pytest.mark.checks("SY19-9a", "SY19-9c")
    def test_it_is_the_equation(self, kernel):
        X, X_new = points(50), points(17, seed=9)
        K = kernel(X)
        solution = ball.solve_dual(K, 0.2)
        distances = ball.squared_distances_to_center(
            kernel.diagonal(X_new), kernel(X_new, X), K, solution.alpha
        )
        values = ball.decision_function(kernel, X, solution, X_new)
        np.testing.assert_allclose(values, solution.R2 - distances, rtol=0, atol=1e-12 * np.abs(K).max())
        fitted = MinimumVolumeBall(kernel, nu=0.2).fit(X)
        np.testing.assert_allclose(fitted.decision_function(X_new), values, atol=2e-6 * np.abs(K).max())
        np.testing.assert_array_equal(
            fitted.predict(X_new), ball.decide(fitted.R2_, -fitted.score_samples(X_new))
        )

    def test_blocks_change_nothing(self, monkeypatch):
        X, X_new = points(50), points(40, seed=9)
        solution = ball.solve_dual(RBF(1.0)(X), 0.2)
        whole = ball.decision_function(RBF(1.0), X, solution, X_new)
        monkeypatch.setattr(value, "SUMMED_ENTRIES", 3 * len(solution.support))
        np.testing.assert_allclose(ball.decision_function(RBF(1.0), X, solution, X_new), whole, atol=1e-15)

    @pytest.mark.parametrize(
        "kernel", [RBF(2.0), Laplacian(0.7), Linear(), Polynomial(3, 0.5), 2 * RBF(1.0) + 0.5], ids=repr
    )
    def test_on_a_grid(self, kernel):
        X, x, y = points(40), np.linspace(-2, 2, 7), np.linspace(-1, 3, 5)
        solution = ball.solve_dual(kernel(X), 0.1)
        expected = ball.decision_function(kernel, X, solution, [[a, b] for b in y for a in x]).reshape(5, 7)
        np.testing.assert_allclose(
            ball.decision_on_grid(kernel, X, solution, x, y),
            expected,
            rtol=0,
            atol=1e-12 * np.abs(expected).max(),
        )

    def test_a_grid_wants_a_kernel_of_points_in_the_plane(self):
        X = points(10)
        solution = ball.solve_dual(RBF(1.0)(X), 0.2)
        with pytest.raises(ValueError, match="no precomputed"):
            ball.decision_on_grid(Precomputed(), RBF(1.0)(X), solution, [0.0], [0.0])
        with pytest.raises(ValueError, match="2 columns"):
            ball.decision_on_grid(RBF(1.0), np.ones((10, 3)), solution, [0.0], [0.0])
        with pytest.raises(ValueError, match="10 training points"):
            ball.decision_on_grid(RBF(1.0), X[:9], solution, [0.0], [0.0])

    def test_a_function_as_the_kernel(self):
        X, X_new = points(30), points(5, seed=1)
        fitted = MinimumVolumeBall(lambda A, B: A @ B.T, nu=0.3).fit(X)
        expected = MinimumVolumeBall(Linear(), nu=0.3).fit(X)
        np.testing.assert_allclose(
            fitted.decision_function(X_new), expected.decision_function(X_new), atol=1e-12
        )

    def test_wrong_number_of_columns(self):
        solution = ball.solve_dual(RBF(1.0)(points(10)), 0.2)
        with pytest.raises(ValueError, match="2 columns"):
            ball.decision_function(RBF(1.0), points(10), solution, points(4, 3))
        with pytest.raises(ValueError, match="10 training points"):
            ball.decision_function(RBF(1.0), points(9), solution, points(4))


class TestPrecomputed:
    @each_kernel
    @pytest.mark.parametrize("wrap", [lambda k: k, lambda k: 2 * k], ids=["K", "2K"])
    def test_it_is_the_kernel_it_was_computed_with(self, kernel, wrap):
        X, X_new = points(60), points(20, seed=4)
        plain = MinimumVolumeBall(wrap(kernel), nu=0.2).fit(X)
        fitted = MinimumVolumeBall(wrap(Precomputed()), nu=0.2).fit(kernel(X))
        K_xx = wrap(kernel).diagonal(X_new)
        atol = 1e-5 * np.abs(kernel(X)).max()
        np.testing.assert_allclose(
            fitted.decision_function(kernel(X_new, X), K_xx), plain.decision_function(X_new), atol=atol
        )
        np.testing.assert_allclose(
            fitted.score_samples(kernel(X_new, X), K_xx), plain.score_samples(X_new), atol=atol
        )
        np.testing.assert_array_equal(
            fitted.predict(kernel(X_new, X), K_xx),
            np.where(fitted.decision_function(kernel(X_new, X), K_xx) >= 0, 1, -1),
        )

    def test_constant_diagonal_needs_no_K_xx(self):
        X, X_new = points(40), points(10, seed=4)
        fitted = MinimumVolumeBall(Precomputed(), nu=0.2).fit(3 * RBF(1.0)(X))
        without = fitted.decision_function(3 * RBF(1.0)(X_new, X))
        np.testing.assert_array_equal(
            without, fitted.decision_function(3 * RBF(1.0)(X_new, X), np.full(10, 3.0))
        )

    def test_K_xx_missing_not_wanted_or_of_another_length(self):
        X = points(20)
        linear = MinimumVolumeBall(Precomputed(), nu=0.2).fit(Linear()(X))
        with pytest.raises(ValueError, match=r"K_xx.*must be given"):
            linear.predict(Linear()(X[:3], X))
        with pytest.raises(ValueError, match="K_xx must have shape"):
            linear.predict(Linear()(X[:3], X), np.ones(4))
        with pytest.raises(ValueError, match="K_xx is for Precomputed"):
            MinimumVolumeBall(RBF(1.0)).fit(X).predict(X, np.ones(20))

    def test_fit_predict_takes_the_diagonal(self):
        X = points(30)
        K = Linear()(X)
        fitted = MinimumVolumeBall(Precomputed(), nu=0.2)
        labels = fitted.fit_predict(K)
        np.testing.assert_array_equal(labels, fitted.predict(K, np.diagonal(K)))
        assert 1 <= (labels == -1).sum() <= 10

    def test_what_is_no_gram_matrix(self):
        with pytest.raises(ValueError, match="shape"):
            MinimumVolumeBall(Precomputed()).fit(np.ones((3, 2)))
        with pytest.raises(ValueError, match="smallest eigenvalue"):
            MinimumVolumeBall(Precomputed()).fit(np.array([[1.0, 2], [2, 1]]))
        with pytest.raises(ValueError, match="features"):
            MinimumVolumeBall(Precomputed()).fit(np.eye(4)).predict(np.ones((2, 3)))

    def test_cross_validation_slices_rows_and_columns(self):
        X = points(60)
        scorer = make_scorer(lambda y, prediction: (prediction == 1).mean())
        sizes = {"cv": 3, "scoring": scorer}
        plain = cross_val_score(MinimumVolumeBall(RBF(0.5), tol=1e-9), X, np.ones(60), **sizes)
        sliced = cross_val_score(
            MinimumVolumeBall(Precomputed(), tol=1e-9), RBF(0.5)(X), np.ones(60), **sizes
        )
        np.testing.assert_array_equal(plain, sliced)


@parametrize_with_checks(
    [
        MinimumVolumeBall(),
        MinimumVolumeBall(Linear(), nu=0.3),
        MinimumVolumeBall(RBF(0.5) + 0.1 * Linear(), nu=0.5),
    ]
)
def test_scikit_learns_checks(estimator, check):
    check(estimator)


class TestEstimator:
    def test_attributes(self):
        X = points(80, 3)
        fitted = MinimumVolumeBall(RBF(0.4), nu=0.15).fit(X)
        solution = ball.solve_dual(RBF(0.4).gram(X), 0.15)
        np.testing.assert_array_equal(fitted.alpha_, solution.alpha)
        np.testing.assert_array_equal(fitted.support_, np.flatnonzero(solution.alpha))
        np.testing.assert_array_equal(fitted.support_vectors_, X[fitted.support_])
        assert fitted.R2_ == fitted.solution_.R2 == solution.R2 == -fitted.offset_
        assert fitted.n_iter_ == solution.iterations
        assert fitted.n_features_in_ == 3
        assert fitted.kernel_ == RBF(0.4)
        np.testing.assert_allclose(
            fitted.decision_function(X), fitted.score_samples(X) - fitted.offset_, atol=1e-15
        )
        np.testing.assert_allclose(-fitted.score_samples(X), solution.squared_distances, atol=1e-12)

    def test_default_kernel_is_scikit_learns_scale(self):
        X = points(50, 4) * 3 + 1
        assert MinimumVolumeBall().fit(X).kernel_ == RBF(1 / (4 * X.var()))
        assert MinimumVolumeBall().fit(np.ones((5, 2))).kernel_ == RBF(1.0)

    @pytest.mark.parametrize("kernel", ["rbf", RBF, 3])
    def test_what_is_no_kernel(self, kernel):
        with pytest.raises(ValueError, match="kernel must be"):
            MinimumVolumeBall(kernel).fit(points(5))

    def test_a_kernel_that_is_not_psd(self):
        with pytest.raises(ValueError, match="smallest eigenvalue"):
            MinimumVolumeBall(Sigmoid(2.0, -1.0)).fit(points(50))

    def test_not_converging_warns(self):
        with pytest.warns(ConvergenceWarning, match="raise max_iter"):
            MinimumVolumeBall(RBF(1.0), max_iter=1).fit(points(100))

    def test_kernel_parameters_are_parameters_of_the_estimator(self):
        kernel = RBF(1.0) + 2.0 * Linear()
        estimator = MinimumVolumeBall(kernel)
        assert estimator.get_params()["kernel__left__gamma"] == 1.0
        other = clone(estimator).set_params(kernel__left__gamma=5.0, kernel__right__factor=3.0, nu=0.4)
        assert other.kernel == RBF(5.0) + 3.0 * Linear()
        assert other.nu == 0.4
        assert estimator.kernel is kernel
        assert kernel == RBF(1.0) + 2.0 * Linear()
        assert other.set_params(kernel=RBF(1.0), kernel__gamma=2.0).kernel == RBF(2.0)

    def test_parameters_that_are_not_there(self):
        with pytest.raises(ValueError, match="no parameter 'width'"):
            MinimumVolumeBall(RBF(1.0)).set_params(kernel__width=2.0)
        with pytest.raises(ValueError, match="kernel__gamma needs kernel="):
            MinimumVolumeBall().set_params(kernel__gamma=2.0)
        with pytest.raises(ValueError, match="mu"):
            MinimumVolumeBall().set_params(mu=2.0)

    def test_grid_search_in_a_pipeline(self):
        X = points(60) * [1, 20]
        y = np.where(np.arange(60) < 55, 1, -1)
        X[y < 0] += [8, 160]
        pipeline = make_pipeline(StandardScaler(), MinimumVolumeBall(RBF(1.0)))
        grid = {"minimumvolumeball__kernel__gamma": [0.1, 100.0], "minimumvolumeball__nu": [0.1, 0.9]}
        search = GridSearchCV(pipeline, grid, scoring="accuracy", cv=3).fit(X, y)
        assert search.best_params_ == {"minimumvolumeball__kernel__gamma": 0.1, "minimumvolumeball__nu": 0.1}
        assert search.best_estimator_[-1].kernel_ == RBF(0.1)

    def test_shows_itself(self):
        assert repr(MinimumVolumeBall(RBF(2.0), nu=0.3)) == "MinimumVolumeBall(kernel=RBF(gamma=2.0), nu=0.3)"
        assert "RBF" in MinimumVolumeBall(RBF(2.0))._repr_html_()


class TestAgainstOneClassSVM:
    """Where K(x, x) is constant the two are one problem, and only there."""

    @pytest.mark.parametrize("gamma", [0.05, 1.0, 30.0])
    @pytest.mark.parametrize("nu", [0.05, 0.2, 0.63])
    def test_same_ball_for_rbf(self, gamma, nu):
        X, X_new, n = points(150), points(60, seed=8), 150
        ours = MinimumVolumeBall(RBF(gamma), nu=nu, tol=1e-9).fit(X)
        theirs = OneClassSVM(gamma=gamma, nu=nu, tol=1e-9).fit(X)
        alpha = np.zeros(n)
        alpha[theirs.support_] = theirs.dual_coef_[0]
        assert alpha.sum() == pytest.approx(nu * n)
        np.testing.assert_allclose(nu * n * ours.alpha_, alpha, atol=1e-4)
        np.testing.assert_allclose(
            ours.decision_function(X_new), 2 / (nu * n) * theirs.decision_function(X_new), atol=1e-7
        )
        rho = theirs.offset_[0]
        assert ours.R2_ == pytest.approx(1 + ours.solution_.center_norm2 - 2 * rho / (nu * n), abs=1e-7)

    def test_other_problem_for_linear(self):
        X, nu, n = points(100) + np.array([2, 0]), 0.2, 100
        ours = MinimumVolumeBall(Linear(), nu=nu, tol=1e-9).fit(X)
        theirs = OneClassSVM(kernel="linear", nu=nu, tol=1e-9).fit(X)
        alpha = np.zeros(n)
        alpha[theirs.support_] = theirs.dual_coef_[0] / (nu * n)
        assert np.abs(ours.alpha_ - alpha).max() * nu * n > 0.9
        assert (ours.predict(X) != theirs.predict(X)).mean() > 0.1


class TestLargeData:
    def test_memory_for_twenty_thousand_points(self):
        code = (
            "import numpy as np, resource\n"
            "from kernelsy19.ball import MinimumVolumeBall\n"
            "from kernelsy19.kernels import RBF\n"
            "X = np.random.default_rng(0).normal(size=(20_000, 2))\n"
            "solution = MinimumVolumeBall(RBF(0.5), nu=0.01).fit(X).solution_\n"
            "peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
            "print(solution.converged, solution.path, solution.duality_gap <= 1e-6 * solution.objective, peak)\n"
        )
        result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        converged, path, small_gap, peak = result.stdout.split()
        assert (converged, path, small_gap) == ("True", "rows", "True")
        kilobyte = 1 if sys.platform == "darwin" else 1024
        assert int(peak) * kilobyte < 2 * 2**30

    def test_the_share_of_outliers_is_near_nu(self):
        solution = ball.solve_dual(RBF(0.5).gram(points(3000)), 0.1)
        assert solution.outlier.mean() <= 0.1 <= (solution.alpha > 0).mean()
        assert solution.outlier.mean() == pytest.approx(0.1, abs=0.01)
