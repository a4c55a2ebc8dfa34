"""The problems on which answers to the exercises of chapter 03 are tried, and how solvers go wrong on them."""

from itertools import combinations
from typing import NamedTuple

import numpy as np

from kernelcourse.judging.certificates import worst
from kernelsy19.ball import equations as ball
from kernelsy19.ball import solve as ball_solve
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial
from kernelsy19.kernels.geometry import features_of_gram

SOLVER_TOLERANCE = 1e-12


def points_with_outliers(rng, n, p=2):
    """Normal points, two of them moved far out in opposite directions, in random order."""
    X = rng.normal(size=(n, p))
    X[0, 0], X[1, 0] = rng.uniform(3, 4), -rng.uniform(3, 4)
    return rng.permutation(X)


def random_weights(rng, n, nu):
    """Weights in the box that sum to 1: between its middle and one of its corners."""
    corner = np.clip(nu * n - np.arange(n), 0, 1) / (nu * n)
    share = rng.uniform(0.5, 0.9)
    return share * rng.permutation(corner) + (1 - share) / n


class PricedBall(NamedTuple):
    """Any ball, and mapped points."""

    R2: float
    c: np.ndarray
    Phi: np.ndarray
    nu: float


def any_balls(rng):
    """Draw balls that are in no way the smallest, some points of which lie outside."""
    for n, D, outside, nu in ((4, 2, 2, 0.5), (9, 3, 4, 0.2), (6, 2, 1, 0.9)):
        Phi, c = rng.normal(size=(n, D)), rng.normal(size=D)
        farthest_first = np.sort(distances(c, Phi))[::-1]
        yield PricedBall(float(farthest_first[outside] + 0.1), c, Phi, nu)


def edge_balls(rng):
    """Draw the balls of which (3a) and (3b) speak at their edge."""
    Phi, c = rng.normal(size=(5, 2)), rng.normal(size=2)
    nearest_first = np.sort(distances(c, Phi))
    return {
        "all points inside": PricedBall(float(nearest_first[-1] + 0.5), c, Phi, 0.4),
        "a point on the sphere": PricedBall(float(nearest_first[2]), c, Phi, 0.7),
        "a ball of radius 0": PricedBall(0.0, c, Phi, 0.4),
    }


def distances(c, Phi):
    """Squared distances of mapped points from a center, from coordinates."""
    return ((Phi - c) ** 2).sum(axis=1)


class LagrangianPoint(NamedTuple):
    """Everything that the Lagrangian (4) depends on, at random."""

    R: float
    c: np.ndarray
    xi: np.ndarray
    alpha: np.ndarray
    beta: np.ndarray
    Phi: np.ndarray
    nu: float


def lagrangian_points(rng):
    """Draw multipliers that meet no condition but their signs."""
    for n, D in ((3, 2), (6, 4), (5, 1)):
        xi, alpha, beta = rng.uniform(0.1, 1, size=(3, n))
        c, Phi = rng.normal(size=D), rng.normal(size=(n, D))
        yield LagrangianPoint(rng.uniform(0.5, 2), c, xi, alpha, beta, Phi, rng.uniform(0.2, 0.9))


class NewPoints(NamedTuple):
    """Kernel values of m new points and n training points, and where all of them are mapped."""

    K_xx: np.ndarray
    K_xs: np.ndarray
    K_ss: np.ndarray
    alpha: np.ndarray
    Phi_x: np.ndarray
    Phi_s: np.ndarray


def new_points(rng):
    """Draw new points and training points, for kernels whose coordinates are known."""
    kernels = (Linear(), Polynomial(2, 0.5, offset=1.0), Polynomial(3, 0.3, offset=1.0))
    for k, m, n in zip(kernels, (2, 7, 1), (3, 5, 4), strict=True):
        X, X_new = rng.normal(size=(n, 2)), rng.normal(size=(m, 2))
        alpha = random_weights(rng, n, 0.5)
        Phi_x, Phi_s = k.feature_map(X_new), k.feature_map(X)
        yield NewPoints(k.diagonal(X_new), k(X_new, X), k(X), alpha, Phi_x, Phi_s)


class SolvedBall(NamedTuple):
    """A Gram matrix, weights that solve its dual up to rounding, and what follows from them."""

    K: np.ndarray
    alpha: np.ndarray
    nu: float
    solution: ball_solve.BallSolution


