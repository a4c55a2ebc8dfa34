"""What several exercises of chapter 01 draw, and how they compare features."""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.answers import numbers_of_any_shape

Mapped = namedtuple("Mapped", "K Phi")  # a Gram matrix, and the coordinates that it comes from


def mapped(rng):
    """Draw Gram matrices of a few points with known coordinates, whose mean is not the origin."""
    for n, D in ((3, 2), (4, 3), (6, 6)):
        yield of_coordinates(rng.normal(size=(n, D)) + 0.7)


def of_coordinates(Phi):
    """The Gram matrix of mapped points, with their coordinates."""
    return Mapped(Phi @ Phi.T, Phi)


def one_row_a_point(answer, expected):
    """What is wrong with the form of features, or None; there may be any number of them."""
    fault = numbers_of_any_shape(answer, expected)
    if fault or (np.ndim(answer) == 2 and len(answer) == len(expected)):
        return fault
    return f"expected one row per point, shape ({len(expected)}, D), got {np.shape(answer)}"


def same_dot_products(a, b):
    """Whether two sets of features are the same up to a rotation."""
    return a.ndim == b.ndim == 2 and len(a) == len(b) and np.allclose(a @ a.T, b @ b.T)
