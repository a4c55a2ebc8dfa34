"""Break it: variance against classes"""

import numpy as np

from kernelcourse.judging.answers import points
from kernelcourse.judging.certificates import Certificate
from kernelcourse.pca_at_work.checks.ex_08_05 import solve as best_share

LONG = [[-9, 1, 0], [-8, -1, 1], [-1, 1.1, 0], [1, -1.1, 1], [8, 1, 0], [9, -1, 1]]
SQUARE = [[1, 1, 0], [-1, 1, 0], [1, -1, 1], [-1, -1, 1]]
LABELED = {
    "long": LONG,
    "many": [*([x, 1, 0] for x in range(12)), *([x, -1, 1] for x in range(3))],
    "apart": [[-9, 1, 0], [-8, -1, 0], [-7, 1, 0], [7, -1, 1], [8, 1, 1], [9, -1, 1]],
    "mixed": [*LONG[:2], [-1, -1.1, 0], [1, 1.2, 1], *LONG[4:]],
    "misplaced": [[label, x, y] for x, y, label in LONG],
    "few": [LONG[0], [-8, 1, 0], *LONG[2:]],
    "round": SQUARE + [[2 * x, 2 * y, label] for x, y, label in SQUARE],
}


def solve(*, example="long"):
    """Classes on either side of a long direction."""
    return np.array(LABELED[example], dtype=float)


form = points(3, least=6, most=500)


def certify(_, P):
    if not _has_two_classes(P[:, 2]):
        return Certificate("the last column is 0 or 1, with three of each", False)
    if not _first_is_larger(P):
        return Certificate("the first component has more variance than the second", False)
    first, second = _shares(P)
    return [
        Certificate("share right by the first component is at most 0.75", first <= 0.75),
        Certificate("share right by the second component is 1", second == 1.0),
    ]


def _are_classes(y):
    return bool(np.isin(y, [0, 1]).all())


def _has_two_classes(y):
    return _are_classes(y) and min(np.sum(y == 0), np.sum(y == 1)) >= 3


def _first_is_larger(P):
    second, first = np.linalg.eigvalsh(np.cov(np.asarray(P, dtype=float)[:, :2].T))
    return bool(first > 1.001 * second)


def _shares(P):
    """What the best thresholds on both components put on the right side."""
    P = np.asarray(P, dtype=float)
    X, y = P[:, :2] - P[:, :2].mean(axis=0), P[:, 2]
    axes = np.linalg.eigh(X.T @ X)[1][:, ::-1]
    return [best_share(z, y) for z in (X @ axes).T]


def _is_labeled_plane(P):
    return _has_two_classes(P[:, 2]) and _first_is_larger(P)


def has_large_class(_, P):
    return _is_labeled_plane(P) and abs(P[:, 2].mean() - 0.5) > 0.25


def tells_too_well(_, P):
    return _is_labeled_plane(P) and _shares(P)[0] > 0.75


def has_no_gap(_, P):
    return _is_labeled_plane(P) and _shares(P)[0] <= 0.75 and _shares(P)[1] < 1


def has_no_labels(_, P):
    return not _are_classes(P[:, 2])


def has_small_class(_, P):
    return _are_classes(P[:, 2]) and not _has_two_classes(P[:, 2])


def is_round(_, P):
    return _has_two_classes(P[:, 2]) and not _first_is_larger(P)
