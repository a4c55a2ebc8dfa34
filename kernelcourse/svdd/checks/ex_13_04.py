"""The best radius about a given center"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst
from kernelcourse.svdd.checks.draws import signs
from kernelsy19.svdd.equations import best_radius_squared, primal_objective, slacks

Radii = namedtuple("Radii", "squared_distances y C")  # squared distances from a center, classes and price


def problems(rng):
    """Draw squared distances of which the best radius is that of one point.
    The first time it is an outlier, the second time one is the farthest of all."""
    for n, p, outside, outlier in ((7, 4, 1.5, 2), (14, 8, 3.4, 13), (20, 9, 5.7, None)):
        while True:
            drawn = Radii(rng.uniform(0.2, 5, size=n), signs(rng, n, p), 1 / outside)
            nearest, k = drawn.y[np.argsort(drawn.squared_distances)], int(p - outside)
            # An outlier is among the nearest, so that counting targets alone gives another point.
            if (nearest[:k] < 0).any() and (outlier is None or nearest[outlier] < 0):
                yield drawn
                break


def edge(rng):
    d2 = rng.uniform(0.2, 5, size=9)
    return {
        "p − 1/C is a whole number": Radii(d2, signs(rng, 9, 5), 0.5),
        "pC is 1": Radii(d2, signs(rng, 9, 5), 0.2),
        "targets only, and C is above 1": Radii(d2, np.ones(9), 2.5),
        "distances that are the same": Radii(np.repeat(d2[:3], 3), signs(rng, 9, 5), 0.4),
    }


def solve(squared_distances, y, C, *, cost=None, among=None):
    """The squared distance at which the cost is least; or of other ones, or where ``cost(R2, slacks, late)`` is."""
    if cost is None and among is None:
        return best_radius_squared(squared_distances, y, C)
    cost = cost or (lambda R2, xi, late: R2 + C * xi.sum())
    lates = {float(R2): squared_distances - R2 for R2 in (squared_distances if among is None else among)}
    return min(lates, key=lambda R2: cost(R2, np.maximum(0, y * lates[R2]), lates[R2]))


def certify(problem, R2):
    d2, y, C = problem
    cost = R2 + C * sum(max(0 * di, yi * (di - R2)) for di, yi in zip(d2, y, strict=True))
    off = worst(cost - costs(*problem).min())
    return Certificate("cost of your ball, less the least cost over all radii", off, 1e-9)


def costs(d, y, C):
    """The cost of each squared distance as R²."""
    return np.array([primal_objective(R2, slacks(R2, d, y), C) for R2 in d])


def of_rank(d, rank):
    return np.sort(d)[int(np.clip(np.floor(rank + 1e-9), 0, len(d) - 1))]


def targets(y):
    return np.count_nonzero(y > 0)


def nearest_outlier(d, y):
    return d[y < 0].min() if (y < 0).any() else d.max()


def between(d, y, C, step):
    """The middle between the best distance and a neighbor of it."""
    places = np.sort(d)
    k = int(costs(places, y[np.argsort(d)], C).argmin())
    return (places[k] + places[min(max(k + step, 0), len(d) - 1)]) / 2


def middle_of_classes(d, y):
    last = d[y > 0].max()
    return (last + (d[y < 0].min() if (y < 0).any() else last)) / 2
