"""The problems on which answers to the exercises of chapter 01 are tried."""

from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog


class Points(NamedTuple):
    """Points of the plane."""

    X: np.ndarray


def points(rng):
    """Draw points of the plane."""
    for n in (2, 4, 7):
        yield Points(rng.normal(size=(n, 2)))


def edge_points(rng):
    """Draw points whose dot products are zero or negative."""
    a, b = rng.uniform(0.5, 2, size=2)
    return {
        "two points at a right angle": Points(np.array([[a, b], [-b, a]])),
        "two opposite points": Points(np.array([[a, b], [-a, -b]])),
        "a point at the origin": Points(np.array([[0.0, 0.0], [a, b], [b, a]])),
    }


class TwoSets(NamedTuple):
    """Two sets of points and the parameter of the kernel."""

    X: np.ndarray
    Y: np.ndarray
    gamma: float


def two_sets(rng):
    """Draw two sets of different sizes, in one to three dimensions."""
    for n, m, p in ((2, 3, 1), (4, 2, 2), (5, 5, 3)):
        yield TwoSets(rng.normal(size=(n, p)), rng.normal(size=(m, p)), float(rng.uniform(0.3, 2.0)))


def edge_sets(rng):
    """Draw sets at which the exponential is 1, and nearly 0."""
    X, gamma = rng.normal(size=(3, 2)), float(rng.uniform(0.3, 2.0))
    return {
        "a point that is in both sets": TwoSets(X, np.vstack([rng.normal(size=(1, 2)), X[:1]]), gamma),
        "one point in each set": TwoSets(X[:1], X[1:2], gamma),
        "a point that is near and one that is far": TwoSets(X, X[:2] + np.array([[0.1], [5.0]]), gamma),
    }


class Width(NamedTuple):
    """A width and the source that writes it."""

    sigma: float
    source: str


def widths(rng):
    """Draw a width below 1 and one above 1 for each source."""
    for source in ("AML", "PR", "SY19"):
        yield Width(float(rng.uniform(0.2, 0.8)), source)
        yield Width(float(rng.uniform(1.2, 2.5)), source)


class Mapped(NamedTuple):
    """A Gram matrix, and the coordinates that it comes from."""

    K: np.ndarray
    Phi: np.ndarray


def mapped(rng):
    """Draw Gram matrices of a few points with known coordinates, whose mean is not the origin."""
    for n, D in ((3, 2), (4, 3), (6, 6)):
        yield of_coordinates(rng.normal(size=(n, D)) + 0.7)


def edge_means(rng):
    """Draw points that are their own mean, or whose mean is the origin; all in whole numbers."""
    a, b = rng.integers(1, 5, size=2).astype(float)
    return {
        "points that are all the same": of_coordinates(np.array([[a, b]] * 3)),
        "a mean at the origin": of_coordinates(np.array([[a, b], [-a, b], [0.0, -2 * b]])),
    }


def edge_angles(rng):
    """Draw points along one line through the origin, and at right angles to it; all in whole numbers."""
    a, b = rng.integers(2, 6, size=2).astype(float)
    return {
        "two points in one direction, not at one distance": of_coordinates(
            np.array([[a, 0.0], [7 * a, 0.0]])
        ),
        "two points in opposite directions": of_coordinates(np.array([[a, 0.0], [-b, 0.0]])),
        "two points at a right angle": of_coordinates(np.array([[a, 0.0], [0.0, b]])),
    }


def of_coordinates(Phi):
    """The Gram matrix of mapped points, with their coordinates."""
    return Mapped(Phi @ Phi.T, Phi)


def gram_only(problem):
    """Keep what the student's function receives."""
    return (problem.K,)


class Indefinite(NamedTuple):
    """A symmetric matrix with eigenvalues of both signs."""

    S: np.ndarray


def indefinite(rng):
    """Draw symmetric matrices with known spectra."""
    for values in ([2.0, -1.0], [3.0, 1.0, -0.5], [4.0, 1.0, 0.5, -0.2, -2.0]):
        yield turned(values, rng)


def edge_indefinite(rng):
    """Draw spectra at the border: an eigenvalue of zero, one that comes twice, one that is hardly negative."""
    return {
        "a matrix with an eigenvalue of 0": turned([2.0, 0.0, -1.0], rng),
        "a matrix with a negative eigenvalue that comes twice": turned([1.5, -1.0, -1.0], rng),
        "a matrix whose negative eigenvalue is small": turned([2.0, 1.0, -1e-3], rng),
    }


def turned(values, rng):
    """A symmetric matrix with these eigenvalues and random eigenvectors."""
    Q, _ = np.linalg.qr(rng.normal(size=(len(values), len(values))))
    return Indefinite(Q @ np.diag(values) @ Q.T)


