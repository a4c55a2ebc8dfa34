"""Repaired, and what becomes of new points"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst

# A Gram matrix with eigenvalues on both sides of 0, and kernel values between new points and its own
Indefinite = namedtuple("Indefinite", "G K_new")


def problems(rng):
    """Draw matrices with one negative eigenvalue, with several, and with one that is the largest in size."""
    yield _drawn(rng, [3.0, 1.5, 0.8, -0.6], 3)
    yield _drawn(rng, [4.0, 2.0, 1.0, 0.5, -0.4, -1.0, -1.7], 5)
    yield _drawn(rng, [2.5, 1.2, 0.7, 0.4, -0.5, -3.5], 2)


def edge(rng):
    own = _drawn(rng, [3.0, 1.0, 0.5, -0.8, -1.2], 1)
    return {
        "no eigenvalue is negative: nothing changes": _drawn(rng, [2.0, 1.4, 0.9, 0.3], 3),
        "a training point, asked about again": Indefinite(own.G, own.G[2:3]),
    }


def _drawn(rng, values, m):
    n = len(values)
    V = np.linalg.qr(rng.normal(size=(n, n)))[0]
    G = V * np.array(values) @ V.T
    return Indefinite((G + G.T) / 2, rng.normal(size=(m, n)))


def solve(G, K_new, *, keeps=lambda values: values > 0, own=None, between=None):
    """Values of new points after the repair: with the training points, and in the last column their own."""
    values, V = np.linalg.eigh(G)
    some = keeps(values)
    z = K_new @ V[:, some] / np.sqrt(np.abs(values[some]))
    between = z * np.sqrt(np.abs(values[some])) @ V[:, some].T if between is None else between
    own = (z**2).sum(axis=1) if own is None else own
    return np.column_stack([between, own])


def certify(problem, answer):
    """By projection and by a pseudoinverse, without coordinates."""
    values, V = np.linalg.eigh(problem.G)
    kept = V[:, values > 0] @ V[:, values > 0].T
    inverse = V[:, values > 0] / values[values > 0] @ V[:, values > 0].T
    right = np.column_stack(
        [problem.K_new @ kept, np.einsum("ij,jk,ik->i", problem.K_new, inverse, problem.K_new)]
    )
    return Certificate("largest difference from the repaired values", worst(np.abs(answer - right)), 1e-8)


def by_rows(G, K_new):
    """The same, with the rows of V in the place of its columns."""
    values, V = np.linalg.eigh(G)
    rows = V[values > 0].T
    z = K_new @ rows / np.sqrt(values[values > 0])
    return np.column_stack([z * np.sqrt(values[values > 0]) @ rows.T, (z**2).sum(axis=1)])


def by_solving(G, K_new, share=1.0):
    """K(x, x) as if G had been kept as it is."""
    return share * np.einsum("ij,ij->i", K_new, np.linalg.solve(G, K_new.T).T)
