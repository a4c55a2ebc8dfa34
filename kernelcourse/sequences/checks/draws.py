"""Pairs of sequences, tables filled step by step, and all alignments, for several exercises of chapter 14."""

import functools
import math
from collections import namedtuple

import numpy as np

from kernelsy19.sequences.plain import all_alignments, plain_dtw

ALL_STEPS = ((1, 0), (0, 1), (1, 1))

TwoSequences = namedtuple("TwoSequences", "x y")  # two sequences of numbers


def two_sequences(rng):
    """Draw sequences in which the cheapest alignment takes all three steps, and once goes far from the diagonal."""
    for p, q, least in ((4, 5, 0), (6, 4, 0), (7, 8, 3)):
        while True:
            pair = TwoSequences(2 * rng.normal(size=p), 2 * rng.normal(size=q))
            found = plain_dtw(*pair)
            steps = set(zip(np.diff(found.v), np.diff(found.w), strict=True))
            if len(steps) == 3 and np.abs(found.v - found.w).max() >= least:
                yield pair
                break


@functools.lru_cache(maxsize=32)
def _cells_of_all(p, q):
    """All alignments, a row for each: its cells, counted through the table row by row, and p·q after its end."""
    alignments = all_alignments(p, q)
    cells = np.full((len(alignments), p + q - 1), p * q)
    for row, (v, w) in zip(cells, alignments, strict=True):
        row[: len(v)] = v * q + w
    return cells


def sums_of_all(table):
    """The sum of a table along each of all alignments, which are listed once for each size."""
    return np.append(table, 0.0)[_cells_of_all(*np.shape(table))].sum(axis=1)


def costs(x, y):
    return np.abs(np.subtract.outer(x, y))


def cheapest(x, y):
    return float(sums_of_all(costs(x, y)).min())


def filled(values, step, outside, corner=0.0, steps=(0, 1, 2), zeros=None):
    """A table by a recursion: ``step(value, before)``, where the three cells before are above, left and diagonal.
    Without the diagonal step the first cell is reached all the same."""
    M = np.full((values.shape[0] + 1, values.shape[1] + 1), outside)
    if zeros is not None:
        np.moveaxis(M, zeros, 0)[0] = 0.0
    M[0, 0] = corner
    for i, j in np.ndindex(values.shape):
        before = [(M[i, j + 1], M[i + 1, j], M[i, j])[k] for k in steps]
        M[i + 1, j + 1] = step(values[i, j], before if i or j or 2 in steps else [corner])
    return M[1:, 1:]


def divisors(p, q):
    """By what a sum of costs is divided by those who divide it: lengths, and numbers of pairs."""
    return {p, q, p + q, p + q - 1, max(p, q), min(p, q), (p + q) / 2, p * q, math.sqrt(p * q)} - {1}
