"""The problems on which answers to the exercises of chapter 07 are tried."""

from typing import NamedTuple

import numpy as np

from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.kernels.geometry import center_gram
from kernelsy19.pca import equations as pca


def centered_points(rng, n, D):
    """Points of mean 0 whose coordinates vary by different amounts."""
    Phi = rng.normal(size=(n, D)) * np.linspace(2.0, 0.5, D)
    return Phi - Phi.mean(axis=0)


class Axis(NamedTuple):
    """Centered mapped points, an axis of length 1, and the variance along it."""

    Phi: np.ndarray
    u: np.ndarray
    lam: float


def known_axes(rng):
    """Draw points in known coordinates and take their first or second axis, in either direction."""
    for n, D, m in ((4, 2, 1), (7, 3, 1), (5, 4, 2)):
        yield _axis(centered_points(rng, n, D), m, rng.choice([-1.0, 1.0]))


def edge_axes(rng):
    """Draw points some of which are the same, or are at the mean, and points on a line."""
    few = centered_points(rng, 3, 3)
    return {
        "a point at the mean": _axis(np.vstack([few, np.zeros(3)]), 1),
        "each point twice": _axis(np.vstack([few, few]), 1),
        "points on a line": _axis(np.outer([-2.0, -1.0, 3.0], rng.normal(size=2)), 1),
    }


def _axis(Phi, m, sign=1.0):
    values, vectors = np.linalg.eigh(pca.covariance(Phi))
    return Axis(Phi, sign * vectors[:, -m], float(values[-m]))


class Uncentered(NamedTuple):
    """A Gram matrix of points whose mean is not 0, and their coordinates."""

    K: np.ndarray
    Phi: np.ndarray


def uncentered(rng):
    """Draw points in known coordinates, far from mean 0."""
    for n, D in ((3, 2), (5, 3), (8, 8)):
        Phi = rng.normal(size=(n, D)) + 1.5
        yield Uncentered(Phi @ Phi.T, Phi)


def edge_uncentered(rng):
    """Draw points that are centered already, points that are all the same, and a single one."""
    Phi, one = centered_points(rng, 4, 2), rng.normal(size=(1, 3)) + 1.0
    same = np.repeat(one, 3, axis=0)
    return {
        "points that are centered already": Uncentered(Phi @ Phi.T, Phi),
        "points that are all the same": Uncentered(same @ same.T, same),
        "a single point": Uncentered(one @ one.T, one),
    }


class Eigenpair(NamedTuple):
    """A vector of any length with Kα = eigenvalue · α."""

    alpha: np.ndarray
    eigenvalue: float
    K: np.ndarray


def eigenpairs(rng):
    """Draw eigenvectors of random length, longer and shorter than 1."""
    for n, D, length in ((3, 2, 2.5), (6, 4, 0.4), (5, 3, 1.6)):
        yield _eigenpair(centered_points(rng, n, D) * rng.uniform(1.0, 1.5), length * rng.uniform(0.8, 1.2))


def edge_eigenpairs(rng):
    """Draw an eigenvector of length 1, as `eigh` gives it, and eigenvalues far below and far above 1."""
    Phi = centered_points(rng, 5, 3)
    return {
        "α has length 1 already": _eigenpair(Phi, 1.0),
        "an eigenvalue of about 1e-6": _eigenpair(1e-3 * Phi, 2.0),
        "an eigenvalue of about 1e6": _eigenpair(1e3 * Phi, 0.5),
    }


def _eigenpair(Phi, length):
    values, vectors = np.linalg.eigh(Phi @ Phi.T)
    return Eigenpair(vectors[:, -1] * length, float(values[-1]), Phi @ Phi.T)


class Whole(NamedTuple):
    """A Gram matrix that is not centered, and how many components are wanted."""

    K: np.ndarray
    q: int


def wholes(rng):
    """Draw Gram matrices whose first eigenvalues are well apart."""
    for n, q, k in ((5, 1, Polynomial(2)), (9, 2, RBF(0.3)), (12, 3, Polynomial(2))):
        yield _well_apart(rng, n, q, k)


def edge_wholes(rng):
    """Draw points that are centered already, and the linear kernel of the plane with both its axes."""
    X = centered_points(rng, 6, 3)
    return {
        "points that are centered already": Whole(X @ X.T, 2),
        "all axes of points in a plane": _well_apart(rng, 7, 2, Linear(), columns=2),
    }


