"""The ν-property, its ends, and the hyperplane, on solved problems and by hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shares import each_kernel, points

from kernelsy19 import ball, density, one_class
from kernelsy19.kernels import RBF, Linear


class TestNuProperty:
    def test_shares_count_what_they_say(self):
        xi, alpha = np.array([0, 0, 0.3, 1e-9, 0]), np.array([0, 1e-9, 0.5, 0.5, 0])
        assert one_class.share_of_outliers(xi) == 0.4
        assert one_class.share_of_support_vectors(alpha) == 0.6
        assert one_class.share_on_surface(np.array([0, 0.25, 0.5, 0.25, 0]), nu=0.4) == 0.4

    @pytest.mark.checks("SY19-nu-outliers", "SY19-nu-support-vectors")
    @each_kernel
    @settings(max_examples=15, deadline=None)
    @given(nu=st.floats(0.01, 1), n=st.integers(2, 25), seed=st.integers(0, 10**6))
    def test_nu_lies_between_the_shares(self, kernel, nu, n, seed):
        solution = ball.solve_dual(kernel(points(n, seed=seed)), nu)
        rounding = 1e-9
        assert one_class.share_of_outliers(solution.xi) <= nu + rounding
        assert solution.outlier.mean() <= nu + rounding
        assert one_class.share_of_support_vectors(solution.alpha) >= nu - rounding

    @pytest.mark.checks("SY19-nu-limit")
    @pytest.mark.parametrize("nu", [0.1, 0.5])
    def test_the_surface_thins_out_as_n_grows(self, nu):
        X = points(1600, seed=3)
        few, many = (ball.solve_dual(RBF(0.5).gram(X[:n]), nu) for n in (25, 1600))
        assert one_class.share_on_surface(few.alpha, nu) > 0.1
        assert one_class.share_on_surface(many.alpha, nu) < 0.02
        for share in (many.outlier.mean(), one_class.share_of_support_vectors(many.alpha)):
            assert abs(share - nu) < 0.02

    @pytest.mark.parametrize("n", [10, 60, 400])
    def test_in_the_plane_three_points_fix_a_circle(self, n):
        assert ball.solve_dual(Linear()(points(n, seed=n)), 0.2).surface.sum() <= 3


class TestEnds:
    @pytest.mark.checks("SY19-nu-zero")
    @each_kernel
    def test_below_one_over_n_the_ball_holds_all_points_and_has_support_vectors(self, kernel):
        K = kernel(points(12, seed=5))
        half, tiny = (ball.solve_dual(K, nu, tol=1e-11) for nu in (0.5 / 12, 1e-5))
        for solution in (half, tiny):
            distances = [
                K[i, i] - 2 * K[i] @ solution.alpha + solution.alpha @ K @ solution.alpha for i in range(12)
            ]
            assert one_class.hard_radius_squared(np.array(distances)) == max(distances)
            assert solution.R2 == pytest.approx(max(distances), rel=1e-8)
            assert solution.outlier.sum() == 0
            assert len(solution.support) >= 2
        np.testing.assert_allclose(half.alpha, tiny.alpha, atol=1e-5)

    @pytest.mark.checks("SY19-nu-one", "COURSE-eta")
    def test_at_one_the_decision_is_a_density_with_a_threshold(self):
        X, X_new, h = points(30), points(50, seed=1), 0.6
        k = RBF.from_width(h, "1/(2s^2)")
        solution = ball.solve_dual(k(X), 1.0)
        np.testing.assert_allclose(solution.alpha, 1 / 30, rtol=1e-12)
        R2 = np.median(solution.squared_distances)
        eta = one_class.threshold(1.0, solution.center_norm2, R2)
        scale = 2 * np.pi * h**2
        expected = np.where(density.parzen_gaussian(X_new, X, h) >= eta / scale, 1, -1)
        assert set(expected) == {-1, 1}
        np.testing.assert_array_equal(one_class.decide_by_mean_kernel(k(X_new, X), eta), expected)
        distances = ball.squared_distances_to_center(np.ones(50), k(X_new, X), k(X), solution.alpha)
        np.testing.assert_array_equal(ball.decide(R2, distances), expected)

    def test_a_point_on_the_threshold_is_in(self):
        assert one_class.decide_by_mean_kernel(np.array([[0.5, 0.5], [0.5, 0.25]]), 0.5).tolist() == [1, -1]


class TestBoundC:
    @pytest.mark.checks("AML-bound")
    @pytest.mark.parametrize(
        ("C", "n", "nu"), [(0.02, 300, 1 / 6), (0.1, 100, 0.1), (1.0, 50, 0.02), (0.02, 50, 1)]
    )
    def test_nu_of_bound(self, C, n, nu):
        assert one_class.nu_of_bound(C, n) == pytest.approx(nu, rel=1e-12)
        assert ball.largest_weight(one_class.nu_of_bound(C, n), n) == pytest.approx(C, rel=1e-12)

    def test_the_smallest_bound_gives_nu_one_whatever_the_rounding(self):
        assert 1 / ((1 / 49) * 49) > 1  # in floating point
        assert one_class.nu_of_bound(1 / 49, 49) == 1


class TestHyperplaneEquations:
    @pytest.mark.checks("COURSE-hyperplane-primal", "COURSE-hyperplane-dual", "COURSE-hyperplane-decision")
    @pytest.mark.parametrize("seed", range(3))
    def test_against_loops(self, seed):
        rng = np.random.default_rng(seed)
        w, rho, nu, xi, alpha = (
            rng.normal(size=4),
            rng.normal(),
            0.3,
            rng.uniform(size=6),
            rng.uniform(size=6),
        )
        price = sum(x / (nu * 6) for x in xi)
        assert one_class.hyperplane_objective(w, rho, xi, nu) == pytest.approx(
            0.5 * sum(v * v for v in w) - rho + price
        )
        K = rng.normal(size=(6, 6))
        total = sum(alpha[i] * alpha[j] * K[i, j] for i in range(6) for j in range(6))
        assert one_class.hyperplane_dual_objective(K, alpha) == pytest.approx(-total / 2)
        decision = [sum(alpha[i] * K[m, i] for i in range(6)) - rho for m in range(6)]
        np.testing.assert_allclose(one_class.hyperplane_decision(K, alpha, rho), decision)

    @pytest.mark.checks("COURSE-rescaled")
    def test_rescaled(self):
        a, b = one_class.rescaled(np.array([0.25, 0.5, 0.25, 0]), 0.7, nu=0.5)
        np.testing.assert_allclose(a, [0.5, 1, 0.5, 0])
        assert b == pytest.approx(1.4)
