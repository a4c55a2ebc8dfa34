"""The exercises of chapter 03: the minimum-volume ball."""

from typing import NamedTuple

import numpy as np

from kernelsy19 import datasets
from kernelsy19.ball import equations as ball
from kernelsy19.ball import solve as ball_solve
from kernelsy19.course.answers import describe, same_form
from kernelsy19.course.derivations import gradient
from kernelsy19.course.exercises import Certificate, Exercise, Mistake
from kernelsy19.engine import smo
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial
from kernelsy19.kernels.geometry import features_of_gram

SOLVER_TOLERANCE = 1e-12


def _points_with_outliers(rng, n, p=2):
    """Normal points, two of them moved far out in opposite directions, in random order."""
    X = rng.normal(size=(n, p))
    X[0, 0], X[1, 0] = rng.uniform(3, 4), -rng.uniform(3, 4)
    return rng.permutation(X)


def _random_weights(rng, n, nu):
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


def _any_balls(rng):
    for n, D, outside, nu in ((4, 2, 2, 0.5), (9, 3, 4, 0.2), (6, 2, 0, 0.9)):
        Phi, c = rng.normal(size=(n, D)), rng.normal(size=D)
        farthest_first = np.sort(((Phi - c) ** 2).sum(axis=1))[::-1]
        yield PricedBall(float(farthest_first[outside] + 0.1), c, Phi, nu)


def _cost(R2, xi, nu):
    return R2 + xi.sum() / (nu * len(xi))


def _distances(c, Phi):
    return ((Phi - c) ** 2).sum(axis=1)


def _cost_of_ball(R2, c, Phi, nu):
    xi = np.maximum(0, _distances(c, Phi) - R2)
    return _cost(R2, xi, nu), xi


def _cost_without_nu(R2, c, Phi, nu):
    return _cost_of_ball(R2, c, Phi, 1)[0], _cost_of_ball(R2, c, Phi, nu)[1]


def _cost_of_squared_R2(R2, c, Phi, nu):
    cost, xi = _cost_of_ball(R2, c, Phi, nu)
    return cost - R2 + R2**2, xi


def _has_other_radius(problem, answer):
    """Whether the slacks are right and priced right, and R⁴ or R was added to them."""
    R2 = problem.R2
    cost, xi = _cost_of_ball(*problem)
    wrong = [cost - R2 + other for other in (R2**2, R2**0.5)]
    return bool(np.allclose(answer[1], xi) and np.isclose(answer[0], wrong).any())


def _has_other_price(problem, answer):
    """Whether the slacks are right and cost something, but not 1/(νn) a unit."""
    return bool(np.allclose(answer[1], _cost_of_ball(*problem)[1]) and answer[0] > problem.R2)


def _cost_with_negative_slacks(R2, c, Phi, nu):
    xi = _distances(c, Phi) - R2
    return _cost(R2, xi, nu), xi


def _cost_from_unsquared_distances(R2, c, Phi, nu):
    xi = np.maximum(0, np.sqrt(_distances(c, Phi)) - np.sqrt(R2))
    return _cost(R2, xi, nu), xi


def _cost_of_radius_squared_twice(R2, c, Phi, nu):
    xi = np.maximum(0, _distances(c, Phi) - R2**2)
    return _cost(R2**2, xi, nu), xi


def _certify_cost(problem, answer):
    R2, c, Phi, nu = problem
    cost, xi = answer
    spare = np.array([R2 + xi_i - np.dot(x - c, x - c) for x, xi_i in zip(Phi, xi, strict=True)])
    exact = R2 + sum(max(0.0, float(np.dot(x - c, x - c)) - R2) for x in Phi) / (nu * len(Phi))
    return [
        Certificate("by how much (3a) or (3b) is violated", max(0.0, -spare.min(), -xi.min()), 1e-10),
        Certificate("largest min(ξᵢ, what (3a) leaves to spare)", np.minimum(xi, spare).max(), 1e-10),
        Certificate("error of the cost, summed point by point", abs(cost - exact), 1e-10),
    ]


cost_of_ball = Exercise(
    "03.1",
    "What a ball costs",
    problems=_any_balls,
    reference=_cost_of_ball,
    certify=_certify_cost,
    mistakes=[
        Mistake(
            "The slacks are right and so is their price. But the argument `R2` is R² already: add it as it is.",
            _cost_of_squared_R2,
            when=_has_other_radius,
        ),
        Mistake(
            "The slacks are right, their price is not: a unit of slack costs 1/(νn).",
            _cost_without_nu,
            when=_has_other_price,
        ),
        Mistake(
            "Some of your slacks are negative. Constraint (3b) forbids that: a point inside the ball earns nothing.",
            _cost_with_negative_slacks,
        ),
        Mistake(
            "You compare distances with R. Constraint (3a) compares *squared* distances with R².",
            _cost_from_unsquared_distances,
        ),
        Mistake(
            "The argument `R2` is R² already; you square it once more.",
            _cost_of_radius_squared_twice,
        ),
    ],
)


