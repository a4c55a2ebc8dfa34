"""The ball for two classes against general solvers of quadratic programs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import solve_box_qp, two_class_ball

from kernelsy19 import ball, svdd
from kernelsy19.engine import gram
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial, Precomputed, Sigmoid, geometry
from kernelsy19.validation import ConvergenceWarning

KERNELS = [RBF(0.7), Laplacian(0.3), Linear(), Polynomial(2), RBF(1.0) + 0.5 * Linear()]
each_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=repr)


def two_classes(n, p=2, seed=0, apart=1.0):
    """Points of two overlapping classes, in random order."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.where(np.arange(n) < (2 * n) // 3, 1.0, -1.0))
    return rng.normal(size=(n, p)) + apart * (y < 0)[:, None], y


def assert_optimal(K, y, C, solution, atol=1e-9):
    """Check a ball from its weights alone, by the definitions."""
    n, alpha = len(K), solution.alpha
    scale = max(1.0, np.abs(K).max()) * max(1.0, alpha.sum()) ** 2
    assert solution.converged
    assert y @ alpha == pytest.approx(1, abs=1e-11 * max(1, alpha.sum()))
    assert alpha.min() >= 0
    assert alpha.max() <= C * (1 + 1e-12)
    b = y * alpha
    d2 = np.diagonal(K) - 2 * K @ b + b @ K @ b
    np.testing.assert_allclose(solution.squared_distances, d2, atol=1e-12 * scale * n)
    xi = np.maximum(0, y * (d2 - solution.R2))
    primal, dual = solution.R2 + C * xi.sum(), b @ np.diagonal(K) - b @ K @ b
    rounding = 1e-12 * scale * n * max(1, C)
    assert solution.objective == pytest.approx(dual, abs=rounding)
    assert solution.primal_objective == pytest.approx(primal, abs=rounding * n)
    assert solution.duality_gap == pytest.approx(primal - dual, abs=rounding * n)
    assert -rounding * n <= solution.duality_gap <= atol * scale * n


