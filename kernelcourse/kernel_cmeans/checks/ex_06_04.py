"""Kernel c-means"""

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.kernel_cmeans.checks.draws import (
    Clustered,
    criterion_of,
    distances,
    excess,
    norms2,
    random_labels,
)
from kernelsy19.kernel_cmeans.plain import kernel_c_means_steps
from kernelsy19.kernels import RBF, squared_euclidean


def problems(rng):
    """Draw starts that never empty a cluster and take three rounds or more, the last one more than ten."""
    for n, c, gamma, rounds in ((10, 2, 0.5, 3), (30, 3, 1.0, 4), (60, 3, 1.0, 12)):
        steps = []
        while len(steps) < 2 * rounds or any(step.n_moved for step in steps if step.kind == "update"):
            K = RBF(gamma)(rng.normal(size=(n, 2)) * [2, 1])
            labels = random_labels(rng, n, c)
            steps = kernel_c_means_steps(K, labels, c)
        yield Clustered(K, labels)


def solve(K, labels, *, rounds=100, measure=distances):
    """The partition that stays as it is, or that after some rounds, where other things than distances are least."""
    U = np.eye(labels.max() + 1)
    for _ in range(rounds):
        before = labels
        labels = measure(K, U[labels] / np.maximum(U[labels].sum(axis=0), 1)).argmin(axis=1)
        if np.array_equal(labels, before):
            break
    return labels


def certify(problem, labels):
    K, start = problem
    c = start.max() + 1
    if not np.isin(labels, np.arange(c)).all() or len(np.unique(labels)) < c:
        return Certificate(f"labels are 0, …, {c - 1}, and no cluster is empty", False)
    found = criterion_of(K, kernel_c_means_steps(K, start)[-1].labels)
    return [
        Certificate("most that a point pays above its nearest prototype", excess(K, labels), 1e-9),
        Certificate(
            "difference from the J of the algorithm from this start",
            abs(criterion_of(K, labels) - found),
            1e-7,
        ),
    ]
