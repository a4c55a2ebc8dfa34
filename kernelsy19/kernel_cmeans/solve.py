"""Kernel c-means from the Gram matrix, from many starts, and from a sample of the points."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh

from kernelsy19.cmeans.alternation import Run, as_n_clusters, as_starts, best_run, count_distinct, draw_starts
from kernelsy19.cmeans.equations import assign
from kernelsy19.cmeans.plain import Partition, warn_unless_converged
from kernelsy19.cmeans.solve import c_means, elbow_from
from kernelsy19.engine.providers import in_units
from kernelsy19.engine.threads import thread_limit
from kernelsy19.gram import as_provider, psd_provider
from kernelsy19.kernel_cmeans.distances_to_means import distances_to_points, ready_for_products, spaces
from kernelsy19.kernel_cmeans.plain import (
    KernelCMeansSolution,
    as_labels,
    between_means,
    rounding_of,
    without_doubt,
)
from kernelsy19.kernels import as_kernel, is_precomputed
from kernelsy19.kernels.geometry import RANK_TOLERANCE
from kernelsy19.signatures import fitting, integer_from, made_by, takes
from kernelsy19.validation import as_flag, as_generator, as_integer, as_matrix

SAMPLED_ENTRIES = 2**22  # kernel values between points and the sample that are held at once: 32 MB


@takes(K=as_provider, max_iter=integer_from(), exchange=as_flag)
def kernel_c_means(K, n_clusters, n_starts=None, init="k-means++", max_iter=300, exchange=False, rng=0):
    """Minimize J(U) in feature space, from the Gram matrix and several starts.

    Parameters
    ----------
    K : array_like, (n, n), positive semidefinite Gram matrix; or `kernel.gram(X)`, of which few rows may be enough
    n_clusters : int, c, from 1 to n
    n_starts : int or None; None is 10, or as many as `init` holds
    init : {"k-means++", "points", "partition"} or array_like of labels, (n,) or (r, n); as for `c_means`
    max_iter : int ≥ 1, assignments a start
    exchange : bool, whether after convergence single points change their cluster as long as that lowers J
    rng : int (a seed) or numpy.random.Generator

    Returns
    -------
    KernelCMeansSolution, that of the start with the lowest objective

    Warns
    -----
    ConvergenceWarning
        If the best start still moved points after max_iter assignments, rounding hides how far two prototypes are from
        each other, or some clusters share a prototype.

    Notes
    -----
    The sums Σⱼ uⱼₖ K(xᵢ, xⱼ) of all starts are one matrix product K Z. An iteration then adds and subtracts the columns
    of K for the points that moved: O(n · moved) in the place of O(n²). Before the best start counts as converged its
    sums are computed afresh.
    """
    n = len(K)
    c = as_n_clusters(n_clusters, n)
    K, *path = ready_for_products(K, exchange)
    if isinstance(init, str):
        starts = draw_starts(init, n, c, n_starts, rng, distances_to_points(K))
    else:
        starts = as_starts(init, n_starts, (n,), "init")
        starts = [as_labels(labels, n, c)[0] for labels in starts]
    return warn_unless_converged(*_best_kernel_c_means(K, *path, c, starts, max_iter, exchange))


def _best_kernel_c_means(K, path, lost, c, starts, max_iter, exchange):
    K, e = in_units(K, indefinite=True)
    with thread_limit(len(K)):
        runs = [Run(space, max_iter, exchange) for space in spaces(K, c, starts)]
    run, order, fields = best_run(runs)
    for name in ("history", "objectives"):
        fields[name] = np.ldexp(np.maximum(fields[name], 0), e)
    fields["objective"] = float(fields["history"][-1])
    norms2 = np.ldexp(run.means.norms2()[order], e)
    solution = KernelCMeansSolution(norms2=norms2, path=path, lost=lost, **fields)
    rounding = rounding_of(0.0, run.means.K_xx.max()) + 4 * np.ldexp(lost, -e)
    return without_doubt(solution, *run.means.between(), rounding), count_distinct(run.means)


def _as_wide_as_labels(K_xs, name, given):
    return as_matrix(K_xs, name, n_features=len(given["solution"].labels))


@takes(solution=made_by(KernelCMeansSolution), K_xs=fitting(_as_wide_as_labels))
def assign_new(K_xs, solution):
    """The clusters of new points: arg minₖ −2 Σⱼ wⱼₖ K(x, xⱼ) + ‖vₖ‖²; K(x, x) is the same for all k.

    Parameters
    ----------
    K_xs : array_like, (m, n), kernel values between new and training points
    solution : KernelCMeansSolution

    Returns
    -------
    (m,) int array
    """
    return assign(solution.norms2 - 2 * K_xs @ solution.W)


@takes(max_iter=integer_from(), exchange=as_flag)
def kernel_elbow(K, n_clusters=range(1, 9), n_starts=10, max_iter=300, exchange=False, rng=0):
    """Run kernel c-means for several numbers of clusters.

    Parameters
    ----------
    K : as for `kernel_c_means`
    n_clusters, n_starts, max_iter, exchange, rng : as for `elbow`

    Returns
    -------
    Elbow
    """
    K, *path = ready_for_products(K, exchange)
    return elbow_from(
        len(K),
        n_clusters,
        n_starts,
        rng,
        distances_to_points(K),
        lambda c, starts: warn_unless_converged(
            _best_kernel_c_means(K, *path, c, starts, max_iter, exchange)[0]
        ),
    )


@dataclass(frozen=True, kw_only=True)
class ApproximateSolution(Partition):
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
    n_reseeded, n_not_nearest, iterations, n_exchanges, converged, doubts : as in `KernelCMeansSolution`
    """

    sample: np.ndarray
    alpha: np.ndarray
    norms2: np.ndarray
    residual: float


