"""Probabilities from coefficients alone"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst
from kernelcourse.logistic.checks.draws import h_of, labels
from kernelsy19.kernels import RBF
from kernelsy19.logistic.equations import probability
from kernelsy19.logistic.plain import plain_newton

# Coefficients that minimize the penalized objective, and the probabilities that belong to them
Fitted = namedtuple("Fitted", "theta y lam h")


def problems(rng):
    """Draw problems and solve them."""
    for n in (4, 9, 6):
        y, lam = labels(rng, n), rng.uniform(0.1, 2.0)
        K = RBF(rng.uniform(0.3, 1.0))(rng.normal(size=(n, 3)))
        theta = plain_newton(K, y, lam, tol=1e-15)
        yield Fitted(theta, y, lam, h_of(theta, K))


def solve(theta, y, lam):
    """h = y − λθ, which is r = 0."""
    return y - lam * theta


def certify(problem, h):
    off = worst(np.abs(h - problem.h))
    return Certificate("largest difference from the probabilities of the fitted scores", off, 1e-5)


def are_classes(_, h):
    return bool(np.isin(h, (0, 1)).all())


def terms(problem):
    theta, y, lam, _ = problem
    return {
        "the label": (y, 1),
        "what λ and the coefficients give": (lam * theta, -1),
        "a 1 for all points": (1.0, 0),
        "a coefficient without λ": (theta, 0),
        "a coefficient that is divided by λ": (theta / lam, 0),
        "a coefficient without its sign": (lam * np.abs(theta), 0),
        "a coefficient times the square of λ": (lam**2 * theta, 0),
        "a coefficient times its label": (lam * theta * y, 0),
        "a coefficient that is divided by n": (lam * theta / len(y), 0),
        "a sum of the coefficients": (theta.sum(), 0),
    }
