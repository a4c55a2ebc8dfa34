"""The exercises of chapter 18 under attack: right answers in other forms, wrong ones, and what they are told."""

import numpy as np
from own_answers import right_forms, wrong_answers


def by_joint(k_new, K_new, K, y, lam):
    """Mean and variance at one place after the other, from the inverse of the covariance of everything."""
    found = []
    for k, row in zip(k_new, K_new, strict=True):
        joint = np.block([[np.array([[k]]), row[None]], [row[:, None], K + lam * np.eye(len(y))]])
        precision = np.linalg.inv(joint)
        found.append((-precision[0, 1:] @ y / precision[0, 0], 1 / precision[0, 0]))
    return np.array(found).T


def band(k_new, K_new, K, y, lam, factor=1.959964):
    mean, variance = by_joint(k_new + 1e-9, K_new, K, y, lam)
    half = factor * np.sqrt(variance + lam)
    return np.array([mean - half, mean + half])


def by_eigenvectors(mean, S, Z):
    values, vectors = np.linalg.eigh(S)
    return mean[:, None] + vectors @ (np.sqrt(values)[:, None] * Z)


def by_symmetric_root(mean, S, Z):
    values, vectors = np.linalg.eigh(S)
    return (mean[:, None] + (vectors * np.sqrt(values)) @ vectors.T @ Z).tolist()


RIGHT = {
    "18.1": [band],
    "18.2": [by_eigenvectors, by_symmetric_root, lambda m, S, Z: by_eigenvectors(m, S, -Z)],
    "18.4": [lambda k, L, K1, K2, y, lam: by_joint(k + 1e-10, L, K1 + K2, y, lam)],
}

WRONG = {
    "18.1": [(lambda *given: band(*given, factor=2.5), None)],
    "18.2": [
        (lambda m, S, Z: 0 * Z + m[:, None], None),
        (lambda m, S, Z: by_eigenvectors(m, S, Z - Z.mean(axis=1)[:, None]), None),
        (lambda m, S, Z: by_eigenvectors(m, S, np.random.default_rng(0).normal(size=Z.shape)), None),
    ],
    "18.4": [(lambda k, L, K1, K2, y, lam: (np.zeros(len(k)), k), None)],
    "18.5": [(lambda k, L, K, y, lam, share: 2 * np.sqrt(k), None)],
    "18.6": [(lambda K, measured, j, lam: 99, None), (lambda K, measured, j, lam: 0.5, None)],
}

test_right = right_forms(RIGHT, seeds=(0, 1))
test_wrong = wrong_answers(WRONG, seeds=(0, 1))
