"""Attacks on the exercises of chapter 12: wrong answers that nobody listed, and right ones in other forms."""

import numpy as np
from own_answers import right_forms, wrong_answers
from remembered import once
from scipy.stats import rankdata

from kernelsy19 import svm


def perceptron_by_vectors(K, y):
    """Right: the decision from scratch at each visit."""
    a = [0] * len(y)
    while True:
        before = list(a)
        for i in range(len(y)):
            if y[i] * sum(a[j] * y[j] * (K[j][i] + 1) for j in range(len(y))) <= 0:
                a[i] += 1
        if a == before:
            return a


def most_missed_first(K, y):
    """Wrong: ends as well, but visits the worst point and not the next."""
    a = np.zeros(len(y))
    while True:
        F = (K + 1) @ (a * y)
        if (y * F > 0).all():
            return a
        a[np.argmin(y * F)] += 1


def perceptron_that_stays(K, y):
    """Wrong: stays at a point until it is right."""
    a, before = np.zeros(len(y)), -1
    while before != a.sum():
        before = a.sum()
        for i in range(len(y)):
            while y[i] * ((K[i] + 1) @ (a * y)) <= 0:
                a[i] += 1
    return a


def misread(K, y, C, some):
    """How many of some flowers are misread when they are left out."""
    return sum(is_misread(K, y, C, i) for i in some)


@once
def is_misread(K, y, C, i):
    rest = np.delete(np.arange(len(y)), i)
    s = svm.solve_dual(K[np.ix_(rest, rest)], y[rest], C, tol=1e-9)
    return int(y[i] * (K[i, rest] @ (s.alpha * y[rest]) + s.b) <= 0)


def step_by_search(alpha, y, K, C, i, j):
    """Right: the parabola through three values, then the walls."""
    d = np.zeros(len(y))
    d[i], d[j] = y[i], -y[j]
    low, mid, high = (svm.dual_objective(alpha + t * d, y, K) for t in (-1.0, 0.0, 1.0))
    bend = low - 2 * mid + high  # 0 for the same point in both classes
    top = 0.5 * (low - high) / bend if abs(bend) > 1e-9 else np.inf
    ends = [C - a if s > 0 else a for a, s in zip(alpha[[i, j]], d[[i, j]], strict=True)]
    return (alpha + min(top, *ends) * d).tolist()


def offset_at(a, y, K, some):
    return (y - K @ (a * y))[some].mean()


RIGHT = {
    "12.3": [lambda a, y, K, C: offset_at(a, y, K, np.abs(a / C - 0.5).argmin())],
    "12.9": [
        [[0.1, 0, 1], [-0.1, 0, 1], [0, 0.1, 1], [2, 0, -1], [-2, 0.1, -1], [0, 2, -1], [0, -2, -1]],
        [[50, 50, 1], [-50, -50, 1], [50, -50, -1], [-50, 50, -1]],
    ],
}

