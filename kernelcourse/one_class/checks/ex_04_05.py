"""ν = 1: choose the threshold"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelsy19.kernels import RBF, Laplacian

Rejecting = namedtuple("Rejecting", "K m")  # kernel values, and how many points to reject


def problems(rng):
    """Draw points, a few or nearly all of which are to be rejected."""
    for n, low, high in ((5, 1, 3), (12, 4, 8), (20, 12, 18)):
        yield Rejecting(RBF(0.8)(rng.normal(size=(n, 2))), int(rng.integers(low, high)))


def edge(rng):
    return {
        "one point is rejected": Rejecting(Laplacian(0.6)(rng.normal(size=(6, 2))), 1),
        "all points but one are rejected": Rejecting(RBF(0.5)(rng.normal(size=(9, 2))), 8),
    }


def solve(K, m):
    """The lowest density but m."""
    return np.sort(K.mean(axis=1))[m]


def certify(problem, eta):
    density = [sum(row) / len(problem.K) for row in problem.K]
    kept = sorted(density)[problem.m :]
    return Certificate(
        "| η − the lowest density of a point that is kept |",
        abs(eta - min(kept)),
        1e-10,
        otherwise="distance of your η from the largest that rejects just m points",
    )


def rejects_fewer(problem, eta):
    return _rejected_too_many(problem, eta) < 0


def rejects_more(problem, eta):
    return _rejected_too_many(problem, eta) > 0


def _rejected_too_many(problem, eta):
    """How many points more than m a threshold rejects; NaN within 1% of the right one, which may be rounding."""
    right = solve(*problem)
    count = int(np.sum(problem.K.mean(axis=1) < eta)) - problem.m
    return count if abs(eta - right) > 0.01 * right else np.nan
