"""The pictures of chapter 03: the ball in the plane, slack, weights."""

import numpy as np
from matplotlib.patches import Circle
from matplotlib.ticker import MaxNLocator

from kernelcourse.drawing.figure_parts import (
    Grid,
    as_kinds,
    draw_field,
    draw_height,
    draw_kinds,
    draw_points,
    legend_below,
    say_kinds,
    scale_alike,
    widened,
)
from kernelcourse.drawing.figure_style import (
    COLORS,
    INSIDE,
    KIND_LABELS,
    KINDS,
    LINE_STYLES,
    MARKERS,
    OUTLIER,
    SKY,
    SURFACE,
    VERMILLION,
    Picture,
    count,
    drawn,
    in_brackets,
    labeled_points,
    make_figure,
    number,
    pale,
    style,
)
from kernelsy19.ball.equations import slacks
from kernelsy19.signatures import by_name, fitting
from kernelsy19.validation import as_number, as_vector, shown


def draw_stems(axes, heights, kinds=None, base=0.0):
    """Draw one stem a point, marked by kind where kinds are given.

    Parameters
    ----------
    axes : matplotlib Axes
    heights : (n,) array
    kinds : (n,) array of "inside", "surface", "outlier", or None
    base : float, where the stems begin
    """
    rank = np.arange(1, len(heights) + 1)
    points = np.column_stack([rank, heights])
    axes.vlines(rank, base, heights, color="#999999", linewidth=0.9, zorder=1)
    if kinds is None:
        draw_points(axes, points)
    else:
        draw_kinds(axes, points, kinds)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))


@drawn()
def ball_with_slack(data, c, R2, *, features=None, title="", alt=None):
    """Show a ball of the plane with its center and radius, and an arrow to each point that stays outside.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    c : (2,) array_like, center
    R2 : float > 0, squared radius
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If a radius is not positive, or shapes do not fit.
    """
    X, _, _, features = labeled_points(data, features=features)
    c, R = as_vector(c, "c", 2), as_number(R2, "R2", low=0, closed="neither") ** 0.5
    xi = slacks(R2, ((X - c) ** 2).sum(axis=1))
    outside = xi > 0
    with style():
        figure = make_figure(6.4, 4.4)
        axes = figure.subplots()
        draw_circle(axes, c, R, "the ball", facecolor=pale(SKY))
        axes.scatter(*X[~outside].T, zorder=3, label=KIND_LABELS[INSIDE], **KINDS[INSIDE])
        axes.scatter(*X[outside].T, zorder=4, label=KIND_LABELS[OUTLIER], **KINDS[OUTLIER])
        for point, slack in zip(X[outside], xi[outside], strict=True):
            _draw_slack_arrow(axes, c, R, point, slack)
        _draw_radius(axes, c, R)
        show_whole(axes, X, [(c, R)], margins=(0.32, 0.06))  # words stand beside the points
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        legend_below(figure, axes)
    told = ", ".join(number(slack) for slack in np.sort(xi[outside])[::-1])
    return Picture(
        figure,
        alt
        or f"A circle of radius {number(R)} around ({number(c[0])}, {number(c[1])}){in_brackets(title)}. "
        f"{outside.sum()} of {count(len(X), 'point')} lie outside, each with an arrow from the circle"
        f"{f'; their slacks are {told}' if outside.any() else ''}.",
    )


def _draw_slack_arrow(axes, c, R, point, slack):
    outward = (point - c) / np.linalg.norm(point - c)
    style = {"arrowstyle": "-|>", "color": VERMILLION, "linewidth": 1.8, "shrinkA": 0, "shrinkB": 4}
    axes.annotate("", xy=point, xytext=c + R * outward, arrowprops=style, zorder=3)
    right = outward[0] >= 0
    place = {"xytext": (9 if right else -9, 0), "ha": "left" if right else "right", "va": "center"}
    axes.annotate(f"ξ = {number(slack)}", point, textcoords="offset points", **place)


