"""Density estimation with Parzen windows, in the order of the lecture.

First the equations as functions: the probability of a small region, the hypercube, the Gaussian, the bandwidth, levels
and thresholds. Then the solvers that choose a bandwidth, each with its certificate. Then the estimator that composes
them.

A bandwidth is a number h (the same on each axis), p numbers (one an axis), or for the Gaussian a symmetric positive
definite (p, p) matrix H. For the hypercube h is the side; for the Gaussian h is the standard deviation, so that h and
H = h²I are the same window.
"""

import functools
import warnings
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import ceil, gamma, log, pi, prod, sqrt

import numpy as np
from numpy.polynomial.hermite_e import hermeval
from scipy.linalg import LinAlgError, cholesky, eigh, solve_triangular
from scipy.optimize import minimize, minimize_scalar
from scipy.spatial.distance import cdist
from scipy.special import logsumexp
from sklearn.base import BaseEstimator, OutlierMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from kernelsy19 import gram
from kernelsy19.equations import implements
from kernelsy19.kernels import RBF, squared_euclidean
from kernelsy19.validation import (
    ConvergenceWarning,
    as_generator,
    as_gram,
    as_integer,
    as_matrix,
    as_number,
    as_vector,
)

WINDOWS = ("gaussian", "hypercube")
RULES = ("scott", "silverman", "normal-scale", "loo", "loo-diagonal", "loo-full", "plug-in")
BLOCK_ENTRIES = 2**21
SMALLEST_SUM = 1e-280  # of windows; far below, exp has no digits left
COLLAPSED = 1e-6
STRETCH = 1.3
GRADIENT_TOLERANCE = 1e-5


@implements("SY19-region-probability")
def probability_of_small_region(f_x0, volume):
    """P(X ∈ R) ≈ f(x₀) V, where R is so small that f hardly changes within it.

    Parameters
    ----------
    f_x0 : float or array, density at the center of the region
    volume : float, V > 0

    Returns
    -------
    float or array, a probability
    """
    return f_x0 * volume


@implements("SY19-region-density")
def density_in_region(inside, volume):
    """f̂(x₀) = (nV)⁻¹ Σᵢ I(xᵢ ∈ R): the share of the sample in the region, over its volume.

    Parameters
    ----------
    inside : (..., n) bool array, whether each point is in the region
    volume : float, V > 0

    Returns
    -------
    (...) array, in inverse units of the volume
    """
    return inside.sum(axis=-1) / (inside.shape[-1] * volume)


@implements("SY19-hypercube-window")
def hypercube_window(U):
    """H(u) = I(|uⱼ| ≤ 1/2 for all j), the uniform density on the unit hypercube.

    Parameters
    ----------
    U : (..., p) array

    Returns
    -------
    (...) array of 0 and 1
    """
    return (np.abs(U) <= 1 / 2).all(axis=-1).astype(float)


@implements("SY19-parzen-hypercube")
def parzen_hypercube(X0, X, h):
    """f̂(x₀) = (n hᵖ)⁻¹ Σᵢ H((xᵢ − x₀)/h).

    Parameters
    ----------
    X0 : (m, p) array, where the density is wanted
    X : (n, p) array, the sample
    h : float, side of the hypercube, > 0

    Returns
    -------
    (m,) array, in inverse units of the volume
    """
    n, p = X.shape
    return hypercube_window((X[None, :, :] - X0[:, None, :]) / h).sum(axis=1) / (n * h**p)


@implements("SY19-gaussian-window")
def gaussian_window(U):
    """φ(u) = (2π)^(−p/2) exp(−uᵀu/2), the standard Gaussian density.

    Parameters
    ----------
    U : (..., p) array

    Returns
    -------
    (...) array
    """
    p = U.shape[-1]
    return (2 * pi) ** (-p / 2) * np.exp(-(U**2).sum(axis=-1) / 2)


@implements("SY19-1")
def parzen_gaussian(X0, X, h):
    """f̂(x₀) = n⁻¹ Σᵢ h⁻ᵖ φ((xᵢ − x₀)/h).

    Parameters
    ----------
    X0 : (m, p) array, where the density is wanted
    X : (n, p) array, the sample
    h : float, bandwidth, > 0

    Returns
    -------
    (m,) array, in inverse units of the volume
    """
    n, p = X.shape
    return gaussian_window((X[None, :, :] - X0[:, None, :]) / h).sum(axis=1) / (n * h**p)


@implements("SY19-parzen-kernel")
def parzen_kernel(h, p):
    """K_h(x, y) = h⁻ᵖ φ((x − y)/h), as a kernel: an RBF of γ = 1/(2h²), scaled to integrate to 1.

    Parameters
    ----------
    h : float, bandwidth, > 0
    p : int, dimension

    Returns
    -------
    Kernel; the mean of its values K_h(x₀, xᵢ) over a sample is the Parzen density at x₀
    """
    return (2 * pi * h**2) ** (-p / 2) * RBF.from_width(h, "1/(2s^2)")


@implements("COURSE-parzen-matrix")
def parzen_matrix(X0, X, H):
    """f̂(x₀) = n⁻¹ Σᵢ |H|^(−1/2) φ(H^(−1/2) (xᵢ − x₀)): the window is an ellipse of any direction.

    Parameters
    ----------
    X0 : (m, p) array, where the density is wanted
    X : (n, p) array, the sample
    H : (p, p) array, symmetric positive definite, the covariance of the window

    Returns
    -------
    (m,) array, in inverse units of the volume
    """
    values, V = np.linalg.eigh(H)
    root = (V / np.sqrt(values)) @ V.T
    U = (X[None, :, :] - X0[:, None, :]) @ root
    return gaussian_window(U).mean(axis=1) / np.sqrt(values.prod())


