import subprocess
import sys

import numpy as np
from pictures import image_of

from kernelcourse.drawing import figures
from kernelcourse.drawing.marks import Curve, Points, Words
from kernelcourse.drawing.names import Room
from kernelcourse.drawing.picture import Picture, laid_out
from kernelcourse.drawing.scene import Axis, Panel, Scene
from kernelsy19 import datasets

X = datasets.circles(60).X
T = np.linspace(0, 10, 80)
AXES = Axis("x", (0, 10)), Axis("y", (-2, 12))


def picture_of(*marks):
    return laid_out([Panel(marks, *AXES)], "Shown: 1.")


def written(picture):
    """Words within its panels by text, with their boxes in pixels."""
    picture.figure.draw_without_rendering()
    return {text.get_text(): text.get_window_extent() for axes in picture.figure.axes for text in axes.texts}


def legend(picture):
    return [text.get_text() for box in picture.figure.legends for text in box.get_texts()]


# ---- what a picture is --------------------------------------------------------------------------


def test_it_saves_its_png_which_names_no_software(tmp_path):
    picture = figures.scatter(X)
    picture.save(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == picture.png
    assert b"oftware" not in picture.png


def test_its_text_is_escaped_and_its_numbers_have_a_minus():
    panel = Panel([Words([0.5], [0.5], ["z = -1"])], title="lowest at -2")
    picture = Picture(Scene([panel], 'a < b & "c", from -2 to 1'), title="-3")
    assert image_of(picture._repr_mimebundle_()["text/html"])["alt"] == 'a < b & "c", from −2 to 1'
    assert list(written(picture)) == ["z = −1"] and picture.figure.get_suptitle() == "−3"
    assert picture.figure.axes[0].get_title() == "lowest at −2"


def test_pyplot_is_never_imported():
    code = (
        "import sys; from kernelcourse.drawing import figures; figures.scatter([[0, 1], [1, 2.0]]).png; "
        "sys.exit('matplotlib.pyplot' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_panels_are_laid_out_in_rows_as_wide_as_a_notebook_at_most():
    picture = laid_out([Panel([], *AXES, title=name) for name in "abcde"], "5 panels.", title="five")
    assert [panel.at for panel in picture.panels] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]
    assert picture.width == 960 and picture.figure.get_suptitle() == "five"
    assert laid_out([Panel([], *AXES)] * 2, "2.", width=300).width == 600


def test_planes_fill_their_panels():
    flat = Axis("x", (0, 10)), Axis("y", (0, 2))
    scenes = [laid_out([Panel([], *axes, equal=True)] * 2, "2.").scene for axes in (flat, AXES)]
    assert scenes[0].aspect < 0.5 * scenes[1].aspect


# ---- where names stand --------------------------------------------------------------------------


def test_names_stand_at_their_curves_and_cover_nothing():
    picture = picture_of(
        Curve(T, T, "blue", label="rising"), Curve(T, 10 - T, "orange", label="falling"), Points([5], [9], label="dot")
    )  # fmt: skip
    axes, boxes = picture.figure.axes[0], written(picture)
    assert legend(picture) == [] and set(boxes) == {"rising", "falling", "dot"}
    lines = {"rising": T, "falling": 10 - T, "dot": np.full(80, 9.0)}
    for name, box in boxes.items():
        away = {}
        for other, height in lines.items():
            x, y = axes.transData.transform(np.column_stack([T if other != "dot" else 5 + 0 * T, height])).T
            gaps = np.hypot(np.maximum(abs(x - (box.x0 + box.x1) / 2) - box.width / 2, 0),
                            np.maximum(abs(y - (box.y0 + box.y1) / 2) - box.height / 2, 0))  # fmt: skip
            away[other] = gaps.min()
        assert min(away, key=away.get) == name and min(away.values()) > 0


def test_names_that_find_no_room_stand_in_a_legend():
    grid = np.stack(np.meshgrid(np.linspace(0, 10, 60), np.linspace(-2, 12, 60))).reshape(2, -1)
    full = picture_of(Points(*grid, "class 0", label="many"), Points([5], [5], "class 1", label="one"))
    assert legend(full) == ["many", "one"] and not written(full)
    alone = picture_of(Points(*grid, "class 0", label="many"))
    assert legend(alone) == [] and list(written(alone)) == ["many"]


def test_a_name_of_points_stands_on_their_side_of_a_line_or_in_a_legend():
    turn = np.linspace(0, 2 * np.pi, 99)
    for reach, in_legend in ((2, []), (0.4, ["ring", "within it"])):
        ring = Curve(3 + reach * np.cos(turn), 5 + 2 * reach * np.sin(turn), label="ring")
        picture = picture_of(ring, Points([3 + 0.8 * reach], [5], label="within it"))
        assert legend(picture) == in_legend
        if not in_legend:
            axes = picture.figure.axes[0]
            corners = axes.transData.inverted().transform(written(picture)["within it"].corners())
            assert (((corners - (3, 5)) / (reach, 2 * reach)) ** 2).sum(axis=1).max() < 1


def test_words_beside_a_place_are_written_even_where_all_is_full():
    grid = np.stack(np.meshgrid(np.linspace(0, 10, 60), np.linspace(-2, 12, 60))).reshape(2, -1)
    picture = picture_of(Points(*grid), Words([5], [5], ["here"], "beside"))
    assert list(written(picture)) == ["here"]


def test_a_room_finds_the_free_place_that_is_nearest():
    room = Room(200, 100)
    own = room.mark([[20, 50]], 3)
    x, y = room.find(own, 40, 10)
    assert abs(y - 50) < 20 and x < 80
    assert room.taken[round(y), round(x)]
    assert room.find(own, 400, 10) is None