class TestSolver:
    @each_kernel
    @pytest.mark.parametrize("price", [1.0, 1.3, 4.0, 20.0])
    @pytest.mark.parametrize("n", [4, 15, 60])
    def test_against_an_interior_point_solver(self, kernel, price, n):
        X, y = two_classes(n)
        K, C = kernel(X), price / np.count_nonzero(y > 0)
        solution = svdd.solve_dual(K, y, C, tol=1e-9)
        assert_optimal(K, y, C, solution)
        Q = 2 * K * np.outer(y, y)
        _, least = solve_box_qp(Q, -y * np.diagonal(K), y, 1.0, C)
        assert solution.objective == pytest.approx(-least, rel=1e-6, abs=1e-8)

    @pytest.mark.parametrize("kernel", [Linear(), Polynomial(2)], ids=repr)
    @pytest.mark.parametrize("C", [0.06, 0.2, 1.0])
    def test_against_the_primal_in_coordinates(self, kernel, C):
        X, y = two_classes(30, seed=3)
        Phi = kernel.feature_map(X)
        solution = svdd.solve_dual(kernel(X), y, C, tol=1e-10)
        c, R2, least = two_class_ball(Phi, y, C)
        assert solution.primal_objective == pytest.approx(least, rel=1e-7)
        np.testing.assert_allclose(solution.signed @ Phi, c, atol=1e-4 * np.abs(Phi).max())
        if abs(20 - 1 / C - round(20 - 1 / C)) > 1e-6:
            assert solution.R2 == pytest.approx(R2, rel=1e-4)

    @each_kernel
    @pytest.mark.parametrize("C", [0.05, 0.3])
    def test_one_class_is_the_ball_of_chapter_3(self, kernel, C):
        X, _ = two_classes(50)
        K = kernel(X)
        ours = svdd.solve_dual(K, np.ones(50), C, tol=1e-10)
        theirs = ball.solve_dual(K, 1 / (C * 50), tol=1e-10)
        assert ours.objective == pytest.approx(theirs.objective, rel=1e-9)
        assert ours.R2 == pytest.approx(theirs.R2, rel=1e-6)
        np.testing.assert_array_equal(ours.kinds, theirs.kinds)
        assert not ours.misplaced[ours.inside].any()

    @each_kernel
    @pytest.mark.parametrize("C", [0.003, 0.1])
    def test_rows_on_demand_give_the_same_ball(self, kernel, C):
        X, y = two_classes(600, apart=2.0)
        K = kernel(X)
        full, rows = svdd.solve_dual(K, y, C), svdd.solve_dual(kernel.gram(X), y, C)
        assert (full.path, rows.path) == ("full", "rows")
        assert rows.objective == pytest.approx(full.objective, rel=1e-5)
        for solution in (full, rows):
            assert solution.converged
            bounds = slack_of_the_gap(solution)
            assert solution.duality_gap <= solution.kkt_residual * bounds * (1 + 1e-6) + 1e-9 * C * 600

    @given(seed=st.integers(0, 10**6), n=st.integers(1, 20), price=st.floats(1, 30))
    @settings(max_examples=80, deadline=None)
    def test_any_gram_matrix(self, seed, n, price):
        rng = np.random.default_rng(seed)
        Phi = rng.normal(size=(n, rng.integers(1, 6))) * rng.uniform(0.1, 3, size=(n, 1))
        y = np.where(rng.uniform(size=n) < 0.6, 1.0, -1.0)
        y[0] = 1
        K, C = Phi @ Phi.T, price / np.count_nonzero(y > 0)
        solution = svdd.solve_dual(K, y, C, tol=1e-8)
        assert_optimal(K, y, C, solution, atol=1e-7)
        gap = svdd.duality_gap(K, y, solution.alpha, C)
        assert gap == pytest.approx(solution.duality_gap, abs=1e-9 * n * max(1, K.max()) * (1 + C) * n)

    @each_kernel
    def test_points_lie_where_their_weight_says(self, kernel):
        X, y = two_classes(60)
        K, C = kernel(X), 0.08
        s = svdd.solve_dual(K, y, C, tol=1e-10)
        atol = 1e-7 * np.abs(K).max()
        depth = s.R2 - s.squared_distances
        assert (depth[s.inside] >= -atol).all() and (depth[s.outside] <= atol).all()
        np.testing.assert_allclose(depth[s.surface], 0, atol=atol)
        np.testing.assert_array_equal(s.misplaced, s.alpha >= C * (1 - 1e-8))
        np.testing.assert_array_equal(s.kinds == "outlier", s.outside)
        assert (s.xi[~s.misplaced] <= atol).all()
        np.testing.assert_array_equal(s.support, np.flatnonzero(s.alpha > 0))
        assert s.misplaced.any() and s.surface.any()

    @each_kernel
    @pytest.mark.parametrize("price", [1.5, 3.2, 10.3])
    def test_the_ball_holds_p_less_one_over_C_points(self, kernel, price):
        X, y = two_classes(60)
        p = np.count_nonzero(y > 0)
        s = svdd.solve_dual(kernel(X), y, price / p, tol=1e-9)
        assert s.inside.sum() <= p - p / price <= s.inside.sum() + s.surface.sum()

    def test_the_solution_does_not_depend_on_order_origin_or_unit(self):
        X, y = two_classes(40, seed=2)
        base = svdd.solve_dual(Linear()(X), y, 0.2, tol=1e-10)
        moved = svdd.solve_dual(Linear()(10 * X + 3), y, 0.2, tol=1e-10)
        order = np.random.default_rng(0).permutation(40)
        shuffled = svdd.solve_dual(Linear()(X[order]), y[order], 0.2, tol=1e-10)
        assert moved.R2 == pytest.approx(100 * base.R2, rel=1e-6)
        assert shuffled.R2 == pytest.approx(base.R2, rel=1e-6)
        np.testing.assert_array_equal(shuffled.misplaced, base.misplaced[order])

    @pytest.mark.parametrize(
        "K",
        [np.ones((6, 6)), np.zeros((6, 6)), np.eye(6), np.outer(np.arange(6.0), np.arange(6.0))],
        ids=["one point", "zeros", "orthogonal", "rank 1"],
    )
    @pytest.mark.parametrize("C", [0.5, 1.0])
    def test_degenerate_matrices(self, K, C):
        y = np.array([1.0, 1, -1, 1, 1, -1])
        fast, plain = svdd.solve_dual(K, y, C), plainly(K, y, C)
        for s in (fast, plain):
            assert s.converged and abs(s.duality_gap) < 1e-5 * max(1, K.max())
        assert fast.objective == pytest.approx(plain.objective, abs=1e-5 * max(1, K.max()))


def plainly(K, y, C, tol=1e-6):
    return svdd.certify(K, y, C, svdd.plain_svdd(K, y, C, tol), tol)


