import matplotlib
import numpy as np
import pytest
from pictures import border, drawn_and_whole
from refusals import refused

from kernelcourse.drawing import figures, names
from kernelcourse.drawing.appearance import with_minus
from kernelcourse.drawing.marks import Curve, Image, Points, Words
from kernelcourse.drawing.panels import blue_below, field
from kernelcourse.drawing.words import number
from kernelsy19 import cmeans, datasets
from kernelsy19.kernels import RBF

CIRCLES = datasets.circles(60)
MOONS = datasets.moons(60)
X = CIRCLES.X
STEPS = cmeans.c_means_steps(X, X[:3])


def above_the_axis(points):
    return points[:, 1] - 0.25


PICTURES = {
    "scatter": lambda: figures.scatter(CIRCLES, title="rings"),
    "scatter, no labels": lambda: figures.scatter(X, features=("length (cm)", "mass (kg)")),
    "decision": lambda: figures.decision(MOONS, above_the_axis),
    "contours": lambda: figures.contours(
        X, lambda P: RBF(1.0)(P, X).mean(axis=1), CIRCLES.y, boundary=0.3, value="density"
    ),
    "contour panels": lambda: figures.contour_panels(
        CIRCLES,
        {"to the right": lambda P: P[:, 0], "none": None, "up": above_the_axis},
        columns=2,
        marked=(0.5, -1),
        title="ways",
    ),
    "curves": lambda: figures.curves(
        [1, 10, 100], {"a": [1, 2, 3], "b": [3, 1, 2]}, xlabel="n", ylabel="time (s)", log="x", markers=True
    ),
    "one curve": lambda: figures.curves([1, 2], {"a": [1, 2]}, xlabel="n", ylabel="a", log="y", rug=[1, 1.5]),
    "partition": lambda: figures.partition(
        MOONS,
        MOONS.y,
        [[0.0, 0.5], [1.0, 0.0]],
        distances=lambda P: abs(P[:, [0]] - [0.0, 1.0]),
        title="moons",
    ),
    "partitions": lambda: figures.partitions(
        {f"panel {k}": (CIRCLES, CIRCLES.y) for k in range(4)}, columns=2
    ),
    "descent": lambda: figures.descent(STEPS, log=True, title="c-means"),
    "ratios": lambda: figures.ratios(["a fit", "a sum"], [0.5, 2], [1.5, 30], title="race"),
    "digits": lambda: figures.digits(
        datasets.usps().test.images[:5], list("96366"), columns=3, title="digits"
    ),
}


drawn, test_pictures_are_whole = drawn_and_whole(PICTURES)


def test_the_same_picture_is_the_same_bytes_whatever_the_settings_of_the_reader():
    expected = PICTURES["decision"]().png
    with matplotlib.rc_context({"font.size": 25, "axes.facecolor": "black", "lines.linewidth": 9}):
        assert PICTURES["decision"]().png == expected


def test_scatter_says_how_many_of_each_class(drawn):
    low, high = (f"{v:.3g}" for v in (X[:, 0].min(), X[:, 0].max()))
    assert "60 points" in drawn["scatter"].alt
    assert with_minus(f"from {low} to {high}") in drawn["scatter"].alt
    assert "30 outer, 30 inner" in drawn["scatter"].alt
    assert "length (cm)" in drawn["scatter, no labels"].alt


def test_decision_says_how_many_are_above(drawn):
    n = sum(1 for x in MOONS.X if x[1] >= 0.25)
    assert f"{n} of 60 points lie above" in drawn["decision"].alt


def test_a_plane_has_one_scale_unless_its_units_differ(drawn):
    assert drawn["scatter"].panels[0].equal and not drawn["scatter, no labels"].panels[0].equal


@pytest.mark.parametrize(
    ("values", "y", "below"),
    [([1, -1], None, False), ([1, -1], [0, 1], False), ([-1, 1], [0, 1], True), ([1, 2, -1], [0, 1, 2], False)],
)  # fmt: skip
def test_the_first_class_and_its_side_are_blue(values, y, below):
    assert blue_below(np.array(values), None if y is None else np.array(y)) is below


def test_the_sides_of_a_level_have_the_colors_of_their_classes():
    values = np.array([[0.0, 1.0], [0.0, 1.0]])
    grid = figures.Grid(np.array([0.0, 1]), np.array([0.0, 1]))
    np.testing.assert_allclose(field(grid, values, 0.2).values, values - 0.2, atol=0.01)
    assert [field(grid, values, 0.2, flip=flip).palette for flip in (False, True)] == ["field", "classes"]


def test_contours_draw_their_boundary_as_a_line_of_its_own(drawn):
    line = drawn["contours"].panels[0].find("level 0.3")
    assert line.levels == (0.3,) and line.palette == ""


def test_contour_panels_mark_a_place_and_leave_one_of_none_empty(drawn):
    first, empty, last = drawn["contour panels"].panels
    for panel in (first, last):
        assert panel.find(Points, 1).x == [0.5] and panel.find(Points, 1).y == [-1]
    assert [mark.text for mark in empty.marks] == [("none",)] and not empty.framed
    alt = drawn["contour panels"].alt
    assert alt.startswith("2 contour plots (ways)") and "a star at (0.5, −1)" in alt and "none:" not in alt
    assert "star" not in figures.contour_panels(X, {"up": above_the_axis}).alt


def test_curves_say_their_ends_and_are_as_high_as_they_are_asked_to_be(drawn):
    assert "b: 3 at the left, 2 at the right, from 1 to 3." in drawn["curves"].alt
    at = {"xlabel": "x", "ylabel": "y"}
    picture = figures.curves([0, 1], {"a": [1, 2]}, **at, height=290)
    assert picture.width * picture.scene.aspect == pytest.approx(290)
    with pytest.raises(ValueError, match="height"):
        figures.curves([0, 1], {"a": [1, 2]}, **at, height=3)


