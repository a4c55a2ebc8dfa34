"""The picture of chapter 06: where many starts end."""

import numpy as np

from kernelsy19.course.drawing import draw_height, legend_below
from kernelsy19.course.picture import (
    LINE_STYLES,
    SKY,
    VERMILLION,
    Picture,
    count,
    drawn,
    in_brackets,
    make_figure,
    number,
    style,
)
from kernelsy19.signatures import by_name, number_from
from kernelsy19.validation import as_vector


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