class LagrangianPoint(NamedTuple):
    """Everything that the Lagrangian (4) depends on, at random."""

    R: float
    c: np.ndarray
    xi: np.ndarray
    alpha: np.ndarray
    beta: np.ndarray
    Phi: np.ndarray
    nu: float


def _lagrangian_points(rng):
    for n, D in ((3, 2), (6, 4), (5, 1)):
        xi, alpha, beta = rng.uniform(0.1, 1, size=(3, n))
        c, Phi = rng.normal(size=D), rng.normal(size=(n, D))
        yield LagrangianPoint(rng.uniform(0.5, 2), c, xi, alpha, beta, Phi, rng.uniform(0.2, 0.9))


def _center_gradient(c, alpha, Phi):
    return 2 * c * alpha.sum() - 2 * alpha @ Phi


def _certify_center_gradient(point, answer):
    R, c, xi, alpha, beta, Phi, nu = point
    slopes = gradient(lambda at: ball.lagrangian(R, at, xi, alpha, beta, Phi, nu), at=c)
    text = "largest difference from the finite differences of L"
    return Certificate(text, np.abs(answer - slopes).max(), 1e-9)


center_gradient = Exercise(
    "03.2",
    "The derivative in the center",
    problems=_lagrangian_points,
    arguments=lambda point: (point.c, point.alpha, point.Phi),
    reference=_center_gradient,
    certify=_certify_center_gradient,
    mistakes=[
        Mistake(
            "You have used Σᵢ αᵢ = 1. That is true where ∂L/∂R = 0; here the multipliers are any numbers ≥ 0, and "
            "each of the n squared distances brings its own αᵢ c.",
            lambda c, alpha, Phi: 2 * c - 2 * alpha @ Phi,
        ),
        Mistake(
            "A factor is missing: the derivative of ‖Φ(xᵢ) − c‖² in c is not (c − Φ(xᵢ)).",
            lambda c, alpha, Phi: c * alpha.sum() - alpha @ Phi,
        ),
        Mistake(
            "The sign is reversed. In L the constraint is subtracted, and the squared distance is subtracted inside "
            "the constraint: with which sign does it end up?",
            lambda c, alpha, Phi: 2 * alpha @ Phi - 2 * c * alpha.sum(),
        ),
        Mistake(
            "You weigh all points alike. In L the squared distance of point i is multiplied by αᵢ.",
            lambda c, alpha, Phi: 2 * len(alpha) * c - 2 * Phi.sum(axis=0),
        ),
    ],
)


class NewPoints(NamedTuple):
    """Kernel values of m new points and n training points, and where all of them are mapped."""

    K_xx: np.ndarray
    K_xs: np.ndarray
    K_ss: np.ndarray
    alpha: np.ndarray
    Phi_x: np.ndarray
    Phi_s: np.ndarray


def _new_points(rng):
    kernels = (Linear(), Polynomial(2, 0.5, offset=1.0), Polynomial(3, 0.3, offset=1.0))
    for k, m, n in zip(kernels, (2, 7, 1), (3, 5, 4), strict=True):
        X, X_new = rng.normal(size=(n, 2)), rng.normal(size=(m, 2))
        alpha = _random_weights(rng, n, 0.5)
        Phi_x, Phi_s = k.feature_map(X_new), k.feature_map(X)
        yield NewPoints(k.diagonal(X_new), k(X_new, X), k(X), alpha, Phi_x, Phi_s)


def _distances_to_center(K_xx, K_xs, K_ss, alpha):
    return K_xx - 2 * K_xs @ alpha + alpha @ K_ss @ alpha


def _certify_distances(problem, answer):
    exact = _distances(problem.alpha @ problem.Phi_s, problem.Phi_x)
    text = "largest difference from ‖Φ(x) − c‖², from coordinates"
    return Certificate(text, np.abs(answer - exact).max(), 1e-9)


distances_to_center = Exercise(
    "03.3",
    "Distances to a center that nobody has",
    problems=_new_points,
    arguments=lambda problem: problem[:4],
    reference=_distances_to_center,
    certify=_certify_distances,
    mistakes=[
        Mistake(
            "A term is missing: ⟨c, c⟩ is the same for all points, but it is not zero.",
            lambda K_xx, K_xs, K_ss, alpha: K_xx - 2 * K_xs @ alpha,
        ),
        Mistake(
            "The mixed term comes twice when the square is multiplied out.",
            lambda K_xx, K_xs, K_ss, alpha: K_xx - K_xs @ alpha + alpha @ K_ss @ alpha,
        ),
        Mistake(
            "The sign of the mixed term is that of ‖Φ(x) + c‖².",
            lambda K_xx, K_xs, K_ss, alpha: K_xx + 2 * K_xs @ alpha + alpha @ K_ss @ alpha,
        ),
        Mistake(
            "The last term is ‖c‖² in the feature space, not Σᵢ αᵢ²: it needs the kernel values in `K_ss`.",
            lambda K_xx, K_xs, K_ss, alpha: K_xx - 2 * K_xs @ alpha + alpha @ alpha,
        ),
        Mistake(
            "K(x, x) is 1 for the RBF kernel, but not for the kernels here: take it from `K_xx`.",
            lambda K_xx, K_xs, K_ss, alpha: 1 - 2 * K_xs @ alpha + alpha @ K_ss @ alpha,
        ),
        Mistake(
            "⟨c, c⟩ has both sums, over i and over j, also where i ≠ j. You kept the terms with i = j.",
            lambda K_xx, K_xs, K_ss, alpha: K_xx - 2 * K_xs @ alpha + alpha**2 @ np.diagonal(K_ss),
        ),
        Mistake(
            "You took the root: the exercise asks for *squared* distances.",
            lambda *values: np.sqrt(_distances_to_center(*values)),
        ),
    ],
)


