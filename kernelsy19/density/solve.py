"""Log densities from many points and far from them, and densities on a grid."""

import functools
from math import log, pi

import numpy as np
from scipy.linalg import cholesky, solve_triangular
from scipy.special import logsumexp

from kernelsy19.density.equations import BLOCK_ENTRIES, widened
from kernelsy19.density.plain import as_bandwidth, log_volume, require_density
from kernelsy19.engine import rbf_blocks
from kernelsy19.kernels import squared_euclidean
from kernelsy19.signatures import as_wide_as, fitting, takes
from kernelsy19.validation import as_axis, as_points

SMALLEST_SUM = 1e-280  # of windows; far below, exp has no digits left

# Widths from the middle of a sample up to which whitened points may lie: their rounding, 2e-16 of that, then moves no
# log density by more than 1e-12 of its size.
MOST_WIDTHS = 500


_bandwidth = fitting(lambda h, name, given: as_bandwidth(h, given["X"].shape[1], given["window"]))


@takes(X=as_points, X0=as_wide_as("X"), bandwidth=_bandwidth)
def log_density(X0, X, bandwidth, window="gaussian"):
    """Logarithm of the Parzen density, which does not underflow where x₀ is far from the sample.

    Parameters
    ----------
    X0 : array_like, (m, p), where the density is wanted
    X : array_like, (n, p), the sample
    bandwidth : float, (p,) or for the Gaussian (p, p) array_like
    window : {"gaussian", "hypercube"}

    Returns
    -------
    (m,) array; −inf where no point falls in the hypercube, and for the Gaussian where x₀ is more than 1e154 widths
    away from all points: no floating-point number is so low
    """
    return log_parzen(X0, X, bandwidth, window)


@np.errstate(under="ignore")
def log_parzen(X0, X, bandwidth, window):
    """Do the work of `log_density` on input that has been checked.
    X0 (m, p), X (n, p) → (m,) array."""
    log_sum = _log_sum_gaussian if window == "gaussian" else log_sum_hypercube
    return log_sum(X0, X, bandwidth) - log(len(X)) - log_volume(bandwidth, X.shape[1], window)


def _log_sum_gaussian(X0, X, bandwidth):
    """Log Σᵢ exp(−‖u₀ − uᵢ‖²/2) of whitened points.

    For many points the sums themselves are computed, to 1e-12 of their value at most. Where a sum is so small that
    its terms lose digits, the largest term is taken out first."""
    U0, U, gamma = _in_widths(X0, X, bandwidth)
    if U is None:
        return _in_blocks(functools.partial(_log_sum_exp_far_out, bandwidth=bandwidth), X0, X)
    distances = functools.partial(_log_sum_exp, gamma=gamma)
    if not rbf_blocks.is_large(U0, U):
        return _in_blocks(distances, U0, U)
    sums = rbf_blocks.rbf_sums(U0, U, np.ones(len(U)), gamma)
    far = sums < SMALLEST_SUM
    log_sums = np.log(sums, out=sums)
    log_sums[far] = _in_blocks(distances, U0[far], U)
    return log_sums


def _in_widths(X0, X, bandwidth):
    """Points and γ whose exponents γ‖u₀ − u‖² are those of the window, to the rounding of a difference of
    coordinates.

    One width is γ. Otherwise points are whitened, which rounds them: by no more than a difference is, as long as the
    sample spans few widths. Where it does not, the points are None."""
    if np.ndim(bandwidth) == 0:
        return X0, X, 0.5 / bandwidth**2
    center = np.median(X, axis=0)  # follows no single point that is far away
    U = whiten(X - center, bandwidth)
    U0 = U if X0 is X else whiten(X0 - center, bandwidth)
    if not np.abs(U).max() <= MOST_WIDTHS:
        return None, None, None
    return U0, U, 0.5


def _log_sum_exp(U0, U, gamma):
    D = squared_euclidean(U0, U)
    D *= -gamma
    return logsumexp(D, axis=1)


