"""Predict: every point several times"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.svm.checks.draws import groups
from kernelsy19.kernels import RBF
from kernelsy19.svm.solve import solve_dual

Copies = namedtuple("Copies", "C m")  # a price, and how often each point comes


def problems(rng):
    """Draw prices and numbers of copies."""
    for m in (2, 3, 5):
        yield Copies(float(np.round(rng.uniform(0.3, 6), 2)), m)


def edge(rng):
    return {"each point once": Copies(float(np.round(rng.uniform(0.3, 6), 2)), 1)}


def solve(C, m):
    """The sum of slacks is m times as large, and ‖w‖² is not."""
    return C / m


def certify(problem, C_new):
    X, y = groups(np.random.default_rng(0), 20)
    X[1], y[1] = (
        X[0] + 0.1,
        -y[0],
    )  # side by side in both classes: their weights are at the bound at any price
    K = RBF(0.5)(X)
    many = np.repeat(np.arange(20), problem.m)
    if not 0 < C_new < 1e6:
        return Certificate("a price is positive", False)
    once = solve_dual(K, y, problem.C, tol=1e-10)
    copied = solve_dual(K[np.ix_(many, many)], y[many], C_new, tol=1e-10)
    off = np.abs(copied.f[:: problem.m] - once.f).max()
    return Certificate("largest difference between the decisions of both machines", off, 1e-5)
