"""The exercises of chapter 16 under attack: right answers in other forms, wrong ones, and what they are told."""

import numpy as np
import pytest
from own_answers import right_forms, wrong_answers

from kernelcourse.judging.exercises import find_exercise


def by_eigenvectors(K_xz, K_zz):
    values, V = np.linalg.eigh(K_zz)
    return K_xz @ V / np.sqrt(values)


def by_rows(E, s):
    new = [[E[i, j] - E[i, s] * E[s, j] / E[s, s] for j in range(len(E))] for i in range(len(E))]
    return [float(v) for v in np.diag(E) / np.trace(E)], new


def interleaved(X, omega):
    columns = [wave(X @ w) / len(omega) ** 0.5 for w in omega for wave in (np.sin, np.cos)]
    return np.array(columns).T


RIGHT = {
    "16.1": [
        lambda K_xx, C, W: K_xx.sum() - np.trace(C @ np.linalg.inv(W) @ C.T),
        lambda K_xx, C, W: K_xx.sum() - (by_eigenvectors(C, W) ** 2).sum(),
    ],
    "16.2": [by_eigenvectors, lambda C, W: -np.linalg.solve(np.linalg.cholesky(W), C.T).T[:, ::-1]],
    "16.5": [
        interleaved,
        lambda X, omega: -np.hstack([np.sin(X @ omega.T), np.cos(X @ omega.T)]) / len(omega) ** 0.5,
    ],
}

WRONG = {
    "16.1": [
        lambda K_xx, C, W: K_xx.sum(),
        (lambda K_xx, C, W: np.trace(C @ np.linalg.inv(W) @ C.T) - K_xx.sum(), "The sign: "),
        lambda K_xx, C, W: np.sqrt(abs(K_xx.sum() - np.trace(C @ np.linalg.inv(W) @ C.T))),
    ],
    "16.2": [
        (lambda C, W: C @ np.linalg.inv(np.linalg.cholesky(W)).T * 1.001, "one factor, which is not 1"),
        lambda C, W: C - C.mean(axis=0),
    ],
    "16.3": [lambda E, s: (by_rows(E, s)[0], np.zeros_like(E))],
    "16.4": [
        (lambda K, lam: np.full(len(K), 0.5), "All points have the same score"),
        lambda K, lam: np.diag(K) / lam,
        lambda K, lam: np.diag(np.linalg.inv(K + lam * np.eye(len(K)))) * lam**2,
    ],
    "16.5": [
        lambda X, omega: np.hstack([np.cos(X @ omega.T), np.sin(X @ omega.T)]) * 0.9 / np.sqrt(len(omega)),
        lambda X, omega: np.hstack([np.cos(X @ omega.T), np.sin(2 * X @ omega.T)]) / np.sqrt(len(omega)),
    ],
    "16.6": [
        lambda counts, means, C: C[0],
        lambda counts, means, C: np.eye(means.shape[1]),
        lambda counts, means, C: C.sum(axis=0),
    ],
    "16.7": [lambda K_xx, K_xw, K_ww, a, R2, nu: R2],
    "16.8": [(n, "less than one sum") for n in (0.2001, -200)]
    + [(n, "more than all groups") for n in (201, 1e9)],
    "16.9": [lambda X, gamma, share: len(X) + 5, lambda X, gamma, share: -3],
}


def chosen_greedily(exponents_of):
    """An answer to 16.9 with a Gram matrix exp(−γ…) of one's own."""

    def landmarks_needed(X, gamma, share):
        E = np.exp(-gamma * exponents_of(X))
        for m in range(1, len(X) + 1):
            s = np.diag(E).argmax()
            E = E - np.outer(E[s], E[s]) / E[s, s]
            if np.trace(E) <= share * len(X):
                return m
        return len(X)

    return landmarks_needed


def squared_distances(X):
    return ((X[:, None] - X) ** 2).sum(axis=2)


def with_rounding(X):
    squares = (X**2).sum(axis=1)
    return np.maximum(0, squares[:, None] + squares - 2 * X @ X.T)


OF_DIGITS = [
    ("16.9", chosen_greedily(lambda X: squared_distances(X / 255)), "another width"),
    ("16.9", chosen_greedily(lambda X: squared_distances((X + 1) / 2)), "another width"),
    ("16.9", chosen_greedily(lambda X: squared_distances(X) / X.shape[1]), "another width"),
    ("16.9", chosen_greedily(lambda X: np.sqrt(squared_distances(X))), "not squared"),
]


@pytest.mark.night
def test_whoever_lets_rounding_begin_with_another_digit_is_told():
    results = [find_exercise("16.9").judge(chosen_greedily(with_rounding), seed) for seed in range(6)]
    wrong = [result for result in results if not result.passed]
    assert wrong and all("rounding" in result.message for result in wrong)


@pytest.mark.parametrize("seed", [0, 1])
def test_an_answer_that_is_always_one_is_told_no_kernel(seed):
    assert "kernel" not in find_exercise("16.9").judge(lambda X, gamma, share: 1, seed).message


test_right = right_forms(RIGHT, seeds=(0, 1))
test_wrong = wrong_answers(WRONG, seeds=(0, 1))
test_digits_right = right_forms({"16.9": [chosen_greedily(squared_distances)]}, seeds=range(4))
test_digits_wrong = wrong_answers(OF_DIGITS, seeds=range(4))
