"""What a partition costs"""

from collections import namedtuple

import numpy as np

from kernelcourse.cmeans.checks.draws import labels_of, means
from kernelcourse.judging.certificates import agreement
from kernelsy19.kernels import squared_euclidean

Partition = namedtuple("Partition", "X labels")  # points and their clusters


def problems(rng):
    """Draw points and partitions without empty clusters; three of them all cost something."""
    for n, p, c, least in ((4, 1, 2, 1), (7, 2, 3, 2), (9, 3, 3, 2)):
        yield Partition(rng.normal(size=(n, p)) + 1, labels_of(rng, n, c, least))


def edge(rng):
    X = rng.normal(size=(6, 2)) + 1
    return {
        "a cluster of one point": Partition(X, np.array([0, 1, 0, 0, 0, 0])),
        "all points in one cluster": Partition(X, np.zeros(6, dtype=int)),
    }


def solve(X, labels, *, center=np.mean, clusters=slice(None), share=np.ones_like):
    """What the clusters cost, each times its share, a function of their sizes."""
    costs = [((x - center(x, axis=0)) ** 2).sum() for x in groups(X, labels)]
    return float((share(np.bincount(labels)) * costs)[clusters].sum())


def groups(X, labels):
    return [X[labels == k] for k in range(labels.max() + 1)]


def paid(X, labels):
    """What each point pays."""
    return ((X - means(X, labels)[labels]) ** 2).sum(axis=1)


def pairs(X, labels):
    """Squared distances of all ordered pairs of a cluster, a number for each cluster."""
    return np.array([squared_euclidean(x, x).sum() for x in groups(X, labels)])


certify = agreement(
    "difference from Σₖ 1/(2nₖ) Σᵢⱼ ‖xᵢ − xⱼ‖² over the pairs of each cluster",
    lambda X, labels: (pairs(X, labels) / (2 * np.bincount(labels))).sum(),
)
