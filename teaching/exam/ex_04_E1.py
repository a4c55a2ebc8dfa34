"""From the hyperplane back to the ball"""

from collections import namedtuple

import numpy as np

from exam.clouds import SIZES
from kernelcourse.judging.certificates import Certificate

# Kernel values, weights, offset, κ; and a mapped point on the hyperplane, with all others.
Hyperplane = namedtuple("Hyperplane", "K alpha rho kappa Phi on_it")


def problems(rng):
    """Draw mapped points of one length, and a hyperplane through one of them."""
    for n, p in SIZES:
        kappa = rng.uniform(1.5, 3.0)
        points = rng.normal(size=(n + 1, p))
        points *= np.sqrt(kappa) / np.linalg.norm(points, axis=1)[:, None]
        alpha = rng.dirichlet(np.ones(n))
        on_it, Phi = points[0], points[1:]
        yield Hyperplane(Phi @ Phi.T, alpha, alpha @ Phi @ on_it, kappa, Phi, on_it)


def solve(K, alpha, rho, kappa, *, length=1.0):
    """κ − 2ρ + ‖c‖²."""
    return kappa + length * (alpha @ K @ alpha) - 2 * rho


def certify(problem, R2):
    error = abs(R2 - np.sum((problem.on_it - problem.alpha @ problem.Phi) ** 2))
    said = "error of the squared distance from the center to a point on the hyperplane"
    return Certificate(said, error, 1e-9, otherwise="error of R²")
