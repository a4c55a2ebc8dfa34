"""How far from the best tube?"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelsy19.kernels import RBF
from kernelsy19.svm.regression import solve_regression

# Points with numbers, a price and a half width, and a function: weights that are allowed, and an offset
Tube = namedtuple("Tube", "K y C epsilon beta b")


def problems(rng):
    """Draw weights that are allowed and not the best, with points inside the tube and outside."""
    for n, C, epsilon in ((6, 2.0, 0.3), (9, 0.5, 0.7), (14, 3.0, 0.2)):
        yield _tube(rng, n, C, epsilon)


def edge(rng):
    K, y, C, epsilon, *_ = _tube(rng, 8, 1.5, 0.25)
    best = solve_regression(K, y, C, epsilon, tol=1e-12)
    wide = float(np.abs(y).max()) + 1
    return {
        "the best weights: the gap is 0": Tube(K, y, C, epsilon, best.beta, best.b),
        "no weights, and a tube around all points": Tube(K, y, C, wide, 0 * y, 0.0),
    }


def _tube(rng, n, C, epsilon):
    X = rng.normal(size=(n, 2))
    y, beta = X[:, 0] + rng.normal(size=n) + 1, rng.uniform(-0.4, 0.4, size=n) * C
    return Tube(RBF(0.5)(X), y, C, epsilon, beta - beta.mean(), float(y.mean()))


def solve(K, y, C, epsilon, beta, b, *, misses=None, cost=None, halves=(0.5, 0.5), sizes=None):
    """What the function costs less the dual value of its weights."""
    w2 = beta @ K @ beta
    misses = np.maximum(0, np.abs(y - K @ beta - b) - epsilon) if misses is None else misses
    sizes = np.abs(beta) if sizes is None else sizes
    cost = C * misses.sum() if cost is None else cost
    return halves[0] * w2 + cost - (y @ beta - epsilon * sizes.sum() - halves[1] * w2)


def certify(problem, answer):
    """The gap, summed point by point: what each pays, less what its weight gains and costs."""
    K, y, C, epsilon, beta, b = problem
    f = K @ beta + b
    gap = sum(
        C * np.maximum(0.0, abs(y[i] - f[i]) - epsilon) - beta[i] * (y[i] - f[i]) + epsilon * abs(beta[i])
        for i in range(len(y))
    )
    return Certificate(
        "difference from the gap, summed point by point", abs(answer - gap) / max(1.0, abs(gap)), 1e-9
    )
