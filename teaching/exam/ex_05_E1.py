"""What merging two clusters costs"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

Merger = namedtuple("Merger", "X labels k l")  # a partition, and two of its clusters


def problems(rng):
    """Draw clusters of different sizes, and two of them."""
    for sizes in ((1, 2), (2, 3, 4), (4, 2, 1, 3)):
        labels = np.repeat(np.arange(len(sizes)), sizes)
        X = rng.normal(size=(len(labels), 2)) + rng.normal(size=2)
        k, l = rng.permutation(len(sizes))[:2]
        yield Merger(X, labels, int(k), int(l))


def solve(X, labels, k, l, *, factor=lambda a, b, n: a * b / (a + b), root=1.0):
    """The squared distance of the two means, times nₖnₗ / (nₖ + nₗ)."""
    A, B = X[labels == k], X[labels == l]
    d2 = np.sum((A.mean(axis=0) - B.mean(axis=0)) ** 2)
    return factor(len(A), len(B), len(X)) * d2**root


def certify(problem, answer):
    """J after the merger less J before, point by point."""

    def J(labels):
        groups = [problem.X[labels == label] for label in np.unique(labels)]
        return sum(np.dot(x - group.mean(axis=0), x - group.mean(axis=0)) for group in groups for x in group)

    rise = J(np.where(problem.labels == problem.l, problem.k, problem.labels)) - J(problem.labels)
    return Certificate("error of the rise of J", abs(answer - rise), 1e-9)


def merged_cost(X, labels, k, l):
    both = X[(labels == k) | (labels == l)]
    return np.sum((both - both.mean(axis=0)) ** 2)
