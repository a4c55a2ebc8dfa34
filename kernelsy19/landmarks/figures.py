"""The pictures of chapter 16: what landmarks leave of the plane, and how a pass goes over blocks."""

import numpy as np
from matplotlib.patches import FancyArrowPatch, Rectangle

from kernelsy19.course.drawing import Grid, legend_below
from kernelsy19.course.picture import (
    GRAY,
    PALE,
    VERMILLION,
    Picture,
    count,
    drawn,
    in_brackets,
    make_figure,
    make_panels,
    points_of,
    style,
)
from kernelsy19.landmarks.solve import LandmarkMap, trace_error
from kernelsy19.signatures import by_name, integer_from, made_by

LEVELS = np.linspace(0, 1, 6)  # of the share of k(x, x) that is left

SIDE_PLACES = 90  # on each side of the plane, where that share is computed


@drawn(maps=by_name(made_by(LandmarkMap)))
def left_in_plane(data, maps, *, title="", alt=None):
    """Show which share of k(x, x) landmarks leave, over the plane.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    maps : dict by title of LandmarkMap, of a kernel with k(x, x) = 1
    title, alt : as in `curves`

    Returns
    -------
    Picture
    """
    X, said = points_of(data), []
    grid = Grid.square(X, size=SIDE_PLACES, margin=0.1)
    with style():
        figure, places = make_panels(list(maps), 3, 3.5, 3.5, title=title, room=0.6, sharex=True, sharey=True)
        for axes, (name, features) in zip(places, maps.items(), strict=True):
            left = grid.evaluate(lambda points, f=features: np.clip(1 - (f(points) ** 2).sum(axis=1), 0, 1))
            axes.contourf(grid.x, grid.y, left, levels=LEVELS, cmap=PALE.reversed(), zorder=0)
            axes.plot(*X.T, ".", color=GRAY, markersize=3, zorder=2, label="points")
            axes.plot(
                *features.Z.T,
                "X",
                color=VERMILLION,
                markersize=7,
                markeredgecolor="black",
                zorder=3,
                label="landmarks",
            )
            axes.set_aspect("equal")
            axes.grid(False)
            said.append(f"{' '.join(name.split())}: {trace_error(features, X):.1%} of the trace left")
        legend_below(figure, places[0])
    return Picture(
        figure,
        alt
        or f"{count(len(X), 'point')} of the plane{in_brackets(title)} with landmarks; the bluer the plane, the "
        f"more of k(x, x) is explained. {'; '.join(said)}.",
    )


@drawn(n_blocks=integer_from(high=100), n_workers=integer_from(high=100))
def picture_of_pass(n_blocks=8, n_workers=2, alt=None):
    """Show a pass: blocks that workers turn into sums, and one machine that adds the sums up.

    Parameters
    ----------
    n_blocks, n_workers : int
    alt : as in `curves`

    Returns
    -------
    Picture
    """
    with style():
        figure = make_figure(8.4, 3.4)
        axes = figure.subplots()
        axes.set(xlim=(0, 10), ylim=(0, 4), xticks=[], yticks=[], xlabel="", ylabel="")
        axes.grid(False)
        for side in axes.spines.values():
            side.set_visible(False)
        heights = np.linspace(0.25, 3.75, n_blocks + 1)
        step = heights[1] - heights[0]
        middles = np.linspace(1.0, 3.0, n_workers) if n_workers > 1 else np.array([2.0])
        for b in range(n_blocks):
            y = heights[-2 - b]
            _box(axes, 0.2, y, 2.3, 0.8 * step, f"block {b}: 10⁴ rows", "white")
            _arrow(axes, (2.5, y + 0.4 * step), (4.0, middles[-1 - b % n_workers]))
        for w, y in enumerate(middles[::-1]):
            _box(axes, 4.0, y - 0.35, 2.0, 0.7, f"worker {w + 1}", PALE(0.5))
            _arrow(axes, (6.0, y), (7.6, 2.0), "m² numbers")
        _box(axes, 7.6, 1.6, 2.2, 0.8, "sum: m² numbers", PALE(0.9))
    return Picture(
        figure,
        alt
        or f"{count(n_blocks, 'block')} of rows go to {count(n_workers, 'worker')}; each turns its blocks into a sum "
        "of m² numbers, and one machine adds the sums up.",
    )


def _box(axes, x, y, width, height, text, color):
    axes.add_patch(Rectangle((x, y), width, height, facecolor=color, edgecolor=GRAY))
    axes.text(x + width / 2, y + height / 2, text, ha="center", va="center", fontsize=10)


def _arrow(axes, start, end, text=""):
    axes.add_patch(
        FancyArrowPatch(start, end, arrowstyle="-|>", mutation_scale=10, color=GRAY, linewidth=0.9)
    )
    if text:
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        away = np.sign(start[1] - end[1]) or 1.0
        axes.annotate(
            text, middle, (4, 6 * away), textcoords="offset points", va="bottom" if away > 0 else "top"
        )
