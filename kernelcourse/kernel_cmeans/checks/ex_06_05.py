"""Predict: how many kernel values?"""

from kernelcourse.judging.certificates import Certificate


def solve():
    """Each row of K once."""
    return 2000**2


def certify(_, n):
    return Certificate("as many as are read, counted one by one", bool(n == 2000**2))
