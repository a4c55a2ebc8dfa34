"""What decisions of all machines share: a weighted sum of kernel values at the training points, asked for elsewhere."""

import numpy as np

from kernelsy19.validation import as_axis, as_vector

# A decision below this share of the terms that it is the sum of has the sign of its rounding, which depends on how many
# points are asked for at once, and on the processor.
SURFACE_ROUNDING = 1e-13
CONSTANT_TO = 1e-10  # share of the largest diagonal entry by which the others may differ from it


def require_training_points(X, n):
    """Refuse points that are not as many as a solution was fitted to."""
    if len(X) != n:
        raise ValueError(f"X must be the {n} training points of the solution, got {len(X)}.")


def precomputed_diagonal(k, X, K_xx, m):
    """(m,) K(x, x) of new points where k is precomputed: what is given, or the constant diagonal of the training K."""
    if K_xx is not None:
        return as_vector(K_xx, "K_xx", m)
    diagonal = k.diagonal(X)
    if np.ptp(diagonal) > CONSTANT_TO * np.abs(diagonal).max():
        raise ValueError(
            "K_xx, the values K(x, x) of the new points, must be given: the diagonal of the precomputed training "
            f"matrix is not constant (it goes from {diagonal.min():.3g} to {diagonal.max():.3g})."
        )
    return np.full(m, diagonal.mean())


def settled(decisions, sizes):
    """Decisions with 0 for each that is 0 but for rounding, so that a point gets one label in every batch."""
    return np.where(np.abs(decisions) <= SURFACE_ROUNDING * sizes, 0.0, decisions)


def settled_sums(k, X, S, weights, decisions, offset):
    """Do the same for Σᵢ wᵢ K(x, sᵢ) + b, no term of which is above |wᵢ| √(K(x, x) K(sᵢ, sᵢ)); with k = None X is K."""
    if k is None:
        at_x, at_s = np.abs(X).max(axis=1), np.ones(len(weights))
    else:
        at_x, at_s = (np.sqrt(np.abs(k.evaluate_diagonal(points))) for points in (X, S))
    return settled(decisions, np.multiply.outer(at_x, at_s @ np.abs(weights)) + np.abs(offset))


def settled_sums_on_grid(k, S, weights, offset, x, y):
    """(h, w) Σᵢ wᵢ K(z, sᵢ) + b on all points z of a grid in the plane, settled in the same way."""
    sums, K_zz = expansion_on_grid(k, S, weights, x, y)
    size = np.sqrt(np.abs(k.evaluate_diagonal(S))) @ np.abs(weights)
    return settled(sums + offset, np.sqrt(np.abs(K_zz)) * size + np.abs(offset))


def first_of_largest(values, sizes=1.0):
    """The column of the largest number of each row; of those that are equal but for rounding, the first."""
    return (values >= values.max(axis=1, keepdims=True) - SURFACE_ROUNDING * sizes).argmax(axis=1)


def expansion_on_grid(k, S, weights, x, y):
    """(h, w) Σᵢ wᵢ K(z, sᵢ) and K(z, z) on all points z of a grid in the plane, the latter a float if constant."""
    x, y = as_axis(x, "x"), as_axis(y, "y")
    sums = k.sums_on_grid(x, y, S, weights)
    if k.constant_diagonal:
        return sums, k.evaluate_diagonal(S[:1])[0]
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    return sums, k.evaluate_diagonal(points).reshape(sums.shape)