class SolvedBall(NamedTuple):
    """A Gram matrix, weights that solve its dual up to rounding, and what follows from them."""

    K: np.ndarray
    alpha: np.ndarray
    nu: float
    solution: ball_solve.BallSolution


def _solved_balls(rng):
    """Draw balls with points of all three kinds, neither the first nor the last of which is on the surface."""
    kernels = (Linear(), RBF(0.1), Polynomial(2, 0.5, offset=1.0))
    for k, n, nu, shift in zip(kernels, (7, 13, 10), (0.4, 0.3, 0.35), (1, 0, 0), strict=True):
        X, solution = _with_three_kinds(rng, k, n, nu)
        K = k(X[np.roll(np.argsort(solution.alpha), shift)])
        solution = ball_solve.solve_dual(K, nu, tol=SOLVER_TOLERANCE)
        rounding = solution.upper * 1e-12 * rng.uniform(0.1, 1, n)
        alpha = solution.alpha + np.select([solution.inside, solution.outlier], [rounding, -rounding], 0)
        yield SolvedBall(K, alpha, nu, solution)


def _with_three_kinds(rng, k, n, nu):
    """Draw points until their ball has two inside, two outliers, and at least one on its surface."""
    while True:
        X = _points_with_outliers(rng, n)
        solution = ball_solve.solve_dual(k(X), nu, tol=SOLVER_TOLERANCE)
        if min(2 * solution.surface.sum(), solution.inside.sum(), solution.outlier.sum()) >= 2:
            return X, solution


def _training_distances(K, alpha):
    return np.diagonal(K) - 2 * K @ alpha + alpha @ K @ alpha


def _radius_squared(K, alpha, nu):
    share = alpha * nu * len(alpha)
    surface = (share > 1e-8) & (share < 1 - 1e-8)
    return _training_distances(K, alpha)[surface].mean()


def _radius_over(choose):
    """Mean squared distance of the points that `choose(share)` selects."""

    def radius_squared(K, alpha, nu):
        return _training_distances(K, alpha)[choose(alpha * nu * len(alpha))].mean()

    return radius_squared


def _is_distance_of(kind):
    """Whether an answer is the squared distance of a point of that kind."""

    def when(problem, R2):
        d2 = problem.solution.squared_distances[problem.solution.kinds == kind]
        return bool(np.any(np.abs(d2 - R2) < 1e-7 * problem.solution.R2))

    return when


def _certify_radius(problem, R2):
    d2 = problem.solution.squared_distances
    surface = d2[problem.solution.surface]
    outside = int((d2 > R2 * (1 + 1e-6)).sum())
    text = "largest | ‖Φ(xᵢ) − c‖² − R² | / R² over the points on the surface"
    return [
        Certificate(text, np.abs(surface - R2).max() / problem.solution.R2, 1e-7),
        Certificate("at most νn points lie outside", bool(outside <= problem.nu * len(d2))),
    ]


radius_squared = Exercise(
    "03.4",
    "R² from a point on the surface",
    problems=_solved_balls,
    arguments=lambda problem: problem[:3],
    reference=_radius_squared,
    certify=_certify_radius,
    mistakes=[
        Mistake(
            "This is the distance of an outlier: its αᵢ is at the bound 1/(νn), so it may lie outside the sphere. "
            "Take a point with 0 < αᵢ < 1/(νn), with some room on both sides.",
            lambda K, alpha, nu: _training_distances(K, alpha)[alpha.argmax()],
            when=_is_distance_of("outlier"),
        ),
        Mistake(
            "This is the distance of a point inside. Its αᵢ looks positive, but it is 0 up to rounding: "
            "compare with a tolerance.",
            lambda K, alpha, nu: _training_distances(K, alpha)[alpha.argmin()],
            when=_is_distance_of("inside"),
        ),
        Mistake(
            "You took all support vectors. Those with αᵢ = 1/(νn) are outliers and lie farther out: leave them away. "
            "An αᵢ that is short of 1/(νn) by rounding only is at the bound.",
            _radius_over(lambda share: share > 1e-8),
        ),
        Mistake(
            "You took points whose αᵢ only seems to lie between the bounds: 0.0000000000001 is a 0 from a solver. "
            "Compare with a tolerance, at both ends.",
            _radius_over(lambda share: (share > 0) & (share < 1)),
        ),
        Mistake(
            "A term is missing from the distance: ‖c‖² = Σᵢⱼ αᵢαⱼ K(xᵢ, xⱼ).",
            lambda K, alpha, nu: _radius_squared(K, alpha, nu) - alpha @ K @ alpha,
        ),
        Mistake(
            "This is R. The exercise asks for R².",
            lambda K, alpha, nu: np.sqrt(_radius_squared(K, alpha, nu)),
        ),
    ],
)


