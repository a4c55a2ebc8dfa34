"""Landmarks among mapped points, on which several exercises of chapter 16 are tried."""

from collections import namedtuple

import numpy as np

# Kernel values of points and landmarks, k(X, Z) and k(Z, Z), k(x, x), and the mapped points and landmarks
Marked = namedtuple("Marked", "K_xz K_zz K_xx Phi Phi_z")


def marked(rng):
    """Draw mapped points in general position, some of which are landmarks."""
    for n, m, D in ((4, 2, 5), (7, 3, 6), (9, 4, 11)):
        Phi = rng.normal(size=(n, D))
        yield marked_of(Phi, Phi[rng.choice(n, m, replace=False)])


def edge_marked(rng):
    """Draw a single landmark, landmarks that are no points, and every point a landmark."""
    Phi, others = rng.normal(size=(5, 7)), rng.normal(size=(3, 7))
    return {
        "a single landmark": marked_of(Phi, Phi[:1]),
        "landmarks that are not among the points": marked_of(Phi, others),
        "every point is a landmark": marked_of(Phi, Phi),
    }


def marked_of(Phi, Phi_z):
    return Marked(Phi @ Phi_z.T, Phi_z @ Phi_z.T, (Phi**2).sum(axis=1), Phi, Phi_z)


def shadow(problem):
    """Mapped points, projected on the span of the mapped landmarks."""
    Q = np.linalg.qr(problem.Phi_z.T)[0]
    return problem.Phi @ Q @ Q.T


def nystrom(C, W):
    return C @ np.linalg.pinv(W) @ C.T


def close(a, b):
    """Whether two answers are the same, where one that is 0 up to rounding is 0."""
    return np.shape(a) == np.shape(b) and bool(np.allclose(a, b, rtol=1e-6, atol=1e-8))


def same_products(a, b):
    """Whether the products of features are the same: their axes are free."""
    return np.shape(a) == np.shape(b) and bool(np.allclose(a @ a.T, b @ b.T, rtol=1e-6, atol=1e-8))


def is_multiple(A, B):
    factor = np.vdot(A, B) / np.vdot(B, B)
    return bool(np.allclose(A, factor * B, rtol=1e-6, atol=1e-9 * np.abs(B).max())) and factor > 1e-6
