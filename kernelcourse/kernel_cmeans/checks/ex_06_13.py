"""A certificate for two clusters"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.kernel_cmeans.checks.draws import criterion_of, means, random_labels
from kernelsy19.kernels.geometry import center_gram

# A Gram matrix and a partition in two, and the coordinates behind them
Halves = namedtuple("Halves", "K labels Phi")


def problems(rng):
    """Draw mapped points in two groups, more or less apart."""
    for n, D in ((5, 2), (9, 3), (14, 4)):
        labels = random_labels(rng, n, 2)
        Phi = rng.normal(size=(n, D)) + 0.5 + 2.0 * np.outer(labels, rng.normal(size=D))
        yield Halves(Phi @ Phi.T, labels, Phi)


def edge(rng):
    line, Phi = rng.normal(size=(6, 1)) + 0.5, rng.normal(size=(6, 3))
    return {
        "points on a line": Halves(line @ line.T, np.array([0, 1, 0, 1, 1, 0]), line),
        "a cluster of one point": Halves(Phi @ Phi.T, np.eye(6, dtype=int)[0], Phi),
    }


def solve(K, labels):
    """(J(1) − J(U)) over the largest eigenvalue of the centered K."""
    return (one(K) - criterion_of(K, labels)) / values(center_gram(K))[-1]


def one(K):
    """J of one cluster."""
    return criterion_of(K, np.zeros(len(K), dtype=int))


def values(K):
    return np.linalg.eigvalsh(K)


def certify(problem, share):
    Phi = problem.Phi - problem.Phi.mean(axis=0)
    saved = (np.bincount(problem.labels) * (means(Phi, problem.labels) ** 2).sum(axis=1)).sum()
    return Certificate(
        "difference from the share by coordinates: Σₖ nₖ ‖vₖ − m‖² over the largest squared singular value",
        abs(share - saved / np.linalg.svd(Phi, compute_uv=False)[0] ** 2),
        1e-8,
    )
