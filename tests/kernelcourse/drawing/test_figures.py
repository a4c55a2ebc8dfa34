import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from pictures import check_picture

from kernelcourse.drawing import figures
from kernelcourse.drawing.appearance import with_minus
from kernelcourse.drawing.figure_style import number
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
        X, lambda P: RBF(1.0)(P, X).mean(axis=1), CIRCLES.y, value="density"
    ),
    "contours, boundary": lambda: figures.contours(
        X, lambda P: RBF(1.0)(P, X).mean(axis=1), levels=5, boundary=0.3, value="density"
    ),
    "contour panels": lambda: figures.contour_panels(
        CIRCLES,
        {"to the right": lambda P: P[:, 0], "none": None, "up": above_the_axis},
        columns=2,
        title="ways",
    ),
    "curves": lambda: figures.curves(
        [1, 10, 100], {"a": [1, 2, 3], "b": [3, 1, 2]}, xlabel="n", ylabel="time (s)", log="x", markers=True
    ),
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


@pytest.fixture(scope="module")
def drawn():
    return {name: make() for name, make in PICTURES.items()}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_whole(drawn, name):
    check_picture(drawn[name])


def test_the_same_picture_is_the_same_bytes():
    assert PICTURES["decision"]().png == PICTURES["decision"]().png


def test_settings_of_the_reader_change_nothing():
    expected = PICTURES["decision"]().png
    with matplotlib.rc_context({"font.size": 25, "axes.facecolor": "black", "lines.linewidth": 9}):
        assert PICTURES["decision"]().png == expected


def test_a_given_text_replaces_ours():
    assert figures.scatter(X, alt="mine").alt == "mine"


def test_scatter_says_how_many_of_each_class(drawn):
    low, high = (f"{v:.3g}" for v in (X[:, 0].min(), X[:, 0].max()))
    assert "60 points" in drawn["scatter"].alt
    assert with_minus(f"from {low} to {high}") in drawn["scatter"].alt
    assert "30 outer, 30 inner" in drawn["scatter"].alt
    assert "length (cm)" in drawn["scatter, no labels"].alt


def test_decision_says_how_many_are_above(drawn):
    n = sum(1 for x in MOONS.X if x[1] >= 0.25)
    assert f"{n} of 60 points lie above" in drawn["decision"].alt


def test_contours_draw_their_boundary_as_a_line_of_its_own(drawn):
    (axes, _) = drawn["contours, boundary"].figure.axes
    (line,) = [c for c in axes.collections if c.get_label() == "level 0.3"]
    points = np.vstack(line.get_segments())
    np.testing.assert_allclose(RBF(1.0)(points, X).mean(axis=1), 0.3, atol=2e-3)


def test_contour_panels_have_a_panel_for_each_function_and_a_thick_line_where_it_is_zero():
    X = np.random.default_rng(0).normal(size=(30, 2))
    panels = {"first": lambda P: P[:, 0], "second": lambda P: 1 + P[:, 1] ** 2}
    picture = figures.contour_panels(X, panels, columns=2)
    first, second = picture.figure.axes
    thick = [
        [c for c in axes.collections if np.isclose(c.get_linewidth()[0], 1.6)] for axes in (first, second)
    ]
    assert [len(lines) for lines in thick] == [1, 0]
    assert "2 contour plots" in picture.alt and "second: from 1 to" in picture.alt


def test_curves_are_as_high_as_they_are_asked_to_be():
    at = {"xlabel": "x", "ylabel": "y"}
    for height in ({}, {"height": 3.0}):
        figure = figures.curves([0, 1], {"a": [1, 2]}, **at, **height).figure
        assert tuple(figure.get_size_inches()) == (6.4, height.get("height", 4.2))
    with pytest.raises(ValueError, match="height"):
        figures.curves([0, 1], {"a": [1, 2]}, **at, height=1.0)


def test_contour_panels_mark_a_place_in_each_panel():
    X = np.random.default_rng(0).normal(size=(30, 2))
    panels = {"first": lambda P: P[:, 0], "second": lambda P: P[:, 1]}
    picture = figures.contour_panels(X, panels, marked=(0.5, -1.0))
    for axes in picture.figure.axes:
        (star,) = axes.lines
        assert (*star.get_xdata(), *star.get_ydata()) == (0.5, -1.0)
    assert "a star at (0.5, −1)" in picture.alt
    assert "star" not in figures.contour_panels(X, panels).alt


def test_a_panel_of_none_is_left_empty():
    X = np.random.default_rng(0).normal(size=(30, 2))
    picture = figures.contour_panels(X, {"first": lambda P: P[:, 0], "no second": None}, columns=2)
    assert "1 contour plot" in picture.alt and "no second" not in picture.alt
    empty = picture.figure.axes[1]
    assert not empty.axison and [text.get_text() for text in empty.texts] == ["no second"]
    assert empty.get_title() == ""


