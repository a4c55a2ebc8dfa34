"""The pictures of chapter 04: several regions side by side, what ν bounds, and the cap that ball and plane cut off."""

import numpy as np
from sklearn.utils.validation import check_is_fitted

from kernelcourse.drawing.data_planes import Grid, labeled_points
from kernelcourse.drawing.marks import (
    Area,
    Curve,
    Points,
    Rule,
    Segments,
    SpaceCurve,
    SpacePoints,
    SpaceSheet,
    Words,
    shaded,
)
from kernelcourse.drawing.panels import around, circle, field, kind_points, plane
from kernelcourse.drawing.picture import as_kinds, drawn, laid_out
from kernelcourse.drawing.scene import Axis, Panel
from kernelcourse.drawing.words import in_brackets, number, say_kinds
from kernelcourse.one_class.experiments import Comparison
from kernelsy19.ball import MinimumVolumeBall, shared_evenly
from kernelsy19.one_class.equations import threshold
from kernelsy19.signatures import fitting, made_by
from kernelsy19.validation import as_matrix, as_number, as_vector


@drawn()
def balls(data, panels, *, features=None, label="R² = ‖Φ(x) − c‖²", title=""):
    """Show several minimum-volume balls of one data set side by side.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    panels : dict by title of a fitted MinimumVolumeBall, or of (kinds, function) as in `ball_in_plane`
    label : str, name of the boundary
    features, title : as in `scatter`
    """
    X, _, _, features = labeled_points(data, features=features)
    panels = {name: _kinds_and_decision(panel, X) for name, panel in panels.items()}
    grid, made = Grid.around(X), []
    for name, (kinds, function) in panels.items():
        shades = field(grid, grid.evaluate(function), label=label)
        made.append(plane(grid, [shades, kind_points(X, kinds, 0.8)], features, name))
    said = " ".join(f"{name}: {say_kinds(kinds)}." for name, (kinds, _) in panels.items())
    return laid_out(made, f"Minimum-volume balls{in_brackets(title)}. {said}", title=title)


def _kinds_and_decision(panel, X):
    """The kinds of points, the same for equal ones, and what is zero on the boundary."""
    if isinstance(panel, MinimumVolumeBall):
        check_is_fitted(panel)
        panel = shared_evenly(panel.solution_, X).kinds, panel.decision_function
    kinds, function = panel
    return as_kinds(kinds, len(X)), function


@drawn(comparison=made_by(Comparison))
def detectors(comparison, *, title=""):
    """Show what several outlier detectors enclose, a row a data set and a column a detector.

    Parameters
    ----------
    comparison : Comparison
    title : str
    """
    names, columns = list(comparison.sets), comparison.detectors
    grid, made = Grid(comparison.axis, comparison.axis), []
    for name in names:
        for column in columns:
            region, data = comparison.region(name, column), comparison.sets[name]
            title_of = f"{column}\n" if name == names[0] else ""
            far = 1e6 * float(np.abs(region.values).max())  # one shade on each side
            marks = [
                shaded(grid, region.values, reach=(far, far), fine=True, width=1.4, label="boundary"),
                Points(*data.X[data.y == 0].T, "point", 0.7, label="regular point"),
                Points(*data.X[data.y == 1].T, "class 1", 0.7, label="outlier"),
            ]
            features = ("x₁", f"{name}\nx₂" if column == columns[0] else "x₂")
            made.append(
                plane(grid, marks, features, f"{title_of}{region.missed} + {region.false_alarms}", True)
            )
    said = " ".join(
        f"{r.data}, {r.detector}: area {r.area:.0f}, {r.missed} outliers missed, {r.false_alarms} false alarms."
        for r in comparison.regions
    )
    return laid_out(
        made,
        f"Regions of {len(columns)} outlier detectors{in_brackets(title)}. {said}",
        columns=len(columns),
        title=title,
    )


