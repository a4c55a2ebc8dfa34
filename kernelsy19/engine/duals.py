"""Quadratic programs with a box, fast: by SMO, or by the plain steps where numba does not work; and balls by them."""

import numpy as np

from kernelsy19.certificates import EPS, broken_promise, warn_of, what_to_change
from kernelsy19.engine import smo
from kernelsy19.engine.compilation import loops_pay
from kernelsy19.engine.interior_point import minimize_in_box
from kernelsy19.engine.providers import in_units
from kernelsy19.engine.threads import thread_limit
from kernelsy19.gram import SignedGram, psd_provider
from kernelsy19.programs import IN_UNITS_OF_K, PLAIN_AIM, kkt_residual, largest_residual, last_step, smo_steps
from kernelsy19.units import in_other_units


def qp_by_smo_steps(Q, p, y, delta, upper, tol, max_iter, start=None):
    """Do by `smo_steps` what the engine does where numba works: minimize ½ αᵀQα + pᵀα subject to yᵀα = Δ, 0 ≤ α ≤ C.

    They start from what the interior-point method finds, if it finds something; then there is little left to do."""
    C = np.minimum(np.broadcast_to(np.asarray(upper, dtype=float), len(p)), smo.UNBOUNDED)
    inside = minimize_in_box(Q, p, y, delta, np.where(C < smo.UNBOUNDED, C, np.inf))
    if inside is not None:
        start = inside
    elif start is None:
        start = smo.fill(y, p, C, delta)
    limit = max(tol, 32 * EPS * max(np.abs(p).max(), abs(delta) * np.abs(np.diagonal(Q)).max()))
    iterations, last = last_step(smo_steps(Q, -p, C, start, PLAIN_AIM * limit, max_iter, y))
    gradient = Q @ last.alpha + p
    residual = kkt_residual(-y * gradient, last.alpha, C, y)
    objective = float(last.alpha @ (gradient + p) / 2)
    return smo.QPSolution(last.alpha, gradient, objective, residual, iterations, residual <= limit, "plain")


def solve_program(Q, p, y, delta, upper, start, tol, max_iter, rounded=None):
    """Minimize ½ αᵀQα + pᵀα subject to yᵀα = Δ, 0 ≤ α ≤ C, by the engine, or by `smo_steps` where numba does not work.
    Q: Gram; p, y, upper, start (n,), delta: float, as in `smo.solve_checked` → QPSolution"""
    if loops_pay(len(p)):
        C = np.minimum(upper, smo.UNBOUNDED)
        return smo.solve_checked(Q, p, y, C, start, tol, max_iter, rounded)
    return qp_by_smo_steps(Q.matrix(), p, y, delta, upper, tol, max_iter, start)


def enclose(problem, K, begin, tol, max_iter):
    """Find the weights of a ball.
    problem: Enclosure; begin: callable, of K and its diagonal, gives a feasible α, the variance of the mapped points,
    and entries in float32 or None, as `smo.rounded_entries` → what `problem.solution` makes"""
    n, y = len(K), problem.y
    with thread_limit(n):
        K, places = in_units(psd_provider(K))
        diagonal = K.diagonal()
        start, variance, rounded = begin(K, diagonal)
        limits = largest_residual(tol, variance, diagonal, K.is_one_point)
        # The engine's gradient is half a squared distance, less half of ‖c‖².
        Q = K if (y > 0).all() else SignedGram(K, y)
        p, C, limit = -y * diagonal / 2, np.full(n, problem.upper), limits[0] / 2
        qp = solve_program(Q, p, y, 1.0, C, start, limit, max_iter, rounded)
        K_signed, residual = y * qp.gradient + diagonal / 2, 2 * qp.kkt_residual
        found = problem.of_weights(qp.alpha, diagonal, K_signed, residual, qp.iterations, qp.path)
        found = problem.judged(found, limits, broken_promise(K, qp.alpha))
    if places:
        found = in_other_units(found, **dict.fromkeys((*IN_UNITS_OF_K, "kkt_residual"), places))
    return warn_unless_solved(found, "The ball", max_iter)


def warn_unless_solved(solution, what, max_iter):
    """Return a solution of a ball or a hyperplane; say so if it is not one."""
    if solution.converged:
        return solution
    advice = what_to_change(solution.doubts, solution.iterations, max_iter)
    return warn_of(solution, f"{what} stopped after {solution.iterations} iterations", advice)
