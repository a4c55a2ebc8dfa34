"""Parzen windows as equations: small regions, windows, rules for the width, regions of high density, novelty.

Shapes and meanings, where an equation says nothing else:

    volume float, V > 0
    U      (..., p)
    X0     (m, p), where the density is wanted
    X      (n, p), the sample
    h      float, bandwidth, > 0
    p      int, dimension
"""

from math import ceil, gamma, log, pi, sqrt

import numpy as np
from scipy.linalg import eigh
from scipy.optimize import minimize_scalar

from kernelsy19.catalogue import implements
from kernelsy19.kernels import RBF
from kernelsy19.signatures import takes
from kernelsy19.units import deviations
from kernelsy19.validation import as_array, as_integer, as_number, as_points

BLOCK_ENTRIES = 2**21

# Share of itself by which rounding may move a number: what lies on an edge up to that lies on it, as decimals mean to.
ROUNDED = 1e-12


@implements("SY19-region-probability")
def probability_of_small_region(f_x0, volume):
    """P(X ∈ R) ≈ f(x₀) V, where R is so small that f hardly changes within it.
    f_x0: float or array, density at the center of the region → float or array, a probability"""
    return f_x0 * volume


@implements("SY19-region-density")
def density_in_region(inside, volume):
    """f̂(x₀) = (nV)⁻¹ Σᵢ I(xᵢ ∈ R): the share of the sample in the region, over its volume.
    inside (..., n) bool array, whether each point is in the region → (...), in inverse units of the volume"""
    return inside.sum(axis=-1) / (inside.shape[-1] * volume)


@implements("SY19-hypercube-window")
def hypercube_window(U):
    """H(u) = I(|uⱼ| ≤ 1/2 for all j), the uniform density on the unit hypercube.
    → (...) of 0 and 1"""
    return (np.abs(U) <= (1 + ROUNDED) / 2).all(axis=-1).astype(float)


def widened(h, X0):
    """The sides of the hypercube, with what rounding may add to twice the distance of a point on its edge from x₀.
    h: float or (p,); X0 (m, p) → (m, p)"""
    return (1 + ROUNDED) * h + 8 * np.finfo(float).eps * np.abs(X0)


@implements("SY19-parzen-hypercube")
def parzen_hypercube(X0, X, h):
    """f̂(x₀) = (n hᵖ)⁻¹ Σᵢ H((xᵢ − x₀)/h).
    h: float, side of the hypercube, > 0 → (m,), in inverse units of the volume"""
    n, p = X.shape
    U = (X[None, :, :] - X0[:, None, :]) / widened(h, X0)[:, None, :]
    return hypercube_window(U).sum(axis=1) / (n * h**p)


@implements("SY19-gaussian-window")
def gaussian_window(U):
    """φ(u) = (2π)^(−p/2) exp(−uᵀu/2), the standard Gaussian density.
    → (...)"""
    p = U.shape[-1]
    return (2 * pi) ** (-p / 2) * np.exp(-(U**2).sum(axis=-1) / 2)


@implements("SY19-1")
def parzen_gaussian(X0, X, h):
    """f̂(x₀) = n⁻¹ Σᵢ h⁻ᵖ φ((xᵢ − x₀)/h).
    → (m,), in inverse units of the volume"""
    n, p = X.shape
    return gaussian_window((X[None, :, :] - X0[:, None, :]) / h).sum(axis=1) / (n * h**p)


@implements("SY19-parzen-kernel")
def parzen_kernel(h, p):
    """K_h(x, y) = h⁻ᵖ φ((x − y)/h), as a kernel: an RBF of γ = 1/(2h²), scaled to integrate to 1.
    → Kernel; the mean of its values K_h(x₀, xᵢ) over a sample is the Parzen density at x₀"""
    return (2 * pi * h**2) ** (-p / 2) * RBF.from_width(h, "1/(2s^2)")