N_ERUPTIONS = 272


NU_OF_PREDICTION = 0.15


def _two_numbers(answer, expected):
    """Accept an array of two numbers where a pair is expected."""
    is_pair = isinstance(answer, np.ndarray) and answer.shape == (2,)
    return same_form(tuple(answer) if is_pair else answer, expected)


def _certify_counts(_, answer):
    outliers, support_vectors = answer
    budget = NU_OF_PREDICTION * N_ERUPTIONS
    X = datasets.faithful().standardized().X
    solution = ball_solve.solve_dual(RBF(1.0)(X), NU_OF_PREDICTION)
    n_support = int((~solution.inside).sum())
    return [
        Certificate(
            "so many outliers, of weight 1/(νn) each, fit into the weight 1", bool(outliers <= budget)
        ),
        Certificate("one outlier more would not fit", bool(outliers + 1 > budget)),
        Certificate("so many support vectors can hold the weight 1", bool(support_vectors >= budget)),
        Certificate("one support vector fewer could not hold it", bool(support_vectors - 1 < budget)),
        Certificate(
            "the ball of the RBF kernel, γ = 1, keeps to both",
            bool(solution.outlier.sum() <= outliers and n_support >= support_vectors),
        ),
    ]


counts = Exercise(
    "03.5",
    "How many outliers, how many support vectors?",
    problems=None,
    reference=lambda: (40, 41),
    certify=_certify_counts,
    mistakes=[
        Mistake(
            "The two are the wrong way round: `bounds[0]` is the largest number of outliers, `bounds[1]` the "
            "smallest number of support vectors.",
            lambda: (41, 40),
        ),
        Mistake(
            "The first is right. Now the support vectors: 40 weights of at most 1/40.8 sum to less than 1.",
            lambda: (40, 40),
            when=lambda _, answer: answer[0] == 40 and answer[1] < 41,
        ),
        Mistake(
            "The second is right. Now the outliers: 41 weights of exactly 1/40.8 sum to more than 1.",
            lambda: (41, 41),
            when=lambda _, answer: answer[1] == 41 and 40 < answer[0] < 200,
        ),
        Mistake(
            "νn = 40.8 is the number to start from, but points come whole. Which way do you have to round for each?",
            lambda: (40.8, 40.8),
        ),
        Mistake(
            "You have counted the points that stay inside. ν is the share that the ball may give up.",
            lambda: (231, 232),
            when=lambda _, answer: max(answer) > 200,
        ),
    ],
    form=_two_numbers,
)


WIDEST_COORDINATE = 100


def _fault_of_points(X, largest_n):
    """What is wrong with points of the plane, or None."""
    try:
        X = np.asarray(X, dtype=float)
    except (TypeError, ValueError):
        return f"expected points as an array of shape (n, 2), got {describe(X)}"
    if X.ndim != 2 or X.shape[1] != 2 or not 2 <= len(X) <= largest_n:
        return f"expected points of the plane, shape (n, 2) with n from 2 to {largest_n}, got shape {X.shape}"
    if not np.abs(X).max() <= WIDEST_COORDINATE:
        return f"expected coordinates from −{WIDEST_COORDINATE} to {WIDEST_COORDINATE}, without NaN"
    return None


def _points_and_nu(answer, expected):
    del expected
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        return f"expected a pair `(X, nu)`, got {describe(answer)}"
    X, nu = answer
    if not isinstance(nu, int | float | np.number) or isinstance(nu, bool) or not 0 < nu < 1:
        got = f"{nu:.3g}" if isinstance(nu, int | float | np.number) else describe(nu)
        return f"expected a ν strictly between 0 and 1 as the second item, got {got}"
    return _fault_of_points(X, 30)


def _of_form(form, when):
    """Recognize a mistake in answers of the right form only."""
    return lambda problem, answer: form(answer, None) is None and when(problem, answer)


def _budget_is_whole(X, nu):
    return abs(nu * len(X) - round(nu * len(X))) < 1e-9


def _linear_ball(X, nu):
    """The ball of the linear kernel; moving the origin to the mean changes nothing but the rounding."""
    return ball_solve.solve_dual(Linear()(X - X.mean(axis=0)), nu, tol=1e-10)


def _interval_of_radii(solution):
    """Squared distances of the ⌊νn⌋-th and of the next farthest point: between them R² is free if νn is whole."""
    farthest_first = np.sort(solution.squared_distances)[::-1]
    k = round(solution.nu * len(farthest_first))
    return farthest_first[k - 1], farthest_first[min(k, len(farthest_first) - 1)]


def _certify_no_surface(_, answer):
    X, nu = np.asarray(answer[0], dtype=float), float(answer[1])
    solution = _linear_ball(X, nu)
    nearest_outlier, farthest_inside = _interval_of_radii(solution)
    apart = bool(_budget_is_whole(X, nu) and nearest_outlier > 1.05 * farthest_inside)
    gap = solution.duality_gap / max(solution.R2, 1e-12)
    return [
        Certificate("no weight lies strictly between 0 and 1/(νn)", bool(not solution.surface.any())),
        Certificate("the nearest outlier is at least 5 % farther out than the farthest point inside", apart),
        Certificate("duality gap of the ball, as a share of R²", gap, 1e-6),
    ]


