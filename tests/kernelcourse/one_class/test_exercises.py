"""The exercises of chapter 04, attacked: wrong answers that are on no list, and right ones in other forms."""

import re

import numpy as np
import pytest
from own_answers import right_forms, wrong_answers
from sklearn.svm import OneClassSVM

from kernelcourse.judging.exercises import check, exercises_of
from kernelcourse.one_class import draws
from kernelcourse.one_class.checks import ex_04_01
from kernelsy19 import ball, one_class
from kernelsy19.kernels import squared_euclidean

BOUND = 1 - 1e-8


def density(K):
    return K.mean(axis=1)


def half_way(K, m):
    low, high = np.sort(density(K))[[m - 1, m]]
    return low + 0.9 * (high - low)


def squared_distances(K, alpha):
    return np.diag(K) - 2 * K @ alpha + alpha @ K @ alpha


def shares_of_kinds(alpha, nu):
    inside, _, outlier = ball.three_kinds(alpha, nu)
    return outlier.mean(), 1 - inside.mean()


RING = np.array([[np.cos(t), np.sin(t)] for t in np.linspace(0, 6, 12)])
RIGHT = {
    "04.8": [
        np.random.default_rng(0).normal(size=(20, 2)) + 5,
        1e-6 * np.array([[1.0, 0], [2, 0], [3, 0], [10, 0]]),
    ],
}  # fmt: skip

WRONG = {
    "04.1": [
        (lambda alpha, nu: ((alpha * nu * len(alpha) >= BOUND).mean(), (alpha > alpha.mean()).mean()), None),
        (lambda alpha, nu: (int(nu * len(alpha)) / len(alpha), (alpha > 0).mean()), None),
        (lambda alpha, nu: ((alpha == alpha.max()).mean(), (alpha != 0).mean()), "You compare with the bound exactly."),
    ],
    "04.2": [
        *((pair, None) for pair in [(-1, 7), (5, 250), (5, 1e9)]),
        *((pair, "larger number is right") for pair in [(4, 7), (6, 7), (3, 7)]),
        *((pair, "smaller number is right") for pair in [(5, 8), (5, 6), (5, 9)]),
        ((241, 249), "inside"),
        ((7, 8), "both numbers are of outliers"),
        ((4, 8), "round last"),
        ((np.nan, 7), ""),
        ((5, np.inf), ""),
        (12, ""),
        ("5, 7", ""),
        ((5, 7, 8), ""),
    ],
    "04.4": [
        (lambda a, b: (0.5, a / a.sum(), b / a.sum()), None),
    ],
    "04.5": [
        (lambda K, m: np.median(density(K)), None),
        (lambda K, m: np.sort(K.max(axis=1))[m], "Your threshold rejects more than m"),
        (half_way, None),
    ],
    "04.6": [
        (lambda K, alpha: squared_distances(K, alpha).max() - squared_distances(K, alpha).min(), None),
        (lambda K, alpha: squared_distances(K, alpha).max() - ball.dual_objective(K, alpha) / 2, None),
    ],
    "04.7": [
        (lambda m, n: (1 / (m + 0.5), 1 / m, m / n, (m + 0.5) / n), None),
        (lambda m, n: (1 / (m + 1), 1 / m, m / n, 1.0), None),
        (lambda m, n: (0.0, 1 / m, m / n, 1.0), None),
        (lambda m, n: (1 / (m + 1), 1 / m, m / n**2, (m + 1) / n**2), None),
        (lambda m, n: (1 / (n - m), 1 / m, m / n, (n - m) / n), None),
    ],
    "04.8": [
        (np.zeros((3, 2)), "are the same"),
        (np.ones((50, 2)), "are the same"),
        (RING, "same norm"),
        (RING * (1 + 1e-9 * np.arange(12)[:, None]), "same norm"),
        (np.ones((4, 3)), "shape (n, 2)"),
        (np.ones((2, 2)), "shape (n, 2)"),
        (np.full((4, 2), np.nan), "NaN"),
        ([[1, 0], [2]], "shape (n, 2)"),
        (7, "shape"),
    ],
    "04.9": [
        (lambda X, new: OneClassSVM(gamma=1 / 128, nu=0.05).fit(X).predict(new), "has *not* seen"),
        (lambda X, new: -OneClassSVM(gamma=1 / 128, nu=0.05).fit(X).predict(new), "wrong way round"),
        (lambda X, new: np.zeros(len(new)), None),
        (lambda X, new: np.ones(len(X)), None),
        (lambda X, new: np.full(len(new), np.nan), None),
    ],
    "04.11": [
        (lambda a, b: np.mean(a[:, None] > b), "counts fully"),
        (lambda a, b: b.mean() - a.mean(), None),
        (lambda a, b: 0.5, None),
        (lambda a, b: np.sum(a[:, None] < b), None),
    ],
}  # fmt: skip


