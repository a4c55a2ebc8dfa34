"""Scenes drawn with matplotlib: the static twin of what `scene.js` draws in the browser."""

import numpy as np
from contourpy import FillType, contour_generator
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle
from matplotlib.path import Path
from PIL import Image as PILImage

from kernelcourse.drawing import appearance, marks
from kernelcourse.drawing.figure_style import compact_png, style
from kernelcourse.drawing.scene import Axis, legend_of

WIDTH = 10.0  # inches
TWIN_DPI = 96
MARKER_OF = {
    "circle": "o", "ring": "o", "triangle": "^", "square": "s", "diamond": "D", "down": "v", "plus": "P",
    "cross": "X", "star": "*", "x": "x", "tick": "|",
}  # fmt: skip
POINTS = 0.75  # a pixel in the points that matplotlib counts in
SPACE_REACH = 1.6  # of a turned cube, seen from anywhere, with its labels


def drawn_scene(scene, dark=False):
    """Draw a scene.

    Parameters
    ----------
    scene : Scene
    dark : bool, whether on black

    Returns
    -------
    Figure
    """
    theme = appearance.theme(dark)
    with style():
        figure = Figure(figsize=(WIDTH, WIDTH * scene.aspect), dpi=TWIN_DPI, layout="constrained")
        FigureCanvasAgg(figure)
        figure.set_facecolor(theme["colors"]["paper"])
        grid = figure.add_gridspec(
            len(scene.rows), len(scene.columns), width_ratios=scene.columns, height_ratios=scene.rows
        )
        for panel in scene.panels:
            (row, column), (high, wide) = panel.at, panel.span
            axes = figure.add_subplot(grid[row : row + high, column : column + wide])
            _draw_panel(axes, panel, theme)
        _draw_legend(figure, scene, theme)
    return figure


def png_of(scene, dark=False):
    """Draw a scene as PNG, in few bytes: equal scenes give equal bytes.

    Parameters
    ----------
    scene : Scene
    dark : bool

    Returns
    -------
    bytes
    """
    figure = drawn_scene(scene, dark)
    with style():
        figure.canvas.draw()
    return compact_png(PILImage.fromarray(np.asarray(figure.canvas.buffer_rgba())))


# ---- panels --------------------------------------------------------------------------------------


def _draw_panel(axes, panel, theme):
    colors = theme["colors"]
    axes.set_facecolor(colors["paper"])
    axes.set_title(panel.title, color=colors["ink"], fontsize=theme["text"]["title"] * POINTS)
    axes.grid(False)
    if panel.z is not None:
        _draw_space(axes, panel, theme)
        return
    for side, axis in (("x", panel.x), ("y", panel.y)):
        _set_scale(axes, side, axis, theme)
        if panel.grid:
            for tick in axis.ticks:
                line = axes.axvline if side == "x" else axes.axhline
                line(tick, color=colors["grid"], linewidth=0.6, zorder=-1)
    for order, mark in enumerate(panel.marks):
        DRAWERS[type(mark)](axes, mark, theme, order)
    # Marks may have moved the limits, and what an image does to the aspect is not wanted.
    axes.set(xlim=panel.x.range, ylim=panel.y.range)
    axes.set_aspect("equal" if panel.equal else "auto", adjustable="box")
    for spine in axes.spines.values():
        spine.set(visible=panel.framed, color=colors["gray"], linewidth=0.8)
    if not panel.framed:
        axes.set(xticks=[], yticks=[])


def _set_scale(axes, side, axis, theme):
    options = {"linthresh": axis.straight, "linscale": 1.0} if axis.scale == "symlog" else {}
    getattr(axes, f"set_{side}scale")(axis.scale, **options)
    getattr(axes, f"set_{side}lim")(axis.range)
    getattr(axes, f"set_{side}ticks")(axis.ticks, axis.names)
    getattr(axes, f"set_{side}ticks")([], minor=True)
    color = theme["colors"]["ink"]
    axes.tick_params(axis=side, colors=color, labelsize=theme["text"]["tick"] * POINTS)
    getattr(axes, f"set_{side}label")(axis.label, color=color, fontsize=theme["text"]["label"] * POINTS)


