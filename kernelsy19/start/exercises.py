"""The exercise of the first notebook: what a check is like."""

from typing import NamedTuple

import numpy as np

from kernelsy19.course.exercises import Certificate, Exercise, Mistake


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
        x, y = rng.normal(size=(2, D))
        yield Pair(float(x @ x), float(x @ y), float(y @ y), x, y)


def kernel_values(pair):
    """Keep what the student's function receives."""
    return pair.K_xx, pair.K_xy, pair.K_yy


def _reference(K_xx, K_xy, K_yy):
    return K_xx - 2 * K_xy + K_yy


def _certify(pair, d2):
    exact = np.sum((pair.Phi_x - pair.Phi_y) ** 2)
    return Certificate("| your answer − ‖Φ(x) − Φ(y)‖² |, from coordinates", abs(d2 - exact), 1e-10)


squared_distance = Exercise(
    "00.1",
    "The squared distance of two mapped points",
    problems=pairs,
    arguments=kernel_values,
    reference=_reference,
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
            "You took the root: the exercise asks for the *squared* distance.",
            lambda K_xx, K_xy, K_yy: np.sqrt(K_xx - 2 * K_xy + K_yy),
        ),
    ],
)
