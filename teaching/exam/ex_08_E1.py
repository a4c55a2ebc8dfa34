"""How well does a component tell two classes apart?"""

from collections import namedtuple

import numpy as np
from scipy import stats

from kernelcourse.judging.certificates import Certificate

ScoresOfTwo = namedtuple("ScoresOfTwo", "z is_one")  # scores on a component, and two classes


def problems(rng):
    """Draw scores in steps, so that some are equal; both classes have some, and either may have the larger ones."""
    for n, higher in ((8, -1.5), (10, 1.5), (12, -1.5), (14, 1.5)):
        is_one = rng.permutation(np.arange(n) < n // 2 - 1)
        z = np.round(rng.normal(size=n) + higher * is_one)
        z[np.flatnonzero(is_one)[:2]], z[np.flatnonzero(~is_one)[:3]] = [0.0, 2.0], [0.0, 1.0, 3.0]
        yield ScoresOfTwo(z, is_one)


def edge(rng):
    return {"all scores are the same": ScoresOfTwo(np.ones(5), np.arange(5) < 2)}


def solve(z, is_one, *, ties=0.5):
    """Share of the pairs, one point of each class, in which class 1 has the larger score."""
    D = z[is_one][:, None] - z[~is_one]
    return np.mean(D > 0) + ties * np.mean(D == 0)


def certify(problem, answer):
    ranks = stats.rankdata(problem.z)
    n_1, n_0 = problem.is_one.sum(), (~problem.is_one).sum()
    exact = (ranks[problem.is_one].sum() - n_1 * (n_1 + 1) / 2) / (n_1 * n_0)
    return Certificate("error of the share of pairs, from ranks", abs(answer - exact), 1e-9)


def is_turned(problem, share):
    return abs(share + solve(*problem) - 1) < 1e-9


def pairs(is_one):
    return is_one.sum() * (~is_one).sum()
