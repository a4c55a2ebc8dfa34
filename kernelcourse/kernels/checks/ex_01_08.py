"""Three kernels and one that is none"""

from kernelcourse.judging.certificates import Certificate

choices = ("a", "b", "c", "d")


def solve():
    """(xy − 1)²."""
    return "b"


def certify(_, choice):
    return Certificate(
        "on the points 0 and 1 its matrix is [[1, 1], [1, 0]], with determinant −1",
        choice == "b",
        otherwise="This one is a kernel.",
    )
