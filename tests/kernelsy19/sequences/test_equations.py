"""The equations of chapter 14 against loops."""

import math

import numpy as np
import pytest

from kernelsy19 import sequences as sq


@pytest.mark.checks("COURSE-dtw-costs")
@pytest.mark.parametrize("squared", [False, True])
def test_local_costs(squared):
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(4, 3)), rng.normal(size=(6, 3))
    expected = [[math.dist(a, b) ** (2 if squared else 1) for b in y] for a in x]
    np.testing.assert_allclose(sq.local_costs(x, y, squared), expected, atol=1e-12)


@pytest.mark.checks("COURSE-gak-root")
def test_a_root_of_a_number_too_small_for_a_float():
    np.testing.assert_allclose(sq.root(np.log([[0.25, 4.0]]), 2.0), [[0.5, 2.0]])
    np.testing.assert_allclose(sq.root(np.array([[-2000.0]]), 1000.0), np.exp(-2.0))


@pytest.mark.checks("COURSE-dominance")
def test_typical_similarity_does_not_see_the_scale():
    K = np.array([[4.0, 1.0, 0.2], [1.0, 1.0, 0.3], [0.2, 0.3, 1.0]])
    assert sq.typical_similarity(K) == pytest.approx(0.3)
    s = np.array([2.0, 3.0, 0.1])
    assert sq.typical_similarity(K * s * s[:, None]) == pytest.approx(0.3)
    assert sq.typical_similarity(np.eye(5)) == 0


def test_spectrum_by_hand():
    counts = sq.substring_counts("banana", 2)
    assert counts == {"ba": 1, "an": 2, "na": 2}
    assert sq.common_substrings(counts, sq.substring_counts("nan", 2)) == 4
    assert sq.substring_counts("ab", 3) == {}


def test_normalized_values_of_a_sequence_with_itself_are_one():
    x = [[0.0], [2.0], [1.0]]
    own = sq.log_global_alignments([x], sigma=1.0)[0]
    np.testing.assert_allclose(sq.log_normalized(own[None], own, own), 0.0)
