"""The problems on which answers to the exercises of chapter 02 are tried."""

from typing import NamedTuple

import numpy as np
from scipy.special import logsumexp

from kernelsy19 import datasets
from kernelsy19.kernels import rbf


class Window(NamedTuple):
    """Where the density is wanted, the sample, and the width of the window."""

    X0: np.ndarray
    X: np.ndarray
    h: float


def windows(rng):
    """Draw samples in one to three dimensions; some places have no point near."""
    for m, n, p in ((2, 3, 1), (3, 6, 2), (4, 9, 3)):
        X = rng.normal(size=(n, p))
        X0 = np.vstack([X[:1] + 0.05, rng.normal(size=(m - 1, p))])
        yield Window(X0, X, float(rng.uniform(0.8, 1.6)))


def cubes(rng):
    """Draw places of which each has points in its cube, in its ball only, and beside it in one coordinate only."""
    for m, n, p in ((2, 7, 1), (3, 9, 2), (4, 12, 3)):
        X0, h = 4 * rng.permutation(m)[:, None] + rng.normal(size=(m, p)), float(rng.uniform(0.6, 1.4))
        U = rng.uniform(-0.4, 0.4, size=(n, p))
        U[-2:, rng.integers(p)] = rng.uniform(0.6, 0.9, size=2) * rng.choice([-1, 1], size=2)
        U[0] = 0.45 * rng.choice([-1, 1], size=p)
        yield Window(X0, X0[rng.permutation(np.arange(n) % m)] + h * U, h)


def edge_cubes(rng):
    """Draw the cubes of which the text speaks at their edge, on binary fractions, so that nothing rounds."""
    h = float(rng.choice([0.5, 1.0, 2.0]))
    X0 = rng.integers(-8, 9, size=(2, 2)) / 8
    corner, above = X0[0] + h / 2 * rng.choice([-1, 1], size=2), X0[1] + [0, h / 2]
    below, outside = X0[1] - [h / 2, 0], X0[1] + [h, 0.125]
    hair = X0[1] + [2**-14 + h / 2, 0]
    empty = X0[0] + 10 * h
    return {
        "points on an edge and on a corner": Window(X0, np.array([corner, above, below, outside, hair]), h),
        "a cube without a point": Window(
            np.array([X0[0], empty]), X0[:1] + rng.normal(size=(4, 2)) * h / 8, h
        ),
    }


def far_away(rng):
    """Draw places near the sample and a hundred widths away."""
    for n, p in ((3, 1), (5, 2), (4, 3)):
        X, h = rng.normal(size=(n, p)), float(rng.uniform(0.5, 0.8))
        direction = rng.normal(size=p)
        direction /= np.linalg.norm(direction)
        yield Window(X[:1] + np.outer([0.1, rng.uniform(30, 40), rng.uniform(50, 80)], direction), X, h)


def edge_places(rng):
    """Draw the places where one step of the way is lost: none is far away, none is near, points are far apart."""
    X, h = rng.normal(size=(4, 2)), float(rng.uniform(0.5, 0.8))
    spread = X + np.outer([0, 40, 80, 60], [1, 0])
    return {
        "all places are near the sample": Window(X[:3] + 0.1, X, h),
        "all places are far from the sample": Window(X[:2] + rng.uniform(30, 50), X, h),
        "the sample itself is spread over a hundred widths": Window(spread[:2] + 0.1, spread, h),
    }


class Sample(NamedTuple):
    """A sample and a width."""

    X: np.ndarray
    h: float


def samples(rng):
    """Draw samples in one to three dimensions, without a point so far from all others that rounding shows."""
    for n, p in ((3, 1), (5, 2), (8, 3)):
        alone = True
        while alone:
            X, h = rng.normal(size=(n, p)), float(rng.uniform(0.4, 1.2))
            others = rbf(X, X, 1 / (2 * h**2)).sum(axis=1) - 1
            alone = others.min() < 1e-3
        yield Sample(X, h)


def edge_samples(rng):
    """Draw a sample in which two points are the same: leaving out one of them leaves the other."""
    X = rng.normal(size=(4, 2))
    return {"two points that are the same": Sample(np.vstack([X, X[:1]]), 1.0)}


class Densities(NamedTuple):
    """Densities at the learning vectors, all different, and the share that may be rejected."""

    f: np.ndarray
    share: float


def densities(rng):
    """Draw densities and shares; share · n is not whole, now nearer to the number below, now to the one above."""
    for n, k, low, high in ((9, 2, 0.55, 0.8), (20, 6, 0.05, 0.25), (37, 8, 0.55, 0.8)):
        yield Densities(rng.exponential(size=n), float((k + rng.uniform(low, high)) / n))


def edge_densities(rng):
    """Draw shares for which share · n is whole or nearly, also where a computer gets it a hair too small, and 0."""
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


LEAST_WIDTH, LARGEST_WIDTH = 0.05, 2.0  # standard deviations between which a width is to be chosen


class Measured(NamedTuple):
    """Two measurements of some eruptions, flowers or women, standardized."""

    X: np.ndarray


def measured(rng):
    """Draw rows of three data sets of the course, without twins."""
    iris = datasets.iris().columns("sepal width", "petal length")
    pima = datasets.pima().columns("glucose", "bmi").where_recorded()
    for data, n in ((datasets.faithful(), 30), (iris, 40), (pima, 50), (datasets.faithful(), 60)):
        rows = np.unique(data.X, axis=0)
        X = rows[rng.choice(len(rows), n, replace=False)]
        yield Measured((X - X.mean(axis=0)) / X.std(axis=0))


def left_out(X, widths):
    """Σ log f̂₋ᵢ(xᵢ) for each of several widths, from all differences."""
    return _likelihoods(X, widths, others=len(X) - 1)


def with_itself(X, widths):
    """Σ log f̂(xᵢ) for each of several widths, no point left out."""
    return _likelihoods(X, widths, others=len(X))


def _likelihoods(X, widths, others):
    squared = ((X[:, None] - X) ** 2).sum(axis=2)
    if others < len(X):
        np.fill_diagonal(squared, np.inf)
    sums = np.array([logsumexp(-squared / (2 * h**2), axis=1).sum() for h in widths])
    return sums - len(X) * (np.log(others) + X.shape[1] / 2 * np.log(2 * np.pi * np.square(widths)))


def width_by(criterion):
    """Choose the width that makes ``criterion(X, widths)`` largest, among many."""
    widths = np.geomspace(LEAST_WIDTH, LARGEST_WIDTH, 60)
    return lambda X: float(widths[np.argmax(criterion(X, widths))])
