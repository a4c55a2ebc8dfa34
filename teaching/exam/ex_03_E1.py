"""Two balls, how far apart?"""

import typing

import numpy as np

from exam.clouds import clouds
from kernelcourse.judging.certificates import Certificate


class TwoCenters(typing.NamedTuple):
    """Kernel values, the weights of two balls, and the mapped points behind them."""

    K: np.ndarray
    alpha: np.ndarray
    beta: np.ndarray
    Phi: np.ndarray


def problems(rng):
    """Draw mapped points, and two vectors of weights."""
    for Phi in clouds(rng):
        n = len(Phi)
        yield TwoCenters(Phi @ Phi.T, rng.dirichlet(np.ones(n)), rng.dirichlet(np.ones(n)), Phi)


def solve(K, alpha, beta, *, mixed=-2.0, last=1.0):
    """‖c‖² − 2 cᵀc′ + ‖c′‖²."""
    return alpha @ K @ alpha + mixed * (alpha @ K @ beta) + last * (beta @ K @ beta)


def certify(problem, answer):
    return Certificate(
        "error of ‖c − c′‖², from coordinates",
        abs(answer - np.sum((problem.alpha @ problem.Phi - problem.beta @ problem.Phi) ** 2)),
        1e-9,
    )
