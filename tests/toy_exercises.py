"""Four small exercises on which the framework is tested: a function, a number, a word, an example."""

import typing

import numpy as np

from kernelcourse.judging import answers
from kernelcourse.judging.exercises import Certificate, Exercise, Mistake, agreement


class Ball(typing.NamedTuple):
    K: np.ndarray
    alpha: np.ndarray


def balls(rng):
    for n in (2, 5, 3):
        X = rng.normal(size=(n, 3))
        alpha = rng.random(n)
        yield Ball(X @ X.T, alpha / alpha.sum())


def distances(K, alpha):
    return K.diagonal() - 2 * K @ alpha + alpha @ K @ alpha


def without_center_norm(K, alpha):
    return K.diagonal() - 2 * K @ alpha


def without_factor_two(K, alpha):
    return K.diagonal() - K @ alpha + alpha @ K @ alpha


CODING = Exercise(
    "99.1",
    "Distances to the center",
    problems=balls,
    reference=distances,
    certify=agreement("largest difference from the squared distances", distances),
    mistakes=[
        Mistake("The last term, ‖c‖², is missing.", without_center_norm),
        Mistake("The cross term counts twice.", without_factor_two),
    ],
)
NUMBER = Exercise(
    "99.2",
    "How many lie outside?",
    problems=None,
    reference=lambda: 27,
    certify=agreement("error of your prediction", lambda: 27, tolerance=3),
    mistakes=[
        Mistake("That is the share that stays inside.", lambda: 245),
        Mistake("That is nu in percent.", lambda: 10),
    ],
)
CHOICE = Exercise(
    "99.3",
    "More or fewer?",
    problems=None,
    reference=lambda: "more",
    certify=lambda _, answer: Certificate("more points leave the ball", answer == "more"),
    mistakes=[
        Mistake("A larger nu allows more outliers.", lambda: "fewer"),
        Mistake("The number does change.", lambda: "as many"),
    ],
    choices=("more", "fewer", "as many"),
)
EXAMPLE = Exercise(
    "99.4",
    "Points on which a kernel is not PSD",
    problems=None,
    reference=lambda: np.array([[-1.0], [2.0]]),
    certify=lambda _, X: [
        Certificate("smallest entry is negative", bool(X.min() < 0)),
        Certificate("distance of the sum from 1", abs(X.sum() - 1), 1e-8),
    ],
    mistakes=[
        Mistake("All are positive.", lambda: np.ones((3, 1)), when=lambda _, X: X.min() > 0),
        Mistake("All are zero.", lambda: np.zeros((2, 1)), when=lambda _, X: not X.any()),
    ],
    form=answers.numbers_of_any_shape,
)
TOYS = [CODING, NUMBER, CHOICE, EXAMPLE]
