"""The unbiased estimate"""

import itertools

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.twosample.checks.draws import of_points, pairs_mean, samples

problems = samples


def edge(rng):
    a, b, c = rng.normal(size=(3, 2, 3))
    # Far apart the estimate is above 0, whatever is drawn.
    return {
        "two points in each sample": of_points(a, b + 4),
        "both samples are the same points": of_points(c, c),
    }


def solve(K_x, K_xy, K_y, *, x=1.0, mixed=2.0, y=1.0):
    """Means over pairs of different points within the samples, less twice the mean across."""
    return x * pairs_mean(K_x) - mixed * K_xy.mean() + y * pairs_mean(K_y)


def certify(problem, answer):
    within = [
        np.mean([a @ b for a, b in itertools.combinations(Phi, 2)]) for Phi in (problem.Phi_x, problem.Phi_y)
    ]
    across = problem.Phi_x.mean(axis=0) @ problem.Phi_y.mean(axis=0)
    text = "| your number − the means over pairs of different points, from coordinates |"
    return Certificate(text, abs(answer - (sum(within) - 2 * across)), 1e-9)


def biased(K_x, K_xy, K_y):
    return K_x.mean() - 2 * K_xy.mean() + K_y.mean()


def exchanged(K_x, K_xy, K_y):
    """Each sum over the number of pairs of the other sample."""
    n, m = K_xy.shape
    share = n * (n - 1) / (m * (m - 1))
    return share * pairs_mean(K_x) - 2 * K_xy.mean() + pairs_mean(K_y) / share


def diagonal(K):
    return np.diagonal(K).sum()
