"""Few coordinates from K alone"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst
from kernelcourse.kernels.checks.draws import same_dot_products as same

Shortened = namedtuple("Shortened", "K m")  # a Gram matrix, and how many coordinates a point may have


def problems(rng):
    """Draw Gram matrices of full rank, and fewer coordinates than points."""
    for n, m in ((3, 1), (4, 2), (6, 4)):
        Phi = rng.normal(size=(n, n)) * np.linspace(2, 1, n)
        yield Shortened(Phi @ Phi.T, m)


def edge(rng):
    while True:  # until the eigenvalue comes out as a tiny negative number here
        Phi = rng.normal(size=(4, 3))
        K = Phi[[0, 1, 2, 2]] @ Phi[[0, 1, 2, 2]].T
        if np.linalg.eigh(K)[0][0] < 0 and np.linalg.eigvalsh(K)[0] < 0:
            break
    return {
        "as many coordinates as points, of which two are the same": Shortened(K, 4),
        "points along one line through the origin": Shortened(np.outer(Phi[:, 0], Phi[:, 0]), 2),
    }


def solve(K, m, *, order=-1, weigh=np.sqrt, rows=False):
    """The eigenvectors of the m largest eigenvalues, each times the root of its eigenvalue."""
    values, V = np.linalg.eigh(K)
    values, vectors = np.maximum(values, 0), V.T if rows else V
    kept = np.argsort(values)[::order][:m]
    return vectors[:, kept] * weigh(values[kept])


def certify(problem, Phi):
    K, m = problem
    least = np.sqrt((np.sort(np.linalg.eigvalsh(K))[: len(K) - m] ** 2).sum())
    text = "‖ΦΦᵀ − K‖ beyond the least that m coordinates allow"
    return Certificate(text, worst(np.linalg.norm(Phi @ Phi.T - K) - least), 1e-10)
