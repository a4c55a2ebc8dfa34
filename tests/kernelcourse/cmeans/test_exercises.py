"""The exercises of chapter 05 under attack: right answers in other forms, wrong ones, and what they are told."""

import numpy as np
from own_answers import right_forms, wrong_answers

from kernelsy19 import cmeans

LINE = np.arange(30.0)


def _exchanged(X, c):
    return cmeans.c_means(X, c, n_starts=60, exchange=True, rng=3).labels


RIGHT = {
    "05.7": [
        ([[0, 0], [0, 20], [0, 31]], [1.0, 1.0, 0.0]),
        (np.array([[0, 0], [2, 0], [3.2, 0]]) * 1e-3, (0, 0, 1)),
        (np.array([[0, 0], [2, 0], [3.2, 0]]) - 50, np.array([False, False, True])),
    ],
    "05.8": [
        (np.column_stack([np.tile(LINE, 2), np.repeat([0, 4], 30)]).tolist(), [0] * 30 + [1] * 30),
        [np.column_stack([np.repeat([0, 9], 30), 3 * np.tile(LINE, 2)]), np.repeat([1, 0], 30)],
    ],
    "05.9": [
        lambda X, most: np.array([(c - 1 - _exchanged(X, c)) for c in range(1, most + 1)], dtype=float),
    ],
}  # fmt: skip


def _until_less_than(tolerance):
    """c-means that ends when no prototype moves by more than a length of its own."""

    def run(X, V):
        while True:
            labels = ((X[:, None] - V) ** 2).sum(axis=2).argmin(axis=1)
            new = np.array([X[labels == k].mean(axis=0) for k in range(len(V))])
            if np.abs(new - V).max() < tolerance:
                return labels, new
            V = new

    return run


def _twins_in_turn():
    """Pairs of near points along a line, each pair of the other group than its neighbors: nobody sees these groups."""
    x = np.repeat(8 * np.arange(10.0), 2) + np.tile([0, 0.1], 10)
    return np.column_stack([x, 0 * x]), np.repeat(np.arange(10) % 2, 2)


WRONG = [
    ("05.4", lambda X, V: (np.arange(len(X)) % len(V), V), None),
    ("05.5", np.nan, "whole"),
    ("05.5", 34, None),
    ("05.7", (np.zeros((4, 2)), [0, 0, 1, 1]), "on one place"),
    ("05.7", (np.full((3, 2), 1e-9), [0, 0, 1]), "on one place"),
    ("05.7", ([[0, 0], [1e-7, 0], [9e-8, 0]], [0, 0, 1]), "on one place"),
    ("05.7", ([[0, 0], [2e-4, 0], [2.1e-4, 0]], [0, 0, 1]), "would not stop"),
    ("05.7", ([[np.nan, 0], [2, 0], [3, 0]], [0, 0, 1]), "NaN"),
    ("05.7", ([[0, 0], [2, 0], [3.2, 0]], [np.nan, 0, 1]), "labels 0 and 1"),
    ("05.7", ([[0, 0], [2, 0], [3.2, 0]], [0, 0, 0]), "labels 0 and 1"),
    ("05.7", ([[0, 0], [2, 0], [3.2, 0]], [0, 1]), "3 labels"),
    ("05.7", [[0, 0], [2, 0], [3.2, 0]], "pair of points and labels"),
    ("05.8", (np.zeros((4, 2)), [0, 0, 1, 1]), "your groups meet"),
    ("05.8", ([[0, 0], [0, 0], [1, 0], [1, 0]], [0, 0, 1, 1]), "exactly your groups"),
    ("05.8", (1e-10 * np.array([[0, 0], [9, 0], [1, 1], [8, 1]]), [0, 0, 1, 1]), "your groups meet"),
    ("05.4", _until_less_than(0.01), "points in small units"),
    ("05.8", ([[0, 0], [1, np.nan], [5, 0]], [0, 0, 1]), "NaN"),
    ("05.8", _twins_in_turn(), "a step is needed"),
    ("05.8", ([[0, 0], [1, 0], [5, 0]], [0, 0, 1]), "one point"),
    ("05.9", lambda X, most: np.zeros((most, len(X)), dtype=int), "do not have 1, 2, 3"),
    (
        "05.9",
        lambda X, most: np.array(
            [cmeans.c_means(X, c, n_starts=1, init="points").labels for c in range(1, most + 1)]
        ),
        "from another start",
    ),
    ("05.9", lambda X, most: np.full((most, len(X)), -1), None),
]


test_right = right_forms(RIGHT, seeds=[0])
test_wrong = wrong_answers(WRONG, seeds=[0])
