"""Break it: C = 1, and a target stays outside"""

import numpy as np

from kernelcourse.judging.answers import describe, points
from kernelcourse.judging.certificates import Certificate
from kernelsy19.kernels import Linear
from kernelsy19.svdd.solve import solve_dual

LEAST_SLACK = 0.1
CROWDS = {  # targets, and outliers
    "right": ([[0, 0], [4, 0]], [[3, 0.1 * i] for i in range(-4, 5)]),
    "targets": ([[0, 0], [4, 0], [9, 0]], []),
    "one target": ([[0, 0]], [[1, 0], [-1, 0.5]]),
    "one place": ([[0, 0], [0, 0]], [[0, 0]]),
    "apart": ([[0, 0], [1, 0]], [[9, 0]]),
    "an outlier inside": ([[0, 0], [4, 0], [2, 3]], [[2, 1.2]]),
    "little": ([[0, 0], [4, 0], [2, 3]], [[2.3, 2.9], [2.3, 3.1]]),
}


def solve(*, example="right"):
    targets, outliers = CROWDS[example]
    X = np.array([*targets, *outliers], dtype=float)
    return X, np.repeat([1.0, -1.0], [len(targets), len(outliers)])


def form(answer, expected):
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
    return solve_dual(Linear()(X - X.mean(axis=0)), y, 1.0, tol=1e-9)


def _paid(answer):
    """The largest slack of a target, as a share of the largest squared distance from the center."""
    solution = _at_price_one(*answer)
    largest = solution.squared_distances.max()
    return float(solution.xi[solution.y > 0].max() / largest) if largest > 0 else 0.0


def certify(_, answer):
    solution = _at_price_one(*answer)
    gap = solution.duality_gap / max(solution.squared_distances.max(), 1e-12)
    pays = _paid(answer) >= LEAST_SLACK
    return [
        Certificate("a target pays a tenth of the largest squared distance or more", pays),
        Certificate("duality gap of the ball, as a share of that distance", gap, 1e-6),
    ]


def has_no_outlier(_, answer):
    return bool((np.asarray(answer[1]) > 0).all())


def has_one_target(_, answer):
    return int((np.asarray(answer[1]) > 0).sum()) == 1


def is_one_place(_, answer):
    return not np.ptp(answer[0], axis=0).any()


def nobody_pays(_, answer):
    solution = _at_price_one(*answer)
    return bool(solution.xi.max() <= 1e-6 * max(solution.squared_distances.max(), 1e-12))


def only_outliers_pay(_, answer):
    return _paid(answer) <= 1e-6


def pays_little(_, answer):
    return 1e-6 < _paid(answer) < LEAST_SLACK
