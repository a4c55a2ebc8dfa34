"""Marks: what is checked when they are made, and what fields and images keep of their values."""

import re
from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb
from pictures import contrast
from refusals import refused

from kernelcourse.drawing import appearance, marks
from kernelcourse.drawing.data_planes import Grid, level_lines
from kernelsy19.kernels import RBF

GRID = Grid(np.linspace(-3, 3, 60), np.linspace(-3, 3, 60))


test_what_does_not_fit_is_named = refused(
    (lambda: marks.Points([1, 2], [1]), "x, y of one length, got 2 x, 1 y"),
    (lambda: marks.Points([1, 2], [1, 2], ["inside"]), "kind must be one name or 2, got 1"),
    (lambda: marks.Points([1], [1], "ball"), "kind must be one of"),
    (lambda: marks.Points([1], [1], sizes=[1, 2]), "1 x, 1 y, 2 sizes"),
    (lambda: marks.Points([1], [1], moves="z"), "moves must be one of"),
    (lambda: marks.Points([[1]], [1]), "x of Points must be a row of numbers"),
    (lambda: marks.Curve([1], [1], "red"), "color must be one of"),
    (lambda: marks.Curve([1], [1], dash="--"), "dash must be one of"),
    (lambda: marks.Curve(1, [1]), "x of Curve must be a row"),
    (lambda: marks.Segments([1, 2, 3], [1, 2, 3]), "a beginning and an end each, got 3"),
    (lambda: marks.Rule(1, "z"), "across must be one of"),
    (lambda: marks.Words([1], [1], ["a", "b"]), "1 x, 1 y, 2 text"),
    (lambda: marks.Handle("a", 0, 0, "a", "up"), "moves must be one of"),
    (lambda: marks.SpaceCurve([1], [1], [1, 2]), "x, y, z of one length"),
    (lambda: marks.shaded(GRID, np.zeros(3)), "values of a field"),
    (lambda: marks.shaded(GRID, np.zeros((1, 3))), "two rows and columns"),
    (lambda: marks.shaded(GRID, np.full((2, 2), np.nan)), "NaN"),
    (lambda: marks.shaded(GRID, np.zeros((2, 2)), palette="jet"), "palette must be one of"),
    (lambda: marks.divided(GRID, np.zeros((9, 2, 2))), "8 regions, got 9"),
    (lambda: marks.cells(np.zeros(3)), "values of an image"),
)


def test_marks_are_frozen_and_hold_arrays():
    stems = marks.Stems([1, 2], (3, 4), 0.5)
    assert [type(v) for v in (stems.x, stems.y, stems.base)] == [np.ndarray] * 3
    np.testing.assert_array_equal(stems.base, [0.5, 0.5])
    np.testing.assert_array_equal(marks.Bars([1, 2], [1, 2]).base, [0, 0])
    with pytest.raises(AttributeError):
        stems.color = "blue"


def test_a_field_is_finest_where_its_boundary_runs():
    values = GRID.evaluate(lambda X: RBF(0.5)(X, np.array([[0.3, -0.2]]))[:, 0]) - 0.3
    field = marks.shaded(GRID, values)
    step = 2 * np.sqrt(np.abs(values) * field.top) / 32767 + field.top / 32767**2
    assert (np.abs(field.values - values) <= 0.51 * step).all()
    assert field.reach == (-values.min(), values.max())
    for kept in (field.values, values):
        line = np.concatenate(level_lines(GRID, kept))
        np.testing.assert_allclose(np.hypot(*(line - [0.3, -0.2]).T), np.sqrt(-2 * np.log(0.3)), atol=0.01)


def test_the_lines_of_a_linear_function_are_straight():
    values = GRID.evaluate(lambda X: X[:, 0] + 2 * X[:, 1])
    field = marks.shaded(GRID, values, levels=(-1, 0, 1), reach=(2, 3))
    assert field.codes.dtype == np.int16 and field.levels == (-1.0, 0.0, 1.0) and field.reach == (2.0, 3.0)
    for level in (-1.0, 0.0, 1.6):  # a border of bands too, at which no line is asked for
        line = np.concatenate(level_lines(GRID, field.values, level))
        np.testing.assert_allclose(line @ [1, 2], level, atol=3e-4 * field.top)


