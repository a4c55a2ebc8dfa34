"""Pictures that several chapters draw: points, boundaries, contours, curves, images, clusters."""

import numpy as np
from matplotlib.ticker import NullFormatter

from kernelcourse.drawing.figure_parts import (
    Grid,
    blue_below,
    draw_classes,
    draw_contours,
    draw_descent,
    draw_field,
    draw_labeled,
    draw_level,
    draw_points,
    draw_prototypes,
    draw_regions,
    fill_axes,
    legend_below,
    say_points,
    scale_alike,
)
from kernelcourse.drawing.figure_style import (
    COLORS,
    FIELD,
    GRAY,
    LINE_STYLES,
    MARKERS,
    VERMILLION,
    WIDEST,
    Picture,
    as_panel,
    count,
    drawn,
    in_brackets,
    labeled_points,
    make_figure,
    make_panels,
    number,
    style,
)
from kernelsy19.signatures import by_name, number_from, several, word_of
from kernelsy19.validation import as_any_labels, as_array, as_integer, as_matrix, as_texts, as_vector, shown

MOST_LEVELS = 1000


def _as_levels(levels, name):
    """A number of levels, or the levels themselves, rising."""
    if isinstance(levels, bool) or np.ndim(levels) == 0:
        return as_integer(levels, name, 1, MOST_LEVELS)
    levels = as_vector(levels, name)
    if not len(levels) or (np.diff(levels) <= 0).any():
        raise ValueError(f"{name} must be a number of levels, or rising numbers, got {levels}.")
    return levels


def _as_partition(pair, name):
    """Points and their clusters."""
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise ValueError(f"{name} must be a pair (data, labels), got {shown(pair)}.")
    return pair


def _as_step(step, name):
    if not hasattr(step, "kind") or not hasattr(step, "objective"):
        raise ValueError(f"{name} must have a kind and an objective, got {shown(step)}.")
    return step


@drawn()
def scatter(data, y=None, *, names=None, features=None, title="", alt=None):
    """Show points of the plane, each class in its own color and marker.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns, which brings labels and names
    y : (n,) array_like of labels, or None
    names : sequence of str, the names of the classes
    features : (str, str), names of the axes with units
    title : str
    alt : str or None, to replace the alternative text

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the data are not a finite matrix of two columns, or y does not fit.
    """
    X, y, names, features = labeled_points(data, y, names, features)
    with style():
        figure = make_figure(6.4, 4.6)
        axes = figure.subplots()
        draw_labeled(axes, X, y, names)
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        legend_below(figure, axes)
    return Picture(figure, alt or f"Scatter plot{in_brackets(title)}. {say_points(X, y, names, features)}")


@drawn()
def decision(
    data, function, y=None, *, level=0.0, names=None, features=None, title="", label="boundary", alt=None
):
    """Show points and the regions where a function lies above and below a level.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    function : callable, (m, 2) array → (m,) array
    y : (n,) array_like of labels, or None
    level : float, the value on the boundary
    names, features, title, alt : as in `scatter`
    label : str, name of the boundary in the legend

    Returns
    -------
    Picture
    """
    X, y, names, features = labeled_points(data, y, names, features)
    grid = Grid.around(X)
    at_points = as_vector(function(X), "The values of the function at the points", len(X))
    above = int((at_points >= level).sum())
    with style():
        figure = make_figure(6.4, 4.8)
        axes = figure.subplots()
        draw_field(axes, grid, grid.evaluate(function), level, label, blue_below(at_points, y, level))
        draw_labeled(axes, X, y, names)
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        legend_below(figure, axes)
    return Picture(
        figure,
        alt
        or f"Scatter plot with a decision boundary{in_brackets(title)}. {say_points(X, y, names, features)} "
        f"{above} of {count(len(X), 'point')} lie above the boundary's level, {number(level)}.",
    )


