"""The pictures of chapter 16: shadows on a landmark, what landmarks leave, errors, a pass, balls of samples."""

import numpy as np

from kernelcourse.drawing.data_planes import Grid, labeled_points, points_of
from kernelcourse.drawing.marks import Area, Curve, Points, Segments, Words, shaded
from kernelcourse.drawing.panels import around, axis, curves_by_name, level, plane
from kernelcourse.drawing.picture import drawn, laid_out
from kernelcourse.drawing.scene import Axis, Panel
from kernelcourse.drawing.words import count, in_brackets, number
from kernelsy19.kernels import as_kernel
from kernelsy19.landmarks.plain import Choice
from kernelsy19.landmarks.solve import landmark_map
from kernelsy19.signatures import by_name, integer_from, made_by, number_from
from kernelsy19.validation import as_vector, as_whole_numbers, shown

LEAST_SHARE = 1e-9  # of the trace, down to which it is drawn

SIDE_PLACES = 90  # on each side of the plane, where that share is computed


@drawn(kernel=lambda kernel, name: as_kernel(kernel), z=lambda z, name: as_vector(z, name, 2))
def shadows_on_landmark(data, kernel, z, *, features=None, title=""):
    """Show points beside one landmark, and the shadows that their mapped points throw on the mapped landmark.

    The way up of the second panel is at right angles to the mapped landmark, and another one for each point.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns; a few points, which are numbered
    kernel : Kernel or callable
    z : (2,) array_like, the landmark
    features : (str, str), names of the axes with units, or None
    title : as in `curves`
    """
    X, _, _, features = labeled_points(data, features=features)
    shadow = landmark_map(kernel, z[None])(X)[:, 0]
    left = np.sqrt(np.maximum(0, kernel.evaluate_diagonal(X) - shadow**2))
    zero, numbers = 0 * shadow, [str(i + 1) for i in range(len(X))]
    rays = [np.column_stack([zero, shadow]).ravel(), np.column_stack([zero, left]).ravel()]
    drops = [np.repeat(shadow, 2), np.column_stack([zero, left]).ravel()]
    in_plane = plane(
        around(X, z[None], margin=0.12),
        [
            Points(*z[:, None], "outlier", label="landmark z"),
            Points(*X.T, "dot", 0.8, label="point"),
            Words(*X.T, numbers, "beside"),
        ],
        features,
        "in the plane",
        equal=False,
    )
    ends = np.array([[0.0, 0.0], [shadow.max(initial=1), left.max(initial=0)]])
    space = plane(
        around(np.column_stack([shadow, left]), ends),
        [
            Curve([0, ends[1, 0]], [0, 0], "vermillion", 1.6, label="direction of Φ(z)"),
            Segments(*rays, "sky"),
            Segments(*drops, "gray", 1.6, "dotted", label="what sticks out"),
            Points(shadow, left, "dot", 0.8),
            Points(shadow, zero, "now", 0.7, label="shadow"),
            Words(shadow, left, numbers, "beside"),
        ],
        ("along Φ(z)", "at right angles to Φ(z)"),
        "in feature space",
        equal=True,
    )
    said = "; ".join(
        f"point {i + 1}: {number(s)}, {number(u)} sticks out"
        for i, (s, u) in enumerate(zip(shadow, left, strict=True))
    )
    return laid_out(
        [in_plane, space],
        f"{count(len(X), 'point')} of the plane and a landmark{in_brackets(title)}; beside them the mapped points "
        f"and their shadows on the mapped landmark. Lengths of the shadows: {said}.",
        height=360,
        title=title,
    )


@drawn(kernel=lambda kernel, name: as_kernel(kernel), choices=by_name(made_by(Choice)))
def left_in_plane(data, kernel, choices, *, title=""):
    """Show which share of k(x, x) landmarks leave, over the plane, and which share of the trace in all.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    kernel : Kernel or callable, with k(x, x) = 1
    choices : dict by title of Choice, of landmarks among the points
    title : as in `curves`
    """
    X, said, made = points_of(data), [], []
    grid = Grid.square(X, size=SIDE_PLACES, margin=0.1)
    for name, choice in choices.items():
        features = landmark_map(kernel, X[choice.indices])
        explained = grid.evaluate(lambda points, f=features: np.clip((f(points) ** 2).sum(axis=1), 0, 1))
        marks = [
            shaded(grid, explained, (), (0.0, 1.0), palette="heights"),
            Points(*X.T, "sample", 0.6, label="points"),
            Points(*features.Z.T, "outlier", 0.9, label="landmarks"),
        ]
        made.append(plane(grid, marks, title=f"{name}: {choice.error:.1%} left"))
        said.append(f"{name}: {choice.error:.1%} of the trace left")
    return laid_out(
        made,
        f"{count(len(X), 'point')} of the plane{in_brackets(title)} with landmarks; the bluer the plane, the "
        f"more of k(x, x) is explained. {'; '.join(said)}.",
        title=title,
    )


@drawn(panels=by_name(by_name(as_vector)))
def left_by_number(panels, *, title=""):
    """Show which share of the trace is left by the first, the first two, … landmarks, by each of some rules.

    Parameters
    ----------
    panels : dict by title of dict of (m,) array_like by name, shares
    title : as in `curves`
    """
    said, made = [], []
    for name, curves in panels.items():
        shares = {rule: np.maximum(left, LEAST_SHARE) for rule, left in curves.items()}
        numbers = {rule: np.arange(1, len(left) + 1) for rule, left in curves.items()}
        up = axis("share of the trace that is left", np.concatenate(list(shares.values())), scale="log")
        across = axis("landmarks m", np.concatenate(list(numbers.values())))
        made.append(Panel(curves_by_name(numbers, shares), across, up, title=name))
        ends = ", ".join(f"{rule} {left[-1]:.2%}" for rule, left in curves.items())
        said.append(f"{name}, {count(len(next(iter(numbers.values()))), 'landmark')}: {ends}")
    return laid_out(
        made,
        f"What landmarks leave of the trace, by number{in_brackets(title)}. {'; '.join(said)}.",
        columns=2,
        height=310,
        title=title,
    )


