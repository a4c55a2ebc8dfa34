"""c-means in feature space step by step, and what certifies a run."""

from dataclasses import dataclass

import numpy as np

from kernelsy19.certificates import EPS, HIDDEN_BY_ROUNDING, certified
from kernelsy19.cmeans.equations import partition_matrix
from kernelsy19.cmeans.plain import (
    NEARER_SHARE,
    AlternationStep,
    Partition,
    assign_anew,
    certified_end,
    fill_empty_clusters,
    objective_of,
    require_enough_points,
    warn_unless_converged,
)
from kernelsy19.gram import require_psd
from kernelsy19.kernel_cmeans.equations import kernel_squared_distances, weights
from kernelsy19.signatures import fitting, integer_from, made_by, several, takes
from kernelsy19.validation import as_integer, as_vector

# Times the root of the number of points and K(x, x): by how much the means of equal values may differ
SAME_MEANS = 16 * EPS


@takes(
    K=require_psd,
    labels=fitting(lambda labels, name, given: as_labels(labels, len(given["K"]), given["n_clusters"])[0]),
    n_clusters=integer_from(),
    max_iter=integer_from(),
)
def kernel_c_means_steps(K, labels, n_clusters=None, max_iter=300):
    """Run kernel c-means from a given partition and keep every half step.

    To minimize J(U) = Σᵢ Σₖ uᵢₖ ‖Φ(xᵢ) − vₖ‖² over partitions, with vₖ the mean of cluster k in feature space, it takes
    turns: distances to the means of the partition from kernel values alone, then each point goes to its nearest mean.

    Parameters
    ----------
    K : array_like, (n, n), positive semidefinite Gram matrix
    labels : array_like, (n,), the partition to start from, in 0 … c − 1
    n_clusters : int or None, c; None is the largest label plus 1
    max_iter : int ≥ 1, assignments

    Returns
    -------
    list of AlternationStep: "update" (the means of the partition), "assign", "update", …, until an "assign" moves no
    point: then no half step can lower the objective, which never rises on the way
    """
    c = n_clusters or labels.max() + 1
    U = partition_matrix(labels, c)
    # Weights of clusters with a point; the distances to the others, which have no mean, are not read.
    D2 = kernel_squared_distances(np.diagonal(K), K, K, U / np.maximum(U.sum(axis=0), 1))
    steps = []
    for _ in range(max_iter):
        labels, n_reseeded = fill_empty_clusters(D2, labels)
        W = weights(partition_matrix(labels, c))
        D2 = kernel_squared_distances(np.diagonal(K), K, K, W)
        steps.append(AlternationStep("update", labels, None, objective_of(D2, labels), n_reseeded))
        labels, n_moved = assign_anew(D2, labels, lambda own, a, k, i: rounding_of(own, K[i, i]))
        steps.append(AlternationStep("assign", labels, None, objective_of(D2, labels), n_moved))
        if n_moved == 0:
            break
    return steps


@dataclass(frozen=True, kw_only=True)
class KernelCMeansSolution(Partition):
    """A partition with prototypes that are means in feature space, and what certifies it.

    Attributes
    ----------
    labels : (n,) int array, clusters in the order of their first appearance
    norms2 : (c,) array, ‖vₖ‖² = Σⱼᵣ wⱼₖ wᵣₖ K(xⱼ, xᵣ)
    objective, history, objectives, n_reseeded, n_not_nearest, iterations, n_exchanges, converged : as in
        `CMeansSolution`
    doubts : tuple of str, what keeps the partition from being certified: rounding that hides how far two prototypes are
        from each other
    path : {"matrix", "coordinates"}, whether distances came from the Gram matrix or from a low-rank factor of it
    lost : float ≥ 0, the largest squared length of a mapped point that the factor leaves out: no distance² is off by
        more than 4 times that, J by no more than n times that; 0 for the Gram matrix
    """

    norms2: np.ndarray
    path: str = "matrix"
    lost: float = 0.0

    @property
    def W(self):
        """The weights wᵢₖ of the prototypes, as an (n, c) array."""
        return weights(partition_matrix(self.labels, len(self.norms2)))


def plain_kernel_c_means(K, labels, n_clusters=None, max_iter=300):
    """Minimize J(U) in feature space the plain way, from a partition: `kernel_c_means_steps`, judged by `certify`.

    Parameters
    ----------
    K, labels, n_clusters, max_iter : as in `kernel_c_means_steps`

    Returns
    -------
    KernelCMeansSolution
    """
    return certify(K, kernel_c_means_steps(K, labels, n_clusters, max_iter))


@takes(K=require_psd, steps=several(made_by(AlternationStep), least=2))
def certify(K, steps):
    """Judge a run of kernel c-means by its steps.

    Parameters
    ----------
    K : array_like, (n, n), positive semidefinite Gram matrix
    steps : list of AlternationStep, as `kernel_c_means_steps` returns them

    Returns
    -------
    KernelCMeansSolution

    Warns
    -----
    ConvergenceWarning
        If the last assignment still moved points, the objective rose on the way, or rounding hides how far two
        prototypes are from each other.
    """
    _, fields = certified_end(steps, 1e-12 * np.trace(K))
    W, largest = weights(partition_matrix(fields["labels"], fields["labels"].max() + 1)), np.diagonal(K).max()
    solution = KernelCMeansSolution(norms2=(W * (K @ W)).sum(axis=0), **fields)
    between = between_means(K @ W, W.T @ K @ W, largest)
    return warn_unless_converged(without_doubt(solution, *between, rounding_of(0.0, largest)))


def rounding_of(own, K_xx):
    """What rounding may make of the difference of two distances² from kernel values.
    own (m,), K_xx (m,) → (m,) array: a share of what the two are sums of, since ‖v‖² ≤ 2‖Φ(x)‖² + 2‖Φ(x) − v‖²."""
    return NEARER_SHARE * (4 * np.abs(own) + 6 * np.abs(K_xx))


def between_means(sums, products, largest):
    """How far means lie from each other, and which are one: those whose products with all points are the same.
    sums (n, c), ⟨Φ(xᵢ), vₖ⟩; products (c, c), ⟨vₖ, vₗ⟩; largest: float, K(x, x) → distances² (c, c), (c, c) bool"""
    norms2, few = np.diagonal(products), SAME_MEANS * np.sqrt(len(sums)) * largest
    same = np.array([np.abs(sums - column[:, None]).max(axis=0) <= few for column in sums.T])
    return norms2[:, None] + norms2 - 2 * products, same


def without_doubt(solution, apart, same, rounding):
    """A partition, or one with a doubt: where means that differ are so near each other that rounding decides who moves.
    apart (c, c), distances²; same (c, c) bool; rounding: float, of such distances²"""
    nearest = HIDDEN_BY_ROUNDING * apart[~same].min(initial=np.inf)
    return certified(solution, ("rounding of the largest K(x, x)", float(rounding), float(nearest)))


def as_labels(labels, n, n_clusters):
    """Check a partition that starts a run.
    labels array_like of whole numbers, n_clusters int or None → labels (n,) int array, c int."""
    labels = as_vector(labels, "labels", n)
    c = int(labels.max()) + 1 if n_clusters is None else as_integer(n_clusters, "n_clusters")
    require_enough_points(n, c)
    if not np.isin(labels, np.arange(c)).all():
        raise ValueError(f"labels must be whole numbers from 0 to {c - 1}, got {np.unique(labels)[:5]}.")
    return labels.astype(int), c
