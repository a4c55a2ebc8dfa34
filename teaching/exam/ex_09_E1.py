"""Which way is down, with a polynomial kernel?"""

from collections import namedtuple

import numpy as np

from exam.clouds import clouds
from kernelcourse.judging.certificates import Certificate

STEP = 1e-30  # with a complex step nothing is subtracted, so it may be as small as one likes

WayBack = namedtuple("WayBack", "z X w")  # a point, the training points and the weights of a projection


def problems(rng):
    """Draw training points, weights, and a point to begin at."""
    for X in clouds(rng):
        yield WayBack(rng.normal(size=X.shape[1]), X, rng.normal(size=len(X)))


def solve(z, X, w, *, own=4.0, others=4.0, offset=1.0, power=1):
    """4(1 + zᵀz)z − 4 Σᵢ wᵢ(1 + zᵀxᵢ)xᵢ."""
    return own * (offset + z @ z) ** power * z - others * (w * (offset + X @ z) ** power) @ X


def certify(problem, answer):
    z, X, w = problem
    places = z + 1j * STEP * np.eye(len(z))
    slopes = [np.imag((1 + at @ at) ** 2 - 2 * w @ (1 + X @ at) ** 2) / STEP for at in places]
    off = np.abs(answer - slopes).max()
    return Certificate("largest difference from the slopes of ρ, by complex steps", off, 1e-8)
