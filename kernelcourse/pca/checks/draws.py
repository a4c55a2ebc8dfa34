"""Points and Gram matrices on which several exercises of chapter 07 are tried."""

from collections import namedtuple

import numpy as np

from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.kernels.geometry import center_gram
from kernelsy19.pca import equations as pca


def centered_points(rng, n, D):
    """Points of mean 0 whose coordinates vary by different amounts."""
    Phi = rng.normal(size=(n, D)) * np.linspace(2.0, 0.5, D)
    return Phi - Phi.mean(axis=0)


def first(K, q):
    """The first q eigenvalues and unit eigenvectors of a Gram matrix, falling."""
    values, vectors = np.linalg.eigh(K)
    return values[::-1][:q], vectors[:, ::-1][:, :q]


def are_apart(values, q):
    """Whether rising eigenvalues, the q largest and the next, are at least a tenth of the largest apart."""
    return (-np.diff(values[::-1][: q + 1]) > 0.1 * values[-1]).all()


def same_up_to_signs(a, b):
    """Whether two (n, q) arrays are the same but for the signs of their columns."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    if a.shape != b.shape or a.ndim != 2:
        return False
    signs = np.where((a * b).sum(axis=0) < 0, -1.0, 1.0)
    return bool(np.allclose(a, b * signs, rtol=0, atol=1e-6 * np.abs(b).max(initial=1e-300)))


Whole = namedtuple("Whole", "K q")  # a Gram matrix that is not centered, and how many components are wanted


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
    while True:
        K = k(rng.normal(size=(n, columns)) * np.linspace(2.0, 0.7, columns) + 0.5)
        if are_apart(np.linalg.eigvalsh(center_gram(K)), q):
            return Whole(K, q)


# Kernel values of new points, the training Gram matrix, normalized coefficients; and coordinates
NewPoints = namedtuple("NewPoints", "K_new K alpha Phi_new Phi")


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
    values, vectors = first(center_gram(K), 2)
    return NewPoints(Phi_new @ Phi.T, K, pca.normalize(vectors, values), Phi_new, Phi)


def shadows(problem):
    """Coordinates of the new points along the axes."""
    mean = problem.Phi.mean(axis=0)
    return (problem.Phi_new - mean) @ (problem.alpha.T @ (problem.Phi - mean)).T
