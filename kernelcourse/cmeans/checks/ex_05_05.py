"""Predict: how many starts?"""

from kernelcourse.judging.certificates import Certificate


def solve():
    return 40


def certify(_, r):
    return Certificate(
        "the probability that all starts miss is at most 1%, and with one start less it is not",
        bool(0.89**r <= 0.01 < 0.89 ** (r - 1)),
    )


def is_one_more(_, r):
    return 40 < r <= 42
