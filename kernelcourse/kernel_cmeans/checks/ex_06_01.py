"""The weights of the prototypes"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.kernel_cmeans.checks.draws import means, memberships, random_labels

Mapped = namedtuple("Mapped", "labels Phi")  # a partition of mapped points


def problems(rng):
    """Draw partitions of mapped points."""
    for n, D, c in ((4, 2, 2), (7, 3, 3), (9, 5, 2)):
        yield Mapped(random_labels(rng, n, c), rng.normal(size=(n, D)) + 0.5)


def edge(rng):
    Phi = rng.normal(size=(5, 3)) + 0.5
    return {
        "a cluster of one point": Mapped(np.array([0, 0, 1, 0, 0]), Phi),
        "all points in one cluster": Mapped(np.zeros(5, dtype=int), Phi),
    }


def solve(labels):
    """One over the size of the cluster, for its members."""
    return memberships(labels) / np.bincount(labels)


def certify(problem, W):
    off = np.abs(W.T @ problem.Phi - means(problem.Phi, problem.labels)).max()
    return Certificate("largest | Σᵢ wᵢₖ Φ(xᵢ) − mean of cluster k |, from coordinates", off, 1e-10)
