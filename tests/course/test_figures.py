import io
import subprocess
import sys
from html.parser import HTMLParser

import matplotlib
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from kernelsy19 import ball, cmeans, datasets
from kernelsy19.ball import figures as ball_figures
from kernelsy19.course import drawing, figures, picture
from kernelsy19.course.drawing import Grid
from kernelsy19.course.picture import Picture
from kernelsy19.denoising import figures as denoising_figures
from kernelsy19.density import figures as density_figures
from kernelsy19.kernel_cmeans import figures as kernel_cmeans_figures
from kernelsy19.kernels import RBF, Linear, Sigmoid, lift_to_paraboloid, squares
from kernelsy19.kernels import figures as kernels_figures
from kernelsy19.one_class import figures as one_class_figures
from kernelsy19.pca import figures as pca_figures
from kernelsy19.pca_at_work import figures as pca_at_work_figures

CIRCLES = datasets.circles(60)
MOONS = datasets.moons(60)
X = CIRCLES.X
K = RBF(gamma=1.0)(X)
SOLUTION = ball.solve_dual(K, nu=0.2)
HISTORY = [(s.objective, s.kkt_residual) for s in ball.smo_steps(2 * K, np.diag(K), 1 / 12, np.full(60, 1 / 60))]
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
    "ball": lambda: ball_figures.ball_in_plane(
        X, SOLUTION.kinds, lambda P: ball.decision_function(RBF(1.0), X, SOLUTION, P), R2=SOLUTION.R2
    ),
    "contours, boundary": lambda: figures.contours(
        X, lambda P: RBF(1.0)(P, X).mean(axis=1), levels=5, boundary=0.3, value="density"
    ),
    "balls": lambda: one_class_figures.balls(
        X,
        {
            "circle": (SOLUTION.kinds, lambda P: ball.decision_function(RBF(1.0), X, SOLUTION, P)),
            "half": (np.where(X[:, 1] > 0.25, "inside", "outlier"), above_the_axis),
        },
        label="edge",
        title="two regions",
    ),
    "gram": lambda: kernels_figures.gram_matrix(
        {"RBF": K, "sigmoid": Sigmoid(1.0, -1.0)(X)}, CIRCLES.y, names=("out", "in")
    ),
    "kernel_values": lambda: kernels_figures.kernel_values(
        {"RBF": RBF(1.0), "linear": Linear()}, [0.5, -1.0]
    ),
    "profiles": lambda: kernels_figures.profiles({"γ = 1": RBF(1.0), "γ = 4": RBF(4.0)}),
    "curves": lambda: figures.curves(
        [1, 10, 100], {"a": [1, 2, 3], "b": [3, 1, 2]}, xlabel="n", ylabel="time (s)", log="x", markers=True
    ),
    "spectrum": lambda: kernels_figures.spectrum(
        np.linalg.eigvalsh(Sigmoid(1.0, -1.0)(X)), log=True, title="sigmoid"
    ),
    "feature_planes": lambda: kernels_figures.feature_planes(
        CIRCLES, squares, line=([-1.0, -1.0], 0.6), title="rings"
    ),
    "lift": lambda: kernels_figures.lift(
        CIRCLES, lift_to_paraboloid, plane=([0.0, 0.0, 1.0], -0.6), title="rings"
    ),
    "slack_per_point": lambda: ball_figures.slack_per_point(
        SOLUTION.squared_distances, SOLUTION, SOLUTION.kinds
    ),
    "alpha_per_point": lambda: ball_figures.alpha_per_point(SOLUTION.alpha, SOLUTION.upper, SOLUTION.kinds),
    "smo_history": lambda: ball_figures.smo_history(*zip(*HISTORY, strict=True), title="SMO"),
    "shares": lambda: one_class_figures.shares([0.1, 0.5, 1.0], [0.05, 0.45, 1.0], [0.15, 0.55, 1.0]),
    "partition": lambda: figures.partition(
        MOONS, MOONS.y, [[0.0, 0.5], [1.0, 0.0]], assign=lambda P: (P[:, 0] > 0.5).astype(int), title="moons"
    ),
    "partitions": lambda: figures.partitions(
        {f"panel {k}": (CIRCLES, CIRCLES.y) for k in range(4)}, columns=2
    ),
    "descent": lambda: figures.descent(STEPS, log=True, title="c-means"),
    "outcomes": lambda: kernel_cmeans_figures.outcomes(
        [1.0, 1.0, 2.0], [0.5, 0.5, 0.9], xlabel="J", ylabel="accuracy", lines={"published": 0.8}
    ),
    "digits": lambda: figures.digits(
        datasets.usps().test.images[:5], list("96366"), columns=3, title="digits"
    ),
    "moves": lambda: denoising_figures.moves(
        X, X[:5], {"a little": X[:5] + 0.1, "not": X[:5]}, title="moved"
    ),
}


