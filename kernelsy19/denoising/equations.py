"""Pre-images as equations: distance to a combination, its gradient, the fixed-point step, ridge regression.

Shapes and meanings, where an equation says nothing else:

    Z     (m, p)
    W     (m, n), or (n,) for the same vector at every z
    X     (n, p)
    gamma float, γ > 0
"""

import numpy as np
from scipy.linalg import solve

from kernelsy19.catalogue import implements
from kernelsy19.kernels import rbf


@implements("COURSE-projection-weights")
def projection_weights(Z, alpha, centered=True):
    """wᵢ = Σₘ ζₘαᵢᵐ + n⁻¹ (1 − Σⱼ Σₘ ζₘαⱼᵐ), so that PΦ(x) = Σᵢ wᵢΦ(xᵢ), with the mean put back.
    Z (m, q), coordinates ζ along the first q axes; alpha (n, q), normalized coefficients of these axes; centered:
    bool, whether the axes are those of centered points; without, the second term is not there → (m, n); with
    centering each row sums to 1"""
    W = Z @ alpha.T
    if centered:
        W = W + (1 - W.sum(axis=1, keepdims=True)) / len(alpha)
    return W


@implements("COURSE-preimage-distance")
def squared_distances(K_zz, K_zs, K, W):
    """ρ(z) = ‖Φ(z) − Σᵢ wᵢΦ(xᵢ)‖² = K(z, z) − 2 Σᵢ wᵢK(z, xᵢ) + Σᵢⱼ wᵢwⱼKᵢⱼ, point by point.
    K_zz (m,), K(z, z); K_zs (m, n), K(z, xᵢ); K (n, n), Gram matrix of the training points, not centered; W (m, n),
    one vector of feature space for each z → (m,), in squared units of the feature space"""
    return K_zz - 2 * np.einsum("ij,ij->i", W, K_zs) + np.einsum("ij,ij->i", W @ K, W)


@implements("COURSE-preimage-gradient")
def gradients(Z, X, W, gamma):
    """∇ρ(z) = 4γ Σᵢ wᵢ K(z, xᵢ) (z − xᵢ), for the Gaussian kernel.
    → (m, p)"""
    A = W * rbf(Z, X, gamma)
    return 4 * gamma * (A.sum(axis=1, keepdims=True) * Z - A @ X)


@implements("COURSE-preimage-fixed-point")
def fixed_point_step(Z, X, W, gamma):
    """z ← Σᵢ wᵢK(z, xᵢ) xᵢ / Σᵢ wᵢK(z, xᵢ), for the Gaussian kernel.
    → (m, p); not finite where the denominator is 0"""
    A = W * rbf(Z, X, gamma)
    return A @ X / A.sum(axis=1, keepdims=True)


@implements("COURSE-preimage-ridge")
def ridge_coefficients(K_z, X, ridge):
    """B = (K_ζ + ηI)⁻¹ (X − 1x̄ᵀ): regression of the points, less their mean, on their coordinates.
    K_z (n, n), Gram matrix of the coordinates ζ of the training points; X (n, p), the training points; ridge:
    float, η > 0 → (n, p)"""
    return solve(K_z + ridge * np.eye(len(X)), X - X.mean(axis=0), assume_a="pos")
