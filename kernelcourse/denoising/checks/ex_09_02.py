"""How far is the image of a point?"""

from collections import namedtuple

import numpy as np

from kernelcourse.denoising.checks.draws import weights
from kernelcourse.judging.certificates import Certificate

# Kernel values between a point and the training points, and weights; the distance from coordinates
Distance = namedtuple("Distance", "K_zz k_z K w rho")


def problems(rng):
    """Draw images in known coordinates and weights of sum 1, negative ones among them."""
    for n, D in ((2, 2), (5, 3), (8, 4)):
        yield _distance(rng.normal(size=(n, D)), rng.normal(size=D), weights(rng, n))


def edge(rng):
    Phi, phi = rng.normal(size=(5, 3)), rng.normal(size=3)
    return {
        "the projection is the image of z, so ρ is 0": _distance(Phi, Phi[2], np.eye(5)[2]),
        "the projection is the mean of all images": _distance(Phi, phi, np.full(5, 0.2)),
        "a single training point": _distance(Phi[:1], phi, np.ones(1)),
    }


def _distance(Phi, phi, w):
    return Distance(float(phi @ phi), Phi @ phi, Phi @ Phi.T, w, float(np.sum((phi - w @ Phi) ** 2)))


def solve(K_zz, k_z, K, w, *, mixed=-2.0, last=None):
    """ρ(z) = K(z, z) − 2 Σᵢ wᵢK(z, xᵢ) + Σᵢⱼ wᵢwⱼKᵢⱼ."""
    return float(K_zz + mixed * w @ k_z + (w @ K @ w if last is None else last))


def certify(problem, rho):
    return Certificate("| ρ(z) − ‖Φ(z) − Σᵢ wᵢΦ(xᵢ)‖² |, from coordinates", abs(rho - problem.rho), 1e-9)