def slack_of_the_gap(s):
    """What the docstring of `solve_dual` multiplies the KKT residual with."""
    targets = s.y > 0
    used, left = s.alpha, s.C - s.alpha
    return min(
        used[targets].sum() + left[~targets].sum(),
        left[targets].sum() + used[~targets].sum(),
    )


class TestPlain:
    @given(
        seed=st.integers(0, 2**31),
        n=st.sampled_from([3, 8, 25, 60]),
        kernel=st.sampled_from(KERNELS),
        price=st.sampled_from([1.0, 1.5, 2.0, 6.0]),
    )
    @settings(deadline=None, max_examples=40)
    def test_plain_svdd_finds_the_ball_of_the_engine(self, seed, n, kernel, price):
        X, y = two_classes(n, 3, seed)
        K, C = kernel(X), price / np.count_nonzero(y > 0)
        plain = plainly(K, y, C, tol=1e-8)
        fast = svdd.solve_dual(K, y, C, tol=1e-8)
        largest = max(1.0, np.diagonal(K).max()) * max(1.0, fast.alpha.sum())
        assert plain.converged and plain.path == "plain"
        assert plain.objective == pytest.approx(fast.objective, abs=1e-6 * largest)
        assert -1e-10 * largest <= plain.duality_gap < 1e-6 * largest * n
        np.testing.assert_allclose(plain.squared_distances, fast.squared_distances, atol=2e-3 * largest)
        assert plain.alpha.min() >= 0 and plain.alpha.max() <= C * (1 + 1e-12)
        assert y @ plain.alpha == pytest.approx(1, abs=1e-10)

    def test_in_general_position_everything_agrees(self):
        X, y = two_classes(50, 3)
        K = RBF(0.5)(X)
        plain, fast = plainly(K, y, 0.13, tol=1e-10), svdd.solve_dual(K, y, 0.13, tol=1e-10)
        for name in ("R2", "center_norm2", "primal_objective", "rho"):
            assert getattr(plain, name) == pytest.approx(getattr(fast, name), abs=1e-7)
        np.testing.assert_allclose(plain.alpha, fast.alpha, atol=1e-6)
        np.testing.assert_array_equal(plain.kinds, fast.kinds)

    def test_without_compiled_loops_the_plain_way_is_gone(self, monkeypatch):
        monkeypatch.setattr("kernelsy19.ball.solve.compiled_loops_work", lambda: False)
        X, y = two_classes(20)
        assert svdd.solve_dual(RBF(1.0).gram(X), y, 0.2).path == "plain"

    def test_it_says_when_it_has_not_converged(self):
        X, y = two_classes(60)
        K = RBF(1.0)(X)
        with pytest.warns(ConvergenceWarning, match="after 3 iterations.*raise max_iter"):
            early = svdd.solve_dual(K, y, 0.5, max_iter=3)
        with pytest.warns(ConvergenceWarning, match="The weights leave a ball with KKT residual") as said:
            plain = svdd.certify(K, y, 0.5, svdd.plain_svdd(K, y, 0.5, max_iter=3))
        assert said[0].filename == __file__
        best = svdd.solve_dual(K, y, 0.5).objective
        for found in (early, plain):
            assert not found.converged and found.objective < best < found.primal_objective

    def test_weights_that_are_not_allowed_are_told(self):
        X, y = two_classes(40)
        K = RBF(1.0)(X)
        alpha = svdd.plain_svdd(K, y, 0.5)
        for wrong, doubt in ((alpha * 1.01, "a sum of weights off"), (-alpha, "a weight outside its bounds")):
            with pytest.warns(ConvergenceWarning, match=doubt):
                assert not svdd.certify(K, y, 0.5, wrong).converged
        fast = svdd.solve_dual(K, y, 0.5)
        judged = svdd.certify(K, y, 0.5, fast.alpha)
        for name in ("R2", "center_norm2", "objective", "primal_objective", "duality_gap", "kkt_residual"):
            assert getattr(judged, name) == pytest.approx(getattr(fast, name), abs=1e-12)


@pytest.mark.parametrize("solve", [svdd.solve_dual, svdd.plain_svdd])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"C": 0.2}, r"C = 0.2 is too small for 3 target points.*at least 1/3 = 0.3333"),
        ({"y": [1, 1, 2, -1]}, "y must hold −1 and 1 only, got"),
        ({"y": [-1, -1, -1, -1]}, "no target point"),
        ({"K": np.array([[0.0, 1.0], [1.0, 0.0]]), "y": [1, -1], "C": 1.0}, "nearest_psd"),
    ],
)
def test_bad_input(solve, arguments, message):
    with pytest.raises(ValueError, match=message):
        solve(**{"K": np.eye(4), "y": [1, 1, 1, -1], "C": 0.5, **arguments})


