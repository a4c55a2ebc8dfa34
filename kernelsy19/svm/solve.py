"""Learning a perceptron and a support vector machine fast, and deciding with them."""

from dataclasses import dataclass, field

import numpy as np

from kernelsy19.certificates import (
    EPS,
    ROUNDED_SUM,
    broken_promise,
    certified,
    rounding_of_sums,
    warn,
    warn_of,
    what_to_raise,
)
from kernelsy19.engine import smo
from kernelsy19.engine.compilation import loops_pay
from kernelsy19.engine.duals import qp_by_smo_steps
from kernelsy19.engine.providers import KeptGram
from kernelsy19.engine.threads import thread_limit
from kernelsy19.gram import psd_provider
from kernelsy19.kernels import as_kernel, is_precomputed
from kernelsy19.kernels.custom import as_kernel_on_grid
from kernelsy19.kernels.weighted_sums import require_training_points, settled_sums, settled_sums_on_grid
from kernelsy19.signatures import integer_from, made_by, number_from, takes
from kernelsy19.svm.equations import decision, is_missed, most_updates, perceptron_decision, separation
from kernelsy19.svm.plain import Machine, judged, machine_of, one_class_each, one_price_each
from kernelsy19.validation import as_points

SEPARATION_TOLERANCE = 1e-6  # of the machine from which the bound on the updates comes
SEPARATION_ITERATIONS = 100_000
VALUES_AT_HAND = 2**16  # kernel values up to which a decision is computed as it is written, from a matrix


@dataclass(frozen=True)
class PerceptronSolution:
    """A perceptron that has been taught, and what certifies that it was done in time.

    Attributes
    ----------
    counts : (n,) int array, how often each point was missed
    y : (n,) array of −1 and 1
    F : (n,) array, the decision at the points
    delta : float, the separation of a hyperplane that separates the classes; 0 where none was found
    most_updates : float, Novikoff's bound with this delta; np.inf where no hyperplane was found
    passes : int, over all points; the last one misses none if `converged`
    converged : bool, whether no point is missed, the updates do not exceed the bound, and nothing else is in doubt
    doubts : tuple of str, what keeps the perceptron from being certified, none where it converged
    """

    counts: np.ndarray = field(repr=False)
    y: np.ndarray = field(repr=False)
    F: np.ndarray = field(repr=False)
    delta: float
    most_updates: float
    passes: int
    converged: bool = True
    doubts: tuple = field(default=(), repr=False)

    @property
    def updates(self):
        """How many updates there were, T."""
        return int(self.counts.sum())

    @property
    def support(self):
        """Indices of the points that were missed at least once, all that the decision needs."""
        return np.flatnonzero(self.counts)

    @property
    def n_missed(self):
        """How many points are missed at the end."""
        return int(is_missed(self.y, self.F).sum())


def warn_unless_converged(solution, max_iter):
    """Return a solution; say so if it is not one. Called by what users call.
    max_iter: int, as in `solve_dual` → SVMSolution"""
    advice = what_to_raise(solution.iterations, max_iter)
    if any("below 0" in doubt for doubt in solution.doubts):
        advice = "the kernel is not positive semidefinite, although it says so"
    elif np.isinf(solution.C).any():
        advice += ", or choose a finite C: no hyperplane need separate the classes"
    elif any(doubt.startswith(ROUNDED_SUM) for doubt in solution.doubts):
        advice = "it hides what a decision is, so center the data, choose a smaller C or change the kernel"
    return warn_of(solution, f"The SVM stopped after {solution.iterations} iterations", advice)


