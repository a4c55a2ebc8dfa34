"""The exercises of chapter 13: the ball for two classes."""

import numpy as np

from kernelcourse.judging.answers import describe, points
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, worst
from kernelcourse.proving.derivations import gradient
from kernelcourse.svdd import problems
from kernelcourse.svdd.draws import two_class_lagrangian
from kernelsy19.kernels import RBF, Linear
from kernelsy19.svdd import equations as svdd
from kernelsy19.svdd import solve as svdd_solve


def _cost_with(slacks):
    """The cost with other slacks: ``slacks(squared distances, R2, y)``."""

    def cost(R2, c, Phi, y, C):
        xi = slacks(problems.distances(c, Phi), R2, y)
        return svdd.primal_objective(R2, xi, C), xi

    return cost


_cost = _cost_with(lambda d2, R2, y: svdd.slacks(R2, d2, y))


def _cost_by(length):
    """The cost where differences from the center are measured in another way."""

    def cost(R2, c, Phi, y, C):
        xi = np.maximum(0, y * (length(Phi - c) - R2))
        return R2 + C * xi.sum(), xi

    return cost


def _certify_cost(problem, answer):
    R2, c, Phi, y, C = problem
    cost, xi = answer
    late = np.array([s * (np.dot(x - c, x - c) - R2) for x, s in zip(Phi, y, strict=True)])
    exact = R2 + C * sum(value for value in late if value > 0)
    return [
        Certificate("by how much a constraint of (35) is violated", worst(late - xi, -xi), 1e-10),
        Certificate(
            "largest min(ξᵢ, what its constraint leaves to spare)", worst(np.minimum(xi, xi - late)), 1e-10
        ),
        Certificate("error of the cost, summed point by point", abs(cost - exact), 1e-10),
    ]


def _terms_of_cost(problem):
    R2, _, _, _, C = problem
    xi = _cost(*problem)[1]
    cost = {
        "R²": (R2, 1),
        "the price of all slacks": (C * xi.sum(), 1),
        "the sum of the slacks without its price": (xi.sum(), 0),
        "R": (np.sqrt(R2), 0),
        "the square of `R2`": (R2**2, 0),
        "a product of R² and C": (C * R2, 0),
        "the price of a mean of the slacks": (C * xi.mean(), 0),
        "the sum of the squares of the slacks": (C * (xi**2).sum(), 0),
        "a sum in which outliers count with a minus": (C * (xi @ problem.y), 0),
        "the sum of the slacks, divided by C": (xi.sum() / C, 0),
        "the number of points that pay": (C * np.count_nonzero(xi), 0),
    }
    return cost, {}


cost_of_ball = Exercise(
    "13.1",
    "What a ball for two classes costs",
    problems=problems.any_balls,
    edge=problems.edge_balls,
    reference=_cost,
    certify=_certify_cost,
    terms=_terms_of_cost,
    mistakes=[
        Mistake(
            "You treat outliers like targets: they pay for being outside. Which side is right for them?",
            _cost_with(lambda d2, R2, y: np.maximum(0, d2 - R2)),
        ),
        Mistake(
            "Outliers pay nothing in your cost. An outlier in the ball has slack too.",
            _cost_with(lambda d2, R2, y: np.where(y > 0, np.maximum(0, d2 - R2), 0)),
        ),
        Mistake(
            "The sign is turned for both classes: you charge the points that lie where they belong.",
            _cost_with(lambda d2, R2, y: np.maximum(0, y * (R2 - d2))),
        ),
        Mistake(
            "Some of your slacks are negative. Who is on the own side pays nothing, and earns nothing.",
            _cost_with(lambda d2, R2, y: y * (d2 - R2)),
        ),
        Mistake(
            "Your distances are sums of sizes of the coordinates. The squared distance adds squares.",
            _cost_by(lambda d: np.abs(d).sum(axis=1)),
            also=(_cost_by(lambda d: np.abs(d).max(axis=1)),),
        ),
        Mistake(
            "The slacks are right. In the cost there is the largest of them alone, where all are added up.",
            lambda R2, c, Phi, y, C: (R2 + C * _cost(R2, c, Phi, y, C)[1].max(), _cost(R2, c, Phi, y, C)[1]),
        ),
        Mistake(
            "You charge everybody by the distance from the sphere, on whichever side.",
            _cost_with(lambda d2, R2, y: np.abs(d2 - R2)),
        ),
        Mistake(
            "You compare distances with R. (35) compares *squared* distances with R².",
            _cost_with(lambda d2, R2, y: np.maximum(0, y * (np.sqrt(d2) - np.sqrt(R2)))),
        ),
        Mistake(
            "Your distances are not squared, and R² is.",
            _cost_with(lambda d2, R2, y: np.maximum(0, y * (np.sqrt(d2) - R2))),
        ),
        Mistake(
            "You compare squared distances with R⁴: the argument `R2` is a square already.",
            _cost_with(lambda d2, R2, y: np.maximum(0, y * (d2 - R2**2))),
        ),
        Mistake(
            "You compare squared distances with R. The argument `R2` needs no root.",
            _cost_with(lambda d2, R2, y: np.maximum(0, y * (d2 - np.sqrt(R2)))),
        ),
        Mistake(
            "Everybody on the wrong side pays 1 in your cost. How far a point is on the wrong side matters.",
            _cost_with(lambda d2, R2, y: (y * (d2 - R2) > 0).astype(float)),
        ),
        Mistake(
            "Your slacks are squared. They stand in (35) as they are.",
            _cost_with(lambda d2, R2, y: np.maximum(0, y * (d2 - R2)) ** 2),
        ),
        Mistake(
            "A point pays its whole distance once it is on the wrong side. It pays for what is beyond the sphere.",
            _cost_with(lambda d2, R2, y: np.where(y * (d2 - R2) > 0, d2, 0)),
        ),
        Mistake(
            "You take a mean over the coordinates where their squares are summed.",
            lambda R2, c, Phi, y, C: _cost_with(lambda d2, R2, y: np.maximum(0, y * (d2 / len(c) - R2)))(
                R2, c, Phi, y, C
            ),
        ),
        Mistake(
            "The slacks already hold the price in your answer: C belongs in the cost alone.",
            lambda R2, c, Phi, y, C: (_cost(R2, c, Phi, y, C)[0], C * _cost(R2, c, Phi, y, C)[1]),
        ),
        Mistake(
            "Targets pay nothing in your cost. A target outside the ball has slack, too.",
            _cost_with(lambda d2, R2, y: np.where(y < 0, np.maximum(0, R2 - d2), 0)),
        ),
        Mistake(
            "The slacks are right. The price C is for each unit of their sum, not of their mean.",
            lambda R2, c, Phi, y, C: (
                R2 + C * _cost(R2, c, Phi, y, C)[1].mean(),
                _cost(R2, c, Phi, y, C)[1],
            ),
        ),
        Mistake(
            "The slacks are right. But the argument `R2` is R² already: add it as it is.",
            lambda R2, c, Phi, y, C: (
                _cost(R2, c, Phi, y, C)[0] - R2 + R2**2,
                _cost(R2, c, Phi, y, C)[1],
            ),
        ),
    ],
)


