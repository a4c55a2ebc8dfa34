"""The squared distance of two mapped points"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

# Kernel values of two points, and the mapped points that they come from
Pair = namedtuple("Pair", "K_xx K_xy K_yy Phi_x Phi_y")


def problems(rng):
    """Draw mapped points in two to four dimensions, and their dot products."""
    for D in (2, 3, 4):
        yield of_coordinates(*rng.normal(size=(2, D)))


def edge(rng):
    a, b = rng.integers(1, 6, size=2).astype(float)
    x = np.array([a, b])
    return {
        "two points that are the same": of_coordinates(x, x),
        "two points at a right angle": of_coordinates(x, np.array([-b, a])),
        "two points more than a right angle apart": of_coordinates(x, np.array([-3 * a, 0])),
    }


def of_coordinates(x, y):
    return Pair(float(x @ x), float(x @ y), float(y @ y), x, y)


def solve(K_xx, K_xy, K_yy, *, mixed=-2.0, last=1.0):
    """‖Φ(x)‖² − 2 Φ(x)ᵀΦ(y) + ‖Φ(y)‖²."""
    return K_xx + mixed * K_xy + last * K_yy


def certify(pair, d2):
    exact = np.sum((pair.Phi_x - pair.Phi_y) ** 2)
    return Certificate("| your answer − ‖Φ(x) − Φ(y)‖² |, from coordinates", abs(d2 - exact), 1e-10)
