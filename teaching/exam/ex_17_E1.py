"""Two means from distances alone"""

import typing

import numpy as np

from kernelcourse.judging.certificates import Certificate


class Apart(typing.NamedTuple):
    """Squared distances within two samples and across, and the mapped points."""

    D_x: np.ndarray
    D_xy: np.ndarray
    D_y: np.ndarray
    Phi_x: np.ndarray
    Phi_y: np.ndarray


def problems(rng):
    """Draw two samples of mapped points, of different sizes."""
    for n, m in ((2, 3), (5, 3), (4, 7)):
        Phi_x, Phi_y = rng.normal(size=(n, 3)) + 1, rng.normal(size=(m, 3))
        yield Apart(
            _distances(Phi_x, Phi_x), _distances(Phi_x, Phi_y), _distances(Phi_y, Phi_y), Phi_x, Phi_y
        )


def _distances(A, B):
    return ((A[:, None] - B) ** 2).sum(axis=2)


def solve(D_x, D_xy, D_y, *, x=0.5, across=1.0, y=0.5):
    """The mean across, less half of each mean within."""
    return across * D_xy.mean() - x * D_x.mean() - y * D_y.mean()


def certify(problem, answer):
    gap = problem.Phi_x.mean(axis=0) - problem.Phi_y.mean(axis=0)
    return Certificate("| your number − ‖m_x − m_y‖² |, from coordinates", abs(answer - gap @ gap), 1e-9)


def over_pairs(D):
    """The mean over pairs of different points."""
    return D.sum() / (len(D) * (len(D) - 1))
