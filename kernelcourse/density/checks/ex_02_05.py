"""Tune the threshold"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelsy19.density.equations import rejection_threshold

HAIR = 1e-9

# Densities at the learning vectors, all different, and the share that may be rejected
Densities = namedtuple("Densities", "f share")


def problems(rng):
    """Draw densities and shares; share · n is not whole, now nearer to the number below, now to the one above."""
    for n, k, low, high in ((9, 2, 0.55, 0.8), (20, 6, 0.05, 0.25), (37, 8, 0.55, 0.8)):
        yield Densities(rng.exponential(size=n), float((k + rng.uniform(low, high)) / n))


def edge(rng):
    n = int(rng.choice([100, 200, 300]))
    short = [k for k in range(1, n // 2) if int(k / n * n) < k]
    return {
        "share · n is a whole number": Densities(rng.exponential(size=8), float(rng.choice([0.125, 0.25]))),
        "share · n is a whole number that a computer misses by a hair": Densities(
            rng.exponential(size=n), float(rng.choice(short) / n)
        ),
        "share · n falls just short of a whole number": Densities(
            rng.exponential(size=20), float((rng.integers(2, 9) - rng.uniform(0.001, 0.01)) / 20)
        ),
        "a share of 0": Densities(rng.exponential(size=6), 0.0),
    }


def solve(f, share):
    """The density at the place ⌊share · n⌋ of the sorted ones."""
    return rejection_threshold(f, share)


def certify(problem, c):
    most = allowed(*problem)
    return [
        Certificate("at most share · n learning vectors are rejected", _rejected(problem.f, c) <= most),
        Certificate("any larger c would reject more than that", int((problem.f <= c).sum()) > most),
    ]


def allowed(f, share):
    return int(share * len(f) + HAIR)


def rounded_up(f, share):
    return int(np.ceil(share * len(f) - HAIR))


def _rejected(f, c):
    return int((f < c).sum())


def keeps_the_share(problem, c):
    """Whether about the share that is to be rejected is kept instead."""
    f, share = problem
    kept = len(f) - _rejected(f, c)
    return abs(kept - share * len(f)) < 1.5 < abs(kept - (1 - share) * len(f))


def rejects_one_more(problem, c):
    return c in problem.f and _rejected(problem.f, c) == allowed(*problem) + 1


def is_short_of_the_next(problem, c):
    """Whether c rejects as many as it may, but could still be larger."""
    return _rejected(problem.f, c) == allowed(*problem) and c not in problem.f
