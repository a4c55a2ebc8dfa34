"""Ridge and kernel ridge regression the plain way: each a system written down and solved, and judged."""

import functools
import inspect
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.linalg import LinAlgError

from kernelsy19.certificates import EPS, FEASIBLE, certified, length, rounding_of_sums, warn_of
from kernelsy19.gram import Gram, as_provider, require_psd
from kernelsy19.ridge.equations import (
    bordered_matrix,
    dual_variables,
    left_out_errors,
    penalized_objective,
    predict,
    predict_linear,
    primal_from_dual,
    primal_variables,
    ridge_objective,
    woodbury,
)
from kernelsy19.signatures import fitting, number_from, one_each, takes, word_of
from kernelsy19.validation import as_flag, as_matrix, as_points, as_vector

# Residual, as a share of ‖y‖ (of ‖y − ȳ‖ with an intercept), up to which a solution counts as one: J is then at its
# minimum to 1e-12 of the square of that.
RESIDUAL_TOLERANCE = 1e-6
WAYS = ("primal", "woodbury", "dual")
RAISE_LAM = "raise lam: it is so small beside the eigenvalues of K that rounding decides"


# ---- ridge regression ---------------------------------------------------------------------------


def refuses_what_is_singular(solve):
    """Decorate what solves a system: a λ that leaves it singular is refused by a ValueError that names it."""

    @functools.wraps(solve)
    def solve_or_say(*args, **kwargs):
        try:
            return solve(*args, **kwargs)
        except LinAlgError:
            lam = inspect.signature(solve).bind(*args, **kwargs).arguments["lam"]
            raise ValueError(
                f"lam must be larger, got {lam:g}: it is so small that rounding leaves the system singular."
            ) from None

    return solve_or_say


@dataclass(frozen=True)
class RidgeSolution:
    """Ridge regression without an intercept, with its certificate.

    Attributes
    ----------
    beta : (p,) array, the primal variables
    lam : float
    objective : float, ‖y − Xβ‖² + λ‖β‖²
    residual : float, ‖Xᵀ(y − Xβ) − λβ‖: half the slope that is left
    path : {"primal", "woodbury", "dual", "singular values"}
    converged : bool, whether the residual is at most 1e-6 of ‖Xᵀy‖
    doubts : tuple of str, what keeps β from being certified, none where it converged
    """

    beta: np.ndarray
    lam: float
    objective: float
    residual: float
    path: str
    converged: bool = True
    doubts: tuple = field(default=(), repr=False)

    @property
    def objective_gap(self):
        """By how much the objective may exceed its minimum: it bends by 2λ at least, so no more than residual²/λ."""
        return self.residual**2 / self.lam

    def predict(self, X):
        """βᵀx of each point.
        X (m, p) → (m,)"""
        return predict_linear(as_points(X, n_features=len(self.beta)), self.beta)


one_a_column = fitting(lambda beta, name, given: as_vector(beta, name, given["X"].shape[1]))


@refuses_what_is_singular
@takes(X=as_points, y=one_each("X"), lam=number_from(0), way=word_of(*WAYS))
def plain_ridge(X, y, lam, way="primal"):
    """Ridge regression the plain way: by the p × p system, by Woodbury's identity, or by the n × n system.

    Parameters
    ----------
    X : (n, p) array_like
    y : (n,) array_like
    lam : float, λ > 0
    way : {"primal", "woodbury", "dual"}

    Returns
    -------
    (p,) array, β, which `certify_ridge` judges

    Raises
    ------
    ValueError
        If λ is so small that rounding leaves the system singular.
    """
    if way == "woodbury":
        n, p = X.shape
        return woodbury(lam * np.eye(p), X.T, np.eye(n), X) @ (X.T @ y)
    return primal_variables(X, y, lam) if way == "primal" else primal_from_dual(X, y, lam)


