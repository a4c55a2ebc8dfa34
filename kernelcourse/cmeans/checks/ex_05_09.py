"""Real data: partitions that are hard to beat"""

from collections import namedtuple

import numpy as np

from kernelcourse.cmeans.checks.draws import cost, means
from kernelcourse.judging.certificates import Certificate
from kernelsy19 import datasets
from kernelsy19.cmeans.plain import c_means_steps
from kernelsy19.cmeans.solve import c_means
from kernelsy19.kernels import squared_euclidean

MOST_ASKED, MANY_STARTS, NEAR_LOWEST = 5, 50, 0.01  # J may lie above the lowest that is known by such a share

# Real points, the most clusters that are asked for, and for each number the lowest J that we know
Unlabeled = namedtuple("Unlabeled", "X most lowest")


def problems(rng):
    """Draw two thirds of the irises and of the eruptions, in the order of the tables, whose first points mislead."""
    for data in (datasets.iris(), datasets.faithful()):
        drawn = None
        while drawn is None or above_lowest(drawn, from_first_points(drawn.X, drawn.most)) < 2 * NEAR_LOWEST:
            X = data.X[np.sort(rng.choice(len(data), 2 * len(data) // 3, replace=False))]
            found = [
                c_means(X, c, n_starts=MANY_STARTS, exchange=True).objective for c in range(1, MOST_ASKED + 1)
            ]
            drawn = Unlabeled(X, MOST_ASKED, np.array(found))
        yield drawn


def solve(X, most):
    """A partition into 1, 2, … clusters a row, each the best of many starts."""
    return np.array([c_means(X, c, n_starts=200).labels for c in range(1, most + 1)])


def certify(problem, partitions):
    if not has_all_clusters(partitions):
        return Certificate("the partition into c clusters has the labels 0 … c − 1, all of them", False)
    return Certificate(
        "by how much your J lies above the lowest that we know, at most, as a share of it",
        above_lowest(problem, partitions),
        NEAR_LOWEST,
    )


def above_lowest(problem, partitions):
    J = np.array([cost(problem.X, row) for row in partitions])
    return float(np.max(J / problem.lowest - 1))


def has_all_clusters(partitions):
    """Whether row number c holds the labels 0 … c − 1 and no others."""
    return all(np.array_equal(np.unique(row), np.arange(c)) for c, row in enumerate(partitions, 1))


def from_first_points(X, most):
    return np.array([c_means_steps(X, X[:c])[-1].labels for c in range(1, most + 1)])


def is_from_one(_, partitions):
    return has_all_clusters(partitions - 1)


def is_in_disorder(_, partitions):
    return partitions.min() == 0 and not has_all_clusters(partitions)


def is_at_rest(problem, partitions):
    """Whether in each partition no point has a nearer mean than its own."""
    return has_all_clusters(partitions) and all(_rests(problem.X, row) for row in partitions)


def is_restless(problem, partitions):
    return has_all_clusters(partitions) and not is_at_rest(problem, partitions)


def _rests(X, labels):
    D2 = squared_euclidean(X, means(X, labels))
    return (D2[np.arange(len(X)), labels] <= D2.min(axis=1) + 1e-9 * D2.max()).all()