def _slopes(c, alpha, y, Phi):
    return 2 * c - 2 * (y * alpha) @ Phi, 1 - y @ alpha


def _slopes_with(in_center=None, in_offset=None):
    """Slopes of which one is another function of (c, alpha, y, Phi)."""

    def slopes(c, alpha, y, Phi):
        right = _slopes(c, alpha, y, Phi)
        return (
            right[0] if in_center is None else in_center(c, alpha, y, Phi),
            right[1] if in_offset is None else in_offset(c, alpha, y, Phi),
        )

    return slopes


def _certify_slopes(point, answer):
    c, alpha, y, Phi, rho, xi, beta, C = point
    others = (alpha, beta, y, Phi, C)
    in_center = gradient(lambda at: two_class_lagrangian(at, rho, xi, *others), at=c)
    in_offset = gradient(lambda at: two_class_lagrangian(c, at, xi, *others), at=rho)
    text = "largest difference from the finite differences of L"
    return [
        Certificate(f"{text}, in c", np.abs(answer[0] - in_center).max(), 1e-9),
        Certificate(f"{text}, in ρ", abs(answer[1] - in_offset), 1e-9),
    ]


def _terms_of_slopes(point):
    c, alpha, y, Phi = point[:4]
    signed = y * alpha
    in_center = {
        "what comes from ‖c‖²": (2 * c, 1),
        "the sum over the points": (-2 * signed @ Phi, 1),
        "a sum over the points without the signs of the classes": (alpha @ Phi, 0),
        "a sum over the points without the multipliers": (y @ Phi, 0),
        "a multiple of c, as in chapter 3, where ‖c‖² was in every constraint,": (c * signed.sum(), 0),
        "a multiple of c, by weights without signs,": (c * alpha.sum(), 0),
        "a mean over the points": (signed @ Phi / len(y), 0),
        "the norm of c": (np.linalg.norm(c), 0),
    }
    in_offset = {
        "the 1, from ρ in the cost,": (1, 1),
        "the sum over the multipliers": (-signed.sum(), 1),
        "a sum over the multipliers without the signs of the classes": (alpha.sum(), 0),
        "a sum of the signs alone": (y.sum(), 0),
        "the number of points": (len(y), 0),
        "a mean of the multipliers": (signed.mean(), 0),
    }
    return in_center, in_offset


slopes = Exercise(
    "13.2",
    "Where the convex form is stationary",
    problems=problems.lagrangian_points,
    arguments=lambda point: point[:4],
    reference=_slopes,
    certify=_certify_slopes,
    terms=_terms_of_slopes,
    mistakes=[
        Mistake(
            "The classes have no signs in your derivatives. With which sign does the constraint of an outlier "
            "hold c and ρ?",
            lambda c, alpha, y, Phi: (2 * c - 2 * alpha @ Phi, 1 - alpha.sum()),
        ),
        Mistake(
            "The derivative in ρ is right. In c this is that of chapter 3, where ‖c‖² stood in every "
            "constraint. Where does it "
            "stand in the convex form?",
            _slopes_with(in_center=lambda c, alpha, y, Phi: 2 * c * (y @ alpha) - 2 * (y * alpha) @ Phi),
        ),
        Mistake(
            "The derivative in c is right. In ρ the sign is reversed.",
            _slopes_with(in_offset=lambda c, alpha, y, Phi: y @ alpha - 1),
        ),
        Mistake(
            "The derivative in ρ is right. In c the signs of the classes are missing.",
            _slopes_with(in_center=lambda c, alpha, y, Phi: 2 * c - 2 * alpha @ Phi),
        ),
        Mistake(
            "The derivative in c is right. In ρ the signs of the classes are missing.",
            _slopes_with(in_offset=lambda c, alpha, y, Phi: 1 - alpha.sum()),
        ),
        Mistake(
            "The derivative in ρ is right. In c a factor is missing: what is the derivative of ‖c‖²?",
            _slopes_with(in_center=lambda c, alpha, y, Phi: c - (y * alpha) @ Phi),
        ),
        Mistake(
            "The derivative in ρ is right. In c the second term has the wrong sign: does moving the center "
            "toward a target "
            "raise what its constraint leaves, or lower it?",
            _slopes_with(in_center=lambda c, alpha, y, Phi: 2 * c + 2 * (y * alpha) @ Phi),
        ),
        Mistake(
            "The derivative in c is right. In ρ the 1 is missing: ρ stands in the cost as well.",
            _slopes_with(in_offset=lambda c, alpha, y, Phi: -(y @ alpha)),
        ),
    ],
)


N_TARGETS, N_OUTLIERS, PREDICTED_PRICE = 90, 60, 0.03


def _certify_counts(_, answer):
    most, least = answer
    budget = N_TARGETS - 1 / PREDICTED_PRICE
    rng = np.random.default_rng(13)
    X = np.vstack([rng.normal(size=(N_TARGETS, 2)), rng.normal(size=(N_OUTLIERS, 2)) + 1.5])
    y = np.repeat([1.0, -1.0], [N_TARGETS, N_OUTLIERS])
    solution = svdd_solve.solve_dual(RBF(0.5)(X), y, PREDICTED_PRICE)
    inside, surface = int(solution.inside.sum()), int(solution.surface.sum())
    return [
        Certificate("so many points strictly inside are not too many", bool(most <= budget)),
        Certificate("one more would be", bool(most + 1 > budget)),
        Certificate("so many points inside or on the surface are enough", bool(least >= budget)),
        Certificate("one fewer would not be", bool(least - 1 < budget)),
        Certificate(
            "the ball of 150 random points keeps to both", bool(inside <= most and inside + surface >= least)
        ),
    ]


