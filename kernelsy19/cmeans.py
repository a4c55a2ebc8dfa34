"""Clustering by c-means, in the input space and in feature space, in the order of the lecture.

First the equations as functions: partition, criterion, the two half steps, distances to prototypes from kernel values.
Then the solvers, which return their own certificates. Then the estimators that compose them.

Labels are 0, …, c − 1 in the order in which the clusters first appear in the data.
"""

import warnings
from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh
from scipy.optimize import linear_sum_assignment
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from kernelsy19.equations import implements
from kernelsy19.estimator import KernelEstimator, default_kernel, is_precomputed
from kernelsy19.feature_space import RANK_TOLERANCE, require_psd
from kernelsy19.kernels import as_kernel, squared_euclidean
from kernelsy19.pca import pivoted_cholesky
from kernelsy19.smo import GramRows
from kernelsy19.threads import thread_limit
from kernelsy19.validation import (
    ConvergenceWarning,
    as_generator,
    as_integer,
    as_matrix,
    as_vector,
)

N_STARTS = 10
NEARER = 1e-12
EPS = np.finfo(float).eps
FULL_PRODUCT = 1 / 3
SMALL = 256  # points up to which every start is certified
MANY = 1000  # points from which coordinates are looked for
MOST_COORDINATES = 512
BLOCK_ENTRIES = 2**22


@implements("SY19-partition")
def partition_matrix(labels, n_clusters):
    """U = (uᵢₖ), with uᵢₖ = 1 if xᵢ belongs to cluster k, and 0 otherwise.

    Parameters
    ----------
    labels : (n,) int array, k(i), in 0 … c − 1
    n_clusters : int, c

    Returns
    -------
    (n, c) array, each row with a single 1
    """
    return np.eye(n_clusters)[labels]


@implements("SY19-prototypes", "AML-18")
def prototypes(X, U):
    """vₖ = Σᵢ uᵢₖ xᵢ / Σᵢ uᵢₖ, the mean of cluster k.

    Parameters
    ----------
    X : (n, p) array
    U : (n, c) array, partition without an empty cluster

    Returns
    -------
    (c, p) array
    """
    return U.T @ X / U.sum(axis=0)[:, None]


@implements("SY19-J")
def criterion(X, U, V):
    """J(U, V) = Σᵢ Σₖ uᵢₖ dᵢₖ², with dᵢₖ = ‖xᵢ − vₖ‖.

    Parameters
    ----------
    X : (n, p) array
    U : (n, c) array, partition
    V : (c, p) array, prototypes

    Returns
    -------
    float, in squared units of X
    """
    return (U * squared_euclidean(X, V)).sum()


@implements("SY19-J-partition")
def criterion_of_partition(X, U):
    """J(U) = Σₖ Σᵢ uᵢₖ ‖xᵢ − vₖ‖², with vₖ the mean of cluster k.

    Parameters
    ----------
    X : (n, p) array
    U : (n, c) array, partition without an empty cluster

    Returns
    -------
    float, in squared units of X
    """
    return criterion(X, U, prototypes(X, U))


@implements("SY19-assign")
def assign(D2):
    """K(i) = arg minₖ dᵢₖ²: each point goes to the nearest prototype, the first of equals.

    Parameters
    ----------
    D2 : (n, c) array, dᵢₖ²

    Returns
    -------
    (n,) int array
    """
    return D2.argmin(axis=1)


@implements("SY19-J-points", "AML-17")
def criterion_by_points(D2, labels):
    """J = Σᵢ d²ᵢ,ₖ₍ᵢ₎: what each point pays for the prototype of its own cluster.

    Parameters
    ----------
    D2 : (n, c) array, dᵢₖ²
    labels : (n,) int array, k(i)

    Returns
    -------
    float
    """
    return D2[np.arange(len(labels)), labels].sum()


@implements("SY19-inertia")
def inertia(X, u, v):
    """I(v) = Σᵢ uᵢ (xᵢ − v)ᵀ(xᵢ − v), the part of J that belongs to one cluster.

    Parameters
    ----------
    X : (n, p) array
    u : (n,) array, a column of U
    v : (p,) array, its prototype

    Returns
    -------
    float, in squared units of X
    """
    return u @ ((X - v) ** 2).sum(axis=1)


@implements("SY19-inertia-gradient")
def inertia_gradient(X, u, v):
    """∂I/∂v = −2 Σᵢ uᵢ (xᵢ − v), zero at the mean of the cluster.

    Parameters
    ----------
    X : (n, p) array
    u : (n,) array, a column of U
    v : (p,) array, its prototype

    Returns
    -------
    (p,) array
    """
    return -2 * u @ (X - v)


@implements("COURSE-excess")
def excess_over_means(X, U, V):
    """Σₖ nₖ ‖vₖ − mₖ‖² = J(U, V) − J(U): what prototypes other than the means cost.

    Parameters
    ----------
    X : (n, p) array
    U : (n, c) array, partition without an empty cluster
    V : (c, p) array, prototypes

    Returns
    -------
    float ≥ 0, in squared units of X
    """
    return U.sum(axis=0) @ ((V - prototypes(X, U)) ** 2).sum(axis=1)


@implements("COURSE-transfer")
def transfer_gains(D2, labels):
    """What J falls by if point i alone moves to cluster k and both means follow.

    nₐ/(nₐ − 1) dᵢₐ² − nₖ/(nₖ + 1) dᵢₖ², with a = k(i); nothing for its own cluster, or for a point that is alone.

    Parameters
    ----------
    D2 : (n, c) array, dᵢₖ² to the means of the partition
    labels : (n,) int array, every cluster with a point

    Returns
    -------
    (n, c) array; a positive entry says that J is not at a minimum

    References
    ----------
    Hartigan and Wong (1979), the method that R's `kmeans` takes unless told otherwise.
    """
    counts, points = np.bincount(labels, minlength=D2.shape[1]), np.arange(len(labels))
    own, n_own = D2[points, labels], counts[labels]
    saved = np.where(n_own > 1, n_own / np.maximum(n_own - 1, 1) * own, 0.0)
    gains = saved[:, None] - counts / (counts + 1) * D2
    gains[points, labels] = 0.0
    return gains


