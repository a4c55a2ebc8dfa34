"""The kernel of the weights"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import agreement
from kernelsy19.fisher.equations import weight_kernel

Alike = namedtuple("Alike", "r r_y w")  # posteriors of two sets of points, and the weights


def problems(rng):
    """Draw posteriors and weights that have nothing to do with each other."""
    for n, m, k in ((3, 4, 3), (5, 2, 4), (4, 3, 2)):
        r, r_y = rng.dirichlet(np.ones(k), n), rng.dirichlet(np.ones(k), m)
        yield Alike(r, r_y, rng.dirichlet(np.full(k, 4.0)))


def edge(rng):
    w = rng.dirichlet(np.full(3, 4.0))
    return {"posteriors that are 0 or 1": Alike(np.eye(3), np.eye(3)[[0, 2, 2]], w)}


def solve(r, r_y, w):
    """Σ r r' / w − 1."""
    return weight_kernel(r, r_y, w)


def information(w):
    return np.diag(w) - np.outer(w, w)


def pseudo_inverse(w):
    return np.linalg.pinv(information(w), rcond=1e-10, hermitian=True)


def _by_pseudo_inverse(r, r_y, w):
    return (w - r) @ pseudo_inverse(w) @ (w - r_y).T


certify = agreement("largest difference from JᵀM⁺J with a pseudo-inverse", _by_pseudo_inverse, 1e-8)


def terms(problem):
    r, r_y, w = problem
    return {
        "the sum over the components": ((r / w) @ r_y.T, 1),
        "the constant": (-1.0, 1),
        "a sum over the components without the weights": (r @ r_y.T, 0),
        "a sum over the components, multiplied by the weights,": ((r * w) @ r_y.T, 0),
        "a sum over the components, divided by roots of the weights,": ((r / np.sqrt(w)) @ r_y.T, 0),
        "a sum over the components, divided by squares of the weights,": ((r / w**2) @ r_y.T, 0),
        "a mean over the components": ((r / w) @ r_y.T / len(w), 0),
        "a sum of squared weights": (w @ w, 0),
        "the number of components": (len(w), 0),
        "one over the number of components": (1 / len(w), 0),
        "a term of the first posteriors alone": ((r / w).sum(axis=1)[:, None], 0),
        "a term of the second posteriors alone": ((r_y / w).sum(axis=1), 0),
        "a product with the weights": ((r @ w)[:, None], 0),
        "a product of the second posteriors with the weights": (r_y @ w, 0),
    }


def likeliest(r):
    return np.eye(r.shape[1])[r.argmax(axis=1)]


def squared_distances(r, r_y, w):
    return (((r[:, None] - r_y) ** 2) / w).sum(axis=2)


def is_logarithm(problem, K):
    return np.allclose(np.exp(K), solve(*problem) + 1, atol=1e-6)
