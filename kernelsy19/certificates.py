"""What keeps an answer from being certified: every result of a solver passes through here after it has ended.

A certificate says nothing of how an answer was found. Its numbers come from the arrays that are returned and from the
entries of K, in float64; what they have to meet, feasibility as well as a gap or a residual, is written as conditions.
"""

import sys
import warnings
from dataclasses import replace

import numpy as np
from scipy.linalg import LinAlgError, cholesky, eigvalsh

from kernelsy19.validation import ConvergenceWarning

# Share of the largest weight by which rounding may take a weight, or a sum of them, off its bound
FEASIBLE = 1e-10
EPS = np.finfo(float).eps
ROUNDING = 1e-10  # share of the 1 norm of K that rounding may take an eigenvalue below 0
# Rounding of the largest K(x, x), as a share of the variance, from which on nothing is left of distances: the mapped
# points then lie so far from the origin that their kernel values no longer tell them apart.
HIDDEN_BY_ROUNDING = 1e-3
ROUNDED_SUM = "rounding of the largest K(x, x) times the weights"
PROMISE_CHECK_POINTS = 500  # of those with weight, by whose values a promise is judged: some milliseconds


def doubts_about(*conditions):
    """Say in words which conditions an answer does not meet.
    conditions (str, float, float), what is measured, what it came to, and the largest that it may be; a value that
    is NaN or infinite meets no condition → tuple of str, empty where all are met"""
    return tuple(
        f"{name} {value:.3g}, above {most:.3g}"
        for name, value, most in conditions
        if not (value <= most and value < np.inf)
    )


def certified(solution, *conditions):
    """Return a solution whose `converged` and `doubts` say whether it meets all conditions, and holds no NaN.
    solution: frozen dataclass with the fields `converged`, True so far, and `doubts`, none so far → the same, or
    one that differs in these two fields"""
    doubts = (
        *doubts_about(*conditions),
        *(f"NaN in {name}" for name, value in vars(solution).items() if _is_nan(value)),
    )
    return replace(solution, converged=False, doubts=doubts) if doubts else solution


def _is_nan(value):
    """Whether a number, or one of an array, is NaN; of what else a solution holds, nothing is."""
    return (
        isinstance(value, float | np.ndarray)
        and np.asarray(value).dtype.kind == "f"
        and np.isnan(value).any()
    )


def warn_of(solution, what, advice):
    """Return a solution; warn of its doubts, if it has some.
    solution: dataclass with `converged` and `doubts`; what: str, such as "The ball stopped after 3 iterations";
    advice: str, what to change → the same solution"""
    if not solution.converged:
        warn(f"{what} with {'; '.join(solution.doubts)}; {advice}.")
    return solution


def warn(message, kind=ConvergenceWarning):
    """Warn at the line outside of this library that has led here."""
    warnings.warn(message, kind, stacklevel=level_of_caller())


def level_of_caller():
    """How many calls above a warning the first line outside of this library is.
    → int, the `stacklevel` of a warning where this is called"""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("kernelsy19."):
        level, frame = level + 1, frame.f_back
    return level


# ---- of weights that a quadratic program has found ------------------------------------------------


def feasibility(alpha, upper, off_sum):
    """Conditions that weights are within their bounds, and have the sum that they should.
    alpha (n,); upper: float or (n,) array; off_sum: float, by how much their sum is off → two conditions, as in
    `doubts_about`"""
    largest = float(alpha.max())
    outside = max(-float(alpha.min()), float(np.max(alpha - upper)))
    return (
        ("a sum of weights off by", abs(float(off_sum)), FEASIBLE * max(1.0, largest)),
        ("a weight outside its bounds by", outside, FEASIBLE * min(1.0, np.min(upper))),
    )


def rounding_of_sums(K, weights):
    """What a condition calls the rounding of Σᵢ wᵢ K(xᵢ, x), and how much it is at most."""
    lengths = np.sqrt(np.abs(K.diagonal()))
    return ROUNDED_SUM, 4 * EPS * float(lengths.max()) * float(lengths @ np.abs(weights))


def what_to_raise(iterations, max_iter):
    """Return what to change after a run that did not converge, as words."""
    if iterations >= max_iter:
        return f"raise max_iter (now {max_iter})"
    return "rounding forbids further progress, so raise tol or rescale the kernel"


def what_to_change(doubts, iterations, max_iter):
    """What would help a ball or a hyperplane that has not converged, as words."""
    if any(doubt.startswith("rounding") for doubt in doubts):
        return "the points lie too far from the origin of the feature space, so center the data or change the kernel"
    if any("below 0" in doubt for doubt in doubts):
        return "the kernel is not positive semidefinite, although it says so"
    return what_to_raise(iterations, max_iter)


# ---- of kernels that say they are positive semidefinite ---------------------------------------------


def one_norm(K):
    """The largest sum of the absolute values of a column, no smaller than any eigenvalue.
    K (n, n)"""
    return np.abs(K).sum(axis=0).max()


@np.errstate(under="ignore")
def has_cholesky_factor(K):
    """Whether K is positive semidefinite up to rounding; over a power of two, so that its size does not matter."""
    largest = np.abs(K).max()
    shifted = np.ldexp(K, -np.frexp(largest)[1]) if largest > 0 else K.copy()
    shifted.flat[:: len(K) + 1] += ROUNDING * one_norm(shifted) or 1.0
    try:
        cholesky(shifted, overwrite_a=True, check_finite=False)
    except LinAlgError:
        return False
    return True


def broken_promise(K, weights):
    """By how much a matrix that a kernel only declares PSD has an eigenvalue below 0, among the points of weight.
    weights (n,), a solution's; of more than 500 that are not 0, the first 500 are looked at → float ≥ 0; 0 where K
    is PSD by construction or was checked, and where rounding explains it"""
    if not K.promised:
        return 0.0
    points = np.flatnonzero(weights)[:PROMISE_CHECK_POINTS]
    part = K.block(points, points)
    if not len(points) or has_cholesky_factor(part):
        return 0.0
    return max(-float(eigvalsh((part + part.T) / 2, subset_by_index=[0, 0])[0]), 0.0)


# ---- of eigenvalues ---------------------------------------------------------------------------------


def rounding_floor(size, largest):
    """Return the size below which rounding alone may have made an eigenvalue that is 0.
    size: float, the number of rows that were summed up; largest: float, the largest eigenvalue, or the largest
    entry if that is more"""
    return 10 * size * EPS * largest


def backward_error(values, residuals):
    """Return the largest ‖Kv − μv‖ of unit vectors v as a share of the largest eigenvalue.
    values (q,), μ, falling; residuals (q,) → float; 0 where there is no eigenvalue above 0"""
    return float(residuals.max() / values[0]) if len(values) and not values[0] <= 0 else 0.0


# ---- numbers of any size --------------------------------------------------------------------------


def length(v):
    """‖v‖ of numbers of any size: their squares neither overflow nor vanish.
    v (n,)"""
    with np.errstate(over="ignore"):
        direct = float(np.linalg.norm(v))
    if 1e-140 < direct < 1e140:
        return direct
    largest = float(np.abs(v).max(initial=0.0))
    return largest * float(np.linalg.norm(v / largest)) if 0 < largest < np.inf else largest
