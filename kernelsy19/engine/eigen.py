"""Largest eigenvalues of a (centered) Gram matrix: dense, from products with vectors, or from few rows.

Each way brings a certificate: residuals, how far the vectors are from orthonormal, and why no eigenvalue is missing.
"""

import functools
from dataclasses import dataclass

import numpy as np
from scipy.linalg import LinAlgError, cholesky, eigh, eigvalsh, qr
from scipy.linalg.blas import dsymv

from kernelsy19.certificates import backward_error, rounding_floor
from kernelsy19.engine.krylov import Krylov, chance_of_more, norm_shows_all
from kernelsy19.engine.low_rank import LOW_RANK_TOLERANCE, PSD_TOLERANCE, low_rank_factor, may_have_low_rank
from kernelsy19.engine.tridiagonal import (
    DENSE_UP_TO,
    FEW_OF,
    ORTHOGONAL,
    Tridiagonal,
    largest_eigenpairs,
    orthogonality,
)
from kernelsy19.gram import Gram

SOLVERS = ("auto", "dense", "krylov", "cholesky")
EPS = np.finfo(float).eps

# Largest share of its trace that the factor of one coordinate may leave out: near rounding, so that the bound of the
# error of products stays below what a certificate of 1e-10 asks.
COORDINATE_TOLERANCE = 1e-14

# Points from which factors of coordinates are looked for; below, the matrix takes less time than the factors do.
BY_COORDINATES_FROM = 1500

# Kernel values that no cache holds, 64 MB. A product with a matrix that has to come from memory costs as much as one by
# coordinates of twice the rank.
UNCACHED_ENTRIES = 2**23

# Points from which a low-rank factor is tried unasked; below, the dense solver is as fast
LOW_RANK_FROM = 512

# Ratio of the smallest wanted to the largest eigenvalue of LLᵀ down to which its eigenvectors give those of LᵀL.
WELL_SEPARATED = 1e-6
LEANING = 1e-3  # products of unit vectors up to which rounding explains that they are not orthonormal
PROBE_STEPS = 10  # of Lanczos's method from a second start, to see an eigenvalue that the first start missed
LANCZOS_AIM = 0.8  # share of tol to iterate to, since the residuals of the vectors as they are rounded count
MORE_PROBE_STEPS, MOST_PROBE_STEPS = 2, 60  # while the chance that it missed one is not yet small

# Bound of the probability, over the random start, that a missing eigenvalue is not noticed
MISSED_CHANCE = 1e-4

# How often Lanczos's method starts again where inertia says that an eigenvalue is missing: then the dense solver, which
# misses none, takes less time than another count.
MOST_COUNTS = 3


@dataclass(frozen=True)
class Spectrum:
    """The largest eigenvalues of a matrix K̃, which is K, centered or not, and what certifies them.
    values (q,), falling; vectors (n, q) of unit vectors, of either sign; residuals (q,), ‖K̃v − μv‖ or a bound;
    floor: float, an eigenvalue below it counts as zero; trace: float, the sum of all n eigenvalues; mean_products
    (q,), n⁻¹ 1ᵀKv with the K that is not centered; path: {"dense", "krylov", "cholesky", "cholesky, rows only",
    "krylov, by coordinates"}, how they were found; orthogonality: float, how far the vectors are from orthonormal,
    see `tridiagonal.orthogonality`; proof: {"all n", "inertia", "norm", "trace", "chance", ""}, why no larger
    eigenvalue is missing: each of the n was computed; so many eigenvalues lie above the last one, by the inertia of
    K̃ − t; what is left of ‖K̃‖ leaves no room for another; the trace of what a low-rank factor leaves out does
    not; a second random start would have missed it with a probability below `MISSED_CHANCE`. Empty where there is
    no proof"""

    values: np.ndarray
    vectors: np.ndarray
    residuals: np.ndarray
    floor: float
    trace: float
    mean_products: np.ndarray
    path: str
    orthogonality: float
    proof: str

    def is_certified(self, tol):
        """Whether the backward error is at most tol, the vectors are orthonormal, and none is missing, by proof."""
        return (
            backward_error(self.values, self.residuals) <= tol
            and self.orthogonality <= ORTHOGONAL
            and bool(self.proof)
        )