@implements("COURSE-parzen-matrix")
def parzen_matrix(X0, X, H):
    """f̂(x₀) = n⁻¹ Σᵢ |H|^(−1/2) φ(H^(−1/2) (xᵢ − x₀)): the window is an ellipse of any direction.
    H (p, p), symmetric positive definite, the covariance of the window → (m,), in inverse units of the volume"""
    values, V = np.linalg.eigh(H)
    root = (V / np.sqrt(values)) @ V.T
    U = (X[None, :, :] - X0[:, None, :]) @ root
    return gaussian_window(U).mean(axis=1) / np.sqrt(values.prod())


@implements("SY19-density-rejection")
def is_novel(f_x, threshold):
    """Reject x if f̂(x) < c, and by more than rounding.
    f_x (m,), density or its logarithm; threshold: float, c in the same scale → (m,) bool array"""
    return f_x < threshold - ROUNDED * np.abs(threshold)


@implements("SY19-density-threshold")
def rejection_threshold(f_train, share):
    """The largest c for which f̂(xᵢ) < c holds for at most a given share of the learning vectors.
    f_train (n,), density (or its logarithm) at the learning vectors; share: float, in [0, 1) → float: ⌊share · n⌋
    of the values lie below it, fewer where values are tied"""
    allowed = int(share * len(f_train) + 1e-9)
    return np.sort(f_train)[allowed]


def as_shares(shares, name):
    """Check that shares, one or an array of them, lie in (0, 1)."""
    shares = np.asarray(shares, dtype=float)
    if not ((shares > 0) & (shares < 1)).all():
        raise ValueError(f"{name} must lie in (0, 1), got {shares}.")
    return shares


@implements("COURSE-hdr-levels")
@takes(f_train=lambda values, name: as_array(values, name, 1), shares=as_shares)
def hdr_levels(f_train, shares):
    """Density levels whose contours hold given shares of the sample: quantiles of f̂ at the data points.
    f_train (n,), density at the data points; shares: float or array_like, in (0, 1): 0.25 is the contour round the
    densest quarter → float or array, falling as the share grows

    The rule of R's package ks: level = the (1 − share) quantile of f̂(x₁), …, f̂(xₙ), interpolated linearly between
    order statistics. By default ks reads f̂(xᵢ) off a grid (approx=TRUE); we compute it.

    Hyndman (1996)."""
    return np.quantile(f_train, 1 - shares)


@implements("COURSE-curse-side")
def side_to_capture(share, p):
    """Side of a cube that holds a given share of the volume of the unit cube: share^(1/p).
    share: float or array, in (0, 1]; p: int or array, dimension → float or array, in (0, 1]"""
    return share ** (1 / p)


@implements("COURSE-curse-ball")
def ball_share_of_cube(p):
    """Share of the cube's volume in the ball that touches its faces: π^(p/2) / (2ᵖ Γ(p/2 + 1)).
    p: int, dimension ≥ 1 → float, in (0, 1]: what is left of a neighborhood when its corners are cut off"""
    return pi ** (p / 2) / (2**p * gamma(p / 2 + 1))


@implements("COURSE-curse-error")
def relative_error_at_mode(n, p, h):
    """E(f̂(0) − f(0))²/f(0)² for n points of the standard Gaussian and a Gaussian window, exactly.
    n: int, sample size; h: float, bandwidth → float: variance plus squared bias, as a share of f(0)²"""
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

    Raises
    ------
    ValueError
        If numbers on the way leave the range of float64, as they do from some 200 dimensions on.

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
    with np.errstate(all="ignore"):
        n = np.exp(minimize_scalar(size, bounds=(log(widest) - 5, log(widest)), method="bounded").fun)
    if not np.isfinite(n):
        raise ValueError(f"p must be smaller: with {p} dimensions numbers leave the range of float64.")
    return ceil(n - 1e-6)


