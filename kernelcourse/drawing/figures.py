"""Pictures that several chapters draw: points, boundaries, contours, curves, images, clusters. Each is a `Picture`."""

import numpy as np

from kernelcourse.drawing.data_planes import Grid, labeled_points
from kernelcourse.drawing.marks import Curve, Points, Rule, Segments, Words, cells
from kernelcourse.drawing.panels import (
    axis,
    blue_below,
    class_points,
    curves_by_name,
    field,
    heights,
    level,
    log_axis,
    plane,
    regions,
    signed,
    whole_axis,
)
from kernelcourse.drawing.picture import as_panel, drawn, laid_out
from kernelcourse.drawing.scene import Axis, Panel
from kernelcourse.drawing.words import count, in_brackets, number, pair, say_points
from kernelsy19.signatures import by_name, number_from, several, word_of
from kernelsy19.validation import as_any_labels, as_array, as_matrix, as_texts, as_vector, shown


def _as_partition(given, name):
    """Points and their clusters."""
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise ValueError(f"{name} must be a pair (data, labels), got {shown(given)}.")
    return given


def _as_step(step, name):
    if not hasattr(step, "kind") or not hasattr(step, "objective"):
        raise ValueError(f"{name} must have a kind and an objective, got {shown(step)}.")
    return step


@drawn()
def scatter(data, y=None, *, names=None, features=None, title=""):
    """Show points of the plane, each class in its own color and marker.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns, which brings labels and names
    y : (n,) array_like of labels, or None
    names : sequence of str, the names of the classes
    features : (str, str), names of the axes with units
    title : str
    """
    X, y, names, features = labeled_points(data, y, names, features)
    return laid_out(
        [plane(Grid.around(X, margin=0.06), [class_points(X, y, names)], features, title)],
        f"Scatter plot{in_brackets(title)}. {say_points(X, y, names, features)}",
    )


@drawn()
def decision(data, function, y=None, *, level=0.0, names=None, features=None, title="", label="boundary"):
    """Show points and the regions where a function lies above and below a level.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    function : callable, (m, 2) array → (m,) array
    y : (n,) array_like of labels, or None
    level : float, the value on the boundary
    names, features, title : as in `scatter`
    label : str, name of the boundary
    """
    X, y, names, features = labeled_points(data, y, names, features)
    grid = Grid.around(X)
    at_points = as_vector(function(X), "The values of the function at the points", len(X))
    above = int((at_points >= level).sum())
    shades = field(grid, grid.evaluate(function), level, label, blue_below(at_points, y, level))
    return laid_out(
        [plane(grid, [shades, class_points(X, y, names)], features, title)],
        f"Scatter plot with a decision boundary{in_brackets(title)}. {say_points(X, y, names, features)} "
        f"{above} of {count(len(X), 'point')} lie above the boundary's level, {number(level)}.",
    )


@drawn()
def contours(data, function, y=None, *, boundary=None, value="value", names=None, features=None, title=""):
    """Show level lines of a function of the plane, with points on top.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    function : callable, (m, 2) array → (m,) array
    y : (n,) array_like of labels, or None
    boundary : float or None, a level to be drawn as a thick line
    value : str, what the function is, with its unit, above the picture
    names, features, title : as in `scatter`
    """
    X, y, names, features = labeled_points(data, y, names, features)
    grid = Grid.around(X)
    values = grid.evaluate(function)
    marks = [heights(grid, values, bar="value")]
    if boundary is not None:
        marks.append(level(grid, values, boundary, "vermillion", f"level {number(boundary)}", 2.4))
    above = "\n".join(filter(None, (title, value)))
    return laid_out(
        [plane(grid, [*marks, class_points(X, y, names)], features, above)],
        f"Contour plot of {value}{in_brackets(title)}, from {number(values.min())} to {number(values.max())}. "
        f"{say_points(X, y, names, features)}",
        width=640,
        height=430,
    )


@drawn()
def contour_panels(data, panels, y=None, *, columns=3, marked=None, names=None, features=None, title=""):
    """Show level lines of several functions of the plane, a panel each, with the line of 0 drawn thick.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    panels : dict by title of callables, (m, 2) array → (m,) array, or of None, which leaves a place empty
    y : (n,) array_like of labels, or None
    columns : int, panels a row
    marked : (float, float) or None, a place that every panel shows as a star
    names, features, title : as in `scatter`
    """
    X, y, names, features = labeled_points(data, y, names, features)
    marked = None if marked is None else as_vector(marked, "marked", 2)
    grid = Grid.around(X, size=90)
    made, said = [], []
    for name, function in panels.items():
        if function is None:
            left, right, bottom, top = grid.extent
            words = Words([(left + right) / 2], [(bottom + top) / 2], [name], "center")
            made.append(
                Panel([words], Axis("", (left, right), ()), Axis("", (bottom, top), ()), framed=False)
            )
            continue
        values = grid.evaluate(function)
        points = class_points(X, y, names, 0.65)
        star = None if marked is None else Points(*marked[:, None], "probe")
        made.append(plane(grid, [*signed(grid, values), points, star], features, name))
        said.append(f"{name}: from {number(values.min())} to {number(values.max())}")
    return laid_out(
        made,
        f"{count(len(said), 'contour plot')}{in_brackets(title)}, lines of 0 drawn thick"
        f"{'' if marked is None else f', a star at {pair(marked)}'}. {'; '.join(said)}.",
        columns=columns,
        title=title,
    )


