"""The pictures of chapter 13: balls for two classes, their slack and their centers, signed weights, accuracies."""

from functools import partial

import numpy as np
from matplotlib.patches import Circle
from matplotlib.ticker import MaxNLocator, NullLocator

from kernelcourse.drawing.figure_parts import (
    Grid,
    beside,
    draw_field,
    draw_height,
    draw_level,
    draw_points,
    fill_axes,
    legend_below,
    widened,
)
from kernelcourse.drawing.figure_style import (
    BLACK,
    BLUE,
    GRAY,
    ORANGE,
    PANELS_A_ROW,
    SKY,
    VERMILLION,
    Picture,
    as_panel,
    count,
    drawn,
    in_brackets,
    labeled_points,
    make_figure,
    make_panels,
    number,
    pale,
    plane_panel_size,
    style,
)
from kernelsy19.kernels import Kernel
from kernelsy19.signatures import by_name, integer_from, made_by, number_from
from kernelsy19.svdd.equations import linear_decision, slacks
from kernelsy19.svdd.solve import SVDDSolution, decision_function
from kernelsy19.validation import as_number, as_signs, as_vector

SURFACE_RING = {"s": 70, "facecolors": "none", "edgecolors": BLACK, "linewidths": 1.2, "zorder": 4}
MISPLACED_CROSS = {"s": 34, "marker": "x", "c": VERMILLION, "linewidths": 1.6, "zorder": 5}
CLASS_WORDS = ("target", "outlier")


def draw_two_classes(axes, X, y, surface, misplaced):
    """Draw targets and outliers, with a ring at those on the surface and a cross at those on the wrong side.

    Parameters
    ----------
    axes : matplotlib Axes
    X : (n, 2) array
    y : (n,) array of ±1
    surface, misplaced : (n,) bool arrays
    """
    draw_points(axes, X[y > 0], BLUE, "o", 24, CLASS_WORDS[0])
    if (y < 0).any():
        draw_points(axes, X[y < 0], ORANGE, "^", 28, CLASS_WORDS[1])
    axes.scatter(*X[surface].T, label="on the surface", **SURFACE_RING)
    axes.scatter(*X[misplaced].T, label="on the wrong side", **MISPLACED_CROSS)


def say_two_classes(y, inside, surface, misplaced):
    """Say how many points of which class are where.

    Parameters
    ----------
    y : (n,) array of ±1
    inside, surface, misplaced : (n,) bool arrays

    Returns
    -------
    str
    """
    p, m = int((y > 0).sum()), int((y < 0).sum())
    lost, caught = int((misplaced & (y > 0)).sum()), int((misplaced & (y < 0)).sum())
    said = f"{count(int(inside.sum()), 'point')} in the ball, {surface.sum()} on its surface; "
    return said + f"{lost} of {p} targets outside" + (f", {caught} of {m} outliers inside" if m else "")


