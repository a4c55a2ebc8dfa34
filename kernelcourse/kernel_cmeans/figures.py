"""The pictures of chapter 06: clusters of lifted points, and where many starts end."""

import numpy as np

from kernelcourse.drawing.data_planes import Grid, labeled_points, widened
from kernelcourse.drawing.marks import Points, Rule
from kernelcourse.drawing.panels import LINES, axis, class_points, plane, regions
from kernelcourse.drawing.picture import drawn, laid_out
from kernelcourse.drawing.scene import Panel
from kernelcourse.drawing.words import count, in_brackets, number, pair
from kernelsy19.cmeans import partition_matrix, prototypes
from kernelsy19.kernel_cmeans.plain import as_labels
from kernelsy19.kernels import lift_to_paraboloid, squared_euclidean
from kernelsy19.signatures import by_name, number_from
from kernelsy19.validation import as_vector, shown

LIFT_UNITS = (1, 1, 2)  # of the lift: with less height, c-means on rings of radius 1 and 0.1 ends elsewhere


@drawn()
def lifted_partition(data, labels, *, features=None, title=""):
    """Show a partition of points that were lifted to (x₁, x₂, 2x₁² + 2x₂²), from above and from the side.

    Each place is shaded by its nearest prototype, a mean of lifted points. On the right, at the places with x₂ = 0.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    labels : (n,) array_like of int, 0 … c − 1, no cluster empty
    features, title : as in `scatter`
    """
    X, _, _, features = labeled_points(data, features=features)
    labels, c = as_labels(labels, len(X), None)
    if not np.bincount(labels, minlength=c).all():
        raise ValueError(f"labels must give each of {count(c, 'cluster')} a point, got {shown(labels)}.")
    Phi = lift_to_paraboloid(X) * LIFT_UNITS
    V = prototypes(Phi, partition_matrix(labels, c))
    side = Phi[:, [0, 2]]
    names = [f"cluster {k + 1}" for k in range(len(V))]
    above_grid, side_grid = Grid.around(X), Grid(*(np.linspace(*widened(v, 0.15), 120) for v in side.T))
    seen = np.insert(side_grid.points, 1, 0.0, axis=1)
    flat = regions(above_grid, squared_euclidean(lift_to_paraboloid(above_grid.points) * LIFT_UNITS, V))
    upright = regions(side_grid, squared_euclidean(seen, V))
    middles = Points(*V[:, [0, 2]].T, "prototype", label="prototypes")
    above = plane(
        above_grid, [flat, class_points(X, labels, names, 0.8)], features, "from above: the plane", True
    )
    beside = plane(
        side_grid,
        [upright, class_points(side, labels, names, 0.8), middles],
        (features[0], "height 2x₁² + 2x₂²"),
        "from the side: the lifted points",
        equal=False,
    )
    return laid_out(
        [above, beside],
        f"{count(len(X), 'point')} lifted to 2x₁² + 2x₂²{in_brackets(title)}, in {count(len(V), 'cluster')} of "
        f"{', '.join(map(str, np.bincount(labels)))} points: from above, with the curves that are as near to one "
        f"prototype as to another, and from the side, where these borders are straight. Prototypes at "
        f"{', '.join(map(pair, V))}.",
        height=400,
        title=title,
    )


@drawn(y=as_vector, lines=by_name(number_from()))
def outcomes(x, y, *, xlabel, ylabel, lines=None, title=""):
    """Show pairs of numbers, many of them equal: the area of a mark says how often a pair came.

    Parameters
    ----------
    x, y : (r,) array_like
    xlabel, ylabel : str
    lines : dict of float by label, heights to mark, or None
    title : as in `scatter`
    """
    x = as_vector(x, "x")
    pairs = np.column_stack([x, as_vector(y, "y", len(x))])
    scale = np.maximum(np.ptp(pairs, axis=0), 1e-300)
    _, first, times = np.unique(np.round(pairs / scale, 4), axis=0, return_index=True, return_counts=True)
    order = np.argsort(-times, kind="stable")
    first, times = first[order], times[order]
    size = np.sqrt(28 + 1250 * times / len(x)) / 6.2
    marks = [Points(*pairs[first].T, sizes=size)]
    marks += [
        Rule(height, "y", "vermillion", 1.4, LINES[1 + k % 3], label)
        for k, (label, height) in enumerate((lines or {}).items())
    ]
    under = f"area: how many of {len(x)} starts ended there"
    panel = Panel(
        marks,
        axis(xlabel, x, 0.08),
        axis(ylabel, [*pairs[:, 1], *(lines or {}).values()], 0.12),
        title="\n".join(filter(None, (title, under))),
    )
    lowest = first[np.lexsort((-pairs[first, 1], pairs[first, 0]))[0]]
    return laid_out(
        [panel],
        f"{ylabel} against {xlabel}{in_brackets(title)} for {count(len(x), 'start')}, "
        f"{len(first)} different results. The lowest {xlabel}, {number(pairs[lowest, 0])}, has {ylabel} "
        f"{number(pairs[lowest, 1])}; the highest {ylabel} is {number(pairs[:, 1].max())}.",
    )
