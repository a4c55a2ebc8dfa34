"""The pictures of chapter 16: shadows on a landmark, what landmarks leave, errors, a pass, balls of samples."""

import numpy as np
from matplotlib.patches import FancyArrowPatch, Rectangle

from kernelcourse.drawing.figure_parts import Grid, draw_level, fill_axes, legend_below
from kernelcourse.drawing.figure_style import (
    BLUE,
    COLORS,
    GRAY,
    LINE_STYLES,
    MARKERS,
    PALE,
    PANELS_A_ROW,
    SKY,
    VERMILLION,
    Picture,
    count,
    drawn,
    in_brackets,
    labeled_points,
    make_figure,
    make_panels,
    number,
    plane_panel_size,
    points_of,
    style,
)
from kernelsy19.kernels import as_kernel
from kernelsy19.landmarks.solve import Choice, landmark_map
from kernelsy19.signatures import by_name, integer_from, made_by, number_from
from kernelsy19.validation import as_vector, as_whole_numbers, shown

LEVELS = np.linspace(0, 1, 6)  # of the share of k(x, x) that is left

LEAST_SHARE = 1e-9  # of the trace, down to which it is drawn

SIDE_PLACES = 90  # on each side of the plane, where that share is computed


@drawn(kernel=lambda kernel, name: as_kernel(kernel), z=lambda z, name: as_vector(z, name, 2))
def shadows_on_landmark(data, kernel, z, *, features=None, title="", alt=None):
    """Show points beside one landmark, and the shadows that their mapped points throw on the mapped landmark.

    The way up of the second panel is at right angles to the mapped landmark, and another one for each point.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns; a few points, which are numbered
    kernel : Kernel or callable
    z : (2,) array_like, the landmark
    features : (str, str), names of the axes with units, or None
    title, alt : as in `curves`

    Returns
    -------
    Picture
    """
    X, _, _, features = labeled_points(data, features=features)
    shadow = landmark_map(kernel, z[None])(X)[:, 0]
    left = np.sqrt(np.maximum(0, kernel.evaluate_diagonal(X) - shadow**2))
    with style():
        names = ["in the plane", "in feature space"]
        figure, (plane, space) = make_panels(names, 2, 4.6, 3.2, title=title, room=0.5)
        plane.plot(*z, "X", color=VERMILLION, markersize=10, markeredgecolor="black", label="landmark z")
        space.plot(
            [0, shadow.max(initial=1)], [0, 0], color=VERMILLION, linewidth=1.5, label="direction of Φ(z)"
        )
        for axes, places in ((plane, X), (space, np.column_stack([shadow, left]))):
            axes.plot(
                *places.T, "o", color=BLUE, markersize=7, zorder=3, label="point" if axes is plane else None
            )
            for i, place in enumerate(places):
                axes.annotate(str(i + 1), place, (6, 4), textcoords="offset points")
        for i, (along, up) in enumerate(zip(shadow, left, strict=True)):
            space.plot([0, along], [0, up], color=SKY, linewidth=1.0, zorder=1)
            what = "what sticks out" if i == 0 else None
            space.plot([along, along], [0, up], ":", color=GRAY, linewidth=1.6, zorder=2, label=what)
        space.plot(shadow, 0 * shadow, "s", color=VERMILLION, markersize=5, zorder=4, label="shadow")
        plane.set(xlabel=features[0], ylabel=features[1])
        space.set(xlabel="along Φ(z)", ylabel="at right angles to Φ(z)", aspect="equal")
        plane.margins(0.12)
        space.margins(0.08)
        legend_below(figure, plane, space, columns=5)
    said = "; ".join(
        f"point {i + 1}: {number(s)}, {number(u)} sticks out"
        for i, (s, u) in enumerate(zip(shadow, left, strict=True))
    )
    return Picture(
        figure,
        alt
        or f"{count(len(X), 'point')} of the plane and a landmark{in_brackets(title)}; beside them the mapped points "
        f"and their shadows on the mapped landmark. Lengths of the shadows: {said}.",
    )


