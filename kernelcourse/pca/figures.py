"""The pictures of chapter 07: axes, what an axis is made of, kernel PCA as two layers."""

import numpy as np

from kernelcourse.drawing import figures
from kernelcourse.drawing.data_planes import Grid, labeled_points
from kernelcourse.drawing.marks import Curve, Points, Rule, Segments, Words, cells
from kernelcourse.drawing.panels import COLORS, around, plane
from kernelcourse.drawing.picture import drawn, laid_out
from kernelcourse.drawing.scene import Axis, Panel
from kernelcourse.drawing.words import count, in_brackets, number, pair, subscript, superscript
from kernelsy19.signatures import by_name, integer_from, one_each
from kernelsy19.validation import as_array, as_function, as_matrix, as_vector


@drawn(ways=by_name(as_function), n_components=integer_from())
def level_lines(data, ways, n_components, *, columns=2, features=None, title=""):
    """Show coordinates as functions of the plane: level lines, the line of 0 thick, a panel for each coordinate.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    ways : dict by title of callables, (m, 2) array → (m, q) array: each gives points their coordinates, as `transform`
        of a fitted kernel PCA does
    n_components : int ≥ 1, how many coordinates of each are shown, q at most
    columns : int, panels a row
    features, title : as in `scatter`
    """
    panels = {
        f"{name}, coordinate {m + 1}".removeprefix(", "): lambda P, way=way, m=m: way(P)[:, m]
        for name, way in ways.items()
        for m in range(n_components)
    }
    return figures.contour_panels(data, panels, columns=columns, features=features, title=title)


@drawn(components=lambda v, name: as_matrix(v, name, 2), variances=one_each("components"))
def arrows_along_axes(data, components, variances, *, features=None, title=""):
    """Show points of the plane with an arrow along each axis, two standard deviations long.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    components : (q, 2) array_like, an axis of length 1 a row
    variances : (q,) array_like, the variance along each
    features, title : as in `scatter`
    """
    X, _, _, features = labeled_points(data, features=features)
    m = X.mean(axis=0)
    tips = m + 2 * np.sqrt(np.maximum(variances, 0))[:, None] * components
    strokes = np.stack([np.broadcast_to(m, tips.shape), tips], axis=1).reshape(-1, 2).T
    panel = plane(
        around(X, tips, margin=(0.12, 0.08)),
        [
            Points(*X.T, size=0.9),
            Segments(*strokes, "vermillion", 2.2, heads=True),
            Words(*tips.T, [f"u{superscript(k + 1)}" for k in range(len(tips))], "beside", "vermillion"),
        ],
        features,
        title,
        equal=True,
    )
    told = "; ".join(
        f"axis {k + 1} along {pair(u)}, variance {number(variance)}"
        for k, (u, variance) in enumerate(zip(components, variances, strict=True))
    )
    return laid_out(
        [panel], f"{count(len(X), 'point')} with arrows along their axes{in_brackets(title)}. {told}."
    )


