"""Many variables, few points"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelsy19.ridge.equations import primal_from_dual

forbids = ("kernelsy19.ridge.primal_from_dual", "kernelsy19.ridge.solve_ridge")

Regression = namedtuple("Regression", "X y lam")  # points, targets, and the price of the squared coefficients


def problems(rng):
    """Draw few points of many variables."""
    for n, p in ((2, 4), (4, 7), (6, 20)):
        yield Regression(rng.normal(size=(n, p)), rng.normal(size=n) + 1, float(rng.uniform(0.3, 3.0)))


def edge(rng):
    X, y = rng.normal(size=(7, 3)), rng.normal(size=7) + 1
    return {
        "a single point": Regression(X[:1], y[:1], 0.5),
        "the same point twice": Regression(X[[0, 0, 1]], y[:3], 0.7),
        "more points than variables": Regression(X, y, 0.4),
        "very many variables": Regression(rng.normal(size=(4, 1500)), y[:4], 0.5),
    }


def memory(problem):
    """Bytes of half a p × p matrix where that is more than a megabyte, else None: little problems are not measured."""
    size = 8 * problem.X.shape[1] ** 2 // 2
    return size if size > 10**6 else None


too_large = (
    "your β may be right, but on the way you held half a matrix of p × p or more: "
    "that is a system of p equations"
)


def solve(X, y, lam):
    """β = Xᵀ(XXᵀ + λI)⁻¹y."""
    return primal_from_dual(X, y, lam)


def certify(problem, beta):
    slope = problem.X.T @ (problem.y - problem.X @ beta) - problem.lam * beta
    return Certificate("largest slope of ‖y − Xβ‖² + λ‖β‖² at your β, over 2", np.abs(slope).max(), 1e-8)


def least_squares(X, y):
    return np.linalg.lstsq(X, y, rcond=None)[0]


def moved(beta, lam):
    """Coefficients moved by the price toward 0."""
    return np.sign(beta) * np.maximum(np.abs(beta) - lam, 0)


def is_shrunk(problem, beta):
    """Whether the coefficients are those of least squares, all times the same factor."""
    other = least_squares(problem.X, problem.y)
    factor = beta @ other / (other @ other)
    return np.allclose(beta, factor * other, rtol=1e-6, atol=1e-12) and 1e-9 < abs(factor) != 1.0
