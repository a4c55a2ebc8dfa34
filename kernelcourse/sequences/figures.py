"""The pictures of chapter 14: places that agree, sequences side by side, what stands beside what, tables and paths."""

import numpy as np
from matplotlib.ticker import MaxNLocator

from kernelcourse.drawing.figure_parts import legend_below
from kernelcourse.drawing.figure_style import (
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
from kernelsy19.signatures import by_name, integer_from, made_by, several
from kernelsy19.validation import as_array, as_matrix, as_text, as_vector, as_whole_numbers, shown

COSTS_CMAP = "binary"

SIMILARITIES_CMAP = "binary_r"  # dark where two elements differ much, as for costs

BESIDE = 1.6  # by how much of its range a sequence is lifted above the other

THICKEST = 4.0  # line of a path, in points


def _as_alignment(pair, name):
    """The index maps of an alignment."""
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise ValueError(f"{name} must be a pair (v, w) of index maps, got {shown(pair)}.")
    v, w = (as_whole_numbers(map_, name) for map_ in pair)
    if len(v) != len(w) or not len(v):
        raise ValueError(f"{name} must hold two index maps of one length, got {len(v)} and {len(w)}.")
    return v, w


def _require_within(alignments, shape, name):
    """Refuse index maps that point beyond the ends of the sequences."""
    for v, w in alignments:
        if v.max() >= shape[0] or w.max() >= shape[1]:
            raise ValueError(f"{name} must stay within {shape[0]} and {shape[1]} elements, counted from 0.")


@drawn(x=as_text, y=as_text, k=integer_from())
def places_in_common(x, y, k, *, title="", alt=None):
    """Show two words as the edges of a table, with a mark where the same k letters begin in both.

    Parameters
    ----------
    x, y : str, of at least k letters
    k : int ≥ 1, letters of a substring
    title : str
    alt : str or None, to replace the alternative text

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If a word is shorter than k.
    """
    if short := [name for name, word in (("x", x), ("y", y)) if len(word) < k]:
        raise ValueError(f"{short[0]} must have at least {k} letters.")
    ours, theirs = ([word[i : i + k] for i in range(len(word) - k + 1)] for word in (x, y))
    found = [(u, i, j) for i, u in enumerate(ours) for j, w in enumerate(theirs) if u == w]
    with style():
        figure = make_figure(1.2 + 0.5 * len(y), 0.9 + 0.42 * len(x))
        axes = figure.subplots()
        names = list(dict.fromkeys(u for u, _, _ in found))
        for n, name in enumerate(names):
            color, marker = COLORS[n % len(COLORS)], MARKERS[n % len(MARKERS)]
            for _, i, j in (place for place in found if place[0] == name):
                axes.plot([j, j + k - 1], [i, i + k - 1], color=color, linewidth=2.4, alpha=0.5)
            places = np.array([(j, i) for u, i, j in found if u == name])
            axes.scatter(
                *places.T, s=60, color=color, marker=marker, zorder=3, label=f"{name}: {len(places)}"
            )
        axes.set(xlim=(-0.6, len(y) - 0.4), ylim=(len(x) - 0.4, -0.6), title=title)
        axes.set_xticks(range(len(y)), list(y), fontsize=13)
        axes.set_yticks(range(len(x)), list(x), fontsize=13)
        legend_below(figure, axes)
    said = ", ".join(f"{name} {sum(u == name for u, _, _ in found)}" for name in names)
    return Picture(
        figure,
        alt
        or f"The letters of {x} down the side and those of {y} along the bottom{in_brackets(title)}, with "
        f"{count(len(found), 'mark')} where the same {k} letters begin in both: {said or 'none'}.",
    )


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


@drawn(x=as_array, y=as_array, panels=by_name(_as_alignment))
def partners(x, y, panels, *, names=("x", "y"), ylabel="", title="", alt=None):
    """Show two sequences of numbers once for each way to put their elements beside each other, with its links.

    Parameters
    ----------
    x : (p,) array_like
    y : (q,) array_like
    panels : dict by title of (v, w), the index maps of an alignment, counted from 0
    names : (str, str)
    ylabel : str, what the numbers are
    title : str
    alt : str or None, to replace the alternative text

    Returns
    -------
    Picture
    """
    x, y = as_vector(x, "x"), as_vector(y, "y")
    _require_within(panels.values(), (len(x), len(y)), "panels")
    lift = lifted(x, y)
    with style():
        figure, places = make_panels(
            list(panels), 2, 4.8, 3.1, title=title, room=0.4, title_size=10, sharey=True
        )
        for axes, (v, w) in zip(places, panels.values(), strict=True):
            axes.plot(*link_ends(x, y, v, w, lift), color=GRAY, linewidth=0.9, label="put beside each other")
            for values, color, marker, name in zip(
                (x + lift, y), (BLUE, ORANGE), MARKERS, names, strict=False
            ):
                axes.plot(np.arange(1, len(values) + 1), values, color=color, marker=marker, label=name)
            axes.set(xlabel="frame", yticks=[])
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        places[0].set_ylabel(ylabel)
        legend_below(figure, *places)
    said = ". ".join(f"{name}: {count(len(v), 'link')}" for name, (v, _) in panels.items())
    return Picture(
        figure,
        alt
        or f"Two sequences of {len(x)} and {len(y)} elements{in_brackets(title)}, the first lifted above the second. "
        f"{said}.",
    )


@drawn(kappa=as_matrix, alignments=several(_as_alignment))
def products_along(kappa, alignments, *, columns=7, title="", alt=None):
    """Show each alignment as a path through the similarities, with their product along the path as its title.

    Parameters
    ----------
    kappa : (p, q) array_like, similarities of elements, between 0 and 1
    alignments : sequence of pairs (v, w) of int arrays, counted from 0
    columns : int, panels a row
    title : str
    alt : str or None, to replace the alternative text

    Returns
    -------
    Picture
        The largest product comes first; the larger the product, the thicker its path.
    """
    kappa = np.asarray(kappa, dtype=float)
    _require_within(alignments, kappa.shape, "alignments")
    products = np.array([kappa[v, w].prod() for v, w in alignments])
    order = np.argsort(-products, kind="stable")
    with style():
        titles = [f"{products[i]:.3f}" for i in order]
        figure, places = make_panels(titles, columns, 9.6 / columns, 9.6 / columns, title=title, room=0.3)
        for axes, i in zip(places, order, strict=True):
            v, w = alignments[i]
            axes.imshow(kappa, cmap=SIMILARITIES_CMAP, vmin=0, vmax=1, extent=_cells(kappa), aspect="auto")
            width = 0.8 + (THICKEST - 0.8) * products[i] / max(products.max(), np.finfo(float).tiny)
            axes.plot(w + 1, v + 1, color=VERMILLION, marker="o", markersize=4, linewidth=width)
            axes.set(xticks=[], yticks=[])
            axes.grid(False)
    return Picture(
        figure,
        alt
        or f"{count(len(products), 'alignment')}{in_brackets(title)}, each as a path through the similarities of the "
        f"elements, with products from {number(products.max())} down to {number(products.min())}; they sum to "
        f"{number(products.sum())}.",
    )


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
            for axis in (axes.xaxis, axes.yaxis):
                axis.set_major_locator(MaxNLocator(4, integer=True))
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
