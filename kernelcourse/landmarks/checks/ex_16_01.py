"""What is left?"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.landmarks.checks.draws import close as same
from kernelcourse.landmarks.checks.draws import edge_marked, marked, nystrom, shadow

# k(x, x), k(X, Z) and k(Z, Z), and the mapped points and landmarks
Marked = namedtuple("Marked", "K_xx K_xz K_zz Phi Phi_z")


def problems(rng):
    """Draw mapped points in general position, some of which are landmarks."""
    yield from map(_of, marked(rng))


def edge(rng):
    """Draw a single landmark, landmarks that are no points, and every point a landmark."""
    return {name: _of(problem) for name, problem in edge_marked(rng).items()}


def _of(marked):
    return Marked(marked.K_xx, marked.K_xz, marked.K_zz, marked.Phi, marked.Phi_z)


def solve(K_xx, K_xz, K_zz):
    """The trace of K less that of the approximation."""
    return K_xx.sum() - np.trace(nystrom(K_xz, K_zz))


def certify(problem, answer):
    outside = ((problem.Phi - shadow(problem)) ** 2).sum()
    return Certificate(
        "| your number − the squared lengths that stick out of the span |", abs(answer - outside), 1e-7
    )


def rest(K_xx, K_xz, K_zz):
    """What is left at each point."""
    return K_xx - np.diagonal(nystrom(K_xz, K_zz))


def terms(problem):
    K_xx, K_xz, K_zz = problem[:3]
    m, A = len(K_zz), nystrom(K_xz, K_zz)
    L, inverse = np.linalg.cholesky(K_zz + 1e-12 * np.eye(m)), np.linalg.inv(K_zz)
    return {
        "the trace of K": (K_xx.sum(), 1),
        "the trace of the approximation": (np.trace(A), -1),
        "a sum of squares of `K_xz`": ((K_xz**2).sum(), 0),
        "the trace of `K_zz`": (np.trace(K_zz), 0),
        "a product with `K_zz` itself": (((K_xz @ K_zz) * K_xz).sum(), 0),
        "a number of points": (len(K_xx), 0),
        "a number of landmarks": (m, 0),
        "a sum over all of `K_xz`": (K_xz.sum(), 0),
        "a product with the inverse of each entry of `K_zz`": (((K_xz @ (1 / K_zz)) * K_xz).sum(), 0),
        "a product with the inverse of the diagonal of `K_zz`": ((K_xz**2 / np.diagonal(K_zz)).sum(), 0),
        "a product with the inverse of `K_zz`, twice,": (((K_xz @ inverse) ** 2).sum(), 0),
        "a mean over the landmarks": (np.trace(A) / m, 0),
        "a trace that is scaled from the landmarks to all points": (np.trace(K_zz) * len(K_xx) / m, 0),
        "a mean of k(x, x)": (K_xx.mean(), 0),
        "a sum over all entries of the approximation": (A.sum(), 0),
        "a trace of the approximation, scaled by m/n,": (np.trace(A) * m / len(K_xx), 0),
        "a trace of the approximation, divided by the number of points,": (np.trace(A) / len(K_xx), 0),
        "a norm of the approximation": (np.linalg.norm(A), 0),
        "a root of the trace of the approximation": (np.trace(A) ** 0.5, 0),
        "a product with the triangular factor of `K_zz` the wrong way round": (
            ((K_xz @ np.linalg.inv(L)) ** 2).sum(),
            0,
        ),
        "a product with the triangular factor of `K_zz` in the place of its inverse": (
            ((K_xz @ L) ** 2).sum(),
            0,
        ),
        "a trace of the inverse of `K_zz`": (np.trace(inverse), 0),
    }
