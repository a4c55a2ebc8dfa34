"""The pictures of chapter 06: clusters of lifted points, and where many starts end."""

import numpy as np

from kernelcourse.drawing.figure_parts import (
    Grid,
    draw_classes,
    draw_height,
    draw_prototypes,
    draw_regions,
    legend_below,
    widened,
)
from kernelcourse.drawing.figure_style import (
    LINE_STYLES,
    SKY,
    VERMILLION,
    Picture,
    count,
    drawn,
    in_brackets,
    labeled_points,
    make_figure,
    number,
    style,
)
from kernelsy19.cmeans import partition_matrix, prototypes
from kernelsy19.cmeans.one_start import as_labels
from kernelsy19.kernels import lift_to_paraboloid, squared_euclidean
from kernelsy19.signatures import by_name, number_from
from kernelsy19.validation import as_vector, shown

LIFT_UNITS = (1, 1, 2)  # of the lift: with less height, c-means on rings of radius 1 and 0.1 ends elsewhere


@drawn()
def lifted_partition(data, labels, *, features=None, title="", alt=None):
    """Show a partition of points that were lifted to (x₁, x₂, 2x₁² + 2x₂²), from above and from the side.

    Each place is shaded by its nearest prototype, a mean of lifted points. On the right, at the places with x₂ = 0.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    labels : (n,) array_like of int, 0 … c − 1, no cluster empty
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there is not a whole number for each point, or a cluster is empty.
    """
    X, _, _, features = labeled_points(data, features=features)
    labels, c = as_labels(labels, len(X), None)
    if not np.bincount(labels, minlength=c).all():
        raise ValueError(f"labels must give each of {count(c, 'cluster')} a point, got {shown(labels)}.")
    Phi = lift_to_paraboloid(X) * LIFT_UNITS
    V = prototypes(Phi, partition_matrix(labels, c))
    side = Phi[:, [0, 2]]
    names = [f"cluster {k}" for k in range(len(V))]
    above_grid, side_grid = Grid.around(X), Grid(*(np.linspace(*widened(v, 0.15), 120) for v in side.T))
    seen = np.insert(side_grid.points, 1, 0.0, axis=1)
    with style():
        figure = make_figure(8.6, 4.1)
        above, beside = figure.subplots(1, 2)
        for axes, grid, places in (
            (above, above_grid, lift_to_paraboloid(above_grid.points) * LIFT_UNITS),
            (beside, side_grid, seen),
        ):
            draw_regions(axes, grid, squared_euclidean(places, V))
        draw_classes(above, X, labels, names, size=16)
        draw_classes(beside, side, labels, names, size=16)
        draw_prototypes(beside, V[:, [0, 2]])
        above.set_aspect("equal")
        above.set(xlabel=features[0], ylabel=features[1], title="from above: the plane")
        beside.set(xlabel=features[0], ylabel="height 2x₁² + 2x₂²", title="from the side: the lifted points")
        if title:
            figure.suptitle(title)
        legend_below(figure, beside)
    places = ", ".join(f"({number(v[0])}, {number(v[1])}, {number(v[2])})" for v in V)
    return Picture(
        figure,
        alt
        or f"{count(len(X), 'point')} lifted to 2x₁² + 2x₂²{in_brackets(title)}, in {count(len(V), 'cluster')} of "
        f"{', '.join(map(str, np.bincount(labels)))} points: from above, with the curves that are as near to one "
        f"prototype as to another, and from the side, where these borders are straight. Prototypes at {places}.",
    )


@drawn(y=as_vector, lines=by_name(number_from()))
def outcomes(x, y, *, xlabel, ylabel, lines=None, title="", alt=None):
    """Show pairs of numbers, many of them equal: the area of a mark says how often a pair came.

    Parameters
    ----------
    x, y : (r,) array_like
    xlabel, ylabel : str
    lines : dict of float by label, heights to mark, or None
    title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    x = as_vector(x, "x")
    pairs = np.column_stack([x, as_vector(y, "y", len(x))])
    scale = np.maximum(np.ptp(pairs, axis=0), 1e-300)
    _, first, times = np.unique(np.round(pairs / scale, 4), axis=0, return_index=True, return_counts=True)
    with style():
        figure = make_figure(6.8, 4.4)
        axes = figure.subplots()
        axes.scatter(
            *pairs[first].T, s=16 + 700 * times / len(x), c=SKY, edgecolors="black", linewidths=0.7, alpha=0.8,
            label=f"one result; area: how many of {len(x)} starts ended there",
        )  # fmt: skip
        for (label, height), dashes in zip((lines or {}).items(), LINE_STYLES[1:], strict=False):
            draw_height(axes, height, label, dashes, VERMILLION)
        axes.set(xlabel=xlabel, ylabel=ylabel, title=title)
        legend_below(figure, axes, columns=1)
    lowest = first[np.lexsort((-pairs[first, 1], pairs[first, 0]))[0]]
    return Picture(
        figure,
        alt
        or f"{ylabel} against {xlabel}{in_brackets(title)} for {count(len(x), 'start')}, "
        f"{len(first)} different results. The lowest {xlabel}, {number(pairs[lowest, 0])}, has {ylabel} "
        f"{number(pairs[lowest, 1])}; the highest {ylabel} is {number(pairs[:, 1].max())}.",
    )