class _Images(HTMLParser):
    def __init__(self):
        super().__init__()
        self.images = []

    def handle_starttag(self, tag, attrs):
        if tag == "img":
            self.images.append(dict(attrs))


def image_of(html):
    parser = _Images()
    parser.feed(html)
    (attributes,) = parser.images
    return attributes


@pytest.fixture(scope="module")
def drawn():
    return {name: make() for name, make in PICTURES.items()}


# ---- Picture --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_shows_as_an_image_with_its_text(drawn, name):
    picture = drawn[name]
    bundle = picture._repr_mimebundle_()
    assert set(bundle) == {"text/html", "text/plain"}
    attributes = image_of(bundle["text/html"])
    assert attributes["alt"] == picture.alt == bundle["text/plain"] == repr(picture)
    assert attributes["src"].startswith("data:image/png;base64,")
    assert "max-width:100%" in attributes["style"]
    assert Image.open(io.BytesIO(picture.png)).width > 250
    assert "nan" not in picture.alt


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_fit_in_a_notebook(drawn, name):
    assert len(drawn[name]._repr_mimebundle_()["text/html"]) < 200_000


@pytest.mark.parametrize("name", PICTURES)
def test_the_legend_covers_no_axes_and_nothing_is_cut_off(drawn, name):
    figure = drawn[name].figure
    assert drawn[name].png
    width, height = figure.bbox.width, figure.bbox.height
    for legend in figure.legends:
        box = legend.get_window_extent()
        for axes in figure.axes:
            assert not box.overlaps(axes.get_window_extent())
    for axes in figure.axes:
        assert not axes.get_legend()
        for text in (axes.title, axes.xaxis.label, axes.yaxis.label):
            if text.get_text() and text.get_visible() and axes.name != "3d":
                box = text.get_window_extent()
                assert -1 <= box.x0 <= box.x1 <= width + 1
                assert -1 <= box.y0 <= box.y1 <= height + 1


def test_the_same_picture_is_the_same_bytes():
    assert PICTURES["ball"]().png == PICTURES["ball"]().png


def test_settings_of_the_reader_change_nothing():
    expected = PICTURES["decision"]().png
    with matplotlib.rc_context({"font.size": 25, "axes.facecolor": "black", "lines.linewidth": 9}):
        assert PICTURES["decision"]().png == expected


def test_the_png_names_no_software(drawn):
    assert b"oftware" not in drawn["scatter"].png


def test_save_writes_the_png(drawn, tmp_path):
    drawn["scatter"].save(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == drawn["scatter"].png


def test_alt_is_escaped():
    picture = figures.scatter(X, alt='a < b & "c"')
    assert image_of(picture._repr_mimebundle_()["text/html"])["alt"] == 'a < b & "c"'


def test_a_picture_needs_a_text():
    with pytest.raises(ValueError, match="empty"):
        Picture(picture.make_figure(), " ")


def test_pyplot_is_never_imported():
    code = (
        "import sys; from kernelsy19.course import figures; figures.scatter([[0, 1], [1, 2.0]]).png; "
        "sys.exit('matplotlib.pyplot' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_given_text_replaces_ours():
    assert figures.scatter(X, alt="mine").alt == "mine"
    assert kernels_figures.gram_matrix(K, alt="mine").alt == "mine"


# ---- words and numbers ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (1234.4, "1230"),
        (0.012345, "0.0123"),
        (-1.5e-8, "-1.5e-08"),
        (2.5e7, "2.50e+07"),
        (np.float64(3), "3"),
    ],
)
def test_number_keeps_three_digits(value, text):
    assert picture.number(value) == text


