"""Solving PCA, and kernel PCA fast: axes with their certificates."""

from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import eigh
from scipy.sparse import issparse

from kernelsy19.certificates import EPS, rounding_floor
from kernelsy19.engine.eigen import SOLVERS, largest_eigenvalues
from kernelsy19.engine.providers import in_units
from kernelsy19.gram import as_provider
from kernelsy19.kernels.geometry import canonical_sign, canonical_signs, with_canonical_signs
from kernelsy19.pca.equations import (
    components_from_gram,
    covariance,
    explained_variance_ratio,
    mean_of_points,
    normalize,
    scores,
)
from kernelsy19.pca.plain import KernelPCASolution, as_count, count_nonzero, judged
from kernelsy19.signatures import number_from, takes, up_to, word_of
from kernelsy19.validation import as_flag, as_matrix, as_points, require_plain

COLUMNS_AT_ONCE = 2**16  # of the points, of which a copy is made: 25 MB for 50 images


@dataclass(frozen=True)
class PCASolution:
    """The principal axes of points, with their certificate.

    Attributes
    ----------
    mean : (p,) array
    components : (q, p) array, one unit vector u a row; its largest entry is positive
    variances : (q,) array, λ of the covariance matrix (10), falling
    total_variance : float, the sum of all λ
    residuals : (q,) array, ‖Su − λu‖
    path : {"covariance", "gram"}, whether the p × p or the n × n problem was solved
    """

    mean: np.ndarray = field(repr=False)
    components: np.ndarray = field(repr=False)
    variances: np.ndarray
    total_variance: float
    residuals: np.ndarray
    path: str

    @property
    def explained_variance_ratio(self):
        """λₘ over the sum of all λ, a (q,) array."""
        return explained_variance_ratio(self.variances, self.total_variance)

    @np.errstate(under="ignore")
    def project(self, X, n_components=None):
        """Coordinates of points along the axes.
        X (m, p); n_components: int, from 1 to the number of axes, or None for all → (m, q)"""
        X = as_points(X, n_features=len(self.mean))
        n_components = as_count(n_components, len(self.components), "the axes at hand")
        return scores(X - self.mean, self.components[:n_components].T)

    def reconstruct(self, Z):
        """Points from their coordinates along the first axes, with the mean put back.
        Z (m, r), r ≤ q → (m, p)"""
        Z = as_matrix(Z, "Z")
        if Z.shape[1] > len(self.components):
            raise ValueError(f"Z must have at most {len(self.components)} columns, got {Z.shape[1]}.")
        return self.mean + Z @ self.components[: Z.shape[1]]


@takes()
def principal_axes(X, n_components=None):
    """Find the principal axes of points: the eigenvectors of their covariance matrix (10).

    Parameters
    ----------
    X : (n, p) array_like
    n_components : int ≥ 1, or None for all axes with λ ≠ 0

    Returns
    -------
    PCASolution

    Warns
    -----
    UserWarning
        If fewer than n_components axes have λ ≠ 0: those alone are returned.

    Notes
    -----
    For p > n the eigenvectors come from the n × n Gram matrix. X is read in blocks of columns and never copied as a
    whole, so that 50 images of 1024² pixels need no more memory beside the data than their axes do.
    """
    if issparse(X):
        X = as_matrix(X)  # refuses it
    require_plain(X)
    X = np.asarray(X)
    if X.ndim != 2 or X.shape[1] <= COLUMNS_AT_ONCE:
        X = as_points(X)
    n, p = X.shape
    n_components = as_count(n_components, min(n, p), "min(n, p)")
    if p > n:
        return _pca_by_gram(X, n_components)
    return _pca_by_covariance(X, n_components)


def _pca_by_covariance(X, n_components):
    mean = mean_of_points(X)
    S = covariance(X - mean)
    values, vectors = eigh(S)
    values, vectors = values[::-1], vectors[:, ::-1]
    floor = rounding_floor(len(X), values[0]) + len(X) * (EPS * np.abs(X).max()) ** 2
    q = count_nonzero(values, floor, n_components)
    U = with_canonical_signs(vectors[:, :q])
    size = values[0] or 1.0  # of the squares of residuals, some are no floats
    residuals = size * np.linalg.norm((S @ U - values[:q] * U) / size, axis=0)
    return PCASolution(mean, U.T.copy(), values[:q], float(np.trace(S)), residuals, "covariance")