def _has_surface(_, answer):
    X, nu = np.asarray(answer[0], dtype=float), float(answer[1])
    return _budget_is_whole(X, nu) and bool(_linear_ball(X, nu).surface.any())


no_surface = Exercise(
    "03.6",
    "Break it: a ball with nothing on its surface",
    problems=None,
    reference=lambda: (np.array([[-3.0, 0.0], [-1.0, 0.0], [1.0, 0.0], [3.0, 0.0]]), 0.5),
    certify=_certify_no_surface,
    mistakes=[
        Mistake(
            "Here νn is not a whole number. Weights of 0 and of 1/(νn) alone cannot sum to 1 then, so someone has to "
            "hold the rest: a point on the surface.",
            lambda: (np.array([[-3.0, 0.0], [-1.0, 0.0], [1.0, 0.0], [3.0, 0.0]]), 0.4),
            when=_of_form(_points_and_nu, lambda _, answer: not _budget_is_whole(*answer)),
        ),
        Mistake(
            "With νn = 1, one outlier would hold all the weight. Then the center is that very point, and it is "
            "not outside. Make νn larger.",
            lambda: (np.array([[0.0, 0.0], [0.0, 2.0], [1.0, 1.0], [9.0, 0.0]]), 0.25),
            when=_of_form(_points_and_nu, lambda _, answer: abs(answer[1] * len(answer[0]) - 1) < 1e-9),
        ),
        Mistake(
            "νn is whole, as it has to be, but some weights lie between 0 and 1/(νn). If νn points have weight "
            "1/(νn), the center is their mean. Place them so that they are indeed the farthest from it.",
            lambda: (np.array([[0.0, 0.0], [4.0, 0.0], [2.0, 3.0], [2.0, 1.0]]), 0.5),
            when=_of_form(_points_and_nu, _has_surface),
        ),
    ],
    form=_points_and_nu,
)


class Pair(NamedTuple):
    """Feasible weights, and two points between which weight may move."""

    K: np.ndarray
    alpha: np.ndarray
    nu: float
    i: int
    j: int


def _pairs(rng):
    """Draw pairs whose best step stays in the box either way, empties αⱼ, fills αᵢ; and two equal points."""
    yield _draw_pair(
        rng,
        Linear(),
        4,
        0.5,
        lambda t, a_i, a_j, upper: 0.01 < t < 0.4 * min(a_i, a_j, upper - a_i, upper - a_j),
    )
    yield _draw_pair(rng, RBF(0.5), 6, 0.4, lambda t, a_i, a_j, upper: 0.01 < 1.2 * a_j < min(t, upper - a_i))
    k = Polynomial(2, 0.5, offset=1.0)
    yield _draw_pair(rng, k, 7, 0.4, lambda t, a_i, a_j, upper: 0.01 < 1.2 * (upper - a_i) < a_j < 0.8 * t)
    X = rng.normal(size=(5, 2))
    X[1] = X[0]
    yield Pair(Laplacian(1.0)(X), _random_weights(rng, 5, 0.5), 0.5, 0, 1)


def _draw_pair(rng, k, n, nu, wanted):
    """Draw until the best step, the two weights and their bound are as wanted."""
    while True:
        K, alpha = k(rng.normal(size=(n, 2))), _random_weights(rng, n, nu)
        i, j = map(int, rng.permutation(n)[:2])
        if wanted(_best_step(K, alpha, i, j), alpha[i], alpha[j], 1 / (nu * n)):
            return Pair(K, alpha, nu, i, j)


def _allowed_steps(alpha, nu, i, j):
    upper = 1 / (nu * len(alpha))
    return max(-alpha[i], alpha[j] - upper), min(upper - alpha[i], alpha[j])


def _best_step(K, alpha, i, j):
    """Where L_D is largest along the pair, whatever the box allows."""
    distance = K[i, i] + K[j, j] - 2 * K[i, j]
    slope = K[i, i] - 2 * K[i] @ alpha - K[j, j] + 2 * K[j] @ alpha
    return slope / (2 * distance) if distance > 1e-12 else 0.0


def _moved(alpha, i, j, t):
    alpha = alpha.copy()
    alpha[i] += t
    alpha[j] -= t
    return alpha


def _smo_step(K, alpha, nu, i, j):
    return _moved(alpha, i, j, np.clip(_best_step(K, alpha, i, j), *_allowed_steps(alpha, nu, i, j)))


def _smo_step_times(factor):
    """The clipped step of another length."""

    def smo_step(K, alpha, nu, i, j):
        t = factor * _best_step(K, alpha, i, j)
        return _moved(alpha, i, j, np.clip(t, *_allowed_steps(alpha, nu, i, j)))

    return smo_step


def _smo_step_clipped_apart(K, alpha, nu, i, j):
    moved = _moved(alpha, i, j, _best_step(K, alpha, i, j))
    return np.clip(moved, 0, 1 / (nu * len(alpha)))


