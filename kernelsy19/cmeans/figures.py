"""The picture of chapter 05: what a partition costs, as the spokes from its centers to the points."""

import numpy as np
from matplotlib.collections import LineCollection

from kernelsy19.cmeans.equations import criterion, partition_matrix
from kernelsy19.course.drawing import draw_classes, draw_prototypes, legend_below, scale_alike
from kernelsy19.course.picture import (
    GRAY,
    PANELS_A_ROW,
    Picture,
    drawn,
    in_brackets,
    labeled_points,
    make_panels,
    number,
    panel_size,
    style,
)
from kernelsy19.signatures import by_name
from kernelsy19.validation import as_matrix, as_whole_numbers, shown


def _as_clusters(pair, name):
    """Labels and prototypes."""
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise ValueError(f"{name} must be a pair (labels, prototypes), got {shown(pair)}.")
    return as_whole_numbers(pair[0], f"the labels of {name}"), as_matrix(
        pair[1], f"the prototypes of {name}", 2
    )


@drawn(panels=by_name(_as_clusters))
def spokes(data, panels, *, features=None, title="", alt=None):
    """Show what partitions cost: a line from each point to the prototype of its cluster, whose squared length it pays.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    panels : dict by title of (labels, prototypes): (n,) array_like of int, 0 … c − 1, and (c, 2) array_like
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there is not a label for each point, or not a prototype for each label.
    """
    X, _, _, features = labeled_points(data, features=features)
    costs = {name: _cost(X, name, *pair) for name, pair in panels.items()}
    with style():
        columns = min(len(panels), PANELS_A_ROW)
        titles = [f"{name}: J = {number(J)}" for name, J in costs.items()]
        figure, axes = make_panels(titles, columns, *panel_size(columns, 4.2, 3.9), title=title)
        for place, (labels, V) in zip(axes, panels.values(), strict=True):
            lines = np.stack([V[labels], X], axis=1)
            place.add_collection(LineCollection(lines, colors=GRAY, linewidths=0.9, zorder=2))
            draw_classes(place, X, labels, [f"cluster {k}" for k in np.unique(labels)])
            draw_prototypes(place, V)
            place.set(xlabel=features[0], ylabel=features[1])
            scale_alike(place, features)
        legend_below(figure, *axes)
    told = "; ".join(f"{name}: J = {number(J)}" for name, J in costs.items())
    return Picture(
        figure, alt or f"Lines from each of {len(X)} points to its prototype{in_brackets(title)}. {told}."
    )


def _cost(X, name, labels, V):
    """J(U, V) of one panel."""
    if labels.shape != (len(X),) or len(labels) == 0 or labels.min() < 0 or labels.max() >= len(V):
        raise ValueError(
            f"{name!r} must have {len(X)} labels from 0 to {len(V) - 1}, one a point, got {shown(labels)}."
        )
    return criterion(X, partition_matrix(labels, len(V)), V)
