"""Where the convex form is stationary"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.proving.derivations import gradient
from kernelcourse.svdd.checks.draws import signs
from kernelcourse.svdd.draws import two_class_lagrangian

# Everything that the Lagrangian of the convex form depends on, at random
LagrangianPoint = namedtuple("LagrangianPoint", "c alpha y Phi rho xi beta C")


def problems(rng):
    """Draw multipliers that meet no condition but their signs."""
    for n, D, p in ((4, 2, 2), (7, 4, 3), (6, 3, 4)):
        alpha, xi, beta = rng.uniform(0.1, 1, size=(3, n))
        c, Phi = rng.normal(size=D), rng.normal(size=(n, D))
        yield LagrangianPoint(c, alpha, signs(rng, n, p), Phi, rng.normal(), xi, beta, rng.uniform(0.3, 2))


def solve(c, alpha, y, Phi):
    """The slopes of the Lagrangian in c and in ρ."""
    return 2 * c - 2 * (y * alpha) @ Phi, 1 - y @ alpha


def certify(point, answer):
    c, alpha, y, Phi, rho, xi, beta, C = point
    others = (alpha, beta, y, Phi, C)
    in_center = gradient(lambda at: two_class_lagrangian(at, rho, xi, *others), at=c)
    in_offset = gradient(lambda at: two_class_lagrangian(c, at, xi, *others), at=rho)
    text = "largest difference from the finite differences of L"
    return [
        Certificate(f"{text}, in c", np.abs(answer[0] - in_center).max(), 1e-9),
        Certificate(f"{text}, in ρ", abs(answer[1] - in_offset), 1e-9),
    ]


def terms(point):
    c, alpha, y, Phi = point[:4]
    signed = y * alpha
    in_center = {
        "what comes from ‖c‖²": (2 * c, 1),
        "the sum over the points": (-2 * signed @ Phi, 1),
        "a sum over the points without the signs of the classes": (alpha @ Phi, 0),
        "a sum over the points without the multipliers": (y @ Phi, 0),
        "a multiple of c, as in chapter 3, where ‖c‖² was in every constraint,": (c * signed.sum(), 0),
        "a multiple of c, by weights without signs,": (c * alpha.sum(), 0),
        "a mean over the points": (signed @ Phi / len(y), 0),
        "the norm of c": (np.linalg.norm(c), 0),
    }
    in_offset = {
        "the 1, from ρ in the cost,": (1, 1),
        "the sum over the multipliers": (-signed.sum(), 1),
        "a sum over the multipliers without the signs of the classes": (alpha.sum(), 0),
        "a sum of the signs alone": (y.sum(), 0),
        "the number of points": (len(y), 0),
        "a mean of the multipliers": (signed.mean(), 0),
    }
    return in_center, in_offset
