"""What ν means: the property and its ends, the hyperplane, the bound C; against loops, scikit-learn and a QP solver."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import solve_box_qp
from sklearn.svm import OneClassSVM

from kernelsy19 import ball, datasets, density, one_class
from kernelsy19.engine import smo
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial
from kernelsy19.validation import ConvergenceWarning

KERNELS = [RBF(0.7), Laplacian(0.3), Linear(), Polynomial(2), RBF(40.0)]
each_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=repr)


def points(n, p=2, seed=0):
    return np.random.default_rng(seed).normal(size=(n, p))


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
        few, many = (ball.solve_dual(smo.GramRows(RBF(0.5), X[:n]), nu) for n in (25, 1600))
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

    @pytest.mark.parametrize("C", [0.019, 0.0, -1.0, np.nan])
    def test_too_small_a_bound(self, C):
        with pytest.raises(ValueError, match="C must"):
            one_class.nu_of_bound(C, 50)


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


class TestSolveHyperplane:
    @each_kernel
    @pytest.mark.parametrize("nu", [0.05, 0.3, 0.77])
    def test_against_an_interior_point_solver(self, kernel, nu):
        K = kernel(points(18, seed=7) + 1)
        solution = one_class.solve_hyperplane(K, nu, tol=1e-10)
        _, minimum = solve_box_qp(K, np.zeros(18), np.ones(18), 1.0, 1 / (nu * 18))
        assert solution.converged
        assert solution.objective == pytest.approx(-minimum, rel=1e-6, abs=1e-8)
        assert 0 <= solution.duality_gap + 1e-12 < 1e-7 * max(1, K.max())
        assert solution.w_norm2 == pytest.approx(solution.alpha @ K @ solution.alpha, rel=1e-8, abs=1e-12)
        np.testing.assert_allclose(solution.margins, K @ solution.alpha - solution.rho, atol=1e-8)

    @pytest.mark.parametrize("kernel", [RBF(0.7), Laplacian(0.3), 2 * RBF(0.5)], ids=repr)
    def test_is_the_ball_where_the_diagonal_is_constant(self, kernel):
        K = kernel(points(40, seed=2))
        plane, enclosing = one_class.solve_hyperplane(K, 0.3, tol=1e-11), ball.solve_dual(K, 0.3, tol=1e-11)
        np.testing.assert_allclose(plane.alpha, enclosing.alpha, atol=1e-6)
        rho = one_class.threshold(K[0, 0], enclosing.center_norm2, enclosing.R2)
        assert plane.rho == pytest.approx(rho, abs=1e-7)
        assert (plane.kinds == enclosing.kinds).all()

    @pytest.mark.parametrize(("kernel", "name"), [(RBF(0.7), "rbf"), (Linear(), "linear")])
    def test_is_scikit_learns_after_rescaling(self, kernel, name):
        X = points(60, seed=4) + 2
        plane = one_class.solve_hyperplane(kernel(X), 0.15, tol=1e-11)
        peer = OneClassSVM(kernel=name, gamma=0.7, nu=0.15, tol=1e-10).fit(X)
        a, b = one_class.rescaled(plane.alpha, plane.rho, 0.15)
        assert peer.offset_[0] == pytest.approx(b, abs=1e-5)
        np.testing.assert_allclose(peer.decision_function(X), kernel(X) @ a - b, atol=1e-5)

    def test_differs_from_the_ball_for_the_linear_kernel(self):
        K = Linear()(points(40, seed=2) + 3)
        plane, enclosing = one_class.solve_hyperplane(K, 0.3), ball.solve_dual(K, 0.3)
        assert np.abs(plane.alpha - enclosing.alpha).max() > 0.9 * enclosing.upper

    @pytest.mark.parametrize(
        ("K", "nu"), [(np.eye(3), 0), (np.eye(3), 1.5), (-np.eye(3), 0.5), (np.ones((2, 3)), 0.5)]
    )
    def test_refuses_what_it_cannot_solve(self, K, nu):
        with pytest.raises(ValueError, match="must"):
            one_class.solve_hyperplane(K, nu)

    def test_warns_when_it_stops_early(self):
        with pytest.warns(ConvergenceWarning, match="raise max_iter"):
            one_class.solve_hyperplane(RBF(2.0)(points(60)), 0.3, max_iter=2)


class TestPrecomputedTables:
    """Two cells of the tables that a script computed are computed again."""

    @pytest.mark.parametrize(("nu", "row"), [(0.05, 2), (0.5, 5)])
    def test_usps_nu(self, nu, row):
        test = datasets.usps().test
        X = np.hstack([test.X, 2 * np.eye(10)[test.y] - 1])
        solution = ball.solve_dual(smo.GramRows(RBF(1 / 128), X), nu)
        table = datasets.table("usps_nu")
        assert table["nu"][row] == nu
        assert 100 * solution.outlier.mean() == pytest.approx(table["outliers"][row], abs=0.06)
        assert 100 * (1 - solution.inside.mean()) == pytest.approx(table["support_vectors"][row], abs=0.06)

    def test_usps_nu_is_near_what_was_published(self):
        ours, published = datasets.table("usps_nu"), datasets.table("usps_nu_published")
        np.testing.assert_array_equal(ours["nu"], published["nu"])
        for column in ("outliers", "support_vectors"):
            assert np.abs(ours[column] - published[column]).max() < 2.5

    def test_slopes_rise_with_nu(self):
        times = datasets.table("usps_nu_time")
        slopes = [
            np.polyfit(np.log(t["n"]), np.log(t["seconds"]), 1)[0]
            for t in (times.rows(nu=nu) for nu in np.unique(times["nu"]))
        ]
        # Fitted to five times of milliseconds each: good to one decimal.
        assert list(np.round(slopes, 1)) == sorted(np.round(slopes, 1))
        assert max(slopes[:3]) < 1.2 < 1.3 < min(slopes[4:])

    def test_a_table_shows_its_numbers_and_where_they_come_from(self):
        table = datasets.table("usps_nu").rows(nu=0.05)
        assert len(table) == 1
        assert "| 0.05 |" in table._repr_markdown_()
        assert "make tables" in table._repr_markdown_() and "make tables" in repr(table)

    def test_unknown_names(self):
        table = datasets.table("usps_nu")
        with pytest.raises(ValueError, match=r"no precomputed table 'usps'; there are .*usps_nu"):
            datasets.table("usps")
        with pytest.raises(ValueError, match="has the columns nu, outliers"):
            table["mu"]
        with pytest.raises(ValueError, match="no row"):
            table.rows(nu=0.42)

    def test_rows_meet_every_condition(self):
        columns = {"a": np.array([1.0, 1.0, 2.0]), "b": np.array([3.0, 4.0, 3.0])}
        found = datasets.tables.Table("t", (), columns).rows(a=1, b=3)
        assert found["a"].tolist() == [1] and found["b"].tolist() == [3]

    def test_what_is_saved_is_read(self, tmp_path, monkeypatch):
        monkeypatch.setattr(datasets.tables, "FOLDER", tmp_path)
        datasets.tables.save_table("t", {"a": [1, 2], "b": [0.5, 1 / 3]}, "About.", "make it")
        found = datasets.table("t")
        np.testing.assert_allclose(found["b"], [0.5, 0.333333], atol=1e-6)
        assert found.provenance[0] == "About." and "`make it`" in found.provenance[1]
