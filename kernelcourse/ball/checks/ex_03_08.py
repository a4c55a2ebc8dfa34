"""A solver of your own"""

from collections import namedtuple

import numpy as np

from kernelcourse.ball.checks.draws import SOLVER_TOLERANCE, points_with_outliers
from kernelcourse.judging.certificates import Certificate, worst
from kernelsy19.ball.equations import box_violation, dual_objective, duality_gap, largest_weight
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial
from kernelsy19.programs import last_step, smo_steps

forbids = ("kernelsy19.ball.solve_dual", "kernelsy19.ball.plain_smo")

Dual = namedtuple("Dual", "K nu")  # a dual to be solved


def problems(rng):
    """Draw points, with and without outliers; the largest K(x, x) is 1, so gaps compare."""
    yield _dual(Linear(), points_with_outliers(rng, 6), 0.4)
    yield _dual(Polynomial(2, 0.3, 1.0), rng.normal(size=(12, 2)), 0.3)
    yield _dual(RBF(0.5), points_with_outliers(rng, 40), 0.2)


def edge(rng):
    X = points_with_outliers(rng, 12)
    return {
        "νn is less than 1": _dual(Linear(), points_with_outliers(rng, 5), 0.1),
        "ν is 1": _dual(Laplacian(0.5), rng.normal(size=(10, 2)), 1.0),
        "some points are there twice": _dual(RBF(0.5), np.vstack([X, X[:6]]), 0.2),
    }


def _dual(k, X, nu):
    return Dual(k(X) / k.diagonal(X).max(), nu)


def solve(K, nu, *, upper=None, p=None):
    """Weights that maximize pᵀα − αᵀKα, p the diagonal of K, with Σ α = 1 and 0 ≤ α ≤ 1/(νn)."""
    upper = largest_weight(nu, len(K)) if upper is None else upper
    p = np.diagonal(K) if p is None else p
    equal, tol = np.full(len(K), 1 / len(K)), SOLVER_TOLERANCE * np.diagonal(K).max()
    return last_step(smo_steps(2 * K, p, upper, equal, tol))[1].alpha


def certify(problem, alpha):
    K, nu = problem
    return [
        Certificate("| Σᵢ αᵢ − 1 |", abs(alpha.sum() - 1), 1e-6),
        Certificate("by how much a weight leaves the box", box_violation(alpha, nu).max(), 1e-6),
        Certificate("duality gap", worst(duality_gap(K, alpha, nu)), 1e-4),
    ]


def nearest_points(K, nu):
    """The weights that a solver ends at when it minimizes L_D: all on the points around the best mean."""
    return min(_corners(K, nu, 1), key=lambda alpha: dual_objective(K, alpha))


def farthest_points(K, nu):
    """The best weights of which all are on the points that are farthest from one of the points."""
    return max(_corners(K, nu, -1), key=lambda alpha: dual_objective(K, alpha))


def _corners(K, nu, sign):
    """For each point all weight on its neighbors, the nearest or, with the sign −1, the farthest."""
    n = len(K)
    orders = [np.argsort(sign * (np.diagonal(K) - 2 * K[i]), kind="stable") for i in range(n)]
    corner = np.clip(nu * n - np.arange(n), 0, 1) / (nu * n)
    return [corner[np.argsort(order, kind="stable")] for order in orders]


def is_feasible(problem, answer, upper=None):
    """Whether weights sum to 1 and keep the box, or another one from 0 to `upper`."""
    upper = largest_weight(problem.nu, len(answer)) if upper is None else upper
    return bool(worst(abs(answer.sum() - 1), -answer, answer - upper) <= 1e-6)


def sums_to_budget(problem, answer):
    """Whether the weights sum to νn, where that is not 1."""
    budget = problem.nu * len(answer)
    return abs(answer.sum() - budget) < 1e-3 * budget < 1e3 * abs(budget - 1)


def sums_to_another(problem, answer):
    return abs(answer.sum() - 1) > 1e-2


def is_worse_than_uniform(problem, answer):
    """Whether weights are feasible, but of less value than equal weights."""
    K = problem.K
    equal = np.full(len(K), 1 / len(K))
    return is_feasible(problem, answer) and bool(dual_objective(K, answer) < dual_objective(K, equal) - 1e-6)


def _is_as_good(problem, answer, upper=None, **switch):
    """Whether weights solve the problem with another box or another linear term, up to 1e-4."""
    K, nu = problem
    best, p = solve(K, nu, upper=upper, **switch), switch.get("p", np.diagonal(K))
    short = p @ best - best @ K @ best - (p @ answer - answer @ K @ answer)
    return is_feasible(problem, answer, upper) and bool(short < 1e-4)


def ignores_bound(problem, answer):
    return _is_as_good(problem, answer, upper=1.0)


def ignores_diagonal(problem, answer):
    differs = np.ptp(np.diagonal(problem.K)) > 1e-9
    return bool(differs and _is_as_good(problem, answer, p=np.zeros(len(answer))))


def halves_double_sum(problem, answer):
    return _is_as_good(problem, answer, p=2 * np.diagonal(problem.K))


def stops_early(problem, answer):
    """Whether weights are feasible and have closed half of the gap of equal weights, or more."""
    K, nu = problem
    at_start = duality_gap(K, np.full(len(K), 1 / len(K)), nu)
    return is_feasible(problem, answer) and bool(duality_gap(K, answer, nu) < 0.5 * at_start)


def is_a_corner(problem, answer):
    """Whether all weights but one, at most, are 0 or at the bound."""
    upper = largest_weight(problem.nu, len(answer))
    between = (answer > 1e-6 * upper) & (answer < (1 - 1e-6) * upper)
    return is_feasible(problem, answer) and bool(between.sum() <= 1)


def leaves_the_box(problem, answer):
    """Whether weights sum to 1, and some are negative or above the bound."""
    return bool(abs(answer.sum() - 1) < 1e-6 and box_violation(answer, problem.nu).max() > 1e-6)
