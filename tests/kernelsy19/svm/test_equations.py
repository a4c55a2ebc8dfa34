"""The equations of chapter 12 by hand, where their cases meet."""

import numpy as np
import pytest

from kernelsy19 import svm


@pytest.mark.checks("PR-perceptron", "PR-perceptron-primal")
def test_the_perceptron_counts_a_point_as_often_as_it_was_missed():
    Phi, new = np.split(np.random.default_rng(0).normal(size=(10, 4)), [7])
    y, counts = np.array([-1.0, 1, -1, 1, 1, -1, 1]), np.array([2, 0, 1, 3, 0, 0, 1])
    w, b = svm.perceptron_normal(counts, y, Phi)
    np.testing.assert_allclose(w, 2 * y[0] * Phi[0] + y[2] * Phi[2] + 3 * y[3] * Phi[3] + y[6] * Phi[6])
    assert b == 2 * y[0] + y[2] + 3 * y[3] + y[6]
    np.testing.assert_allclose(svm.perceptron_decision(counts, y, new @ Phi.T), new @ w + b)


@pytest.mark.checks("COURSE-perceptron-rule")
def test_a_point_on_the_line_is_missed():
    missed = svm.is_missed(np.array([1, 1, 1, -1, -1]), np.array([0.5, 0, -2, 0.1, -1]))
    assert missed.tolist() == [False, True, True, True, False]


@pytest.mark.checks("COURSE-separation", "COURSE-novikoff", "COURSE-svm-margin")
def test_separation_and_its_bound():
    # (w, b) = (3, 0, 4) in the plane with an added 1, so of length 5; the nearest point has yf = 1.
    y, f = np.array([1.0, -1.0, 1.0]), np.array([2.0, -1.0, 4.0])
    assert svm.separation(9.0, 4.0, y, f) == pytest.approx(1 / 5)
    assert svm.separation(9.0, 4.0, y, -f) < 0
    assert svm.most_updates(np.array([3.0, 7.0, 1.0]), 0.2) == pytest.approx(8 * 25)
    assert svm.margin(4.0) == 0.5


@pytest.mark.checks("COURSE-svm-box")
@pytest.mark.parametrize(
    ("alpha", "violation"),
    [([1, 1, 0], 0), ([1, 0.5, 0], 0.5), ([-0.25, -0.25, 0], 0.25), ([3, 0, 3], 1), ([3, 1, 2], 1)],
)
def test_infeasibility(alpha, violation):
    assert svm.infeasibility(np.array(alpha, dtype=float), np.array([1, -1, -1.0]), 2.0) == violation


@pytest.mark.checks("COURSE-svm-kinds")
def test_kinds_up_to_rounding():
    alpha = np.array([0.0, 1e-9, 1e-3, 5, 10 - 1e-9, 10])
    beyond, edge, inside = svm.three_kinds(alpha, 10.0)
    assert beyond.tolist() == [True, True, False, False, False, False]
    assert edge.tolist() == [False, False, True, True, False, False]
    assert inside.tolist() == [False, False, False, False, True, True]
    assert not svm.three_kinds(alpha, np.inf)[2].any()
    each = svm.three_kinds(np.array([1.0, 1.0, 0.0]), np.array([1.0, 2.0, 3.0]))
    np.testing.assert_array_equal(each, np.eye(3)[::-1])


@pytest.mark.checks("COURSE-svm-offset")
def test_offset_from_the_edge_and_without_one():
    y, C = np.array([1.0, -1.0, 1.0, -1.0]), 2.0
    g = np.array([1.5, -0.5, 4.0, 0.5])
    # The first two are on the edge: b = 1 − 1.5 = −1 + 0.5; the third is beyond, the fourth inside.
    assert svm.offset(np.array([1.0, 1.0, 0.0, 2.0]), y, g, C) == -0.5
    # All weights at a bound: b is at least −1.5, so that the fourth stays inside, and at most −0.5.
    alpha = np.array([2.0, 0.0, 0.0, 2.0])
    at_least, at_most = max(1 - g[2], -1 - g[3]), min(1 - g[0], -1 - g[1])
    assert at_least < at_most
    assert svm.offset(alpha, y, g, C) == pytest.approx((at_least + at_most) / 2)


@pytest.mark.checks("COURSE-class-weights", "COURSE-one-against-one")
def test_weights_of_classes_and_votes():
    found = svm.bounds(2.0, np.array([1, 0.5, 3]), np.array([2, 0, 1, 2]))
    np.testing.assert_array_equal(found, [6, 2, 1, 6])
    pairs = np.array([[1, 0], [2, 0], [2, 1]])
    f = np.array([[0.1, -5, -3], [-1, 1, 1], [-1, 1, -1], [0.0, 0.0, 0.0]])
    assert svm.votes(f, pairs, 3).tolist() == [[1, 2, 0], [1, 0, 2], [1, 1, 1], [2, 1, 0]]
