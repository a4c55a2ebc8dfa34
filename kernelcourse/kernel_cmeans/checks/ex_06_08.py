"""Break it: rings at rest that cost too much"""

import numpy as np

from kernelcourse.judging.answers import describe, same_form
from kernelcourse.judging.certificates import Certificate
from kernelcourse.kernel_cmeans.checks.draws import criterion_of, distances, weights_of
from kernelsy19.kernels import RBF


def solve(*, inner=0.5, gamma=1.0):
    return inner, gamma


def form(answer, expected):
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        return f"expected a pair (r, γ), got {describe(answer)}"
    if fault := same_form(answer, expected):
        return fault
    inner, gamma = answer
    if not (0.3 <= inner <= 0.9 and 0 < gamma <= 1000):
        return f"expected a radius r from 0.3 to 0.9 and γ in (0, 1000], got {inner:g} and {gamma:g}"
    return None


def certify(_, answer):
    if is_rounding(_, answer):
        return Certificate("the kernel tells the points apart: J of the rings is more than rounding", False)
    return [
        Certificate("started at the rings, kernel c-means stays there", stays(answer)),
        Certificate("the straight cut costs at most 95% of the rings", bool(share_of_cut(answer) <= 0.95)),
    ]


def rings(inner, gamma, n=40):
    """Points on the unit circle and on one inside, evenly spaced; their Gram matrix, and which lie on which."""
    t = 2 * np.pi * np.arange(n) / n
    circle = np.column_stack([np.cos(t), np.sin(t)])
    X = np.vstack([circle, inner * circle])
    return X, RBF(gamma)(X), np.repeat([0, 1], n)


def stays(answer):
    _, K, y = rings(*answer)
    D2 = distances(K, weights_of(y))
    return bool((D2[np.arange(len(K)), y] <= D2.min(axis=1) + 1e-9 * D2.max()).all())


def share_of_cut(answer):
    """J of a straight cut through both rings over J of the rings."""
    X, K, y = rings(*answer)
    return criterion_of(K, (X[:, 1] > 1e-9).astype(int)) / criterion_of(K, y)


def is_rounding(_, answer):
    """Whether all mapped points are so near to each other that their distances are lost in double precision."""
    _, K, y = rings(*answer)
    return bool(criterion_of(K, y) < 1e-4)


def sees_nobody(_, answer):
    return answer[1] > 100 and share_of_cut(answer) > 0.95


def is_a_little_cheaper(_, answer):
    return not is_rounding(_, answer) and answer[1] <= 10 and 0.95 < share_of_cut(answer) < 1


def is_dearer(_, answer):
    return not is_rounding(_, answer) and answer[1] <= 10 and share_of_cut(answer) >= 1


def is_narrow(_, answer):
    return 10 < answer[1] <= 100 and share_of_cut(answer) > 0.95
