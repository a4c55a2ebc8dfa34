"""Uphill, for each width"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.ridge.draws import log_density, slope
from kernelsy19.gaussian_process.equations import likelihood_slope, rbf_by_columns

# Points, targets, the inverse width of each column, and the variance of the noise
Columns = namedtuple("Columns", "X y gamma lam")


def problems(rng):
    """Draw points of two, three and four columns, so that the slopes have both signs."""
    for n, p in ((4, 2), (6, 3), (9, 4)):
        drawn = _columns(rng, rng.normal(size=(n, p)))
        while not (solve(*drawn).min() < -0.05 and solve(*drawn).max() > 0.05):
            drawn = _columns(rng, rng.normal(size=(n, p)))
        yield drawn


def edge(rng):
    X = rng.normal(size=(5, 3))
    X[:, 1] = X[0, 1]
    return {"a single column": _columns(rng, X[:, :1]), "a column that is the same for all": _columns(rng, X)}


def _columns(rng, X):
    gamma = rng.uniform(0.2, 0.9, size=X.shape[1])
    return Columns(X, 1.5 * rng.normal(size=len(X)), gamma, float(rng.uniform(0.3, 0.8)))


def solve(X, y, gamma, lam, *, misfit=1.0, volume=1.0, power=2, full=True):
    """½αᵀDα − ½ tr GD, for D = −γⱼ(xⱼ − zⱼ)²K of each column."""
    K = rbf_by_columns(X, X, gamma)
    M = K + lam * np.eye(len(y))
    slopes = []
    for x, g in zip(X.T, gamma, strict=True):
        D = -g * np.abs(x[:, None] - x) ** power * (K if full else np.exp(-g * (x[:, None] - x) ** 2))
        of_volume = likelihood_slope(M, 0 * y, D)
        slopes.append(misfit * (likelihood_slope(M, y, D) - of_volume) + volume * of_volume)
    return np.array(slopes)


def certify(problem, answer):
    X, y, gamma, lam = problem
    noise, error = lam * np.eye(len(y)), 0.0
    for j in range(len(gamma)):
        others = np.arange(len(gamma)) != j

        def height(u, j=j, others=others):
            squares = ((X[:, None, :] - X) ** 2 * gamma)[..., others].sum(axis=2)
            return log_density(y, np.exp(-squares - np.exp(u) * (X[:, None, j] - X[:, j]) ** 2) + noise)

        error = max(error, abs(answer[j] - slope(height, np.log(gamma[j]))))
    return Certificate("largest | slope in log γⱼ − that of differences |", error, 1e-6)