@dataclass(frozen=True)
class Wanted:
    """Which eigenvalues are asked for, and what the solvers look at to say whether they can.
    n_components: int in 1 … n, or None for all; center: bool, whether the matrix is centered first; solver: {"auto",
    "dense", "krylov", "cholesky"}; tol: float, the largest backward error"""

    K: Gram
    n_components: int | None
    center: bool
    solver: str
    tol: float

    @functools.cached_property
    def whole(self):
        """All of the matrix, at hand."""
        return CenteredMatrix(self.K, self.center)

    @property
    def few(self):
        """Whether methods that find a few at a time pay."""
        return self.n_components is not None and self.n_components * FEW_OF <= len(self.K)

    @property
    def iterates(self):
        """Whether Lanczos's method is asked for, or pays."""
        return self.solver == "krylov" or (self.solver == "auto" and self.few and len(self.K) > DENSE_UP_TO)


def largest_eigenvalues(K, n_components, center, solver, tol):
    """Find the largest eigenvalues by the first solver, in the order of their cost, that can.
    K, n_components, center, solver, tol: as in `Wanted` → Spectrum, certified unless it is that of the dense solver"""
    wanted = Wanted(K, n_components, center, solver, tol)
    return next(spectrum for solve in IN_ORDER if (spectrum := solve(wanted)) is not None)


def _products_by_coordinates(wanted):
    """Lanczos's method with one factor a coordinate, where K is a product of two matrices."""
    operator = by_coordinates(wanted.K, wanted.center) if wanted.iterates else None
    return None if operator is None else _certified_by_lanczos(operator, wanted)


def _few_rows(wanted):
    """A low-rank factor, where few rows tell the others."""
    n, asked = len(wanted.K), wanted.solver == "cholesky"
    if not asked and (wanted.solver != "auto" or n < LOW_RANK_FROM):
        return None
    source = wanted.whole if wanted.K.at_hand or not wanted.K.psd else wanted.K
    max_rank = n if asked else n // (10 if wanted.few else 4)
    spectrum = _by_cholesky(source, wanted.n_components, wanted.center, max_rank)
    return spectrum if spectrum is not None and spectrum.is_certified(wanted.tol) else None


def _products(wanted):
    """Lanczos's method with all of K."""
    return _certified_by_lanczos(wanted.whole, wanted) if wanted.iterates else None


def _dense(wanted):
    """LAPACK's, which always can."""
    return _by_dense(wanted.whole, wanted.n_components)


IN_ORDER = _products_by_coordinates, _few_rows, _products, _dense


def _certified_by_lanczos(operator, wanted):
    """What Lanczos's method finds, or None where that is not certified or reaches down to 0."""
    spectrum = _by_lanczos(operator, wanted.n_components, wanted.tol)
    holds = spectrum and spectrum.is_certified(wanted.tol) and spectrum.values[-1] > spectrum.floor
    return spectrum if holds else None


class Operator(Gram):
    """The matrix K̃ whose eigenvectors are wanted: K, centered or not, of which products with vectors are enough.

    A subclass sets `shape`, `center`, `known_psd`, the `largest` entry and the `error`: a bound of the norm of what
    its products leave out of K; it gives `times(V)` = KV and `squared_norm()` = ‖K̃‖², or a bound."""

    def _find_means(self):
        self.ones = np.ones(len(self))
        self.means = self.times(self.ones) / len(self)
        if not np.isfinite(self.means).all():
            raise ValueError(f"{self.name} must give finite values, got NaN or infinity.")

    def product(self, weights, indices=None):
        """K̃V = JKJV; all products here are with whole vectors."""
        V = weights
        if self.center:
            V = V - self.ones @ V / len(V)
        V = self.times(V)
        if self.center:
            V -= self.ones @ V / len(V)
        return V

    def _norm_after_centering(self, squared_norm):
        n, m = len(self), self.means
        return squared_norm - 2 * n * (m @ m) + (n * m.mean()) ** 2 if self.center else squared_norm

    def spectrum(self, values, vectors, products, path, proof, floor=0.0):
        """Certify unit vectors; `products` are K̃ times the vectors, values below the floor count as 0."""
        residuals = np.linalg.norm(products - vectors * values, axis=0) + self.error
        vectors = _summing_to_zero(vectors) if self.center else vectors
        floor = max(rounding_floor(len(vectors), max(values[0], self.largest)), residuals.max(), floor)
        kept = ~(values <= floor)
        apart = orthogonality(vectors[:, kept])
        if ORTHOGONAL < apart < LEANING:
            # Vectors of the smallest eigenvalues share in that of 0, the constant one; without it they lean together.
            vectors[:, kept] = _orthonormal(vectors[:, kept])
            residuals = np.linalg.norm(self.product(vectors) - vectors * values, axis=0) + self.error
            apart = orthogonality(vectors[:, kept])
        return Spectrum(
            values, vectors, residuals, floor, self.trace, self.means @ vectors, path, apart, proof
        )

    def none_above(self, t, values, vectors):
        """Whether K̃ has no eigenvalue above t besides those given: proved, or else False."""
        return False

    @property
    def psd_limit(self):
        """What rounding may take an eigenvalue below 0."""
        return PSD_TOLERANCE * len(self) * self.largest

    def require_psd(self, smallest):
        """Refuse an eigenvalue that rounding does not explain."""
        if not smallest >= -self.psd_limit:
            raise ValueError(
                f"{self.name} must be PSD, but has an eigenvalue of {smallest:.3g} or less; "
                "kernels.geometry.nearest_psd gives the nearest matrix that is PSD."
            )