@drawn(
    values=by_name(as_panel),
    rug=as_vector,
    log=word_of("", "x", "y", "xy", "yx"),
    height=number_from(200, 900, "both"),
)
def curves(x, values, *, xlabel, ylabel, title="", log="", markers=False, rug=None, height=340):
    """Show quantities against one other, each in its own color and line, with its name beside it.

    Parameters
    ----------
    x : (n,) array_like
    values : dict of (n,) array_like by label
    xlabel, ylabel : str, with units
    title : str
    log : {"", "x", "y", "xy"}, axes with a logarithmic scale
    markers : bool, whether the points that were computed are marked
    rug : (m,) array_like or None, a sample to be shown as ticks on the lower axis
    height : float, from 200 to 900 pixels of the page
    """
    x = as_vector(x, "x")
    values = {name: as_vector(y, name, len(x)) for name, y in values.items()}
    marks = curves_by_name(x, values, markers)
    if len(values) == 1:  # the axis says what it is
        marks = [Curve(x, *values.values(), "blue", 2, kind="class 0" if markers else "")]
    across = log_axis(xlabel, x) if "x" in log else axis(xlabel, x, 0.03)
    up = axis(ylabel, np.concatenate(list(values.values())), 0.06, "log" if "y" in log else "linear")
    if rug is not None:
        low = up.range[0] if "y" in log else up.range[0] + 0.02 * np.ptp(up.range)
        marks.append(Points(rug, np.full(len(rug), low), "tick", label="sample"))
    said = " ".join(
        f"{name}: {number(y[0])} at the left, {number(y[-1])} at the right, "
        f"from {number(y.min())} to {number(y.max())}."
        for name, y in values.items()
    )
    return laid_out(
        [Panel(marks, across, up, title=title)],
        f"{ylabel} against {xlabel}{in_brackets(title)}. {said}",
        height=height,
    )


