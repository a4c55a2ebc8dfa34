"""Partitions in the feature space, of which several exercises of chapter 06 are made."""

from collections import namedtuple

import numpy as np

from kernelsy19 import datasets

Clustered = namedtuple("Clustered", "K labels")  # a Gram matrix and a partition


def random_labels(rng, n, c, least=1):
    """Labels of n points, of each cluster at least so many, and clusters of different sizes."""
    others = rng.choice(c, size=n - least * c, p=np.arange(c, 0, -1) * 2 / (c * (c + 1)))
    return rng.permutation(np.append(np.repeat(np.arange(c), least), others))


def means(Phi, labels):
    """The mean of each cluster, a (c, D) array."""
    return np.array([Phi[labels == k].mean(axis=0) for k in range(labels.max() + 1)])


def memberships(labels):
    return np.eye(labels.max() + 1)[labels]


def weights_of(labels):
    """The weights of the prototypes, an (n, c) array."""
    return memberships(labels) / np.bincount(labels)


def norms2(K, W):
    """Squared norms of the prototypes."""
    return np.diag(W.T @ K @ W)


def distances(K, W):
    return np.diag(K)[:, None] - 2 * K @ W + norms2(K, W)


def excess(K, labels):
    """The most that a point pays above its nearest prototype."""
    D2 = distances(K, weights_of(labels))
    return (D2[np.arange(len(K)), labels] - D2.min(axis=1)).max()


def blocks(K, labels):
    """The block of each cluster."""
    return [K[np.ix_(labels == k, labels == k)] for k in np.unique(labels)]


def criterion_of(K, labels):
    """J(U) from kernel values: the trace less what each cluster holds of itself."""
    return np.trace(K) - sum(block.sum() / len(block) for block in blocks(K, labels))


def eruptions():
    """The 272 eruptions of Old Faithful, in standard deviations."""
    return datasets.faithful().standardized().X