def matched_labels(labels, y):
    """Rename clusters after classes, so that as many points as possible have the number of their class.

    Parameters
    ----------
    labels : (n,) int array, clusters 0 … c − 1
    y : (n,) int array, classes 0 … q − 1; a class names at most one cluster

    Returns
    -------
    (n,) int array; clusters for which no class is left get the numbers from q on

    Raises
    ------
    ValueError
        If the two do not have the same length.
    """
    labels, y = np.asarray(labels), np.asarray(y)
    if labels.shape != y.shape or labels.ndim != 1:
        raise ValueError(f"labels and y must be arrays of one length, got {labels.shape} and {y.shape}.")
    c, q = labels.max() + 1, y.max() + 1
    counts = np.zeros((c, q + c))
    np.add.at(counts, (labels, y), 1)
    clusters, names = linear_sum_assignment(-counts)
    left = np.flatnonzero(names >= q)
    names[left] = q + np.arange(len(left))
    return names[np.argsort(clusters)][labels]


def matched_accuracy(labels, y):
    """Share of points whose cluster is that of their class, with clusters and classes matched as well as possible.

    Parameters
    ----------
    labels, y : as for `matched_labels`

    Returns
    -------
    float in (0, 1]
    """
    return float(np.mean(matched_labels(labels, y) == y))


# ---------------------------------------------------------------- in feature space


@implements("SY19-gamma")
def weights(U):
    """γᵢₖ = uᵢₖ / Σⱼ uⱼₖ, the weight of point i in prototype k.

    Parameters
    ----------
    U : (n, c) array, partition without an empty cluster

    Returns
    -------
    (n, c) array, columns sum to 1
    """
    return U / U.sum(axis=0)


@implements("SY19-feature-prototypes", "AML-20")
def feature_prototypes(Phi, gamma):
    """Prototypes vₖ = Σᵢ γᵢₖ Φ(xᵢ), where the feature space has coordinates.

    Parameters
    ----------
    Phi : (n, D) array, one mapped point a row
    gamma : (n, c) array, columns sum to 1

    Returns
    -------
    (c, D) array
    """
    return gamma.T @ Phi


@implements("SY19-kernel-J", "AML-19", "AML-21")
def feature_criterion(Phi, U):
    """J(U) = Σᵢ Σₖ uᵢₖ ‖Φ(xᵢ) − vₖ‖², where the feature space has coordinates.

    Parameters
    ----------
    Phi : (n, D) array, one mapped point a row
    U : (n, c) array, partition without an empty cluster

    Returns
    -------
    float, in squared units of the feature space
    """
    return criterion(Phi, U, feature_prototypes(Phi, weights(U)))


@implements("SY19-kernel-distances")
def kernel_squared_distances(K_xx, K_xs, K, gamma):
    """‖Φ(x) − vₖ‖² = K(x, x) − 2 Σⱼ γⱼₖ K(x, xⱼ) + Σⱼᵣ γⱼₖ γᵣₖ K(xⱼ, xᵣ).

    Parameters
    ----------
    K_xx : (m,) array, K(x, x)
    K_xs : (m, n) array, K(x, xⱼ)
    K : (n, n) array, Gram matrix
    gamma : (n, c) array, columns sum to 1

    Returns
    -------
    (m, c) array, in squared units of the feature space
    """
    return K_xx[:, None] - 2 * K_xs @ gamma + (gamma * (K @ gamma)).sum(axis=0)


@implements("AML-22")
def kernel_criterion(K, U):
    """J(U) = Σᵢ Σₖ uᵢₖ ‖Φ(xᵢ) − vₖ‖² from kernel values.

    Parameters
    ----------
    K : (n, n) array, Gram matrix
    U : (n, c) array, partition without an empty cluster

    Returns
    -------
    float, in squared units of the feature space
    """
    return (U * kernel_squared_distances(np.diagonal(K), K, K, weights(U))).sum()


@implements("COURSE-seeding")
def seeding_probabilities(D2):
    """P(next seed = i) = mᵢ / Σⱼ mⱼ, with mᵢ = minₖ dᵢₖ² the distance² to the seeds so far.

    Parameters
    ----------
    D2 : (n, k) array, dᵢₖ² to the k seeds so far

    Returns
    -------
    (n,) array that sums to 1; uniform if every point lies on a seed

    References
    ----------
    Arthur and Vassilvitskii (2007).
    """
    nearest = np.maximum(D2.min(axis=1), 0)
    total = nearest.sum()
    return nearest / total if total > 0 else np.full(len(D2), 1 / len(D2))


@implements("AML-approximate")
def approximate_weights(K_ss, K_sx, U):
    """α = K_ss⁺ K_sx γ: the combinations of a sample that come nearest to the means of the clusters.

    Parameters
    ----------
    K_ss : (m, m) array, Gram matrix of the sample
    K_sx : (m, n) array, kernel values between the sample and all points
    U : (n, c) array, partition without an empty cluster

    Returns
    -------
    (m, c) array, weights of prototypes vₖ = Σⱼ αⱼₖ Φ(sⱼ)

    References
    ----------
    Chitta, Jin, Havens and Jain (2011).
    """
    return np.linalg.pinv(K_ss, rcond=RANK_TOLERANCE, hermitian=True) @ (K_sx @ weights(U))


# ---------------------------------------------------------------- the alternation, step by step


@dataclass(frozen=True)
class AlternationStep:
    """One half step of c-means, for stepping through a run.

    Attributes
    ----------
    kind : {"start", "assign", "update"}
    labels : (n,) int array
    prototypes : (c, p) array; None in feature space, where they are the means of the labels at the last update
    objective : float, J(U, V)
    n_moved : int, points that changed their cluster in this half step; in an update, those given to empty clusters
    """

    kind: str
    labels: np.ndarray
    prototypes: np.ndarray | None
    objective: float
    n_moved: int


def c_means_steps(X, V, max_iter=300):
    """Run c-means from given prototypes and keep every half step, as the lecture's algorithm is written.

    Parameters
    ----------
    X : array_like, (n, p)
    V : array_like, (c, p), prototypes to start from
    max_iter : int ≥ 1

    Returns
    -------
    list of AlternationStep: "start" (the points at their nearest prototypes), then "update", "assign", "update", …,
    until an "assign" moves no point; the objective never rises

    Raises
    ------
    ValueError
        If an array is not finite, shapes do not fit, or there are more prototypes than points.
    """
    X, max_iter = as_matrix(X), as_integer(max_iter, "max_iter")
    V = as_matrix(V, "V", n_features=X.shape[1])
    _require_enough_points(len(X), len(V))
    labels = assign(squared_euclidean(X, V))
    steps = [AlternationStep("start", labels, V, _objective(squared_euclidean(X, V), labels), 0)]
    for _ in range(max_iter):
        labels, n_reseeded = fill_empty_clusters(squared_euclidean(X, V), labels)
        V = prototypes(X, partition_matrix(labels, len(V)))
        D2 = squared_euclidean(X, V)
        steps.append(AlternationStep("update", labels, V, _objective(D2, labels), n_reseeded))
        labels = _add_assignment(steps, D2, V)
        if steps[-1].n_moved == 0:
            break
    return steps


