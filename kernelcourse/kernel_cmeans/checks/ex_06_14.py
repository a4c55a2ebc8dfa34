"""Two kinds of eruption, with a certificate"""

import numpy as np

from kernelcourse.judging.answers import same_form
from kernelcourse.judging.certificates import Certificate
from kernelcourse.kernel_cmeans.checks.draws import eruptions, excess
from kernelcourse.kernel_cmeans.checks.ex_06_13 import solve as share_of_possible
from kernelsy19.cmeans import c_means, matched_accuracy
from kernelsy19.kernel_cmeans.solve import kernel_c_means
from kernelsy19.kernels import RBF


def solve(*, gamma=0.4, labels=None):
    return gamma, kernel_c_means(RBF(gamma)(eruptions()), 2).labels if labels is None else labels


def form(answer, expected):
    if fault := same_form(answer, expected):
        return fault
    gamma, labels = answer
    if not 0.01 <= gamma <= 10:
        return f"expected a γ from 0.01 to 10, got {gamma:g}"
    if set(np.unique(labels)) != {0, 1}:
        return f"expected labels 0 and 1, both of them, got {np.unique(labels)[:5]}"
    return None


def certify(_, answer):
    share = share_of_possible(RBF(answer[0])(eruptions()), answer[1])
    return [
        Certificate("no eruption has a nearer prototype", is_at_rest(answer)),
        Certificate(
            "the two clusters save at least 96% of what any two could save with this kernel",
            bool(share >= 0.96),
        ),
    ]


def is_at_rest(answer):
    return bool(excess(RBF(answer[0])(eruptions()), answer[1]) <= 1e-9)


def by_c_means():
    """The two clusters of eruptions that plain c-means finds."""
    return c_means(eruptions(), 2).labels


def has_a_single_one(_, answer):
    return np.bincount(answer[1]).min() == 1


def is_of_c_means(_, answer):
    return not is_at_rest(answer) and matched_accuracy(answer[1], by_c_means()) == 1


def is_restless(_, answer):
    return not is_at_rest(answer) and not has_a_single_one(_, answer) and not is_of_c_means(_, answer)


def is_wide(_, answer):
    return is_at_rest(answer) and answer[0] < 0.34


def is_narrow(_, answer):
    return is_at_rest(answer) and answer[0] > 0.65