@drawn(alpha=as_vector)
def tip_to_tail(data, alpha, *, features=None, title=""):
    """Show how a sum of centered points, each times its coefficient, makes a vector: the steps one after the other.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    alpha : (n,) array_like, a coefficient for each point
    features, title : as in `scatter`
    """
    X, _, _, features = labeled_points(data, features=features)
    alpha = as_vector(alpha, "alpha", len(X))
    centered = X - X.mean(axis=0)
    ends = np.vstack([np.zeros(2), np.cumsum(alpha[:, None] * centered, axis=0)])
    numbers = [str(i + 1) for i in range(len(X))]
    reach = max(0.6 * np.ptp(ends, axis=0).max(), 1e-300)
    middle = (ends.min(axis=0) + ends.max(axis=0)) / 2
    left = plane(
        Grid.square(centered, size=2),
        [
            Rule(0, "x", "gray", 0.8),
            Rule(0, "y", "gray", 0.8),
            Points(*centered.T, size=1.3),
            Words(*centered.T, numbers, "beside"),
        ],
        features,
        "the points, from their mean",
        equal=True,
    )
    long = np.linalg.norm(np.diff(ends, axis=0), axis=1) > reach / 10  # a shorter one would be all head
    steps = [
        Segments(*ends[i : i + 2].T, COLORS[i % len(COLORS)], 1.8, heads=bool(long[i])) for i in range(len(X))
    ]
    named = Words(*((ends[:-1] + ends[1:]) / 2).T, numbers, "beside")
    right = plane(
        around(middle + reach * np.array([[-1, -1], [1, 1]]), margin=0),
        [Segments(*ends[[0, -1]].T, "ink", 2.6, heads=True), *steps, named],
        features,
        "each times its coefficient, tip to tail",
        equal=True,
    )
    return laid_out(
        [left, right],
        f"{count(len(X), 'point')} around their mean{in_brackets(title)}; beside them their multiples by "
        f"{', '.join(map(number, alpha))}, tip to tail from 0 to {pair(ends[-1])}.",
        title=title,
    )


@drawn(
    x=lambda v, name: as_array(v, name, 2),
    points=lambda v, name: as_array(v, name, 3),
    values=one_each("points"),
    weights=as_matrix,
)
def extractor(x, points, values, weights, *, title=""):
    """Show a feature extractor as two layers: kernel values of an image with training images, then weighted sums.

    Parameters
    ----------
    x : (h, w) array_like, the image
    points : (n, h, w) array_like, the training images xᵢ
    values : (n,) array_like, K(xᵢ, x)
    weights : (n, q) array_like, αᵢᵐ
    title : as in `scatter`
    """
    n, q = weights.shape
    z = values @ weights
    wide, high = 860, 92 * n + 60
    rows = np.linspace(1, 0, n + 2)[1:-1]
    outputs = np.linspace(0.8, 0.2, q) if q > 1 else [0.5]
    marks = [Segments(np.tile([0.13, 0.33], n), np.column_stack([np.full(n, 0.5), rows]).ravel(), width=0.8)]
    strongest = np.abs(weights).max() or 1.0
    for (i, m), weight in np.ndenumerate(weights):
        look = ("blue", "solid") if weight > 0 else ("vermillion", "dashed")
        width = 0.5 + 3.5 * abs(weight) / strongest
        marks.append(Curve([0.56, 0.86], [rows[i], outputs[m]], look[0], width, look[1]))
    thumbnails = [
        (x, 0.065, 0.5, 0.11 * wide),
        *((p, 0.38, row, 68) for p, row in zip(points, rows, strict=True)),
    ]
    for thumbnail, left, up, side in thumbnails:
        half = np.array([side / wide, side / high]) / 2
        marks.append(cells(thumbnail, (left - half[0], left + half[0], up - half[1], up + half[1])))
    layers = [f"K(x{subscript(i + 1)}, x) = {number(v)}" for i, v in enumerate(values)]
    marks += [
        Words(np.full(n, 0.44), rows, layers),
        Words(np.full(q, 0.87), outputs, [f"z{subscript(m + 1)} = {number(v)}" for m, v in enumerate(z)]),
        Words([0.065, 0.48, 0.84], [1.0] * 3, ["input x", "layer 1: kernel values", "layer 2: Σᵢ αᵢᵐ K(xᵢ, x)"],
              "center"),
    ]  # fmt: skip
    said = ", ".join(f"z{m + 1} = {number(value)}" for m, value in enumerate(z))
    panel = Panel(marks, Axis("", (0, 1), ()), Axis("", (0, 1.03), ()), framed=False)
    return laid_out(
        [panel],
        f"Feature extractor of two layers{in_brackets(title)}: {count(n, 'kernel value')} from "
        f"{number(values.min())} to {number(values.max())}, summed with weights to {said}. Solid lines are positive "
        "weights, dashed lines negative ones; thick lines are large weights.",
        width=wide,
        height=high,
        title=title,
    )
