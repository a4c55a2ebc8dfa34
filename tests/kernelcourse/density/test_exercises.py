"""Attacks on the exercises of chapter 02: right answers in forms of their own, and wrong ones that look right."""

import warnings
from fractions import Fraction

import numpy as np
import pytest
from own_answers import right_forms, wrong_answers

from kernelcourse.density.checks import ex_02_01
from kernelcourse.judging.exercises import exercises_of
from kernelsy19 import density

EXERCISES = exercises_of("02")
GRID = np.geomspace(0.05, 2.0, 120)


def D(X0, X):
    return X[None] - X0[:, None]


def within(X0, X, h):
    """Which points are in the cube, (m, n)."""
    return (np.abs(D(X0, X)) <= h / 2).all(axis=2)


def G(X0, X, h):
    return density.parzen_gaussian(X0, X, h)


def log_windows(X0, X, h):
    return -(D(X0, X) ** 2).sum(axis=2) / (2 * h**2)


def log_peak(X, h):
    return -X.shape[1] / 2 * np.log(2 * np.pi * h**2)


def allowed(f, s):
    return int(s * len(f) + 1e-9)


def column(*values):
    return np.array(values, dtype=float)[:, None]


def smallest(f, v, mu):
    falling = np.argsort(-f, kind="stable")
    needed = np.searchsorted(np.cumsum(f[falling]) * v, mu - 1e-12) + 1
    return np.isin(np.arange(len(f)), falling[:needed]).astype(int)


RIGHT = {
    "02.1": [lambda X0, X, h: density.parzen_hypercube(X0, X, h).astype(np.float32)],
    "02.6": [0.63, np.array(0.631), Fraction(63, 100), 0.63 + 0j],
    "02.7": [(2, 2, 3, 3, 3), column(0, 0, 0, 0), column(0.1, 0.2, 0.2, 0.1, -50, -50)],
    "02.9": [
        lambda X: GRID[np.argmax([density.loo_log_likelihood(X, h) for h in GRID])],
        lambda X: density.loo_bandwidth(X).bandwidth * (1 + 1e-4),
    ],
}

