"""Scenes drawn with matplotlib: the static twin of what `scene.js` draws, and all pictures that stand still."""

import dataclasses
import io

import matplotlib.style
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.colors import LinearSegmentedColormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle
from matplotlib.path import Path
from matplotlib.patheffects import withStroke
from matplotlib.transforms import Affine2D
from PIL import Image as PILImage

from kernelcourse.drawing import appearance, marks
from kernelcourse.drawing.names import Room, densely
from kernelcourse.drawing.scene import Axis, legend_of

WIDTH = 824  # pixels of the page, of an explorer's twin: what the live one has in a window of 1366 x 768
HIGHEST_TWIN = 528  # and how high that one is at most
SHARPER = 960 / WIDTH  # pixels of its PNG for each of the page
INCH = 96  # pixels of the page
STYLE = {
    "path.simplify": False,  # what it leaves out is decided by the last digit where points lie in a line
    "font.family": "DejaVu Sans",
    "legend.frameon": False,
    "figure.constrained_layout.h_pad": 0.06,
    "figure.constrained_layout.w_pad": 0.06,
}
MARKER_OF = {
    "circle": "o", "ring": "o", "triangle": "^", "square": "s", "diamond": "D", "down": "v", "plus": "P",
    "cross": "X", "star": "*", "x": "x", "tick": "|",
}  # fmt: skip
A_HAIR = Affine2D().translate(
    0.013, 0.017
)  # pixels: no marker stands on the border of two, to fall to either
MOST_NAMES = 4  # that may stand here and there over several panels; more are found sooner in one legend
POINTS = 0.75  # a pixel in the points that matplotlib counts in
HEAD = 0.45  # of an arrow, in the size of its text
SPACE_REACH = 1.6  # of a turned cube, seen from anywhere, with its labels


def style():
    """Return the context in which all is drawn: matplotlib's defaults, so that a reader's settings change nothing."""
    return matplotlib.style.context(["default", STYLE])


def drawn_scene(scene, dark=False, width=WIDTH, title="", named=False):
    """Draw a scene, on black where it is dark.
    width, in pixels of the page; title, above all panels; named, whether names stand at what they name, if there is
    room for all of them, and in no legend → Figure"""
    theme = appearance.theme(dark)
    with style():
        figure = Figure(figsize=(width / INCH, width * scene.aspect / INCH), dpi=INCH, layout="constrained")
        FigureCanvasAgg(figure)
        figure.set_facecolor(theme["colors"]["paper"])
        grid = figure.add_gridspec(
            len(scene.rows), len(scene.columns), width_ratios=scene.columns, height_ratios=scene.rows
        )
        all_axes = []
        for panel in scene.panels:
            (row, column), (high, wide) = panel.at, panel.span
            all_axes.append(figure.add_subplot(grid[row : row + high, column : column + wide]))
            _draw_panel(all_axes[-1], panel, theme)
        if title:
            size = (theme["text"]["title"] + 1) * POINTS
            figure.suptitle(title, color=theme["colors"]["ink"], fontsize=size)
            if named:
                _heighten(figure, 22)
        if not named or not _named_in_place(figure, all_axes, scene, theme):
            _draw_legend(figure, scene, theme, width, heighten=named)
    return figure


def png_of(scene, dark=False):
    """Draw a scene as PNG as large as the browser does, in few bytes: equal scenes give equal bytes."""
    low = dataclasses.replace(scene, aspect=min(scene.aspect, HIGHEST_TWIN / WIDTH))
    return figure_png(drawn_scene(low, dark), SHARPER * INCH)


def figure_png(figure, dpi=INCH):
    """Encode a figure as PNG in 256 colors: a third of the bytes, which a notebook stores with each picture."""
    with style():
        figure.set_dpi(dpi)
        figure.draw_without_rendering()  # a legend or another sharpness moves all, and it takes two rounds to settle
        figure.canvas.draw()
        image = PILImage.fromarray(np.asarray(figure.canvas.buffer_rgba()))
    palette = image.convert("RGB").quantize(
        256, method=PILImage.Quantize.MEDIANCUT, dither=PILImage.Dither.NONE
    )
    small = io.BytesIO()
    palette.save(small, format="png", optimize=True)
    return small.getvalue()


def _heighten(figure, pixels):
    figure.set_figheight(figure.get_figheight() + pixels / INCH)


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


