"""The assignment"""

import numpy as np

from kernelcourse.cmeans.checks.draws import Prototypes
from kernelcourse.judging.certificates import Certificate
from kernelsy19.kernels import squared_euclidean


def problems(rng):
    """Draw few points, which are easy to follow, and many, on which another distance shows."""
    for n, p, c in ((4, 2, 2), (8, 3, 3), (40, 2, 4), (60, 4, 6)):
        yield Prototypes(rng.normal(size=(n, p)) * [3, *[0.5] * (p - 1)], rng.normal(size=(c, p)) * 2)


def edge(rng):
    X, V = rng.normal(size=(7, 2)), rng.normal(size=(3, 2)) * 2
    return {
        "points that lie on prototypes": Prototypes(np.vstack([V, X]), V),
        "a prototype that no point is near": Prototypes(X, np.vstack([[50.0, 50.0], V])),
        "one prototype on a diagonal, others on axes": _diagonal(rng),
        "a single prototype": Prototypes(X, V[:1]),
    }


def _diagonal(rng):
    """Draw a point to which the nearest prototype has the larger sum of absolute differences."""
    side = rng.uniform(1.0, 2.0)
    V = side * np.array([[1.0, 1.0, 1.0], [0.0, 1.9, 0.0], [-3.0, 0.0, 0.0]])
    return Prototypes(np.vstack([np.zeros(3), 0.9 * V]), V[rng.permutation(3)])


def solve(X, V):
    """For each point the number of the nearest prototype."""
    return squared_euclidean(X, V).argmin(axis=1)


def certify(problem, labels):
    X, V = problem
    if not np.isin(labels, np.arange(len(V))).all():
        return Certificate(f"every label is one of 0, …, {len(V) - 1}", False)
    paid = ((X - V[labels]) ** 2).sum(axis=1)
    best = np.min([((X - v) ** 2).sum(axis=1) for v in V], axis=0)
    return Certificate("most that a point pays above its nearest prototype", (paid - best).max(), 1e-12)
