"""What a ball costs"""

from collections import namedtuple

import numpy as np

from kernelcourse.ball.checks.draws import distances
from kernelcourse.judging.certificates import Certificate, worst
from kernelsy19.ball.equations import slacks

PricedBall = namedtuple("PricedBall", "R2 c Phi nu")  # any ball, and mapped points


def problems(rng):
    """Draw balls that are in no way the smallest, some points of which lie outside."""
    for n, D, outside, nu in ((4, 2, 2, 0.5), (9, 3, 4, 0.2), (6, 2, 1, 0.9)):
        Phi, c = rng.normal(size=(n, D)), rng.normal(size=D)
        farthest_first = np.sort(distances(c, Phi))[::-1]
        yield PricedBall(float(farthest_first[outside] + 0.1), c, Phi, nu)


def edge(rng):
    Phi, c = rng.normal(size=(5, 2)), rng.normal(size=2)
    nearest_first = np.sort(distances(c, Phi))
    return {
        "all points inside": PricedBall(float(nearest_first[-1] + 0.5), c, Phi, 0.4),
        "a point on the sphere": PricedBall(float(nearest_first[2]), c, Phi, 0.7),
        "a ball of radius 0": PricedBall(0.0, c, Phi, 0.4),
    }


def solve(R2, c, Phi, nu, *, xi=None, price=None):
    """R² + (νn)⁻¹ Σᵢ ξᵢ with the smallest slacks that meet (3a) and (3b), and these slacks."""
    xi = slacks(R2, distances(c, Phi)) if xi is None else xi
    price = 1 / (nu * len(Phi)) if price is None else price
    return R2 + price * xi.sum(), xi


def certify(problem, answer):
    R2, c, Phi, nu = problem
    cost, xi = answer
    spare = np.array([R2 + xi_i - np.dot(x - c, x - c) for x, xi_i in zip(Phi, xi, strict=True)])
    outside = [np.dot(x - c, x - c) - R2 for x in Phi if np.dot(x - c, x - c) > R2]
    exact = R2 + sum(outside) / (nu * len(Phi))
    return [
        Certificate("by how much (3a) or (3b) is violated", worst(-spare, -xi), 1e-10),
        Certificate("largest min(ξᵢ, what (3a) leaves to spare)", worst(np.minimum(xi, spare)), 1e-10),
        Certificate("error of the cost, summed point by point", abs(cost - exact), 1e-10),
    ]
