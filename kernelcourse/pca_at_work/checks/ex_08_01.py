"""Shares of the variance"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.kernels.geometry import center_gram

Centered = namedtuple("Centered", "K q")  # a centered Gram matrix, and how many components are asked for


def problems(rng):
    """Draw Gram matrices of kernels that hold variance in many components."""
    for n, q, k in ((5, 2, Polynomial(2)), (8, 4, RBF(0.3)), (12, 3, RBF(1.0))):
        yield Centered(center_gram(k(rng.normal(size=(n, 2)))), q)


def edge(rng):
    X = rng.normal(size=(6, 2))
    return {
        "one component": Centered(center_gram(RBF(0.5)(X)), 1),
        "as many components as points": Centered(center_gram(RBF(0.5)(X)), 6),
        "more components than there is variance for": Centered(center_gram(Linear()(X)), 4),
    }


def solve(K, q, *, power=1.0):
    """Sums of the largest eigenvalues, over the sum of all."""
    values = np.maximum(eigenvalues(K), 0) ** power
    return np.cumsum(values[:q]) / values.sum()


def eigenvalues(K):
    """All eigenvalues, falling."""
    return np.linalg.eigvalsh(K)[::-1]


def certify(problem, shares):
    values, vectors = np.linalg.eigh(problem.K)
    lost = []
    for m in range(1, problem.q + 1):
        V = vectors[:, ::-1][:, :m]
        lost.append(np.trace(problem.K - V @ V.T @ problem.K) / values.sum())
    error = np.abs(np.asarray(shares) - (1 - np.array(lost))).max()
    return Certificate("largest | share − (1 − what the projection loses) |", error, 1e-9)
