"""Walk back"""

import math
from collections import namedtuple

import numpy as np

from kernelcourse.judging.answers import numbers_of_any_shape as form
from kernelcourse.judging.certificates import Certificate
from kernelcourse.sequences.checks.draws import ALL_STEPS, filled, two_sequences
from kernelsy19.sequences.plain import plain_dtw

# The table of the cheapest alignments, and the local costs from which it was made
CostsAndTable = namedtuple("CostsAndTable", "D C")


def problems(rng):
    """Draw tables in which only one way leads back, and all three steps are taken; local costs mislead in one."""
    drawn = []
    while all(np.array_equal(solve(D, C), solve(C, C)) for D, C in drawn):
        found = (plain_dtw(x, y) for x, y in two_sequences(rng))
        drawn = [CostsAndTable(one.table, one.costs) for one in found]
    return drawn


def edge(rng):
    row = plain_dtw(rng.normal(size=1), rng.normal(size=4))
    column = plain_dtw(rng.normal(size=5), rng.normal(size=1))
    return {
        "a table of one row": CostsAndTable(row.table, row.costs),
        "a table of one column": CostsAndTable(column.table, column.costs),
        "a way along the first row, while the last row is cheap": _first_row(rng),
    }


def _first_row(rng):
    """A table whose cheapest alignment keeps to the first row; what index −1 reads, the last row, is smaller there."""
    big, small = rng.uniform(50, 90, size=(3, 4)), rng.uniform(0.5, 1.0, size=(3, 4))
    cheap = np.array([[1, 1, 1, 0], [1, 0, 0, 1], [1, 1, 0, 1]], dtype=bool)
    C = np.where(cheap, small, big)
    C[[1, 2, 2], [0, 0, 1]] /= 100
    return CostsAndTable(filled(C, lambda c, before: c + min(before), np.inf), C)


def solve(D, C):
    """From the last cell to the smallest of those before, until the first is reached."""
    del C
    i, j = last(D)
    path = [(i, j)]
    while (i, j) != (0, 0):
        before = [(i - a, j - b) for a, b in ALL_STEPS if i >= a and j >= b]
        i, j = min(before, key=lambda cell: D[cell])
        path.append((i, j))
    return np.array(path[::-1])


def last(D):
    return (D.shape[0] - 1, D.shape[1] - 1)


def certify(problem, path):
    D, C = problem
    path = np.asarray(path)
    if path.ndim != 2 or path.shape[1] != 2 or not (path == np.round(path)).all():
        return Certificate("the path is a list of pairs of whole numbers", False)
    path = path.astype(int)
    inside = bool((path >= 0).all() and (path < D.shape).all())
    ends = bool(inside and tuple(path[0]) == (0, 0) and tuple(path[-1]) == last(D))
    off = abs(C[tuple(path.T)].sum() - D[-1, -1]) if inside else math.inf
    return [
        Certificate("the path starts in the first cell and ends in the last", ends),
        Certificate("each step is one of the three", not skips(problem, path)),
        Certificate("difference between the costs along the path and the last entry of the table", off, 1e-9),
    ]


def skips(_, path):
    """Whether a step from one pair to the next is none of the three."""
    pairs = np.ndim(path) == 2 and np.shape(path)[1] == 2
    return pairs and not {tuple(int(k) for k in step) for step in np.diff(path, axis=0)} <= set(ALL_STEPS)


def forward(D):
    """To the smallest cell ahead, from the first cell."""
    return last(D) - solve(D[::-1, ::-1], None)[::-1]


def stopped(path):
    """What is left of a path by who stops at the first row or column."""
    inside = (path > 0).all(axis=1)
    return path[max(int(inside.argmax()) - 1, 0) :] if inside.any() else path[-1:]


def _ends(problem, path):
    """The first and the last cell of a path of allowed steps in the table, or None."""
    path = np.asarray(path)
    if path.ndim != 2 or path.shape[1] != 2 or not len(path) or not (path == np.round(path)).all():
        return None
    inside = (path >= 0).all() and (path < problem.D.shape).all()
    return (tuple(path[0]), tuple(path[-1])) if inside and not skips(problem, path) else None


def stops_at_the_edge(problem, path):
    ends = _ends(problem, path)
    return bool(ends and sorted(map(bool, ends[0])) == [False, True] and ends[1] == last(problem.D))


def is_dearer(problem, path):
    return _ends(problem, path) == ((0, 0), last(problem.D))


def starts_late(problem, path):
    ends = _ends(problem, path)
    return bool(ends and any(ends[0]) and ends[1] == last(problem.D))


def ends_early(problem, path):
    ends = _ends(problem, path)
    return bool(ends and not any(ends[0]) and ends[1] != last(problem.D))
