"""What one move gains"""

from collections import namedtuple

import numpy as np

from kernelcourse.cmeans.checks.draws import cost, labels_of, means
from kernelcourse.judging.certificates import agreement

# A partition, a point and the cluster that it is to move to
Transfer = namedtuple("Transfer", "X labels i k")


def problems(rng):
    """Draw a point of a cluster of two or more, and another cluster."""
    for n, p, c in ((5, 1, 2), (8, 2, 3), (11, 3, 3)):
        labels = labels_of(rng, n, c)
        large = np.flatnonzero(np.bincount(labels)[labels] > 1)
        i = int(rng.choice(large))
        k = int(rng.choice([k for k in range(c) if k != labels[i]]))
        yield Transfer(rng.normal(size=(n, p)), labels, i, k)


def edge(rng):
    X, labels = rng.normal(size=(6, 2)), np.array([0, 1, 1, 2, 2, 2])
    return {
        "to a cluster of one point": Transfer(X, labels, 4, 0),
        "from a cluster of two points": Transfer(X, labels, 1, 2),
        "a move that lets J rise": Transfer(X + 5 * labels[:, None], labels, 4, 1),
        "a move that lets J fall": Transfer(X + 5 * np.array([0, 1, 1, 2, 1, 2])[:, None], labels, 4, 1),
    }


def solve(X, labels, i, k, *, leave=lambda n: n / (n - 1), join=lambda n: n / (n + 1), power=2):
    """What the point saves where it leaves minus what it costs where it goes, with a factor of each size."""
    sizes, d = np.bincount(labels), np.linalg.norm(X[i] - means(X, labels), axis=1) ** power
    return leave(sizes[labels[i]]) * d[labels[i]] - join(sizes[k]) * d[k]


def after(X, labels, i, k):
    """J after the move."""
    moved = labels.copy()
    moved[i] = k
    return cost(X, moved)


certify = agreement(
    "| your value − (J before − J after) |, both from the partitions",
    lambda X, labels, i, k: cost(X, labels) - after(X, labels, i, k),
)
