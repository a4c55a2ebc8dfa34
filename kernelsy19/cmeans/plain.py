"""c-means step by step, and what certifies a run; what counts as nearer, and how an empty cluster is filled."""

from dataclasses import dataclass, field

import numpy as np

from kernelsy19.certificates import EPS, warn
from kernelsy19.cmeans.equations import assign, criterion_by_points, partition_matrix, prototypes
from kernelsy19.kernels import squared_euclidean
from kernelsy19.signatures import fitting, integer_from, made_by, several, takes
from kernelsy19.validation import as_points

# Share of what a distance² is computed from, by which another prototype must be nearer for a point to move: below it is
# rounding, which could move points to and fro without end.
NEARER_SHARE = 1e-12

# Share of itself by which the objective may rise on the way and still count as one that never rises.
RISE_SHARE = 1e-10


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


def as_prototypes(V, name, given):
    """Check prototypes of X, no more than points."""
    V = as_points(V, name, n_features=given["X"].shape[1])
    require_enough_points(len(given["X"]), len(V))
    return V


@takes(X=as_points, V=fitting(as_prototypes), max_iter=integer_from())
def c_means_steps(X, V, max_iter=300):
    """Run c-means from given prototypes and keep every half step, as the lecture's algorithm is written.

    To minimize J(U, V) = Σᵢ Σₖ uᵢₖ ‖xᵢ − vₖ‖² over the partition U and the prototypes V, it takes turns: each prototype
    becomes the mean of its cluster, then each point goes to its nearest prototype.

    Parameters
    ----------
    X : array_like, (n, p)
    V : array_like, (c, p), prototypes to start from
    max_iter : int ≥ 1, assignments after that of the start

    Returns
    -------
    list of AlternationStep: "start" (the points at their nearest prototypes), then "update", "assign", "update", …,
    until an "assign" moves no point: then neither half step can lower the objective, which never rises on the way
    """
    D2 = squared_euclidean(X, V)
    labels, size = assign(D2), max(largest_length(X), largest_length(V))
    steps = [AlternationStep("start", labels, V, objective_of(D2, labels), 0)]
    for _ in range(max_iter):
        labels, n_reseeded = fill_empty_clusters(D2, labels)
        V = prototypes(X, partition_matrix(labels, len(V)))
        D2 = squared_euclidean(X, V)
        steps.append(AlternationStep("update", labels, V, objective_of(D2, labels), n_reseeded))
        labels, n_moved = assign_anew(D2, labels, lambda own, *_: rounding_of(own, size))
        steps.append(AlternationStep("assign", labels, V, objective_of(D2, labels), n_moved))
        if n_moved == 0:
            break
    return steps


@dataclass(frozen=True, kw_only=True)
class Partition:
    """What is known of a partition, in the input space or in a feature space: see `CMeansSolution`."""

    labels: np.ndarray
    objective: float
    history: np.ndarray
    objectives: np.ndarray
    n_reseeded: int
    n_not_nearest: int
    iterations: int
    n_exchanges: int
    converged: bool
    doubts: tuple = field(default=(), repr=False)


