"""The hypercube window"""

import numpy as np

from kernelcourse.density.checks.draws import Window
from kernelcourse.judging.certificates import agreement


def problems(rng):
    """Draw places of which each has points in its cube, in its ball only, and beside it in one coordinate only."""
    for m, n, p in ((2, 7, 1), (3, 9, 2), (4, 12, 3)):
        X0, h = 4 * rng.permutation(m)[:, None] + rng.normal(size=(m, p)), float(rng.uniform(0.6, 1.4))
        U = rng.uniform(-0.4, 0.4, size=(n, p))
        U[-2:, rng.integers(p)] = rng.uniform(0.6, 0.9, size=2) * rng.choice([-1, 1], size=2)
        U[0] = 0.45 * rng.choice([-1, 1], size=p)
        yield Window(X0, X0[rng.permutation(np.arange(n) % m)] + h * U, h)


def edge(rng):
    h = float(rng.choice([0.5, 1.0, 2.0]))
    X0 = rng.integers(-8, 9, size=(2, 2)) / 8
    corner, above = X0[0] + h / 2 * rng.choice([-1, 1], size=2), X0[1] + [0, h / 2]
    below, outside = X0[1] - [h / 2, 0], X0[1] + [h, 0.125]
    hair = X0[1] + [2**-14 + h / 2, 0]
    empty = X0[0] + 10 * h
    return {
        "points on an edge and on a corner": Window(X0, np.array([corner, above, below, outside, hair]), h),
        "a cube without a point": Window(
            np.array([X0[0], empty]), X0[:1] + rng.normal(size=(4, 2)) * h / 8, h
        ),
    }


def in_cube(D, h):
    """Which differences, along the last axis, are those of a point in the cube of side h."""
    return (np.abs(D) <= h / 2).all(axis=2)


def solve(X0, X, h, *, inside=in_cube):
    """The share of the sample in the cube, over its volume."""
    return inside(X[None] - X0[:, None], h).mean(axis=1) / h ** X.shape[1]


def by_loops(X0, X, h):
    counts = [sum(all(abs(a - b) <= h / 2 for a, b in zip(x0, x, strict=True)) for x in X) for x0 in X0]
    return np.array(counts) / (len(X) * h ** X.shape[1])


certify = agreement("largest | f̂(x₀) − count / (n hᵖ) |, counted point by point", by_loops, 1e-12)
