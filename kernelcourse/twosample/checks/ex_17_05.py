"""The median heuristic"""

from collections import namedtuple

import numpy as np
from scipy.spatial.distance import pdist

from kernelcourse.judging.certificates import Certificate

Points = namedtuple("Points", "X Y")  # two samples of points


def problems(rng):
    """Draw samples whose pairs are even in number, so that the median lies between two of them; some share a point."""
    for n, m, p, shared in ((2, 3, 2, 0), (5, 3, 3, 1), (4, 5, 2, 2)):
        X, Y = rng.normal(size=(n, p)), rng.normal(size=(m, p)) + 1
        yield Points(X, np.concatenate([X[:shared], Y[shared:]]))


def edge(rng):
    a, b = rng.normal(size=(2, 3, 2))
    return {
        "one point in each sample": Points(a[:1], b[:1] + 2),
        "a point stands in both samples": Points(a, np.concatenate([a[:1], b[:1]])),
        "points of one coordinate": Points(rng.normal(size=(4, 1)), rng.normal(size=(4, 1))),
    }


def solve(X, Y, *, factor=2.0, pairs="i < j", of="both", power=2, middle=np.median):
    """1 over twice the median of the squared distances of all pairs; or of other pairs, or distances."""
    if of == "across":
        D = np.sqrt(((X[:, None] - Y) ** 2).sum(axis=2)).ravel()
    else:
        Z = np.concatenate([X, Y])
        D = np.sqrt(((Z[:, None] - Z) ** 2).sum(axis=2))
        D = D.ravel() if pairs == "all" else D[np.triu_indices(len(Z), 1)]
    return 1 / (factor * middle(D**power))


def certify(problem, answer):
    median = np.median(pdist(np.concatenate(problem), "sqeuclidean"))
    return Certificate(
        "| your γ · 2 · median − 1 |", abs(answer * 2 * median - 1), 1e-9, otherwise="relative error of γ"
    )


def squared_median(X, Y):
    """1 over twice the square of the median distance."""
    return 1 / (2 * np.median(pdist(np.concatenate([X, Y]))) ** 2)
