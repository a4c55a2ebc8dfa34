"""Leverage scores"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

Priced = namedtuple("Priced", "K lam Phi")  # a Gram matrix, a price λ, and mapped points


def problems(rng):
    """Draw Gram matrices of fewer and of more points than features, and a point that follows the target of another."""
    for n, D in ((3, 5), (6, 3), (8, 12)):
        Phi = rng.normal(size=(n, D))
        Phi[-1] = -2 * Phi[0]
        yield Priced(Phi @ Phi.T, float(rng.uniform(0.3, 3.0)), Phi)


def edge(rng):
    x, lam = rng.normal(size=(1, 4)), float(rng.uniform(0.2, 0.8))
    same, apart = np.repeat(x, 4, axis=0), np.vstack([np.repeat(x, 3, axis=0), [[0, 0, 0, 0]]])
    apart = np.hstack([apart, np.eye(4)[:, 3:] * 2])
    return {
        "the same point four times": Priced(same @ same.T, lam, same),
        "three points that are the same, and one at right angles": Priced(apart @ apart.T, lam, apart),
    }


def solve(K, lam):
    """The diagonal of (K + λI)⁻¹K."""
    return np.diag(smoother(K, lam))


def smoother(K, lam):
    return np.linalg.solve(K + lam * np.eye(len(K)), K)


def certify(problem, scores):
    Phi, lam = problem.Phi, problem.lam
    H = Phi @ np.linalg.solve(Phi.T @ Phi + lam * np.eye(Phi.shape[1]), Phi.T)
    off = np.abs(scores - np.diag(H)).max()
    return Certificate("largest | score − how far a fit follows its own target |", off, 1e-8)


def shares(K, lam):
    values = np.linalg.eigvalsh(K)
    return values / (values + lam)


def centered(K):
    return K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()


def are_the_same(_, scores):
    return bool(np.ptp(scores) < 1e-12)