def test_curves_differ_in_more_than_color(drawn):
    a, b = drawn["curves"].panels[0].marks
    assert a.dash != b.dash and a.kind != b.kind and (a.label, b.label) == ("a", "b")
    (alone,) = (mark for mark in drawn["one curve"].panels[0].marks if isinstance(mark, Curve))
    assert alone.label == ""


@pytest.mark.parametrize(
    ("x", "names"),
    [([272, 2007, 4006.5], ("272", "2007", "4010")), (np.geomspace(1, 1e4, 9), ("1", "10", "100", "1000", "10⁴"))],
)  # fmt: skip
def test_few_whole_numbers_on_a_logarithmic_axis_are_labeled_as_they_are(x, names):
    picture = figures.curves(x, {"a": x}, xlabel="n", ylabel="s", log="x")
    assert picture.panels[0].x.names == names


def test_digits_are_shown_in_rows(drawn):
    assert "5 images in 2 rows" in drawn["digits"].alt and "9, 6, 3, 6, 6" in drawn["digits"].alt
    assert figures.digits(np.zeros((2, 3, 3))).alt.startswith("2 images in 1 row")
    named = figures.digits(np.zeros((4, 3, 3)), columns=2, rows=["upper", "lower"])
    assert named.alt.endswith("The rows: upper, lower.")
    (panel,) = named.panels
    words = panel.find(Words)
    assert words.text == ("upper", "lower") and words.y[0] > words.y[1]
    lefts = [mark.extent[0] for mark in panel.marks if isinstance(mark, Image)]
    assert lefts[0] == lefts[2] < lefts[1] == lefts[3]


def test_partition_says_sizes_and_prototypes(drawn):
    alt = drawn["partition"].alt
    assert "into 2 clusters of 30, 30 points" in alt and "Prototypes at (0, 0.5), (1, 0)" in alt
    assert "Prototypes" not in figures.partition(MOONS, MOONS.y).alt
    assert drawn["partitions"].alt.count("2 clusters of 30, 30 points") == 4


@pytest.mark.parametrize("labels", [[0, 1], [0.0, 1.0, 0.0], [0, -1, 0]])
def test_partition_wants_one_cluster_a_point(labels):
    with pytest.raises(ValueError, match="labels must be 3 whole numbers from 0"):
        figures.partition(np.eye(3, 2), labels)


def test_descent_says_where_it_ends_and_whether_it_rises(drawn):
    alt = drawn["descent"].alt
    assert f"down to {number(STEPS[-1].objective)}, never rising" in alt
    assert "sometimes rising" in figures.descent(STEPS[::-1]).alt


def test_ratios_mark_the_rows_that_fall_below_one(drawn):
    panel = drawn["ratios"].panels[0]
    places = {m.label: (m.x.tolist(), m.y.tolist()) for m in panel.marks if isinstance(m, Points)}
    assert places == {
        "mean of a row": ([1.5, 30], [0, 1]), "its lowest": ([2], [1]), "its lowest, below 1": ([0.5], [0])
    }  # fmt: skip
    assert drawn["ratios"].alt.endswith("below 1 in 1: a fit.")
    assert figures.ratios(["a"], [2], [3]).alt.endswith("below 1 in 0.")


test_bad_input_is_named = refused(
    (lambda: figures.scatter(np.zeros((3, 3))), "2 columns, got 3"),
    (lambda: figures.scatter([[0, np.nan]]), "1 NaN"),
    (lambda: figures.scatter(X, CIRCLES.y[:5]), "one label a point"),
    (lambda: figures.curves([1, 2], {"a": [1]}, xlabel="x", ylabel="y"), "a must have shape"),
    (lambda: figures.digits(np.zeros((2, 9))), "images must have shape"),
    (lambda: figures.digits(np.zeros((2, 3, 3)), ["a"]), "titles must name 2"),
    (lambda: figures.digits(np.zeros((2, 3, 3)), rows=["a", "b"]), "rows must name 1"),
    (lambda: figures.ratios(["a"], [0.0], [1.0]), "above 0"),
    (lambda: figures.decision(X, lambda P: P), "values of the function at the points"),
)


def test_the_line_of_zero_is_where_the_function_is_zero_however_small_it_is_there():
    """Where values are a millionth of the largest, as on the slopes of a Gaussian."""
    picture = figures.contour_panels(
        X, {"steep": lambda P: np.exp(20 * P[:, 0]) * 1e-6 * (P[:, 0] - P[:, 1])}
    )
    (line,) = (mark for mark in picture.panels[0].marks if getattr(mark, "levels", ()) == (0.0,))
    places = border(line)
    np.testing.assert_allclose(places[:, 0], places[:, 1], atol=6e-3)  # a fifth of a step of the grid


@pytest.mark.parametrize("off", [-1e-13, 1e-13])
def test_the_last_digit_of_a_size_moves_no_name(off):
    """Where an axis begins decides by which of them a height of 12 pixels is off."""
    room, exact = names.Room(200, 100), names.Room(200, 100)
    curves = [names.densely(np.array([20.0, 180.0 + d]), np.array([20.0, 20.0])) for d in (off, 0.0)]
    assert len(curves[0]) == len(curves[1])
    room.take(30 + off, 40 + off, 50 + off, 12 + off)
    exact.take(30, 40, 50, 12)
    assert (room.taken == exact.taken).all()
    found = room.find(room.mark(curves[0]), 70 + off, 12 + off)
    assert found == exact.find(exact.mark(curves[1]), 70, 12)
