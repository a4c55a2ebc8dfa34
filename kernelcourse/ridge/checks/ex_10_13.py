"""Uphill, for the width and the noise"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.ridge.draws import log_density, slope
from kernelsy19.gaussian_process.equations import likelihood_slope
from kernelsy19.kernels.geometry import squared_distances

# Squared distances of points, targets, the inverse width of the RBF kernel, and the variance of the noise
Likelihood = namedtuple("Likelihood", "D2 y gamma lam")


def problems(rng):
    """Draw points of the plane and targets."""
    for n in (3, 5, 8):
        yield _likelihood(rng, rng.normal(size=(n, 2)))


def edge(rng):
    X = rng.normal(size=(4, 2))
    return {
        "a single point": _likelihood(rng, X[:1]),
        "a point that is there twice": _likelihood(rng, X[[0, 0, 1]]),
    }


def _likelihood(rng, X):
    square = (X**2).sum(axis=1)
    D2 = np.maximum(squared_distances(square, X @ X.T, square), 0)
    np.fill_diagonal(D2, 0)
    return Likelihood(
        D2, rng.normal(size=len(X)) * 1.5, *(float(v) for v in rng.uniform((0.4, 0.3), (0.9, 0.8)))
    )


def solve(D2, y, gamma, lam, *, misfit=1.0, volume=1.0, in_gamma=None, in_lam=None):
    """½αᵀDα − ½ tr GD, for D = −γd²K and for D = λI."""
    K = np.exp(-gamma * D2)
    M = K + lam * np.eye(len(y))
    in_gamma, in_lam = -gamma * D2 * K if in_gamma is None else in_gamma, M - K if in_lam is None else in_lam
    of_volume = [likelihood_slope(M, 0 * y, D) for D in (in_gamma, in_lam)]
    both = [likelihood_slope(M, y, D) for D in (in_gamma, in_lam)]
    return tuple(misfit * (b - v) + volume * v for b, v in zip(both, of_volume, strict=True))


def certify(problem, answer):
    """Both slopes by differences of SciPy's log density."""
    D2, y, gamma, lam = problem
    noise = np.eye(len(y))
    by_steps = (
        slope(lambda u: log_density(y, np.exp(-np.exp(u) * D2) + lam * noise), np.log(gamma)),
        slope(lambda u: log_density(y, np.exp(-gamma * D2) + np.exp(u) * noise), np.log(lam)),
    )
    return tuple(
        Certificate(f"| slope in log {name} − that of differences |", abs(found - wanted), 1e-6)
        for name, found, wanted in zip(("γ", "λ"), answer, by_steps, strict=True)
    )


def kernel(D2, gamma):
    return np.exp(-gamma * D2)


def otherwise(D2, y, gamma, lam, alpha=None, trace=np.trace):
    """With other numbers in the place of α, or something else in that of the trace."""
    K = kernel(D2, gamma)
    M = K + lam * np.eye(len(y))
    alpha = np.linalg.solve(M, y) if alpha is None else alpha
    slopes = (-gamma * D2 * K, lam * np.eye(len(y)))
    return tuple((alpha @ D @ alpha - trace(np.linalg.solve(M, D))) / 2 for D in slopes)
