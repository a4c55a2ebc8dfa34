"""Data sets as explorers show them."""

import numpy as np
import pytest
from refusals import refused

from kernelcourse.drawing import data_planes as planes
from kernelcourse.drawing.data_planes import Grid, Plane, labeled_points
from kernelsy19 import datasets

X = np.array([[0.0, 100.0], [1.0, 300.0], [2.0, 250.0]])
CIRCLES = datasets.circles(60)


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


def test_a_readers_own_data_come_first():
    known = {"moons": datasets.moons, "faithful": datasets.faithful}
    assert list(planes.own_first(X, known)) == ["your data", "moons", "faithful"]
    assert list(planes.own_first(datasets.faithful(), known)) == ["faithful", "moons"]
    assert planes.own_first(None, known) == known


@pytest.mark.parametrize(("value", "up"), [(0.3, 0.5), (1, 1), (1.2, 2), (33, 50), (51, 100), (0.02, 0.02)])
def test_axes_end_at_round_numbers(value, up):
    assert planes.round_up(value) == pytest.approx(up)


# ---- data sets and arrays -------------------------------------------------------------------------


def test_a_data_set_brings_labels_and_names():
    found, y, names, features = labeled_points(CIRCLES)
    np.testing.assert_array_equal(found, CIRCLES.X)
    np.testing.assert_array_equal(y, CIRCLES.y)
    assert (names, features) == (CIRCLES.target_names, ("x₁", "x₂"))
    assert planes.name_of(CIRCLES) == "circles"
    np.testing.assert_array_equal(planes.points_of(CIRCLES), CIRCLES.X)


def test_what_is_given_goes_before_what_a_data_set_brings():
    _, y, names, features = labeled_points(CIRCLES, 1 - CIRCLES.y, ("a", "b"), ("p", "q"))
    np.testing.assert_array_equal(y, 1 - CIRCLES.y)
    assert (names, features) == (("a", "b"), ("p", "q"))


def test_an_array_has_points_and_nothing_else():
    found, y, names, features = labeled_points(CIRCLES.X.tolist())
    np.testing.assert_array_equal(found, CIRCLES.X)
    assert (y, names, features) == (None, None, ("x₁", "x₂"))
    assert planes.name_of(CIRCLES.X) == "your data"


test_points_are_checked = refused(
    (lambda: Plane.of("flat", X * [1, 0]), "must vary"),
    (lambda: labeled_points([[1, 2, 3]]), "2 columns, got 3"),
    (lambda: labeled_points([[1, np.inf]]), "1 infinite"),
    (lambda: labeled_points(CIRCLES.X, [0, 1]), r"\(60,\), one label"),
)


def test_axis_names_have_units():
    assert planes.axis_names(datasets.faithful()) == ("eruptions (min)", "waiting (min)")
    assert planes.axis_names(CIRCLES) == ("x1", "x2")


def test_grid_covers_points_with_room_or_without_and_is_not_empty_around_one():
    two = np.array([[0, 10.0], [4, 30.0]])
    grid = Grid.around(two, size=5, margin=0.25)
    np.testing.assert_allclose(grid.extent, (-1, 5, 5, 35))
    assert len(grid.x) == len(grid.y) == 5
    assert Grid.around(two, margin=0).extent == (0, 4, 10, 30)
    assert Grid.around(np.array([[2.0, 3.0]])).extent == (1, 3, 2, 4)


def test_square_grid_has_one_step():
    grid = Grid.square(np.array([[0, 10.0], [4, 11.0]]), size=9, margin=0.25)
    np.testing.assert_allclose(np.diff(grid.x), np.diff(grid.y))
    np.testing.assert_allclose(grid.extent, (-1, 5, 7.5, 13.5))


def test_grid_values_stand_where_their_points_are():
    grid = Grid(np.array([0.0, 1, 2]), np.array([10.0, 20]))
    np.testing.assert_array_equal(grid.evaluate(lambda P: P[:, 0] + P[:, 1]), [[10, 11, 12], [20, 21, 22]])


@pytest.mark.parametrize("function", [lambda P: P, lambda P: P[:3, 0], lambda P: P[:, 0] / 0 * np.nan])
def test_grid_wants_one_finite_number_a_point(function):
    with np.errstate(all="ignore"), pytest.raises(ValueError, match="values of the function on the grid"):
        Grid.around(CIRCLES.X, size=4).evaluate(function)


def test_level_lines_lie_on_the_level():
    grid = Grid.around(np.array([[-2.0, -2], [2, 2]]), size=201)
    (line,) = planes.level_lines(grid, grid.evaluate(lambda P: (P**2).sum(axis=1)), 1.5)
    np.testing.assert_allclose(np.hypot(*line.T), 1.5**0.5, atol=1e-3)


def test_widened_holds_all_values():
    assert planes.widened([1, 3, 2], 0.25) == (0.5, 3.5)
    assert planes.widened([2, 2], 0.25) == (1, 3)
