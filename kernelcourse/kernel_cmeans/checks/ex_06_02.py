"""Distances to prototypes that have no coordinates"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.kernel_cmeans.checks.draws import norms2, random_labels, weights_of
from kernelsy19.kernels import squared_euclidean

FromK = namedtuple("FromK", "K W Phi")  # a Gram matrix and weights, and the coordinates behind them


def problems(rng):
    """Draw Gram matrices with weights."""
    for n, D, c in ((4, 2, 2), (6, 3, 3), (9, 4, 3)):
        Phi = rng.normal(size=(n, D)) + 0.5
        yield FromK(Phi @ Phi.T, weights_of(random_labels(rng, n, c)), Phi)


def edge(rng):
    Phi = rng.normal(size=(5, 3)) + 0.5
    alone, approximate = np.array([0, 0, 1, 0, 0]), rng.normal(size=(5, 2))
    return {
        "a cluster of one point": FromK(Phi @ Phi.T, weights_of(alone), Phi),
        "weights that are not those of a partition": FromK(Phi @ Phi.T, approximate, Phi),
    }


def solve(K, W, *, first=1.0, mixed=-2.0, third=None):
    """K(xᵢ, xᵢ) − 2⟨Φ(xᵢ), vₖ⟩ + ‖vₖ‖²."""
    return first * np.diag(K)[:, None] + mixed * K @ W + (norms2(K, W) if third is None else third)


def certify(problem, D2):
    exact = squared_euclidean(problem.Phi, problem.W.T @ problem.Phi)
    return Certificate("largest | dᵢₖ² − ‖Φ(xᵢ) − vₖ‖² |, from coordinates", np.abs(D2 - exact).max(), 1e-10)
