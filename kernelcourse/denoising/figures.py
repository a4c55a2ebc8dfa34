"""The pictures of chapter 09: a surface of images, a valley with its bottom, what becomes of starts, moved points."""

import numpy as np

from kernelcourse.drawing import figures
from kernelcourse.drawing.data_planes import Grid, labeled_points
from kernelcourse.drawing.marks import Curve, Points, Segments
from kernelcourse.drawing.panels import around, class_points, heights, plane
from kernelcourse.drawing.picture import drawn, laid_out
from kernelcourse.drawing.words import count, in_brackets, number
from kernelsy19.signatures import by_name
from kernelsy19.validation import as_any_labels, as_function, as_matrix, as_text, as_texts, as_vector

SIDE = 16  # pixels of a digit


def _as_points(X, name):
    return as_matrix(X, name, 2)


@drawn(curve=_as_points, ends=_as_points, nearest=lambda v, name: as_vector(v, name, 2))
def off_the_curve(curve, ends, nearest, *, features=("x", "y"), title=""):
    """Show a curve of images, the mean of some of them, which lies off the curve, and the image that is nearest to it.

    Parameters
    ----------
    curve : (m, 2) array_like, the images in their order
    ends : (k, 2) array_like, the images that are averaged
    nearest : (2,) array_like, on the curve
    features : (str, str), names of the axes
    title : as in `scatter`
    """
    middle = ends.mean(axis=0)
    away = np.linalg.norm(nearest - middle)
    panel = plane(
        around(curve, ends, nearest[None], margin=0.1),
        [
            Curve(*curve.T, "blue", 2.2, label="images Φ(z)"),
            Curve(*ends.T, "gray", 1, "dashed"),
            Curve(*np.stack([middle, nearest]).T, "gray", 1.6, "dotted"),
            Points(*ends.T, "dot", label="two images"),
            Points(*middle[:, None], "class 3", 1.4, label="their mean v"),
            Points(*nearest[:, None], "probe", label="the nearest image"),
        ],
        features,
        title,
        equal=True,
    )
    return laid_out(
        [panel],
        f"A curve of {count(len(curve), 'image')}{in_brackets(title)}. The mean of {count(len(ends), 'image')} lies "
        f"off the curve, {number(away)} away from the nearest image in this picture.",
    )


@drawn(function=as_function, path=_as_points, value=as_text)
def valley(data, function, path, *, value="ρ(z)", features=None, title=""):
    """Show level lines of a function of the plane, and a walk from a start to a place where the function is low.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns, shown as small gray points
    function : callable, (m, 2) array → (m,) array
    path : (s, 2) array_like, s ≥ 2: the start first, the end last
    value : str, what the function is, above its scale
    features, title : as in `scatter`
    """
    X, _, _, features = labeled_points(data, features=features)
    if len(path) < 2:
        raise ValueError(f"path must hold a start and an end, got {count(len(path), 'place')}.")
    grid = Grid.around(np.vstack([X, path]))
    values = grid.evaluate(function)
    high, low = function(path[[0, -1]])
    panel = plane(
        grid,
        [
            heights(grid, values, bar=value),
            Points(*X.T, "sample", label="learned from"),
            Curve(*path.T, "vermillion", 1.4),
            Points(*path[:1].T, "class 3", 1.4, label="noisy point"),
            Points(*path[-1:].T, "probe", label="the nearest image"),
        ],
        features,
        title,
    )
    return laid_out(
        [panel],
        f"Level lines of {value}{in_brackets(title)}, from {number(values.min())} to {number(values.max())}. A path "
        f"of {count(len(path) - 1, 'step')} leads from {number(high)} down to {number(low)}.",
    )


@drawn(starts=_as_points, fates=as_any_labels, names=as_texts, noisy=_as_points, best=_as_points)
def what_becomes(data, starts, fates, names, noisy, best, *, features=None, title=""):
    """Show what becomes of each start, beside the points that were learned from, the noisy point and the best answer.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns, shown as small black points
    starts : (m, 2) array_like
    fates : (m,) array_like of int, the number of a name
    names : sequence of str
    noisy, best : (1, 2) array_like
    features, title : as in `scatter`
    """
    X, _, _, features = labeled_points(data, features=features)
    fates = np.asarray(fates)
    if len(fates) != len(starts):
        raise ValueError(f"fates must have one entry for each of {len(starts)} starts, got {len(fates)}.")
    there = np.unique(fates)
    if not np.isin(there, np.arange(len(names))).all():
        raise ValueError(f"fates must be numbers of {len(names)} names, from 0 on, got {there}.")
    names = [names[int(fate)] for fate in there]
    panel = plane(
        Grid.around(np.vstack([X, starts]), margin=0.04),
        [
            class_points(starts, fates, names, 0.75),
            Points(*X.T, "sample", label="learned from"),
            Points(*noisy.T, "chosen", label="noisy point"),
            Points(*best.T, "probe", label="the nearest image"),
        ],
        features,
        title,
    )
    said = ", ".join(f"{int(np.sum(fates == fate))} {name}" for fate, name in zip(there, names, strict=True))
    return laid_out(
        [panel], f"{count(len(starts), 'start')}{in_brackets(title)}: {said}.", width=600, height=520
    )


@drawn(rows=by_name(lambda X, name: as_matrix(X, name, n_features=SIDE**2)))
def digit_rows(rows, *, title=""):
    """Show digits of 16 × 16 pixels row by row, in gray from −1 to 1; what noise took beyond is shown as −1 or 1.

    Parameters
    ----------
    rows : dict by title of (m, 256) array_like, as many digits in each row
    title : as in `scatter`
    """
    if len(lengths := {len(X) for X in rows.values()}) > 1:
        raise ValueError(f"rows must hold as many digits each, got {sorted(lengths)}.")
    images = np.clip(np.vstack(list(rows.values())), -1, 1).reshape(-1, SIDE, SIDE)
    return figures.digits(images, columns=lengths.pop(), rows=list(rows), title=title)


@drawn()
def moves(data, start, panels, *, columns=3, features=None, title=""):
    """Show where points of the plane are moved, a panel each way to move them: an arrow from each point to its end.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns, shown as small gray points
    start : (m, 2) array_like
    panels : dict by title of (m, 2) array_like, the ends
    columns : int, panels a row
    features, title : as in `scatter`
    """
    X, _, _, features = labeled_points(data, features=features)
    start = as_matrix(start, "start", n_features=2)
    panels = {name: as_matrix(end, name, n_features=2) for name, end in panels.items()}
    if any(end.shape != start.shape for end in panels.values()):
        raise ValueError(f"each panel must hold {len(start)} ends, one for each start.")
    grid, made = Grid.around(np.vstack([X, start, *panels.values()]), margin=0.06), []
    for name, end in panels.items():
        marks = [
            Points(*X.T, "sample", 0.8, label="learned from"),
            Segments(*np.stack([start, end], axis=1).reshape(-1, 2).T, width=0.9),
            Points(*start.T, "class 3", 0.8, label="noisy point"),
            Points(*end.T, "point", label="where it is moved"),
        ]
        made.append(plane(grid, marks, features, name))
    said = "; ".join(
        f"{name}: by {number(np.linalg.norm(end - start, axis=1).mean())} on average"
        for name, end in panels.items()
    )
    return laid_out(
        made,
        f"{count(len(start), 'point')} and where each is moved{in_brackets(title)}. {said}.",
        columns=columns,
        title=title,
    )
