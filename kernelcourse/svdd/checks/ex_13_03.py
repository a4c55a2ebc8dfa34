"""How many points does the ball hold?"""

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelsy19.kernels import RBF
from kernelsy19.svdd.solve import solve_dual

N_TARGETS, N_OUTLIERS, PREDICTED_PRICE = 90, 60, 0.03
START = N_TARGETS - 1 / PREDICTED_PRICE


def solve(*, example=(56, 57)):
    return example


def certify(_, answer):
    most, least = answer
    rng = np.random.default_rng(13)
    X = np.vstack([rng.normal(size=(N_TARGETS, 2)), rng.normal(size=(N_OUTLIERS, 2)) + 1.5])
    y = np.repeat([1.0, -1.0], [N_TARGETS, N_OUTLIERS])
    solution = solve_dual(RBF(0.5)(X), y, PREDICTED_PRICE)
    inside, surface = int(solution.inside.sum()), int(solution.surface.sum())
    return [
        Certificate("so many points strictly inside are not too many", bool(most <= START)),
        Certificate("one more would be", bool(most + 1 > START)),
        Certificate("so many points inside or on the surface are enough", bool(least >= START)),
        Certificate("one fewer would not be", bool(least - 1 < START)),
        Certificate(
            "the ball of 150 random points keeps to both", bool(inside <= most and inside + surface >= least)
        ),
    ]


def are_outside(_, answer):
    return set(np.ravel(answer)) <= {33, 34}


def count_all(_, answer):
    return min(answer) > N_TARGETS


def count_outliers(_, answer):
    return set(np.ravel(answer)) <= {N_OUTLIERS - 34, N_OUTLIERS - 33}


def holds_all_targets(_, answer):
    return answer[0] >= N_TARGETS


def has_first_outside(_, answer):
    return answer[0] in (33, 34) and answer[1] not in (33, 34)


def has_first(_, answer):
    return answer[0] == 56


def has_second(_, answer):
    return answer[1] == 57


def has_too_many(_, answer):
    return answer[0] > START + 2 and answer[1] != 57


def has_too_few(_, answer):
    return 0 <= answer[0] < START - 3 and answer[1] != 57


def is_near(_, answer):
    return all(abs(a - b) <= 2 for a, b in zip(answer, (56, 57), strict=True))
