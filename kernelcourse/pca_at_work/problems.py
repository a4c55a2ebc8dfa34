"""The problems on which answers to the exercises of chapter 08 are tried."""

from typing import NamedTuple

import numpy as np

from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.kernels.geometry import center_gram
from kernelsy19.pca import KernelPCA

N_COMPONENTS = 150


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


class PolynomialOf(NamedTuple):
    """A polynomial kernel (offset + x·x′)ᵈ of points of p variables; the offset is 0 or 1."""

    p: int
    degree: int
    offset: int


def polynomials(rng):
    """Draw numbers of variables and degrees, with offset and without."""
    for offset in (0, 1, 0, 1):
        yield PolynomialOf(int(rng.integers(2, 6)), int(rng.integers(2, 5)), offset)


def edge_polynomials(rng):
    """Draw a single variable, degree 1, and the digits."""
    return {
        "a single variable": PolynomialOf(1, int(rng.integers(2, 6)), 1),
        "degree 1": PolynomialOf(int(rng.integers(2, 9)), 1, 0),
        "digits of 256 pixels": PolynomialOf(256, 2, int(rng.integers(2))),
    }


class Pairs(NamedTuple):
    """Points of the plane: the second half are the negatives of the first."""

    X: np.ndarray


def _in_all_directions(rng, m):
    """Draw points of which no two directions are alike, all around the origin together with their negatives."""
    t = np.pi * (rng.permutation(m) + rng.uniform(0.1, 0.9, size=m)) / m
    r = rng.choice([-1, 1], size=m) * rng.uniform(0.3, 1.5, size=m)
    return r[:, None] * np.column_stack([np.cos(t), np.sin(t)])


def pairs_of_points(rng):
    """Draw points and put their negatives below them."""
    for m in (5, 8, 12):
        H = _in_all_directions(rng, m)
        yield Pairs(np.vstack([H, -H]))


def edge_pairs_of_points(rng):
    """Draw points of which one is the origin, its own negative."""
    H = np.vstack([_in_all_directions(rng, 6), np.zeros((1, 2))])
    return {"a point at the origin": Pairs(np.vstack([H, -H]))}


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
    """Draw overlapping classes on either side of 0 and round it, with either above, of unequal size; and two moons."""
    for zeros, ones, shift, place in (
        (6, 6, 1.5, 3.0),
        (9, 14, -1.5, 0.0),
        (25, 11, 1.0, -3.0),
        (12, 30, -1.0, 0.5),
    ):
        y = rng.permutation(np.repeat([0, 1], [zeros, ones]))
        yield Labeled(rng.normal(size=len(y)) + shift * y + place, y)
    moons = datasets.moons(80, rng=rng)
    yield Labeled(KernelPCA(RBF(15.0), 1).fit_transform(moons.X)[:, 0], moons.y)


def edge_labeled(rng):
    """Draw classes that lie apart, with either of them above, and one point between all others."""
    n = int(rng.integers(3, 6))
    y = np.repeat([0, 1, 0], [n, 1, n])
    apart = rng.permutation(np.repeat([0, 1], [n, n + 1]))
    z = rng.uniform(size=len(apart)) + 3
    return {
        "classes that lie apart, class 1 above": Labeled(z + 2 * apart, apart),
        "classes that lie apart, class 0 above": Labeled(z - 2 * apart, apart),
        "a point far away from all others": Labeled(np.append(z + 2 * apart, -1e4), np.append(apart, 1)),
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


class Digits(NamedTuple):
    """Some digits and whether they are odd, widths to choose from, and other digits that the student has not got."""

    X: np.ndarray
    y: np.ndarray
    gammas: np.ndarray
    X_new: np.ndarray
    y_new: np.ndarray
    seed: int


def digits_of(seed):
    """Draw 200 training digits and 600 others, all of them in a unit of gray of their own."""
    train, rng = datasets.usps().train, np.random.default_rng(seed)
    drawn, unit = rng.choice(len(train), 800, replace=False), rng.uniform(0.5, 2.0)
    X, y = train.X[drawn] / unit, train.y[drawn] % 2
    gammas = unit**2 * rng.permutation(1 / np.array([16384.0, 2048.0, 256.0, 32.0, 4.0]))
    return Digits(X[:200], y[:200], gammas, X[200:], y[200:], seed)


def digits(rng):
    """Draw digits twice."""
    for seed in rng.integers(2**31, size=2):
        yield digits_of(int(seed))
