"""R² where it can be read off"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.svdd.checks.draws import signs
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.svdd.solve import solve_dual

# A Gram matrix, weights that solve the dual up to rounding, and what follows from them
SolvedBall = namedtuple("SolvedBall", "K y alpha C solution")


def problems(rng):
    """Draw balls with points on the surface, and points of both classes on either side of it."""
    choices = (RBF(0.4), Polynomial(2, 0.5, offset=1.0), Linear())
    for k, n, p, price in zip(choices, (10, 16, 22), (6, 10, 13), (2.3, 2.6, 3.4), strict=True):
        while True:
            ball = _ball(k(rng.normal(size=(n, 2))), signs(rng, n, p), price / p)
            solution, surface, full = ball.solution, ball.solution.surface, ball.solution.misplaced
            apart = _is_clear(solution) and not surface[solution.alpha.argmax()]
            kinds = surface.any() and (solution.alpha == 0).any() and {*ball.y[full]} == {-1, 1}
            if apart and kinds and solution.R2 > 0.1 and abs(solution.R2 - 1) > 0.05:
                break
        rounding = ball.C * 10 ** rng.uniform(-13, -8.1, n) * (rng.permutation(n) % 2)  # some are exact
        rounded = ball.alpha + np.select([~surface & ~full, full], [rounding, -rounding], 0)
        yield ball._replace(alpha=np.clip(rounded, 0, ball.C))


def _ball(K, y, C):
    solution = solve_dual(K, y, C, tol=1e-12)
    return SolvedBall(K, y, solution.alpha, C, solution)


def _is_clear(solution):
    """Whether who is not on the surface is away from it."""
    away = np.abs(solution.squared_distances - solution.R2)[~solution.surface]
    return away.min(initial=1.0) > 1e-2


def edge(rng):
    along, share = np.array([-1.0, 3.0, 0.2, 1.0, -3.0, -7.0]), 1e-6
    x, shift = rng.normal(size=(2, 2))
    even = _ball(Linear()(np.outer(along, x) + shift), np.sign(along + 5), 1 / (2 + 2 * share))
    alpha = even.C * np.select([np.abs(along) == 3, np.abs(along) == 1], [1.0, share], 0.0)
    return {
        "points on the surface weigh a millionth of C": even._replace(alpha=alpha),
        "only outliers on the surface": _wanted(rng, 0.4, lambda s, y: (y[s.surface] < 0).all()),
        "C is 30, and weights of 0 come out as 1e-9 of it": _wanted(rng, 30.0, lambda s, y: True),
    }


def _wanted(rng, C, is_wanted):
    """Draw a ball with points on its surface, inside and at their bound or not, until it is as wanted."""
    while True:
        ball = _ball(Linear()(rng.normal(size=(14, 2))), signs(rng, 14, 8), C)
        surface, zero = ball.solution.surface, ~ball.solution.surface & ~ball.solution.misplaced
        if surface.any() and zero.any() and _is_clear(ball.solution) and is_wanted(ball.solution, ball.y):
            return ball._replace(alpha=ball.alpha + 1e-9 * C * zero)


def on_surface(alpha, C):
    return (alpha > 1e-8 * C) & (alpha < C * (1 - 1e-8))


def solve(K, y, alpha, C, *, of=None):
    """The mean squared distance of the points on the surface, or of others."""
    return distances(K, y, alpha)[on_surface(alpha, C) if of is None else of].mean()


def distances(K, y, alpha):
    signed = y * alpha
    return np.diagonal(K) - 2 * K @ signed + signed @ K @ signed


def certify(problem, R2):
    solution = problem.solution
    off = np.abs(solution.squared_distances[solution.surface] - R2).max() / solution.R2
    text = "largest | ‖Φ(xᵢ) − c‖² − R² | / R² over the points on the surface"
    return Certificate(text, off, 1e-6)  # weights that are rounded at 1e-8 move the distances


def terms(problem):
    K, y, alpha, C, _ = problem
    signed, surface = y * alpha, on_surface(alpha, C)
    return {
        "K(x, x)": (np.diagonal(K)[surface].mean(), 1),
        "the mixed term": ((K @ signed)[surface].mean(), -2),
        "‖c‖²": (signed @ K @ signed, 1),
        "a 1 in the place of a kernel value": (1.0, 0),
        "a mixed term without the signs of the classes": ((K @ alpha)[surface].mean(), 0),
        "a squared norm without the signs of the classes": (alpha @ K @ alpha, 0),
    }
