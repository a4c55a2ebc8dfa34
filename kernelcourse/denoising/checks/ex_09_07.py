"""Predict: when does the middle stop being best?"""

import numpy as np

from kernelcourse.judging.certificates import agreement

EQUALLY_NEAR = -np.log(np.roots([1, 1, 1, -1])[-1].real)  # with u = exp(−γ): 2u = 1 + u⁴, where ρ(0) = ρ(1)


def solve():
    """γ = 1/(2 · 1²): ρ''(0) changes its sign where the points are one width away."""
    return 0.5


certify = agreement(
    "how far your γ is from the one where the curvature of ρ at 0 changes its sign", solve, 1e-6
)


def asks_for_equal(_, gamma):
    return abs(gamma - EQUALLY_NEAR) < 2e-3


def is_negative(_, gamma):
    return gamma <= 0


def is_too_small(_, gamma):
    return 0 < gamma < 0.499


def is_too_large(_, gamma):
    return gamma > 0.501
