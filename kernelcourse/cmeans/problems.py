"""The problems on which answers to the exercises of chapter 05 are tried."""

from typing import NamedTuple

import numpy as np

from kernelsy19 import datasets
from kernelsy19.cmeans.equations import criterion_of_partition, partition_matrix
from kernelsy19.cmeans.solve import c_means, c_means_steps
from kernelsy19.kernels import squared_euclidean


def labels_of(rng, n, c):
    """Labels of n points with no cluster empty."""
    return rng.permutation(np.concatenate([np.arange(c), rng.integers(c, size=n - c)]))


def means(X, labels):
    """Means of the clusters, one a row."""
    return np.array([X[labels == k].mean(axis=0) for k in range(labels.max() + 1)])


class Partition(NamedTuple):
    """Points and their clusters."""

    X: np.ndarray
    labels: np.ndarray


def partitions(rng):
    """Draw points and partitions without empty clusters."""
    for n, p, c in ((4, 1, 2), (7, 2, 3), (9, 3, 2)):
        yield Partition(rng.normal(size=(n, p)) + 1, labels_of(rng, n, c))


def edge_partitions(rng):
    """Draw a cluster of one point, and one that holds all points."""
    X = rng.normal(size=(6, 2)) + 1
    return {
        "a cluster of one point": Partition(X, np.array([0, 1, 0, 0, 0, 0])),
        "all points in one cluster": Partition(X, np.zeros(6, dtype=int)),
    }


class Prototypes(NamedTuple):
    """Points and prototypes."""

    X: np.ndarray
    V: np.ndarray


def prototypes(rng):
    """Draw few points, which are easy to follow, and many, on which another distance shows."""
    for n, p, c in ((4, 2, 2), (8, 3, 3), (40, 2, 4), (60, 4, 6)):
        yield Prototypes(rng.normal(size=(n, p)) * [3, *[0.5] * (p - 1)], rng.normal(size=(c, p)) * 2)


def edge_prototypes(rng):
    """Draw prototypes where points are, far from all points, on a diagonal, and a single one."""
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


class Moved(NamedTuple):
    """A partition, and prototypes that are not its means."""

    X: np.ndarray
    labels: np.ndarray
    V: np.ndarray


def moved(rng):
    """Draw prototypes that are no means."""
    for n, p, c in ((4, 1, 2), (7, 2, 3), (10, 3, 3)):
        yield Moved(rng.normal(size=(n, p)), labels_of(rng, n, c), rng.normal(size=(c, p)))


def edge_moved(rng):
    """Draw prototypes that are the means, and a cluster of one point."""
    X, labels = rng.normal(size=(7, 2)), np.array([0, 0, 1, 0, 2, 2, 0])
    return {
        "prototypes that are the means": Moved(X, labels, means(X, labels)),
        "a cluster of one point": Moved(X, labels, rng.normal(size=(3, 2))),
    }


def starts(rng):
    """Draw starts that take more than two rounds and never empty a cluster."""
    for n, c in ((8, 2), (25, 3), (60, 4)):
        steps = []
        while len(steps) < 6 or any(step.n_moved for step in steps if step.kind == "update"):
            X = rng.normal(size=(n, 2)) * [3, 1]
            V = X[X[:, 0].argsort()[:c]]
            steps = c_means_steps(X, V)
        yield Prototypes(X, V)


def edge_starts(rng):
    """Draw points in units in which all of them are near to each other."""
    *_, (X, V) = starts(rng)
    return {"points in small units, such as kilometers": Prototypes(1e-3 * X, 1e-3 * V)}


class Transfer(NamedTuple):
    """A partition, a point and the cluster that it is to move to."""

    X: np.ndarray
    labels: np.ndarray
    i: int
    k: int


def transfers(rng):
    """Draw a point of a cluster of two or more, and another cluster."""
    for n, p, c in ((5, 1, 2), (8, 2, 3), (11, 3, 3)):
        labels = labels_of(rng, n, c)
        large = np.flatnonzero(np.bincount(labels)[labels] > 1)
        i = int(rng.choice(large))
        k = int(rng.choice([k for k in range(c) if k != labels[i]]))
        yield Transfer(rng.normal(size=(n, p)), labels, i, k)


def edge_transfers(rng):
    """Draw the smallest clusters, and moves that let J rise and fall."""
    X, labels = rng.normal(size=(6, 2)), np.array([0, 1, 1, 2, 2, 2])
    return {
        "to a cluster of one point": Transfer(X, labels, 4, 0),
        "from a cluster of two points": Transfer(X, labels, 1, 2),
        "a move that lets J rise": Transfer(X + 5 * labels[:, None], labels, 4, 1),
        "a move that lets J fall": Transfer(X + 5 * np.array([0, 1, 1, 2, 1, 2])[:, None], labels, 4, 1),
    }


MOST_ASKED, MANY_STARTS = 5, 50


class Unlabeled(NamedTuple):
    """Real points, the most clusters that are asked for, and for each number the lowest J that we know."""

    X: np.ndarray
    most: int
    lowest: np.ndarray


def measured(rng):
    """Draw two thirds of the irises and of the eruptions, in the order of the tables."""
    for data in (datasets.iris(), datasets.faithful()):
        X = data.X[np.sort(rng.choice(len(data), 2 * len(data) // 3, replace=False))]
        found = [
            c_means(X, c, n_starts=MANY_STARTS, exchange=True).objective for c in range(1, MOST_ASKED + 1)
        ]
        yield Unlabeled(X, MOST_ASKED, np.array(found))


def has_all_clusters(partitions):
    """Whether row number c holds the labels 0 … c − 1 and no others."""
    return all(np.array_equal(np.unique(row), np.arange(c)) for c, row in enumerate(partitions, 1))


def excess(problem, partitions):
    """By which share J of the worst partition lies above the lowest J that we know."""
    J = [criterion_of_partition(problem.X, partition_matrix(row, c)) for c, row in enumerate(partitions, 1)]
    return float(np.max(J / problem.lowest - 1))


def at_rest(problem, partitions):
    """Whether in each partition no point has a nearer mean than its own."""
    for row in partitions:
        D2 = squared_euclidean(problem.X, means(problem.X, row))
        if (D2[np.arange(len(row)), row] > D2.min(axis=1) + 1e-9 * D2.max()).any():
            return False
    return True
