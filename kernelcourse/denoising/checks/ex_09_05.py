"""The opponent: linear PCA"""

from collections import namedtuple

import numpy as np

from kernelcourse.denoising.checks.draws import axes
from kernelcourse.judging.certificates import Certificate

# Training points whose mean is not 0, noisy points, and how many axes to use
Noisy = namedtuple("Noisy", "X X_noisy q")


def problems(rng):
    """Draw points with variances that are well apart, far from mean 0."""
    for n, m, p, q in ((5, 1, 2, 1), (9, 3, 4, 2), (6, 2, 10, 3)):
        yield _noisy(rng, n, m, p, q)


def edge(rng):
    same = _noisy(rng, 7, 2, 3, 2)
    return {
        "as many axes as variables: nothing is lost": _noisy(rng, 8, 3, 3, 3),
        "the noisy points are the training points": same._replace(X_noisy=same.X.copy()),
        "more noisy points than training points": _noisy(rng, 5, 9, 3, 1),
    }


def _noisy(rng, n, m, p, q):
    """Draw until the variances of the axes that are wanted, and the next, are a tenth of the largest apart."""
    scale = np.linspace(3.0, 0.3, p)
    while True:
        X = rng.normal(size=(n, p)) * scale + 2.0 + rng.normal(size=p)
        variances = sizes(X, p) ** 2
        if q == p or variances[q - 1] - variances[q] > 0.1 * variances[0] / q:
            return Noisy(X, rng.normal(size=(m, p)) * scale + 2.5, q)


def solve(X, X_noisy, q, *, center=None, U=None, scale=1.0):
    """Projections on the first q axes of the training points, through their mean."""
    mean = X.mean(axis=0)
    center, U = mean if center is None else center, axes(X - mean, q) if U is None else U
    return center + (X_noisy - center) @ U.T * scale @ U


def sizes(X, q):
    """The first singular values of the centered points."""
    return np.linalg.svd(X - X.mean(axis=0), compute_uv=False)[:q]


def columns(X, q):
    """What stands in the first columns of the matrix that has the axes in its rows."""
    V = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)[2]
    return (V.T if V.shape[0] == V.shape[1] else V)[:q]


def certify(problem, R):
    X, mean = problem.X, problem.X.mean(axis=0)
    U = axes(X - mean, problem.q)
    off = (R - mean) - (R - mean) @ U.T @ U
    return [
        Certificate(
            "largest distance of the answers from the plane of the axes through the mean",
            np.abs(off).max(),
            1e-8,
        ),
        Certificate(
            "largest | (x − answer)·u | over axes u", np.abs((problem.X_noisy - R) @ U.T).max(), 1e-8
        ),
    ]
