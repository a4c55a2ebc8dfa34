"""Attacks on the exercises of chapter 13: right answers in forms of their own, and wrong ones that look right."""

import numpy as np
from own_answers import right_forms, wrong_answers
from scipy.optimize import minimize

from kernelcourse.svdd.checks import ex_13_08
from kernelsy19 import ball, svdd


def slack_loop(R2, c, Phi, y, C):
    xi = []
    for point, sign in zip(Phi, y, strict=True):
        far = np.linalg.norm(point - c) ** 2
        xi.append(max(far - R2, 0.0) if sign == 1 else max(R2 - far, 0.0))
    return [R2 + C * sum(xi), xi]


def slope_radius(d2, y, C):
    order = np.sort(d2)
    slope = 1 - C * (y > 0).sum()
    for value in order:
        slope += C
        if slope > -1e-12:
            return value
    return order[-1]


def by_programming(K, y, C):
    """A general solver, cut to the box in the end."""
    found = minimize(
        lambda a: (y * a) @ K @ (y * a) - (y * a) @ np.diagonal(K),
        (y > 0) / (y > 0).sum(),
        jac=lambda a: y * (2 * K @ (y * a) - np.diagonal(K)),
        bounds=[(0, C)] * len(y),
        constraints={"type": "eq", "fun": lambda a: y @ a - 1, "jac": lambda a: y},
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    return np.clip(found.x, 0, C)


RIGHT = [
    ("13.4", slope_radius),
    ("13.4", lambda d2, y, C: d2[np.argmin([r + C * np.maximum(0, y * (d2 - r)).sum() for r in d2])]),
    ("13.6", lambda K, y, alpha, C: np.median(problems_distances(K, y, alpha)[svdd.places(y, alpha, C)[1]])),
    ("13.6", lambda K, y, alpha, C: problems_distances(K, y, alpha)[np.argmin(np.abs(alpha / C - 0.5))]),
    ("13.7", by_programming),
    ("13.7", lambda K, y, C: by_programming(K, y, C).tolist()),
    ("13.9", (np.array([[0.0, 0], [40, 0]] + [[30, i] for i in range(-4, 5)]), [1, 1] + [-1] * 9)),
    ("13.9", ([[1, 1], [5, 1], [4, 1], [4, 1.5], [4, 0.5]], (1, 1, -1, -1, -1))),
]


def problems_distances(K, y, alpha):
    return ball.squared_distances_to_center(np.diagonal(K), K, K, y * alpha)


def between(values, low, high):
    return (values > low) & (values < high)


def mean_distance(K, y, alpha, some):
    return problems_distances(K, y, alpha)[some].mean()


WRONG = [
    ("13.1", lambda R2, c, Phi, y, C: (R2 + C * len(y), np.ones(len(y)))),
    ("13.1", lambda R2, c, Phi, y, C: (R2, np.zeros(len(y)))),
    ("13.1", lambda R2, c, Phi, y, C: slack_loop(R2, Phi.mean(axis=0), Phi, y, C)),
    ("13.2", lambda c, alpha, y, Phi: (2 * c - 2 * (y * alpha) @ Phi, 1.0)),
    ("13.2", lambda c, alpha, y, Phi: (2 * c, 1 - y @ alpha)),
    ("13.3", (55, 57), "The second is right."),
    ("13.3", (56, 90), "The first is right."),
    ("13.3", (0, 150), "More can be strictly inside"),
    ("13.5", lambda K_xx, K_xs, K_ss, y, alpha, R2: np.full(len(K_xx), R2)),
    ("13.5", lambda K_xx, K_xs, K_ss, y, a, R2: np.sign(svdd.linear_decision(R2, K_xx, K_xs @ (y * a)))),
    ("13.6", lambda K, y, alpha, C: mean_distance(K, y, alpha, between(alpha, 1e-4 * C, 0.9999 * C))),
    (
        "13.6",
        lambda K, y, alpha, C: mean_distance(K, y, alpha, between(alpha, 1e-8, C - 1e-8)),
        "not a share of C",
    ),
    (
        "13.6",
        lambda K, y, alpha, C: mean_distance(K, y, alpha, between(alpha / C, 1e-8, 1 - 1e-8) & (y > 0)),
        "",
    ),
    ("13.7", lambda K, y, C: by_programming(K, y, C) + 1e-3 * (y > 0)),
    ("13.7", lambda K, y, C: np.full(len(y), C)),
    ("13.9", (np.zeros((4, 2)), [1, 1, -1, -1]), "All your points lie at one place."),
    ("13.9", (np.ones((3, 2)), [-1, -1, -1])),
    ("13.9", (np.eye(2), [1, 0])),
    ("13.9", (np.eye(2) * 1e9, [1, -1])),
]


def test_digits_that_are_drawn_need_their_outliers():
    for problem in ex_13_08.problems(np.random.default_rng(4)):
        targets = problem.y > 0
        alone = ex_13_08.in_coordinates(problem.X[targets], problem.y[targets], *problem[2:])
        assert np.abs(alone - ex_13_08.in_coordinates(*problem)).max() > 1e-3


test_right = right_forms(RIGHT)
test_wrong = wrong_answers(WRONG, seeds=range(4))