class TestShares:
    def test_the_edges_are_what_they_are_called(self):
        edge = ex_04_01.edge(np.random.default_rng(1))
        for name, (alpha, nu) in edge.items():
            share = alpha * nu * len(alpha)
            assert alpha.sum() == pytest.approx(1) and alpha.min() >= 0 and share.max() <= 1 + 1e-12, name
        hard, near, wide, one, many = edge.values()
        assert hard.alpha.max() * hard.nu * 7 < 0.6
        assert one_class.share_of_support_vectors(near.alpha) == 0.8
        assert shares_of_kinds(*near)[0] == 0.1, "one of ten, for the other is 2e-8 short"
        assert shares_of_kinds(*one) == (1, 1)
        assert shares_of_kinds(*wide)[0] == pytest.approx(1 / 11)
        assert 0 < many.alpha[many.alpha > 0].min() < many.alpha.max() < 1e-3

    def test_balls_are_short_of_the_bound_by_rounding(self):
        for alpha, nu in ex_04_01.problems(np.random.default_rng(2)):
            upper = ball.largest_weight(nu, len(alpha))
            short = 1 - alpha[alpha > 0.999 * upper] / upper
            assert (short > 0).any() and (short < 1e-8).all()
            assert (short == 0).any(), "to look for the bound exactly is not to look elsewhere"


def test_the_pair_is_what_feasible_weights_allow():
    """All numbers of outliers for which three weights between the bounds make up what is missing to 1."""
    possible = [a for a in range(250) if 0 < 7.5 - a < 3]
    assert (min(possible), max(possible)) == exercises_of("04")["04.2"].reference() == (5, 7)


def test_formulas_keep_their_letters():
    assert "Νn" not in check("04.2", (3, 3)).message


def test_no_message_holds_the_formula():
    for key, wrong in (("04.5", lambda K, m: 0.123), ("04.7", lambda m, n: (0.1, 0.2, 0.3, 0.4))):
        message = check(key, wrong, seed=1).message
        assert not re.search("m/n|1/m|lowest density|kept|inverse", message), message


class TestAlarms:
    """04.9 on real images: what is right and wrong is what the images held out say."""

    @pytest.mark.parametrize("seed", range(6))
    def test_a_threshold_from_images_held_out_keeps_the_promise(self, seed):
        def nearest_neighbor(X, new):
            distance = lambda points: squared_euclidean(points, X[::2]).min(axis=1)  # noqa: E731
            return np.where(distance(new) > np.quantile(distance(X[1::2]), 0.95), -1.0, 1.0)

        reference = exercises_of("04")["04.9"].reference
        assert check("04.9", reference, seed=seed).passed
        assert check("04.9", lambda X, new: reference(X[::-1], new).tolist(), seed=seed).passed
        assert check("04.9", nearest_neighbor, seed=seed).passed

    def test_no_image_is_given_twice_and_rates_are_counted_by_hand(self):
        problem, other = draws.zeros(np.random.default_rng(0))
        assert not np.array_equal(problem.X, other.X)
        both = np.vstack([problem.X, problem.new])
        assert len(np.unique(both, axis=0)) == len(both)
        assert problem.is_zero.sum() == 400 and not problem.is_zero[:200].all()
        verdicts = np.ones(600)
        verdicts[np.flatnonzero(problem.is_zero)[:40]] = verdicts[np.flatnonzero(~problem.is_zero)[:150]] = -1
        assert draws.rates(problem, verdicts) == (0.1, 0.75)


def test_a_gap_of_zero_is_told_what_it_means():
    for answer in (lambda K, a: 0.0, lambda K, a: a @ squared_distances(K, a) - ball.dual_objective(K, a)):
        for seed in range(10):
            assert check("04.6", answer, seed=seed).message.startswith("Your gap is 0")


test_right = right_forms(RIGHT)
test_wrong = wrong_answers(WRONG)
