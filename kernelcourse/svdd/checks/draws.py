"""What several exercises of chapter 13 compute: signs in random order, distances, and the depth in a ball."""

import numpy as np


def signs(rng, n, targets):
    """Signs in random order, so many of them +1."""
    return rng.permutation(np.where(np.arange(n) < targets, 1.0, -1.0))


def distances(c, Phi):
    """Squared distances of mapped points from a center, from coordinates."""
    return ((Phi - c) ** 2).sum(axis=1)


def depths(K_xx, K_xs, K_ss, signed, R2):
    """R² − ‖Φ(x) − c‖², where c has these coefficients, which have signs."""
    return R2 - K_xx + 2 * K_xs @ signed - signed @ K_ss @ signed


def root(squares):
    return np.sqrt(np.maximum(0, squares))
