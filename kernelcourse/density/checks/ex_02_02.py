"""The Gaussian window"""

import numpy as np

from kernelcourse.density.checks.draws import Window, gaussian_by_scipy
from kernelcourse.judging.certificates import agreement


def problems(rng):
    """Draw samples in one to three dimensions; some places have no point near."""
    for m, n, p in ((2, 3, 1), (3, 6, 2), (4, 9, 3)):
        X = rng.normal(size=(n, p))
        X0 = np.vstack([X[:1] + 0.05, rng.normal(size=(m - 1, p))])
        yield Window(X0, X, float(rng.uniform(0.8, 1.6)))


def solve(X0, X, h, *, exponent=lambda d2, h: -d2 / (2 * h**2)):
    """The mean of the bumps around the points of the sample."""
    d2 = ((X[None] - X0[:, None]) ** 2).sum(axis=2)
    return np.exp(exponent(d2, h)).mean(axis=1) / (2 * np.pi * h**2) ** (X.shape[1] / 2)


certify = agreement("largest | f̂(x₀) − mean of n Gaussian densities |", gaussian_by_scipy, 1e-12)