def test_count_agrees_with_its_noun():
    assert [picture.count(n, "point") for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]
    assert picture.count(2, "is", "are") == "2 are"


def test_axis_names_have_units():
    assert picture.axis_names(datasets.faithful()) == ("eruptions (min)", "waiting (min)")
    assert picture.axis_names(CIRCLES) == CIRCLES.feature_names


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
    assert drawing.class_names(np.array(labels), names) == expected


def test_class_names_must_suffice():
    with pytest.raises(ValueError, match=r"3 classes, got 2"):
        drawing.class_names(np.array([0, 1, 2]), ("a", "b"))


# ---- Grid -----------------------------------------------------------------------------------------


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
    (line,) = drawing.level_lines(grid, grid.evaluate(lambda P: (P**2).sum(axis=1)), 1.5)
    np.testing.assert_allclose(np.hypot(*line.T), 1.5**0.5, atol=1e-3)


# ---- what is drawn --------------------------------------------------------------------------------


@pytest.fixture
def axes():
    return picture.make_figure().subplots()


def test_classes_differ_in_color_and_in_marker(axes):
    y = np.repeat([0, 1, 2], 20)
    drawn = drawing.draw_classes(axes, X, y, ("a", "b", "c"))
    assert [artist.get_label() for artist in drawn] == ["a", "b", "c"]
    for k, artist in enumerate(drawn):
        np.testing.assert_array_equal(artist.get_offsets(), X[y == k])
    assert len({tuple(artist.get_facecolor()[0]) for artist in drawn}) == 3
    assert len({artist.get_paths()[0].vertices.tobytes() for artist in drawn}) == 3


def test_colors_and_markers_are_all_different():
    assert len(set(picture.COLORS)) == len(picture.COLORS)
    assert len(set(picture.MARKERS)) == len(picture.MARKERS)
    for mark in ("marker", "s", "facecolors"):
        assert len({kind[mark] for kind in picture.KINDS.values()}) == 3


def test_kinds_are_drawn_where_they_are(axes):
    drawn = drawing.draw_kinds(axes, X, SOLUTION.kinds)
    np.testing.assert_array_equal(drawn["inside"].get_offsets(), X[SOLUTION.inside])
    np.testing.assert_array_equal(drawn["surface"].get_offsets(), X[SOLUTION.surface])
    np.testing.assert_array_equal(drawn["outlier"].get_offsets(), X[SOLUTION.outlier])


def shade_at(figure, axes, point):
    figure.canvas.draw()
    column, row = axes.transData.transform(point).round().astype(int)
    pixels = np.asarray(figure.canvas.buffer_rgba())
    return pixels[len(pixels) - 1 - row, column, :3].astype(int)


@pytest.mark.parametrize("flip", [False, True])
def test_the_field_is_blue_above_the_level_and_orange_below(axes, flip):
    grid = Grid.around(np.array([[-1.0, -1], [1, 1]]))
    drawing.draw_field(axes, grid, grid.evaluate(lambda P: P[:, 0]), 0.2, flip=flip)
    below, above = (shade_at(axes.figure, axes, (x, 0.3)) for x in (-0.9, 0.9))
    if flip:
        below, above = above, below
    assert above[2] > above[0] + 40
    assert below[0] > below[2] + 40


def test_a_field_of_one_value_can_be_drawn(axes):
    grid = Grid.around(X, size=5)
    drawing.draw_field(axes, grid, np.ones((5, 5)))
    drawing.draw_field(axes, grid, np.zeros((5, 5)))


def test_gram_shows_the_matrix_on_a_scale_around_zero(axes):
    S = Sigmoid(1.0, -1.0)(X)
    image = kernels_figures.draw_gram(axes, S)
    np.testing.assert_array_equal(image.get_array(), S)
    low, high = image.get_clim()
    assert -low == high == np.abs(S).max()
    assert kernels_figures.draw_gram(axes, K).get_clim() == (0, 1)
    assert kernels_figures.draw_gram(axes, np.zeros((2, 2))).get_clim() == (0, 1)


