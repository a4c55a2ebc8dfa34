"""How sure is a difference?"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelsy19.kernels import Polynomial

# Kernel values of two places, of these with the points, of the points; the noise; and all places mapped.
Two = namedtuple("Two", "K_zz K_zx K lam Phi_z Phi")


def problems(rng):
    """Draw points of the plane and two places."""
    for n in (2, 4, 7):
        X, Z, k = rng.normal(size=(n, 2)), rng.normal(size=(2, 2)), Polynomial(2, gamma=0.5)
        yield Two(k(Z), k(Z, X), k(X), float(rng.uniform(0.3, 2.0)), k.feature_map(Z), k.feature_map(X))


def solve(K_zz, K_zx, K, lam, *, mixed=2.0, noise=0.0, known=1.0):
    """S₁₁ + S₂₂ − 2 S₁₂ of the posterior covariance."""
    S = K_zz - known * K_zx @ np.linalg.solve(K + lam * np.eye(len(K)), K_zx.T)
    return S[0, 0] + S[1, 1] - mixed * S[0, 1] + noise * lam


def certify(problem, answer):
    step = problem.Phi_z[0] - problem.Phi_z[1]
    precision = np.eye(len(step)) + problem.Phi.T @ problem.Phi / problem.lam
    off = abs(answer - step @ np.linalg.solve(precision, step))
    return Certificate("| your number − the variance of ⟨w, Φ(z₁) − Φ(z₂)⟩ |, in coordinates", off, 1e-8)
