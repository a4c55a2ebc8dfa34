"""A proof with a hole"""

from kernelcourse.judging.certificates import Certificate

choices = ("a", "b", "c", "d")


def solve():
    """An eigenvalue may be negative."""
    return "d"


def certify(_, choice):
    return Certificate(
        "the rows 0, 1 and 1, 0 make a matrix that keeps all other steps, with zᵀSz = −2 for z = (1, −1)",
        choice == "d",
        otherwise="This step is right for every symmetric matrix.",
    )
