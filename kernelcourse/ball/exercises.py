"""The exercises of chapter 03: the minimum-volume ball."""

import numpy as np

from kernelcourse.ball import problems
from kernelcourse.judging.answers import describe, points
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, worst
from kernelcourse.proving.derivations import gradient
from kernelsy19 import datasets
from kernelsy19.ball import equations as ball
from kernelsy19.ball import solve as ball_solve
from kernelsy19.kernels import RBF


def _certify_cost(problem, answer):
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


cost_of_ball = Exercise(
    "03.1",
    "What a ball costs",
    problems=problems.any_balls,
    edge=problems.edge_balls,
    reference=problems.cost_of_ball,
    certify=_certify_cost,
    mistakes=[
        Mistake(
            "The sign is turned: you charge the points inside and let those outside go free. Which of the two does "
            "(3a) ask something of?",
            problems.cost_with(lambda d2, R2: np.maximum(0, R2 - d2)),
        ),
        Mistake(
            "Some of your slacks are negative. Constraint (3b) forbids that: a point inside the ball earns nothing.",
            problems.cost_with(lambda d2, R2: d2 - R2),
        ),
        Mistake(
            "You charge the points inside as well, by how far they are from the sphere. They keep (3a) without slack.",
            problems.cost_with(lambda d2, R2: np.abs(d2 - R2)),
        ),
        Mistake(
            "You compare distances with the squared radius. Constraint (3a) compares *squared* distances with it.",
            problems.cost_with(lambda d2, R2: np.maximum(0, np.sqrt(d2) - R2)),
        ),
        Mistake(
            "The argument `R2` is R² already; in the slacks you square it once more.",
            problems.cost_with(lambda d2, R2: np.maximum(0, d2 - R2**2)),
        ),
        Mistake(
            "A point outside pays all of its squared distance in your answer. By how much does it break (3a)?",
            problems.cost_with(lambda d2, R2: np.where(d2 > R2, d2, 0)),
        ),
        Mistake(
            "You count the points outside. A slack says by *how much* a point breaks (3a).",
            problems.cost_with(lambda d2, R2: 1.0 * (d2 > R2)),
        ),
        Mistake(
            "You measured from the origin. Distances are from the center `c`.",
            lambda R2, c, Phi, nu: problems.cost_of_ball(R2, 0 * c, Phi, nu),
        ),
        Mistake(
            "The slacks are right. In (2) they are summed as they are, you squared them: that is another price.",
            problems.cost_of_squared_slacks,
        ),
        Mistake(
            "You compare distances with R. Constraint (3a) compares *squared* distances with R².",
            problems.cost_with(lambda d2, R2: np.maximum(0, np.sqrt(d2) - np.sqrt(R2))),
        ),
        Mistake(
            "The slacks are right, their price is not: look at the factor before the sum in (2).",
            problems.cost_with_price(lambda nu, n: 1 / n),
            when=problems.has_other_price,
        ),
        Mistake(
            "The slacks are right and so is their price. The size of the ball itself is not in the cost.",
            lambda *problem: (
                problems.cost_of_ball(*problem)[0] - problem[0],
                problems.cost_of_ball(*problem)[1],
            ),
        ),
        Mistake(
            "The slacks are right and so is their price. But the argument `R2` is R² already: add it as it is.",
            problems.cost_of_squared_R2,
            when=problems.has_other_radius,
        ),
        Mistake(
            "The argument `R2` is R² already; you square it once more.",
            lambda R2, c, Phi, nu: problems.cost_of_ball(R2**2, c, Phi, nu),
        ),
    ],
)


def _certify_center_gradient(point, answer):
    R, c, xi, alpha, beta, Phi, nu = point
    slopes = gradient(lambda at: ball.lagrangian(R, at, xi, alpha, beta, Phi, nu), at=c)
    text = "largest difference from the finite differences of L"
    return Certificate(text, np.abs(answer - slopes).max(), 1e-9)


def _doubles_one_term(point, answer):
    pulls, center = point.alpha @ point.Phi, point.c * point.alpha.sum()
    return any(np.allclose(answer, wrong) for wrong in (2 * center - pulls, center - 2 * pulls))


