"""A Gram matrix from distances"""

from collections import namedtuple

import numpy as np

from exam.clouds import clouds, squared_distances
from kernelcourse.judging.certificates import Certificate

Distances = namedtuple("Distances", "D2")  # all squared distances of some points


def problems(rng):
    """Draw points, and keep their distances."""
    for X in clouds(rng):
        yield Distances(squared_distances(X, X))


def edge(rng):
    return {"two points that are the same": Distances(np.array([[0, 0, 4.0], [0, 0, 4.0], [4.0, 4.0, 0]]))}


def solve(D2):
    """Half of what the distances from the first point are more than the distance of the two."""
    return (D2[:, :1] + D2[:1] - D2) / 2


def certify(problem, K):
    d, first = np.diagonal(K), np.abs([K[0], K[:, 0]]).max()
    error = np.abs(d[:, None] + d - 2 * K - problem.D2).max()
    return [
        Certificate("largest error of Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ", error, 1e-9),
        Certificate("largest entry in the row and the column of the first point", first, 1e-9),
    ]
