"""Solving PCA and kernel PCA, the plain way and the fast way: axes with their certificates."""

from dataclasses import dataclass, field, replace

import numpy as np
from scipy.linalg import eigh
from scipy.sparse import issparse

from kernelsy19.engine.certificates import warn
from kernelsy19.engine.eigen import EPS, SOLVERS, backward_error, largest_eigenvalues, rounding_floor
from kernelsy19.engine.gram import as_provider, in_units
from kernelsy19.kernels.geometry import (
    canonical_sign,
    canonical_signs,
    center_gram,
    require_psd,
    with_canonical_signs,
)
from kernelsy19.pca.equations import (
    components_from_gram,
    covariance,
    cumulated_variance,
    explained_variance_ratio,
    gram_residual,
    mean_of_points,
    normalize,
    project,
    scores,
)
from kernelsy19.signatures import fitting, number_from, takes, up_to, word_of
from kernelsy19.units import SAFE_EXPONENT, binary_exponent, in_safe_units, scaled_back, times_power_of_two
from kernelsy19.validation import (
    as_array,
    as_flag,
    as_integer,
    as_matrix,
    as_vector,
    require_plain,
)

ORTHONORMAL_TO = 1e-10  # largest |VᵀV − I| of unit eigenvectors that still count as orthonormal
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
        X = as_matrix(X, n_features=len(self.mean))
        n_components = _as_count(n_components, len(self.components), "the axes at hand")
        return scores(X - self.mean, self.components[:n_components].T)

    def reconstruct(self, Z):
        """Points from their coordinates along the first axes, with the mean put back.
        Z (m, r), r ≤ q → (m, p)"""
        Z = as_matrix(Z, "Z")
        if Z.shape[1] > len(self.components):
            raise ValueError(f"Z must have at most {len(self.components)} columns, got {Z.shape[1]}.")
        return self.mean + Z @ self.components[: Z.shape[1]]


def principal_axes(X, n_components=None):
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
        If the variances are too large or too small for a floating-point number.

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
        X = as_matrix(X)
    n, p = X.shape
    n_components = _as_count(n_components, min(n, p), "min(n, p)")
    if p > n:
        return _pca_by_gram(X, n_components)
    X, e = in_safe_units(X)
    return _back_from_units(_pca_by_covariance(X, n_components), e)


def _back_from_units(solution, e):
    """The axes of 2^e X from those of X."""
    if e == 0:
        return solution
    return replace(
        solution,
        mean=times_power_of_two(solution.mean, e),
        variances=scaled_back(solution.variances, 2 * e, "The variance"),
        total_variance=scaled_back(solution.total_variance, 2 * e, "The variance"),
        residuals=times_power_of_two(solution.residuals, 2 * e),
    )


def _pca_by_covariance(X, n_components):
    mean = mean_of_points(X)
    S = covariance(X - mean)
    values, vectors = eigh(S)
    values, vectors = values[::-1], vectors[:, ::-1]
    floor = rounding_floor(len(X), values[0]) + len(X) * (EPS * np.abs(X).max()) ** 2
    q = count_nonzero(values, floor, n_components)
    U = with_canonical_signs(vectors[:, :q])
    residuals = np.linalg.norm(S @ U - values[:q] * U, axis=0)
    return PCASolution(mean, U.T.copy(), values[:q], float(np.trace(S)), residuals, "covariance")


def _pca_by_gram(X, n_components):
    n, p = X.shape
    blocks = [slice(start, start + COLUMNS_AT_ONCE) for start in range(0, p, COLUMNS_AT_ONCE)]
    mean, K, largest = _gram_of_columns(X, blocks, 0)
    # Few data have numbers whose squares float64 does not hold: these are read once more.
    e = binary_exponent(largest)
    e = e if abs(e) > SAFE_EXPONENT else 0
    if e:
        mean, K, largest = _gram_of_columns(X, blocks, e)
    values, vectors = eigh(K)
    values, vectors = values[::-1], vectors[:, ::-1]
    floor = rounding_floor(n + np.sqrt(p), values[0]) + n * p * (EPS * largest) ** 2
    q = count_nonzero(values, floor, n_components)
    alpha, variances = normalize(vectors[:, :q], values[:q]), values[:q] / n
    U, T = np.empty((q, p)), np.zeros((n, q))
    for block in blocks:
        B = _columns(X, block, e) - mean[block]
        U[:, block] = components_from_gram(alpha, B)
        T += scores(B, U[:, block].T)
    squares = np.zeros(q)
    for block in blocks:
        SU = T.T @ (_columns(X, block, e) - mean[block]) / n
        squares += np.square(SU - variances[:, None] * U[:, block]).sum(axis=1)
    for u in U:
        u *= canonical_sign(u)
    total = float(np.trace(K)) / n
    return _back_from_units(PCASolution(mean, U, variances, total, np.sqrt(squares), "gram"), e)


