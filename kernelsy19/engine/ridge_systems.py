"""Systems with a Gram matrix and a number on its diagonal, with a free intercept or without: (K + λI)α + b1 = y.

One λ takes a Cholesky factor, of K + λI or of a small matrix where K has low rank. All λ at once take the eigenvectors.
"""

from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from scipy.linalg import LinAlgError, cholesky, eigh, solve_triangular
from scipy.linalg.blas import dsymv
from scipy.linalg.lapack import dpotrf, dpotri, dpotrs

from kernelsy19.certificates import length
from kernelsy19.engine.eigen import LOW_RANK_FROM, leading_eigenvectors
from kernelsy19.engine.low_rank import LOW_RANK_TOLERANCE, PSD_TOLERANCE, low_rank_factor, may_have_low_rank

# A factor of r rows costs 2nr², and the Cholesky factor of all of K n³/3: at a fourth of the rows the gain is gone.
ROWS_WORTH_A_FACTOR = 4

# Share of λ that a factor may leave out of K where nothing corrects it: the relative error of Gᵢᵢ is at most this.
LEFT_OUT_OF_INVERSE = 1e-8

# Residual, as a share of ‖y‖, to which a solution from few rows is refined, and above which it is given up.
REFINED_TO, GIVEN_UP_ABOVE = 1e-12, 1e-9
REFINEMENTS = 3  # each multiplies the residual by what the factor leaves out, over λ


@dataclass(frozen=True)
class Penalized:
    """A solution of (K + λI)α + b1 = y, with 1ᵀα = 0 where the intercept b is free.
    alpha (n,); b: float, 0 without an intercept; values (n,), Kα in the entries of K themselves, whatever the way
    to α was; residual: float, ‖y − b1 − λα − Kα‖; path: {"cholesky", "cholesky, low rank", "eigenvectors"}"""

    alpha: np.ndarray
    b: float
    values: np.ndarray
    residual: float
    path: str


def solve_penalized(K, y, lam, intercept):
    """Solve the system for one λ.
    K: Gram, positive semidefinite; y (n,); lam: float, λ > 0 → Penalized; by eigenvectors where rounding leaves K +
    λI no Cholesky factor"""
    factor = few_rows(K)
    if factor is not None:
        with suppress(LinAlgError):  # rounding leaves the small matrix no Cholesky factor: all of K is taken
            found = _by_few_rows(K, factor.L, y, lam, intercept)
            if found.residual <= GIVEN_UP_ABOVE * length(y):
                return found
    return _by_cholesky(K, y, lam, intercept) or _by_eigenvectors(K, y, lam, intercept)


def few_rows(K):
    """A low-rank factor of K, where it takes so few rows that it pays.
    → PivotedCholesky or None"""
    most = len(K) // ROWS_WORTH_A_FACTOR
    if len(K) < LOW_RANK_FROM or not may_have_low_rank(K, most):
        return None
    factor = low_rank_factor(K, LOW_RANK_TOLERANCE, most)
    return factor if factor.converged and len(factor.L) else None


def _solution(y, lam, intercept, alpha, values, path):
    """The intercept that is best for α, and the residual."""
    left = y - lam * alpha - values
    b = float(left.mean()) if intercept else 0.0
    return Penalized(alpha, b, values, length(left - b), path)


def _centered(v, intercept):
    return v - v.mean(axis=0) if intercept else v


def _small_factor(L, lam, intercept):
    """L, centered where the intercept is free, and the Cholesky factor of λI + LLᵀ: what Woodbury's identity takes."""
    F = L - L.mean(axis=1, keepdims=True) if intercept else L
    small = F @ F.T
    small.flat[:: len(small) + 1] += lam
    return F, cholesky(small, lower=True, overwrite_a=True, check_finite=False)


def _by_few_rows(K, L, y, lam, intercept):
    """Solve with LᵀL in the place of K, and correct by the residual with K until it is small."""
    F, C = _small_factor(L, lam, intercept)
    alpha, values = np.zeros(len(y)), np.zeros(len(y))
    found = _solution(y, lam, intercept, alpha, values, "cholesky, low rank")
    for _ in range(1 + REFINEMENTS):
        r = _centered(y - lam * alpha - values, intercept)
        step = (r - F.T @ dpotrs(C, F @ r, lower=1)[0]) / lam
        alpha = _centered(alpha + step, intercept)
        values = K.product(alpha)
        before, found = found, _solution(y, lam, intercept, alpha, values, "cholesky, low rank")
        if found.residual <= REFINED_TO * length(y) or found.residual > before.residual / 2:
            break
    return found


def _factored(K, lam):
    """All of K in memory of our own, its Cholesky factor in one triangle and its entries in the other.
    → A (n, n) in Fortran's order, its upper triangle that of K; or None if K + λI has no factor; factor_diagonal
    (n,), the diagonal of the factor, whose rest is the strict lower triangle of A"""
    A = np.array(K.matrix()).T  # a copy, in Fortran's order
    diagonal = A.diagonal().copy()
    np.fill_diagonal(A, diagonal + lam)
    A, info = dpotrf(A, lower=1, clean=0, overwrite_a=1)
    if info:
        return None, None
    factor_diagonal = A.diagonal().copy()
    np.fill_diagonal(A, diagonal)
    return A, factor_diagonal


def _solve_with(A, factor_diagonal, B):
    diagonal = A.diagonal().copy()
    np.fill_diagonal(A, factor_diagonal)
    solved = dpotrs(A, B, lower=1)[0]
    np.fill_diagonal(A, diagonal)
    return solved


