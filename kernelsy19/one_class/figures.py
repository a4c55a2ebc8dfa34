"""The pictures of chapter 04."""

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
    make_figure,
    number,
    say_of,
    side_by_side,
    size_of_row,
    style,
    unpack,
)
from kernelsy19.validation import as_vector


def balls(data, panels, *, features=None, label="R² = ‖Φ(x) − c‖²", title="", alt=None):
    """Show several minimum-volume balls of one data set side by side.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    panels : dict by title of (kinds, function), as in `ball`
    label : str, name of the boundary in the legend
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, _, _, features = unpack(data, None, None, features)
    panels = {name: (as_kinds(kinds, len(X)), function) for name, (kinds, function) in panels.items()}
    grid = Grid.around(X)
    with style():
        n_rows = -(-len(panels) // PANELS_A_ROW)
        width, height = size_of_row(min(len(panels), PANELS_A_ROW), 4.2, 3.9)
        figure = make_figure(width, n_rows * height)
        row = side_by_side(figure, len(panels), n_rows)
        for axes, (name, (kinds, function)) in zip(row, panels.items(), strict=True):
            draw_field(axes, grid, grid.evaluate(function), 0.0, label)
            draw_kinds(axes, X, kinds)
            axes.set(xlabel=features[0], ylabel=features[1], title=name)
            scale_alike(axes, features)
        if title:
            figure.suptitle(title, fontsize=12)
        legend_below(figure, *row)
    said = " ".join(f"{name}: {say_kinds(kinds)}." for name, (kinds, _) in panels.items())
    return Picture(figure, alt or f"Minimum-volume balls{say_of(title)}. {said}")


def detectors(comparison, *, title="", alt=None):
    """Show what several outlier detectors enclose, a row a data set and a column a detector.

    Parameters
    ----------
    comparison : detectors.Comparison
    title : str
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    names, columns = list(comparison.sets), comparison.detectors
    grid = Grid(comparison.axis, comparison.axis)
    marks = {0: ("o", BLUE, "regular point"), 1: ("^", ORANGE, "outlier")}
    with style():
        figure = make_figure(2.2 * len(columns), 2.25 * len(names) + 0.6)
        panels = figure.subplots(len(names), len(columns), squeeze=False, sharex=True, sharey=True)
        for row, name in zip(panels, names, strict=True):
            data = comparison.sets[name]
            for axes, column in zip(row, columns, strict=True):
                region = comparison.region(name, column)
                axes.contourf(
                    grid.x, grid.y, region.values >= 0, levels=[0.5, 1.5], colors=["#D6EAF5"], zorder=0
                )
                draw_level(axes, grid, region.values, 0.0, "boundary", linewidth=1.4)
                for label, (marker, color, text) in marks.items():
                    draw_points(axes, data.X[data.y == label], color, marker, 13, text)
                fill_axes(axes, grid)
                axes.set_aspect("equal")
                axes.set_title(f"{region.missed} + {region.false_alarms}", fontsize=9)
            row[0].set_ylabel(f"{name}\nx₂")
        for axes, column in zip(panels[0], columns, strict=True):
            axes.set_title(f"{column}\n{axes.get_title()}", fontsize=9)
        for axes in panels[-1]:
            axes.set_xlabel("x₁")
        if title:
            figure.suptitle(title, fontsize=12)
        legend_below(figure, panels[0][0])
    said = " ".join(
        f"{r.data}, {r.detector}: area {r.area:.0f}, {r.missed} outliers missed, {r.false_alarms} false alarms."
        for r in comparison.regions
    )
    return Picture(figure, alt or f"Regions of {len(columns)} outlier detectors{say_of(title)}. {said}")


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
        or f"Shares against ν from {number(nu.min())} to {number(nu.max())}{say_of(title)}: outliers from "
        f"{number(outliers[0])} to {number(outliers[-1])}, support vectors from {number(vectors[0])} to "
        f"{number(vectors[-1])}. Outliers exceed ν {np.sum(outliers > nu + 1e-12)} times, "
        f"support vectors fall below it {np.sum(vectors < nu - 1e-12)} times.",
    )
