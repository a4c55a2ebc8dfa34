"""Digits, in the ball and out of it"""

import functools
from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.svdd.checks.draws import depths, distances
from kernelsy19 import datasets
from kernelsy19.kernels import RBF
from kernelsy19.kernels.geometry import features_of_gram
from kernelsy19.svdd.plain import certify as judged
from kernelsy19.svdd.plain import plain_svdd
from kernelsy19.svdd.solve import solve_dual

# Digits of one class and digits of others to train on, and digits to be judged
Digits = namedtuple("Digits", "X y X_new gamma C")


def problems(rng):
    """Draw digits of a class, others that look most like them, and new digits of any class."""
    for n, gamma, price in ((15, 1 / 1500, 2.5), (30, 1 / 400, 2.4), (45, 1 / 500, 3.2)):
        p, problem = 2 * n // 3, None
        while problem is None or not _uses_everything(problem):
            problem = _drawn(rng, n, p, gamma, price / p)
        yield problem


@functools.cache
def _usps():
    return datasets.usps().test


def _drawn(rng, n, p, gamma, C):
    """Digits to train on, in random order, and nine new ones."""
    data, some = _usps(), rng.permutation(2007)[:800]
    same = data.y[some] == rng.integers(10)
    targets, others = some[same], some[~same]
    nearest = others[np.argsort(distances(data.X[targets[:p]].mean(axis=0), data.X[others]))]
    train, new = np.concatenate([targets[:p], nearest[: n - p]]), np.concatenate([targets[-3:], others[-6:]])
    y, order = np.repeat([1.0, -1.0], [p, n - p]), rng.permutation(n)
    return Digits(data.X[train][order], y[order], data.X[new], gamma, C)


def _uses_everything(problem):
    """Whether outliers have weight, and the mean over all support vectors is not the radius."""
    X, y, _, gamma, C = problem
    weighs = best_ball(X, y, gamma, C).alpha[y < 0].sum() > 0.05
    return weighs and abs(over_support(X, y, gamma, C) - best_ball(X, y, gamma, C).R2) > 1e-3


def best_ball(X, y, gamma, C):
    """The best ball, remembered: each mistake asks for it again."""
    return _ball(RBF(gamma)(X).tobytes(), y.tobytes(), C)


@functools.lru_cache(maxsize=512)
def _ball(K, y, C):
    y = np.frombuffer(y)
    return solve_dual(np.frombuffer(K).reshape(len(y), -1), y, C, tol=1e-10)


def solve(X, y, X_new, gamma, C):
    """R² − ‖Φ(x) − c‖² in the best ball."""
    found = best_ball(X, y, gamma, C)
    return around(X, X_new, gamma, y * found.alpha, found.R2)


def around(X, X_new, gamma, coefficients, R2):
    k = RBF(gamma)
    return depths(1.0, k(X_new, X), k(X), coefficients, R2)


def over_support(X, y, gamma, C):
    """The mean squared distance of all support vectors."""
    found = best_ball(X, y, gamma, C)
    return found.squared_distances[found.alpha > 1e-6 * C].mean()


def certify(problem, answer):
    off = np.abs(answer - in_coordinates(*problem)).max()
    return Certificate(
        "largest difference from R² − ‖Φ(x) − c‖², by the plain solver and coordinates", off, 1e-5
    )


def in_coordinates(X, y, X_new, gamma, C):
    """R² − ‖Φ(x) − c‖² by the plain solver and in coordinates, not from kernel sums."""
    k = RBF(gamma)
    Phi = features_of_gram(k(np.vstack([X, X_new])))
    found = judged(k(X), y, C, plain_svdd(k(X), y, C, tol=1e-10), tol=1e-10)
    return found.R2 - distances(found.signed @ Phi[: len(X)], Phi[len(X) :])


def terms(problem):
    X, y, X_new, gamma, C = problem
    k, found = RBF(gamma), best_ball(X, y, gamma, C)
    signed, K = y * found.alpha, k(X)
    return {
        "R²": (found.R2, 1),
        "K(x, x)": (1.0, -1),
        "the mixed term": (k(X_new, X) @ signed, 2),
        "‖c‖²": (signed @ K @ signed, -1),
        "R": (np.sqrt(found.R2), 0),
        "a mixed term without the signs of the classes": (k(X_new, X) @ found.alpha, 0),
        "a squared norm without the signs of the classes": (found.alpha @ K @ found.alpha, 0),
    }
