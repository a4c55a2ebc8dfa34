"""Center what you cannot see"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.pca.checks.draws import centered_points
from kernelsy19.kernels.geometry import center_gram

# A Gram matrix of points whose mean is not 0, and their coordinates
Uncentered = namedtuple("Uncentered", "K Phi")


def problems(rng):
    """Draw points in known coordinates, far from mean 0."""
    for n, D in ((3, 2), (5, 3), (8, 8)):
        Phi = rng.normal(size=(n, D)) + 1.5
        yield Uncentered(Phi @ Phi.T, Phi)


def edge(rng):
    Phi, one = centered_points(rng, 4, 2), rng.normal(size=(1, 3)) + 1.0
    same = np.repeat(one, 3, axis=0)
    return {
        "points that are centered already": Uncentered(Phi @ Phi.T, Phi),
        "points that are all the same": Uncentered(same @ same.T, same),
        "a single point": Uncentered(one @ one.T, one),
    }


def solve(K):
    return center_gram(K)


def certify(problem, G):
    moved = problem.Phi - problem.Phi.mean(axis=0)
    return Certificate("largest | K̃ᵢⱼ − ⟨Φ(xᵢ) − m, Φ(xⱼ) − m⟩ |", np.abs(G - moved @ moved.T).max(), 1e-9)