def _by_cholesky(K, y, lam, intercept):
    A, factor_diagonal = _factored(K, lam)
    if A is None:
        return None
    solved = _solve_with(A, factor_diagonal, np.column_stack([y, np.ones(len(y))]))
    alpha, ones = solved.T
    if intercept:
        alpha = _centered(alpha - alpha.sum() / ones.sum() * ones, intercept)
    values = dsymv(1.0, A, alpha, lower=0)
    return _solution(y, lam, intercept, np.ascontiguousarray(alpha), values, "cholesky")


def _by_eigenvectors(K, y, lam, intercept):
    found = all_modes(K, intercept)
    alpha = _centered(found.alphas(y, np.array([lam]))[:, 0], intercept)
    return _solution(y, lam, intercept, alpha, K.product(alpha), "eigenvectors")


def diagonal_of_inverse(K, lam, intercept):
    """The diagonal of G, which gives α = Gy.
    K: Gram, positive semidefinite; lam: float, λ > 0 → (n,), positive"""
    n, factor = len(K), few_rows(K)
    if factor is not None and factor.error * K.diagonal().sum() <= LEFT_OUT_OF_INVERSE * lam:
        F, C = _small_factor(factor.L, lam, intercept)
        shrunk = solve_triangular(C, F, lower=True, check_finite=False)
        return (1 - intercept / n - np.einsum("ij,ij->j", shrunk, shrunk)) / lam
    A, factor_diagonal = _factored(K, lam)
    if A is None:
        found = all_modes(K, intercept)
        return found.vectors**2 @ (1 / (found.values + lam))
    ones = _solve_with(A, factor_diagonal, np.ones(n))
    np.fill_diagonal(A, factor_diagonal)
    inverse = dpotri(A, lower=1, overwrite_c=1)[0].diagonal()
    return inverse - ones * (ones / ones.sum()) if intercept else inverse.copy()


def forms_of_inverse(K, lam, intercept, B):
    """bᵀ(K + λI)⁻¹b of each row; with the intercept free that of b and a 1 with the inverse of the bordered matrix.
    K: Gram, positive semidefinite; lam: float, λ > 0; B (m, n) → (m,)"""
    A, factor_diagonal = _factored(K, lam)
    rows = np.vstack([B, np.ones(len(K))]).T
    if A is None:
        found = all_modes(K, False)
        solved = found.vectors.T @ rows / np.sqrt(found.values + lam)[:, None]
    else:
        np.fill_diagonal(A, factor_diagonal)
        solved = solve_triangular(A, rows, lower=True, overwrite_b=True, check_finite=False)
    solved, ones = solved[:, :-1], solved[:, -1]
    forms = np.einsum("ij,ij->j", solved, solved)
    return forms - (1 - ones @ solved) ** 2 / (ones @ ones) if intercept else forms


# ---- all λ at once ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Modes:
    """The eigenvectors of K, or of the centered K̃ at right angles to 1, and what they leave out.
    values (q,) ≥ 0, falling; vectors (n, q), orthonormal columns; rest (n,) ≥ 0, the diagonal of the projector on
    what the vectors leave out, where K is 0; 0 if nothing; intercept: bool, whether K was centered; path:
    {"eigenvectors", "eigenvectors, low rank"}"""

    values: np.ndarray
    vectors: np.ndarray
    rest: np.ndarray
    intercept: bool
    path: str

    def alphas(self, y, lams):
        """α for each λ, an (n, L) array."""
        z = self.vectors.T @ y
        alphas = self.vectors @ (z[:, None] / np.add.outer(self.values, lams))
        if self.rest.any():
            alphas += (_centered(y, self.intercept) - self.vectors @ z)[:, None] / lams
        return alphas


def find_modes(K, intercept, smallest_lam):
    """The eigenvectors from which α and the diagonal of G follow for every λ.
    K: Gram, positive semidefinite; intercept: bool, whether to center K; smallest_lam: float > 0, of the λ that
    will be asked for → Modes"""
    n, factor = len(K), few_rows(K)
    if factor is None or not factor.error * K.diagonal().sum() <= LEFT_OUT_OF_INVERSE * smallest_lam:
        return all_modes(K, intercept)
    F = factor.L - factor.L.mean(axis=1, keepdims=True) if intercept else factor.L
    values, vectors = leading_eigenvectors(F, None)
    vectors = _centered(vectors, intercept)
    rest = np.maximum(0, 1 - intercept / n - np.einsum("ij,ij->i", vectors, vectors))
    return Modes(np.maximum(values, 0), vectors, rest, intercept, "eigenvectors, low rank")


def all_modes(K, intercept):
    """All n eigenvectors of K; or all n − 1 of K̃ that are at right angles to 1, which K̃ sends to 0.

    A reflection turns 1 to the first axis. Without its first row and column the turned matrix has the eigenvectors
    that are wanted and no other, however many eigenvalues are 0."""
    B, n = K.matrix(), len(K)
    if intercept:
        h = np.full(n, n**-0.5)
        h[0] += 1
        h /= np.linalg.norm(h)
        Bh = B @ h
        B = B - 2 * np.outer(h, Bh) - 2 * np.outer(Bh, h) + 4 * (h @ Bh) * np.outer(h, h)
        B = B[1:, 1:]
    values, vectors = eigh(B, driver="evd", check_finite=False) if len(B) else (np.empty(0), np.empty((0, 0)))
    largest = np.abs(K.diagonal()).max()
    if len(values) and not values[0] >= -PSD_TOLERANCE * n * largest:
        raise ValueError(f"{K.name} must be PSD, but has an eigenvalue of {values[0]:.3g} or less.")
    if intercept:
        vectors = np.vstack([np.zeros(len(values)), vectors])
        vectors = vectors - 2 * np.outer(h, h @ vectors)
    return Modes(np.maximum(values[::-1], 0), vectors[:, ::-1], np.zeros(n), intercept, "eigenvectors")