class CenteredMatrix(Operator):
    """All of K is at hand; K̃ need not be formed for a product.
    K: Gram; center: bool"""

    path, error, at_hand = "krylov", 0.0, True

    def __init__(self, K, center):
        self.K, self.center, self.known_psd = K.matrix(), center, bool(K.psd)
        self.shape, self.name = K.shape, K.name
        self._find_means()
        # No entry of a PSD matrix exceeds its diagonal.
        self.largest = float(self.K.diagonal().max() if K.psd else max(self.K.max(), -self.K.min()))
        self.trace = float(self.diagonal().sum())

    def diagonal(self):
        d = self.K.diagonal()
        return d - 2 * self.means + self.means.mean() if self.center else d.copy()

    def rows(self, indices, dtype=np.float64):
        if not self.center:
            return self.K[indices]
        return self.K[indices] - self.means - (self.means[indices] - self.means.mean())[:, None]

    def block(self, rows, columns, dtype=np.float64):
        K = self.K[np.ix_(rows, columns)]
        return K - self.means[columns] - (self.means[rows] - self.means.mean())[:, None] if self.center else K

    def matrix(self):
        if not self.center:
            return self.K
        K = self.K - self.means
        K -= (self.means - self.means.mean())[:, None]
        return K

    def times(self, V):
        """KV. For a vector, half of K is read, since K is symmetric."""
        return dsymv(1.0, self.K.T, V, lower=1) if V.ndim == 1 else self.K @ V

    def none_above(self, t, values, vectors):
        """T − K̃, with K̃ less what the eigenvectors hold, has a Cholesky factor just when none is above t."""
        A = (vectors * values) @ vectors.T
        A -= self.matrix()
        A.flat[:: len(A) + 1] += t
        try:
            cholesky(A, check_finite=False, overwrite_a=True)
        except LinAlgError:
            return False
        return True

    def squared_norm(self):
        """‖K̃‖² = Σᵢⱼ K̃ᵢⱼ², without forming K̃."""
        return self._norm_after_centering(np.vdot(self.K, self.K))


class ByCoordinates(Operator):
    """A matrix that is the product of two, entry by entry, as that of an RBF kernel on the plane is: K = K₁∘K₂.
    K: Gram; factors: pair of PivotedCholesky, of K₁ and of K₂; center: bool

    With low-rank factors K₁ ≈ L₁ᵀL₁ and K₂ ≈ L₂ᵀL₂, of r₁ and r₂ rows, (Kv)ᵢ = Σₐᵦ L₁[a, i] L₂[b, i] M[a, b] where
    M = L₁ diag(v) L₂ᵀ: 4 n r₁ r₂ operations, and no matrix of n² numbers. What is left out, E₁∘K₂ + (L₁ᵀL₁)∘E₂, is
    PSD by Schur's product theorem, and its trace is at most that of E₁ and E₂ together, since K₁ and K₂ have ones
    on the diagonal."""

    path, known_psd, largest = "krylov, by coordinates", True, 1.0

    def __init__(self, K, factors, center):
        n = len(K)
        self.first, self.second = (factor.L for factor in factors)
        self.gram, self.center, self.shape, self.name = K, center, K.shape, K.name
        self.error = n * (sum(factor.error for factor in factors) + K.rounding_of_factors)
        self._find_means()
        self.trace = float(n - self.means.sum() if center else n)

    def times(self, v):
        """Kv by M, the matrix of r₁ r₂ numbers."""
        M = (self.first * v) @ self.second.T
        return np.einsum("ij,ij->j", self.first, M @ self.second)

    def squared_norm(self):
        """A bound of ‖K̃‖²: the squares of all entries are a product of two PSD matrices again, and sum to ‖L₁L₂ᵀ‖²."""
        n = len(self)
        first, second = (low_rank_factor(factor, COORDINATE_TOLERANCE, n) for factor in self.gram.factors(2))
        squares = np.square(first.L @ second.L.T).sum()
        return self._norm_after_centering(squares + n * n * (first.error + second.error))