def test_C_of_exactly_one_over_p_gives_the_mean_of_the_targets():
    X, y = two_classes(30)
    s = svdd.solve_dual(RBF(1.0)(X), y, 1 / 20)
    np.testing.assert_allclose(s.alpha, np.where(y > 0, 1 / 20, 0), atol=1e-12)


class TestDecision:
    @each_kernel
    def test_decision_is_the_distance_in_coordinates(self, kernel):
        X, y = two_classes(40)
        new = np.random.default_rng(9).normal(size=(11, 2))
        Phi = geometry.features_of_gram(kernel(np.vstack([X, new])))
        s = svdd.solve_dual(kernel(X), y, 0.15, tol=1e-9)
        c = s.signed @ Phi[:40]
        expected = s.R2 - ((Phi[40:] - c) ** 2).sum(axis=1)
        atol = 1e-6 * np.abs(expected).max()
        np.testing.assert_allclose(svdd.decision_function(kernel, X, s, new), expected, atol=atol)
        given = svdd.decision_function(Precomputed(), kernel(X), s, kernel(new, X), kernel.diagonal(new))
        np.testing.assert_allclose(given, expected, atol=atol)
        own = svdd.decision_function(kernel, X, s, X)
        np.testing.assert_allclose(own, s.R2 - s.squared_distances, atol=atol)

    @each_kernel
    def test_on_a_grid(self, kernel):
        X, y = two_classes(40)
        s = svdd.solve_dual(kernel(X), y, 0.15)
        across, up = np.linspace(-2, 2, 5), np.linspace(-1, 3, 4)
        points = np.array([[a, b] for b in up for a in across])
        np.testing.assert_allclose(
            svdd.decision_on_grid(kernel, X, s, across, up).ravel(),
            svdd.decision_function(kernel, X, s, points),
            atol=1e-9 * np.abs(kernel(X)).max(),
        )

    def test_bad_input(self):
        X, y = two_classes(20)
        s = svdd.solve_dual(RBF(1.0)(X), y, 0.3)
        linear = svdd.solve_dual(Linear()(X), y, 0.3)
        with pytest.raises(ValueError, match="20 training points of the solution, got 19"):
            svdd.decision_function(RBF(1.0), X[1:], s, X)
        with pytest.raises(ValueError, match="K_xx is for Precomputed"):
            svdd.decision_function(RBF(1.0), X, s, X, np.ones(20))
        with pytest.raises(ValueError, match=r"K_xx.*must be given"):
            svdd.decision_function(Precomputed(), Linear()(X), linear, Linear()(X))
        with pytest.raises(ValueError, match="grid has no precomputed"):
            svdd.decision_on_grid(Precomputed(), X, s, [0.0], [0.0])
        with pytest.raises(ValueError, match="training points"):
            svdd.decision_on_grid(RBF(1.0), X[1:], s, [0.0], [0.0])


class TestRepair:
    def test_training_points_become_those_of_the_nearest_psd_matrix(self):
        X, _ = two_classes(25)
        K = Sigmoid(1.0, -0.5)(X)
        repaired, after = geometry.nearest_psd(K), svdd.values_after_repair(K, K)
        assert repaired.n_negative > 0
        np.testing.assert_allclose(after.K_xs, repaired.K, atol=1e-4)
        np.testing.assert_allclose(after.K_xx, np.diagonal(repaired.K), atol=1e-4)

    def test_together_they_are_one_psd_matrix(self):
        X, _ = two_classes(25)
        K, K_new = Sigmoid(1.0, -0.5)(X), Sigmoid(1.0, -0.5)(X[:1] + 0.3, X)
        after = svdd.values_after_repair(K_new, K)
        joint = np.block(
            [[svdd.values_after_repair(K, K).K_xs, after.K_xs.T], [after.K_xs, after.K_xx[:, None]]]
        )
        assert np.linalg.eigvalsh(joint).min() > -1e-9
        values, vectors = np.linalg.eigh(K)
        kept = values > 1e-6 * np.abs(values).max()
        np.testing.assert_allclose(after.K_xs @ vectors[:, ~kept], 0, atol=1e-12)
        np.testing.assert_allclose(after.K_xs @ vectors[:, kept], K_new @ vectors[:, kept], atol=1e-12)

    def test_a_psd_matrix_keeps_its_values(self):
        X, _ = two_classes(25)
        k = Polynomial(2)
        after = svdd.values_after_repair(k(X[:7] + 0.3, X), k(X))
        np.testing.assert_allclose(after.K_xs, k(X[:7] + 0.3, X), atol=1e-9)
        np.testing.assert_allclose(after.K_xx, k.diagonal(X[:7] + 0.3), atol=1e-8)

    def test_bad_input(self):
        with pytest.raises(ValueError, match="K_new must have 3 columns, got 2"):
            svdd.values_after_repair(np.ones((4, 2)), np.eye(3))
        with pytest.raises(ValueError, match="symmetric"):
            svdd.values_after_repair(np.ones((4, 2)), np.array([[1.0, 2], [0, 1]]))


