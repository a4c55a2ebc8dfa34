"""The pictures of chapter 07: axes, what an axis is made of, kernel PCA as two layers."""

from itertools import pairwise

import numpy as np

from kernelcourse.drawing import figures
from kernelcourse.drawing.figure_parts import draw_points, widened
from kernelcourse.drawing.figure_style import (
    BLUE,
    COLORS,
    GRAY,
    VERMILLION,
    Picture,
    count,
    drawn,
    in_brackets,
    labeled_points,
    make_figure,
    number,
    style,
    subscript,
)
from kernelsy19.signatures import by_name, integer_from, one_each
from kernelsy19.validation import as_array, as_function, as_matrix, as_vector


@drawn(ways=by_name(as_function), n_components=integer_from())
def level_lines(data, ways, n_components, *, columns=2, features=None, title="", alt=None):
    """Show coordinates as functions of the plane: level lines, the line of 0 thick, a panel for each coordinate.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    ways : dict by title of callables, (m, 2) array → (m, q) array: each gives points their coordinates, as `transform`
        of a fitted kernel PCA does
    n_components : int ≥ 1, how many coordinates of each are shown, q at most
    columns : int, panels a row
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    panels = {
        f"{name}, coordinate {m + 1}".removeprefix(", "): lambda P, way=way, m=m: way(P)[:, m]
        for name, way in ways.items()
        for m in range(n_components)
    }
    return figures.contour_panels(data, panels, columns=columns, features=features, title=title)


@drawn(angles=as_vector)
@drawn(components=lambda v, name: as_matrix(v, name, 2), variances=one_each("components"))
def arrows_along_axes(data, components, variances, *, features=None, title="", alt=None):
    """Show points of the plane with an arrow along each axis, two standard deviations long.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    components : (q, 2) array_like, an axis of length 1 a row
    variances : (q,) array_like, the variance along each
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, _, _, features = labeled_points(data, features=features)
    components, variances, m = (
        as_matrix(components, "components"),
        as_vector(variances, "variances"),
        X.mean(axis=0),
    )
    with style():
        figure = make_figure(5.6, 4.6)
        axes = figure.subplots()
        draw_points(axes, X, size=16)
        for k, (u, variance) in enumerate(zip(components, variances, strict=True)):
            tip = m + 2 * np.sqrt(max(variance, 0.0)) * u
            arrow = {"arrowstyle": "-|>", "color": VERMILLION, "linewidth": 2.2, "shrinkA": 0, "shrinkB": 0}
            axes.annotate("", xy=tip, xytext=m, arrowprops=arrow, zorder=5)
            beside = {"textcoords": "offset points", "xytext": (7, 5), "fontsize": 12, "zorder": 6}
            axes.annotate(f"u{subscript(k + 1)}", tip, **beside)
        shown = np.vstack([X, m + 2 * np.sqrt(np.maximum(variances, 0))[:, None] * components])
        axes.set(xlim=widened(shown[:, 0], 0.12), ylim=widened(shown[:, 1], 0.08), aspect="equal")
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
    told = "; ".join(
        f"axis {k + 1} along ({number(u[0])}, {number(u[1])}), variance {number(variance)}"
        for k, (u, variance) in enumerate(zip(components, variances, strict=True))
    )
    return Picture(
        figure, alt or f"{count(len(X), 'point')} with arrows along their axes{in_brackets(title)}. {told}."
    )