def by_coordinates(K, center):
    """Return the operator that works with one factor a coordinate.
    → ByCoordinates, or None where K is not known to be a product of two matrices, or all n² entries are cheaper"""
    n = len(K)
    if n < BY_COORDINATES_FROM or K.n_factors != 2:
        return None
    worth = n if n * n > UNCACHED_ENTRIES else n // 2
    factors = []
    for factor in K.factors():
        factors.append(low_rank_factor(factor, COORDINATE_TOLERANCE, int(1.5 * worth**0.5)))
        if not factors[-1].converged:
            return None
    if len(factors[0].L) * len(factors[1].L) > worth:
        return None
    return ByCoordinates(K, factors, center)


def _summing_to_zero(vectors):
    """Eigenvectors of a centered matrix with the sum of their entries 0 to the last bit that is stored."""
    return vectors - vectors.mean(axis=0)


def _orthonormal(vectors):
    """The orthonormal vectors that are nearest in turn, each in the span of those up to it."""
    Q, R = qr(vectors, mode="economic", check_finite=False)
    return Q * np.sign(np.diagonal(R))


def _by_dense(gram, n_components):
    K = gram.matrix()
    n = len(K)
    if n_components is None or n <= DENSE_UP_TO or n_components * FEW_OF > n:
        values, vectors = eigh(K, driver="evd", check_finite=False)
        smallest, proof = values[0], "all n"
        values, vectors = values[::-1][:n_components], vectors[:, ::-1][:, :n_components]
    else:
        T = Tridiagonal(K)
        values, vectors = T.largest(n_components)
        smallest, proof = T.smallest_below(-gram.psd_limit), "inertia"
    gram.require_psd(smallest)
    return gram.spectrum(values, vectors, gram.product(vectors), "dense", proof)


def _by_cholesky(source, n_components, center, max_rank):
    """Eigenvectors of LᵀL, where few rows give L: of K̃ where all of it is at hand, or else of K."""
    if max_rank < len(source) and not may_have_low_rank(source, max_rank):
        return None
    factor = low_rank_factor(source, LOW_RANK_TOLERANCE, max_rank, source.largest if source.at_hand else 0.0)
    if not factor.converged or not len(factor.L):
        return None
    means = factor.L.mean(axis=1)
    L = factor.L - means[:, None] if center else factor.L
    values, vectors = leading_eigenvectors(L, n_components)
    d = source.diagonal()
    if source.at_hand:
        _require_psd_by_probe(source, L, factor.error)
        lost = factor.error * d.sum()
        return source.spectrum(values, vectors, source.product(vectors), "cholesky", "trace", lost)
    vectors = _summing_to_zero(vectors) if center else vectors
    error = factor.error * d.sum() + len(d) * EPS * d.max()
    residuals = np.linalg.norm(L.T @ (L @ vectors) - vectors * values, axis=0) + error
    floor = max(rounding_floor(len(d), max(values[0], d.max())), error)
    mean_products = (means @ factor.L) @ vectors
    return Spectrum(
        values,
        vectors,
        residuals,
        floor,
        float(np.vdot(L, L)),
        mean_products,
        "cholesky, rows only",
        orthogonality(vectors[:, ~(values <= floor)]),
        "trace",
    )


