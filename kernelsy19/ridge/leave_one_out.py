"""Leaving one point out for all λ at once, for several kernels, and what is chosen by it on points put aside."""

from dataclasses import dataclass, field, replace

import numpy as np
from sklearn.model_selection import KFold

from kernelsy19.certificates import EPS, broken_promise, certified, length, warn_of
from kernelsy19.engine.providers import in_units
from kernelsy19.engine.ridge_systems import find_modes
from kernelsy19.engine.threads import thread_limit
from kernelsy19.gram import psd_provider
from kernelsy19.kernels import as_kernel
from kernelsy19.ridge.equations import (
    degrees_of_freedom,
    generalized_cross_validation,
    inverse_diagonal_from,
    left_out_errors,
    shrinkage,
)
from kernelsy19.ridge.plain import RAISE_LAM, RESIDUAL_TOLERANCE, at_least_two
from kernelsy19.ridge.solve import solve_dual
from kernelsy19.signatures import one_each, several, takes
from kernelsy19.units import binary_places, in_other_units
from kernelsy19.validation import as_flag, as_integer, as_points, as_vector

# λ that are tried where nobody names any, in units of the mean of K̃ᵢᵢ: from hardly a penalty to hardly a function.
RELATIVE_LAMS = np.logspace(-6, 3, 37)
END_TOLERANCE = 1e-3  # residual of the smallest λ: its mean is only compared with that of the best
EQUAL_MEANS = 1e-10  # share by which a mean may exceed the smallest by rounding alone


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
    log_likelihood : (L,) array, log p(y) of a Gaussian process with covariance ck, noise cλ and the likeliest c; with a
        free intercept that of what does not depend on it (restricted likelihood)
    eigenvalues : (q,) array, of K, or of the centered K̃ with a free intercept, falling
    path : {"eigenvectors", "eigenvectors, low rank"}
    residual : float, ‖y − b − (K + λI)α‖ of the best λ, in the entries of K, in units of y
    inverse_residual : float, the same of the column of G at the point where the best λ errs most: for the number 1 at
        this point, and 0 at the others, in the place of y
    residual_at_end : float, the larger of both for the smallest λ, the first as a share of ‖y‖ (of ‖y − ȳ‖ with an
        intercept)
    converged : bool, whether both residuals of the best λ are at most 1e-6, of ‖y‖ and of 1, those of the smallest at
        most 1e-3, and nothing else is in doubt
    doubts : tuple of str, what keeps the path from being certified, none where it converged
    """

    lams: np.ndarray
    loo: np.ndarray = field(repr=False)
    gcv: np.ndarray = field(repr=False)
    training: np.ndarray = field(repr=False)
    degrees_of_freedom: np.ndarray = field(repr=False)
    log_likelihood: np.ndarray = field(repr=False)
    eigenvalues: np.ndarray = field(repr=False)
    path: str
    residual: float = field(default=0.0, repr=False)
    inverse_residual: float = field(default=0.0, repr=False)
    residual_at_end: float = field(default=0.0, repr=False)
    converged: bool = field(default=True, repr=False)
    doubts: tuple = field(default=(), repr=False)

    @property
    def best(self):
        """The index of the λ with the smallest mean; the largest such λ where several have it, up to rounding."""
        loo = np.where(np.isfinite(self.loo), self.loo, np.inf)
        return int(np.flatnonzero(loo <= (1 + EQUAL_MEANS) * loo.min())[-1])

    @property
    def lam(self):
        """The best λ."""
        return float(self.lams[self.best])

    @property
    def rmse(self):
        """Root of the smallest mean, in units of y."""
        return float(np.sqrt(self.loo[self.best]))


@takes()
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

    Warns
    -----
    ConvergenceWarning
        If the system of the best λ, or of the smallest, is not solved: λ is so small beside the eigenvalues of K that
        rounding decides.
    """
    K, intercept = psd_provider(K), as_flag(intercept, "intercept")
    y = as_vector(y, "y", at_least_two(len(K)))
    lams = _default_lams(K, intercept) if lams is None else as_vector(lams, "lams")
    if not len(lams) or lams[0] <= 0 or (np.diff(lams) <= 0).any():
        raise ValueError(f"lams must be rising numbers above 0, got {lams}.")
    # What a λ next to 0 makes infinite, or NaN, is a doubt in the end.
    with thread_limit(len(y)), np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        K_unit, places = in_units(K, beside=lams[-1])
        in_unit, of_y = np.ldexp(lams, -places), binary_places(y)
        y = np.ldexp(y, -of_y)
        modes = find_modes(K_unit, intercept, in_unit[0])
        alphas = modes.alphas(y, in_unit)
        diagonals = inverse_diagonal_from(modes.vectors, modes.values, in_unit)
        diagonals += modes.rest[:, None] / in_unit
        df = degrees_of_freedom(shrinkage(modes.values, in_unit)) + intercept
        residuals = in_unit * alphas
        errors = left_out_errors(alphas, diagonals)
        loo, training = (errors**2).mean(axis=0), (residuals**2).mean(axis=0)
        gcv, values = generalized_cross_validation(residuals, df), np.ldexp(modes.values, places)
        likelihood = _log_likelihood(y @ alphas, modes, in_unit, len(y) - intercept)
        likelihood -= (len(y) - intercept) * of_y * np.log(2)
        path = LooPath(lams, loo, gcv, training, df, likelihood, eigenvalues=values, path=modes.path)
        broken = broken_promise(K, alphas[:, 0])
        return _judged_path(path, K_unit, modes, in_unit, (y, of_y), errors, diagonals, broken)


