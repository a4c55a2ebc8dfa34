"""Derive: the offset of the hyperplane"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.one_class.checks.draws import solved
from kernelsy19.kernels import RBF, Laplacian

# A solved ball of a kernel with constant K(x, x)
ConstantDiagonal = namedtuple("ConstantDiagonal", "K alpha R2")


def problems(rng):
    """Draw balls of kernels whose K(x, x) is 2, 1 and 3."""
    for n, kernel, nu in ((5, 2 * RBF(0.5), 0.4), (12, Laplacian(0.3), 0.5), (20, 3 * RBF(0.2), 0.6)):
        K, solution = solved(rng, n, kernel, nu)
        yield ConstantDiagonal(K, solution.alpha, float(solution.R2))


def solve(K, alpha, R2, *, kappa=None, norm2=None):
    """ρ = (κ + ‖c‖² − R²)/2."""
    kappa = K[0, 0] if kappa is None else kappa
    norm2 = alpha @ K @ alpha if norm2 is None else norm2
    return (kappa + norm2 - R2) / 2


def certify(problem, rho):
    K, alpha, R2 = problem
    n = len(K)
    norm2 = sum(alpha[i] * alpha[j] * K[i, j] for i in range(n) for j in range(n))
    sums = [sum(alpha[j] * K[i, j] for j in range(n)) for i in range(n)]
    off = [abs(R2 - (K[i, i] - 2 * sums[i] + norm2) - 2 * (sums[i] - rho)) for i in range(n)]
    return Certificate("largest | R² − ‖Φ(xᵢ) − c‖² − 2(Σⱼ αⱼ K(xᵢ, xⱼ) − ρ) |", max(off), 1e-9)
