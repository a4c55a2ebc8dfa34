"""What chapter 16 compares and draws: a ball that grows round by round, landmarks by rule, features by kind."""

from itertools import pairwise

import numpy as np
import pytest

from kernelcourse.landmarks import draws
from kernelsy19 import ball, landmarks, ridge
from kernelsy19.kernels import RBF


@pytest.mark.parametrize("gamma", [0.1, 0.5])
def test_the_ball_of_the_last_round_is_that_of_all_rows(gamma):
    X = np.random.default_rng(0).normal(size=(300, 2))
    rounds = draws.rounds_of_ball(RBF(gamma), X, 0.1, 20)
    whole = ball.solve_dual(RBF(gamma)(X), 0.1)
    expected = ball.decision_function(RBF(gamma), X, whole, X)
    np.testing.assert_allclose(rounds[-1][0](X), expected, atol=2e-4)
    assert abs(rounds[0][0](X) - expected).max() > 1e-2
    for (_, sample, joining), (_, larger, _) in pairwise(rounds[1:]):
        assert len(joining) and not np.intersect1d(sample, joining).size
        np.testing.assert_array_equal(larger, np.append(sample, joining))
    assert not len(rounds[-1][2]) and len(rounds[-1][1]) < len(X)


def test_no_rule_leaves_less_than_the_best_possible():
    X = draws.with_far_points(100, 5)
    left = draws.left_by_rules(RBF(2.0), X, 20, 3)
    best = left.pop("best possible")
    values = np.linalg.eigvalsh(RBF(2.0)(X))
    assert best[-1] == pytest.approx(values[:-20].sum() / values.sum())
    assert list(left) == list(draws.RULES_BY_NAME)
    for name, share in left.items():
        assert (np.diff(share) < 0).all() and (share > best).all(), name
    one = landmarks.choose(RBF(2.0).gram(X), 20, "greedy").left
    np.testing.assert_allclose(left["most is left"], one)


def test_features_are_compared_with_the_kernel_and_with_the_exact_fit():
    X = np.random.default_rng(0).normal(size=(60, 2))
    y = np.sin(X[:, 0])
    found = draws.compare_features(RBF(0.5), X, y, 20, 2)
    assert list(found) == [*draws.RULES_BY_NAME, "waves", "orthogonal waves"]
    exact = ridge.solve_dual(RBF(0.5)(X), y, 1.0).fitted
    off = []
    for seed in range(2):
        waves = landmarks.fourier_map(RBF(0.5), 2, 10, rng=seed)
        F = np.column_stack([waves(X), np.ones(60)])
        w = np.linalg.solve(F.T @ F + np.diag([*np.ones(20), 0]), F.T @ y)
        off.append(np.linalg.norm(F @ w - exact) / np.linalg.norm(exact))
    assert found["waves"][1] == pytest.approx(np.mean(off), rel=1e-6)
    assert found["RPCholesky"][0] < found["waves"][0]
    everything = draws.compare_features(RBF(0.5), X, y, 60, 1)
    assert max(everything[name][0] for name in draws.RULES_BY_NAME) < 1e-4


def test_far_points_are_far_from_all_others():
    for n, far in ((300, 12), (1500, 30)):
        X = draws.with_far_points(n, far)
        D = np.linalg.norm(X[n:, None] - X, axis=2)
        assert X.shape == (n + far, 2) and np.sort(D, axis=1)[:, 1].min() >= 1
    assert len(draws.with_far_points(50, 0)) == 50
    with pytest.raises(ValueError, match="far"):
        draws.with_far_points(50, 1000)


def test_five_eruptions_stand_in_the_order_of_their_distances():
    some, z = draws.five_and_a_landmark()
    distances = np.linalg.norm(some.X - z, axis=1)
    assert len(some.X) == 5 and (np.diff(distances) > 0).all() and distances[0] > 0


