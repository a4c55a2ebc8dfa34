"""Learn the way back"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelsy19.denoising.equations import ridge_coefficients
from kernelsy19.kernels import rbf
from kernelsy19.kernels.geometry import center_gram

# Gram matrix of projections, the points they belong to, and η
Regression = namedtuple("Regression", "K_z X ridge")


def problems(rng):
    """Draw projections and points whose mean is not 0."""
    for n, p in ((3, 1), (6, 2), (8, 3)):
        Z = rng.normal(size=(n, 2))
        yield Regression(rbf(Z, Z, 0.7), rng.normal(size=(n, p)) + 4.0, float(rng.uniform(0.1, 0.8)))


def edge(rng):
    Z, X = rng.normal(size=(5, 2)), rng.normal(size=(5, 2)) + 4.0
    return {
        "a very small η, with which every point nearly comes back": Regression(rbf(Z, Z, 0.7), X, 1e-4),
        "a very large η, which leaves the mean alone": Regression(rbf(Z, Z, 0.7), X, 1e6),
    }


def solve(K_z, X, ridge, *, mean=None):
    """x̄ + K(K + ηI)⁻¹(X − x̄)."""
    mean = X.mean(axis=0) if mean is None else mean
    return mean + K_z @ np.linalg.solve(K_z + ridge * np.eye(len(X)), X - mean)


def certify(problem, P):
    K_z, X, ridge = problem
    F = P - X.mean(axis=0)
    residual = np.abs(K_z @ (X - P) - ridge * F).max() / max(1.0, ridge)
    return Certificate(
        "largest | K(X − P) − η(P − x̄) |, which is 0 for the ridge regression",
        residual,
        1e-8,
        otherwise="what is left of the equations of the ridge regression",
    )
