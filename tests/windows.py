"""Samples and bandwidths for the tests of Parzen windows."""

import numpy as np
from sklearn.datasets import load_iris

SLANTED = np.array([[0.5, 0.3], [0.3, 0.4]])


def sample(n=40, p=2, seed=0):
    return np.random.default_rng(seed).normal(size=(n, p))


def iris():
    """Sepal width and petal length, the two columns of the lecture."""
    return load_iris().data[:, 1:3]


BANDWIDTHS = [0.7, [0.5, 0.9], SLANTED]