def test_a_gram_matrix_that_is_a_provider():
    X, y = two_classes(30)
    K = gram.MatrixGram(RBF(1.0)(X), psd=True)
    assert svdd.solve_dual(K, y, 0.2).path == "full"


class TestAPriceForEachPoint:
    C_PLUS, C_MINUS = 0.07, 0.4

    def prices(self, y):
        return np.where(y > 0, self.C_PLUS, self.C_MINUS)

    @pytest.mark.parametrize("kernel", [RBF(0.5), Linear()], ids=repr)
    def test_the_best_ball(self, kernel):
        X, y = two_classes(40)
        K, C = kernel(X), self.prices(y)
        s = svdd.solve_dual(K, y, C, tol=1e-10)
        _, minimum = solve_box_qp(2 * K * np.outer(y, y), -y * np.diag(K), y, 1.0, C)
        assert s.converged and (s.alpha <= C).all() and s.objective == pytest.approx(-minimum, rel=1e-6)
        assert s.primal_objective == pytest.approx(s.R2 + C @ s.xi) and abs(s.duality_gap) < 1e-7
        # The prices of the points in the ball sum to those of the targets less 1.
        surface, sum_ = C @ s.surface, C[y > 0].sum() - 1
        assert C @ s.inside - 1e-9 <= sum_ <= C @ s.inside + surface + 1e-9
        np.testing.assert_allclose(s.alpha[s.misplaced], C[s.misplaced], rtol=1e-7)
        plain = svdd.certify(K, y, C, svdd.plain_svdd(K, y, C, tol=1e-9), tol=1e-8)
        assert plain.converged and plain.objective == pytest.approx(s.objective, rel=1e-7)

    def test_one_price_for_all_is_one_for_each(self):
        X, y = two_classes(40)
        one, each = (svdd.solve_dual(RBF(0.5)(X), y, C, tol=1e-10) for C in (0.1, np.full(40, 0.1)))
        np.testing.assert_allclose(each.alpha, one.alpha, atol=1e-9)
        assert each.R2 == pytest.approx(one.R2)

    def test_the_estimator_takes_a_pair(self):
        X, y = two_classes(40)
        model = svdd.TwoClassSVDD(RBF(0.5), C=(self.C_PLUS, self.C_MINUS)).fit(X, y)
        np.testing.assert_array_equal(model.C_, self.prices(y))
        np.testing.assert_array_equal(model.solution_.alpha, svdd.solve_dual(RBF(0.5)(X), y, model.C_).alpha)

    @pytest.mark.parametrize(
        ("C", "message"),
        [
            (np.full(12, 0.1), "the prices of the targets sum to 0.8, not to 1"),
            (np.ones(3), "C must be a number > 0 or 12 finite numbers"),
            (np.r_[-1.0, np.ones(11)], "C must be"),
        ],
    )
    def test_bad_prices(self, C, message):
        X, y = two_classes(12)
        with pytest.raises(ValueError, match=message):
            svdd.solve_dual(RBF(0.5)(X), y, C)


@pytest.mark.parametrize("seed", range(20))
def test_the_best_radius_at_a_price_for_each_point(seed):
    rng = np.random.default_rng(seed)
    d2, y = rng.uniform(0.2, 5, size=15), rng.permutation(np.where(np.arange(15) < 9, 1.0, -1.0))
    C = rng.uniform(0.15, 1, size=15)
    cost = [R2 + C @ np.maximum(0, y * (d2 - R2)) for R2 in d2]
    assert svdd.best_radius_squared(d2, y, C) == d2[np.argmin(cost)]
