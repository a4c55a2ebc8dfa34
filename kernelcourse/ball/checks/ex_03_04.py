"""R² from a point on the surface"""

from collections import namedtuple
from functools import partial

import numpy as np

from kernelcourse.ball.checks.draws import SOLVER_TOLERANCE, points_with_outliers
from kernelcourse.judging.certificates import Certificate
from kernelsy19.ball.equations import radius_squared, squared_distances_to_center
from kernelsy19.ball.solve import solve_dual
from kernelsy19.kernels import RBF, Linear, Polynomial

RADIUS_TOLERANCE = 1e-6  # weights that are rounded at 1e-8 move the distances

# A Gram matrix, weights that solve its dual up to rounding, and what follows from them
SolvedBall = namedtuple("SolvedBall", "K alpha nu solution")


def problems(rng):
    """Draw balls with points of all three kinds, neither the first nor the last of which is on the surface."""
    kernels = (Linear(), RBF(0.1), Polynomial(2, 0.5, offset=1.0))
    for k, n, nu, shift in zip(kernels, (7, 13, 10), (0.4, 0.3, 0.35), (1, 0, 0), strict=True):
        X, solution = _with_three_kinds(rng, k, n, nu)
        K = k(X[np.roll(np.argsort(solution.alpha), shift)])
        solution = solve_dual(K, nu, tol=SOLVER_TOLERANCE)
        rounding = solution.upper * 10 ** rng.uniform(-13, -8.1, n)
        alpha = solution.alpha + np.select([solution.inside, solution.outlier], [rounding, -rounding], 0)
        yield SolvedBall(K, alpha, nu, solution)


def edge(rng):
    draws = (b for _ in range(1000) for b in problems(rng))
    heavy = next(b for b in draws if b.alpha[b.solution.surface].min() > 1 / len(b.K))
    return {
        "all points on the surface weigh more than 1/n": heavy,
        "points on the surface weigh a millionth of 1/(νn)": _with_light_surface(rng, 1e-6),
    }


def _with_light_surface(rng, share):
    """Draw points on a line, evenly about their center: two hold all the weight but that share of the bound, twice."""
    along, weights = np.array([-1, 3, 0.2, 1, -3, -0.2]), np.array([share, 1, 0, share, 1, 0])
    K, nu = Linear()(np.outer(along, rng.normal(size=2)) + rng.normal(size=2)), weights.sum() / len(along)
    return SolvedBall(K, weights / weights.sum(), nu, solve_dual(K, nu, tol=SOLVER_TOLERANCE))


def _with_three_kinds(rng, k, n, nu):
    """Draw points until their ball has two inside, two outliers, and at least one on its surface."""
    while True:
        X = points_with_outliers(rng, n)
        solution = solve_dual(k(X), nu, tol=SOLVER_TOLERANCE)
        if min(2 * solution.surface.sum(), solution.inside.sum(), solution.outlier.sum()) >= 2:
            return X, solution


def solve(K, alpha, nu):
    """The mean squared distance of the points with 0 < αᵢ < 1/(νn)."""
    return radius_squared(K, alpha, nu)


def certify(problem, R2):
    d2 = problem.solution.squared_distances
    surface = d2[problem.solution.surface]
    outside = int((d2 > R2 * (1 + 10 * RADIUS_TOLERANCE)).sum())
    text = "largest | ‖Φ(xᵢ) − c‖² − R² | / R² over the points on the surface"
    return [
        Certificate(text, np.abs(surface - R2).max() / problem.solution.R2, RADIUS_TOLERANCE),
        Certificate("at most νn points lie outside", bool(outside <= problem.nu * len(d2))),
    ]


def training(K, alpha):
    """Squared distances of the training points."""
    return squared_distances_to_center(np.diagonal(K), K, K, alpha)


def _is_distance_of(kind, problem, R2):
    d2 = problem.solution.squared_distances[problem.solution.kinds == kind]
    return bool(np.any(np.abs(d2 - R2) < RADIUS_TOLERANCE * problem.solution.R2))


is_of_outlier, is_of_inside = (partial(_is_distance_of, kind) for kind in ("outlier", "inside"))


def takes_rounding_for_weight(problem, R2):
    """Whether an answer is a mean over the surface and points that differ from 0 or 1/(νn) by rounding only."""
    K, alpha, nu, _ = problem
    means = []
    for tolerance in [0, *10.0 ** np.arange(-16, -8)]:
        for unit in (1, nu * len(alpha)):
            share, low, high = alpha * unit, tolerance, unit / (nu * len(alpha)) - tolerance
            masks = ((share > low) & (share < high), share < high, np.full(len(alpha), True))
            means += [training(K, alpha)[mask].mean() for mask in masks]
    return bool((np.abs(np.array(means) - R2) < 1e-9 * problem.solution.R2).any())
