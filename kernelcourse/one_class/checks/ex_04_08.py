"""Break it: where ball and hyperplane part"""

import numpy as np

from kernelcourse.judging.answers import points
from kernelcourse.judging.certificates import Certificate
from kernelsy19 import ball
from kernelsy19.kernels import Linear
from kernelsy19.one_class.solve import solve_hyperplane

PART = 0.5
SAME = 1e-6  # share of a length up to which two lengths are the same
LOSS = 1e-6  # share of ‖w‖² by which the ball's weights have to miss the best normal
RAYS = {
    "right": [[1, 0], [2, 0], [3, 0], [10, 0]],
    "same": [[1, 1], [1, 1], [1, 1], [1, 1]],
    "circle": [[1, 0], [0, 1], [-0.6, 0.8]],
    "around": [[1, 0], [-0.5, 0.9], [-0.5, -0.9], [0.1, 0.1]],
    "less": [[1, 0], [1, 0.5], [1.3, 0.2]],
    "nearly": [[1, 0], [0, 1], [-0.6, 0.8001]],
}

form = points(2, least=3, most=50)


def solve(*, example="right"):
    """Points on a ray: the ball leans on both ends, the hyperplane on the nearest."""
    return np.array(RAYS[example], float)


def certify(_, X):
    if not X.any():
        return Certificate("some point is not the origin", False)
    return [
        Certificate("some weight differs by more than half the bound", bool(_largest_difference(X) > PART)),
        Certificate(
            "the ball's weights do not solve the problem of the hyperplane", bool(_normal_is_longer(X))
        ),
    ]


def _solve_both(X):
    """Ball and hyperplane of the linear kernel, with points scaled to a size of 1; both do not depend on it."""
    K = Linear()(X / np.abs(X).max())
    return ball.solve_dual(K, 0.5, tol=1e-9), solve_hyperplane(K, 0.5, tol=1e-9), K


def _largest_difference(X):
    enclosing, plane, _ = _solve_both(X)
    return np.abs(enclosing.alpha - plane.alpha).max() / enclosing.upper


def _normal_is_longer(X):
    """Whether the ball's weights make a longer normal than the hyperplane's: whether they do not solve its problem."""
    enclosing, plane, K = _solve_both(X)
    return enclosing.alpha @ K @ enclosing.alpha > plane.w_norm2 + LOSS * np.diagonal(K).max()


def are_the_same(_, X):
    return not np.ptp(X, axis=0).any()


def on_a_circle(_, X):
    norms = np.linalg.norm(X, axis=1)
    return bool(np.ptp(norms) <= SAME * norms.max())


def surround_origin(_, X):
    _, plane, K = _solve_both(X)
    return plane.w_norm2 <= SAME * np.diagonal(K).max()


def differ_by_less(_, X):
    return bool(0.1 < _largest_difference(X) <= PART)


def nearly_agree(_, X):
    return bool(_largest_difference(X) <= 0.1)
