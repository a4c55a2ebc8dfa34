"""The test by shuffling: the plain way, the fast way, blocks and features agree."""

from fractions import Fraction

import numpy as np
import pytest

from kernelsy19 import landmarks, twosample
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.sequences import GlobalAlignment
from kernelsy19.twosample.plain import orders
from kernelsy19.validation import ConvergenceWarning


def drawn(n=30, m=20, p=2, shift=0.5, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, p)), rng.normal(size=(m, p)) + shift


def test_shuffles_are_drawn_without_preference():
    """Four points on a line, two and two: a third of all shuffles leaves the two samples, or exchanges them."""
    K = Linear()(np.array([[0.0], [1.0], [10.0], [12.0]]))
    found = twosample.plain_two_sample_test(K, 2, 3000, rng=1)
    assert found.p_value == pytest.approx(1 / 3, abs=0.03)
    assert len(np.unique(found.permuted.round(9))) == 3


def test_points_that_are_all_the_same_give_no_reason_to_doubt():
    found = twosample.two_sample_test(np.ones((5, 2)), np.ones((4, 2)), RBF(1.0), 50)
    assert found.p_value == 1 and abs(found.mmd2) < 1e-12


def test_a_tie_up_to_rounding_is_a_tie():
    """Two samples of equal size that are exchanged have the same distance, in other sums."""
    X, Y = drawn(3, 3, shift=3.0, seed=5)
    found = twosample.two_sample_test(X, Y, RBF(0.1), 4000)
    ties = np.abs(found.permuted - found.mmd2) < 1e-10
    assert 0.05 < ties.mean() < 0.15  # 2 of 20 ways to cut six points
    assert found.p_value == pytest.approx((1 + (found.permuted >= found.mmd2 - 1e-10).sum()) / 4001)


@pytest.mark.parametrize("n", [78, 2, 60, 40])
def test_values_that_are_the_same_differ_by_no_more_than_rounding(n):
    """Of 80 points on four places nothing counts but how many a sample has of each."""
    rng = np.random.default_rng(0)
    place = rng.integers(4, size=80)
    Z = rng.normal(size=(4, 2))[place]
    found = twosample.two_sample_test(Z[:n], Z[n:], RBF(0.5), 300)
    values = np.append(found.mmd2, found.permuted)
    shuffled = orders(80, 300, np.random.default_rng(0))
    counts = [np.bincount(place[order[:n]], minlength=4) for order in shuffled]
    _, kind = np.unique(counts, axis=0, return_inverse=True)
    assert max(np.ptp(values[kind.ravel() == k]) for k in range(kind.max() + 1)) <= found.rounding / 2


CLOCK = 1.7e9 + np.random.default_rng(0).uniform(0, 60, (40, 1))  # seconds of a minute of 2023


@pytest.mark.parametrize(("later", "p_value"), [(600.0, 0.005), (30.0, 0.005), (0.0, 1.0)])
def test_clock_times_far_from_the_origin(later, p_value):
    """MMD² of the linear kernel is that of exact numbers, wherever the clock was set to 0."""
    X, Y = CLOCK, np.concatenate([CLOCK + later, CLOCK + later])
    a, b = ([Fraction(value) for value in points[:, 0].tolist()] for points in (X, Y))
    within = [(sum(s) ** 2 - sum(v * v for v in s)) / (len(s) * (len(s) - 1)) for s in (a, b)]
    exact = sum(within) - 2 * sum(a) * sum(b) / (len(a) * len(b))
    for kernel, times in ((Linear(), 1.0), (3.0 * Linear(), 3.0)):
        found = twosample.two_sample_test(X, Y, kernel, 199)
        assert found.converged and found.p_value <= p_value
        assert found.mmd2 == pytest.approx(times * float(exact), abs=1e-6)


def test_what_rounding_hides_is_doubted():
    X, Y = CLOCK, CLOCK + 600
    k, source = Polynomial(2), lambda b: (X[b::2], Y[b::2])
    landmarks_far = landmarks.landmark_map(Linear(), 1e6 + drawn(8)[0])
    for ask in (
        lambda: twosample.two_sample_test(X, Y, k, 19),
        lambda: twosample.plain_two_sample_test(Linear()(np.concatenate([X, Y])), 40, 19),
        lambda: twosample.mmd2_over_blocks(k, source, range(2)),
        lambda: twosample.mmd2_by_features(
            landmarks_far, lambda b: tuple(1e6 + Z for Z in drawn(30, 30, seed=b)), range(2)
        ),
    ):
        with pytest.warns(ConvergenceWarning, match="rounding of .* too far from the origin"):
            ask()


def test_samples_of_words_and_sounds():
    rng = np.random.default_rng(0)
    slow, fast = (
        [np.sin(s * np.arange(12.0)) + 0.1 * rng.normal(size=12) for _ in range(6)] for s in (0.2, 2)
    )
    assert twosample.two_sample_test(slow, fast, GlobalAlignment(1.0), 99).p_value <= 0.05


def test_blocks_of_any_size_add_up_to_the_same():
    X, Y = drawn(50, 41)
    cut = lambda b: (X[[0, 7, 30][b] : [7, 30, 50][b]], Y[[0, 20, 21][b] : [20, 21, 41][b]])  # noqa: E731
    k = RBF(0.5)
    expected = twosample.unbiased_mmd2(k(X), k(X, Y), k(Y))
    for executor in (None, "threads"):
        got = twosample.mmd2_over_blocks(k, cut, range(3), executor)
        assert got == pytest.approx(expected, abs=1e-13)
    F = landmarks.fourier_map(k, 2, 40)
    got = twosample.mmd2_by_features(F, cut, range(3))
    A, B = F(X), F(Y)
    assert got == pytest.approx(twosample.unbiased_mmd2(A @ A.T, A @ B.T, B @ B.T), abs=1e-13)
    every = landmarks.landmark_map(k, np.concatenate([X, Y])[:40])
    A, B = every(X), every(Y)
    got = twosample.mmd2_by_features(every, cut, range(3))
    assert got == pytest.approx(twosample.unbiased_mmd2(A @ A.T, A @ B.T, B @ B.T), abs=1e-10)


def test_a_block_that_is_no_pair_is_named():
    X = drawn(5)[0]
    with pytest.raises(RuntimeError, match=r"Block .* pair \(X, Y\)"):
        twosample.mmd2_by_features(landmarks.landmark_map(RBF(1.0), X), lambda b: X, [0])
