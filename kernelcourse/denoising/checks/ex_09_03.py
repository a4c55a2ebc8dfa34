"""Which way is down?"""

import numpy as np

from kernelcourse.denoising.checks.draws import edge_places, place, slopes, step, values
from kernelcourse.denoising.checks.draws import places as problems
from kernelcourse.judging.certificates import Certificate


def edge(rng):
    return edge_places(rng) | {"negative weights count most": place(rng, 4, 2, lambda D: D < -0.1)}


def solve(z, X, w, gamma, *, k=None):
    """∇ρ(z) = 4γ Σᵢ wᵢ K(z, xᵢ) (z − xᵢ)."""
    return 4 * gamma * (w * (values(z, X, gamma) if k is None else k)) @ (z - X)


def certify(problem, slope):
    return Certificate("largest | ∇ρ(z) − finite differences |", np.abs(slope - slopes(*problem)).max(), 1e-7)
