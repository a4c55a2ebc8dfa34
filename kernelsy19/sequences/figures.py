"""The pictures of chapter 14: sequences side by side, what stands beside what, and tables of costs."""

import numpy as np
from matplotlib.ticker import MaxNLocator

from kernelsy19.course.drawing import legend_below
from kernelsy19.course.picture import (
    BLUE,
    COLORS,
    GRAY,
    MARKERS,
    ORANGE,
    VERMILLION,
    Picture,
    count,
    drawn,
    in_brackets,
    make_figure,
    make_panels,
    number,
    style,
)
from kernelsy19.sequences.solve import Warping
from kernelsy19.signatures import made_by
from kernelsy19.validation import as_array, as_matrix, as_vector

COSTS_CMAP = "binary"

BESIDE = 1.6  # by how much of its range a sequence is lifted above the other


def lifted(x, y):
    """By how much to lift x so that it stands above y.

    Parameters
    ----------
    x : (p,) array
    y : (q,) array

    Returns
    -------
    float
    """
    height = max(np.ptp(x), np.ptp(y), 1e-9)
    return y.max() - x.min() + (BESIDE - 1) * height


def link_ends(x, y, v, w, lift):
    """Ends of the links between elements that stand beside each other, as one line with gaps.

    Parameters
    ----------
    x : (p,) array
    y : (q,) array
    v, w : (s,) int arrays, an alignment
    lift : float, as from `lifted`

    Returns
    -------
    horizontal, vertical : (3s,) arrays
    """
    gap = np.full(len(v), np.nan)
    return np.stack([v + 1, w + 1, gap], axis=1).ravel(), np.stack([x[v] + lift, y[w], gap], axis=1).ravel()


@drawn(x=as_array, y=as_array, solution=made_by(Warping))
def warping(x, y, solution, *, names=("x", "y"), title="", alt=None):
    """Show two sequences of numbers with the links of an alignment, and the alignment as a path through the costs.

    Parameters
    ----------
    x : (p,) array_like
    y : (q,) array_like
    solution : Warping of the two
    names : (str, str)
    title : str
    alt : str or None, to replace the alternative text

    Returns
    -------
    Picture
    """
    x, y = as_vector(x, "x"), as_vector(y, "y")
    with style():
        figure = make_figure(9.6, 4.2)
        beside, costs = figure.subplots(1, 2, width_ratios=(1.35, 1))
        lift = lifted(x, y)
        beside.plot(
            *link_ends(x, y, solution.v, solution.w, lift), color=GRAY, linewidth=0.9, label="alignment"
        )
        for values, color, marker, name in zip((x + lift, y), (BLUE, ORANGE), MARKERS, names, strict=False):
            beside.plot(np.arange(1, len(values) + 1), values, color=color, marker=marker, label=name)
        beside.set(xlabel="element", yticks=[], title=f"{names[0]} is lifted above {names[1]}")
        image = costs.imshow(solution.costs, cmap=COSTS_CMAP, aspect="auto", extent=_cells(solution.costs))
        costs.plot(
            solution.w + 1, solution.v + 1, color=VERMILLION, marker="o", markersize=4, label="its path"
        )
        costs.set(xlabel=f"element of {names[1]}", ylabel=f"element of {names[0]}", title="local costs")
        costs.grid(False)
        for axis in (beside.xaxis, costs.xaxis, costs.yaxis):
            axis.set_major_locator(MaxNLocator(integer=True))
        figure.colorbar(image, ax=costs)
        if title:
            figure.suptitle(title)
        legend_below(figure, beside, costs)
    said = (
        f"Two sequences of {len(x)} and {len(y)} elements{in_brackets(title)}, the first lifted above the second, "
        f"with {count(len(solution.v), 'link')} between elements that stand beside each other. On the right the local "
        f"costs from {number(solution.costs.min())} to {number(solution.costs.max())}, with the path of the alignment, "
        f"whose costs sum to {number(solution.distance)}."
    )
    return Picture(figure, alt or said)


def _cells(costs):
    p, q = costs.shape
    return (0.5, q + 0.5, p + 0.5, 0.5)


@drawn()
def utterances(panels, *, title="", alt=None):
    """Show sequences of vectors as images: a column for each step, a row for each coordinate.

    Parameters
    ----------
    panels : dict by title of (pᵢ, d) array_like
    title : str
    alt : str or None, to replace the alternative text

    Returns
    -------
    Picture
    """
    shown = {name: np.asarray(x, dtype=float) for name, x in panels.items()}
    largest = max(np.abs(x).max() for x in shown.values())
    longest = max(len(x) for x in shown.values())
    with style():
        columns = min(4, len(shown))
        figure, places = make_panels(list(shown), columns, 9.6 / columns, 2.3, title=title, room=0.3)
        for axes, x in zip(places, shown.values(), strict=True):
            image = axes.imshow(
                x.T,
                cmap="RdBu_r",
                vmin=-largest,
                vmax=largest,
                aspect="auto",
                extent=(0.5, len(x) + 0.5, x.shape[1] + 0.5, 0.5),
            )
            axes.set(xlim=(0.5, longest + 0.5), xlabel="frame", ylabel="coefficient")
            axes.grid(False)
        figure.colorbar(image, ax=list(places))
    said = ". ".join(f"{name}: {len(x)} frames of {x.shape[1]} coefficients" for name, x in shown.items())
    return Picture(
        figure,
        alt
        or f"{count(len(shown), 'sequence')} as images{in_brackets(title)}, a column for each frame. {said}.",
    )


@drawn(Z=lambda v, name: as_matrix(v, name, 2))
def labeled_map(Z, y, names, *, xlabel, ylabel, title="", alt=None):
    """Show points in the plane, each class in a color and a mark of its own, of up to sixteen classes.

    Parameters
    ----------
    Z : (n, 2) array_like
    y : (n,) array_like of int
    names : sequence of str, of the classes
    xlabel, ylabel, title : str
    alt : str or None, to replace the alternative text

    Returns
    -------
    Picture
    """
    Z, y = np.asarray(Z, dtype=float), np.asarray(y)
    with style():
        figure = make_figure(7.6, 5.0)
        axes = figure.subplots()
        for k, name in enumerate(names):
            own = Z[y == k]
            face = COLORS[k % len(COLORS)] if k < len(COLORS) else "none"
            marker = MARKERS[(k + k // len(COLORS)) % len(MARKERS)]
            axes.scatter(
                *own.T, s=24, marker=marker, facecolors=face, edgecolors=COLORS[k % len(COLORS)], label=name
            )
        axes.set(xlabel=xlabel, ylabel=ylabel, title=title)
        legend_below(figure, axes, columns=5)
    said = ", ".join(f"{name} {number((y == k).sum())}" for k, name in enumerate(names))
    return Picture(figure, alt or f"{len(Z)} points of {len(names)} classes{in_brackets(title)}: {said}.")
