"""The M-step"""

from collections import namedtuple

import numpy as np

from kernelcourse.fisher.checks.draws import mixture_of
from kernelcourse.judging.certificates import Certificate, worst
from kernelsy19.fisher.equations import log_joint, maximize, posteriors

Shares = namedtuple("Shares", "X r")  # points, and how far each belongs to each component


def problems(rng):
    """Draw points with posteriors of any mixture."""
    for n, k, p in ((8, 2, 2), (12, 3, 2), (10, 3, 4)):
        drawn = mixture_of(rng, n, k, p)
        yield Shares(drawn.X, posteriors(log_joint(*drawn)))


def edge(rng):
    labels = rng.permutation(np.arange(9) % 3)
    return {"posteriors that are 0 or 1": Shares(rng.normal(size=(9, 2)), np.eye(3)[labels])}


def solve(X, r, *, weights=None, means=None, squares=None, over=None):
    """Shares of all points, means, and roots of mean squares about them."""
    w, mu, sd = maximize(X, r)
    mu = mu if means is None else means
    squares = about(X, r, mu) if squares is None else squares
    sd = np.sqrt(squares / (r.sum(axis=0)[:, None] if over is None else over))
    return w if weights is None else weights, mu, sd


def about(X, r, mu):
    return np.array([share @ (X - m) ** 2 for share, m in zip(r.T, mu, strict=True)])


def certify(problem, answer):
    """Where the mixture fits best, the scores with the given posteriors sum to zero."""
    w, mu, sd = answer
    X, r = problem
    if not (sd > 0).all():
        return Certificate("every standard deviation is positive", False)
    z = [(X - m) / s for m, s in zip(mu, sd, strict=True)]
    of_means = [share @ zk for share, zk in zip(r.T, z, strict=True)]
    of_sds = [share @ (zk**2 - 1) for share, zk in zip(r.T, z, strict=True)]
    return [
        Certificate("largest summed score of a weight", worst(np.abs(len(X) * w - r.sum(axis=0))), 1e-8),
        Certificate("largest summed score of a mean, in standard deviations", worst(np.abs(of_means)), 1e-7),
        Certificate("largest summed score of a standard deviation", worst(np.abs(of_sds)), 1e-7),
    ]


def has_same_deviations(problem, answer):
    w, mu, _ = solve(*problem)
    same = len(answer[2]) > 1 and np.allclose(answer[2], answer[2][0])
    return same and np.allclose(answer[0], w) and np.allclose(answer[1], mu)
