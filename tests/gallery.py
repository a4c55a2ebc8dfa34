"""An explorer that shows every mark and has every control: what both renderers are tested with."""

import numpy as np

from kernelcourse.drawing import appearance
from kernelcourse.drawing.controls import choice, cloud, log_slider, place, slider, steps
from kernelcourse.drawing.data_planes import Grid
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import (  # fmt: skip
    Area,
    Band,
    Bars,
    Curve,
    Handle,
    Points,
    Rule,
    Segments,
    SpaceCurve,
    SpacePoints,
    SpaceSheet,
    Stems,
    Words,
    cells,
    divided,
    shaded,
)
from kernelcourse.drawing.scene import Axis, Panel, Scene

GRID = Grid(np.linspace(-2, 2, 40), np.linspace(-1, 1, 30))
AXES = {"x": Axis("x (cm)", (-2, 2)), "y": Axis("y (cm)", (-1, 1))}
START = ((-1.0, -0.5), (0.0, 0.5), (1.0, 0.0))


class Gallery(Explorer):
    """Every mark and every control; `broken` cannot be drawn."""

    def controls(self):
        return {
            "width": slider(0.1, 2.0, 1.0, "width w", "cm", step=0.1),
            "gamma": log_slider(-2, 2, 0, "inverse width γ", "per cm²"),
            "step": steps("step"),
            "word": choice(("one", "two", "broken"), "word"),
            "lines": choice(("only 0", "0 and a quarter"), "level lines"),
            "star": place("star", (0.5, 0.25)),
            "points": cloud("points", of="word", least=2, most=5),
        }

    def scene(self, width, gamma, step, word, lines, star, points):
        levels = (0.0,) if lines == "only 0" else (0.0, 0.25)
        if word == "broken":
            raise ValueError("<this> cannot be drawn")
        own = np.array(START if points is None else points)
        x, y = np.meshgrid(GRID.x, GRID.y)
        bump = np.exp(-gamma * ((x - star[0]) ** 2 + (y - star[1]) ** 2)) - 0.5
        t = np.linspace(-2, 2, 81)
        angle = np.linspace(0, 4 * np.pi, 60)
        panels = [
            Panel(
                [
                    shaded(GRID, bump, levels=levels, label="level", bar="k"),
                    Points(*own.T, hold="points", label="own"),
                    Handle("star", *star, "star"),
                ],
                **AXES,
                title="field",
            ),
            Panel(
                [divided(GRID, [-((x - a) ** 2 + (y - b) ** 2) for a, b in own]), Words([0], [0.8], [word], "center")],
                **AXES,
                title="regions",
                equal=True,
                at=(0, 1),
            ),
            Panel(
                [
                    Band(-1, 0, label="band"),
                    Area(t, np.cos(t), label="area"),
                    Curve(t, np.where(np.abs(t) < 0.2, np.nan, np.sin(width * t)), "vermillion", label="curve"),
                    Rule(0.5, "y", dash="dotted", label="rule"),
                    Segments([-1, 1, 0, 0.5], [-0.5, 0.5, 0, -0.5], "purple", 2, label="strokes"),
                    Handle("width", width, -0.8, "width", "x", "goal"),
                ],
                **AXES,
                title="lines",
                at=(0, 2),
            ),
            Panel(
                [
                    Bars([1, 2, 3], [1, 3, step + 0.5], color="green", label="bars"),
                    Bars([2, 3], [4.5, 4.5], [0, 2], 0.4, True, "orange"),
                    Stems([1.5, 2.5], [2, 4], 0.5, "blue", 2, label="stems"),
                ],
                Axis("place", (0, 4)),
                Axis("height", (0, 5)),
                title="bars\nand stems",
                at=(1, 0),
            ),
            Panel(
                [
                    cells(np.outer(np.arange(6), np.arange(6)), (0, 6, 0, 6), palette="signed", bar="K"),
                    Points(np.tile(np.arange(0.5, 6), 5)[: len(appearance.POINT_KINDS)],
                           np.repeat(np.arange(0.5, 6), 6)[: len(appearance.POINT_KINDS)], list(appearance.POINT_KINDS),
                           label={"inside": "inside", "wrong": "wrong"}),
                ],
                Axis("", (0, 6), ticks=()),
                Axis("", (0, 6), ticks=()),
                title="cells, kinds",
                at=(1, 1),
            ),
            Panel(
                [
                    SpaceSheet([-1, 1, 1, -1], [-1, -1, 1, 1], [0, 0, 0.5, 0.5]),
                    SpaceCurve(np.cos(angle), np.sin(angle), angle / 7 - 1, "blue"),
                    SpacePoints([0, 0.5], [0, 0.5], [0, 1], ["class 0", "class 1"], label={"class 0": "in space"}),
                ],
                Axis("a", (-1, 1)),
                Axis("b", (-1, 1)),
                z=Axis("c", (-1, 1)),
                title="space",
                at=(1, 2),
            ),
        ]  # fmt: skip
        where = f"({star[0]:.2f}, {star[1]:.2f})"
        said = (
            f"w = {width:.1f} cm, γ = {gamma:.3g}, step {step}, {word}, star at {where}, {len(own)} points."
        )
        hidden, steps = ("gamma",) if word == "two" else (), {"step": 3 if word == "one" else 6}
        return Scene(panels, said, (1, 1, 1), (1, 1), 0.62, hidden, steps)
