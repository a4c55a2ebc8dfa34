"""Predict: what helps?"""

from kernelcourse.judging.certificates import Certificate


def solve(*, first="another kernel", second="more starts", third="neither"):
    return first, second, third


def certify(_, answer):
    return Certificate("each of the three is answered by comparing both J", tuple(answer) == solve())
