"""Geometry in feature space from kernel values alone: distances, angles, means, centering, PSD matrices.

K_xx is the vector of K(x, x), K_xy the matrix of K(x, y), K the Gram matrix of n points.

Shapes and meanings, where an equation says nothing else:

    K    (n, n)
    K_xx (n,)
    K_xy (n, m)
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh, eigvalsh

from kernelsy19.catalogue import implements
from kernelsy19.certificates import ROUNDING, one_norm
from kernelsy19.gram import require_psd
from kernelsy19.signatures import number_from, takes, up_to
from kernelsy19.validation import as_gram, shown

RANK_TOLERANCE = 1e-12  # share of n times the largest eigenvalue up to which one counts as 0

# Share by which the sizes of two entries may differ and still count as equal when a sign is chosen
TIE = 1e-6


@implements("AML-1")
def gram_from_features(Phi):
    """Kᵢⱼ = Φ(xᵢ)·Φ(xⱼ).
    Phi (n, D), one mapped point a row → (n, n)"""
    return Phi @ Phi.T


@implements("PR-psd-lemma")
def quadratic_form(z, K):
    """zᵀKz = Σᵢⱼ zᵢzⱼKᵢⱼ, which is ‖Σᵢ zᵢΦ(xᵢ)‖² ≥ 0.
    z (n,)"""
    return z @ K @ z


@implements("PR-distance")
def squared_distances(K_xx, K_xy, K_yy):
    """‖Φ(x) − Φ(y)‖² = K(x, x) − 2K(x, y) + K(y, y).
    K_yy (m,) → (n, m), in squared units of the feature space"""
    return K_xx[:, None] - 2 * K_xy + K_yy


@implements("PR-norm")
def norms(K_xx):
    """‖Φ(x)‖ = √K(x, x).
    → (n,)"""
    return np.sqrt(K_xx)


@implements("PR-angle")
def cosines(K_xx, K_xy, K_yy):
    """cos ∠(Φ(x), Φ(y)) = K(x, y) / √(K(x, x) K(y, y)).
    K_xx (n,), positive; K_yy (m,), positive → (n, m), in [−1, 1] for a PSD kernel"""
    return K_xy / np.sqrt(np.outer(K_xx, K_yy))


@implements("PR-mean")
def squared_norm_of_mean(K):
    """‖m‖² = n⁻² Σᵢⱼ Kᵢⱼ, with m = n⁻¹ Σᵢ Φ(xᵢ).
    → float, in squared units of the feature space"""
    return K.mean()


@implements("PR-distance-to-mean")
def squared_distances_to_mean(K_xx, K_xs, K):
    """‖Φ(x) − m‖² = K(x, x) − 2n⁻¹ Σᵢ K(x, xᵢ) + n⁻² Σᵢⱼ Kᵢⱼ.
    K_xx (m,), K(x, x) of each point; K_xs (m, n), K(x, xᵢ); K (n, n), Gram matrix of the points whose mean it is →
    (m,), in squared units of the feature space"""
    return K_xx - 2 * K_xs.mean(axis=1) + K.mean()


@implements("COURSE-nearest-mean")
def nearest_mean_score(K_x_plus, K_x_minus, K_plus, K_minus):
    """f(x) = ‖Φ(x) − m₋‖² − ‖Φ(x) − m₊‖², from kernel values: x belongs to the class + where it is positive.
    K_x_plus (m, q), K(x, xᵢ) for the points xᵢ of the class +; K_x_minus (m, r), K(x, xᵢ) for the points xᵢ of the
    class −; K_plus (q, q), Gram matrix of the class +; K_minus (r, r), Gram matrix of the class − → (m,), in
    squared units of the feature space"""
    return 2 * K_x_plus.mean(axis=1) - 2 * K_x_minus.mean(axis=1) + K_minus.mean() - K_plus.mean()


@implements("SY19-centering")
def center_gram(K):
    """K̃ = K − 1ₙK − K1ₙ + 1ₙK1ₙ, with 1ₙ the n × n matrix of entries 1/n.
    → (n, n), Gram matrix of the points Φ(xᵢ) − m; its rows sum to 0"""
    rows = K.mean(axis=0)
    return K - rows[None, :] - K.mean(axis=1)[:, None] + rows.mean()


@implements("MSA220-centering")
def center_gram_by_projection(K):
    """K̃ = JKJ, with J = I − n⁻¹11ᵀ: the same matrix as `center_gram`.
    → (n, n)"""
    n = len(K)
    J = np.eye(n) - np.ones((n, n)) / n
    return J @ K @ J


@implements("SY19-centering-new")
def center_new(K_xs, K):
    """K̃(x, xᵢ) = K(x, xᵢ) − n⁻¹Σₖ K(x, xₖ) − n⁻¹Σₖ Kₖᵢ + n⁻²Σₖₗ Kₖₗ.
    K_xs (m, n), kernel values between new and training points; K (n, n), Gram matrix of the training points, not
    centered → (m, n): new points are moved by the mean of the training points"""
    rows = K.mean(axis=0)
    return K_xs - K_xs.mean(axis=1)[:, None] - rows + rows.mean()


@dataclass(frozen=True)
class PSDCheck:
    """Whether a symmetric matrix is positive semidefinite.
    smallest_eigenvalue: float; tolerance: float, what rounding may take below 0"""

    smallest_eigenvalue: float
    tolerance: float

    @property
    def is_psd(self):
        """Whether the smallest eigenvalue is at least −tolerance."""
        return self.smallest_eigenvalue >= -self.tolerance

    def __bool__(self):
        return self.is_psd


@implements("MSA220-gram")
@takes(K=as_gram, rtol=number_from(0, closed="left"))
def check_psd(K, rtol=ROUNDING):
    """Tell whether K is positive semidefinite: all eigenvalues ≥ 0 up to rounding.
    K: array_like, (n, n), symmetric; rtol: float, ≥ 0; an eigenvalue above −rtol · max(1 norm of K) counts as 0 →
    PSDCheck, true where K is PSD"""
    return PSDCheck(float(eigvalsh(K, driver="evd")[0]), float(rtol * one_norm(K)))


@dataclass(frozen=True)
class NearestPSD:
    """The PSD matrix that is nearest to a symmetric matrix, and how far it is.
    K (n, n); distance: float, ‖K − K₀‖ in the Frobenius norm; n_negative: int, how many eigenvalues lay below 0 by
    more than rounding"""

    K: np.ndarray
    distance: float
    n_negative: int


@implements("AML-nearest-psd")
@takes(K=as_gram)
def nearest_psd(K):
    """Solve min ‖A − K‖ over PSD matrices A: negative eigenvalues become 0.
    K: array_like, (n, n), symmetric → NearestPSD

    Higham (1988): the minimizer in the Frobenius norm."""
    values, V = eigh(K)
    negative = values < 0
    if not negative.any():
        return NearestPSD(K, 0.0, 0)
    A = (V * np.maximum(values, 0)) @ V.T
    n_negative = np.count_nonzero(values < -ROUNDING * one_norm(K))
    return NearestPSD((A + A.T) / 2, float(np.linalg.norm(values[negative])), int(n_negative))


@implements("MSA220-gram-features")
@takes(K=require_psd)
def features_of_gram(K):
    """φ(xᵢ) = Λ^{1/2}V[:, i] from K = VᵀΛV: coordinates for any Gram matrix.
    K: array_like, (n, n), positive semidefinite → (n, r), one point a row, r the rank of K; its Gram matrix is K"""
    values, vectors = eigh(K)
    values, vectors = values[::-1], vectors[:, ::-1]
    keep = values > len(K) * RANK_TOLERANCE * np.abs(values).max()
    return with_canonical_signs(vectors[:, keep]) * np.sqrt(values[keep])


def coordinates(kernel, X):
    """Coordinates of mapped points: the kernel's own feature map, or where it has none, those of its Gram matrix.
    kernel: Kernel, positive semidefinite; X: array_like, (n, p) → (n, D), whose dot products are the kernel values"""
    if not callable(getattr(kernel, "feature_map", None)) or isinstance(kernel, type):
        raise ValueError(f"kernel must be a kernel such as RBF(gamma=1.0), got {shown(kernel)}.")
    try:
        return kernel.feature_map(X)
    except ValueError:
        return features_of_gram(kernel(X))


@dataclass(frozen=True)
class MercerExpansion:
    """The first terms of K(x, y) = Σₘ λₘ φₘ(x) φₘ(y) for the distribution of a sample.
    values (r,), λₘ, falling; functions (n, r), φₘ at the points, orthonormal: n⁻¹ Σᵢ φₗ(xᵢ) φₘ(xᵢ) = 1 if l = m,
    else 0"""

    values: np.ndarray
    functions: np.ndarray

    def gram(self):
        """Σₘ λₘ φₘ(xᵢ) φₘ(xⱼ) over the terms that are kept, an (n, n) array."""
        return (self.functions * self.values) @ self.functions.T


@implements("PR-mercer")
@takes(K=as_gram, n_terms=up_to("K"))
def mercer_expansion(K, n_terms):
    """Expand a Gram matrix in eigenfunctions: K(x, y) ≈ Σₘ λₘ φₘ(x) φₘ(y).
    K: array_like, (n, n), Gram matrix of points drawn from the distribution of x; n_terms: int, 1 … n →
    MercerExpansion; with n terms it is exact"""
    n = len(K)
    values, vectors = np.linalg.eigh(K)
    values, vectors = values[::-1][:n_terms], vectors[:, ::-1][:, :n_terms]
    return MercerExpansion(values / n, with_canonical_signs(vectors) * np.sqrt(n))


def with_canonical_signs(vectors):
    """Choose the sign of each column so that its largest entry is positive.
    vectors (n, q) → (n, q); among entries whose sizes differ by less than 1e-6 of the largest, the first one
    decides, so that; rounding does not"""
    return vectors * canonical_signs(vectors)


def canonical_signs(vectors):
    """The sign, −1 or +1, that `with_canonical_signs` gives each column.
    vectors (n, q) → (q,)"""
    return np.array([canonical_sign(v) for v in vectors.T])


def canonical_sign(v):
    """The sign, −1 or +1, that `with_canonical_signs` gives a vector.
    v (n,)"""
    sizes = np.abs(v)
    return -1.0 if v[(sizes >= (1 - TIE) * sizes.max()).argmax()] < 0 else 1.0