center_gradient = Exercise(
    "03.2",
    "The derivative in the center",
    problems=problems.lagrangian_points,
    arguments=lambda point: (point.c, point.alpha, point.Phi),
    reference=ball.derivative_in_center,
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
        Mistake(
            "The points are weighed by αᵢ, the center is not: each of the n squared distances brings c once, "
            "and αᵢ stands before all of it.",
            lambda c, alpha, Phi: 2 * len(alpha) * c - 2 * alpha @ Phi,
        ),
        Mistake(
            "The sign of one of the two terms: moving c toward Φ(xᵢ) makes their distance smaller, not larger.",
            lambda c, alpha, Phi: 2 * c * alpha.sum() + 2 * alpha @ Phi,
        ),
        Mistake(
            "c itself is missing. The derivative of −2⟨Φ(xᵢ), c⟩ is there; what becomes of ⟨c, c⟩?",
            lambda c, alpha, Phi: -2 * alpha @ Phi,
        ),
        Mistake(
            "That is the center at which the derivative is zero. The derivative is asked for, at any center.",
            lambda c, alpha, Phi: alpha @ Phi,
        ),
        Mistake(
            "You divided by n. L holds sums over the points, not means.",
            lambda c, alpha, Phi: 2 * (c * alpha.sum() - alpha @ Phi) / len(alpha),
        ),
        Mistake(
            "The factor 2 of the derivative of a square stands before one of your two terms only.",
            lambda c, alpha, Phi: 2 * c * alpha.sum() - alpha @ Phi,
            when=_doubles_one_term,
        ),
        Mistake(
            "You divided the multipliers by their sum. Here they need not sum to 1, and L takes them as they are.",
            lambda c, alpha, Phi: 2 * (c - alpha @ Phi / alpha.sum()),
        ),
    ],
)


def _certify_distances(problem, answer):
    exact = problems.distances(problem.alpha @ problem.Phi_s, problem.Phi_x)
    text = "largest difference from ‖Φ(x) − c‖², from coordinates"
    return Certificate(text, np.abs(answer - exact).max(), 1e-9)


def _weighs_once(problem, answer):
    """Whether the last term is Σᵢⱼ αᵢ K(xᵢ, xⱼ), or its mean over j, or Σᵢ αᵢ K(xᵢ, xᵢ)."""
    K_xx, K_xs, K_ss, alpha = problem[:4]
    lasts = (alpha @ K_ss).sum(), (alpha @ K_ss).mean(), alpha @ np.diagonal(K_ss)
    return any(np.allclose(answer, K_xx - 2 * K_xs @ alpha + last) for last in lasts)


distances_to_center = Exercise(
    "03.3",
    "Distances to a center that nobody has",
    problems=problems.new_points,
    arguments=lambda problem: problem[:4],
    reference=ball.squared_distances_to_center,
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
            "The sign of the last term: it is the square of a length.",
            lambda K_xx, K_xs, K_ss, alpha: K_xx - 2 * K_xs @ alpha - alpha @ K_ss @ alpha,
        ),
        Mistake(
            "The mixed term is missing: how like the new point is to the training points.",
            lambda K_xx, K_xs, K_ss, alpha: K_xx + alpha @ K_ss @ alpha,
        ),
        Mistake(
            "⟨c, c⟩ has two weights in it, one for each of the two sums. You have used one.",
            lambda K_xx, K_xs, K_ss, alpha: K_xx - 2 * K_xs @ alpha + (alpha @ K_ss).sum(),
            when=_weighs_once,
        ),
        Mistake(
            "The last term comes once. Only the mixed term comes twice.",
            lambda K_xx, K_xs, K_ss, alpha: K_xx - 2 * K_xs @ alpha + 2 * alpha @ K_ss @ alpha,
        ),
        Mistake(
            "The first term is missing: a point that lies far from the origin has a large K(x, x).",
            lambda K_xx, K_xs, K_ss, alpha: alpha @ K_ss @ alpha - 2 * K_xs @ alpha,
        ),
        Mistake(
            "You measure to the mean of the training points: the weights αᵢ are missing.",
            lambda K_xx, K_xs, K_ss, alpha: K_xx - 2 * K_xs.mean(axis=1) + K_ss.mean(),
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
            lambda *values: np.sqrt(ball.squared_distances_to_center(*values)),
        ),
    ],
)