def kernel_c_means_steps(K, labels, n_clusters=None, max_iter=300):
    """Run kernel c-means from a given partition and keep every half step.

    Parameters
    ----------
    K : array_like, (n, n), positive semidefinite Gram matrix
    labels : array_like, (n,), the partition to start from, in 0 … c − 1
    n_clusters : int or None, c; None is the largest label plus 1
    max_iter : int ≥ 1

    Returns
    -------
    list of AlternationStep: "update" (the means of the partition), "assign", "update", …, until an "assign" moves no
    point; the objective never rises

    Raises
    ------
    ValueError
        If K is not a positive semidefinite matrix, or the labels do not fit.
    """
    K, max_iter = require_psd(K), as_integer(max_iter, "max_iter")
    labels, c = _as_labels(labels, len(K), n_clusters)
    K_xx = np.diagonal(K)
    steps = []
    labels, n_reseeded = fill_empty_clusters(_InFeatureSpace(K, labels, c).squared_distances(), labels)
    for _ in range(max_iter):
        D2 = kernel_squared_distances(K_xx, K, K, weights(partition_matrix(labels, c)))
        steps.append(AlternationStep("update", labels, None, _objective(D2, labels), n_reseeded))
        labels = _add_assignment(steps, D2, None)
        if steps[-1].n_moved == 0:
            break
        labels, n_reseeded = fill_empty_clusters(D2, labels)
    return steps


def _add_assignment(steps, D2, V):
    new = _nearest(D2, steps[-1].labels, NEARER * D2.max())
    moved = int((new != steps[-1].labels).sum())
    steps.append(AlternationStep("assign", new, V, _objective(D2, new), moved))
    return new


def _objective(D2, labels):
    return float(criterion_by_points(D2, labels))


def _nearest(D2, labels, slack):
    """`assign`, except that a point stays where no prototype is nearer by more than rounding."""
    own = D2[np.arange(len(labels)), labels]
    return np.where(D2.min(axis=1) < own - slack, assign(D2), labels)


def fill_empty_clusters(D2, labels):
    """Give each empty cluster the point that is farthest from its prototype, out of clusters with two or more.

    Parameters
    ----------
    D2 : (n, c) array, dᵢₖ²; columns of empty clusters are not read
    labels : (n,) int array; n ≥ c

    Returns
    -------
    labels : (n,) int array in which every cluster has a point
    n_reseeded : int, how many were empty

    Notes
    -----
    J cannot rise: the cluster that loses the point pays no more than before, the new one pays nothing.
    """
    labels = labels.copy()
    counts = np.bincount(labels, minlength=D2.shape[1])
    empty = np.flatnonzero(counts == 0)
    own = D2[np.arange(len(labels)), labels] if len(empty) else None
    for k in empty:
        i = np.where(counts[labels] > 1, own, -np.inf).argmax()
        counts[labels[i]] -= 1
        counts[k] += 1
        labels[i], own[i] = k, 0.0
    return labels, len(empty)


# ---------------------------------------------------------------- the solvers


@dataclass(frozen=True)
class CMeansSolution:
    """A partition with its prototypes, and what certifies it.

    Attributes
    ----------
    labels : (n,) int array, clusters in the order of their first appearance
    prototypes : (c, p) array, the means of the clusters
    objective : float, J(U, V)
    history : (2T + 1 + E,) array, J of the best start: of its first partition, then after each assignment and each
        update in turn, then after each exchange; it never rises
    objectives : (r,) array, the final J of each start
    n_reseeded : int, how often an empty cluster was given the farthest point, in the best start
    n_not_nearest : int, points that are nearer to another prototype than to their own; 0 once converged
    iterations : int, T, assignments that moved a point
    n_exchanges : int, E, points that changed their cluster one by one afterwards
    converged : bool
    """

    labels: np.ndarray
    prototypes: np.ndarray
    objective: float
    history: np.ndarray
    objectives: np.ndarray
    n_reseeded: int
    n_not_nearest: int
    iterations: int
    n_exchanges: int
    converged: bool


@dataclass(frozen=True)
class KernelCMeansSolution:
    """A partition with prototypes that are means in feature space, and what certifies it.

    Attributes
    ----------
    labels : (n,) int array, clusters in the order of their first appearance
    norms2 : (c,) array, ‖vₖ‖² = Σⱼᵣ γⱼₖ γᵣₖ K(xⱼ, xᵣ)
    objective, history, objectives, n_reseeded, n_not_nearest, iterations, n_exchanges, converged : as in
        `CMeansSolution`
    path : {"matrix", "coordinates"}, whether distances came from the Gram matrix or from a low-rank factor of it
    lost : float ≥ 0, the largest squared length of a mapped point that the factor leaves out: no distance² is off by
        more than 4 times that, J by no more than n times that; 0 for the Gram matrix
    """

    labels: np.ndarray
    norms2: np.ndarray
    objective: float
    history: np.ndarray
    objectives: np.ndarray
    n_reseeded: int
    n_not_nearest: int
    iterations: int
    n_exchanges: int
    converged: bool
    path: str = "matrix"
    lost: float = 0.0

    @property
    def gamma(self):
        """The weights γᵢₖ of the prototypes, as an (n, c) array."""
        return weights(partition_matrix(self.labels, len(self.norms2)))


def c_means(X, n_clusters, n_starts=None, init="k-means++", max_iter=300, exchange=False, rng=0):
    """Minimize J(U, V) by alternating assignment and update, from several starts.

    Parameters
    ----------
    X : array_like, (n, p)
    n_clusters : int, c, from 1 to n
    n_starts : int or None; None is 10, or as many as `init` holds
    init : {"k-means++", "points", "partition"} or array_like of prototypes, (c, p) or (r, c, p);
        "points" draws c of the points as prototypes, "partition" a cluster for each point
    max_iter : int ≥ 1, assignments a start
    exchange : bool, whether after convergence single points change their cluster as long as that lowers J
    rng : int (a seed) or numpy.random.Generator

    Returns
    -------
    CMeansSolution, that of the start with the lowest objective

    Raises
    ------
    ValueError
        If X is not a finite matrix, n_clusters > n, init is unknown or of the wrong shape, or n_starts is given with
        an array.

    Warns
    -----
    ConvergenceWarning
        If the best start still moved points after max_iter assignments.

    Notes
    -----
    The lecture's algorithm stops when every point is at its nearest prototype. A point pulls its own prototype towards
    itself, so J may still fall if it leaves: that is what `exchange` tries, one point at a time, after Hartigan (1975).
    """
    X = as_matrix(X)
    c, max_iter = _as_n_clusters(n_clusters, len(X)), as_integer(max_iter, "max_iter")
    # Distances do not see the origin, rounding does.
    center = X.mean(axis=0)
    points = X - center
    if isinstance(init, str):
        starts = _draw_starts(init, len(X), c, n_starts, rng, lambda s: squared_euclidean(points, points[s]))
    else:
        V = _as_starts(init, n_starts, (c, X.shape[1]), "init")
        starts = [assign(squared_euclidean(points, v - center)) for v in V]
    return _warn_unless_converged(_best_c_means(X, c, starts, max_iter, exchange))