counts = Exercise(
    "13.3",
    "How many points does the ball hold?",
    problems=None,
    reference=lambda: (56, 57),
    certify=_certify_counts,
    mistakes=[
        Mistake(
            "The two are the wrong way round: `counts[0]` is the largest number strictly inside, `counts[1]` "
            "the smallest "
            "number inside or on the surface.",
            lambda: (57, 56),
        ),
        Mistake(
            "You have counted the points that C leaves outside among the targets. The question is who is inside.",
            lambda: (33, 34),
            when=lambda _, answer: set(np.ravel(answer)) <= {33, 34},
        ),
        Mistake(
            "You start from all points. Count from the targets: with C = 1/p their weights are full and nobody is "
            "strictly inside.",
            lambda: (116, 117),
            when=lambda _, answer: min(answer) > N_TARGETS,
        ),
        Mistake(
            "p − 1/C is the number to start from, but points come whole. Which way do you have to round for each?",
            lambda: (N_TARGETS - 1 / PREDICTED_PRICE, N_TARGETS - 1 / PREDICTED_PRICE),
        ),
        Mistake(
            "You count from the outliers. With C = 1/p it is the targets whose weights are full.",
            lambda: (26, 27),
            when=lambda _, answer: set(np.ravel(answer)) <= {N_OUTLIERS - 34, N_OUTLIERS - 33},
        ),
        Mistake(
            "So many points cannot be strictly inside: a target there has the weight 0, and the signed weights have to "
            "sum to 1.",
            lambda: (90, 57),
            when=lambda _, answer: answer[0] > N_TARGETS - 1 / PREDICTED_PRICE and answer[0] >= N_TARGETS,
        ),
        Mistake(
            "Only 1/C, the number of full weights, stands in your answer. It says how many targets can be outside; who "
            "is left?",
            lambda: (33, 57),
            when=lambda _, answer: answer[0] in (33, 34) and answer[1] not in (33, 34),
        ),
        Mistake(
            "The first is right. The second has to be at least p − 1/C as well, and no larger than needed.",
            lambda: (56, 56),
            when=lambda _, answer: answer[0] == 56,
        ),
        Mistake(
            "The second is right. The first must not exceed p − 1/C, and comes as near to it as it can.",
            lambda: (57, 57),
            when=lambda _, answer: answer[1] == 57,
        ),
        Mistake(
            "Too many are strictly inside: with so many weights of 0 among the targets, the signed weights cannot "
            "reach "
            "the sum of 1.",
            lambda: (60, 90),
            when=lambda _, answer: answer[0] > N_TARGETS - 1 / PREDICTED_PRICE + 2 and answer[1] != 57,
        ),
        Mistake(
            "More can be strictly inside: the weights of the others need not all be as large as C allows.",
            lambda: (30, 60),
            when=lambda _, answer: 0 <= answer[0] < N_TARGETS - 1 / PREDICTED_PRICE - 3 and answer[1] != 57,
        ),
        Mistake(
            "Both are a point or two off. Their sum of weights is the right idea: round once down and once up.",
            lambda: (57, 58),
            when=lambda _, answer: all(abs(a - b) <= 2 for a, b in zip(answer, (56, 57), strict=True)),
        ),
    ],
)


def _kth_distance(index):
    """The squared distance of a rank that ``index(p, n, C)`` gives, among all points."""

    def radius(squared_distances, y, C):
        nearest_first, n = np.sort(squared_distances), len(y)
        k = int(np.floor(index(np.count_nonzero(y > 0), n, C) + 1e-9))
        return float(nearest_first[np.clip(k, 0, n - 1)])

    return radius


def _radius_of_targets_alone(squared_distances, y, C):
    return svdd.best_radius_squared(squared_distances[y > 0], y[y > 0], C)


def _least_cost(problem):
    d2, y, C = problem
    return min(svdd.primal_objective(r, svdd.slacks(r, d2, y), C) for r in [*d2])


def _certify_best_radius(problem, R2):
    d2, y, C = problem
    cost = R2 + C * sum(max(0 * di, yi * (di - R2)) for di, yi in zip(d2, y, strict=True))
    return Certificate(
        "cost of your ball, less the least cost over all radii", worst(cost - _least_cost(problem)), 1e-9
    )


def _cheapest_by(cost):
    """The squared distance at which another cost is least: ``cost(slacks, late, y, R2, C)``."""

    def radius(squared_distances, y, C):
        def of(R2):
            late = squared_distances - R2
            return cost(np.maximum(0, y * late), late, y, R2, C)

        return float(min(squared_distances, key=of))

    return radius


def _between(d, y, C, step):
    places = np.sort(d)
    k = int(np.argmin([r + C * np.maximum(0, y * (d - r)).sum() for r in places]))
    return (places[k] + places[min(max(k + step, 0), len(d) - 1)]) / 2


def _middle_of_classes(d, y):
    last = d[y > 0].max()
    return float((last + (d[y < 0].min() if (y < 0).any() else last)) / 2)


def _cheapest_with_price(price):
    def radius(d, y, C):
        return float(min(d, key=lambda r: r + price(y, C) * np.maximum(0, y * (d - r)).sum()))

    return radius


