"""Break it: points on which the sigmoid is no kernel"""

import numpy as np

from kernelcourse.judging.answers import points
from kernelcourse.judging.certificates import Certificate
from kernelsy19.kernels.vector_kernels import Sigmoid

BELOW = -0.1
SURELY_BELOW = -1e-12  # below what rounding makes of an eigenvalue that is 0
EXAMPLES = {
    "right": [[0.5, 0.0], [0.0, 0.5]],
    "one": [[2.0, 1.0]],
    "same": [[1.5, 1.5], [1.5, 1.5], [1.5, 1.5]],
    "far": [[5.0, 0.0], [0.0, 5.0]],
    "hardly": [[0.98, 0.0]],
    "harder": [[2.0, 0.0], [1.5, 0.5]],
}


def solve(*, example="right"):
    """Points near the origin."""
    return np.array(EXAMPLES[example])


form = points(2, least=1, most=200)


def certify(_, X):
    return Certificate("the smallest eigenvalue is below −0.1", bool(smallest(X) < BELOW))


def values(X):
    return Sigmoid(gamma=1.0, offset=-1.0)(X)


def smallest(X):
    return float(np.linalg.eigvalsh(values(X))[0])


def is_psd(_, X):
    return smallest(X) >= SURELY_BELOW


def is_one_point(_, X):
    return len(X) == 1 and is_psd(_, X)


def is_same_point(_, X):
    return not np.ptp(X, axis=0).any() and is_psd(_, X)


def has_negative_diagonal(_, X):
    return bool(np.diagonal(values(X)).min() < 0)


def is_not_psd(_, X):
    return not is_psd(_, X)
