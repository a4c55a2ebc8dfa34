"""The ball: its certificate, its edges, and points that are equal."""

import subprocess
import sys

import numpy as np
import pytest
from balls import each_kernel, points

from kernelsy19 import ball
from kernelsy19.ball import solve as ball_solve
from kernelsy19.engine import smo
from kernelsy19.kernels import RBF, Linear
from kernelsy19.validation import ConvergenceWarning


class TestSolver:
    @pytest.mark.parametrize("nu", [0.003, 0.1, 0.25, 0.6, 1.0])
    @each_kernel
    def test_default_tolerance_bounds_the_relative_gap(self, kernel, nu):
        solution = ball.solve_dual(kernel(points(200)), nu)
        assert solution.duality_gap <= 1e-6 * solution.objective
        assert solution.duality_gap <= solution.kkt_residual + 1e-13 * np.abs(kernel(points(200))).max()


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


class TestLargeData:
    @pytest.mark.night
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


def test_equal_points_share_their_weight_evenly_and_the_ball_stays():
    places = points(20, seed=1)
    X = np.concatenate([places, places[:12], places[:5]])
    for nu in (0.2, 0.7):
        found = ball.solve_dual(RBF(5.0)(X), nu, tol=1e-10)
        even = ball.shared_evenly(found, X)
        assert (even.alpha[:12] == even.alpha[20:32]).all() and (even.alpha[:5] == even.alpha[32:]).all()
        judged = ball.certify(RBF(5.0)(X), nu, even.alpha)
        assert judged.converged and judged.R2 == pytest.approx(found.R2, rel=1e-8)
        plain = ball.certify(RBF(5.0)(X), nu, ball.plain_smo(RBF(5.0)(X), nu, tol=1e-10))
        assert (ball.shared_evenly(plain, X).kinds == even.kinds).all()
    with pytest.raises(ValueError, match="X must hold the 37 points of the ball, got 36"):
        ball.shared_evenly(found, X[1:])
