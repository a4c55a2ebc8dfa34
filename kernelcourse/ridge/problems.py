"""The problems on which answers to the exercises of chapter 10 are tried."""

from typing import NamedTuple

import numpy as np

from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Polynomial


class TwoFunctions(NamedTuple):
    """Coefficients of two functions, the kernel values of their points, and the mapped points."""

    alpha: np.ndarray
    c: np.ndarray
    K_xx: np.ndarray
    K_xz: np.ndarray
    K_zz: np.ndarray
    Phi: np.ndarray
    Phi_z: np.ndarray


def two_functions(rng):
    """Draw functions with different numbers of kernel functions."""
    for n, m, p in ((2, 3, 2), (5, 4, 2), (4, 6, 3)):
        yield _functions(
            rng.normal(size=(n, p)), rng.normal(size=(m, p)), rng.normal(size=n), rng.normal(size=m)
        )


def edge_functions(rng):
    """Draw one function twice, one that is 0, and two single kernel functions."""
    X, Z, alpha = rng.normal(size=(4, 2)), rng.normal(size=(3, 2)), rng.normal(size=4)
    return {
        "both functions are the same": _functions(X, X, alpha, alpha),
        "the second function is 0": _functions(X, Z, alpha, np.zeros(3)),
        "one kernel function each": _functions(X[:1], Z[:1], np.ones(1), np.ones(1)),
    }


def _functions(X, Z, alpha, c):
    k = Polynomial(2, gamma=0.5)
    return TwoFunctions(alpha, c, k(X), k(X, Z), k(Z), k.feature_map(X), k.feature_map(Z))


class Regression(NamedTuple):
    """Points, targets, and the price of the squared coefficients."""

    X: np.ndarray
    y: np.ndarray
    lam: float


def regressions(rng):
    """Draw few points of many variables."""
    for n, p in ((2, 4), (4, 7), (6, 20)):
        yield Regression(rng.normal(size=(n, p)), rng.normal(size=n) + 1, float(rng.uniform(0.3, 3.0)))


def edge_regressions(rng):
    """Draw a single point, the same point twice, and more points than variables."""
    X, y = rng.normal(size=(7, 3)), rng.normal(size=7) + 1
    return {
        "a single point": Regression(X[:1], y[:1], 0.5),
        "the same point twice": Regression(X[[0, 0, 1]], y[:3], 0.7),
        "more points than variables": Regression(X, y, 0.4),
        "very many variables": Regression(rng.normal(size=(4, 1500)), y[:4], 0.5),
    }


def half_of_p_by_p(problem):
    """Bytes of half a p × p matrix where that is more than a megabyte, else None: little problems are not measured."""
    size = 8 * problem.X.shape[1] ** 2 // 2
    return size if size > 10**6 else None


class NewPoints(NamedTuple):
    """Kernel values of new and of training points, targets, the price; and all points mapped."""

    K_new: np.ndarray
    K: np.ndarray
    y: np.ndarray
    lam: float
    Phi_new: np.ndarray
    Phi: np.ndarray


def new_points(rng):
    """Draw training points and fewer or more new ones."""
    for n, m in ((4, 2), (6, 3), (9, 12)):
        yield _new_points(rng, rng.normal(size=(n, 2)), rng.normal(size=(m, 2)))


def edge_new_points(rng):
    """Draw a single training point, new points that are training points, and a training point that is there twice."""
    X = rng.normal(size=(5, 2))
    return {
        "a single training point": _new_points(rng, X[:1], X[1:3]),
        "the new points are two of the training points": _new_points(rng, X, X[:2]),
        "a training point that is there twice": _new_points(rng, X[[0, 0, 1, 2]], X[3:]),
    }


def _new_points(rng, X, X_new):
    k = Polynomial(2, gamma=0.5)
    y, lam = rng.normal(size=len(X)) + 1, float(rng.uniform(0.3, 3.0))
    return NewPoints(k(X_new, X), k(X), y, lam, k.feature_map(X_new), k.feature_map(X))


class Fit(NamedTuple):
    """A Gram matrix, targets, and the price of the squared norm."""

    K: np.ndarray
    y: np.ndarray
    lam: float


def fits(rng):
    """Draw points of the plane with targets of a mean that is not 0."""
    for n in (3, 6, 10):
        yield _fit(rng, rng.normal(size=(n, 2)))


def edge_fits(rng):
    """Draw a single point, points that are all the same, and targets that are all the same."""
    X = rng.normal(size=(5, 2))
    return {
        "a single point": _fit(rng, X[:1]),
        "points that are all the same": _fit(rng, X[[0, 0, 0, 0]]),
        "targets that are all the same": _fit(rng, X)._replace(y=np.full(5, 3.0)),
    }


def edge_left_out(rng):
    """Draw two points, a point that is there twice, and points that are all the same."""
    X = rng.normal(size=(5, 2))
    return {
        "two points": _fit(rng, X[:2]),
        "a point that is there twice": _fit(rng, X[[0, 0, 1, 2]]),
        "points that are all the same": _fit(rng, X[[0, 0, 0, 0]]),
    }


def _fit(rng, X):
    return Fit(RBF(0.6)(X), rng.normal(size=len(X)) + 3, float(rng.uniform(0.2, 1.5)))


class Priced(NamedTuple):
    """A Gram matrix and the price of the squared norm."""

    K: np.ndarray
    lam: float


def priced(rng):
    """Draw Gram matrices of points of the plane."""
    for n in (3, 6, 12):
        yield Priced(RBF(0.6)(rng.normal(size=(n, 2))), float(rng.uniform(0.2, 1.5)))


def edge_priced(rng):
    """Draw points that are all the same, and points that have nothing in common."""
    lam = float(rng.uniform(0.2, 1.5))
    return {
        "points that are all the same": Priced(np.ones((4, 4)), lam),
        "points that have nothing in common": Priced(np.eye(5), lam),
        "a single point": Priced(np.ones((1, 1)), lam),
    }


class Choice(NamedTuple):
    """A Gram matrix, targets, and the prices to choose from, rising."""

    K: np.ndarray
    y: np.ndarray
    lams: np.ndarray


def choices(rng):
    """Draw some eruptions of Old Faithful, and prices."""
    faithful = datasets.faithful()
    x = faithful.columns("eruptions").standardized().X
    for n, gamma in ((20, 1.0), (30, 3.0), (40, 10.0), (40, 1.0)):
        drawn = rng.choice(len(x), size=n, replace=False)
        lams = rng.uniform(0.8, 1.2) * np.logspace(-3, 2, 61)
        yield Choice(RBF(gamma)(x[drawn]), np.array(faithful["waiting"][drawn]), lams)


def edge_choices(rng):
    """Draw eruptions with a single price to choose, and three eruptions."""
    faithful = datasets.faithful()
    x = faithful.columns("eruptions").standardized().X
    lams = rng.uniform(0.8, 1.2) * np.logspace(-2, 2, 9)
    few = np.array([0, 1, 4])
    return {
        "a single price": Choice(RBF(1.0)(x[:10]), np.array(faithful["waiting"][:10]), lams[:1]),
        "three points": Choice(RBF(1.0)(x[few]), np.array(faithful["waiting"][few]), lams),
    }