@drawn()
def shares(nu, outliers, support_vectors, *, title=""):
    """Show the shares of outliers and of support vectors against ν, which lies between them.

    Parameters
    ----------
    nu : (m,) array_like, in (0, 1]
    outliers, support_vectors : (m,) array_like, shares in [0, 1]
    title : str
    """
    nu = as_vector(nu, "nu")
    outliers = as_vector(outliers, "outliers", len(nu))
    vectors = as_vector(support_vectors, "support_vectors", len(nu))
    panel = Panel(
        [
            Curve([0, 1], [0, 1], "gray", 1.3, "dotted", label="ν itself"),
            Curve(nu, vectors, "blue", kind="surface", label="support vectors"),
            Curve(nu, outliers, "vermillion", dash="dashed", kind="outlier", label="outliers"),
        ],
        Axis("ν", (0, 1.03)),
        Axis("share of the points", (-0.04, 1.05)),
        title=title,
    )
    return laid_out(
        [panel],
        f"Shares against ν from {number(nu.min())} to {number(nu.max())}{in_brackets(title)}: outliers from "
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
def cap_and_plane(points, c, R2, kinds, *, title=""):
    """Show points on a sphere about the origin, and how a ball and a plane cut the same cap off that sphere.

    On the left the sphere in space, on the right the section through the origin and the center of the ball: each point
    is turned about the axis through both until it lies in the section, which changes none of its distances to them.

    Parameters
    ----------
    points : (n, 3) array_like, all of one length
    c : (3,) array_like, center of the ball, not the origin
    R2 : float > 0, squared radius of the ball, whose surface meets the sphere
    kinds : (n,) array_like of "inside", "surface", "outlier"
    title : as in `scatter`

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
    across = np.where(turned[:, 0] < 0, -1, 1) * np.hypot(turned[:, 0], turned[:, 1])
    return laid_out(
        [
            _sphere(kappa**0.5, height, turned, kinds),
            _section(kappa**0.5, norm, R2**0.5, height, np.column_stack([across, turned[:, 2]]), kinds),
        ],
        f"A sphere of radius {number(kappa**0.5)} about the origin{in_brackets(title)}, in space and in section. A "
        f"plane at distance {number(height)} from the origin and a ball of radius {number(R2**0.5)}, whose center is "
        f"at distance {number(norm)}, cut the same cap off it. {say_kinds(kinds)}.",
        height=440,
        title=title,
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


def _sphere(radius, height, points, kinds):
    """A sphere as a net, its cap above a height, and a square of the plane there."""
    rise, turn = np.arcsin(height / radius), np.linspace(0, 2 * np.pi, 49)
    side = 1.25 * radius
    square = np.array([[-side, side, side, -side], [-side, -side, side, side], [height] * 4])
    reach = {"range": (-radius, radius), "ticks": ()}
    return Panel(
        [
            SpaceCurve(*_net(radius, -np.pi / 2, rise), "faint", 0.6),
            SpaceCurve(*_net(radius, rise, np.pi / 2), "blue", 0.8),
            SpaceSheet(*square, "orange"),
            SpaceCurve(*_parallel(radius, rise, turn), "ink", 2),
            SpacePoints(*points.T, np.asarray(kinds, dtype=object)),
        ],
        Axis("", **reach),
        Axis("", **reach),
        z=Axis("", **reach),
        title="the sphere of the mapped points",
        view=(-70, 14),
    )


def _parallel(radius, rise, turn):
    """Places of a sphere at an angle above its equator, as x, y, z."""
    return np.array([radius * np.cos(rise) * np.cos(turn), radius * np.cos(rise) * np.sin(turn),
                     radius * np.sin(rise) + 0 * turn])  # fmt: skip


def _net(radius, low, high):
    """Parallels and meridians of a sphere between two angles above its equator, as one line with gaps."""
    round_about, upward = np.linspace(0, 2 * np.pi, 49), np.linspace(low, high, 13)
    parallels = [_parallel(radius, rise, round_about) for rise in np.linspace(low, high, 6)]
    meridians = [_parallel(radius, upward, turn + 0 * upward) for turn in round_about[:-1:4]]
    gap = np.full((3, 1), np.nan)
    return np.hstack([part for line in parallels + meridians for part in (line, gap)])


def _section(radius, norm, R, height, points, kinds):
    """The circles of sphere and ball, the line of the plane, and the arrow from the origin to the center."""
    half = np.sqrt(np.maximum(R**2 - np.linspace(-R, R, 121) ** 2, 0))
    wide = max(radius, R)
    corners = np.array([[-wide, min(-radius, norm - R)], [wide, max(radius, norm + R)]])
    return plane(
        around(corners, margin=0.04),
        [
            Area(np.linspace(-R, R, 121), norm + half, norm - half, "sky"),
            Curve(*circle((0, norm), R), "blue", 1.8, label="the ball"),
            Curve(*circle((0, 0), radius), "gray", 1.2, label="sphere of the Φ(x)"),
            Rule(height, "y", "orange", 1.8, "dashed", label="plane ⟨w, Φ(x)⟩ = ρ"),
            kind_points(points, kinds),
            Segments([0, 0], [0, norm], "ink", 1.4, heads=True),
            Points([0], [0], "dot", 0.6),
            Words([0, 0], [norm, 0], ["c = w", "0"], "beside"),
        ],
        ("distance from the axis", "along w"),
        "cut through the origin and c",
        equal=True,
    )
