"""Irises that the machine has not seen"""

import functools
from collections import namedtuple

import numpy as np
from sklearn.svm import SVC

from kernelcourse.judging.certificates import Certificate
from kernelsy19 import datasets
from kernelsy19.kernels import Linear
from kernelsy19.svm.solve import solve_dual

# Kernel values of some irises of two species that overlap, their classes, and a price
Flowers = namedtuple("Flowers", "K y C")


def problems(rng):
    """Draw irises, versicolor and virginica, some of which are misread when left out, the first and the last too.
    No decision is borderline. Of the first flowers, others are misread with the offset of the whole machine, of the
    second with another price. Of the last flowers, one is misread that stands on the edge of the margin."""
    data = datasets.iris().standardized()
    for n, columns in ((16, (0, 1)), (24, (0, 1)), (30, (0, 1, 2))):
        while True:
            some = rng.permutation(
                [i for k in (1, 2) for i in rng.choice(np.flatnonzero(data.y == k), n // 2, replace=False)]
            )
            K, y = Linear()(data.X[some][:, columns]), np.where(data.y[some] == 2, 1.0, -1.0)
            C = float(np.round(10 ** rng.uniform(-0.5, 1), 2))
            whole = trained(K, y, C)
            edge = np.flatnonzero(whole.kinds == "edge")
            if n == 30 and (y[edge] * left_out(K, y, C, points=edge) > 0).all():
                continue
            f = left_out(K, y, C)
            misread = y * f <= 0
            errors = int(misread.sum())
            others = (whole.misclassified.sum(), len(whole.support), (whole.kinds == "inside").sum())
            if np.abs(f).min() < 1e-2 or errors < 2:
                continue
            if errors not in (*others, n - errors) and errors not in _by_mistake(n, K, y, C):
                yield _misread_at_both_ends(K, y, C, np.flatnonzero(misread))
                break


def _by_mistake(n, K, y, C):
    """How many of 16 flowers are misread with the offset of all, how many of 24 at another price."""
    if n == 16:
        return [solve(K, y, C, offset="whole")]
    return (solve(K, y, price) for price in (1.0, C / 10, 10 * C) if n == 24)


def _misread_at_both_ends(K, y, C, misread):
    """The same flowers, the first and the last of which are misread."""
    order = np.concatenate([misread[:1], np.setdiff1d(np.arange(len(y)), misread[[0, -1]]), misread[-1:]])
    return Flowers(K[np.ix_(order, order)], y[order], C)


def solve(K, y, C, *, offset="own", classes=True):
    """How many are on the wrong side for the machine that has not seen them."""
    return int((y * left_out(K, y, C, offset, classes) <= 0).sum())


def left_out(K, y, C, offset="own", classes=True, points=None):
    """The decision at each point, or at some, by the machine that has not seen it."""
    points = range(len(y)) if points is None else points
    f, whole = np.empty(len(points)), trained(K, y, C).b
    for place, i in enumerate(points):
        rest = np.arange(len(y)) != i
        s = trained(K[np.ix_(rest, rest)], y[rest], C)
        b = {"own": s.b, "whole": whole, "none": 0.0, "minus": -s.b}[offset]
        f[place] = K[i, rest] @ (s.alpha * (y[rest] if classes else 1)) + b
    return f


def trained(K, y, C):
    return _remembered(K.tobytes(), y.tobytes(), len(y), C)


@functools.lru_cache(maxsize=4096)
def _remembered(K, y, n, C):
    """A machine, remembered: all mistakes ask for the same ones."""
    return solve_dual(np.frombuffer(K).reshape(n, n), np.frombuffer(y), C, tol=1e-9)


def certify(problem, answer):
    errors = _errors_of_another_library(problem.K.tobytes(), problem.y.tobytes(), len(problem.y), problem.C)
    return [
        Certificate("no more than there are support vectors", bool(answer <= len(trained(*problem).support))),
        Certificate(
            "difference from the count of scikit-learn's machines",
            abs(answer - errors),
            0,
            otherwise="error of the count",
        ),
    ]


@functools.lru_cache(maxsize=256)
def _errors_of_another_library(K, y, n, C):
    K, y, errors = np.frombuffer(K).reshape(n, n), np.frombuffer(y), 0
    for i in range(n):
        rest = np.delete(np.arange(n), i)
        peer = SVC(C=C, kernel="precomputed", tol=1e-5).fit(K[np.ix_(rest, rest)], y[rest])
        errors += int(peer.predict(K[[i]][:, rest])[0] != y[i])
    return errors


def by_nearest(K, y):
    squares = np.diag(K)[:, None] + np.diag(K) - 2 * K + np.diag(np.full(len(y), np.inf))
    return int(np.count_nonzero(y[squares.argmin(axis=1)] != y))


def without_own_term(K, y, C):
    alpha, b = trained(K, y, C).alpha, trained(K, y, C).b
    return int((y * ((K - np.diag(np.diagonal(K))) @ (alpha * y) + b) <= 0).sum())


def of_the_rest(K, y, C):
    """Errors on the flowers that the machines have seen."""
    rests = (np.delete(np.arange(len(y)), i) for i in range(len(y)))
    return int(sum(trained(K[np.ix_(rest, rest)], y[rest], C).misclassified.sum() for rest in rests))