def _smo_step_of_one(K, alpha, nu, i, j):
    moved = _smo_step(K, alpha, nu, i, j)
    moved[j] = alpha[j]
    return moved


def _smo_step_that_divides_by_zero(K, alpha, nu, i, j):
    moved = _smo_step(K, alpha, nu, i, j)
    return moved * np.nan if np.array_equal(K[i], K[j]) else moved


def _smo_step_above_zero_only(K, alpha, nu, i, j):
    t = np.clip(_best_step(K, alpha, i, j), -alpha[i], alpha[j])
    return _moved(alpha, i, j, t)


def _smo_step_without_diagonal(K, alpha, nu, i, j):
    distance = K[i, i] + K[j, j] - 2 * K[i, j]
    t = (K[j] - K[i]) @ alpha / distance if distance > 1e-12 else 0.0
    return _moved(alpha, i, j, np.clip(t, *_allowed_steps(alpha, nu, i, j)))


def _best_value_along_pair(K, alpha, nu, i, j):
    """Largest L_D that the pair can reach, from the parabola through three of its values."""

    def value(t):
        return ball.dual_objective(K, _moved(alpha, i, j, t))

    low, high = _allowed_steps(alpha, nu, i, j)
    a, b, _ = np.polyfit([-1, 0, 1], [value(-1), value(0), value(1)], 2)
    top = np.clip(-b / (2 * a), low, high) if abs(a) > 1e-12 else 0.0
    return max(value(low), value(high), value(top))


def _certify_step(problem, answer):
    K, alpha, nu, i, j = problem
    others = np.delete(answer - alpha, [i, j])
    before, after = ball.dual_objective(K, alpha), ball.dual_objective(K, answer)
    return [
        Certificate("| Σᵢ αᵢ − 1 | after the step", abs(answer.sum() - 1), 1e-10),
        Certificate("by how much a weight leaves the box", ball.box_violation(answer, nu).max(), 1e-10),
        Certificate("largest change of another weight", np.abs(others).max(), 1e-12),
        Certificate("loss of L_D by the step", max(0.0, before - after), 1e-10),
        Certificate(
            "what L_D still gains along this pair", max(0.0, _best_value_along_pair(*problem) - after), 1e-10
        ),
    ]


smo_step = Exercise(
    "03.7",
    "One step of SMO",
    problems=_pairs,
    reference=_smo_step,
    certify=_certify_step,
    mistakes=[
        Mistake(
            "When the two points are the same, your step is 0/0. Then no step changes L_D: treat ‖Φ(xᵢ) − Φ(xⱼ)‖² = 0 "
            "on its own.",
            _smo_step_that_divides_by_zero,
            when=lambda _, answer: bool(np.isnan(answer).any()),
        ),
        Mistake(
            "The step is the best on the whole line, but a weight leaves the box 0 ≤ α ≤ 1/(νn). Shorten t so "
            "that both weights stay in it.",
            lambda K, alpha, nu, i, j: _moved(alpha, i, j, _best_step(K, alpha, i, j)),
        ),
        Mistake(
            "You keep both weights from falling below 0, but one of them exceeds 1/(νn). How long may t be "
            "for each of the two bounds of each of the two weights?",
            _smo_step_above_zero_only,
        ),
        Mistake(
            "You cut αᵢ and αⱼ to the box one by one, so they no longer move by the same amount and the sum is not 1. "
            "Cut t, then move both.",
            _smo_step_clipped_apart,
        ),
        Mistake(
            "Your step is twice as long as the best one. Write L_D as a parabola in t; its quadratic term is "
            "−t² ‖Φ(xᵢ) − Φ(xⱼ)‖².",
            _smo_step_times(2),
        ),
        Mistake(
            "Your step is half as long as the best one. The slope of L_D in αᵢ has the factor 2 of the double sum.",
            _smo_step_times(0.5),
        ),
        Mistake(
            "You step the wrong way, so L_D falls. The dual is maximized: weight moves to the point that is "
            "farther from the center.",
            _smo_step_times(-1),
        ),
        Mistake(
            "Only αᵢ has moved. What αᵢ gains αⱼ has to lose, or the weights do not sum to 1.",
            _smo_step_of_one,
        ),
        Mistake(
            "Your slope misses K(xᵢ, xᵢ) − K(xⱼ, xⱼ). It is zero for the RBF kernel only, and its relatives.",
            _smo_step_without_diagonal,
        ),
    ],
)


class Dual(NamedTuple):
    """A dual to be solved."""

    K: np.ndarray
    nu: float


def _duals(rng):
    """Draw points, with and without outliers and duplicates; the largest K(x, x) is 1, so gaps compare."""
    yield _dual(Linear(), _points_with_outliers(rng, 5), 0.1)
    yield _dual(Polynomial(2, 0.3, 1.0), rng.normal(size=(12, 2)), 0.3)
    yield _dual(Laplacian(0.5), rng.normal(size=(10, 2)), 1.0)
    X = _points_with_outliers(rng, 30)
    yield _dual(RBF(0.5), np.vstack([X, X[:10]]), 0.2)