def kernel_c_means(K, n_clusters, n_starts=None, init="k-means++", max_iter=300, exchange=False, rng=0):
    """Minimize J(U) in feature space, from the Gram matrix and several starts.

    Parameters
    ----------
    K : array_like, (n, n), positive semidefinite Gram matrix
    n_clusters : int, c, from 1 to n
    n_starts : int or None; None is 10, or as many as `init` holds
    init : {"k-means++", "points", "partition"} or array_like of labels, (n,) or (r, n); as for `c_means`
    max_iter : int ≥ 1, assignments a start
    exchange : bool, whether after convergence single points change their cluster as long as that lowers J
    rng : int (a seed) or numpy.random.Generator

    Returns
    -------
    KernelCMeansSolution, that of the start with the lowest objective

    Raises
    ------
    ValueError
        If K is not a finite, symmetric, positive semidefinite matrix, or as for `c_means`.

    Warns
    -----
    ConvergenceWarning
        If the best start still moved points after max_iter assignments.

    Notes
    -----
    The sums Σⱼ uⱼₖ K(xᵢ, xⱼ) of all starts are one matrix product K Z. An iteration then adds and subtracts the columns
    of K for the points that moved: O(n · moved) in the place of O(n²). Before the best start counts as converged its
    sums are computed afresh.
    """
    K = require_psd(K)
    c, max_iter = _as_n_clusters(n_clusters, len(K)), as_integer(max_iter, "max_iter")
    return _warn_unless_converged(_solve_kernel_c_means(K, c, n_starts, init, max_iter, exchange, rng))


def _solve_kernel_c_means(K, c, n_starts, init, max_iter, exchange, rng):
    n = len(K)
    if isinstance(init, str):
        starts = _draw_starts(init, n, c, n_starts, rng, _distances_to_points(K))
    else:
        starts = _as_starts(init, n_starts, (n,), "init")
        starts = [_as_labels(labels, n, c)[0] for labels in starts]
    return _best_kernel_c_means(K, c, starts, max_iter, exchange)


def _distances_to_points(K):
    """A function from indices to distances² of all points from those."""
    diagonal = K.diagonal().copy()
    # K is symmetric: its rows are its columns, and lie together in memory.
    rows = K.rows.rows if isinstance(K, _Coordinates) else lambda s: K[s]
    return lambda s: (diagonal - 2 * rows(np.asarray(s)) + diagonal[s, None]).T


def _draw_starts(init, n, c, n_starts, rng, distances_to):
    """Label arrays to start from, one a start."""
    n_starts = as_integer(N_STARTS if n_starts is None else n_starts, "n_starts")
    rng = as_generator(rng)
    if init == "partition":
        return list(rng.integers(c, size=(n_starts, n)))
    if init == "points":
        seeds = [rng.choice(n, size=c, replace=False) for _ in range(n_starts)]
    elif init == "k-means++":
        seeds = _spread_seeds(n, c, n_starts, rng, distances_to)
    else:
        raise ValueError(
            f"init must be 'k-means++', 'points', 'partition' or an array of starts, got {init!r}."
        )
    return [assign(distances_to(s)) for s in seeds]


def _spread_seeds(n, c, n_starts, rng, distances_to):
    """k-means++ seeds, an (r, c) array; each is the best of a few draws, the one that leaves the least to pay.

    All starts go in step, so that one call computes the distances to the draws of all.
    """
    starts, n_draws = np.arange(n_starts), 2 + int(np.log(c))
    numbers = [(rng.integers(n), rng.random((c - 1, n_draws))) for _ in starts]
    seeds = np.array([[first] * c for first, _ in numbers])
    nearest = distances_to(seeds[:, 0]).T
    for k in range(1, c):
        drawn = np.array([_draw(D2, u[k - 1]) for D2, (_, u) in zip(nearest, numbers, strict=True)])
        left = np.minimum(nearest[:, None], distances_to(drawn.ravel()).T.reshape(n_starts, n_draws, n))
        best = left.sum(axis=2).argmin(axis=1)
        seeds[:, k], nearest = drawn[starts, best], left[starts, best]
    return seeds


def _draw(nearest, u):
    """Points with `seeding_probabilities`, from numbers drawn uniformly in [0, 1)."""
    cumulated = np.maximum(nearest, 0).cumsum()
    if cumulated[-1] <= 0:
        return (u * len(nearest)).astype(int)
    return cumulated.searchsorted(u * cumulated[-1], side="right").clip(max=len(nearest) - 1)


class _InInputSpace:
    """Distances to the means of a partition of points; a move updates the sums of the points that moved."""

    def __init__(self, X, labels, c):
        self.X, self.c = X, c
        self.refresh(labels)

    def refresh(self, labels):
        self.labels, U, self.fresh = labels, partition_matrix(labels, self.c), True
        self.counts, self.sums = U.sum(axis=0), U.T @ self.X

    def move(self, labels):
        moved = np.flatnonzero(labels != self.labels)
        self.fresh &= len(moved) == 0
        change = partition_matrix(labels[moved], self.c) - partition_matrix(self.labels[moved], self.c)
        self.counts, self.sums = self.counts + change.sum(axis=0), self.sums + change.T @ self.X[moved]
        self.labels = labels

    def squared_distances(self):
        """(n, c) array, infinite for an empty cluster."""
        D2 = squared_euclidean(self.X, self.sums / np.maximum(self.counts, 1)[:, None])
        D2[:, self.counts == 0] = np.inf
        return D2


