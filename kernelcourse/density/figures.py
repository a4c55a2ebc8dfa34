"""The pictures of chapter 02: windows that add up to a density, and contours that hold given shares of the sample."""

import numpy as np
from matplotlib.patheffects import withStroke

from kernelcourse.drawing.figure_parts import Grid, draw_points, fill_axes, legend_below
from kernelcourse.drawing.figure_style import (
    BLUE,
    GRAY,
    GREEN,
    PALE,
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
from kernelsy19.density.solve import WINDOWS, plain_density
from kernelsy19.signatures import by_name
from kernelsy19.validation import as_choice, as_number, as_vector

SIDES_OF_WINDOW = {"hypercube": 0.5, "gaussian": 3.5}  # how far a window reaches, in widths
ACROSS_BUMPS = 1200


def _as_width(value, name):
    return as_number(value, name, low=0, closed="neither")


@drawn(sample=as_vector, bandwidths=by_name(_as_width))
def bumps(sample, bandwidths, *, xlabel="x", title="", alt=None):
    """Show the window on each point of a small sample, and the density that they add up to.

    Parameters
    ----------
    sample : (n,) array_like, n ≥ 1
    bandwidths : dict of float by the name of the window, "gaussian" or "hypercube"; a panel each
    xlabel : str, with unit
    title, alt : as in `scatter`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If a window is not known, or a width is not positive.
    """
    X = as_vector(sample, "sample")[:, None]
    widths = {as_choice(name, "a window of bandwidths", WINDOWS): h for name, h in bandwidths.items()}
    reach = max(SIDES_OF_WINDOW[name] * h for name, h in widths.items())
    x = np.linspace(X.min() - reach, X.max() + reach, ACROSS_BUMPS)[:, None]
    titles = [f"{name.capitalize()}, h = {number(h)}" for name, h in widths.items()]
    said = []
    with style():
        figure, panels = make_panels(titles, len(widths), 4.6, 3.8, title=title, sharey=True)
        for axes, (name, h) in zip(panels, widths.items(), strict=True):
            each = np.array([plain_density(x, point[None], h, name) for point in X]) / len(X)
            axes.plot(x, each.T, color=GREEN, linewidth=1.0, label=None)
            axes.lines[0].set_label("a window on each point")
            total = plain_density(x, X, h, name)
            axes.plot(x, total, color=BLUE, linewidth=2.2, label="their sum")
            axes.plot(X[:, 0], np.zeros(len(X)), "|", color=GRAY, markersize=12, label="sample")
            axes.set(xlabel=xlabel)
            said.append(f"{name} of width {number(h)}: their sum is at most {number(total.max())}")
        panels[0].set_ylabel("density")
        legend_below(figure, *panels)
    return Picture(
        figure,
        alt or f"Windows on {count(len(X), 'point')}{in_brackets(title)}, and their sum. {'; '.join(said)}.",
    )


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
