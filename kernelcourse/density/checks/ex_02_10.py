"""Predict: a larger sample"""

from kernelcourse.judging.certificates import Certificate

LARGER, NEAR = 32, 0.004


def solve():
    """The ratio of n^(−1/5)."""
    return LARGER ** (-1 / 5)


def certify(_, factor):
    return Certificate(
        "the ratio of the two widths by Silverman's rule, to two decimals",
        bool(abs(factor - solve()) <= NEAR),
        otherwise="That is not the ratio of the two widths. How does n stand in the rule for p = 1?",
    )


def has_root(_, factor):
    return abs(factor - LARGER**-0.5) <= NEAR


def has_another_exponent(_, factor):
    return min(abs(factor - LARGER ** (-1 / q)) for q in (3, 4, 6)) <= NEAR
