"""The variance along an axis made of points"""

from collections import namedtuple

import numpy as np

from exam.clouds import clouds
from kernelcourse.judging.certificates import Certificate

# Kernel values that are not centered and the coefficients of an axis; and the mapped points.
AxisOfPoints = namedtuple("AxisOfPoints", "K beta Phi")


def problems(rng):
    """Draw mapped points, and coefficients."""
    for Phi in clouds(rng):
        yield AxisOfPoints(Phi @ Phi.T, rng.normal(size=len(Phi)), Phi)


def solve(K, beta, *, variance=np.var, power=1.0):
    """The variance of Kβ, divided by the squared length of the axis."""
    return variance(K @ beta) / (beta @ K @ beta) ** power


def certify(problem, answer):
    u = problem.beta @ problem.Phi
    exact = np.var(problem.Phi @ (u / np.linalg.norm(u)))
    return Certificate("error of the variance of the scores, from coordinates", abs(answer - exact), 1e-9)
