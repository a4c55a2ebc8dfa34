"""The plain SMO against the engine, against loops and against an interior-point solver, and step by step."""

import itertools
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import solve_box_qp

from kernelsy19 import ball
from kernelsy19.ball.solve import last_step, qp_by_smo_steps
from kernelsy19.engine import smo
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial
from kernelsy19.validation import ConvergenceWarning

KERNELS = [RBF(0.7), Laplacian(0.3), Linear(), Polynomial(2), Polynomial(3, 0.5), RBF(20.0)]


def drawn_points(seed, n, D, repeated):
    """Points in general position, or with half of them twice."""
    X = np.random.default_rng(seed).normal(size=(n, D))
    return np.vstack([X, X[: n // 2]]) if repeated else X


def plainly(K, nu, tol=1e-6):
    return ball.certify(K, nu, ball.plain_smo(K, nu, tol), tol)


def assert_same_ball(plain, fast, K):
    """Objective and R² up to the gaps, squared distances up to the strong convexity in the center; sure kinds."""
    largest = max(1.0, np.diagonal(K).max())
    assert plain.converged and fast.converged
    assert plain.objective == pytest.approx(fast.objective, abs=1e-7 * largest)
    assert abs(plain.duality_gap) < 1e-7 * largest
    assert plain.duality_gap >= -1e-12 * largest
    assert plain.alpha.sum() == pytest.approx(1, abs=1e-12)
    assert ball.box_violation(plain.alpha, plain.nu).max() < 1e-15
    np.testing.assert_allclose(plain.squared_distances, fast.squared_distances, atol=1e-3 * largest)
    # Points that lie off the surface by more than the two solvers can differ have their kind from their place.
    sure = np.abs(fast.squared_distances - fast.R2) > 2e-3 * largest
    np.testing.assert_array_equal(plain.kinds[sure], fast.kinds[sure])


@settings(deadline=None, max_examples=60)
@given(
    seed=st.integers(0, 2**31),
    n=st.sampled_from([3, 8, 25, 60, 150]),
    D=st.integers(3, 6),
    kernel=st.sampled_from(KERNELS),
    nu=st.sampled_from([0.02, 0.1, 0.25, 0.5, 0.83, 1.0]),
    repeated=st.booleans(),
)
def test_plain_smo_finds_the_ball_of_the_engine(seed, n, D, kernel, nu, repeated):
    K = kernel(drawn_points(seed, n, D, repeated))
    assert_same_ball(plainly(K, nu, tol=1e-8), ball.solve_dual(K, nu, tol=1e-8), K)


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
@pytest.mark.parametrize(("n", "nu"), [(20, 0.25), (20, 0.05), (50, 0.3), (30, 1.0), (40, 0.01)])
def test_radius_and_kinds_are_those_of_the_engine(kernel, n, nu):
    """In general position the solution is unique, so that everything must agree, νn whole or not."""
    K = kernel(drawn_points(n, n, 3, False))
    plain, fast = plainly(K, nu, tol=1e-10), ball.solve_dual(K, nu, tol=1e-10)
    largest = np.diagonal(K).max()
    assert plain.R2 == pytest.approx(fast.R2, abs=1e-6 * largest)
    assert plain.center_norm2 == pytest.approx(fast.center_norm2, abs=1e-6 * largest)
    np.testing.assert_array_equal(plain.kinds, fast.kinds)
    np.testing.assert_allclose(plain.alpha, fast.alpha, atol=1e-4)


@pytest.mark.parametrize(
    "K",
    [
        np.ones((6, 6)),
        np.zeros((5, 5)),
        np.outer(np.arange(1.0, 8), np.arange(1.0, 8)),
        np.outer([1, -2, 3, -4.0], [1, -2, 3, -4.0]),
        np.eye(9),
        np.array([[2.5]]),
    ],
    ids=["one point", "zeros", "rank 1", "rank 1, both signs", "orthogonal", "n = 1"],
)
@pytest.mark.parametrize("nu", [0.3, 0.5, 1.0])
def test_degenerate_matrices(K, nu):
    plain, fast = plainly(K, nu), ball.solve_dual(K, nu)
    assert plain.converged and np.isfinite(plain.alpha).all()
    assert plain.objective == pytest.approx(fast.objective, abs=1e-6 * max(1, K.max()))
    assert abs(plain.duality_gap) < 1e-6 * max(1, K.max())


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 2**31), n=st.integers(3, 30), share=st.floats(0.1, 1), flat=st.booleans())
def test_any_program_of_this_form_reaches_the_optimum_of_an_interior_point_solver(seed, n, share, flat):
    rng = np.random.default_rng(seed)
    root, p = rng.normal(size=(n, 2 if flat else n)), rng.normal(size=n)
    Q, upper = root @ root.T, 1 / (share * n)
    *_, last = ball.smo_steps(Q, p, upper, np.full(n, 1 / n), tol=1e-7)
    _, minimum = solve_box_qp(Q, -p, np.ones(n), 1.0, upper)
    assert last.objective == pytest.approx(-minimum, abs=1e-6)
    assert last.kkt_residual <= 1e-7
    assert last.objective >= -minimum - 1.001e-7  # what the docstring says of the residual


def signed_program(seed, n, flat, bounds):
    """Q and p of a program with both signs, its bounds, and a feasible start within them."""
    rng = np.random.default_rng(seed)
    root, p = rng.normal(size=(n, 2 if flat else n)), rng.normal(size=n)
    y = rng.permutation(np.where(np.arange(n) < n // 2, -1.0, 1.0))
    C = rng.uniform(0.2, 2, size=n) if bounds == "many" else 0.7
    return root @ root.T, p, y, C, C * rng.uniform(size=n)


@settings(deadline=None, max_examples=60)
@given(
    seed=st.integers(0, 2**31),
    n=st.integers(2, 30),
    flat=st.booleans(),
    bounds=st.sampled_from(["one", "many"]),
)
def test_with_signs_it_reaches_the_optimum_of_the_engine_and_of_an_interior_point_solver(
    seed, n, flat, bounds
):
    Q, p, y, C, start = signed_program(seed, n, flat, bounds)
    *_, last = ball.smo_steps(Q, p, C, start, tol=1e-7, y=y)
    delta = y @ start
    qp = smo.solve_qp(Q, -p, y, delta, C, tol=1e-7)
    _, minimum = solve_box_qp(Q, -p, y, delta, C)
    assert last.objective == pytest.approx(-minimum, abs=1e-6)
    assert last.objective == pytest.approx(-qp.objective, abs=1e-6)
    assert y @ last.alpha == pytest.approx(delta, abs=1e-12)
    assert (last.alpha >= -1e-15).all() and (last.alpha <= C + 1e-15).all()
    assert last.kkt_residual <= 1e-7
    # What the docstring says of the residual, with the weights of the interior-point solver.
    assert last.objective >= -minimum - 1e-7 * np.broadcast_to(C, n).sum() - 1e-9


@pytest.mark.parametrize("seed", range(5))
def test_with_signs_each_step_takes_the_pair_that_violates_most_to_the_top_or_to_the_box(seed):
    """By loops over the definition, in the weights themselves: what a rise of yᵢαᵢ is, and how far it may go."""
    Q, p, y, C, start = signed_program(seed, 12, False, "many")
    steps, ends = list(ball.smo_steps(Q, p, C, start, tol=1e-7, y=y)), set()
    for before, after in itertools.pairwise(steps):
        slope = p - Q @ before.alpha
        rises = [i for i in range(12) if (before.alpha[i] < C[i] if y[i] > 0 else before.alpha[i] > 0)]
        falls = [j for j in range(12) if (before.alpha[j] > 0 if y[j] > 0 else before.alpha[j] < C[j])]
        i, j = after.rising, after.falling
        assert i in rises and j in falls
        # Two points may be equally far off, up to rounding: either may move.
        assert y[i] * slope[i] == pytest.approx(max(y[m] * slope[m] for m in rises), abs=1e-10)
        assert y[j] * slope[j] == pytest.approx(min(y[m] * slope[m] for m in falls), abs=1e-10)
        assert before.kkt_residual == pytest.approx(y[i] * slope[i] - y[j] * slope[j], abs=1e-10)
        assert before.objective == pytest.approx(p @ before.alpha - before.alpha @ Q @ before.alpha / 2)
        d = np.zeros(12)
        d[i], d[j] = y[i], -y[j]
        t = (after.alpha - before.alpha) @ d / 2
        np.testing.assert_allclose(after.alpha, before.alpha + t * d, atol=1e-15)
        room = min(C[m] - before.alpha[m] if d[m] > 0 else before.alpha[m] for m in (i, j))
        top = d @ slope / (d @ Q @ d)
        assert t == pytest.approx(min(top, room), rel=1e-6, abs=1e-12) and t > 0
        ends.add("box" if room < top else "top")
    assert ends == {"box", "top"}


def test_signs_of_one_are_no_signs():
    K = RBF(1.0)(drawn_points(2, 30, 3, False))
    arguments = 2 * K, np.diagonal(K), 0.1, np.full(30, 1 / 30)
    without, ones = (list(ball.smo_steps(*arguments, y=y)) for y in (None, np.ones(30)))
    assert [step.objective for step in without] == [step.objective for step in ones]


@pytest.mark.parametrize("from_inside", [True, False])
@pytest.mark.parametrize("upper", [0.7, np.inf])
@pytest.mark.parametrize("delta", [0.0, 0.4, -0.4])
def test_what_takes_the_place_of_the_engine_answers_as_it_does(upper, delta, from_inside, monkeypatch):
    if not from_inside:
        monkeypatch.setattr("kernelsy19.ball.solve.minimize_in_box", lambda *program: None)
    Q, p, y, *_ = signed_program(3, 25, False, "one")
    plain = qp_by_smo_steps(Q, p, y, delta, upper, 1e-9, 1_000_000)
    fast = smo.solve_qp(Q, p, y, delta, upper, tol=1e-9)
    assert plain.path == "plain" and plain.converged and plain.kkt_residual <= 1e-9
    assert plain.objective == pytest.approx(fast.objective, abs=1e-8)
    np.testing.assert_allclose(plain.alpha, fast.alpha, atol=1e-6)
    np.testing.assert_allclose(plain.gradient, Q @ plain.alpha + p)
    assert qp_by_smo_steps(Q, p, y, delta, upper, 1e-9, 2).converged == from_inside


def test_where_nothing_curves_a_step_ends_at_the_wall():
    p = np.array([3.0, 1, 4, 1, 5])
    *_, last = ball.smo_steps(np.zeros((5, 5)), p, 0.4, np.full(5, 1 / 5))
    np.testing.assert_allclose(last.alpha, [0.2, 0, 0.4, 0, 0.4], atol=1e-15)
    assert last.kkt_residual == 0


def test_the_hyperplane_is_the_program_without_a_linear_term():
    K = RBF(0.5)(drawn_points(1, 40, 3, False))
    *_, last = ball.smo_steps(K, np.zeros(40), 1 / 8, np.full(40, 1 / 40), tol=1e-9)
    qp = smo.solve_qp(K, np.zeros(40), delta=1.0, upper=1 / 8, tol=1e-9)
    assert last.objective == pytest.approx(-qp.objective, abs=1e-9)
    np.testing.assert_allclose(last.alpha, qp.alpha, atol=1e-5)


def pairs_that_violate(K, alpha, upper):
    """The pair by loops over its definition: up the largest slope with room, down the smallest with weight."""
    n = len(alpha)
    slope = [K[i, i] - 2 * sum(K[i, j] * alpha[j] for j in range(n)) for i in range(n)]
    rising = max((i for i in range(n) if alpha[i] < upper), key=lambda i: slope[i])
    falling = min((i for i in range(n) if alpha[i] > 0), key=lambda i: slope[i])
    return rising, falling, slope[rising] - slope[falling]


@pytest.mark.parametrize("kernel", [RBF(1.0), Polynomial(2), Laplacian(0.5)], ids=repr)
def test_each_step_takes_the_pair_that_violates_most_to_the_top_or_to_the_box(kernel):
    K, upper = kernel(drawn_points(3, 18, 3, False)), 1 / (0.3 * 18)
    start = ball.weights_on_farthest(-np.arange(18), 0.3)
    steps = list(ball.smo_steps(2 * K, np.diagonal(K), upper, start, tol=1e-7))
    assert len(steps) > 4 and (steps[0].rising, steps[0].falling) == (None, None)
    np.testing.assert_array_equal(steps[0].alpha, start)
    ends = set()
    for before, after in itertools.pairwise(steps):
        i, j, violation = pairs_that_violate(K, before.alpha, upper)
        assert before.kkt_residual == pytest.approx(violation, abs=1e-10)
        assert (after.rising, after.falling) == (i, j)
        assert np.delete(after.alpha - before.alpha, [i, j]).tolist() == [0] * 16
        t = after.alpha[i] - before.alpha[i]
        assert t == pytest.approx(before.alpha[j] - after.alpha[j], abs=1e-15) and t > 0
        assert after.objective == pytest.approx(ball.dual_objective(K, after.alpha), rel=1e-9)

        # No other step along this pair, and none beyond the box, does better.
        def value(t, alpha=before.alpha, i=i, j=j):
            moved = alpha.copy()
            moved[i] += t
            moved[j] -= t
            return ball.dual_objective(K, moved)

        room = min(upper - before.alpha[i], before.alpha[j])
        assert t <= room + 1e-15
        assert value(t) >= max(map(value, np.linspace(0, room, 50))) - 1e-12 * np.diagonal(K).max()
        ends.add("box" if t > room - 1e-15 else "top")
    assert ends == {"box", "top"}
    assert steps[-1].kkt_residual <= 1e-7 < steps[-2].kkt_residual


def test_a_start_that_is_optimal_has_one_step():
    K = RBF(1.0)(drawn_points(0, 39, 3, False))
    (only,) = ball.smo_steps(2 * K, np.diagonal(K), 1 / 39, np.full(39, 1 / 39))
    assert only.kkt_residual == 0 and only.objective == pytest.approx(ball.dual_objective(K, only.alpha))


def test_steps_do_not_share_their_weights():
    K = RBF(1.0)(drawn_points(0, 20, 3, False))
    start = np.full(20, 1 / 20)
    first, second = itertools.islice(ball.smo_steps(2 * K, np.diagonal(K), 0.1, start), 2)
    assert (first.alpha == 1 / 20).all() and (start == 1 / 20).all()
    assert (second.alpha != first.alpha).sum() == 2


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kernel", [RBF(1.0), RBF(1e-4), Polynomial(2)], ids=repr)
def test_a_tolerance_that_rounding_forbids_is_what_rounding_allows(kernel, seed):
    """Without that limit the weights of such a problem go to and fro by their last bits for ever."""
    K = kernel(drawn_points(seed, 30, 3, True))
    solution = ball.certify(K, 0.22, ball.plain_smo(K, 0.22, tol=1e-18, max_iter=5_000), tol=1e-18)
    assert solution.converged
    assert solution.kkt_residual <= 1e-14 * np.diagonal(K).max()


def test_weights_on_farthest():
    np.testing.assert_allclose(
        ball.weights_on_farthest(np.array([1.0, 5, 3, 4]), 0.375), [0, 2 / 3, 0, 1 / 3]
    )
    assert ball.weights_on_farthest(np.arange(4.0), 1.0).tolist() == [0.25] * 4
    assert ball.weights_on_farthest(np.arange(4.0), 0.01).tolist() == [0, 0, 0, 1]


def test_starts_of_ones_own():
    K = RBF(1.0)(drawn_points(0, 30, 3, False))
    alpha = ball.plain_smo(K, 0.5)
    np.testing.assert_array_equal(ball.plain_smo(K, 0.5, start=alpha), alpha)
    for start in (np.full(30, 1 / 20), np.eye(30)[0]):
        with pytest.raises(ValueError, match=r"weights from 0 to 1/\(νn\) = 0.0667 with the sum 1, got"):
            ball.plain_smo(K, 0.5, start=start)


def test_it_says_when_it_has_not_converged():
    K = RBF(1.0)(drawn_points(0, 60, 3, False))
    with pytest.warns(ConvergenceWarning, match="The weights leave a ball with KKT residual"):
        early = ball.certify(K, 0.2, ball.plain_smo(K, 0.2, max_iter=3))
    assert not early.converged
    best = ball.solve_dual(K, 0.2).objective
    assert early.duality_gap > 1e-3
    assert early.objective < best <= early.primal_objective


def test_weights_that_are_not_allowed_are_told():
    K = RBF(1.0)(drawn_points(0, 60, 3, False))
    alpha = ball.plain_smo(K, 0.2)
    for wrong, doubt in ((alpha * 1.01, "a sum of weights off"), (-alpha, "a weight outside its bounds")):
        with pytest.warns(ConvergenceWarning, match=doubt):
            assert not ball.certify(K, 0.2, wrong).converged


@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_the_fast_ball_is_judged_as_it_judges_itself(kernel):
    K = kernel(drawn_points(0, 60, 3, False))
    fast = ball.solve_dual(K, 0.2)
    judged, size = ball.certify(K, 0.2, fast.alpha), np.diagonal(K).max()
    for name in ("R2", "center_norm2", "objective", "primal_objective", "duality_gap", "kkt_residual"):
        assert getattr(judged, name) == pytest.approx(getattr(fast, name), abs=1e-12 * size)
    assert judged.objective == pytest.approx(ball.dual_objective(K, fast.alpha), abs=1e-12 * size)
    assert judged.duality_gap == pytest.approx(ball.duality_gap(K, fast.alpha, 0.2), abs=1e-12 * size)


@pytest.mark.parametrize("seed", range(6))
def test_steps_end_where_rounding_is_all_that_is_left(seed):
    """With a tolerance of 0 weight would move to and fro by the last bit, without end."""
    K = RBF(1.0)(np.random.default_rng(seed).normal(size=(30, 2)))
    steps = ball.smo_steps(
        2 * K, np.diagonal(K), 1 / 9, ball.weights_on_farthest(-np.arange(30), 0.3), 0.0, 20_000
    )
    iterations, last = last_step(steps)
    assert iterations < 5_000 and last.kkt_residual < 1e-14


def test_a_warning_names_the_line_of_who_asked(monkeypatch):
    """Where no loop can be compiled, `solve_dual` goes by way of the plain steps, and still names this file."""
    monkeypatch.setattr("kernelsy19.ball.solve.compiled_loops_work", lambda: False)
    monkeypatch.setattr("kernelsy19.ball.solve.minimize_in_box", lambda *program: None)
    K = RBF(1.0)(np.random.default_rng(0).normal(size=(30, 2)))
    with pytest.warns(ConvergenceWarning) as said:
        ball.certify(K, 0.3, ball.plain_smo(K, 0.3, max_iter=1))
        ball.solve_dual(K, 0.3, max_iter=1)
    assert [Path(warning.filename) for warning in said] == [Path(__file__)] * 2


@pytest.mark.parametrize("nu", [0.02, 0.3, 1.0])
def test_without_compiled_loops_the_ball_is_the_same(nu, monkeypatch):
    K = RBF(1.0)(drawn_points(0, 40, 3, False))
    fast = ball.solve_dual(K, nu, tol=1e-9)
    monkeypatch.setattr("kernelsy19.ball.solve.compiled_loops_work", lambda: False)
    plain = ball.solve_dual(K, nu, tol=1e-9)
    assert plain.path == "plain"
    assert_same_ball(plain, fast, K)
