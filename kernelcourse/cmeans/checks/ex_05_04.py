"""c-means"""

import numpy as np

from kernelcourse.cmeans.checks.draws import Prototypes, cost, means
from kernelcourse.judging.certificates import Certificate, worst
from kernelsy19.cmeans.plain import c_means_steps
from kernelsy19.kernels import squared_euclidean


def problems(rng):
    """Draw starts, from right to left, that empty no cluster and take over two rounds, the last one over ten."""
    for n, c, rounds in ((8, 2, 2), (25, 3, 2), (60, 4, 10)):
        steps = []
        while len(steps) < 2 * rounds + 2 or any(s.n_moved for s in steps if s.kind == "update"):
            X = rng.normal(size=(n, 2)) * [3, 1]
            V = X[X[:, 0].argsort()[:c][::-1]]
            steps = c_means_steps(X, V)
        yield Prototypes(X, V)


def edge(rng):
    *_, (X, V) = problems(rng)
    return {"points in small units, such as kilometers": Prototypes(1e-3 * X, 1e-3 * V)}


def solve(X, V, *, rounds=100, center=np.mean, power=2, stale=False):
    """Labels and prototypes when nothing changes any more, or after so many rounds."""
    before = V
    for _ in range(rounds):
        labels = (np.abs(X[:, None] - V) ** power).sum(axis=2).argmin(axis=1)
        own = [X[labels == k] for k in range(len(V))]
        new = np.array([center(x, axis=0) if len(x) else v for x, v in zip(own, V, strict=True)])
        if np.array_equal(new, V):
            break
        before, V = V, new
    return labels, before if stale else V


def nearest(X, V):
    return squared_euclidean(X, V).argmin(axis=1)


def certify(problem, answer):
    X, start = problem
    labels, V = answer
    if not np.isin(labels, np.arange(len(V))).all() or len(np.unique(labels)) < len(V):
        return Certificate(f"labels are 0, …, {len(V) - 1}, and no cluster is empty", False)
    own = ((X - V[labels]) ** 2).sum(axis=1)
    least = np.min([((X - v) ** 2).sum(axis=1) for v in V], axis=0)
    before = squared_euclidean(X, start).min(axis=1).sum()
    off = np.abs(V - means(X, labels)).max()
    short = abs(own.sum() - cost(X, c_means_steps(X, start)[-1].labels))
    return [
        Certificate("largest distance of a prototype from the mean of its cluster", off, 1e-9),
        Certificate("most that a point pays above its nearest prototype", (own - least).max(), 1e-9),
        Certificate("by how much J has risen from the start", worst(own.sum() - before), 1e-9),
        Certificate("difference from the J of the algorithm from this start", short, 1e-7),
    ]