WRONG = {
    "02.1": [
        (lambda X0, X, h: within(X0, X, h).mean(axis=1) / (len(X) * h), None),
        (
            lambda X0, X, h: within(X0, X, h).mean(axis=1) / h ** X.shape[1] / within(X0, X, h).any(axis=1),
            None,
        ),
        (lambda X0, X, h: within(X0, X, h + 2e-3).mean(axis=1) / h ** X.shape[1], ""),  # nobody may make room
    ],
    "02.2": [
        lambda X0, X, h: np.exp(log_windows(X0, X, h).mean(axis=1) + log_peak(X, h)),
        lambda X0, X, h: np.exp(-(D(X0, X).sum(axis=2) ** 2) / (2 * h**2) + log_peak(X, h)).mean(axis=1),
    ],
    "02.3": [
        (lambda X0, X, h: np.log(G(X0, X, h) + 1e-12), "You put a floor"),
        (lambda X0, X, h: log_windows(X0, X, h), "Expected shape (3,), got (3, "),
        (lambda X0, X, h: np.log1p(G(X0, X, h)), None),
    ],
    "02.4": [
        (lambda X, h: density.loo_log_likelihood(X / h, 1.0), None),
        (
            lambda X, h: sum(np.log(G(x[None], X[(x != X).any(axis=1)], h)[0]) for x in X),
            "two points that are the same",
        ),
    ],
    "02.5": [
        (lambda f, s: np.sort(f)[round(s * len(f))], "one point more"),
        (lambda f, s: np.quantile(f, s, method="higher"), "one point more"),
        (lambda f, s: np.sort(f)[::-1][allowed(f, s)], "You keep the share"),
        (lambda f, s: np.quantile(f, 1 - s), "You keep the share"),
        (lambda f, s: np.sort(f)[allowed(f, s)] * (1 + 1e-9), None),
        (lambda f, s: f.mean(), None),
        (lambda f, s: np.sort(f)[int(s * len(f) + 0.01)], ""),  # nobody may make room
    ],
    "02.6": [
        (0.99**0.1, "99%"),
        (1 - 0.01**0.1, "short of 1"),
        (0.1**0.1, "10%"),
        (63, "between 0 and 1"),
        (-0.63, "between 0 and 1"),
        (0.62, "holds 0.84%"),
        (0.64, None),
        (np.nan, None),
    ],
    "02.7": [
        (column(0, 1e-9, 1, 1 + 1e-9), "only near"),
        (column(0, 1e-200, 1, 1 + 2**-52), "only near"),
        (column(0.3, 0.1 + 0.2, 1, 1), "only near"),
        (column(0, 0, 3, 5, 9), "not all"),
        (column(7, 7, 7, 7, 8), "one of your points"),
        (column(-100, -50, 50, 100), "stands alone"),
        (column(0, 0, 1, np.nan), "without NaN"),
        (column(0, 0, 0), "n from 4 to 50"),
        (np.zeros((4, 2)), "n from 4 to 50"),
        (np.zeros((10**5, 1)), "n from 4 to 50"),
    ],
    "02.9": [
        (lambda X: density.loo_bandwidth(X).bandwidth * 1.3, None),
        (lambda X: -1.0, "not between 0.05 and 2"),
        (lambda X: 0.04, "not between 0.05 and 2"),
        (lambda X: 0.05, "the narrowest width"),
        (lambda X: density.silverman(X), "single number"),
        (lambda X: np.nan, "finite"),
    ],
    "02.10": [(0.18, "root of n"), (0.56, "exponent"), (0.7, None), (-0.5, None)],
    "02.11": [
        (lambda f, v, mu: smallest(f, v, mu - f.max() * v / 2), None),
        (lambda f, v, mu: 2 * smallest(f, v, mu), None),
        (lambda f, v, mu: np.arange(len(f)) < smallest(f, v, mu).sum(), None),
        (lambda f, v, mu: f[smallest(f, v, mu) == 1], None),
    ],
}


@pytest.mark.parametrize("key", ["02.1", "02.2", "02.3", "02.4", "02.5"])
def test_strict_floating_point_of_a_student_does_not_reach_the_check(key):
    exercise = EXERCISES[key]

    def careful(*arguments):
        with np.errstate(all="ignore"):
            return exercise.reference(*arguments)

    with np.errstate(all="raise"), warnings.catch_warnings():
        warnings.simplefilter("error")
        assert exercise.judge(careful, 0).passed
        assert exercise.judge(lambda *arguments: careful(*arguments) + 1, 0).status == "wrong"


def test_a_hint_on_the_edge_needs_an_edge():
    """Seven right digits move no point over the edge, and get no word on it."""
    result = EXERCISES["02.1"].judge(lambda X0, X, h: (1 + 1e-7) * density.parzen_hypercube(X0, X, h), 3)
    assert "first six digits" in result.message and "edge" not in result.message


def test_shares_that_a_computer_misses_are_among_the_problems():
    for seed in range(20):
        drawn = dict(problem for problem in EXERCISES["02.5"].draw(seed) if problem[0])
        f, s = drawn["share · n is a whole number that a computer misses by a hair"]
        assert int(s * len(f)) == round(s * len(f)) - 1


def test_edge_points_lie_on_the_edge_exactly():
    for seed in range(20):
        X0, X, h = ex_02_01.edge(np.random.default_rng(seed))["points on an edge and on a corner"]
        gaps = np.abs(D(X0, X)).max(axis=2).diagonal()
        assert gaps[0] == gaps[1] == h / 2 and np.abs(X[2] - X0[1]).max() == h / 2
        assert 0 < np.abs(X[4] - X0[1]).max() - h / 2 < 1e-4


def test_whoever_needs_no_share_rejects_nobody():
    f = np.array([3.0, 1.0, 2.0])
    assert EXERCISES["02.5"].reference(f, 0.0) == 1.0


test_right = right_forms(RIGHT)
test_wrong = wrong_answers(WRONG)
