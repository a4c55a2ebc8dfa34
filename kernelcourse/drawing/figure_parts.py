"""What pictures are made of: `draw_*` functions draw on axes that they are given."""

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.patheffects import withStroke
from matplotlib.ticker import MaxNLocator

from kernelcourse.drawing.data_planes import Grid, level_lines, widened  # noqa: F401
from kernelcourse.drawing.figure_style import (
    BLACK,
    BLUE,
    COLORS,
    FIELD,
    GRAY,
    KIND_LABELS,
    KINDS,
    MARKERS,
    ORANGE,
    PALE,
    VERMILLION,
    number,
    pale,
)
from kernelcourse.drawing.picture import as_kinds  # noqa: F401
from kernelcourse.drawing.words import class_names, say_kinds, say_points  # noqa: F401


def draw_points(axes, X, color=BLUE, marker="o", size=22, label=None):
    """Draw points of one kind.

    Parameters
    ----------
    axes : matplotlib Axes
    X : (n, 2) array
    color, marker : str
    size : float, area in squared points
    label : str or None, for the legend

    Returns
    -------
    PathCollection
    """
    return axes.scatter(
        *X.T, s=size, c=color, marker=marker, edgecolors="white", linewidths=0.5, label=label, zorder=3
    )


def draw_classes(axes, X, y, names=None, size=26):
    """Draw labeled points, each class in its own color and marker.

    Parameters
    ----------
    axes : matplotlib Axes, flat or 3-D
    X : (n, 2) or (n, 3) array
    y : (n,) array of labels
    names : list of str in the order of the sorted labels, or None
    size : float, area in squared points

    Returns
    -------
    list of PathCollection, one a class
    """
    labels = np.unique(y)
    names = class_names(labels, names)
    drawn = []
    for k, (label, name) in enumerate(zip(labels, names, strict=True)):
        drawn.append(
            axes.scatter(
                *X[y == label].T,
                s=size,
                c=COLORS[k % len(COLORS)],
                marker=MARKERS[k % len(MARKERS)],
                edgecolors="black",
                linewidths=0.4,
                label=name,
                zorder=3,
            )
        )
    return drawn


def draw_kinds(axes, X, kinds):
    """Draw the three kinds of point of a ball in marks that differ in shape, size and color.

    Parameters
    ----------
    axes : matplotlib Axes
    X : (n, 2) array
    kinds : (n,) array of "inside", "surface", "outlier"

    Returns
    -------
    dict of PathCollection by kind, empty ones included
    """
    kinds = np.asarray(kinds)
    return {
        kind: axes.scatter(*X[kinds == kind].T, label=KIND_LABELS[kind], zorder=3 + order, **marks)
        for order, (kind, marks) in enumerate(KINDS.items())
    }


def draw_field(axes, grid, values, level=0.0, label="boundary", flip=False):
    """Shade the plane by the values of a function and draw the line where they equal a level.

    Parameters
    ----------
    axes : matplotlib Axes
    grid : Grid
    values : (h, w) array
    level : float; blue above, orange below
    label : str or None, name of the line in the legend
    flip : bool, whether to exchange the two colors
    """
    low, high = min(values.min(), level - 1e-12), max(values.max(), level + 1e-12)
    half = FIELD.N // 2
    levels = np.concatenate([np.linspace(low, level, half + 1), np.linspace(level, high, half + 1)[1:]])
    colors = FIELD.colors[::-1] if flip else FIELD.colors
    axes.contourf(grid.x, grid.y, values, levels=levels, colors=colors, zorder=0)
    draw_level(axes, grid, values, level, label)
    fill_axes(axes, grid)


def draw_level(axes, grid, values, level=0.0, label=None, color="black", linewidth=1.8):
    """Draw the line where a function equals a level.

    Parameters
    ----------
    axes : matplotlib Axes
    grid : Grid
    values : (h, w) array
    level : float
    label : str or None, for the legend
    color : str
    linewidth : float, in points

    Returns
    -------
    LineCollection, whose segments may be set again
    """
    lines = LineCollection(
        level_lines(grid, values, level), colors=color, linewidths=linewidth, label=label, zorder=2
    )
    axes.add_collection(lines, autolim=False)
    return lines


