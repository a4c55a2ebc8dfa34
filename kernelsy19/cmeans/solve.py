"""c-means from many starts, and for several numbers of clusters; clusters matched with classes."""

from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.optimize import linear_sum_assignment

from kernelsy19.cmeans.alternation import (
    InInputSpace,
    Run,
    as_n_clusters,
    as_starts,
    best_run,
    count_distinct,
    draw_starts,
)
from kernelsy19.cmeans.equations import assign, partition_matrix, prototypes
from kernelsy19.cmeans.plain import CMeansSolution, warn_unless_converged
from kernelsy19.engine.threads import thread_limit
from kernelsy19.kernels import squared_euclidean
from kernelsy19.signatures import integer_from, several, takes
from kernelsy19.validation import as_flag, as_generator, as_integer, as_points, as_whole_numbers

MOST_COMPARED_LABELS = 10_000  # clusters, or classes, of which each pair is compared


@takes(X=as_points, max_iter=integer_from(), exchange=as_flag)
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
        If n_starts is given with an array of prototypes.

    Warns
    -----
    ConvergenceWarning
        If the best start still moved points after max_iter assignments, or some clusters share a prototype.

    Notes
    -----
    The lecture's algorithm stops when every point is at its nearest prototype. A point pulls its own prototype toward
    itself, so J may still fall if it leaves: that is what `exchange` tries, one point at a time, after Hartigan (1975).
    """
    c = as_n_clusters(n_clusters, len(X))
    center = X.mean(axis=0)  # distances do not see the origin; rounding does
    points = X - center
    if isinstance(init, str):
        starts = draw_starts(init, len(X), c, n_starts, rng, lambda s: squared_euclidean(points, points[s]))
    else:
        V = as_starts(init, n_starts, (c, X.shape[1]), "init")
        starts = [assign(squared_euclidean(points, v - center)) for v in V]
    return warn_unless_converged(*_best_c_means(X, points, c, starts, max_iter, exchange))


def _best_c_means(X, points, c, starts, max_iter, exchange):
    with thread_limit(len(points)):
        runs = [Run(InInputSpace(points, labels, c), max_iter, exchange) for labels in starts]
    run, _, fields = best_run(runs)
    V = prototypes(X, partition_matrix(fields["labels"], c))
    return CMeansSolution(prototypes=V, **fields), count_distinct(run.means)


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

    @property
    def ratios(self):
        """J of each number of clusters over J of the number before, as an (r − 1,) array; NaN where that was 0."""
        before, after = self.objective[:-1], self.objective[1:]
        return np.divide(after, before, out=np.full(len(after), np.nan), where=before > 0)


@takes(X=as_points, max_iter=integer_from(), exchange=as_flag)
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
    """
    points = X - X.mean(axis=0)
    return elbow_from(
        len(X),
        n_clusters,
        n_starts,
        rng,
        lambda s: squared_euclidean(points, points[s]),
        lambda c, starts: _best_c_means(X, points, c, starts, max_iter, exchange)[0],
    )


def elbow_from(n, n_clusters, n_starts, rng, distances_to, solve):
    """Do the work of `elbow`, in the input space or in a feature space."""
    counts = [as_n_clusters(c, n) for c in several(None, least=0)(n_clusters, "n_clusters")]
    n_starts = as_integer(n_starts, "n_starts")
    if not counts or np.any(np.diff(counts) <= 0):
        raise ValueError(f"n_clusters must be rising numbers, got {counts}.")
    rng, solutions = as_generator(rng), []
    for c in counts:
        starts = draw_starts("k-means++", n, c, n_starts, rng, distances_to)
        starts += [solution.labels for solution in solutions[-1:]]
        solutions.append(solve(c, starts))
    objective = np.array([solution.objective for solution in solutions])
    return Elbow(np.array(counts), objective, tuple(solutions))


_names = partial(as_whole_numbers, high=MOST_COMPARED_LABELS)


@takes(labels=_names, y=_names)
def matched_labels(labels, y):
    """Rename clusters after classes, so that as many points as possible have the number of their class.

    Parameters
    ----------
    labels : (n,) int array, clusters 0 … c − 1
    y : (n,) int array, classes 0 … q − 1; a class names at most one cluster

    Returns
    -------
    (n,) int array; clusters for which no class is left get the numbers from q on
    """
    if len(labels) != len(y) or not len(y):
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
    return float(np.mean(matched_labels(labels, y) == np.asarray(y)))
