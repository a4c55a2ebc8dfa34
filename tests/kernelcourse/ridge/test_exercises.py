"""The exercises of chapter 10 under attack: right answers in other forms, wrong ones, and what they are told."""

import numpy as np
from own_answers import right_forms, wrong_answers

from kernelcourse.ridge.draws import fit_in_coordinates
from kernelsy19.ridge import loo_path


def raised(K, lam):
    return K + lam * np.eye(len(K))


def explained(L, K, lam):
    return L @ np.linalg.inv(raised(K, lam)) @ L.T


def J(n):
    return np.eye(n) - np.ones((n, n)) / n


def centered(K, y, lam):
    alpha = np.linalg.solve(raised(J(len(K)) @ K @ J(len(K)), lam), y - y.mean())
    return alpha, (y - K @ alpha).mean()


def by_eigenvalues(D2, y, gamma, lam):
    K = np.exp(-gamma * D2)
    values, vectors = np.linalg.eigh(K)
    alpha = vectors @ (vectors.T @ y / (values + lam))
    rises = -gamma * D2 * K
    volume = (np.einsum("im,ij,jm->m", vectors, rises, vectors) / (values + lam)).sum()
    return (alpha @ rises @ alpha - volume) / 2, lam * (alpha @ alpha - (1 / (values + lam)).sum()) / 2


RIGHT = {
    "10.8": [
        [[0, 1], [50, 3], [-50, 2]],
        np.column_stack([4.0 * np.arange(20), np.random.default_rng(0).normal(size=20)]),
        [[0.0, 0.0], [6.0, 0.0], [12.0, 0.0], [18.0, 5.0]],
    ],
    "10.12": [
        lambda k, L, K, lam: [k[i] - row @ np.linalg.inv(raised(K, lam)) @ row for i, row in enumerate(L)]
    ],
    "10.13": [lambda D2, y, gamma, lam: list(by_eigenvalues(D2, y, gamma, lam))],
    "10.11": [lambda K: [np.linalg.eigvalsh(K).min() > -1e-9, list(-np.linalg.eigh(-K)[1].T[-1])]],
}

WRONG = {
    "10.1": [(lambda a, c, K, L, M: a @ K @ a - 2 * abs(a @ L @ c) + c @ M @ c, None)],
    "10.2": [
        (lambda X, y, lam: np.linalg.solve(raised(X.T @ X, lam), X.T @ y), "half a matrix of p × p"),
        (lambda X, y, lam: fit_in_coordinates(X, y, lam)[0], "half a matrix of p × p"),
    ],
    "10.3": [(lambda K_new, K, y, lam: np.full(len(K_new), y.mean()), None)],
    "10.4": [
        (lambda K, y, lam: (np.zeros(len(y)), y.mean()), None),
        (lambda K, y, lam: (centered(K, y, lam)[0] + 1, centered(K, y, lam)[1]), "b is right, and α is not"),
        (lambda K, y, lam: centered(K, y, 2 * lam), "twice too high"),
        (lambda K, y, lam: centered(K, y, lam)[::-1], "parts of your answer are exchanged"),
        (lambda K, y, lam: np.append(*centered(K, y, lam)), "the number that stands last"),
        (lambda K, y, lam: np.append(*centered(K, y, lam)[::-1]), "the number that you give first"),
    ],
    "10.5": [
        (lambda K, lam: K @ np.linalg.inv(raised(K, lam)), "trace of your matrix"),
        (lambda K, lam: np.diagonal(K @ np.linalg.inv(raised(K, lam))), "their sum"),
    ],
    "10.6": [(np.nan, None)],
    "10.7": [
        (lambda K, y, lam: y - y.mean(), None),
        (lambda K, y, lam: (y - y.mean()) * len(y) / (len(y) - 1), None),
    ],
    "10.8": [
        ([[0, 0], [0.2, 0.1], [0.4, 0.4]], "close neighbors"),
        ([[0, 5], [50, 5], [-50, 5]], "targets are the same"),
        ([[0, 0], [500, 1], [-50, 5]], "coordinates"),
        ([[np.nan, 0], [5, 1], [-50, 5]], "NaN"),
    ],
    "10.9": [
        # each is so on its problems
        (lambda K, y, lams: lams[len(lams) // 3], None),
        (lambda K, y, lams: -loo_path(K, y, lams).lam, None),
        (lambda K, y, lams: 1.0001 * loo_path(K, y, lams).lam, None),
    ],
    "10.12": [
        (lambda k, L, K, lam: k / (1 + k / lam), None),
        (lambda k, L, K, lam: k - (L**2).max(axis=1) / (np.diagonal(K).max() + lam), None),
        (lambda k, L, K, lam: np.full(len(k), lam), None),
        (lambda k, L, K, lam: np.diag(k) - explained(L, K, lam), "diagonal of your matrix"),
        (lambda k, L, K, lam: k - np.diagonal(explained(L, K, 2 * lam)), "twice too high"),
    ],
    "10.13": [
        (lambda D2, y, gamma, lam: (y @ y, -gamma), None),
        (lambda D2, y, gamma, lam: by_eigenvalues(D2, y, 1.01 * gamma, lam), None),
        (lambda *given: by_eigenvalues(*given)[::-1], "parts of your answer are exchanged"),
        (lambda D2, y, gamma, lam: 2 * np.array(by_eigenvalues(D2, y, gamma, lam)), "factor ½"),
    ],
    "10.11": [(lambda K: (np.linalg.eigvalsh(K)[0] > -1e-9, np.ones(len(K)) / len(K) ** 0.5), None)],
}


test_right = right_forms(RIGHT, seeds=(0, 1))
test_wrong = wrong_answers(WRONG, seeds=(0, 1))
