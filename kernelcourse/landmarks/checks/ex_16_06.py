"""Put covariances together"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.landmarks.checks.draws import close as same

# What blocks tell: counts, means, covariance matrices; and all rows
Parts = namedtuple("Parts", "counts means covariances X")


def problems(rng):
    """Draw blocks of different sizes and means."""
    for sizes, p in (((2, 5), 2), ((3, 4, 9), 3), ((6, 2, 3, 8), 2)):
        yield _parts([rng.normal(size=(n, p)) + 2 * rng.normal(size=p) for n in sizes])


def edge(rng):
    X = rng.normal(size=(6, 2)) + 1
    return {"one block only": _parts([X]), "blocks of a single row": _parts(list(X[:4, None]))}


def _parts(blocks):
    return Parts(
        np.array([len(X) for X in blocks]),
        np.array([X.mean(axis=0) for X in blocks]),
        np.array([np.cov(X.T, bias=True).reshape(X.shape[1], -1) for X in blocks]),
        np.vstack(blocks),
    )


def solve(counts, means, covariances, *, inside=None, beside=None, mean=None):
    """What is within the blocks and what is between them; or other parts of the one or the other."""
    inside = within(counts, covariances) if inside is None else inside
    return inside + (between(counts, means, mean) if beside is None else beside)


def within(counts, covariances):
    return np.tensordot(counts / counts.sum(), covariances, axes=1)


def between(counts, means, mean=None):
    mean = counts @ means / counts.sum() if mean is None else mean
    return within(counts, means[:, :, None] * means[:, None]) - np.outer(mean, mean)


def certify(problem, S):
    off = np.abs(S - np.cov(problem.X.T, bias=True)).max()
    return Certificate("largest entry by which it differs from the covariance of all rows", off, 1e-9)


def terms(problem):
    counts, means, covariances = problem[:3]
    n, B = counts.sum(), len(counts)
    mean, plain = counts @ means / n, means.mean(axis=0)
    inside, apart = within(counts, covariances), between(counts, means)
    return {
        "the part within the blocks": (inside, 1),
        "the part between the blocks": (apart, 1),
        "the product of the mean with itself": (np.outer(mean, mean), 0),
        "a sum of the covariances": (covariances.sum(axis=0), 0),
        "a mean of the covariances without the numbers of rows": (covariances.mean(axis=0), 0),
        "a part between the blocks without the numbers of rows": (between(np.ones(B), means), 0),
        "a mean of products without the numbers of rows": (means.T @ means / B, 0),
        "the product of the mean of the means": (np.outer(plain, plain), 0),
        "a sum of the covariances, divided by n,": (covariances.sum(axis=0) / n, 0),
        "a weight of squared numbers of rows": (np.tensordot(counts**2, covariances, axes=1) / n**2, 0),
        "a weight of roots of numbers of rows": (within(np.sqrt(counts), covariances), 0),
        "a part between the blocks that was divided by one less": (_covariance(means), 0),
        "a covariance of one block alone": (covariances[0], 0),
        "a covariance of the last block alone": (covariances[-1], 0),
        "a diagonal of the part between the blocks": (np.diag(np.diagonal(apart)), 0),
        "a diagonal of the part within the blocks": (np.diag(np.diagonal(inside)), 0),
        "a product of two different means": (np.outer(plain, mean), 0),
        "a product of two different means, the other way round,": (np.outer(mean, plain), 0),
        "a product of the sums of means": (np.outer(means.sum(axis=0), means.sum(axis=0)), 0),
    }


def _covariance(means):
    return np.cov(means.T) if len(means) > 1 else np.zeros((means.shape[1], means.shape[1]))


def correlations(S):
    scale = np.sqrt(np.diagonal(S))
    return S / np.outer(scale, scale)
