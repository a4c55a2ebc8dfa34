"""Attacks on the exercises of chapter 12: wrong answers that nobody listed, and right ones in other forms."""

import numpy as np
import pytest
from scipy.stats import rankdata

from kernelcourse.judging.exercises import exercises_of
from kernelsy19 import svm

EXERCISES = exercises_of("12")


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


def svm_counts(K, y, passes):
    """Wrong: stops after so many passes."""
    a = np.zeros(len(y))
    for i in np.tile(np.arange(len(y)), passes):
        a[i] += y[i] * ((K[i] + 1) @ (a * y)) <= 0
    return a


def misread(K, y, C, some):
    """How many of some flowers are misread when they are left out."""
    errors = 0
    for i in some:
        rest = np.delete(np.arange(len(y)), i)
        s = svm.solve_dual(K[np.ix_(rest, rest)], y[rest], C, tol=1e-9)
        errors += y[i] * (K[i, rest] @ (s.alpha * y[rest]) + s.b) <= 0
    return errors


def step_by_search(alpha, y, K, C, i, j):
    """Right: the parabola through three values, then the walls."""
    d = np.zeros(len(y))
    d[i], d[j] = y[i], -y[j]
    low, mid, high = (svm.dual_objective(alpha + t * d, y, K) for t in (-1.0, 0.0, 1.0))
    bend = low - 2 * mid + high  # 0 for the same point in both classes
    top = 0.5 * (low - high) / bend if abs(bend) > 1e-9 else np.inf
    ends = [C - a if s > 0 else a for a, s in zip(alpha[[i, j]], d[[i, j]], strict=True)]
    return (alpha + min(top, *ends) * d).tolist()


RIGHT = {
    "12.1": [perceptron_by_vectors],
    "12.2": [
        lambda K, w2, b, y, f: float((1 + np.max(K)) * (b * b + w2) / np.min(np.abs(f)) ** 2),
        lambda K, w2, b, y, f: svm.most_updates(K, svm.separation(w2, b, y, f)),
    ],
    "12.3": [
        lambda a, y, K, C: next(
            y[i] - K[i] @ (a * y) for i in range(len(y)) if 1e-8 * C < a[i] < C - 1e-8 * C
        ),
    ],
    "12.4": [
        lambda a, y, K, C, b: (
            svm.regularized_risk(svm.squared_norm(a, y, K), y, svm.decision(a, y, K, b), C)
            - svm.dual_objective(a, y, K)
        ),
    ],
    "12.5": [step_by_search],
    "12.6": [lambda C, m: np.float64(C) / np.int64(m)],
    "12.7": [
        lambda F: max(range(len(F)), key=lambda k: (sum(v > 0 for v in F[k]), sum(F[k]))),
        lambda F: np.int64(np.lexsort((F.sum(axis=1), (F > 0).sum(axis=1)))[-1]),
    ],
}

