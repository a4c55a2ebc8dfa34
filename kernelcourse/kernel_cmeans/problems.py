"""The problems on which answers to the exercises of chapter 06 are tried."""

from typing import NamedTuple

import numpy as np

from kernelcourse.cmeans.draws import strips as two_strips
from kernelsy19 import datasets
from kernelsy19.cmeans import c_means
from kernelsy19.kernel_cmeans.solve import kernel_c_means_steps
from kernelsy19.kernels import RBF, Linear, Polynomial


def random_labels(rng, n, c):
    """Labels of n points with no cluster empty, and clusters of different sizes."""
    return rng.permutation(
        np.concatenate([np.arange(c), rng.choice(c, size=n - c, p=np.arange(c, 0, -1) * 2 / (c * (c + 1)))])
    )


def means(Phi, labels):
    """The mean of each cluster, a (c, D) array."""
    return np.array([Phi[labels == k].mean(axis=0) for k in range(labels.max() + 1)])


class Mapped(NamedTuple):
    """A partition of mapped points."""

    labels: np.ndarray
    Phi: np.ndarray


def mapped(rng):
    """Draw partitions of mapped points."""
    for n, D, c in ((4, 2, 2), (7, 3, 3), (9, 5, 2)):
        yield Mapped(random_labels(rng, n, c), rng.normal(size=(n, D)) + 0.5)


def edge_mapped(rng):
    """Partitions at the edge of what there is."""
    Phi = rng.normal(size=(5, 3)) + 0.5
    return {
        "a cluster of one point": Mapped(np.array([0, 0, 1, 0, 0]), Phi),
        "all points in one cluster": Mapped(np.zeros(5, dtype=int), Phi),
    }


def weights_of(labels):
    """The weights of the prototypes, an (n, c) array."""
    U = np.eye(labels.max() + 1)[labels]
    return U / U.sum(axis=0)


class FromK(NamedTuple):
    """A Gram matrix and weights, and the coordinates behind them."""

    K: np.ndarray
    W: np.ndarray
    Phi: np.ndarray


def from_K(rng):
    """Draw Gram matrices with weights."""
    for n, D, c in ((4, 2, 2), (6, 3, 3), (9, 4, 3)):
        Phi = rng.normal(size=(n, D)) + 0.5
        yield FromK(Phi @ Phi.T, weights_of(random_labels(rng, n, c)), Phi)


def edge_from_K(rng):
    """Weights of one point, and weights of no partition."""
    Phi = rng.normal(size=(5, 3)) + 0.5
    alone, approximate = np.array([0, 0, 1, 0, 0]), rng.normal(size=(5, 2))
    return {
        "a cluster of one point": FromK(Phi @ Phi.T, weights_of(alone), Phi),
        "weights that are not those of a partition": FromK(Phi @ Phi.T, approximate, Phi),
    }


class Clustered(NamedTuple):
    """A Gram matrix and a partition."""

    K: np.ndarray
    labels: np.ndarray


def clustered(rng):
    """Draw partitions and Gram matrices of several kernels."""
    for n, c, k in ((4, 2, Linear()), (7, 3, RBF(0.5)), (9, 2, Polynomial(2))):
        yield Clustered(k(rng.normal(size=(n, 2)) + 0.5), random_labels(rng, n, c))


def kernel_starts(rng):
    """Draw starts that take three rounds or more, the longest seven, and never empty a cluster."""
    for n, c, gamma, rounds in ((10, 2, 0.5, 3), (30, 3, 1.0, 4), (60, 2, 2.0, 7)):
        steps = []
        while len(steps) < 2 * rounds or any(step.n_moved for step in steps if step.kind == "update"):
            K = RBF(gamma)(rng.normal(size=(n, 2)) * [2, 1])
            labels = random_labels(rng, n, c)
            steps = kernel_c_means_steps(K, labels, c)
        yield Clustered(K, labels)


class NewPoints(NamedTuple):
    """Kernel values of new points, Gram matrix and partition, and the coordinates behind them."""

    K_new: np.ndarray
    K: np.ndarray
    labels: np.ndarray
    Phi_new: np.ndarray
    Phi: np.ndarray


def new_points(rng):
    """Draw clusters in all directions from the origin, near it and far: the third term then decides."""
    for m, n, D, c in ((5, 5, 2, 2), (60, 12, 3, 3), (80, 20, 4, 4)):
        labels = random_labels(rng, n, c)
        centers = rng.normal(size=(c, D)) * rng.permutation(np.linspace(1.0, 3.0, c))[:, None]
        Phi = rng.normal(size=(n, D)) + centers[labels]
        Phi_new = 1.5 * rng.normal(size=(m, D)) + centers[rng.integers(c, size=m)]
        if n > 5:  # two points exchange their clusters: c-means would not rest at this partition
            pair = [np.flatnonzero(labels == k)[0] for k in (0, 1)]
            labels[pair] = labels[pair[::-1]]
        yield NewPoints(Phi_new @ Phi.T, Phi @ Phi.T, labels, Phi_new, Phi)


