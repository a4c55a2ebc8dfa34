"""Attacks on the exercises of chapter 01: right answers in forms of their own, and wrong ones that look right."""

import math

import numpy as np
import pytest
from own_answers import right_forms, wrong_answers

from kernelcourse.judging.exercises import all_exercises
from kernelcourse.kernels.checks import ex_01_02, ex_01_04, ex_01_05, ex_01_09, ex_01_10

EXERCISES = all_exercises()


def squared(X, Y):
    return ((X[:, None] - Y[None]) ** 2).sum(axis=2)


def clipped(S, low=0.0):
    values, V = np.linalg.eigh(S)
    return (V * values.clip(low)) @ V.T


def cosines(K):
    return K / np.sqrt(np.outer(np.diag(K), np.diag(K)))


def to_mean(K):
    return np.diag(K) - 2 * K.mean(axis=1) + K.mean()


RIGHT = {
    "01.1": [
        lambda X: np.column_stack([X**2, X.prod(axis=1), X.prod(axis=1)]),
        lambda X: np.array([np.outer(x, x).ravel() for x in X]),
        lambda X: np.column_stack([(X**2).sum(axis=1), X**2 @ [1, -1], 2 * X.prod(axis=1)]) / 2**0.5,
        lambda X: [[a * a, -(2**0.5) * a * b, b * b] for a, b in X],
        lambda X: np.column_stack([X**2, 2**0.5 * X.prod(axis=1), np.zeros(len(X))]),
    ],
    "01.2": [lambda X, Y, g: np.exp(-g * squared(X, Y)).astype(np.float32)],
    "01.7": [
        *([[0, 0]], np.zeros((2, 2)), ((0.1, 0.2), (3, 4)), 1.05 * np.eye(2), [[3, 4], [1, 1]]),
        np.random.default_rng(0).normal(size=(200, 2)),
    ],
    "01.8": ["(b)"],
    "01.12": [
        lambda X: np.column_stack([np.hypot(*X.T), (X**2).sum(axis=1)]),
        lambda X: np.column_stack([X, (X**2).sum(axis=1), (X**2).sum(axis=1) ** 2, np.ones(len(X))]),
        lambda X: [[math.hypot(*x), math.hypot(*x) ** 3] for x in X],
    ],
    "01.15": [
        lambda K, m: -np.linalg.svd(K)[0][:, :m] * np.linalg.svd(K)[1][:m] ** 0.5,
        lambda K, m: (lambda v, V: V[:, -m:] * np.sqrt(v[-m:].clip(0)))(*np.linalg.eigh(K)),
    ],
}


def _by_rank(X, low, high):
    """One feature: whether a point is neither among the nearest to the origin nor among the farthest."""
    squares = (X**2).sum(axis=1)
    between = (squares > np.quantile(squares, low)) & (squares < np.quantile(squares, high))
    return between[:, None].astype(float)


