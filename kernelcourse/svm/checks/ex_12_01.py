"""A perceptron that counts"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst
from kernelsy19.svm.plain import perceptron_steps

# What a perceptron is taught: kernel values and classes; and the points, which an answer does not see
Lesson = namedtuple("Lesson", "K y X")


def problems(rng):
    """Draw points that can be separated, where one pass is not enough and some point is missed twice."""
    for n, shift in ((6, 0.3), (12, 0.0), (20, 0.5)):
        yield _lesson(rng, n, shift)


def _lesson(rng, n, shift):
    while True:
        X, w, b = rng.normal(size=(n, 2)), rng.normal(size=2), rng.normal() + shift
        f = (X @ w + b) / np.linalg.norm(w)
        y = np.where(f > 0, 1.0, -1.0)
        if np.abs(f).min() > 0.05 and 1 < (y > 0).sum() < n - 1:
            steps = list(perceptron_steps(X @ X.T, y, 500))
            one_pass = sum(step.sweep == 0 for step in steps)
            if one_pass < len(steps) < 200 and steps[-1].counts.max() > 1:
                return Lesson(X @ X.T, y, X)


def edge(rng):
    x = rng.uniform(1, 2)
    X = np.array([[x, 0.0], [-x, 0.0]])
    return {
        "the very first point: F is 0, and 0 counts as a mistake": Lesson(X @ X.T, np.array([-1.0, 1.0]), X),
        "points far out and near, and many passes": _long_lesson(rng),
    }


def _long_lesson(rng, n=8):
    """Points far out and near: more than ten passes, and other counts for who stays at a point until it is right."""
    while True:
        X = rng.normal(size=(n, 2)) * rng.permutation(np.repeat([0.3, 4.0], n // 2))[:, None]
        f = X @ rng.normal(size=2) + rng.normal()
        y = np.where(f > 0, 1.0, -1.0)
        if np.abs(f).min() > 0.05 and np.abs(y.sum()) < n - 2:
            *_, last = perceptron_steps(X @ X.T, y, 200)
            long = last.sweep > 10 and last.counts.sum() < 150
            if long and np.any(_counts_of_the_impatient(X @ X.T + 1, y) != last.counts):
                return Lesson(X @ X.T, y, X)


def _counts_of_the_impatient(K, y):
    """Counts of a perceptron that stays at a point until it is no longer missed. K holds the 1 of the offset."""
    a, before = np.zeros(len(y)), -1
    while before != a.sum():
        before = a.sum()
        for i in range(len(y)):
            while y[i] * (K[i] @ (a * y)) <= 0:
                a[i] += 1
    return a


def solve(K, y, *, below=0.0, label="missed", passes=501, order=1):
    """Pass through the points and count where yF ≤ 0, until a pass misses none."""
    a, F = np.zeros(len(y), dtype=int), np.zeros(len(y))
    for _ in range(passes):
        before = a.sum()
        for i in range(len(y))[::order]:
            if y[i] * F[i] <= below:
                a[i] += 1
                F = F + {"missed": y[i], "asked": y, "none": 1.0}[label] * (K[i] + 1)
        if a.sum() == before:
            break
    return a


def certify(problem, a):
    X, y = problem.X, problem.y
    F = X @ (X.T @ (a * y)) + a @ y
    off = worst(np.abs(a - _in_coordinates(X, y)))
    return [
        Certificate(
            "no count is negative, and all are whole", bool(np.all(a >= 0) and np.all(a == np.round(a)))
        ),
        Certificate("no point is missed any more", bool((y * F > 0).all())),
        Certificate("largest difference from the counts of a perceptron in coordinates", off, 0.5),
    ]


def _in_coordinates(X, y):
    w, b, counts = np.zeros(2), 0.0, np.zeros(len(y), dtype=int)
    for _ in range(501):
        before = counts.sum()
        for i, (x, label) in enumerate(zip(X, y, strict=True)):
            if label * (w @ x + b) <= 0:
                w, b = w + label * x, b + label
                counts[i] += 1
        if counts.sum() == before:
            break
    return counts


def from_the_first(K, y):
    a, F = np.zeros(len(y), dtype=int), np.zeros(len(y))
    while (y * F <= 0).any() and a.sum() < 2000:
        i = int(np.argmax(y * F <= 0))
        a[i] += 1
        F = F + y[i] * (K[i] + 1)
    return a


def in_batches(K, y):
    a, F = np.zeros(len(y), dtype=int), np.zeros(len(y))
    for _ in range(301):
        missed = y * F <= 0
        if not missed.any():
            break
        a += missed
        F = (K + 1) @ (a * y)
    return a


def are_zeros(_, a):
    return not np.any(a)
