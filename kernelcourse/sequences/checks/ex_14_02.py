"""How many alignments?"""

import math
from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.sequences.checks.draws import ALL_STEPS

Lengths = namedtuple("Lengths", "p q")  # the lengths of two sequences


def problems(rng):
    """Draw lengths, different ones."""
    for low, high in ((2, 5), (4, 9), (16, 22)):
        p, q = rng.choice(np.arange(low, high), size=2, replace=False)
        yield Lengths(int(p), int(q))


def edge(rng):
    n = int(rng.integers(3, 9))
    return {"one element": Lengths(1, n), "two sequences of one length": Lengths(n, n)}


def solve(p, q, *, steps=ALL_STEPS, outside=0):
    """The number of ways through a table: 1 before the first cell, and in each cell the sum of those before."""
    M = [[outside] * (q + 1) for _ in range(p + 1)]
    M[0][0] = 1
    for i in range(1, p + 1):
        for j in range(1, q + 1):
            M[i][j] = sum(M[i - a][j - b] for a, b in steps)
    return M[p][q]


def certify(problem, answer):
    off = abs(float(answer) / float(_by_diagonals(*problem)) - 1)
    text = "relative difference from a sum over the number of diagonal steps"
    return Certificate(text, off, 1e-12, otherwise="relative error of the number")


def _by_diagonals(p, q):
    """Of the p + q − 2 single steps, so many pairs become a step on the diagonal."""
    p, q = p - 1, q - 1
    return sum(math.comb(p + q - d, d) * math.comb(p + q - 2 * d, p - d) for d in range(min(p, q) + 1))


def inner_only(p, q):
    """Nothing stands in the first row and the first column but the first cell."""
    M = [[0] * q for _ in range(p)]
    M[0][0] = 1
    for i in range(1, p):
        for j in range(1, q):
            M[i][j] = M[i - 1][j] + M[i][j - 1] + M[i - 1][j - 1]
    return M[-1][-1]
