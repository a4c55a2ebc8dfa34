"""What the proof about the length of a step says of steps that were computed apart from it."""

import numpy as np
import pytest

from kernelcourse.denoising import proofs
from kernelsy19.denoising import equations, solve

X, W = np.array([[-1.0], [1.0]]), np.array([[1.5, -0.5]])


def distance(z):
    K = np.exp(-((X - X.T) ** 2))
    return equations.squared_distances(np.ones(1), np.exp(-((z - X.T) ** 2)), K, W)[0]


def test_a_positive_denominator_is_not_enough():
    z = np.array([[0.1]])
    D = (W * np.exp(-((z - X.T) ** 2))).sum()
    after = equations.fixed_point_step(z, X, W, 1.0)
    assert D == pytest.approx(0.2249, abs=1e-4) and solve.bends(z, X, W, 1.0)[0] > 2 * D
    assert distance(after) - distance(z) == pytest.approx(0.3898, abs=1e-4)
    shorter = z - equations.gradients(z, X, W, 1.0) / (4 * solve.bends(z, X, W, 1.0)[:, None])
    assert distance(shorter) < distance(z)


def test_the_bend_bounds_the_second_derivative_everywhere():
    """At 0.2 of its size the second part of C would be too small; each curvature is seen by second differences."""
    rng, largest = np.random.default_rng(3), 0.0
    for _ in range(200):
        x, z = rng.normal(size=(1, 1)), rng.uniform(-3, 3, size=(1, 1))
        negative = np.array([[-1.0]])
        h = 1e-3
        rho = [-2 * negative[0, 0] * np.exp(-((z + i * h - x) ** 2))[0, 0] for i in (-1, 0, 1)]
        curvature = (rho[0] - 2 * rho[1] + rho[2]) / h**2
        C = solve.bends(z, x, negative, 1.0)[0]
        assert curvature <= 4 * C + 1e-6
        largest = max(largest, curvature / (4 * C))
    assert largest > 0.99


def test_no_premise_of_a_short_step_is_a_positive_denominator_alone():
    line = proofs.overshoot.line(7)
    assert line.verdict and not line.broken().verdict
    world = line.broken().setting
    assert world.D(world.z) > 0