def _draw_legend(figure, scene, theme):
    entries = legend_of(scene)
    if not entries:
        return
    size = theme["text"]["label"]
    fits, columns = WIDTH * TWIN_DPI * 0.97, len(entries)
    widths = [0.62 * size * len(text) + 52 for text in entries]
    while columns > 1 and sum(max(widths[k::columns]) for k in range(columns)) > fits:
        columns -= 1
    figure.legend(
        [_legend_key(mark, kind, theme) for mark, kind in entries.values()],
        entries.keys(),
        loc="outside lower center",
        ncols=columns,
        labelcolor=theme["colors"]["ink"],
        fontsize=size * POINTS,
        columnspacing=1.4,
        handletextpad=0.5,
    )


def _legend_key(mark, kind, theme):
    if isinstance(mark, marks.Points | marks.SpacePoints):
        return Line2D([], [], linestyle="none", **_marker(kind, theme, min(mark.size, 1.0)))
    color = theme["colors"][mark.color]
    if isinstance(mark, marks.Bars | marks.Band | marks.Area | marks.SpaceSheet):
        return Patch(facecolor=color, alpha=0.35 if isinstance(mark, marks.Area | marks.SpaceSheet) else 1)
    settings = _stroke(color, mark.width, getattr(mark, "dash", "solid"))
    if kind:
        settings |= {k: v for k, v in _marker(kind, theme).items() if k != "color"}
    return Line2D([], [], **settings)


# ---- marks ---------------------------------------------------------------------------------------


def _stroke(color, width, dash):
    pattern = appearance.DASHES[dash]
    return {
        "color": color,
        "linewidth": width * POINTS,
        "linestyle": (0, tuple(step / width for step in pattern)) if pattern else "solid",
    }


def _marker(kind, theme, size=1.0):
    one, colors = appearance.POINT_KINDS[kind], theme["colors"]
    return {
        "marker": MARKER_OF[one.shape],
        "markersize": one.size * size * POINTS,
        "markerfacecolor": colors[one.fill] if one.fill else "none",
        "markeredgecolor": colors[one.edge] if one.edge else "none",
        "markeredgewidth": one.line * POINTS,
    }


def _draw_points(axes, mark, theme, order):
    kinds = mark.kinds
    sizes = np.full(len(mark.x), mark.size) * (1.0 if mark.sizes is None else mark.sizes)
    for above, kind in enumerate(sorted(set(kinds), key=list(appearance.POINT_KINDS).index)):
        for size in np.unique(sizes[kinds == kind]):
            here = (kinds == kind) & (sizes == size)
            axes.plot(
                mark.x[here], mark.y[here], linestyle="none", zorder=order + above / 100, clip_on=True,
                **_marker(kind, theme, size),
            )  # fmt: skip


def _draw_curve(axes, mark, theme, order):
    settings = _stroke(theme["colors"][mark.color], mark.width, mark.dash)
    if mark.kind:
        settings |= _marker(mark.kind, theme)
    axes.plot(mark.x, mark.y, zorder=order, **settings)