@dataclass(frozen=True, kw_only=True)
class CMeansSolution(Partition):
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
    doubts : tuple of str, none here: distances come from differences of coordinates
    """

    prototypes: np.ndarray


def plain_c_means(X, V, max_iter=300):
    """Minimize J(U, V) the plain way, from given prototypes: `c_means_steps`, judged by `certify`.

    Parameters
    ----------
    X, V, max_iter : as in `c_means_steps`

    Returns
    -------
    CMeansSolution
    """
    return certify(c_means_steps(X, V, max_iter))


@takes(steps=several(made_by(AlternationStep), least=3))
def certify(steps):
    """Judge a run of c-means by its steps.

    Parameters
    ----------
    steps : list of AlternationStep, as `c_means_steps` returns them

    Returns
    -------
    CMeansSolution

    Warns
    -----
    ConvergenceWarning
        If the last assignment still moved points, or the objective rose on the way.
    """
    order, fields = certified_end(steps[1:])
    return warn_unless_converged(CMeansSolution(prototypes=steps[-1].prototypes[order], **fields))


def certified_end(steps, rounding=0.0):
    """The order in which clusters first appear, and the fields of a solution, of a run "update", "assign",
    "update", ….
    steps list of AlternationStep → order (c,) int array, fields dict of str to value."""
    end, last = steps[-2:]
    history = np.array([step.objective for step in steps[:-1]])
    order, labels = in_order_of_appearance(end.labels)
    return order, {
        "labels": labels,
        "objective": end.objective,
        "history": history,
        "objectives": np.array([end.objective]),
        "n_reseeded": sum(step.n_moved for step in steps if step.kind == "update"),
        "n_exchanges": 0,
        "n_not_nearest": last.n_moved,
        "iterations": len(steps) // 2 - 1,
        "converged": last.n_moved == 0 and never_rises(history, rounding),
    }


# ---- which prototype is nearer, and which cluster is empty -------------------------------------------


def objective_of(D2, labels):
    """Return J of a partition and its distances.
    D2 (n, c), labels (n,) int → float."""
    return float(criterion_by_points(D2, labels))


def rounding_of(own, size):
    """What rounding may make of the difference of two distances² from points to means.
    own (m,) → (m,) array."""
    moved = 8 * EPS * size
    return NEARER_SHARE * own + moved * (np.sqrt(own) + moved)


def nearest(D2, labels, rounding):
    """`assign`, except that a point stays where no prototype is nearer by more than rounding.

    `rounding` gives that from the distances² to the own prototypes, the labels, the nearest and the points'
    numbers."""
    closest = assign(D2)
    i = np.flatnonzero(closest != labels)
    own = D2[i, labels[i]]
    stay = D2[i, closest[i]] >= own - rounding(own, labels[i], closest[i], i)
    closest[i[stay]] = labels[i[stay]]
    return closest


def assign_anew(D2, labels, rounding):
    """The partition after an assignment, and how many points have moved; `nearest` says which of equals counts.
    D2 (n, c), labels (n,) int, rounding callable → (n,) int array and int."""
    new = nearest(D2, labels, rounding)
    return new, int((new != labels).sum())


def fill_empty_clusters(D2, labels):
    """Give each empty cluster the point that is farthest from its prototype, out of clusters with two or more.
    D2 (n, c), dᵢₖ²; columns of empty clusters are not read; labels (n,) int array; n ≥ c → labels (n,) int array in
    which every cluster has a point; n_reseeded int, how many were empty

    J cannot rise: the cluster that loses the point pays no more than before, the new one pays nothing."""
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


def never_rises(history, rounding=0.0):
    """Whether an objective falls or stays at each step, up to rounding; False where it is not a number.
    history (T,) → bool."""
    return bool(
        (np.diff(history) <= RISE_SHARE * np.abs(history[:-1]) + rounding).all()
        and np.isfinite(history).all()
    )


def in_order_of_appearance(labels):
    """The order in which clusters first appear, and the labels with their numbers in that order."""
    _, first = np.unique(labels, return_index=True)
    order = np.argsort(first)
    return order, np.argsort(order)[labels]


def warn_unless_converged(solution, distinct=None):
    """Return a solution; say why if it is not one, or has fewer prototypes than clusters. Called by what users call."""
    if distinct is not None and distinct <= solution.labels.max():
        warn(
            f"Only {distinct} of the {solution.labels.max() + 1} clusters have a prototype of their own; ask for no "
            "more of them than there are distinct points."
        )
    if solution.doubts:
        warn(
            f"The best of {len(solution.objectives)} starts ended with {'; '.join(solution.doubts)}; the points lie "
            "too far from the origin of the feature space, so center the data or change the kernel."
        )
    elif not solution.converged:
        reason = (
            f"still moved {solution.n_not_nearest} points after {solution.iterations} assignments; "
            f"raise max_iter (now {solution.iterations})"
            if solution.n_not_nearest
            else f"let the objective rise by {np.diff(solution.history).max():.3g} on the way, which it never should: "
            "rounding is larger than the distances; center the data, or remove points that are far from all others"
        )
        warn(f"The best of {len(solution.objectives)} starts {reason}.")
    return solution


def largest_length(X):
    """The largest ‖x‖.
    X (n, p) → float."""
    return float(np.sqrt(np.einsum("ij,ij->i", X, X).max()))


def require_enough_points(n, c):
    """Refuse more clusters than points."""
    if c > n:
        raise ValueError(f"n_clusters must be at most the number of points, got {c} with n_samples = {n}.")
