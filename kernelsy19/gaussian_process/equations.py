"""A function that is random: what targets say of it, how probable they were, and kernels of several parts.

f has jointly normal values of mean 0 and covariance τk, and each target is f(xᵢ) plus independent noise of variance τλ.
But for the scale τ, M = K + λI is the covariance of the targets, and G its inverse.

Shapes and meanings, where an equation says nothing else:

    X     (n, p)
    Z     (m, p)
    M     (n, n), positive definite
    y     (n,)
"""

import numpy as np
from scipy.stats import t

from kernelsy19.catalogue import implements
from kernelsy19.kernels.equations import rbf


@implements("COURSE-posterior-covariance")
def posterior_covariance(K_zz, K_zx, M):
    """K_zz − K_zx G K_xz: how f(z) varies with f(z′) once y is known; its diagonal holds the squared error bars.
    K_zz (m, m), k(z, z′); K_zx (m, n), k(z, xᵢ); M (n, n), K + λI; with a free intercept bordered, as is K_zx by a
    column of ones → (m, m), in units of k"""
    return K_zz - K_zx @ np.linalg.solve(M, K_zx.T)


@implements("COURSE-marginal-likelihood")
def log_marginal_likelihood(M, y):
    """log p(y) = −½ yᵀGy + ½ log|G| − ½ n log 2π, with G = M⁻¹.
    M (n, n), positive definite → float"""
    return -(y @ np.linalg.solve(M, y) + np.linalg.slogdet(M)[1] + len(y) * np.log(2 * np.pi)) / 2


@implements("COURSE-likelihood-slope")
def likelihood_slope(M, y, D):
    """∂ log p(y) = ½ αᵀDα − ½ tr GD, with D = ∂M.
    M (n, n), positive definite; D (n, n), its derivative in what it depends on → float"""
    alpha = np.linalg.solve(M, y)
    return (alpha @ D @ alpha - np.trace(np.linalg.solve(M, D))) / 2


@implements("COURSE-likeliest-scale")
def likeliest_scale(M, y):
    """τ = yᵀGy / n, for which y of covariance τM is likeliest.
    → float, in squared units of y over those of M"""
    return y @ np.linalg.solve(M, y) / len(y)


@implements("COURSE-student")
def band_factor(share, df):
    """How many error bars on each side of the mean hold a share of new targets, if their scale was estimated.
    share: float, between 0 and 1; df: int, n, or n − 1 with a free intercept → float"""
    return t.ppf((1 + share) / 2, df)


@implements("COURSE-widths")
def rbf_by_columns(X, Z, gamma):
    """exp(−Σⱼ γⱼ (xⱼ − zⱼ)²), the RBF kernel with a width for each column.
    gamma (p,), γⱼ ≥ 0 → (n, m)"""
    return rbf(X * np.sqrt(gamma), Z * np.sqrt(gamma), 1.0)


@implements("COURSE-periodic")
def periodic(X, Z, gamma, period):
    """exp(−4γ sin²(π(x − z)/T)), the RBF kernel on a circle of which T is one turn.
    X (n, 1); Z (m, 1); gamma: float, γ > 0; period: float, T > 0, in units of x → (n, m)"""
    on_circle = [np.hstack([np.cos(a), np.sin(a)]) for a in (2 * np.pi * X / period, 2 * np.pi * Z / period)]
    return rbf(*on_circle, gamma)