WRONG = {
    "12.1": [
        most_missed_first,
        perceptron_that_stays,
        lambda K, y: perceptron_by_vectors(K, y)[::-1],
        lambda K, y: np.ones(len(y)),
    ],
    "12.2": [
        lambda K, w2, b, y, f: (K.max() + 1) * w2 / (y * f).min() ** 2 + b,
        lambda K, w2, b, y, f: K.sum() * (w2 + b**2),
        lambda K, w2, b, y, f: np.inf,
    ],
    "12.8": [
        *(lambda K, y, C, n=n: n for n in (0, -1)),
        lambda K, y, C: len(y),
        lambda K, y, C: misread(K, y, C, range(len(y) - 1)),
        lambda K, y, C: misread(K, y, C, range(1, len(y))),
        lambda K, y, C: misread(
            K, y, C, np.flatnonzero(svm.solve_dual(K, y, C, tol=1e-9).alpha > C * (1 - 1e-6))
        ),
    ],
    "12.3": [lambda a, y, K, C: offset_at(a, y, K, (a > 1e-4 * C) & (a < 0.9999 * C))],
    "12.4": [
        lambda a, y, K, C, b: abs(b),
        lambda a, y, K, C, b: svm.regularized_risk((a**2).sum(), y, K @ (a * y) + b, C) - a.sum(),
        lambda a, y, K, C, b: svm.regularized_risk(a @ K @ a, y, K @ a + b, C) - svm.dual_objective(a, y, K),
    ],
    "12.5": [lambda a, y, K, C, i, j: 0.9 * np.array(step_by_search(a, y, K, C, i, j)) + 0.1 * a],
    "12.7": [
        lambda F: len(F) - 1,
        lambda F: len(F),
        lambda F: -1,
        lambda F: int(np.abs(F).sum(axis=1).argmax()),
        lambda F: int(np.maximum(F, 0).sum(axis=1).argmax()),
        lambda F: int(np.where(np.eye(len(F)), np.inf, F).min(axis=1).argmax()),
        # Ranks as Borda gives them, for each class or against it, and ranks in the whole table: no vote is counted.
        lambda F: int(F.argsort(axis=0).argsort(axis=0).sum(axis=1).argmax()),
        lambda F: int(rankdata(F, axis=0).sum(axis=1).argmax()),
        lambda F: int(rankdata(F, axis=1).sum(axis=0).argmax()),
        lambda F: int(rankdata(F).reshape(F.shape).sum(axis=1).argmax()),
    ],
}


def most_votes(F, ranks):
    """The class with the most votes, and of several the one with the best ranks."""
    return int(np.lexsort((ranks.sum(axis=1), (F > 0).sum(axis=1)))[-1])


# Not listed as they stand, and yet the hint that they get is the right one.
KNOWN = [
    (
        "12.2",
        lambda K, w2, b, y, f: np.sqrt(K.max() + 1) * (w2 + b**2) / (y * f).min() ** 2,
        "The length of the longest vector has another power",
    ),
    ("12.3", lambda a, y, K, C: float((y - K @ (a * y))[a.argmax()]), "You took a point with αᵢ = C"),
    ("12.5", lambda a, y, K, C, i, j: np.zeros(len(a)), "The other weights have changed as well"),
    ("12.5", lambda *given: step_by_search(*given)[::-1], "The other weights have changed as well"),
    ("12.7", lambda F: most_votes(F, rankdata(F).reshape(F.shape)), "another rule"),
    ("12.7", lambda F: most_votes(F, rankdata(F, axis=0)), "another rule"),
    ("12.9", [[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1]], ""),
    ("12.9", [[1, 1, 1], [-1, -1, 1], [1, -1, -1], [-1, 1, 1]], ""),
    ("12.9", [[1, 1, 2], [-1, -1, 2], [1, -1, -2], [-1, 1, -2]], ""),
    ("12.9", [[1, 0, 1], [2, 0, -1], [3, 0, 1], [4, 0, -1]], ""),
    ("12.9", [[1, 1, 1], [-1, -1, 1], [1, -1, -1]], ""),
    ("12.9", [[np.nan, 1, 1], [-1, -1, 1], [1, -1, -1], [-1, 1, -1]], ""),
]


# A tolerance is a share of the price, and an edge may have one class.
EDGES = [
    ("12.3", lambda a, y, K, C: offset_at(a, y, K, (a > 1e-8) & (a < C - 1e-8)), "not a share of C"),
    (
        "12.3",
        lambda a, y, K, C: offset_at(a, y, K, (abs(a / C - 0.5) < 0.5 - 1e-8) & (y > 0)),
        "only points of class −1",
    ),
]


test_right = right_forms(RIGHT, seeds=(0, 7))
test_wrong = wrong_answers(WRONG, seeds=(0, 7))
test_known = wrong_answers(KNOWN, seeds=(0, 7))
test_edges = wrong_answers(EDGES, seeds=range(4))