def _log_likelihood(squares, modes, lams, dimensions):
    """log p(y) for each λ, where c = yᵀα/dimensions is the likeliest; squares (L,), yᵀα."""
    log_det = np.log(np.add.outer(modes.values, lams)).sum(axis=0)
    log_det += (dimensions - len(modes.values)) * np.log(lams)
    return -(dimensions * (np.log(2 * np.pi * squares / dimensions) + 1) + log_det) / 2


def _judged_path(path, K, modes, in_unit, target, errors, diagonals, broken):
    """A path of y over a power of two, certified for the best and the smallest λ, and said to be none."""
    (y, of_y), n = target, len(errors)
    some = [path.best, 0]
    lam, far = in_unit[some], int(np.abs(errors[:, path.best]).argmax())
    targets = np.column_stack([y, np.arange(n) == far])
    found = np.stack([modes.alphas(target, lam) for target in targets.T])
    values = K.product(np.concatenate(found, axis=1)).reshape(n, 2, 2).transpose(1, 0, 2)
    left = targets.T[:, :, None] - lam * found - values
    left -= left.mean(axis=1, keepdims=True) * modes.intercept
    residuals, of_inverse = (np.array([length(column) for column in columns.T]) for columns in left)
    # The column of G was found again: what the path divides α by has to be its entry.
    of_inverse = np.maximum(of_inverse, np.abs(lam * (found[1, far] - diagonals[far, some])))
    wanted, rounding = length(y - y.mean() * modes.intercept), 32 * EPS * n * float(np.abs(y).max())
    at_end = np.maximum(of_inverse[1], max(residuals[1] - rounding, 0.0) / wanted if wanted > 0 else 0.0)
    least = np.finfo(float).tiny if path.loo.min() > 0 else 0.0
    path = replace(
        path, residual=residuals[0], inverse_residual=float(of_inverse[0]), residual_at_end=float(at_end)
    )
    path = in_other_units(path, residual=of_y, **dict.fromkeys(("loo", "gcv", "training"), 2 * of_y))
    df_off = np.abs(n - in_unit * diagonals.sum(axis=0) - path.degrees_of_freedom).max()
    path = certified(
        path,
        ("residual", float(residuals[0]), RESIDUAL_TOLERANCE * wanted + rounding),
        ("residual of an inverse", path.inverse_residual, RESIDUAL_TOLERANCE),
        ("residual of the smallest λ", path.residual_at_end, END_TOLERANCE),
        ("degrees of freedom off by", float(df_off), END_TOLERANCE * n),
        ("mean squared error", float(path.loo.max()), np.finfo(float).max),
        ("the smallest number with all digits is", least, float(path.loo.min())),
        ("an eigenvalue of K below 0 by", broken, 0.0),
    )
    what = f"Leaving one out for {len(path.lams)} λ from {path.lams[0]:g} on ended"
    return warn_of(path, what, RAISE_LAM)


