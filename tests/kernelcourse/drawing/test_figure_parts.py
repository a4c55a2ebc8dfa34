import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.contour import ContourSet

from kernelcourse.drawing import figure_parts
from kernelcourse.drawing.figure_parts import Grid
from kernelcourse.drawing.figure_style import BLUE, ORANGE, make_figure, pale
from kernelsy19 import datasets

X = datasets.circles(60).X


@pytest.fixture
def axes():
    return make_figure().subplots()


def above_the_axis(points):
    return points[:, 1] - 0.25


@pytest.mark.parametrize(
    ("labels", "names", "expected"),
    [
        ([0, 1], None, ["class 0", "class 1"]),
        ([0, 1], ("a", "b"), ["a", "b"]),
        ([0, 2], ("a", "b", "c"), ["a", "c"]),
        ([-1, 1], ("no", "yes"), ["no", "yes"]),
    ],
)
def test_class_names(labels, names, expected):
    assert figure_parts.class_names(np.array(labels), names) == expected


def test_class_names_must_suffice():
    with pytest.raises(ValueError, match=r"3 classes, got 2"):
        figure_parts.class_names(np.array([0, 1, 2]), ("a", "b"))


def test_grid_covers_points_with_room():
    grid = Grid.around(np.array([[0, 10.0], [4, 30.0]]), size=5, margin=0.25)
    np.testing.assert_allclose(grid.extent, (-1, 5, 5, 35))
    assert len(grid.x) == len(grid.y) == 5


def test_grid_without_margin_ends_at_the_points():
    assert Grid.around(np.array([[0, 10.0], [4, 30.0]]), margin=0).extent == (0, 4, 10, 30)


def test_grid_around_one_point_is_not_empty():
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
        Grid.around(X, size=4).evaluate(function)


def test_level_lines_lie_on_the_level():
    grid = Grid.around(np.array([[-2.0, -2], [2, 2]]), size=201)
    (line,) = figure_parts.level_lines(grid, grid.evaluate(lambda P: (P**2).sum(axis=1)), 1.5)
    np.testing.assert_allclose(np.hypot(*line.T), 1.5**0.5, atol=1e-3)


def test_classes_differ_in_color_and_in_marker(axes):
    y = np.repeat([0, 1, 2], 20)
    drawn = figure_parts.draw_classes(axes, X, y, ("a", "b", "c"))
    assert [artist.get_label() for artist in drawn] == ["a", "b", "c"]
    for k, artist in enumerate(drawn):
        np.testing.assert_array_equal(artist.get_offsets(), X[y == k])
    assert len({tuple(artist.get_facecolor()[0]) for artist in drawn}) == 3
    assert len({artist.get_paths()[0].vertices.tobytes() for artist in drawn}) == 3


def test_kinds_are_drawn_where_they_are(axes):
    kinds = np.repeat(["inside", "surface", "outlier"], [40, 5, 15])
    drawn = figure_parts.draw_kinds(axes, X, kinds)
    np.testing.assert_array_equal(drawn["inside"].get_offsets(), X[:40])
    np.testing.assert_array_equal(drawn["surface"].get_offsets(), X[40:45])
    np.testing.assert_array_equal(drawn["outlier"].get_offsets(), X[45:])


def shade_at(figure, axes, point):
    figure.canvas.draw()
    column, row = axes.transData.transform(point).round().astype(int)
    pixels = np.asarray(figure.canvas.buffer_rgba())
    return pixels[len(pixels) - 1 - row, column, :3].astype(int)


@pytest.mark.parametrize("flip", [False, True])
def test_the_field_is_blue_above_the_level_and_orange_below(axes, flip):
    grid = Grid.around(np.array([[-1.0, -1], [1, 1]]))
    figure_parts.draw_field(axes, grid, grid.evaluate(lambda P: P[:, 0]), 0.2, flip=flip)
    below, above = (shade_at(axes.figure, axes, (x, 0.3)) for x in (-0.9, 0.9))
    if flip:
        below, above = above, below
    assert above[2] > above[0] + 40
    assert below[0] > below[2] + 40


def test_a_field_of_one_value_can_be_drawn(axes):
    grid = Grid.around(X, size=5)
    figure_parts.draw_field(axes, grid, np.ones((5, 5)))
    figure_parts.draw_field(axes, grid, np.zeros((5, 5)))


def test_contours_without_filling_are_lines(axes):
    grid = Grid.around(X, size=20)
    lines = figure_parts.draw_contours(axes, grid, grid.evaluate(above_the_axis), [0.0, 0.5], filled=False)
    np.testing.assert_array_equal(lines.levels, [0, 0.5])
    assert not lines.filled


def test_shares_are_drawn_against_the_diagonal(axes):
    vectors, outliers = figure_parts.draw_shares(axes, [0.1, 1], [0.05, 1], [0.2, 1])
    np.testing.assert_array_equal(vectors.get_xydata(), [[0.1, 0.2], [1, 1]])
    np.testing.assert_array_equal(outliers.get_xydata(), [[0.1, 0.05], [1, 1]])


def test_legend_below_lists_each_label_once(axes):
    other = axes.figure.add_subplot()
    assert figure_parts.legend_below(axes.figure, axes) is None
    for ax in (axes, other):
        figure_parts.draw_points(ax, X, label="points")
    figure_parts.draw_points(other, X, label="more")
    legend = figure_parts.legend_below(axes.figure, axes, other, labels=["points"])
    assert [text.get_text() for text in legend.get_texts()] == ["points"]


def test_regions_are_shaded_where_the_clusters_are(axes):
    grid = Grid(np.arange(5.0), np.arange(3.0))
    distances = abs(grid.points[:, [0]] - [1.0, 3.6])
    figure_parts.draw_regions(axes, grid, distances)
    first, second = (c for c in axes.collections if isinstance(c, ContourSet))
    for shade, color, side in ((first, BLUE, (0, 2.3)), (second, ORANGE, (2.3, 4))):
        np.testing.assert_allclose(shade.get_facecolor()[0][:3], pale(color)[:3], atol=1e-9)
        across = np.concatenate([path.vertices[:, 0] for path in shade.get_paths()])
        np.testing.assert_allclose((across.min(), across.max()), side)
    (border,) = [c for c in axes.collections if isinstance(c, LineCollection) and len(c.get_segments())]
    np.testing.assert_allclose(border.get_segments()[0][:, 0], 2.3)


@pytest.mark.parametrize(
    ("features", "aspect"),
    [(("a (cm)", "b (cm)"), 1.0), (("a (cm)", "b (kg)"), "auto"), (("a", "b"), "auto")],
)
def test_axes_of_one_unit_have_one_scale(axes, features, aspect):
    figure_parts.scale_alike(axes, features)
    assert axes.get_aspect() == aspect


@pytest.mark.parametrize(
    ("values", "y", "below"),
    [
        ([-1, -2, 3, 4], [0, 0, 1, 1], True),
        ([3, 4, -1, -2], [0, 0, 1, 1], False),
        ([-1, 2, 3], None, False),
        ([-1, 2, 3], [0, 1, 2], False),
    ],
)
def test_the_first_class_keeps_its_color(values, y, below):
    assert figure_parts.blue_below(np.array(values), None if y is None else np.array(y)) is below


def test_an_interval_is_widened_on_both_sides():
    assert figure_parts.widened([1, 3, 2], 0.25) == (0.5, 3.5)
    assert figure_parts.widened([2, 2], 0.25) == (1, 3)