def solved_balls(rng):
    """Draw balls with points of all three kinds, neither the first nor the last of which is on the surface."""
    kernels = (Linear(), RBF(0.1), Polynomial(2, 0.5, offset=1.0))
    for k, n, nu, shift in zip(kernels, (7, 13, 10), (0.4, 0.3, 0.35), (1, 0, 0), strict=True):
        X, solution = _with_three_kinds(rng, k, n, nu)
        K = k(X[np.roll(np.argsort(solution.alpha), shift)])
        solution = ball_solve.solve_dual(K, nu, tol=SOLVER_TOLERANCE)
        rounding = solution.upper * 10 ** rng.uniform(-13, -8.1, n)
        alpha = solution.alpha + np.select([solution.inside, solution.outlier], [rounding, -rounding], 0)
        yield SolvedBall(K, alpha, nu, solution)


def edge_balls_solved(rng):
    """Draw a ball whose points on the surface carry more weight than 1/n, and one where they carry hardly any."""
    draws = (b for _ in range(1000) for b in solved_balls(rng))
    heavy = next(b for b in draws if b.alpha[b.solution.surface].min() > 1 / len(b.K))
    return {
        "all points on the surface weigh more than 1/n": heavy,
        "points on the surface weigh a millionth of 1/(νn)": _with_light_surface(rng, 1e-6),
    }


def _with_light_surface(rng, share):
    """Draw points on a line, evenly about their center: two hold all the weight but that share of the bound, twice."""
    along, weights = np.array([-1, 3, 0.2, 1, -3, -0.2]), np.array([share, 1, 0, share, 1, 0])
    K, nu = Linear()(np.outer(along, rng.normal(size=2)) + rng.normal(size=2)), weights.sum() / len(along)
    return SolvedBall(K, weights / weights.sum(), nu, ball_solve.solve_dual(K, nu, tol=SOLVER_TOLERANCE))


def _with_three_kinds(rng, k, n, nu):
    """Draw points until their ball has two inside, two outliers, and at least one on its surface."""
    while True:
        X = points_with_outliers(rng, n)
        solution = ball_solve.solve_dual(k(X), nu, tol=SOLVER_TOLERANCE)
        if min(2 * solution.surface.sum(), solution.inside.sum(), solution.outlier.sum()) >= 2:
            return X, solution


class Pair(NamedTuple):
    """Feasible weights, and two points between which weight may move."""

    K: np.ndarray
    alpha: np.ndarray
    nu: float
    i: int
    j: int


def pairs(rng):
    """Draw pairs whose best step stays in the box either way (twice), empties αⱼ, or fills αᵢ."""

    def stays_inside(t, a_i, a_j, upper):
        return 0.01 < t < 0.4 * min(a_i, a_j, upper - a_i, upper - a_j)

    yield _draw_pair(rng, Linear(), 4, 0.5, stays_inside)
    yield _draw_pair(rng, Polynomial(2, 0.3, offset=1.0), 5, 0.45, lambda t, *box: stays_inside(-t, *box))
    yield _draw_pair(rng, RBF(0.5), 6, 0.4, lambda t, a_i, a_j, upper: 0.01 < 1.2 * a_j < min(t, upper - a_i))
    k = Polynomial(2, 0.5, offset=1.0)
    yield _draw_pair(rng, k, 7, 0.4, lambda t, a_i, a_j, upper: 0.01 < 1.2 * (upper - a_i) < a_j < 0.8 * t)


def edge_pairs(rng):
    """Draw two points between which no step is possible, for either reason."""
    X = rng.normal(size=(5, 2))
    X[1] = X[0]
    K, full = Linear()(points_with_outliers(rng, 4)), np.array([0.5, 0.5, 0.0, 0.0])
    i, j = (0, 1) if best_step(K, full, 0, 1) > 0 else (1, 0)
    return {
        "two points that are the same": Pair(Laplacian(1.0)(X), random_weights(rng, 5, 0.5), 0.5, 0, 1),
        "a weight that is at its bound": Pair(K, full, 0.5, i, j),
    }


def _draw_pair(rng, k, n, nu, wanted):
    """Draw until the best step, the two weights and their bound are as wanted."""
    while True:
        K, alpha = k(rng.normal(size=(n, 2))), random_weights(rng, n, nu)
        i, j = map(int, rng.permutation(n)[:2])
        if wanted(best_step(K, alpha, i, j), alpha[i], alpha[j], 1 / (nu * n)):
            return Pair(K, alpha, nu, i, j)