@drawn(levels=_as_levels)
def contours(
    data,
    function,
    y=None,
    *,
    levels=8,
    boundary=None,
    value="value",
    names=None,
    features=None,
    title="",
    alt=None,
):
    """Show level lines of a function of the plane, with points on top.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    function : callable, (m, 2) array → (m,) array
    y : (n,) array_like of labels, or None
    levels : int, or rising sequence of float
    boundary : float or None, a level to be drawn as a thick line
    value : str, what the function is, with its unit, for the color bar
    names, features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, y, names, features = labeled_points(data, y, names, features)
    grid = Grid.around(X)
    values = grid.evaluate(function)
    with style():
        figure = make_figure(6.8, 4.6)
        axes = figure.subplots()
        shades = draw_contours(axes, grid, values, levels)
        if boundary is not None:
            draw_level(axes, grid, values, boundary, f"level {number(boundary)}", VERMILLION, 2.4)
        figure.colorbar(shades, ax=axes, label=value)
        draw_labeled(axes, X, y, names)
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        scale_alike(axes, features)
        legend_below(figure, axes)
    return Picture(
        figure,
        alt
        or f"Contour plot of {value}{in_brackets(title)}, from {number(values.min())} to {number(values.max())}. "
        f"{say_points(X, y, names, features)}",
    )


@drawn()
def contour_panels(
    data, panels, y=None, *, columns=3, marked=None, names=None, features=None, title="", alt=None
):
    """Show level lines of several functions of the plane, a panel each, with the line of 0 drawn thick.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    panels : dict by title of callables, (m, 2) array → (m,) array, or of None, which leaves a place empty
    y : (n,) array_like of labels, or None
    columns : int, panels a row
    marked : (float, float) or None, a place that every panel shows as a star
    names, features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, y, names, features = labeled_points(data, y, names, features)
    marked = None if marked is None else as_vector(marked, "marked", 2)
    grid = Grid.around(X, size=90)
    columns = min(columns, len(panels))
    width, room = WIDEST / columns, 0.4 if title else 0.0
    said = []
    with style():
        figure, axes = make_panels(
            list(panels), columns, width, 7.6 / columns + 0.5, title=title, room=room, title_size=10,
            sharex=True, sharey=True,
        )  # fmt: skip
        for place, (name, function) in zip(axes, panels.items(), strict=True):
            if function is None:
                _leave_empty(place)
                continue
            values = grid.evaluate(function)
            _draw_signed(place, grid, values)
            draw_classes(place, X, y, names, size=9) if y is not None else draw_points(place, X, size=6)
            if marked is not None:
                place.plot(*marked, "*", color=VERMILLION, mec="black", ms=13, zorder=4)
            said.append(f"{name}: from {number(values.min())} to {number(values.max())}")
        figure.supylabel(features[1])
        if y is None:
            figure.supxlabel(features[0])
        else:  # a label of the whole figure would lie under the legend
            axes[-1 - (len(panels) - 1) % columns].set_xlabel(features[0])
            legend_below(figure, axes[0])
    return Picture(
        figure,
        alt
        or f"{count(len(said), 'contour plot')}{in_brackets(title)}, lines of 0 drawn thick"
        f"{'' if marked is None else ', a star at (' + ', '.join(map(number, marked)) + ')'}. {'; '.join(said)}.",
    )


