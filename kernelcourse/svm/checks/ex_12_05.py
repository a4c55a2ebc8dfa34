"""A step of SMO with signs"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst
from kernelcourse.svm.checks.draws import groups, guess_of
from kernelsy19.kernels import RBF, Linear
from kernelsy19.svm.equations import dual_objective

Pair = namedtuple("Pair", "alpha y K C i j")  # weights that are allowed, and the two that are to move


def problems(rng):
    """Draw pairs of one class and of both; the step ends inside the box or at a wall."""
    yield _pair(rng, 4, False, 4.0, RBF(0.5))
    yield _pair(rng, 7, True, 4.0, RBF(1.0))
    yield _pair(rng, 10, True, 0.8, Linear(), "second at 0")
    yield _pair(rng, 8, True, 0.9, RBF(0.6), "first at 0")
    yield _pair(rng, 9, False, 0.7, Linear(), "second at C")


def _pair(rng, n, same, C, kernel, ends="inside", twins=False):
    """Two points of one class or of both that are not at right angles, or the same; the first may rise."""
    while True:
        X, y = groups(rng, n)
        i, j = (int(k) for k in rng.choice(n, size=2, replace=False))
        X[j] = X[i] if twins else X[j]
        pair = Pair(*guess_of(rng, X, y, kernel, C)[:4], i, j)
        slope, (own, other) = slope_of(*pair), walls_of(pair.alpha, y, C, i, j)
        if (y[i] == y[j]) != same or slope <= 0.05 or abs(pair.K[i, j]) < 0.02:
            continue
        top = slope / divisor(pair.K, i, j)
        stops = top > 1.3 * min(own, other) > 0.05 * C
        rises, falls = y[i] > 0, y[j] > 0
        if {
            "inside": 2.1 * top < min(own, other),
            "first at C": stops and own < 0.8 * other and rises,
            "first at 0": stops and own < 0.8 * other and not rises,
            "second at C": stops and other < 0.8 * own and not falls,
            "second at 0": stops and other < 0.8 * own and falls,
        }[ends]:
            return pair


def edge(rng):
    return {
        "the first weight is at its wall already: nothing moves": _stuck(rng),
        "the same point in both classes": _pair(rng, 7, False, 1.0, RBF(0.8), "first at C", twins=True),
    }


def _stuck(rng):
    while True:
        alpha, y, K, C, _ = guess_of(rng, *groups(rng, 6), RBF(0.5), 1.0)
        i, j = (int(k) for k in rng.choice(6, size=2, replace=False))
        alpha[i] = C if y[i] > 0 else 0.0
        rest = (y == np.sign(alpha @ y)) & (np.arange(6) != i)  # these keep the balance
        alpha[rest] *= 1 - abs(alpha @ y) / max(alpha[rest].sum(), 1e-9)
        pair = Pair(alpha, y, K, C, i, j)
        if abs(alpha @ y) < 1e-12 and alpha.min() >= 0 and slope_of(*pair) > 0.05:
            return pair


def divisor(K, i, j):
    """The squared distance of the two points, not 0 where they are the same."""
    return max(K[i, i] + K[j, j] - 2 * K[i, j], 1e-300)


def slope_of(alpha, y, K, C, i, j):
    s = y - K @ (alpha * y)
    return s[i] - s[j]


def walls_of(alpha, y, C, i, j):
    """How far each of the two may go."""
    return C - alpha[i] if y[i] > 0 else alpha[i], alpha[j] if y[j] > 0 else C - alpha[j]


def solve(alpha, y, K, C, i, j, *, factor=1.0, by=None, slopes=None, step=None, walls=None, signs=True):
    """Both signed weights move by what is left of the top of the parabola between the walls."""
    slope = slope_of(alpha, y, K, C, i, j) if slopes is None else slopes[i] - slopes[j]
    t = factor * slope / (divisor(K, i, j) if by is None else by) if step is None else step
    t = min(t, *(walls_of(alpha, y, C, i, j) if walls is None else walls))
    after = alpha.copy()
    after[i] += t * (y[i] if signs else 1)
    after[j] -= t * (y[j] if signs else 1)
    return after


def certify(problem, after):
    alpha, y, K, C, i, j = problem
    direction = np.zeros(len(y))
    direction[i], direction[j] = y[i], -y[j]
    reach = min(walls_of(alpha, y, C, i, j))
    steps = y * (alpha + np.linspace(0, reach, 2001)[:, None] * direction)
    values = steps @ y - (steps @ K * steps).sum(axis=1) / 2
    return [
        Certificate(
            "largest change of another weight", worst(np.abs(np.delete(after - alpha, [i, j]))), 1e-12
        ),
        Certificate("change of Σᵢ αᵢyᵢ", abs((after - alpha) @ y), 1e-9),
        Certificate("by how much a weight leaves the box", worst(-after, after - C), 1e-9),
        Certificate(
            "by how much the dual is larger after the best of many steps",
            worst(values.max() - dual_objective(after, y, K)),
            1e-9,
        ),
    ]


def has_moved_others(problem, after):
    others = np.delete(after - problem.alpha, [problem.i, problem.j])
    return bool(np.abs(others).max(initial=0.0) > 0.01 * np.abs(problem.alpha).max())
