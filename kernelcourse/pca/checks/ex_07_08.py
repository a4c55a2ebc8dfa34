"""More pixels than images"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.pca.checks.draws import are_apart, first, same_up_to_signs

# Centered points with many more variables than points, and how many axes are wanted
Wide = namedtuple("Wide", "X q")


def problems(rng):
    """Draw few points of many variables."""
    for n, p, q in ((3, 8, 1), (5, 40, 2), (6, 300, 3)):
        yield _wide(rng, n, p, q)


def edge(rng):
    twice = _wide(rng, 3, 30, 1).X
    return {
        "all axes that there are": _wide(rng, 4, 20, 3),
        "each image twice": Wide(np.vstack([twice, twice]), 1),
        "images of 1,500 pixels": _wide(rng, 5, 1500, 2),
    }


def _wide(rng, n, p, q):
    while True:
        X = rng.normal(size=(n, p)) * np.linspace(2.0, 0.7, n)[:, None]
        X = X - X.mean(axis=0)
        if are_apart(np.linalg.eigvalsh(X @ X.T), q):
            return Wide(X, q)


def memory(problem):
    """Bytes of half a p × p matrix where that is more than a megabyte, else None: little problems are not measured."""
    size = 8 * problem.X.shape[1] ** 2 // 2
    return size if size > 10**6 else None


too_large = (
    "your axes may be right, but on the way you held half a matrix of p × p or more: a full one, or an `svd` "
    "that makes all p axes"
)


def solve(X, q, *, scale=lambda values: 1 / np.sqrt(values)):
    """Xᵀ times the first unit eigenvectors of XXᵀ, each times a scale made of its eigenvalue, one a row."""
    values, vectors = first(X @ X.T, q)
    return (vectors * scale(values)).T @ X


def certify(problem, U):
    X, n = problem.X, len(problem.X)
    values = np.linalg.eigvalsh(X @ X.T)[::-1][: problem.q] / n
    error = np.abs((U @ X.T) @ X / n - values[:, None] * U).max() / values[0]
    return [
        Certificate("largest | Su − λu |, over λ₁", error, 1e-8),
        Certificate("largest | uₗ·uₘ − [l = m] |", np.abs(U @ U.T - np.eye(problem.q)).max(), 1e-8),
    ]


def same(a, b):
    return same_up_to_signs(np.transpose(a), np.transpose(b))


def unit(U):
    """Rows of length 1."""
    return U / np.maximum(np.linalg.norm(U, axis=1, keepdims=True), 1e-300)


def unscaled(X):
    """Rows of the matrix of eigenvectors, the last first, times X."""
    return np.linalg.eigh(X @ X.T)[1][::-1] @ X


def are_last(problem, U):
    """Whether the first row, which is not 0, holds none of the axes that are asked for."""
    return bool(U[0].any() and np.abs(solve(*problem) @ U[0]).max() < 1e-6)
