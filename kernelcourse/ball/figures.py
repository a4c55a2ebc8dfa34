"""The pictures of chapter 03: the ball in the plane, slack, weights."""

import numpy as np

from kernelcourse.drawing.data_planes import Grid, labeled_points
from kernelcourse.drawing.marks import Area, Curve, Points, Rule, Segments, Stems, Words
from kernelcourse.drawing.panels import COLORS, LINES, around, axis, circle, field, kind_points, plane
from kernelcourse.drawing.picture import as_kinds, drawn, laid_out
from kernelcourse.drawing.scene import Axis, Panel
from kernelcourse.drawing.words import (
    INSIDE,
    KIND_LABELS,
    OUTLIER,
    SURFACE,
    count,
    in_brackets,
    number,
    pair,
    say_kinds,
)
from kernelsy19.ball.equations import slacks
from kernelsy19.signatures import by_name, fitting
from kernelsy19.validation import as_number, as_vector, shown


@drawn()
def ball_with_slack(data, c, R2, *, features=None, title=""):
    """Show a ball of the plane with its center and radius, and an arrow to each point that stays outside.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    c : (2,) array_like, center
    R2 : float > 0, squared radius
    features, title : as in `scatter`
    """
    X, _, _, features = labeled_points(data, features=features)
    c, R = as_vector(c, "c", 2), as_number(R2, "R2", low=0, closed="neither") ** 0.5
    xi = slacks(R2, ((X - c) ** 2).sum(axis=1))
    outside = xi > 0
    away = X[outside] - c
    feet = c + R * away / np.linalg.norm(away, axis=1, keepdims=True)
    radius = np.array([c, c + R * np.array([np.cos(2.5), np.sin(2.5)])])
    turn = np.linspace(np.pi, 0, 121)
    half = R * np.sin(turn)
    panel = plane(
        around(X, c + np.array([[-R, -R], [R, R]]), margin=(0.2, 0.06)),
        [
            Area(c[0] + R * np.cos(turn), c[1] + half, c[1] - half, "sky"),
            Curve(*circle(c, R), label="the ball"),
            Segments(*_strokes(feet, X[outside]), "vermillion", 1.8, heads=True),
            Segments(*radius.T, "ink", 1.2),
            Points(*X[~outside].T, INSIDE, label=KIND_LABELS[INSIDE]),
            Points(*X[outside].T, OUTLIER, label=KIND_LABELS[OUTLIER]),
            Points(*c[:, None], "dot", 0.6),
            Words(*np.vstack([radius.mean(axis=0), c]).T, ("R", "c"), "beside"),
            Words(*X[outside].T, [f"ξ = {number(slack)}" for slack in xi[outside]], "beside", "vermillion"),
        ],
        features,
        title,
        equal=True,
    )
    told = ", ".join(map(number, np.sort(xi[outside])[::-1]))
    return laid_out(
        [panel],
        f"A circle of radius {number(R)} around {pair(c)}{in_brackets(title)}. "
        f"{outside.sum()} of {count(len(X), 'point')} lie outside, each with an arrow from the circle"
        f"{f'; their slacks are {told}' if outside.any() else ''}.",
    )


def _strokes(starts, ends):
    """Beginnings and ends in turn, as x and y."""
    return np.stack([starts, ends], axis=1).reshape(-1, 2).T


def _as_circle(circle, name):
    """A center in the plane and a radius."""
    if not isinstance(circle, tuple | list) or len(circle) != 2:
        raise ValueError(f"{name} must be (center, radius), got {shown(circle)}.")
    return as_vector(circle[0], f"the center of {name}", 2), as_number(circle[1], f"the radius of {name}", 0)


@drawn(circles=by_name(_as_circle))
def circles_around(data, circles, *, features=None, title=""):
    """Show points of the plane with circles around them, each with its center.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    circles : dict by label of (center, radius)
    features, title : as in `scatter`
    """
    X, _, _, features = labeled_points(data, features=features)
    ends = [np.add(c, [[-R, -R], [R, R]]) for c, R in circles.values()]
    marks = [Points(*X.T, INSIDE)]
    for k, (name, (c, R)) in enumerate(circles.items()):
        color, dash = COLORS[k % len(COLORS)], LINES[k % len(LINES)]
        marks += [
            Curve(*circle(c, R), color, 2, dash, label=name),
            Points(*c[:, None], f"class {k % len(COLORS)}", 1.4),
        ]
    told = "; ".join(f"{name}: radius {number(R)} around {pair(c)}" for name, (c, R) in circles.items())
    return laid_out(
        [plane(around(X, *ends), marks, features, title, equal=True)],
        f"{count(len(X), 'point')} and circles around them{in_brackets(title)}. {told}.",
    )


