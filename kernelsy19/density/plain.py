"""Parzen densities the plain way, and what a bandwidth may be."""

from math import log, pi

import numpy as np
from scipy.linalg import LinAlgError, cholesky, eigh

from kernelsy19.density.equations import parzen_gaussian, parzen_hypercube, parzen_matrix
from kernelsy19.signatures import as_wide_as, fitting, takes
from kernelsy19.validation import as_array, as_choice, as_gram, as_integer, as_length, as_points, as_vector

WINDOWS = ("gaussian", "hypercube")
LARGEST_LOG = 700.0  # of what float64 holds with all its digits: numbers from 1e-304 to 1e304


def _as_bandwidth_of_density(bandwidth, name, given):
    p, window = given["X"].shape[1], given["window"]
    require_density(checked := as_bandwidth(bandwidth, p, window), p, window)
    return checked


@takes(X=as_points, X0=as_wide_as("X"), bandwidth=fitting(_as_bandwidth_of_density))
def plain_density(X0, X, bandwidth, window="gaussian"):
    """The Parzen density the plain way: for each x₀ the sum over the sample, window by window, as it is written.

    Parameters
    ----------
    X0, X, bandwidth, window : as in `log_density`

    Returns
    -------
    (m,) array, in inverse units of the volume: the exponential of `log_density`, but 0 where the windows underflow
    """
    if np.ndim(bandwidth) == 2:
        return parzen_matrix(X0, X, bandwidth)
    h = np.broadcast_to(bandwidth, X.shape[1])
    parzen = parzen_gaussian if window == "gaussian" else parzen_hypercube
    return parzen(X0 / h, X / h, 1.0) / np.prod(h)


def log_volume(bandwidth, p, window):
    """Logarithm of what makes the window integrate to one."""
    if np.ndim(bandwidth) == 2:
        size = np.log(np.diagonal(cholesky(bandwidth))).sum()
    else:
        size = np.log(np.broadcast_to(bandwidth, p)).sum()
    return size + (p / 2 * log(2 * pi) if window == "gaussian" else 0.0)


def require_density(bandwidth, p, window):
    """Refuse densities whose size no floating-point number holds; their logarithms it does."""
    size = log_volume(bandwidth, p, window)
    if not abs(size) < LARGEST_LOG:
        raise ValueError(
            f"the density must be a number that float64 holds, got about 1e{-size / log(10):+.0f}; take its logarithm, "
            "or give the data in other units."
        )


def as_bandwidth(bandwidth, p, window="gaussian"):
    """Return a bandwidth as a float, a (p,) array, or for the Gaussian a (p, p) matrix.

    Parameters
    ----------
    bandwidth : float or array_like
    p : int, dimension
    window : {"gaussian", "hypercube"}
    """
    require_window(window)
    p = as_integer(p, "p")
    if np.ndim(bandwidth) == 0:
        return as_length(bandwidth, "bandwidth")
    bandwidth = as_array(bandwidth, "bandwidth")
    if bandwidth.ndim == 1:
        h = as_vector(bandwidth, "bandwidth", p)
        return np.array([as_length(width, f"bandwidth[{j}]") for j, width in enumerate(h)])
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


def require_window(window):
    """Refuse a window that there is not."""
    as_choice(window, "window", WINDOWS)