@takes(K=psd_provider, y=one_class_each, C=one_price_each, tol=number_from(0), max_iter=integer_from())
def solve_dual(K, y, C=1.0, tol=1e-6, max_iter=1_000_000):
    """Find a support vector machine: maximize the dual subject to 0 ≤ αᵢ ≤ Cᵢ, Σ αᵢyᵢ = 0.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix; or `kernel.gram(X)`, which computes them
    y : (n,) array_like of −1 and 1
    C : float > 0, or (n,) array_like of them, the price of a unit of slack; np.inf for the hard margin
    tol : float > 0, largest KKT residual, in units of f: then the duality gap is at most tol · Σ Cᵢ
    max_iter : int ≥ 1

    Returns
    -------
    SVMSolution

    Warns
    -----
    ConvergenceWarning
        If the KKT residual is still above tol after max_iter iterations; with C = ∞ that may be because no hyperplane
        separates the classes.

    References
    ----------
    Boser, Guyon & Vapnik (1992); Cortes & Vapnik (1995).
    """
    return warn_unless_converged(solve_checked_dual(K, y, C, tol, max_iter), max_iter)


def solve_checked_dual(K, y, C, tol, max_iter):
    """Do the work of `solve_dual` on input that has been checked, without its warning.
    K Gram, y, C (n,) arrays, tol, max_iter as in `solve_dual` → SVMSolution."""
    n = len(y)
    with thread_limit(n):
        qp = solve_signed(K, -np.ones(n), y, C, tol, max_iter)
        # In the units in which it was solved, a tiny C may have been 0: no weight had room there.
        machine = machine_of(qp.alpha, y, C, qp.gradient + 1, qp.kkt_residual, qp.iterations, qp.path)
        return judged(machine, K, tol, broken_promise(K, qp.alpha))


def solve_signed(K, p, y, C, tol, max_iter):
    """Minimize ½ Σᵢⱼ αᵢαⱼyᵢyⱼKᵢⱼ + pᵀα subject to yᵀα = 0, 0 ≤ α ≤ C, by the engine, or plainly without numba.
    K: Gram; p, y, C (n,) arrays → QPSolution"""
    if loops_pay(len(y)):
        return smo.solve_in_units(K.with_signs(y), p, y, C, np.zeros(len(y)), tol, max_iter)
    return qp_by_smo_steps(K.with_signs(y).matrix(), p, y, 0.0, C, tol, max_iter)


@takes(K=psd_provider, y=one_class_each, max_passes=integer_from())
def perceptron(K, y, max_passes=1000):
    """Teach a perceptron in dual form; if it comes to an end, say how late that can be.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix; or `kernel.gram(X)`, which computes them
    y : (n,) array_like of −1 and 1
    max_passes : int ≥ 1, passes over all points

    Returns
    -------
    PerceptronSolution, with the counts of `perceptron_steps`

    Warns
    -----
    ConvergenceWarning
        If points are still missed after max_passes passes: no hyperplane need separate the classes. Or if no bound is
        found that the updates keep, as with a kernel that is not positive semidefinite although it says so.

    Notes
    -----
    The bound on the updates wants the separation of some hyperplane: the larger, the better the bound. It is taken from
    the support vector machine without slack, or from the perceptron itself where that separates more clearly.
    """
    n = len(K)
    K = K if K.at_hand else KeptGram(K)
    counts, F, passes = np.zeros(n, dtype=int), np.zeros(n), 0
    while passes < max_passes:
        passes, i, before = passes + 1, -1, counts.sum()
        # Points that are not missed change nothing: go from one that is missed to the next.
        while (ahead := is_missed(y[i + 1 :], F[i + 1 :])).any():
            i += 1 + int(ahead.argmax())
            counts[i] += 1
            F += y[i] * (K.rows(np.array([i]))[0] + 1)
        if counts.sum() == before:
            break
    late = int(counts.sum() - before)
    delta = 0.0 if late else _separation(K, y, counts, F)
    bound = float(most_updates(K.diagonal(), delta)) if delta > 0 else np.inf
    return _judged_perceptron(PerceptronSolution(counts, y, F, delta, bound, passes), K, late, max_passes)


