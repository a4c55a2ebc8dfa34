"""Degrees of freedom"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import agreement
from kernelcourse.ridge.checks.draws import centered
from kernelsy19.kernels import RBF
from kernelsy19.ridge.equations import degrees_of_freedom, shrinkage

Priced = namedtuple("Priced", "K lam")  # a Gram matrix and the price of the squared norm


def problems(rng):
    """Draw Gram matrices of points of the plane."""
    for n in (3, 6, 12):
        yield Priced(RBF(0.6)(rng.normal(size=(n, 2))), float(rng.uniform(0.2, 1.5)))


def edge(rng):
    lam = float(rng.uniform(0.2, 1.5))
    return {
        "points that are all the same": Priced(np.ones((4, 4)), lam),
        "points that have nothing in common": Priced(np.eye(5), lam),
        "a single point": Priced(np.ones((1, 1)), lam),
    }


def solve(K, lam):
    """The sum of the shares v/(v + λ) over the eigenvalues of K."""
    return degrees_of_freedom(shares(K, lam))


def eigenvalues(K):
    return np.maximum(np.linalg.eigvalsh(K), 0)


def shares(K, lam):
    return shrinkage(eigenvalues(K), lam)


def smoother(K, lam):
    return np.linalg.solve(K + lam * np.eye(len(K)), K)


certify = agreement("| df − the trace of K(K + λI)⁻¹ |", lambda K, lam: np.trace(smoother(K, lam)))
