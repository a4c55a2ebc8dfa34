"""The ball against a general solver of quadratic programs."""

import subprocess
import sys

import numpy as np
import pytest
from balls import each_kernel, points
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import enclosing_ball, solve_box_qp

from kernelsy19 import ball
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.ball import solve as ball_solve
from kernelsy19.engine import smo
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial, Precomputed, Sigmoid, geometry
from kernelsy19.kernels import kernel as kernel_file
from kernelsy19.validation import ConvergenceWarning


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
        with pytest.raises(ValueError, match="with the sum 1, got"):
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
            (np.array([[1.0, 0.5], [0.4, 1.0]]), "symmetric"),
            (np.array([[1.0, 2.0], [2.0, 1.0]]), "smallest eigenvalue -1"),
        ],
    )
    def test_what_is_no_gram_matrix(self, K, message):
        with pytest.raises(ValueError, match=message):
            ball.solve_dual(K, 0.5)

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
        monkeypatch.setattr(kernel_file, "SUMMED_ENTRIES", 3 * len(solution.support))
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
