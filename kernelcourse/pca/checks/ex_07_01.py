"""An axis is made of the data"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.pca.checks.draws import centered_points
from kernelsy19.pca import equations as pca

# Centered mapped points, an axis of length 1, and the variance along it
Axis = namedtuple("Axis", "Phi u lam")


def problems(rng):
    """Draw points in known coordinates and take their first or second axis, in either direction."""
    for n, D, m in ((4, 2, 1), (7, 3, 1), (5, 4, 2)):
        yield _axis(centered_points(rng, n, D), m, rng.choice([-1.0, 1.0]))


def edge(rng):
    few = centered_points(rng, 3, 3)
    return {
        "a point at the mean": _axis(np.vstack([few, np.zeros(3)]), 1),
        "each point twice": _axis(np.vstack([few, few]), 1),
        "points on a line": _axis(np.outer([-2.0, -1.0, 3.0], rng.normal(size=2)), 1),
    }


def _axis(Phi, m, sign=1.0):
    values, vectors = np.linalg.eigh(pca.covariance(Phi))
    return Axis(Phi, sign * vectors[:, -m], float(values[-m]))


def solve(Phi, u, lam):
    """αᵢ = ⟨Φ(xᵢ), u⟩/(nλ)."""
    return pca.span_coefficients(Phi, lam, u)


def certify(problem, alpha):
    return Certificate("‖u − Σᵢ αᵢ Φ(xᵢ)‖", np.linalg.norm(problem.u - alpha @ problem.Phi), 1e-9)