def _training_distances(K, alpha):
    return ball.squared_distances_to_center(np.diagonal(K), K, K, alpha)


def _radius_over(choose):
    """Mean squared distance of the points that `choose(share)` selects."""

    def radius_squared(K, alpha, nu):
        return _training_distances(K, alpha)[choose(alpha * nu * len(alpha))].mean()

    return radius_squared


RADIUS_TOLERANCE = 1e-6  # weights that are rounded at 1e-8 move the distances


def _is_distance_of(kind):
    """Whether an answer is the squared distance of a point of that kind."""

    def when(problem, R2):
        d2 = problem.solution.squared_distances[problem.solution.kinds == kind]
        return bool(np.any(np.abs(d2 - R2) < RADIUS_TOLERANCE * problem.solution.R2))

    return when


def _takes_rounding_for_weight(problem, R2):
    """Whether an answer is a mean over the surface and points that differ from 0 or 1/(νn) by rounding only."""
    K, alpha, nu, _ = problem
    means = []
    for tolerance in [0, *10.0 ** np.arange(-16, -8)]:
        for unit in (1, nu * len(alpha)):
            share, low, high = alpha * unit, tolerance, unit / (nu * len(alpha)) - tolerance
            masks = ((share > low) & (share < high), share < high, np.full(len(alpha), True))
            means += [_training_distances(K, alpha)[mask].mean() for mask in masks]
    return bool((np.abs(np.array(means) - R2) < 1e-9 * problem.solution.R2).any())


def _certify_radius(problem, R2):
    d2 = problem.solution.squared_distances
    surface = d2[problem.solution.surface]
    outside = int((d2 > R2 * (1 + 10 * RADIUS_TOLERANCE)).sum())
    text = "largest | ‖Φ(xᵢ) − c‖² − R² | / R² over the points on the surface"
    return [
        Certificate(text, np.abs(surface - R2).max() / problem.solution.R2, RADIUS_TOLERANCE),
        Certificate("at most νn points lie outside", bool(outside <= problem.nu * len(d2))),
    ]


radius_squared = Exercise(
    "03.4",
    "R² from a point on the surface",
    problems=problems.solved_balls,
    edge=problems.edge_balls_solved,
    arguments=lambda problem: problem[:3],
    reference=ball.radius_squared,
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
            "Your mean holds points that are not on the surface: their αᵢ is 0 or 1/(νn), up to the rounding of a "
            "solver. Compare with the tolerance of the text, at both ends.",
            _radius_over(lambda share: (share > 0) & (share < 1)),
            when=_takes_rounding_for_weight,
        ),
        Mistake(
            "This is the mean of all squared distances, weighted by α: the value of the dual. Outliers are in it, with "
            "the largest weights.",
            lambda K, alpha, nu: alpha @ _training_distances(K, alpha),
        ),
        Mistake(
            "A term is missing from the distance: ‖c‖² = Σᵢⱼ αᵢαⱼ K(xᵢ, xⱼ).",
            lambda K, alpha, nu: ball.radius_squared(K, alpha, nu) - alpha @ K @ alpha,
        ),
        Mistake(
            "This is R. The exercise asks for R².",
            lambda K, alpha, nu: np.sqrt(ball.radius_squared(K, alpha, nu)),
        ),
    ],
)


N_ERUPTIONS = 272


NU_OF_PREDICTION = 0.15


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
            when=lambda _, answer: answer[0] == 40 and answer[1] <= 40,
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
            when=lambda _, answer: bool({231, 232} & {float(number) for number in answer}),
        ),
    ],
)


def _points_and_nu(answer, expected):
    """What is wrong with a pair of points of the plane and ν, or None."""
    del expected
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        return f"expected a pair `(X, nu)`, got {describe(answer)}"
    X, nu = answer
    if not isinstance(nu, float) or not 0 < nu < 1:
        got = f"{nu:.3g}" if isinstance(nu, float) else describe(nu)
        return f"expected a ν strictly between 0 and 1 as the second item, got {got}"
    return points(2, least=2, most=30)(X, None)


