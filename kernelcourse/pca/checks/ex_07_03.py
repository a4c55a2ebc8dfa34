"""An axis of length one"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.pca.checks.draws import centered_points
from kernelsy19.pca import equations as pca

Eigenpair = namedtuple("Eigenpair", "alpha eigenvalue K")  # a vector of any length with Kα = eigenvalue · α


def problems(rng):
    """Draw eigenvectors of random length, longer and shorter than 1."""
    for n, D, length in ((3, 2, 2.5), (6, 4, 0.4), (5, 3, 1.6)):
        yield _eigenpair(centered_points(rng, n, D) * rng.uniform(1.0, 1.5), length * rng.uniform(0.8, 1.2))


def edge(rng):
    Phi = centered_points(rng, 5, 3)
    return {
        "α has length 1 already": _eigenpair(Phi, 1.0),
        "an eigenvalue of about 1e-6": _eigenpair(1e-3 * Phi, 2.0),
        "an eigenvalue of about 1e6": _eigenpair(1e3 * Phi, 0.5),
    }


def _eigenpair(Phi, length):
    values, vectors = np.linalg.eigh(Phi @ Phi.T)
    return Eigenpair(vectors[:, -1] * length, float(values[-1]), Phi @ Phi.T)


def solve(alpha, eigenvalue):
    """α over its length and the root of the eigenvalue."""
    return pca.normalize(alpha, eigenvalue)


def certify(problem, alpha):
    length = Certificate("| ‖u‖² − 1 |, with ‖u‖² = αᵀKα", abs(alpha @ problem.K @ alpha - 1), 1e-9)
    cosine = alpha @ problem.alpha / (np.linalg.norm(alpha) * np.linalg.norm(problem.alpha) + 1e-300)
    return [length, Certificate("how far the direction of α has turned, 1 − cos²", abs(1 - cosine**2), 1e-9)]