def _draw_segments(axes, mark, theme, order):
    gap = np.full(len(mark.x) // 2, np.nan)
    x, y = (np.column_stack([v[::2], v[1::2], gap]).ravel() for v in (mark.x, mark.y))
    axes.plot(x, y, zorder=order, **_stroke(theme["colors"][mark.color], mark.width, mark.dash))


def _draw_stems(axes, mark, theme, order):
    x, y = np.repeat(mark.x, 2), np.column_stack([mark.base, mark.y]).ravel()
    _draw_segments(axes, marks.Segments(x, y, mark.color, mark.width), theme, order)


def _draw_bars(axes, mark, theme, order):
    color = theme["colors"][mark.color]
    if mark.flat:
        axes.barh(mark.y, mark.x - mark.base, mark.wide, mark.base, color=color, zorder=order)
    else:
        axes.bar(mark.x, mark.y - mark.base, mark.wide, mark.base, color=color, zorder=order)


def _draw_area(axes, mark, theme, order):
    color = theme["colors"][mark.color]
    axes.fill_between(mark.x, mark.base, mark.y, color=color, alpha=0.25, linewidth=0, zorder=order)


def _draw_band(axes, mark, theme, order):
    span = axes.axvspan if mark.across == "x" else axes.axhspan
    span(mark.low, mark.high, color=theme["colors"][mark.color], linewidth=0, zorder=order)


def _draw_rule(axes, mark, theme, order):
    line = axes.axvline if mark.across == "x" else axes.axhline
    line(mark.at, zorder=order, **_stroke(theme["colors"][mark.color], mark.width, mark.dash))


def _draw_words(axes, mark, theme, order):
    for x, y, text in zip(mark.x, mark.y, mark.text, strict=True):
        axes.text(
            x, y, text, ha=mark.align, va="center", color=theme["colors"][mark.color], zorder=order,
            fontsize=theme["text"]["tick"] * POINTS, clip_on=True,
        )  # fmt: skip


def _draw_field(axes, mark, theme, order):
    left, right, bottom, top = mark.extent
    values = mark.values
    grid = np.linspace(left, right, values.shape[1]), np.linspace(bottom, top, values.shape[0])
    contours = contour_generator(*grid, values, fill_type=FillType.OuterCode)
    if mark.palette:
        shades = theme["palettes"][mark.palette]
        low, high = mark.reach
        edges = np.linspace(-1, 1, len(shades) + 1)[1:-1]
        edges = np.where(edges < 0, low * edges, high * edges)
        axes.add_patch(
            Rectangle((left, bottom), right - left, top - bottom, color=shades[0], zorder=order, lw=0)
        )
        # Each band covers all that is above its lower edge, so that no seam shows between neighbors.
        bands = [_joined_path(*contours.filled(edge, np.inf)) for edge in edges]
        axes.add_collection(
            PathCollection(bands, facecolors=shades[1:], linewidths=0, zorder=order, transform=axes.transData)
        )
    lines = [line for level in mark.levels for line in contours.lines(level)]
    stroke = _stroke(theme["colors"][mark.color], mark.width, mark.dash)
    axes.add_collection(
        LineCollection(
            lines, colors=stroke["color"], linewidths=stroke["linewidth"], linestyles=[stroke["linestyle"]],
            zorder=order + 0.5,
        )
    )  # fmt: skip
    if mark.bar:
        low, high = mark.reach
        _draw_bar(axes, theme["palettes"][mark.palette], (-low, high), mark.bar, theme)


def _joined_path(points, codes):
    if not points:
        return Path(np.empty((0, 2)))
    return Path(np.concatenate(points), np.concatenate(codes))


def _draw_regions(axes, mark, theme, order):
    left, right, bottom, top = mark.extent
    h, w = mark.codes.shape[1:]
    at_x, at_y = np.linspace(0, w - 1, 4 * w), np.linspace(0, h - 1, 4 * h)
    c, r = np.minimum(at_x.astype(int), w - 2), np.minimum(at_y.astype(int), h - 2)
    s, t = at_x - c, (at_y - r)[:, None]
    V = mark.codes.astype(float)
    rows = V[:, r] * (1 - t) + V[:, r + 1] * t
    winner = (rows[:, :, c] * (1 - s) + rows[:, :, c + 1] * s).argmax(axis=0)
    rgb = np.array([to_rgb(color) for color in theme["regions"]])
    half_x, half_y = (right - left) / (len(at_x) - 1) / 2, (top - bottom) / (len(at_y) - 1) / 2
    extent = (left - half_x, right + half_x, bottom - half_y, top + half_y)
    axes.imshow(
        rgb[winner], extent=extent, origin="lower", interpolation="nearest", aspect="auto", zorder=order
    )


def _draw_image(axes, mark, theme, order):
    shades = LinearSegmentedColormap.from_list("", theme["palettes"][mark.palette], 256)
    axes.imshow(shades(mark.codes), extent=mark.extent, interpolation="nearest", aspect="auto", zorder=order)
    if mark.bar:
        _draw_bar(axes, theme["palettes"][mark.palette], mark.scale, mark.bar, theme)


def _draw_bar(axes, shades, ends, title, theme):
    place = axes.inset_axes([1.04, 0, 0.05, 1])
    strip = LinearSegmentedColormap.from_list("", shades, 256)(np.linspace(1, 0, 64))[:, None]
    place.imshow(strip, extent=(0, 1, *ends), aspect="auto")
    ink, size = theme["colors"]["ink"], theme["text"]["tick"] * POINTS
    place.set_title(title, fontsize=size, color=ink)
    texts = [Axis(ticks=(end,)).names[0] for end in (float(f"{end:.3g}") for end in ends)]
    place.set(xticks=[], yticks=ends, yticklabels=texts)
    place.yaxis.tick_right()
    place.tick_params(colors=ink, labelsize=size)
    place.grid(False)


def _draw_handle(axes, mark, theme, order):
    axes.plot([mark.x], [mark.y], linestyle="none", zorder=order + 50, **_marker(mark.kind, theme))


# ---- space ---------------------------------------------------------------------------------------

CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
EDGES = [(i, j) for i in range(8) for j in range(i) if np.abs(CORNERS[i] - CORNERS[j]).sum() == 2]
NAME_GAP = 5.0  # points between the cube and the name of an axis
NAME_SIZE = 9.0
LETTER = 0.62  # how wide a letter is, of its size


def names_at(view):
    """Where the names of three axes belong: at the middles of edges of the turned cube's outline, and the way outward.

    Those of x and y stand below it, that of z to its left, so that no name stands where something is drawn.

    Parameters
    ----------
    view : (turn, rise) in degrees

    Returns
    -------
    middles : (3, 2) array, in the units of the cube as it is seen
    outward : (3, 2) array, of length 1, at right angles to the edge
    """
    sides = marks.turned(np.eye(3), *view)[:, :2]
    middles, outward = np.zeros((3, 2)), np.zeros((3, 2))
    for k, (u, v) in enumerate(sides):
        below = k < 2
        long = np.hypot(u, v)
        out = np.array([v, -u]) / long if long > 1e-6 else np.array([0.0, -1.0] if below else [-1.0, 0.0])
        outward[k] = -out if out[1 if below else 0] > 0 else out
        others = np.delete(sides, k, axis=0)
        middles[k] = np.sign(others @ outward[k]) @ others
    return middles, outward


def _draw_space(axes, panel, theme):
    colors, ink = theme["colors"], theme["colors"]["ink"]
    axes.set(xlim=(-SPACE_REACH, SPACE_REACH), ylim=(-SPACE_REACH, SPACE_REACH), xticks=[], yticks=[])
    axes.set_aspect("equal")
    for spine in axes.spines.values():
        spine.set_visible(False)
    corners = marks.turned(CORNERS, *panel.view)
    for i, j in EDGES:
        axes.plot(*corners[[i, j], :2].T, color=colors["grid"], linewidth=0.8, zorder=-1)
    sides = (panel.x, panel.y, panel.z)
    for middle, outward, axis in zip(*names_at(panel.view), sides, strict=True):
        half = np.array([LETTER * len(axis.label), 1.2]) * NAME_SIZE / 2
        far = (NAME_GAP + np.abs(outward) @ half) * outward
        axes.annotate(
            axis.label, middle, far, textcoords="offset points", ha="center", va="center", color=ink,
            fontsize=NAME_SIZE, annotation_clip=False,
        )  # fmt: skip
    for order, mark in enumerate(panel.marks):
        cube = np.column_stack(
            [2 * side.place(v) - 1 for side, v in zip(sides, (mark.x, mark.y, mark.z), strict=True)]
        )
        seen = marks.turned(cube, *panel.view)
        SPACE_DRAWERS[type(mark)](axes, mark, seen, theme, order)


def _draw_space_points(axes, mark, seen, theme, order):
    flat = marks.Points(seen[:, 0], seen[:, 1], mark.kind, mark.size)
    _draw_points(axes, flat, theme, order)


def _draw_space_curve(axes, mark, seen, theme, order):
    _draw_curve(axes, marks.Curve(seen[:, 0], seen[:, 1], mark.color, mark.width, mark.dash), theme, order)


def _draw_space_sheet(axes, mark, seen, theme, order):
    color = theme["colors"][mark.color]
    breaks = np.flatnonzero(np.isnan(seen[:, 0]))
    for corners in np.split(seen, breaks):
        corners = corners[~np.isnan(corners[:, 0])]
        axes.fill(*corners[:, :2].T, color=color, alpha=0.25, zorder=order)
        axes.fill(*corners[:, :2].T, fill=False, edgecolor=color, linewidth=0.9, zorder=order)


DRAWERS = {
    marks.Points: _draw_points,
    marks.Curve: _draw_curve,
    marks.Segments: _draw_segments,
    marks.Stems: _draw_stems,
    marks.Bars: _draw_bars,
    marks.Area: _draw_area,
    marks.Band: _draw_band,
    marks.Rule: _draw_rule,
    marks.Words: _draw_words,
    marks.Field: _draw_field,
    marks.Regions: _draw_regions,
    marks.Image: _draw_image,
    marks.Handle: _draw_handle,
}
SPACE_DRAWERS = {
    marks.SpacePoints: _draw_space_points,
    marks.SpaceCurve: _draw_space_curve,
    marks.SpaceSheet: _draw_space_sheet,
}
