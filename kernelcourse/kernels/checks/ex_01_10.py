"""Derive it: the distance of two means"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

# Kernel values within and between two groups, and their coordinates
TwoGroups = namedtuple("TwoGroups", "K_a K_ab K_b Phi_a Phi_b")


def problems(rng):
    """Draw two groups of different sizes."""
    for n, m in ((2, 3), (3, 2), (4, 6)):
        yield _of_groups(rng.normal(size=(n, 3)), rng.normal(size=(m, 3)) + 1)


def edge(rng):
    a, b = rng.integers(1, 5, size=(2, 2)).astype(float)
    return {
        "one point in each group": _of_groups(rng.normal(size=(1, 2)), rng.normal(size=(1, 2))),
        "two groups with the same mean": _of_groups(
            np.array([a + b, a - b]), np.array([a + 2 * b, a, a, a - 2 * b])
        ),
    }


def _of_groups(a, b):
    return TwoGroups(a @ a.T, a @ b.T, b @ b.T, a, b)


def solve(K_a, K_ab, K_b, *, a=1.0, mixed=1.0, b=1.0):
    """‖m_a‖² − 2m_a·m_b + ‖m_b‖²."""
    return a * K_a.mean() - 2 * mixed * K_ab.mean() + b * K_b.mean()


def certify(problem, d2):
    exact = np.sum((problem.Phi_a.mean(axis=0) - problem.Phi_b.mean(axis=0)) ** 2)
    return Certificate("| your answer − ‖m_a − m_b‖² |, from coordinates", abs(d2 - exact), 1e-10)


def pairs_mean(K):
    """The mean over the pairs of different points."""
    n = len(K)
    return (K.sum() - np.trace(K)) / (n * (n - 1)) if n > 1 else np.nan


def compares_lengths(problem, d2):
    """Whether an answer is the difference of the two lengths, or of their squares, or the square of one of these."""
    a, b = problem.K_a.mean(), problem.K_b.mean()
    return any(np.isclose(abs(d2), w) for gap in (abs(a - b), abs(a**0.5 - b**0.5)) for w in (gap, gap**2))
