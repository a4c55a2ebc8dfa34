"""A comparison that no threshold can bend"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import agreement

# Decisions of one detector: for outliers and for regular points; the lower, the stranger
Decisions = namedtuple("Decisions", "outliers regular")


def problems(rng):
    """Draw decisions that overlap, in units of their own; some detectors are worse than a guess."""
    for m, n, higher in ((2, 3, -0.8), (7, 4, 0.8), (12, 30, 0.8), (9, 5, -0.8)):
        unit = rng.uniform(0.1, 10)
        yield Decisions(unit * rng.normal(size=m), unit * (rng.normal(size=n) + higher))


def edge(rng):
    return {
        "some decisions are equal": Decisions(
            rng.integers(0, 3, size=6).astype(float), rng.integers(0, 4, size=9).astype(float)
        ),
        "all decisions are equal": _flat(rng),
        "one point of each kind": Decisions(rng.normal(size=1), rng.normal(size=1) + 3),
    }


def _flat(rng):
    level = rng.normal()
    return Decisions(np.full(3, level), np.full(4, level))


def solve(outliers, regular, *, equal=0.5):
    """The share of pairs in which the outlier is lower; an equal pair counts one half."""
    lower, same = outliers[:, None] < regular, outliers[:, None] == regular
    return float(np.mean(lower + equal * same))


def is_turned(problem, share):
    return abs(share + solve(*problem) - 1) < 1e-12


def _by_ranks(outliers, regular):
    """The same from the ranks of all decisions, mean ranks where some are equal: Mann and Whitney's sum."""
    every = np.concatenate([outliers, regular])
    ranks = np.array([(every < v).sum() + ((every == v).sum() + 1) / 2 for v in every[: len(outliers)]])
    m, n = len(outliers), len(regular)
    return 1 - (ranks.sum() - m * (m + 1) / 2) / (m * n)


certify = agreement("difference from the share by ranks", _by_ranks, 1e-12)