@drawn(y=as_vector)
def ball_and_wrong_sides(data, y, c, R2, *, features=None, title="", alt=None):
    """Show a ball of the plane for two classes, and an arrow from its surface to each point on the wrong side.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    y : (n,) array_like, +1 for a target, −1 for an outlier
    c : (2,) array_like, center
    R2 : float > 0, squared radius
    features, title, alt : as in `two_class_balls`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the radius is not positive, or shapes do not fit.
    """
    X, _, _, features = labeled_points(data, features=features)
    y, c = as_signs(y, "y", len(X)), as_vector(c, "c", 2)
    R = as_number(R2, "R2", low=0, closed="neither") ** 0.5
    xi = slacks(R2, ((X - c) ** 2).sum(axis=1), y)
    with style():
        figure = make_figure(6.2, 4.4)
        axes = figure.subplots()
        disk = {"facecolor": pale(SKY), "edgecolor": BLACK, "linewidth": 1.8, "zorder": 1}
        axes.add_patch(Circle(c, R, label="the ball", **disk))
        for word, sign, color, marker in zip(CLASS_WORDS, (1, -1), (BLUE, ORANGE), "o^", strict=True):
            draw_points(axes, X[y == sign], color, marker, 34, word)
        corners = np.vstack([X, c - R, c + R])
        axes.set(xlim=widened(corners[:, 0], 0.25), ylim=widened(corners[:, 1], 0.08))
        axes.set_aspect("equal")
        outward = X - c + (c == X).all(axis=1)[:, None] * [1.0, 0.0]
        edges = c + R * outward / np.linalg.norm(outward, axis=1)[:, None]
        ways = [edge + np.linspace(0, 1, 9)[:, None] * (x - edge) for x, edge in zip(X, edges, strict=True)]
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        legend_below(figure, axes)
        for i in np.flatnonzero(xi > 0):
            _draw_slack(
                axes, X[i], edges[i], xi[i], np.vstack([np.delete(X, i, axis=0), *np.array(ways)[xi > 0]])
            )
    lost, caught = ((xi > 0) & (y == sign) for sign in (1, -1))
    told = ", ".join(number(slack) for slack in np.sort(xi[xi > 0])[::-1])
    return Picture(
        figure,
        alt
        or f"A circle of radius {number(R)} around ({number(c[0])}, {number(c[1])}){in_brackets(title)}. "
        f"{lost.sum()} of {count(int((y > 0).sum()), 'target')} outside, {caught.sum()} of "
        f"{count(int((y < 0).sum()), 'outlier')} inside, each with an arrow from the circle"
        f"{f'; their slacks are {told}' if (xi > 0).any() else ''}.",
    )


def _draw_slack(axes, point, edge, slack, crowd):
    """An arrow from the surface to a point, and its slack beside it."""
    arrow = {"arrowstyle": "-|>", "color": VERMILLION, "linewidth": 1.8, "shrinkA": 0, "shrinkB": 4}
    axes.annotate("", xy=point, xytext=edge, arrowprops=arrow, zorder=3)
    axes.annotate(f"ξ = {number(slack)}", point, **beside(axes, point, crowd))


@drawn(y=as_vector, rho=number_from(), size=integer_from(2, 2000))
def allowed_centers(data, y, R2, rho, *, size=300, title="", alt=None):
    """Show which centers of the plane no point forbids, with the squared radius held fixed and with ρ held fixed.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    y : (n,) array_like, +1 for a target, −1 for an outlier
    R2, rho : float, the squared radius of the left panel, and R² − ‖c‖² of the right one
    size : int, samples of the grid a side
    title, alt : as in `two_class_balls`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If shapes do not fit.
    """
    X = labeled_points(data)[0]
    y = as_signs(y, "y", len(X))
    grid = Grid.square(X, size=size, margin=0.3)
    c = grid.points
    norms = (X**2).sum(axis=1)[:, None]
    # One row a point: how deep in the ball it lies, for each center of the grid.
    depths = {
        "R² fixed": R2 - ((c - X[:, None]) ** 2).sum(axis=2),
        "ρ = R² − ‖c‖² fixed": linear_decision(rho, norms, X @ c.T),
    }
    said = []
    with style():
        figure, row = make_panels(
            list(depths), 2, *plane_panel_size(2, 3.6, [grid.extent]), title=title, room=0.5
        )
        for axes, (name, depth) in zip(row, depths.items(), strict=True):
            allowed = (y[:, None] * depth >= 0).all(axis=0).reshape(len(grid.y), len(grid.x))
            axes.contourf(grid.x, grid.y, allowed, levels=[0.5, 1.5], colors=[SKY], zorder=0)
            for sign, values in zip(y, depth, strict=True):
                color = BLUE if sign > 0 else ORANGE
                draw_level(axes, grid, values.reshape(allowed.shape), 0.0, color=color, linewidth=1.2)
            axes.plot([], [], "s", color=SKY, ms=10, label="allowed centers")
            for word, sign, color, marker in zip(CLASS_WORDS, (1, -1), (BLUE, ORANGE), "o^", strict=True):
                draw_points(axes, X[y == sign], color, marker, 40, word)
            axes.set(xlabel="c₁", ylabel="c₂")
            fill_axes(axes, grid)
            axes.set_aspect("equal")
            said.append(f"{name}: {allowed.mean():.0%} of the plane shown is allowed")
        legend_below(figure, *row)
    return Picture(
        figure,
        alt
        or f"Centers that {count(int((y > 0).sum()), 'target')} and {count(int((y < 0).sum()), 'outlier')} allow"
        f"{in_brackets(title)}. {', bounded by arcs; '.join(said)}, bounded by straight lines.",
    )


