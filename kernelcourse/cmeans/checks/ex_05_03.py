"""The price of a prototype that is not a mean"""

from collections import namedtuple

import numpy as np

from kernelcourse.cmeans.checks.draws import cost, labels_of, means
from kernelcourse.judging.certificates import agreement
from kernelsy19.kernels import squared_euclidean

Moved = namedtuple("Moved", "X labels V")  # a partition, and prototypes that are not its means


def problems(rng):
    """Draw prototypes that are no means."""
    for n, p, c in ((4, 1, 2), (7, 2, 3), (10, 3, 3)):
        yield Moved(rng.normal(size=(n, p)), labels_of(rng, n, c), rng.normal(size=(c, p)))


def edge(rng):
    X, labels = rng.normal(size=(7, 2)), np.array([0, 0, 1, 0, 2, 2, 0])
    return {
        "prototypes that are the means": Moved(X, labels, means(X, labels)),
        "a cluster of one point": Moved(X, labels, rng.normal(size=(3, 2))),
    }


def solve(X, labels, V, *, weigh=lambda sizes: sizes):
    """Σₖ nₖ ‖vₖ − mₖ‖², or with other weights."""
    return weigh(np.bincount(labels)) @ off(X, labels, V)


def off(X, labels, V):
    return ((V - means(X, labels)) ** 2).sum(axis=1)


def price(X, labels, V):
    """J(U, V)."""
    return squared_euclidean(X, V)[np.arange(len(X)), labels].sum()


certify = agreement(
    "| your value − (J(U, V) − J(U)) |", lambda X, labels, V: price(X, labels, V) - cost(X, labels)
)
