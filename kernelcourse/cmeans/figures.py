"""The picture of chapter 05: what a partition costs, as the spokes from its centers to the points."""

import numpy as np

from kernelcourse.drawing.data_planes import Grid, labeled_points
from kernelcourse.drawing.marks import Points, Segments
from kernelcourse.drawing.panels import class_points, plane
from kernelcourse.drawing.picture import drawn, laid_out
from kernelcourse.drawing.words import in_brackets, number
from kernelsy19.cmeans.equations import criterion, partition_matrix, prototypes
from kernelsy19.signatures import by_name
from kernelsy19.validation import as_matrix, as_whole_numbers, shown


def _as_clusters(pair, name):
    """Labels, and prototypes or None."""
    if isinstance(pair, np.ndarray):
        return as_whole_numbers(pair, f"the labels of {name}"), None
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise ValueError(f"{name} must be labels, or a pair (labels, prototypes), got {shown(pair)}.")
    return as_whole_numbers(pair[0], f"the labels of {name}"), as_matrix(
        pair[1], f"the prototypes of {name}", 2
    )


@drawn(panels=by_name(_as_clusters))
def spokes(data, panels, *, features=None, title=""):
    """Show what partitions cost: a line from each point to the prototype of its cluster, whose squared length it pays.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    panels : dict by title of labels, an (n,) array of int, 0 … c − 1, for spokes from the means of the clusters; or of
        (labels, prototypes), with (c, 2) array_like prototypes
    features, title : as in `scatter`

    Raises
    ------
    ValueError
        If there is not a label for each point, or not a prototype for each label, or a cluster without a mean is empty.
    """
    X, _, _, features = labeled_points(data, features=features)
    panels = {name: (labels, _centers(X, name, labels, V)) for name, (labels, V) in panels.items()}
    costs = {name: criterion(X, partition_matrix(labels, len(V)), V) for name, (labels, V) in panels.items()}
    grid, made = Grid.around(X, margin=0.06), []
    for name, (labels, V) in panels.items():
        spokes_of = np.stack([V[labels], X], axis=1).reshape(-1, 2).T
        points = class_points(X, labels, [f"cluster {k + 1}" for k in np.unique(labels)])
        marks = [Segments(*spokes_of, width=0.9), points, Points(*V.T, "prototype", label="center")]
        made.append(plane(grid, marks, features, f"{name}: J = {number(costs[name])}"))
    told = "; ".join(f"{name}: J = {number(J)}" for name, J in costs.items())
    return laid_out(
        made, f"Lines from each of {len(X)} points to its prototype{in_brackets(title)}. {told}.", title=title
    )


def _centers(X, name, labels, V):
    """The prototypes of one panel, which has a label for each point: those given, or the means of its clusters."""
    c = int(labels.max(initial=0)) + 1 if V is None else len(V)
    if labels.shape != (len(X),) or len(labels) == 0 or labels.max() >= c:
        raise ValueError(
            f"{name!r} must have {len(X)} labels from 0 to {c - 1}, one per point, got {shown(labels)}."
        )
    if V is not None:
        return V
    if not np.bincount(labels, minlength=c).all():
        raise ValueError(
            f"{name!r} must have a point with each label from 0 to {c - 1}, got {shown(labels)}."
        )
    return prototypes(X, partition_matrix(labels, c))
