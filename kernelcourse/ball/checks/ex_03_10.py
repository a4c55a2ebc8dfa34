"""Another price, another dual"""

from collections import namedtuple
from functools import partial

import numpy as np

from kernelcourse.ball.checks.draws import distances, random_weights
from kernelcourse.judging.certificates import Certificate
from kernelcourse.proving.derivations import gradient
from kernelsy19.ball.equations import dual_objective
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.kernels.geometry import features_of_gram

# Weights that sum to 1, the price of squared slack, and the coordinates behind K
SquaredSlacks = namedtuple("SquaredSlacks", "K alpha C Phi")


def problems(rng):
    """Draw Gram matrices and weights in the box of no particular ball."""
    for k, n, C in ((Linear(), 3, 0.05), (RBF(0.5), 6, 0.05), (Polynomial(2, 0.5, 1.0), 5, 2.0)):
        K = k(rng.normal(size=(n, 2)))
        yield SquaredSlacks(K, random_weights(rng, n, 0.6), C, features_of_gram(K))


def solve(K, alpha, C, *, slack=0.5, diagonal=1.0, double=-1.0, share=-0.25):
    """ξ = α/(2C), and what L becomes: Σᵢ αᵢ K(xᵢ, xᵢ) − Σᵢⱼ αᵢαⱼ K(xᵢ, xⱼ) − Σᵢ αᵢ²/(4C)."""
    value = diagonal * alpha @ np.diagonal(K) + double * alpha @ K @ alpha
    return slack * alpha / C, value + share * alpha @ alpha / C


def certify(problem, answer):
    _, alpha, C, Phi = problem
    xi, value = answer
    c, R = alpha @ Phi, 1.3
    slopes = gradient(lambda at: _lagrangian(R, c, at, alpha, Phi, C), at=xi)
    lagrangian = _lagrangian(R, c, xi, alpha, Phi, C)
    return [
        Certificate("largest | ∂L/∂ξᵢ | at your slacks, by finite differences", np.abs(slopes).max(), 1e-9),
        Certificate("| your value − L | at your slacks and c = Σᵢ αᵢ Φ(xᵢ)", abs(value - lagrangian), 1e-9),
        Certificate("none of 50 random balls costs less", bool(value <= _cheapest_of_random_balls(problem))),
    ]


def _lagrangian(R, c, xi, alpha, Phi, C):
    """The Lagrangian of the ball whose slack costs C ξᵢ², without the constraint ξᵢ ≥ 0."""
    return R**2 + C * xi @ xi - alpha @ (R**2 + xi - distances(c, Phi))


def _cheapest_of_random_balls(problem, count=50):
    """Least cost R² + C Σ ξ² over balls around random centers, with the slacks that they need."""
    rng = np.random.default_rng(0)
    n = len(problem.alpha)
    costs = []
    for weights, share in zip(rng.dirichlet(np.ones(n), count), rng.random(count), strict=True):
        d2 = distances(weights @ problem.Phi, problem.Phi)
        R2 = share * d2.max()
        costs.append(R2 + problem.C * (np.maximum(0, d2 - R2) ** 2).sum())
    return min(costs)


def _has_slacks(factor, problem, answer):
    """Whether the slacks are α/C times a factor, whatever the value."""
    return bool(np.allclose(answer[0], factor * problem.alpha / problem.C, atol=1e-9))


has_all, has_other_sign, has_half = (partial(_has_slacks, factor) for factor in (1, -0.5, 0.25))


def has_slacks_that_grow(problem, answer):
    """Whether the slacks are αC times one of the factors that a derivation leaves."""
    factors = (0.25, 0.5, 1, 2, 4)
    return any(np.allclose(answer[0], f * problem.alpha * problem.C, rtol=1e-9) for f in factors)


def has_one_slack(problem, answer):
    return bool(np.ptp(answer[0]) < 1e-12)
