"""The exercises of chapter 11 under attack: right answers in other forms, wrong ones, and what they are told."""

import numpy as np
from own_answers import right_forms, wrong_answers
from scipy.optimize import minimize
from scipy.special import expit

from kernelsy19 import logistic
from kernelsy19.logistic.plain import newton_steps


def by_bfgs(K, y, lam):
    """A minimum in coordinates of feature space, by a general solver, polished by the residual."""
    t = 2 * y - 1
    values, V = np.linalg.eigh(K)
    F = V * np.sqrt(np.maximum(values, 0))
    found = minimize(
        lambda w: (np.logaddexp(0, -t * (F @ w)).sum() + lam / 2 * w @ w, lam * w + F.T @ (expit(F @ w) - y)),
        np.zeros(len(K)),
        jac=True,
        method="BFGS",
        options={"gtol": 1e-9, "maxiter": 5000},
    )
    return (y - expit(F @ found.x)) / lam


RIGHT = {
    "11.5": [
        lambda K, y, theta, lam: lam / 2 * (d := theta - (y - expit(K @ theta)) / lam) @ K @ d,
        lambda K, y, theta, lam: np.array([[np.dot(r := lam * theta - y + expit(K @ theta), K @ r) / (2 * lam)]])[0, 0],
    ],
    "11.7": [
        ([[3, 4], [3, 4]], [0, 1]),
        (np.array([[0, 0], [0, 0], [0, 0], [5.0, 5], [5, 5]]), np.array([True, False, False, True, False])),
        [np.repeat([[1.0, 2], [3, 4], [-7, 8]], 2, axis=0), [1, 0, 0, 1, 1, 0]],
    ],
    "11.8": [by_bfgs, lambda K, y, lam: list(newton_steps(K, y, lam))[-1].theta.tolist()],
    "11.9": [
        lambda K, y, K_new, y_new, lams: [
            -np.mean(np.log(np.where(y_new == 1, h, 1 - h)))
            for h in (logistic.probability(K_new @ logistic.plain_newton(K, y, lam)) for lam in lams)
        ],
    ],
}  # fmt: skip

WRONG = [
    ("11.1", lambda y, f: (np.logaddexp(0, -(2 * y - 1) * f).mean(), 0 * f), "As slope you give one number"),
    (
        "11.1",
        lambda y, f: (
            -np.log(np.clip(np.where(y == 1, expit(f), expit(-f)), 1e-15, 1)).mean(),
            (expit(f) - y) / len(y),
        ),
        "Large losses come out too small",
    ),
    ("11.2", lambda theta, i, K, y, step: theta, None),
    ("11.2", lambda theta, i, K, y, step: theta - 2 * step * (expit(K[i] @ theta) - y[i]) * K[i], None),
    ("11.4", lambda theta, y, lam: y, "These are classes, not probabilities"),
    ("11.4", lambda theta, y, lam: np.full(len(y), 0.5), None),
    ("11.5", lambda K, y, theta, lam: 1e9, None),
    ("11.6", lambda K, y, theta, lam: theta, None),
    ("11.6", lambda K, y, theta, lam: (y - expit(K @ theta)) / lam, "No system has been solved"),
    ("11.7", (np.zeros((2, 2)), [0, 0]), "All labels are equal"),
    ("11.7", (np.zeros((4, 2)), [0, 1, 2, 1]), "Expected 4 labels 0 or 1"),
    ("11.7", (np.zeros((1, 2)), [0]), "n from 2 to 12"),
    ("11.7", (np.full((2, 2), np.nan), [0, 1]), "without NaN"),
    ("11.7", np.zeros((2, 2)), "Expected shape"),
    ("11.8", lambda K, y, lam: (2 * y - 1) / lam, None),
    ("11.9", lambda K, y, K_new, y_new, lams: np.full(len(lams), np.log(2)), None),
]


test_right = right_forms(RIGHT, seeds=[0])
test_wrong = wrong_answers(WRONG, seeds=[0])
