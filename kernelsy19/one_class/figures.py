"""The pictures of chapter 04: several regions side by side, and what ν bounds."""

import numpy as np

from kernelsy19.course.drawing import (
    Grid,
    as_kinds,
    draw_field,
    draw_kinds,
    draw_level,
    draw_points,
    draw_shares,
    fill_axes,
    legend_below,
    say_kinds,
    scale_alike,
)
from kernelsy19.course.picture import (
    BLUE,
    ORANGE,
    PANELS_A_ROW,
    Picture,
    drawn,
    in_brackets,
    labeled_points,
    make_figure,
    make_panels,
    number,
    panel_size,
    style,
)
from kernelsy19.one_class.comparison import Comparison
from kernelsy19.signatures import made_by
from kernelsy19.validation import as_vector


@drawn()
def balls(data, panels, *, features=None, label="R² = ‖Φ(x) − c‖²", title="", alt=None):
    """Show several minimum-volume balls of one data set side by side.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    panels : dict by title of (kinds, function), as in `ball_in_plane`
    label : str, name of the boundary in the legend
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, _, _, features = labeled_points(data, features=features)
    panels = {name: (as_kinds(kinds, len(X)), function) for name, (kinds, function) in panels.items()}
    grid = Grid.around(X)
    with style():
        columns = min(len(panels), PANELS_A_ROW)
        figure, row = make_panels(list(panels), columns, *panel_size(columns, 4.2, 3.9), title=title)
        for axes, (kinds, function) in zip(row, panels.values(), strict=True):
            draw_field(axes, grid, grid.evaluate(function), 0.0, label)
            draw_kinds(axes, X, kinds)
            axes.set(xlabel=features[0], ylabel=features[1])
            scale_alike(axes, features)
        legend_below(figure, *row)
    said = " ".join(f"{name}: {say_kinds(kinds)}." for name, (kinds, _) in panels.items())
    return Picture(figure, alt or f"Minimum-volume balls{in_brackets(title)}. {said}")


@drawn(comparison=made_by(Comparison))
def detectors(comparison, *, title="", alt=None):
    """Show what several outlier detectors enclose, a row a data set and a column a detector.

    Parameters
    ----------
    comparison : Comparison
    title : str
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    names, columns = list(comparison.sets), comparison.detectors
    regions = [comparison.region(name, column) for name in names for column in columns]
    titles = [f"{region.missed} + {region.false_alarms}" for region in regions]
    titles[: len(columns)] = [f"{column}\n{text}" for column, text in zip(columns, titles, strict=False)]
    grid = Grid(comparison.axis, comparison.axis)
    with style():
        figure, panels = make_panels(
            titles, len(columns), 2.2, 2.25, title=title, room=0.6, title_size=9, sharex=True, sharey=True
        )
        for axes, region in zip(panels, regions, strict=True):
            _draw_region(axes, grid, region.values, comparison.sets[region.data])
        for axes, name in zip(panels[:: len(columns)], names, strict=True):
            axes.set_ylabel(f"{name}\nx₂")
        for axes in panels[-len(columns) :]:
            axes.set_xlabel("x₁")
        legend_below(figure, panels[0])
    said = " ".join(
        f"{r.data}, {r.detector}: area {r.area:.0f}, {r.missed} outliers missed, {r.false_alarms} false alarms."
        for r in comparison.regions
    )
    return Picture(figure, alt or f"Regions of {len(columns)} outlier detectors{in_brackets(title)}. {said}")


def _draw_region(axes, grid, values, data):
    """Draw where a detector sees no outlier, and the points, regular ones and outliers."""
    axes.contourf(grid.x, grid.y, values >= 0, levels=[0.5, 1.5], colors=["#D6EAF5"], zorder=0)
    draw_level(axes, grid, values, 0.0, "boundary", linewidth=1.4)
    draw_points(axes, data.X[data.y == 0], BLUE, "o", 13, "regular point")
    draw_points(axes, data.X[data.y == 1], ORANGE, "^", 13, "outlier")
    fill_axes(axes, grid)
    axes.set_aspect("equal")


@drawn()
def shares(nu, outliers, support_vectors, *, title="", alt=None):
    """Show the shares of outliers and of support vectors against ν, which lies between them.

    Parameters
    ----------
    nu : (m,) array_like, in (0, 1]
    outliers, support_vectors : (m,) array_like, shares in [0, 1]
    title : str
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    nu = as_vector(nu, "nu")
    outliers, vectors = (
        as_vector(outliers, "outliers", len(nu)),
        as_vector(support_vectors, "support_vectors", len(nu)),
    )
    with style():
        figure = make_figure(6.0, 4.6)
        axes = figure.subplots()
        draw_shares(axes, nu, outliers, vectors)
        axes.set_title(title)
        legend_below(figure, axes)
    return Picture(
        figure,
        alt
        or f"Shares against ν from {number(nu.min())} to {number(nu.max())}{in_brackets(title)}: outliers from "
        f"{number(outliers[0])} to {number(outliers[-1])}, support vectors from {number(vectors[0])} to "
        f"{number(vectors[-1])}. Outliers exceed ν {np.sum(outliers > nu + 1e-12)} times, "
        f"support vectors fall below it {np.sum(vectors < nu - 1e-12)} times.",
    )
