"""PCA and kernel PCA, in the order of the lecture.

First the equations as functions: covariance (10), projected equations (11), span (12), the equations in the Gram
matrix (13) to (15), normalization, projection. Then the solvers, which return their own certificate. Then the
estimator that composes them.

Points are rows. Phi is the (n, D) matrix of centered mapped points; for PCA itself it is X. K is their Gram matrix.
λ is an eigenvalue of the covariance matrix S, and nλ one of K.
"""

import warnings
from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import LinAlgError, cholesky, eigh, eigvalsh, qr, solve_triangular
from scipy.linalg.blas import dsymv
from scipy.linalg.lapack import dpstrf, dstevd
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from kernelsy19.equations import implements
from kernelsy19.estimator import KernelEstimator, default_kernel, is_precomputed
from kernelsy19.feature_space import canonical_sign, center_new, with_canonical_signs
from kernelsy19.kernels import RBF, as_kernel
from kernelsy19.smo import GramRows
from kernelsy19.validation import ConvergenceWarning, as_gram, as_integer, as_matrix, as_number

SOLVERS = ("auto", "dense", "krylov", "cholesky")
EPS, TINY = np.finfo(float).eps, np.finfo(float).tiny
PSD_TOLERANCE = 1e-10
LOW_RANK_TOLERANCE, SEPARABLE_TOLERANCE = 1e-13, 1e-14
SEPARABLE_FROM, NO_CACHE_HOLDS = 1500, 2**23  # points; kernel values
SMALL = 256
MANY = 512
FEW = 8
BLOCK = 16
CANDIDATES = 4
WORTH_KEEPING = 0.01
WELL_SEPARATED = 1e-6
SAMPLE = 200
PROBE_STEPS = 10
CHEAP = 1000
AIM = 0.8  # share of tol to iterate to, since the residuals of the vectors as they are rounded count
COLUMNS = 2**16


@implements("SY19-10", "SY19-feature-covariance")
def covariance(Phi):
    """S = n⁻¹ Σᵢ Φ(xᵢ)Φ(xᵢ)ᵀ of centered points.

    Parameters
    ----------
    Phi : (n, D) array, columns of mean 0

    Returns
    -------
    (D, D) array, in squared units of Phi
    """
    return Phi.T @ Phi / len(Phi)


@implements("AML-2")
def variance_along(u, S):
    """UᵀSu: the variance of centered points along a unit vector.

    Parameters
    ----------
    u : (D,) array of length 1
    S : (D, D) array, covariance matrix

    Returns
    -------
    float
    """
    return u @ S @ u


@implements("AML-4")
def scores(Phi, U):
    """T = Uᵀx: coordinates of points along unit vectors.

    Parameters
    ----------
    Phi : (m, D) array, centered
    U : (D, q) array, unit vectors in its columns

    Returns
    -------
    (m, q) array
    """
    return Phi @ U


@implements("SY19-eigenvalue-equation")
def eigenvalue_residual(S, lam, u):
    """Λu − Su, which is 0 for an eigenvector.

    Parameters
    ----------
    S : (D, D) array
    lam : float, λ ≥ 0
    u : (D,) array

    Returns
    -------
    (D,) array
    """
    return lam * u - S @ u


@implements("SY19-span")
def span_coefficients(Phi, lam, u):
    """αᵢ = ⟨Φ(xᵢ), u⟩ / (nλ), with which an eigenvector with λ ≠ 0 is u = Σᵢ αᵢΦ(xᵢ).

    Parameters
    ----------
    Phi : (n, D) array
    lam : float, λ > 0
    u : (D,) array

    Returns
    -------
    (n,) array
    """
    return Phi @ u / (len(Phi) * lam)


@implements("SY19-11", "SY19-projected-equations")
def projected_residual(Phi, lam, u):
    """λ⟨Φ(xₖ), u⟩ − ⟨Φ(xₖ), Su⟩ for each k, which is 0 for an eigenvector.

    Parameters
    ----------
    Phi : (n, D) array
    lam : float, λ ≥ 0
    u : (D,) array

    Returns
    -------
    (n,) array
    """
    return lam * Phi @ u - Phi @ (covariance(Phi) @ u)


@implements("SY19-12")
def combine(alpha, Phi):
    """U = Σᵢ αᵢ Φ(xᵢ).

    Parameters
    ----------
    alpha : (n,) array
    Phi : (n, D) array

    Returns
    -------
    (D,) array
    """
    return alpha @ Phi


@implements("SY19-13")
def projected_residual_in_span(Phi, lam, alpha):
    """λ Σᵢ αᵢ⟨Φ(xₖ), Φ(xᵢ)⟩ − n⁻¹ Σᵢ αᵢ ⟨Φ(xₖ), Σⱼ Φ(xⱼ)⟨Φ(xⱼ), Φ(xᵢ)⟩⟩ for each k.

    Parameters
    ----------
    Phi : (n, D) array
    lam : float, λ ≥ 0
    alpha : (n,) array

    Returns
    -------
    (n,) array, 0 for the coefficients of an eigenvector
    """
    dots = Phi @ Phi.T
    inner = dots @ Phi
    return lam * dots @ alpha - Phi @ (alpha @ inner) / len(Phi)


