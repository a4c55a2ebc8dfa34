"""Mixtures with points, on which several exercises of chapter 15 are tried."""

from collections import namedtuple

import numpy as np

Mixture = namedtuple("Mixture", "X w mu sd")  # points, and a mixture of the plane or of space


def mixture_of(rng, n, k, p, spread=1.5):
    """Draw a mixture and points from about it."""
    X, w, mu = spread * rng.normal(size=(n, p)), rng.dirichlet(np.full(k, 4.0)), rng.normal(size=(k, p))
    return Mixture(X, w, spread * mu, rng.uniform(0.6, 1.8, size=(k, p)))
