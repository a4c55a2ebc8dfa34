"""A feature map of (x·y)²"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.kernels.checks.draws import one_row_a_point as form
from kernelcourse.kernels.checks.draws import same_dot_products as same
from kernelsy19.kernels.equations import six_features

Points = namedtuple("Points", "X")  # points of the plane


def problems(rng):
    """Draw points of the plane."""
    for n in (2, 4, 7):
        yield Points(rng.normal(size=(n, 2)))


def edge(rng):
    a, b = rng.uniform(0.5, 2, size=2)
    return {
        "two points at a right angle": Points(np.array([[a, b], [-b, a]])),
        "two opposite points": Points(np.array([[a, b], [-a, -b]])),
        "a point at the origin": Points(np.array([[0.0, 0.0], [a, b], [b, a]])),
    }


def solve(X, *, squares=1.0, mixed=2**0.5):
    """The features x₁², x₂² and √2 x₁x₂."""
    return np.column_stack([squares * X**2, mixed * X.prod(axis=1)])


def certify(problem, Phi):
    exact = [[(x @ y) ** 2 for y in problem.X] for x in problem.X]
    return Certificate("largest | Φ(x)·Φ(y) − (x·y)² |", np.abs(Phi @ Phi.T - exact).max(), 1e-10)


def is_one_feature(_, Phi):
    return Phi.shape[1] == 1
