"""Distances to a center that we do not have"""

from collections import namedtuple

import numpy as np

from kernelcourse.ball.checks.draws import distances, random_weights
from kernelcourse.judging.certificates import Certificate
from kernelsy19.kernels import Linear, Polynomial

# Kernel values of m new points and n training points, and where all of them are mapped
NewPoints = namedtuple("NewPoints", "K_xx K_xs K_ss alpha Phi_x Phi_s")


def problems(rng):
    """Draw new points and training points, for kernels whose coordinates are known."""
    kernels = (Linear(), Polynomial(2, 0.5, offset=1.0), Polynomial(3, 0.3, offset=1.0))
    for k, m, n in zip(kernels, (2, 7, 1), (3, 5, 4), strict=True):
        X, X_new = rng.normal(size=(n, 2)), rng.normal(size=(m, 2))
        alpha = random_weights(rng, n, 0.5)
        Phi_x, Phi_s = k.feature_map(X_new), k.feature_map(X)
        yield NewPoints(k.diagonal(X_new), k(X_new, X), k(X), alpha, Phi_x, Phi_s)


def solve(K_xx, K_xs, K_ss, alpha, *, own=1.0, mixed=-2.0, last=None, center=1.0):
    """‖Φ(x) − c‖² = K(x, x) − 2 Σᵢ αᵢ K(x, xᵢ) + Σᵢⱼ αᵢαⱼ K(xᵢ, xⱼ)."""
    last = alpha @ K_ss @ alpha if last is None else last
    return own * K_xx + mixed * K_xs @ alpha + center * last


def certify(problem, answer):
    exact = distances(problem.alpha @ problem.Phi_s, problem.Phi_x)
    text = "largest difference from ‖Φ(x) − c‖², from coordinates"
    return Certificate(text, np.abs(answer - exact).max(), 1e-9)
