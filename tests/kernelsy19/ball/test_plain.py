"""The plain SMO against loops and against an interior-point solver, step by step, and in the place of the engine."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import solve_box_qp

from kernelsy19 import ball
from kernelsy19.engine import smo
from kernelsy19.engine.duals import qp_by_smo_steps
from kernelsy19.kernels import RBF, Polynomial


def drawn_points(seed, n, D, repeated):
    """Points in general position, or with half of them twice."""
    X = np.random.default_rng(seed).normal(size=(n, D))
    return np.vstack([X, X[: n // 2]]) if repeated else X


def signed_program(seed, n, flat, bounds):
    """Q and p of a program with both signs, its bounds, and a feasible start within them."""
    rng = np.random.default_rng(seed)
    root, p = rng.normal(size=(n, 2 if flat else n)), rng.normal(size=n)
    y = rng.permutation(np.where(np.arange(n) < n // 2, -1.0, 1.0))
    C = rng.uniform(0.2, 2, size=n) if bounds == "many" else 0.7
    return root @ root.T, p, y, C, C * rng.uniform(size=n)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**31), st.integers(2, 30), st.booleans(), st.sampled_from(["one", "many"]))
def test_with_signs_it_reaches_the_optimum_of_an_interior_point_solver(seed, n, flat, bounds):
    Q, p, y, C, start = signed_program(seed, n, flat, bounds)
    *_, last = ball.smo_steps(Q, p, C, start, tol=1e-7, y=y)
    delta = y @ start
    _, minimum = solve_box_qp(Q, -p, y, delta, C)
    assert last.objective == pytest.approx(-minimum, abs=1e-6)
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
    assert (steps[0].rising, steps[0].falling) == (None, None) and (steps[0].alpha == start).all()
    assert steps[-1].kkt_residual <= 1e-7 < steps[-2].kkt_residual
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


@pytest.mark.parametrize("from_inside", [True, False])
@pytest.mark.parametrize("upper", [0.7, np.inf])
@pytest.mark.parametrize("delta", [0.0, 0.4, -0.4])
def test_what_takes_the_place_of_the_engine_answers_as_it_does(upper, delta, from_inside, monkeypatch):
    if not from_inside:
        monkeypatch.setattr("kernelsy19.engine.duals.minimize_in_box", lambda *program: None)
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
    found = ball.weights_on_farthest(np.array([1.0, 5, 3, 4]), 0.375)
    np.testing.assert_allclose(found, [0, 2 / 3, 0, 1 / 3])
    assert ball.weights_on_farthest(np.arange(4.0), 1.0).tolist() == [0.25] * 4
    assert ball.weights_on_farthest(np.arange(4.0), 0.01).tolist() == [0, 0, 0, 1]