class _InFeatureSpace:
    """The same from a Gram matrix: KZ holds Σⱼ uⱼₖ K(xᵢ, xⱼ)."""

    def __init__(self, K, labels, c, KZ=None):
        self.K, self.c, self.K_xx = K, c, np.diagonal(K)[:, None]
        self.refresh(labels, KZ)

    def refresh(self, labels, KZ=None):
        self.labels = labels
        self.counts = np.bincount(labels, minlength=self.c).astype(float)
        self.KZ = self.K @ partition_matrix(labels, self.c) if KZ is None else KZ
        self.fresh = True

    def move(self, labels):
        moved = np.flatnonzero(labels != self.labels)
        if len(moved) > FULL_PRODUCT * len(labels):
            self.refresh(labels)
        elif len(moved):
            change = partition_matrix(labels[moved], self.c) - partition_matrix(self.labels[moved], self.c)
            # K is symmetric: its rows are its columns, and lie together in memory.
            self.refresh(labels, self.KZ + self.K[moved].T @ change)
            self.fresh = False

    def squared_distances(self):
        """(n, c) array, infinite for an empty cluster."""
        D2 = 2 * self.KZ
        D2 /= np.maximum(self.counts, 1)
        np.subtract(self.K_xx, D2, out=D2)
        D2 += self.norms2()
        D2[:, self.counts == 0] = np.inf
        return D2

    def norms2(self):
        """‖vₖ‖², a (c,) array."""
        own = self.KZ[np.arange(len(self.labels)), self.labels]
        within = np.bincount(self.labels, weights=own, minlength=self.c)
        return within / np.maximum(self.counts, 1) ** 2


class _Coordinates:
    """Mapped points in r coordinates: K = LᵀL + E, from r rows of K, with a PSD error E.

    What a point has outside of them, a vector of squared length Eᵢᵢ, moves its distance² from a mean of others by no
    more than (√Eᵢᵢ + maxⱼ √Eⱼⱼ)² ≤ 4 `lost`, since it is orthogonal to the coordinates.
    """

    def __init__(self, rows, L):
        self.rows, self.L, self.K_xx = rows, L, rows.diagonal()
        self.lost = float(np.maximum(self.K_xx - np.einsum("ij,ij->j", L, L), 0).max())

    def __len__(self):
        return len(self.K_xx)

    def diagonal(self):
        return self.K_xx


class _InCoordinates:
    """The same from `_Coordinates`: r numbers a mean in the place of n."""

    def __init__(self, K, labels, c):
        self.K, self.c = K, c
        self.refresh(labels)

    def refresh(self, labels):
        self.labels, self.fresh = labels, True
        self.counts = np.bincount(labels, minlength=self.c).astype(float)
        self.sums = self.K.L @ partition_matrix(labels, self.c)

    def move(self, labels):
        moved = np.flatnonzero(labels != self.labels)
        if len(moved) > FULL_PRODUCT * len(labels):
            self.refresh(labels)
        elif len(moved):
            change = partition_matrix(labels[moved], self.c) - partition_matrix(self.labels[moved], self.c)
            self.labels, self.counts = labels, self.counts + change.sum(axis=0)
            self.sums = self.sums + self.K.L[:, moved] @ change
            self.fresh = False

    def squared_distances(self):
        """(n, c) array, infinite for an empty cluster."""
        means = self.sums / np.maximum(self.counts, 1)
        D2 = self.K.K_xx[:, None] - 2 * (means.T @ self.K.L).T + self.norms2()
        D2[:, self.counts == 0] = np.inf
        return D2

    def norms2(self):
        """‖vₖ‖², a (c,) array."""
        return np.square(self.sums / np.maximum(self.counts, 1)).sum(axis=0)


class _Run:
    """One start: assignment and update until no point moves, then exchanges if they are asked for.

    `means` is an `_InInputSpace`, `_InFeatureSpace` or `_InCoordinates`.
    """

    def __init__(self, means, scale, max_iter, exchange):
        self.means, self.slack, self.history = means, NEARER * scale, []
        self.max_iter, self.iterations, self.n_exchanges = max_iter, 0, 0
        D2 = means.squared_distances()
        labels, self.n_reseeded = fill_empty_clusters(D2, means.labels)
        means.move(labels)
        self._alternate(None if self.n_reseeded else D2)
        if exchange:
            self.certify()
            if self.n_not_nearest == 0:
                self._exchange()

    def _alternate(self, D2=None):
        means = self.means
        while True:
            D2 = means.squared_distances() if D2 is None else D2
            nearest = _nearest(D2, means.labels, self.slack)
            self.n_not_nearest = int((nearest != means.labels).sum())
            self.history.append(_objective(D2, means.labels))
            if self.n_not_nearest == 0 or self.iterations == self.max_iter:
                return
            self.history.append(_objective(D2, nearest))
            labels, n_empty = fill_empty_clusters(D2, nearest)
            D2 = None
            means.move(labels)
            self.n_reseeded += n_empty
            self.iterations += 1

    def certify(self):
        """Compute the sums afresh that moves have updated, and go on if a point is now nearer to another mean."""
        while self.n_not_nearest == 0 and not self.means.fresh:
            self.means.refresh(self.means.labels)
            self.history.pop()
            self._alternate()

    def _exchange(self):
        means, fresh = self.means, True
        while True:
            gains = transfer_gains(means.squared_distances(), means.labels)
            i, k = np.unravel_index(gains.argmax(), gains.shape)
            if gains[i, k] <= self.slack:
                if fresh:
                    return
                means.refresh(means.labels)
                self.history[-1] = _objective(means.squared_distances(), means.labels)
                fresh = True
                continue
            labels = means.labels.copy()
            labels[i] = k
            means.move(labels)
            self.history.append(_objective(means.squared_distances(), labels))
            self.n_exchanges, fresh = self.n_exchanges + 1, False


def _best(runs):
    """The run of lowest objective, the order in which its clusters first appear, and the fields of a solution."""
    n = len(runs[0].means.labels)
    if n <= SMALL:
        for run in runs:
            run.certify()
    # Of many points it is the first of runs whose objectives differ by rounding, and it alone needs its certificate.
    rounding = n * EPS * runs[0].slack / NEARER if n > SMALL else 0.0
    run = certified = None
    while run is None or run is not certified:
        certified = run
        objectives = np.array([run.history[-1] for run in runs])
        run = runs[np.argmax(objectives <= objectives.min() + rounding)]
        run.certify()
    _, first = np.unique(run.means.labels, return_index=True)
    order = np.argsort(first)
    fields = {
        "labels": np.argsort(order)[run.means.labels],
        "objective": run.history[-1],
        "history": np.array(run.history),
        "objectives": objectives,
        "n_reseeded": run.n_reseeded,
        "n_exchanges": run.n_exchanges,
        "n_not_nearest": run.n_not_nearest,
        "iterations": run.iterations,
        "converged": run.n_not_nearest == 0,
    }
    return run, order, fields


