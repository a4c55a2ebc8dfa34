"""The largest eigenvalues of a symmetric matrix by way of a tridiagonal one, where they can be counted.

Sylvester's law of inertia: T − t = LDLᵀ has as many positive eigenvalues as D has positive entries. LAPACK's search by
index may return fewer eigenvalues than it was asked for where one is repeated; the count shows it, and then all are
computed by divide and conquer, which loses none.
"""

import numpy as np
from scipy.linalg import LinAlgError, eigh, eigh_tridiagonal, eigvalsh_tridiagonal
from scipy.linalg.lapack import dormqr, dstevd, dsytrd, dsytrd_lwork

EPS, TINY = np.finfo(float).eps, np.finfo(float).tiny
ORTHOGONAL = 1e-10  # by which products of unit vectors may differ from 0 or 1 and still be called orthonormal
DENSE_UP_TO = 256  # points up to which LAPACK finds all eigenvectors sooner than Lanczos's method finds a few

# Eigenvectors are few if n, or the rank of a factor, is at least so many times their number: then methods that find a
# few at a time pay.
FEW_OF = 8


class Tridiagonal:
    """The matrix T = QᵀKQ, in which the eigenvalues of a symmetric K can be counted.
    K (n, n), symmetric, n ≥ 2"""

    def __init__(self, K):
        # The rows of K are its columns; LAPACK wants columns, and gets them without a copy but its own.
        work = int(dsytrd_lwork(len(K), lower=1)[0].real)
        self.reflectors, self.d, self.e, self.tau, _ = dsytrd(K.T, lower=1, lwork=work)
        self.norm = float(np.abs(self.d).max() + 2 * np.abs(self.e).max(initial=0))

    def __len__(self):
        return len(self.d)

    def count_above(self, t):
        """How many eigenvalues are larger than t, up to rounding in the entries of T."""
        above, pivot, floor = 0, 1.0, EPS * self.norm + TINY
        squares = [0.0, *np.square(self.e).tolist()]
        for d, e2 in zip(self.d.tolist(), squares, strict=True):
            pivot = d - t - e2 / pivot
            if abs(pivot) < floor * EPS:
                pivot = -floor * EPS
            above += pivot > 0
        return above

    def smallest_below(self, limit):
        """The smallest eigenvalue where it is below a limit, and the limit where none is."""
        if self.count_above(limit) == len(self):
            return limit
        return float(eigvalsh_tridiagonal(self.d, self.e, lapack_driver="sterf")[0])

    def largest(self, count):
        """The largest eigenvalues, falling, and orthonormal eigenvectors of K: as many as asked for, none left out."""
        values, S = self._by_index(count)
        if values is None:
            values, S, failed = dstevd(self.d, self.e, compute_v=1)
            if failed:
                raise LinAlgError("LAPACK's divide and conquer did not converge.")
            values, S = values[-count:], S[:, -count:]
        return values[::-1], self._from_reflectors(S)[:, ::-1]

    def _by_index(self, count):
        """What LAPACK's search by index finds, or None where it is not all of it."""
        n = len(self)
        try:
            values, S = eigh_tridiagonal(
                self.d,
                self.e,
                select="i",
                select_range=(n - count, n - 1),
                lapack_driver="stemr",
                check_finite=False,
            )
        except LinAlgError:
            return None, None
        slack = 10 * n * EPS * self.norm
        if (
            len(values) < count
            or not np.isfinite(values).all()
            or self.count_above(values[0] + slack) >= count
            or not orthogonality(S) <= ORTHOGONAL
            or not self._residual(values, S) <= slack
        ):
            return None, None
        return values, S

    def _residual(self, values, S):
        R = self.d[:, None] * S - S * values
        R[1:] += self.e[:, None] * S[:-1]
        R[:-1] += self.e[:, None] * S[1:]
        return np.sqrt(np.square(R).sum(axis=0).max())

    def _from_reflectors(self, S):
        """QS: Q leaves the first row, and is a product of reflections of the others, as in a QR factorization."""
        V, A = np.array(S, order="F"), self.reflectors[1:, :-1]
        work = int(dormqr(b"L", b"N", A, self.tau, V[1:], -1)[1][0])
        V[1:] = dormqr(b"L", b"N", A, self.tau, V[1:], work)[0]
        return V


def orthogonality(vectors):
    """How far columns are from orthonormal: the largest entry of |VᵀV − I|, or of that times two vectors of signs.
    vectors (n, q) → float; where q is not small beside n, VᵀV would cost as much as the eigenvectors did: it is
    multiplied by vectors"""
    n, q = vectors.shape
    if q == 0:
        return 0.0
    if q * q <= 8 * n:
        return float(np.abs(vectors.T @ vectors - np.eye(q)).max())
    signs = np.random.default_rng(0).choice([-1.0, 1.0], size=(q, 2))
    return float(np.abs(vectors.T @ (vectors @ signs) - signs).max() / np.sqrt(q))


def largest_eigenpairs(K, count=None):
    """The largest eigenvalues of a symmetric matrix, falling, with orthonormal eigenvectors: all that were asked
    for.
    K (n, n), symmetric; count: int in 1 … n, or None for all → values (count,); vectors (n, count)"""
    n = len(K)
    count = n if count is None else count
    if n <= DENSE_UP_TO or count * FEW_OF > n:
        values, vectors = eigh(K, driver="evd", check_finite=False)
        values, vectors = values[::-1][:count], vectors[:, ::-1][:, :count]
    else:
        values, vectors = Tridiagonal(K).largest(count)
    if not (np.isfinite(values).all() and orthogonality(vectors) <= ORTHOGONAL):
        raise LinAlgError("LAPACK gave eigenvectors that are not orthonormal.")
    return values, vectors
