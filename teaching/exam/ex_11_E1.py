"""Probabilities for another population"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

# Scores, the share of class 1 among the training points, and the share where the machine is used.
OtherShare = namedtuple("OtherShare", "f trained used")


def problems(rng):
    """Draw scores, and a share that is much lower where the machine is used."""
    for n in (2, 4, 7):
        yield OtherShare(rng.normal(size=n), rng.uniform(0.4, 0.6), rng.uniform(0.02, 0.2))


def edge(rng):
    return {"the share is the same": OtherShare(rng.normal(size=3), 0.3, 0.3)}


def solve(f, trained, used):
    """Both probabilities times the new share over the old one, divided by their sum."""
    one = sigmoid(f) * used / trained
    zero = sigmoid(-f) * (1 - used) / (1 - trained)
    return one / (one + zero)


def sigmoid(f):
    return 1 / (1 + np.exp(-f))


def certify(problem, p):
    f, trained, used = problem
    factor = used * (1 - trained) / (trained * (1 - used))
    error = np.abs(p - (1 - p) * factor * np.exp(f)).max()
    said = "largest | p − (1 − p) · odds |, with the odds of the training set times one factor"
    return Certificate(said, error, 1e-10, otherwise="largest error of the odds")
