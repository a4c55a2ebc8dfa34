"""The pictures of chapter 04: several regions side by side, what ν bounds, and the cap that ball and plane cut off."""

import numpy as np
from matplotlib.patches import Circle
from sklearn.utils.validation import check_is_fitted

from kernelcourse.drawing.figure_parts import (
    Grid,
    as_kinds,
    draw_field,
    draw_kinds,
    draw_level,
    draw_points,
    draw_shares,
    fill_axes,
    legend_below,
    say_kinds,
    scale_alike,
)
from kernelcourse.drawing.figure_style import (
    BLUE,
    GRAY,
    KIND_LABELS,
    KINDS,
    ORANGE,
    PANELS_A_ROW,
    SKY,
    VERMILLION,
    Picture,
    drawn,
    in_brackets,
    labeled_points,
    make_figure,
    make_panels,
    number,
    pale,
    panel_size,
    style,
)
from kernelcourse.one_class.experiments import Comparison
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.one_class.equations import threshold
from kernelsy19.signatures import fitting, made_by
from kernelsy19.validation import as_matrix, as_number, as_vector


@drawn()
def balls(data, panels, *, features=None, label="R² = ‖Φ(x) − c‖²", title="", alt=None):
    """Show several minimum-volume balls of one data set side by side.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    panels : dict by title of a fitted MinimumVolumeBall, or of (kinds, function) as in `ball_in_plane`
    label : str, name of the boundary in the legend
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, _, _, features = labeled_points(data, features=features)
    panels = {name: _kinds_and_decision(panel, len(X)) for name, panel in panels.items()}
    grid = Grid.around(X)
    with style():
        columns = min(len(panels), PANELS_A_ROW)
        figure, row = make_panels(list(panels), columns, *panel_size(columns, 4.2, 3.6), title=title)
        for axes, (kinds, function) in zip(row, panels.values(), strict=True):
            draw_field(axes, grid, grid.evaluate(function), 0.0, label)
            draw_kinds(axes, X, kinds)
            axes.set(xlabel=features[0], ylabel=features[1])
            scale_alike(axes, features)
        legend_below(figure, *row)
    said = " ".join(f"{name}: {say_kinds(kinds)}." for name, (kinds, _) in panels.items())
    return Picture(figure, alt or f"Minimum-volume balls{in_brackets(title)}. {said}")


def _kinds_and_decision(panel, n):
    """The kinds of n points, and what is zero on the boundary."""
    if isinstance(panel, MinimumVolumeBall):
        check_is_fitted(panel)
        panel = panel.solution_.kinds, panel.decision_function
    kinds, function = panel
    return as_kinds(kinds, n), function


@drawn(comparison=made_by(Comparison))
def detectors(comparison, *, title="", alt=None):
    """Show what several outlier detectors enclose, a row a data set and a column a detector.

    Parameters
    ----------
    comparison : Comparison
    title : str
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    names, columns = list(comparison.sets), comparison.detectors
    regions = [comparison.region(name, column) for name in names for column in columns]
    titles = [f"{region.missed} + {region.false_alarms}" for region in regions]
    titles[: len(columns)] = [f"{column}\n{text}" for column, text in zip(columns, titles, strict=False)]
    grid = Grid(comparison.axis, comparison.axis)
    with style():
        figure, panels = make_panels(
            titles, len(columns), 1.9, 1.65, title=title, room=0.6, title_size=9, sharex=True, sharey=True
        )
        for axes, region in zip(panels, regions, strict=True):
            _draw_region(axes, grid, region.values, comparison.sets[region.data])
        for axes, name in zip(panels[:: len(columns)], names, strict=True):
            axes.set_ylabel(f"{name}\nx₂")
        for axes in panels[-len(columns) :]:
            axes.set_xlabel("x₁")
        legend_below(figure, panels[0])
    said = " ".join(
        f"{r.data}, {r.detector}: area {r.area:.0f}, {r.missed} outliers missed, {r.false_alarms} false alarms."
        for r in comparison.regions
    )
    return Picture(figure, alt or f"Regions of {len(columns)} outlier detectors{in_brackets(title)}. {said}")


