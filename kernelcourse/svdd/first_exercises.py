"""The first exercises of chapter 13, up to 13.5."""

import numpy as np

from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, worst
from kernelcourse.proving.derivations import gradient
from kernelcourse.svdd import problems
from kernelcourse.svdd.draws import two_class_lagrangian
from kernelsy19.kernels import RBF
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
