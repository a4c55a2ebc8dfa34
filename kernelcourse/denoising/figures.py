"""The pictures of chapter 09: a surface of images, a valley with its bottom, what becomes of starts, moved points."""

import numpy as np
from matplotlib.collections import LineCollection

from kernelcourse.drawing import figures
from kernelcourse.drawing.figure_parts import (
    Grid,
    draw_classes,
    draw_contours,
    draw_points,
    legend_below,
    scale_alike,
)
from kernelcourse.drawing.figure_style import (
    BLUE,
    GRAY,
    ORANGE,
    VERMILLION,
    WIDEST,
    Picture,
    count,
    drawn,
    in_brackets,
    labeled_points,
    make_figure,
    make_panels,
    number,
    style,
)
from kernelsy19.signatures import by_name
from kernelsy19.validation import as_any_labels, as_function, as_matrix, as_text, as_texts, as_vector

SIDE = 16  # pixels of a digit


def _as_points(X, name):
    return as_matrix(X, name, 2)


@drawn(curve=_as_points, ends=_as_points, nearest=lambda v, name: as_vector(v, name, 2))
def off_the_curve(curve, ends, nearest, *, features=("x", "y"), title="", alt=None):
    """Show a curve of images, the mean of some of them, which lies off the curve, and the image that is nearest to it.

    Parameters
    ----------
    curve : (m, 2) array_like, the images in their order
    ends : (k, 2) array_like, the images that are averaged
    nearest : (2,) array_like, on the curve
    features : (str, str), names of the axes
    title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    middle = ends.mean(axis=0)
    away = np.linalg.norm(nearest - middle)
    with style():
        figure = make_figure(6.4, 4.2)
        axes = figure.subplots()
        axes.plot(*curve.T, color=BLUE, linewidth=2.2, label="images Φ(z)", zorder=2)
        axes.plot(*ends.T, "--", color=GRAY, linewidth=1.0, zorder=1)
        axes.plot(*np.stack([middle, nearest]).T, ":", color=GRAY, linewidth=1.6, zorder=1)
        draw_points(axes, ends, BLUE, size=60, label="two images")
        draw_points(axes, middle[None], ORANGE, "D", size=60, label="their mean v")
        draw_points(axes, nearest[None], VERMILLION, "*", size=170, label="the nearest image")
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        axes.set_aspect("equal", adjustable="datalim")
        legend_below(figure, axes)
    return Picture(
        figure,
        alt
        or f"A curve of {count(len(curve), 'image')}{in_brackets(title)}. The mean of {count(len(ends), 'image')} lies "
        f"off the curve, {number(away)} away from the nearest image in this picture.",
    )


@drawn(function=as_function, path=_as_points, value=as_text)
def valley(data, function, path, *, value="ρ(z)", features=None, title="", alt=None):
    """Show level lines of a function of the plane, and a walk from a start to a place where the function is low.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns, shown as small gray points
    function : callable, (m, 2) array → (m,) array
    path : (s, 2) array_like, s ≥ 2: the start first, the end last
    value : str, what the function is, for the color bar
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, _, _, features = labeled_points(data, features=features)
    if len(path) < 2:
        raise ValueError(f"path must hold a start and an end, got {count(len(path), 'place')}.")
    grid = Grid.around(np.vstack([X, path]))
    values = grid.evaluate(function)
    high, low = function(path[[0, -1]])
    with style():
        figure = make_figure(6.8, 4.6)
        axes = figure.subplots()
        shades = draw_contours(axes, grid, values, levels=10)
        figure.colorbar(shades, ax=axes, label=value)
        draw_points(axes, X, GRAY, size=9, label="learned from")
        axes.plot(*path.T, "-", color=VERMILLION, linewidth=1.2, zorder=4)
        draw_points(axes, path[:1], ORANGE, "D", size=60, label="noisy point").set_zorder(5)
        draw_points(axes, path[-1:], VERMILLION, "*", size=170, label="the nearest image").set_zorder(5)
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        scale_alike(axes, features)
        legend_below(figure, axes)
    return Picture(
        figure,
        alt
        or f"Level lines of {value}{in_brackets(title)}, from {number(values.min())} to {number(values.max())}. A path "
        f"of {count(len(path) - 1, 'step')} leads from {number(high)} down to {number(low)}.",
    )