@takes(X=as_points, y=one_each("X"), lam=number_from(0), beta=one_a_column)
def certify_ridge(X, y, lam, beta, path="plain"):
    """Judge the coefficients of ridge regression, whoever found them.

    Parameters
    ----------
    X : (n, p) array_like
    y : (n,) array_like
    lam : float, λ > 0
    beta : (p,) array_like
    path : str, how they were found

    Returns
    -------
    RidgeSolution

    Warns
    -----
    ConvergenceWarning
        If the residual exceeds 1e-6 of ‖Xᵀy‖.
    """
    Xy = X.T @ y
    objective, residual = float(ridge_objective(beta, X, y, lam)), length(X.T @ (y - X @ beta) - lam * beta)
    solution = certified(
        RidgeSolution(beta, lam, objective, residual, path),
        ("residual", residual, RESIDUAL_TOLERANCE * length(Xy)),
        ("objective", objective, np.finfo(float).max),
    )
    return warn_of(solution, f"Ridge regression with lam={lam:g} ended", RAISE_LAM)


# ---- kernel ridge regression --------------------------------------------------------------------


@dataclass(frozen=True)
class KernelRidgeFit:
    """Kernel ridge regression, f = Σᵢ αᵢ k(xᵢ, ·) and an intercept b, with its certificate.

    Attributes
    ----------
    alpha : (n,) array, the dual variables; they sum to 0 with a free intercept
    b : float, 0 without an intercept
    lam : float
    y : (n,) array
    K : Gram or (n, n) array
    intercept : bool, whether b was free
    objective : float, Σ (y − f − b)² + λ‖f‖²
    residual : float, ‖y − b − (K + λI)α‖
    converged : bool, whether the residual is at most 1e-6 of ‖y‖, of ‖y − ȳ‖ with an intercept, and nothing else is
        in doubt
    path : {"plain", "cholesky", "cholesky, low rank", "eigenvectors"}
    doubts : tuple of str, what keeps the solution from being certified, none where it converged
    """

    alpha: np.ndarray = field(repr=False)
    b: float
    lam: float
    y: np.ndarray = field(repr=False)
    K: Gram = field(repr=False)
    intercept: bool
    objective: float
    residual: float
    converged: bool
    path: str
    doubts: tuple = field(default=(), repr=False)

    @property
    def objective_gap(self):
        """By how much the objective may exceed its minimum, residual²: the last line of the proof `certificate`."""
        return self.residual**2

    @property
    def fitted(self):
        """f(xᵢ) + b = yᵢ − λαᵢ, an (n,) array."""
        return self.y - self.lam * self.alpha

    @cached_property
    def inverse_diagonal(self):
        """Gᵢᵢ, an (n,) array: with a free intercept those of the inverse of the bordered matrix, but the last."""
        K = as_provider(self.K).matrix()
        system = bordered_matrix(K, self.lam) if self.intercept else K + self.lam * np.eye(len(K))
        return np.diagonal(np.linalg.inv(system))[: len(K)]

    @property
    def degrees_of_freedom(self):
        """The trace of the matrix that makes the fitted values of y, I − λG."""
        return float(len(self.y) - self.lam * self.inverse_diagonal.sum())

    @property
    def loo_residuals(self):
        """yᵢ − f⁽⁻ⁱ⁾(xᵢ) − b⁽⁻ⁱ⁾ for each point, an (n,) array, n ≥ 2: what n fits without one each would give."""
        at_least_two(len(self.y))
        return left_out_errors(self.alpha, self.inverse_diagonal)

    @np.errstate(under="ignore")
    def predict(self, K_xs):
        """f(x) + b from kernel values.
        K_xs (m, n), k(x, xᵢ) → (m,)"""
        return predict(as_matrix(K_xs, "K_xs", n_features=len(self.alpha)), self.alpha, self.b)


