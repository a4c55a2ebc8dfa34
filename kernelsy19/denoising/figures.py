"""The picture of chapter 09: where noisy points are moved."""

import numpy as np
from matplotlib.collections import LineCollection

from kernelsy19.course.drawing import draw_points, legend_below
from kernelsy19.course.picture import (
    BLUE,
    GRAY,
    ORANGE,
    WIDEST,
    Picture,
    count,
    drawn,
    in_brackets,
    labeled_points,
    make_panels,
    number,
    style,
)
from kernelsy19.validation import as_matrix


@drawn()
def moves(data, start, panels, *, columns=3, features=None, title="", alt=None):
    """Show where points of the plane are moved, a panel each way to move them: an arrow from each point to its end.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns, shown as small gray points
    start : (m, 2) array_like
    panels : dict by title of (m, 2) array_like, the ends
    columns : int, panels a row
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, _, _, features = labeled_points(data, features=features)
    start = as_matrix(start, "start", n_features=2)
    panels = {name: as_matrix(end, name, n_features=2) for name, end in panels.items()}
    if any(end.shape != start.shape for end in panels.values()):
        raise ValueError(f"each panel must hold {len(start)} ends, one for each start.")
    columns = min(columns, len(panels))
    width, room = WIDEST / columns, 0.4 if title else 0.0
    with style():
        figure, axes = make_panels(
            list(panels), columns, width, 7.6 / columns + 0.5, title=title, room=room, title_size=10,
            sharex=True, sharey=True,
        )  # fmt: skip
        for place, end in zip(axes, panels.values(), strict=True):
            draw_points(place, X, GRAY, size=9, label="learned from")
            lines = LineCollection(np.stack([start, end], axis=1), colors=GRAY, linewidths=0.9, zorder=2)
            place.add_collection(lines)
            draw_points(place, start, ORANGE, "D", size=16, label="noisy point")
            draw_points(place, end, BLUE, "o", size=22, label="where it is moved")
        for place in axes[-columns:]:
            place.set_xlabel(features[0])
        for place in axes[::columns]:
            place.set_ylabel(features[1])
        legend_below(figure, axes[0])
    said = "; ".join(
        f"{name}: by {number(np.linalg.norm(end - start, axis=1).mean())} on average"
        for name, end in panels.items()
    )
    return Picture(
        figure, alt or f"{count(len(start), 'point')} and where each is moved{in_brackets(title)}. {said}."
    )
