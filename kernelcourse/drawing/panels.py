"""What static pictures are put together of: planes of points, curves with their axes, images in a grid."""

import numpy as np

from kernelcourse.drawing import appearance
from kernelcourse.drawing.data_planes import Grid, widened
from kernelcourse.drawing.marks import Curve, Points, cells, divided, shaded
from kernelcourse.drawing.scene import Axis, Panel
from kernelcourse.drawing.words import KIND_LABELS, class_names, number

COLORS = appearance.CLASSES
FEW = 8  # values of a logarithmic axis at most that stand at it themselves
LINES = ("solid", "dashed", "dash-dot", "dotted")
LONGEST_PLANE = 3.0  # of a plane with one unit on both axes, in its shorter side


def axis(label, values, margin=0.05, scale="linear", **more):
    """Make an axis that holds all of some values, with room at both ends.
    label with its unit; NaN among the values is passed over; margin, as a share of the range; others as of an `Axis`"""
    values = np.asarray(values, dtype=float)
    values = values[np.isfinite(values) & ((values > 0) | (scale != "log"))]
    if scale == "log":
        low, high = np.log10([values.min(), values.max()])
        room = margin * (high - low) if high > low else 0.5
        return Axis(label, (10 ** (low - room), 10 ** (high + room)), scale=scale, **more)
    return Axis(label, widened(values, margin), scale=scale, **more)


def log_axis(label, values, margin=0.03):
    """Make a logarithmic axis that shows the values themselves where they are few and within two powers of ten."""
    values = np.asarray(values, dtype=float)
    if len(values) <= FEW and values.max() < 100 * values.min():
        names = [f"{v:.0f}" if 1 <= v < 1e5 and v == round(v) else number(v) for v in values]
        return axis(label, values, margin, "log", ticks=values, names=names)
    return axis(label, values, margin, "log")


def whole_axis(label, low, high, **more):
    """Make an axis for whole numbers, with half a step of room at both ends."""
    step = max(1, round((high - low) / 6))
    return Axis(label, (low - 0.5, high + 0.5), ticks=range(low, high + 1, step), **more)


def plane(view, marks, features=("x₁", "x₂"), title="", equal=None):
    """Make a panel that shows a rectangle of the plane from edge to edge.
    view, with extent (left, right, bottom, top), such as a `Grid`; features, names of the axes with units; equal,
    whether one unit is as long on both axes, None: where both have the same unit, if it fills the panel → Panel"""
    left, right, bottom, top = view.extent
    if equal is None:
        one_unit = len({name.partition("(")[2] for name in features}) == 1
        equal = one_unit and 1 / LONGEST_PLANE < (top - bottom) / (right - left) < LONGEST_PLANE
    return Panel(
        marks, Axis(features[0], (left, right)), Axis(features[1], (bottom, top)), title=title, equal=equal, grid=False
    )  # fmt: skip


def around(*places, margin=0.08):
    """Make the view of a plane that holds some places.
    places (n, 2); margin, as a share of the range, or one for the sides and one for above and below → Grid"""
    places = np.vstack(places)
    wide, high = np.broadcast_to(margin, 2)
    return Grid(np.array(widened(places[:, 0], wide)), np.array(widened(places[:, 1], high)))


def class_points(X, y=None, names=None, size=1.0, hide=False):
    """Make the mark of points, each class in its own color and shape, or all alike where they have no labels.
    X (n, 2); y (n,), or None; hide, whether the classes are not named, because another panel names them → Points"""
    if y is None:
        return Points(*X.T, size=size)
    labels, codes = np.unique(y, return_inverse=True)
    codes = codes % len(COLORS)
    kinds = appearance.kinds_of(range(len(labels)))
    told = {} if hide else dict(zip(kinds, class_names(labels, names), strict=True))
    return Points(*X.T, appearance.kinds_of(codes), size, label=told)


def kind_points(X, kinds, size=1.0):
    """Make the mark of points X (n, 2) inside, on and outside of a ball: kinds (n,)."""
    return Points(*X.T, np.asarray(kinds, dtype=object), size, label=KIND_LABELS)


def field(grid, values, level=0.0, label="", flip=False):
    """Make the shades of a function, blue above a level and orange below, and the line where it equals the level.
    values (h, w); label of the line; flip, whether to exchange the two colors → Field"""
    return shaded(grid, values - level, fine=True, label=label, palette="classes" if flip else "field")


def heights(grid, values, bar=""):
    """Make the shades of a function from its lowest value on the grid to its highest, a line between each two.
    values (h, w); bar, the title of a scale beside the panel → Field"""
    low, high = float(values.min()), float(values.max())
    lines = np.linspace(low, high, len(appearance.PALETTES["heights"][0]) + 1)[1:-1]
    return shaded(
        grid, values, lines, (-low, high), fine=True, palette="heights", color="gray", width=0.6, bar=bar
    )


def level(grid, values, at, color="ink", label="", width=1.8, dash="solid"):
    """Make the line where a function equals a level."""
    return shaded(grid, values, [at], fine=True, palette="", color=color, label=label, width=width, dash=dash)


def part(grid, values):
    """Make one shade of where a function is positive."""
    return shaded(grid, values, (), (1.0, 1.0), fine=True, palette="part")


def signed(grid, values):
    """Make the shades of a function by its sign and size, with thin level lines and a thick one where it is 0."""
    largest = float(np.abs(values).max()) or 1.0
    lines = largest * np.array([-3, -2, -1, 1, 2, 3]) / 4  # between the shades
    thin = shaded(grid, values, lines, (largest, largest), fine=True, color="gray", width=0.6)
    return [thin, level(grid, values, 0.0, width=1.7)]


def regions(grid, distances):
    """Make the part of the plane that is nearest to each prototype; distances is an (m, c) array over a grid."""
    return divided(grid, -np.asarray(distances).T.reshape(-1, len(grid.y), len(grid.x)))


def blue_below(values, y, level=0.0):
    """Tell whether the first of two classes, whose points are blue, lies rather below a level than above."""
    if y is None or len(np.unique(y)) != 2:
        return False
    above, first = values >= level, y == y.min()
    return bool(above[first].mean() < above[~first].mean())


def curves_by_name(x, values, kinds=False):
    """Make a curve of each of some quantities, each in its own color and line: a list.
    x (n,), or one by label; values (n,) by label; kinds, whether the points that were computed are marked"""
    return [
        Curve(
            x[name] if isinstance(x, dict) else x, y, COLORS[k % len(COLORS)], dash=LINES[k % len(LINES)],
            kind=f"class {k % len(COLORS)}" if kinds else "", label=name,
        )
        for k, (name, y) in enumerate(values.items())
    ]  # fmt: skip


def circle(c, R, places=181):
    """Places of a circle, as x and y."""
    turn = np.linspace(0, 2 * np.pi, places)
    return c[0] + R * np.cos(turn), c[1] + R * np.sin(turn)


def image(values, scale=None, title="", **more):
    """Make a panel of one gray image (h, w) without axes; the scale says what is white and what is black."""
    h, w = np.shape(values)
    return Panel([cells(values, (0, w, 0, h), scale)], Axis("", (0, w), ()), Axis("", (0, h), ()), title=title,
                 equal=True, framed=False, **more)  # fmt: skip