@drawn(kernel=lambda kernel, name: as_kernel(kernel), choices=by_name(made_by(Choice)))
def left_in_plane(data, kernel, choices, *, title="", alt=None):
    """Show which share of k(x, x) landmarks leave, over the plane, and which share of the trace in all.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    kernel : Kernel or callable, with k(x, x) = 1
    choices : dict by title of Choice, of landmarks among the points
    title, alt : as in `curves`

    Returns
    -------
    Picture
    """
    X, said = points_of(data), []
    grid = Grid.square(X, size=SIDE_PLACES, margin=0.1)
    titles = [f"{name}: {choice.error:.1%} left" for name, choice in choices.items()]
    with style():
        figure, places = make_panels(titles, 3, 3.5, 3.5, title=title, room=0.6, sharex=True, sharey=True)
        for axes, (name, choice) in zip(places, choices.items(), strict=True):
            features = landmark_map(kernel, X[choice.indices])
            left = grid.evaluate(lambda points, f=features: np.clip(1 - (f(points) ** 2).sum(axis=1), 0, 1))
            axes.contourf(grid.x, grid.y, left, levels=LEVELS, cmap=PALE.reversed(), zorder=0)
            axes.plot(*X.T, ".", color=GRAY, markersize=3, zorder=2, label="points")
            axes.plot(
                *features.Z.T,
                "X",
                color=VERMILLION,
                markersize=7,
                markeredgecolor="black",
                zorder=3,
                label="landmarks",
            )
            axes.set_aspect("equal")
            axes.grid(False)
            said.append(f"{name}: {choice.error:.1%} of the trace left")
        legend_below(figure, places[0])
    return Picture(
        figure,
        alt
        or f"{count(len(X), 'point')} of the plane{in_brackets(title)} with landmarks; the bluer the plane, the "
        f"more of k(x, x) is explained. {'; '.join(said)}.",
    )


@drawn(panels=by_name(by_name(as_vector)))
def left_by_number(panels, *, title="", alt=None):
    """Show which share of the trace is left by the first, the first two, … landmarks, by each of some rules.

    Parameters
    ----------
    panels : dict by title of dict of (m,) array_like by name, shares
    title, alt : as in `curves`

    Returns
    -------
    Picture
    """
    said = []
    with style():
        figure, places = make_panels(list(panels), 2, 4.4, 3.1, title=title, room=0.6)
        for axes, (name, curves) in zip(places, panels.items(), strict=True):
            for (rule, left), color, line in zip(curves.items(), COLORS, LINE_STYLES, strict=False):
                shares = np.maximum(left, LEAST_SHARE)
                axes.plot(np.arange(1, len(left) + 1), shares, color=color, linestyle=line, label=rule)
            axes.set(yscale="log", xlabel="landmarks m", ylabel="share of the trace that is left")
            ends = ", ".join(f"{rule} {left[-1]:.2%}" for rule, left in curves.items())
            said.append(f"{name}, {count(len(left), 'landmark')}: {ends}")
        legend_below(figure, places[0], columns=4)
    return Picture(
        figure, alt or f"What landmarks leave of the trace, by number{in_brackets(title)}. {'; '.join(said)}."
    )


@drawn(errors=by_name(by_name(number_from(0))))
def errors_by_kind(errors, *, xlabel, title="", alt=None):
    """Show the errors of some kinds of features on some sets, a row for each set, on a logarithmic scale.

    Parameters
    ----------
    errors : dict by name of the set of dict by name of the kind of float > 0; the same kinds for each set
    xlabel, title, alt : as in `curves`

    Returns
    -------
    Picture
    """
    kinds = list(next(iter(errors.values())))
    if any(list(of_set) != kinds for of_set in errors.values()):
        raise ValueError(f"errors must have the same kinds for each set, got {shown(errors)}.")
    with style():
        figure = make_figure(7.2, 1.4 + 0.34 * len(errors))
        axes = figure.subplots()
        for kind, color, marker in zip(kinds, COLORS, MARKERS, strict=False):
            places = [of_set[kind] for of_set in errors.values()]
            axes.plot(places, range(len(errors)), marker, color=color, markersize=8, alpha=0.9, label=kind)
        axes.set(xscale="log", xlabel=xlabel, title=title, ylim=(len(errors) - 0.5, -0.5))
        axes.set_yticks(range(len(errors)), list(errors))
        legend_below(figure, axes, columns=5)
    said = "; ".join(
        f"{name}: {', '.join(f'{kind} {number(e)}' for kind, e in of_set.items())}"
        for name, of_set in errors.items()
    )
    return Picture(figure, alt or f"{xlabel} by kind of features{in_brackets(title)}. {said}.")