def test_spectrum_marks_what_is_negative_beyond_rounding(axes):
    negative = kernels_figures.draw_spectrum(axes, np.array([-1e-14, 3.0, -0.5, 1.0]))
    np.testing.assert_array_equal(negative, [False, False, False, True])


def test_contours_without_filling_are_lines(axes):
    grid = Grid.around(X, size=20)
    lines = drawing.draw_contours(axes, grid, grid.evaluate(above_the_axis), [0.0, 0.5], filled=False)
    np.testing.assert_array_equal(lines.levels, [0, 0.5])
    assert not lines.filled


def test_stems_need_no_kinds(axes):
    ball_figures.draw_stems(axes, np.array([1.0, 2]))
    ball_figures.draw_slack(axes, np.array([1.0, 2]), 1.5)
    np.testing.assert_array_equal(axes.collections[1].get_offsets(), [[1, 1], [2, 2]])


def test_shares_are_drawn_against_the_diagonal(axes):
    vectors, outliers = drawing.draw_shares(axes, [0.1, 1], [0.05, 1], [0.2, 1])
    np.testing.assert_array_equal(vectors.get_xydata(), [[0.1, 0.2], [1, 1]])
    np.testing.assert_array_equal(outliers.get_xydata(), [[0.1, 0.05], [1, 1]])


def test_history_leaves_out_a_gap_of_zero(axes):
    right = picture.make_figure().subplots()
    _, gap = ball_figures.draw_history(axes, right, np.array([1.0, 2]), np.array([0.1, 0.0]))
    assert np.isnan(gap.get_ydata()[1])
    assert right.get_yscale() == "log"


def test_legend_below_lists_each_label_once(axes):
    other = axes.figure.add_subplot()
    assert drawing.legend_below(axes.figure, axes) is None
    for ax in (axes, other):
        drawing.draw_points(ax, X, label="points")
    drawing.draw_points(other, X, label="more")
    legend = drawing.legend_below(axes.figure, axes, other, labels=["points"])
    assert [text.get_text() for text in legend.get_texts()] == ["points"]


finite = st.floats(-2, 2).filter(lambda v: abs(v) > 1e-3)


@settings(max_examples=100, deadline=None)
@given(arrays(float, 3, elements=finite), st.floats(-1, 1))
def test_a_plane_is_cut_to_a_convex_polygon_of_the_box(w, b):
    low, high = np.array([-1.0, -2, 0]), np.array([1.0, 1, 0.5])
    corners = kernels_figures.plane_in_box(w, b, low, high)
    signs = np.sign([w @ np.where(bits, high, low) + b for bits in np.ndindex(2, 2, 2)])
    assert (len(corners) > 0) == (len(set(signs >= 0)) == 2)
    if len(corners) == 0:
        return
    assert 3 <= len(corners) <= 6
    np.testing.assert_allclose(corners @ w + b, 0, atol=1e-9)
    assert (corners >= low - 1e-9).all() and (corners <= high + 1e-9).all()
    sides = np.roll(corners, -1, axis=0) - corners
    turns = np.cross(sides, np.roll(sides, -1, axis=0)) @ w
    assert (turns >= -1e-9).all() or (turns <= 1e-9).all()


def test_a_level_plane_is_cut_to_the_rectangle_of_the_box():
    corners = kernels_figures.plane_in_box(np.array([0.0, 0, 2]), -1.0, np.zeros(3), np.ones(3))
    assert {tuple(corner) for corner in corners} == {(0, 0, 0.5), (0, 1, 0.5), (1, 0, 0.5), (1, 1, 0.5)}


# ---- what the texts say ---------------------------------------------------------------------------


def test_scatter_says_how_many_of_each_class(drawn):
    low, high = (f"{v:.3g}" for v in (X[:, 0].min(), X[:, 0].max()))
    assert "60 points" in drawn["scatter"].alt
    assert f"from {low} to {high}" in drawn["scatter"].alt
    assert "30 outer, 30 inner" in drawn["scatter"].alt
    assert "length (cm)" in drawn["scatter, no labels"].alt


