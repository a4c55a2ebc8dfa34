"""Mixtures with points, on which several exercises of chapter 15 are tried."""

from typing import NamedTuple

import numpy as np


class Mixture(NamedTuple):
    """Points, and a mixture of the plane or of space."""

    X: np.ndarray
    w: np.ndarray
    mu: np.ndarray
    sd: np.ndarray


def mixture_of(rng, n, k, p, spread=1.5):
    """Draw a mixture and points from about it."""
    X, w, mu = spread * rng.normal(size=(n, p)), rng.dirichlet(np.full(k, 4.0)), rng.normal(size=(k, p))
    return Mixture(X, w, spread * mu, rng.uniform(0.6, 1.8, size=(k, p)))
