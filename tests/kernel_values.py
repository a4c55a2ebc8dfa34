"""Points, kernels, and kernel values by loops."""

import math
import re

import numpy as np
from hypothesis import strategies as st


def dot(x, y):
    return math.fsum(a * b for a, b in zip(x, y, strict=True))


def squared_distance(x, y):
    return math.fsum((a - b) ** 2 for a, b in zip(x, y, strict=True))


def city_block(x, y):
    return math.fsum(abs(a - b) for a, b in zip(x, y, strict=True))


def tilted(X, Y):
    """x·y + (x₁ y₁)³: a kernel given as a function."""
    return X @ Y.T + np.outer(X[:, 0], Y[:, 0]) ** 3


def without_address(value):
    """repr without memory addresses, which would give each worker of a parallel run other tests."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))


def points(n, p, seed=0, scale=1.0):
    return scale * np.random.default_rng(seed).normal(size=(n, p))


def with_duplicates(X):
    return np.vstack([X, X[:1], X[:1], np.zeros_like(X[:1])])


values = st.floats(-3, 3).map(lambda v: round(v, 3))
