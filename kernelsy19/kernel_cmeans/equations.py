"""c-means in feature space as equations: prototypes as combinations, distances from kernel values.

Shapes and meanings, where an equation says nothing else:

    U   (n, c), partition without an empty cluster
    Phi (n, D), one mapped point a row
    W   (n, c), columns sum to 1
    K   (n, n), Gram matrix
"""

import numpy as np

from kernelsy19.catalogue import implements
from kernelsy19.cmeans import criterion
from kernelsy19.kernels.geometry import RANK_TOLERANCE


@implements("SY19-weights")
def weights(U):
    """wᵢₖ = uᵢₖ / Σⱼ uⱼₖ, the weight of point i in prototype k.
    → (n, c), columns sum to 1"""
    return U / U.sum(axis=0)


@implements("SY19-feature-prototypes", "AML-20")
def feature_prototypes(Phi, W):
    """Prototypes vₖ = Σᵢ wᵢₖ Φ(xᵢ), where the feature space has coordinates.
    → (c, D)"""
    return W.T @ Phi


@implements("SY19-kernel-J", "AML-19", "AML-21")
def feature_criterion(Phi, U):
    """J(U) = Σᵢ Σₖ uᵢₖ ‖Φ(xᵢ) − vₖ‖², where the feature space has coordinates.
    → float, in squared units of the feature space"""
    return criterion(Phi, U, feature_prototypes(Phi, weights(U)))


@implements("SY19-kernel-distances")
def kernel_squared_distances(K_xx, K_xs, K, W):
    """‖Φ(x) − vₖ‖² = K(x, x) − 2 Σⱼ wⱼₖ K(x, xⱼ) + Σⱼᵣ wⱼₖ wᵣₖ K(xⱼ, xᵣ).
    K_xx (m,), K(x, x); K_xs (m, n), K(x, xⱼ) → (m, c), in squared units of the feature space"""
    return K_xx[:, None] - 2 * K_xs @ W + (W * (K @ W)).sum(axis=0)


@implements("AML-22")
def kernel_criterion(K, U):
    """J(U) = Σᵢ Σₖ uᵢₖ ‖Φ(xᵢ) − vₖ‖² from kernel values.
    → float, in squared units of the feature space"""
    return (U * kernel_squared_distances(np.diagonal(K), K, K, weights(U))).sum()


@implements("AML-approximate")
def approximate_weights(K_ss, K_sx, U):
    """α = K_ss⁺ K_sx W: the combinations of a sample that come nearest to the means of the clusters.
    K_ss (m, m), Gram matrix of the sample; K_sx (m, n), kernel values between the sample and all points → (m, c),
    weights of prototypes vₖ = Σⱼ αⱼₖ Φ(sⱼ)

    Chitta, Jin, Havens and Jain (2011)."""
    return np.linalg.pinv(K_ss, rcond=RANK_TOLERANCE, hermitian=True) @ (K_sx @ weights(U))
