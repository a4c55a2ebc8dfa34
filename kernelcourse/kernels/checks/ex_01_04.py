"""Distances to the mean, from K alone"""

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.kernels.checks.draws import mapped as problems
from kernelcourse.kernels.checks.draws import of_coordinates


def edge(rng):
    a, b = rng.integers(1, 5, size=2).astype(float)
    return {
        "points that are all the same": of_coordinates(np.array([[a, b]] * 3)),
        "a mean at the origin": of_coordinates(np.array([[a, b], [-a, b], [0.0, -2 * b]])),
    }


def solve(K, *, own=1.0, mixed=-2.0, mean=1.0):
    """‖Φ(xᵢ)‖² − 2Φ(xᵢ)·m + ‖m‖²."""
    return own * np.diagonal(K) + mixed * K.mean(axis=1) + mean * K.mean()


def certify(problem, d2):
    exact = ((problem.Phi - problem.Phi.mean(axis=0)) ** 2).sum(axis=1)
    return Certificate("largest | dᵢ² − ‖Φ(xᵢ) − m‖² |, from coordinates", np.abs(d2 - exact).max(), 1e-10)


def to_mean_of_others(K):
    """Squared distances to the mean of all other points."""
    n = len(K)
    others = (np.ones((n, n)) - np.eye(n)) / (n - 1)
    return np.diagonal(K) - 2 * (others * K).sum(axis=1) + np.einsum("ij,jk,ik->i", others, K, others)