def _log_sum_exp_far_out(X0, X, bandwidth):
    return logsumexp(-squared_widths(X0, X, bandwidth) / 2, axis=1)


def log_windows(X, bandwidth):
    """−‖H^(−1/2) (xᵢ − xⱼ)‖²/2 for all pairs of a sample.
    X (n, p) → (n, n) array."""
    _, U, gamma = _in_widths(X, X, bandwidth)
    if U is None:
        return -squared_widths(X, X, bandwidth) / 2
    D = squared_euclidean(U, U)
    D *= -gamma
    return D


def squared_widths(X0, X, bandwidth):
    """‖H^(−1/2) (x₀ − x)‖² from differences, which come before anything is rounded.
    X0 (m, p), X (n, p) → (m, n) array."""
    total, p, widths = np.zeros((len(X0), len(X))), X.shape[1], []
    # Row by row of Lw = x₀ − x, where L is the triangle of a matrix, or has the widths on its diagonal.
    L = cholesky(bandwidth, lower=True) if np.ndim(bandwidth) == 2 else None
    h = np.broadcast_to(bandwidth, p) if L is None else np.diagonal(L)
    with np.errstate(over="ignore"):
        for j in range(p):
            rest = np.subtract.outer(X0[:, j], X[:, j])
            for k in range(j if L is not None else 0):
                rest -= L[j, k] * widths[k]
            rest /= h[j]
            if L is not None:
                widths.append(rest)
            total += np.square(rest)
    return total


def _in_blocks(function, X0, X):
    """A function of the pairs of points, for some rows of X0 at a time."""
    rows = max(1, BLOCK_ENTRIES // len(X))
    return np.concatenate([function(X0[s : s + rows], X) for s in range(0, len(X0), rows)] or [np.empty(0)])


def log_sum_hypercube(X0, X, bandwidth):
    """Logarithm of how many points fall in the box around each x₀.
    X0 (m, p), X (n, p), bandwidth float or (p,) → (m,) array."""
    return _in_blocks(functools.partial(_log_count_in_hypercube, bandwidth=bandwidth), X0, X)


def _log_count_in_hypercube(X0, X, bandwidth):
    sides = widened(bandwidth, X0)
    inside = np.ones((len(X0), len(X)), dtype=bool)
    for j in range(X.shape[1]):
        inside &= np.abs(X[None, :, j] - X0[:, None, j]) <= sides[:, None, j] / 2
    with np.errstate(divide="ignore"):
        return np.log(inside.sum(axis=1))


def whiten(X, bandwidth):
    """H^(−1/2) x up to a rotation, which distances do not see."""
    if np.ndim(bandwidth) < 2:
        return X / bandwidth
    return solve_triangular(cholesky(bandwidth, lower=True), X.T, lower=True).T


@takes(x=as_axis, y=as_axis, X=functools.partial(as_points, n_features=2), bandwidth=_bandwidth)
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

    Notes
    -----
    Along the axes both windows are products of a factor of x and one of y, so the grid is one matrix product (see
    `rbf_blocks.rbf_sum_on_grid`). A bandwidth matrix with a slant has no such factors: its grid is computed point by
    point.
    """
    if np.ndim(bandwidth) == 2 and bandwidth[0, 1] == 0:
        bandwidth = np.sqrt(np.diagonal(bandwidth))
    require_density(bandwidth, 2, window)
    if np.ndim(bandwidth) == 2:
        points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        return np.exp(log_parzen(points, X, bandwidth, window)).reshape(len(y), len(x))
    hx, hy = np.broadcast_to(bandwidth, 2)
    if window == "hypercube":
        A = np.abs(X[:, 1] - y[:, None]) <= widened(hy, y)[:, None] / 2
        B = np.abs(X[:, 0] - x[:, None]) <= widened(hx, x)[:, None] / 2
        return A.astype(float) @ B.T / (len(X) * hx * hy)
    weights = np.full(len(X), 1 / (len(X) * 2 * pi * hx * hy))
    return rbf_blocks.rbf_sum_on_grid(x, y, X, weights, (0.5 / hx**2, 0.5 / hy**2))