def _depth_in(kernel, X, solution):
    """R² − ‖Φ(x) − c‖² as a function of points, from the kernel of a ball; such a function is left as it is."""
    return partial(decision_function, kernel, X, solution) if isinstance(kernel, Kernel) else kernel


@drawn()
def two_class_balls(data, panels, *, features=None, title="", alt=None):
    """Show balls for one or two classes side by side: boundary, classes, and who is on the wrong side.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    panels : dict by title of (SVDDSolution, Kernel), the kernel that the ball was found with; in place of the kernel
        also a function, (m, 2) array → (m,) array, R² − ‖Φ(x) − c‖²
    features : (str, str), names of the axes
    title : str, of the whole figure
    alt : str or None, to replace the alternative text

    Returns
    -------
    Picture
    """
    X, _, _, features = labeled_points(data, features=features)
    grid, said = Grid.around(X), []
    with style():
        columns = min(len(panels), PANELS_A_ROW)
        figure, row = make_panels(
            list(panels), columns, *plane_panel_size(columns, 4.2, [grid.extent]), title=title, room=0.5
        )
        for axes, (name, (solution, kernel)) in zip(row, panels.items(), strict=True):
            draw_field(axes, grid, grid.evaluate(_depth_in(kernel, X, solution)), 0.0, "R² = ‖Φ(x) − c‖²")
            draw_two_classes(axes, X, solution.y, solution.surface, solution.misplaced)
            axes.set(xlabel=features[0], ylabel=features[1])
            axes.set_aspect("equal")
            where = say_two_classes(solution.y, solution.inside, solution.surface, solution.misplaced)
            said.append(f"{name}: {where}.")
        legend_below(figure, *row, columns=5)
    return Picture(figure, alt or f"Balls for two classes{in_brackets(title)}. {' '.join(said)}")


@drawn()
def balls_of_several_sets(panels, *, title="", alt=None):
    """Show balls of one class, each of a data set of its own.

    Parameters
    ----------
    panels : dict by title of ((n, 2) array, SVDDSolution, Kernel), or a function as in `two_class_balls`
    title : str
    alt : str or None

    Returns
    -------
    Picture
    """
    grids, said = [Grid.around(X) for X, _, _ in panels.values()], []
    with style():
        columns = min(len(panels), PANELS_A_ROW)
        figure, row = make_panels(
            list(panels),
            columns,
            *plane_panel_size(columns, 4.2, [grid.extent for grid in grids]),
            title=title,
            room=0.5,
        )
        for axes, grid, (name, (X, solution, kernel)) in zip(row, grids, panels.items(), strict=True):
            draw_field(axes, grid, grid.evaluate(_depth_in(kernel, X, solution)), 0.0, "R² = ‖Φ(x) − c‖²")
            draw_two_classes(axes, X, solution.y, solution.surface, solution.misplaced)
            axes.set(xlabel="x₁", ylabel="x₂")
            axes.set_aspect("equal")
            where = say_two_classes(solution.y, solution.inside, solution.surface, solution.misplaced)
            said.append(f"{name}: {where}.")
        legend_below(figure, *row, columns=5)
    return Picture(figure, alt or f"Balls{in_brackets(title)}. {' '.join(said)}")


STRETCHED = 0.02  # of the largest depth: nearer to the surface the axis is linear, farther off logarithmic