best_radius = Exercise(
    "13.4",
    "The best radius about a given center",
    problems=problems.radii,
    edge=problems.edge_radii,
    reference=svdd.best_radius_squared,
    certify=_certify_best_radius,
    mistakes=[
        Mistake(
            "This is the best radius for the targets alone. An outlier that R² passes begins to pay: it "
            "counts in the slope "
            "of the cost like a target.",
            _radius_of_targets_alone,
        ),
        Mistake(
            "You are one point short: with this R² the cost still falls.",
            _kth_distance(lambda p, n, C: p - 1 / C - 1),
        ),
        Mistake(
            "You are one point too far: with this R² the cost rises already.",
            _kth_distance(lambda p, n, C: p - 1 / C + 1),
        ),
        Mistake(
            "You count down from all points. Below all of them the slope of the cost is 1 − pC: it knows the "
            "targets only.",
            _kth_distance(lambda p, n, C: n - 1 / C),
        ),
        Mistake(
            "This ball holds every target, whatever the price of slack.",
            lambda squared_distances, y, C: float(squared_distances[y > 0].max()),
        ),
        Mistake(
            "This is the mean of the squared distances of the targets. The cost is made of straight pieces: "
            "look for its corners.",
            lambda squared_distances, y, C: float(squared_distances[y > 0].mean()),
        ),
        Mistake(
            "The signs of the classes are turned in your cost.",
            _cheapest_by(lambda xi, late, y, R2, C: R2 + C * np.maximum(0, -y * late).sum()),
        ),
        Mistake(
            "The price of slack has no effect on your radius.",
            _cheapest_by(lambda xi, late, y, R2, C: R2 + xi.sum()),
        ),
        Mistake(
            "You divided by the price of slack where you should multiply.",
            _cheapest_by(lambda xi, late, y, R2, C: R2 + xi.sum() / C),
        ),
        Mistake(
            "Only the slacks are in your cost: R² itself has to be paid, too.",
            _cheapest_by(lambda xi, late, y, R2, C: xi.sum()),
        ),
        Mistake(
            "In your cost the points on their own side pay as well, or earn: cut off at 0.",
            _cheapest_by(lambda xi, late, y, R2, C: R2 + C * np.abs(late).sum()),
        ),
        Mistake(
            "Negative slacks earn something in your cost. Cut them off at 0.",
            _cheapest_by(lambda xi, late, y, R2, C: R2 + C * (y * late).sum()),
        ),
        Mistake(
            "Your slacks are squared.",
            _cheapest_by(lambda xi, late, y, R2, C: R2 + C * (xi**2).sum()),
        ),
        Mistake(
            "You tried the places of targets only. An outlier may be the corner at which the cost turns.",
            lambda squared_distances, y, C: float(
                min(
                    squared_distances[y > 0],
                    key=lambda R2: R2 + C * np.maximum(0, y * (squared_distances - R2)).sum(),
                )
            ),
        ),
        Mistake(
            "This is the least cost. The exercise asks where it is.",
            lambda squared_distances, y, C: float(_least_cost((squared_distances, y, C))),
        ),
        Mistake(
            "This is a position in the list. The exercise asks for the squared distance that stands there.",
            lambda squared_distances, y, C: float(
                np.argmin(
                    [
                        svdd.primal_objective(R2, svdd.slacks(R2, squared_distances, y), C)
                        for R2 in squared_distances
                    ]
                )
            ),
        ),
        Mistake(
            "This is the radius of the *largest* cost.",
            lambda squared_distances, y, C: float(
                max(
                    squared_distances,
                    key=lambda R2: R2 + C * np.maximum(0, y * (squared_distances - R2)).sum(),
                )
            ),
        ),
        Mistake(
            "Your ball holds all points, also the outliers.",
            lambda squared_distances, y, C: float(squared_distances.max()),
        ),
        Mistake(
            "You count from the farthest point inward. The slope of the cost is known below all points: begin there.",
            lambda squared_distances, y, C: float(
                np.sort(squared_distances)[::-1][
                    min(int(np.floor(np.count_nonzero(y > 0) - 1 / C + 1e-9)), len(y) - 1)
                ]
            ),
        ),
        Mistake(
            "This is the median of all squared distances. The price C and the classes have no effect on it.",
            lambda squared_distances, y, C: float(np.median(squared_distances)),
        ),
        Mistake(
            "This is the mean of all squared distances, of both classes.",
            lambda squared_distances, y, C: float(squared_distances.mean()),
        ),
        Mistake(
            "This ball is as small as its nearest point: slack is too cheap in your cost. Is it averaged where it is "
            "summed?",
            lambda squared_distances, y, C: float(squared_distances.min()),
        ),
        Mistake(
            "You took the middle between two distances. The cost turns at a point, not between points.",
            lambda d, y, C: float(_between(d, y, C, 1)),
            also=(
                lambda d, y, C: float(_between(d, y, C, -1)),
                lambda d, y, C: _middle_of_classes(d, y),
                lambda d, y, C: float((d.max() + d.min()) / 2),
            ),
        ),
        Mistake(
            "That is a share of the points, as a quantile of the distances gives it. The sum of slopes decides.",
            lambda d, y, C: float(np.quantile(d[y > 0], max(0, 1 - 1 / (C * (y > 0).sum())))),
            also=(
                lambda d, y, C: float(np.quantile(d, max(0, 1 - 1 / (C * len(d))))),
                lambda d, y, C: float(np.quantile(d, min(1, 1 / (C * len(d))))),
            ),
        ),
        Mistake(
            "This ball ends where the first outlier would come in, whatever that costs.",
            lambda d, y, C: float(d[y < 0].min()) if (y < 0).any() else float(d.max()),
        ),
        Mistake(
            "The price of slack is another one in your cost: it was squared, or divided by a number of points.",
            _cheapest_with_price(lambda y, C: C**2),
            also=(
                _cheapest_with_price(lambda y, C: C / (y > 0).sum()),
                _cheapest_with_price(lambda y, C: 2 * C),
                _cheapest_with_price(lambda y, C: C / 2),
            ),
        ),
        Mistake(
            "Not R² but R is paid in your cost. (35) has R² in front of the slacks.",
            lambda d, y, C: float(min(d, key=lambda r: np.sqrt(r) + C * np.maximum(0, y * (d - r)).sum())),
        ),
        Mistake(
            "That is made of a mean and a spread of the distances. The cost turns at a point.",
            lambda d, y, C: float(d.mean() + d.std()),
            also=(
                lambda d, y, C: float(d[y > 0].mean() + d[y > 0].std()),
                lambda d, y, C: float(d.mean() + 2 * d.std()),
            ),
        ),
        Mistake(
            "You took the root: the exercise asks for R².",
            lambda squared_distances, y, C: float(np.sqrt(svdd.best_radius_squared(squared_distances, y, C))),
        ),
    ],
)


def _depth(K_xx, K_xs, K_ss, y, alpha, R2):
    signed = y * alpha
    return R2 - K_xx + 2 * K_xs @ signed - signed @ K_ss @ signed


def _root(squares):
    return np.sqrt(np.maximum(0, squares))


def _certify_depth(problem, answer):
    c = (problem.y * problem.alpha) @ problem.Phi_s
    exact = problem.R2 - problems.distances(c, problem.Phi_x)
    return Certificate(
        "largest difference from R² − ‖Φ(x) − c‖², from coordinates", np.abs(answer - exact).max(), 1e-9
    )


def _terms_of_depth(problem):
    K_xx, K_xs, K_ss, y, alpha, R2 = problem[:6]
    signed = y * alpha
    return {
        "R²": (R2, 1),
        "K(x, x)": (K_xx, -1),
        "the mixed term": (K_xs @ signed, 2),
        "‖c‖²": (signed @ K_ss @ signed, -1),
        "a mixed term without the signs of the classes": (K_xs @ alpha, 0),
        "a squared norm without the signs of the classes": (alpha @ K_ss @ alpha, 0),
        "R": (np.sqrt(R2), 0),
        "R⁴": (R2**2, 0),
        "a 1 in the place of a kernel value": (1.0, 0),
        "a mixed term that is a mean": (K_xs @ signed / len(y), 0),
        "a norm of which only the diagonal of `K_ss` is left": (signed**2 @ np.diagonal(K_ss), 0),
        "a mixed term with the targets alone": (K_xs @ (signed * (y > 0)), 0),
        "a mixed term without the weights": (K_xs @ y, 0),
        "a sum of the weights": (signed @ signed, 0),
    }


