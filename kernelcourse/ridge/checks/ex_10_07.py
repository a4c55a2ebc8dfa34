"""Leave one out, all at once"""

import numpy as np

from kernelcourse.judging.certificates import agreement
from kernelcourse.ridge.checks.draws import fit_of
from kernelcourse.ridge.checks.draws import fits as problems
from kernelsy19.ridge.equations import bordered_matrix, left_out_errors
from kernelsy19.ridge.plain import plain_kernel_ridge, plain_leave_one_out


def edge(rng):
    X = rng.normal(size=(5, 2))
    return {
        "two points": fit_of(rng, X[:2]),
        "a point that is there twice": fit_of(rng, X[[0, 0, 1, 2]]),
        "points that are all the same": fit_of(rng, X[[0, 0, 0, 0]]),
    }


def solve(K, y, lam, *, border=True, bordered_diagonal=True):
    """αᵢ/Gᵢᵢ, with α = Gy and G of the bordered matrix, or of one without a border."""
    return left_out_errors(G(K, lam, border) @ y, np.diagonal(G(K, lam, bordered_diagonal)))


def G(K, lam, border=True):
    M = bordered_matrix(K, lam)
    return np.linalg.inv(M)[:-1, :-1] if border else np.linalg.inv(M[:-1, :-1])


certify = agreement("largest difference from n fits without one point each", plain_leave_one_out)


def left(K, y, lam):
    """What the fit leaves of y at its own points."""
    return lam * G(K, lam) @ y


def rest(K, lam):
    """1 − Sᵢᵢ."""
    return lam * np.diagonal(G(K, lam))


def offsets(K, y, lam):
    """The intercept of the fit without each point."""
    rests = [np.arange(len(y)) != i for i in range(len(y))]
    return np.array([plain_kernel_ridge(K[np.ix_(rest, rest)], y[rest], lam)[1] for rest in rests])


def is_one_number(problem, e):
    """Whether all errors are the same, and should not be."""
    return len(e) > 1 and bool(np.ptp(e) < 1e-12 and np.abs(e - solve(*problem)).max() > 1e-9)
