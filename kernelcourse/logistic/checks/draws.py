"""Labels, Gram matrices and coefficients for several exercises of chapter 11, and solvers that stop early."""

from collections import namedtuple

import numpy as np

from kernelsy19.kernels import RBF, Polynomial
from kernelsy19.logistic.equations import newton_step, penalized_objective, probability, residual


def labels(rng, n):
    """Zeros and ones in random order, at least one of each, and not as many of both."""
    ones = rng.integers(1, n)
    return rng.permutation((np.arange(n) < ones + (2 * ones == n)).astype(float))


def gram_matrix(rng, n):
    """The Gram matrix of points in general position."""
    kernel = RBF(rng.uniform(0.3, 1.0)) if rng.random() < 0.5 else Polynomial(2, 0.3, offset=1.0)
    return kernel(rng.normal(size=(n, 3)))


Coefficients = namedtuple("Coefficients", "K y theta lam")  # any coefficients of a penalized problem


def any_coefficients(rng):
    """Draw coefficients that are far from any minimum."""
    for n in (3, 7, 5):
        yield Coefficients(gram_matrix(rng, n), labels(rng, n), rng.normal(size=n), rng.uniform(0.2, 2.0))


def h_of(theta, K):
    return probability(K @ theta)


def r_of(K, y, theta, lam):
    return residual(theta, y, h_of(theta, K), lam)


def primal(K, y, theta, lam):
    return penalized_objective(K @ theta, theta, K @ theta, y, lam)


def whole_steps(K, y, lam, steps):
    """Where whole steps of Newton's method lead from 0."""
    theta = np.zeros(len(y))
    for _ in range(steps):
        theta = newton_step(K, K @ theta, y, lam)
    return theta


def descended(K, y, lam, steps):
    """Where short steps along the residual lead from 0."""
    theta = np.zeros(len(y))
    for _ in range(steps):
        theta = theta - 0.05 * r_of(K, y, theta, lam)
    return theta