@implements("SY19-14")
def squared_gram_residual(K, lam, alpha):
    """nλKα − K²α.

    Parameters
    ----------
    K : (n, n) array
    lam : float, λ ≥ 0
    alpha : (n,) array

    Returns
    -------
    (n,) array, 0 for the coefficients of an eigenvector
    """
    return len(K) * lam * K @ alpha - K @ (K @ alpha)


@implements("SY19-15")
def gram_residual(K, lam, alpha):
    """nλα − Kα.

    Parameters
    ----------
    K : (n, n) array
    lam : float, λ ≥ 0
    alpha : (n,) array

    Returns
    -------
    (n,) array, 0 for a solution of the dual eigenvalue problem
    """
    return len(K) * lam * alpha - K @ alpha


@implements("SY19-squared-length")
def squared_length(alpha, K):
    """‖u‖² = Σᵢⱼ αᵢαⱼKᵢⱼ, with u = Σᵢ αᵢΦ(xᵢ).

    Parameters
    ----------
    alpha : (n,) array
    K : (n, n) array

    Returns
    -------
    float, in squared units of the feature space
    """
    return alpha @ K @ alpha


@implements("SY19-normalization")
def normalize(alpha, eigenvalue):
    """α ← α / (‖α‖ √λ), with λ the eigenvalue of K: then ‖u‖ = 1.

    Parameters
    ----------
    alpha : (n,) array, eigenvector of K, of any length; or (n, q), one in each column
    eigenvalue : float > 0, of K; or (q,) array

    Returns
    -------
    (n,) or (n, q) array
    """
    return alpha / (np.linalg.norm(alpha, axis=0) * np.sqrt(eigenvalue))


@implements("SY19-projection")
def project(K_xs, alpha):
    """zₘ = Σᵢ αᵢᵐ K(xᵢ, x), for points that are centered in feature space.

    Parameters
    ----------
    K_xs : (m, n) array, K(x, xᵢ)
    alpha : (n, q) array, normalized

    Returns
    -------
    (m, q) array
    """
    return K_xs @ alpha


@implements("SY19-projection-centered")
def project_centered(K_xs, K, alpha):
    """zₘ = Σᵢ αᵢᵐ K̃(xᵢ, x): new points are moved by the mean of the training points first.

    Parameters
    ----------
    K_xs : (m, n) array, K(x, xᵢ), not centered
    K : (n, n) array, Gram matrix of the training points, not centered
    alpha : (n, q) array, normalized eigenvectors of the centered Gram matrix

    Returns
    -------
    (m, q) array
    """
    return project(center_new(K_xs, K), alpha)


@implements("PR-small-problem")
def components_from_gram(alpha, X):
    """Uᵐ = Xᵀαᵐ: the eigenvectors of the p × p problem from those of the n × n problem.

    Parameters
    ----------
    alpha : (n, q) array, normalized eigenvectors of XXᵀ
    X : (n, p) array, centered

    Returns
    -------
    (q, p) array, one unit vector a row
    """
    return alpha.T @ X


@implements("SY19-explained-variance")
def explained_variance_ratio(eigenvalues, trace):
    """λₘ / Σₗ λₗ: the share of the variance along each component.

    Parameters
    ----------
    eigenvalues : (q,) array, of S or of K
    trace : float > 0, the sum of all eigenvalues, which is the trace of the matrix

    Returns
    -------
    (q,) array, in (0, 1]
    """
    return eigenvalues / trace


@implements("SY19-cumulated-variance")
def cumulated_variance(ratios):
    """Σ_{l ≤ m} λₗ / Σₗ λₗ: the share of the variance that the first m components hold.

    Parameters
    ----------
    ratios : (q,) array, explained-variance ratios in falling order

    Returns
    -------
    (q,) array, rising to at most 1
    """
    return np.cumsum(ratios)


@implements("COURSE-squared-radius-component")
def squared_radius_component(X):
    """Evaluate z(x) = (‖x‖² − mean of ‖xᵢ‖²) / √2: on circles, a component of the kernel (x·y)².

    Parameters
    ----------
    X : (n, 2) array

    Returns
    -------
    (n,) array, in squared units of X
    """
    squares = np.square(X).sum(axis=1)
    return (squares - squares.mean()) / np.sqrt(2)


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

    def project(self, X, n_components=None):
        """Coordinates of points along the axes.

        Parameters
        ----------
        X : (m, p) array_like
        n_components : int or None for all

        Returns
        -------
        (m, q) array
        """
        X = as_matrix(X, n_features=len(self.mean))
        return scores(X - self.mean, self.components[:n_components].T)

    def reconstruct(self, Z):
        """Points from their coordinates along the first axes, with the mean put back.

        Parameters
        ----------
        Z : (m, r) array_like, r ≤ q

        Returns
        -------
        (m, p) array
        """
        Z = as_matrix(Z, "Z")
        if Z.shape[1] > len(self.components):
            raise ValueError(f"Z must have at most {len(self.components)} columns, got {Z.shape[1]}.")
        return self.mean + Z @ self.components[: Z.shape[1]]


