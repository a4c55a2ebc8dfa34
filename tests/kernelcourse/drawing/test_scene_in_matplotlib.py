"""The matplotlib side of scenes: every mark is drawn, where it is, on both papers."""

import io
import re

import numpy as np
import pytest
from gallery import Gallery
from matplotlib.colors import to_hex
from PIL import Image

from kernelcourse.desk.browser_scripts import DRAWING_SCRIPTS
from kernelcourse.drawing import appearance, marks
from kernelcourse.drawing.data_planes import Grid
from kernelcourse.drawing.scene import Axis, Panel, Scene
from kernelcourse.drawing.scene_in_matplotlib import DRAWERS, SPACE_DRAWERS, drawn_scene, png_of


def axes_of(*drawn, **panel):
    panel = {"x": Axis("", (0, 10)), "y": Axis("", (0, 10))} | panel
    return drawn_scene(Scene([Panel(drawn, **panel)], "A.")).axes[0]


@pytest.mark.night
def test_the_gallery_shows_every_mark_and_each_leaves_pixels():
    scene = Gallery().shown
    used = {type(mark) for panel in scene.panels for mark in panel.marks}
    assert used == set(DRAWERS) | set(SPACE_DRAWERS)
    for panel in scene.panels:
        names = ("x", "y", "z", "title", "equal", "grid", "framed", "view")
        looks = {name: getattr(panel, name) for name in names}
        whole = png_of(Scene([Panel(panel.marks, **looks)], "A."))
        for mark in panel.marks:
            others = [other for other in panel.marks if other is not mark]
            assert png_of(Scene([Panel(others, **looks)], "A.")) != whole, mark


def test_every_mark_has_a_drawer_here_and_in_the_browser():
    kinds = [kind for kind in vars(marks).values() if isinstance(kind, type) and issubclass(kind, marks.Mark)]
    assert set(kinds) == {marks.Mark, *DRAWERS, *SPACE_DRAWERS}
    script = "".join(
        (DRAWING_SCRIPTS / f"{name}.js").read_text(encoding="utf-8") for name in ("marks", "scene")
    )
    drawers = re.findall(r"^  ([A-Z]\w+)[:(,]", script, flags=re.MULTILINE)
    assert {kind.__name__ for kind in DRAWERS} == set(drawers)
    assert {"SpacePoints", "SpaceSheet"} <= set(re.findall(r'm\.mark === "(\w+)"', script))
    assert not [shape for shape in appearance.SHAPES if shape not in script]


def test_points_and_curves_are_where_they_are():
    axes = axes_of(
        marks.Points([1, 2, 3], [4, 5, 6], ["outlier", "inside", "outlier"]),
        marks.Curve([1, 2], [3, 4], "green", dash="dashed"),
        grid=False,
    )
    inside, outlier, curve = axes.lines
    np.testing.assert_array_equal(outlier.get_xydata(), [[1, 4], [3, 6]])
    np.testing.assert_array_equal(inside.get_xydata(), [[2, 5]])
    assert outlier.get_marker() == "X" and curve.get_color() == appearance.INKS["green"][0]
    assert axes.get_xlim() == (0, 10) == axes.get_ylim()


def test_the_level_line_of_a_field_is_where_its_values_say():
    grid = Grid(np.linspace(0, 10, 30), np.linspace(0, 10, 30))
    axes = axes_of(marks.shaded(grid, np.add.outer(grid.y, grid.x) - 8))
    line = np.concatenate(axes.collections[-1].get_segments())
    np.testing.assert_allclose(line.sum(axis=1), 8, atol=0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_paper_and_words_are_of_the_theme(dark):
    figure = drawn_scene(Gallery().shown, dark)
    assert to_hex(figure.get_facecolor()) == appearance.theme(dark)["colors"]["paper"]
    colors = {to_hex(text.get_color()) for text in figure.legends[0].get_texts()}
    assert colors == {appearance.theme(dark)["colors"]["ink"]}


def test_the_legend_stands_below_all_panels():
    figure = drawn_scene(Gallery().shown)
    figure.canvas.draw()
    box = figure.legends[0].get_window_extent()
    assert box.x0 >= 0 and box.x1 <= figure.bbox.width
    assert not any(box.overlaps(axes.get_window_extent()) for axes in figure.axes)


def test_equal_scenes_give_equal_bytes_and_words_are_large_enough():
    scene = Gallery().shown
    assert png_of(scene) == png_of(scene)
    width = Image.open(io.BytesIO(png_of(scene))).width
    figure = drawn_scene(scene)
    texts = [
        t for axes in figure.axes for t in (axes.title, *axes.get_xticklabels(), *axes.get_yticklabels())
    ]
    shown = 800 / width  # in a notebook on a page of 1024 pixels
    assert min(text.get_fontsize() * figure.dpi / 72 * shown for text in texts if text.get_text()) >= 9


@pytest.mark.parametrize("view", [(-60.0, 15.0), (20.0, 40.0), (-130.0, -25.0), (75.0, 5.0)])
def test_no_name_of_an_axis_stands_on_a_point_of_a_turned_space(view):
    corners = np.array([[x, y, z] for x in (0, 5, 10) for y in (0, 5, 10) for z in (0, 5, 10)], dtype=float)
    names = ["first (cm)", "second (cm)", "height"]
    space = [Axis(name, (0, 10)) for name in names]
    shown = marks.SpacePoints(*corners.T, "class 0")
    figure = drawn_scene(Scene([Panel([shown], space[0], space[1], z=space[2], view=view)], "A."))
    figure.canvas.draw()
    (axes,) = figure.axes
    places = axes.transData.transform(marks.turned((corners - 5) / 5, *view)[:, :2])
    boxes = {t.get_text(): t.get_window_extent() for t in axes.texts}
    assert set(boxes) == set(names)
    for box in boxes.values():
        assert not any(box.contains(*place) for place in places)
        assert box.x0 >= 0 and box.y0 >= 0 and box.x1 <= figure.bbox.width