def leading_eigenvectors(L, count):
    """Find the largest eigenvalues of LᵀL, and their eigenvectors.
    L (r, n) → values (count,), falling; vectors (n, count), orthonormal columns

    Few come from LLᵀ, which is small: if LLᵀw = λw, then v = Lᵀw. Forming LLᵀ squares the condition number, so that
    v is off by ε λ₁/λ in the directions of larger eigenvalues, which the same subspace holds: Rayleigh and Ritz
    sort them out. All come from the triangle R of Lᵀ = QR, where RRᵀ is small and Q has orthonormal columns."""
    if count is not None and count * FEW_OF <= len(L):
        values, W = largest_eigenpairs(L @ L.T, count)
        if values[-1] > WELL_SEPARATED * values[0]:
            V = qr(L.T @ W, mode="economic", check_finite=False)[0]
            LV = L @ V
            values, W = eigh(LV.T @ LV, check_finite=False)
            return values[::-1], V @ W[:, ::-1]
    Q, R = qr(L.T, mode="economic", check_finite=False)
    values, W = eigh(R @ R.T, check_finite=False)
    return values[::-1][:count], Q @ W[:, ::-1][:, :count]


def _require_psd_by_probe(gram, L, error):
    """A PSD error of trace t moves no unit vector by more than t; one that moves a random vector by more is not PSD."""
    v = np.random.default_rng(0).normal(size=len(gram))
    moved = np.linalg.norm(gram.product(v) - L.T @ (L @ v)) / np.linalg.norm(v)
    if not moved <= max(error * len(gram) * gram.largest, gram.psd_limit):
        gram.require_psd(eigvalsh(gram.matrix(), driver="evd")[0])


def _by_lanczos(gram, n_components, tol):
    """Lanczos's method, or None where it does not converge, or nothing is proved, before a dense solver would have."""
    krylov, q = Krylov(gram.product, len(gram), n_components), n_components
    squared_norm = gram.squared_norm()
    for _ in range(MOST_COUNTS):
        if not krylov.converge(q, LANCZOS_AIM * tol):
            return None
        proof = "norm" if _norm_is_proof(krylov, gram, q, squared_norm, tol) else ""
        while not (proof or gram.at_hand) and krylov.is_whole and krylov.has_room(steps := krylov.size // 4):
            krylov.grow(steps)  # no other proof costs as little
            proof = "norm" if _norm_is_proof(krylov, gram, q, squared_norm, tol) else ""
        if proof and gram.known_psd:
            return gram.spectrum(*krylov.eigenvectors(q), gram.path, proof)
        # One start finds one eigenvector of an eigenvalue that is there twice; a second, without what was found,
        # often shows what is missing, and the smallest eigenvalue. Where it shows nothing, that is no proof yet.
        values, vectors, products = krylov.eigenvectors(q)
        slack = _slack(gram, values[0], tol)
        others, chance = _probe(krylov, gram, values[-1] - slack)
        gram.require_psd(krylov.smallest)
        if (others[:q] <= values + slack).all():
            if not proof and chance <= MISSED_CHANCE:
                proof = "chance"
            if not proof and gram.none_above(values[-1] + slack, values, vectors):
                proof = "inertia"
            if proof:
                return gram.spectrum(values, vectors, products, gram.path, proof)
    return None


def _probe(krylov, gram, t):
    """Ritz values after another start, and a bound of the chance that it missed an eigenvalue above t.

    The other start is drawn from all directions outside of the basis, and what it finds are Ritz values of the part
    of K̃ there. It goes on until the bound is small, or the count of inertia would take less time."""
    size, room = krylov.size, krylov.room_for_rest(t) if gram.known_psd else 0.0
    steps, n = PROBE_STEPS if gram.known_psd else 2 * PROBE_STEPS, len(gram)
    fits = krylov.has_room(steps)
    krylov.start_again()
    krylov.extend(steps)
    chance = chance_of_more(n, steps, krylov.largest_outside(size), room) if fits else 1.0
    goes_on = fits and room > 0
    while (
        goes_on and chance > MISSED_CHANCE and steps < MOST_PROBE_STEPS and krylov.has_room(MORE_PROBE_STEPS)
    ):
        krylov.extend(MORE_PROBE_STEPS)
        steps += MORE_PROBE_STEPS
        top = krylov.largest_outside(size)
        if top >= room:
            break
        chance = chance_of_more(n, steps, top, room)
    return krylov.all_ritz_values(), chance


def _slack(gram, largest, tol):
    """By how much two eigenvalues may differ that count as equal."""
    return max(tol * largest, rounding_floor(len(gram), max(largest, gram.largest)))


def _norm_is_proof(krylov, gram, q, squared_norm, tol):
    found = krylov.ritz_values[:q]
    return krylov.is_whole and norm_shows_all(krylov, squared_norm, found[-1] - _slack(gram, found[0], tol))
