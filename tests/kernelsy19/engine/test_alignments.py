"""Alignments of many pairs: compiled loops and NumPy give the same, and small sums go the safe way."""

import numpy as np
import pytest

from kernelsy19.engine import alignments
from kernelsy19.engine.compilation import compiled_loops_work


def walks(lengths, d=2, step=1.0):
    rng = np.random.default_rng(len(lengths))
    return [step * rng.normal(size=(n, d)).cumsum(axis=0) for n in lengths]


LENGTHS = [5, 1, 19, 7, 7, 30, 2, 11, 3, 3, 16, 17, 4, 9, 8, 6, 25, 12, 1, 2]


@pytest.mark.skipif(not compiled_loops_work(), reason="needs compiled loops")
def test_small_sums_are_bounded_on_both_sides_and_those_that_differ_go_by_logarithms(monkeypatch):
    from kernelsy19.engine import alignment_loop

    calls = []
    monkeypatch.setattr(
        alignment_loop,
        "log_sum_in_logs",
        lambda *a, plain=alignment_loop.log_sum_in_logs: calls.append(1) or plain(*a),
    )
    X = walks([40, 30])
    alignments.log_alignments(X, None, 1e-4)
    assert not calls
    alignments.log_alignments(X, None, 1e4)
    assert calls


@pytest.mark.skipif(not compiled_loops_work(), reason="needs compiled loops")
def test_the_lower_and_the_upper_bound_hold_the_truth_between_them():
    from kernelsy19.engine import alignment_loop

    x, y = walks([60, 50], step=3.0)
    block = np.zeros((50, 2, alignments.LANES))
    block[:, :, 0] = y
    lengths = np.ones(alignments.LANES, dtype=np.int64)
    lengths[0] = 50
    for gamma in (0.01, 0.3, 1.0):
        both = (0.0, alignments.SMALLEST)
        low, high = (alignment_loop.log_sums(x, block, lengths, gamma, least)[0][0] for least in both)
        truth = alignment_loop.log_sum_in_logs(x, y, gamma)
        assert low <= truth + 1e-9 and truth <= high + 1e-9


def test_packing_keeps_every_element():
    X = walks(LENGTHS)
    order, blocks = alignments._pack(X, 16)
    assert sorted(order) == list(range(len(X)))
    lengths = np.concatenate([lengths for _, lengths in blocks])[: len(X)]
    np.testing.assert_array_equal(lengths, np.sort(LENGTHS))
    np.testing.assert_array_equal(blocks[0][0][: lengths[3], :, 3], X[order[3]])
