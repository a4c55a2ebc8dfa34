"""Two balls, how far apart?"""

from collections import namedtuple

import numpy as np

from exam.clouds import clouds
from kernelcourse.judging.certificates import Certificate

# Kernel values, the weights of two balls, and the mapped points behind them.
TwoCenters = namedtuple("TwoCenters", "K alpha beta Phi")


def problems(rng):
    """Draw mapped points, and two vectors of weights."""
    for Phi in clouds(rng):
        n = len(Phi)
        yield TwoCenters(Phi @ Phi.T, rng.dirichlet(np.ones(n)), rng.dirichlet(np.ones(n)), Phi)


def solve(K, alpha, beta, *, mixed=-2.0, last=1.0):
    """‖c‖² − 2 cᵀc′ + ‖c′‖²."""
    return alpha @ K @ alpha + mixed * (alpha @ K @ beta) + last * (beta @ K @ beta)


def certify(problem, answer):
    exact = np.sum((problem.alpha @ problem.Phi - problem.beta @ problem.Phi) ** 2)
    return Certificate("error of ‖c − c′‖², from coordinates", abs(answer - exact), 1e-9)
