"""Break it: at rest, and yet a move pays"""

import numpy as np

from kernelcourse.cmeans.checks.draws import COUNTS_AS_ZERO, cost, means, two_groups
from kernelcourse.judging.certificates import Certificate, worst
from kernelsy19.cmeans.equations import transfer_gains
from kernelsy19.kernels import squared_euclidean

ON_A_LINE = {
    "at rest": ([0.0, 2.0, 3.2], [0, 0, 1]),
    "restless": ([0.0, 2.0, 2.5], [0, 0, 1]),
    "free": ([0.0, 0.0, 5.0, 5.0], [0, 0, 1, 1]),
    "best": ([0.0, 1.0, 8.0, 9.0], [0, 0, 1, 1]),
    "large": ([2.0, -1.0, -1.0, 5.3], [0, 0, 0, 1]),
    "little": ([0.0, 2.0, 3.8], [0, 0, 1]),
}


def solve(*, example="at rest"):
    x, labels = map(np.array, ON_A_LINE[example])
    return np.column_stack([x, 0 * x]), labels


form = two_groups(10)


def certify(_, answer):
    if is_free(_, answer):
        return Certificate("J is more than 0, so that something can be gained", False)
    short = worst(0.2 - best_move(answer)[0])
    return [
        Certificate("c-means stands still: no point has a nearer mean", is_at_rest(answer)),
        Certificate("by how much the best move of one point falls short of 20% of J", short, 1e-9),
    ]


def distances(answer):
    return squared_euclidean(answer[0], means(*answer))


def is_at_rest(answer):
    D2 = distances(answer)
    own = D2[np.arange(len(D2)), answer[1]]
    return bool((own <= D2.min(axis=1) + 1e-9 * D2.max()).all())


def best_move(answer):
    """The largest gain of a single move, as a share of J, and the size of the cluster that the point leaves."""
    gains = transfer_gains(distances(answer), answer[1])
    point = gains.max(axis=1).argmax()
    return gains.max() / cost(*answer), np.bincount(answer[1])[answer[1][point]]


def is_free(_, answer):
    return bool(cost(*answer) <= COUNTS_AS_ZERO)


def is_restless(_, answer):
    return not is_at_rest(answer) and not is_free(_, answer)


def is_best(_, answer):
    return is_at_rest(answer) and not is_free(_, answer) and best_move(answer)[0] <= 0


def is_large(_, answer):
    return _gains_little(answer) and best_move(answer)[1] > 2


def is_little(_, answer):
    return _gains_little(answer) and best_move(answer)[1] == 2


def _gains_little(answer):
    return is_at_rest(answer) and not is_free(None, answer) and 0 < best_move(answer)[0] < 0.2