def test_decision_says_how_many_are_above(drawn):
    n = sum(1 for x in MOONS.X if x[1] >= 0.25)
    assert f"{n} of 60 points lie above" in drawn["decision"].alt


def test_ball_says_the_three_counts_and_the_radius(drawn):
    alpha, bound = SOLUTION.alpha, 1 / (0.2 * 60)
    out = sum(1 for a in alpha if a >= bound * (1 - 1e-8))
    zero = sum(1 for a in alpha if a <= bound * 1e-8)
    assert (
        f"{out} of 60 points outside the ball, {60 - out - zero} on its surface, {zero} inside"
        in drawn["ball"].alt
    )
    assert f"R² = {SOLUTION.R2:.3g}" in drawn["ball"].figure.axes[0].get_title()


def test_balls_say_the_counts_of_each_panel(drawn):
    above = sum(1 for _, y in X if y > 0.25)
    picture = drawn["balls"]
    assert (
        f"half: {60 - above} of 60 points outside the ball, 0 on its surface, {above} inside." in picture.alt
    )
    assert [axes.get_title() for axes in picture.figure.axes] == ["circle", "half"]
    assert "edge" in [text.get_text() for text in picture.figure.legends[0].get_texts()]


def test_contours_draw_their_boundary_as_a_line_of_its_own(drawn):
    (axes, _) = drawn["contours, boundary"].figure.axes
    (line,) = [c for c in axes.collections if c.get_label() == "level 0.3"]
    points = np.vstack(line.get_segments())
    np.testing.assert_allclose(RBF(1.0)(points, X).mean(axis=1), 0.3, atol=2e-3)


def test_gram_says_the_means_within_and_between_classes(drawn):
    same = np.array([[a == b for b in CIRCLES.y] for a in CIRCLES.y])
    assert f"their mean is {K[same].mean():.3g} within a class (out, in)" in drawn["gram"].alt
    assert f"{K[~same].mean():.3g} between classes" in drawn["gram"].alt


def test_gram_sorts_the_points_by_class():
    y = np.array([1, 0, 1, 0])
    G = np.arange(16.0).reshape(4, 4)
    image = kernels_figures.gram_matrix(G, y).figure.axes[0].images[0]
    np.testing.assert_array_equal(image.get_array(), G[np.ix_([1, 3, 0, 2], [1, 3, 0, 2])])


def test_kernel_values_say_their_range():
    alt = kernels_figures.kernel_values(Linear(), [1.0, 0.0], reach=2.0).alt
    assert "from -1 to 3" in alt
    assert "x₀ = (1, 0)" in alt


def test_curves_say_their_ends(drawn):
    assert "b: 3 at the left, 2 at the right, from 1 to 3." in drawn["curves"].alt


def test_profiles_are_values_of_the_kernel():
    axes = kernels_figures.profiles({"k": RBF(2.0)}, reach=1.0, origin=0.5).figure.axes[0]
    x, k = axes.lines[0].get_data()
    np.testing.assert_allclose(k, np.exp(-2 * (x - 0.5) ** 2))


def test_spectrum_says_whether_the_matrix_is_psd(drawn):
    values = np.linalg.eigvalsh(Sigmoid(1.0, -1.0)(X))
    n = int((values < -1e-10 * np.abs(values).max()).sum())
    assert f"{n} are negative, so the matrix is not positive semidefinite" in drawn["spectrum"].alt
    assert "none is negative" in kernels_figures.spectrum(np.linalg.eigvalsh(K)).alt


def test_the_line_there_is_the_curve_here(drawn):
    wrong = sum((0.6 - x[0] ** 2 - x[1] ** 2 > 0) != (y == 1) for x, y in zip(X, CIRCLES.y, strict=True))
    assert f"leaves {wrong} points on the wrong side" in drawn["feature_planes"].alt
    assert f"leaves {wrong} points on the wrong side" in drawn["lift"].alt
    here, there = drawn["feature_planes"].figure.axes
    curve = np.concatenate(
        [s for c in here.collections if hasattr(c, "get_segments") for s in c.get_segments()]
    )
    line = np.concatenate(
        [s for c in there.collections if hasattr(c, "get_segments") for s in c.get_segments()]
    )
    np.testing.assert_allclose((curve**2).sum(axis=1), 0.6, atol=2e-3)
    np.testing.assert_allclose(line.sum(axis=1), 0.6, atol=1e-9)