def fill_axes(axes, grid):
    """Let axes show a grid from edge to edge, and nothing around it.

    Parameters
    ----------
    axes : matplotlib Axes
    grid : Grid
    """
    left, right, bottom, top = grid.extent
    axes.set(xlim=(left, right), ylim=(bottom, top))
    axes.grid(False)


def draw_contours(axes, grid, values, levels=8, labels=True, filled=True):
    """Draw level lines of a function, with their values written on them.

    Parameters
    ----------
    axes : matplotlib Axes
    grid : Grid
    values : (h, w) array
    levels : int or rising sequence of float
    labels : bool, whether to write the values on the lines
    filled : bool, whether to shade between the lines

    Returns
    -------
    the filled contour set, or the lines where nothing is filled
    """
    shades = axes.contourf(grid.x, grid.y, values, levels=levels, cmap=PALE, zorder=0) if filled else None
    at = shades.levels if filled else levels
    lines = axes.contour(grid.x, grid.y, values, levels=at, colors=GRAY, linewidths=0.8, zorder=1)
    if labels:
        for text in axes.clabel(lines, fontsize=9, fmt=number, colors="black", zorder=5):
            text.set_path_effects([withStroke(linewidth=2.5, foreground="white")])
    fill_axes(axes, grid)
    return shades if filled else lines


def draw_regions(axes, grid, distances):
    """Shade the part of the plane that is nearest to each prototype, and draw the borders.

    Distances rather than labels: their difference is interpolated between the places of the grid, so that a border that
    is straight is drawn straight.

    Parameters
    ----------
    axes : matplotlib Axes
    grid : Grid
    distances : (m, c) array of the m places of the grid, squared or not, c ≥ 2
    """
    D = np.asarray(distances).T.reshape(-1, len(grid.y), len(grid.x))
    for k in range(len(D)):
        behind = D[k] - np.delete(D, k, axis=0).min(axis=0)
        axes.contourf(grid.x, grid.y, behind, [-np.inf, 0], colors=[pale(COLORS[k % len(COLORS)])], zorder=0)
        if k > 0:  # the borders of the first are those of the others
            draw_level(axes, grid, behind, 0.0, color=GRAY, linewidth=1.0)
    fill_axes(axes, grid)


def draw_prototypes(axes, V, label="prototypes"):
    """Mark prototypes.

    Parameters
    ----------
    axes : matplotlib Axes
    V : (c, 2) array
    label : str or None, for the legend

    Returns
    -------
    PathCollection
    """
    return axes.scatter(
        *V.T, s=190, c="white", marker="X", edgecolors="black", linewidths=1.5, label=label, zorder=5
    )


def draw_height(axes, height, label, line_style="--", color="black"):
    """Draw a horizontal line at a height that has a name.

    Parameters
    ----------
    axes : matplotlib Axes
    height : float
    label : str, for the legend
    line_style, color : str

    Returns
    -------
    Line2D
    """
    return axes.axhline(height, color=color, linestyle=line_style, linewidth=1.3, label=label, zorder=2)


WORD = np.array([26.0, 7.0])  # half of a short word's box, in points
WORD_SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))  # of a point, the preferred first


def beside(axes, point, crowd):
    """Where a short word stands beside a point: on the side on which least is in its way.

    Parameters
    ----------
    axes : Axes, complete but for its words
    point : (2,) array
    crowd : (m, 2) array, what the word should not cover

    Returns
    -------
    dict for `Axes.annotate`
    """
    axes.figure.draw_without_rendering()
    away = (axes.transData.transform(crowd) - axes.transData.transform(point)) * 72 / axes.figure.dpi
    boxes = [np.array(side) * (WORD + 8) for side in WORD_SIDES]
    # By how much the nearest of the crowd is outside of the box of the word.
    room = [min(8.0, np.max(np.abs(away - box) - WORD, axis=1).min()) for box in boxes]
    x, y = WORD_SIDES[int(np.argmax(np.round(room)))]
    return {
        "xytext": (8 * x, 8 * y),
        "ha": {1: "left", -1: "right", 0: "center"}[x],
        "va": {1: "bottom", -1: "top", 0: "center"}[y],
        "textcoords": "offset points",
        "fontsize": 9,
        "zorder": 6,
    }