def best_step(K, alpha, i, j):
    """Where L_D is largest along the pair, whatever the box allows."""
    distance = K[i, i] + K[j, j] - 2 * K[i, j]
    slope = K[i, i] - 2 * K[i] @ alpha - K[j, j] + 2 * K[j] @ alpha
    return slope / (2 * distance) if distance > 1e-12 else 0.0


def smo_step_exchanged(K, alpha, nu, i, j):
    """The step of i and j, taken by j and i."""
    return moved(alpha, j, i, np.clip(best_step(K, alpha, i, j), *allowed_steps(alpha, nu, i, j)))


class Dual(NamedTuple):
    """A dual to be solved."""

    K: np.ndarray
    nu: float


def duals(rng):
    """Draw points, with and without outliers; the largest K(x, x) is 1, so gaps compare."""
    yield _dual(Linear(), points_with_outliers(rng, 6), 0.4)
    yield _dual(Polynomial(2, 0.3, 1.0), rng.normal(size=(12, 2)), 0.3)
    yield _dual(RBF(0.5), points_with_outliers(rng, 40), 0.2)


def edge_duals(rng):
    """Draw duals at the ends of ν, and one with points that are there twice."""
    X = points_with_outliers(rng, 12)
    return {
        "νn is less than 1": _dual(Linear(), points_with_outliers(rng, 5), 0.1),
        "ν is 1": _dual(Laplacian(0.5), rng.normal(size=(10, 2)), 1.0),
        "some points are there twice": _dual(RBF(0.5), np.vstack([X, X[:6]]), 0.2),
    }


def _dual(k, X, nu):
    return Dual(k(X) / k.diagonal(X).max(), nu)


class SquaredSlacks(NamedTuple):
    """Weights that sum to 1, the price of squared slack, and the coordinates behind K."""

    K: np.ndarray
    alpha: np.ndarray
    C: float
    Phi: np.ndarray


def squared_slacks(rng):
    """Draw Gram matrices and weights in the box of no particular ball."""
    for k, n, C in ((Linear(), 3, 0.5), (RBF(0.5), 6, 0.2), (Polynomial(2, 0.5, 1.0), 5, 2.0)):
        K = k(rng.normal(size=(n, 2)))
        yield SquaredSlacks(K, random_weights(rng, n, 0.6), C, features_of_gram(K))


def linear_ball(X, nu):
    """The ball of the linear kernel; moving the origin to the mean changes nothing but the rounding."""
    return ball_solve.solve_dual(Linear()(X - X.mean(axis=0)), nu, tol=1e-10)


def interval_of_radii(solution):
    """Squared distances of the ⌊νn⌋-th and of the next farthest point: between them R² is free if νn is whole."""
    farthest_first = np.sort(solution.squared_distances)[::-1]
    k = round(solution.nu * len(farthest_first))
    return farthest_first[k - 1], farthest_first[min(k, len(farthest_first) - 1)]


def wrong_center(X):
    """The center that the short dual gives: the point of the convex hull that is nearest to the origin."""
    ends = np.array([(a, b) for a, b in combinations(X, 2)])
    a, along = ends[:, 0], ends[:, 1] - ends[:, 0]
    length2 = (along**2).sum(axis=1)
    t = np.clip(-(a * along).sum(axis=1) / np.where(length2 > 0, length2, 1), 0, 1)
    nearest = min(a + t[:, None] * along, key=lambda c: c @ c)
    surrounds = (X @ nearest).min() < (1 - 1e-9) * nearest @ nearest
    return np.zeros(2) if surrounds else nearest


def ratio_of_radii(X):
    """Radius that the wrong center needs, over the radius of the smallest ball; 1 if all points are the same."""
    if not np.ptp(X, axis=0).any():
        return 1.0
    X = X / np.abs(X).max()
    return float(np.sqrt(distances(wrong_center(X), X).max() / linear_ball(X, 0.5 / len(X)).R2))


def squared_slack_lagrangian(R, c, xi, alpha, Phi, C):
    """The Lagrangian of the ball whose slack costs C ξᵢ², without the constraint ξᵢ ≥ 0."""
    return R**2 + C * xi @ xi - alpha @ (R**2 + xi - distances(c, Phi))


def cheapest_of_random_balls(problem, count=50):
    """Least cost R² + C Σ ξ² over balls around random centers, with the slacks that they need."""
    rng = np.random.default_rng(0)
    n = len(problem.alpha)
    costs = []
    for weights, share in zip(rng.dirichlet(np.ones(n), count), rng.random(count), strict=True):
        d2 = distances(weights @ problem.Phi, problem.Phi)
        R2 = share * d2.max()
        costs.append(R2 + problem.C * (np.maximum(0, d2 - R2) ** 2).sum())
    return min(costs)


