"""Break it: groups that everyone sees and c-means does not"""

import numpy as np

from kernelcourse.cmeans.checks.draws import COUNTS_AS_ZERO, cost, two_groups
from kernelcourse.judging.certificates import Certificate, worst
from kernelsy19.cmeans.solve import c_means
from kernelsy19.kernels import squared_euclidean

TOUCHING = 1e-4  # distance up to which two points, with coordinates up to 100, are at one place


def solve(*, length=30, gap=3.0):
    """Two lines of points."""
    x = np.arange(float(length))
    return np.column_stack([np.tile(x, 2), np.repeat([0, gap], length)]), np.repeat([0, 1], length)


form = two_groups(60)


def certify(_, answer):
    gap, step = gap_and_step(answer)
    if has_meeting_groups(_, answer):
        return Certificate("the groups share no point", False)
    if has_a_single_point(_, answer):
        return Certificate("each group has two points or more", False)
    return [
        Certificate(
            "by how much the gap falls short of 3 times the longest step within a group, over the gap",
            worst(3 * step - gap) / gap,
            1e-9,
        ),
        Certificate("your groups cost at least twice the J that c-means finds", bool(ratio(answer) >= 2)),
    ]


def gap_and_step(answer):
    """Smallest distance between the groups, and the longest step that a walk within a group cannot avoid."""
    X, labels = answer
    D = np.sqrt(squared_euclidean(X, X))
    same = labels[:, None] == labels
    walk = np.where(same, D, np.inf)
    for k in range(len(X)):  # by way of point k: the longer of both parts of the walk counts
        walk = np.minimum(walk, np.maximum(walk[:, k : k + 1], walk[k]))
    return np.where(same, np.inf, D).min(), walk[same].max()


def ratio(answer):
    """J of the groups over the J that c-means finds: infinite where that alone is 0, and 1 where both are."""
    J, found = cost(*answer), c_means(answer[0], 2).objective
    return J / found if found > COUNTS_AS_ZERO else np.inf if J > COUNTS_AS_ZERO else 1.0


def has_meeting_groups(_, answer):
    return bool(gap_and_step(answer)[0] <= TOUCHING)


def has_a_single_point(_, answer):
    return bool(np.bincount(answer[1]).min() == 1)


def is_unfit(_, answer):
    return has_meeting_groups(_, answer) or has_a_single_point(_, answer)


def is_not_separate(_, answer):
    gap, step = gap_and_step(answer)
    return not is_unfit(_, answer) and not 3 * step <= gap * (1 + 1e-9)


def is_found(_, answer):
    return _is_seen(answer) and abs(ratio(answer) - 1) < 1e-9


def is_nearly_found(_, answer):
    return _is_seen(answer) and 1 + 1e-9 <= ratio(answer) < 1.1


def is_on_the_way(_, answer):
    return _is_seen(answer) and 1.1 <= ratio(answer) < 2


def _is_seen(answer):
    return not is_unfit(None, answer) and not is_not_separate(None, answer)
