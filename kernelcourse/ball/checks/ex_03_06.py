"""Break it: a ball with nothing on its surface"""

import numpy as np

from kernelcourse.ball.checks.draws import linear_ball
from kernelcourse.judging.answers import describe, points
from kernelcourse.judging.certificates import Certificate

BALLS = {
    "right": ([[-3, 0], [-1, 0], [1, 0], [3, 0]], 0.5),
    "broken": ([[-3, 0], [-1, 0], [1, 0], [3, 0]], 0.4),
    "single": ([[0, 0], [0, 2], [1, 1], [9, 0]], 0.25),
    "circle": ([[1, 0], [0, 1], [-1, 0], [0, -1]], 0.5),
    "inner": ([[0, 0], [4, 0], [2, 3], [2, 1]], 0.5),
    "close": ([[-3, 0], [-2.98, 0], [2.98, 0], [3, 0]], 0.5),
}


def form(answer, expected):
    """What is wrong with a pair of points of the plane and ν, or None."""
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        return f"expected a pair `(X, nu)`, got {describe(answer)}"
    X, nu = answer
    if not isinstance(nu, float) or not 0 < nu < 1:
        got = f"{nu:.3g}" if isinstance(nu, float) else describe(nu)
        return f"expected a ν strictly between 0 and 1 as the second item, got {got}"
    return points(2, least=2, most=30)(X, None)


def solve(*, example="right"):
    """Points and ν at which νn outliers hold all the weight."""
    X, nu = BALLS[example]
    return np.array(X, float), nu


def certify(_, answer):
    solution = linear_ball(*answer)
    nearest_outlier, farthest_inside = _interval_of_radii(solution)
    apart = not is_broken(None, answer) and bool(nearest_outlier > 1.05 * farthest_inside)
    gap = solution.duality_gap / max(solution.R2, 1e-12)
    return [
        Certificate("no weight lies strictly between 0 and 1/(νn)", not solution.surface.any()),
        Certificate("the nearest outlier is at least 5% farther out than the farthest point inside", apart),
        Certificate("duality gap of the ball, as a share of R²", gap, 1e-6),
    ]


def _interval_of_radii(solution):
    """Squared distances of the ⌊νn⌋-th and of the next farthest point: between them R² is free if νn is whole."""
    farthest_first = np.sort(solution.squared_distances)[::-1]
    k = round(solution.nu * len(farthest_first))
    return farthest_first[k - 1], farthest_first[min(k, len(farthest_first) - 1)]


def is_broken(_, answer):
    X, nu = answer
    return abs(nu * len(X) - round(nu * len(X))) >= 1e-9


def is_single(_, answer):
    return abs(answer[1] * len(answer[0]) - 1) < 1e-9


def is_equally_far(_, answer):
    d2 = linear_ball(*answer).squared_distances
    return bool(np.ptp(d2) <= 1e-6 * d2.max())


def has_surface(_, answer):
    return not is_broken(None, answer) and bool(linear_ball(*answer).surface.any())


def has_no_surface(_, answer):
    return not is_broken(None, answer) and not linear_ball(*answer).surface.any()
