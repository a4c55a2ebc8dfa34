"""Functions with a norm, ridge regression and kernel ridge regression as equations, in the order of the chapter.

Points are rows. A function is f = Σᵢ αᵢ k(xᵢ, ·) with the Gram matrix K of its points xᵢ. λ > 0 is the price of the
squared norm. G is the inverse of K + λI, or the first n rows and columns of that of the bordered matrix.

Shapes and meanings, where an equation says nothing else:

    alpha (n,)
    K     (n, n)
    beta  (p,)
    X     (n, p)
    y     (n,)
    lam   float, λ > 0
"""

import numpy as np

from kernelsy19.catalogue import implements


@implements("COURSE-rkhs-inner-product")
def inner_product(alpha, K_xz, c):
    """⟨f, g⟩ = Σᵢⱼ αᵢcⱼ k(xᵢ, zⱼ), for f = Σᵢ αᵢ k(xᵢ, ·) and g = Σⱼ cⱼ k(zⱼ, ·).
    K_xz (n, m), k(xᵢ, zⱼ); c (m,)"""
    return alpha @ K_xz @ c


@implements("COURSE-rkhs-norm")
def squared_norm(alpha, K):
    """‖f‖² = αᵀKα of f = Σᵢ αᵢ k(xᵢ, ·).
    → float ≥ 0, in squared units of f, over those of k"""
    return inner_product(alpha, K, alpha)


@implements("COURSE-reproducing", "MSA220-predict-kernel", "COURSE-posterior-mean")
def predict(K_xs, alpha, b=0.0):
    """f(x) + b = ⟨f, k(x, ·)⟩ + b = Σₗ αₗ k(xₗ, x) + b.
    K_xs (m, n), k(x, xₗ); b: float, the intercept; 0 for the function alone → (m,)"""
    return K_xs @ alpha + b


@implements("COURSE-representer")
def combine_points(alpha, Phi):
    """f = Σᵢ αᵢ k(xᵢ, ·) in coordinates: w = Σᵢ αᵢ Φ(xᵢ). With the linear kernel w is β.
    Phi (n, D), the mapped points → (D,)"""
    return Phi.T @ alpha


@implements("MSA220-ridge")
def ridge_objective(beta, X, y, lam):
    """‖y − Xβ‖² + λ‖β‖².
    lam: float, λ ≥ 0 → float, in squared units of y"""
    return ((y - X @ beta) ** 2).sum() + lam * beta @ beta


@implements("MSA220-ridge-solution")
def primal_variables(X, y, lam):
    """β = (XᵀX + λI)⁻¹Xᵀy.
    → (p,)"""
    return np.linalg.solve(X.T @ X + lam * np.eye(X.shape[1]), X.T @ y)


@implements("MSA220-gram-entries")
def products_of_points(X):
    """(XXᵀ)ᵢⱼ = xᵢ·xⱼ.
    → (n, n)"""
    return X @ X.T


@implements("MSA220-woodbury")
def woodbury(A, U, C, V):
    """A⁻¹ − A⁻¹U (C⁻¹ + VA⁻¹U)⁻¹ VA⁻¹, which is (A + UCV)⁻¹.
    A (p, p), invertible; U (p, n); C (n, n), invertible; V (n, p) → (p, p)"""
    A_inv, C_inv = np.linalg.inv(A), np.linalg.inv(C)
    return A_inv - A_inv @ U @ np.linalg.inv(C_inv + V @ A_inv @ U) @ V @ A_inv


@implements("MSA220-push-through")
def push_through(X, lam):
    """Xᵀ(λI + XXᵀ)⁻¹, which is (XᵀX + λI)⁻¹Xᵀ: the matrix that makes β of y.
    → (p, n)"""
    return np.linalg.solve(lam * np.eye(len(X)) + products_of_points(X), X).T


@implements("MSA220-primal-from-dual")
def primal_from_dual(X, y, lam):
    """β = Xᵀ(XXᵀ + λI)⁻¹y.
    → (p,)"""
    return push_through(X, lam) @ y


@implements("MSA220-dual")
def dual_variables(K, y, lam):
    """α = (K + λI)⁻¹y.
    K (n, n), positive semidefinite → (n,)"""
    return np.linalg.solve(K + lam * np.eye(len(K)), y)


@implements("MSA220-predict-linear", "MSA220-linear-recovers")
def predict_linear(X_new, beta):
    """βᵀx of each point.
    X_new (m, p) → (m,)"""
    return X_new @ beta


@implements("COURSE-kernel-ridge")
def penalized_objective(alpha, b, K, y, lam):
    """J = Σᵢ (yᵢ − f(xᵢ) − b)² + λ‖f‖².
    b: float, the intercept; lam: float, λ ≥ 0 → float, in squared units of y"""
    return ((y - predict(K, alpha, b)) ** 2).sum() + lam * squared_norm(alpha, K)


@implements("COURSE-bordered")
def bordered_matrix(K, lam):
    """K + λI with a column and a row of ones, and 0 in the corner.
    → (n + 1, n + 1), symmetric; it has a negative eigenvalue"""
    ones = np.ones((len(K), 1))
    return np.block([[K + lam * np.eye(len(K)), ones], [ones.T, np.zeros((1, 1))]])


@implements("COURSE-smoother")
def shrinkage(eigenvalues, lam):
    """Λ / (Λ + λ): what is left of y along an eigenvector.
    eigenvalues (q,), Λ ≥ 0 of the Gram matrix, or of the centered one with a free intercept; lam: float, λ > 0, or
    (L,) array → (q,), in [0, 1); or (q, L), a column for each λ"""
    return eigenvalues[(...,) + (None,) * np.ndim(lam)] / np.add.outer(eigenvalues, lam)


@implements("COURSE-degrees-of-freedom")
def degrees_of_freedom(shares):
    """df = Σₘ Λₘ / (Λₘ + λ).
    shares (q,), the shrinkage of each part; or (q, L), a column for each λ → float, or (L,) array"""
    return shares.sum(axis=0)


@implements("COURSE-inverse-diagonal")
def inverse_diagonal_from(vectors, eigenvalues, lam):
    """Gᵢᵢ = Σₘ vᵢₘ² / (Λₘ + λ).
    vectors (n, q), all eigenvectors whose span G lives on; eigenvalues (q,); lam: float, λ > 0, or (L,) array →
    (n,); or (n, L), a column for each λ"""
    return vectors**2 @ (1 / np.add.outer(eigenvalues, lam))


@implements("COURSE-loo")
def left_out_errors(alpha, inverse_diagonal):
    """αᵢ / Gᵢᵢ = yᵢ − f⁽⁻ⁱ⁾(xᵢ), of each point.
    alpha (n,) or (n, L) array, a column for each λ; inverse_diagonal (n,) or (n, L) array, Gᵢᵢ > 0 → (n,) or (n, L)
    array, in units of y"""
    return alpha / inverse_diagonal


@implements("COURSE-gcv")
def generalized_cross_validation(residuals, df):
    """n⁻¹ Σᵢ (yᵢ − ŷᵢ)² / (1 − df/n)².
    residuals (n,), yᵢ − ŷᵢ; or (n, L), a column for each λ; df: float, degrees of freedom, below n; or (L,) array →
    float or (L,) array, in squared units of y"""
    return (residuals**2).mean(axis=0) / (1 - df / len(residuals)) ** 2