depth = Exercise(
    "13.5",
    "How deep in the ball?",
    problems=problems.new_points,
    arguments=lambda problem: problem[:6],
    reference=_depth,
    certify=_certify_depth,
    terms=_terms_of_depth,
    mistakes=[
        Mistake(
            "Your center is Σ αᵢΦ(xᵢ): the signs of the classes are missing.",
            lambda K_xx, K_xs, K_ss, y, alpha, R2: _depth(K_xx, K_xs, K_ss, np.ones(len(y)), alpha, R2),
        ),
        Mistake(
            "The sign of the whole: positive is in the ball.",
            lambda *problem: -_depth(*problem),
        ),
        Mistake(
            "The sums over xᵢ have signs, ‖c‖² has none: it is made of the same signed weights.",
            lambda K_xx, K_xs, K_ss, y, alpha, R2: (
                _depth(K_xx, K_xs, K_ss, y, alpha, R2)
                + (y * alpha) @ K_ss @ (y * alpha)
                - alpha @ K_ss @ alpha
            ),
        ),
        Mistake(
            "‖c‖² is missing. It is the same for all points, and R² was measured with it.",
            lambda K_xx, K_xs, K_ss, y, alpha, R2: R2 - K_xx + 2 * K_xs @ (y * alpha),
        ),
        Mistake(
            "The mixed term comes twice when the square is multiplied out.",
            lambda K_xx, K_xs, K_ss, y, alpha, R2: (
                _depth(K_xx, K_xs, K_ss, y, alpha, R2) - K_xs @ (y * alpha)
            ),
        ),
        Mistake(
            "R² is missing: these are minus the squared distances.",
            lambda K_xx, K_xs, K_ss, y, alpha, R2: _depth(K_xx, K_xs, K_ss, y, alpha, R2) - R2,
        ),
        Mistake(
            "K(x, x) is 1 for the RBF kernel, but not for the kernels here: take it from `K_xx`.",
            lambda K_xx, K_xs, K_ss, y, alpha, R2: _depth(np.ones(len(K_xx)), K_xs, K_ss, y, alpha, R2),
        ),
        Mistake(
            "You subtract a distance that is not squared.",
            lambda K_xx, K_xs, K_ss, y, alpha, R2: R2 - _root(R2 - _depth(K_xx, K_xs, K_ss, y, alpha, R2)),
        ),
        Mistake(
            "You took roots: R less the distance. Both stand as squares in the question.",
            lambda K_xx, K_xs, K_ss, y, alpha, R2: (
                np.sqrt(R2) - _root(R2 - _depth(K_xx, K_xs, K_ss, y, alpha, R2))
            ),
        ),
        Mistake(
            "These are squared distances from the center. How deep are the points?",
            lambda K_xx, K_xs, K_ss, y, alpha, R2: R2 - _depth(K_xx, K_xs, K_ss, y, alpha, R2),
        ),
        Mistake(
            "You left out the outliers: they are part of the center, with negative weights.",
            lambda K_xx, K_xs, K_ss, y, alpha, R2: _depth(K_xx, K_xs, K_ss, y, alpha * (y > 0), R2),
        ),
        Mistake(
            "The weights α are lost: your center is the sum of the signs.",
            lambda K_xx, K_xs, K_ss, y, alpha, R2: _depth(K_xx, K_xs, K_ss, y, np.ones(len(y)), R2),
        ),
        Mistake(
            "You compare with the mean distance from the points. The distance from their mean is another thing.",
            lambda K_xx, K_xs, K_ss, y, alpha, R2: (
                R2 - K_xx + 2 * K_xs @ (y * alpha) - (y * alpha) @ np.diagonal(K_ss)
            ),
        ),
    ],
)


def _training_distances(K, y, alpha):
    signed = y * alpha
    return np.diagonal(K) - 2 * K @ signed + signed @ K @ signed


def _radius_over(choose):
    """Mean squared distance of the points that ``choose(alpha / C, y)`` selects."""
    return lambda K, y, alpha, C: float(_training_distances(K, y, alpha)[choose(alpha / C, y)].mean())


def _on_surface(share, y):
    return (share > 1e-8) & (share < 1 - 1e-8)


RADIUS_TOLERANCE = 1e-6  # weights that are rounded at 1e-8 move the distances


def _certify_radius(problem, R2):
    surface = problem.solution.squared_distances[problem.solution.surface]
    text = "largest | ‖Φ(xᵢ) − c‖² − R² | / R² over the points on the surface"
    return Certificate(text, np.abs(surface - R2).max() / problem.solution.R2, RADIUS_TOLERANCE)


def _terms_of_radius(problem):
    K, y, alpha, C = problem[:4]
    signed, surface = y * alpha, _on_surface(alpha / C, y)
    norm2 = signed @ K @ signed
    return {
        "K(x, x)": (np.diagonal(K)[surface].mean(), 1),
        "the mixed term": ((K @ signed)[surface].mean(), -2),
        "‖c‖²": (norm2, 1),
        "a 1 in the place of a kernel value": (1.0, 0),
        "a mixed term without the signs of the classes": ((K @ alpha)[surface].mean(), 0),
        "a squared norm without the signs of the classes": (alpha @ K @ alpha, 0),
    }


