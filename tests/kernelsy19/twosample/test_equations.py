"""The equations of chapter 17 against loops over points, and by hand."""

import itertools

import numpy as np
import pytest

from kernelsy19 import twosample
from kernelsy19.kernels import RBF


@pytest.mark.checks("COURSE-mmd-unbiased", "COURSE-mmd-sums")
def test_the_unbiased_estimate_is_a_mean_over_pairs_of_different_points():
    rng, k = np.random.default_rng(0), RBF(0.7)
    X, Y = rng.normal(size=(6, 2)), rng.normal(size=(4, 2)) + 0.5
    within = [np.mean([k([a], [b])[0, 0] for a, b in itertools.permutations(S, 2)]) for S in (X, Y)]
    between = np.mean([k([a], [b])[0, 0] for a in X for b in Y])
    K_x, K_xy, K_y = k(X), k(X, Y), k(Y)
    assert twosample.unbiased_mmd2(K_x, K_xy, K_y) == pytest.approx(sum(within) - 2 * between, abs=1e-14)
    sums = twosample.mmd2_from_sums(K_x.sum(), K_x.trace(), 6, K_xy.sum(), K_y.sum(), K_y.trace(), 4)
    assert sums == pytest.approx(sum(within) - 2 * between, abs=1e-14)


@pytest.mark.checks("COURSE-permutation-p")
def test_the_p_value_counts_the_order_that_came_and_every_tie():
    assert twosample.permutation_p(2.0, np.array([1.0, 2.0, 3.0, 0.0])) == 3 / 5
    assert twosample.permutation_p(9.0, np.arange(4.0)) == 1 / 5
    assert twosample.permutation_p(-1.0, np.arange(4.0)) == 1


@pytest.mark.checks("COURSE-median-width")
def test_half_of_the_pairs_are_nearer_than_the_width():
    x = np.array([0.0, 1.0, 3.0, 7.0])  # distances 1, 2, 3, 4, 6, 7
    D2 = (x[:, None] - x) ** 2
    assert twosample.median_gamma(D2) == pytest.approx(1 / (2 * (9 + 16) / 2))


def test_median_width_of_points_most_of_which_are_equal_is_refused():
    D2 = np.zeros((5, 5))
    D2[:, 4] = D2[4] = [9, 9, 9, 4, 0]
    message = "equal points in half of the pairs or more; that of the other pairs is 9"
    with pytest.raises(ValueError, match=message):
        twosample.median_gamma(D2)
    with pytest.raises(ValueError, match="all are 0"):
        twosample.median_gamma(np.zeros((3, 3)))
