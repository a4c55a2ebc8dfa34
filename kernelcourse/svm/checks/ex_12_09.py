"""Break it: what no line can do"""

import numpy as np
from scipy.optimize import linprog

from kernelcourse.judging.answers import points
from kernelcourse.judging.certificates import Certificate

STREET_CLEARANCE = 1e-6  # by which constraints must hold, or fail, for points of size 1
FOUR_POINTS = {
    "two pairs of opposites": [[1, 1, 1], [-1, -1, 1], [1, -1, -1], [-1, 1, -1]],
    "zeros": [[1, 1, 0], [-1, -1, 0], [1, -1, 1], [-1, 1, 1]],
    "clash": [[1, 1, 1], [1, 1, -1], [2, 0, 1], [0, 2, -1]],
    "line": [[1, 0, 1], [2, 1, 1], [-1, 0, -1], [-2, 1, -1]],
    "opposites": [[1, 0, 1], [-1, 0, -1], [-2, 0, 1], [2, 0, -1]],
    "no conic": [[1, 0, 1], [2, 0, -1], [3, 0, 1], [4, 0, -1]],
}

form = points(3, least=4, most=30)


def solve(*, example="two pairs of opposites"):
    return np.array(FOUR_POINTS[example], dtype=float)


def certify(_, X):
    if has_other_labels(_, X):
        return Certificate("the third column holds −1 and 1, both of them", False)
    flat, curved, y = _parts(X)
    return [
        Certificate("no straight line separates the classes", not separable(flat, y)),
        Certificate("a street of the kernel ⟨x, x'⟩² does", separable(curved, y)),
    ]


def separable(features, y):
    """Whether some hyperplane separates two classes: how far the best, of bounded length, keeps from both."""
    n, D = features.shape
    scaled = features / max(np.abs(features).max(), 1e-300)
    constraints = np.hstack([-y[:, None] * scaled, -y[:, None], np.ones((n, 1))])
    cost = np.append(np.zeros(D + 1), -1.0)
    bounds = [(-1, 1)] * (D + 1) + [(None, 1)]
    found = linprog(cost, A_ub=constraints, b_ub=np.zeros(n), bounds=bounds)
    return bool(found.status == 0 and found.x[-1] > STREET_CLEARANCE)


def _parts(X):
    flat = X[:, :2] / max(np.abs(X[:, :2]).max(), 1e-300)
    return (
        flat,
        np.column_stack([flat[:, 0] ** 2, 2**0.5 * flat[:, 0] * flat[:, 1], flat[:, 1] ** 2]),
        X[:, 2],
    )


def has_other_labels(_, X):
    return not (np.isin(X[:, 2], (-1, 1)).all() and len(np.unique(X[:, 2])) == 2)


def has_clash(_, X):
    rows = np.unique(X, axis=0)
    return len(np.unique(rows[:, :2], axis=0)) < len(rows)


def has_line(_, X):
    return separable(*_parts(X)[::2])


def has_opposites(_, X):
    """Whether x and −x are of different classes: the kernel cannot tell them apart."""
    return any(np.allclose(a[:2], -b[:2]) and a[2] != b[2] for a in X for b in X)


def has_no_conic(_, X):
    return not separable(*_parts(X)[1:])
