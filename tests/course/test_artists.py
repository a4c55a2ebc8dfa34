"""What explorers share: scenes of data sets, the reader's own data, limits of axes that seldom change."""

import numpy as np
import pytest

from kernelsy19 import datasets
from kernelsy19.course.artists import Scene, fit_axes, own_first, round_up
from kernelsy19.course.picture import make_figure

FAITHFUL = datasets.faithful()


@pytest.mark.parametrize(("value", "up"), [(1, 1), (2, 2), (7, 10), (17, 20), (0.31, 0.5), (1750, 2000)])
def test_axes_end_at_round_numbers(value, up):
    assert round_up(value) == pytest.approx(up)


def test_axes_that_fit_stay_as_they_are():
    axes = make_figure().subplots()
    fit_axes(axes, (0, 1), (2, 3))
    axes.stale = False
    fit_axes(axes, (0, 1), (2, 3))
    assert not axes.stale
    fit_axes(axes, (0, 1), (2, 4))
    assert axes.stale and axes.get_ylim() == (2, 4)


def test_the_scene_of_a_data_set_is_standardized_and_shown_in_its_units():
    scene = Scene.of("faithful", FAITHFUL, size=30)
    np.testing.assert_allclose([scene.X.mean(axis=0), scene.X.std(axis=0)], [[0, 0], [1, 1]], atol=1e-12)
    np.testing.assert_array_equal(scene.shown, FAITHFUL.X)
    assert scene.features == ("eruptions (min)", "waiting (min)")
    mean, sd = FAITHFUL.X.mean(axis=0), FAITHFUL.X.std(axis=0)
    np.testing.assert_allclose(scene.plane.points, mean + sd * scene.grid.points)


def test_the_scene_of_an_array_names_its_columns():
    assert Scene.of("mine", FAITHFUL.X.tolist()).features == ("x₁", "x₂")


def test_a_scene_names_axes_that_have_other_names():
    axes = make_figure().subplots()
    scene = Scene.of("faithful", FAITHFUL, size=5)
    axes.set(xlabel="eruptions (min)", ylabel="pressure (Pa)")
    scene.name_axes(axes)
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("eruptions (min)", "waiting (min)")
    axes.stale = False
    scene.name_axes(axes)
    assert not axes.stale


def test_a_scene_wants_two_columns_that_vary():
    with pytest.raises(ValueError, match="2 columns, got 4"):
        Scene.of("iris", datasets.iris())
    with pytest.raises(ValueError, match="got a constant column"):
        Scene.of("line", [[0, 1], [0, 2]])


@pytest.mark.parametrize(
    ("data", "names"),
    [
        (None, ["faithful", "moons"]),
        (FAITHFUL, ["faithful", "moons"]),
        (datasets.moons(20), ["moons", "faithful"]),
        (FAITHFUL.X, ["your data", "faithful", "moons"]),
    ],
)
def test_a_readers_own_data_come_first(data, names):
    known = {"faithful": datasets.faithful, "moons": datasets.moons}
    chosen = own_first(data, known)
    assert list(chosen) == names
    assert list(known) == ["faithful", "moons"]
    if data is not None:
        assert chosen[names[0]]() is data
