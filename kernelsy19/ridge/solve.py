"""Solving ridge and kernel ridge regression, the plain way and the fast way, and leaving one point out for all λ."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from kernelsy19.engine.doubts import EPS, FEASIBLE, broken_promise, certified, length, warn_of
from kernelsy19.engine.gram import Gram, binary_places, in_units
from kernelsy19.engine.penalized import diagonal_of_inverse, find_modes, solve_penalized
from kernelsy19.engine.threads import thread_limit
from kernelsy19.kernels import as_kernel
from kernelsy19.kernels.geometry import psd_provider, require_psd
from kernelsy19.ridge.equations import (
    bordered_matrix,
    combine_points,
    degrees_of_freedom,
    dual_variables,
    generalized_cross_validation,
    inverse_diagonal_from,
    left_out_errors,
    penalized_objective,
    predict,
    predict_linear,
    primal_from_dual,
    primal_variables,
    products_of_points,
    ridge_objective,
    shrinkage,
    woodbury,
)
from kernelsy19.signatures import several
from kernelsy19.validation import as_choice, as_flag, as_matrix, as_number, as_vector

# Residual, as a share of ‖y‖ (of ‖y − ȳ‖ with an intercept), up to which a solution counts as one: J is then at its
# minimum to 1e-12 of the square of that.
RESIDUAL_TOLERANCE = 1e-6

# λ that are tried where nobody names any, in units of the mean of K̃ᵢᵢ: from hardly a penalty to hardly a function.
RELATIVE_LAMS = np.logspace(-6, 3, 37)

EQUAL_MEANS = 1e-10  # share by which a mean may exceed the smallest by rounding alone

WAYS = ("primal", "woodbury", "dual")

RAISE_LAM = "raise lam: it is so small beside the eigenvalues of K that rounding decides"


# ---- ridge regression ---------------------------------------------------------------------------


@dataclass(frozen=True)
class RidgeSolution:
    """Ridge regression without an intercept, with its certificate.

    Attributes
    ----------
    beta : (p,) array, the primal variables
    lam : float
    objective : float, ‖y − Xβ‖² + λ‖β‖²
    residual : float, ‖Xᵀ(y − Xβ) − λβ‖: half the slope that is left
    path : {"primal", "woodbury", "dual"}
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

        Parameters
        ----------
        X : (m, p) array_like

        Returns
        -------
        (m,) array
        """
        return predict_linear(as_matrix(X, n_features=len(self.beta)), self.beta)


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
    RidgeSolution

    Raises
    ------
    ValueError
        If X or y is not finite, their lengths differ, λ ≤ 0, or there is no such way.

    Warns
    -----
    ConvergenceWarning
        If the residual exceeds 1e-6 of ‖Xᵀy‖.
    """
    X, y, lam = _as_regression(X, y, lam)
    as_choice(way, "way", WAYS)
    n, p = X.shape
    if way == "primal":
        beta = primal_variables(X, y, lam)
    elif way == "woodbury":
        beta = woodbury(lam * np.eye(p), X.T, np.eye(n), X) @ (X.T @ y)
    else:
        beta = primal_from_dual(X, y, lam)
    return _ridge_solution(X, y, lam, beta, way)


def solve_ridge(X, y, lam):
    """Ridge regression by the smaller of the two systems: p equations, or n.

    Parameters
    ----------
    X : (n, p) array_like
    y : (n,) array_like
    lam : float, λ > 0

    Returns
    -------
    RidgeSolution

    Raises
    ------
    ValueError
        As `plain_ridge`.
    """
    X, y, lam = _as_regression(X, y, lam)
    n, p = X.shape
    if p <= n:
        return _ridge_solution(X, y, lam, primal_variables(X, y, lam), "primal")
    alpha = dual_variables(products_of_points(X), y, lam)
    return _ridge_solution(X, y, lam, combine_points(alpha, X), "dual")


def _as_regression(X, y, lam):
    X = as_matrix(X)
    return X, as_vector(y, "y", len(X)), as_number(lam, "lam", 0, np.inf, "neither")