def test_a_field_of_zeros_is_zero():
    field = marks.shaded(GRID, np.zeros((3, 3)))
    assert not field.values.any() and min(field.reach) > 0


def test_regions_keep_which_score_is_the_largest():
    centers = np.array([[-1, 0], [1, 1], [0.5, -2]])
    scores = [GRID.evaluate(lambda X, c=c: -((X - c) ** 2).sum(axis=1)) for c in centers]
    regions = marks.divided(GRID, scores)
    np.testing.assert_array_equal(regions.codes.argmax(axis=0), np.argmax(scores, axis=0))


def test_cells_keep_values_to_a_255th_of_their_scale():
    values = np.random.default_rng(0).uniform(-2, 5, (7, 4))
    image = marks.cells(values, scale=(-2, 5))
    low, high = image.scale
    np.testing.assert_allclose(low + image.codes / 255 * (high - low), values, atol=7 / 500)
    assert marks.cells([[0, 9]], scale=(1, 3)).codes.tolist() == [[0, 255]]


def test_a_turn_is_a_rotation():
    rng = np.random.default_rng(0)
    places = rng.normal(size=(5, 3))
    seen = marks.turned(places, 37, -12)
    np.testing.assert_allclose(np.linalg.norm(seen, axis=1), np.linalg.norm(places, axis=1))
    np.testing.assert_allclose(marks.turned(np.eye(3), 0, 0), [[0, 0, 1], [1, 0, 0], [0, 1, 0]], atol=1e-15)
    np.testing.assert_allclose(marks.turned([[0, 0, 1.0]], 50, 90)[0], [0, 0, 1], atol=1e-15)


# ---- looks ---------------------------------------------------------------------------------------


def test_looks_name_colors_and_shapes_that_there_are():
    for kind in appearance.POINT_KINDS.values():
        assert kind.shape in appearance.SHAPES and {kind.fill, kind.edge} <= {"", *appearance.INKS}
    light, dark = appearance.theme(), appearance.theme(dark=True)
    assert (light.keys(), light["kinds"]) == (dark.keys(), dark["kinds"])
    assert light["colors"] != dark["colors"]
    assert all(len(palette) % 2 == 0 for palette in light["palettes"].values())  # 0 lies between two shades
    assert appearance.kinds_of(np.array([1, 0])) == ("class 1", "class 0")
    assert min(v for v in appearance.TEXT.values() if not isinstance(v, str)) >= 9


ROOT = Path(__file__).resolve().parents[3]
# Of a saved picture on dark paper.
SAVED_LOOKS = ("kernelcourse/desk/custom/custom.css", "site/static/course.css")


def inverted(color, looks):
    """A color of a saved picture as the first filter of our looks shows it on dark paper."""
    found = re.search(r"invert\((.*?)\) hue-rotate\((\d+)deg\) brightness\((.*?)\)", looks)
    from_white, turn, brighter = map(float, found.groups())
    assert turn == 180
    rgb = np.array(to_rgb(color))
    rgb = from_white - (2 * from_white - 1) * rgb
    rgb = np.clip(2 * rgb @ [0.213, 0.715, 0.072] - rgb, 0, 1)  # half a turn around gray
    return to_hex(np.clip(brighter * rgb, 0, 1))


@pytest.mark.parametrize("paper", ["light", "dark", *SAVED_LOOKS])
def test_words_and_lines_stand_out_from_paper_and_fields(paper):
    theme = appearance.theme(dark=paper == "dark")
    seen = (lambda color: inverted(color, (ROOT / paper).read_text("utf8"))) if paper in SAVED_LOOKS else str
    for ground in [theme["colors"]["paper"], *theme["palettes"]["field"], *theme["regions"]]:
        assert contrast(seen(theme["colors"]["ink"]), seen(ground)) >= 4.5, ground
    for looks, least in (("words", 4.5), ("lines", 3)):
        for name in set(appearance.INKS) - set(appearance.GROUNDS):
            assert contrast(seen(theme[looks][name]), seen(theme["colors"]["paper"])) >= least, (looks, name)
