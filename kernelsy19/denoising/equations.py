"""Pre-images as equations: distance to a combination, its gradient, the fixed-point step, ridge regression."""

import numpy as np
from scipy.linalg import solve

from kernelsy19.catalogue import implements
from kernelsy19.kernels import rbf


@implements("COURSE-projection-weights")
def projection_weights(Z, alpha, centered=True):
    """wᵢ = Σₘ ζₘαᵢᵐ + n⁻¹ (1 − Σⱼ Σₘ ζₘαⱼᵐ), so that PΦ(x) = Σᵢ wᵢΦ(xᵢ), with the mean put back.

    Parameters
    ----------
    Z : (m, q) array, coordinates ζ along the first q axes
    alpha : (n, q) array, normalized coefficients of these axes
    centered : bool, whether the axes are those of centered points; without, the second term is not there

    Returns
    -------
    (m, n) array; with centering each row sums to 1
    """
    W = Z @ alpha.T
    if centered:
        W = W + (1 - W.sum(axis=1, keepdims=True)) / len(alpha)
    return W


@implements("COURSE-preimage-distance")
def squared_distances(K_zz, K_zs, K, W):
    """ρ(z) = ‖Φ(z) − Σᵢ wᵢΦ(xᵢ)‖² = K(z, z) − 2 Σᵢ wᵢK(z, xᵢ) + Σᵢⱼ wᵢwⱼKᵢⱼ, point by point.

    Parameters
    ----------
    K_zz : (m,) array, K(z, z)
    K_zs : (m, n) array, K(z, xᵢ)
    K : (n, n) array, Gram matrix of the training points, not centered
    W : (m, n) array, one vector of feature space for each z

    Returns
    -------
    (m,) array, in squared units of the feature space
    """
    return K_zz - 2 * np.einsum("ij,ij->i", W, K_zs) + np.einsum("ij,ij->i", W @ K, W)


@implements("COURSE-preimage-gradient")
def gradients(Z, X, W, gamma):
    """∇ρ(z) = 4γ Σᵢ wᵢ K(z, xᵢ) (z − xᵢ), for the Gaussian kernel.

    Parameters
    ----------
    Z : (m, p) array
    X : (n, p) array
    W : (m, n) array, or (n,) for the same vector at every z
    gamma : float, γ > 0

    Returns
    -------
    (m, p) array
    """
    A = W * rbf(Z, X, gamma)
    return 4 * gamma * (A.sum(axis=1, keepdims=True) * Z - A @ X)


@implements("COURSE-preimage-fixed-point")
def fixed_point_step(Z, X, W, gamma):
    """z ← Σᵢ wᵢK(z, xᵢ) xᵢ / Σᵢ wᵢK(z, xᵢ), for the Gaussian kernel.

    Parameters
    ----------
    Z : (m, p) array
    X : (n, p) array
    W : (m, n) array, or (n,) for the same vector at every z
    gamma : float, γ > 0

    Returns
    -------
    (m, p) array; not finite where the denominator is 0
    """
    A = W * rbf(Z, X, gamma)
    return A @ X / A.sum(axis=1, keepdims=True)


@implements("COURSE-preimage-ridge")
def ridge_coefficients(K_z, X, ridge):
    """B = (K_ζ + ηI)⁻¹ (X − 1x̄ᵀ): regression of the points, less their mean, on their coordinates.

    Parameters
    ----------
    K_z : (n, n) array, Gram matrix of the coordinates ζ of the training points
    X : (n, p) array, the training points
    ridge : float, η > 0

    Returns
    -------
    (n, p) array
    """
    return solve(K_z + ridge * np.eye(len(X)), X - X.mean(axis=0), assume_a="pos")