@drawn(errors=by_name(by_name(number_from(0))))
def errors_by_kind(errors, *, xlabel, title=""):
    """Show the errors of some kinds of features on some sets, a row for each set, on a logarithmic scale.

    Parameters
    ----------
    errors : dict by name of the set of dict by name of the kind of float > 0; the same kinds for each set
    xlabel, title : as in `curves`
    """
    kinds = list(next(iter(errors.values())))
    if any(list(of_set) != kinds for of_set in errors.values()):
        raise ValueError(f"errors must have the same kinds for each set, got {shown(errors)}.")
    rows = np.arange(len(errors))
    places = {kind: np.array([of_set[kind] for of_set in errors.values()]) for kind in kinds}
    panel = Panel(
        [Points(at, rows, f"class {k}", 1.2, label=kind) for k, (kind, at) in enumerate(places.items())],
        axis(xlabel, np.concatenate(list(places.values())), 0.08, "log"),
        Axis("", (len(errors) - 0.5, -0.5), rows, list(errors)),
        title=title,
    )
    said = "; ".join(
        f"{name}: {', '.join(f'{kind} {number(e)}' for kind, e in of_set.items())}"
        for name, of_set in errors.items()
    )
    return laid_out(
        [panel],
        f"{xlabel} by kind of features{in_brackets(title)}. {said}.",
        width=760,
        height=90 + 34 * len(errors),
    )


def _as_round(value, name):
    """A decision function, and the rows of a sample and of those that join it."""
    if not isinstance(value, tuple | list) or len(value) != 3 or not callable(value[0]):
        raise ValueError(f"{name} must be (function, sample, joining), got {shown(value)}.")
    return value[0], *(as_whole_numbers(rows, f"rows of {name}") for rows in value[1:])


@drawn(rounds=by_name(_as_round))
def working_samples(data, rounds, *, title=""):
    """Show the ball of a working sample round by round, with the rows that it was solved for and those that join them.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    rounds : dict by title of (function, sample, joining): a decision, (m, 2) array → (m,) array, and indices of rows
    title : as in `curves`
    """
    X, said, made = points_of(data), [], []
    grid = Grid.square(X, size=SIDE_PLACES, margin=0.05)
    for name, (function, sample, joining) in rounds.items():
        marks = [
            Points(*X.T, "sample", 0.5, label="all rows"),
            Points(*X[sample].T, "point", 0.8, label="working sample"),
            Points(*X[joining].T, "wrong", 0.8, label="will join"),
            level(grid, grid.evaluate(function), 0.0, label="ball of the sample"),
        ]
        made.append(plane(grid, marks, title=name))
        parts = [f"{len(some) / len(X):.1%}" for some in (sample, joining)]
        said.append(f"{name}: {parts[0]} of the rows in the sample, {parts[1]} will join")
    return laid_out(
        made,
        f"Balls of samples of {count(len(X), 'row')}{in_brackets(title)}. {'; '.join(said)}.",
        title=title,
    )


@drawn(n_blocks=integer_from(high=100), n_workers=integer_from(high=100))
def picture_of_pass(n_blocks=8, n_workers=2):
    """Show a pass: blocks that workers turn into sums, and one machine that adds the sums up.

    Parameters
    ----------
    n_blocks, n_workers : int
    """
    heights = np.linspace(0.25, 3.75, n_blocks + 1)
    step = heights[1] - heights[0]
    middles = np.linspace(1.0, 3.0, n_workers) if n_workers > 1 else np.array([2.0])
    marks = []
    for b, y in enumerate(heights[-2::-1]):
        marks += _box(0.2, y, 2.3, 0.8 * step, f"block {b}: 10⁴ rows", "")
        marks.append(_arrow((2.5, y + 0.4 * step), (4.0, middles[-1 - b % n_workers])))
    for w, y in enumerate(middles[::-1]):
        marks += _box(4.0, y - 0.35, 2.0, 0.7, f"worker {w + 1}", "sky")
        marks.append(_arrow((6.0, y), (7.6, 2.0)))
        marks.append(Words([6.8], [(y + 2) / 2], ["m² numbers"], "beside"))
    marks += _box(7.6, 1.6, 2.2, 0.8, "sum: m² numbers", "blue")
    panel = Panel(marks, Axis("", (0, 10), ()), Axis("", (0, 4), ()), framed=False)
    return laid_out(
        [panel],
        f"{count(n_blocks, 'block')} of rows go to {count(n_workers, 'worker')}; each turns its blocks into a sum "
        "of m² numbers, and one machine adds the sums up.",
        width=800,
        height=290,
    )


def _box(x, y, width, height, text, color):
    right, top = x + width, y + height
    edge = Curve([x, right, right, x, x], [y, y, top, top, y], "gray", 1)
    inside = Area([x, right], [top, top], [y, y], color) if color else None
    return [inside, edge, Words([x + width / 2], [y + height / 2], [text], "center")]


def _arrow(start, end):
    return Segments(*np.transpose([start, end]), "gray", 1, heads=True)