def test_contour_panels_of_classes_name_their_axes_beside_the_legend():
    panels = dict.fromkeys("abcde", lambda P: P[:, 0])
    figure = figures.contour_panels(CIRCLES, panels, columns=3).figure
    assert [axes.get_xlabel() for axes in figure.axes] == ["", "", "", "x1", ""]
    assert (figure.get_supxlabel(), figure.get_supylabel()) == ("", "x2")
    figure = figures.contour_panels(X, panels, columns=3).figure
    assert (figure.get_supxlabel(), figure.get_supylabel()) == ("x₁", "x₂")


def test_curves_say_their_ends(drawn):
    assert "b: 3 at the left, 2 at the right, from 1 to 3." in drawn["curves"].alt


def test_curves_show_a_sample_as_ticks_at_its_places():
    picture = figures.curves([0, 1], {"f": [1, 2]}, xlabel="x", ylabel="f", rug=[0.2, 0.7])
    ticks = [line for line in picture.figure.axes[0].lines if line.get_marker() == "|"]
    assert [list(line.get_xdata()) for line in ticks] == [[0.2, 0.7]]


def test_few_values_within_two_powers_of_ten_are_labeled_themselves():
    def labels(x):
        picture = figures.curves(x, {"a": x}, xlabel="n", ylabel="time", log="xy")
        FigureCanvasAgg(picture.figure).draw()
        return [text.get_text() for text in picture.figure.axes[0].get_xticklabels() if text.get_text()]

    assert labels([250, 500, 4000]) == ["250", "500", "4000"]
    assert not set(labels([1, 10, 1000])) & {"1", "10", "1000"}


def test_digits_are_shown_in_rows(drawn):
    assert "5 images in 2 rows" in drawn["digits"].alt
    assert "9, 6, 3, 6, 6" in drawn["digits"].alt
    assert figures.digits(np.zeros((2, 3, 3))).alt.startswith("2 images in 1 row")
    named = figures.digits(np.zeros((4, 3, 3)), columns=2, rows=["upper", "lower"])
    assert named.alt.endswith("The rows: upper, lower.")
    written = [[text.get_text() for text in axes.texts] for axes in named.figure.axes]
    assert written == [["upper"], [], ["lower"], []]


def test_partition_says_sizes_and_prototypes(drawn):
    alt = drawn["partition"].alt
    assert "into 2 clusters of 30, 30 points" in alt
    assert "Prototypes at (0, 0.5), (1, 0)" in alt
    assert "Prototypes" not in figures.partition(MOONS, MOONS.y).alt


@pytest.mark.parametrize("labels", [[0, 1], [0.0, 1.0, 0.0], [0, -1, 0]])
def test_partition_wants_one_cluster_a_point(labels):
    with pytest.raises(ValueError, match="labels must be 3 whole numbers from 0"):
        figures.partition(np.eye(3, 2), labels)


def test_partitions_say_each_panel(drawn):
    assert drawn["partitions"].alt.count("2 clusters of 30, 30 points") == 4
    assert len(drawn["partitions"].figure.axes) == 4


def test_descent_says_where_it_ends_and_whether_it_rises(drawn):
    alt = drawn["descent"].alt
    assert f"down to {number(STEPS[-1].objective)}, never rising" in alt
    assert "sometimes rising" in figures.descent(STEPS[::-1]).alt


def test_ratios_mark_the_rows_that_fall_below_one(drawn):
    lines = {line.get_label(): line.get_xydata().tolist() for line in drawn["ratios"].figure.axes[0].lines}
    assert lines["its lowest, below 1"] == [[0.5, 0]] and lines["its lowest"] == [[2, 1]]
    assert lines["mean of a row"] == [[1.5, 0], [30, 1]]
    assert drawn["ratios"].alt.endswith("below 1 in 1: a fit.")
    assert figures.ratios(["a"], [2], [3]).alt.endswith("below 1 in 0.")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: figures.scatter(np.zeros((3, 3))), "2 columns, got 3"),
        (lambda: figures.scatter([[0, np.nan]]), "1 NaN"),
        (lambda: figures.scatter(X, CIRCLES.y[:5]), "one label a point"),
        (lambda: figures.curves([1, 2], {"a": [1]}, xlabel="x", ylabel="y"), "a must have shape"),
        (lambda: figures.digits(np.zeros((2, 9))), "images must have shape"),
        (lambda: figures.digits(np.zeros((2, 3, 3)), ["a"]), "titles must name 2"),
        (lambda: figures.digits(np.zeros((2, 3, 3)), rows=["a", "b"]), "rows must name 1"),
        (lambda: figures.ratios(["a"], [0.0], [1.0]), "above 0"),
        (lambda: figures.decision(X, lambda P: P), "values of the function at the points"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_few_whole_numbers_on_a_logarithmic_axis_are_labeled_as_they_are():
    picture = figures.curves([272, 2007, 0.5 * 8013], {"a": [1, 2, 3]}, xlabel="n", ylabel="s", log="x")
    labels = [tick.get_text() for tick in picture.figure.axes[0].get_xticklabels()]
    assert labels == ["272", "2007", "4010"]