radius_from_weights = Exercise(
    "13.6",
    "R² where it can be read off",
    problems=problems.solved_balls,
    edge=problems.edge_solved_balls,
    arguments=lambda problem: problem[:4],
    reference=_radius_over(_on_surface),
    certify=_certify_radius,
    terms=_terms_of_radius,
    mistakes=[
        Mistake(
            "You took the mean over all support vectors, as the report does. Those with αᵢ = C lie on the "
            "wrong side, at any "
            "distance.",
            _radius_over(lambda share, y: share > 1e-8),
        ),
        Mistake(
            "You took every αᵢ strictly between 0 and C. Some of them are 0 or C up to the rounding of a "
            "solver: compare with "
            "the tolerance of the text, at both ends.",
            _radius_over(lambda share, y: (share > 0) & (share < 1)),
        ),
        Mistake(
            "This is the distance of the point with the largest weight. It is at the bound, on the wrong side.",
            _radius_over(lambda share, y: [share.argmax()]),
        ),
        Mistake(
            "The points are the right ones. The center is not: its weights are yᵢαᵢ.",
            lambda K, y, alpha, C: float(
                _training_distances(K, np.ones(len(y)), alpha)[_on_surface(alpha / C, y)].mean()
            ),
        ),
        Mistake(
            "The points are the right ones. A term is missing from their distance: ‖c‖².",
            lambda K, y, alpha, C: float(
                _radius_over(_on_surface)(K, y, alpha, C) - (y * alpha) @ K @ (y * alpha)
            ),
        ),
        Mistake(
            "You took the mean over all points. Those inside are nearer, and those outside are farther off.",
            _radius_over(lambda share, y: share >= 0),
        ),
        Mistake(
            "You took only points that are on the wrong side, where αᵢ = C. They may be at any distance.",
            _radius_over(lambda share, y: share >= 1 - 1e-8),
        ),
        Mistake(
            "The points with αᵢ = C are left out, as they should be; those with αᵢ = 0 are still there. They are on "
            "the "
            "right side of the surface, not on it.",
            _radius_over(lambda share, y: share < 1 - 1e-8),
        ),
        Mistake(
            "You took targets with any positive weight. One at the bound lies outside.",
            _radius_over(lambda share, y: (share > 1e-8) & (y > 0)),
        ),
        Mistake(
            "This is the largest distance of all points. Someone may be left outside.",
            lambda K, y, alpha, C: float(_training_distances(K, y, alpha).max()),
        ),
        Mistake(
            "This is the largest distance of a target. A target may be left outside.",
            lambda K, y, alpha, C: float(_training_distances(K, y, alpha)[y > 0].max()),
        ),
        Mistake(
            "This is the smallest distance of a support vector. An outlier at the bound lies inside.",
            lambda K, y, alpha, C: float(_training_distances(K, y, alpha)[alpha > 1e-8 * C].min()),
        ),
        Mistake(
            "You added up the distances of the points on the surface. They are all the same: take one, or the mean.",
            lambda K, y, alpha, C: float(_training_distances(K, y, alpha)[_on_surface(alpha / C, y)].sum()),
        ),
        Mistake(
            "This is the value of the dual. It is R² and the price of all slacks together.",
            lambda K, y, alpha, C: float((y * alpha) @ np.diagonal(K) - (y * alpha) @ K @ (y * alpha)),
        ),
        Mistake(
            "This is a median of all distances. Which points lie on the surface, their weights tell.",
            lambda K, y, alpha, C: float(np.median(_training_distances(K, y, alpha))),
        ),
        Mistake(
            "This is R. The exercise asks for R².",
            lambda K, y, alpha, C: float(np.sqrt(_radius_over(_on_surface)(K, y, alpha, C))),
        ),
        Mistake(
            "The tolerance is not a share of C in your answer, or it is missing at one of the two ends.",
            lambda K, y, alpha, C: float(
                _training_distances(K, y, alpha)[(alpha > 1e-8) & (alpha < C)].mean()
            ),
            when=lambda problem, R2: any(
                np.isclose(R2, _training_distances(*problem[:3])[chosen].mean(), rtol=1e-9)
                for a, C in [(problem.alpha, problem.C)]
                for chosen in (
                    (a > 1e-8) & (a < C),
                    (a > 1e-8 * C) & (a < C),
                    (a > 0) & (a < C * (1 - 1e-8)),
                    (a > 1e-8) & (a < C - 1e-8),
                    (a > 1e-8) & (a < 1 - 1e-8),
                    (a > 1e-10) & (a < C - 1e-10),
                )
            ),
        ),
    ],
)


def _solve(K, y, C):
    return svdd_solve.solve_dual(K, y, C, tol=1e-8).alpha


def _even(K, y, C):
    return (y > 0) / np.count_nonzero(y > 0)


def _targets_alone(K, y, C):
    alpha, targets = np.zeros(len(y)), np.flatnonzero(y > 0)
    alpha[targets] = _solve(K[np.ix_(targets, targets)], np.ones(len(targets)), C)
    return alpha


def _without_signs(K, y, C):
    return svdd_solve.solve_dual(K, np.ones(len(y)), max(C, 1 / len(y)), tol=1e-8).alpha


def _is_allowed(problem, alpha):
    _, y, C = problem
    return bool(worst(abs(y @ alpha - 1), -alpha, alpha - C) <= 1e-6)


def _stops_early(problem, alpha):
    """Whether weights are allowed and have closed half of the gap of equal weights, or more."""
    at_start = svdd.duality_gap(problem.K, problem.y, _even(*problem), problem.C)
    return _is_allowed(problem, alpha) and bool(
        svdd.duality_gap(*problem[:2], alpha, problem.C) < 0.5 * at_start
    )


def _is_solution(problem, alpha, C=None):
    """Whether weights solve the dual, for another price if so wanted."""
    K, y, price = problem
    price = price if C is None else C
    allowed = worst(abs(y @ alpha - 1), -alpha, alpha - price) <= 1e-6
    return bool(allowed and svdd.duality_gap(K, y, alpha, price) < 1e-3)


def _is_signed(problem, alpha):
    """Whether these are α' in the place of α: the sum of all is 1, and outliers are below zero."""
    y, C = problem.y, problem.C
    return bool(worst(abs(alpha.sum() - 1), -y * alpha, y * alpha - C) <= 1e-6 and (alpha < -1e-6).any())


def _ignores_signs(problem, alpha):
    """Whether weights solve the problem in which every point is a target."""
    K, y, C = problem
    n = len(y)
    if worst(abs(alpha.sum() - 1), -alpha, alpha - C) > 1e-6:
        return False
    return bool(svdd.duality_gap(K, np.ones(n), alpha, max(C, 1 / n)) < 1e-4)


def _leaves_outliers(problem, alpha):
    """Whether weights are allowed, no outlier has any, and the targets' part is as good as it can be."""
    targets = problem.y > 0
    if targets.all() or not _is_allowed(problem, alpha) or alpha[~targets].any():
        return False
    K = problem.K[np.ix_(targets, targets)]
    return bool(svdd.duality_gap(K, np.ones(len(K)), alpha[targets], problem.C) < 1e-4)


def _certify_solution(problem, alpha):
    K, y, C = problem
    return [
        Certificate("| Σᵢ yᵢαᵢ − 1 |", abs(y @ alpha - 1), 1e-6),
        Certificate("by how much a weight leaves the box", worst(-alpha, alpha - C), 1e-6),
        Certificate("duality gap", worst(svdd.duality_gap(K, y, alpha, C)), 1e-4),
    ]