def _judged_perceptron(solution, K, late, max_passes):
    """A perceptron whose last pass has missed so many, certified by its counts, and said to be none."""
    s, weights = solution, solution.counts * solution.y
    F = K.product(weights[s.support].astype(float), s.support) + weights.sum()
    rounding = EPS * s.updates**2 * (np.abs(K.diagonal()).max() + 1)
    missed = max(late, s.n_missed, int(is_missed(s.y, F).sum()))
    # There is no bound on the updates of what has not ended.
    bound, updates = (0.0, 0) if missed else (s.most_updates, s.updates)
    solution = certified(
        s,
        ("points missed", missed, 0),
        ("decisions off by", float(np.abs(F - s.F).max()), rounding),
        (*rounding_of_sums(K, weights), np.inf if missed else float((s.y * F).min())),
        ("a bound on the updates", bound, np.finfo(float).max),
        ("updates", updates, bound),
        ("an eigenvalue of K below 0 by", broken_promise(K, weights), 0.0),
    )
    broken = any("below 0" in doubt for doubt in solution.doubts)
    if missed and not broken:
        warn(
            f"The perceptron still misses {s.n_missed or missed} of {len(s.y)} points after {s.passes} passes and "
            f"{s.updates} updates: no hyperplane of this kernel need separate the classes. If one does, raise "
            f"max_passes (now {max_passes})."
        )
        return solution
    advice = "rounding decides, so rescale the kernel"
    if broken:
        advice = "the kernel is not positive semidefinite, although it says so"
    return warn_of(solution, f"The perceptron ended after {s.passes} passes and {s.updates} updates", advice)


def _separation(K, y, counts, F):
    """The larger separation: of a perceptron that misses no point, or of the machine without slack."""
    weights, b = counts * y, float(counts @ y)
    own = separation(max(float(weights @ (F - b)), 0.0), b, y, F)
    hard = solve_checked_dual(K, y, np.full(len(y), np.inf), SEPARATION_TOLERANCE, SEPARATION_ITERATIONS)
    return float(max(own, separation(hard.w_norm2, hard.b, y, hard.f)))


@takes(k=as_kernel, solution=made_by(Machine, PerceptronSolution))
def decision_function(k, X, solution, X_new):
    """Compute f at new points: positive on the side of the class 1, or the number that a regression expects.

    Parameters
    ----------
    k : Kernel or callable
    X : (n, p) array_like, or what else the kernel takes, the training points; their Gram matrix for `Precomputed()`
    solution : SVMSolution, RegressionSolution or PerceptronSolution
    X_new : (m, p) array_like, or what else the kernel takes; for `Precomputed()` the (m, n) kernel values K(x, xᵢ)

    Returns
    -------
    (m,) array
    """
    X, X_new = k.two_sets(X, X_new, "X_new")
    require_training_points(X, len(solution.y))
    some = solution.support
    weights, b = _weights_and_offset(solution, some)
    if is_precomputed(k):
        f = _decide(solution, some, k.evaluate(X_new, X)[:, some])
    elif len(some) * len(X_new) <= VALUES_AT_HAND:
        f = _decide(solution, some, k.evaluate(X_new, X[some]))
    else:
        f = k.evaluate_sums(X_new, X[some], weights) + b
    return settled_sums(None if is_precomputed(k) else k, X_new, X[some], weights, f, b)


@takes(k=as_kernel_on_grid, X=as_points, solution=made_by(Machine, PerceptronSolution))
def decision_on_grid(k, X, solution, x, y):
    """Compute f on all points of a grid in the plane.

    Parameters
    ----------
    k, X, solution : as in `decision_function`; k is not precomputed, and X is (n, 2)
    x, y : (w,) and (h,) array_like

    Returns
    -------
    (h, w) array, as matplotlib's contour wants it
    """
    require_training_points(X, len(solution.y))
    some = solution.support
    weights, b = _weights_and_offset(solution, some)
    return settled_sums_on_grid(k, X[some], weights, b, x, y)


def _decide(solution, some, K_new):
    if isinstance(solution, PerceptronSolution):
        return perceptron_decision(solution.counts[some], solution.y[some], K_new)
    weights = solution.weights[some]
    return decision(np.abs(weights), np.sign(weights), K_new, solution.b)


def _weights_and_offset(solution, some):
    """What kernel values are multiplied by, and what is added to their sum."""
    if isinstance(solution, PerceptronSolution):
        return solution.counts[some] * solution.y[some], float(solution.counts @ solution.y)
    return solution.weights[some], solution.b