@drawn(
    values=by_name(as_panel),
    rug=as_vector,
    log=word_of("", "x", "y", "xy", "yx"),
    height=number_from(2, 9, "both"),
)
def curves(x, values, *, xlabel, ylabel, title="", log="", markers=False, rug=None, height=4.2, alt=None):
    """Show quantities against one other, each in its own color and line.

    Parameters
    ----------
    x : (n,) array_like
    values : dict of (n,) array_like by label
    xlabel, ylabel : str, with units
    title : str
    log : {"", "x", "y", "xy"}, axes with a logarithmic scale
    markers : bool, whether the points that were computed are marked
    rug : (m,) array_like or None, a sample to be shown as ticks on the lower axis
    height : float, from 2 to 9 inches
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    x = as_vector(x, "x")
    values = {name: as_vector(y, name, len(x)) for name, y in values.items()}
    with style():
        figure = make_figure(6.4, height)
        axes = figure.subplots()
        for k, (name, y) in enumerate(values.items()):
            axes.plot(
                x,
                y,
                color=COLORS[k % len(COLORS)],
                linestyle=LINE_STYLES[k % len(LINE_STYLES)],
                marker=MARKERS[k % len(MARKERS)] if markers else None,
                markersize=5,
                label=name,
            )
        axes.set(xlabel=xlabel, ylabel=ylabel, title=title)
        axes.set(**{f"{name}scale": "log" for name in log})
        if "x" in log:
            _label_log_ticks(axes.xaxis, x)
        if rug is not None:
            place = axes.get_xaxis_transform()
            axes.plot(
                as_vector(rug, "rug"),
                np.full(len(rug), 0.015),
                "|",
                color=GRAY,
                transform=place,
                label="sample",
            )
        legend_below(figure, axes)
    said = " ".join(
        f"{name}: {number(y[0])} at the left, {number(y[-1])} at the right, "
        f"from {number(y.min())} to {number(y.max())}."
        for name, y in values.items()
    )
    return Picture(figure, alt or f"{ylabel} against {xlabel}{in_brackets(title)}. {said}")


@drawn(images=lambda v, name: as_array(v, name, 3), titles=as_texts, rows=as_texts)
def digits(images, titles=None, *, columns=10, rows=None, title="", alt=None):
    """Show gray images in a grid, each with a title.

    Parameters
    ----------
    images : (m, height, width) array_like
    titles : sequence of m str, or None
    columns : int, images a row
    rows : sequence of str, a name for each row, or None
    title : str
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    images = np.asarray(images, dtype=float)
    if images.ndim != 3 or len(images) == 0:
        raise ValueError(f"images must have shape (m, height, width), got {images.shape}.")
    if titles is not None and len(titles) != len(images):
        raise ValueError(f"titles must name {len(images)} images, got {len(titles)}.")
    columns = min(columns, len(images))
    n_rows = -(-len(images) // columns)
    if rows is not None and len(rows) != n_rows:
        raise ValueError(f"rows must name {n_rows} rows, got {len(rows)}.")
    shown = titles if titles is not None else [""] * len(images)
    width, height = 0.82 + bool(rows) * 1.3 / columns, 1.02 if titles is not None else 0.84
    with style():
        figure, axes = make_panels(
            shown, columns, width, height, title=title, room=0.4 if title else 0.0, title_size=9
        )
        for place, image in zip(axes, images, strict=True):
            place.set_axis_off()
            place.imshow(image, cmap="gray_r", vmin=images.min(), vmax=images.max())
        for place, name in zip(axes[::columns], rows or (), strict=False):
            place.text(-0.1, 0.5, name, transform=place.transAxes, ha="right", va="center", fontsize=10)
    listed = "" if titles is None else f" Their titles: {', '.join(map(str, titles))}."
    listed += "" if rows is None else f" The rows: {', '.join(rows)}."
    return Picture(
        figure, alt or f"{count(len(images), 'image')} in {count(n_rows, 'row')}{in_brackets(title)}.{listed}"
    )


@drawn(prototypes=lambda v, name: as_matrix(v, name, 2))
def partition(data, labels, prototypes=None, *, distances=None, features=None, title="", alt=None):
    """Show a partition of points of the plane, with prototypes and the region of each cluster where they are given.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    labels : (n,) array_like of int, 0 … c − 1
    prototypes : (c, 2) array_like, or None
    distances : callable, (m, 2) array → (m, c) array, of any point to each prototype, squared or not, or None
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the labels are not one whole number ≥ 0 a point.
    """
    X, _, _, features = labeled_points(data, features=features)
    labels = _as_clusters(labels, len(X))
    with style():
        figure = make_figure(6.4, 4.8)
        axes = figure.subplots()
        if distances is not None:
            grid = Grid.around(X)
            draw_regions(axes, grid, distances(grid.points))
        _draw_clusters(axes, X, labels)
        if prototypes is not None:
            draw_prototypes(axes, np.asarray(prototypes))
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        legend_below(figure, axes, columns=5)
    said = f"Partition of {count(len(X), 'point')}{in_brackets(title)} into {_say_clusters(labels)}."
    if prototypes is not None:
        places = ", ".join(f"({number(v[0])}, {number(v[1])})" for v in np.asarray(prototypes))
        said += f" Prototypes at {places}."
    return Picture(figure, alt or said)


@drawn(panels=by_name(_as_partition))
def partitions(panels, *, columns=3, features=None, alt=None):
    """Show several partitions side by side.

    Parameters
    ----------
    panels : dict of (data, labels) by title; data as in `scatter`, labels as in `partition`
    columns : int, panels a row
    features : (str, str), names of the axes with units; None takes them from the first data
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    columns = min(columns, len(panels))
    features = features or labeled_points(next(iter(panels.values()))[0])[3]
    said = []
    with style():
        figure, axes = make_panels(
            list(panels), columns, min(3.5, WIDEST / columns), 2.9, room=0.3, title_size=10
        )
        for place, (title, (data, labels)) in zip(axes, panels.items(), strict=True):
            X = labeled_points(data)[0]
            labels = _as_clusters(labels, len(X))
            _draw_clusters(place, X, labels, size=14)
            place.tick_params(labelsize=8)
            place.set_aspect("equal", adjustable="datalim")
            said.append(f"{title}: {_say_clusters(labels)}")
        figure.supxlabel(features[0])
        figure.supylabel(features[1])
    return Picture(figure, alt or f"{count(len(panels), 'partition')}. {'. '.join(said)}.".replace("\n", " "))


@drawn(steps=several(_as_step))
def descent(steps, *, log=False, title="", ylabel="J(U, V)", alt=None):
    """Show the criterion after each half step of c-means.

    Parameters
    ----------
    steps : sequence of objects with `kind` ("start", "assign" or "update") and `objective`
    log : bool, whether the scale of the criterion is logarithmic
    title, alt : as in `scatter`
    ylabel : str

    Returns
    -------
    Picture
    """
    kinds = np.array([step.kind for step in steps])
    objective = as_vector([step.objective for step in steps], "objectives")
    with style():
        figure = make_figure(6.8, 4.2)
        axes = figure.subplots()
        draw_descent(axes, np.arange(len(steps)), objective, kinds)
        axes.set(xlabel="half step", ylabel=ylabel, title=title, yscale="log" if log else "linear")
        legend_below(figure, axes)
    return Picture(
        figure,
        alt
        or f"{ylabel} after each of {len(steps)} half steps{in_brackets(title)}: from {number(objective[0])} down to "
        f"{number(objective[-1])}, {'never' if np.all(np.diff(objective) <= 1e-9 * objective[0]) else 'sometimes'} "
        "rising.",
    )


@drawn()
def ratios(names, lows, means, *, xlabel="ratio", title="", alt=None):
    """Show ratios on a logarithmic scale, a row each, from the lowest of a row to its mean, with a line at 1.

    Parameters
    ----------
    names : sequence of m str, of the rows, the first on top
    lows, means : (m,) array_like, above 0
    xlabel, title, alt : as in `curves`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there is no row, or a ratio is not above 0.
    """
    lows, means = (as_vector(v, n, len(names)) for v, n in ((lows, "lows"), (means, "means")))
    if not len(names) or min(lows.min(), means.min()) <= 0:
        raise ValueError(f"lows and means must be above 0, a number each for one row or more, got {lows}.")
    rows, behind = np.arange(len(names)), lows < 1
    with style():
        figure = make_figure(7.2, 1.5 + 0.22 * len(names))
        axes = figure.subplots()
        axes.hlines(rows, lows, means, color=GRAY, linewidth=1.5, zorder=1)
        axes.axvline(1, color="black", linewidth=1, linestyle="--", zorder=0)
        axes.plot(means, rows, "|", color="black", markersize=9, label="mean of a row")
        axes.plot(lows[~behind], rows[~behind], "o", color=COLORS[0], markersize=5, label="its lowest")
        axes.plot(
            lows[behind], rows[behind], "s", color=VERMILLION, markersize=5, label="its lowest, below 1"
        )
        axes.set(xscale="log", xlabel=xlabel, title=title, ylim=(len(names) - 0.4, -0.6))
        axes.set_yticks(rows, names, fontsize=8)
        legend_below(figure, axes)
    return Picture(
        figure,
        alt
        or f"{xlabel} of {count(len(names), 'row')}{in_brackets(title)}, on a logarithmic scale: means from "
        f"{number(means.min())} to {number(means.max())}; the lowest of a row is below 1 in {behind.sum()}"
        f"{': ' if behind.any() else ''}{'; '.join(np.array(names)[behind])}.",
    )


def _leave_empty(axes):
    """Show nothing but the title of a panel, in its middle."""
    text = axes.get_title()
    axes.set_title("")
    axes.set_axis_off()
    axes.text(0.5, 0.5, text, ha="center", va="center", fontsize=10, transform=axes.transAxes)


def _draw_signed(axes, grid, values):
    """Shade a function by its sign and size, with nine level lines and a thick line where it is 0."""
    bound = np.abs(values).max() or 1.0
    axes.contourf(grid.x, grid.y, values, levels=np.linspace(-bound, bound, 17), cmap=FIELD, zorder=0)
    axes.contour(grid.x, grid.y, values, levels=9, colors=GRAY, linewidths=0.6, zorder=1)
    if values.min() < 0 < values.max():
        axes.contour(grid.x, grid.y, values, levels=[0.0], colors="black", linewidths=1.6, zorder=2)
    fill_axes(axes, grid)


def _label_log_ticks(axis, values):
    """Label the values themselves where they are few and lie within two powers of ten, else powers of ten only."""
    axis.set_minor_formatter(NullFormatter())
    if len(values) <= 8 and values.max() < 100 * values.min():
        axis.set_ticks(values, [f"{v:.0f}" if 1 <= v < 1e5 and v == round(v) else number(v) for v in values])


def _as_clusters(labels, n):
    labels = as_any_labels(labels, "labels")
    if labels.shape != (n,) or labels.dtype.kind not in "iu" or (n and labels.min() < 0):
        raise ValueError(
            f"labels must be {n} whole numbers from 0, got shape {labels.shape} of {labels.dtype}."
        )
    return labels


def _draw_clusters(axes, X, labels, size=26):
    draw_classes(axes, X, labels, [f"cluster {k}" for k in range(labels.max() + 1)], size)


def _say_clusters(labels):
    sizes = np.bincount(labels)
    return f"{count(len(sizes), 'cluster')} of {', '.join(map(str, sizes))} points"
