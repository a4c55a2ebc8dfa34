"""What a ball for two classes costs"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst
from kernelcourse.svdd.checks.draws import distances, signs
from kernelsy19.svdd.equations import primal_objective, slacks

# Any ball, mapped points of two classes, and the price of slack
PricedBall = namedtuple("PricedBall", "R2 c Phi y C")


def problems(rng):
    """Draw balls that are in no way the best, with points of both classes on the wrong side."""
    for n, D, p, C in ((6, 2, 3, 0.7), (11, 3, 6, 0.25), (9, 2, 5, 2.0)):
        while True:
            ball = PricedBall(
                rng.uniform(0.6, 2.0), rng.normal(size=D), rng.normal(size=(n, D)), signs(rng, n, p), C
            )
            late = ball.y * (distances(ball.c, ball.Phi) - ball.R2)
            kinds = {(int(y), bool(x > 0)) for y, x in zip(ball.y, late, strict=True)}
            if len(kinds) == 4 and abs(ball.R2 - 1) > 0.1:
                yield ball
                break


def edge(rng):
    c, directions = rng.normal(size=2), rng.normal(size=(6, 2))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    radii, y = np.array([0.3, 0.7, 0.8, 1.3, 1.5, 2.0]), np.array([1.0, 1, 1, -1, -1, -1])
    Phi = c + radii[:, None] * directions
    on = Phi.copy()
    on[3] = c + directions[3] * 1.2
    return {
        "everybody on the own side": PricedBall(1.0, c, Phi, y, 0.4),
        "an outlier on the sphere": PricedBall(float(distances(c, on)[3]), c, on, y, 0.4),
        "targets only": PricedBall(0.5, c, Phi, np.ones(6), 0.4),
    }


def solve(R2, c, Phi, y, C, *, d2=None, xi=None):
    """R² + C Σ ξᵢ and the slacks ξᵢ of (35); `d2` are the squared distances."""
    d2 = distances(c, Phi) if d2 is None else d2
    xi = slacks(R2, d2, y) if xi is None else xi(d2, R2, y)
    return primal_objective(R2, xi, C), xi


def certify(problem, answer):
    R2, c, Phi, y, C = problem
    cost, xi = answer
    late = np.array([s * (np.dot(x - c, x - c) - R2) for x, s in zip(Phi, y, strict=True)])
    exact = R2 + C * sum(value for value in late if value > 0)
    spare = worst(np.minimum(xi, xi - late))
    return [
        Certificate("by how much a constraint of (35) is violated", worst(late - xi, -xi), 1e-10),
        Certificate("largest min(ξᵢ, what its constraint leaves to spare)", spare, 1e-10),
        Certificate("error of the cost, summed point by point", abs(cost - exact), 1e-10),
    ]


def terms(problem):
    R2, _, _, y, C = problem
    xi = solve(*problem)[1]
    cost = {
        "R²": (R2, 1),
        "the price of all slacks": (C * xi.sum(), 1),
        "the sum of the slacks without its price": (xi.sum(), 0),
        "R": (np.sqrt(R2), 0),
        "the square of `R2`": (R2**2, 0),
        "a product of R² and C": (C * R2, 0),
        "the price of a mean of the slacks": (C * xi.mean(), 0),
        "the sum of the squares of the slacks": (C * (xi**2).sum(), 0),
        "a sum in which outliers count with a minus": (C * (xi @ y), 0),
        "the sum of the slacks, divided by C": (xi.sum() / C, 0),
        "the number of points that pay": (C * np.count_nonzero(xi), 0),
    }
    return cost, {}