@implements("SY19-density-rejection")
def is_novel(f_x, threshold):
    """Reject x if f̂(x) < c.

    Parameters
    ----------
    f_x : (m,) array, density or its logarithm
    threshold : float, c in the same scale

    Returns
    -------
    (m,) bool array
    """
    return f_x < threshold


@implements("SY19-density-threshold")
def rejection_threshold(f_train, share):
    """The largest c for which f̂(xᵢ) < c holds for at most a given share of the learning vectors.

    Parameters
    ----------
    f_train : (n,) array, density (or its logarithm) at the learning vectors
    share : float, in [0, 1)

    Returns
    -------
    float: ⌊share · n⌋ of the values lie below it, fewer where values are tied
    """
    allowed = int(share * len(f_train) + 1e-9)
    return np.sort(f_train)[allowed]


@implements("COURSE-hdr-levels")
def hdr_levels(f_train, shares):
    """Density levels whose contours hold given shares of the sample: quantiles of f̂ at the data points.

    Parameters
    ----------
    f_train : (n,) array_like, density at the data points
    shares : float or array_like, in (0, 1): 0.25 is the contour round the densest quarter

    Returns
    -------
    float or array, falling as the share grows

    Raises
    ------
    ValueError
        If a share is not in (0, 1).

    Notes
    -----
    The rule of R's package ks: level = the (1 − share) quantile of f̂(x₁), …, f̂(xₙ), interpolated linearly between order
    statistics. By default ks reads f̂(xᵢ) off a grid (approx=TRUE); we compute it.

    References
    ----------
    Hyndman (1996).
    """
    f_train = as_vector(f_train, "f_train")
    shares = np.asarray(shares, dtype=float)
    if not ((shares > 0) & (shares < 1)).all():
        raise ValueError(f"shares must lie in (0, 1), got {shares}.")
    return np.quantile(f_train, 1 - shares)


# ---------------------------------------------------------------- the curse of dimension


@implements("COURSE-curse-side")
def side_to_capture(share, p):
    """Side of a cube that holds a given share of the volume of the unit cube: share^(1/p).

    Parameters
    ----------
    share : float or array, in (0, 1]
    p : int or array, dimension

    Returns
    -------
    float or array, in (0, 1]
    """
    return share ** (1 / p)


@implements("COURSE-curse-ball")
def ball_share_of_cube(p):
    """Share of the cube's volume in the ball that touches its faces: π^(p/2) / (2ᵖ Γ(p/2 + 1)).

    Parameters
    ----------
    p : int, dimension ≥ 1

    Returns
    -------
    float, in (0, 1]: what is left of a neighborhood when its corners are cut off
    """
    return pi ** (p / 2) / (2**p * gamma(p / 2 + 1))


@implements("COURSE-curse-error")
def relative_error_at_mode(n, p, h):
    """E(f̂(0) − f(0))²/f(0)² for n points of the standard Gaussian and a Gaussian window, exactly.

    Parameters
    ----------
    n : int, sample size
    p : int, dimension
    h : float, bandwidth

    Returns
    -------
    float: variance plus squared bias, as a share of f(0)²
    """
    mean = (1 + h**2) ** (-p / 2)
    mean_square = h**-p * (2 + h**2) ** (-p / 2)
    return (mean_square - mean**2) / n + (mean - 1) ** 2


def sample_size_needed(p, error=0.1):
    """The fewest points with which the best bandwidth keeps `relative_error_at_mode` at or below a bound.

    Parameters
    ----------
    p : int, dimension ≥ 1
    error : float, in (0, 1)

    Returns
    -------
    int

    References
    ----------
    Silverman (1986), table 4.2, whose values this reproduces for error 0.1.
    """
    p, error = as_integer(p, "p"), as_number(error, "error", 0, 1, "neither")

    def size(log_h):
        h = np.exp(log_h)
        bias2, variance = relative_error_at_mode(np.inf, p, h), relative_error_at_mode(1, p, h)
        return log((variance - bias2) / (error - bias2)) if bias2 < error else np.inf

    widest = sqrt((1 - sqrt(error)) ** (-2 / p) - 1)
    best = minimize_scalar(size, bounds=(log(widest) - 5, log(widest)), method="bounded")
    return ceil(np.exp(best.fun) - 1e-6)


# ---------------------------------------------------------------- bandwidths by rule of thumb


@implements("COURSE-scott")
def scott(X):
    """Scott's rule: hⱼ = sⱼ n^(−1/(p+4)), with sⱼ the standard deviation along axis j.

    Parameters
    ----------
    X : array_like, (n, p), n ≥ 2

    Returns
    -------
    (p,) array, standard deviations of a Gaussian window, in the units of X

    Raises
    ------
    ValueError
        If a column of X is constant, or there is one point only.
    """
    X, spread = _with_spread(X)
    n, p = X.shape
    return spread * n ** (-1 / (p + 4))


@implements("COURSE-silverman")
def silverman(X):
    """Silverman's rule: hⱼ = sⱼ (4 / ((p + 2) n))^(1/(p+4)), the best h if the data were Gaussian.

    Parameters
    ----------
    X : array_like, (n, p), n ≥ 2

    Returns
    -------
    (p,) array, standard deviations of a Gaussian window, in the units of X

    Raises
    ------
    ValueError
        If a column of X is constant, or there is one point only.
    """
    X, spread = _with_spread(X)
    n, p = X.shape
    return spread * (4 / ((p + 2) * n)) ** (1 / (p + 4))


