"""Alignments that stay near the diagonal"""

import functools
from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

# Costs of all pairs of elements of two sequences of one length, and the width of the band.
Banded = namedtuple("Banded", "C width")


def problems(rng):
    """Draw costs that lead off the diagonal, to the edge of the band and beyond it, on one side or the other."""
    for n, width, side in ((4, 1, -1), (5, 1, 1), (5, 2, -1), (5, 2, 1)):
        C = rng.uniform(0.8, 1.0, size=(n, n))
        off = side * np.subtract.outer(np.arange(n), np.arange(n))
        C[off == width] *= 0.3  # so that the edge of the band is used,
        C[off == width + 1] *= 0.05  # what lies beyond it is wanted,
        np.fill_diagonal(C, rng.uniform(2.0, 3.0, size=n))  # and the diagonal is not
        yield Banded(C, width)


def edge(rng):
    return {
        "a band of width 0": Banded(rng.uniform(0.5, 1.0, size=(3, 3)), 0),
        "a band that holds everything": Banded(rng.uniform(0.5, 1.0, size=(4, 4)), 3),
    }


def in_band(off, width):
    return abs(off) <= width


def solve(C, width, *, allowed=in_band, diagonal=1.0, steps=((1, 0), (0, 1), (1, 1)), first=1.0):
    """D(i, j) = C(i, j) + the smallest of the D before it, in the band."""
    n = len(C)
    D = np.full((n, n), np.inf)
    for i in range(n):
        for j in range(n):
            if allowed(i - j, width):
                before = [(D[i - a, j - b], a and b) for a, b in steps if i >= a and j >= b]
                costs = [least + C[i, j] * (diagonal if both else 1) for least, both in before]
                D[i, j] = min(costs, default=np.inf) if i or j else first * C[0, 0]
    return D[-1, -1]


def certify(problem, cost):
    """The cheapest of all alignments in the band, one by one."""

    @functools.cache
    def ending(i, j):
        if i < 0 or j < 0 or abs(i - j) > problem.width:
            return ()
        if i == j == 0:
            return (((0, 0),),)
        before = ending(i - 1, j) + ending(i, j - 1) + ending(i - 1, j - 1)
        return tuple((*path, (i, j)) for path in before)

    last = len(problem.C) - 1
    exact = min(sum(problem.C[cell] for cell in path) for path in ending(last, last))
    return Certificate("difference from the cheapest of all alignments in the band", abs(cost - exact), 1e-9)
