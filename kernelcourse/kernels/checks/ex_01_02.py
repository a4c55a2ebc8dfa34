"""The Gaussian kernel between two sets"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import agreement
from kernelsy19.kernels.equations import laplacian, rbf, squared_euclidean

TwoSets = namedtuple("TwoSets", "X Y gamma")  # two sets of points and the parameter of the kernel


def problems(rng):
    """Draw two sets of different sizes, in one to three dimensions."""
    for n, m, p in ((2, 3, 1), (4, 2, 2), (5, 5, 3)):
        yield TwoSets(rng.normal(size=(n, p)), rng.normal(size=(m, p)), float(rng.uniform(0.3, 2.0)))


def edge(rng):
    X, gamma = rng.normal(size=(3, 2)), float(rng.uniform(0.3, 2.0))
    return {
        "a point that is in both sets": TwoSets(X, np.vstack([rng.normal(size=(1, 2)), X[:1]]), gamma),
        "one point in each set": TwoSets(X[:1], X[1:2], gamma),
        "a point that is near and one that is far": TwoSets(X, X[:2] + np.array([[0.1], [5.0]]), gamma),
    }


def solve(X, Y, gamma):
    """exp(−γ‖x − y‖²)."""
    return rbf(X, Y, gamma)


certify = agreement(
    "largest | Kᵢⱼ − exp(−γ‖xᵢ − yⱼ‖²) |",
    lambda X, Y, gamma: np.array([[np.exp(-gamma * np.sum((x - y) ** 2)) for y in Y] for x in X]),
    1e-12,
)


def exponents(X, Y, gamma):
    return -gamma * squared_euclidean(X, Y)


def differences(X, Y):
    return X[:, None] - Y[None]
