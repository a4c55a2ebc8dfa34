"""What the proofs about c-means are evaluated on."""

import numpy as np

from kernelsy19.cmeans.equations import assign, partition_matrix, prototypes
from kernelsy19.course.derivations import Setting
from kernelsy19.kernels import squared_euclidean


def alternation_setting(X, labels, V):
    """One round of c-means on points of your own: a partition, prototypes, and what both half steps make of them.

    Parameters
    ----------
    X : (n, p) array
    labels : (n,) int array, in 0 … c − 1, every cluster with a point
    V : (c, p) array, prototypes, not those of the partition

    Returns
    -------
    Setting
        X, V, c, labels, U (n, c), D2 (n, c) of dᵢₖ², nearest (n,), U_nearest (n, c), M (c, p) the means
        of U, counts (c,)
    """
    c = len(V)
    U, D2 = partition_matrix(labels, c), squared_euclidean(X, V)
    nearest = assign(D2)
    return Setting(
        X=X,
        V=V,
        c=c,
        labels=labels,
        U=U,
        D2=D2,
        nearest=nearest,
        U_nearest=partition_matrix(nearest, c),
        M=prototypes(X, U),
        counts=U.sum(axis=0),
    )


def partition(rng, n, c):
    """Labels of n points with no cluster empty."""
    return rng.permutation(np.concatenate([np.arange(c), rng.integers(c, size=n - c)]))


def draw(rng):
    """Draw points, a partition and prototypes that are not its means.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `alternation_setting`
    """
    n, p, c = int(rng.integers(6, 15)), int(rng.integers(1, 4)), int(rng.integers(2, 5))
    return alternation_setting(rng.normal(size=(n, p)), partition(rng, n, c), rng.normal(size=(c, p)))


def cluster_setting(members):
    """A cluster and its farthest point.

    Parameters
    ----------
    members : (n_k, p) array, n_k ≥ 2

    Returns
    -------
    Setting
        members, n_k, m (p,) the mean, x (p,) the point farthest from it, rest (n_k − 1, p) the others
    """
    m = members.mean(axis=0)
    far = ((members - m) ** 2).sum(axis=1).argmax()
    rest = np.delete(members, far, axis=0)
    return Setting(members=members, n_k=len(members), m=m, x=members[far], rest=rest)


def transfer_setting(a, b):
    """Two clusters; the first point of the first is to move.

    Parameters
    ----------
    a : (n_a, p) array, n_a ≥ 2
    b : (n_b, p) array, n_b ≥ 1

    Returns
    -------
    Setting
        a, b, x (p,), labels (n,), D2 (n, 2) of the squared distances to both means
    """
    X, labels = np.vstack([a, b]), np.repeat([0, 1], [len(a), len(b)])
    D2 = squared_euclidean(X, np.array([a.mean(axis=0), b.mean(axis=0)]))
    return Setting(a=a, b=b, x=a[0], labels=labels, D2=D2)
