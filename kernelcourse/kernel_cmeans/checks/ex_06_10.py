"""A width for the strips"""

import functools

from kernelcourse.cmeans.draws import strips
from kernelcourse.judging.answers import same_form
from kernelcourse.judging.certificates import Certificate
from kernelsy19.cmeans import matched_accuracy
from kernelsy19.kernel_cmeans.solve import kernel_c_means
from kernelsy19.kernels import RBF

LEAST_RIGHT = 0.97  # of the points of the strips; c-means has about half of them


def solve():
    return 0.5


def form(answer, expected):
    if fault := same_form(answer, expected):
        return fault
    return None if 0.001 <= answer <= 1000 else f"expected a γ from 0.001 to 1000, got {answer:g}"


@functools.lru_cache(maxsize=32)
def right_at(gamma):
    """The share of the strips that the lowest J of 30 starts finds."""
    data = strips()
    return matched_accuracy(kernel_c_means(RBF(gamma)(data.X), 2, n_starts=30).labels, data.y)


def certify(_, gamma):
    return Certificate(
        "of 30 starts, the one with the lowest J has at least 97% of the points with the right strip",
        not is_missed(gamma),
    )


def is_very_wide(_, gamma):
    return gamma <= 0.05 and is_missed(gamma)


def is_wide(_, gamma):
    return 0.05 < gamma <= 0.16 and is_missed(gamma)


def is_narrow(_, gamma):
    return 1.5 <= gamma < 5 and is_missed(gamma) and right_at(float(gamma)) > 0.85


def is_very_narrow(_, gamma):
    return 5 <= gamma < 300 and is_missed(gamma)


def sees_nobody(_, gamma):
    return gamma >= 300 and is_missed(gamma)


def is_missed(gamma):
    return right_at(float(gamma)) < LEAST_RIGHT