def rings(inner, n=40):
    """Points evenly spaced on the unit circle and on one inside, and which lie on which."""
    t = 2 * np.pi * np.arange(n) / n
    circle = np.column_stack([np.cos(t), np.sin(t)])
    return np.vstack([circle, inner * circle]), np.repeat([0, 1], n)


class Sizes(NamedTuple):
    """How many points each cluster has."""

    sizes: np.ndarray


def cluster_sizes(rng):
    """Draw sizes of a few clusters."""
    for c in (2, 3, 5):
        yield Sizes(rng.integers(2, 9, size=c))


def edge_sizes(rng):
    """One cluster, and as many as points."""
    return {
        "all points in one cluster": Sizes(rng.integers(3, 9, size=1)),
        "each point a cluster of its own": Sizes(np.ones(int(rng.integers(3, 6)), dtype=int)),
    }


class Sampled(NamedTuple):
    """Kernel values of a sample with itself and with all points, a partition, and the coordinates behind them."""

    K_ss: np.ndarray
    K_sx: np.ndarray
    labels: np.ndarray
    Phi_s: np.ndarray
    Phi: np.ndarray


def sampled(rng):
    """Draw mapped points of more dimensions than the sample has points: its span does not hold the means."""
    for n, m, c in ((6, 2, 2), (10, 3, 3), (15, 5, 2)):
        Phi = rng.normal(size=(n, m + 3)) + 0.5
        Phi_s = Phi[rng.choice(n, size=m, replace=False)]
        yield Sampled(Phi_s @ Phi_s.T, Phi_s @ Phi.T, random_labels(rng, n, c), Phi_s, Phi)


def edge_sampled(rng):
    """The smallest sample and the largest."""
    Phi = rng.normal(size=(5, 5)) + 0.5
    labels = rng.permutation([0, 0, 1, 1, 1])
    return {
        "a sample of one point": Sampled(Phi[:1] @ Phi[:1].T, Phi[:1] @ Phi.T, labels, Phi[:1], Phi),
        "a sample of all points": Sampled(Phi @ Phi.T, Phi @ Phi.T, labels, Phi, Phi),
    }


class Halves(NamedTuple):
    """A Gram matrix and a partition in two, and the coordinates behind them."""

    K: np.ndarray
    labels: np.ndarray
    Phi: np.ndarray


def halves(rng):
    """Draw mapped points in two groups, more or less apart."""
    for n, D in ((5, 2), (9, 3), (14, 4)):
        labels = random_labels(rng, n, 2)
        Phi = rng.normal(size=(n, D)) + 0.5 + 2.0 * np.outer(labels, rng.normal(size=D))
        yield Halves(Phi @ Phi.T, labels, Phi)


def edge_halves(rng):
    """Points of one dimension, and a cluster of one point."""
    Phi = rng.normal(size=(6, 1)) + 0.5
    return {
        "points on a line": Halves(Phi @ Phi.T, np.array([0, 1, 0, 1, 1, 0]), Phi),
        "a cluster of one point": (lambda Phi: Halves(Phi @ Phi.T, np.eye(6, dtype=int)[0], Phi))(
            rng.normal(size=(6, 3))
        ),
    }


def strips():
    """The two long strips of chapter 5, one above the other, and which point lies in which."""
    data = two_strips()
    return data.X, data.y


def eruptions():
    """The 272 eruptions of Old Faithful, in standard deviations."""
    return datasets.faithful().standardized().X


def criterion_of(K, labels):
    """J(U) from kernel values: the trace less what each cluster holds of itself."""
    within = [K[np.ix_(labels == k, labels == k)] for k in np.unique(labels)]
    return np.trace(K) - sum(block.sum() / len(block) for block in within)


def cut_against_rings(answer):
    """J of a straight cut through both rings, and J of the rings."""
    inner, gamma = answer
    X, y = rings(inner)
    K = RBF(gamma)(X)
    return criterion_of(K, (X[:, 1] > 1e-9).astype(int)), criterion_of(K, y)


def is_rounding(answer):
    """Whether all mapped points are so near to each other that their distances are lost in double precision."""
    return bool(cut_against_rings(answer)[1] < 1e-4)


def share_of_cut(answer):
    """J of the cut over J of the rings."""
    cut, rings = cut_against_rings(answer)
    return cut / rings


def by_c_means():
    """The two clusters of eruptions that plain c-means finds."""
    return c_means(eruptions(), 2).labels