def _best_c_means(X, c, starts, max_iter, exchange):
    points = X - X.mean(axis=0)
    scale = np.einsum("ij,ij->i", points, points).max()
    with thread_limit(len(X)):
        runs = [_Run(_InInputSpace(points, labels, c), scale, max_iter, exchange) for labels in starts]
    _, _, fields = _best(runs)
    return CMeansSolution(prototypes=prototypes(X, partition_matrix(fields["labels"], c)), **fields)


def _best_kernel_c_means(K, c, starts, max_iter, exchange):
    scale = np.abs(K.diagonal()).max()
    with thread_limit(len(K)):
        runs = [_Run(space, scale, max_iter, exchange) for space in _spaces(K, c, starts)]
    run, order, fields = _best(runs)
    if isinstance(K, _Coordinates):
        fields |= {"path": "coordinates", "lost": K.lost}
    return KernelCMeansSolution(norms2=run.means.norms2()[order], **fields)


def _spaces(K, c, starts):
    if isinstance(K, _Coordinates):
        return [_InCoordinates(K, labels, c) for labels in starts]
    KZ = K @ np.hstack([partition_matrix(labels, c) for labels in starts])
    parts = [np.ascontiguousarray(part) for part in np.split(KZ, len(starts), axis=1)]
    return [_InFeatureSpace(K, labels, c, part) for labels, part in zip(starts, parts, strict=True)]


def _warn_unless_converged(solution):
    """Return a solution; say so if it is not one. Called by what users call."""
    if not solution.converged:
        warnings.warn(
            f"The best of {len(solution.objectives)} starts still moved {solution.n_not_nearest} points after "
            f"{solution.iterations} assignments; raise max_iter (now {solution.iterations}).",
            ConvergenceWarning,
            stacklevel=3,
        )
    return solution


def assign_new(K_xs, solution):
    """The clusters of new points: arg minₖ −2 Σⱼ γⱼₖ K(x, xⱼ) + ‖vₖ‖²; K(x, x) is the same for all k.

    Parameters
    ----------
    K_xs : array_like, (m, n), kernel values between new and training points
    solution : KernelCMeansSolution

    Returns
    -------
    (m,) int array

    Raises
    ------
    ValueError
        If K_xs is not a finite matrix of n columns.
    """
    K_xs = as_matrix(K_xs, "K_xs", n_features=len(solution.labels))
    return assign(solution.norms2 - 2 * K_xs @ solution.gamma)


@dataclass(frozen=True)
class Elbow:
    """The objective for several numbers of clusters.

    Attributes
    ----------
    n_clusters : (r,) int array, rising
    objective : (r,) array, J, which never rises with the number of clusters
    solutions : tuple of CMeansSolution or KernelCMeansSolution
    """

    n_clusters: np.ndarray
    objective: np.ndarray
    solutions: tuple


def elbow(X, n_clusters=range(1, 9), n_starts=10, max_iter=300, exchange=False, rng=0):
    """Run c-means for several numbers of clusters.

    Parameters
    ----------
    X : array_like, (n, p)
    n_clusters : iterable of int, rising, from 1 to n
    n_starts : int ≥ 1, k-means++ starts for each; the best partition found for fewer clusters, with the farthest points
        as new ones, is one start more, so that J never rises
    max_iter : int ≥ 1
    exchange : bool, whether after convergence single points change their cluster as long as that lowers J
    rng : int (a seed) or numpy.random.Generator

    Returns
    -------
    Elbow

    Raises
    ------
    ValueError
        As `c_means`; also if n_clusters does not rise.
    """
    X, max_iter = as_matrix(X), as_integer(max_iter, "max_iter")
    points = X - X.mean(axis=0)
    return _elbow(
        len(X),
        n_clusters,
        n_starts,
        rng,
        lambda s: squared_euclidean(points, points[s]),
        lambda c, starts: _best_c_means(X, c, starts, max_iter, exchange),
    )


def kernel_elbow(K, n_clusters=range(1, 9), n_starts=10, max_iter=300, exchange=False, rng=0):
    """Run kernel c-means for several numbers of clusters.

    Parameters
    ----------
    K : array_like, (n, n), positive semidefinite Gram matrix
    n_clusters, n_starts, max_iter, exchange, rng : as for `elbow`

    Returns
    -------
    Elbow

    Raises
    ------
    ValueError
        As `kernel_c_means`; also if n_clusters does not rise.
    """
    K, max_iter = require_psd(K), as_integer(max_iter, "max_iter")
    return _elbow(
        len(K),
        n_clusters,
        n_starts,
        rng,
        _distances_to_points(K),
        lambda c, starts: _best_kernel_c_means(K, c, starts, max_iter, exchange),
    )


def _elbow(n, n_clusters, n_starts, rng, distances_to, solve):
    counts = [_as_n_clusters(c, n) for c in n_clusters]
    if not counts or np.any(np.diff(counts) <= 0):
        raise ValueError(f"n_clusters must be rising numbers, got {counts}.")
    rng, solutions = as_generator(rng), []
    for c in counts:
        starts = _draw_starts("k-means++", n, c, n_starts, rng, distances_to)
        starts += [solution.labels for solution in solutions[-1:]]
        solutions.append(solve(c, starts))
    objective = np.array([solution.objective for solution in solutions])
    return Elbow(np.array(counts), objective, tuple(solutions))


# ---------------------------------------------------------------- the approximate version


@dataclass(frozen=True)
class ApproximateSolution:
    """Kernel c-means with prototypes that are combinations of a sample, and what certifies it.

    Attributes
    ----------
    labels : (n,) int array, clusters in the order of their first appearance
    sample : (m,) int array, indices of the points that prototypes are made of
    alpha : (m, c) array, weights of the prototypes vₖ = Σⱼ αⱼₖ Φ(sⱼ)
    norms2 : (c,) array, ‖vₖ‖²
    objective : float, Σᵢ ‖Φ(xᵢ) − vₖ₍ᵢ₎‖² in the whole feature space: J of these prototypes, not an estimate
    residual : float, the part of the objective that no combination of the sample can remove: the sum of the distances²
        from Φ(xᵢ) to the span of the sample; 0 says that nothing was lost
    history, objectives : as in `CMeansSolution`, with the residual included
    n_reseeded, n_not_nearest, iterations, n_exchanges, converged : as in `CMeansSolution`
    """

    labels: np.ndarray
    sample: np.ndarray
    alpha: np.ndarray
    norms2: np.ndarray
    objective: float
    residual: float
    history: np.ndarray
    objectives: np.ndarray
    n_reseeded: int
    n_not_nearest: int
    iterations: int
    n_exchanges: int
    converged: bool


