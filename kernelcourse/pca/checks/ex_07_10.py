"""From (14) to (15)"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.pca.checks.draws import centered_points
from kernelsy19.pca import equations as pca

# A centered Gram matrix, and coefficients that solve nλKα = K²α; the coordinates behind them
Squared = namedtuple("Squared", "K lam alpha Phi")


def problems(rng):
    """Draw more points than dimensions, and add to an eigenvector something that K sends to 0."""
    for n, D in ((4, 2), (7, 3), (9, 4)):
        yield _squared(rng, centered_points(rng, n, D), rng.uniform(0.5, 1.0))


def edge(rng):
    return {"α solves (15) already": _squared(rng, centered_points(rng, 5, 2), 0.0)}


def _squared(rng, Phi, size):
    values, vectors = np.linalg.eigh(Phi @ Phi.T)
    unseen = vectors[:, : len(Phi) - Phi.shape[1]] @ rng.normal(size=len(Phi) - Phi.shape[1])
    alpha = pca.normalize(vectors[:, -1], values[-1]) * rng.uniform(1.5, 3.0)  # an axis of any length
    alpha = alpha + size * np.linalg.norm(alpha) * unseen / np.linalg.norm(unseen)
    return Squared(Phi @ Phi.T, float(values[-1]) / len(Phi), alpha, Phi)


def solve(K, lam, alpha):
    """α + r/(nλ), with r = Kα − nλα."""
    return K @ alpha / (len(K) * lam)


def certify(problem, alpha):
    moved = np.linalg.norm((alpha - problem.alpha) @ problem.Phi)
    left = np.abs(pca.gram_residual(problem.K, problem.lam, alpha)).max()
    return [
        Certificate("largest | nλα − Kα |, so whether (15) holds", left, 1e-8),
        Certificate("how far the axis moved, from coordinates", moved, 1e-8),
    ]
