"""c-means as equations: partition, criterion, the two half steps, seeding, transfer of single points.

Shapes and meanings, where an equation says nothing else:

    X  (n, p)
    U  (n, c), partition without an empty cluster
    V  (c, p), prototypes
    D2 (n, c), dᵢₖ²
    u  (n,), a column of U
    v  (p,), its prototype
"""

import numpy as np

from kernelsy19.catalogue import implements
from kernelsy19.kernels import squared_euclidean


@implements("SY19-partition", whole=("labels",))
def partition_matrix(labels, n_clusters):
    """uᵢₖ = 1 if xᵢ belongs to cluster k, and 0 otherwise, all in a matrix U.
    labels (n,) int array, k(i), in 0 … c − 1; n_clusters: int, c → (n, c), each row with a single 1"""
    return np.eye(n_clusters)[labels]


@implements("SY19-prototypes", "AML-18")
def prototypes(X, U):
    """vₖ = Σᵢ uᵢₖ xᵢ / Σᵢ uᵢₖ, the mean of cluster k.
    → (c, p)"""
    return U.T @ X / U.sum(axis=0)[:, None]


@implements("SY19-J")
def criterion(X, U, V):
    """J(U, V) = Σᵢ Σₖ uᵢₖ dᵢₖ², with dᵢₖ = ‖xᵢ − vₖ‖.
    U (n, c), partition → float, in squared units of X"""
    return (U * squared_euclidean(X, V)).sum()


@implements("SY19-J-partition")
def criterion_of_partition(X, U):
    """J(U) = Σₖ Σᵢ uᵢₖ ‖xᵢ − vₖ‖², with vₖ the mean of cluster k.
    → float, in squared units of X"""
    return criterion(X, U, prototypes(X, U))


@implements("SY19-assign")
def assign(D2):
    """k(i) = arg minₖ dᵢₖ²: each point goes to the nearest prototype, the first of equals.
    → (n,) int array"""
    return D2.argmin(axis=1)


@implements("SY19-J-points", "AML-17", whole=("labels",))
def criterion_by_points(D2, labels):
    """J = Σᵢ d²ᵢ,ₖ₍ᵢ₎: what each point pays for the prototype of its own cluster.
    labels (n,) int array, k(i)"""
    return D2[np.arange(len(labels)), labels].sum()


@implements("SY19-inertia")
def inertia(X, u, v):
    """I(v) = Σᵢ uᵢ (xᵢ − v)ᵀ(xᵢ − v), the part of J that belongs to one cluster.
    → float, in squared units of X"""
    return u @ ((X - v) ** 2).sum(axis=1)


@implements("SY19-inertia-gradient")
def inertia_gradient(X, u, v):
    """∂I/∂v = −2 Σᵢ uᵢ (xᵢ − v), zero at the mean of the cluster.
    → (p,)"""
    return -2 * u @ (X - v)


@implements("COURSE-excess")
def excess_over_means(X, U, V):
    """Σₖ nₖ ‖vₖ − mₖ‖² = J(U, V) − J(U): what prototypes other than the means cost.
    → float ≥ 0, in squared units of X"""
    return U.sum(axis=0) @ ((V - prototypes(X, U)) ** 2).sum(axis=1)


@implements("COURSE-transfer", whole=("labels",))
def transfer_gains(D2, labels):
    """What J falls by if point i alone moves to cluster k and both means follow.
    D2 (n, c), dᵢₖ² to the means of the partition; labels (n,) int array, every cluster with a point → (n, c); a
    positive entry says that J is not at a minimum

    nₐ/(nₐ − 1) dᵢₐ² − nₖ/(nₖ + 1) dᵢₖ², with a = k(i); nothing for its own cluster, or for a point that is alone.

    Hartigan and Wong (1979), the method that R's `kmeans` takes unless told otherwise."""
    labels, points = np.asarray(labels, np.intp), np.arange(len(labels))
    counts = np.bincount(labels, minlength=D2.shape[1])
    own, n_own = D2[points, labels], counts[labels]
    saved = np.where(n_own > 1, n_own / np.maximum(n_own - 1, 1) * own, 0.0)
    gains = saved[:, None] - counts / (counts + 1) * D2
    gains[points, labels] = 0.0
    return gains


@implements("COURSE-seeding")
def seeding_probabilities(D2):
    """P(next seed = i) = mᵢ / Σⱼ mⱼ, with mᵢ = minₖ dᵢₖ² the distance² to the seeds so far.
    D2 (n, k), dᵢₖ² to the k seeds so far → (n,) that sums to 1; uniform if every point lies on a seed

    Arthur and Vassilvitskii (2007)."""
    nearest = np.maximum(D2.min(axis=1), 0)
    total = nearest.sum()
    return nearest / total if total > 0 else np.full(len(D2), 1 / len(D2))
