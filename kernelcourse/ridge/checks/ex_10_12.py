"""How sure is the prediction?"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.ridge.draws import tried_at_places
from kernelsy19.gaussian_process.equations import posterior_covariance
from kernelsy19.kernels import Polynomial
from kernelsy19.ridge.equations import bordered_matrix

# k(x, x) of new places, kernel values with the training points, those of these, the price; points mapped
Places = namedtuple("Places", "k_new K_new K lam Phi_new Phi")


def _places(rng, X, X_new):
    k, lam = Polynomial(2, gamma=0.5), float(rng.uniform(0.3, 3.0))
    return Places(k.diagonal(X_new), k(X_new, X), k(X), lam, k.feature_map(X_new), k.feature_map(X))


problems, edge = tried_at_places(_places)


def solve(k_new, K_new, K, lam, *, border=False):
    """k(x, x) − k_xᵀ(K + λI)⁻¹k_x at each place; the diagonal of a covariance whose other entries nobody needs."""
    M = bordered_matrix(K, lam)
    rows = np.column_stack([K_new, np.ones(len(K_new))])
    M, rows = (M, rows) if border else (M[:-1, :-1], K_new)
    return k_new + np.diagonal(posterior_covariance(0 * K_new @ K_new.T, rows, M))


def certify(problem, answer):
    """The variance of ⟨w, Φ(x)⟩, where w is normal with the inverse of I + ΦᵀΦ/λ for its covariance."""
    precision = np.eye(problem.Phi.shape[1]) + problem.Phi.T @ problem.Phi / problem.lam
    spread = np.linalg.solve(np.linalg.cholesky(precision), problem.Phi_new.T)
    error = np.abs(answer - (spread**2).sum(axis=0)).max()
    return Certificate("largest | V(x) − variance of ⟨w, Φ(x)⟩ |, with w in coordinates", error, 1e-8)


def weights(K_new, K, lam):
    """How much of each target a prediction takes, a row for each place."""
    return np.linalg.solve(K + lam * np.eye(len(K)), K_new.T).T


def unpriced(k_new, K_new, K):
    return k_new - np.einsum("ij,jk,ik->i", K_new, np.linalg.pinv(K), K_new)
