"""Points that several questions are about."""

import numpy as np

SIZES = ((3, 2), (6, 3), (9, 2))  # points and coordinates


def clouds(rng):
    """Draw points in general position, their mean far from the origin."""
    for n, p in SIZES:
        yield rng.normal(size=(n, p)) + rng.normal(size=p)


def squared_distances(X, Y):
    """From one point to the other, pair by pair."""
    return np.array([[np.dot(x - y, x - y) for y in Y] for x in X])
