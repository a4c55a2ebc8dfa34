"""The ν-property and its ends, on solved problems and by hand."""

import numpy as np
import pytest
from balls import each_kernel, points

from kernelsy19 import ball, one_class
from kernelsy19.kernels import RBF, Linear


class TestNuProperty:
    def test_shares_count_what_they_say(self):
        xi, alpha = np.array([0, 0, 0.3, 1e-9, 0]), np.array([0, 1e-9, 0.5, 0.5, 0])
        assert one_class.share_of_outliers(xi) == 0.4
        assert one_class.share_of_support_vectors(alpha) == 0.6
        assert one_class.share_on_surface(np.array([0, 0.25, 0.5, 0.25, 0]), nu=0.4) == 0.4

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
            alpha = solution.alpha
            distances = [K[i, i] - 2 * K[i] @ alpha + alpha @ K @ alpha for i in range(12)]
            assert one_class.hard_radius_squared(np.array(distances)) == max(distances)
            assert solution.R2 == pytest.approx(max(distances), rel=1e-8)
            assert solution.outlier.sum() == 0
            assert len(solution.support) >= 2
        np.testing.assert_allclose(half.alpha, tiny.alpha, atol=1e-5)

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