@refuses_what_is_singular
@takes(K=require_psd, y=one_each("K"), lam=number_from(0), intercept=as_flag)
def plain_kernel_ridge(K, y, lam, intercept=True):
    """Kernel ridge regression the plain way: write the system down and solve it.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix
    y : (n,) array_like
    lam : float, λ > 0
    intercept : bool, whether an intercept is free; without one it is 0

    Returns
    -------
    alpha : (n,) array
    b : float; `certify` judges both

    Raises
    ------
    ValueError
        If λ is so small that rounding leaves the system singular.
    """
    if not intercept:
        return dual_variables(K, y, lam), 0.0
    *alpha, b = np.linalg.solve(bordered_matrix(K, lam), np.append(y, 0.0))
    return np.array(alpha), b


@takes(
    K=require_psd,
    y=one_each("K"),
    lam=number_from(0),
    alpha=one_each("K"),
    b=number_from(),
    intercept=as_flag,
)
def certify(K, y, lam, alpha, b=0.0, intercept=True):
    """Judge a kernel ridge regression by K, y and λ alone, whoever found it.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix
    y : (n,) array_like
    lam : float, λ > 0
    alpha : (n,) array_like
    b : float
    intercept : bool, whether the intercept was free

    Returns
    -------
    KernelRidgeFit, whose `path` is "plain"

    Warns
    -----
    ConvergenceWarning
        If the residual exceeds 1e-6 of ‖y‖.
    """
    objective = float(penalized_objective(alpha, b, K, y, lam))
    residual = float(np.linalg.norm(y - b - lam * alpha - K @ alpha))
    fit = objective, residual, True, "plain"
    solution = KernelRidgeFit(alpha, float(b), lam, y, K, bool(intercept), *fit)
    return judged(solution, float(alpha @ K @ alpha), K, 0.0)


def at_least_two(n):
    """n, the number of points; a ValueError if one of them cannot be left out."""
    if n < 2:
        raise ValueError(f"Leaving one out takes at least 2 points, got {n}.")
    return n


@takes(K=require_psd, y=fitting(lambda y, name, given: as_vector(y, name, at_least_two(len(given["K"])))))
def plain_leave_one_out(K, y, lam, intercept=True):
    """Leave one point out the plain way: n fits, each without one point, and its error at that point.

    Parameters
    ----------
    K, y, lam, intercept : as for `plain_kernel_ridge`; n ≥ 2

    Returns
    -------
    (n,) array, yᵢ − f⁽⁻ⁱ⁾(xᵢ) − b⁽⁻ⁱ⁾
    """
    errors = np.empty(len(y))
    for i in range(len(y)):
        others = np.arange(len(y)) != i
        alpha, b = plain_kernel_ridge(K[np.ix_(others, others)], y[others], lam, intercept)
        fit = certify(K[np.ix_(others, others)], y[others], lam, alpha, b, intercept)
        errors[i] = y[i] - fit.predict(K[i : i + 1, others])[0]
    return errors


def judged(solution, squared_norm, K, broken):
    """A solution, certified by its arrays, and said to be none; `broken` is by how much K is not PSD."""
    s, n = solution, len(solution.y)
    wanted, size = length(s.y - s.y.mean() if s.intercept else s.y), float(np.abs(s.alpha).max())
    rounding = 32 * EPS * n * float(np.abs(s.y).max())
    # Targets that are all the same leave no weight but what rounding makes of them, and no share of that is 0.
    largest = float(np.abs(K.diagonal()).max())
    of_weights = rounding / (s.lam + largest)
    solution = certified(
        s,
        ("residual", s.residual, RESIDUAL_TOLERANCE * wanted + rounding),
        (
            "a sum of the dual variables",
            abs(float(s.alpha.sum())) if s.intercept else 0.0,
            FEASIBLE * n * size + of_weights,
        ),
        ("objective", s.objective, np.finfo(float).max),
        # Weights so large that rounding of Kα is as large as y are noise, even where the noise happens to cancel.
        (*rounding_of_sums(K, s.alpha), length(s.y)),
        ("a squared norm below 0 by", -squared_norm, EPS * n * size * float(np.abs(s.y - s.b).sum())),
        ("an eigenvalue of K below 0 by", broken, 0.0),
    )
    return warn_of(solution, f"Kernel ridge regression with lam={s.lam:g} ended", RAISE_LAM)