def pca(X, n_components=None):
    """Find the principal axes of points: the eigenvectors of their covariance matrix (10).

    Parameters
    ----------
    X : (n, p) array_like
    n_components : int ≥ 1, or None for all axes with λ ≠ 0

    Returns
    -------
    PCASolution

    Raises
    ------
    ValueError
        If X is not a finite real matrix, or n_components is not in 1 … min(n, p).

    Warns
    -----
    UserWarning
        If fewer than n_components axes have λ ≠ 0: those alone are returned.

    Notes
    -----
    For p > n the eigenvectors come from the n × n Gram matrix. X is read in blocks of columns and never copied as a
    whole, so that 50 images of 1024² pixels need no more memory beside the data than their axes do.
    """
    X = np.asarray(X)
    if X.ndim != 2 or X.shape[1] <= COLUMNS:
        X = as_matrix(X)
    n, p = X.shape
    if n_components is not None and as_integer(n_components, "n_components") > min(n, p):
        raise ValueError(f"n_components must be at most min(n, p) = {min(n, p)}, got {n_components}.")
    return _pca_by_covariance(X, n_components) if p <= n else _pca_by_gram(X, n_components)


def _pca_by_covariance(X, n_components):
    mean = X.mean(axis=0)
    S = covariance(X - mean)
    values, vectors = eigh(S)
    values, vectors = values[::-1], vectors[:, ::-1]
    floor = _floor(len(X), values[0]) + len(X) * (EPS * np.abs(X).max()) ** 2
    q = _count_components(values, floor, n_components)
    U = with_canonical_signs(vectors[:, :q])
    residuals = np.linalg.norm(S @ U - values[:q] * U, axis=0)
    return PCASolution(mean, U.T.copy(), values[:q], float(np.trace(S)), residuals, "covariance")


def _pca_by_gram(X, n_components):
    n, p = X.shape
    blocks = [slice(start, start + COLUMNS) for start in range(0, p, COLUMNS)]
    mean, K, largest = np.empty(p), np.zeros((n, n)), 0.0
    for block in blocks:
        B = as_matrix(X[:, block])
        mean[block] = B.mean(axis=0)
        largest = max(largest, np.abs(B).max())
        B = B - mean[block]
        K += B @ B.T
    values, vectors = eigh(K)
    values, vectors = values[::-1], vectors[:, ::-1]
    floor = _floor(n + np.sqrt(p), values[0]) + n * p * (EPS * largest) ** 2
    q = _count_components(values, floor, n_components)
    alpha, variances = normalize(vectors[:, :q], values[:q]), values[:q] / n
    U, T = np.empty((q, p)), np.zeros((n, q))
    for block in blocks:
        B = X[:, block] - mean[block]
        U[:, block] = components_from_gram(alpha, B)
        T += scores(B, U[:, block].T)
    squares = np.zeros(q)
    for block in blocks:
        SU = T.T @ (X[:, block] - mean[block]) / n
        squares += np.square(SU - variances[:, None] * U[:, block]).sum(axis=1)
    for u in U:
        u *= canonical_sign(u)
    return PCASolution(mean, U, variances, float(np.trace(K)) / n, np.sqrt(squares), "gram")


def _floor(size, largest):
    """What rounding may make of an eigenvalue that is 0."""
    return 10 * size * EPS * largest


def _count_components(values, floor, n_components):
    """How many eigenvalues, in falling order, to keep: those above the floor, n_components at most."""
    rank = int(np.count_nonzero(values > floor))
    if n_components is None or n_components <= rank:
        return rank if n_components is None else n_components
    warnings.warn(
        f"Only {rank} of the {n_components} components that were asked for have an eigenvalue that is not zero; "
        "an eigenvector with λ = 0 cannot be normalized, so the others are left out.",
        UserWarning,
        stacklevel=4,
    )
    return rank


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
    return _factor(K, tol, n if max_rank is None else min(n, as_integer(max_rank, "max_rank")))


def _factor(K, tol, max_rank):
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


@dataclass(frozen=True)
class KernelPCASolution:
    """The principal axes of mapped points, uᵐ = Σᵢ αᵢᵐ Φ(xᵢ), with their certificate.

    Attributes
    ----------
    eigenvalues : (q,) array, of the (centered) Gram matrix: nλ, falling, none of them 0
    alpha : (n, q) array, normalized: ‖uᵐ‖ = 1; the largest entry of each column is positive
    residuals : (q,) array, ‖Kα − nλα‖ of each column; an upper bound of it where `path` says so
    trace : float, the sum of all n eigenvalues
    mean_projection : (q,) array, ⟨uᵐ, n⁻¹ Σᵢ Φ(xᵢ)⟩; 0 where the points were not centered
    centered : bool, whether K was centered
    converged : bool, whether `backward_error` ≤ tol
    path : str, how the eigenvalues were found: "dense", "krylov" (from products with K), "cholesky" (from few rows
        of K), "cholesky, rows only" (no other row of K was ever computed) or "krylov, by coordinates" (K never was:
        products from one factor a coordinate); after the last two the residuals are bounds
    """

    eigenvalues: np.ndarray
    alpha: np.ndarray = field(repr=False)
    residuals: np.ndarray
    trace: float
    mean_projection: np.ndarray = field(repr=False)
    centered: bool
    converged: bool
    path: str

    @property
    def n_components(self):
        """The number of components q."""
        return len(self.eigenvalues)

    @property
    def variances(self):
        """λ of the covariance matrix in feature space, a (q,) array."""
        return self.eigenvalues / len(self.alpha)

    @property
    def explained_variance_ratio(self):
        """λₘ over the sum of all n eigenvalues, a (q,) array."""
        return explained_variance_ratio(self.eigenvalues, self.trace)

    @property
    def backward_error(self):
        """The largest ‖Kv − nλv‖ of a unit vector v = α/‖α‖, as a share of the largest eigenvalue."""
        return _backward_error(self.eigenvalues, self.residuals * np.sqrt(self.eigenvalues))

    @property
    def projections(self):
        """Coordinates of the training points, Kα = nλα, an (n, q) array."""
        return self.alpha * self.eigenvalues

    def project(self, K_xs, n_components=None):
        """Coordinates of points along the axes.

        Parameters
        ----------
        K_xs : (m, n) array_like, K(x, xᵢ), not centered
        n_components : int or None for all

        Returns
        -------
        (m, q) array

        Notes
        -----
        Equal to `project_centered` without its passes over K_xs: the entries of a column of alpha sum to 0, so that
        what centering takes from a whole row has no effect, and what it takes from a column is the same number for
        each point, `mean_projection`.
        """
        K_xs = as_matrix(K_xs, "K_xs", n_features=len(self.alpha))
        return project(K_xs, self.alpha[:, :n_components]) - self.mean_projection[:n_components]


