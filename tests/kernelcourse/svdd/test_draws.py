"""What the proofs of chapter 13 are evaluated on, found without what they conclude."""

import numpy as np
import pytest

from kernelcourse.svdd import draws


@pytest.mark.parametrize("seed", range(5))
def test_drawn_weights_are_feasible(seed):
    s = draws.draw_stationary(np.random.default_rng(seed))
    assert s.y @ s.alpha == pytest.approx(1, abs=1e-12)
    assert s.alpha.min() >= 0 and s.alpha.max() <= s.C
