"""A Gram matrix from distances"""

import typing

import numpy as np

from exam.clouds import clouds, squared_distances
from kernelcourse.judging.certificates import Certificate


class Distances(typing.NamedTuple):
    """All squared distances of some points."""

    D2: np.ndarray


def problems(rng):
    """Draw points, and keep their distances."""
    for X in clouds(rng):
        yield Distances(squared_distances(X, X))


def edge(rng):
    """Two points that are the same."""
    return {"two points that are the same": Distances(np.array([[0, 0, 4.0], [0, 0, 4.0], [4.0, 4.0, 0]]))}


def solve(D2):
    """Half of what the distances from the first point are more than the distance of the two."""
    return (D2[:, :1] + D2[:1] - D2) / 2


def certify(problem, K):
    d = np.diagonal(K)
    return [
        Certificate(
            "largest error of Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ", np.abs(d[:, None] + d - 2 * K - problem.D2).max(), 1e-9
        ),
        Certificate(
            "largest entry in the row and the column of the first point", np.abs([K[0], K[:, 0]]).max(), 1e-9
        ),
    ]
