"""The problems on which answers to the exercises of chapter 08 are tried."""

from typing import NamedTuple

import numpy as np

from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.kernels.geometry import center_gram


class Centered(NamedTuple):
    """A centered Gram matrix, and how many components are asked for."""

    K: np.ndarray
    q: int


def centered_grams(rng):
    """Draw Gram matrices of kernels that hold variance in many components."""
    for n, q, k in ((5, 2, Polynomial(2)), (8, 4, RBF(0.3)), (12, 3, RBF(1.0))):
        yield Centered(center_gram(k(rng.normal(size=(n, 2)))), q)


def edge_centered(rng):
    """Draw both ends of q, and points that vary in fewer directions than there are points."""
    X = rng.normal(size=(6, 2))
    return {
        "one component": Centered(center_gram(RBF(0.5)(X)), 1),
        "as many components as points": Centered(center_gram(RBF(0.5)(X)), 6),
        "more components than there is variance for": Centered(center_gram(Linear()(X)), 4),
    }


class Widths(NamedTuple):
    """Points and the width of a kernel."""

    X: np.ndarray
    width: float


def widths(rng):
    """Draw points of one, two and three variables, and widths on either side of 1."""
    for n, p, width in ((3, 1, 0.1), (5, 2, 0.4), (6, 3, 2.5)):
        yield Widths(0.5 * rng.normal(size=(n, p)), width)


def edge_widths(rng):
    """Draw points that are there twice, a single point, and the width of the slide."""
    X = 0.3 * rng.normal(size=(4, 2))
    return {
        "two points that are the same": Widths(np.vstack([X, X[:1]]), 0.6),
        "a single point": Widths(X[:1], 0.6),
        "the width of the slide": Widths(X, 0.1),
    }


class Radii(NamedTuple):
    """The radii of two circles."""

    a: float
    b: float


def radii(rng):
    """Draw two radii, of which the first is the larger."""
    for _ in range(3):
        inner = rng.uniform(0.2, 1.0)
        yield Radii(float(inner + rng.uniform(0.3, 1.5)), float(inner))


def edge_radii(rng):
    """Draw circles in the other order, and circles that are the same."""
    a = float(rng.uniform(0.5, 1.0))
    return {
        "the second circle is the larger": Radii(a, float(a + rng.uniform(0.4, 1.0))),
        "both circles are the same": Radii(a, a),
    }


class Labeled(NamedTuple):
    """One coordinate and two classes."""

    z: np.ndarray
    y: np.ndarray


def labeled(rng):
    """Draw overlapping classes on either side of 0 and round it, with either of them above, and of unequal size."""
    for zeros, ones, shift, place in (
        (6, 6, 1.5, 3.0),
        (9, 14, -1.5, 0.0),
        (25, 11, 1.0, -3.0),
        (12, 30, -1.0, 0.5),
    ):
        y = rng.permutation(np.repeat([0, 1], [zeros, ones]))
        yield Labeled(rng.normal(size=len(y)) + shift * y + place, y)


def edge_labeled(rng):
    """Draw classes that lie apart, with either of them above, and one point between all others."""
    n = int(rng.integers(3, 6))
    y = np.repeat([0, 1, 0], [n, 1, n])
    apart = rng.permutation(np.repeat([0, 1], [n, n + 1]))
    z = rng.uniform(size=len(apart)) + 3
    return {
        "classes that lie apart, class 1 above": Labeled(z + 2 * apart, apart),
        "classes that lie apart, class 0 above": Labeled(z - 2 * apart, apart),
        "one point of class 1 in the middle of the others": Labeled(np.sort(rng.normal(size=len(y))), y),
        "one point of class 0 in the middle of the others": Labeled(np.sort(rng.normal(size=len(y))), 1 - y),
    }


class Splits(NamedTuple):
    """Differences of accuracy on splits of n_train and n_test points."""

    differences: np.ndarray
    n_train: int
    n_test: int


def splits(rng):
    """Draw differences of accuracies in %."""
    for J, n_train, n_test in ((5, 105, 45), (20, 80, 20), (40, 50, 100)):
        yield Splits(rng.normal(1.0, 3.0, size=J), n_train, n_test)


def edge_splits(rng):
    """Draw the fewest splits, halves, and splits on which one method is always as much better."""
    return {
        "two splits": Splits(rng.normal(1.0, 3.0, size=2), 70, 30),
        "as many test points as training points": Splits(rng.normal(-1.0, 2.0, size=8), 50, 50),
        "the same difference on every split": Splits(np.full(6, float(rng.uniform(0.5, 2.0))), 90, 10),
    }
