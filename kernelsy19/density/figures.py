"""The picture of chapter 02: contours that hold given shares of the sample."""

import numpy as np
from matplotlib.patheffects import withStroke

from kernelsy19.course.drawing import Grid, draw_points, fill_axes
from kernelsy19.course.picture import (
    GRAY,
    PALE,
    Picture,
    count,
    drawn,
    in_brackets,
    labeled_points,
    make_figure,
    style,
)
from kernelsy19.validation import as_vector


@drawn(shares=as_vector)
def density_regions(data, function, levels, shares, *, features=None, title="", alt=None):
    """Show the contours of a density that hold given shares of the sample, and name each by its share.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    function : callable, (m, 2) array → (m,) array, the density
    levels : (k,) array_like, the density on each contour
    shares : (k,) array_like, in (0, 1), the share of the sample within each contour
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are not as many levels as shares.
    """
    X, _, _, features = labeled_points(data, features=features)
    shares = as_vector(shares, "shares")
    levels = as_vector(levels, "levels", len(shares))
    grid = Grid.around(X, margin=0.25)
    values = grid.evaluate(function)
    names = {level: f"{share:.0%}" for level, share in zip(levels, shares, strict=True)}
    rising = np.sort(levels)
    with style():
        figure = make_figure(6.6, 4.8)
        axes = figure.subplots()
        axes.contourf(
            grid.x, grid.y, values, levels=[*rising, max(values.max(), rising[-1]) * 1.01], cmap=PALE
        )
        lines = axes.contour(grid.x, grid.y, values, levels=rising, colors=GRAY, linewidths=1.0)
        draw_points(axes, X, size=12)
        for text in axes.clabel(lines, fontsize=10, fmt=names, colors="black", zorder=5):
            text.set_path_effects([withStroke(linewidth=2.5, foreground="white")])
        fill_axes(axes, grid)
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
    held = (function(X)[:, None] >= levels).mean(axis=0)
    said = ", ".join(f"{share:.0%}: {within:.1%}" for share, within in zip(shares, held, strict=True))
    return Picture(
        figure,
        alt
        or f"Density contours of {count(len(X), 'point')}{in_brackets(title)}. Share named on the contour, and share "
        f"of the points within it: {said}.",
    )