def _draw_legend(figure, scene, theme, width, heighten):
    entries = legend_of(scene)
    if not entries:
        return
    size = theme["text"]["label"]
    fits, columns = width * 0.97, len(entries)
    widths = [0.62 * size * max(map(len, text.split("\n"))) + 52 for text in entries]
    while columns > 1 and sum(max(widths[k::columns]) for k in range(columns)) > fits:
        columns -= 1
    if heighten:
        _heighten(figure, 12 + 20 * -(-len(entries) // columns))
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
    if mark.of_points:
        return Line2D([], [], linestyle="none", **_marker(kind, theme, min(mark.size, 1.0)))
    if mark.opaque:
        return Patch(facecolor=theme["colors"][mark.color], alpha=mark.opaque)
    settings = _stroke(theme["lines"][mark.color], mark.width, getattr(mark, "dash", "solid"))
    if kind:
        settings |= {k: v for k, v in _marker(kind, theme).items() if k != "color"}
    return Line2D([], [], **settings)


# ---- names ---------------------------------------------------------------------------------------

MOST_NAMED = 4  # kinds of point, which only a legend with their shapes tells apart where there are more


def _named_in_place(figure, all_axes, scene, theme):
    """Write each name of the legend at what it names, in the first panel with room for it; False where one has none."""
    for _ in range(2):  # until all has its place
        figure.draw_without_rendering()
    entries = legend_of(scene)
    if len(entries) > MOST_NAMES and len(scene.panels) > 1:
        return False
    flat = [pair for pair in zip(all_axes, scene.panels, strict=True) if pair[1].z is None]
    drawn = [thing for axes, panel in flat for thing in _drawn_in(axes, panel)]
    for axes, room, mark, label, _, _, place in drawn:
        if mark.written_last:
            own = Room(*room.taken.shape[::-1]).mark(place, 4)
            _write(axes, room, own, label, theme, mark.color, forced=True)
    if sum(mark.of_points for mark, _ in entries.values()) > MOST_NAMED:
        return False
    placed = {label: _write_first(drawn, label, theme) for label in entries}
    if all(placed.values()):
        return True
    if len(entries) == 1 and drawn:
        return bool(_write_first(drawn, *entries, theme, forced=True))
    for text in filter(None, placed.values()):
        text.remove()
    return False


def _drawn_in(axes, panel):
    """What is drawn in a panel, and takes its room: axes, room, mark, label, kind, outline, places of each."""
    box = axes.get_window_extent()
    room = Room(round(box.width), round(box.height))
    for text in axes.texts:
        extent = text.get_window_extent()
        room.take(extent.x0 - box.x0, extent.y0 - box.y0, extent.width, extent.height)
    for mark in panel.marks:
        for label, kind, x, y, radius, takes in mark.outlines(axes.get_xlim(), axes.get_ylim()):
            places = axes.transData.transform(np.column_stack([x, y])) - (box.x0, box.y0)
            if not mark.of_points:
                places = densely(*places.T)
            yield (
                axes,
                room,
                mark,
                label,
                kind,
                room.mark(places, radius, takes, takes and not mark.of_points),
                places,
            )


def _write_first(drawn, label, theme, forced=False):
    for axes, room, mark, named, kind, own, _ in drawn:
        if named != label or mark.written_last:
            continue
        of = appearance.POINT_KINDS[kind] if mark.of_points else None
        color = mark.color if of is None else of.fill if of.fill not in ("", "paper") else of.edge
        if written := _write(axes, room, own, label, theme, color, of is not None, forced):
            return written
    return None


def _write(axes, room, own, label, theme, color, within=False, forced=False):
    """Write a name where there is room for it; return the text, or None."""
    halo = withStroke(linewidth=2.2, foreground=theme["colors"]["paper"])
    text = axes.text(
        0, 0, label, ha="center", va="center", color=theme["words"][color], zorder=200,
        fontsize=theme["text"]["tick"] * POINTS, path_effects=[halo],
    )  # fmt: skip
    extent, box = text.get_window_extent(), axes.get_window_extent()
    middle = room.find(own, extent.width, extent.height, within, forced)
    if middle is None:
        text.remove()
        return None
    text.set_position(axes.transData.inverted().transform((box.x0 + middle[0], box.y0 + middle[1])))
    return text


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
                transform=axes.transData + A_HAIR, **_marker(kind, theme, size),
            )  # fmt: skip


def _draw_curve(axes, mark, theme, order):
    settings = _stroke(theme["lines"][mark.color], mark.width, mark.dash)
    if mark.kind:
        settings |= _marker(mark.kind, theme)
    axes.plot(mark.x, mark.y, zorder=order, **settings)


def _draw_segments(axes, mark, theme, order):
    stroke = _stroke(theme["lines"][mark.color], mark.width, getattr(mark, "dash", "solid"))
    if not getattr(mark, "heads", False):
        axes.plot(*mark.strokes(), zorder=order, **stroke)
        return
    head = {"arrowstyle": f"-|>,head_length={HEAD},head_width={HEAD / 2}", "shrinkA": 0, "shrinkB": 0}
    for x, y, to_x, to_y in zip(mark.x[::2], mark.y[::2], mark.x[1::2], mark.y[1::2], strict=True):
        if (x, y) != (to_x, to_y):
            axes.annotate("", (to_x, to_y), (x, y), arrowprops=head | stroke, zorder=order)


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
    line(mark.at, zorder=order, **_stroke(theme["lines"][mark.color], mark.width, mark.dash))


def _draw_words(axes, mark, theme, order):
    if mark.written_last:
        return  # these are written last, where they cover nothing
    for x, y, text in zip(mark.x, mark.y, mark.text, strict=True):
        axes.text(
            x, y, text, ha=mark.align, va="center", color=theme["words"][mark.color], zorder=order,
            fontsize=theme["text"]["tick"] * POINTS, clip_on=True,
        )  # fmt: skip


def _draw_field(axes, mark, theme, order):
    left, right, bottom, top = mark.extent
    contours = mark.contours()
    if mark.palette:
        shades = theme["palettes"][mark.palette]
        low, high = mark.reach
        if mark.palette in appearance.UPWARD:
            edges = np.linspace(-low, high, len(shades) + 1)[1:-1]
        else:
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
    stroke = _stroke(theme["lines"][mark.color], mark.width, mark.dash)
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
    view, (turn, rise) in degrees → middles (3, 2), in the units of the cube as it is seen; outward (3, 2), of length 1

    Those of x and y stand below it, that of z to its left, so that no name stands where something is drawn."""
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
    marks.Stems: _draw_segments,
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
