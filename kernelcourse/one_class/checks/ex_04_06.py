"""ν → 0: how good is a guess?"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import agreement
from kernelsy19.ball.equations import dual_objective, squared_distances_to_center
from kernelsy19.kernels import RBF, Linear, Polynomial

NO_GAP = 1e-12  # share of the largest kernel value up to which a gap is rounding

Guess = namedtuple("Guess", "K alpha")  # weights that are feasible and not optimal


def problems(rng):
    """Draw weights of no particular ball."""
    for n, kernel in ((3, Linear()), (7, Polynomial(2)), (12, RBF(0.5))):
        alpha = rng.uniform(0.1, 1, size=n)
        yield Guess(kernel(rng.normal(size=(n, 2))), alpha / alpha.sum())


def edge(rng):
    K = Polynomial(2, offset=1.0)(rng.normal(size=(5, 2)))
    return {
        "all weight is on one point": Guess(K, rng.permutation(np.eye(5)[0])),
        "one point only": Guess(np.array([[rng.uniform(1, 2)]]), np.ones(1)),
    }


def solve(K, alpha, *, R2=None, dual=None):
    """The largest squared distance from c, less L_D(α)."""
    R2 = distances(K, alpha).max() if R2 is None else R2
    return R2 - (dual_objective(K, alpha) if dual is None else dual)


def distances(K, alpha):
    return squared_distances_to_center(np.diagonal(K), K, K, alpha)


def _by_loops(K, alpha):
    n = len(K)
    norm2 = sum(alpha[i] * alpha[j] * K[i, j] for i in range(n) for j in range(n))
    farthest = max(K[i, i] - 2 * sum(alpha[j] * K[i, j] for j in range(n)) + norm2 for i in range(n))
    return farthest - (sum(alpha[i] * K[i, i] for i in range(n)) - norm2)


certify = agreement("error of the gap, summed in loops", _by_loops, 1e-9)


def is_no_gap(problem, gap):
    return abs(gap) <= NO_GAP * np.abs(problem.K).max()
