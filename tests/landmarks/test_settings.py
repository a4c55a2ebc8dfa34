"""What chapter 16 compares and draws: a ball that grows round by round, landmarks by rule, features by kind."""

from itertools import pairwise

import numpy as np
import pytest

from kernelsy19 import ball, landmarks, ridge
from kernelsy19.kernels import RBF
from kernelsy19.landmarks import settings


@pytest.mark.parametrize("gamma", [0.1, 0.5])
def test_the_ball_of_the_last_round_is_that_of_all_rows(gamma):
    X = np.random.default_rng(0).normal(size=(300, 2))
    rounds = settings.rounds_of_ball(RBF(gamma), X, 0.1, 20)
    whole = ball.solve_dual(RBF(gamma)(X), 0.1)
    expected = ball.decision_function(RBF(gamma), X, whole, X)
    np.testing.assert_allclose(rounds[-1][0](X), expected, atol=2e-4)
    assert abs(rounds[0][0](X) - expected).max() > 1e-2
    for (_, sample, joining), (_, larger, _) in pairwise(rounds[1:]):
        assert len(joining) and not np.intersect1d(sample, joining).size
        np.testing.assert_array_equal(larger, np.append(sample, joining))
    assert not len(rounds[-1][2]) and len(rounds[-1][1]) < len(X)


def test_no_rule_leaves_less_than_the_best_possible():
    X = settings.with_far_points(100, 5)
    left = settings.left_by_rules(RBF(2.0), X, 20, 3)
    best = left.pop("best possible")
    values = np.linalg.eigvalsh(RBF(2.0)(X))
    assert best[-1] == pytest.approx(values[:-20].sum() / values.sum())
    assert list(left) == list(settings.RULES_BY_NAME)
    for name, share in left.items():
        assert (np.diff(share) < 0).all() and (share > best).all(), name
    one = landmarks.choose(RBF(2.0).gram(X), 20, "greedy").left
    np.testing.assert_allclose(left["most is left"], one)


def test_features_are_compared_with_the_kernel_and_with_the_exact_fit():
    X = np.random.default_rng(0).normal(size=(60, 2))
    y = np.sin(X[:, 0])
    found = settings.compare_features(RBF(0.5), X, y, 20, 2)
    assert list(found) == [*settings.RULES_BY_NAME, "waves", "orthogonal waves"]
    exact = ridge.solve_dual(RBF(0.5)(X), y, 1.0).fitted
    off = []
    for seed in range(2):
        waves = landmarks.fourier_map(RBF(0.5), 2, 10, rng=seed)
        F = np.column_stack([waves(X), np.ones(60)])
        w = np.linalg.solve(F.T @ F + np.diag([*np.ones(20), 0]), F.T @ y)
        off.append(np.linalg.norm(F @ w - exact) / np.linalg.norm(exact))
    assert found["waves"][1] == pytest.approx(np.mean(off), rel=1e-6)
    assert found["RPCholesky"][0] < found["waves"][0]
    everything = settings.compare_features(RBF(0.5), X, y, 60, 1)
    assert max(everything[name][0] for name in settings.RULES_BY_NAME) < 1e-4


def test_blocks_are_made_from_their_numbers():
    for source, p in ((lambda b: settings.rows_of(b, 50)[0], 8), (lambda b: settings.three_clouds(b, 50), 2)):
        assert source(3).shape == (50, p)
        np.testing.assert_array_equal(source(3), source(3))
        assert not np.allclose(source(3), source(4))


def test_landmarks_of_a_wide_kernel_fall_into_both_clouds():
    X = np.vstack([np.random.default_rng(0).normal(size=(40, 2)), [[9.0, 9.0]] * 40])
    clouds = np.arange(80) < 40
    assert settings.in_different_clouds(RBF(1e-2), X, clouds, 50) > 90
    assert settings.in_different_clouds(RBF(1e-2), X, np.ones(80, dtype=bool), 50) == 0
    by_hand = [landmarks.choose(RBF(5.0).gram(X), 2, rng=s).indices for s in range(20)]
    share = 100 * np.mean([(i < 40) != (j < 40) for i, j in by_hand])
    assert settings.in_different_clouds(RBF(5.0), X, clouds, 20) == pytest.approx(share)
