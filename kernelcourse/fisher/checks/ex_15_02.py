"""The information from a sample"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import agreement
from kernelsy19.fisher.equations import information

Scores = namedtuple("Scores", "J")  # scores of some points


def problems(rng):
    """Draw scores with correlations and a mean that is not zero, as a sample has it."""
    for n, d in ((9, 3), (14, 4), (11, 2)):
        yield Scores(rng.normal(size=(n, d)) @ rng.normal(size=(d, d)) + rng.normal(size=d))


def solve(J):
    """The mean of products of scores."""
    return information(J)


def _point_by_point(J):
    return np.mean([np.outer(j, j) for j in J], axis=0)


certify = agreement("largest difference from the mean of products, point by point", _point_by_point, 1e-10)


def terms(problem):
    J = problem.J
    n, mean, products = len(J), J.mean(axis=0), J.T @ J
    return {
        "the mean of products": (products / n, 1),
        "the product of means": (np.outer(mean, mean), 0),
        "a mean that leaves out the last point": (J[:-1].T @ J[:-1] / (n - 1), 0),
        "a mean that leaves out the first point": (J[1:].T @ J[1:] / (n - 1), 0),
        "a sum without the last point": (J[:-1].T @ J[:-1] / n, 0),
        "the identity": (np.eye(J.shape[1]), 0),
        "the diagonal": (np.diag(np.diagonal(products)) / n, 0),
    }


def to_length_1(J):
    return J / np.linalg.norm(J, axis=1, keepdims=True)


def is_cut(problem, I):
    """Whether products of points were cut to size, or divided by a number as well."""
    J, d = problem.J, len(I)
    return any(np.allclose(I * c, (J @ J.T)[:d, :d]) for c in (1, len(J), d))


def is_root(problem, I):
    return any(np.allclose(A, solve(*problem), rtol=1e-7) for A in (I @ I.T, I.T @ I))