def _budget_is_whole(X, nu):
    return abs(nu * len(X) - round(nu * len(X))) < 1e-9


def _certify_no_surface(_, answer):
    solution = problems.linear_ball(*answer)
    nearest_outlier, farthest_inside = problems.interval_of_radii(solution)
    apart = _budget_is_whole(*answer) and bool(nearest_outlier > 1.05 * farthest_inside)
    gap = solution.duality_gap / max(solution.R2, 1e-12)
    return [
        Certificate("no weight lies strictly between 0 and 1/(νn)", not solution.surface.any()),
        Certificate("the nearest outlier is at least 5% farther out than the farthest point inside", apart),
        Certificate("duality gap of the ball, as a share of R²", gap, 1e-6),
    ]


def _are_equally_far(_, answer):
    d2 = problems.linear_ball(*answer).squared_distances
    return bool(np.ptp(d2) <= 1e-6 * d2.max())


def _has_surface(_, answer):
    return _budget_is_whole(*answer) and bool(problems.linear_ball(*answer).surface.any())


def _has_no_surface(_, answer):
    return _budget_is_whole(*answer) and not problems.linear_ball(*answer).surface.any()


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
            when=lambda _, answer: not _budget_is_whole(*answer),
        ),
        Mistake(
            "With νn = 1, one outlier would hold all the weight. Then the center is that very point, and it is "
            "not outside. Make νn larger.",
            lambda: (np.array([[0.0, 0.0], [0.0, 2.0], [1.0, 1.0], [9.0, 0.0]]), 0.25),
            when=lambda _, answer: abs(answer[1] * len(answer[0]) - 1) < 1e-9,
        ),
        Mistake(
            "All your points are equally far from the center, so none of them is farther out than another.",
            lambda: (np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]]), 0.5),
            when=_are_equally_far,
        ),
        Mistake(
            "νn is whole, as it has to be, but some weights lie between 0 and 1/(νn). If νn points have weight "
            "1/(νn), the center is their mean. Place them so that they are indeed the farthest from it.",
            lambda: (np.array([[0.0, 0.0], [4.0, 0.0], [2.0, 3.0], [2.0, 1.0]]), 0.5),
            when=_has_surface,
        ),
        Mistake(
            "No weight lies between the bounds, but the outliers are hardly farther out than the points inside: move "
            "the two kinds apart.",
            lambda: (np.array([[-3.0, 0.0], [-2.98, 0.0], [2.98, 0.0], [3.0, 0.0]]), 0.5),
            when=_has_no_surface,
        ),
    ],
    form=_points_and_nu,
)


def _best_value_along_pair(K, alpha, nu, i, j):
    """Largest L_D that the pair can reach, from the parabola through three of its values."""

    def value(t):
        return ball.dual_objective(K, problems.moved(alpha, i, j, t))

    low, high = problems.allowed_steps(alpha, nu, i, j)
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
        Certificate("loss of L_D by the step", worst(before - after), 1e-10),
        Certificate(
            "what L_D still gains along this pair", worst(_best_value_along_pair(*problem) - after), 1e-10
        ),
    ]


