"""The exercise of the first notebook: what a check is like."""

from typing import NamedTuple

import numpy as np

from kernelcourse.judging.exercises import Certificate, Exercise, Mistake


class Pair(NamedTuple):
    """Kernel values of two points, and the mapped points that they come from."""

    K_xx: float
    K_xy: float
    K_yy: float
    Phi_x: np.ndarray
    Phi_y: np.ndarray


def pairs(rng):
    """Draw mapped points in two to four dimensions, and their dot products."""
    for D in (2, 3, 4):
        yield of_coordinates(*rng.normal(size=(2, D)))


def edge_pairs(rng):
    """Draw two points that are the same, at a right angle or at an obtuse one; all in whole numbers."""
    a, b = rng.integers(1, 6, size=2).astype(float)
    x = np.array([a, b])
    return {
        "two points that are the same": of_coordinates(x, x),
        "two points at a right angle": of_coordinates(x, np.array([-b, a])),
        "two points more than a right angle apart": of_coordinates(x, np.array([-3 * a, 0])),
    }


def of_coordinates(x, y):
    """The kernel values of two mapped points, with their coordinates."""
    return Pair(float(x @ x), float(x @ y), float(y @ y), x, y)


def kernel_values(pair):
    """Keep what the student's function receives."""
    return pair.K_xx, pair.K_xy, pair.K_yy


def _squared_distance(K_xx, K_xy, K_yy):
    return K_xx - 2 * K_xy + K_yy


def _certify(pair, d2):
    exact = np.sum((pair.Phi_x - pair.Phi_y) ** 2)
    return Certificate("| your answer − ‖Φ(x) − Φ(y)‖² |, from coordinates", abs(d2 - exact), 1e-10)


squared_distance = Exercise(
    "00.1",
    "The squared distance of two mapped points",
    problems=pairs,
    edge=edge_pairs,
    arguments=kernel_values,
    reference=_squared_distance,
    certify=_certify,
    mistakes=[
        Mistake(
            "The mixed term comes twice when the square is multiplied out.",
            lambda K_xx, K_xy, K_yy: K_xx - K_xy + K_yy,
        ),
        Mistake(
            "This is ‖Φ(x) + Φ(y)‖². What is the sign of the mixed term in ‖Φ(x) − Φ(y)‖²?",
            lambda K_xx, K_xy, K_yy: K_xx + 2 * K_xy + K_yy,
        ),
        Mistake(
            "The mixed term is missing. It is zero only for mapped points at a right angle.",
            lambda K_xx, K_xy, K_yy: K_xx + K_yy,
        ),
        Mistake(
            "The last term is missing: the square of a difference has three terms.",
            lambda K_xx, K_xy, K_yy: K_xx - 2 * K_xy,
            when=lambda pair, d2: bool(np.isclose([pair.K_xx, pair.K_yy], d2 + 2 * pair.K_xy).any()),
        ),
        Mistake(
            "You compared lengths. Two mapped points can be equally long and far apart.",
            lambda K_xx, K_xy, K_yy: (np.sqrt(K_xx) - np.sqrt(K_yy)) ** 2,
            when=lambda pair, d2: bool(
                np.isclose(abs(d2), [abs(pair.K_xx - pair.K_yy), _gap(pair), _gap(pair) ** 2]).any()
            ),
        ),
        Mistake(
            "The last term has the sign of the mixed one. A minus times a minus is a plus.",
            lambda K_xx, K_xy, K_yy: K_xx - 2 * K_xy - K_yy,
        ),
        Mistake(
            "You took the root: the exercise asks for the *squared* distance.",
            lambda K_xx, K_xy, K_yy: np.sqrt(K_xx - 2 * K_xy + K_yy),
        ),
        Mistake(
            "K(x, x) is 1 for the Gaussian kernel, but not for every kernel: take it from the arguments.",
            lambda K_xx, K_xy, K_yy: 2 - 2 * K_xy,
        ),
        Mistake(
            "You square kernel values. They are dot products already, and K(x, x) is a squared length.",
            lambda K_xx, K_xy, K_yy: K_xx**2 - 2 * K_xy + K_yy**2,
            when=lambda pair, d2: any(np.isclose(d2, wrong) for wrong in _with_squares(pair)),
        ),
        Mistake(
            "Your answer has the wrong sign everywhere: a squared distance is never negative.",
            lambda K_xx, K_xy, K_yy: -_squared_distance(K_xx, K_xy, K_yy),
        ),
    ],
)


def _gap(pair):
    """By how much one of two mapped points is longer than the other."""
    return abs(pair.K_xx**0.5 - pair.K_yy**0.5)


def _with_squares(pair):
    """What comes out for someone who squares lengths, or all kernel values."""
    K_xx, K_xy, K_yy = kernel_values(pair)
    yield from (K_xx**2 - 2 * K_xy + K_yy**2, K_xx**2 - 2 * K_xx * K_yy + K_yy**2, (K_xx - K_yy) ** 2)
    yield from (K_xx**2 - 2 * K_xy**2 + K_yy**2, _squared_distance(K_xx, K_xy, K_yy) ** 2)