def approximate_kernel_c_means(
    kernel, X, n_clusters, n_sample, n_starts=None, init="k-means++", max_iter=300, exchange=False, rng=0
):
    """Kernel c-means without the n × n Gram matrix: prototypes are combinations of a sample.

    Parameters
    ----------
    kernel : Kernel or callable, not precomputed
    X : array_like, (n, p)
    n_clusters : int, c, from 1 to n
    n_sample : int, m, from 1 to n; the cost is O(n m² + n m c) and the memory O(n m)
    n_starts, max_iter, exchange, rng : as for `c_means`
    init : {"k-means++", "points", "partition"}

    Returns
    -------
    ApproximateSolution; with m = n it is that of `kernel_c_means`

    Raises
    ------
    ValueError
        As `c_means`; also if n_sample > n, the kernel is precomputed, or the sample's Gram matrix is not PSD.

    Warns
    -----
    ConvergenceWarning
        If the best start still moved points after max_iter assignments.

    Notes
    -----
    With K_ss = QΛQᵀ the rows of Z = K_xs Q Λ^(−1/2) are the coordinates of the mapped points in the span of the sample.
    A prototype in that span is as far from Φ(x) as from its projection, plus a constant of x: plain c-means on Z.

    References
    ----------
    Chitta, Jin, Havens and Jain (2011).
    """
    X, kernel = as_matrix(X), as_kernel(kernel)
    if is_precomputed(kernel):
        raise ValueError(
            "the approximate version computes kernel values itself; it needs a kernel of points."
        )
    if not isinstance(init, str):
        raise ValueError(
            f"init must be 'k-means++', 'points' or 'partition' here, got {type(init).__name__}."
        )
    n, m = len(X), as_integer(n_sample, "n_sample")
    if m > n:
        raise ValueError(f"n_sample must be at most n = {n}, got {m}.")
    rng = as_generator(rng)
    sample = np.sort(rng.choice(n, size=m, replace=False))
    Z, to_alpha = _coordinates_in_span(kernel, X, sample)
    residual = float(np.maximum(kernel.diagonal(X) - np.einsum("ij,ij->i", Z, Z), 0).sum())
    plain = c_means(Z, n_clusters, n_starts, init, max_iter, exchange, rng)
    return ApproximateSolution(
        labels=plain.labels,
        sample=sample,
        alpha=to_alpha @ plain.prototypes.T,
        norms2=(plain.prototypes**2).sum(axis=1),
        objective=plain.objective + residual,
        residual=residual,
        history=plain.history + residual,
        objectives=plain.objectives + residual,
        n_reseeded=plain.n_reseeded,
        n_not_nearest=plain.n_not_nearest,
        iterations=plain.iterations,
        n_exchanges=plain.n_exchanges,
        converged=plain.converged,
    )


