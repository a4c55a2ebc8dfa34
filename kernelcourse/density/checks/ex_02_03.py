"""Far from all data"""

import numpy as np

from kernelcourse.density.checks.draws import Window
from kernelcourse.judging.certificates import Certificate
from kernelsy19.density.equations import parzen_gaussian
from kernelsy19.density.solve import log_density


def problems(rng):
    """Draw places near the sample and a hundred widths away."""
    for n, p in ((3, 1), (5, 2), (4, 3)):
        X, h = rng.normal(size=(n, p)), float(rng.uniform(0.5, 0.8))
        direction = rng.normal(size=p)
        direction /= np.linalg.norm(direction)
        yield Window(X[:1] + np.outer([0.1, rng.uniform(30, 40), rng.uniform(50, 80)], direction), X, h)


def edge(rng):
    X, h = rng.normal(size=(4, 2)), float(rng.uniform(0.5, 0.8))
    spread = X + np.outer([0, 40, 80, 60], [1, 0])
    return {
        "all places are near the sample": Window(X[:3] + 0.1, X, h),
        "all places are far from the sample": Window(X[:2] + rng.uniform(30, 50), X, h),
        "the sample itself is spread over a hundred widths": Window(spread[:2] + 0.1, spread, h),
    }


def solve(X0, X, h):
    """The logarithm of the sum, with the largest exponent taken out."""
    return log_density(X0, X, h)


def certify(problem, answer):
    exact = np.logaddexp.reduce(log_terms(*problem), axis=1)
    error = np.abs(answer - exact) / np.maximum(1, np.abs(exact))
    return Certificate("largest relative error of log f̂(x₀)", error.max(), 1e-10)


def same(a, b):
    """Whether logarithms are the same up to rounding, each for itself: those of far places are much larger."""
    return np.shape(a) == np.shape(b) and np.allclose(a, b, rtol=1e-6, atol=1e-7, equal_nan=True)


def log_bumps(X0, X, h):
    """The logarithms of the bumps, an (m, n) array."""
    squared = ((X[None] - X0[:, None]) ** 2).sum(axis=2)
    return -squared / (2 * h**2) - X.shape[1] / 2 * np.log(2 * np.pi * h**2)


def log_terms(X0, X, h):
    return log_bumps(X0, X, h) - np.log(len(X))


def naive(X0, X, h):
    with np.errstate(divide="ignore"):
        return np.log(parzen_gaussian(X0, X, h))


def has_floor(problem, answer):
    """Whether the answer is right wherever the density is a number, and one and the same where it is not."""
    exact = np.logaddexp.reduce(log_terms(*problem), axis=1)
    small = exact < np.log(1e-200)
    return bool(small.any() and np.allclose(answer[~small], exact[~small]) and np.all(answer[small] > -800))


def replaced(X0, X, h):
    """The logarithm of the density as a computer has it, and 0 where that is 0."""
    f = parzen_gaussian(X0, X, h)
    return np.log(np.where(f > 0, f, 1))


def replaces_infinity(problem, answer):
    """Whether the answer is right wherever the density is a number, and no logarithm of a small one where it is not."""
    known = parzen_gaussian(*problem) > 1e-290
    others = answer[~known]
    outlandish = np.all(others >= 0) or np.all(others < -1e300)
    return bool(others.size and outlandish and np.allclose(answer[known], replaced(*problem)[known]))
