"""Fitting logistic regression fast, one problem or one for each class, and its scores at new points."""

from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from kernelsy19.certificates import broken_promise, warn_of
from kernelsy19.engine import newton
from kernelsy19.engine.providers import in_units
from kernelsy19.engine.threads import thread_limit
from kernelsy19.kernels import as_kernel, is_precomputed
from kernelsy19.kernels.custom import as_kernel_on_grid
from kernelsy19.kernels.weighted_sums import require_training_points, settled_sums, settled_sums_on_grid
from kernelsy19.logistic.plain import (
    RAISE,
    LogisticSolution,
    as_both_labels,
    judged,
    largest_gap,
    of_coefficients,
    psd_for_penalty,
)
from kernelsy19.signatures import integer_from, made_by, number_from, one_each, takes
from kernelsy19.validation import as_array, as_flag, as_matrix, as_points


def solve_logistic(K, y, lam, intercept=False, tol=1e-14, max_iter=100):
    """Minimize P(θ) = Σᵢ log(1 + exp(−tᵢf(xᵢ))) + (λ/2)‖f‖² with t = 2y − 1.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix; or `kernel.gram(X)`, which computes them
    y : (n,) array_like of 0 and 1, both of them there
    lam : float > 0, λ
    intercept : bool, whether the score may have a constant b, which costs nothing; AML has none
    tol : float > 0, largest duality gap of the matrix that K is in float64, as a share of n log 2, the objective at
        θ = 0; its rounding may move the objective of a fit that is certified by up to 1e-7 nats a point
    max_iter : int ≥ 1

    Returns
    -------
    LogisticSolution
    """
    y = as_array(y, "y", 1)
    (solution,) = solve_one_against_rest(K, y[:, None], lam, intercept, tol, max_iter)
    return warn_unless_converged(solution)


@takes(
    K=lambda K, name: psd_for_penalty(K),
    Y=as_matrix,
    lam=number_from(0),
    intercept=as_flag,
    tol=number_from(0),
    max_iter=integer_from(),
)
def solve_one_against_rest(K, Y, lam, intercept=False, tol=1e-14, max_iter=100):
    """Fit one problem of two classes for each column of labels; what is known of K is found once for all.

    Parameters
    ----------
    K, lam, intercept, tol, max_iter : as in `solve_logistic`
    Y : (n, c) array_like of 0 and 1, a problem each column

    Returns
    -------
    tuple of c LogisticSolution; whether they converged is theirs to say
    """
    limit, columns = largest_gap(tol, len(K)), [as_both_labels(y, len(K)) for y in Y.T]
    # What no float holds becomes infinite, or NaN, and a doubt.
    with thread_limit(len(K)), np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        unit, places = in_units(K, beside=lam)
        system = newton.prepare(unit, float(np.ldexp(lam, -places)))
        found = [newton.minimize(system, y, intercept, limit, max_iter) for y in columns]
        pairs = zip(found, columns, strict=True)
        return tuple(_certified(fit, y, lam, limit, places, K, intercept) for fit, y in pairs)


def _certified(fit, y, lam, limit, places, K, intercept):
    """The solution of a fit to K over a power of two."""
    theta = np.ldexp(fit.theta, -places)
    solution = of_coefficients(theta, fit.K_theta, fit.intercept, y, lam, fit.gap)
    solution = replace(solution, iterations=fit.iterations, path=fit.path)
    return judged(solution, K, fit.K_theta, limit, broken_promise(K, theta), intercept)


def warn_unless_converged(solution):
    """Return a solution; say so if it is none. Called by what users call."""
    what = f"Kernel logistic regression stopped after {solution.iterations} iterations"
    return warn_of(solution, what, RAISE)


@dataclass(frozen=True)
class OneAgainstRest:
    """Several problems of two classes: each class against all others.

    Attributes
    ----------
    problems : tuple of LogisticSolution, one a class
    """

    problems: tuple = field(repr=False)

    @property
    def theta(self):
        """Coefficients, an (n, c) array, a column each class."""
        return np.column_stack([problem.theta for problem in self.problems])

    @property
    def intercept(self):
        """Intercepts, a (c,) array."""
        return np.array([problem.intercept for problem in self.problems])

    @property
    def objective(self):
        """Sum of the objectives: the problems share nothing, so it is least when each is."""
        return sum(problem.objective for problem in self.problems)

    @property
    def duality_gap(self):
        """Sum of the duality gaps."""
        return sum(problem.duality_gap for problem in self.problems)

    @property
    def iterations(self):
        """Iterations of the problem that took most."""
        return max(problem.iterations for problem in self.problems)

    @property
    def converged(self):
        """Whether all have converged."""
        return all(problem.converged for problem in self.problems)

    @property
    def doubts(self):
        """What keeps some from being certified, a tuple of str."""
        return tuple(doubt for problem in self.problems for doubt in problem.doubts)


@takes(k=as_kernel, solution=made_by(LogisticSolution, OneAgainstRest))
def scores_at(k, X, solution, X_new):
    """The score f of new points.

    Parameters
    ----------
    k : Kernel or callable
    X : (n, p) array_like, or what else the kernel takes, the training points; their Gram matrix for `Precomputed()`
    solution : LogisticSolution
    X_new : (m, p) array_like, or what else the kernel takes; for `Precomputed()` the (m, n) kernel values K(x, xᵢ)

    Returns
    -------
    (m,) array
    """
    X, X_new = k.two_sets(X, X_new, "X_new")
    require_training_points(X, len(solution.theta))
    f = k.evaluate_sums(X_new, X, solution.theta) + solution.intercept
    return settled_sums(None if is_precomputed(k) else k, X_new, X, solution.theta, f, solution.intercept)


@takes(k=as_kernel_on_grid, X=partial(as_points, n_features=2), theta=one_each("X"), intercept=number_from())
def scores_on_grid(k, X, theta, intercept, x, y):
    """The score f on all points of a grid in the plane.

    Parameters
    ----------
    k, X : as in `scores_at`; k is not precomputed, and X is (n, 2)
    theta, intercept : (n,) array_like, coefficients, and float
    x, y : (w,) and (h,) array_like

    Returns
    -------
    (h, w) array, as matplotlib's contour wants it
    """
    return settled_sums_on_grid(k, X, theta, intercept, x, y)