@drawn(solution=made_by(SVDDSolution))
def signed_weight_per_point(solution, *, title="", alt=None):
    """Show α'ᵢ against how deep in the ball the point lies: targets above 0, outliers below.

    Parameters
    ----------
    solution : SVDDSolution
    title : str
    alt : str or None

    Returns
    -------
    Picture
    """
    depth, signed, y = solution.R2 - solution.squared_distances, solution.signed, solution.y
    # On the surface the depth is 0 up to the tolerance of the solver.
    depth = np.where(solution.surface, 0.0, depth)
    points = np.column_stack([depth, signed])
    with style():
        figure = make_figure(7.2, 3.9)
        axes = figure.subplots()
        axes.set_xscale("symlog", linthresh=STRETCHED * np.abs(depth).max() or 1.0)
        axes.vlines(depth, 0, signed, color="#999999", linewidth=0.9, zorder=1)
        axes.axvline(0, color=BLACK, linewidth=1.2, zorder=1)
        draw_points(axes, points[y > 0], BLUE, "o", 26, CLASS_WORDS[0])
        draw_points(axes, points[y < 0], ORANGE, "^", 28, CLASS_WORDS[1])
        draw_height(axes, solution.C, "±C")
        draw_height(axes, -solution.C, None)
        axes.set(
            xlabel="R² − ‖Φ(xᵢ) − c‖²: in the ball to the right", ylabel="signed weight α'ᵢ", title=title
        )
        ends = sorted({depth.min(), 0.0, depth.max()})
        axes.set_xticks(ends, [number(end) for end in ends])
        axes.xaxis.set_minor_locator(NullLocator())
        legend_below(figure, axes, columns=5)
    where = say_two_classes(y, solution.inside, solution.surface, solution.misplaced)
    return Picture(
        figure,
        alt
        or f"Signed weights of {count(len(y), 'point')} against their depth in the ball{in_brackets(title)}, "
        f"bounds ±{number(solution.C)}. {where}; all other weights are 0.",
    )


@drawn(rows=by_name(as_panel))
def accuracies(rows, *, title="", xlabel="test accuracy in %", alt=None):
    """Show distributions of accuracies as points with their mean, and what was published as a cross.

    Parameters
    ----------
    rows : dict by label of ((r,) array_like, float or None): the accuracies, and what was published
    title, xlabel : str
    alt : str or None

    Returns
    -------
    Picture
    """
    rows = {name: (as_vector(found, name), published) for name, (found, published) in rows.items()}
    said = []
    with style():
        figure = make_figure(8.0, 1.3 + 0.34 * len(rows))
        axes = figure.subplots()
        for at, (name, (found, published)) in enumerate(rows.items()):
            within = np.linspace(-0.22, 0.22, len(found))  # beside each other, in the order of the draws
            first = at == 0
            axes.scatter(
                found, at + within, s=11, c=BLUE, alpha=0.6, linewidths=0, label="a draw" * first, zorder=2
            )
            axes.plot(
                found.mean(),
                at,
                "D",
                ms=8,
                mfc="white",
                mec=BLACK,
                label="mean of the draws" * first,
                zorder=4,
            )
            said.append(f"{name}: {found.min():.0f} to {found.max():.0f}, mean {found.mean():.1f}")
            if published is not None:
                axes.plot(
                    published,
                    at,
                    "X",
                    ms=11,
                    mfc=VERMILLION,
                    mec="white",
                    label="published" * first,
                    zorder=5,
                )
                said[-1] += f", published {published:g}"
        axes.set_yticks(range(len(rows)), list(rows))
        axes.set(xlabel=xlabel, title=title, ylim=(len(rows) - 0.5, -0.5))
        axes.grid(True, axis="x", color=GRAY, alpha=0.2)
        axes.xaxis.set_major_locator(MaxNLocator(8, steps=[1, 2, 5, 10]))
        legend_below(figure, axes)
    return Picture(figure, alt or f"{xlabel}{in_brackets(title)}. {'. '.join(said)}.")
