"""Two kernels that disagree"""

import numpy as np

from kernelcourse.judging.certificates import Certificate

PROPOSED = {"a": (0.5, 0.5), "b": (0.9, 0.9), "c": (0.8, 0.8), "d": (1.3, 0.0)}
choices = tuple(PROPOSED)


def solve():
    """The point on the diagonal that is nearer in a straight line only."""
    return "c"


def certify(_, choice):
    a, b = PROPOSED[choice], (1.2, 0.0)
    disagree = np.hypot(*a) < np.hypot(*b) and sum(a) > sum(b)
    text = "the Gaussian kernel prefers this point to (1.2, 0), and the Laplacian does not"
    return Certificate(text, bool(disagree), otherwise="On this point the two kernels agree.")