@drawn(starts=_as_points, fates=as_any_labels, names=as_texts, noisy=_as_points, best=_as_points)
def what_becomes(data, starts, fates, names, noisy, best, *, features=None, title="", alt=None):
    """Show what becomes of each start, beside the points that were learned from, the noisy point and the best answer.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns, shown as small black points
    starts : (m, 2) array_like
    fates : (m,) array_like of int, the number of a name
    names : sequence of str
    noisy, best : (1, 2) array_like
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, _, _, features = labeled_points(data, features=features)
    fates = np.asarray(fates)
    if len(fates) != len(starts):
        raise ValueError(f"fates must have one entry for each of {len(starts)} starts, got {len(fates)}.")
    there = np.unique(fates)
    if not np.isin(there, np.arange(len(names))).all():
        raise ValueError(f"fates must be numbers of {len(names)} names, from 0 on, got {there}.")
    names = [names[int(fate)] for fate in there]
    with style():
        figure = make_figure(6.8, 5.6)
        axes = figure.subplots()
        draw_classes(axes, starts, fates, names, size=20)
        draw_points(axes, X, "black", ".", size=16, label="learned from").set_zorder(4)
        draw_points(axes, noisy, ORANGE, "D", size=300, label="noisy point").set_zorder(5)
        draw_points(axes, best, VERMILLION, "*", size=110, label="the nearest image").set_zorder(6)
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        axes.grid(False)
        scale_alike(axes, features)
        legend_below(figure, axes)
    said = ", ".join(f"{int(np.sum(fates == fate))} {name}" for fate, name in zip(there, names, strict=True))
    return Picture(figure, alt or f"{count(len(starts), 'start')}{in_brackets(title)}: {said}.")


@drawn(rows=by_name(lambda X, name: as_matrix(X, name, n_features=SIDE**2)))
def digit_rows(rows, *, title="", alt=None):
    """Show digits of 16 × 16 pixels row by row, in gray from −1 to 1; what noise took beyond is shown as −1 or 1.

    Parameters
    ----------
    rows : dict by title of (m, 256) array_like, as many digits in each row
    title, alt : as in `scatter`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If rows differ in length.
    """
    if len(lengths := {len(X) for X in rows.values()}) > 1:
        raise ValueError(f"rows must hold as many digits each, got {sorted(lengths)}.")
    images = np.clip(np.vstack(list(rows.values())), -1, 1).reshape(-1, SIDE, SIDE)
    return figures.digits(images, columns=lengths.pop(), rows=list(rows), title=title)


@drawn()
def moves(data, start, panels, *, columns=3, features=None, title="", alt=None):
    """Show where points of the plane are moved, a panel each way to move them: an arrow from each point to its end.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns, shown as small gray points
    start : (m, 2) array_like
    panels : dict by title of (m, 2) array_like, the ends
    columns : int, panels a row
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, _, _, features = labeled_points(data, features=features)
    start = as_matrix(start, "start", n_features=2)
    panels = {name: as_matrix(end, name, n_features=2) for name, end in panels.items()}
    if any(end.shape != start.shape for end in panels.values()):
        raise ValueError(f"each panel must hold {len(start)} ends, one for each start.")
    columns = min(columns, len(panels))
    width, room = WIDEST / columns, 0.4 if title else 0.0
    with style():
        figure, axes = make_panels(
            list(panels), columns, width, 7.6 / columns + 0.5, title=title, room=room, title_size=10,
            sharex=True, sharey=True,
        )  # fmt: skip
        for place, end in zip(axes, panels.values(), strict=True):
            draw_points(place, X, GRAY, size=9, label="learned from")
            lines = LineCollection(np.stack([start, end], axis=1), colors=GRAY, linewidths=0.9, zorder=2)
            place.add_collection(lines)
            draw_points(place, start, ORANGE, "D", size=16, label="noisy point")
            draw_points(place, end, BLUE, "o", size=22, label="where it is moved")
        for place in axes[-columns:]:
            place.set_xlabel(features[0])
        for place in axes[::columns]:
            place.set_ylabel(features[1])
        legend_below(figure, axes[0])
    said = "; ".join(
        f"{name}: by {number(np.linalg.norm(end - start, axis=1).mean())} on average"
        for name, end in panels.items()
    )
    return Picture(
        figure, alt or f"{count(len(start), 'point')} and where each is moved{in_brackets(title)}. {said}."
    )
