"""The time of a pass by hand, and sums of nested parts."""

import numpy as np
import pytest

from kernelsy19 import landmarks


def test_the_time_of_a_pass_by_hand():
    # 10⁶ rows on 5 workers in 4 s; 25 groups in 0.25 s, and 25 · 80 000 bytes in 0.02 s; three passes.
    machine = {"seconds_per_row": 2e-5, "seconds_per_group": 0.01, "m": 100, "bytes_per_second": 1e8}
    assert landmarks.pass_time(3, 10**6, workers=5, groups=25, **machine) == pytest.approx(3 * 4.27)


def test_sums_of_nested_parts():
    a = 1, (np.ones(2), 2.0), np.eye(2)
    total = landmarks.add(a, a)
    assert total[0] == 2 and total[1][1] == 4.0
    np.testing.assert_array_equal(total[1][0], 2)
    with pytest.raises(ValueError, match="zip"):
        landmarks.add((1, 2), (1,))
