"""Derive: the component that knows the radius"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelsy19.pca.equations import squared_radius_component

Radii = namedtuple("Radii", "a b")  # the radii of two circles


def problems(rng):
    """Draw two radii, of which the first is the larger."""
    for _ in range(3):
        inner = rng.uniform(0.2, 1.0)
        yield Radii(float(inner + rng.uniform(0.3, 1.5)), float(inner))


def edge(rng):
    a = float(rng.uniform(0.5, 1.0))
    return {
        "the second circle is the larger": Radii(a, float(a + rng.uniform(0.4, 1.0))),
        "both circles are the same": Radii(a, a),
    }


def solve(a, b):
    """(a² − b²)²/8."""
    return (a**2 - b**2) ** 2 / 8


def certify(problem, lam):
    t = 2 * np.pi * np.arange(8) / 8
    X = np.vstack([r * np.column_stack([np.cos(t), np.sin(t)]) for r in problem])
    K = (X @ X.T) ** 2
    K = K - K.mean(axis=0) - K.mean(axis=0)[:, None] + K.mean()
    z = squared_radius_component(X)
    return [
        Certificate(
            "‖K̃z − nλz‖ on 16 points", np.linalg.norm(K @ z - 16 * lam * z), 1e-8 * max(1.0, np.abs(z).max())
        ),
        Certificate("| λ − mean of z² | on 16 points", abs(lam - np.mean(z**2)), 1e-9),
    ]
