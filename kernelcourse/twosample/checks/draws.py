"""Two samples of mapped points, on which several exercises of chapter 17 are tried."""

from collections import namedtuple

import numpy as np

# Kernel values within the first sample, between both, and within the second; and the mapped points
Samples = namedtuple("Samples", "K_x K_xy K_y Phi_x Phi_y")


def samples(rng):
    """Draw two samples of mapped points, of different sizes."""
    for n, m, D in ((3, 2, 3), (4, 6, 3), (7, 5, 4)):
        yield of_points(rng.normal(size=(n, D)) + rng.normal(size=D), rng.normal(size=(m, D)))


def of_points(Phi_x, Phi_y):
    return Samples(Phi_x @ Phi_x.T, Phi_x @ Phi_y.T, Phi_y @ Phi_y.T, Phi_x, Phi_y)


def pairs_mean(K):
    """The mean over the pairs of different points."""
    return (K.sum() - np.trace(K)) / (len(K) * (len(K) - 1))
