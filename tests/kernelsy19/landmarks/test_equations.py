"""The model of the time of a pass, by hand, and sums of nested parts."""

import numpy as np
import pytest

from kernelsy19 import landmarks


class TestPassTime:
    MACHINE = {"seconds_per_row": 2e-5, "seconds_per_group": 0.01, "m": 100, "bytes_per_second": 1e8}

    def test_by_hand(self):
        # 10⁶ rows on 5 workers in 4 s; 25 groups in 0.25 s, and 25 · 80 000 bytes in 0.02 s; three passes.
        assert landmarks.pass_time(3, 10**6, workers=5, groups=25, **self.MACHINE) == pytest.approx(3 * 4.27)

    def test_more_workers_do_not_help_the_machine_that_adds_up(self):
        times = [
            landmarks.pass_time(1, 10**8, workers=w, groups=25_000, **self.MACHINE) for w in (1, 10, 10**6)
        ]
        adding_up = 25_000 * (0.01 + 80_000 / 1e8)
        assert times[0] > 9 * times[1] / 2 and times[2] == pytest.approx(adding_up, rel=0.01)

    def test_larger_groups_help(self):
        few, many = (
            landmarks.pass_time(1, 10**8, workers=10, groups=g, **self.MACHINE) for g in (100, 10_000)
        )
        assert few < many


def test_sums_of_nested_parts():
    a = 1, (np.ones(2), 2.0), np.eye(2)
    total = landmarks.add(a, a)
    assert total[0] == 2 and total[1][1] == 4.0
    np.testing.assert_array_equal(total[1][0], 2)
    with pytest.raises(ValueError, match="zip"):
        landmarks.add((1, 2), (1,))