def _columns(X, block, e):
    """Some columns, in units of 2^e."""
    return times_power_of_two(X[:, block], -e) if e else X[:, block]


def _gram_of_columns(X, blocks, e):
    """The mean of the points, the Gram matrix of the centered points, and the largest |x|, in units of 2^e."""
    n, p = X.shape
    mean, K, largest = np.empty(p), np.zeros((n, n)), 0.0
    with np.errstate(over="ignore", invalid="ignore"):
        for block in blocks:
            B = as_matrix(_columns(X, block, e))
            mean[block] = B.mean(axis=0)
            largest = max(largest, np.abs(B).max())
            B = B - mean[block]
            K += B @ B.T
    return mean, K, largest


def _as_count(n_components, n, of="n"):
    return None if n_components is None else as_integer(n_components, "n_components", 1, n, of)


def count_nonzero(values, floor, n_components):
    """How many eigenvalues, in falling order, to keep: those above the floor, n_components at most; fewer are said."""
    rank = int(np.count_nonzero(~(values <= floor)))  # NaN is no 0: the residual tells
    if n_components is None or n_components <= rank:
        return rank if n_components is None else n_components
    warn(
        f"Only {rank} of the {n_components} components that were asked for have an eigenvalue that is not zero; "
        "an eigenvector with λ = 0 cannot be normalized, so the others are left out.",
        UserWarning,
    )
    return rank


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
    converged : bool, whether `backward_error` ≤ tol, the axes are at right angles and none is missing
    path : str, how the eigenvalues were found: "dense", "krylov" (from products with K), "cholesky" (from few rows
        of K), "cholesky, rows only" (no other row of K was ever computed) or "krylov, by coordinates" (K never was:
        products from one factor a coordinate); after the last two the residuals are bounds; or "plain", by
        `plain_kernel_pca` and `certify`
    orthogonality : float, how far the unit vectors α/‖α‖ are from orthonormal: the largest entry of |VᵀV − I|
    proof : str, why no larger eigenvalue is missing: "all n" were computed, "inertia" (those above the last one were
        counted), "norm" (what is left of ‖K̃‖ has no room for another), "trace" (what a low-rank factor left out has
        none) or "chance" (a second random start would have missed it with a probability below 1e-4); empty where there
        is no proof
    """

    eigenvalues: np.ndarray
    alpha: np.ndarray = field(repr=False)
    residuals: np.ndarray
    trace: float
    mean_projection: np.ndarray = field(repr=False)
    centered: bool
    converged: bool
    path: str
    orthogonality: float
    proof: str

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
    def cumulated_variance(self):
        """The share of the variance that the first m components hold, for each m, a (q,) array."""
        return cumulated_variance(self.explained_variance_ratio)

    @property
    def backward_error(self):
        """The largest ‖Kv − nλv‖ of a unit vector v = α/‖α‖, as a share of the largest eigenvalue."""
        return backward_error(self.eigenvalues, self.residuals * np.sqrt(self.eigenvalues))

    @property
    def projections(self):
        """Coordinates of the training points, Kα = nλα, an (n, q) array."""
        return self.alpha * self.eigenvalues

    @np.errstate(under="ignore")
    def project(self, K_xs, n_components=None):
        """Coordinates of points along the axes.
        K_xs (m, n), K(x, xᵢ), not centered → (m, q)

        Equal to `project_centered` without its passes over K_xs: the entries of a column of alpha sum to 0, so that
        what centering takes from a whole row has no effect, and what it takes from a column is the same number for
        each point, `mean_projection`."""
        K_xs = as_matrix(K_xs, "K_xs", n_features=len(self.alpha))
        n_components = _as_count(n_components, self.n_components, "the axes at hand")
        return project(K_xs, self.alpha[:, :n_components]) - self.mean_projection[:n_components]


def what_rounding_makes(values, K):
    """The size below which rounding alone may have made an eigenvalue of K."""
    return rounding_floor(len(K), max(values[0], K.max()))


@takes(K=require_psd, n_components=up_to("K"))
def plain_kernel_pca(K, n_components=None):
    """Find the axes of kernel PCA the plain way: center K, take its eigenvectors (15), normalize them.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix, not centered
    n_components : int in 1 … n, or None for all with an eigenvalue that is not zero

    Returns
    -------
    eigenvalues : (q,) array, nλ, falling
    alpha : (n, q) array, normalized: ‖uᵐ‖ = 1; `certify` judges both

    Warns
    -----
    UserWarning
        If fewer than n_components eigenvalues are not zero: those alone are returned.
    """
    values, vectors = np.linalg.eigh(center_gram(K))
    values, vectors = values[::-1], vectors[:, ::-1]
    q = count_nonzero(values, what_rounding_makes(values, K), n_components)
    return values[:q], normalize(with_canonical_signs(vectors[:, :q]), values[:q])


def _as_axes(alpha, name, given):
    shape = len(given["K"]), len(given["eigenvalues"])
    if isinstance(alpha, np.ndarray) and alpha.shape == shape and not alpha.size:
        return alpha  # all points are one, which has no axes
    alpha = as_array(alpha, name)
    if alpha.shape != shape:
        raise ValueError(
            f"{name} must have a row a point, a column an eigenvalue, {shape}, got {alpha.shape}."
        )
    return alpha


@takes(K=require_psd, eigenvalues=as_vector, alpha=fitting(_as_axes), tol=number_from(0))
def certify(K, eigenvalues, alpha, tol=1e-10):
    """Judge axes of kernel PCA by K alone, whoever found them.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix, not centered
    eigenvalues : (q,) array_like, nλ, falling
    alpha : (n, q) array_like, normalized
    tol : float > 0, largest `backward_error` that counts as converged

    Returns
    -------
    KernelPCASolution of the centered points, whose `path` is "plain"

    Warns
    -----
    ConvergenceWarning
        If these are not the axes with the largest eigenvalues, or not normalized.
    """
    K, e = in_safe_units(K)
    values, alpha = times_power_of_two(eigenvalues, -e), times_power_of_two(alpha, e // 2)
    centered, vectors = center_gram(K), alpha * np.sqrt(values)
    misfits = [gram_residual(centered, value / len(K), a) for value, a in zip(values, alpha.T, strict=True)]
    largest = np.linalg.eigvalsh(centered)[::-1][: len(values)]
    found = np.abs(largest - values).max(initial=0.0) <= tol * largest.max(initial=0.0)
    residuals, trace = np.array([np.linalg.norm(misfit) for misfit in misfits]), float(np.trace(centered))
    skew = float(np.abs(vectors.T @ vectors - np.eye(len(values))).max(initial=0.0))
    mean_projection, proof = project(K.mean(axis=0), alpha), "all n" if found else ""
    solution = KernelPCASolution(
        values, alpha, residuals, trace, mean_projection, True, False, "plain", skew, proof
    )
    return _judged(solution, e, tol, as_provider(K))


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
    return _judged(solution, e, tol, K)


def _eigenvectors_back_from_units(solution, e):
    """The solution for 2^e K from that for K; e is even."""
    if e == 0:
        return solution
    return replace(
        solution,
        eigenvalues=scaled_back(solution.eigenvalues, e, "The eigenvalue"),
        alpha=times_power_of_two(solution.alpha, -e // 2),
        residuals=times_power_of_two(solution.residuals, e // 2),
        trace=scaled_back(solution.trace, e, "The trace"),
        mean_projection=times_power_of_two(solution.mean_projection, e // 2),
    )


def _judged(solution, e, tol, K):
    """The solution for 2^e K from that for K, and whether it is one; otherwise say why not."""
    reasons = []
    if not solution.backward_error <= tol:
        reasons.append(
            f"have a backward error of {solution.backward_error:.3g}, above tol={tol:.3g}, "
            "which is what rounding allows; raise tol"
        )
    if not solution.orthogonality <= ORTHONORMAL_TO:
        reasons.append(f"are {solution.orthogonality:.3g} from orthonormal; ask for fewer components")
    if not solution.proof:
        reasons.append("are not proved to be those of the largest eigenvalues; take solver='dense'")
    if not solution.n_components and not K.is_one_point():
        reasons.append("are hidden by rounding: center the data, or change the kernel")
    if reasons:
        warn(f"The eigenvectors {' and '.join(reasons)}.")
    return _eigenvectors_back_from_units(replace(solution, converged=not reasons), e)


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
