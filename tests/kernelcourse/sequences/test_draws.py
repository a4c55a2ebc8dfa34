"""What chapter 14 draws."""

import numpy as np

from kernelcourse.sequences.draws import two_long_walks


def test_long_walks_go_one_step_at_a_time():
    walks = two_long_walks(3)
    assert [walk.shape for walk in walks] == [(1000, 2), (960, 2)]
    for walk in walks:
        steps = np.diff(walk, axis=0)
        assert abs(steps.mean()) < 0.1 and abs(steps.std() - 1) < 0.1
    assert not np.array_equal(walks[0][:960], walks[1])
