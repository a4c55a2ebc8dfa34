"""The warping explorer: what it shows is the alignment of the points that are there now, and buttons change them."""

import numpy as np
import pytest

from kernelsy19.sequences import ExpDTW, plain_dtw
from kernelsy19.sequences.explorers import HIGHEST, SEQUENCES, STARTS, WarpingExplorer, prefixes


@pytest.fixture
def explorer():
    return WarpingExplorer()


def shown(explorer):
    path = np.array(explorer.path.get_data()).T
    return path[:, 1] - 1, path[:, 0] - 1


@pytest.mark.parametrize("data", STARTS)
@pytest.mark.parametrize("squared", [False, True])
def test_shows_the_cheapest_alignment(explorer, data, squared):
    explorer.set(data=data, cost="‖xᵢ − yⱼ‖²" if squared else "‖xᵢ − yⱼ‖")
    x, y = STARTS[data]
    v, w = shown(explorer)
    costs = np.abs(np.subtract.outer(x, y)) ** (2 if squared else 1)
    assert costs[v.astype(int), w.astype(int)].sum() == pytest.approx(plain_dtw(x, y, squared).distance)
    np.testing.assert_allclose(np.asarray(explorer.image.get_array()), costs, atol=1e-12)


def test_a_point_moves_and_stays_where_the_button_leaves_it(explorer):
    name = "one bump, early and late"
    explorer.set(data=name, sequence=SEQUENCES[1], point=8, shift=1.0)
    moved = STARTS[name][1].copy()
    moved[7] += 1.0
    np.testing.assert_allclose(explorer.lines[1].get_ydata(), moved)
    assert "costs 1." in explorer.alt
    explorer.buttons["keep"].click()
    assert explorer.values["shift"] == 0
    np.testing.assert_allclose(explorer.points[name][1], moved)
    np.testing.assert_allclose(explorer.lines[1].get_ydata(), moved)
    explorer.set(point=1, shift=HIGHEST)
    explorer.buttons["reset"].click()
    np.testing.assert_allclose(explorer.lines[1].get_ydata(), STARTS[name][1])
    assert STARTS[name][1][7] == 2.0


def test_the_curve_is_the_smallest_eigenvalue(explorer):
    explorer.set(data="a step and its start", t=0.5)
    X = prefixes(*STARTS["a step and its start"])
    t, values = explorer.smallest.get_data()
    for k in (0, 15, 30):
        assert values[k] == pytest.approx(np.linalg.eigvalsh(ExpDTW(t[k])(X))[0], abs=1e-10)
    assert f"smallest eigenvalue {np.linalg.eigvalsh(ExpDTW(explorer.values['t'])(X))[0]:.3f}" in explorer.alt
    assert len(X) == 11 and len(X[0]) == 1


def test_a_point_beyond_the_end_is_the_last(explorer):
    explorer.set(data="a step and its start", sequence=SEQUENCES[1], point=14, shift=-9 + 6.5)
    assert "Point 3 of y is chosen" in explorer.alt
    assert explorer.frame.get_xdata()[0] == 3


def test_no_single_move_makes_the_step_a_kernel():
    """The second question before the explorer, and its answer."""
    pair = STARTS["a step and its start"]
    for which, i in [(0, i) for i in range(8)] + [(1, i) for i in range(3)]:
        for shift in np.linspace(-3, 3, 13):
            moved = [s.copy() for s in pair]
            moved[which][i] = np.clip(moved[which][i] + shift, -HIGHEST, HIGHEST)
            X = prefixes(*moved)
            assert min(np.linalg.eigvalsh(ExpDTW(t)(X))[0] for t in (0.03, 0.1, 0.3, 1.0, 3.0)) < -1e-6, (
                which,
                i,
                shift,
            )
