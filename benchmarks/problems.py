"""Data for the benchmarks: the same in each run."""

import clarabel
import numpy as np
from scipy import sparse


def mixture(n, p, seed=0):
    """Five Gaussian clusters of different widths that vary in at most ten directions, with a little noise in all.
    n, p: int, points and dimensions; seed: int, of the points; the clusters stay where they are → (n, p) array"""
    places = np.random.default_rng(1)
    d = min(p, 10)
    centers, widths = places.normal(size=(5, d)) * 2, places.uniform(0.3, 1.0, size=5)
    directions = np.linalg.qr(places.normal(size=(p, d)))[0].T
    rng = np.random.default_rng(seed)
    cluster = rng.integers(5, size=n)
    latent = centers[cluster] + widths[cluster, None] * rng.normal(size=(n, d))
    return latent @ directions + 0.05 * rng.normal(size=(n, p))


def scale_gamma(X):
    """1/(p · variance of X), scikit-learn's "scale"."""
    return 1 / (X.shape[1] * X.var())


def dual_weights(machine, n):
    """The weights of a machine of scikit-learn, with their signs: (n,)."""
    alpha = np.zeros(n)
    alpha[machine.support_] = machine.dual_coef_[0]
    return alpha


def by_clarabel(Q, p, y, C):
    """Minimize ½ αᵀQα + pᵀα subject to yᵀα = 1, 0 ≤ α ≤ C as any quadratic program, at Clarabel's own tolerance."""
    n, settings = len(p), clarabel.DefaultSettings()
    settings.verbose = False
    A = sparse.vstack([sparse.csc_matrix(y[None]), -sparse.eye(n), sparse.eye(n)], format="csc")
    b = np.concatenate([[1.0], np.zeros(n), np.full(n, C)])
    cones = [clarabel.ZeroConeT(1), clarabel.NonnegativeConeT(2 * n)]
    P = sparse.triu(sparse.csc_matrix(Q), format="csc")
    return np.array(clarabel.DefaultSolver(P, p, A, b, cones, settings).solve().x)


def kkt_residual(K, alpha, nu):
    """The KKT residual of a ball, in units of distance², from K in float64.
    K: (n, n) array, with a constant diagonal; alpha: (n,) array, Σ alpha = 1; nu: float → float ≥ 0"""
    K_alpha, bound = K @ alpha, 1 / (nu * len(alpha))
    rises, falls = K_alpha[alpha < bound * (1 - 1e-9)], K_alpha[alpha > bound * 1e-9]
    return 2 * max(0.0, falls.max() - rises.min()) if len(rises) else 0.0