@implements("COURSE-normal-scale")
def normal_scale(X):
    """H = (4 / ((p + 2) n))^(2/(p+4)) S: Silverman's rule with the whole covariance matrix S.

    Parameters
    ----------
    X : array_like, (n, p), n > p

    Returns
    -------
    (p, p) array, covariance of a Gaussian window, in squared units of X; `Hns` in R's package ks

    Raises
    ------
    ValueError
        If the covariance matrix of X is singular.
    """
    X, _ = _with_spread(X)
    n, p = X.shape
    return (4 / ((p + 2) * n)) ** (2 / (p + 4)) * _covariance(X)


def hypercube_side(h, p):
    """Side of the hypercube that smooths as much as a Gaussian window of standard deviation h.

    Parameters
    ----------
    h : float or (p,) array
    p : int, dimension

    Returns
    -------
    float or (p,) array, about 3.5 h

    References
    ----------
    Marron and Nolan (1988): the ratio of the windows' optimal bandwidths, ((4π)^(p/2) · 144)^(1/(p+4)) for whatever f.
    """
    return ((4 * pi) ** (p / 2) * 144) ** (1 / (p + 4)) * h


# ---------------------------------------------------------------- evaluation


def log_density(X0, X, bandwidth, window="gaussian"):
    """Logarithm of the Parzen density, with no underflow however far x₀ is from the sample.

    Parameters
    ----------
    X0 : array_like, (m, p), where the density is wanted
    X : array_like, (n, p), the sample
    bandwidth : float, (p,) or for the Gaussian (p, p) array_like
    window : {"gaussian", "hypercube"}

    Returns
    -------
    (m,) array; −inf where no point falls in the hypercube

    Raises
    ------
    ValueError
        If an array is not finite or of the wrong shape, the bandwidth is not positive, or the window is unknown.
    """
    X = as_matrix(X)
    X0 = as_matrix(X0, "X0", n_features=X.shape[1])
    bandwidth = as_bandwidth(bandwidth, X.shape[1], window)
    return _log_density(X0, X, bandwidth, window)


def _log_density(X0, X, bandwidth, window):
    log_sum = _log_sum_gaussian if window == "gaussian" else _log_sum_hypercube
    return log_sum(X0, X, bandwidth) - log(len(X)) - _log_volume(bandwidth, X.shape[1], window)


def _log_sum_gaussian(X0, X, bandwidth):
    """Log Σᵢ exp(−‖u₀ − uᵢ‖²/2) of whitened points.

    For many points the sums themselves are computed, to 1e-12 of their value at most. Where a sum is so small that its
    terms lose digits, the largest term is taken out first.
    """
    center = X.mean(axis=0)
    U0, U = _whiten(X0 - center, bandwidth), _whiten(X - center, bandwidth)
    if not gram.is_large(U0, U):
        return _in_blocks(_log_sum_exp, U0, U)
    sums = gram.rbf_sums(U0, U, np.ones(len(U)), 0.5)
    far = sums < SMALLEST_SUM
    log_sums = np.log(sums, out=sums)
    log_sums[far] = _in_blocks(_log_sum_exp, U0[far], U)
    return log_sums


def _log_sum_exp(U0, U):
    D = squared_euclidean(U0, U)
    D *= -0.5
    return logsumexp(D, axis=1)