smo_step = Exercise(
    "03.7",
    "One step of SMO",
    problems=problems.pairs,
    edge=problems.edge_pairs,
    reference=problems.smo_step,
    certify=_certify_step,
    mistakes=[
        Mistake(
            "When the two points are the same, your step is 0/0. Then no step changes L_D: treat ‖Φ(xᵢ) − Φ(xⱼ)‖² = 0 "
            "on its own.",
            problems.smo_step_that_divides_by_zero,
        ),
        Mistake(
            "The step is the best on the whole line, but a weight leaves the box 0 ≤ α ≤ 1/(νn). Shorten t so "
            "that both weights stay in it.",
            lambda K, alpha, nu, i, j: problems.moved(alpha, i, j, problems.best_step(K, alpha, i, j)),
        ),
        Mistake(
            "You keep both weights from falling below 0, but one of them exceeds 1/(νn). How long may t be "
            "for each of the two bounds of each of the two weights?",
            problems.smo_step_above_zero_only,
        ),
        Mistake(
            "You cut αᵢ and αⱼ to the box one by one, so they no longer move by the same amount and the sum is not 1. "
            "Cut t, then move both.",
            problems.smo_step_clipped_apart,
        ),
        Mistake(
            "Your step is twice as long as the best one. Write L_D as a parabola in t; its quadratic term is "
            "−t² ‖Φ(xᵢ) − Φ(xⱼ)‖².",
            problems.smo_step_times(2),
        ),
        Mistake(
            "Your step is half as long as the best one. The slope of L_D in αᵢ has the factor 2 of the double sum.",
            problems.smo_step_times(0.5),
        ),
        Mistake(
            "You step the wrong way, so L_D falls: a sign is turned, or i and j are exchanged in one place and not in "
            "the others. The dual is maximized: weight moves to the point that is farther from the center.",
            problems.smo_step_times(-1),
            also=(problems.smo_step_exchanged,),
        ),
        Mistake(
            "Only αᵢ has moved. What αᵢ gains αⱼ has to lose, or the weights do not sum to 1.",
            problems.smo_step_of_one,
        ),
        Mistake(
            "Both weights have moved the same way. What αᵢ gains αⱼ has to lose, or the weights do not sum to 1.",
            problems.smo_step_of_both,
        ),
        Mistake(
            "In your slope the sum over all points has the wrong sign, or another factor than the 2 of a derivative.",
            problems.smo_step_with_slope(1, 2),
            also=(problems.smo_step_with_slope(1, -1),),
        ),
        Mistake(
            "The weights came back as they were.",
            lambda K, alpha, nu, i, j: alpha,
        ),
        Mistake(
            "Your t is never negative. Where point j is farther from the center than point i, it moves from i to j.",
            lambda *a: problems.smo_step(*a) if problems.best_step(*a[:2], *a[3:]) > 0 else a[1],
        ),
        Mistake(
            "You go to the end of the box. Along t there is a parabola, and its top may come before.",
            problems.smo_step_times(1e6),
        ),
        Mistake(
            "You make both weights equal. L_D is largest there only if both points are equally far from the center.",
            problems.smo_step_to_equal_weights,
        ),
        Mistake(
            "The sign of the mixed term in ‖Φ(xᵢ) − Φ(xⱼ)‖²: it is the square of a *difference*.",
            problems.smo_step_with_other_curvature,
        ),
        Mistake(
            "You keep the weights below 1/n. The bound is 1/(νn): ν is missing.",
            lambda K, alpha, nu, i, j: problems.smo_step(K, alpha, 1, i, j),
        ),
        Mistake(
            "Your slope misses K(xᵢ, xᵢ) − K(xⱼ, xⱼ). It is zero for the RBF kernel only, and its relatives.",
            problems.smo_step_with_slope(0, -2),
        ),
    ],
)


def _certify_solution(problem, alpha):
    K, nu = problem
    return [
        Certificate("| Σᵢ αᵢ − 1 |", abs(alpha.sum() - 1), 1e-6),
        Certificate("by how much a weight leaves the box", ball.box_violation(alpha, nu).max(), 1e-6),
        Certificate("duality gap", worst(ball.duality_gap(K, alpha, nu)), 1e-4),
    ]


