"""What the proofs about the ball are evaluated on is what it says, found without what they conclude."""

import numpy as np
import pytest

from kernelcourse.ball import draws
from kernelcourse.proving.derivations import gradient
from kernelsy19 import ball


@pytest.mark.parametrize("seed", range(5))
def test_a_stationary_point_is_one_and_nothing_else_is_special_about_it(seed):
    s = draws.draw_stationary_point(np.random.default_rng(seed))

    def of_center(c):
        return ball.lagrangian(s.R, c, s.xi, s.alpha, s.beta, s.Phi, s.nu)

    np.testing.assert_allclose(gradient(of_center, s.c), 0, atol=1e-10)
    d2 = ((s.Phi - s.c) ** 2).sum(axis=1)
    assert np.abs(ball.complementary_slackness(s.R**2, s.xi, s.alpha, s.beta, d2)[0]).max() > 1e-2