def _coordinates_in_span(kernel, X, sample):
    """Z (n, r), coordinates in the span of the sample, and the (m, r) matrix that turns them into weights."""
    K_ss = _gram(kernel, X[sample])
    values, Q = eigh(K_ss)
    keep = values > len(values) * RANK_TOLERANCE * max(values[-1], np.finfo(float).tiny)
    to_alpha = Q[:, keep] / np.sqrt(values[keep])
    Z = np.empty((len(X), int(keep.sum())))
    rows = max(1, BLOCK_ENTRIES // len(sample))
    for s in range(0, len(X), rows):
        Z[s : s + rows] = kernel(X[s : s + rows], X[sample]) @ to_alpha
    return Z, to_alpha


# ---------------------------------------------------------------- the estimators


class CMeans(ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, BaseEstimator):
    """Clustering by c-means (Lloyd's algorithm, k-means).

    Parameters
    ----------
    n_clusters : int, c
    n_starts : int or None; None is 10, or as many as `init` holds
    init : {"k-means++", "points", "partition"} or array_like of prototypes, (c, p) or (r, c, p)
    max_iter : int ≥ 1, assignments a start
    exchange : bool, whether after convergence single points change their cluster as long as that lowers J
    random_state : int (a seed) or numpy.random.Generator

    Attributes
    ----------
    solution_ : CMeansSolution, with its certificate
    labels_ : (n,) int array, clusters in the order of their first appearance
    prototypes_ : (c, p) array
    n_iter_ : int
    n_features_in_ : int

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0], [0.1], [5.0], [5.1]])
    >>> CMeans(n_clusters=2).fit(X).labels_
    array([0, 0, 1, 1])
    """

    def __init__(
        self, n_clusters=2, n_starts=None, init="k-means++", max_iter=300, exchange=False, random_state=0
    ):
        self.n_clusters = n_clusters
        self.n_starts = n_starts
        self.init = init
        self.max_iter = max_iter
        self.exchange = exchange
        self.random_state = random_state

    def fit(self, X, y=None):
        """Find the clusters.

        Parameters
        ----------
        X : (n, p) array_like
        y : ignored, for scikit-learn's pipelines

        Returns
        -------
        self
        """
        X = validate_data(self, X, dtype=np.float64)
        self.solution_ = c_means(
            X, self.n_clusters, self.n_starts, self.init, self.max_iter, self.exchange, self.random_state
        )
        self.labels_, self.prototypes_ = self.solution_.labels, self.solution_.prototypes
        self.n_iter_ = max(1, self.solution_.iterations)
        self._n_features_out = len(self.prototypes_)
        return self

    def transform(self, X):
        """Distances ‖x − vₖ‖ to the prototypes.

        Parameters
        ----------
        X : (m, p) array_like

        Returns
        -------
        (m, c) array
        """
        return np.sqrt(self._squared_distances(X))

    def predict(self, X):
        """Return the cluster of the nearest prototype.

        Parameters
        ----------
        X : (m, p) array_like

        Returns
        -------
        (m,) int array
        """
        return assign(self._squared_distances(X))

    def score(self, X, y=None):
        """−J of the points, each at its nearest prototype.

        Parameters
        ----------
        X : (m, p) array_like
        y : ignored, for scikit-learn's pipelines

        Returns
        -------
        float
        """
        return -float(self._squared_distances(X).min(axis=1).sum())

    def _squared_distances(self, X):
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return squared_euclidean(X, self.prototypes_)


class KernelCMeans(ClusterMixin, KernelEstimator):
    """Clustering by c-means in the feature space of a kernel.

    Parameters
    ----------
    kernel : Kernel, callable or None; None is RBF with γ = 1/(p · variance of X), scikit-learn's "scale"
    n_clusters : int, c
    n_starts : int or None; None is 10, or as many as `init` holds
    init : {"k-means++", "points", "partition"} or array_like of labels, (n,) or (r, n)
    max_iter : int ≥ 1, assignments a start
    exchange : bool, whether after convergence single points change their cluster as long as that lowers J
    n_sample : int or None; with a number, prototypes are combinations of that many points and no n × n matrix is formed
    random_state : int (a seed) or numpy.random.Generator

    Attributes
    ----------
    solution_ : KernelCMeansSolution or, with n_sample, ApproximateSolution
    kernel_ : Kernel that was used
    labels_ : (n,) int array, clusters in the order of their first appearance
    n_iter_ : int
    n_features_in_ : int

    Notes
    -----
    Prediction needs the training points (the sample only, with n_sample). tslearn's `KernelKMeans` leaves out ‖vₖ‖²,
    the third term of the distance, and minimizes something else.

    Examples
    --------
    >>> import numpy as np
    >>> from kernelsy19.kernels import RBF
    >>> X = np.array([[0.0], [0.1], [5.0], [5.1]])
    >>> KernelCMeans(RBF(gamma=1.0), n_clusters=2).fit(X).predict([[4.8]])
    array([1])
    """

    def __init__(
        self,
        kernel=None,
        n_clusters=2,
        n_starts=None,
        init="k-means++",
        max_iter=300,
        exchange=False,
        n_sample=None,
        random_state=0,
    ):
        self.kernel = kernel
        self.n_clusters = n_clusters
        self.n_starts = n_starts
        self.init = init
        self.max_iter = max_iter
        self.exchange = exchange
        self.n_sample = n_sample
        self.random_state = random_state

    def fit(self, X, y=None):
        """Find the clusters.

        Parameters
        ----------
        X : (n, p) array_like; the (n, n) Gram matrix for `Precomputed()`
        y : ignored, for scikit-learn's pipelines

        Returns
        -------
        self
        """
        X = validate_data(self, X, dtype=np.float64)
        self.kernel_ = default_kernel(X) if self.kernel is None else as_kernel(self.kernel)
        options = self.n_starts, self.init, self.max_iter, self.exchange, self.random_state
        if self.n_sample is not None:
            self.solution_ = approximate_kernel_c_means(
                self.kernel_, X, self.n_clusters, self.n_sample, *options
            )
            self._X, self._weights = X[self.solution_.sample], self.solution_.alpha
        else:
            n_starts, init, max_iter, exchange, rng = options
            c, max_iter = _as_n_clusters(self.n_clusters, len(X)), as_integer(max_iter, "max_iter")
            K = _gram(self.kernel_, X) if exchange else _coordinates_or_gram(self.kernel_, X)
            solution = _solve_kernel_c_means(K, c, n_starts, init, max_iter, exchange, rng)
            self.solution_ = _warn_unless_converged(solution)
            self._X, self._weights = X, self.solution_.gamma
        self.labels_ = self.solution_.labels
        self.n_iter_ = max(1, self.solution_.iterations)
        return self

    def predict(self, X):
        """Return the cluster of the nearest prototype in feature space.

        Parameters
        ----------
        X : (m, p) array_like; for `Precomputed()` the (m, n) kernel values K(x, xᵢ)

        Returns
        -------
        (m,) int array
        """
        return assign(self._without_K_xx(X))

    def squared_distances(self, X, K_xx=None):
        """‖Φ(x) − vₖ‖² to the prototypes.

        Parameters
        ----------
        X : (m, p) array_like; for `Precomputed()` the (m, n) kernel values K(x, xᵢ)
        K_xx : (m,) array_like, K(x, x), for `Precomputed()` only

        Returns
        -------
        (m, c) array, in squared units of the feature space

        Raises
        ------
        ValueError
            If K_xx is missing for `Precomputed()`, or given for another kernel.
        """
        partial = self._without_K_xx(X)
        if is_precomputed(self.kernel_) == (K_xx is None):
            wanted = (
                "must be given"
                if K_xx is None
                else f"is for Precomputed() only: {self.kernel_!r} computes it"
            )
            raise ValueError(f"K_xx, the values K(x, x) of the points, {wanted}.")
        K_xx = self.kernel_.diagonal(X) if K_xx is None else as_vector(K_xx, "K_xx", len(partial))
        return partial + K_xx[:, None]

    def _without_K_xx(self, X):
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return self.solution_.norms2 - 2 * self.kernel_.evaluate_sums(X, self._X, self._weights)


def _gram(kernel, X):
    """The Gram matrix, checked unless the kernel is positive semidefinite by construction."""
    return kernel(X) if kernel.positive_semidefinite else require_psd(kernel(X))


def _coordinates_or_gram(kernel, X):
    """Few coordinates of the mapped points where there are such, up to rounding; or else the Gram matrix.

    With r coordinates the distances to c means cost O(n r c), and all of K is never computed.
    """
    if kernel.positive_semidefinite is True and len(X) >= MANY:
        rows = GramRows(kernel, X)
        factor = pivoted_cholesky(rows, max_rank=min(len(X) // 8, MOST_COORDINATES))
        if factor.converged:
            return _Coordinates(rows, factor.L)
    return _gram(kernel, X)


def _as_n_clusters(n_clusters, n):
    c = as_integer(n_clusters, "n_clusters")
    _require_enough_points(n, c)
    return c


def _require_enough_points(n, c):
    if c > n:
        raise ValueError(f"n_clusters must be at most the number of points, got {c} with n_samples = {n}.")


def _as_labels(labels, n, n_clusters):
    labels = as_vector(labels, "labels", n)
    c = int(labels.max()) + 1 if n_clusters is None else as_integer(n_clusters, "n_clusters")
    if not np.isin(labels, np.arange(c)).all():
        raise ValueError(f"labels must be whole numbers from 0 to {c - 1}, got {np.unique(labels)[:5]}.")
    _require_enough_points(n, c)
    return labels.astype(int), c


def _as_starts(init, n_starts, shape, name):
    """Starts of a given shape, one or several."""
    starts = np.asarray(init, dtype=float)
    if starts.shape[-len(shape) :] != shape or starts.ndim not in (len(shape), len(shape) + 1):
        raise ValueError(f"{name} must have shape {shape} or (r, *{shape}), got {starts.shape}.")
    starts = starts.reshape(-1, *shape)
    if len(starts) == 0 or not np.isfinite(starts).all():
        raise ValueError(f"{name} must hold at least one start, all finite.")
    if n_starts not in (None, len(starts)):
        raise ValueError(
            f"n_starts must be None or {len(starts)}, the starts that {name} holds, got {n_starts!r}."
        )
    return list(starts)
