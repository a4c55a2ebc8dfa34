"""PCA and kernel PCA as equations, in the order of the lecture.

Points are rows. Phi is the (n, D) matrix of centered mapped points; for PCA itself it is X. K is their Gram matrix.
λ is an eigenvalue of the covariance matrix S, and nλ one of K.

Shapes and meanings, where an equation says nothing else:

    Phi   (n, D)
    u     (D,)
    S     (D, D), covariance matrix
    lam   float, λ ≥ 0
    alpha (n,)
    K     (n, n)
"""

import numpy as np

from kernelsy19.catalogue import implements
from kernelsy19.kernels.geometry import center_new


@implements("SY19-10", "SY19-feature-covariance")
def covariance(Phi):
    """S = n⁻¹ Σᵢ Φ(xᵢ)Φ(xᵢ)ᵀ of centered points.
    Phi (n, D), columns of mean 0 → (D, D), in squared units of Phi"""
    return Phi.T @ Phi / len(Phi)


@implements("AML-5")
def mean_of_points(Phi):
    """n⁻¹ Σᵢ Φ(xᵢ), which is 0 for centered points.
    → (D,)"""
    return Phi.sum(axis=0) / len(Phi)


@implements("AML-2")
def variance_along(u, S):
    """uᵀSu: the variance of centered points along a unit vector.
    u (D,) of length 1"""
    return u @ S @ u


@implements("MSA220-rayleigh")
def rayleigh_quotient(v, S):
    """vᵀSv / vᵀv: the variance of centered points along a vector of any length.
    v (D,), not 0 → float, at most the largest eigenvalue of S"""
    return v @ S @ v / (v @ v)


@implements("AML-4")
def scores(Phi, U):
    """t = Uᵀx: coordinates of points along unit vectors.
    Phi (m, D), centered; U (D, q), unit vectors in its columns → (m, q)"""
    return Phi @ U


@implements("AML-reconstruction")
def reconstruction_error(Phi, U):
    """n⁻¹ Σᵢ ‖xᵢ − Utᵢ‖² with tᵢ = Uᵀxᵢ: what is lost of points that are put together again from their coordinates.
    Phi (n, D), centered; U (D, q), orthonormal columns → float, in squared units of Phi"""
    return np.mean(((Phi - scores(Phi, U) @ U.T) ** 2).sum(axis=1))


@implements("SY19-eigenvalue-equation")
def eigenvalue_residual(S, lam, u):
    """λu − Su, which is 0 for an eigenvector.
    S (D, D) → (D,)"""
    return lam * u - S @ u


@implements("AML-8")
def covariance_times(Phi, u):
    """Su = n⁻¹ Σᵢ ⟨Φ(xᵢ), u⟩ Φ(xᵢ), without S: a combination of the mapped points, in a space of any dimension.
    Phi (n, D), centered → (D,), λu for an eigenvector"""
    return (Phi @ u) @ Phi / len(Phi)


@implements("SY19-span")
def span_coefficients(Phi, lam, u):
    """αᵢ = ⟨Φ(xᵢ), u⟩ / (nλ), with which an eigenvector with λ ≠ 0 is u = Σᵢ αᵢΦ(xᵢ).
    lam: float, λ > 0 → (n,)"""
    return Phi @ u / (len(Phi) * lam)


@implements("SY19-11", "SY19-projected-equations")
def projected_residual(Phi, lam, u):
    """λ⟨Φ(xₖ), u⟩ − ⟨Φ(xₖ), Su⟩ for each k, which is 0 for an eigenvector.
    → (n,)"""
    return lam * Phi @ u - Phi @ (covariance(Phi) @ u)


@implements("SY19-12")
def combine(alpha, Phi):
    """u = Σᵢ αᵢ Φ(xᵢ).
    → (D,)"""
    return alpha @ Phi


