"""The pictures of chapter 02: windows that add up to a density, and contours that hold given shares of the sample."""

import numpy as np

from kernelcourse.drawing.data_planes import Grid, labeled_points
from kernelcourse.drawing.marks import Curve, Points, shaded
from kernelcourse.drawing.panels import class_points, level, plane
from kernelcourse.drawing.picture import drawn, laid_out
from kernelcourse.drawing.scene import Axis, Panel
from kernelcourse.drawing.words import count, in_brackets, number
from kernelsy19.density.plain import WINDOWS, plain_density
from kernelsy19.signatures import by_name
from kernelsy19.validation import as_choice, as_number, as_vector

SIDES_OF_WINDOW = {"hypercube": 0.5, "gaussian": 3.5}  # how far a window reaches, in widths
ACROSS_BUMPS = 1200


def _as_width(value, name):
    return as_number(value, name, low=0, closed="neither")


@drawn(sample=as_vector, bandwidths=by_name(_as_width))
def bumps(sample, bandwidths, *, xlabel="x", title=""):
    """Show the window on each point of a small sample, and the density that they add up to.

    Parameters
    ----------
    sample : (n,) array_like, n ≥ 1
    bandwidths : dict of float by the name of the window, "gaussian" or "hypercube"; a panel each
    xlabel : str, with unit
    title : as in `scatter`
    """
    X = sample[:, None]
    widths = {as_choice(name, "a window of bandwidths", WINDOWS): h for name, h in bandwidths.items()}
    reach = max(SIDES_OF_WINDOW[name] * h for name, h in widths.items())
    x = np.linspace(X.min() - reach, X.max() + reach, ACROSS_BUMPS)[:, None]
    parts = {
        name: [plain_density(x, point[None], h, name) / len(X) for point in X] for name, h in widths.items()
    }
    totals = {name: plain_density(x, X, h, name) for name, h in widths.items()}
    high = max(total.max() for total in totals.values())
    along, gap = np.append(x[:, 0], np.nan), np.full((len(X), 1), np.nan)
    panels = [
        Panel(
            [
                Curve(np.tile(along, len(X)), np.hstack([parts[name], gap]).ravel(), "green", 1,
                      label="a window on each point"),
                Curve(x[:, 0], totals[name], "blue", 2.4, label="their sum"),
                Points(X[:, 0], np.zeros(len(X)), "tick", label="sample"),
            ],
            Axis(xlabel, (x[0, 0], x[-1, 0])),
            Axis("density", (-0.05 * high, 1.12 * high)),
            title=f"{name.capitalize()}, h = {number(h)}",
        )
        for name, h in widths.items()
    ]  # fmt: skip
    said = "; ".join(
        f"{name} of width {number(h)}: their sum is at most {number(totals[name].max())}"
        for name, h in widths.items()
    )
    return laid_out(
        panels,
        f"Windows on {count(len(X), 'point')}{in_brackets(title)}, and their sum. {said}.",
        columns=len(panels),
        height=300,
        title=title,
    )


@drawn(shares=as_vector)
def density_regions(data, function, levels, shares, *, features=None, title=""):
    """Show the contours of a density that hold given shares of the sample, and say which these are from outside in.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    function : callable, (m, 2) array → (m,) array, the density
    levels : (k,) array_like, the density on each contour
    shares : (k,) array_like, in (0, 1), the share of the sample within each contour
    features, title : as in `scatter`
    """
    X, _, _, features = labeled_points(data, features=features)
    levels = as_vector(levels, "levels", len(shares))
    grid = Grid.around(X, margin=0.25)
    values = grid.evaluate(function)
    # Heights at which the levels, whatever they are, are 1, 2, …: a shade for the room between each two.
    rising = [min(values.min(), levels.min()), *np.sort(levels), max(values.max(), levels.max())]
    leveled = np.interp(values, rising, np.arange(len(rising)))
    marks = [shaded(grid, leveled, (), (0.0, 8.0), palette="heights")]
    marks += [level(grid, values, at, width=1.2) for at in levels]
    outward_in = ", ".join(f"{100 * share:g}" for share in np.sort(shares)[::-1])
    held = (function(X)[:, None] >= levels).mean(axis=0)
    said = ", ".join(f"{share:.0%}: {within:.1%}" for share, within in zip(shares, held, strict=True))
    return laid_out(
        [
            plane(
                grid,
                [*marks, class_points(X, size=0.8)],
                features,
                f"{title}\nfrom outside in: {outward_in}%".strip(),
            )
        ],
        f"Density contours of {count(len(X), 'point')}{in_brackets(title)}. Share that the contour is for, and share "
        f"of the points within it: {said}.",
        height=420,
    )