@implements("COURSE-scott")
def scott(X):
    """Scott's rule: hⱼ = σⱼ n^(−1/(p+4)), with σⱼ the standard deviation along axis j.
    X: array_like, (n, p), n ≥ 2 → (p,), standard deviations of a Gaussian window, in the units of X"""
    X, spread = points_and_spread(X)
    n, p = X.shape
    return spread * n ** (-1 / (p + 4))


@implements("COURSE-silverman")
def silverman(X):
    """Silverman's rule: hⱼ = σⱼ (4 / ((p + 2) n))^(1/(p+4)), the best h if the data were Gaussian.
    X: array_like, (n, p), n ≥ 2 → (p,), standard deviations of a Gaussian window, in the units of X"""
    X, spread = points_and_spread(X)
    n, p = X.shape
    return spread * (4 / ((p + 2) * n)) ** (1 / (p + 4))


@implements("COURSE-normal-scale")
def normal_scale(X):
    """H = (4 / ((p + 2) n))^(2/(p+4)) S: Silverman's rule with the whole covariance matrix S.
    X: array_like, (n, p), n > p → (p, p), covariance of a Gaussian window, in squared units of X; `Hns` in R's
    package ks"""
    X, _ = points_and_spread(X)
    n, p = X.shape
    return (4 / ((p + 2) * n)) ** (2 / (p + 4)) * regular_covariance(X)


@implements()
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


@implements("COURSE-loo-bandwidth")
def loo_fixed_point(W, X, shape):
    """H = n⁻¹ Σᵢⱼ wᵢⱼ (xᵢ − xⱼ)(xᵢ − xⱼ)ᵀ, where wᵢⱼ is the part of xⱼ in f̂₋ᵢ(xᵢ).
    W (n, n), rows sum to 1, zero diagonal; X (n, p); shape: {"full", "diagonal", "scalar"}, what is kept of H: all,
    its diagonal, or the mean of its diagonal → (p, p)

    The gradient of the likelihood vanishes where H is this mean, and putting it in the place of H never lowers the
    likelihood (it is a step of expectation–maximization)."""
    cross = X.T @ W @ X
    H = ((X.T * (1 + W.sum(axis=0))) @ X - cross - cross.T) / len(X)
    if shape == "full":
        return H
    variances = np.diagonal(H)
    return np.diag(variances if shape == "diagonal" else np.full(len(H), variances.mean()))


def require_two_points(X):
    """Refuse a sample from which no spread can be told.
    X (n, p) → (n, p), X"""
    if len(X) < 2:
        raise ValueError("X must hold at least two points for this rule, got n_samples = 1.")
    return X


def points_and_spread(X):
    """Check a sample and take the standard deviation along each axis.
    X: array_like, (n, p), n ≥ 2 → X (n, p); spread (p,), > 0, with n − 1 in the denominator, in units of X"""
    X = require_two_points(as_points(X))
    spread = deviations(X, ddof=1)
    constant = spread == 0
    if constant.any():
        raise ValueError(
            f"column {np.flatnonzero(constant)[0]} of X is constant, so no rule can scale to its spread; "
            "give the bandwidth, or drop the column."
        )
    return X, spread


def regular_covariance(X):
    """The covariance matrix of a sample that fills all its dimensions.
    X (n, p) → (p, p), with n − 1 in the denominator, in squared units of X"""
    S = np.atleast_2d(np.cov(X, rowvar=False))
    values = eigh(S, eigvals_only=True)
    if values[0] <= 1e-12 * values[-1]:
        raise ValueError(
            "the covariance matrix of X must not be singular, got eigenvalues "
            f"from {values[0]:.3g} to {values[-1]:.3g}."
        )
    return S


def symmetric_square_root(S):
    """The positive-definite R with RR = S.
    S (p, p), positive definite → (p, p), symmetric"""
    values, V = eigh(S)
    return (V * np.sqrt(values)) @ V.T