solve_ball = Exercise(
    "03.8",
    "A solver of your own",
    problems=problems.duals,
    edge=problems.edge_duals,
    forbids=("kernelsy19.ball.solve_dual", "kernelsy19.ball.plain_smo"),
    reference=problems.solve_ball,
    certify=_certify_solution,
    mistakes=[
        Mistake(
            "Equal weights are feasible, a good place to start from and the answer for ν = 1. For ν < 1 weight has to "
            "move on to the points far from the center.",
            lambda K, nu: np.full(len(K), 1 / len(K)),
        ),
        Mistake(
            "Your weights sum to νn, as in some software. Here they sum to 1, and the bound is 1/(νn).",
            lambda K, nu: nu * len(K) * problems.solve_ball(K, nu),
            when=problems.sums_to_budget,
        ),
        Mistake(
            "You have solved the problem without the bound 1/(νn), so nothing is given up: a hard ball around "
            "all points.",
            lambda K, nu: problems.solve_box(K, 1.0, np.diagonal(K)),
            when=problems.ignores_bound,
        ),
        Mistake(
            "You have left out Σᵢ αᵢ K(xᵢ, xᵢ). That is allowed for a kernel with constant K(x, x) only.",
            lambda K, nu: problems.solve_box(K, 1 / (nu * len(K)), np.zeros(len(K))),
            when=problems.ignores_diagonal,
        ),
        Mistake(
            "The weights are feasible but worth less than equal ones. Either L_D falls in your steps (it is to be "
            "*maximized*), or they end before they have left a bad start.",
            problems.nearest_points,
            when=problems.is_worse_than_uniform,
        ),
        Mistake(
            "Your weights solve the problem with half of the double sum. Look at the slope of L_D in αᵢ: how often "
            "does αᵢ stand in Σᵢⱼ αᵢαⱼ K(xᵢ, xⱼ)?",
            lambda K, nu: problems.solve_box(K, 1 / (nu * len(K)), 2 * np.diagonal(K)),
            when=problems.halves_double_sum,
        ),
        Mistake(
            "All weights but one, at most, are 0 or at the bound. Which points should lie on the surface, with a "
            "weight between? From such a corner weight still has to move.",
            lambda K, nu: np.clip(nu * len(K) - np.arange(len(K)), 0, 1) / (nu * len(K)),
            when=problems.is_a_corner,
        ),
        Mistake(
            "Your weights do not sum to 1. A step that adds to one weight has to take the same from another.",
            lambda K, nu: 1.1 * problems.solve_ball(K, nu),
            when=lambda problem, answer: abs(answer.sum() - 1) > 1e-2,
        ),
        Mistake(
            "Your weights sum to 1, but some are negative or above 1/(νn). The bounds belong in each step: what is "
            "cut off afterwards is missing elsewhere.",
            lambda K, nu: 1.5 * problems.solve_ball(K, nu) - 0.5 / len(K),
            when=problems.leaves_the_box,
        ),
        Mistake(
            "Your weights are feasible and on their way to the right ones, but the gap is still too large: take more "
            "steps, choose the pairs better, or ask for less at the end of the loop.",
            lambda K, nu: 0.9 * problems.solve_ball(K, nu) + 0.1 / len(K),
            when=problems.stops_early,
        ),
    ],
)


RATIO_WANTED = 1.9


def _certify_ratio(_, X):
    short_of = worst(RATIO_WANTED - problems.ratio_of_radii(X))
    return Certificate(f"by how much the ratio of the radii falls short of {RATIO_WANTED}", short_of)


def _have_one_norm(_, X):
    norms = np.linalg.norm(X, axis=1)
    return bool(np.ptp(norms) <= 1e-9 * norms.max())


def _surround_origin(_, X):
    return bool(np.linalg.norm(problems.wrong_center(X)) <= 1e-3 * np.abs(X).max())


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
            when=lambda _, X: not np.ptp(X, axis=0).any(),
        ),
        Mistake(
            "All your points are equally far from the origin. Then K(x, x) is constant, and the short dual is right.",
            lambda: np.array([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]]),
            when=_have_one_norm,
        ),
        Mistake(
            "The origin lies among your points, so the short dual puts the center there, and it may not be far "
            "from the right one. Which point is the wrong center if the origin lies outside?",
            lambda: np.array([[-1.0, -1.0], [2.0, 0.0], [0.0, 2.0]]),
            when=_surround_origin,
        ),
        Mistake(
            "The two centers differ, but hardly: the smallest ball need not become much larger. Which of your points "
            "is the wrong center, and how far from the farthest one can it be?",
            lambda: np.array([[1.0, 0.0], [1.1, 1.0], [1.1, -1.0]]),
            when=lambda _, X: problems.ratio_of_radii(X) <= 1.3,
        ),
        Mistake(
            "You are on the way: the wrong center lies off the middle, and the ratio is above 1.3. Where among the "
            "points would it have to lie for the ratio to reach 2?",
            lambda: np.array([[1.0, 2.0], [1.0, -1.0]]),
            when=lambda _, X: problems.ratio_of_radii(X) > 1.3,
        ),
    ],
    form=points(2, least=2, most=20),
)


