"""The cheapest alignment"""

import math

import numpy as np

from kernelcourse.judging.certificates import agreement
from kernelcourse.sequences.checks.draws import (
    ALL_STEPS,
    TwoSequences,
    cheapest,
    costs,
    divisors,
    filled,
    two_sequences,
)


def problems(rng):
    """Draw pairs of sequences, of one of which the cheapest next cell leads astray."""
    drawn = []
    while not any(greedy(*pair) > solve(*pair) + 0.1 for pair in drawn):
        drawn = list(two_sequences(rng))
    return drawn


def edge(rng):
    x = rng.normal(size=4)
    return {
        "one element beside several": TwoSequences(x[:1], rng.normal(size=5)),
        "two sequences that are the same": TwoSequences(x, x.copy()),
        "an element that is repeated": TwoSequences(np.repeat(x, 2), np.repeat(x, [1, 2, 1, 3])),
    }


def solve(x, y, *, step=lambda c, before: c + min(before), cost=None, outside=np.inf, steps=(0, 1, 2)):
    """The last entry of the table D: in each cell its cost, and the cheapest of the three cells before."""
    C = costs(x, y) if cost is None else cost(np.asarray(x)[:, None], np.asarray(y))
    return float(filled(C, step, outside, steps=steps)[-1, -1])


def table(x, y):
    return filled(costs(x, y), lambda c, before: c + min(before), np.inf)


certify = agreement("difference from the cheapest of all alignments", cheapest)


def is_divided(problem, D):
    right = solve(*problem)
    return any(np.isclose(D * n, right, rtol=1e-9) for n in divisors(*map(len, problem)))


def is_a_number_of_pairs(problem, D):
    p, q = map(len, problem)
    return D in (p + q - 1, max(p, q))


def greedy(x, y):
    """Step by step to the cheapest cell ahead."""
    C, i, j = costs(x, y), 0, 0
    total = C[0, 0]
    while (i, j) != (len(x) - 1, len(y) - 1):
        ahead = [(i + a, j + b) for a, b in ALL_STEPS if i + a < len(x) and j + b < len(y)]
        i, j = min(ahead, key=lambda cell: C[cell])
        total += C[i, j]
    return total


def along_edges(x, y, steps):
    """Some of the steps, but all of the first row and of the first column."""
    C = costs(x, y)
    D = np.zeros(C.shape)
    D[0], D[:, 0] = C[0].cumsum(), C[:, 0].cumsum()
    for i in range(1, len(x)):
        for j in range(1, len(y)):
            before = D[i - 1, j], D[i, j - 1], D[i - 1, j - 1]
            D[i, j] = C[i, j] + min(before[k] for k in steps)
    return D[-1, -1]


def beginning_anew(x, y, steps):
    """Some of the steps, and nothing before a cell that none of them reaches."""
    return solve(x, y, step=lambda c, before: c + (min(before) if min(before) < np.inf else 0.0), steps=steps)


def with_gaps(x, y, price):
    """An element beside nobody has a price, as between words."""
    D = np.add.outer(np.arange(len(x) + 1.0), np.arange(len(y) + 1.0)) * price
    for i, j in np.ndindex(len(x), len(y)):
        D[i + 1, j + 1] = min(D[i, j + 1] + price, D[i + 1, j] + price, D[i, j] + abs(x[i] - y[j]))
    return D[-1, -1]


def in_band(x, y, width):
    """Only cells near the diagonal."""
    C = costs(x, y)
    i, j = np.indices(C.shape)
    C[abs(i - j) > max(width, abs(len(x) - len(y)))] = np.inf
    return filled(C, lambda c, before: c + min(before), np.inf)[-1, -1]
