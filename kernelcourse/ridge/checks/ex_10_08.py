"""Break it: a fit that deceives"""

import numpy as np

from kernelcourse.judging.answers import points
from kernelcourse.judging.certificates import Certificate
from kernelsy19.kernels import RBF
from kernelsy19.ridge.solve import solve_dual

DECEIVING_GAMMA, DECEIVING_PRICE, TIMES_WORSE = 1.0, 0.1, 10
TARGETS = {
    "far apart": [[0.0, 1.0], [10.0, -1.0], [20.0, 1.0], [30.0, -1.0]],
    "flat": [[0.0, 2.0], [5.0, 2.0], [9.0, 2.0]],
    "one place": [[1.0, 0.0], [1.0, 1.0], [1.0, 3.0]],
    "pairs": [[0.0, 1.0], [0.0, 1.0], [10.0, -1.0], [10.0, -1.0]],
    "close": [[0.0, 0.0], [0.5, 0.4], [1.0, 1.1], [1.5, 1.6]],
    "near": np.column_stack([1.02 * np.arange(12), np.sin(np.arange(12))]),
}


def solve(*, example="far apart"):
    return np.array(TARGETS[example])


form = points(2, least=3, most=50)


def certify(_, X):
    """The root mean square error at points left out, against that at the points themselves."""
    fit = solve_dual(RBF(DECEIVING_GAMMA)(X[:, :1]), X[:, 1], DECEIVING_PRICE)
    own, left = np.sqrt(((X[:, 1] - fit.fitted) ** 2).mean()), np.sqrt((fit.loo_residuals**2).mean())
    vary = not is_flat(_, X)
    return [
        Certificate("the targets vary", vary),
        Certificate(
            "the error left out is at least 10 times the error at the points",
            bool(vary and own > 0 and left >= TIMES_WORSE * own),
        ),
    ]


def is_flat(_, X):
    return bool(np.ptp(X[:, 1]) <= 1e-3)


def is_one_place(_, X):
    return bool(np.ptp(X[:, 0]) < 1e-3)


def has_pairs(_, X):
    return nearest(X) < 1e-3


def has_neighbors(_, X):
    return nearest(X) < 1.0


def is_near(_, X):
    return nearest(X) >= 1.0


def nearest(X):
    """The smallest distance of two places."""
    return float(np.diff(np.sort(X[:, 0])).min())
