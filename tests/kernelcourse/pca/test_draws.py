"""What the chapter draws for its last section: a spot that wanders."""

import numpy as np
import pytest

from kernelcourse.pca import draws


@pytest.mark.parametrize("t", [0.0, 0.3, 1.0])
def test_the_spot_is_where_the_time_says(t):
    image = draws.spot(t, size=101).reshape(101, 101)
    down, across = np.unravel_index(image.argmax(), image.shape)
    assert down / 100 == pytest.approx(0.3 + 0.4 * np.sin(6.3 * t), abs=0.011)
    assert across / 100 == pytest.approx(0.2 + 0.6 * t, abs=0.011)
    assert 0 <= image.min() and image.max() == pytest.approx(1, abs=0.02)


def test_it_has_the_size_that_was_asked_for():
    assert draws.spot(0.5, size=7).shape == (49,)
    assert draws.spot(0.5).shape == (2**20,)
