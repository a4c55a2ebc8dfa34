"""Partitions and their costs, of which several exercises of chapter 05 are made."""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.answers import describe, points

COUNTS_AS_ZERO = 1e-9  # J of coordinates up to 100 that differ by less is rounding

Prototypes = namedtuple("Prototypes", "X V")  # points and prototypes


def labels_of(rng, n, c, least=1):
    """Labels of n points, of each cluster at least so many."""
    return rng.permutation(
        np.append(np.repeat(np.arange(c), least), rng.integers(c, size=n - least * c, dtype=np.intp))
    )


def means(X, labels):
    """Means of the clusters, one a row."""
    return np.array([X[labels == k].mean(axis=0) for k in range(labels.max() + 1)])


def cost(X, labels):
    return sum(((X[labels == k] - X[labels == k].mean(axis=0)) ** 2).sum() for k in np.unique(labels))


def two_groups(most):
    """Form of an answer that is points of the plane and labels 0 and 1."""
    plane = points(2, least=3, most=most)

    def form(answer, expected):
        if not isinstance(answer, tuple | list) or len(answer) != 2:
            return f"expected a pair of points and labels, got {describe(answer)}"
        X, labels = answer
        if fault := plane(X, expected[0]):
            return fault
        labels = np.asarray(labels)
        if labels.dtype.kind not in "biuf" or labels.shape != (len(X),):
            return f"expected {len(X)} labels, one per point, got {describe(answer[1])}"
        if not np.array_equal(np.unique(labels), [0, 1]):
            return "expected labels 0 and 1, with both of them there"
        return None

    return form