def _ridge_solution(X, y, lam, beta, way):
    Xy = X.T @ y
    objective, residual = float(ridge_objective(beta, X, y, lam)), length(X.T @ (y - X @ beta) - lam * beta)
    solution = certified(
        RidgeSolution(beta, lam, objective, residual, way),
        ("residual", residual, RESIDUAL_TOLERANCE * length(Xy)),
        ("objective", objective, np.finfo(float).max),
    )
    return warn_of(solution, f"Ridge regression with lam={lam:g} ended", RAISE_LAM)


# ---- kernel ridge regression --------------------------------------------------------------------


@dataclass(frozen=True)
class KernelRidgeSolution:
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
        """Gᵢᵢ, an (n,) array; computed when first asked for, in the time of two more solutions."""
        with thread_limit(len(self.y)):
            K, places = in_units(psd_provider(self.K))
            inverse = diagonal_of_inverse(K, float(np.ldexp(self.lam, -places)), self.intercept)
            return np.ldexp(inverse, -places)

    @property
    def degrees_of_freedom(self):
        """The trace of the matrix that makes the fitted values of y, I − λG."""
        return float(len(self.y) - self.lam * self.inverse_diagonal.sum())

    @property
    def loo_residuals(self):
        """yᵢ − f⁽⁻ⁱ⁾(xᵢ) − b⁽⁻ⁱ⁾ for each point, an (n,) array, n ≥ 2: what n fits without one each would give."""
        _at_least_two(len(self.y))
        return left_out_errors(self.alpha, self.inverse_diagonal)

    def predict(self, K_xs):
        """f(x) + b from kernel values.

        Parameters
        ----------
        K_xs : (m, n) array_like, k(x, xᵢ)

        Returns
        -------
        (m,) array
        """
        return predict(as_matrix(K_xs, "K_xs", n_features=len(self.alpha)), self.alpha, self.b)


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
    KernelRidgeSolution

    Raises
    ------
    ValueError
        If K is not a finite symmetric PSD matrix, y does not fit, or λ ≤ 0.

    Warns
    -----
    ConvergenceWarning
        If the residual exceeds 1e-6 of ‖y‖.
    """
    K, intercept = require_psd(K), as_flag(intercept, "intercept")
    y, lam = as_vector(y, "y", len(K)), as_number(lam, "lam", 0, np.inf, "neither")
    if intercept:
        *alpha, b = np.linalg.solve(bordered_matrix(K, lam), np.append(y, 0.0))
        alpha = np.array(alpha)
    else:
        alpha, b = dual_variables(K, y, lam), 0.0
    residual = float(np.linalg.norm(y - b - lam * alpha - K @ alpha))
    solution = KernelRidgeSolution(
        alpha=alpha,
        b=float(b),
        lam=lam,
        y=y,
        K=K,
        intercept=bool(intercept),
        objective=float(penalized_objective(alpha, b, K, y, lam)),
        residual=residual,
        converged=True,
        path="plain",
    )
    return _judged(solution, float(alpha @ K @ alpha), K, 0.0)


def plain_leave_one_out(K, y, lam, intercept=True):
    """Leave one point out the plain way: n fits, each without one point, and its error at that point.

    Parameters
    ----------
    K, y, lam, intercept : as for `plain_kernel_ridge`; n ≥ 2

    Returns
    -------
    (n,) array, yᵢ − f⁽⁻ⁱ⁾(xᵢ) − b⁽⁻ⁱ⁾
    """
    K = require_psd(K)
    y = as_vector(y, "y", _at_least_two(len(K)))
    errors = np.empty(len(y))
    for i in range(len(y)):
        others = np.arange(len(y)) != i
        fit = plain_kernel_ridge(K[np.ix_(others, others)], y[others], lam, intercept)
        errors[i] = y[i] - fit.predict(K[i : i + 1, others])[0]
    return errors


def solve_dual(K, y, lam, intercept=True):
    """Kernel ridge regression for one λ.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix, or a `Gram` such as `kernel.gram(X)`
    y : (n,) array_like
    lam : float, λ > 0
    intercept : bool, whether an intercept is free; without one it is 0

    Returns
    -------
    KernelRidgeSolution

    Raises
    ------
    ValueError
        As `plain_kernel_ridge`.

    Warns
    -----
    ConvergenceWarning
        If the residual exceeds 1e-6 of ‖y‖: λ is so small beside the eigenvalues of K that rounding decides.

    Notes
    -----
    From 512 points on a low-rank factor is tried: where few rows of K give all of it, as with a smooth kernel of few
    variables, the system is as small as their number. The residual is that of K itself, whatever the way.
    """
    K, intercept = psd_provider(K), as_flag(intercept, "intercept")
    y, lam = as_vector(y, "y", len(K)), as_number(lam, "lam", 0, np.inf, "neither")
    with thread_limit(len(y)):
        K_unit, of_K = in_units(K)
        # A free intercept takes the mean of y: without it, rounding is that of what the function has to explain.
        mean = float(y.mean()) if intercept else 0.0
        of_y = binary_places(y - mean)
        found = solve_penalized(
            K_unit, np.ldexp(y - mean, -of_y), float(np.ldexp(lam, -of_K)), bool(intercept)
        )
        alpha, values = np.ldexp(found.alpha, of_y - of_K), np.ldexp(found.values, of_y)
        b = float(np.ldexp(found.b, of_y)) + mean
        errors = y - b - values
        in_unit = np.ldexp(errors, -of_y)
        squared_norm = float(found.alpha @ found.values)  # over a power of two, as the objective is at first
        objective = in_unit @ in_unit + np.ldexp(lam, -of_K) * squared_norm
        with np.errstate(over="ignore"):  # what no float holds becomes infinite, and a doubt
            objective = float(np.ldexp(objective, 2 * of_y))
            squared_norm = float(np.ldexp(squared_norm, 2 * of_y - of_K))
        solution = KernelRidgeSolution(
            alpha=alpha,
            b=b,
            lam=lam,
            y=y,
            K=K,
            intercept=bool(intercept),
            objective=objective,
            residual=length(errors - lam * alpha),
            converged=True,
            path=found.path,
        )
        return _judged(solution, squared_norm, K, broken_promise(K, alpha))


def _judged(solution, squared_norm, K, broken):
    """A solution, certified by its arrays, and said to be none; `broken` is by how much K is not PSD."""
    s, n = solution, len(solution.y)
    wanted, size = length(s.y - s.y.mean() if s.intercept else s.y), float(np.abs(s.alpha).max())
    rounding = 32 * EPS * n * float(np.abs(s.y).max())
    solution = certified(
        s,
        ("residual", s.residual, RESIDUAL_TOLERANCE * wanted + rounding),
        (
            "a sum of the dual variables",
            abs(float(s.alpha.sum())) if s.intercept else 0.0,
            FEASIBLE * n * size,
        ),
        ("objective", s.objective, np.finfo(float).max),
        ("a squared norm below 0 by", -squared_norm, EPS * n * size * float(np.abs(s.y - s.b).sum())),
        ("an eigenvalue of K below 0 by", broken, 0.0),
    )
    return warn_of(solution, f"Kernel ridge regression with lam={s.lam:g} ended", RAISE_LAM)


# ---- leaving one out, for all λ -----------------------------------------------------------------


@dataclass(frozen=True)
class LooPath:
    """What leave-one-out says of each λ, for one kernel.

    Attributes
    ----------
    lams : (L,) array, λ > 0
    loo : (L,) array, mean of the squared errors at points left out, in squared units of y
    gcv : (L,) array, generalized cross-validation, in squared units of y
    training : (L,) array, mean of the squared errors of the fit at its own points, in squared units of y
    degrees_of_freedom : (L,) array, with 1 for a free intercept
    eigenvalues : (q,) array, of K, or of the centered K̃ with a free intercept, falling
    path : {"eigenvectors", "eigenvectors, low rank"}
    """

    lams: np.ndarray
    loo: np.ndarray = field(repr=False)
    gcv: np.ndarray = field(repr=False)
    training: np.ndarray = field(repr=False)
    degrees_of_freedom: np.ndarray = field(repr=False)
    eigenvalues: np.ndarray = field(repr=False)
    path: str

    @property
    def best(self):
        """The index of the λ with the smallest mean; the largest such λ where several have it, up to rounding."""
        return int(np.flatnonzero(self.loo <= (1 + EQUAL_MEANS) * self.loo.min())[-1])

    @property
    def lam(self):
        """The best λ."""
        return float(self.lams[self.best])

    @property
    def rmse(self):
        """Root of the smallest mean, in units of y."""
        return float(np.sqrt(self.loo[self.best]))


def loo_path(K, y, lams=None, intercept=True):
    """Leave one point out for each λ, from one eigendecomposition.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix, or a `Gram`; n ≥ 2
    y : (n,) array_like
    lams : (L,) array_like, λ > 0, rising; None for 37 from 1e-6 to 1e3 times the mean of K̃ᵢᵢ, the squared distances of
        the mapped points from their mean (without an intercept the mean of Kᵢᵢ)
    intercept : bool, whether an intercept is free

    Returns
    -------
    LooPath

    Raises
    ------
    ValueError
        If K is not a finite symmetric PSD matrix, y does not fit, n < 2, or the λ are not rising numbers above 0.
    """
    K, intercept = psd_provider(K), as_flag(intercept, "intercept")
    y = as_vector(y, "y", _at_least_two(len(K)))
    lams = _default_lams(K, intercept) if lams is None else as_vector(lams, "lams")
    if not len(lams) or lams[0] <= 0 or (np.diff(lams) <= 0).any():
        raise ValueError(f"lams must be rising numbers above 0, got {lams}.")
    with thread_limit(len(y)):
        K, places = in_units(K)
        in_unit = np.ldexp(lams, -places)
        modes = find_modes(K, intercept, in_unit[0])
        alphas = modes.alphas(y, in_unit)
        diagonals = inverse_diagonal_from(modes.vectors, modes.values, in_unit)
        diagonals += modes.rest[:, None] / in_unit
    df = degrees_of_freedom(shrinkage(modes.values, in_unit)) + intercept
    residuals = in_unit * alphas
    return LooPath(
        lams=lams,
        loo=(left_out_errors(alphas, diagonals) ** 2).mean(axis=0),
        gcv=generalized_cross_validation(residuals, df),
        training=(residuals**2).mean(axis=0),
        degrees_of_freedom=df,
        eigenvalues=np.ldexp(modes.values, places),
        path=modes.path,
    )


def _default_lams(K, intercept):
    n = len(K)
    spread = K.diagonal().mean() - (K.product(np.ones(n)).mean() / n if intercept else 0.0)
    return RELATIVE_LAMS * (spread if spread > 0 else 1.0)


def _at_least_two(n):
    if n < 2:
        raise ValueError(f"Leaving one out takes at least 2 points, got {n}.")
    return n


@dataclass(frozen=True)
class LooGrid:
    """What leave-one-out says of each pair of a kernel and a λ.

    Attributes
    ----------
    kernels : tuple of G Kernel
    lams : (L,) array
    rmse : (G, L) array, root of the mean squared error at points left out, in units of y
    degrees_of_freedom : (G, L) array
    """

    kernels: tuple
    lams: np.ndarray
    rmse: np.ndarray = field(repr=False)
    degrees_of_freedom: np.ndarray = field(repr=False)

    @property
    def best(self):
        """Position of the smallest error, as a pair of ints: which kernel, which λ."""
        g, j = np.unravel_index(np.argmin(self.rmse), self.rmse.shape)
        return int(g), int(j)


def loo_grid(kernels, X, y, lams, intercept=True):
    """Leave one point out for each of some kernels and each λ.

    Parameters
    ----------
    kernels : sequence of Kernel
    X : (n, p) array_like, or what else the kernels take as n points
    y : (n,) array_like
    lams : (L,) array_like, λ > 0, rising
    intercept : bool, whether an intercept is free

    Returns
    -------
    LooGrid

    Raises
    ------
    ValueError
        As `loo_path`; or if there is no kernel.
    """
    kernels = several(as_kernel)(kernels, "kernels")
    lams = as_vector(lams, "lams")
    paths = [loo_path(k.gram(X), y, lams, intercept) for k in kernels]
    return LooGrid(
        kernels,
        paths[0].lams,
        np.sqrt([path.loo for path in paths]),
        np.array([path.degrees_of_freedom for path in paths]),
    )