# ---- right answers and those of known mistakes -------------------------------------


def allowed_steps(alpha, nu, i, j):
    """How far weight may move from j to i within the box, as the two ends of t."""
    upper = 1 / (nu * len(alpha))
    return max(-alpha[i], alpha[j] - upper), min(upper - alpha[i], alpha[j])


def moved(alpha, i, j, t):
    """The weights after t has moved from j to i."""
    alpha = alpha.copy()
    alpha[i] += t
    alpha[j] -= t
    return alpha


def smo_step(K, alpha, nu, i, j):
    """The weights after the best step of a pair: what 03.7 asks for."""
    return moved(alpha, i, j, np.clip(best_step(K, alpha, i, j), *allowed_steps(alpha, nu, i, j)))


def smo_step_times(factor):
    """The clipped step of another length."""

    def step(K, alpha, nu, i, j):
        t = factor * best_step(K, alpha, i, j)
        return moved(alpha, i, j, np.clip(t, *allowed_steps(alpha, nu, i, j)))

    return step


def smo_step_clipped_apart(K, alpha, nu, i, j):
    """The best step on the whole line, each weight cut to the box by itself."""
    there = moved(alpha, i, j, best_step(K, alpha, i, j))
    return np.clip(there, 0, 1 / (nu * len(alpha)))


def smo_step_of_one(K, alpha, nu, i, j):
    """The best step, of which weight j knows nothing."""
    moved = smo_step(K, alpha, nu, i, j)
    moved[j] = alpha[j]
    return moved


def smo_step_that_divides_by_zero(K, alpha, nu, i, j):
    """The best step, 0/0 where both points are the same."""
    if np.array_equal(K[i], K[j]):
        return moved(alpha, i, j, np.nan)
    return smo_step(K, alpha, nu, i, j)


def smo_step_above_zero_only(K, alpha, nu, i, j):
    """The best step that keeps weights from falling below 0, and no more."""
    t = np.clip(best_step(K, alpha, i, j), -alpha[i], alpha[j])
    return moved(alpha, i, j, t)


def smo_step_with_slope(own, others):
    """The step along a slope of own · K(xᵢ, xᵢ) + others · Σₗ αₗ K(xᵢ, xₗ), where 1 and −2 are right."""

    def step(K, alpha, nu, i, j):
        slope, distance = own * np.diag(K) + others * K @ alpha, K[i, i] + K[j, j] - 2 * K[i, j]
        t = (slope[i] - slope[j]) / (2 * distance) if distance > 1e-12 else 0.0
        return moved(alpha, i, j, np.clip(t, *allowed_steps(alpha, nu, i, j)))

    return step


def smo_step_of_both(K, alpha, nu, i, j):
    """The best step, which both weights take in the same direction."""
    moved = smo_step(K, alpha, nu, i, j)
    moved[j] = 2 * alpha[j] - moved[j]
    return moved


def smo_step_with_other_curvature(K, alpha, nu, i, j):
    """The step with ‖Φ(xᵢ) + Φ(xⱼ)‖² in place of the squared distance."""
    distance = K[i, i] + K[j, j] - 2 * K[i, j]
    other = K[i, i] + K[j, j] + 2 * K[i, j]
    t = best_step(K, alpha, i, j) * (distance / other if other > 0 else 1)
    return moved(alpha, i, j, np.clip(t, *allowed_steps(alpha, nu, i, j)))


def smo_step_to_equal_weights(K, alpha, nu, i, j):
    """Both weights after they have shared what they hold."""
    return moved(alpha, i, j, (alpha[j] - alpha[i]) / 2)


def solve_ball(K, nu):
    """Weights that solve the dual: what 03.8 asks for."""
    return ball_solve.solve_dual(K, nu, tol=1e-8).alpha


def solve_box(K, upper, p):
    """Weights of max pᵀα − αᵀKα with Σ α = 1 in another box, or with another linear term."""
    equal, tol = np.full(len(K), 1 / len(K)), SOLVER_TOLERANCE * np.diagonal(K).max()
    return ball_solve.last_step(ball_solve.smo_steps(2 * K, p, upper, equal, tol))[1].alpha


