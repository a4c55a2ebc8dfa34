"""Break it: two samples that a kernel cannot tell apart"""

import numpy as np

from kernelcourse.judging.answers import points
from kernelcourse.judging.certificates import Certificate, worst

PAIRS_OF_SAMPLES = {
    "right": [[0, 1], [4, 2], [5, 6]],
    "same": [[0, 5], [4, 0], [5, 4]],
    "text": [[-1, -(2**0.5)], [-1, 0], [1, 0], [1, 2**0.5]],
    "centered": [[-1, -2], [0, 0], [1, 2]],
    "mirrored": [[0, 0], [1, -1], [3, -3]],
    "cubes": [[0, 1], [1, 2], [2, 5]],
    "hardly": [[0, 0.1], [0.4, 0.2], [0.5, 0.6]],
}
EQUAL_MOMENTS, UNEQUAL_CUBES = (
    1e-9,
    0.5,
)  # differences of moments that count as none, and the least that is asked for

form = points(2, least=2, most=12, largest=10.0)


def solve(*, example="right"):
    """Two samples, a column each, of one mean and one mean square."""
    return np.array(PAIRS_OF_SAMPLES[example], float)


def differences(answer):
    """What the means of the first, second and third powers differ by."""
    return [float(abs((answer[:, 0] ** j).mean() - (answer[:, 1] ** j).mean())) for j in (1, 2, 3)]


def certify(_, answer):
    mean, square, cube = differences(answer)
    return [
        Certificate("difference of the means", mean, EQUAL_MOMENTS),
        Certificate("difference of the mean squares", square, EQUAL_MOMENTS),
        Certificate(
            f"by how much the difference of the mean cubes falls short of {UNEQUAL_CUBES}",
            worst(UNEQUAL_CUBES - cube),
        ),
    ]


def is_same(_, answer):
    return bool(np.allclose(*np.sort(answer, axis=0).T))


def differs_in_squares_alone(_, answer):
    mean, square, _ = differences(answer)
    return mean <= EQUAL_MOMENTS < square


def differs_in_means_alone(_, answer):
    mean, square, _ = differences(answer)
    return square <= EQUAL_MOMENTS < mean


def differs_in_both(_, answer):
    mean, square, _ = differences(answer)
    return min(mean, square) > EQUAL_MOMENTS


def agrees_in_cubes(problem, answer):
    mean, square, cube = differences(answer)
    return max(mean, square, cube) <= EQUAL_MOMENTS and not is_same(problem, answer)


def hardly_differs(_, answer):
    mean, square, cube = differences(answer)
    return max(mean, square) <= EQUAL_MOMENTS < cube < UNEQUAL_CUBES
