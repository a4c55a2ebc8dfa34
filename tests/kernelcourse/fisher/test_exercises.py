"""Attacks on the exercises of chapter 15: wrong answers that looked right."""

import numpy as np
from own_answers import wrong_answers

from kernelcourse.judging.exercises import find_exercise
from kernelsy19.fisher import log_joint


def nearest_where_nothing_is_left(X, w, mu, sd):
    """Far out, the nearest mean is not always the likeliest."""
    share = np.exp(log_joint(X, w, mu, sd))
    share /= share.sum(axis=1, keepdims=True)
    nearest = ((X[:, None] - mu) ** 2).sum(axis=2).argmin(axis=1)
    return np.where(np.isnan(share), np.eye(len(w))[nearest], share)


test_wrong = wrong_answers(
    [("15.5", nearest_where_nothing_is_left, "a point far from all components")], range(4)
)


def test_deviations_that_are_the_same_are_not_called_a_mean():
    def with_those_of_all_points(X, r):
        w, mu = r.mean(axis=0), r.T @ X / r.sum(axis=0)[:, None]
        return w, mu, np.tile(X.std(axis=0), (r.shape[1], 1))

    message = find_exercise("15.6").judge(with_those_of_all_points, 0).message
    assert "the same for all components" in message and "mean of" not in message
