"""The explorer of landmarks shows what a choice of landmarks leaves."""

import numpy as np
import pytest

from kernelsy19 import landmarks
from kernelsy19.kernels import RBF
from kernelsy19.landmarks.explorers import MOST, RULE_NAMES, LandmarkExplorer
from kernelsy19.landmarks.settings import with_far_points


@pytest.fixture(scope="module")
def explorer():
    return LandmarkExplorer()


@pytest.mark.parametrize("rule", RULE_NAMES)
def test_the_share_that_is_left_is_that_of_the_landmarks_shown(explorer, rule):
    explorer.set(m=20, rule=rule, gamma=3.0, seed=2, data="spirals with far points")
    gamma = explorer.values["gamma"]
    Z = np.column_stack(explorer.marks.get_data())
    assert len(Z) == 20
    left = landmarks.trace_error(landmarks.landmark_map(RBF(gamma), Z), with_far_points())
    assert explorer.here.get_ydata()[0] == pytest.approx(left, rel=1e-6)
    assert f"They leave {left:.2%} of the trace" in explorer.alt


def test_nothing_is_below_the_smallest_possible(explorer):
    for data in ("spirals with far points", "faithful", "moons"):
        for gamma in (0.05, 1.0, 30.0):
            explorer.set(data=data, gamma=gamma)
            left, least = explorer.left.get_ydata(), explorer.least.get_ydata()
            assert (left >= least[: len(left)] * (1 - 1e-6)).all()


def test_a_wide_kernel_has_fewer_landmarks_than_asked_for(explorer):
    explorer.set(data="faithful", gamma=10**-1.5, m=MOST, rule="RPCholesky")
    shown = len(explorer.marks.get_xdata())
    assert 1 <= shown <= MOST and explorer.here.get_xdata()[0] == shown


def test_far_points_stay_without_landmarks_if_drawn_evenly(explorer):
    """What the chapter answers: whatever is drawn, some far point is missed."""
    explorer.set(data="spirals with far points", gamma=10**0.5, m=MOST, rule="evenly drawn")
    for seed in range(10):
        explorer.set(seed=seed)
        far = (np.abs(np.column_stack(explorer.marks.get_data())) > 1.5).any(axis=1).sum()
        assert far < 10
        assert explorer.here.get_ydata()[0] > 5 * explorer.least.get_ydata()[MOST - 1]


def test_first_landmarks_of_faithful(explorer):
    explorer.set(data="faithful", gamma=10**0.5, m=2, rule="RPCholesky")
    apart = 0
    for seed in range(10):
        explorer.set(seed=seed)
        apart += np.prod(np.sign(explorer.marks.get_xdata())) < 0
    assert apart >= 6
