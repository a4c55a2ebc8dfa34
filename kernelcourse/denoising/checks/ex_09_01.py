"""A projection is made of training points"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

# Coordinates of points along axes, and the axes' coefficients; the images in known coordinates
Projected = namedtuple("Projected", "Z alpha Phi projections")


def problems(rng):
    """Draw images in known coordinates, far from mean 0, and project new ones on their first axes."""
    for n, m, D, q in ((4, 1, 2, 1), (6, 3, 4, 2), (8, 2, 5, 3)):
        yield _projected(rng.normal(size=(n, D)) + 1.5, rng.normal(size=(m, D)) + 1.0, q)


def edge(rng):
    Phi = rng.normal(size=(6, 3)) + 1.5
    return {
        "a point whose coordinates are all 0": _projected(Phi, Phi.mean(axis=0, keepdims=True), 2),
        "the training points, along all axes": _projected(Phi, Phi, 3),
    }


def _projected(Phi, new, q):
    mean = Phi.mean(axis=0)
    values, vectors = np.linalg.eigh((Phi - mean) @ (Phi - mean).T)
    alpha = vectors[:, ::-1][:, :q] / np.sqrt(values[::-1][:q])
    U = alpha.T @ (Phi - mean)
    Z = (new - mean) @ U.T
    return Projected(Z, alpha, Phi, mean + Z @ U)


def solve(Z, alpha, *, share=None):
    """Σₘ ζₘαᵢᵐ, and of the mean the share 1/n."""
    return Z @ alpha.T + (1 / len(alpha) if share is None else share)


def certify(problem, W):
    error = np.abs(W @ problem.Phi - problem.projections).max()
    return Certificate("largest | Σᵢ wᵢΦ(xᵢ) − PΦ(x) |, in coordinates", error, 1e-9)
