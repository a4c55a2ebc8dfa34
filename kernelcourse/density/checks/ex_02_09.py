"""A width for real data"""

from collections import namedtuple

import numpy as np
from scipy.special import logsumexp

from kernelcourse.judging.answers import same_form
from kernelcourse.judging.certificates import Certificate, worst
from kernelsy19 import datasets
from kernelsy19.density.bandwidth import loo_bandwidth
from kernelsy19.density.equations import silverman

LEAST_WIDTH, LARGEST_WIDTH = 0.05, 2.0  # standard deviations between which a width is to be chosen
NEAR_HIGHEST = 0.05  # of a log-likelihood, what a grid of a hundred widths may miss

Measured = namedtuple("Measured", "X")  # two measurements of some eruptions, flowers or women, standardized


def problems(rng):
    """Draw rows of three data sets of the course, without twins."""
    iris = datasets.iris().columns("sepal width", "petal length")
    pima = datasets.pima().columns("glucose", "bmi").where_recorded()
    for data, n in ((datasets.faithful(), 30), (iris, 40), (pima, 50), (datasets.faithful(), 60)):
        rows = np.unique(data.X, axis=0)
        X = rows[rng.choice(len(rows), n, replace=False)]
        yield Measured((X - X.mean(axis=0)) / X.std(axis=0))


def solve(X):
    """The width with the largest leave-one-out likelihood."""
    return loo_bandwidth(X).bandwidth


def form(answer, expected):
    """What is wrong with the form of a width, or None; a width near the best is as good."""
    return same_form(answer, expected)


def certify(problem, h):
    best = _likelihoods(problem.X, _widths(120)).max()
    reached = -np.inf if is_outside(problem, h) else _likelihoods(problem.X, [h])[0]
    return Certificate("what the likelihood is short of the best", worst(best - reached), NEAR_HIGHEST)


def _widths(count):
    return np.geomspace(LEAST_WIDTH, LARGEST_WIDTH, count)


def _likelihoods(X, widths, leave=True):
    """Σ log f̂₋ᵢ(xᵢ) for each of several widths, from all differences; or with no point left out."""
    squared = ((X[:, None] - X) ** 2).sum(axis=2)
    if leave:
        np.fill_diagonal(squared, np.inf)
    sums = np.array([logsumexp(-squared / (2 * h**2), axis=1).sum() for h in widths])
    normal = np.log(len(X) - leave) + X.shape[1] / 2 * np.log(2 * np.pi * np.square(widths))
    return sums - len(X) * normal


def best_with_itself(X):
    return float(_widths(60)[_likelihoods(X, _widths(60), leave=False).argmax()])


def is_least(_, h):
    return abs(h - LEAST_WIDTH) < 1e-9


def is_largest(_, h):
    return abs(h - LARGEST_WIDTH) < 1e-9


def is_outside(_, h):
    return not LEAST_WIDTH <= h <= LARGEST_WIDTH


def is_by_rule(problem, h):
    return abs(h / silverman(problem.X).mean() - 1) < 0.02
