"""The likeliest scale"""

from typing import NamedTuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.ridge.draws import log_density, slope
from kernelsy19.gaussian_process.equations import likeliest_scale
from kernelsy19.kernels import RBF


class Unscaled(NamedTuple):
    """A Gram matrix, targets, and the noise in units of the kernel."""

    K: np.ndarray
    y: np.ndarray
    lam: float


def problems(rng):
    """Draw points of the plane and targets in different units."""
    for n in (3, 5, 8):
        yield _unscaled(rng, rng.normal(size=(n, 2)))


def edge(rng):
    """Draw a single point, and a point that is there twice."""
    X = rng.normal(size=(4, 2))
    return {
        "a single point": _unscaled(rng, X[:1]),
        "a point that is there twice": _unscaled(rng, X[[0, 0, 1]]),
    }


def _unscaled(rng, X):
    y = rng.uniform(0.7, 2.5) * rng.normal(size=len(X)) + 0.5
    return Unscaled(RBF(0.6)(X), y, float(rng.uniform(0.2, 0.8)))


def solve(K, y, lam):
    """τ = yᵀ(K + λI)⁻¹y / n and the variance of the noise, τλ."""
    tau = likeliest_scale(K + lam * np.eye(len(y)), y)
    return tau, tau * lam


def certify(problem, answer):
    K, y, lam = problem
    tau, noise = answer
    steepest = np.inf
    if tau > 0:
        M = K + lam * np.eye(len(y))
        steepest = abs(slope(lambda u: log_density(y, np.exp(u) * M), np.log(tau)))
    return (
        Certificate("| slope of log p(y) in log τ |, by differences", steepest, 1e-6),
        Certificate("| variance of the noise − τλ |", abs(noise - tau * lam), 1e-9),
    )


def whole(K, y, lam):
    return y @ np.linalg.solve(K + lam * np.eye(len(y)), y)