def legend_below(figure, *axes, columns=4, labels=None):
    """Put one legend below all axes, where it covers no data.

    Parameters
    ----------
    figure : Figure
    *axes : the Axes whose labeled artists it lists, each label once
    columns : int, at most so many entries a row
    labels : list of str or None, which labels to list

    Returns
    -------
    Legend, or None where no artist has a label
    """
    entries = {}
    for ax in axes:
        for handle, label in zip(*ax.get_legend_handles_labels(), strict=True):
            if labels is None or label in labels:
                entries.setdefault(label, handle)
    if not entries:
        return None
    return figure.legend(
        entries.values(),
        entries.keys(),
        loc="outside lower center",
        ncols=min(columns, len(entries)),
        columnspacing=1.6,
        handletextpad=0.5,
    )


def draw_shares(axes, nu, outliers, support_vectors):
    """Draw shares of support vectors and of outliers against ν, with the diagonal.

    Parameters
    ----------
    axes : matplotlib Axes
    nu, outliers, support_vectors : (m,) arrays

    Returns
    -------
    (Line2D, Line2D), support vectors and outliers
    """
    axes.plot([0, 1], [0, 1], color=GRAY, linestyle=":", linewidth=1.3, label="ν itself")
    (above,) = axes.plot(nu, support_vectors, color=BLUE, marker="D", markersize=4, label="support vectors")
    (below,) = axes.plot(
        nu, outliers, color=VERMILLION, marker="X", markersize=5, linestyle="--", label="outliers"
    )
    axes.set(xlabel="ν", ylabel="share of the points", xlim=(0, 1.02), ylim=(-0.02, 1.04))
    return above, below


DESCENT = {
    "start": ("D", BLACK, "start"),
    "assign": ("o", BLUE, "after an assignment"),
    "update": ("s", ORANGE, "after an update"),
}


def draw_descent(axes, at, objective, kinds):
    """Draw the criterion against the half steps, each kind of half step in its own mark.

    Parameters
    ----------
    axes : matplotlib Axes
    at : (T,) array, numbers of the half steps
    objective : (T,) array
    kinds : (T,) array of "start", "assign", "update"
    """
    axes.plot(at, objective, color=GRAY, linewidth=1.2, zorder=2)
    for kind, (marker, color, label) in DESCENT.items():
        if np.any(kinds == kind):
            points = np.column_stack([at, objective])[kinds == kind]
            draw_points(axes, points, color, marker, size=38, label=label)
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))


def scale_alike(axes, features):
    """Give both axes one scale where they have one unit: circles then look like circles.

    Parameters
    ----------
    axes : matplotlib Axes
    features : (str, str), names of the axes with units, such as "waiting (min)"
    """
    units = {name.partition("(")[2] for name in features}
    if len(units) == 1 and units != {""}:
        axes.set_aspect("equal")


def draw_labeled(axes, X, y=None, names=None):
    """Draw points by class, or all alike where they have no labels.

    Parameters
    ----------
    axes : matplotlib Axes
    X : (n, 2) array
    y : (n,) array of labels, or None
    names : sequence of str in the order of the sorted labels, or None
    """
    if y is None:
        draw_points(axes, X)
    else:
        draw_classes(axes, X, y, names)


def blue_below(values, y, level=0.0):
    """Tell whether the first class, whose points are blue, lies rather below a level than above.

    Parameters
    ----------
    values : (n,) array, of a function at the points
    y : (n,) array of labels, or None
    level : float

    Returns
    -------
    bool, False without labels and where the classes are not two
    """
    if y is None or len(np.unique(y)) != 2:
        return False
    above, first = values >= level, y == y.min()
    return bool(above[first].mean() < above[~first].mean())