@takes(kernel=as_kernel, rng=as_generator)
def approximate_kernel_c_means(
    kernel, X, n_clusters, n_sample, n_starts=None, init="k-means++", max_iter=300, exchange=False, rng=0
):
    """Kernel c-means without the n × n Gram matrix: prototypes are combinations of a sample.

    Parameters
    ----------
    kernel : Kernel or callable, not precomputed
    X : array_like, (n, p), or what else the kernel takes as n points
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
        If the kernel is precomputed.

    Notes
    -----
    With K_ss = QΛQᵀ the rows of Z = K_xs Q Λ^(−1/2) are the coordinates of the mapped points in the span of the sample.
    A prototype in that span is as far from Φ(x) as from its projection, plus a constant of x: plain c-means on Z.

    References
    ----------
    Chitta, Jin, Havens and Jain (2011).
    """
    X = kernel.points(X)
    if is_precomputed(kernel):
        raise ValueError(
            "the approximate version computes kernel values itself; it needs a kernel of points."
        )
    if not isinstance(init, str):
        raise ValueError(
            f"init must be 'k-means++', 'points' or 'partition' here, got {type(init).__name__}."
        )
    m = as_integer(n_sample, "n_sample", 1, len(X), "n")
    sample = np.sort(rng.choice(len(X), size=m, replace=False))
    Z, to_alpha, left_out = _coordinates_in_span(kernel, X, sample)
    K_xx = kernel.evaluate_diagonal(X)
    residual = float(np.maximum(K_xx - np.einsum("ij,ij->i", Z, Z), 0).sum())
    plain = c_means(Z, n_clusters, n_starts, init, max_iter, exchange, rng)
    kept = {name: value for name, value in vars(plain).items() if name != "prototypes"}
    kept |= {name: kept[name] + residual for name in ("objective", "history", "objectives")}
    V, norms2 = plain.prototypes, (plain.prototypes**2).sum(axis=1)
    solution = ApproximateSolution(
        sample=sample, alpha=to_alpha @ V.T, norms2=norms2, residual=residual, **kept
    )
    between = between_means(Z @ V.T, V @ V.T, K_xx.max())
    found = without_doubt(solution, *between, rounding_of(0.0, K_xx.max()) + left_out)
    return warn_unless_converged(found) if found.doubts else found


def _coordinates_in_span(kernel, X, sample):
    """Z (n, r), coordinates in the span of the sample; the (m, r) matrix that turns them into weights; the largest mean
    square of a coordinate of the sample that is left out."""
    K_ss, e = in_units(psd_provider(kernel.provide_gram(X[sample])))
    values, Q = eigh(K_ss.matrix())
    keep = values > len(values) * RANK_TOLERANCE * max(values[-1], np.finfo(float).tiny)
    if not keep.any():  # all points are mapped to 0, whose one coordinate is 0
        return np.zeros((len(X), 1)), np.zeros((len(sample), 1)), 0.0
    to_alpha = np.ldexp(Q[:, keep] / np.sqrt(values[keep]), -e // 2)
    Z = np.empty((len(X), int(keep.sum())))
    rows = max(1, SAMPLED_ENTRIES // len(sample))
    for s in range(0, len(X), rows):
        Z[s : s + rows] = kernel.evaluate(X[s : s + rows], X[sample]) @ to_alpha
    left_out = np.abs(values[~keep]).max(initial=0.0) / len(values)
    return Z, to_alpha, float(np.ldexp(left_out, e))
