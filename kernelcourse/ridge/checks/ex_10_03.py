"""Predict with a kernel"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.ridge.draws import fit_in_coordinates, tried_at_places
from kernelsy19.kernels import Polynomial
from kernelsy19.ridge.equations import dual_variables, predict
from kernelsy19.ridge.plain import plain_kernel_ridge

# Kernel values of new and of training points, targets, the price; and all points mapped
NewPoints = namedtuple("NewPoints", "K_new K y lam Phi_new Phi")


def _new_points(rng, X, X_new):
    k = Polynomial(2, gamma=0.5)
    y, lam = rng.normal(size=len(X)) + 1, float(rng.uniform(0.3, 3.0))
    return NewPoints(k(X_new, X), k(X), y, lam, k.feature_map(X_new), k.feature_map(X))


problems, edge = tried_at_places(_new_points)


def solve(K_new, K, y, lam):
    """f(x) = Σᵢ αᵢ k(xᵢ, x), with α = (K + λI)⁻¹y."""
    return predict(K_new, dual_variables(K, y, lam))


def certify(problem, values):
    w, _ = fit_in_coordinates(problem.Phi, problem.y, problem.lam)
    error = np.abs(values - problem.Phi_new @ w).max()
    return Certificate("largest | f(x) − ⟨w, Φ(x)⟩ |, with w from coordinates", error, 1e-8)


def unpriced(K_new, K, y):
    return K_new @ (np.linalg.pinv(K) @ y)


def is_shrunk(problem, f):
    """Whether the values are those of the fit without a price, all times the same factor."""
    other = unpriced(*problem[:3])
    factor = f @ other / (other @ other)
    return np.allclose(f, factor * other, rtol=1e-6, atol=1e-12) and 1e-9 < abs(factor) != 1.0


def is_moved(problem, f):
    """Whether all values are off by one amount."""
    gap = f - solve(*problem[:4])
    return bool(np.ptp(gap) < 1e-9 and np.abs(gap).max() > 1e-6)
