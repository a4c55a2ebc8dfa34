"""The pictures of chapter 12: lines that a perceptron tries, streets with their edges, and what a weight says."""

import numpy as np

from kernelsy19.course.drawing import (
    Grid,
    draw_classes,
    draw_field,
    draw_height,
    fill_axes,
    legend_below,
    level_lines,
)
from kernelsy19.course.picture import (
    BLUE,
    GRAY,
    MARKERS,
    ORANGE,
    PANELS_A_ROW,
    VERMILLION,
    Picture,
    count,
    drawn,
    in_brackets,
    labeled_points,
    make_figure,
    make_panels,
    number,
    plane_panel_size,
    style,
)
from kernelsy19.signatures import integer_from, made_by
from kernelsy19.svm.solve import SVMSolution
from kernelsy19.validation import as_vector

SIGN_NAMES = ("y = −1", "y = 1")

SUPPORT_RING = {"marker": "o", "s": 90, "facecolors": "none", "edgecolors": "black", "linewidths": 1.3}

ERROR_CROSS = {"marker": "x", "s": 46, "color": VERMILLION, "linewidths": 1.8}

KIND_WORDS = {"beyond": "beyond the margin", "edge": "on its edge", "inside": "inside, or wrong side"}


@drawn(size=integer_from(2, 2000))
def streets(panels, *, names=None, features=None, size=160, title="", alt=None):
    """Show support vector machines in the plane: the boundary, the edges of the margin, support vectors, errors.

    Parameters
    ----------
    panels : dict by title of (data, solution, function): data an (n, 2) array_like or Dataset of two columns, an
        SVMSolution, and f as a callable, (m, 2) array → (m,) array
    names : (str, str), of the classes −1 and 1, or None
    features : (str, str), names of the axes, or None
    size : int, samples of the grid a side
    title : str
    alt : str or None, to replace the alternative text

    Returns
    -------
    Picture
    """
    columns, said = min(len(panels), PANELS_A_ROW), []
    with style():
        extents = [Grid.around(labeled_points(data)[0]).extent for data, _, _ in panels.values()]
        width, height = plane_panel_size(columns, 4.4, extents)
        figure, row = make_panels(list(panels), columns, width, height, title=title, room=0.6)
        for axes, (name, (data, solution, function)) in zip(row, panels.items(), strict=True):
            X, _, _, shown = labeled_points(data, features=features)
            _draw_street(axes, X, solution, function, names or SIGN_NAMES, size)
            axes.set(xlabel=shown[0], ylabel=shown[1])
            if len({name.partition("(")[2] for name in shown}) == 1:  # one unit: right angles look like ones
                axes.set_aspect("equal")
            said.append(f"{name}: {say_machine(solution)}")
        legend_below(figure, *row, columns=6 if columns > 1 else 3)
    return Picture(
        figure, alt or f"{count(len(panels), 'soft margin')}{in_brackets(title)}. {'. '.join(said)}."
    )


def _draw_street(axes, X, solution, function, names, size):
    grid = Grid.around(X, size=size)
    values = grid.evaluate(function)
    draw_field(axes, grid, values, 0.0, "f = 0", flip=True)
    for k, line in enumerate(line for level in (-1.0, 1.0) for line in level_lines(grid, values, level)):
        axes.plot(*line.T, "--", color=GRAY, linewidth=1.2, zorder=2, label=None if k else "f = ±1")
    draw_classes(axes, X, solution.y, names)
    axes.scatter(*X[solution.support].T, label="support vector", zorder=4, **SUPPORT_RING)
    if solution.misclassified.any():
        axes.scatter(*X[solution.misclassified].T, label="error", zorder=5, **ERROR_CROSS)
    fill_axes(axes, grid)


def say_machine(solution):
    """Say in words how many support vectors and errors a machine has, and how wide its margin is.

    Parameters
    ----------
    solution : SVMSolution

    Returns
    -------
    str
    """
    return (
        f"{count(len(solution.support), 'support vector')} of {count(len(solution.y), 'point')}, "
        f"{count(int(solution.misclassified.sum()), 'error')}, margin {number(solution.margin)}"
    )