def solve_dual(K, n_components=None, center=True, solver="auto", tol=1e-10):
    """Solve the dual eigenvalue problem nλα = Kα (15) for its largest eigenvalues.

    Parameters
    ----------
    K : (n, n) array_like, symmetric positive semidefinite, not centered; or `smo.GramRows(kernel, X)`
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

    Raises
    ------
    ValueError
        If K is not a finite symmetric matrix or not PSD, or an argument is out of range.

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
    if solver not in SOLVERS:
        raise ValueError(f"solver must be one of {SOLVERS}, got {solver!r}.")
    tol = as_number(tol, "tol", 0, closed="neither")
    K = K if hasattr(K, "rows") else as_gram(K)
    n = K.shape[0]
    if n_components is not None and as_integer(n_components, "n_components") > n:
        raise ValueError(f"n_components must be at most n = {n}, got {n_components}.")
    if solver == "krylov" and (n_components is None or n_components >= n):
        raise ValueError(f"solver='krylov' needs n_components below n = {n}, got {n_components}.")
    solution = _solution(_decompose(K, n_components, center, solver, tol), n_components, center, tol)
    if not solution.converged:
        warnings.warn(
            f"The eigenvectors have a backward error of {solution.backward_error:.3g}, above tol={tol:.3g}, "
            f"which is what rounding allows; raise tol.",
            ConvergenceWarning,
            stacklevel=2,
        )
    return solution


@dataclass(frozen=True)
class _Spectrum:
    """What a solver found.

    values : (q,) array, falling
    vectors : (n, q) array of unit vectors
    residuals : (q,) array, ‖Kv − μv‖ or a bound
    floor : float, an eigenvalue below it counts as zero
    trace : float
    mean_products : (q,) array, n⁻¹ 1ᵀKv with the K that is not centered
    """

    values: np.ndarray
    vectors: np.ndarray
    residuals: np.ndarray
    floor: float
    trace: float
    mean_products: np.ndarray
    path: str

    def is_certified(self, tol):
        return _backward_error(self.values, self.residuals) <= tol


def _backward_error(values, residuals):
    return float(residuals.max() / values[0]) if len(values) and values[0] > 0 else 0.0


def _solution(spectrum, n_components, center, tol):
    q = _count_components(spectrum.values, spectrum.floor, n_components)
    values, vectors = spectrum.values[:q], spectrum.vectors[:, :q]
    lengths = 1 / np.sqrt(values)
    return KernelPCASolution(
        eigenvalues=values,
        alpha=normalize(vectors, values),
        residuals=spectrum.residuals[:q] * lengths,
        trace=spectrum.trace,
        mean_projection=spectrum.mean_products[:q] * lengths if center else np.zeros(q),
        centered=bool(center),
        converged=_backward_error(values, spectrum.residuals[:q]) <= tol,
        path=spectrum.path,
    )


def _decompose(K, n_components, center, solver, tol):
    """Try the solvers in the order of their cost, until one holds a certificate."""
    n = K.shape[0]
    few = n_components is not None and n_components * FEW <= n
    iterate = solver == "krylov" or (solver == "auto" and few and n > SMALL)

    def by_krylov(operator):
        spectrum = operator and _by_krylov(operator, n_components, tol)
        holds = spectrum and spectrum.is_certified(tol) and spectrum.values[-1] > spectrum.floor
        return spectrum if holds else None

    if iterate and (spectrum := by_krylov(_Separable.of(K, center))):
        return spectrum
    source = K if hasattr(K, "rows") and K.kernel.positive_semidefinite is True else _gram(K, center)
    max_rank = n if solver == "cholesky" else n // (10 if few else 4)
    if solver == "cholesky" or (solver == "auto" and n >= MANY):
        spectrum = _by_cholesky(source, n_components, center, max_rank)
        if spectrum is not None and spectrum.is_certified(tol):
            return spectrum
    gram = source if isinstance(source, _Gram) else _gram(K, center)
    if iterate and (spectrum := by_krylov(gram)):
        return spectrum
    return _by_dense(gram, n_components)


def _gram(K, center):
    """All of K; a kernel that is not known to be PSD is not known to be symmetric either."""
    if not hasattr(K, "rows"):
        return _Gram(K, center)
    known = K.kernel.positive_semidefinite is True
    matrix = K.kernel(K.X) if known and K.signs is None else K.rows(np.arange(K.shape[0]))
    gram = _Gram(matrix if known else as_gram(matrix), center, known)
    if not np.isfinite(gram.means).all():
        raise ValueError(f"{K.kernel!r} must give finite values, got NaN or infinity.")
    return gram


class _Operator:
    """The matrix K̃ whose eigenvectors are wanted: K, centered or not, of which products with vectors are enough.

    A subclass sets n × n `shape`, `center`, `known_psd`, the `largest` entry and the `error`: a bound of the norm of
    what its products leave out of K; it gives `_times(V)` = KV and `squared_norm()` = ‖K̃‖², or a bound.
    """

    def _find_means(self):
        self.ones = np.ones(self.shape[0])
        self.means = self._times(self.ones) / len(self.ones)

    def product(self, V):
        """K̃V = JKJV."""
        n = len(V)
        if self.center:
            V = V - self.ones @ V / n
        V = self._times(V)
        if self.center:
            V -= self.ones @ V / n
        return V

    def _norm_after_centering(self, squared_norm):
        n, m = len(self.means), self.means
        return squared_norm - 2 * n * (m @ m) + (n * m.mean()) ** 2 if self.center else squared_norm

    def spectrum(self, values, vectors, products, path, floor=0.0):
        """Sign unit vectors and certify them; `products` are K̃ times the vectors, values below the floor count as 0."""
        residuals = np.linalg.norm(products - vectors * values, axis=0) + self.error
        vectors = _polished(vectors, self.center)
        floor = max(_floor(len(vectors), max(values[0], self.largest)), residuals.max(), floor)
        return _Spectrum(values, vectors, residuals, floor, self.trace, self.means @ vectors, path)

    @property
    def psd_limit(self):
        """What rounding may take an eigenvalue below 0."""
        return PSD_TOLERANCE * self.shape[0] * self.largest

    def require_psd(self, smallest):
        if smallest < -self.psd_limit:
            raise ValueError(
                f"K must be PSD, but has an eigenvalue of {smallest:.3g} or less; "
                "feature_space.nearest_psd gives the nearest matrix that is PSD."
            )


class _Gram(_Operator):
    """All of K is at hand; K̃ need not be formed for a product."""

    path, error = "krylov", 0.0

    def __init__(self, K, center, known_psd=False):
        self.K, self.center, self.known_psd = K, center, known_psd
        self.shape = K.shape
        self._find_means()
        # No entry of a PSD matrix exceeds its diagonal.
        self.largest = float(K.diagonal().max() if known_psd else max(K.max(), -K.min()))
        self.trace = float(self.diagonal().sum())

    def diagonal(self):
        d = self.K.diagonal()
        return d - 2 * self.means + self.means.mean() if self.center else d

    def rows(self, indices):
        if not self.center:
            return self.K[indices]
        return self.K[indices] - self.means - (self.means[indices] - self.means.mean())[:, None]

    def centered(self):
        if not self.center:
            return self.K
        K = self.K - self.means
        K -= (self.means - self.means.mean())[:, None]
        return K

    def _times(self, V):
        """KV. For a vector, half of K is read, since K is symmetric."""
        return dsymv(1.0, self.K.T, V, lower=1) if V.ndim == 1 else self.K @ V

    def squared_norm(self):
        """‖K̃‖² = Σᵢⱼ K̃ᵢⱼ², without forming K̃."""
        return self._norm_after_centering(np.vdot(self.K, self.K))


class _Separable(_Operator):
    """K of an RBF kernel on the plane, which is a product of one kernel for each coordinate: K = K₁∘K₂.

    With low-rank factors K₁ ≈ L₁ᵀL₁ and K₂ ≈ L₂ᵀL₂, of r₁ and r₂ rows, (Kv)ᵢ = Σₐᵦ L₁[a, i] L₂[b, i] M[a, b] where
    M = L₁ diag(v) L₂ᵀ: 4 n r₁ r₂ operations, and no matrix of n² numbers. What is left out, E₁∘K₂ + (L₁ᵀL₁)∘E₂, is PSD
    by Schur's product theorem, and its trace is at most that of E₁ and E₂ together.
    """

    path, known_psd, largest = "krylov, by coordinates", True, 1.0

    def __init__(self, factors, center, gamma, X):
        n = len(X)
        self.first, self.second = (factor.L for factor in factors)
        self.center, self.shape, self._gamma, self._X = center, (n, n), gamma, X
        self.error = n * (sum(factor.error for factor in factors) + EPS)
        self._find_means()
        self.trace = float(n - self.means.sum() if center else n)

    @classmethod
    def of(cls, K, center):
        """The operator for `GramRows`, or None where a matrix of all n² kernel values is cheaper."""
        if type(K) is not GramRows or not isinstance(K.kernel, RBF) or K.signs is not None:
            return None
        n, p = K.X.shape
        if p != 2 or n < SEPARABLE_FROM:
            return None
        X = K.X - K.X.mean(axis=0)
        X = X @ np.linalg.eigh(X.T @ X)[1]  # along its principal axes a cloud is as narrow as it gets
        worth = n if n * n > NO_CACHE_HOLDS else n // 2
        factors = _factors_of_coordinates(X, K.kernel.gamma, worth)
        if factors is None or len(factors[0].L) * len(factors[1].L) > worth:
            return None
        return cls(factors, center, K.kernel.gamma, X)

    def _times(self, v):
        M = (self.first * v) @ self.second.T
        return np.einsum("ij,ij->j", self.first, M @ self.second)

    def squared_norm(self):
        """A bound of ‖K̃‖²: squares of RBF values are RBF values for 2γ, whose sum is 1ᵀK₁∘K₂1 = ‖L₁L₂ᵀ‖²."""
        factors = _factors_of_coordinates(self._X, 2 * self._gamma)
        squares = np.square(factors[0].L @ factors[1].L.T).sum()
        n = len(self._X)
        return self._norm_after_centering(squares + n * n * sum(f.error for f in factors))


def _factors_of_coordinates(X, gamma, worth=None):
    """A factor for each coordinate, or None where the product of their ranks will hardly stay below a limit."""
    most = len(X) if worth is None else int(1.5 * worth**0.5)
    factors = []
    for x in X.T:
        factors.append(_factor(GramRows(RBF(gamma), x[:, None]), SEPARABLE_TOLERANCE, most))
        if not factors[-1].converged:
            return None
    return factors


def _polished(vectors, center):
    """Unit vectors with their signs chosen; with centering, their entries sum to 0 to the last bit that is stored."""
    vectors = with_canonical_signs(vectors)
    return vectors - vectors.mean(axis=0) if center else vectors


def _by_dense(gram, n_components):
    K = gram.centered()
    n = len(K)
    if n_components is None or n <= SMALL or n_components * FEW > n:
        values, vectors = eigh(K, driver="evd", check_finite=False)
        gram.require_psd(values[0])
    else:
        values, vectors = eigh(K, subset_by_index=[n - n_components, n - 1], check_finite=False)
        _require_psd_by_factor(gram, K)
    q = n if n_components is None else n_components
    values, vectors = values[::-1][:q], vectors[:, ::-1][:, :q]
    return gram.spectrum(values, vectors, gram.product(vectors), "dense")


def _require_psd_by_factor(gram, K):
    """K + c is positive definite just when it has a Cholesky factor, which costs less than an eigenvalue."""
    try:
        cholesky(K + gram.psd_limit * np.eye(len(K)), check_finite=False, overwrite_a=True)
    except LinAlgError:
        gram.require_psd(eigvalsh(K, subset_by_index=[0, 0])[0])


def _by_cholesky(source, n_components, center, max_rank):
    """Eigenvectors of LᵀL, where few rows of K give L."""
    if max_rank < source.shape[0] and not _may_have_low_rank(source, max_rank):
        return None
    factor = _factor(source, LOW_RANK_TOLERANCE, max_rank)
    if not factor.converged or not len(factor.L):
        return None
    means = factor.L.mean(axis=1)
    L = factor.L - means[:, None] if center else factor.L
    values, vectors = _left_eigenvectors(L, n_components)
    d = source.diagonal()
    if isinstance(source, _Gram):
        _require_psd_by_probe(source, L, factor.error)
        return source.spectrum(values, vectors, source.product(vectors), "cholesky", factor.error * d.sum())
    vectors = _polished(vectors, center)
    error = factor.error * d.sum() + len(d) * EPS * d.max()
    residuals = np.linalg.norm(L.T @ (L @ vectors) - vectors * values, axis=0) + error
    floor = max(_floor(len(d), max(values[0], d.max())), error)
    mean_products = (means @ factor.L) @ vectors
    return _Spectrum(
        values, vectors, residuals, floor, float(np.vdot(L, L)), mean_products, "cholesky, rows only"
    )


def _may_have_low_rank(source, max_rank):
    """Whether a sample of the points does not show already that the factor would take too many rows.

    So many rows hardly ever leave less of all points than of a few.
    """
    if not hasattr(source, "kernel"):
        return True
    X = source.X[:: max(1, len(source.X) // SAMPLE)]
    sample = _factor(source.kernel(X), LOW_RANK_TOLERANCE, 4 * BLOCK)
    return not _is_too_slow(len(sample.L), sample.error, LOW_RANK_TOLERANCE, max_rank, source.shape[0])


def _left_eigenvectors(L, count):
    """The largest eigenvalues of LᵀL, and their eigenvectors.

    Few come from LLᵀ, which is small: if LLᵀw = λw, then v = Lᵀw. Forming LLᵀ squares the condition number, so that
    v is off by ε λ₁/λ in the directions of larger eigenvalues, which the same subspace holds: Rayleigh and Ritz sort
    them out. All come from the triangle R of Lᵀ = QR, where RRᵀ is small and Q has orthonormal columns.
    """
    if count is not None and count * FEW <= len(L):
        values, W = eigh(L @ L.T, subset_by_index=[len(L) - count, len(L) - 1], check_finite=False)
        if values[0] > WELL_SEPARATED * values[-1]:
            V = qr(L.T @ W, mode="economic", check_finite=False)[0]
            LV = L @ V
            values, W = eigh(LV.T @ LV, check_finite=False)
            return values[::-1], V @ W[:, ::-1]
    Q, R = qr(L.T, mode="economic", check_finite=False)
    values, W = eigh(R @ R.T, check_finite=False)
    return values[::-1][:count], Q @ W[:, ::-1][:, :count]


def _require_psd_by_probe(gram, L, error):
    """A PSD error of trace t moves no unit vector by more than t; one that moves a random vector by more is not PSD."""
    v = np.random.default_rng(0).normal(size=len(gram.K))
    moved = np.linalg.norm(gram.product(v) - L.T @ (L @ v)) / np.linalg.norm(v)
    if moved > max(error * len(gram.K) * gram.largest, gram.psd_limit):
        gram.require_psd(eigvalsh(gram.centered(), subset_by_index=[0, 0])[0])


def _by_krylov(gram, n_components, tol):
    """Lanczos's method, or None where it does not converge before a dense solver would have."""
    krylov = _Krylov(gram.product, gram.shape[0], n_components)
    while krylov.converge(n_components, AIM * tol):
        found = krylov.ritz_values[:n_components]
        slack = tol * found[0]
        if (
            gram.known_psd
            and krylov.is_whole
            and _norm_shows_all(krylov, gram.squared_norm(), found[-1] - slack)
        ):
            return gram.spectrum(*krylov.eigenvectors(n_components), gram.path)
        # One start finds one eigenvector of an eigenvalue that is there twice; a second, without what was found,
        # shows what is missing.
        eigenvectors = krylov.eigenvectors(n_components)
        values = krylov.probe(PROBE_STEPS if gram.known_psd else 2 * PROBE_STEPS)
        gram.require_psd(krylov.smallest)
        if (values[:n_components] <= found + slack).all():
            return gram.spectrum(*eigenvectors, gram.path)
    return None