def nearest_points(K, nu):
    """The weights that a solver ends at when it minimizes L_D: all on the points around the best mean."""
    n = len(K)
    corner = np.clip(nu * n - np.arange(n), 0, 1) / (nu * n)
    centers = [np.argsort(np.diagonal(K) - 2 * K[i], kind="stable") for i in range(n)]
    corners = [corner[np.argsort(order, kind="stable")] for order in centers]
    return min(corners, key=lambda alpha: ball.dual_objective(K, alpha))


class PricedPoints(NamedTuple):
    """Everything that the Lagrangian depends on when each point has a price of its own, at random."""

    R: float
    c: np.ndarray
    xi: np.ndarray
    alpha: np.ndarray
    beta: np.ndarray
    Phi: np.ndarray
    C: np.ndarray


def priced_points(rng):
    """Draw prices, some of them above 1, and multipliers that meet no condition but their signs."""
    for n, D in ((3, 2), (6, 4), (5, 1)):
        xi, alpha, beta, C = rng.uniform(0.1, 1, size=(4, n))
        c, Phi = rng.normal(size=D), rng.normal(size=(n, D))
        yield PricedPoints(rng.uniform(1.5, 3), c, xi, alpha, beta, Phi, 3 * C)


def edge_priced_points(rng):
    """Draw the radius of which the text speaks."""
    return {"a radius of 0": next(priced_points(rng))._replace(R=0.0)}


def priced_lagrangian(R, c, xi, alpha, beta, Phi, C):
    """R² + Σ Cᵢ ξᵢ, less each constraint times its multiplier."""
    return R**2 + C @ xi - alpha @ (R**2 + xi - distances(c, Phi)) - beta @ xi


def sums_to_budget(problem, answer):
    """Whether the weights sum to νn, where that is not 1."""
    budget = problem.nu * len(answer)
    return abs(answer.sum() - budget) < 1e-3 * budget < 1e3 * abs(budget - 1)


def is_feasible(problem, answer, upper=None):
    """Whether weights sum to 1 and keep the box, or another one from 0 to `upper`."""
    upper = ball.largest_weight(problem.nu, len(answer)) if upper is None else upper
    return bool(worst(abs(answer.sum() - 1), -answer, answer - upper) <= 1e-6)


def is_worse_than_uniform(problem, answer):
    """Whether weights are feasible, but of less value than equal weights."""
    K = problem.K
    equal = np.full(len(K), 1 / len(K))
    return is_feasible(problem, answer) and bool(
        ball.dual_objective(K, answer) < ball.dual_objective(K, equal) - 1e-6
    )


def ignores_bound(problem, answer):
    """Whether weights solve the problem without the bound 1/(νn), up to a gap of 1e-4."""
    K = problem.K
    best = solve_box(K, 1.0, np.diagonal(K))
    short = ball.dual_objective(K, best) - ball.dual_objective(K, answer)
    return is_feasible(problem, answer, upper=1.0) and bool(short < 1e-4)


def ignores_diagonal(problem, answer):
    """Whether weights minimize ‖c‖² alone, up to 1e-4."""
    K, nu = problem
    best = solve_box(K, ball.largest_weight(nu, len(K)), np.zeros(len(K)))
    short = is_feasible(problem, answer) and answer @ K @ answer - best @ K @ best < 1e-4
    return bool(short and np.ptp(np.diagonal(K)) > 1e-9)


def stops_early(problem, answer):
    """Whether weights are feasible and have closed half of the gap of equal weights, or more."""
    K, nu = problem
    at_start = ball.duality_gap(K, np.full(len(K), 1 / len(K)), nu)
    return is_feasible(problem, answer) and bool(ball.duality_gap(K, answer, nu) < 0.5 * at_start)


def halves_double_sum(problem, answer):
    """Whether weights maximize Σ αᵢ K(xᵢ, xᵢ) − ½ Σ αᵢαⱼ K(xᵢ, xⱼ), up to 1e-4."""
    K, nu = problem
    p = 2 * np.diagonal(K)
    best = solve_box(K, ball.largest_weight(nu, len(K)), p)
    short = p @ best - best @ K @ best - (p @ answer - answer @ K @ answer)
    return is_feasible(problem, answer) and bool(short < 1e-4)


def is_a_corner(problem, answer):
    """Whether all weights but one, at most, are 0 or at the bound."""
    upper = ball.largest_weight(problem.nu, len(answer))
    between = (answer > 1e-6 * upper) & (answer < (1 - 1e-6) * upper)
    return is_feasible(problem, answer) and bool(between.sum() <= 1)


