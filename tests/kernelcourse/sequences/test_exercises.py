"""Attacks on the exercises of chapter 14: right answers in forms of their own, and wrong ones that look right."""

import math
from functools import cache

import numpy as np
import pytest
from own_answers import wrong_answers

from kernelcourse.judging.exercises import find_exercise
from kernelcourse.sequences.checks import draws
from kernelsy19 import sequences
from kernelsy19.kernels.geometry import nearest_psd


def counted_by_places(x, y, k):
    return sum(x[i : i + k] == y[j : j + k] for i in range(len(x) - k + 1) for j in range(len(y) - k + 1))


@cache
def counted_recursively(p, q):
    if p == 1 or q == 1:
        return 1
    return counted_recursively(p - 1, q) + counted_recursively(p, q - 1) + counted_recursively(p - 1, q - 1)


def with_diagonal(D, value):
    return np.where(np.eye(len(D), dtype=bool), value, D)


def of_one_class(y, neighbors):
    return float((y[neighbors] == y).mean())


WRONG = [
    ("14.1", lambda x, y, k: counted_by_places(x, y, k + 1)),
    ("14.1", lambda x, y, k: sum(counted_by_places(x, y, m) for m in range(1, k + 2))),
    ("14.2", lambda p, q: counted_recursively(p + 1, q)),
    ("14.5", lambda D, C: [[0.5, 0.5]]),
    ("14.7", lambda K, K_new: K_new @ np.linalg.pinv(K) @ nearest_psd(K).K * 0.9),
    ("14.8", lambda D, y: 0.5),
    ("14.3", 7.0, "There is an alignment of that cost"),
    ("14.5", lambda D, C: [[0, 0], np.array(D.shape) - 1], "Some of your steps skip a cell"),
    ("14.5", lambda D, C: [*np.ndindex(D.shape)], "Some of your steps skip a cell"),
    # Twins and ties tell rules apart: the second in order, the last of equals, the mean on the diagonal.
    ("14.8", lambda D, y: of_one_class(y, np.argsort(D, axis=1, kind="stable")[:, 1]), ""),
    ("14.8", lambda D, y: of_one_class(y, len(y) - 1 - with_diagonal(D, np.inf)[:, ::-1].argmin(axis=1)), ""),
    ("14.8", lambda D, y: of_one_class(y, with_diagonal(D, D.mean()).argmin(axis=1)), ""),
]


def test_the_numbers_that_chapter_and_exercises_name():
    """Alignments of two sequences of 15 and of 20 elements; the value by hand."""
    assert 7.9e9 < counted_recursively(15, 15) < 8e9
    assert counted_recursively(20, 20) > 1e13
    assert [counted_recursively(n, n) for n in range(1, 6)] == [1, 3, 13, 63, 321]
    assert sequences.dtw_distance([1, 1, 2, 5], [1, 2, 2, 3, 3]) == 3
    assert sequences.dtw_distance([1, 1, 2], [1, 2, 2, 2]) == 0


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (4, 3), (6, 7)])
def test_a_table_is_summed_along_each_alignment(shape):
    """What the certificates of 14.3, 14.4 and 14.6 compare with: no recursion, every alignment tried."""
    table = np.random.default_rng(3).normal(size=shape)
    each = [math.fsum(table[v, w]) for v, w in sequences.all_alignments(*shape)]
    np.testing.assert_allclose(draws.sums_of_all(table), each, rtol=0, atol=1e-12)
    assert len({tuple(zip(v, w, strict=True)) for v, w in sequences.all_alignments(*shape)}) == len(each)


@pytest.mark.parametrize("seed", [0, *(pytest.param(k, marks=pytest.mark.night) for k in range(1, 20))])
def test_numbers_of_alignments_that_do_not_fit_into_32_bits_are_noticed(seed):
    exercise = find_exercise("14.2")
    result = exercise.judge(lambda p, q: exercise.reference(p, q) % 2**31, seed)
    assert result.status == "wrong"


test_wrong = wrong_answers(WRONG)