def _pca_by_gram(X, n_components):
    n, p = X.shape
    blocks = [slice(start, start + COLUMNS_AT_ONCE) for start in range(0, p, COLUMNS_AT_ONCE)]
    mean, K, largest = _gram_of_columns(X, blocks)
    values, vectors = eigh(K)
    values, vectors = values[::-1], vectors[:, ::-1]
    floor = rounding_floor(n + np.sqrt(p), values[0]) + n * p * (EPS * largest) ** 2
    q = count_nonzero(values, floor, n_components)
    alpha, variances = normalize(vectors[:, :q], values[:q]), values[:q] / n
    U, T = np.empty((q, p)), np.zeros((n, q))
    for block in blocks:
        B = X[:, block] - mean[block]
        U[:, block] = components_from_gram(alpha, B)
        T += scores(B, U[:, block].T)
    squares, size = np.zeros(q), values[0] / n or 1.0
    for block in blocks:
        SU = T.T @ (X[:, block] - mean[block]) / n
        squares += np.square((SU - variances[:, None] * U[:, block]) / size).sum(axis=1)
    for u in U:
        u *= canonical_sign(u)
    total = float(np.trace(K)) / n
    return PCASolution(mean, U, variances, total, size * np.sqrt(squares), "gram")


def _gram_of_columns(X, blocks):
    """The mean of the points, the Gram matrix of the centered points, and the largest |x|."""
    n, p = X.shape
    mean, K, largest = np.empty(p), np.zeros((n, n)), 0.0
    for block in blocks:
        B = as_points(X[:, block])
        mean[block] = B.mean(axis=0)
        largest = max(largest, np.abs(B).max())
        B = B - mean[block]
        K += B @ B.T
    return mean, K, largest


@takes(K=as_provider, n_components=up_to("K"), center=as_flag, solver=word_of(*SOLVERS), tol=number_from(0))
def solve_dual(K, n_components=None, center=True, solver="auto", tol=1e-10):
    """Solve the dual eigenvalue problem nλα = Kα (15) for its largest eigenvalues.

    Parameters
    ----------
    K : (n, n) array_like, symmetric positive semidefinite, not centered; or `kernel.gram(X)`, whose entries are
        computed when they are wanted
    n_components : int in 1 … n, or None for all with an eigenvalue that is not zero
    center : bool, whether to center the mapped points first; without, they are taken to be centered
    solver : {"auto", "dense", "krylov", "cholesky"}
        "dense" is LAPACK's; "krylov" multiplies vectors by K (Lanczos) and serves few components of many points;
        "cholesky" factors K from few of its rows and serves smooth kernels of low-dimensional points. "auto" takes
        the cheapest. Where the certificate of a solver does not hold, "dense" takes over; `path` says which it was.
    tol : float > 0, largest `backward_error` that counts as converged

    Returns
    -------
    KernelPCASolution

    Warns
    -----
    UserWarning
        If fewer than n_components eigenvalues are not zero: those alone are returned.
    ConvergenceWarning
        If the backward error exceeds tol.

    Notes
    -----
    An eigenvalue counts as zero when rounding alone could have made it: below 10 n ε times the largest eigenvalue
    or, if that is more, the largest K(x, x), with ε = 2.2e-16; or below the residual or the low-rank factor's error.
    Eigenvectors of equal eigenvalues are an arbitrary basis of their subspace.
    """
    K, e = in_units(K, indefinite=True)
    n = len(K)
    if solver == "krylov" and (n_components is None or n_components >= n):
        raise ValueError(f"solver='krylov' needs n_components below n = {n}, got {n_components}.")
    solution = _solution(largest_eigenvalues(K, n_components, center, solver, tol), n_components, center)
    return judged(solution, e, tol, K)


def _solution(spectrum, n_components, center):
    q = count_nonzero(spectrum.values, spectrum.floor, n_components)
    values, vectors = spectrum.values[:q], spectrum.vectors[:, :q]
    signs, lengths = canonical_signs(vectors), 1 / np.sqrt(values)
    alpha, residuals = normalize(vectors * signs, values), spectrum.residuals[:q] * lengths
    mean_projection = spectrum.mean_products[:q] * signs * lengths if center else np.zeros(q)
    said = {name: getattr(spectrum, name) for name in ("trace", "path", "orthogonality", "proof")}
    return KernelPCASolution(
        values,
        alpha,
        residuals,
        mean_projection=mean_projection,
        centered=bool(center),
        converged=False,
        **said,
    )