def _dual(k, X, nu):
    return Dual(k(X) / k.diagonal(X).max(), nu)


def _solve_ball(K, nu):
    return ball_solve.solve_dual(K, nu, tol=1e-8).alpha


def _solve_box(K, upper, p):
    """Weights of min αᵀKα + pᵀα with Σ α = 1 in another box, or with another linear term."""
    return smo.solve_qp(2 * K, p, delta=1.0, upper=upper, tol=1e-8).alpha


def _nearest_points(K, nu):
    """The weights that a solver ends at when it minimizes L_D: all on the points around the best mean."""
    n = len(K)
    corner = np.clip(nu * n - np.arange(n), 0, 1) / (nu * n)
    centers = [np.argsort(np.diagonal(K) - 2 * K[i], kind="stable") for i in range(n)]
    corners = [corner[np.argsort(order, kind="stable")] for order in centers]
    return min(corners, key=lambda alpha: ball.dual_objective(K, alpha))


def _sums_to_budget(problem, answer):
    budget = problem.nu * len(answer)
    return abs(answer.sum() - budget) < 1e-3 * budget < 1e3 * abs(budget - 1)


def _is_worse_than_uniform(problem, answer):
    """Whether weights are feasible, but of less value than equal weights."""
    K, nu = problem
    if abs(answer.sum() - 1) > 1e-6 or ball.box_violation(answer, nu).max() > 1e-6:
        return False
    equal = np.full(len(K), 1 / len(K))
    return ball.dual_objective(K, answer) < ball.dual_objective(K, equal) - 1e-6


def _certify_solution(problem, alpha):
    K, nu = problem
    return [
        Certificate("| Σᵢ αᵢ − 1 |", abs(alpha.sum() - 1), 1e-6),
        Certificate("by how much a weight leaves the box", ball.box_violation(alpha, nu).max(), 1e-6),
        Certificate("duality gap", max(0.0, ball.duality_gap(K, alpha, nu)), 1e-4),
    ]


solve_ball = Exercise(
    "03.8",
    "A solver of your own",
    problems=_duals,
    reference=_solve_ball,
    certify=_certify_solution,
    mistakes=[
        Mistake(
            "Equal weights are feasible, a good place to start from and the answer for ν = 1. For ν < 1 weight has to "
            "move on to the points far from the center.",
            lambda K, nu: np.full(len(K), 1 / len(K)),
        ),
        Mistake(
            "Your weights sum to νn, as in some software. Here they sum to 1, and the bound is 1/(νn).",
            lambda K, nu: nu * len(K) * _solve_ball(K, nu),
            when=_sums_to_budget,
        ),
        Mistake(
            "You have solved the problem without the bound 1/(νn), so nothing is given up: a hard ball around "
            "all points.",
            lambda K, nu: _solve_box(K, 1.0, -np.diagonal(K)),
        ),
        Mistake(
            "You have left out Σᵢ αᵢ K(xᵢ, xᵢ). That is allowed for a kernel with constant K(x, x) only.",
            lambda K, nu: _solve_box(K, 1 / (nu * len(K)), np.zeros(len(K))),
        ),
        Mistake(
            "The weights are feasible but worse than equal ones: L_D has gone down. The dual is to be *maximized*.",
            _nearest_points,
            when=_is_worse_than_uniform,
        ),
    ],
)


RATIO_WANTED = 1.9


def _plane_points(answer, expected):
    del expected
    return _fault_of_points(answer, 20)


def _wrong_center(X):
    """The center that the short dual gives: the point of the convex hull that is nearest to the origin."""
    return smo.solve_qp(2 * Linear()(X), np.zeros(len(X)), delta=1.0, upper=1.0, tol=1e-9).alpha @ X


def _ratio_of_radii(X):
    """Radius that the wrong center needs, over the radius of the smallest ball; 1 if all points are the same."""
    R2 = _linear_ball(X, 0.5 / len(X)).R2
    farthest = _distances(_wrong_center(X), X).max()
    return float(np.sqrt(farthest / R2)) if R2 > 1e-9 else 1.0


def _certify_ratio(_, answer):
    short_of = max(0.0, RATIO_WANTED - _ratio_of_radii(np.asarray(answer, dtype=float)))
    return Certificate(f"by how much the ratio of the radii falls short of {RATIO_WANTED}", short_of)


def _are_the_same(_, X):
    return np.ptp(np.asarray(X, dtype=float), axis=0).max() < 1e-9


def _have_one_norm(_, X):
    return np.ptp(np.linalg.norm(np.asarray(X, dtype=float), axis=1)) < 1e-9


def _surround_origin(_, X):
    return np.linalg.norm(_wrong_center(np.asarray(X, dtype=float))) < 1e-3


