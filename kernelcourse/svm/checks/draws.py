"""Points of two groups, and weights that a machine allows, on which several exercises of chapter 12 are tried."""

from collections import namedtuple

import numpy as np


def groups(rng, n, p=2, distance=0.7, share=0.5):
    """Points of two groups, in random order; a share of them, rounded down, has the class −1."""
    y = rng.permutation(np.where(np.arange(n) < int(share * n), -1.0, 1.0))
    return rng.normal(size=(n, p)) + distance * y[:, None], y


Guess = namedtuple("Guess", "alpha y K C b")  # weights that are allowed and not the best, and any offset


def guess_of(rng, X, y, kernel, C):
    alpha = rng.uniform(0.1, 0.9, size=len(y)) * C
    heavier = y == np.sign(alpha @ y)
    alpha[heavier] *= alpha[~heavier].sum() / alpha[heavier].sum()
    return Guess(alpha, y, kernel(X), C, rng.normal())
