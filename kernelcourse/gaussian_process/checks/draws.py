"""Places with kernel values, and the posterior in coordinates, on which several exercises of chapter 18 are tried."""

from collections import namedtuple

import numpy as np

from kernelcourse.ridge.draws import tried_at_places
from kernelsy19.kernels import Polynomial

# k(x, x) of new places, kernel values with the points, those of these, targets, noise; all points mapped
Targets = namedtuple("Targets", "k_new K_new K y lam Phi_new Phi")


def targets_at(rng, X, X_new, degree=2):
    """Targets of a mean that is not 0, with a kernel whose k(x, x) differs from place to place."""
    k, lam = Polynomial(degree, gamma=0.5), float(rng.uniform(0.3, 2.0))
    maps = k.feature_map(X_new), k.feature_map(X)
    return Targets(k.diagonal(X_new), k(X_new, X), k(X), 2 * rng.normal(size=len(X)) + 1, lam, *maps)


several, unusual = tried_at_places(targets_at)


def in_coordinates(Phi, y, lam):
    """Mean and covariance of w once y = Φw + noise is known, where w was standard normal."""
    precision = np.eye(Phi.shape[1]) + Phi.T @ Phi / lam
    return np.linalg.solve(precision, Phi.T @ y) / lam, np.linalg.inv(precision)


def foretold(problem):
    """Mean and variance of f at the new places, in coordinates."""
    w, S = in_coordinates(problem.Phi, problem.y, problem.lam)
    return problem.Phi_new @ w, np.einsum("ij,jk,ik->i", problem.Phi_new, S, problem.Phi_new)


def mean_and_variance(k_new, K_new, K, y, lam):
    """The same from kernel values."""
    weights = np.linalg.solve(K + lam * np.eye(len(K)), K_new.T).T
    return weights @ y, k_new - (weights * K_new).sum(axis=1)
