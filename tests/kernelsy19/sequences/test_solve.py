"""The cheapest alignment and the sum over all, against every alignment that there is, and both ways to compute it."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypotheses
from hypothesis import strategies as st

from kernelsy19 import sequences

numbers = st.lists(st.integers(-3, 3).map(float), min_size=1, max_size=6)


def walk(seed, n, d=2):
    return np.random.default_rng(seed).normal(size=(n, d)).cumsum(axis=0)


def every_way(p, q):
    """All alignments, by recursion from the end, as lists of pairs."""
    if (p, q) == (1, 1):
        return [[(0, 0)]]
    before = [(p - a, q - b) for a, b in ((1, 0), (0, 1), (1, 1)) if p > a and q > b]
    return [[*way, (p - 1, q - 1)] for cell in before for way in every_way(*cell)]


@hypotheses(max_examples=40, deadline=None)
@given(x=numbers, y=numbers, squared=st.booleans())
def test_the_cheapest_of_all_alignments(x, y, squared):
    power = 2 if squared else 1
    costs = [math.fsum(abs(x[i] - y[j]) ** power for i, j in way) for way in every_way(len(x), len(y))]
    found = sequences.plain_dtw(x, y, squared)
    assert found.distance == pytest.approx(min(costs), abs=1e-12)
    assert list(zip(found.v.tolist(), found.w.tolist(), strict=True)) in every_way(len(x), len(y))
    assert max(found.gap, found.excess) < 1e-12
    assert sequences.dtw_distance(x, y, squared) == pytest.approx(min(costs), abs=1e-12)


@hypotheses(max_examples=40, deadline=None)
@given(x=numbers, y=numbers, sigma=st.floats(0.5, 3.0))
def test_the_sum_over_all_alignments(x, y, sigma):
    def kappa(a, b):
        e = math.exp(-((a - b) ** 2) / (2 * sigma**2))
        return e / (2 - e)

    total = math.fsum(math.prod(kappa(x[i], y[j]) for i, j in way) for way in every_way(len(x), len(y)))
    assert sequences.plain_global_alignment(x, y, sigma) == pytest.approx(math.log(total), abs=1e-10)
    found = sequences.log_global_alignments([x], [y], sigma)[0, 0]
    assert found == pytest.approx(math.log(total), abs=1e-10)


def test_all_alignments_are_listed_once():
    for p, q in itertools.product(range(1, 5), repeat=2):
        listed = [tuple(zip(v.tolist(), w.tolist(), strict=True)) for v, w in sequences.all_alignments(p, q)]
        assert sorted(listed) == sorted(map(tuple, every_way(p, q)))


@pytest.mark.parametrize("sigma", [30.0, 3.0, 0.3, 0.01])
def test_both_ways_agree_at_length_1000(sigma):
    """The last ones are too small for a float64 even after rows are rescaled."""
    x, y = walk(0, 1000), walk(1, 970)
    plain = sequences.plain_global_alignment(x, y, sigma)
    assert sequences.log_global_alignments([x], [y], sigma)[0, 0] == pytest.approx(plain, rel=1e-12)


def test_a_matrix_of_one_set_is_symmetric_to_the_last_bit_and_the_same():
    X = [walk(k, 2 + k % 17) for k in range(50)]
    for matrix, other in (
        (sequences.dtw_distances(X), sequences.dtw_distances(X, X)),
        (sequences.log_global_alignments(X, sigma=1.0), sequences.log_global_alignments(X, X, 1.0)),
    ):
        np.testing.assert_array_equal(matrix, matrix.T)
        np.testing.assert_allclose(matrix, other, rtol=1e-12, atol=1e-12)


def test_a_table_that_is_too_high_has_an_excess():
    found = sequences.plain_dtw(walk(0, 5), walk(1, 6))
    assert found.excess == 0.0
    table = found.table.copy()
    table[2:, 2:] += 0.5
    high = replace(found, table=table)
    assert high.excess > 0.1 and high.gap > 0.1
    assert repr(high) == f"Warping(distance={high.distance}, gap={high.gap}, excess={high.excess})"
