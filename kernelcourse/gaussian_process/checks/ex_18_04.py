"""Take a series apart"""

from collections import namedtuple

import numpy as np

from kernelcourse.gaussian_process.checks.draws import in_coordinates, mean_and_variance
from kernelcourse.judging.certificates import Certificate, worst
from kernelsy19.kernels import Linear, Polynomial

# Of the first part k(x, x) and kernel values of new places, then both Gram matrices, targets, noise; mapped
Sum = namedtuple("Sum", "k1_new K1_new K1 K2 y lam Phi_new Phi")


def problems(rng):
    """Draw points of the plane, and fewer or more new places, so that the mean is negative somewhere."""
    for n, m in ((4, 2), (6, 3), (9, 11)):
        drawn = _sum(rng, rng.normal(size=(n, 2)), rng.normal(size=(m, 2)))
        while solve(*drawn[:6])[0].min() > -0.05:
            drawn = _sum(rng, rng.normal(size=(n, 2)), rng.normal(size=(m, 2)))
        yield drawn


def edge(rng):
    X = rng.normal(size=(5, 2))
    return {
        "a single training point": _sum(rng, X[:1], X[1:3]),
        "a training point that is there twice": _sum(rng, X[[0, 0, 1, 2]], X[3:]),
    }


def _sum(rng, X, Z):
    k1 = Polynomial(2, gamma=0.6)
    k2 = Linear() * float(rng.uniform(0.5, 2.0))
    lam = float(rng.uniform(0.3, 1.5))
    first, second = (k1.feature_map(X), k1.feature_map(Z)), k2.kernel.feature_map(X) * k2.factor**0.5
    Phi = np.hstack([first[0], second])
    Phi_new = np.hstack([first[1], np.zeros((len(Z), second.shape[1]))])
    y = rng.normal(size=len(X)) + 1
    return Sum(k1.diagonal(Z), k1(Z, X), k1(X), k2(X), y, lam, Phi_new, Phi)


def solve(k1_new, K1_new, K1, K2, y, lam, *, second=1.0):
    """Mean and variance of the first part: targets hold both, and only the first is asked for."""
    return mean_and_variance(k1_new, K1_new, K1 + second * K2, y, lam)


def certify(problem, answer):
    w, S = in_coordinates(problem.Phi, problem.y, problem.lam)
    mean, variance = answer
    right = np.einsum("ij,jk,ik->i", problem.Phi_new, S, problem.Phi_new)
    return (
        Certificate("largest | mean − that of ⟨w₁, Φ₁(x)⟩ |", worst(abs(mean - problem.Phi_new @ w)), 1e-7),
        Certificate("largest | variance − that of ⟨w₁, Φ₁(x)⟩ |", worst(abs(variance - right)), 1e-7),
    )