def _as_round(value, name):
    """A decision function, and the rows of a sample and of those that join it."""
    if not isinstance(value, tuple | list) or len(value) != 3 or not callable(value[0]):
        raise ValueError(f"{name} must be (function, sample, joining), got {shown(value)}.")
    return value[0], *(as_whole_numbers(rows, f"rows of {name}") for rows in value[1:])


@drawn(rounds=by_name(_as_round))
def working_samples(data, rounds, *, title="", alt=None):
    """Show the ball of a working sample round by round, with the rows that it was solved for and those that join them.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    rounds : dict by title of (function, sample, joining): a decision, (m, 2) array → (m,) array, and indices of rows
    title, alt : as in `curves`

    Returns
    -------
    Picture
    """
    X, said = points_of(data), []
    grid = Grid.square(X, size=SIDE_PLACES, margin=0.05)
    columns = min(len(rounds), PANELS_A_ROW)
    with style():
        width, height = plane_panel_size(columns, 3.5, [grid.extent])
        figure, places = make_panels(list(rounds), columns, width, height, title=title, room=0.5)
        for axes, (name, (function, sample, joining)) in zip(places, rounds.items(), strict=True):
            axes.plot(*X.T, ".", color=GRAY, markersize=2, zorder=1, label="all rows")
            axes.plot(*X[sample].T, "o", color=BLUE, markersize=4, zorder=2, label="working sample")
            axes.plot(*X[joining].T, "x", color=VERMILLION, markersize=6, zorder=3, label="will join")
            draw_level(axes, grid, grid.evaluate(function), 0.0, "ball of the sample")
            fill_axes(axes, grid)
            axes.set_aspect("equal")
            axes.grid(False)
            parts = [f"{len(some) / len(X):.1%}" for some in (sample, joining)]
            said.append(f"{name}: {parts[0]} of the rows in the sample, {parts[1]} will join")
        legend_below(figure, places[0], columns=4)
    return Picture(
        figure, alt or f"Balls of samples of {count(len(X), 'row')}{in_brackets(title)}. {'; '.join(said)}."
    )


@drawn(n_blocks=integer_from(high=100), n_workers=integer_from(high=100))
def picture_of_pass(n_blocks=8, n_workers=2, alt=None):
    """Show a pass: blocks that workers turn into sums, and one machine that adds the sums up.

    Parameters
    ----------
    n_blocks, n_workers : int
    alt : as in `curves`

    Returns
    -------
    Picture
    """
    with style():
        figure = make_figure(8.4, 2.9)
        axes = figure.subplots()
        axes.set(xlim=(0, 10), ylim=(0, 4), xticks=[], yticks=[], xlabel="", ylabel="")
        axes.grid(False)
        for side in axes.spines.values():
            side.set_visible(False)
        heights = np.linspace(0.25, 3.75, n_blocks + 1)
        step = heights[1] - heights[0]
        middles = np.linspace(1.0, 3.0, n_workers) if n_workers > 1 else np.array([2.0])
        for b in range(n_blocks):
            y = heights[-2 - b]
            _box(axes, 0.2, y, 2.3, 0.8 * step, f"block {b}: 10⁴ rows", "white")
            _arrow(axes, (2.5, y + 0.4 * step), (4.0, middles[-1 - b % n_workers]))
        for w, y in enumerate(middles[::-1]):
            _box(axes, 4.0, y - 0.35, 2.0, 0.7, f"worker {w + 1}", PALE(0.5))
            _arrow(axes, (6.0, y), (7.6, 2.0), "m² numbers")
        _box(axes, 7.6, 1.6, 2.2, 0.8, "sum: m² numbers", PALE(0.9))
    return Picture(
        figure,
        alt
        or f"{count(n_blocks, 'block')} of rows go to {count(n_workers, 'worker')}; each turns its blocks into a sum "
        "of m² numbers, and one machine adds the sums up.",
    )


def _box(axes, x, y, width, height, text, color):
    axes.add_patch(Rectangle((x, y), width, height, facecolor=color, edgecolor=GRAY))
    axes.text(x + width / 2, y + height / 2, text, ha="center", va="center", fontsize=10)


def _arrow(axes, start, end, text=""):
    axes.add_patch(
        FancyArrowPatch(start, end, arrowstyle="-|>", mutation_scale=10, color=GRAY, linewidth=0.9)
    )
    if text:
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        away = np.sign(start[1] - end[1]) or 1.0
        axes.annotate(
            text, middle, (4, 6 * away), textcoords="offset points", va="bottom" if away > 0 else "top"
        )
