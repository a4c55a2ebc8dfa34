"""Break it: the short dual with the linear kernel"""

from itertools import combinations

import numpy as np

from kernelcourse.ball.checks.draws import distances, linear_ball
from kernelcourse.judging.answers import points
from kernelcourse.judging.certificates import Certificate, worst

RATIO_WANTED = 1.9
HULLS = {
    "right": [[1, 0], [3, 0]],
    "same": [[1, 1], [1, 1], [1, 1]],
    "circle": [[1, 0], [0, 1], [0.6, 0.8]],
    "around": [[-1, -1], [2, 0], [0, 2]],
    "hardly": [[1, 0], [1.1, 1], [1.1, -1]],
    "nearly": [[1, 2], [1, -1]],
}

form = points(2, least=2, most=20)


def solve(*, example="right"):
    """Points of a half plane, one of which is the wrong center and far from the others."""
    return np.array(HULLS[example], float)


def certify(_, X):
    short_of = worst(RATIO_WANTED - ratio_of_radii(X))
    return Certificate(f"by how much the ratio of the radii falls short of {RATIO_WANTED}", short_of)


def ratio_of_radii(X):
    """Radius that the wrong center needs, over the radius of the smallest ball; 1 if all points are the same."""
    if is_same(None, X):
        return 1.0
    X = X / np.abs(X).max()
    return float(np.sqrt(distances(wrong_center(X), X).max() / linear_ball(X, 0.5 / len(X)).R2))


def wrong_center(X):
    """The center that the short dual gives: the point of the convex hull that is nearest to the origin."""
    ends = np.array([(a, b) for a, b in combinations(X, 2)])
    a, along = ends[:, 0], ends[:, 1] - ends[:, 0]
    length2 = (along**2).sum(axis=1)
    t = np.clip(-(a * along).sum(axis=1) / np.where(length2 > 0, length2, 1), 0, 1)
    nearest = min(a + t[:, None] * along, key=lambda c: c @ c)
    surrounds = (X @ nearest).min() < (1 - 1e-9) * nearest @ nearest
    return np.zeros(2) if surrounds else nearest


def is_same(_, X):
    return not np.ptp(X, axis=0).any()


def have_one_norm(_, X):
    norms = np.linalg.norm(X, axis=1)
    return bool(np.ptp(norms) <= 1e-9 * norms.max())


def surround_origin(_, X):
    return bool(np.linalg.norm(wrong_center(X)) <= 1e-3 * np.abs(X).max())


def differ_hardly(_, X):
    return ratio_of_radii(X) <= 1.3


def differ(_, X):
    return ratio_of_radii(X) > 1.3