@drawn(images=lambda v, name: as_array(v, name, 3), titles=as_texts, rows=as_texts)
def digits(images, titles=None, *, columns=10, rows=None, title=""):
    """Show gray images in a grid, each with a title.

    Parameters
    ----------
    images : (m, height, width) array_like
    titles : sequence of m str, or None
    columns : int, images a row
    rows : sequence of str, a name for each row, or None
    title : str
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
    wide, high = 1.12, 1.12 * images.shape[1] / images.shape[2] + (0.3 if titles is not None else 0)
    ends = images.min(), images.max()
    marks = []
    for k, picture in enumerate(images):
        left, top = wide * (k % columns), high * (n_rows - k // columns)
        marks.append(cells(picture, (left, left + 1, top - images.shape[1] / images.shape[2], top), ends))
    at = np.arange(len(images))
    places = wide * (at % columns) + 0.5, high * (n_rows - at // columns) + 0.16
    marks.append(None if titles is None else Words(*places, list(map(str, titles)), "center"))
    named = 0.17 * max(map(len, rows)) + 0.2 if rows else 0.0
    if rows:
        down = high * (n_rows - np.arange(n_rows)) - 0.5
        marks.append(Words(np.full(n_rows, -0.15), down, rows, "right"))
    width, height = wide * columns + named, high * n_rows + (0.16 if titles is not None else 0)
    panel = Panel(
        marks, Axis("", (-named - 0.02, wide * columns), ()), Axis("", (high - 1.14, high * n_rows + 0.3), ()),
        title=title, framed=False, equal=True,
    )  # fmt: skip
    listed = "" if titles is None else f" Their titles: {', '.join(map(str, titles))}."
    listed += "" if rows is None else f" The rows: {', '.join(rows)}."
    scale = min(max(64, 2 * images.shape[2]), 940 / width)  # two pixels of the page for one of a large image
    return laid_out(
        [panel],
        f"{count(len(images), 'image')} in {count(n_rows, 'row')}{in_brackets(title)}.{listed}",
        width=max(scale * width, 260) + 20,
        height=scale * height + (44 if title else 20),
    )


@drawn(prototypes=lambda v, name: as_matrix(v, name, 2))
def partition(data, labels, prototypes=None, *, distances=None, features=None, title=""):
    """Show a partition of points of the plane, with prototypes and the region of each cluster where they are given.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    labels : (n,) array_like of int, 0 … c − 1
    prototypes : (c, 2) array_like, or None
    distances : callable, (m, 2) array → (m, c) array, of any point to each prototype, squared or not, or None
    features, title : as in `scatter`
    """
    X, _, _, features = labeled_points(data, features=features)
    labels = _as_clusters(labels, len(X))
    grid = Grid.around(X, margin=0.08 if distances is None else 0.15)
    marks = [] if distances is None else [regions(grid, distances(grid.points))]
    marks.append(_cluster_points(X, labels))
    said = f"Partition of {count(len(X), 'point')}{in_brackets(title)} into {_say_clusters(labels)}."
    if prototypes is not None:
        marks.append(Points(*np.transpose(prototypes), "prototype", label="prototypes"))
        said += f" Prototypes at {', '.join(map(pair, prototypes))}."
    return laid_out([plane(grid, marks, features, title)], said)


@drawn(panels=by_name(_as_partition))
def partitions(panels, *, columns=3, features=None):
    """Show several partitions side by side.

    Parameters
    ----------
    panels : dict of (data, labels) by title; data as in `scatter`, labels as in `partition`
    columns : int, panels a row
    features : (str, str), names of the axes with units; None takes them from the first data
    """
    features = features or labeled_points(next(iter(panels.values()))[0])[3]
    made, said = [], []
    for title, (data, labels) in panels.items():
        X = labeled_points(data)[0]
        labels = _as_clusters(labels, len(X))
        view = Grid.around(X, size=2, margin=0.06)
        made.append(plane(view, [_cluster_points(X, labels, 0.75, hide=True)], features, title))
        said.append(f"{title}: {_say_clusters(labels)}")
    return laid_out(
        made, f"{count(len(panels), 'partition')}. {'. '.join(said)}.".replace("\n", " "), columns=columns
    )


DESCENT = {
    "start": ("now", "start"),
    "assign": ("dot", "after an assignment"),
    "update": ("goal", "after an update"),
}


@drawn(steps=several(_as_step))
def descent(steps, *, log=False, title="", ylabel="J(U, V)"):
    """Show the criterion after each half step of c-means.

    Parameters
    ----------
    steps : sequence of objects with `kind` ("start", "assign" or "update") and `objective`
    log : bool, whether the scale of the criterion is logarithmic
    title : as in `scatter`
    ylabel : str
    """
    kinds = [step.kind for step in steps]
    objective = as_vector([step.objective for step in steps], "objectives")
    at = np.arange(len(steps))
    named = {DESCENT[kind] for kind in kinds}
    marks = [
        Curve(at, objective, "gray", 1.2),
        Points(at, objective, [DESCENT[kind][0] for kind in kinds], label=dict(named)),
    ]
    up = axis(ylabel, objective, 0.08, "log" if log else "linear")
    falls = np.all(np.diff(objective) <= 1e-9 * objective[0])
    return laid_out(
        [Panel(marks, whole_axis("half step", 0, len(steps) - 1), up, title=title)],
        f"{ylabel} after each of {len(steps)} half steps{in_brackets(title)}: from {number(objective[0])} down to "
        f"{number(objective[-1])}, {'never' if falls else 'sometimes'} rising.",
    )


@drawn()
def ratios(names, lows, means, *, xlabel="ratio", title=""):
    """Show ratios on a logarithmic scale, a row each, from the lowest of a row to its mean, with a line at 1.

    Parameters
    ----------
    names : sequence of m str, of the rows, the first on top
    lows, means : (m,) array_like, above 0
    xlabel, title : as in `curves`
    """
    lows, means = (as_vector(v, n, len(names)) for v, n in ((lows, "lows"), (means, "means")))
    if not len(names) or min(lows.min(), means.min()) <= 0:
        raise ValueError(f"lows and means must be above 0, a number each for one row or more, got {lows}.")
    rows, behind = np.arange(len(names)), lows < 1
    panel = Panel(
        [
            Segments(np.column_stack([lows, means]).ravel(), np.repeat(rows, 2), "gray", 1.5),
            Rule(1, dash="dashed", width=1),
            Points(means, rows, "tick", label="mean of a row"),
            Points(lows[~behind], rows[~behind], "class 0", label="its lowest"),
            Points(lows[behind], rows[behind], "class 4", label="its lowest, below 1"),
        ],
        axis(xlabel, [*lows, *means, 1], scale="log"),
        Axis("", (len(names) - 0.4, -0.6), ticks=rows, names=names),
        title=title,
    )
    return laid_out(
        [panel],
        f"{xlabel} of {count(len(names), 'row')}{in_brackets(title)}, on a logarithmic scale: means from "
        f"{number(means.min())} to {number(means.max())}; the lowest of a row is below 1 in {behind.sum()}"
        f"{': ' if behind.any() else ''}{'; '.join(np.array(names)[behind])}.",
        width=760,
        height=90 + 17 * len(names),
    )


def _as_clusters(labels, n):
    labels = as_any_labels(labels, "labels")
    if labels.shape != (n,) or labels.dtype.kind not in "iu" or (n and labels.min() < 0):
        raise ValueError(
            f"labels must be {n} whole numbers from 0, got shape {labels.shape} of {labels.dtype}."
        )
    return labels.astype(np.intp)


def _cluster_points(X, labels, size=1.0, hide=False):
    kinds = [f"class {k}" for k in labels]
    told = {} if hide else {f"class {k}": f"cluster {k + 1}" for k in range(labels.max() + 1)}
    return Points(*X.T, kinds, size, label=told)


def _say_clusters(labels):
    sizes = np.bincount(labels)
    return f"{count(len(sizes), 'cluster')} of {', '.join(map(str, sizes))} points"
