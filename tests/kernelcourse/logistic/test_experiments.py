"""What the experiments of chapter 11 compute is what they say."""

import numpy as np
import pytest

from kernelcourse.logistic import experiments
from kernelsy19 import datasets, logistic
from kernelsy19.kernels import RBF


@pytest.mark.parametrize("y", [0, 1])
def test_a_coefficient_without_residual(y):
    theta = experiments.without_residual(0.7, 2.0, y, 0.1)
    assert 0.1 * theta - y + logistic.probability(0.7 + 2.0 * theta) == pytest.approx(0, abs=1e-12)


def test_one_coefficient_at_a_time_ends_where_newton_does():
    data = datasets.moons(100, noise=0.25, rng=0)
    K = RBF(2.0)(data.X)
    best = logistic.solve_logistic(K, data.y, 0.1).theta
    assert experiments.gap_of(best, K, data.y, 0.1) < 1e-8
    found = experiments.gap_after_falling_steps(0, epochs=30)
    assert found["one coefficient"] < 1e-8 < found["falling"] < found["0.1"]


def test_a_kernel_and_its_multiple_find_the_same_function():
    """Which is why `lead_of_rbf` multiplies a penalty where it says that it divides a kernel."""
    data = datasets.moons(40, noise=0.1, rng=0)
    K = RBF(1.0)(data.X)
    one, other = logistic.solve_logistic(K, data.y, 0.2), logistic.solve_logistic(5 * K, data.y, 1.0)
    np.testing.assert_allclose(one.scores, other.scores, atol=1e-5)
