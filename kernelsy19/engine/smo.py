"""Sequential minimal optimization: the one quadratic-programming engine of the course.

    min ½ αᵀQα + pᵀα   subject to   yᵀα = Δ,   0 ≤ αᵢ ≤ Cᵢ,   yᵢ ∈ {−1, +1}

The two variables that gain most, judged to second order (Fan, Chen & Lin 2005), move in an iteration; all others stand
still. After a hundred of these or more, all that are between their bounds move at once, as Newton's method would. The
minimum-volume ball (y = 1, Δ = 1) and the soft-margin classifier (y = ±1, Δ = 0) are of this form.
Which variables take part in a pass, and in what accuracy, is said in `smo_passes`.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from kernelsy19.certificates import FEASIBLE, certified, rounding_of_sums, warn_of, what_to_raise
from kernelsy19.engine.providers import KeptGram, in_units
from kernelsy19.engine.smo_passes import EVERY_UP_TO, Passes
from kernelsy19.engine.threads import thread_limit
from kernelsy19.gram import MatrixGram, as_provider
from kernelsy19.units import binary_places, in_other_units
from kernelsy19.validation import as_bounds, as_integer, as_number, as_signs, as_vector

# Points up to which all entries are computed at once, in float64: they take less than a pass
FULL_UP_TO = 128
UNBOUNDED = 1e100  # stands for a bound that is infinite: the loop compares and subtracts bounds


@dataclass(frozen=True)
class QPSolution:
    """A solution of the quadratic program, and what certifies it.
    alpha (n,); gradient (n,), Qα + p, computed in float64; objective: float, ½ αᵀQα + pᵀα; kkt_residual: float ≥ 0,
    the largest violation of the optimality conditions by a pair: yᵢ∇ᵢ over the variables with room to fall minus
    yᵢ∇ᵢ over those with room to rise, in units of the gradient; iterations: int, steps of two variables and of all
    that are between their bounds; converged: bool, whether kkt_residual ≤ tol, and α feasible; path: {"full",
    "rows"}, whether all of Q was at hand or parts of it were computed when they were wanted; doubts: tuple of str,
    what keeps the solution from being certified, none where it converged"""

    alpha: np.ndarray = field(repr=False)
    gradient: np.ndarray = field(repr=False)
    objective: float
    kkt_residual: float
    iterations: int
    converged: bool
    path: str
    doubts: tuple = field(default=(), repr=False)


def solve_qp(Q, p, y=None, delta=0.0, upper=np.inf, tol=1e-6, max_iter=1_000_000):
    """Solve min ½ αᵀQα + pᵀα subject to yᵀα = Δ, 0 ≤ αᵢ ≤ Cᵢ.
    Q (n, n), symmetric positive semidefinite; or a `Gram`, which computes its entries; p (n,); y (n,) of ±1, or
    None for all +1; delta: float, Δ; upper: float or (n,) array_like, the bounds Cᵢ > 0; np.inf for none; start
    (n,), a feasible α to start from; None fills variables to their bounds in the order of yᵢpᵢ; tol: float > 0,
    stop once the KKT residual is at most this, in units of the gradient Qα + p → QPSolution

    With more than 800 variables a pass works on those that violate optimality most and on those between their
    bounds (decomposition, as in Joachims 1999): it solves their own small problem, from entries in float32 where Q
    computes them, and then adds the exact effect of what has moved to the gradient of all, in float64. Float32
    costs accuracy in the steps, never in the answer. At most 1 GiB of entries is kept."""
    tol, max_iter = as_number(tol, "tol", 0, closed="neither"), as_integer(max_iter, "max_iter")
    Q = as_provider(Q, "Q")
    n = len(Q)
    p = as_vector(p, "p", n)
    signs = np.ones(n) if y is None else as_signs(y, "y", n)
    C = np.minimum(as_bounds(upper, "upper", n), UNBOUNDED)
    delta = as_number(delta, "delta", closed="neither")
    with thread_limit(n):
        found = solve_in_units(Q, p, signs, C, fill(signs, p, C, delta), tol, max_iter)
    largest, sum_off = float(found.alpha.max()), abs(float(signs @ found.alpha) - delta)
    outside = max(-float(found.alpha.min()), float((found.alpha - C).max()))
    solution = certified(
        replace(found, converged=True),
        ("KKT residual", found.kkt_residual, tol),
        ("a sum yᵀα off Δ by", sum_off, FEASIBLE * n * largest),
        ("a variable outside its bounds by", outside, FEASIBLE * largest),
        ("objective", abs(found.objective), np.finfo(float).max),
        (*rounding_of_sums(Q, found.alpha), tol),
    )
    advice = what_to_raise(solution.iterations, max_iter)
    return warn_of(solution, f"SMO stopped after {solution.iterations} iterations", advice)


def rounded_entries(Q):
    """Return all entries of Q in float32, if the first pass of `solve_checked` is going to work on them.
    → (n, n); None where Q is at hand, or fewer or more points have another way"""
    if Q.at_hand or not FULL_UP_TO < len(Q) <= EVERY_UP_TO:
        return None
    every = np.arange(len(Q))
    return Q.block(every, every, np.float32)


def solve_in_units(Q, p, y, upper, start, tol, max_iter):
    """Do the work of `solve_qp` on input of any size: on the same program in units in which Q, p and α are near 1.
    → QPSolution"""
    K, of_Q = in_units(Q)
    of_alpha = binary_places(p) - of_Q if p.any() else binary_places(start)
    if not of_Q and not of_alpha:
        return solve_checked(Q, p, y, np.minimum(upper, UNBOUNDED), start, tol, max_iter)
    of_gradient = of_alpha + of_Q
    with np.errstate(over="ignore"):  # a bound that is infinite in this unit is none
        C = np.minimum(np.ldexp(upper, -of_alpha), UNBOUNDED)
    q, first = np.ldexp(p, -of_gradient), np.ldexp(start, -of_alpha)
    found = solve_checked(K, q, y, C, first, float(np.ldexp(tol, -of_gradient)), max_iter)
    of_both = of_alpha + of_gradient
    return in_other_units(
        found, alpha=of_alpha, gradient=of_gradient, objective=of_both, kkt_residual=of_gradient
    )


def solve_checked(Q, p, y, upper, start, tol, max_iter, rounded=None):
    """Do the work of `solve_qp` on input that has been checked, without its warning.
    p, y, upper, start, tol, max_iter: as in `solve_qp`; vectors are (n,) float64 arrays, start is feasible; rounded
    (n, n) or None, what `rounded_entries` has returned, where y is all +1 → QPSolution"""
    # In the signed variables b = y∘α the gradient is y∘(Qα + p), and K = yyᵀ∘Q: signs that Q has of its own cancel.
    K = Q.with_signs(y)
    if not K.at_hand and len(p) <= FULL_UP_TO:
        every = np.arange(len(p))
        K = MatrixGram(K.block(every, every), K.psd, K.name)
    elif not K.at_hand and not K.low_dimensional:
        K = KeptGram(K)
    passes = Passes(K, y * p, np.where(y > 0, 0, -upper), np.where(y > 0, upper, 0), y * start, rounded)
    residual = passes.run(tol, max_iter)
    alpha, gradient = np.abs(passes.b), y * passes.F
    objective, path = float(0.5 * alpha @ (gradient + p)), "full" if K.at_hand else "rows"
    return QPSolution(alpha, gradient, objective, residual, passes.iterations, residual <= tol, path)


def fill(y, p, C, delta):
    """Return a feasible α: variables at their bounds in the order of yᵢpᵢ, the last one in part.
    y (n,) of ±1; p (n,); C (n,), bounds; delta: float, yᵀα → (n,)"""
    if delta == 0:
        return np.zeros(len(p))
    sign = 1.0 if delta >= 0 else -1.0
    room = np.where(y == sign, np.minimum(C, abs(delta)), 0.0)
    if room.sum() < abs(delta) * (1 - 1e-12):
        raise ValueError(f"yᵀα = {delta:g} cannot hold: 0 ≤ αᵢ ≤ Cᵢ allows at most {room.sum():g}.")
    order = np.argsort(y * p, kind="stable")
    alpha = np.empty_like(p)
    before = np.cumsum(room[order]) - room[order]
    alpha[order] = np.minimum(np.maximum(abs(delta) - before, 0), room[order])
    return alpha
