"""Points that count more"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelsy19.kernels import RBF

# Kernel values, what was measured, how much each point counts, and λ.
Weighted = namedtuple("Weighted", "K y weights lam")


def problems(rng):
    """Draw points of different weights."""
    for n in (3, 5, 8):
        X = rng.normal(size=(n, 2))
        weights, lam = rng.uniform(0.3, 3.0, size=n), rng.uniform(0.2, 1.0)
        yield Weighted(RBF(1.0)(X, X), rng.normal(size=n), weights, lam)


def edge(rng):
    return {"all weights are 1": Weighted(np.eye(2) + 0.5, rng.normal(size=2), np.ones(2), 0.5)}


def solve(K, y, weights, lam, *, power=1.0):
    """(K + diag(λ/wᵢ)) α = y."""
    return np.linalg.solve(K + np.diag(lam / weights**power), y)


def certify(problem, alpha):
    K, y, weights, lam = problem
    error = np.abs(lam * alpha - weights * (y - K @ alpha)).max()
    return Certificate("largest | λαᵢ − wᵢ(yᵢ − f(xᵢ)) |", error, 1e-9, otherwise="largest slope of J")