def test_planes_without_labels_say_how_many_are_positive():
    alt = kernels_figures.feature_planes(X, squares, line=([1.0, 1.0], -0.6)).alt
    assert f"{int(((X**2).sum(axis=1) > 0.6).sum())} of 60 points lie on the positive side" in alt
    assert "wrong" not in kernels_figures.feature_planes(X, squares).alt
    assert "wrong" not in kernels_figures.lift(X, lift_to_paraboloid).alt


def test_slack_says_how_much_stands_out(drawn):
    beyond = SOLUTION.squared_distances - SOLUTION.R2
    alt = drawn["slack_per_point"].alt
    assert f"slack up to {beyond.max():.3g} and {beyond[beyond > 0].sum():.3g} in all" in alt
    assert f"R² = {SOLUTION.R2:.3g}" in alt
    assert ball_figures.slack_per_point(SOLUTION.squared_distances, float(SOLUTION.R2)).alt == alt


def test_alpha_says_how_many_are_at_the_bound():
    alt = ball_figures.alpha_per_point([0, 0, 0.1, 0.4, 0.5], 0.5).alt
    assert "2 are zero, 2 lie between 0 and the bound 0.5, 1 at the bound" in alt


def test_alpha_can_be_shown_in_a_given_order():
    axes = ball_figures.alpha_per_point([0.1, 0.2, 0.3], 0.5, order=[2, 0, 1]).figure.axes[0]
    np.testing.assert_array_equal(axes.collections[1].get_offsets()[:, 1], [0.3, 0.1, 0.2])


def test_history_says_where_it_ends(drawn):
    assert len(HISTORY) > 5
    assert f"from {HISTORY[0][0]:.3g} to {SOLUTION.objective:.3g}" in drawn["smo_history"].alt


def test_smo_history_says_of_a_small_residual_what_is_the_same_on_each_machine():
    assert ball_figures.smo_history([1.0, 2.0], [0.5, 3.2e-7]).alt.endswith("from 0.5 to below 1e-06.")
    assert ball_figures.smo_history([1.0, 2.0], [0.5, 0.25]).alt.endswith("from 0.5 to 0.25.")
    assert ball_figures.smo_history([1.0, 2.0], [0.5, 0.0]).alt.endswith("from 0.5 to 0.")


def test_shares_say_when_they_cross_nu():
    assert (
        "exceed ν 1 times, support vectors fall below it 2 times"
        in one_class_figures.shares([0.1, 0.5, 0.6], [0.2, 0.4, 0.6], [0.0, 0.4, 0.6]).alt
    )


def test_digits_are_shown_in_rows(drawn):
    assert "5 images in 2 rows" in drawn["digits"].alt
    assert "9, 6, 3, 6, 6" in drawn["digits"].alt
    assert figures.digits(np.zeros((2, 3, 3))).alt.startswith("2 images in 1 row")
    named = figures.digits(np.zeros((4, 3, 3)), columns=2, rows=["upper", "lower"])
    assert named.alt.endswith("The rows: upper, lower.")
    assert [text.get_text() for axes in named.figure.axes for text in axes.texts] == ["upper", "lower"]


def test_moves_say_how_far(drawn):
    assert "5 points and where each is moved" in drawn["moves"].alt
    assert "a little: by 0.141 on average; not: by 0" in drawn["moves"].alt
    (lines,) = [c for c in drawn["moves"].figure.axes[0].collections if hasattr(c, "get_segments")]
    np.testing.assert_allclose(lines.get_segments(), np.stack([X[:5], X[:5] + 0.1], axis=1))


