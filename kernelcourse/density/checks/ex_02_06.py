"""Predict: a cube in ten dimensions"""

from kernelcourse.judging.certificates import Certificate
from kernelsy19.density.equations import side_to_capture

SHARE, N_VARIABLES = 0.01, 10
RIGHT_SIDE, TWO_DECIMALS = SHARE ** (1 / N_VARIABLES), 0.006


def solve():
    """The tenth root of the share."""
    return side_to_capture(SHARE, N_VARIABLES)


def certify(_, side):
    if 0 < side < 1:
        instead = f"such a cube holds {100 * side**N_VARIABLES:.2g}% of the points"
    else:
        instead = "in the unit cube, all sides are between 0 and 1"
    return Certificate(
        "a cube of your side holds 1% of the points, as far as two decimals can tell",
        bool(abs(side - RIGHT_SIDE) <= TWO_DECIMALS),
        otherwise=instead,
    )


def holds_nearly_all(_, side):
    return 0.998 < side < 1


def holds_a_tenth(_, side):
    return abs(side - 0.1 ** (1 / N_VARIABLES)) <= TWO_DECIMALS


def is_what_is_missing(_, side):
    return abs(1 - side - RIGHT_SIDE) <= TWO_DECIMALS


def is_logarithm(_, side):
    return abs(abs(side) - 0.2) <= 0.001