def _draw_region(axes, grid, values, data):
    """Draw where a detector sees no outlier, and the points, regular ones and outliers."""
    axes.contourf(grid.x, grid.y, values >= 0, levels=[0.5, 1.5], colors=["#D6EAF5"], zorder=0)
    draw_level(axes, grid, values, 0.0, "boundary", linewidth=1.4)
    draw_points(axes, data.X[data.y == 0], BLUE, "o", 13, "regular point")
    draw_points(axes, data.X[data.y == 1], ORANGE, "^", 13, "outlier")
    fill_axes(axes, grid)
    axes.set_aspect("equal")


@drawn()
def shares(nu, outliers, support_vectors, *, title="", alt=None):
    """Show the shares of outliers and of support vectors against ν, which lies between them.

    Parameters
    ----------
    nu : (m,) array_like, in (0, 1]
    outliers, support_vectors : (m,) array_like, shares in [0, 1]
    title : str
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    nu = as_vector(nu, "nu")
    outliers, vectors = (
        as_vector(outliers, "outliers", len(nu)),
        as_vector(support_vectors, "support_vectors", len(nu)),
    )
    with style():
        figure = make_figure(6.0, 4.0)
        axes = figure.subplots()
        draw_shares(axes, nu, outliers, vectors)
        axes.set_title(title)
        legend_below(figure, axes)
    return Picture(
        figure,
        alt
        or f"Shares against ν from {number(nu.min())} to {number(nu.max())}{in_brackets(title)}: outliers from "
        f"{number(outliers[0])} to {number(outliers[-1])}, support vectors from {number(vectors[0])} to "
        f"{number(vectors[-1])}. Outliers exceed ν {np.sum(outliers > nu + 1e-12)} times, "
        f"support vectors fall below it {np.sum(vectors < nu - 1e-12)} times.",
    )


ONE_LENGTH = 1e-9  # share of the largest squared length by which those of points on one sphere may differ


@drawn(
    points=lambda v, name: as_matrix(v, name, 3),
    c=lambda v, name: as_vector(v, name, 3),
    kinds=fitting(lambda v, name, given: as_kinds(v, len(given["points"]))),
)
def cap_and_plane(points, c, R2, kinds, *, title="", alt=None):
    """Show points on a sphere about the origin, and how a ball and a plane cut the same cap off that sphere.

    On the left the sphere in space, on the right the section through the origin and the center of the ball: each point
    is turned about the axis through both until it lies in the section, which changes none of its distances to them.

    Parameters
    ----------
    points : (n, 3) array_like, all of one length
    c : (3,) array_like, center of the ball, not the origin
    R2 : float > 0, squared radius of the ball, whose surface meets the sphere
    kinds : (n,) array_like of "inside", "surface", "outlier"
    title, alt : as in `scatter`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the points differ in length, the center is the origin, or ball and sphere do not meet.
    """
    R2, lengths = as_number(R2, "R2", 0, closed="neither"), (points**2).sum(axis=1)
    kappa, norm = lengths.mean(), float(np.linalg.norm(c))
    if np.ptp(lengths) > ONE_LENGTH * kappa:
        raise ValueError(
            f"points must have one length, got squared lengths from {lengths.min()} to {lengths.max()}."
        )
    height = threshold(kappa, norm**2, R2) / norm if norm else np.inf
    if abs(height) >= kappa**0.5:
        raise ValueError(f"the ball must meet the sphere of the points, got c = {c} and R² = {R2}.")
    turned = points @ _frame(c, points)
    with style():
        figure = make_figure(9.6, 4.6)
        panels = figure.add_gridspec(1, 2, width_ratios=(1, 1.1))
        space, section = figure.add_subplot(panels[0], projection="3d"), figure.add_subplot(panels[1])
        _draw_sphere(space, kappa**0.5, height)
        for kind, marks in KINDS.items():
            space.scatter(*turned[kinds == kind].T, depthshade=False, label=KIND_LABELS[kind], **marks)
        _draw_section(section, kappa**0.5, norm, R2**0.5, height)
        across = np.where(turned[:, 0] < 0, -1, 1) * np.hypot(turned[:, 0], turned[:, 1])
        draw_kinds(section, np.column_stack([across, turned[:, 2]]), kinds)
        space.set_title("the sphere of the mapped points", y=0.98)
        section.set_title("cut through the origin and c")
        if title:
            figure.suptitle(title)
        legend_below(figure, section, columns=3)
    return Picture(
        figure,
        alt
        or f"A sphere of radius {number(kappa**0.5)} about the origin{in_brackets(title)}, in space and in section. A "
        f"plane at distance {number(height)} from the origin and a ball of radius {number(R2**0.5)}, whose center is "
        f"at distance {number(norm)}, cut the same cap off it. {say_kinds(kinds)}.",
    )


def _frame(c, points):
    """Three axes as columns: the last one points to c, the first one where the points vary most across it."""
    up = c / np.linalg.norm(c)
    across = points - np.outer(points @ up, up)
    first = np.linalg.svd(across, full_matrices=False)[2][0]
    first -= (first @ up) * up
    first /= np.linalg.norm(first)
    first *= np.sign(first[np.abs(first).argmax()])
    return np.column_stack([first, np.cross(up, first), up])


def _draw_sphere(axes, radius, height):
    """Draw a sphere as a net, its cap above a height, and a square of the plane there."""
    angle, side = np.linspace(0, 2 * np.pi, 49), np.array([[-1.25, 1.25]]) * radius
    net = {"linewidth": 0.5, "rcount": 7, "ccount": 16}
    for start, end, color in ((-radius, height, "#CCCCCC"), (height, radius, BLUE)):
        z = radius * np.sin(np.linspace(*np.arcsin(np.array([start, end]) / radius), 7))[:, None]
        around = np.sqrt(np.maximum(radius**2 - z**2, 0))
        axes.plot_wireframe(around * np.cos(angle), around * np.sin(angle), z + 0 * angle, color=color, **net)
    axes.plot_surface(side, side.T, np.full((2, 2), height), color=ORANGE, alpha=0.3, shade=False)
    rim = np.sqrt(radius**2 - height**2)
    axes.plot(rim * np.cos(angle), rim * np.sin(angle), height, color="black", linewidth=1.8)
    axes.set(xlim=(-radius, radius), ylim=(-radius, radius), zlim=(-radius, radius))
    axes.set_box_aspect((1, 1, 1), zoom=1.25)
    axes.view_init(elev=14, azim=-70)
    axes.set_axis_off()


def _draw_section(axes, radius, norm, R, height):
    """Draw the circles of sphere and ball, the line of the plane, and the arrow from the origin to the center."""
    axes.add_patch(Circle((0, norm), R, facecolor=pale(SKY), edgecolor=BLUE, linewidth=1.6, label="the ball"))
    axes.add_patch(
        Circle((0, 0), radius, facecolor="none", edgecolor=GRAY, linewidth=1.2, label="sphere of the Φ(x)")
    )
    axes.axhline(
        height, color=VERMILLION, linewidth=1.8, linestyle="--", label="plane ⟨w, Φ(x)⟩ = ρ", zorder=2
    )
    arrow = {"arrowstyle": "-|>", "color": "black", "linewidth": 1.4, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", xy=(0, norm), xytext=(0, 0), arrowprops=arrow, zorder=5)
    axes.annotate("c = w", (0, norm), xytext=(7, -3), textcoords="offset points", zorder=6)
    axes.annotate("0", (0, 0), xytext=(-3, -13), textcoords="offset points", zorder=6)
    axes.plot(0, 0, marker="o", color="black", markersize=4, zorder=5)
    lowest, highest = min(-radius, norm - R), max(radius, norm + R)
    room, wide = 0.08 * radius, max(radius, R)
    axes.set(xlim=(-wide - room, wide + room), ylim=(lowest - room, highest + room))
    axes.set(xlabel="distance from the axis", ylabel="along w")
    axes.set_aspect("equal")
