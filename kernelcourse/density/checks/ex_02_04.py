"""Leave one out"""

from collections import namedtuple

import numpy as np

from kernelcourse.density.checks.draws import gaussian_by_scipy
from kernelcourse.judging.certificates import agreement
from kernelsy19.density.bandwidth import loo_log_likelihood
from kernelsy19.density.equations import parzen_gaussian
from kernelsy19.kernels import rbf

Sample = namedtuple("Sample", "X h")  # a sample and a width


def problems(rng):
    """Draw samples in one to three dimensions, without a point so far from all others that rounding shows."""
    for n, p in ((3, 1), (5, 2), (8, 3)):
        alone = True
        while alone:
            X, h = rng.normal(size=(n, p)), float(rng.uniform(0.4, 1.2))
            others = rbf(X, X, 1 / (2 * h**2)).sum(axis=1) - 1
            alone = others.min() < 1e-3
        yield Sample(X, h)


def edge(rng):
    X = rng.normal(size=(4, 2))
    return {"two points that are the same": Sample(np.vstack([X, X[:1]]), 1.0)}


def solve(X, h):
    """Σ log f̂₋ᵢ(xᵢ)."""
    return loo_log_likelihood(X, h)


def left_out(X, h):
    """f̂₋ᵢ(xᵢ), one point at a time."""
    return np.array([gaussian_by_scipy(X[i : i + 1], np.delete(X, i, axis=0), h)[0] for i in range(len(X))])


def with_itself(X, h):
    """f̂(xᵢ), no point left out."""
    return parzen_gaussian(X, X, h)


def without_first(X, h):
    return parzen_gaussian(X, X[1:], h)


certify = agreement("| your answer − Σ log f̂₋ᵢ(xᵢ) |", lambda X, h: np.log(left_out(X, h)).sum(), 1e-9)
