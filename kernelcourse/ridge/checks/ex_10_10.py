"""What no point sees"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst

# A sum of kernel functions at places z, the points x, and the mapped points and places
Function = namedtuple("Function", "c K_zz K_xz K_xx Phi Phi_z")


def problems(rng):
    """Draw a few points, and functions of other places."""
    for n, m, D in ((2, 3, 6), (4, 2, 7), (5, 6, 12)):
        yield _function(rng.normal(size=m), rng.normal(size=(n, D)) / 2, rng.normal(size=(m, D)) / 2)


def edge(rng):
    Phi, Phi_z = rng.normal(size=(4, 7)) / 2, rng.normal(size=(3, 7)) / 2
    return {
        "a single point": _function(rng.normal(size=3), Phi[:1], Phi_z),
        "the places are points": _function(rng.normal(size=2), Phi, Phi[:2]),
    }


def _function(c, Phi, Phi_z):
    return Function(c, Phi_z @ Phi_z.T, Phi @ Phi_z.T, Phi @ Phi.T, Phi, Phi_z)


def solve(c, K_zz, K_xz, K_xx, *, lost=None):
    """The sum of bumps at the points with the same values there, and the squared length of what it leaves."""
    alpha = np.linalg.solve(K_xx, K_xz @ c)
    return alpha, c @ K_zz @ c - alpha @ K_xx @ alpha if lost is None else lost


def same(a, b):
    """Whether two answers agree, where a squared length that is 0 up to rounding is 0."""
    return all(
        np.shape(x) == np.shape(y) and np.allclose(x, y, rtol=1e-6, atol=1e-8)
        for x, y in zip(a, b, strict=True)
    )


def certify(problem, answer):
    """f and the sum in coordinates: their difference is at right angles to all bumps, of this squared length."""
    alpha, lost = answer
    f = problem.c @ problem.Phi_z
    rest = f - problem.Phi.T @ np.linalg.lstsq(problem.Phi.T, f, rcond=None)[0]
    off = worst(np.abs(problem.Phi @ (f - alpha @ problem.Phi)))
    return (
        Certificate("largest difference of f and your sum at the points", off, 1e-8),
        Certificate(
            "| your squared length − that of f less its nearest sum |", abs(lost - rest @ rest), 1e-8
        ),
    )


def norm2(c, K_zz):
    return c @ K_zz @ c
