"""The bias of the second layer"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.pca.checks.draws import edge_new_points, new_points, shadows

# The training Gram matrix, normalized coefficients; kernel values of new points, and coordinates
Layer = namedtuple("Layer", "K alpha K_new Phi_new Phi")


def problems(rng):
    return map(_layer, new_points(rng))


def edge(rng):
    return {name: _layer(p) for name, p in edge_new_points(rng).items()}


def _layer(p):
    return Layer(p.K, p.alpha, p.K_new, p.Phi_new, p.Phi)


def solve(K, alpha):
    """Minus the coordinates of the mean of the mapped points."""
    return -K.mean(axis=0) @ alpha


def certify(problem, b):
    return Certificate(
        "largest | Σᵢ αᵢᵐ K(xᵢ, x) + bₘ − zₘ | of new points, from coordinates",
        np.abs(problem.K_new @ problem.alpha + b - shadows(problem)).max(),
        1e-8,
    )


def are_zero(_, b):
    return np.abs(b).max() < 1e-9
