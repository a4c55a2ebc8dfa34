"""By hand"""

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.sequences.checks.draws import costs, sums_of_all


def solve():
    return 3.0


def sums():
    """The costs of all alignments."""
    return sums_of_all(costs(np.array([1.0, 1.0, 2.0, 5.0]), np.array([1.0, 2.0, 2.0, 3.0, 3.0])))


def certify(_, answer):
    off = abs(answer - sums().min())
    return Certificate("difference from the cheapest of all alignments", off, 1e-9, otherwise="error of D")


def is_divided(_, D):
    return any(abs(D - 3 / n) < 1e-9 for n in (6, 7, 8, 9))


def is_no_whole_number(_, D):
    return round(D) != D


def is_negative(_, D):
    return D < 0


def is_too_cheap(_, D):
    return 0 <= D < sums().min()


def is_a_cost(_, D):
    return D in sums()


def is_too_dear(_, D):
    return sums().max() < D


def is_no_cost(_, D):
    return D not in sums()