WRONG = {
    "01.1": [
        (lambda X: np.column_stack([X**2, X.sum(axis=1)]), None),
        (lambda X: X.prod(axis=1), "shape ("),
        (lambda X: np.column_stack([X**2, 2**0.5 * np.abs(X.prod(axis=1))]), None),
        (lambda X: np.column_stack([X**2, 1.41 * X.prod(axis=1)]), None),
        (lambda X: np.full((len(X), 3), np.nan), "NaN"),
        (lambda X: (X**2).sum(axis=1, keepdims=True), "one feature a point"),
        (lambda X: [[a * a, b * b, 2**0.5 * a * b] for a, b in X][::-1], ""),
    ],
    "01.2": [
        (lambda X, Y, g: (1 + 3e-7) * np.exp(-g * squared(X, Y)), "first six digits"),
        (lambda X, Y, g: 1 / (1 + g * squared(X, Y)), None),
    ],
    "01.3": [
        (lambda s, source: 1 / (2 * s**2), "This is not all"),
        (lambda s, source: 0.5, None),
        (lambda s, source: {"AML": s / 2, "PR": s, "SY19": s}[source], None),
    ],
    "01.4": [
        (lambda K: np.diag(K), None),
        (lambda K: np.maximum(0.3, to_mean(K)), None),
        (lambda K: to_mean(K)[::-1], None),
    ],
    "01.5": [
        (lambda K: K / np.linalg.norm(K), "by one number"),
        (lambda K: np.triu(cosines(K)), None),
        (lambda K: np.eye(len(K)), None),
        (lambda K: np.sqrt(1 - cosines(K).clip(-1, 1) ** 2), None),
    ],
    "01.6": [
        (1771, None),
        (-286, None),
        (286.5, "whole numbers"),
        ("286", "a text"),
        (np, "the module numpy"),
    ],
    "01.7": [
        ([[1, 0]], "one entry"),
        ([[2, 2], [2, 2]], "All your points are the same"),
        ([[0.97, 0.0]], "hardly below 0"),
        ([1, 0], "shape (n, 2)"),
        ([[0, 0, 0]], "shape (n, 2)"),
        (np.zeros((4000, 2)), "n from 1 to 200"),
        ([[np.nan, 0]], "without NaN"),
        ([[1e-300, 1e200]], "coordinates from"),
    ],
    "01.8": [("e", "Choose one of"), ("ab", "Choose one of"), (1, "Choose one of"), (["b"], "Choose one of")],
    "01.9": [
        (lambda S: np.eye(len(S)), "diagonal matrix"),
        (np.zeros_like, "diagonal matrix"),
        (lambda S: clipped(S, 0.05), "another one is nearer"),
        (lambda S: clipped(S) + 1e-4 * np.eye(len(S)), "another one is nearer"),
        (lambda S: S + 3 * np.eye(len(S)), "another one is nearer"),
        (lambda S: clipped(S) + np.triu(np.full_like(S, 1e-3), 1), None),
    ],
    "01.10": [
        (lambda a, ab, b: abs(a.mean() ** 0.5 - b.mean() ** 0.5) ** 2, "lengths"),
        (lambda a, ab, b: np.trace(a) - 2 * np.trace(ab) + np.trace(b), None),
        (lambda a, ab, b: (a.mean() - 2 * ab.mean() + b.mean()) / 2, None),
    ],
    "01.12": [
        (lambda X: (X**2).sum(axis=1, keepdims=True), "No threshold"),
        (lambda X: np.eye(len(X)), "at most 5 features"),
        (lambda X: (X**2).sum(axis=1), "one row per point"),
        (lambda X: np.sqrt(X), "NaN"),
        (lambda X: X**3, None),
        (lambda X: _by_rank(X, 1 / 3, 2 / 3), "No threshold"),
        (lambda X: np.column_stack([_by_rank(X, 1 / 3, 2 / 3), _by_rank(X, 0.25, 0.75)]), None),
        (lambda X: np.column_stack([X, np.abs(X)]), None),
    ],
    "01.13": [("D", "farther out"), ("e", "Choose one of")],
    "01.14": [("e", "Choose one of"), (4, "Choose one of")],
    "01.15": [
        (lambda K, m: np.linalg.eigh(K)[1][:, -m:], "do not know the eigenvalues"),
        (lambda K, m: np.linalg.eigh(K)[1][:, -m:] * np.linalg.eigh(K)[0][-m:], "gave all of it"),
        (lambda K, m: np.sqrt(np.diag(K))[:, None] * np.eye(len(K))[:, :m], None),
    ],
    "01.16": [
        (lambda K_new, K: K_new.argmin(axis=1), None),
        (lambda K_new, K: (K_new / np.sqrt(np.diag(K))).argmax(axis=1), None),
        (lambda K_new, K: (np.diag(K) - 2 * K_new).min(axis=1), None),
    ],
}


def test_a_matrix_without_its_signs_is_told_so_where_they_matter():
    """Where one of the matrices has no negative entry, nothing tells the two mistakes apart, and none is named."""
    said = [EXERCISES["01.9"].judge(np.abs, seed).message for seed in range(6)]
    told = ["came back as it was" in message for message in said]
    assert told == ["you took its size, without the sign" in message for message in said]
    assert 0 < sum(told) < len(told)


@pytest.mark.parametrize("seed", range(5))
def test_edge_problems_are_at_the_edge(seed):
    rng = np.random.default_rng(seed)
    zero = ex_01_04.edge(rng)["points that are all the same"]
    assert not to_mean(zero.K).any()
    assert ex_01_04.edge(rng)["a mean at the origin"].K.mean() == 0
    for name, problem in ex_01_05.edge(rng).items():
        assert cosines(problem.K)[0, 1] == {"one": 1, "opp": -1, "a r": 0}[name[14:17]], name
    groups = ex_01_10.edge(rng)["two groups with the same mean"]
    assert groups.K_a.mean() == groups.K_ab.mean() == groups.K_b.mean()
    sets = ex_01_02.edge(rng)["a point that is in both sets"]
    assert squared(sets.X, sets.Y).min() == 0
    assert min(np.linalg.eigvalsh(p.S)[0] for p in ex_01_09.edge(rng).values()) < -0.9


def roots(K, m):
    """The eigenvalue 0 comes out negative, for every seed."""
    values, V = np.linalg.eigh(K)
    return V[:, ::-1][:, :m] * np.sqrt(values[::-1][:m])


test_roots = wrong_answers([("01.15", roots, "NaN")], seeds=range(20))
test_right = right_forms(RIGHT)
test_wrong = wrong_answers(WRONG)
