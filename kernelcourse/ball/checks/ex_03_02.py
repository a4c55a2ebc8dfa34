"""The derivative in the center"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.proving.derivations import gradient
from kernelsy19.ball.equations import derivative_in_center, lagrangian

# Everything that the Lagrangian (4) depends on, at random
LagrangianPoint = namedtuple("LagrangianPoint", "c alpha Phi R xi beta nu")


def problems(rng):
    """Draw multipliers that meet no condition but their signs."""
    for n, D in ((3, 2), (6, 4), (5, 1)):
        xi, alpha, beta = rng.uniform(0.1, 1, size=(3, n))
        c, Phi = rng.normal(size=D), rng.normal(size=(n, D))
        yield LagrangianPoint(c, alpha, Phi, rng.uniform(0.5, 2), xi, beta, rng.uniform(0.2, 0.9))


def solve(c, alpha, Phi):
    """∂L/∂c = 2c Σᵢ αᵢ − 2 Σᵢ αᵢ Φ(xᵢ)."""
    return derivative_in_center(c, alpha, Phi)


def certify(point, answer):
    c, alpha, Phi, R, xi, beta, nu = point
    slopes = gradient(lambda at: lagrangian(R, at, xi, alpha, beta, Phi, nu), at=c)
    text = "largest difference from the finite differences of L"
    return Certificate(text, np.abs(answer - slopes).max(), 1e-9)
