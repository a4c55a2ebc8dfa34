"""Pre-images by the fixed point, the plain way, and how near to their vectors they are."""

import math

import numpy as np

from kernelsy19.denoising.equations import fixed_point_step, gradients, squared_distances
from kernelsy19.kernels import RBF, as_kernel, rbf
from kernelsy19.signatures import as_wide_as, fitting, integer_from, number_from, one_each, takes
from kernelsy19.units import deviations
from kernelsy19.validation import as_gram, as_matrix, as_points, as_vector, shown


def _as_gaussian(kernel, name):
    if not isinstance(kernel, RBF):
        raise ValueError(
            f"The fixed point needs the Gaussian kernel RBF, not {shown(kernel)}; use the ridge."
        )
    return kernel


def weights_of(points):
    """The check that W has a row for each of some points and a column for each of X, or is one row for all."""
    return fitting(lambda W, name, given: _as_weights(W, name, len(given[points]), len(given["X"]), points))


gram_of_X = fitting(lambda K, name, given: _as_gram_of(K, name, len(given["X"])))
OF_FIXED_POINT = {
    "kernel": _as_gaussian,
    "X": as_points,
    "start": as_wide_as("X"),
    "W": weights_of("start"),
    "tol": number_from(0),
    "max_iter": integer_from(),
}


@takes(kernel=as_kernel, X=as_points, points=as_wide_as("X"), W=weights_of("points"), K=gram_of_X)
def certify(kernel, X, W, points, K=None):
    """Measure how near the images of points lie to vectors of feature space.

    Parameters
    ----------
    kernel : Kernel
    X : (n, p) array_like, training points
    W : (m, n) array_like, one vector Σᵢ wᵢΦ(xᵢ) a row; or (n,), one vector for all points
    points : (m, p) array_like, one candidate for each
    K : (n, n) array_like, kernel(X), where it is at hand; None computes it

    Returns
    -------
    distances : (m,) array, ρ(z) ≥ 0
    gradient_norms : (m,) array, ‖∇ρ(z)‖, or None where the kernel is not Gaussian
    """
    K = kernel(X) if K is None else K
    rho = squared_distances(kernel.diagonal(points), kernel(points, X), K, W)
    norms = np.linalg.norm(gradients(points, X, W, kernel.gamma), axis=1) if isinstance(kernel, RBF) else None
    return np.maximum(rho, 0), norms


@takes(**OF_FIXED_POINT)
def plain_fixed_point(kernel, X, W, start, tol=1e-8, max_iter=1000):
    """Find pre-images the plain way: z ← Σᵢ wᵢK(z, xᵢ)xᵢ / Σᵢ wᵢK(z, xᵢ), again and again, from one start each.

    The step goes down the gradient of ρ(z) = ‖Φ(z) − Σᵢ wᵢΦ(xᵢ)‖², which is to be minimized, as long as the denominator
    is positive; where it is not, the point stays. `fixed_point` tells the ways to fail apart and tries again.

    Parameters
    ----------
    kernel : RBF
    X, W, start, tol, max_iter : as in `fixed_point`

    Returns
    -------
    (m, p) array, which `certify` judges: the gradient of ρ is 0 where a point has arrived
    """
    Z, moving = start.copy(), np.arange(len(start))
    for _ in range(max_iter):
        D = (W[moving] * rbf(Z[moving], X, kernel.gamma)).sum(axis=1)
        moving = moving[D > 0]
        new = fixed_point_step(Z[moving], X, W[moving], kernel.gamma)
        arrived = np.linalg.norm(new - Z[moving], axis=1) <= tol * spread(X)
        Z[moving], moving = new, moving[~arrived]
        if not len(moving):
            break
    return Z


def spread(X):
    """The root of the summed variances of the coordinates; 1 where all points are one."""
    return math.hypot(*deviations(X)) or 1.0


@takes(
    X=as_points,
    start=fitting(lambda start, name, given: as_vector(start, name, given["X"].shape[1])),
    w=one_each("X"),
    gamma=number_from(0),
    steps=integer_from(),
)
def fixed_point_path(start, X, w, gamma, steps):
    """Follow the iteration of the fixed point from one start.

    Parameters
    ----------
    start : (p,) array_like
    X : (n, p) array_like, training points
    w : (n,) array_like, the vector Σᵢ wᵢΦ(xᵢ)
    gamma : float, γ > 0
    steps : int ≥ 1

    Returns
    -------
    (steps + 1, p) array, the start first
    """
    path = [start]
    for _ in range(steps):
        path.append(fixed_point_step(path[-1][None], X, w, gamma)[0])
    return np.array(path)


def _is_flat(W):
    """Whether W is one list of numbers, and not a list of rows."""
    if isinstance(W, list | tuple):
        return len(W) > 0 and not any(np.iterable(row) for row in W)
    return getattr(W, "ndim", 2) == 1


def _as_weights(W, name, m, n, of):
    """A vector of feature space for each of m points: W has a row for each, or is the one vector of all."""
    if _is_flat(W):
        return np.repeat(as_vector(W, name, n)[None], m, axis=0)
    W = as_matrix(W, name)
    if W.shape != (m, n):
        raise ValueError(
            f"{name} must have a row a point of {of} and a column a training point, {(m, n)}, got {W.shape}."
        )
    return W


def _as_gram_of(K, name, n):
    K = as_gram(K, name)
    if len(K) != n:
        raise ValueError(f"K must be the Gram matrix of the {n} rows of X, got shape {K.shape}.")
    return K
