"""The exercises of chapter 13: the ball for two classes."""

import numpy as np

from kernelcourse.judging.answers import describe, points
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, worst
from kernelcourse.svdd import problems
from kernelcourse.svdd.first_exercises import best_radius, cost_of_ball, counts, depth, slopes
from kernelsy19.kernels import RBF, Linear
from kernelsy19.svdd import equations as svdd
from kernelsy19.svdd import solve as svdd_solve

# A check looks for the exercises of a chapter here, those of the other file included.
__all__ = [
    "best_radius",
    "cost_of_ball",
    "counts",
    "depth",
    "digits_in_the_ball",
    "price_one",
    "radius_from_weights",
    "slopes",
    "solver",
]


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
            "γ is taken for a width: exp(−‖x − y‖²/γ) in the place of exp(−γ‖x − y‖²).",
            lambda X, y, X_new, gamma, C: _depths(X, y, X_new, 1 / gamma, C),
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
