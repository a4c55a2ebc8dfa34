"""How far apart are the prototypes?"""

from collections import namedtuple

import numpy as np

from exam.clouds import squared_distances
from kernelcourse.judging.certificates import Certificate

Partition = namedtuple("Partition", "K labels Phi")  # kernel values and a partition; and the mapped points


def problems(rng):
    """Draw mapped points and clusters of different sizes."""
    for sizes in ((1, 3), (2, 3, 2), (4, 1, 3, 2)):
        labels = rng.permutation(np.repeat(np.arange(len(sizes)), sizes))
        Phi = rng.normal(size=(len(labels), 3)) + rng.normal(size=3)
        yield Partition(Phi @ Phi.T, labels, Phi)


def solve(K, labels, *, mixed=2.0, size=lambda U: U.sum(axis=0)):
    """‖vₖ‖² + ‖vₗ‖² − 2 vₖᵀvₗ for all pairs of prototypes."""
    M = products(K, labels, size)
    return np.diagonal(M)[:, None] + np.diagonal(M) - mixed * M


def products(K, labels, size=lambda U: U.sum(axis=0)):
    """Dot products of the prototypes, which are sums over clusters, divided by their size."""
    U = (labels[:, None] == np.unique(labels)).astype(float)
    return (U / size(U)).T @ K @ (U / size(U))


def certify(problem, answer):
    means = np.array([problem.Phi[problem.labels == k].mean(axis=0) for k in np.unique(problem.labels)])
    error = np.abs(answer - squared_distances(means, means)).max()
    return Certificate("largest error of ‖vₖ − vₗ‖², from coordinates", error, 1e-9)