def _in_blocks(function, X0, X):
    """A function of the pairs of points, for some rows of X0 at a time."""
    rows = max(1, BLOCK_ENTRIES // len(X))
    return np.concatenate([function(X0[s : s + rows], X) for s in range(0, len(X0), rows)] or [np.empty(0)])


def _log_sum_hypercube(X0, X, bandwidth):
    return _in_blocks(functools.partial(_log_count_in_hypercube, bandwidth=bandwidth), X0, X)


def _log_count_in_hypercube(X0, X, bandwidth):
    sides = np.broadcast_to(bandwidth, X.shape[1])
    inside = np.ones((len(X0), len(X)), dtype=bool)
    for j, h in enumerate(sides):
        inside &= np.abs((X[None, :, j] - X0[:, None, j]) / h) <= 1 / 2
    with np.errstate(divide="ignore"):
        return np.log(inside.sum(axis=1))


def _whiten(X, bandwidth):
    """H^(−1/2) x up to a rotation, which distances do not see."""
    if np.ndim(bandwidth) < 2:
        return X / bandwidth
    return solve_triangular(cholesky(bandwidth, lower=True), X.T, lower=True).T


def _log_volume(bandwidth, p, window):
    """Logarithm of what makes the window integrate to one."""
    if np.ndim(bandwidth) == 2:
        size = np.log(np.diagonal(cholesky(bandwidth))).sum()
    else:
        size = np.log(np.broadcast_to(bandwidth, p)).sum()
    return size + (p / 2 * log(2 * pi) if window == "gaussian" else 0.0)


def density_on_grid(x, y, X, bandwidth, window="gaussian"):
    """The Parzen density on all points of a grid in the plane.

    Parameters
    ----------
    x : array_like, (w,)
    y : array_like, (h,)
    X : array_like, (n, 2), the sample
    bandwidth : float, (2,) or for the Gaussian (2, 2) array_like
    window : {"gaussian", "hypercube"}

    Returns
    -------
    (h, w) array, as matplotlib's contour wants it

    Raises
    ------
    ValueError
        As `log_density`; also if X does not have two columns.

    Notes
    -----
    Along the axes both windows are products of a factor of x and one of y, so the grid is one matrix product (see
    `gram.rbf_sum_on_grid`). A bandwidth matrix with a slant has no such factors: its grid is computed point by point.
    """
    x, y, X = as_vector(x, "x"), as_vector(y, "y"), as_matrix(X, n_features=2)
    bandwidth = as_bandwidth(bandwidth, 2, window)
    if np.ndim(bandwidth) == 2 and bandwidth[0, 1] == 0:
        bandwidth = np.sqrt(np.diagonal(bandwidth))
    if np.ndim(bandwidth) == 2:
        points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        return np.exp(_log_density(points, X, bandwidth, window)).reshape(len(y), len(x))
    hx, hy = np.broadcast_to(bandwidth, 2)
    if window == "hypercube":
        A = np.abs((X[:, 1] - y[:, None]) / hy) <= 1 / 2
        B = np.abs((X[:, 0] - x[:, None]) / hx) <= 1 / 2
        return A.astype(float) @ B.T / (len(X) * hx * hy)
    weights = np.full(len(X), 1 / (len(X) * 2 * pi * hx * hy))
    return gram.rbf_sum_on_grid(x / hx, y / hy, X / (hx, hy), weights, 0.5)


# ---------------------------------------------------------------- bandwidths by leave-one-out likelihood


@implements("COURSE-loo-likelihood")
def loo_log_likelihood(X, bandwidth, window="gaussian"):
    """Σᵢ log f̂₋ᵢ(xᵢ), each point's density estimated from the others.

    Parameters
    ----------
    X : array_like, (n, p), n ≥ 2
    bandwidth : float, (p,) or for the Gaussian (p, p) array_like
    window : {"gaussian", "hypercube"}

    Returns
    -------
    float; −inf if a point has no other in its hypercube

    Raises
    ------
    ValueError
        As `log_density`; also for a single point.
    """
    X = _two_or_more(as_matrix(X))
    n, p = X.shape
    bandwidth = as_bandwidth(bandwidth, p, window)
    if window == "gaussian":
        total = logsumexp(_log_windows_of_others(_whiten(X - X.mean(axis=0), bandwidth)), axis=1).sum()
    else:
        # Each point falls in its own window: take it out of the count.
        with np.errstate(divide="ignore"):
            total = np.log(np.rint(np.exp(_log_sum_hypercube(X, X, bandwidth))) - 1).sum()
    return float(total - n * (log(n - 1) + _log_volume(bandwidth, p, window)))


@implements("COURSE-loo-bandwidth")
def loo_fixed_point(W, X, shape):
    """H = n⁻¹ Σᵢⱼ wᵢⱼ (xᵢ − xⱼ)(xᵢ − xⱼ)ᵀ, where wᵢⱼ is the part of xⱼ in f̂₋ᵢ(xᵢ).

    Parameters
    ----------
    W : (n, n) array, rows sum to 1, zero diagonal
    X : (n, p) array
    shape : {"full", "diagonal", "scalar"}, what is kept of H: all, its diagonal, or the mean of its diagonal

    Returns
    -------
    (p, p) array

    Notes
    -----
    The gradient of the likelihood vanishes where H is this mean, and putting it in the place of H never lowers the
    likelihood (it is a step of expectation–maximization).
    """
    cross = X.T @ W @ X
    H = ((X.T * (1 + W.sum(axis=0))) @ X - cross - cross.T) / len(X)
    if shape == "full":
        return H
    variances = np.diagonal(H)
    return np.diag(variances if shape == "diagonal" else np.full(len(H), variances.mean()))


@dataclass(frozen=True)
class LeaveOneOut:
    """A bandwidth that maximizes the leave-one-out likelihood, and what certifies it.

    Attributes
    ----------
    bandwidth : float, (p,) array or (p, p) array, as asked for
    log_likelihood : float, Σᵢ log f̂₋ᵢ(xᵢ)
    history : (T,) array, the likelihood after each step that was kept; it never falls
    stationarity : float, how far the bandwidth is from its fixed point, relative to it; 0 for the hypercube, whose
        bandwidth is the best of all candidates
    iterations : int
    converged : bool
    """

    bandwidth: float | np.ndarray
    log_likelihood: float
    history: np.ndarray
    stationarity: float
    iterations: int
    converged: bool


def loo_bandwidth(X, shape="scalar", window="gaussian", tol=1e-6, max_iter=500):
    """Choose the bandwidth that maximizes the leave-one-out likelihood.

    Parameters
    ----------
    X : array_like, (n, p), n ≥ 2
    shape : {"scalar", "diagonal", "full"}: a number, one an axis, or a matrix
    window : {"gaussian", "hypercube"}; the hypercube has "scalar" only
    tol : float > 0, stop once an iteration changes the bandwidth by no more than this, relative to it
    max_iter : int ≥ 1

    Returns
    -------
    LeaveOneOut

    Raises
    ------
    ValueError
        If the window shrinks to nothing: the likelihood grows without bound where every point has a twin (the same
        value on an axis, or in a direction) and no wider window is best among its neighbors. Also for bad input.

    Warns
    -----
    ConvergenceWarning
        If the bandwidth still changes by more than tol after max_iter iterations.

    Notes
    -----
    Gaussian: steps to `loo_fixed_point`, made longer as long as the likelihood rises, from Silverman's rule on data of
    unit spread; where there are several local maxima, the one that this start leads to. Hypercube: the likelihood can
    only be best where a point enters a window, so all those sides are compared, and the answer is exact.
    """
    X = _two_or_more(as_matrix(X))
    tol, max_iter = as_number(tol, "tol", 0, closed="neither"), as_integer(max_iter, "max_iter")
    if shape not in ("scalar", "diagonal", "full"):
        raise ValueError(f"shape must be 'scalar', 'diagonal' or 'full', got {shape!r}.")
    _as_window(window)
    if window == "hypercube":
        if shape != "scalar":
            raise ValueError(
                f"the hypercube's likelihood is searched for shape='scalar' only, got {shape!r}."
            )
        return _loo_hypercube(X)
    solution = _loo_gaussian(X, shape, tol, max_iter)
    if not solution.converged:
        warnings.warn(
            f"The bandwidth still changed by {solution.stationarity:.3g} of itself after {solution.iterations} "
            f"iterations, above tol={tol:.3g}; raise max_iter (now {max_iter}) or tol.",
            ConvergenceWarning,
            stacklevel=2,
        )
    return solution


def _loo_gaussian(X, shape, tol, max_iter):
    n, p = X.shape
    root = _scale_of(X, shape)
    Z = np.linalg.solve(root, (X - X.mean(axis=0)).T).T
    log_scale = n * (log(n - 1) + np.linalg.slogdet(root)[1])
    start = (4 / ((p + 2) * n)) ** (2 / (p + 4))
    H = plain = start * np.eye(p)
    history, omega, change, iterations = [], 1.0, np.inf, 0
    while change > tol and iterations < max_iter:
        iterations += 1
        log_windows = _log_windows_of_others(_whiten(Z, H))
        totals = logsumexp(log_windows, axis=1, keepdims=True)
        likelihood = totals.sum() - n * _log_volume(H, p, "gaussian") - log_scale
        if history and likelihood < history[-1] - 1e-13 * abs(history[-1]):
            H, omega = plain, 1.0  # a longer step went too far: take the plain one, which cannot
            continue
        history.append(likelihood)
        plain = loo_fixed_point(np.exp(log_windows - totals), Z, shape)
        if eigh(plain, eigvals_only=True)[0] < COLLAPSED**2 * start:
            raise _no_maximum()
        change = np.linalg.norm(plain - H) / np.linalg.norm(H)
        H = _stretched(H, plain, omega)
        omega *= STRETCH
    H = root @ plain @ root
    bandwidth = {"full": H, "diagonal": np.sqrt(np.diagonal(H)), "scalar": float(np.sqrt(H[0, 0]))}[shape]
    likelihood = loo_log_likelihood(X, bandwidth)
    converged = bool(change <= tol)
    return LeaveOneOut(bandwidth, likelihood, np.array(history), float(change), iterations, converged)


def _stretched(H, plain, omega):
    """The point at omega times the way from H to plain, along the curve on which matrices stay positive definite."""
    root = _root(H)
    inverse = np.linalg.inv(root)
    values, V = eigh(inverse @ plain @ inverse)
    return root @ (V * values**omega) @ V.T @ root


def _scale_of(X, shape):
    """What makes the spread of X one: in every direction, on every axis, or over all."""
    if shape == "full":
        return _root(_covariance(X))
    if shape == "diagonal":
        return np.diag(_with_spread(X)[1])
    if np.ptp(X, axis=0).max() == 0:
        raise _no_maximum()
    return np.sqrt(X.var(axis=0, ddof=1).mean()) * np.eye(X.shape[1])


def _no_maximum():
    return ValueError(
        "the leave-one-out likelihood has no maximum: it grows as the window shrinks, since every point has a twin "
        "with the same value on an axis or in a direction. Choose another rule, or remove duplicates."
    )


def _log_windows_of_others(Z):
    """−‖zᵢ − zⱼ‖²/2 with −inf on the diagonal, so that no point speaks for itself."""
    D = squared_euclidean(Z, Z)
    D *= -0.5
    np.fill_diagonal(D, -np.inf)
    return D


def _loo_hypercube(X):
    n, p = X.shape
    distances = cdist(X, X, "chebyshev")
    np.fill_diagonal(distances, np.inf)
    distances = np.sort(distances, axis=1)[:, :-1]
    smallest = distances[:, 0].max()
    if smallest == 0:
        raise _no_maximum()
    # When the m-th neighbor enters the window of a point, the log of its count rises by log(m / (m − 1)).
    m = np.arange(1, n)
    gains = np.broadcast_to(np.log(m / np.maximum(m - 1, 1)), distances.shape)
    order = np.argsort(distances, axis=None)
    distances, log_counts = distances.ravel()[order], np.cumsum(gains.ravel()[order])
    last_of_equals = np.append(distances[1:] > distances[:-1], True)
    candidates = last_of_equals & (distances >= smallest)
    sides = 2 * distances[candidates]
    likelihood = log_counts[candidates] - n * (log(n - 1) + p * np.log(sides))
    best = likelihood.argmax()
    return LeaveOneOut(float(sides[best]), float(likelihood[best]), likelihood[[best]], 0.0, 1, True)


# ---------------------------------------------------------------- bandwidths by plug-in


@implements("COURSE-amise")
def amise(H, n, Psi):
    """n⁻¹ (4π)^(−p/2) |H|^(−1/2) + ¼ Σ Hᵢⱼ Hₖₗ Ψᵢⱼₖₗ: variance and squared bias of f̂, integrated, for large n.

    Parameters
    ----------
    H : (p, p) array, covariance of the window
    n : int, sample size
    Psi : (p, p, p, p) array, Ψᵢⱼₖₗ = ∫ ∂ᵢ∂ⱼf ∂ₖ∂ₗf

    Returns
    -------
    float
    """
    variance = (4 * pi) ** (-len(H) / 2) / (n * np.sqrt(np.linalg.det(H)))
    return variance + np.einsum("ij,kl,ijkl->", H, H, Psi) / 4


@implements("COURSE-psi-estimate")
def psi_estimate(X, r, g):
    """ψ̂_r = n⁻² Σᵢⱼ φ_g^(r)(xᵢ − xⱼ), an estimate of ∫ f^(r) f.

    Parameters
    ----------
    X : (n, p) array
    r : tuple of p ints, how often to differentiate along each axis; their sum is even
    g : float, pilot bandwidth

    Returns
    -------
    float
    """
    rows = max(1, BLOCK_ENTRIES // len(X))
    blocks = [X[s : s + rows, None, :] - X[None, :, :] for s in range(0, len(X), rows)]
    return sum(gaussian_derivative(D, r, g).sum() for D in blocks) / len(X) ** 2


def gaussian_derivative(D, r, g):
    """φ_g^(r)(d), the partial derivative of the density of N(0, g²I).

    Parameters
    ----------
    D : (..., p) array
    r : tuple of p ints, the order along each axis
    g : float, > 0

    Returns
    -------
    (...) array
    """
    U = D / g
    hermite = prod(hermeval(U[..., j], [0] * k + [1]) for j, k in enumerate(r) if k)
    return (-1 / g) ** sum(r) * hermite * gaussian_window(U) / g ** len(r)


@implements("COURSE-pilot")
def pilot_bandwidth(order, n, p, psi_next):
    """The g that minimizes Σ_r (bias of ψ̂_r)², over all r with |r| = order.

    Parameters
    ----------
    order : int, even
    n : int, sample size
    p : int, dimension
    psi_next : dict of r to ψ_r, of order + 2

    Returns
    -------
    float

    Notes
    -----
    The bias is n⁻¹ g^(−p−|r|) φ^(r)(0) + ½ g² Σᵢ ψ_(r+2eᵢ). The sum of its squares is stationary where
    t = n⁻¹ g^(−p−|r|−2) solves 2(p + |r|) A t² + (p + |r| − 2) B t − C = 0.

    References
    ----------
    Duong and Hazelton (2003): one pilot for all r keeps the estimated bias term positive definite.
    """
    at_zero = np.array([gaussian_derivative(np.zeros(p), r, 1.0) for r in multi_indices(p, order)])
    ahead = np.array([sum(psi_next[_raised(r, j)] for j in range(p)) for r in multi_indices(p, order)])
    a = 2 * (p + order) * at_zero @ at_zero
    b = (p + order - 2) * at_zero @ ahead
    t = (-b + np.sqrt(b**2 + 4 * a * ahead @ ahead)) / (2 * a)
    return float((n * t) ** (-1 / (p + order + 2)))


def multi_indices(p, order):
    """All tuples of p whole numbers ≥ 0 that sum to `order`.

    Parameters
    ----------
    p : int
    order : int

    Returns
    -------
    list of tuple
    """
    axes = combinations_with_replacement(range(p), order)
    return [tuple(np.bincount(np.array(a, dtype=int), minlength=p).tolist()) for a in axes]


def _raised(r, j):
    return (*r[:j], r[j] + 2, *r[j + 1 :])


@dataclass(frozen=True)
class PlugIn:
    """A bandwidth matrix by the plug-in rule, and what certifies it.

    Attributes
    ----------
    bandwidth : (p, p) array, H
    pilots : (g₆, g₄), the bandwidths with which ψ̂ of order 6 and 4 were estimated, in sphered data
    objective : float, the estimated error `amise` at H, in sphered data
    gradient_norm : float, of the objective in the entries of H, relative to objective / ‖H‖
    converged : bool
    """

    bandwidth: np.ndarray
    pilots: tuple
    objective: float
    gradient_norm: float
    converged: bool


def amise_gradient(H, n, Psi):
    """Derivatives of `amise` in the entries of H.

    Parameters
    ----------
    H : (p, p) array, covariance of the window
    n : int, sample size
    Psi : (p, p, p, p) array

    Returns
    -------
    (p, p) array
    """
    variance = (4 * pi) ** (-len(H) / 2) / (n * np.sqrt(np.linalg.det(H)))
    return -variance / 2 * np.linalg.inv(H) + np.einsum("kl,ijkl->ij", H, Psi) / 2


@implements("COURSE-plug-in")
def minimize_amise(n, Psi):
    """The H at which `amise` is smallest.

    Parameters
    ----------
    n : int, sample size
    Psi : (p, p, p, p) array

    Returns
    -------
    (p, p) array

    Notes
    -----
    H = LLᵀ with the logarithms of the diagonal of L free, so that H stays positive definite; BFGS.
    """
    p = len(Psi)
    spread = (4 / ((p + 2) * n)) ** (1 / (p + 4))
    start = np.where(np.eye(p)[np.tril_indices(p)] == 1, log(spread), 0.0)
    scale = amise(spread**2 * np.eye(p), n, Psi)
    options = {"gtol": 1e-10}
    result = minimize(_amise_of_factor, start, (n, Psi, scale), method="BFGS", jac=True, options=options)
    L = _factor(result.x, p)
    return L @ L.T


def _factor(theta, p):
    L = np.zeros((p, p))
    L[np.tril_indices(p)] = theta
    L.flat[:: p + 1] = np.exp(np.diagonal(L))
    return L


def _amise_of_factor(theta, n, Psi, scale):
    """The error and its gradient in theta, both over scale."""
    L = _factor(theta, len(Psi))
    slopes = 2 * amise_gradient(L @ L.T, n, Psi) @ L
    slopes.flat[:: len(L) + 1] *= np.diagonal(L)
    return amise(L @ L.T, n, Psi) / scale, slopes[np.tril_indices(len(L))] / scale


def plug_in(X):
    """Choose a bandwidth matrix by the two-stage plug-in rule: H minimizes the error that the data suggest.

    Parameters
    ----------
    X : array_like, (n, p), n > p; two passes over all pairs, so n up to some thousands

    Returns
    -------
    PlugIn

    Raises
    ------
    ValueError
        If the covariance matrix of X is singular, or X is not a finite matrix.

    Warns
    -----
    ConvergenceWarning
        If the minimization stopped early.

    Notes
    -----
    The data are sphered: S^(−1/2) x. There ψ of order 8 is taken as that of a Gaussian; it gives the pilot bandwidth
    for order 6, that gives the one for order 4, and those give Ψ in `amise`, which is convex in H.

    `Hpi` of R's package ks follows the same plan for p = 2, but in version 1.14.0 it gives other matrices: for
    `faithful` [[0.0633, 0.604], [0.604, 11.19]], ours is [[0.0514, 0.508], [0.508, 8.84]]. Its `gsamse` finds ψ̂ of
    order 6 by the place of r among the 7 multi-indices, while `psifun2` hands it 64 entries, one for each sequence of
    six axes; so it reads (5, 1) in the place of (4, 2), and so on. With entries found by r it gives
    [[0.0516, 0.510], [0.510, 8.88]]; once the sum of squared biases also has the r with odd entries, which `gsamse`
    leaves out, our matrix. `tools/oracles/ks.R` shows this.

    References
    ----------
    Wand and Jones (1994); Duong and Hazelton (2003).
    """
    X, _ = _with_spread(X)
    n = len(X)
    root = _root(_covariance(X))
    Psi, pilots = _estimate_psi(np.linalg.solve(root, (X - X.mean(axis=0)).T).T)
    H = minimize_amise(n, Psi)
    objective = float(amise(H, n, Psi))
    slope = float(np.linalg.norm(amise_gradient(H, n, Psi)) * np.linalg.norm(H) / objective)
    solution = PlugIn(root @ H @ root, pilots, objective, slope, slope <= GRADIENT_TOLERANCE)
    if not solution.converged:
        warnings.warn(
            f"The plug-in bandwidth has a gradient of {slope:.3g}, above {GRADIENT_TOLERANCE:g}; scale the data.",
            ConvergenceWarning,
            stacklevel=2,
        )
    return solution


def _estimate_psi(Z):
    """Ψ of sphered data in two stages, and the pilot bandwidths of order 6 and 4."""
    n, p = Z.shape
    psi8 = {r: float(gaussian_derivative(np.zeros(p), r, sqrt(2))) for r in multi_indices(p, 8)}
    g6 = pilot_bandwidth(6, n, p, psi8)
    g4 = pilot_bandwidth(4, n, p, {r: psi_estimate(Z, r, g6) for r in multi_indices(p, 6)})
    psi4 = {r: psi_estimate(Z, r, g4) for r in multi_indices(p, 4)}
    Psi = np.empty((p, p, p, p))
    for index in np.ndindex(Psi.shape):
        Psi[index] = psi4[tuple(np.bincount(index, minlength=p).tolist())]
    return Psi, (g6, g4)


# ---------------------------------------------------------------- the estimator


class ParzenWindow(OutlierMixin, BaseEstimator):
    """Density estimate by Parzen windows, and the novelty detector that a threshold on it makes.

    Parameters
    ----------
    window : {"gaussian", "hypercube"}
    bandwidth : float, (p,) array_like, (p, p) array_like, or a rule:
        "scott", "silverman" (one number an axis, scaled by the spread along it), "normal-scale", "plug-in" (a matrix),
        "loo", "loo-diagonal", "loo-full" (leave-one-out likelihood: a number, one an axis, a matrix).
        For the hypercube, "scott" and "silverman" give the side that smooths as much; matrices are not for it.
    reject_share : float, in [0, 1): the share of the training points that may fall below the threshold

    Attributes
    ----------
    bandwidth_ : float, (p,) array or (p, p) array that is used
    selection_ : LeaveOneOut, PlugIn or None, the certificate of the rule that has one
    log_density_ : (n,) array, log f̂ at the training points
    offset_ : float, logarithm of the threshold: `decision_function` is `score_samples` − offset_
    n_features_in_ : int

    Notes
    -----
    `sklearn.neighbors.KernelDensity` takes "scott" and "silverman" without the spread of the data, so that a change of
    units changes its answer; here it does not.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.random.default_rng(0).normal(size=(200, 2))
    >>> model = ParzenWindow(bandwidth="silverman", reject_share=0.05).fit(X)
    >>> int((model.predict(X) == -1).sum())
    10
    """

    def __init__(self, window="gaussian", bandwidth="scott", reject_share=0.05):
        self.window = window
        self.bandwidth = bandwidth
        self.reject_share = reject_share

    def fit(self, X, y=None):
        """Keep the sample, choose the bandwidth, set the threshold.

        Parameters
        ----------
        X : (n, p) array_like
        y : ignored, for scikit-learn's pipelines

        Returns
        -------
        self
        """
        X = validate_data(self, X, dtype=np.float64)
        share = as_number(self.reject_share, "reject_share", 0, 1, "left")
        self.bandwidth_, self.selection_ = choose_bandwidth(X, self.bandwidth, self.window)
        self._X = X
        self.log_density_ = _log_density(X, X, self.bandwidth_, self.window)
        self.offset_ = float(rejection_threshold(self.log_density_, share))
        return self

    def score_samples(self, X):
        """Log f̂(x), finite for the Gaussian however far x is.

        Parameters
        ----------
        X : (m, p) array_like

        Returns
        -------
        (m,) array
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return _log_density(X, self._X, self.bandwidth_, self.window)

    def score(self, X, y=None):
        """Mean of log f̂(x), what a search for the bandwidth maximizes.

        Parameters
        ----------
        X : (m, p) array_like
        y : ignored, for scikit-learn's pipelines

        Returns
        -------
        float
        """
        return float(self.score_samples(X).mean())

    def decision_function(self, X):
        """Log f̂(x) − log c: negative where x is rejected.

        Parameters
        ----------
        X : (m, p) array_like

        Returns
        -------
        (m,) array
        """
        return self.score_samples(X) - self.offset_

    def predict(self, X):
        """+1 where the density reaches the threshold, −1 for a novelty.

        Parameters
        ----------
        X : (m, p) array_like

        Returns
        -------
        (m,) int array
        """
        return np.where(is_novel(self.score_samples(X), self.offset_), -1, 1)

    def density_on_grid(self, x, y):
        """f̂ on a grid of the plane; see `kernelsy19.density.density_on_grid`.

        Parameters
        ----------
        x : (w,) array_like
        y : (h,) array_like

        Returns
        -------
        (h, w) array
        """
        check_is_fitted(self)
        return density_on_grid(x, y, self._X, self.bandwidth_, self.window)

    def hdr_levels(self, shares):
        """Density levels whose contours hold given shares of the sample.

        Parameters
        ----------
        shares : float or array_like, in (0, 1)

        Returns
        -------
        float or array
        """
        check_is_fitted(self)
        return hdr_levels(np.exp(self.log_density_), shares)

    def sample(self, n_samples=1, rng=0):
        """Draw from f̂: one of the training points, moved by a draw from the window.

        Parameters
        ----------
        n_samples : int ≥ 1
        rng : int (a seed) or numpy.random.Generator

        Returns
        -------
        (n_samples, p) array
        """
        check_is_fitted(self)
        n_samples, rng = as_integer(n_samples, "n_samples"), as_generator(rng)
        centers = self._X[rng.integers(len(self._X), size=n_samples)]
        if self.window == "hypercube":
            return centers + self.bandwidth_ * rng.uniform(-0.5, 0.5, size=centers.shape)
        noise = rng.normal(size=centers.shape)
        if np.ndim(self.bandwidth_) == 2:
            return centers + noise @ cholesky(self.bandwidth_)
        return centers + noise * self.bandwidth_


def choose_bandwidth(X, bandwidth, window="gaussian"):
    """Return the bandwidth that a rule gives for a sample, or a bandwidth that is given, checked.

    Parameters
    ----------
    X : array_like, (n, p)
    bandwidth : float, array_like or str, as for `ParzenWindow`
    window : {"gaussian", "hypercube"}

    Returns
    -------
    bandwidth : float, (p,) array or (p, p) array
    selection : LeaveOneOut, PlugIn or None

    Raises
    ------
    ValueError
        If the rule or window is unknown, or the rule gives a matrix and the window is the hypercube.
    """
    X = as_matrix(X)
    p = X.shape[1]
    _as_window(window)
    if not isinstance(bandwidth, str):
        return as_bandwidth(bandwidth, p, window), None
    if bandwidth not in RULES:
        raise ValueError(f"bandwidth must be a number, an array or one of {list(RULES)}, got {bandwidth!r}.")
    if bandwidth in ("scott", "silverman"):
        h = (scott if bandwidth == "scott" else silverman)(X)
        return (hypercube_side(h, p) if window == "hypercube" else h), None
    if window == "hypercube" and bandwidth != "loo":
        raise ValueError(f"bandwidth={bandwidth!r} is for the Gaussian window; a hypercube has sides only.")
    if bandwidth == "normal-scale":
        return normal_scale(X), None
    rules = {
        "loo": functools.partial(loo_bandwidth, window=window),
        "loo-diagonal": functools.partial(loo_bandwidth, shape="diagonal"),
        "loo-full": functools.partial(loo_bandwidth, shape="full"),
        "plug-in": plug_in,
    }
    selection = rules[bandwidth](X)
    return selection.bandwidth, selection


def as_bandwidth(bandwidth, p, window="gaussian"):
    """Return a bandwidth as a float, a (p,) array, or for the Gaussian a (p, p) matrix.

    Parameters
    ----------
    bandwidth : float or array_like
    p : int, dimension
    window : {"gaussian", "hypercube"}

    Raises
    ------
    ValueError
        If it is not positive (definite), not finite, or of another shape, or is a matrix for the hypercube.
    """
    _as_window(window)
    if np.ndim(bandwidth) == 0:
        return as_number(bandwidth, "bandwidth", 0, np.inf, "neither")
    if np.ndim(bandwidth) == 1:
        h = as_vector(bandwidth, "bandwidth", p)
        if not (h > 0).all():
            raise ValueError(f"bandwidth must be positive on each axis, got {h}.")
        return h
    if window == "hypercube":
        raise ValueError("a bandwidth matrix is for the Gaussian window; a hypercube has sides only.")
    H = as_gram(bandwidth, "bandwidth")
    if len(H) != p:
        raise ValueError(f"bandwidth must have shape ({p}, {p}), got {H.shape}.")
    try:
        cholesky(H)
    except LinAlgError:
        smallest = eigh(H, eigvals_only=True)[0]
        raise ValueError(
            f"bandwidth must be positive definite, got smallest eigenvalue {smallest:.3g}."
        ) from None
    return H


def _as_window(window):
    if window not in WINDOWS:
        raise ValueError(f"window must be one of {list(WINDOWS)}, got {window!r}.")


def _two_or_more(X):
    if len(X) < 2:
        raise ValueError("X must hold at least two points for this rule, got n_samples = 1.")
    return X


def _with_spread(X):
    X = _two_or_more(as_matrix(X))
    spread = X.std(axis=0, ddof=1)
    # The mean of equal values can be off by rounding: their spread is then not exactly zero.
    constant = np.ptp(X, axis=0) == 0
    if constant.any():
        raise ValueError(
            f"column {np.flatnonzero(constant)[0]} of X is constant, so no rule can scale to its spread; "
            "give the bandwidth, or drop the column."
        )
    return X, spread


def _covariance(X):
    S = np.atleast_2d(np.cov(X, rowvar=False))
    values = eigh(S, eigvals_only=True)
    if values[0] <= 1e-12 * values[-1]:
        raise ValueError(
            "the covariance matrix of X must not be singular, got eigenvalues "
            f"from {values[0]:.3g} to {values[-1]:.3g}."
        )
    return S


def _root(S):
    """The symmetric square root."""
    values, V = eigh(S)
    return (V * np.sqrt(values)) @ V.T
