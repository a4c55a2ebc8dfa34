"""Attacks on the exercises of chapter 15: wrong answers that looked right."""

import numpy as np
import pytest

from kernelcourse.judging.exercises import exercises_of
from kernelsy19.fisher import log_joint

EXERCISES = exercises_of("15")


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # of the students
@pytest.mark.parametrize("seed", range(4))
def test_far_out_the_nearest_mean_is_not_always_the_likeliest(seed):
    def nearest_where_nothing_is_left(X, w, mu, sd):
        share = np.exp(log_joint(X, w, mu, sd))
        share /= share.sum(axis=1, keepdims=True)
        nearest = ((X[:, None] - mu) ** 2).sum(axis=2).argmin(axis=1)
        return np.where(np.isnan(share), np.eye(len(w))[nearest], share)

    result = EXERCISES["15.5"].judge(nearest_where_nothing_is_left, seed)
    assert (result.status, "a point far from all components" in result.message) == ("wrong", True)


def test_deviations_that_are_the_same_are_not_called_a_mean():
    def with_those_of_all_points(X, r):
        w, mu = r.mean(axis=0), r.T @ X / r.sum(axis=0)[:, None]
        return w, mu, np.tile(X.std(axis=0), (r.shape[1], 1))

    message = EXERCISES["15.6"].judge(with_those_of_all_points, 0).message
    assert "the same for all components" in message and "mean of" not in message
