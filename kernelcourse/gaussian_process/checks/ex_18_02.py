"""Draw functions that agree with the targets"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelsy19.kernels import RBF

# Mean and covariance of f at some places, and independent standard normal numbers, a column for each draw
Posterior = namedtuple("Posterior", "mean S Z")


def problems(rng):
    """Draw posteriors of few places, and more columns of numbers than places: so a map is known from what it does."""
    for m in (2, 3, 5):
        yield _posterior(rng, 2.0 * np.arange(m)[:, None] / m + rng.uniform(0, 0.2, size=(m, 1)))


def edge(rng):
    return {"a single place": _posterior(rng, rng.normal(size=(1, 1)))}


def _posterior(rng, x):
    m = len(x)
    S = RBF(2.0)(x) + 0.2 * np.diag(rng.uniform(0.5, 1.5, size=m))
    return Posterior(rng.normal(size=m) + 1, rng.uniform(0.5, 2.0) * S, rng.normal(size=(m, m + 4)))


def solve(mean, S, Z):
    """The mean, and a factor of the covariance times the numbers."""
    return mean[:, None] + np.linalg.cholesky(S) @ Z


def certify(problem, answer):
    mean, S, Z = problem
    L = (answer - mean[:, None]) @ np.linalg.pinv(Z)
    unexplained = answer - mean[:, None] - L @ Z
    return (
        Certificate("your draws − mean − L Z, for the L that explains most", np.abs(unexplained).max(), 1e-8),
        Certificate("entries of LLᵀ − S", np.abs(L @ L.T - S).max(), 1e-8),
    )
