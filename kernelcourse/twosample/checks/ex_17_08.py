"""Each shuffle chooses its width"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

# A row for each width: the distance that came, and those after the shuffles
Distances = namedtuple("Distances", "T")


def problems(rng):
    """Draw rows of different sizes and tails, with what came among the larger ones of each."""
    for widths, B in ((3, 39), (4, 59), (6, 99)):
        yield Distances(next(T for T in _drawn(rng, widths, B) if smallest(T) < chosen_by_what_came(T)))


def _drawn(rng, widths, B):
    while True:
        T = rng.normal(size=(widths, B + 1)) + 0.5 * rng.normal(size=B + 1)
        T[:, 0] = rng.uniform(0.5, 2.0, size=widths)
        T[::2] = np.exp(1.5 * T[::2])
        yield T * rng.uniform(0.1, 9.0, size=(widths, 1))


def edge(rng):
    T = np.exp(rng.normal(size=(3, 20)))
    again, far = T.copy(), T.copy()
    again[:, 4], far[1, 0] = again[:, 0], 40.0
    return {
        "a single width": Distances(T[:1]),
        "a shuffle gives just what came": Distances(again),
        "no shuffle reaches what came": Distances(far),
    }


def in_units(T, of):
    """The rows in units of their own, by the columns `of`."""
    return (T - T[:, of].mean(axis=1, keepdims=True)) / T[:, of].std(axis=1, keepdims=True)


def share(T, above=1, below=1):
    return (above + np.count_nonzero(T[1:] >= T[0])) / (below + len(T) - 1)


def solve(T, *, above=1, below=1, of=slice(None), largest=np.max, scaled=True):
    """The p-value of the largest distance, each in the units of its row; or of another number."""
    units = in_units(T, of) if scaled else T
    return share(largest(units, axis=0), above, below)


def chosen_by_what_came(T):
    """p at the width at which what came stands out most."""
    return share(T[np.argmax(in_units(T, slice(None))[:, 0])])


def smallest(T):
    return min(share(row) for row in T)


def certify(problem, answer):
    (T,) = problem
    highest = [
        max((t - np.mean(row)) / np.std(row) for t, row in zip(column, T, strict=True)) for column in T.T
    ]
    rank = sum(value >= highest[0] for value in highest)
    text = "| your p − the rank of what came among all B + 1, as a share |, by loops"
    return Certificate(text, abs(answer - rank / len(highest)), 1e-9, otherwise="| your p − the right one |")
