"""Two samples in many places"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

# What each place tells of both samples: counts, sums of features, sums of their squared lengths; all features
Told = namedtuple("Told", "counts_x sums_x squares_x counts_y sums_y squares_y F G")


def problems(rng):
    """Draw places of different sizes, with features of both samples."""
    for counts_x, counts_y, D in (
        ([1, 4], [3, 2], 3),
        ([5, 1, 3], [2, 6, 4], 4),
        ([2, 7, 1, 4], [5, 3, 2, 9], 3),
    ):
        yield _told(rng, np.array(counts_x), np.array(counts_y), D)


def edge(rng):
    once = _told(rng, np.array([2, 3]), np.array([2, 3]), 3)
    return {
        "both samples are the same points": Told(*once[:3], *once[:3], once.F, once.F),
        "a single place": _told(rng, np.array([4]), np.array([3]), 3),
        "each place has points of one sample only": _told(rng, np.array([0, 3, 4]), np.array([5, 0, 0]), 2),
    }


def _told(rng, counts_x, counts_y, D):
    parts = []
    for counts, shift in ((counts_x, 0.7), (counts_y, 0.0)):
        F = rng.normal(size=(counts.sum(), D)) + shift
        place = np.repeat(np.arange(len(counts)), counts)
        of = [F[place == b] for b in range(len(counts))]
        parts.append((counts, np.array([f.sum(axis=0) for f in of]), np.array([(f**2).sum() for f in of]), F))
    (*x, F), (*y, G) = parts
    return Told(*x, *y, F, G)


def solve(
    counts_x, sums_x, squares_x, counts_y, sums_y, squares_y, *, drop_x=1.0, drop_y=1.0, mixed=2.0, pairs=1
):
    """The unbiased estimate from sums over all places; or with other parts of it."""
    n, m = counts_x.sum(), counts_y.sum()
    f, g = sums_x.sum(axis=0), sums_y.sum(axis=0)
    x = (f @ f - drop_x * squares_x.sum()) / (n * (n - pairs))
    y = (g @ g - drop_y * squares_y.sum()) / (m * (m - pairs))
    return x - mixed * (f @ g) / (n * m) + y


def certify(problem, answer):
    within = [np.mean((S @ S.T)[~np.eye(len(S), dtype=bool)]) for S in (problem.F, problem.G)]
    off = abs(answer - (sum(within) - 2 * np.mean(problem.F @ problem.G.T)))
    return Certificate("| your number − the unbiased estimate from all features at once |", off, 1e-8)


def of_means(counts_x, sums_x, counts_y, sums_y):
    """Means of the places, each counted once, in the place of the mean of all points; nothing of an empty place."""
    means = [s[c > 0] / c[c > 0, None] for s, c in ((sums_x, counts_x), (sums_y, counts_y))]
    gap = means[0].mean(axis=0) - means[1].mean(axis=0)
    return gap @ gap


def within_places(counts_x, sums_x, squares_x, counts_y, sums_y, squares_y):
    """Sums over pairs of one place only: the squared lengths of the sums of each place."""
    n, m = counts_x.sum(), counts_y.sum()
    x = ((sums_x**2).sum() - squares_x.sum()) / (n * (n - 1))
    y = ((sums_y**2).sum() - squares_y.sum()) / (m * (m - 1))
    return x - 2 * (sums_x * sums_y).sum() / (n * m) + y