def test_each_rule_chooses_its_landmarks():
    X = draws.with_far_points(100, 5)
    for name, choice in draws.landmarks_by_rule(RBF(2.0), X, 20, seed=3).items():
        rule = draws.RULES_BY_NAME[name]
        np.testing.assert_array_equal(choice.indices, landmarks.choose(RBF(2.0)(X), 20, rule, 3).indices)


def test_a_draw_reaches_what_is_best_where_it_leaves_no_more_than_so_many_times_that():
    X = draws.with_far_points(100, 5)
    left = [landmarks.choose(RBF(2.0)(X), 20, "uniform", seed).error for seed in range(6)]
    least = draws.left_by_rules(RBF(2.0), X, 20, 1)["best possible"][-1]
    between = np.sort(left)[2] / least * 1.0001
    assert draws.draws_that_reach(RBF(2.0), X, 20, 6, times=between) == 3
    assert draws.draws_that_reach(RBF(2.0), X, 20, 6, times=0.999) == 0


def test_a_hundred_times_the_waves_are_off_by_a_tenth():
    d = np.linspace(0, 3, 20)[:, None]
    few, many = (draws.error_of_waves(RBF(0.5), d, m, 200) for m in (5, 500))
    assert 7 < few / many < 14
    k = np.exp(-0.5 * d[:, 0] ** 2)
    assert few == pytest.approx(np.sqrt(np.mean((1 - k**2) ** 2) / 2 / 5), rel=0.1)


def test_sets_to_compare_have_targets_and_a_number_of_features():
    for name, (kernel, X, y, size) in draws.sets_to_compare().items():
        assert len(X) == len(y) >= 1500 and size < len(X) and kernel(X[:2]).shape == (2, 2), name
        if name == "1500 digits":
            assert set(y) == {-1.0, 1.0} and 0.05 < (y == 1).mean() < 0.15
        else:
            np.testing.assert_allclose(y, np.sin(3 * X[:, 0]) + X[:, 1])


def test_fits_on_more_landmarks_come_nearer_to_the_exact_one():
    source = lambda b: draws.rows_of(b, 60)  # noqa: E731
    fits, exact = draws.fits_by_size(RBF(0.1), source, range(3), [5, 50, 180])
    X, y = (np.concatenate(parts) for parts in zip(*map(source, range(3)), strict=True))
    np.testing.assert_allclose(exact.fitted, ridge.solve_dual(RBF(0.1)(X), y, 1.0).fitted)
    off = [np.abs(fit.predict(X) - exact.fitted).max() for fit in fits]
    assert off[0] > off[1] > off[2] and off[2] < 1e-6
    assert [fit.features.n_features for fit in fits] == [5, 50, 180]


def test_signs_are_those_of_the_targets():
    (X, y), (X_signs, t) = draws.rows_of(2, 50), draws.signs_of(2, 50)
    np.testing.assert_array_equal(X, X_signs)
    np.testing.assert_array_equal(t, np.sign(y))


def test_blocks_are_made_from_their_numbers():
    for source, p in ((lambda b: draws.rows_of(b, 50)[0], 8), (lambda b: draws.three_clouds(b, 50), 2)):
        assert source(3).shape == (50, p)
        np.testing.assert_array_equal(source(3), source(3))
        assert not np.allclose(source(3), source(4))


def test_landmarks_of_a_wide_kernel_fall_into_both_clouds():
    X = np.vstack([np.random.default_rng(0).normal(size=(40, 2)), [[9.0, 9.0]] * 40])
    clouds = np.arange(80) < 40
    assert draws.in_different_clouds(RBF(1e-2), X, clouds, 50) > 90
    assert draws.in_different_clouds(RBF(1e-2), X, np.ones(80, dtype=bool), 50) == 0
    by_hand = [landmarks.choose(RBF(5.0).gram(X), 2, rng=s).indices for s in range(20)]
    share = 100 * np.mean([(i < 40) != (j < 40) for i, j in by_hand])
    assert draws.in_different_clouds(RBF(5.0), X, clouds, 20) == pytest.approx(share)
