"""Largest eigenvalues of a (centered) Gram matrix: dense, from products with vectors, or from few rows.

Each way brings a certificate.
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import LinAlgError, cholesky, eigh, eigvalsh, qr
from scipy.linalg.blas import dsymv

from kernelsy19.engine.krylov import Krylov, norm_shows_all
from kernelsy19.engine.low_rank import LOW_RANK_TOLERANCE, PSD_TOLERANCE, factor_checked, may_have_low_rank
from kernelsy19.engine.smo import GramRows
from kernelsy19.kernels import RBF
from kernelsy19.kernels.geometry import with_canonical_signs
from kernelsy19.validation import as_gram

SOLVERS = ("auto", "dense", "krylov", "cholesky")


EPS, TINY = np.finfo(float).eps, np.finfo(float).tiny


SEPARABLE_TOLERANCE = 1e-14


SEPARABLE_FROM, NO_CACHE_HOLDS = 1500, 2**23  # points; kernel values


SMALL = 256


MANY = 512


FEW = 8


WELL_SEPARATED = 1e-6


PROBE_STEPS = 10


AIM = 0.8  # share of tol to iterate to, since the residuals of the vectors as they are rounded count


def rounding_floor(size, largest):
    """What rounding may make of an eigenvalue that is 0."""
    return 10 * size * EPS * largest


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
        return backward_error(self.values, self.residuals) <= tol


def backward_error(values, residuals):
    return float(residuals.max() / values[0]) if len(values) and values[0] > 0 else 0.0


def decompose(K, n_components, center, solver, tol):
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
        floor = max(rounding_floor(len(vectors), max(values[0], self.largest)), residuals.max(), floor)
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
        factors.append(factor_checked(GramRows(RBF(gamma), x[:, None]), SEPARABLE_TOLERANCE, most))
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
    if max_rank < source.shape[0] and not may_have_low_rank(source, max_rank):
        return None
    factor = factor_checked(source, LOW_RANK_TOLERANCE, max_rank)
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
    floor = max(rounding_floor(len(d), max(values[0], d.max())), error)
    mean_products = (means @ factor.L) @ vectors
    return _Spectrum(
        values, vectors, residuals, floor, float(np.vdot(L, L)), mean_products, "cholesky, rows only"
    )


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
    krylov = Krylov(gram.product, gram.shape[0], n_components)
    while krylov.converge(n_components, AIM * tol):
        found = krylov.ritz_values[:n_components]
        slack = tol * found[0]
        if (
            gram.known_psd
            and krylov.is_whole
            and norm_shows_all(krylov, gram.squared_norm(), found[-1] - slack)
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
