"""What the proofs about c-means are evaluated on."""

import numpy as np

from kernelsy19.cmeans.equations import assign, partition_matrix, prototypes
from kernelsy19.course.derivations import Setting
from kernelsy19.kernels import squared_euclidean


def alternation_setting(X, labels, V):
    """One round of c-means on points of your own: a partition, prototypes, and where both half steps lead.

    Parameters
    ----------
    X : (n, p) array
    labels : (n,) int array, in 0 … c − 1, every cluster with a point
    V : (c, p) array, prototypes, not those of the partition

    Returns
    -------
    Setting
        X, V, n, c, labels, U (n, c), new (n,) the labels after the assignment, M (c, p) the means of U, W (c, p) the
        prototypes at which a solver of least squares finds each inertia the lowest, counts (c,)
    """
    c = len(V)
    U = partition_matrix(labels, c)
    return Setting(
        X=X,
        V=V,
        n=len(X),
        c=c,
        labels=labels,
        U=U,
        new=assign(squared_euclidean(X, V)),
        M=prototypes(X, U),
        W=np.vstack([np.linalg.lstsq(u[:, None], u[:, None] * X, rcond=None)[0] for u in U.T]),
        counts=U.sum(axis=0),
    )


def partition(rng, n, c, least=1):
    """Labels of n points with at least so many in each cluster."""
    return rng.permutation(
        np.concatenate([np.repeat(np.arange(c), least), rng.integers(c, size=n - least * c)])
    )


def draw_partition(rng):
    """Draw points, a partition and prototypes that are not its means.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `alternation_setting`
    """
    n, p, c = int(rng.integers(12, 20)), int(rng.integers(3, 6)), int(rng.integers(3, 6))
    return alternation_setting(rng.normal(size=(n, p)), partition(rng, n, c), rng.normal(size=(c, p)))


def leaving_setting(X, labels, i):
    """A partition and a point that leaves its cluster.

    Parameters
    ----------
    X : (n, p) array
    labels : (n,) int array, in 0 … c − 1, every cluster with a point
    i : int, a point whose cluster has two points or more

    Returns
    -------
    Setting
        X, n, c, labels, i, k the cluster of i, n_k, U (n, c)
    """
    c, k = int(labels.max()) + 1, int(labels[i])
    return Setting(
        X=X,
        n=len(X),
        c=c,
        labels=labels,
        i=i,
        k=k,
        n_k=int((labels == k).sum()),
        U=partition_matrix(labels, c),
    )


def draw_leaving(rng):
    """Draw points, a partition with three points or more in each cluster, and any point.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `leaving_setting`
    """
    n, p, c = int(rng.integers(10, 18)), int(rng.integers(3, 6)), int(rng.integers(2, 4))
    return leaving_setting(rng.normal(size=(n, p)), partition(rng, n, c, least=3), int(rng.integers(n)))


def draw_farthest(rng):
    """Draw what `draw_leaving` draws, but the point is the farthest of its cluster from the mean.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `leaving_setting`
    """
    s = draw_leaving(rng)
    members = np.flatnonzero(s.labels == s.k)
    far = squared_euclidean(s.X[members].mean(axis=0, keepdims=True), s.X[members]).argmax()
    return leaving_setting(s.X, s.labels, int(members[far]))


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


def draw_transfer(rng):
    """Draw two clusters of three points or more, in three dimensions or more.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `transfer_setting`
    """
    n_a, n_b, p = (int(rng.integers(3, 8)) for _ in range(3))
    return transfer_setting(rng.normal(size=(n_a, p)), rng.normal(size=(n_b, p)))