def leaves_the_box(problem, answer):
    """Whether weights sum to 1, and some are negative or above the bound."""
    return bool(abs(answer.sum() - 1) < 1e-6 and ball.box_violation(answer, problem.nu).max() > 1e-6)


def cost(R2, xi, nu):
    """The pair that 03.1 asks for, of any slacks."""
    return ball.primal_objective(np.sqrt(R2), xi, nu), xi


def cost_of_ball(R2, c, Phi, nu):
    """The cost of a ball with the smallest slacks, and these slacks."""
    return cost(R2, ball.slacks(R2, distances(c, Phi)), nu)


def cost_with(slacks):
    """The cost with other slacks: ``slacks(squared distances, R2)``."""
    return lambda R2, c, Phi, nu: cost(R2, slacks(distances(c, Phi), R2), nu)


def cost_with_price(price):
    """The cost with another price of a unit of slack: ``price(nu, n)``."""

    def priced(R2, c, Phi, nu):
        _, xi = cost_of_ball(R2, c, Phi, nu)
        return R2 + price(nu, len(xi)) * xi.sum(), xi

    return priced


def cost_of_squared_R2(R2, c, Phi, nu):
    """The cost with R⁴ in the place of R²."""
    cost, xi = cost_of_ball(R2, c, Phi, nu)
    return cost - R2 + R2**2, xi


def cost_of_squared_slacks(R2, c, Phi, nu):
    """The cost with the squares of the slacks."""
    _, xi = cost_of_ball(R2, c, Phi, nu)
    return R2 + (xi**2).sum() / (nu * len(xi)), xi


def has_other_radius(problem, answer):
    """Whether the slacks are right and priced right, and R⁴ or R was added to them."""
    R2 = problem.R2
    cost, xi = cost_of_ball(*problem)
    wrong = [cost - R2 + other for other in (R2**2, R2**0.5)]
    return bool(np.allclose(answer[1], xi) and np.isclose(answer[0], wrong).any())


def has_other_price(problem, answer):
    """Whether the slacks are right, and ν or n or both are missing from their price, or turned upside down."""
    R2, _, Phi, nu = problem
    n, xi = len(Phi), cost_of_ball(*problem)[1]
    if not np.allclose(answer[1], xi):
        return False
    prices = np.array([1, 1 / n, 1 / nu, nu, n, nu * n, nu / n, n / nu, -1 / (nu * n)])
    return bool(np.isclose(answer[0] - R2, prices * xi.sum()).any())


def squared_slack_dual(K, alpha, C):
    """Slacks and value that 03.10 asks for."""
    return alpha / (2 * C), ball.dual_objective(K, alpha) - alpha @ alpha / (4 * C)


def squared_slack_dual_with(slack_factor, factor):
    """Slacks of α/C times a factor, and that factor for Σ α²/C."""
    return lambda K, alpha, C: (
        slack_factor * alpha / C,
        ball.dual_objective(K, alpha) + factor * alpha @ alpha / C,
    )


def has_slacks(factor):
    """Whether the slacks are α/C times a factor, whatever the value."""
    return lambda problem, answer: bool(np.allclose(answer[0], factor * problem.alpha / problem.C, atol=1e-9))


def squared_slack_dual_without_diagonal(K, alpha, C):
    """The same without Σ αᵢ K(xᵢ, xᵢ)."""
    return alpha / (2 * C), -alpha @ K @ alpha - alpha @ alpha / (4 * C)


def with_kernel_terms(diagonal, double_sum):
    """The right slacks, and a value in which the terms with K have other factors."""
    return lambda K, alpha, C: (
        alpha / (2 * C),
        diagonal * alpha @ np.diagonal(K) - double_sum * alpha @ K @ alpha - alpha @ alpha / (4 * C),
    )


def has_slacks_that_grow(problem, answer):
    """Whether the slacks are αC times one of the factors that a derivation leaves."""
    factors = (0.25, 0.5, 1, 2, 4)
    return any(np.allclose(answer[0], f * problem.alpha * problem.C, rtol=1e-9) for f in factors)


def has_other_share_of_slacks(problem, answer):
    """Whether the slacks are right, and the value holds a wrong multiple of Σ α²/C that is not one of the others."""
    K, alpha, C, _ = problem
    share = (answer[1] - ball.dual_objective(K, alpha)) * C / (alpha @ alpha)
    return has_slacks(0.5)(problem, answer) and bool(np.isclose(share, [-2, -1, -0.125, 0.125, 0.5, 1]).any())
