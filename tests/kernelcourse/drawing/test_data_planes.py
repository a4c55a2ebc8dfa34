"""Data sets as explorers show them."""

import numpy as np
import pytest

from kernelcourse.drawing.data_planes import Plane, own_first, round_up
from kernelsy19 import datasets

X = np.array([[0.0, 100.0], [1.0, 300.0], [2.0, 250.0]])


def test_kernels_see_the_plane_standardized_and_readers_in_units():
    plane = Plane.of("three", X, size=20)
    np.testing.assert_allclose([plane.X.mean(axis=0), plane.X.std(axis=0)], [[0, 0], [1, 1]], atol=1e-12)
    np.testing.assert_allclose(plane.in_units(plane.X), X, atol=1e-12)
    np.testing.assert_allclose(plane.standardized(plane.view.points), plane.grid.points)
    assert plane.view.x[0] < 0 and plane.view.y[-1] > 300 and len(plane.view.x) == 20
    assert plane.axes["x"].range == (plane.view.x[0], plane.view.x[-1]) and plane.axes["y"].label == "x₂"


def test_a_data_set_brings_units_and_classes():
    plane = Plane.of("irises", datasets.iris().columns("sepal length", "petal width"))
    assert plane.axes["x"].label == "sepal length (cm)"
    assert len(plane.y) == 150 and "setosa" in plane.names


def test_columns_without_a_name_are_written_as_in_formulas():
    assert Plane.of("moons", datasets.moons()).features == ("x₁", "x₂")


def test_a_constant_column_is_refused():
    with pytest.raises(ValueError, match="must vary"):
        Plane.of("flat", X * [1, 0])


def test_a_readers_own_data_come_first():
    known = {"moons": datasets.moons, "faithful": datasets.faithful}
    assert list(own_first(X, known)) == ["your data", "moons", "faithful"]
    assert list(own_first(datasets.faithful(), known)) == ["faithful", "moons"]
    assert own_first(None, known) == known


@pytest.mark.parametrize(("value", "up"), [(0.3, 0.5), (1, 1), (1.2, 2), (33, 50), (51, 100), (0.02, 0.02)])
def test_axes_end_at_round_numbers(value, up):
    assert round_up(value) == pytest.approx(up)