@drawn(alpha=as_vector)
def tip_to_tail(data, alpha, *, features=None, title="", alt=None):
    """Show how a sum of centered points, each times its coefficient, makes a vector: the steps one after the other.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    alpha : (n,) array_like, a coefficient for each point
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there is not a coefficient for each point.
    """
    X, _, _, features = labeled_points(data, features=features)
    alpha = as_vector(alpha, "alpha", len(X))
    centered = X - X.mean(axis=0)
    ends = np.vstack([np.zeros(2), np.cumsum(alpha[:, None] * centered, axis=0)])
    with style():
        figure = make_figure(8.6, 3.9)
        left, right = figure.subplots(1, 2)
        left.axhline(0, color=GRAY, linewidth=0.8)
        left.axvline(0, color=GRAY, linewidth=0.8)
        draw_points(left, centered, size=40)
        for i, point in enumerate(centered):
            left.annotate(str(i + 1), point, xytext=(6, 4), textcoords="offset points", fontsize=10)
        for i, (start, end) in enumerate(pairwise(ends)):
            arrow = {
                "arrowstyle": "-|>",
                "color": COLORS[i % len(COLORS)],
                "linewidth": 1.8,
                "shrinkA": 0,
                "shrinkB": 0,
            }
            right.annotate("", xy=end, xytext=start, arrowprops=arrow, zorder=3)
            right.annotate(
                str(i + 1), (start + end) / 2, xytext=(3, 4), textcoords="offset points", fontsize=10
            )
        whole = {"arrowstyle": "-|>", "color": "black", "linewidth": 2.6, "shrinkA": 0, "shrinkB": 0}
        right.annotate("", xy=ends[-1], xytext=ends[0], arrowprops=whole, zorder=2)
        low, high = ends.min(axis=0), ends.max(axis=0)
        reach = 0.6 * max((high - low).max(), 1e-300)
        for axis, middle in zip("xy", (low + high) / 2, strict=True):
            right.set(**{f"{axis}lim": (middle - reach, middle + reach)})
        left.set_aspect("equal", adjustable="datalim")
        right.set_aspect("equal")
        left.set(xlabel=features[0], ylabel=features[1], title="the points, from their mean")
        right.set(title="each times its coefficient, tip to tail")
        if title:
            figure.suptitle(title)
    return Picture(
        figure,
        alt
        or f"{count(len(X), 'point')} around their mean{in_brackets(title)}; beside them their multiples by "
        f"{', '.join(map(number, alpha))}, tip to tail from 0 to ({number(ends[-1, 0])}, {number(ends[-1, 1])}).",
    )


@drawn(
    x=lambda v, name: as_array(v, name, 2),
    points=lambda v, name: as_array(v, name, 3),
    values=one_each("points"),
    weights=as_matrix,
)
def extractor(x, points, values, weights, *, title="", alt=None):
    """Show a feature extractor as two layers: kernel values of an image with training images, then weighted sums.

    Parameters
    ----------
    x : (h, w) array_like, the image
    points : (n, h, w) array_like, the training images xᵢ
    values : (n,) array_like, K(xᵢ, x)
    weights : (n, q) array_like, αᵢᵐ
    title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    points, values, weights = np.asarray(points), as_vector(values, "values"), as_matrix(weights, "weights")
    n, q = weights.shape
    z = values @ weights
    with style():
        figure = make_figure(9.0, 0.95 * n + 0.9)
        axes = figure.add_subplot()
        axes.set(xlim=(-0.12, 1.12), ylim=(-0.08, 1.12))
        axes.axis("off")
        rows = np.linspace(0.95, 0.05, n)
        outputs = np.linspace(0.75, 0.25, q) if q > 1 else [0.5]
        strongest = np.abs(weights).max() or 1.0
        for i, row in enumerate(rows):
            axes.plot([0.08, 0.36], [0.5, row], color=GRAY, linewidth=0.8, zorder=1)
            axes.text(0.47, row, f"K(x{subscript(i + 1)}, x) = {number(values[i])}", va="center", fontsize=10)
            for m, output in enumerate(outputs):
                color, width = (BLUE if weights[i, m] > 0 else VERMILLION), 3 * abs(weights[i, m]) / strongest
                dashes = "-" if weights[i, m] > 0 else "--"
                axes.plot(
                    [0.70, 0.90],
                    [row, output],
                    color=color,
                    linewidth=0.3 + width,
                    linestyle=dashes,
                    zorder=1,
                )
            _draw_thumbnail(axes, points[i], 0.40, row, 0.8 / n)
        _draw_thumbnail(axes, np.asarray(x), 0.02, 0.5, 0.24)
        for m, output in enumerate(outputs):
            axes.text(0.91, output, f"z{subscript(m + 1)} = {number(z[m])}", va="center", fontsize=12)
        for place, text in (
            (0.02, "input x"),
            (0.45, "layer 1: kernel values"),
            (0.80, "layer 2: Σᵢ αᵢᵐ K(xᵢ, x)"),
        ):
            axes.text(place, 1.08, text, ha="center", fontsize=10, fontweight="bold")
        if title:
            figure.suptitle(title)
    said = ", ".join(f"z{m + 1} = {number(value)}" for m, value in enumerate(z))
    return Picture(
        figure,
        alt
        or f"Feature extractor of two layers{in_brackets(title)}: {count(n, 'kernel value')} from "
        f"{number(values.min())} to {number(values.max())}, summed with weights to {said}. Solid lines are positive "
        "weights, dashed lines negative ones; thick lines are large weights.",
    )


def _draw_thumbnail(axes, image, x, y, height):
    place = axes.inset_axes([x - height / 2, y - height / 2, height, height], transform=axes.transData)
    place.imshow(image, cmap="gray_r", interpolation="nearest")
    place.set(xticks=[], yticks=[])
    place.grid(False)
