"""A price for each point"""

from collections import namedtuple

import numpy as np

from kernelcourse.ball.checks.draws import distances
from kernelcourse.judging.certificates import Certificate
from kernelcourse.proving.derivations import gradient

# Everything that the Lagrangian depends on when each point has a price of its own, at random
PricedPoints = namedtuple("PricedPoints", "R alpha beta C c xi Phi")


def problems(rng):
    """Draw prices, some of them above 1, and multipliers that meet no condition but their signs."""
    for n, D in ((3, 2), (6, 4), (5, 1)):
        xi, alpha, beta, C = rng.uniform(0.1, 1, size=(4, n))
        c, Phi = rng.normal(size=D), rng.normal(size=(n, D))
        yield PricedPoints(rng.uniform(1.5, 3), alpha, beta, 3 * C, c, xi, Phi)


def edge(rng):
    return {"a radius of 0": next(problems(rng))._replace(R=0.0)}


def solve(R, alpha, beta, C):
    """∂L/∂R, ∂L/∂ξᵢ, and the largest αᵢ at which the latter can be 0."""
    return 2 * R - 2 * R * alpha.sum(), C - alpha - beta, C.copy()


def certify(point, answer):
    R, alpha, beta, C, c, xi, Phi = point
    in_R, in_xi, largest = answer
    true_R = gradient(lambda at: _lagrangian(at, c, xi, alpha, beta, Phi, C), at=R)
    true_xi = gradient(lambda at: _lagrangian(R, c, at, alpha, beta, Phi, C), at=xi)
    at_bound = gradient(lambda at: _lagrangian(R, c, at, largest, 0 * beta, Phi, C), at=xi)
    return [
        Certificate("difference of ∂L/∂R from finite differences of L", abs(in_R - true_R), 1e-9),
        Certificate("largest difference of ∂L/∂ξᵢ from them", np.abs(in_xi - true_xi).max(), 1e-9),
        Certificate("largest | ∂L/∂ξᵢ | where αᵢ is your bound, βᵢ = 0", np.abs(at_bound).max(), 1e-9),
    ]


def _lagrangian(R, c, xi, alpha, beta, Phi, C):
    """R² + Σ Cᵢ ξᵢ, less each constraint times its multiplier."""
    return R**2 + C @ xi - alpha @ (R**2 + xi - distances(c, Phi)) - beta @ xi
