"""Widths of a window chosen from the data: leave-one-out, plug-in and the rules of thumb."""

import functools
from dataclasses import dataclass
from math import log

import numpy as np
from scipy.linalg import eigh
from scipy.spatial.distance import cdist
from scipy.special import logsumexp

from kernelsy19.catalogue import implements
from kernelsy19.certificates import warn
from kernelsy19.density.curvature import plug_in
from kernelsy19.density.equations import (
    hypercube_side,
    loo_fixed_point,
    normal_scale,
    points_and_spread,
    regular_covariance,
    require_two_points,
    scott,
    silverman,
    symmetric_square_root,
)
from kernelsy19.density.plain import WINDOWS, as_bandwidth, log_volume, require_window
from kernelsy19.density.solve import log_sum_hypercube, log_windows
from kernelsy19.signatures import fitting, integer_from, number_from, takes, word_of
from kernelsy19.units import deviations
from kernelsy19.validation import as_points

RULES = ("scott", "silverman", "normal-scale", "loo", "loo-diagonal", "loo-full", "plug-in")
COLLAPSED = 1e-6
STRETCH = 1.3


def _two_points(X, name):
    return require_two_points(as_points(X, name))


@implements("COURSE-loo-likelihood")
@takes(
    X=_two_points,
    bandwidth=fitting(lambda h, name, given: as_bandwidth(h, given["X"].shape[1], given["window"])),
)
def loo_log_likelihood(X, bandwidth, window="gaussian"):
    """Σᵢ log f̂₋ᵢ(xᵢ), each point's density estimated from the others.
    X: array_like, (n, p), n ≥ 2; bandwidth: float, (p,) or for the Gaussian (p, p) array_like; window: {"gaussian",
    "hypercube"} → float; −inf if a point has no other in its hypercube"""
    n, p = X.shape
    log_sums = log_sums_of_others(X, bandwidth, window)
    return float(log_sums.sum() - n * (log(n - 1) + log_volume(bandwidth, p, window)))


def log_sums_of_others(X, bandwidth, window):
    """For each point the logarithm of the sum of the others' windows at it."""
    if window == "gaussian":
        return logsumexp(_log_windows_of_others(X, bandwidth), axis=1)
    # Each point falls in its own window: take it out of the count.
    with np.errstate(divide="ignore"):
        return np.log(np.rint(np.exp(log_sum_hypercube(X, X, bandwidth))) - 1)


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


@takes(
    X=_two_points,
    shape=word_of("scalar", "diagonal", "full"),
    window=word_of(*WINDOWS),
    tol=number_from(0),
    max_iter=integer_from(),
)
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

    Notes
    -----
    Gaussian: steps to `loo_fixed_point`, made longer as long as the likelihood rises, from Silverman's rule on data of
    unit spread; where there are several local maxima, the one that this start leads to. Hypercube: the likelihood can
    only be best where a point enters a window, so all those sides are compared, and the answer is exact.
    """
    if window == "hypercube":
        if shape != "scalar":
            raise ValueError(
                f"the hypercube's likelihood is searched for shape='scalar' only, got {shape!r}."
            )
        return _loo_hypercube(X)
    solution = _loo_gaussian(X, shape, tol, max_iter)
    if not solution.converged:
        warn(
            f"The bandwidth still changed by {solution.stationarity:.3g} of itself after {solution.iterations} "
            f"iterations, above tol={tol:.3g}; raise max_iter (now {max_iter}) or tol."
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
        log_windows = _log_windows_of_others(Z, H)
        totals = logsumexp(log_windows, axis=1, keepdims=True)
        likelihood = totals.sum() - n * log_volume(H, p, "gaussian") - log_scale
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
    # What certifies the answer is computed from it: one more step of the fixed point, which should lead nowhere.
    log_windows_there = _log_windows_of_others(Z, plain)
    totals = logsumexp(log_windows_there, axis=1, keepdims=True)
    step = loo_fixed_point(np.exp(log_windows_there - totals), Z, shape) - plain
    stationarity = float(np.linalg.norm(step) / np.linalg.norm(plain))
    H = root @ plain @ root
    bandwidth = {"full": H, "diagonal": np.sqrt(np.diagonal(H)), "scalar": float(np.sqrt(H[0, 0]))}[shape]
    likelihood = loo_log_likelihood(X, bandwidth)
    return LeaveOneOut(
        bandwidth, likelihood, np.array(history), stationarity, iterations, bool(stationarity <= tol)
    )


def _stretched(H, plain, omega):
    """The point at omega times the way from H to plain, along the curve on which matrices stay positive definite."""
    root = symmetric_square_root(H)
    inverse = np.linalg.inv(root)
    values, V = eigh(inverse @ plain @ inverse)
    return root @ (V * values**omega) @ V.T @ root


def _scale_of(X, shape):
    """What makes the spread of X one: in every direction, on every axis, or over all."""
    if shape == "full":
        return symmetric_square_root(regular_covariance(X))
    if shape == "diagonal":
        return np.diag(points_and_spread(X)[1])
    spread = deviations(X, ddof=1)
    if spread.max() == 0:
        raise _no_maximum()
    return np.sqrt(np.square(spread).mean()) * np.eye(X.shape[1])


def _no_maximum():
    return ValueError(
        "the leave-one-out likelihood has no maximum: it grows as the window shrinks, since every point has a twin "
        "with the same value on an axis or in a direction. Choose another rule, or remove duplicates."
    )


def _log_windows_of_others(X, bandwidth):
    """`log_windows` with −inf on the diagonal, so that no point speaks for itself."""
    D = log_windows(X, bandwidth)
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


@takes()
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
        If the rule gives a matrix and the window is the hypercube.
    """
    X = as_points(X)
    p = X.shape[1]
    require_window(window)
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