def _default_lams(K, intercept):
    n = len(K)
    spread = K.diagonal().mean() - (K.product(np.ones(n)).mean() / n if intercept else 0.0)
    return RELATIVE_LAMS * (spread if spread > 0 else 1.0)


@dataclass(frozen=True)
class LooGrid:
    """What leave-one-out says of each pair of a kernel and a λ.

    Attributes
    ----------
    kernels : tuple of G Kernel
    lams : (L,) array
    rmse : (G, L) array, root of the mean squared error at points left out, in units of y
    degrees_of_freedom : (G, L) array
    log_likelihood : (G, L) array, as in `LooPath`
    """

    kernels: tuple
    lams: np.ndarray
    rmse: np.ndarray = field(repr=False)
    degrees_of_freedom: np.ndarray = field(repr=False)
    log_likelihood: np.ndarray = field(repr=False)

    @property
    def best(self):
        """Position of the smallest error, as a pair of ints: which kernel, which λ."""
        return tuple(map(int, np.unravel_index(self.rmse.argmin(), self.rmse.shape)))

    @property
    def likeliest(self):
        """Position of the highest likelihood, as a pair of ints: which kernel, which λ."""
        return tuple(map(int, np.unravel_index(self.log_likelihood.argmax(), self.rmse.shape)))


@takes(kernels=several(as_kernel), lams=as_vector)
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
    """
    paths = [loo_path(k.gram(X), y, lams, intercept) for k in kernels]
    return LooGrid(
        kernels,
        paths[0].lams,
        np.sqrt([path.loo for path in paths]),
        np.array([path.degrees_of_freedom for path in paths]),
        np.array([path.log_likelihood for path in paths]),
    )


@takes(kernels=several(as_kernel), X=as_points, y=one_each("X"))
def error_put_aside(kernels, X, y, lams, n_folds=5, seed=0):
    """Root mean square error at points that took no part in choosing a kernel and a λ.

    Each fold of the points is put aside in turn. The others choose by leaving one out among themselves, as `loo_grid`
    does, are fitted with what they chose, and predict the fold.

    Parameters
    ----------
    kernels : sequence of Kernel, to choose from
    X : (n, p) array_like
    y : (n,) array_like
    lams : (L,) array_like, λ > 0, rising, to choose from
    n_folds : int, from 2 to n/2: how many parts the points are cut into
    seed : int ≥ 0, of the order in which the points are cut; in which they are given does not matter

    Returns
    -------
    float, in units of y
    """
    n_folds = as_integer(n_folds, "n_folds", 2, max(2, len(X) // 2), "n/2")
    cut = KFold(n_folds, shuffle=True, random_state=as_integer(seed, "seed", 0, 2**32 - 1))
    order = np.lexsort(np.column_stack([X, y]).T)
    X, y, errors = X[order], y[order], np.empty(len(y))
    for rest, aside in cut.split(X):
        grid = loo_grid(kernels, X[rest], y[rest], lams)
        g, j = grid.best
        fit = solve_dual(grid.kernels[g].gram(X[rest]), y[rest], grid.lams[j])
        errors[aside] = y[aside] - fit.predict(grid.kernels[g](X[aside], X[rest]))
    return float(np.sqrt((errors**2).mean()))
