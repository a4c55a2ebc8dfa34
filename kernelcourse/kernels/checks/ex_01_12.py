"""A map for a ring"""

from collections import namedtuple

import numpy as np
from scipy.optimize import linprog

from kernelcourse.judging.certificates import Certificate
from kernelcourse.kernels.checks.draws import one_row_a_point
from kernelsy19.kernels.equations import lift_to_paraboloid, quadratic_features

MOST_FEATURES = 5

# Points of the plane, and which of them lie in a ring around the origin
Ring = namedtuple("Ring", "X in_ring")


def problems(rng):
    """Draw points inside a ring, in it and outside it, all around the origin; every ring has radii of its own.
    How many points lie where is another number in each place and problem: no rank among the radii gives the ring away.
    """
    for least, order in ((8, [1, 0, 2]), (10, [2, 1, 0]), (12, [0, 2, 1])):
        sizes = least + 4 * np.array(order) + rng.integers(3, size=3, dtype=np.intp)
        inner = rng.uniform(0.6, 1.4)
        radius = inner * (np.repeat([0.1, 1.0, 2.0], sizes) + rng.uniform(0, 0.7, size=sizes.sum()))
        turn = np.concatenate([(np.arange(n) + rng.uniform(size=n)) / n for n in sizes])
        X = radius[:, None] * np.column_stack([np.cos(2 * np.pi * turn), np.sin(2 * np.pi * turn)])
        yield Ring(X, np.repeat([False, True, False], sizes))


def solve(X):
    """The squared radius and its square."""
    squares = (X**2).sum(axis=1)
    return np.column_stack([squares, squares**2])


def form(answer, expected):
    """What is wrong with the form of a few features a point, or None."""
    fault = one_row_a_point(answer, expected)
    if fault or np.shape(answer)[1] <= MOST_FEATURES:
        return fault
    return f"expected at most {MOST_FEATURES} features a point, got {np.shape(answer)[1]}"


def certify(problem, Phi):
    apart = _are_separable(Phi, problem.in_ring)
    return Certificate("a hyperplane has the ring on one side and all other points on the other", apart)


def _are_separable(Phi, y):
    """Whether a hyperplane has all rows of one class on one side and the others on the other: a linear program."""
    spread = Phi.std(axis=0)
    Z = np.column_stack([(Phi - Phi.mean(axis=0)) / np.where(spread > 0, spread, 1), np.ones(len(Phi))])
    signed = np.where(y, -1.0, 1.0)[:, None] * Z
    found = linprog(np.zeros(Z.shape[1]), A_ub=signed, b_ub=-np.ones(len(Z)), bounds=(None, None))
    return bool(found.status == 0)


def is_one_feature(_, Phi):
    return Phi.shape[1] == 1
