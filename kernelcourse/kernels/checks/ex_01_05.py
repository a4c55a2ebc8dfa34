"""Angles, from K alone"""

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.kernels.checks.draws import mapped as problems
from kernelcourse.kernels.checks.draws import of_coordinates
from kernelsy19.kernels.geometry import center_gram


def edge(rng):
    a, b = rng.integers(2, 6, size=2).astype(float)
    return {
        "two points in one direction, not at one distance": of_coordinates(
            np.array([[a, 0.0], [7 * a, 0.0]])
        ),
        "two points in opposite directions": of_coordinates(np.array([[a, 0.0], [-b, 0.0]])),
        "two points at a right angle": of_coordinates(np.array([[a, 0.0], [0.0, b]])),
    }


def solve(K, *, power=0.5):
    """K(x, y) / √(K(x, x)K(y, y))."""
    return K / np.outer(np.diagonal(K), np.diagonal(K)) ** power


def certify(problem, C):
    unit = problem.Phi / np.linalg.norm(problem.Phi, axis=1, keepdims=True)
    error = np.abs(C - unit @ unit.T).max()
    return Certificate("largest | Cᵢⱼ − cos ∠(Φ(xᵢ), Φ(xⱼ)) |, from coordinates", error, 1e-10)


def lengths(K):
    return np.sqrt(np.diagonal(K))


def is_multiple(problem, C):
    """Whether the answer is K times one number."""
    return np.linalg.matrix_rank(np.stack([C.ravel(), problem.K.ravel()])) == 1
