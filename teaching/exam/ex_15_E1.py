"""A Fisher kernel for counts"""

from collections import namedtuple

import numpy as np
from scipy import stats

from kernelcourse.judging.certificates import Certificate

Counts = namedtuple("Counts", "x y mean")  # two samples of counts, and the mean of the Poisson distribution


def problems(rng):
    """Draw counts of a Poisson distribution."""
    for n, m in ((2, 3), (4, 2), (6, 5)):
        mean = rng.uniform(1.5, 6.0)
        yield Counts(rng.poisson(mean, size=n), rng.poisson(mean, size=m), mean)


def edge(rng):
    return {"a count of 0": Counts(np.array([0, 3]), np.array([0, 1, 5]), rng.uniform(1.2, 3.0))}


def solve(x, y, mean, *, power=1.0, center=1.0):
    """(x − μ)(y − μ)/μ: scores (x − μ)/μ, and information 1/μ."""
    return np.outer(x - center * mean, y - center * mean) / mean**power


def certify(problem, answer):
    x, y, mean = problem
    step, ks = 1e-4, np.arange(200)

    def score(k):
        return -(stats.poisson.logpmf(k, mean + step) - stats.poisson.logpmf(k, mean - step)) / (2 * step)

    information = np.sum(stats.poisson.pmf(ks, mean) * score(ks) ** 2)
    off = np.abs(answer - np.outer(score(x), score(y)) / information).max()
    return Certificate(
        "largest difference from scores by differences of log p, and their mean square", off, 1e-5
    )