def _draw_radius(axes, c, R):
    edge = c + R * np.array([np.cos(2.5), np.sin(2.5)])
    arrow = {"arrowstyle": "<|-|>", "color": "black", "linewidth": 1.2, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", xy=edge, xytext=c, arrowprops=arrow, zorder=5)
    axes.annotate("R", (c + edge) / 2, xytext=(6, 6), textcoords="offset points", zorder=5)
    axes.annotate("c", c, xytext=(5, -10), textcoords="offset points", zorder=5)


def draw_circle(axes, c, R, label, facecolor="none", color="black", line_style="-"):
    """Draw a circle.

    Parameters
    ----------
    axes : matplotlib Axes
    c : (2,) array, center
    R : float, radius
    label : str, for the legend
    facecolor, color, line_style : of the disk and its edge

    Returns
    -------
    Circle
    """
    circle = Circle(
        c, R, facecolor=facecolor, edgecolor=color, linewidth=1.8, linestyle=line_style, label=label, zorder=1
    )
    return axes.add_patch(circle)


def show_whole(axes, X, circles, margins=(0.08, 0.08)):
    """Let axes show all points and circles, with one scale for both directions.

    Parameters
    ----------
    axes : matplotlib Axes
    X : (n, 2) array
    circles : sequence of (center, radius)
    margins : (float, float), room at the sides, and above and below, as a share of the range
    """
    corners = np.vstack([X, *(np.add(c, [[-R, -R], [R, R]]) for c, R in circles)])
    axes.set(xlim=widened(corners[:, 0], margins[0]), ylim=widened(corners[:, 1], margins[1]))
    axes.set_aspect("equal")


def _as_circle(circle, name):
    """A center in the plane and a radius."""
    if not isinstance(circle, tuple | list) or len(circle) != 2:
        raise ValueError(f"{name} must be (center, radius), got {shown(circle)}.")
    return as_vector(circle[0], f"the center of {name}", 2), as_number(circle[1], f"the radius of {name}", 0)


@drawn(circles=by_name(_as_circle))
def circles_around(data, circles, *, features=None, title="", alt=None):
    """Show points of the plane with circles around them, each with its center.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    circles : dict by label of (center, radius)
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, _, _, features = labeled_points(data, features=features)
    looks = list(zip(COLORS, MARKERS, LINE_STYLES * 2, strict=True))
    with style():
        figure = make_figure(6.4, 4.1)
        axes = figure.subplots()
        axes.scatter(*X.T, zorder=3, **KINDS[INSIDE])
        for (name, (c, R)), (color, marker, line) in zip(circles.items(), looks, strict=False):
            draw_circle(axes, c, R, name, color=color, line_style=line)
            draw_points(axes, c[None], color, marker, size=70)
        show_whole(axes, X, circles.values())
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        legend_below(figure, axes, columns=2)
    told = "; ".join(
        f"{name}: radius {number(R)} around ({number(c[0])}, {number(c[1])})"
        for name, (c, R) in circles.items()
    )
    return Picture(
        figure, alt or f"{count(len(X), 'point')} and circles around them{in_brackets(title)}. {told}."
    )


@drawn()
def ball_in_plane(data, kinds, function, *, R2=None, features=None, title="", alt=None):
    """Show a minimum-volume ball in the input plane: its boundary and the three kinds of point.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    kinds : (n,) array_like of "inside", "surface", "outlier"
    function : callable, (m, 2) array → (m,) array, R² − ‖Φ(x) − c‖²
    R2 : float or None, the squared radius, to be written in the title
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, _, _, features = labeled_points(data, features=features)
    kinds = as_kinds(kinds, len(X))
    grid = Grid.around(X)
    shown = ", ".join(filter(None, [title, f"R² = {number(R2)}" if R2 is not None else ""]))
    with style():
        figure = make_figure(6.4, 4.1)
        axes = figure.subplots()
        draw_field(axes, grid, grid.evaluate(function), 0.0, "R² = ‖Φ(x) − c‖²")
        draw_kinds(axes, X, kinds)
        axes.set(xlabel=features[0], ylabel=features[1], title=shown)
        scale_alike(axes, features)
        legend_below(figure, axes)
    return Picture(figure, alt or f"Minimum-volume ball{in_brackets(shown)}: {say_kinds(kinds)}.")


@drawn(distances=as_vector, kinds=fitting(lambda v, name, given: as_kinds(v, len(given["distances"]))))
def slack_and_weight(distances, R2, alpha, bound, kinds, *, title="", alt=None):
    """Show of each point, from the nearest to the farthest, how far it is from the center and what it weighs.

    On top ‖Φ(xᵢ) − c‖², with slack as what stands out above the line of R². Below αᵢ, with the line of its bound. On
    the surface all distances are R², so points there are sorted by weight.

    Parameters
    ----------
    distances : (n,) array_like, ‖Φ(xᵢ) − c‖²
    R2 : float, the squared radius
    alpha : (n,) array_like
    bound : float, 1/(νn)
    kinds : (n,) array_like of "inside", "surface", "outlier"
    title, alt : as in `scatter`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there is not a weight, a distance and a kind for each point.
    """
    distances = as_vector(distances, "distances")
    alpha, kinds = as_vector(alpha, "alpha", len(distances)), as_kinds(kinds, len(distances))
    place = np.select([kinds == SURFACE, kinds == OUTLIER], [1, 2])
    order = np.lexsort((np.where(kinds == SURFACE, alpha, distances), place))
    with style():
        figure = make_figure(7.6, 4.2)
        above, below = figure.subplots(2, 1, sharex=True)
        draw_slack(above, distances[order], R2, kinds[order])
        draw_stems(below, alpha[order], kinds[order])
        draw_height(below, bound, "bound 1/(νn)", line_style=":")
        above.set(xlabel="", title=title or "nearest to the center first")
        below.set(xlabel="point, nearest to the center first", ylabel="weight αᵢ")
        legend_below(figure, above, below, columns=3)
    slack = np.maximum(distances - R2, 0)[kinds == OUTLIER]
    told = f"slack up to {number(slack.max())}, {number(slack.sum())} in all" if len(slack) else "no slack"
    n_inside, n_surface, n_outlier = (int(np.sum(kinds == kind)) for kind in (INSIDE, SURFACE, OUTLIER))
    return Picture(
        figure,
        alt
        or f"Two rows of {count(len(distances), 'point')}, the nearest to the center first{in_brackets(title)}. "
        f"Above, squared distances from {number(distances.min())} to {number(distances.max())}, and a line at "
        f"R² = {number(R2)}: {told}. Below, the weights: {n_inside} are zero, {n_surface} lie between 0 and the "
        f"bound {number(bound)}, {n_outlier} at the bound.",
    )


def draw_slack(axes, distances, R2, kinds=None):
    """Draw squared distances in the order given, the line of R², and slack as the part above it.

    Parameters
    ----------
    axes : matplotlib Axes
    distances : (n,) array
    R2 : float
    kinds : (n,) array of str or None
    """
    rank = np.arange(1, len(distances) + 1)
    above = distances > R2
    axes.vlines(
        rank[above], R2, distances[above], color=VERMILLION, linewidth=2.0, alpha=0.6, label="slack ξᵢ"
    )
    draw_height(axes, R2, "R²")
    points = np.column_stack([rank, distances])
    if kinds is None:
        draw_points(axes, points)
    else:
        draw_kinds(axes, points, kinds)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.set(xlabel="point, nearest to the center first", ylabel="‖Φ(xᵢ) − c‖²")