def _certify_squared_slacks(problem, answer):
    _, alpha, C, Phi = problem
    xi, value = answer
    c, R = alpha @ Phi, 1.3
    slopes = gradient(lambda at: problems.squared_slack_lagrangian(R, c, at, alpha, Phi, C), at=xi)
    lagrangian = problems.squared_slack_lagrangian(R, c, xi, alpha, Phi, C)
    return [
        Certificate("largest | ∂L/∂ξᵢ | at your slacks, by finite differences", np.abs(slopes).max(), 1e-9),
        Certificate("| your value − L | at your slacks and c = Σᵢ αᵢ Φ(xᵢ)", abs(value - lagrangian), 1e-9),
        Certificate(
            "none of 50 random balls costs less", bool(value <= problems.cheapest_of_random_balls(problem))
        ),
    ]


squared_slack_dual = Exercise(
    "03.10",
    "Another price, another dual",
    problems=problems.squared_slacks,
    arguments=lambda problem: problem[:3],
    reference=problems.squared_slack_dual,
    certify=_certify_squared_slacks,
    mistakes=[
        Mistake(
            "The derivative of C ξᵢ² is not C ξᵢ.",
            problems.squared_slack_dual_with(1, 0),
            when=problems.has_slacks(1),
        ),
        Mistake(
            "The sign of your slacks is reversed. With which sign does each of the two terms with ξᵢ stand in L?",
            problems.squared_slack_dual_with(-0.5, -0.25),
            when=problems.has_slacks(-0.5),
        ),
        Mistake(
            "The slacks are right, but they have not gone from L as they did when slack cost ξ: put them in. "
            "C Σ ξᵢ² − Σ αᵢ ξᵢ does not cancel.",
            problems.squared_slack_dual_with(0.5, 0),
        ),
        Mistake(
            "Your slacks are half of what they should be, or less. What is the derivative of C ξᵢ²?",
            problems.squared_slack_dual_with(0.25, -0.25),
            when=problems.has_slacks(0.25),
        ),
        Mistake(
            "Your slacks grow with C. The dearer a unit of slack is, the less of it there should be: on which side of "
            "the equation does C stand?",
            lambda K, alpha, C: (2 * C * alpha, problems.squared_slack_dual(K, alpha, C)[1]),
            when=problems.has_slacks_that_grow,
        ),
        Mistake(
            "Your slacks are all the same or all 0. Point i has its own αᵢ, and where αᵢ > 0 it has slack.",
            lambda K, alpha, C: (0 * alpha, problems.squared_slack_dual(K, alpha, C)[1]),
            when=lambda problem, answer: np.ptp(answer[0]) < 1e-12,
        ),
        Mistake(
            "C stands in your slacks twice. It stands in the derivative of C ξᵢ² once.",
            lambda K, alpha, C: (alpha / (2 * C**2), problems.squared_slack_dual(K, alpha, C)[1]),
        ),
        Mistake(
            "Of Σ αᵢ² you made (Σ αᵢ)², which is 1, or Σ αᵢ, which is 1 too. Each αᵢ is squared on its own.",
            lambda K, alpha, C: (alpha / (2 * C), ball.dual_objective(K, alpha) - 1 / (4 * C)),
        ),
        Mistake(
            "The slacks are right. What they bring to the value has C upside down: put ξᵢ into "
            "C Σ ξᵢ² − Σ αᵢ ξᵢ again.",
            lambda K, alpha, C: (alpha / (2 * C), ball.dual_objective(K, alpha) - C * alpha @ alpha / 4),
        ),
        Mistake(
            "The slacks are right. In the distances, Σᵢⱼ αᵢαⱼ K(xᵢ, xⱼ) has no factor ½.",
            lambda K, alpha, C: problems.with_kernel_terms(1, 0.5)(K, alpha, C),
        ),
        Mistake(
            "The slacks are right. Of the squared distances, Σᵢⱼ αᵢαⱼ K(xᵢ, xⱼ) is missing.",
            lambda K, alpha, C: problems.with_kernel_terms(1, 0)(K, alpha, C),
        ),
        Mistake(
            "The slacks are right. The signs of the two terms with K are turned: L holds + Σ αᵢ ‖Φ(xᵢ) − c‖².",
            lambda K, alpha, C: problems.with_kernel_terms(-1, -1)(K, alpha, C),
        ),
        Mistake(
            "The slacks are right, and the value has the wrong sign: the dual is what L has become, and is maximized.",
            lambda K, alpha, C: (alpha / (2 * C), -problems.squared_slack_dual(K, alpha, C)[1]),
        ),
        Mistake(
            "The slacks are right. What they bring to the value is a multiple of Σ αᵢ²/C, but of another size: put ξᵢ "
            "into C Σ ξᵢ² − Σ αᵢ ξᵢ again.",
            problems.squared_slack_dual_with(0.5, -1),
            when=problems.has_other_share_of_slacks,
        ),
        Mistake(
            "The slacks are right. You put them into − Σ αᵢ ξᵢ; they stand in C Σ ξᵢ² as well.",
            problems.squared_slack_dual_with(0.5, -0.5),
        ),
        Mistake(
            "The slacks are right. You put them into C Σ ξᵢ²; they stand in − Σ αᵢ ξᵢ as well, and that is twice "
            "as much.",
            problems.squared_slack_dual_with(0.5, 0.25),
        ),
        Mistake(
            "The slacks and their part of the value are right. Of the squared distances, Σ αᵢ K(xᵢ, xᵢ) is missing.",
            problems.squared_slack_dual_without_diagonal,
        ),
    ],
)