WRONG = {
    "12.1": [
        most_missed_first,
        perceptron_that_stays,
        lambda K, y: perceptron_by_vectors(K, y)[::-1],
        lambda K, y: np.array(perceptron_by_vectors(K, y)) + 1,
        lambda K, y: np.ones(len(y)),
        lambda K, y: 2 * np.array(perceptron_by_vectors(K, y)),
        lambda K, y: np.full(len(y), np.nan),
    ],
    "12.2": [
        lambda K, w2, b, y, f: (K.max() + 1) * w2 / (y * f).min() ** 2 + b,
        lambda K, w2, b, y, f: K.sum() * (w2 + b**2),
        lambda K, w2, b, y, f: np.inf,
    ],
    "12.8": [
        lambda K, y, C: misread(K, y, C, range(len(y) - 1)),
        lambda K, y, C: misread(K, y, C, range(1, len(y))),
        lambda K, y, C: misread(
            K, y, C, np.flatnonzero(svm.solve_dual(K, y, C, tol=1e-9).alpha > C * (1 - 1e-6))
        ),
    ],
    "12.3": [
        lambda a, y, K, C: (y - K @ (a * y))[(a > 1e-4 * C) & (a < 0.9999 * C)].mean(),
        lambda a, y, K, C: np.nan,
    ],
    "12.4": [
        lambda a, y, K, C, b: 0.0,
        lambda a, y, K, C, b: abs(b),
        lambda a, y, K, C, b: np.nan,
        lambda a, y, K, C, b: svm.regularized_risk((a**2).sum(), y, K @ (a * y) + b, C) - a.sum(),
        lambda a, y, K, C, b: svm.regularized_risk(a @ K @ a, y, K @ a + b, C) - svm.dual_objective(a, y, K),
    ],
    "12.5": [
        lambda a, y, K, C, i, j: 0.9 * np.array(step_by_search(a, y, K, C, i, j)) + 0.1 * a,
        lambda a, y, K, C, i, j: np.full(len(a), np.nan),
    ],
    "12.6": [
        lambda C, m: 0.0,
        lambda C, m: np.nan,
    ],
    "12.7": [
        lambda F: 0,
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

# Not listed as they stand, and yet the hint that they get is the right one.
KNOWN = [
    ("12.8", lambda K, y, C: misread(K, y, 1.0, range(len(y))), "The price is another one"),
    ("12.1", lambda K, y: svm_counts(K, y, passes=8), "You stop after a fixed number of passes"),
    ("12.3", lambda a, y, K, C: y.mean(), "Only classes are in your answer"),
    (
        "12.3",
        lambda a, y, K, C: float(np.median(y - K @ (a * y))),
        "You took a middle of values over all points",
    ),
    (
        "12.2",
        lambda K, w2, b, y, f: np.sqrt(K.max() + 1) * (w2 + b**2) / (y * f).min() ** 2,
        "The length of the longest vector has another power",
    ),
    (
        "12.3",
        lambda a, y, K, C: float((y - K @ (a * y))[a.argmax()]),
        "You took a point with αᵢ = C",
    ),
    (
        "12.5",
        lambda a, y, K, C, i, j: np.zeros(len(a)),
        "The other weights have changed as well",
    ),
    (
        "12.5",
        lambda a, y, K, C, i, j: np.array(step_by_search(a, y, K, C, i, j))[::-1],
        "The other weights have changed as well",
    ),
]


@pytest.mark.parametrize(("name", "answer"), [(name, f) for name, list_ in RIGHT.items() for f in list_])
@pytest.mark.parametrize("seed", [0, 7])
def test_other_right_forms_pass(name, answer, seed):
    result = EXERCISES[name].judge(answer, seed)
    assert result.status == "right", result


@pytest.mark.parametrize(("name", "answer"), [(name, f) for name, list_ in WRONG.items() for f in list_])
@pytest.mark.parametrize("seed", [0, 7])
def test_wrong_answers_are_refused_without_a_false_hint(name, answer, seed):
    exercise = EXERCISES[name]
    result = exercise.judge(answer, seed)
    assert result.status == "wrong"
    assert not any(result.message.startswith(mistake.hint) for mistake in exercise.mistakes), result


@pytest.mark.parametrize(("name", "answer", "hint"), KNOWN)
@pytest.mark.parametrize("seed", [0, 7])
def test_wrong_answers_of_a_known_kind_get_its_hint(name, answer, hint, seed):
    result = EXERCISES[name].judge(answer, seed)
    assert result.status == "wrong"
    assert result.message.startswith(hint), result


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ([[1, 1, 1], [-1, -1, 1], [1, -1, -1], [-1, 1, -1]], "right"),
        (
            [[0.1, 0, 1], [-0.1, 0, 1], [0, 0.1, 1], [2, 0, -1], [-2, 0.1, -1], [0, 2, -1], [0, -2, -1]],
            "right",
        ),
        ([[50, 50, 1], [-50, -50, 1], [50, -50, -1], [-50, 50, -1]], "right"),
        ([[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1]], "wrong"),
        ([[1, 1, 1], [-1, -1, 1], [1, -1, -1], [-1, 1, 1]], "wrong"),
        ([[1, 1, 2], [-1, -1, 2], [1, -1, -2], [-1, 1, -2]], "wrong"),
        ([[1, 0, 1], [2, 0, -1], [3, 0, 1], [4, 0, -1]], "wrong"),
        ([[1, 1, 1], [-1, -1, 1], [1, -1, -1]], "wrong"),
        ([[np.nan, 1, 1], [-1, -1, 1], [1, -1, -1], [-1, 1, -1]], "wrong"),
    ],
)
def test_points_that_no_line_separates(answer, status):
    result = EXERCISES["12.9"].judge(np.array(answer, dtype=float), 0)
    assert result.status == status, result


@pytest.mark.parametrize("answer", [lambda K, y, C: 0, lambda K, y, C: len(y), lambda K, y, C: -1])
def test_irises_are_counted(answer):
    assert EXERCISES["12.8"].judge(answer, 0).status == "wrong"


TOLD = [
    (
        "12.2",
        lambda K, w2, b, y, f: (K.max() + 1) * (w2 + b**2) / np.mean(y * f) ** 2,
        "mean of yf",
    ),
    ("12.3", lambda a, y, K, C: 0.0, "b is 0"),
    ("12.6", lambda C, m: C - m, "subtracted"),
    ("12.6", lambda C, m: 1 / m, "old price"),
    ("12.6", lambda C, m: C / (2 * m), "Half"),
    ("12.6", lambda C, m: C, "counts each point several times"),
    ("12.7", lambda F: max(range(len(F)), key=lambda k: ((F[k] > 0).sum(), F[k].max())), "another rule"),
    (
        "12.7",
        lambda F: max(range(len(F)), key=lambda k: ((F[k] > 0).sum(), F[k][F[k] > 0].sum())),
        "another rule",
    ),
    (
        "12.7",
        lambda F: int(np.lexsort((rankdata(F).reshape(F.shape).sum(axis=1), (F > 0).sum(axis=1)))[-1]),
        "another rule",
    ),
    (
        "12.7",
        lambda F: int(np.lexsort((rankdata(F, axis=0).sum(axis=1), (F > 0).sum(axis=1)))[-1]),
        "another rule",
    ),
]


@pytest.mark.parametrize(("name", "answer", "words"), TOLD)
def test_wrong_answers_are_told_why(name, answer, words):
    for seed in (0, 7):
        result = EXERCISES[name].judge(answer, seed)
        assert result.status == "wrong" and words in result.message, result


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of the students
@pytest.mark.parametrize("seed", range(4))
def test_a_tolerance_is_a_share_of_the_price_and_an_edge_may_have_one_class(seed):
    def absolute(alpha, y, K, C):
        edge = (alpha > 1e-8) & (alpha < C - 1e-8)
        return (y - K @ (alpha * y))[edge].mean()

    def of_one_class(alpha, y, K, C):
        edge = (alpha > 1e-8 * C) & (alpha < (1 - 1e-8) * C) & (y > 0)
        return (y - K @ (alpha * y))[edge].mean()

    assert "not a share of C" in EXERCISES["12.3"].judge(absolute, seed).message
    assert "only points of class −1" in EXERCISES["12.3"].judge(of_one_class, seed).message
