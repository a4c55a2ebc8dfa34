"""Two means from distances alone"""

from collections import namedtuple

import numpy as np

from exam.clouds import squared_distances
from kernelcourse.judging.certificates import Certificate

# Squared distances within two samples and across, and the mapped points.
Apart = namedtuple("Apart", "D_x D_xy D_y Phi_x Phi_y")


def problems(rng):
    """Draw two samples of mapped points, of different sizes."""
    for n, m in ((2, 3), (5, 3), (4, 7)):
        Phi_x, Phi_y = rng.normal(size=(n, 3)) + 1, rng.normal(size=(m, 3))
        pairs = ((Phi_x, Phi_x), (Phi_x, Phi_y), (Phi_y, Phi_y))
        yield Apart(*(squared_distances(A, B) for A, B in pairs), Phi_x, Phi_y)


def solve(D_x, D_xy, D_y, *, x=0.5, across=1.0, y=0.5):
    """The mean across, less half of each mean within."""
    return across * D_xy.mean() - x * D_x.mean() - y * D_y.mean()


def certify(problem, answer):
    gap = problem.Phi_x.mean(axis=0) - problem.Phi_y.mean(axis=0)
    return Certificate(
        "| your number − ‖m_x − m_y‖² |, from coordinates", abs(answer - np.dot(gap, gap)), 1e-9
    )


def over_pairs(D):
    """The mean over pairs of different points."""
    return D.sum() / (len(D) * (len(D) - 1))