@drawn()
def ball_in_plane(data, kinds, function, *, R2=None, features=None, title=""):
    """Show a minimum-volume ball in the input plane: its boundary and the three kinds of point.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    kinds : (n,) array_like of "inside", "surface", "outlier"
    function : callable, (m, 2) array → (m,) array, R² − ‖Φ(x) − c‖²
    R2 : float or None, the squared radius, to be written in the title
    features, title : as in `scatter`
    """
    X, _, _, features = labeled_points(data, features=features)
    kinds = as_kinds(kinds, len(X))
    grid = Grid.around(X)
    shown = ", ".join(filter(None, [title, f"R² = {number(R2)}" if R2 is not None else ""]))
    marks = [field(grid, grid.evaluate(function), label="R² = ‖Φ(x) − c‖²"), kind_points(X, kinds)]
    return laid_out(
        [plane(grid, marks, features, shown)], f"Minimum-volume ball{in_brackets(shown)}: {say_kinds(kinds)}."
    )


@drawn(distances=as_vector, kinds=fitting(lambda v, name, given: as_kinds(v, len(given["distances"]))))
def slack_and_weight(distances, R2, alpha, bound, kinds, *, title=""):
    """Show of each point, from the nearest to the farthest, how far it is from the center and what it weighs.

    On top ‖Φ(xᵢ) − c‖², with slack as what stands out above the line of R². Below αᵢ, with the line of its bound. On
    the surface all distances are R², so points there are sorted by weight.

    Parameters
    ----------
    distances : (n,) array_like, ‖Φ(xᵢ) − c‖²
    R2 : float, the squared radius
    alpha : (n,) array_like
    bound : float, 1/(νn)
    kinds : (n,) array_like of "inside", "surface", "outlier"
    title : as in `scatter`
    """
    alpha = as_vector(alpha, "alpha", len(distances))
    place = np.select([kinds == SURFACE, kinds == OUTLIER], [1, 2])
    order = np.lexsort((np.where(kinds == SURFACE, alpha, distances), place))
    rank, far, weight = np.arange(1, len(order) + 1), distances[order], alpha[order]
    out = far > R2
    points = Axis("point, nearest to the center first", (-len(order) / 50, 1.02 * len(order) + 1))
    above = Panel(
        [
            Stems(rank[out], far[out], R2, "vermillion", 2, label="slack ξᵢ"),
            Rule(R2, "y", dash="dashed", label="R²"),
            kind_points(np.column_stack([rank, far]), kinds[order]),
        ],
        points,
        axis("‖Φ(xᵢ) − c‖²", [*far, R2]),
        title=title or "nearest to the center first",
    )
    below = Panel(
        [
            Stems(rank, weight, 0),
            Rule(bound, "y", dash="dotted", label="bound 1/(νn)"),
            kind_points(np.column_stack([rank, weight]), kinds[order]),
        ],
        points,
        axis("weight αᵢ", [*weight, 0, bound], 0.12),
    )
    slack = np.maximum(distances - R2, 0)[kinds == OUTLIER]
    told = f"slack up to {number(slack.max())}, {number(slack.sum())} in all" if len(slack) else "no slack"
    n_inside, n_surface, n_outlier = (int(np.sum(kinds == kind)) for kind in (INSIDE, SURFACE, OUTLIER))
    return laid_out(
        [above, below],
        f"Two rows of {count(len(distances), 'point')}, the nearest to the center first{in_brackets(title)}. "
        f"Above, squared distances from {number(distances.min())} to {number(distances.max())}, and a line at "
        f"R² = {number(R2)}: {told}. Below, the weights: {n_inside} are zero, {n_surface} lie between 0 and the "
        f"bound {number(bound)}, {n_outlier} at the bound.",
        columns=1,
        width=760,
        height=210,
    )
