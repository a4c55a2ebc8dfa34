"""Pivoted Cholesky: a low-rank factor of a positive semidefinite matrix from few of its rows."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import solve_triangular
from scipy.linalg.lapack import dpstrf

from kernelsy19.validation import as_gram, as_integer, as_number

PSD_TOLERANCE = 1e-10


LOW_RANK_TOLERANCE = 1e-13


BLOCK = 16


CANDIDATES = 4


WORTH_KEEPING = 0.01


SAMPLE = 200


@dataclass(frozen=True)
class PivotedCholesky:
    """A low-rank factor of a PSD matrix: K = LᵀL + E.

    Attributes
    ----------
    L : (r, n) array
    pivots : (r,) int array, the rows of K that L was made of
    error : float ≥ 0, the trace of E as a share of the trace of K; E is PSD, so no eigenvalue of K is off by more
    converged : bool, whether error ≤ tol
    """

    L: np.ndarray
    pivots: np.ndarray
    error: float
    converged: bool


def pivoted_cholesky(K, tol=LOW_RANK_TOLERANCE, max_rank=None):
    """Factor a PSD matrix from few of its rows.

    Parameters
    ----------
    K : (n, n) array_like, symmetric positive semidefinite, or a `smo.GramRows`, whose rows are computed when asked for
    tol : float > 0, stop once the trace of the error is at most this share of the trace of K
    max_rank : int ≥ 1 or None for n; below n, the search ends early when the error falls too slowly to reach tol

    Returns
    -------
    PivotedCholesky

    Raises
    ------
    ValueError
        If K is not a finite symmetric matrix, or a diagonal entry of the error is negative: K is not PSD.

    References
    ----------
    Harbrecht, Peters & Schneider (2012); pivots are taken in blocks, the largest diagonal entries of the error.
    """
    K = K if hasattr(K, "rows") else as_gram(K)
    tol = as_number(tol, "tol", 0, closed="neither")
    n = K.shape[0]
    return factor_checked(K, tol, n if max_rank is None else min(n, as_integer(max_rank, "max_rank")))


def factor_checked(K, tol, max_rank):
    n = K.shape[0]
    d = np.array(K.diagonal(), dtype=float)
    trace, floor = d.sum(), -PSD_TOLERANCE * n * np.abs(d).max()
    store, pivots, rank = np.empty((min(max_rank, 8 * BLOCK), n)), np.empty(0, dtype=int), 0
    while True:
        if d.min() < floor:
            raise ValueError(f"K must be PSD, but the diagonal of what is left of it reaches {d.min():.3g}.")
        d = np.maximum(d, 0)
        error = float(d.sum() / trace) if trace > 0 else 0.0
        if error <= tol or rank >= max_rank or _is_too_slow(rank, error, tol, max_rank, n):
            return PivotedCholesky(store[:rank], pivots, error, error <= tol)
        new, chosen = _next_rows(K, store[:rank], d, min(BLOCK, max_rank - rank))
        if rank + len(new) > len(store):
            store = np.vstack([store[:rank], np.empty((max(rank, len(new)), n))])
        store[rank : rank + len(new)] = new
        rank += len(new)
        pivots = np.append(pivots, chosen)
        d -= np.einsum("ij,ij->j", new, new)
        d[pivots] = 0


def _is_too_slow(rank, error, tol, max_rank, n):
    """Whether an error that falls geometrically, from 1 at rank 0, would still exceed tol at twice max_rank.

    The errors of smooth kernels fall faster.
    """
    return max_rank < n and rank >= 4 * BLOCK and 2 * max_rank * np.log(error) > rank * np.log(tol)


def _next_rows(K, L, d, size):
    """The next rows of the factor.

    Large entries of the error lie side by side, and one row reduces its neighbors too: of many candidates a small
    Cholesky factorization picks those that are worth a row.
    """
    candidates = np.argpartition(-d, min(CANDIDATES * size, len(d)) - 1)[: CANDIDATES * size]
    candidates = candidates[d[candidates] > 0]
    E = _block(K, candidates) - L[:, candidates].T @ L[:, candidates]
    C, order, rank, _ = dpstrf(E, tol=WORTH_KEEPING * d.max(), lower=1)
    rank = min(rank, size)
    chosen = candidates[order[:rank] - 1]
    rows = K.rows(chosen) if hasattr(K, "rows") else K[chosen]
    rows = rows - L[:, chosen].T @ L
    return solve_triangular(np.tril(C[:rank, :rank]), rows, lower=True, check_finite=False), chosen


def _block(K, indices):
    """The entries of K between some points."""
    if hasattr(K, "block"):
        return K.block(indices, indices)
    return K.rows(indices)[:, indices] if hasattr(K, "rows") else K[np.ix_(indices, indices)]


def may_have_low_rank(source, max_rank):
    """Whether a sample of the points does not show already that the factor would take too many rows.

    So many rows hardly ever leave less of all points than of a few.
    """
    if not hasattr(source, "kernel"):
        return True
    X = source.X[:: max(1, len(source.X) // SAMPLE)]
    sample = factor_checked(source.kernel(X), LOW_RANK_TOLERANCE, 4 * BLOCK)
    return not _is_too_slow(len(sample.L), sample.error, LOW_RANK_TOLERANCE, max_rank, source.shape[0])
