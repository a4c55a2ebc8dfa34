"""The explorer of landmarks shows what a choice of landmarks leaves."""

import itertools

import numpy as np
import pytest
from pictures import grid_of, says, xy

from kernelcourse.drawing.marks import Field, Handle, Image
from kernelcourse.landmarks.draws import with_far_points
from kernelcourse.landmarks.explorers import MOST, RULE_NAMES, FewColumnsExplorer, LandmarkExplorer
from kernelsy19 import landmarks
from kernelsy19.kernels import RBF

explorer = pytest.fixture(lambda: LandmarkExplorer(), scope="module")


def chosen(explorer):
    return xy(explorer.shown.panels[0].find("landmarks"))


def curves(explorer):
    """The shares that are left after each landmark, and the smallest possible."""
    return [explorer.shown.panels[1].find(label).y for label in ("left of the trace", "smallest possible")]


@pytest.mark.parametrize("rule", RULE_NAMES)
def test_the_share_that_is_left_is_that_of_the_landmarks_shown(explorer, rule):
    explorer.set(m=20, rule=rule, gamma=3.0, seed=2, data="spirals with far points")
    Z = chosen(explorer)
    assert len(Z) == 20
    left = landmarks.trace_error(landmarks.landmark_map(RBF(3.0), Z), with_far_points())
    handle = explorer.shown.panels[1].find(Handle)
    assert (handle.name, handle.x, handle.y) == ("m", 20, pytest.approx(left, rel=1e-6))
    assert says(explorer.said, 100 * left)


def test_the_line_runs_where_half_is_left(explorer):
    explorer.set(m=20, rule="RPCholesky", gamma=3.0, seed=2, data="spirals with far points")
    field, of = explorer.shown.panels[0].find(Field), landmarks.landmark_map(RBF(3.0), chosen(explorer))
    explained = (of(grid_of(field).points) ** 2).sum(axis=1)
    np.testing.assert_allclose(field.values.ravel(), explained - 0.5, atol=0.01)


def test_points_of_your_own_are_those_that_are_chosen_from(explorer):
    X = with_far_points()
    X[-1] = (3.5, -3.5)
    explorer.set(data="spirals with far points", points=X, m=25, rule="RPCholesky", gamma=3.0, seed=0)
    found = landmarks.choose(RBF(3.0)(X), MOST, "rpcholesky", 0)
    np.testing.assert_array_equal(chosen(explorer), X[found.indices[:25]])
    least = 1 - np.linalg.eigvalsh(RBF(3.0)(X))[-25:].sum() / len(X)
    assert curves(explorer)[1][24] == pytest.approx(least)


def test_nothing_is_below_the_smallest_possible(explorer):
    for data, gamma in itertools.product(("spirals with far points", "faithful", "moons"), (0.05, 1.0, 30.0)):
        left, least = curves(explorer.set(data=data, gamma=gamma))
        assert (left >= least[: len(left)] * (1 - 1e-6)).all()


def test_a_wide_kernel_has_fewer_landmarks_than_asked_for(explorer):
    explorer.set(data="faithful", gamma=10**-1.5, m=MOST, rule="RPCholesky")
    shown = len(chosen(explorer))
    assert 1 <= shown < MOST and explorer.shown.panels[1].find(Handle).x == shown
    assert f"{shown} landmarks among 272 points" in explorer.said
    assert "They leave less than 0.0001% of" in explorer.said
    assert explorer.said.endswith("Nothing is left to choose more landmarks by.")


def test_a_few_columns_tell_the_others_with_the_error_that_is_said():
    explorer, worst = FewColumnsExplorer(), []
    for m in (1, 3, 20):
        panels = explorer.set(m=m, gamma=10**-0.5).shown.panels
        K, few, told = (panel.find(Image).codes / 255 for panel in panels)
        assert (few.any(axis=0)).sum() == m
        worst.append(np.abs(K - told).max())
        assert f"an error of at most {worst[-1]:.2f}" in explorer.said or worst[-1] < 0.01
    assert worst[0] > worst[1] > 10 * worst[2]
