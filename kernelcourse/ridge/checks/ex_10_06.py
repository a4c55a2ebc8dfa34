"""Predict: how many equations?"""

from math import comb

from kernelcourse.judging.certificates import Certificate

PATIENTS, MEASUREMENTS, DEGREE = 442, 10, 3


def solve():
    """Equations of the smaller system: points, or monomials of up to the degree."""
    return min(PATIENTS, comb(MEASUREMENTS + DEGREE, DEGREE))


def certify(_, answer):
    return Certificate("your number is the smaller one of points and features", bool(answer == solve()))


def is_of_others(_, answer):
    return answer in {comb(n, k) for n in range(9, 16) for k in range(1, 7)} - {solve()}


def is_below(_, answer):
    return 0 <= answer < MEASUREMENTS


def is_above(_, answer):
    return answer > PATIENTS


def is_between(_, answer):
    return MEASUREMENTS <= answer < PATIENTS