class TwoGroups(NamedTuple):
    """Kernel values within and between two groups, and their coordinates."""

    K_a: np.ndarray
    K_ab: np.ndarray
    K_b: np.ndarray
    Phi_a: np.ndarray
    Phi_b: np.ndarray


def two_groups(rng):
    """Draw two groups of different sizes."""
    for n, m in ((2, 3), (3, 2), (4, 6)):
        yield of_groups(rng.normal(size=(n, 3)), rng.normal(size=(m, 3)) + 1)


def edge_groups(rng):
    """Draw groups of one point, and two that have one mean."""
    a, b = rng.integers(1, 5, size=(2, 2)).astype(float)
    return {
        "one point in each group": of_groups(rng.normal(size=(1, 2)), rng.normal(size=(1, 2))),
        "two groups with the same mean": of_groups(
            np.array([a + b, a - b]), np.array([a + 2 * b, a, a, a - 2 * b])
        ),
    }


def of_groups(a, b):
    """The kernel values of two groups of mapped points, with their coordinates."""
    return TwoGroups(a @ a.T, a @ b.T, b @ b.T, a, b)


def within_and_between(problem):
    """Keep what the student's function receives."""
    return problem.K_a, problem.K_ab, problem.K_b


class Ring(NamedTuple):
    """Points of the plane, and which of them lie in a ring around the origin."""

    X: np.ndarray
    in_ring: np.ndarray


def rings(rng):
    """Draw points inside a ring, in it and outside it, all around the origin; every ring has radii of its own.

    How many points lie where is another number in each place and problem: no rank among the radii gives the ring away.
    """
    for least, order in ((8, [1, 0, 2]), (10, [2, 1, 0]), (12, [0, 2, 1])):
        sizes = least + 4 * np.array(order) + rng.integers(3, size=3)
        inner = rng.uniform(0.6, 1.4)
        radius = inner * (np.repeat([0.1, 1.0, 2.0], sizes) + rng.uniform(0, 0.7, size=sizes.sum()))
        turn = np.concatenate([(np.arange(n) + rng.uniform(size=n)) / n for n in sizes])
        X = radius[:, None] * np.column_stack([np.cos(2 * np.pi * turn), np.sin(2 * np.pi * turn)])
        yield Ring(X, np.repeat([False, True, False], sizes))


def points_only(problem):
    """Keep what the student's function receives."""
    return (problem.X,)


class Shortened(NamedTuple):
    """A Gram matrix, and how many coordinates a point may have."""

    K: np.ndarray
    m: int


def grams_to_shorten(rng):
    """Draw Gram matrices of full rank, and fewer coordinates than points."""
    for n, m in ((3, 1), (4, 2), (6, 4)):
        Phi = rng.normal(size=(n, n)) * np.linspace(2, 1, n)
        yield Shortened(Phi @ Phi.T, m)


def edge_to_shorten(rng):
    """Draw a matrix with an eigenvalue of 0 of which all coordinates are asked for, and one that needs one only."""
    while True:  # until the eigenvalue comes out as a tiny negative number here
        Phi = rng.normal(size=(4, 3))
        K = Phi[[0, 1, 2, 2]] @ Phi[[0, 1, 2, 2]].T
        if np.linalg.eigh(K)[0][0] < 0 and np.linalg.eigvalsh(K)[0] < 0:
            break
    return {
        "as many coordinates as points, of which two are the same": Shortened(K, 4),
        "points along one line through the origin": Shortened(np.outer(Phi[:, 0], Phi[:, 0]), 2),
    }


def are_separable(Phi, y):
    """Whether a hyperplane has all rows of one class on one side and the others on the other: a linear program."""
    spread = Phi.std(axis=0)
    Z = np.column_stack([(Phi - Phi.mean(axis=0)) / np.where(spread > 0, spread, 1), np.ones(len(Phi))])
    signed = np.where(y, -1.0, 1.0)[:, None] * Z
    found = linprog(np.zeros(Z.shape[1]), A_ub=signed, b_ub=-np.ones(len(Z)), bounds=(None, None))
    return bool(found.status == 0)


def best_coordinates(choose=lambda values: np.argsort(values)[::-1], weigh=np.sqrt):
    """Coordinates from m eigenvectors: ``choose(values)`` orders them, each times its ``weigh(value)``."""

    def coordinates(K, m):
        values, V = np.linalg.eigh(K)
        values = np.maximum(values, 0)
        kept = choose(values)[:m]
        return V[:, kept] * weigh(values[kept])

    return coordinates


def rows_for_columns(K, m):
    """Coordinates of somebody who takes the rows of what `eigh` returns for the eigenvectors."""
    values, V = np.linalg.eigh(K)
    return V[::-1][:m].T * np.sqrt(np.maximum(values, 0)[::-1][:m])
