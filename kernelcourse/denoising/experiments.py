"""How de-noising is judged: noise that is added, the error that is left, and what becomes of a start."""

import warnings

import numpy as np

from kernelsy19.denoising.solve import fixed_point
from kernelsy19.signatures import as_wide_as, fitting, number_from, one_each, takes
from kernelsy19.validation import ConvergenceWarning, as_integer, as_matrix

FATES = ("to the nearest image", "to a worse place", "vanishing", "cycling", "slow")

SAME = 1e-6  # squared distances that differ by less belong to one place


@takes(
    X=as_matrix, sigma=number_from(0, closed="left"), seed=lambda seed, name: as_integer(seed, name, low=0)
)
def with_noise(X, sigma, seed=0):
    """Add Gaussian noise of standard deviation sigma, in units of X (n, p); nothing is cut off."""
    return X + sigma * np.random.default_rng(seed).normal(size=X.shape)


@takes(restored=as_matrix, X=fitting(lambda X, name, given: _as_shaped(X, name, given["restored"].shape)))
def mean_squared_error(restored, X):
    """Compare restored points (n, p) with what they were, number by number, in squared units of X."""
    return float(np.square(restored - X).mean())


def _as_shaped(X, name, shape):
    X = as_matrix(X, name, n_features=shape[1])
    if X.shape != shape:
        raise ValueError(f"{name} must have {shape[0]} rows, got {len(X)}.")
    return X


@takes(X=as_matrix, w=one_each("X"), starts=as_wide_as("X"))
def fates(kernel, X, w, starts):
    """Iterate the fixed point from many starts, once from each, and say what becomes of them.

    kernel RBF, X (n, p), w (n,) of the vector Σᵢ wᵢΦ(xᵢ), starts (m, p) → PreImages, without a second attempt; fate
    (m,) int, places in `FATES`, where the nearest image is the nearest that any start found
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        once = fixed_point(kernel, X, w, starts, max_restarts=0)
    least = once.squared_distances[once.converged].min(initial=np.inf)
    nearest = once.converged & (once.squared_distances < least + SAME)
    ways = [nearest, once.converged, once.status == "vanishing", once.status == "cycling"]
    return once, np.select(ways, range(len(ways)), len(ways))
