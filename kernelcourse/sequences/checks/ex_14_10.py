"""Break it: three sequences, no two of them alike"""

import numpy as np

from kernelcourse.judging.answers import points
from kernelcourse.judging.certificates import Certificate
from kernelsy19.sequences import dtw_distances

TOO_NEAR = 1e-3  # of a distance, below which a sequence counts as another one stretched
BELOW_ZERO = 1e-6  # of an eigenvalue, which rounding does not explain
THREE = {
    "two ends of a step": [[0, 1, 1, 1.01], [0, 0, 0, 1], [0, 0, 0, 0]],
    "twins": [[0, 1, 1, 1], [0, 0, 0, 1], [0, 0, 0, 0]],
    "near": [[0, 1, 1, 1.0001], [0, 0, 0, 1], [0, 0, 0, 0]],
    "same": [[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3]],
    "constant": [[0, 0, 0, 0], [1, 1, 1, 1], [3, 3, 3, 3]],
    "far": [[0, 0, 0, 0], [5, 5, 5, 5], [0, 9, 0, 9]],
}

form = points(4, least=3, most=3)


def solve(*, example="two ends of a step"):
    return np.array(THREE[example], dtype=float)


def certify(_, X):
    D = _distances(X)
    lowest = float(np.linalg.eigvalsh(np.exp(-D))[0])
    return [
        Certificate(
            "each two have a distance of 0.001 or more", bool(D[~np.eye(3, dtype=bool)].min() >= TOO_NEAR)
        ),
        Certificate("the matrix of exp(−D) has a negative eigenvalue", lowest < -BELOW_ZERO),
    ]


def _distances(X):
    return dtw_distances([*np.asarray(X, dtype=float)])


def are_the_same(_, X):
    return bool((X[0] == X).all())


def has_twins(_, X):
    """Whether two are one sequence stretched, or the same."""
    return bool(_distances(X)[np.triu_indices(3, 1)].min() == 0)


def has_near_ones(_, X):
    return bool(_distances(X)[np.triu_indices(3, 1)].min() < TOO_NEAR)


def are_constant(_, X):
    return bool((X[:, :1] == X).all())


def is_psd(_, X):
    return bool(np.linalg.eigvalsh(np.exp(-_distances(X)))[0] >= -BELOW_ZERO)