def _well_apart(rng, n, q, k, columns=3):
    """Draw until the eigenvalues that are wanted, and the next, are at least a tenth of the largest apart."""
    while True:
        K = k(rng.normal(size=(n, columns)) * np.linspace(2.0, 0.7, columns) + 0.5)
        values = np.linalg.eigvalsh(center_gram(K))[::-1]
        if (-np.diff(values[: q + 1]) > 0.1 * values[0]).all():
            return Whole(K, q)


class NewPoints(NamedTuple):
    """Kernel values of new points, the training Gram matrix, normalized coefficients; and coordinates."""

    K_new: np.ndarray
    K: np.ndarray
    alpha: np.ndarray
    Phi_new: np.ndarray
    Phi: np.ndarray


def new_points(rng):
    """Draw training and new points in known coordinates, far from mean 0."""
    for n, m, D in ((4, 2, 2), (7, 3, 3), (5, 1, 4)):
        yield _new_points(rng.normal(size=(n, D)) + 1.0, rng.normal(size=(m, D)) + 1.5)


def edge_new_points(rng):
    """Draw new points that are the training points, or their mean, and as many new points as training points."""
    Phi = rng.normal(size=(6, 3)) + 1.0
    return {
        "the new points are the training points": _new_points(Phi, Phi),
        "the new point is the mean of the training points": _new_points(Phi, Phi.mean(axis=0, keepdims=True)),
        "as many new points as training points": _new_points(Phi, rng.normal(size=(6, 3))),
    }


def _new_points(Phi, Phi_new):
    K = Phi @ Phi.T
    values, vectors = np.linalg.eigh(center_gram(K))
    alpha = pca.normalize(vectors[:, :-3:-1], values[:-3:-1])
    return NewPoints(Phi_new @ Phi.T, K, alpha, Phi_new, Phi)


class Wide(NamedTuple):
    """Centered points with many more variables than points, and how many axes are wanted."""

    X: np.ndarray
    q: int


def wide(rng):
    """Draw few points of many variables."""
    for n, p, q in ((3, 8, 1), (5, 40, 2), (6, 300, 3)):
        yield _wide(rng, n, p, q)


def edge_wide(rng):
    """Draw images of which all axes are wanted, images that are there twice, and so many pixels that p × p shows."""
    twice = _wide(rng, 3, 30, 1).X
    return {
        "all axes that there are": _wide(rng, 4, 20, 3),
        "each image twice": Wide(np.vstack([twice, twice]), 1),
        "images of 1,500 pixels": _wide(rng, 5, 1500, 2),
    }


def half_of_p_by_p(problem):
    """Bytes of half a p × p matrix where that is more than a megabyte, else None: little problems are not measured."""
    size = 8 * problem.X.shape[1] ** 2 // 2
    return size if size > 10**6 else None


def _wide(rng, n, p, q):
    """Draw until the eigenvalues that are wanted, and the next, are at least a tenth of the largest apart."""
    while True:
        X = rng.normal(size=(n, p)) * np.linspace(2.0, 0.7, n)[:, None]
        X = X - X.mean(axis=0)
        values = np.linalg.eigvalsh(X @ X.T)[::-1]
        if (-np.diff(values[: q + 1]) > 0.1 * values[0]).all():
            return Wide(X, q)


class Squared(NamedTuple):
    """A centered Gram matrix, and coefficients that solve nλKα = K²α; the coordinates behind them."""

    K: np.ndarray
    lam: float
    alpha: np.ndarray
    Phi: np.ndarray


def squared_solutions(rng):
    """Draw more points than dimensions, and add to an eigenvector something that K sends to 0."""
    for n, D in ((4, 2), (7, 3), (9, 4)):
        yield _squared(rng, centered_points(rng, n, D), rng.uniform(0.5, 1.0))


def edge_squared_solutions(rng):
    """Draw coefficients that lack nothing."""
    return {"α solves (15) already": _squared(rng, centered_points(rng, 5, 2), 0.0)}


def _squared(rng, Phi, size):
    values, vectors = np.linalg.eigh(Phi @ Phi.T)
    unseen = vectors[:, : len(Phi) - Phi.shape[1]] @ rng.normal(size=len(Phi) - Phi.shape[1])
    alpha = pca.normalize(vectors[:, -1], values[-1]) * rng.uniform(1.5, 3.0)  # an axis of any length
    alpha = alpha + size * np.linalg.norm(alpha) * unseen / np.linalg.norm(unseen)
    return Squared(Phi @ Phi.T, float(values[-1]) / len(Phi), alpha, Phi)