@implements("SY19-13")
def projected_residual_in_span(Phi, lam, alpha):
    """λ Σᵢ αᵢ⟨Φ(xₖ), Φ(xᵢ)⟩ − n⁻¹ Σᵢ αᵢ ⟨Φ(xₖ), Σⱼ Φ(xⱼ)⟨Φ(xⱼ), Φ(xᵢ)⟩⟩ for each k.
    → (n,), 0 for the coefficients of an eigenvector"""
    dots = Phi @ Phi.T
    inner = dots @ Phi
    return lam * dots @ alpha - Phi @ (alpha @ inner) / len(Phi)


@implements("SY19-14")
def squared_gram_residual(K, lam, alpha):
    """nλKα − K²α.
    → (n,), 0 for the coefficients of an eigenvector"""
    return len(K) * lam * K @ alpha - K @ (K @ alpha)


@implements("SY19-15")
def gram_residual(K, lam, alpha):
    """nλα − Kα.
    → (n,), 0 for a solution of the dual eigenvalue problem"""
    return len(K) * lam * alpha - K @ alpha


@implements("SY19-squared-length")
def squared_length(alpha, K):
    """‖u‖² = Σᵢⱼ αᵢαⱼKᵢⱼ, with u = Σᵢ αᵢΦ(xᵢ).
    → float, in squared units of the feature space"""
    return alpha @ K @ alpha


@implements("SY19-normalization")
def normalize(alpha, eigenvalue):
    """α ← α / (‖α‖ √(nλ)), with nλ the eigenvalue of K: then ‖u‖ = 1.
    alpha (n,), eigenvector of K, of any length; or (n, q), one in each column; eigenvalue: float > 0, of K; or (q,)
    array → (n,) or (n, q) array"""
    return alpha / (np.linalg.norm(alpha, axis=0) * np.sqrt(eigenvalue))


@implements("SY19-projection")
def project(K_xs, alpha):
    """zₘ = Σᵢ αᵢᵐ K(xᵢ, x), for points that are centered in feature space.
    K_xs (m, n), K(x, xᵢ); alpha (n, q), normalized → (m, q)"""
    return K_xs @ alpha


@implements("SY19-projection-centered")
def project_centered(K_xs, K, alpha):
    """zₘ = Σᵢ αᵢᵐ K̃(xᵢ, x): new points are moved by the mean of the training points first.
    K_xs (m, n), K(x, xᵢ), not centered; K (n, n), Gram matrix of the training points, not centered; alpha (n, q),
    normalized eigenvectors of the centered Gram matrix → (m, q)"""
    return project(center_new(K_xs, K), alpha)


@implements("PR-small-problem")
def components_from_gram(alpha, X):
    """uᵐ = Xᵀαᵐ: the eigenvectors of the p × p problem from those of the n × n problem.
    alpha (n, q), normalized eigenvectors of XXᵀ; X (n, p), centered → (q, p), one unit vector a row"""
    return alpha.T @ X


@implements("SY19-explained-variance")
def explained_variance_ratio(eigenvalues, trace):
    """λₘ / Σₗ λₗ: the share of the variance along each component.
    eigenvalues (q,), of S or of K; trace: float > 0, the sum of all eigenvalues, which is the trace of the matrix →
    (q,), in (0, 1]"""
    return eigenvalues / trace


@implements("SY19-cumulated-variance")
def cumulated_variance(ratios):
    """Σ_{l ≤ m} λₗ / Σₗ λₗ: the share of the variance that the first m components hold.
    ratios (q,), explained-variance ratios in falling order → (q,), rising to at most 1"""
    return np.cumsum(ratios)


@implements("COURSE-squared-radius-component")
def squared_radius_component(X):
    """Evaluate z(x) = (‖x‖² − mean of ‖xᵢ‖²) / √2: on circles, a component of the kernel (x·x′)².
    X (n, 2) → (n,), in squared units of X"""
    squares = np.square(X).sum(axis=1)
    return (squares - squares.mean()) / np.sqrt(2)
