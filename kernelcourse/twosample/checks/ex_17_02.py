"""The witness, of length one"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.twosample.checks.draws import of_points, pairs_mean

# Kernel values of places with both samples, within the samples and across; and all the mapped points
Asked = namedtuple("Asked", "K_zx K_zy K_x K_xy K_y Phi")


def problems(rng):
    """Draw two samples, and places: more than one."""
    for n, m, l in ((3, 2, 4), (4, 6, 3), (7, 5, 6)):
        yield _asked(rng.normal(size=(l, 3)), rng.normal(size=(n, 3)) + 1, rng.normal(size=(m, 3)))


def edge(rng):
    return {
        "one point in each sample": _asked(*rng.normal(size=(3, 1, 3))),
        "a single place": _asked(
            rng.normal(size=(1, 3)), rng.normal(size=(3, 3)) + 1, rng.normal(size=(4, 3))
        ),
    }


def _asked(Phi_z, Phi_x, Phi_y):
    K = of_points(Phi_x, Phi_y)
    return Asked(Phi_z @ Phi_x.T, Phi_z @ Phi_y.T, *K[:3], (Phi_z, Phi_x, Phi_y))


def solve(K_zx, K_zy, K_x, K_xy, K_y, *, power=0.5, length2=None):
    """m_x − m_y at the places, divided by its length."""
    length2 = K_x.mean() - 2 * K_xy.mean() + K_y.mean() if length2 is None else length2
    return (K_zx.mean(axis=1) - K_zy.mean(axis=1)) / length2**power


def certify(problem, answer):
    Phi_z, Phi_x, Phi_y = problem.Phi
    f = Phi_x.mean(axis=0) - Phi_y.mean(axis=0)
    off = np.abs(answer - Phi_z @ (f / np.linalg.norm(f))).max()
    return Certificate("largest | your value − ⟨f, Φ(z)⟩ / ‖f‖ |, from coordinates", off, 1e-8)


def unbiased(K_x, K_xy, K_y):
    """The unbiased estimate, or its size where it is negative."""
    if min(len(K_x), len(K_y)) < 2:
        return 1.0
    return abs(pairs_mean(K_x) - 2 * K_xy.mean() + pairs_mean(K_y))
