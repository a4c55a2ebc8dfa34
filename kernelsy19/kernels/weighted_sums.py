"""What decisions of all machines share: a weighted sum of kernel values at the training points, asked for elsewhere."""

import numpy as np

from kernelsy19.validation import as_vector

CONSTANT = 1e-10  # share of the largest diagonal entry by which the others may differ from it


def require_training_points(X, n):
    """Refuse points that are not as many as a solution was fitted to."""
    if len(X) != n:
        raise ValueError(f"X must be the {n} training points of the solution, got {len(X)}.")


def precomputed_diagonal(k, X, K_xx, m):
    """(m,) K(x, x) of new points where k is precomputed: what is given, or the constant diagonal of the training K."""
    if K_xx is not None:
        return as_vector(K_xx, "K_xx", m)
    diagonal = k.diagonal(X)
    if np.ptp(diagonal) > CONSTANT * np.abs(diagonal).max():
        raise ValueError(
            "K_xx, the values K(x, x) of the new points, must be given: the diagonal of the precomputed training "
            f"matrix is not constant (it goes from {diagonal.min():.3g} to {diagonal.max():.3g})."
        )
    return np.full(m, diagonal.mean())


def expansion_on_grid(k, S, weights, x, y):
    """(h, w) Σᵢ wᵢ K(z, sᵢ) and K(z, z) on all points z of a grid in the plane, the latter a float if constant."""
    x, y = as_vector(x, "x"), as_vector(y, "y")
    sums = k.sums_on_grid(x, y, S, weights)
    if k.constant_diagonal:
        return sums, k.evaluate_diagonal(S[:1])[0]
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    return sums, k.evaluate_diagonal(points).reshape(sums.shape)