solver = Exercise(
    "13.7",
    "A solver of your own",
    problems=problems.duals,
    edge=problems.edge_duals,
    forbids=("kernelsy19.svdd.solve_dual", "kernelsy19.svdd.plain_svdd"),
    reference=_solve,
    certify=_certify_solution,
    mistakes=[
        Mistake(
            "Equal weights of the targets are allowed, and the answer for C = 1/p. For a larger C weight has "
            "to move, and "
            "outliers take part.",
            _even,
        ),
        Mistake(
            "You have solved the problem of chapter 3 for the targets. Outliers may have weight as well: "
            "those that lie in "
            "the ball or on its surface.",
            _targets_alone,
            when=_leaves_outliers,
        ),
        Mistake(
            "You return the signed weights α'. The exercise asks for α, which is not negative.",
            lambda K, y, C: y * _solve(K, y, C),
            when=_is_signed,
        ),
        Mistake(
            "Your weights sum to 1 without the signs of the classes. It is Σᵢ yᵢαᵢ that has to be 1.",
            _without_signs,
            when=_ignores_signs,
        ),
        Mistake(
            "All your weights are 0, and their signed sum has to be 1.",
            lambda K, y, C: np.zeros(len(y)),
            when=lambda problem, alpha: not np.any(alpha),
        ),
        Mistake(
            "You divided by C: these are shares of the bound. The exercise asks for the weights.",
            lambda K, y, C: _solve(K, y, C) / C,
            when=lambda problem, alpha: problem.C != 1 and _is_solution(problem, alpha * problem.C),
        ),
        Mistake(
            "The weights are those of the best ball, up to one factor: their signed sum is not 1.",
            lambda K, y, C: _solve(K, y, C) / _solve(K, y, C).sum(),
            when=lambda problem, alpha: (
                problem.y @ alpha > 1e-9 and _is_solution(problem, alpha / (problem.y @ alpha))
            ),
        ),
        Mistake(
            "The right weights, each at another place: they have to stay with their points.",
            lambda K, y, C: _solve(K, y, C)[::-1],
            when=lambda problem, alpha: np.allclose(np.sort(alpha), np.sort(_solve(*problem)), atol=1e-6),
        ),
        Mistake(
            "Nothing keeps your weights below C. What would they be for a large price?",
            lambda K, y, C: _solve(K, y, 50.0),
            when=lambda problem, alpha: (
                alpha.max() > problem.C + 1e-6 and _is_solution(problem, alpha, C=max(50.0, alpha.max()))
            ),
        ),
        Mistake(
            "The sum of your weights is 1, without signs. With outliers among the points, Σᵢ yᵢαᵢ is smaller then.",
            lambda K, y, C: np.full(len(y), 1 / len(y)),
            when=lambda problem, alpha: (
                abs(alpha.sum() - 1) <= 1e-6
                and (abs(problem.y @ alpha - 1) > 1e-6 or bool((problem.y > 0).all()))
                and alpha.min() >= -1e-9
            ),
        ),
        Mistake(
            "Your signed sum is 0, as for a support vector machine. For a ball it is 1.",
            lambda K, y, C: np.where(y > 0, 1 / (y > 0).sum(), 1 / max((y < 0).sum(), 1)) * (y < 0).any(),
            when=lambda problem, alpha: abs(problem.y @ alpha) <= 1e-6,
        ),
        Mistake(
            "Your weights lie between 0 and C, and their signed sum is not 1: does each step move two weights, so that "
            "the sum stays?",
            lambda K, y, C: np.full(len(y), 0.37 * C),
            when=lambda problem, alpha: (
                abs(problem.y @ alpha - 1) > 1e-6 and worst(-alpha, alpha - problem.C) <= 1e-6
            ),
        ),
        Mistake(
            "Your weights are allowed and on their way to the right ones, but the gap is still too large: "
            "take more steps, "
            "choose the pairs better, or ask for less at the end of the loop.",
            lambda K, y, C: 0.9 * _solve(K, y, C) + 0.1 * _even(K, y, C),
            when=_stops_early,
        ),
        Mistake(
            "Some weight is above C, or below 0, while the signed sum is 1. Where do you stop a step at the walls?",
            lambda K, y, C: (
                _even(K, y, C)
                + C * (np.arange(len(y)) == (t := np.flatnonzero(y > 0))[0])
                - C * (np.arange(len(y)) == t[1])
            ),
            when=lambda problem, alpha: (
                abs(problem.y @ alpha - 1) <= 1e-6 and worst(-alpha, alpha - problem.C) > 1e-6
            ),
        ),
    ],
)


def _depths(X, y, X_new, gamma, C):
    k = RBF(gamma)
    solution = svdd_solve.solve_dual(k(X), y, C, tol=1e-10)
    return svdd_solve.decision_function(k, X, solution, X_new)


def _certify_digits(problem, answer):
    exact = problems.depths(*problem)
    return Certificate(
        "largest difference from R² − ‖Φ(x) − c‖², by the plain solver and coordinates",
        np.abs(answer - exact).max(),
        1e-5,
    )


def _depths_of_targets_alone(X, y, X_new, gamma, C):
    return _depths(X[y > 0], y[y > 0], X_new, gamma, C)


def _depths_from_unsigned_center(X, y, X_new, gamma, C):
    k = RBF(gamma)
    solution = svdd_solve.solve_dual(k(X), y, C, tol=1e-10)
    return solution.R2 - 1 + 2 * k(X_new, X) @ solution.alpha - solution.alpha @ k(X) @ solution.alpha


def _depths_by_mean_over_support(X, y, X_new, gamma, C):
    solution = svdd_solve.solve_dual(RBF(gamma)(X), y, C, tol=1e-10)
    theta = solution.squared_distances[solution.alpha > 1e-6 * C].mean()
    return _depths(X, y, X_new, gamma, C) - solution.R2 + theta


def _terms_of_digits(problem):
    X, y, X_new, gamma, C = problem
    k = RBF(gamma)
    solution = svdd_solve.solve_dual(k(X), y, C, tol=1e-10)
    signed, K = y * solution.alpha, k(X)
    return {
        "R²": (solution.R2, 1),
        "K(x, x)": (1.0, -1),
        "the mixed term": (k(X_new, X) @ signed, 2),
        "‖c‖²": (signed @ K @ signed, -1),
        "R": (np.sqrt(solution.R2), 0),
        "a mixed term without the signs of the classes": (k(X_new, X) @ solution.alpha, 0),
        "a squared norm without the signs of the classes": (solution.alpha @ K @ solution.alpha, 0),
    }