def _norm_shows_all(krylov, squared_norm, t):
    """Whether ‖K̃‖² leaves no room for an eigenvalue above t besides those of T = QᵀK̃Q.

    In a basis that starts with Q, K̃ is [[T, B], [Bᵀ, C]] with ‖C‖² = ‖K̃‖² − ‖T‖² − 2‖B‖², and B has a single column
    that is not 0, of length β. By Sylvester's law of inertia K̃ − t has as many positive eigenvalues as T − t and
    C − t + Bᵀ(t − T)⁻¹B together, and the latter has none if ‖C‖ + Σᵢ rᵢ²/(t − θᵢ) < t, with rᵢ the residuals of the
    Ritz values θᵢ.
    """
    theta, residuals = krylov.ritz_values, krylov.residuals
    if t <= 0 or (theta == t).any():
        return False
    rounding = len(theta) * EPS * squared_norm
    rest = squared_norm - np.square(theta).sum() - 2 * krylov.beta**2
    coupling = (np.square(residuals) / (t - theta)).sum()
    return bool(np.sqrt(max(rest, 0) + rounding) + max(coupling, 0) < t)


class _Krylov:
    """An orthonormal basis Q of v, Kv, K²v, … and the products KQ, with the Ritz values θ of T = QᵀKQ.

    Each new vector is made orthogonal to all others, so that Q is orthonormal to rounding and no eigenvalue appears in
    copies; where the basis is full, its best Ritz vectors start the next (Wu & Simon 2000). A product of K and one
    vector reads half of K; a block of vectors would need fewer products, but each is dearer by more.
    """

    def __init__(self, product, n, n_wanted):
        self.product, self.n, self.rng = product, n, np.random.default_rng(0)
        self.room = min(n, 10 * n_wanted + 100)
        self.Q, self.KQ = np.empty((2, self.room, n))
        self.T = np.zeros((self.room, self.room))
        self.size, self.n_products, self.smallest, self.scale = 0, 0, np.inf, 0.0
        self.start_again()
        self.is_whole = self.is_tridiagonal = True

    def start_again(self):
        """Take a random vector, orthogonal to the basis, as the next; KQ then has parts outside that are forgotten."""
        self.next = self._orthogonal(self.rng.normal(size=self.n), 0)[0]
        self.is_whole = self.is_tridiagonal = False

    def _orthogonal(self, v, first):
        """The unit vector of v without its part in the basis, its length, and the coefficients of that part.

        Of the vectors before the first, v has no part but by rounding: one pass over them is enough, and two over the
        others (Daniel, Gragg, Kaufman & Stewart 1976).
        """
        Q = self.Q[: self.size]
        near = Q[first:]
        large = near @ v
        v = v - large @ near
        coefficients = Q @ v
        v -= coefficients @ Q
        coefficients[first:] += large
        length = np.sqrt(v @ v)
        return v / (length or 1), length, coefficients

    def grow(self, steps):
        """Extend the basis by so many vectors, or until it is the whole space, and find its Ritz vectors."""
        self._extend(steps)
        T, theta = self._T(), None
        if self.is_tridiagonal and len(T) > 1:
            theta, S, failed = dstevd(T.diagonal(), T.diagonal(1), compute_v=1)
        if theta is None or failed:
            theta, S = np.linalg.eigh(T)
        self.ritz_values, self.S = theta[::-1], S[:, ::-1]
        self.residuals = self.beta * np.abs(self.S[-1])
        self.smallest = min(self.smallest, theta[0])

    def probe(self, steps):
        """Extend the basis from another start; return its Ritz values, without vectors."""
        self.start_again()
        self._extend(steps)
        theta = np.linalg.eigvalsh(self._T())
        self.smallest = min(self.smallest, theta[0])
        return theta[::-1]

    def _T(self):
        return self.T[: self.size, : self.size]

    def _extend(self, steps):
        if self.size + steps > self.room < self.n:
            self._restart()
        for k in range(self.size, min(self.size + steps, self.room)):
            self.Q[k], self.KQ[k] = self.next, self.product(self.next)
            self.size, self.n_products = k + 1, self.n_products + 1
            # Three terms: Kq has a part along q, the vector before it and the next, unless a basis was started anew.
            near = max(0, k - 1) if self.is_tridiagonal else 0
            self.next, self.beta, column = self._orthogonal(self.KQ[k], near)
            self.T[: k + 1, k] = self.T[k, : k + 1] = column
            self.scale = max(self.scale, abs(column[k]))
            if self.beta <= self.n * EPS * self.scale:
                whole = self.is_whole
                self.start_again()
                self.beta, self.is_whole = 0.0, whole

    def _restart(self):
        keep, self.is_tridiagonal = self.size // 2, False
        theta, S = np.linalg.eigh(self._T())
        theta, S = theta[::-1], S[:, ::-1][:, :keep].T
        self.Q[:keep], self.KQ[:keep] = S @ self.Q[: self.size], S @ self.KQ[: self.size]
        self.T[:keep, :keep] = np.diag(theta[:keep])
        self.size = keep

    def converge(self, n_wanted, tol):
        """Extend the basis until the largest Ritz values have residuals of at most tol · θ₁; say whether they do."""
        steps, error = n_wanted + n_wanted // 4 + 4, None
        while True:
            self.grow(steps)
            error, last = self.residuals[:n_wanted].max() / max(self.ritz_values[0], TINY), error
            if error <= tol or self.size == self.n:
                return True
            if self.n_products > self.n:
                return False
            # As many steps as convergence at the present rate takes, or a little less: it gains speed.
            rate = np.log(last / error) / steps if last is not None and last > error else 0.0
            needed = 0.75 * np.log(error / tol) / rate if rate > 0 else np.inf
            most = self.size // (3 if self.n <= CHEAP else 8)
            steps = 2 + int(min(needed, most))

    def eigenvectors(self, count):
        """The largest Ritz values, their vectors, and K times these."""
        S = self.S[:, :count]
        return self.ritz_values[:count], self.Q[: self.size].T @ S, self.KQ[: self.size].T @ S


class KernelPCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, KernelEstimator):
    """Principal components in feature space.

    Parameters
    ----------
    kernel : Kernel, callable or None; None is RBF with γ = 1/(p · variance of X), scikit-learn's "scale"
    n_components : int ≥ 1, or None for all with an eigenvalue that is not zero
    center : bool, whether to center the mapped points, by the mean of the training points
    solver : {"auto", "dense", "krylov", "cholesky"}, as in `solve_dual`
    tol : float > 0, as in `solve_dual`

    Attributes
    ----------
    solution_ : KernelPCASolution, with its certificate
    kernel_ : Kernel that was used
    eigenvalues_ : (q,) array, of the centered Gram matrix, falling
    alpha_ : (n, q) array, normalized coefficients of the axes
    explained_variance_ratio_ : (q,) array, shares of the variance in feature space
    X_fit_ : (n, p) array, the training points
    n_features_in_ : int

    Notes
    -----
    `sklearn.decomposition.KernelPCA` gives the same projections up to signs, and rounding where eigenvalues are all
    but 0. It keeps unit eigenvectors and scales them when it projects; `alpha_` here is already scaled.

    Examples
    --------
    >>> import numpy as np
    >>> from kernelsy19.kernels import RBF
    >>> X = np.random.default_rng(0).normal(size=(100, 2))
    >>> KernelPCA(RBF(gamma=0.5), n_components=3).fit_transform(X).shape
    (100, 3)
    """

    def __init__(self, kernel=None, n_components=2, center=True, solver="auto", tol=1e-10):
        self.kernel = kernel
        self.n_components = n_components
        self.center = center
        self.solver = solver
        self.tol = tol

    def fit(self, X, y=None):
        """Find the components of X.

        Parameters
        ----------
        X : (n, p) array_like; the (n, n) Gram matrix for `Precomputed()`
        y : ignored, for scikit-learn's pipelines

        Returns
        -------
        self

        Raises
        ------
        ValueError
            As `solve_dual`; or if no component has a variance, since all mapped points are the same.
        """
        X = validate_data(self, X, dtype=np.float64, ensure_min_samples=2)
        self.kernel_ = default_kernel(X) if self.kernel is None else as_kernel(self.kernel)
        K = self.kernel_(X) if is_precomputed(self.kernel_) else GramRows(self.kernel_, X)
        self.solution_ = solve_dual(K, self.n_components, self.center, self.solver, self.tol)
        if not self.solution_.n_components:
            raise ValueError("X has no component: all points have the same image in feature space.")
        self.X_fit_ = X
        self.eigenvalues_ = self.solution_.eigenvalues
        self.alpha_ = self.solution_.alpha
        self.explained_variance_ratio_ = self.solution_.explained_variance_ratio
        return self

    def transform(self, X):
        """Project points on the components.

        Parameters
        ----------
        X : (m, p) array_like; for `Precomputed()` the (m, n) kernel values K(x, xᵢ)

        Returns
        -------
        (m, q) array
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        # `KernelPCASolution.project`, without the matrix of kernel values.
        sums = self.kernel_.evaluate_sums(X, self.X_fit_, self.solution_.alpha)
        return sums - self.solution_.mean_projection

    def fit_transform(self, X, y=None):
        """Find the components of X and project X on them, without computing the kernel again.

        Parameters
        ----------
        X, y : as in `fit`

        Returns
        -------
        (n, q) array
        """
        return self.fit(X).solution_.projections

    @property
    def _n_features_out(self):
        return self.solution_.n_components