def _priced_slopes(R, alpha, beta, C):
    return 2 * R - 2 * R * alpha.sum(), C - alpha - beta, C.copy()


def _certify_priced_slopes(point, answer):
    R, c, xi, alpha, beta, Phi, C = point
    in_R, in_xi, largest = answer
    true_R = gradient(lambda at: problems.priced_lagrangian(at, c, xi, alpha, beta, Phi, C), at=R)
    true_xi = gradient(lambda at: problems.priced_lagrangian(R, c, at, alpha, beta, Phi, C), at=xi)
    at_bound = gradient(lambda at: problems.priced_lagrangian(R, c, at, largest, 0 * beta, Phi, C), at=xi)
    return [
        Certificate("difference of ∂L/∂R from finite differences of L", abs(in_R - true_R), 1e-9),
        Certificate("largest difference of ∂L/∂ξᵢ from them", np.abs(in_xi - true_xi).max(), 1e-9),
        Certificate("largest | ∂L/∂ξᵢ | where αᵢ is your bound, βᵢ = 0", np.abs(at_bound).max(), 1e-9),
    ]


priced_points = Exercise(
    "03.11",
    "A price for each point",
    problems=problems.priced_points,
    edge=problems.edge_priced_points,
    arguments=lambda point: (point.R, point.alpha, point.beta, point.C),
    reference=_priced_slopes,
    certify=_certify_priced_slopes,
    mistakes=[
        Mistake(
            "The first of the three: you took the derivative in R². The exercise asks for the one in R.",
            lambda R, alpha, beta, C: (1 - alpha.sum(), *_priced_slopes(R, alpha, beta, C)[1:]),
        ),
        Mistake(
            "The first of the three: R² stands in the objective, but also in each constraint (3a).",
            lambda R, alpha, beta, C: (2 * R, *_priced_slopes(R, alpha, beta, C)[1:]),
        ),
        Mistake(
            "The second of the three: ξᵢ has a constraint of its own, (3b). Its multiplier is missing.",
            lambda R, alpha, beta, C: (2 * R - 2 * R * alpha.sum(), C - alpha, C),
        ),
        Mistake(
            "A sign is wrong in both derivatives. L is the objective *less* each constraint times its own multiplier.",
            lambda R, alpha, beta, C: (2 * R + 2 * R * alpha.sum(), C + alpha + beta, C),
        ),
        Mistake(
            "The derivatives are right. The bound may not depend on β, which is free: how small can βᵢ get?",
            lambda R, alpha, beta, C: (2 * R - 2 * R * alpha.sum(), C - alpha - beta, C - beta),
        ),
        Mistake(
            "The derivatives are right. Your bound only says that the weights sum to one. What does ∂L/∂ξᵢ = 0 say?",
            lambda R, alpha, beta, C: (2 * R - 2 * R * alpha.sum(), C - alpha - beta, np.full(len(C), 1.0)),
        ),
    ],
)
