"""How many components?"""

import itertools
import math
from collections import namedtuple

from kernelcourse.judging.certificates import Certificate

# A polynomial kernel (offset + x·x′)ᵈ of points of p variables; the offset is 0 or 1
PolynomialOf = namedtuple("PolynomialOf", "p degree offset")


def problems(rng):
    """Draw numbers of variables and degrees, with offset and without."""
    for offset in (0, 1, 0, 1):
        yield PolynomialOf(int(rng.integers(2, 6)), int(rng.integers(2, 5)), offset)


def edge(rng):
    return {
        "a single variable": PolynomialOf(1, int(rng.integers(2, 6)), 1),
        "degree 1": PolynomialOf(int(rng.integers(2, 9)), 1, 0),
        "digits of 256 pixels": PolynomialOf(256, 2, int(rng.integers(2))),
    }


def monomials(p, degree):
    """How many products of `degree` out of p variables there are, where the order of the factors does not matter."""
    return math.comb(p + degree - 1, degree)


def solve(p, degree, offset, *, count=monomials):
    """Monomials of each degree from 1 to the highest, or of the highest alone."""
    return sum(count(p, d) for d in _degrees(degree, offset))


def _degrees(degree, offset):
    return range(1, degree + 1) if offset else [degree]


def certify(problem, number):
    products = {
        product
        for d in _degrees(problem.degree, problem.offset)
        for product in itertools.combinations_with_replacement(range(problem.p), d)
    }
    return Certificate(
        "how far your number is from that of all products of variables, listed one by one",
        abs(number - len(products)),
        0.0,
    )