# ---- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: figures.scatter(np.zeros((3, 3))), "2 columns, got 3"),
        (lambda: figures.scatter([[0, np.nan]]), "1 NaN"),
        (lambda: figures.scatter(X, CIRCLES.y[:5]), "one label a point"),
        (lambda: ball_figures.ball_in_plane(X, SOLUTION.kinds[:5], above_the_axis), "kinds must hold 60"),
        (lambda: ball_figures.ball_in_plane(X, ["out"] * 60, above_the_axis), "kinds must hold 60"),
        (lambda: kernels_figures.kernel_values(RBF(1.0), [1, 2, 3]), "center"),
        (lambda: figures.curves([1, 2], {"a": [1]}, xlabel="x", ylabel="y"), "a must have shape"),
        (lambda: kernels_figures.lift(X, squares), "3 columns, got 2"),
        (lambda: kernels_figures.feature_planes(X, lift_to_paraboloid), "2 columns, got 3"),
        (lambda: ball_figures.smo_history([1.0, 2.0], [1.0]), "kkt_residual"),
        (lambda: one_class_figures.shares([0.1], [0.1, 0.2], [0.1]), "outliers"),
        (lambda: figures.digits(np.zeros((2, 9))), "images must have shape"),
        (lambda: figures.digits(np.zeros((2, 3, 3)), ["a"]), "titles must name 2"),
        (lambda: figures.digits(np.zeros((2, 3, 3)), rows=["a", "b"]), "rows must name 1"),
        (lambda: denoising_figures.moves(X, X[:3], {"a": X[:2]}), "hold 3 ends"),
        (lambda: figures.decision(X, lambda P: P), "values of the function at the points"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_density_regions_name_each_contour_by_its_share_and_count_what_it_holds():
    X = np.random.default_rng(0).normal(size=(200, 2))
    density = lambda P: np.exp(-0.5 * (P**2).sum(axis=1))  # noqa: E731
    levels = np.quantile(density(X), [0.75, 0.1])
    picture = density_figures.density_regions(X, density, levels, [0.25, 0.9])
    assert "25%: 25.0%, 90%: 90.0%" in picture.alt
    labels = {text.get_text() for text in picture.figure.axes[0].texts}
    assert {"25%", "90%"} <= labels
    with pytest.raises(ValueError, match=r"levels must have shape \(2,\)"):
        density_figures.density_regions(X, density, levels[:1], [0.25, 0.9])


def test_curves_show_a_sample_as_ticks_at_its_places():
    picture = figures.curves([0, 1], {"f": [1, 2]}, xlabel="x", ylabel="f", rug=[0.2, 0.7])
    ticks = [line for line in picture.figure.axes[0].lines if line.get_marker() == "|"]
    assert [list(line.get_xdata()) for line in ticks] == [[0.2, 0.7]]


def test_partition_says_sizes_and_prototypes(drawn):
    alt = drawn["partition"].alt
    assert "into 2 clusters of 30, 30 points" in alt
    assert "Prototypes at (0, 0.5), (1, 0)" in alt
    assert "Prototypes" not in figures.partition(MOONS, MOONS.y).alt


@pytest.mark.parametrize("labels", [[0, 1], [0.0, 1.0, 0.0], [0, -1, 0]])
def test_partition_wants_one_cluster_a_point(labels):
    with pytest.raises(ValueError, match="labels must be 3 whole numbers from 0"):
        figures.partition(np.eye(3, 2), labels)


def test_regions_are_shaded_where_the_clusters_are(axes):
    grid = Grid(np.arange(5.0), np.arange(3.0))
    image = drawing.draw_regions(axes, grid, np.tile([0, 0, 0, 1, 1], (3, 1)))
    shades = image.get_array()[0]
    np.testing.assert_allclose(shades[0], picture.pale(picture.BLUE))
    np.testing.assert_allclose(shades[-1], picture.pale(picture.ORANGE))
    (border,) = [lines for lines in axes.collections if len(lines.get_segments())]
    np.testing.assert_allclose(border.get_segments()[0][:, 0], 2.5)


def test_partitions_say_each_panel(drawn):
    assert drawn["partitions"].alt.count("2 clusters of 30, 30 points") == 4
    assert len(drawn["partitions"].figure.axes) == 4


def test_descent_says_where_it_ends_and_whether_it_rises(drawn):
    alt = drawn["descent"].alt
    assert f"down to {picture.number(STEPS[-1].objective)}, never rising" in alt
    assert "sometimes rising" in figures.descent(STEPS[::-1]).alt


def test_outcomes_count_equal_pairs_once(drawn):
    alt = drawn["outcomes"].alt
    assert "3 starts, 2 different results" in alt
    assert "lowest J, 1, has accuracy 0.5; the highest accuracy is 0.9" in alt
    sizes = drawn["outcomes"].figure.axes[0].collections[0].get_sizes()
    assert sizes[0] > sizes[1]


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


def test_extractor_says_the_weighted_sums():
    rng = np.random.default_rng(0)
    images, values, weights = (
        rng.random((3, 4, 4)),
        np.array([1.0, 0.5, 0.25]),
        np.array([[1.0, -1], [2, 0], [4, 4]]),
    )
    picture = pca_figures.extractor(images[0], images, values, weights)
    assert "z1 = 3" in picture.alt and "z2 = 0" in picture.alt
    shown = {text.get_text() for text in picture.figure.axes[0].texts}
    assert {"z₁ = 3", "z₂ = 0", "K(x₂, x) = 0.5"} <= shown


def test_few_values_within_two_powers_of_ten_are_labelled_themselves():
    def labels(x):
        picture = figures.curves(x, {"a": x}, xlabel="n", ylabel="time", log="xy")
        FigureCanvasAgg(picture.figure).draw()
        return [text.get_text() for text in picture.figure.axes[0].get_xticklabels() if text.get_text()]

    assert labels([250, 500, 4000]) == ["250", "500", "4000"]
    assert not set(labels([1, 10, 1000])) & {"1", "10", "1000"}


def test_a_panel_of_none_is_left_empty():
    X = np.random.default_rng(0).normal(size=(30, 2))
    picture = figures.contour_panels(X, {"first": lambda P: P[:, 0], "no second": None}, columns=2)
    assert "1 contour plot" in picture.alt and "no second" not in picture.alt
    empty = picture.figure.axes[1]
    assert not empty.axison and [text.get_text() for text in empty.texts] == ["no second"]


def test_scatters_have_a_panel_for_each_data_and_one_legend():
    X = np.random.default_rng(0).normal(size=(20, 2))
    y = np.arange(20) % 2
    picture = pca_at_work_figures.scatters({"a": X, "b": 2 * X, "c": 3 * X}, y, names=("p", "q"), columns=2)
    assert [axes.get_title() for axes in picture.figure.axes] == ["a", "b", "c"]
    assert len(picture.figure.legends) == 1
    assert "3 scatter plots" in picture.alt and "10 p, 10 q" in picture.alt
    np.testing.assert_allclose(picture.figure.axes[2].collections[1].get_offsets(), 3 * X[y == 1])


def test_pairs_put_column_j_against_column_i():
    Z = np.random.default_rng(0).normal(size=(15, 3))
    picture = pca_at_work_figures.pairs(Z, title="three")
    axes = np.reshape(picture.figure.axes, (3, 3))
    np.testing.assert_allclose(axes[0, 2].collections[0].get_offsets(), Z[:, [2, 0]])
    assert [axes[i, i].texts[0].get_text() for i in range(3)] == ["z₁", "z₂", "z₃"]
    assert "(three)" in picture.alt


def test_compared_tables_mark_the_cells_that_differ():
    ours = np.array([[1.0, 2.7], [3.0, np.nan]])
    published = np.array([[1.7, 2.0 - 1e-3], [5.0, np.nan]])
    picture = pca_at_work_figures.compare_tables(
        ours, published, (32, 64), (1, 2), axes_names=("components", "degree")
    )
    texts = [text.get_text() for text in picture.figure.axes[0].texts]
    assert texts == ["1.0\n(1.7)", "2.7 *\n(2.0)", "3.0 **\n(5.0)"]
    assert "3 cells" in picture.alt and "1 differ by at most 0.7" in picture.alt
    assert "components 64, degree 1: 3.0 against 5.0" in picture.alt
