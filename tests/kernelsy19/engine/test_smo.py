"""The quadratic-programming engine against an interior-point solver, scikit-learn and explicit loops."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import solve_box_qp
from sklearn.datasets import make_moons
from sklearn.svm import SVC
from threadpoolctl import threadpool_info

from kernelsy19 import ball
from kernelsy19.engine import providers, smo, smo_loop, smo_passes
from kernelsy19.gram import Gram
from kernelsy19.kernels import RBF, Laplacian
from kernelsy19.validation import ConvergenceWarning


def random_problem(n, seed, mixed):
    """A program with a diagonal far from constant, bounds that differ, and a feasible Δ."""
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(n, max(2, n // 2))) * rng.uniform(0.1, 3, size=(n, 1))
    y = rng.choice([-1.0, 1.0], size=n) if mixed else np.ones(n)
    C = rng.uniform(0.2, 2, size=n)
    delta = y @ (C * rng.uniform(size=n))
    return A @ A.T, rng.normal(size=n), y, delta, C


def kkt_residual(gradient, alpha, y, C):
    """The largest violation over all pairs, one by one."""
    n = len(alpha)
    worst = 0.0
    for i in range(n):
        for j in range(n):
            i_can_rise = alpha[i] < C[i] if y[i] > 0 else alpha[i] > 0
            j_can_fall = alpha[j] > 0 if y[j] > 0 else alpha[j] < C[j]
            if i_can_rise and j_can_fall:
                worst = max(worst, y[j] * gradient[j] - y[i] * gradient[i])
    return worst


class Entries(Gram):
    """The smallest provider that the engine takes in the place of Q; it remembers what it was asked for."""

    def __init__(self, Q):
        self.Q, self.shape, self.asked = Q, Q.shape, []

    def diagonal(self):
        return np.diagonal(self.Q)

    def block(self, rows, columns, dtype=np.float64):
        K = self.Q[np.ix_(rows, columns)].astype(dtype)
        self.asked += [(*K.shape, np.dtype(dtype))]
        return K


def two_moons(n):
    X, label = make_moons(n, noise=0.25, random_state=0)
    return X, np.where(label, 1.0, -1.0)


@given(seed=st.integers(0, 10**6), n=st.sampled_from([1, 2, 3, 5, 10, 60]), mixed=st.booleans())
@settings(max_examples=60, deadline=None)
def test_random_programs_against_an_interior_point_solver(seed, n, mixed):
    Q, p, y, delta, C = random_problem(n, seed, mixed)
    solution = smo.solve_qp(Q, p, y, delta, C, tol=1e-9)
    alpha, minimum = solve_box_qp(Q, p, y, delta, C)
    assert solution.converged and solution.objective == pytest.approx(minimum, abs=1e-7)
    expected = 0.5 * solution.alpha @ Q @ solution.alpha + p @ solution.alpha
    assert solution.objective == pytest.approx(expected, abs=1e-12 * n)
    np.testing.assert_allclose(Q @ solution.alpha, Q @ alpha, atol=1e-4)
    assert y @ solution.alpha == pytest.approx(delta, abs=1e-12)
    assert (solution.alpha >= 0).all() and (solution.alpha <= C).all()
    np.testing.assert_allclose(solution.gradient, Q @ solution.alpha + p, rtol=0, atol=1e-11)
    residual = kkt_residual(solution.gradient, solution.alpha, y, C)
    assert solution.kkt_residual == pytest.approx(residual, abs=1e-14) and residual <= 1e-9


class TestRowsOnDemand:
    n = 700

    def problem(self):
        X, y = two_moons(self.n)
        return RBF(3.0)(X) * np.outer(y, y), -np.ones(self.n), y

    def test_protocol_is_enough_and_changes_nothing(self):
        Q, p, y = self.problem()
        on_demand = smo.solve_qp(Entries(Q), p, y, 0.0, 5.0, tol=1e-6)
        full = smo.solve_qp(Q, p, y, 0.0, 5.0, tol=1e-6)
        assert (on_demand.path, full.path) == ("rows", "full")
        assert on_demand.objective == pytest.approx(full.objective, rel=1e-9)
        np.testing.assert_allclose(on_demand.gradient, Q @ on_demand.alpha + p, rtol=0, atol=1e-11)

    def test_float32_rows_cost_no_accuracy(self):
        Q, p, y = self.problem()
        solution = smo.solve_qp(Entries(Q), p, y, 0.0, 5.0, tol=1e-11)
        assert solution.converged
        residual = kkt_residual(Q @ solution.alpha + p, solution.alpha, y, np.full(self.n, 5.0))
        assert residual <= 1.01e-11

    def test_rows_that_float32_spoils_are_computed_again_in_float64(self):
        Q, p, y = self.problem()

        class Spoiled(Entries):
            def block(self, rows, columns, dtype=np.float64):
                K = super().block(rows, columns, dtype)
                return K if dtype == np.float64 else K * np.float32(0.5) + np.float32(0.3)

        solution = smo.solve_qp(Spoiled(Q), p, y, 0.0, 5.0, tol=1e-6)
        assert solution.converged
        assert solution.objective == pytest.approx(smo.solve_qp(Q, p, y, 0.0, 5.0).objective, rel=1e-9)

    def test_few_entries_for_few_support_vectors(self):
        X = np.random.default_rng(0).normal(size=(3000, 2))
        entries = Entries(RBF(0.1)(X))
        solution = smo.solve_qp(entries, -np.ones(3000) / 2, delta=1.0, upper=0.1, tol=1e-6)
        assert solution.converged
        assert sum(m * k for m, k, _ in entries.asked) < 3000**2 / 3

    @pytest.mark.parametrize("across", [40, 300])
    def test_little_memory_takes_longer_and_changes_nothing(self, monkeypatch, across):
        X, y = two_moons(self.n)
        wide = np.hstack([X, np.zeros((self.n, 20))])
        keepers = []

        class Watched(providers.KeptGram):
            def __init__(self, K):
                super().__init__(K)
                keepers.append(self)

        monkeypatch.setattr(smo, "KeptGram", Watched)
        for kernel, points in ((RBF(3.0), X), (Laplacian(2.0), X), (RBF(3.0), wide)):
            form = kernel.gram(points).with_signs(y)
            at_ease = smo.solve_qp(form, -np.ones(self.n), y, 0.0, 5.0)
            with monkeypatch.context() as patch:
                patch.setattr(providers, "KEPT_BYTES", 4 * across**2)
                solution = smo.solve_qp(form, -np.ones(self.n), y, 0.0, 5.0)
                assert all(keeper.kept_bytes <= providers.KEPT_BYTES for keeper in keepers[-1:])
            assert solution.converged
            assert solution.objective == pytest.approx(at_ease.objective, rel=1e-9)
        assert len(keepers) == 4, "of few coordinates no row is kept"
        assert keepers[0].kept_bytes > 0

    def test_a_pass_in_float32_that_would_never_end_does_not_use_up_the_iterations(self):
        Q, p, y = self.problem()
        noise = np.random.default_rng(0).normal(size=Q.shape, scale=0.5)

        class Lopsided(Entries):
            def block(self, rows, columns, dtype=np.float64):
                K = super().block(rows, columns, dtype)
                return K if dtype == np.float64 else K + noise[np.ix_(rows, columns)].astype(np.float32)

        solution = smo.solve_qp(Lopsided(Q), p, y, 0.0, 5.0, tol=1e-6, max_iter=1_000_000)
        assert solution.converged
        assert solution.iterations < 200 * self.n

    def test_a_residual_that_rounding_holds_above_tol_is_not_chased(self):
        Q, p, y = self.problem()
        rng = np.random.default_rng(0)

        class Rounded(Entries):
            low_dimensional = True  # or its rows would be kept, and a product would not be asked for

            def product(self, weights, indices=None):
                return self.Q[:, indices] @ weights + rng.normal(size=len(self.Q), scale=1e-8)

        with pytest.warns(ConvergenceWarning, match="raise tol"):
            solution = smo.solve_qp(Rounded(Q), p, y, 0.0, 5.0, tol=1e-10, max_iter=50_000)
        assert solution.iterations < 50_000
        assert solution.kkt_residual < 1e-6

    @pytest.mark.parametrize("n", [200, 1000])
    def test_the_gradient_of_a_start_that_is_optimal_is_exact_too(self, n):
        X, k = np.random.default_rng(0).normal(size=(n, 20)), RBF(0.05)
        entries, p, C = k.gram(X), np.full(n, -0.5), 1 / (0.2 * n)
        first = smo.solve_qp(entries, p, delta=1.0, upper=C, tol=1e-7)
        again = smo.solve_checked(entries, p, np.ones(n), np.full(n, C), first.alpha, 1e-4, 1000)
        assert again.iterations == 0 and again.converged
        np.testing.assert_allclose(again.gradient, k(X) @ first.alpha + p, rtol=0, atol=1e-12)
        np.testing.assert_array_equal(again.alpha, first.alpha)


class TestSteps:
    """The steps of one pass, one by one: what a run that is stopped after t iterations has reached."""

    def stopped(self, problem, t):
        with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
            return smo.solve_qp(*problem, tol=1e-8, max_iter=t)

    @pytest.mark.parametrize("mixed", [False, True])
    @pytest.mark.parametrize("n", [60, 120])
    def test_pairs_and_steps_are_chosen_to_second_order(self, n, mixed):
        problem = random_problem(n, 7, mixed)
        Q, p, y, delta, C = problem
        T, K, free_steps, joint = smo.solve_qp(*problem, tol=1e-8).iterations, Q * np.outer(y, y), 0, []
        assert T > 10
        for t in range(1, T - 5, 1 if n == 60 else 7):
            alpha, after = (self.stopped(problem, steps).alpha for steps in (t, t + 1))
            assert y @ after == pytest.approx(delta, abs=1e-12)
            F = y * (Q @ alpha + p)
            rise = np.where(y > 0, alpha < C, alpha > 0)
            fall = np.where(y > 0, alpha > 0, alpha < C)
            moved = np.flatnonzero(after != alpha)
            if t + 1 - max(joint, default=0) > smo_loop.PAIRS_AT_LEAST and len(moved) > 2:
                # A step of all that are between their bounds: see TestStepsOfAll.
                assert ((alpha > 0) & (alpha < C))[moved].all()
                assert (after - alpha) @ (Q @ alpha + p) < 0
                joint.append(t + 1)
                continue
            assert len(moved) == 2
            i, j = moved if y[moved[0]] * (after - alpha)[moved[0]] > 0 else moved[::-1]
            step = y[i] * (after - alpha)[i]
            assert y[j] * (after - alpha)[j] == pytest.approx(-step, abs=1e-12)
            assert F[i] == pytest.approx(F[rise].min(), abs=1e-10)
            curvature = K[i, i] + np.diagonal(K) - 2 * K[i]
            gains = np.where(fall & (F > F[i]), (F - F[i]) ** 2 / np.where(curvature > 0, curvature, 1), 0)
            assert gains[j] == pytest.approx(gains.max(), rel=1e-5)
            if ((after[[i, j]] > 0) & (after[[i, j]] < C[[i, j]])).all():
                assert step == pytest.approx((F[j] - F[i]) / curvature[j], rel=1e-5)
                free_steps += 1
        assert free_steps > 3

    def test_longer_than_a_chunk(self, monkeypatch):
        problem = random_problem(60, 7, True)
        whole = smo.solve_qp(*problem, tol=1e-8)
        monkeypatch.setattr(smo_passes, "STEPS_AT_ONCE", 7)
        again = smo.solve_qp(*problem, tol=1e-8)
        assert again.iterations == whole.iterations
        np.testing.assert_array_equal(again.alpha, whole.alpha)


class TestStepsOfAll:
    """Every hundredth step or so moves all that are between their bounds, where pairs would take turns."""

    def interior_problem(self, m, decades):
        """A program of 100 variables, whose solution has m between their bounds and curvatures of so many decades."""
        rng = np.random.default_rng(5)
        axes, Q = np.linalg.qr(rng.normal(size=(m, m)))[0], np.eye(100)
        Q[:m, :m] = (axes * np.logspace(0, -decades, m)) @ axes.T
        solution = np.where(np.arange(100) < m, rng.uniform(0.3, 0.7, size=100), 0.0)
        return Q, np.where(solution > 0, -Q @ solution, 1.0), np.ones(100), solution.sum(), np.ones(100)

    def stopped(self, problem, t):
        with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
            return smo.solve_qp(*problem, tol=1e-9, max_iter=t).alpha

    def test_it_leads_to_the_minimum_of_the_program_with_a_ridge(self):
        problem = Q, p, _, _, C = self.interior_problem(20, 3)
        t = smo_loop.PAIRS_AT_LEAST
        before, after = self.stopped(problem, t), self.stopped(problem, t + 1)
        free = np.flatnonzero((before > 0) & (before < C))
        gradient = Q @ before + p
        residual = kkt_residual(gradient, before, np.ones(100), C)
        ridge = smo_loop.RIDGE * residual / min(1.0, before.max())
        # The conditions of the minimum as one system: the gradient of all is the same, and the sum stays.
        m = len(free)
        A = np.ones((m + 1, m + 1))
        A[:m, :m], A[m, m] = Q[np.ix_(free, free)] + ridge * np.eye(m), 0
        step = np.linalg.solve(A, np.append(-gradient[free], 0))[:m]
        assert (before[free] + step > 0).all() and (before[free] + step < 1).all()
        np.testing.assert_allclose(after[free] - before[free], step, rtol=0, atol=1e-12)
        assert np.count_nonzero(after != before) == m > 10

    def test_fewer_steps_where_curvatures_differ(self):
        problem = self.interior_problem(20, 5)
        Q, p, y, delta, C = problem
        solution = smo.solve_qp(*problem, tol=1e-9)
        assert solution.converged and solution.iterations < 1000
        steps = ball.smo_steps(Q, -p, C, smo.fill(y, p, C, delta), tol=1e-9, max_iter=5000)
        assert sum(1 for _ in steps) == 5001

    @pytest.mark.parametrize("C", [100.0, 1e4, np.inf])
    def test_large_bounds(self, C):
        X, y = two_moons(300)
        y = np.where(np.isinf(C), np.where(X[:, 1] > X[:, 0] ** 2 - 0.3, 1.0, -1.0), y)
        K = RBF(1.0)(X)
        Q = K * np.outer(y, y)
        solution = smo.solve_qp(RBF(1.0).gram(X).with_signs(y), -np.ones(300), y, 0.0, C, tol=1e-5)
        assert solution.converged
        assert abs(y @ solution.alpha) <= 1e-10 * solution.alpha.sum()
        svc = SVC(C=min(C, 1e10), kernel="precomputed", tol=1e-6).fit(K, y)
        theirs = np.zeros(300)
        theirs[svc.support_] = np.abs(svc.dual_coef_[0])
        assert solution.objective == pytest.approx(0.5 * theirs @ Q @ theirs - theirs.sum(), rel=1e-6)


class TestStart:
    @pytest.mark.parametrize("delta", [-2.5, 0.0, 3.2])
    def test_fill_is_feasible_and_greedy(self, delta):
        y = np.array([1.0, -1, 1, -1, 1, -1])
        p = np.array([0.3, 0.2, 0.1, 0.4, 0.5, 0.0])
        alpha = smo.fill(y, p, np.full(6, 1.5), delta)
        assert y @ alpha == pytest.approx(delta, abs=1e-14)
        expected = {-2.5: {3: 1.5, 1: 1.0}, 0.0: {}, 3.2: {2: 1.5, 0: 1.5, 4: 0.2}}[delta]
        np.testing.assert_allclose(alpha, [expected.get(i, 0.0) for i in range(6)], atol=1e-14)


class TestCertificate:
    def test_a_tolerance_below_rounding(self):
        Q, p, y, delta, C = random_problem(60, 0, False)
        with pytest.warns(ConvergenceWarning, match="raise tol"):
            solution = smo.solve_qp(Q, p, y, delta, C, tol=1e-300)
        assert solution.kkt_residual < 1e-12
        assert solution.iterations < 100_000

    def test_same_input_same_output(self):
        X, y = two_moons(900)
        first, second = (smo.solve_qp(RBF(2.0).gram(X).with_signs(y), -np.ones(900), y, 0, 3.0) for _ in "ab")
        np.testing.assert_array_equal(first.alpha, second.alpha)
        assert first.iterations == second.iterations

    def test_input_is_left_as_it_was(self):
        Q, p, y, delta, C = random_problem(30, 1, True)
        given = [a.copy() for a in (Q, p, y, C)]
        for array in (Q, p, y, C):
            array.flags.writeable = False
        smo.solve_qp(Q, p, y, delta, C)
        for before, after in zip(given, (Q, p, y, C), strict=True):
            np.testing.assert_array_equal(before, after)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"Q": np.ones((2, 3))}, "square"),
        ({"p": np.zeros(3)}, "p must have shape"),
        ({"y": [1, 0]}, "−1 and 1"),
        ({"y": [1.0]}, "y must have shape"),
        ({"delta": np.nan}, "delta"),
        ({"delta": 5.0}, "allows at most 2"),
        ({"delta": -1.0}, "allows at most 0"),
        ({"upper": 0.0}, "upper"),
        ({"upper": [1.0, -1]}, "upper"),
        ({"upper": [1.0, 1, 1]}, "upper"),
        ({"upper": [[1.0, 1.0]]}, "upper must be a number > 0 or 2 numbers > 0"),
        ({"tol": 0.0}, "tol"),
        ({"max_iter": 0}, "max_iter"),
    ],
)
def test_bad_input(change, message):
    arguments = {"Q": np.eye(2), "p": np.zeros(2), "delta": 1.0, "upper": 1.0} | change
    with pytest.raises(ValueError, match=message):
        smo.solve_qp(**arguments)


class TestHouse:
    def test_threads_are_limited_for_small_problems_and_restored(self):
        def threads():
            return [pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"]

        inside = []

        class Watched(Entries):
            def block(self, rows, columns, dtype=np.float64):
                inside.extend(threads())
                return super().block(rows, columns, dtype)

        before = threads()
        smo.solve_qp(Watched(np.eye(10)), np.zeros(10), delta=1.0, upper=1.0)
        assert set(inside) == {1}
        assert threads() == before