short_dual = Exercise(
    "03.9",
    "Break it: the short dual with the linear kernel",
    problems=None,
    reference=lambda: np.array([[1.0, 0.0], [3.0, 0.0]]),
    certify=_certify_ratio,
    mistakes=[
        Mistake(
            "All your points are the same: every ball around them has radius 0.",
            lambda: np.ones((3, 2)),
            when=_of_form(_plane_points, _are_the_same),
        ),
        Mistake(
            "All your points are equally far from the origin. Then K(x, x) is constant, and the short dual is right.",
            lambda: np.array([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]]),
            when=_of_form(_plane_points, _have_one_norm),
        ),
        Mistake(
            "The origin lies among your points, so the short dual puts the center there, and it may not be far "
            "from the right one. Which point is the wrong center if the origin lies outside?",
            lambda: np.array([[-1.0, -1.0], [2.0, 0.0], [0.0, 2.0]]),
            when=_of_form(_plane_points, _surround_origin),
        ),
    ],
    form=_plane_points,
)


class SquaredSlacks(NamedTuple):
    """Weights that sum to 1, the price of squared slack, and the coordinates behind K."""

    K: np.ndarray
    alpha: np.ndarray
    C: float
    Phi: np.ndarray


def _squared_slacks(rng):
    for k, n, C in ((Linear(), 3, 0.5), (RBF(0.5), 6, 0.2), (Polynomial(2, 0.5, 1.0), 5, 2.0)):
        K = k(rng.normal(size=(n, 2)))
        yield SquaredSlacks(K, _random_weights(rng, n, 0.6), C, features_of_gram(K))


def _squared_slack_dual(K, alpha, C):
    return alpha / (2 * C), ball.dual_objective(K, alpha) - alpha @ alpha / (4 * C)


def _squared_slack_dual_with(slack_factor, factor):
    """Slacks of α/C times a factor, and that factor for Σ α²/C."""
    return lambda K, alpha, C: (
        slack_factor * alpha / C,
        ball.dual_objective(K, alpha) + factor * alpha @ alpha / C,
    )


def _squared_slack_lagrangian(R, c, xi, alpha, Phi, C):
    return R**2 + C * xi @ xi - alpha @ (R**2 + xi - _distances(c, Phi))


def _cheapest_of_random_balls(problem, count=50):
    """Least cost R² + C Σ ξ² over balls around random centers, with the slacks that they need."""
    rng = np.random.default_rng(0)
    n = len(problem.alpha)
    costs = []
    for weights, share in zip(rng.dirichlet(np.ones(n), count), rng.random(count), strict=True):
        d2 = _distances(weights @ problem.Phi, problem.Phi)
        R2 = share * d2.max()
        costs.append(R2 + problem.C * (np.maximum(0, d2 - R2) ** 2).sum())
    return min(costs)


def _certify_squared_slacks(problem, answer):
    _, alpha, C, Phi = problem
    xi, value = answer
    c, R = alpha @ Phi, 1.3
    slopes = gradient(lambda at: _squared_slack_lagrangian(R, c, at, alpha, Phi, C), at=xi)
    lagrangian = _squared_slack_lagrangian(R, c, xi, alpha, Phi, C)
    return [
        Certificate("largest | ∂L/∂ξᵢ | at your slacks, by finite differences", np.abs(slopes).max(), 1e-9),
        Certificate("| your value − L | at your slacks and c = Σᵢ αᵢ Φ(xᵢ)", abs(value - lagrangian), 1e-9),
        Certificate("none of 50 random balls costs less", bool(value <= _cheapest_of_random_balls(problem))),
    ]


def _has_slacks(factor):
    """Whether the slacks are α/C times a factor, whatever the value."""
    return lambda problem, answer: bool(np.allclose(answer[0], factor * problem.alpha / problem.C, atol=1e-9))


def _squared_slack_dual_without_diagonal(K, alpha, C):
    return alpha / (2 * C), -alpha @ K @ alpha - alpha @ alpha / (4 * C)


squared_slack_dual = Exercise(
    "03.10",
    "Another price, another dual",
    problems=_squared_slacks,
    arguments=lambda problem: problem[:3],
    reference=_squared_slack_dual,
    certify=_certify_squared_slacks,
    mistakes=[
        Mistake(
            "The derivative of C ξᵢ² is not C ξᵢ.",
            _squared_slack_dual_with(1, 0),
            when=_has_slacks(1),
        ),
        Mistake(
            "The sign of your slacks is reversed: ∂L/∂ξᵢ = 2C ξᵢ − αᵢ has to be zero.",
            _squared_slack_dual_with(-0.5, -0.25),
            when=_has_slacks(-0.5),
        ),
        Mistake(
            "The slacks are right, but they have not gone from L as they did when slack cost ξ: put them in. "
            "C Σ ξᵢ² − Σ αᵢ ξᵢ does not cancel.",
            _squared_slack_dual_with(0.5, 0),
        ),
        Mistake(
            "The slacks are right. You put them into − Σ αᵢ ξᵢ; they stand in C Σ ξᵢ² as well.",
            _squared_slack_dual_with(0.5, -0.5),
        ),
        Mistake(
            "The slacks are right. You put them into C Σ ξᵢ²; they stand in − Σ αᵢ ξᵢ as well, and that is twice "
            "as much.",
            _squared_slack_dual_with(0.5, 0.25),
        ),
        Mistake(
            "The slacks and their part of the value are right. Of the squared distances, Σ αᵢ K(xᵢ, xᵢ) is missing.",
            _squared_slack_dual_without_diagonal,
        ),
    ],
)
