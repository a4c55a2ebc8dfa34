"""The pictures of chapter 03: the ball in the plane, slack, weights, and how the solver gets there."""

import numpy as np
from matplotlib.ticker import MaxNLocator

from kernelsy19.course.drawing import (
    Grid,
    as_kinds,
    draw_field,
    draw_height,
    draw_kinds,
    draw_points,
    legend_below,
    say_kinds,
    scale_alike,
)
from kernelsy19.course.picture import (
    BLUE,
    VERMILLION,
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
from kernelsy19.signatures import fitting
from kernelsy19.validation import as_vector, as_whole_numbers


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
        figure = make_figure(6.4, 4.9)
        axes = figure.subplots()
        draw_field(axes, grid, grid.evaluate(function), 0.0, "R² = ‖Φ(x) − c‖²")
        draw_kinds(axes, X, kinds)
        axes.set(xlabel=features[0], ylabel=features[1], title=shown)
        scale_alike(axes, features)
        legend_below(figure, axes)
    return Picture(figure, alt or f"Minimum-volume ball{in_brackets(shown)}: {say_kinds(kinds)}.")


@drawn(distances=as_vector, kinds=fitting(lambda v, name, given: as_kinds(v, len(given["distances"]))))
def slack_per_point(distances, R2, kinds=None, *, title="", alt=None):
    """Show ‖Φ(xᵢ) − c‖² of each point from the nearest to the farthest, and R².

    What stands out above the line of R² is the slack ξᵢ.

    Parameters
    ----------
    distances : (n,) array_like, ‖Φ(xᵢ) − c‖²
    R2 : float, the squared radius
    kinds : (n,) array_like of "inside", "surface", "outlier", or None
    title : str
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    distances = as_vector(distances, "distances")
    order = np.argsort(distances, kind="stable")
    slack = np.maximum(distances - R2, 0)
    with style():
        figure = make_figure(7.2, 4.2)
        axes = figure.subplots()
        draw_slack(axes, distances[order], R2, None if kinds is None else np.asarray(kinds)[order])
        axes.set_title(title or f"largest slack ξ = {number(slack.max())}")
        legend_below(figure, axes, columns=5)
    # Points on the surface lie above or below R² by rounding: their kind, or a margin, tells them apart.
    above = slack > 1e-5 * R2 if kinds is None else np.asarray(kinds) == "outlier"
    return Picture(
        figure,
        alt
        or f"Squared distance from the center of {count(len(distances), 'point')}, sorted, "
        f"from {number(distances.min())} to {number(distances.max())}{in_brackets(title)}. A line marks "
        f"R² = {number(R2)}; {above.sum()} lie above it, with slack up to {number(slack.max())} "
        f"and {number(slack.sum())} in all.",
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


_PLACES = fitting(
    lambda v, name, given: as_whole_numbers(v, name, len(given["alpha"]), high=len(given["alpha"]) - 1)
)


@drawn(
    alpha=as_vector,
    kinds=fitting(lambda v, name, given: as_kinds(v, len(given["alpha"]))),
    order=fitting(
        lambda v, name, given: as_whole_numbers(v, name, len(given["alpha"]), high=len(given["alpha"]) - 1)
    ),
)
def alpha_per_point(alpha, bound, kinds=None, *, order=None, title="", alt=None):
    """Show the weight αᵢ of each point and the bound that no weight exceeds.

    Parameters
    ----------
    alpha : (n,) array_like
    bound : float, 1/(νn)
    kinds : (n,) array_like of "inside", "surface", "outlier", or None
    order : (n,) array_like of int, the order in which points are shown; None for the rising order of α
    title : str
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    alpha = as_vector(alpha, "alpha")
    order = np.argsort(alpha, kind="stable") if order is None else np.asarray(order)
    with style():
        figure = make_figure(7.2, 4.0)
        axes = figure.subplots()
        draw_stems(axes, alpha[order], None if kinds is None else np.asarray(kinds)[order])
        draw_height(axes, bound, "bound 1/(νn)")
        axes.set(xlabel="point", ylabel="weight αᵢ", title=title)
        legend_below(figure, axes, columns=5)
    at_bound = int((alpha >= bound * (1 - 1e-6)).sum())
    positive = int((alpha > 1e-9 * bound).sum())
    return Picture(
        figure,
        alt
        or f"Weights α of {count(len(alpha), 'point')}{in_brackets(title)}: {len(alpha) - positive} are zero, "
        f"{positive - at_bound} lie between 0 and the bound {number(bound)}, {at_bound} at the bound.",
    )


@drawn()
def smo_history(objective, kkt_residual, *, title="", alt=None):
    """Show how a solver gets there: objective and KKT residual against the iteration.

    Parameters
    ----------
    objective : (T + 1,) array_like, before the first and after each iteration
    kkt_residual : (T + 1,) array_like, likewise
    title : str
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    objective = as_vector(objective, "objective")
    gap = as_vector(kkt_residual, "kkt_residual", len(objective))
    with style():
        figure, (left, right) = make_panels(["objective", "KKT residual"], 2, 3.8, 3.8, title=title)
        draw_history(left, right, objective, gap)
    return Picture(
        figure,
        alt
        or f"Two curves against the iteration{in_brackets(title)}: the objective goes from {number(objective[0])} to "
        f"{number(objective[-1])}, the KKT residual on a logarithmic axis from {number(gap[0])} to {_reached(gap)}.",
    )


def _reached(gap):
    """The last residual; where rounding has a part in it, the power of ten above it, the same on each machine."""
    if gap[-1] > 1e-3 * gap.max() or gap[-1] <= 0:
        return number(gap[-1])
    return f"below {10.0 ** np.ceil(np.log10(gap[-1])):.0e}"


def draw_history(left, right, objective, gap):
    """Draw the objective on one axes and the KKT residual, on a logarithmic scale, on another.

    Parameters
    ----------
    left, right : matplotlib Axes
    objective, gap : (T + 1,) arrays

    Returns
    -------
    (Line2D, Line2D)
    """
    iterations = np.arange(len(gap))
    (falling,) = left.plot(iterations, objective, color=BLUE)
    (closing,) = right.plot(iterations, np.where(gap > 0, gap, np.nan), color=VERMILLION)
    right.set_yscale("log")
    left.set(xlabel="iteration", ylabel="objective")
    right.set(xlabel="iteration", ylabel="KKT residual")
    for axes in (left, right):
        axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    return falling, closing