digits_in_the_ball = Exercise(
    "13.8",
    "Digits, in the ball and out of it",
    problems=problems.digits,
    reference=_depths,
    certify=_certify_digits,
    terms=_terms_of_digits,
    mistakes=[
        Mistake(
            "This is the ball of the targets alone: the outliers that you were given have not been used.",
            _depths_of_targets_alone,
        ),
        Mistake(
            "The classes are exchanged: +1 belongs into the ball.",
            lambda X, y, X_new, gamma, C: _depths(X, -y, X_new, gamma, max(C, 1 / np.sum(y < 0))),
        ),
        Mistake(
            "The sign of the whole: positive is in the ball.",
            lambda *problem: -_depths(*problem),
        ),
        Mistake(
            "The weights are right, the center is not: its coefficients are yᵢαᵢ.",
            _depths_from_unsigned_center,
        ),
        Mistake(
            "The distances are right. Your R² is the mean over all support vectors; those with αᵢ = C are not "
            "on the surface.",
            _depths_by_mean_over_support,
        ),
        Mistake(
            "All digits are targets in your ball: use the signs in `y`.",
            lambda X, y, X_new, gamma, C: _depths(X, np.ones(len(y)), X_new, gamma, C),
        ),
        Mistake(
            "Your price is 1, whatever `C` is.",
            lambda X, y, X_new, gamma, C: _depths(X, y, X_new, gamma, 1.0),
        ),
        Mistake(
            "These are squared distances from the center. How deep is a digit?",
            lambda X, y, X_new, gamma, C: (
                svdd_solve.solve_dual(RBF(gamma)(X), y, C, tol=1e-10).R2 - _depths(X, y, X_new, gamma, C)
            ),
        ),
        Mistake(
            "The pixels are scaled in your answer. Take them as they are.",
            lambda X, y, X_new, gamma, C: _depths(X / 255, y, X_new / 255, gamma, C),
        ),
        Mistake(
            "You centered the training digits and not the new ones.",
            lambda X, y, X_new, gamma, C: _depths(X - X.mean(axis=0), y, X_new, gamma, C),
        ),
        Mistake(
            "These are the depths of the digits that you trained on. The new ones are asked for.",
            lambda X, y, X_new, gamma, C: _depths(X, y, X[: len(X_new)], gamma, C),
        ),
        Mistake(
            "These are mean kernel values with the training digits, as for a density. No ball has been found.",
            lambda X, y, X_new, gamma, C: RBF(gamma)(X_new, X).mean(axis=1),
        ),
        Mistake(
            "γ is taken for a width. The kernel is exp(−γ‖x − y‖²): γ multiplies, and is not squared.",
            lambda X, y, X_new, gamma, C: _depths(X, y, X_new, 1 / gamma, C),
            also=(
                lambda X, y, X_new, gamma, C: _depths(X, y, X_new, 1 / (2 * gamma**2), C),
                lambda X, y, X_new, gamma, C: _depths(X, y, X_new, 1 / gamma**2, C),
            ),
        ),
        Mistake(
            "You return +1 and −1. The exercise asks how deep in the ball each digit lies.",
            lambda *problem: np.where(_depths(*problem) >= 0, 1.0, -1.0),
        ),
    ],
)


def _points_and_classes(answer, expected):
    """What is wrong with a pair of points of the plane and signs, or None."""
    del expected
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        return f"expected a pair `(X, y)`, got {describe(answer)}"
    X, y = answer
    if fault := points(2, least=2, most=30)(X, None):
        return fault
    y = np.asarray(y)
    if y.shape != (len(X),) or y.dtype.kind not in "if" or not np.isin(y, (-1, 1)).all():
        return f"expected as many signs, −1 or +1, as there are points, got {describe(answer[1])}"
    return None if (y > 0).any() else "expected at least one target"


def _at_price_one(X, y):
    """The ball of the linear kernel for C = 1; moving the origin to the mean changes nothing but the rounding."""
    X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
    return svdd_solve.solve_dual(Linear()(X - X.mean(axis=0)), y, 1.0, tol=1e-9)


def _paying_target(answer):
    """The largest slack of a target, as a share of the largest squared distance from the center."""
    solution = _at_price_one(*answer)
    largest = solution.squared_distances.max()
    return float(solution.xi[solution.y > 0].max() / largest) if largest > 0 else 0.0


SLACK_WANTED = 0.1


def _certify_price_one(_, answer):
    solution = _at_price_one(*answer)
    gap = solution.duality_gap / max(solution.squared_distances.max(), 1e-12)
    return [
        Certificate(
            "a target pays a tenth of the largest squared distance or more",
            _paying_target(answer) >= SLACK_WANTED,
        ),
        Certificate("duality gap of the ball, as a share of that distance", gap, 1e-6),
    ]


def _has_no_outlier(_, answer):
    return bool((np.asarray(answer[1]) > 0).all())


def _has_one_target(_, answer):
    return int((np.asarray(answer[1]) > 0).sum()) == 1


def _nobody_pays(_, answer):
    solution = _at_price_one(*answer)
    return bool(solution.xi.max() <= 1e-6 * max(solution.squared_distances.max(), 1e-12))


def _outliers_pay(_, answer):
    return _paying_target(answer) <= 1e-6


price_one = Exercise(
    "13.9",
    "Break it: C = 1, and a target stays outside",
    problems=None,
    reference=lambda: (
        np.array([[0.0, 0.0], [4.0, 0.0]] + [[3.0, 0.1 * i] for i in range(-4, 5)]),
        np.array([1.0, 1.0] + [-1.0] * 9),
    ),
    certify=_certify_price_one,
    mistakes=[
        Mistake(
            "You have targets only. Then the report is right: weights of a sum of 1 cannot all be below 1 and "
            "exceed it.",
            lambda: (np.array([[0.0, 0.0], [4.0, 0.0], [9.0, 0.0]]), np.ones(3)),
            when=_has_no_outlier,
        ),
        Mistake(
            "A single target is the center of a ball of radius 0 at worst, and need never pay. Take two or more.",
            lambda: (np.array([[0.0, 0.0], [1.0, 0.0], [-1.0, 0.5]]), np.array([1.0, -1.0, -1.0])),
            when=_has_one_target,
        ),
        Mistake(
            "All your points lie at one place. A ball of radius 0 there has them on its surface, where nobody pays.",
            lambda: (np.zeros((3, 2)), np.array([1.0, 1.0, -1.0])),
            when=lambda problem, answer: not np.ptp(answer[0], axis=0).any(),
        ),
        Mistake(
            "Nobody pays: a circle parts your two classes. Put outliers where a circle around the targets "
            "cannot avoid them.",
            lambda: (np.array([[0.0, 0.0], [1.0, 0.0], [9.0, 0.0]]), np.array([1.0, 1.0, -1.0])),
            when=_nobody_pays,
        ),
        Mistake(
            "Somebody pays, but only outliers: a target outside would cost more than these outliers in the "
            "ball. What makes a "
            "target the cheaper choice?",
            lambda: (
                np.array([[0.0, 0.0], [4.0, 0.0], [2.0, 3.0], [2.0, 1.2]]),
                np.array([1.0, 1.0, 1.0, -1.0]),
            ),
            when=_outliers_pay,
        ),
        Mistake(
            "A target pays, but too little for the margin that the text asks for.",
            lambda: (
                np.array([[0.0, 0.0], [4.0, 0.0], [2.0, 3.0], [2.3, 2.9], [2.3, 3.1]]),
                np.array([1.0, 1.0, 1.0, -1.0, -1.0]),
            ),
            when=lambda _, answer: 1e-6 < _paying_target(answer) < SLACK_WANTED,
        ),
    ],
    form=_points_and_classes,
)
