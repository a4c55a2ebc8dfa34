"""New points"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.kernel_cmeans.checks.draws import means, memberships, norms2, random_labels
from kernelsy19.kernel_cmeans.plain import kernel_c_means_steps
from kernelsy19.kernels import squared_euclidean

# Kernel values of new points, Gram matrix and partition, and the coordinates behind them
NewPoints = namedtuple("NewPoints", "K_new K labels Phi_new Phi")


def problems(rng):
    """Draw clusters in all directions from the origin, near it and far: the third term then decides."""
    for m, n, D, c in ((5, 5, 2, 2), (60, 12, 3, 3), (80, 20, 4, 4)):
        labels = random_labels(rng, n, c)
        centers = rng.normal(size=(c, D)) * rng.permutation(np.linspace(1.0, 3.0, c))[:, None]
        Phi = rng.normal(size=(n, D)) + centers[labels]
        Phi_new = 1.5 * rng.normal(size=(m, D)) + centers[rng.integers(c, size=m)]
        if n > 5:  # two points exchange their clusters: c-means would not rest at this partition
            pair = [np.flatnonzero(labels == k)[0] for k in (0, 1)]
            labels[pair] = labels[pair[::-1]]
        yield NewPoints(Phi_new @ Phi.T, Phi @ Phi.T, labels, Phi_new, Phi)


def solve(K_new, K, labels, *, divide=True, third=norms2, mixed=-2.0):
    return scores(K_new, K, labels, divide, third, mixed).argmin(axis=1)


def scores(K_new, K, labels, divide=True, third=norms2, mixed=-2.0):
    """Squared distances to the prototypes, or to the sums of the clusters, without the term that all share."""
    W = memberships(labels) / (np.bincount(labels) if divide else 1)
    return third(K, W) + mixed * K_new @ W


def certify(problem, labels):
    D2 = squared_euclidean(problem.Phi_new, means(problem.Phi, problem.labels))
    if not np.isin(labels, np.arange(D2.shape[1])).all():
        return Certificate(f"every label is one of 0, …, {D2.shape[1] - 1}", False)
    paid = D2[np.arange(len(D2)), labels] - D2.min(axis=1)
    return Certificate(
        "most that a new point pays above its nearest prototype, from coordinates", paid.max(), 1e-9
    )
