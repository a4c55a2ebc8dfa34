"""From LIBSVM's scale to ours"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.one_class.checks.draws import solved
from kernelsy19.kernels import RBF
from kernelsy19.one_class.equations import rescaled, threshold

Rescaled = namedtuple("Rescaled", "a b")  # a hyperplane in LIBSVM's scale


def problems(rng):
    """Draw hyperplanes with weights that sum to νn."""
    for n, nu in ((6, 0.5), (15, 0.2), (25, 0.73)):
        yield _rescaled(rng, n, nu)


def edge(rng):
    return {"ν is 1: each weight is 1": _rescaled(rng, 7, 1.0), "νn is less than 1": _rescaled(rng, 9, 0.07)}


def _rescaled(rng, n, nu):
    _, solution = solved(rng, n, RBF(0.5), nu)
    a, b = rescaled(solution.alpha, threshold(1.0, solution.center_norm2, solution.R2), nu)
    return Rescaled(a, float(b))


def solve(a, b, *, nu=None, by=None):
    """ν, the mean of the weights; and weights and offset, divided by the sum of the weights."""
    by = a.sum() if by is None else by
    return a.mean() if nu is None else nu, a / by, b / by


def certify(problem, answer):
    a, b = problem
    nu, alpha, rho = answer
    return [
        Certificate("| Σᵢ αᵢ − 1 |", abs(sum(alpha) - 1), 1e-9),
        Certificate("largest | νn αᵢ − aᵢ |", np.abs(nu * len(a) * alpha - a).max(), 1e-9),
        Certificate("| νn ρ − b |", abs(nu * len(a) * rho - b), 1e-9),
    ]
