"""Pivoted Cholesky: a low-rank factor of a positive semidefinite matrix from few of its rows."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import solve_triangular
from scipy.linalg.lapack import dpstrf

from kernelsy19.gram import GramOf, MatrixGram, as_provider
from kernelsy19.validation import as_integer, as_number

# What rounding may take an eigenvalue of K below 0, as a share of n times the largest entry.
PSD_TOLERANCE = 1e-10

# Share of the trace of K that a factor may leave out: some hundred times what rounding leaves, and less than any
# eigenvalue that a certificate of 1e-10 can tell from 0.
LOW_RANK_TOLERANCE = 1e-13
PIVOTS_AT_ONCE = 16  # rows that are added to a factor at once: then products of matrices do most of the work

# Candidates for each of these pivots. The largest entries of the error lie side by side, so some must be passed over.
CANDIDATES_A_PIVOT = 4

# Share of the largest entry of the error that is left of a candidate after the better ones, for it to be worth a row.
WORTH_A_ROW = 0.01

# Points of which a factor is tried before one of all points is made: it costs a thousandth of that
SAMPLED_POINTS = 200


@dataclass(frozen=True)
class PivotedCholesky:
    """A low-rank factor of a PSD matrix: K = LᵀL + E.
    L (r, n); pivots (r,) int array, the rows of K that L was made of; error: float ≥ 0, the trace of E as a share
    of the trace of K; E is PSD, so no eigenvalue of K is off by more; converged: bool, whether error ≤ tol"""

    L: np.ndarray
    pivots: np.ndarray
    error: float
    converged: bool


def pivoted_cholesky(K, tol=LOW_RANK_TOLERANCE, max_rank=None):
    """Factor a PSD matrix from few of its rows.
    K (n, n), symmetric positive semidefinite, or a `Gram`, whose rows are computed when asked for; tol: float > 0,
    stop once the trace of the error is at most this share of the trace of K; max_rank: int ≥ 1 or None for n; below
    n, the search ends early when the error falls too slowly to reach tol → PivotedCholesky

    A K that is not PSD is refused where it shows: in a negative diagonal entry of the error, or in a product.

    Harbrecht, Peters & Schneider (2012); pivots are taken in blocks, the largest diagonal entries of the error."""
    K, tol = as_provider(K), as_number(tol, "tol", 0, closed="neither")
    n = len(K)
    factor = low_rank_factor(K, tol, n if max_rank is None else min(n, as_integer(max_rank, "max_rank")))
    if K.at_hand and factor.converged:
        # An error with entries beside a diagonal of 0 is not PSD, which has no eigenvalue above its trace.
        v, d = np.random.default_rng(0).normal(size=n), K.diagonal()
        left = np.abs(K.product(v) - (factor.L @ v) @ factor.L).max()
        if not left <= (factor.error * d.sum() + PSD_TOLERANCE * n * np.abs(d).max()) * np.linalg.norm(v):
            raise ValueError(
                f"K must be PSD, but where its factor leaves none, {left:.3g} of a product is left."
            )
    return factor


def low_rank_factor(K, tol, max_rank, scale=0.0):
    """Do the work of `pivoted_cholesky` on arguments that have been checked.
    max_rank: int, at most n; scale: float, the largest number that an entry of K was computed from, where that is
    more than its diagonal: centering leaves the rounding of what it takes away → PivotedCholesky"""
    n = len(K)
    d = K.diagonal()
    trace, floor = d.sum(), -PSD_TOLERANCE * n * max(np.abs(d).max(), scale)
    store, pivots, rank = np.empty((min(max_rank, 8 * PIVOTS_AT_ONCE), n)), np.empty(0, dtype=int), 0
    while True:
        if not d.min() >= floor:
            raise ValueError(f"K must be PSD, but the diagonal of what is left of it reaches {d.min():.3g}.")
        d = np.maximum(d, 0)
        error = float(d.sum() / trace) if trace > 0 else 0.0
        if error <= tol or rank >= max_rank or _is_too_slow(rank, error, tol, max_rank, n):
            return PivotedCholesky(store[:rank], pivots, error, error <= tol)
        new, chosen = _next_rows(K, store[:rank], d, min(PIVOTS_AT_ONCE, max_rank - rank))
        if rank + len(new) > len(store):
            store = np.vstack([store[:rank], np.empty((max(rank, len(new)), n))])
        store[rank : rank + len(new)] = new
        rank += len(new)
        pivots = np.append(pivots, chosen)
        d -= np.einsum("ij,ij->j", new, new)
        d[pivots] = 0


def _is_too_slow(rank, error, tol, max_rank, n):
    """Whether an error that falls geometrically, from 1 at rank 0, would still exceed tol at twice max_rank.

    The errors of smooth kernels fall faster."""
    return max_rank < n and rank >= 4 * PIVOTS_AT_ONCE and 2 * max_rank * np.log(error) > rank * np.log(tol)


def _next_rows(K, L, d, size):
    """The next rows of the factor.

    Large entries of the error lie side by side, and one row reduces its neighbors too: of many candidates a small
    Cholesky factorization picks those that are worth a row."""
    candidates = np.argpartition(-d, min(CANDIDATES_A_PIVOT * size, len(d)) - 1)[: CANDIDATES_A_PIVOT * size]
    candidates = candidates[d[candidates] > 0]
    E = K.block(candidates, candidates) - L[:, candidates].T @ L[:, candidates]
    C, order, rank, _ = dpstrf(E, tol=WORTH_A_ROW * d.max(), lower=1)
    rank = min(rank, size)
    chosen = candidates[order[:rank] - 1]
    rows = K.rows(chosen) - L[:, chosen].T @ L
    return solve_triangular(np.tril(C[:rank, :rank]), rows, lower=True, check_finite=False), chosen


def randomly_pivoted_cholesky(K, max_rank, tol, rng, rule=None):
    """Factor a PSD matrix from rows that are drawn by what is left of each, or by another rule.
    max_rank: int, at most n; tol: float, stop once the trace of the error is at most this share of that of K; rule:
    callable, diagonal of the error → the next pivot, a (1,) int array; None to draw them → PivotedCholesky

    Candidates are drawn together by the diagonal of the error, and kept in turn with the share of it that those
    kept before have left of theirs: the pivots then have the distribution that they have when drawn one by one.

    Chen, Epperly, Tropp & Webber (2025); by rejection, Epperly, Tropp & Webber (2024)."""
    n, d = len(K), K.diagonal()
    trace, floor = d.sum(), -PSD_TOLERANCE * len(K) * np.abs(d).max()
    L, pivots, rank = np.empty((max_rank, n)), np.empty(max_rank, dtype=int), 0
    while True:
        if not d.min() >= floor:
            raise ValueError(f"K must be PSD, but the diagonal of what is left of it reaches {d.min():.3g}.")
        d = np.maximum(d, 0)
        spent, size = d.sum() <= tol * trace, min(PIVOTS_AT_ONCE, max_rank - rank)
        if spent or not size:
            chosen = pivots[:0]
        else:
            chosen = rng.choice(n, size, p=d / d.sum()) if rule is None else rule(d)
            chosen, C = _kept(K, L[:rank], d, chosen, rng.random(size))
        if not len(chosen):
            error = float(d.sum() / trace) if trace > 0 else 0.0
            return PivotedCholesky(L[:rank], pivots[:rank], error, error <= tol)
        rows = K.rows(chosen)
        rows -= L[:rank, chosen].T @ L[:rank]
        new = slice(rank, rank + len(chosen))
        L[new] = solve_triangular(C, rows, lower=True, check_finite=False)
        pivots[new], rank = chosen, rank + len(chosen)
        d -= np.einsum("ij,ij->j", L[new], L[new])
        d[pivots[:rank]] = 0


def _kept(K, L, d, chosen, chances):
    """Which candidates are kept, the first among them, and the Cholesky factor of the error at them."""
    E = K.block(chosen, chosen) - L[:, chosen].T @ L[:, chosen]
    left, C, kept = d[chosen].copy(), np.zeros_like(E), []
    for i in range(len(chosen)):
        if kept and chances[i] * d[chosen[i]] >= left[i]:
            continue
        k = len(kept)
        C[:, k] = (E[:, i] - C[:, :k] @ C[i, :k]) / np.sqrt(left[i])
        kept.append(i)
        left = np.maximum(left - C[:, k] ** 2, 0)
        left[chosen == chosen[i]] = 0  # drawn twice: nothing is left of it
    return chosen[kept], np.tril(C[kept, : len(kept)])


def may_have_low_rank(K, max_rank):
    """Whether a sample of the points does not show already that a factor would take too many rows.
    K: Gram; of one at hand no row has to be computed, so it is not asked → bool; so many rows hardly ever leave
    less of all points than of a few"""
    if K.at_hand:
        return True
    sample = np.arange(0, len(K), max(1, len(K) // SAMPLED_POINTS))
    sampled = MatrixGram(K.block(sample, sample), K.psd, K.name)
    factor = low_rank_factor(sampled, LOW_RANK_TOLERANCE, min(len(sample), 4 * PIVOTS_AT_ONCE))
    return not _is_too_slow(len(factor.L), factor.error, LOW_RANK_TOLERANCE, max_rank, len(K))


class LowRankGram(GramOf):
    """A Gram matrix whose products come from a low-rank factor: K ≈ LᵀL, from r rows of K, with a PSD error E.
    lost: float ≥ 0, the largest Eᵢᵢ: the squared length of what a mapped point has outside of the r directions

    A product of K and a vector costs 2rn operations in the place of n². Entries and the diagonal are those of K."""

    def __init__(self, gram, L):
        super().__init__(gram)
        self.L, self.psd = L, True
        self.lost = float(np.maximum(gram.diagonal() - np.einsum("ij,ij->j", L, L), 0).max())

    def product(self, weights, indices=None):
        L = self.L if indices is None else self.L[:, indices]
        return ((L @ weights).T @ self.L).T