@drawn(y=as_vector, counts=as_vector)
def lines_tried(data, y, counts, lines, *, names=None, features=None, title="", alt=None):
    """Show the lines that a perceptron had on its way, the last one thick, and how often it missed each point.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    y : (n,) array_like of −1 and 1
    counts : (n,) array_like of int, how often each point was missed: the area of its ring
    lines : sequence of (w, b), (2,) array and float, in the order of learning
    names, features, title, alt : as in `streets`

    Returns
    -------
    Picture
    """
    X, y, _, features = labeled_points(data, y, None, features)
    counts = np.asarray(counts)
    grid = Grid.around(X, size=2)
    left, right, bottom, top = grid.extent
    reach = np.hypot(right - left, top - bottom)
    with style():
        figure = make_figure(6.4, 4.8)
        axes = figure.subplots()
        for k, (w, b) in enumerate(lines):
            if (length := np.linalg.norm(w)) > 0:
                middle = X.mean(axis=0)
                foot = middle - (w @ middle + b) / length**2 * w
                along = reach * np.array([-w[1], w[0]]) / length
                last = k == len(lines) - 1
                axes.plot(
                    *np.array([foot - along, foot + along]).T,
                    color="black" if last else GRAY,
                    linewidth=2.2 if last else 0.8,
                    alpha=1.0 if last else 0.25 + 0.5 * k / len(lines),
                    label="the last line" if last else "a line before" if k == 0 else None,
                    zorder=2,
                )
        draw_classes(axes, X, y, names or SIGN_NAMES)
        missed = counts > 0
        rings = SUPPORT_RING | {"s": 60 + 50 * counts[missed]}
        axes.scatter(*X[missed].T, label="was missed (larger: more often)", zorder=4, **rings)
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        fill_axes(axes, grid)
        legend_below(figure, axes, columns=3)
    return Picture(
        figure,
        alt
        or f"The {len(lines)} lines of a perceptron{in_brackets(title)}, the last one thick: {missed.sum()} of "
        f"{count(len(X), 'point')} were missed, {count(int(counts.sum()), 'time')} in all, one of them "
        f"{count(int(counts.max()), 'time')}.",
    )


@drawn(solution=made_by(SVMSolution))
def weights_and_places(solution, *, title="", alt=None):
    """Show what the weight of a point says of its place: αᵢ/C against yᵢf(xᵢ).

    Parameters
    ----------
    solution : SVMSolution, with a finite C
    title, alt : as in `streets`

    Returns
    -------
    Picture
    """
    places, shares, kinds = solution.y * solution.f, solution.alpha / solution.C, solution.kinds
    with style():
        figure = make_figure(6.4, 4.2)
        axes = figure.subplots()
        axes.axvline(0, color=VERMILLION, linewidth=1.2, label="f = 0")
        axes.axvline(1, color=GRAY, linestyle="--", linewidth=1.2, label="edge of the margin")
        for k, (kind, words) in enumerate(KIND_WORDS.items()):
            axes.plot(
                places[kinds == kind],
                shares[kinds == kind],
                linestyle="none",
                marker=MARKERS[k],
                color=(BLUE, "black", ORANGE)[k],
                markersize=6,
                label=words,
            )
        draw_height(axes, 1.0, None, ":")
        axes.set(xlabel="yᵢ f(xᵢ)", ylabel="αᵢ / C", title=title, ylim=(-0.06, 1.1))
        legend_below(figure, axes, columns=3)
    listed = ", ".join(f"{(kinds == kind).sum()} {words}" for kind, words in KIND_WORDS.items())
    return Picture(
        figure,
        alt
        or f"Weight of each point over C against its yf(x){in_brackets(title)}: {listed}. Weights are 0 right of 1, "
        "C left of 1, and anything between at 1.",
    )
