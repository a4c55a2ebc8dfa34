"""The pictures of chapter 13: balls for two classes, their slack and their centers, signed weights, accuracies."""

from functools import partial

import numpy as np

from kernelcourse.drawing.data_planes import Grid, labeled_points
from kernelcourse.drawing.marks import Area, Curve, Points, Rule, Segments, Stems, Words
from kernelcourse.drawing.panels import around, axis, circle, field, level, part, plane
from kernelcourse.drawing.picture import as_panel, drawn, laid_out
from kernelcourse.drawing.scene import Axis, Panel
from kernelcourse.drawing.words import count, in_brackets, number, pair
from kernelsy19.kernels import Kernel
from kernelsy19.signatures import by_name, integer_from, made_by, number_from
from kernelsy19.svdd.equations import linear_decision, slacks
from kernelsy19.svdd.plain import SVDDSolution
from kernelsy19.svdd.solve import decision_function
from kernelsy19.validation import as_number, as_signs, as_vector

CLASS_WORDS = ("target", "outlier")


def _classes(X, y, size=1.0):
    """Targets and outliers."""
    kinds = np.where(np.asarray(y) > 0, "class 0", "class 1").tolist()
    words = zip(("class 0", "class 1"), CLASS_WORDS, strict=True)
    return Points(*X.T, kinds, size, label={kind: word for kind, word in words if kind in kinds})


def two_classes(X, y, surface, misplaced):
    """Make marks of targets and outliers, with a ring at those on the surface and a cross at those on the wrong side.
    X (n, 2), y (n,) of ±1, surface and misplaced (n,) bool → list of Points"""
    return [
        _classes(X, y, 0.85),
        Points(*X[surface].T, "support", 0.85, label="on the surface"),
        Points(*X[misplaced].T, "wrong", 0.85, label="on the wrong side"),
    ]


def say_two_classes(y, inside, surface, misplaced):
    """Say how many points of which class, y (n,) of ±1, are where, by masks (n,)."""
    p, m = int((y > 0).sum()), int((y < 0).sum())
    lost, caught = int((misplaced & (y > 0)).sum()), int((misplaced & (y < 0)).sum())
    said = f"{count(int(inside.sum()), 'point')} in the ball, {surface.sum()} on its surface; "
    return said + f"{lost} of {p} targets outside" + (f", {caught} of {m} outliers inside" if m else "")


@drawn(y=as_vector)
def ball_and_wrong_sides(data, y, c, R2, *, features=None, title=""):
    """Show a ball of the plane for two classes, and an arrow from its surface to each point on the wrong side.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    y : (n,) array_like, +1 for a target, −1 for an outlier
    c : (2,) array_like, center
    R2 : float > 0, squared radius
    features, title : as in `two_class_balls`
    """
    X, _, _, features = labeled_points(data, features=features)
    y, c = as_signs(y, "y", len(X)), as_vector(c, "c", 2)
    R = as_number(R2, "R2", low=0, closed="neither") ** 0.5
    xi = slacks(R2, ((X - c) ** 2).sum(axis=1), y)
    wrong, turn = xi > 0, np.linspace(np.pi, 0, 121)
    outward = X - c + (c == X).all(axis=1)[:, None] * [1.0, 0.0]
    edges = c + R * outward / np.linalg.norm(outward, axis=1)[:, None]
    half = R * np.sin(turn)
    panel = plane(
        around(X, c + np.array([[-R, -R], [R, R]]), margin=(0.25, 0.08)),
        [
            Area(c[0] + R * np.cos(turn), c[1] + half, c[1] - half, "sky"),
            Curve(*circle(c, R), label="the ball"),
            Segments(*np.stack([edges, X], axis=1)[wrong].reshape(-1, 2).T, "vermillion", 1.8, heads=True),
            _classes(X, y, 1.1),
            Words(*X[wrong].T, [f"ξ = {number(slack)}" for slack in xi[wrong]], "beside", "vermillion"),
        ],
        features,
        title,
        equal=True,
    )
    lost, caught = ((xi > 0) & (y == sign) for sign in (1, -1))
    told = ", ".join(number(slack) for slack in np.sort(xi[xi > 0])[::-1])
    return laid_out(
        [panel],
        f"A circle of radius {number(R)} around {pair(c)}{in_brackets(title)}. "
        f"{lost.sum()} of {count(int((y > 0).sum()), 'target')} outside, {caught.sum()} of "
        f"{count(int((y < 0).sum()), 'outlier')} inside, each with an arrow from the circle"
        f"{f'; their slacks are {told}' if (xi > 0).any() else ''}.",
    )


@drawn(y=as_vector, rho=number_from(), size=integer_from(2, 2000))
def allowed_centers(data, y, R2, rho, *, size=300, title=""):
    """Show which centers of the plane no point forbids, with the squared radius held fixed and with ρ held fixed.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    y : (n,) array_like, +1 for a target, −1 for an outlier
    R2, rho : float, the squared radius of the left panel, and R² − ‖c‖² of the right one
    size : int, samples of the grid a side
    title : as in `two_class_balls`
    """
    X = labeled_points(data)[0]
    y = as_signs(y, "y", len(X))
    grid = Grid.square(X, size=size, margin=0.3)
    c = grid.points
    norms = (X**2).sum(axis=1)[:, None]
    # One row per point: how deep in the ball it lies, for each center of the grid.
    depths = {
        "R² fixed": R2 - ((c - X[:, None]) ** 2).sum(axis=2),
        "ρ = R² − ‖c‖² fixed": linear_decision(rho, norms, X @ c.T),
    }
    said, made, shape = [], [], (len(grid.y), len(grid.x))
    for name, depth in depths.items():
        least = (y[:, None] * depth).min(axis=0).reshape(shape)
        marks = [part(grid, least)]
        for sign, values in zip(y, depth, strict=True):
            marks.append(level(grid, values.reshape(shape), 0.0, "blue" if sign > 0 else "orange", width=1.2))
        made.append(
            plane(grid, [*marks, _classes(X, y, 1.2)], ("c₁", "c₂"), f"{name}\nblue: allowed", equal=True)
        )
        said.append(f"{name}: {(least >= 0).mean():.0%} of the plane shown is allowed")
    return laid_out(
        made,
        f"Centers that {count(int((y > 0).sum()), 'target')} and {count(int((y < 0).sum()), 'outlier')} allow"
        f"{in_brackets(title)}. {', bounded by arcs; '.join(said)}, bounded by straight lines.",
        title=title,
    )


def _depth_in(kernel, X, solution):
    """R² − ‖Φ(x) − c‖² as a function of points, from the kernel of a ball; such a function is left as it is."""
    return partial(decision_function, kernel, X, solution) if isinstance(kernel, Kernel) else kernel


@drawn()
def two_class_balls(data, panels, *, features=None, title=""):
    """Show balls for one or two classes side by side: boundary, classes, and who is on the wrong side.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    panels : dict by title of (SVDDSolution, Kernel), the kernel that the ball was found with; in place of the kernel
        also a function, (m, 2) array → (m,) array, R² − ‖Φ(x) − c‖²
    features : (str, str), names of the axes
    title : str, of the whole figure
    """
    X, _, _, features = labeled_points(data, features=features)
    several = {name: (X, solution, kernel) for name, (solution, kernel) in panels.items()}
    return _balls(several, features, f"Balls for two classes{in_brackets(title)}.", title)


def _balls(panels, features, told, title):
    """A panel for each ball: its shades, its boundary, and who is where."""
    made = []
    for name, (X, solution, kernel) in panels.items():
        grid = Grid.around(X)
        shades = field(grid, grid.evaluate(_depth_in(kernel, X, solution)), label="R² = ‖Φ(x) − c‖²")
        points = two_classes(X, solution.y, solution.surface, solution.misplaced)
        made.append(plane(grid, [shades, *points], features, name, equal=True))
        where = say_two_classes(solution.y, solution.inside, solution.surface, solution.misplaced)
        told += f" {name}: {where}."
    return laid_out(made, told, title=title)


@drawn()
def balls_of_several_sets(panels, *, title=""):
    """Show balls of one class, each of a data set of its own.

    Parameters
    ----------
    panels : dict by title of ((n, 2) array, SVDDSolution, Kernel), or a function as in `two_class_balls`
    title : str
    """
    return _balls(panels, ("x₁", "x₂"), f"Balls{in_brackets(title)}.", title)


STRETCHED = 0.02  # of the largest depth: nearer to the surface the axis is linear, farther off logarithmic


@drawn(solution=made_by(SVDDSolution))
def signed_weight_per_point(solution, *, title=""):
    """Show α'ᵢ against how deep in the ball the point lies: targets above 0, outliers below.

    Parameters
    ----------
    solution : SVDDSolution
    title : str
    """
    depth, signed, y = solution.R2 - solution.squared_distances, solution.signed, solution.y
    # On the surface the depth is 0 up to the tolerance of the solver.
    depth = np.where(solution.surface, 0.0, depth)
    straight = STRETCHED * float(np.abs(depth).max()) or 1.0
    ends = sorted({depth.min(), 0.0, depth.max()})
    across = Axis("R² − ‖Φ(xᵢ) − c‖²: in the ball to the right", (1.6 * ends[0] - straight, 1.6 * ends[-1] + straight),
                  ends, list(map(number, ends)), "symlog", straight)  # fmt: skip
    panel = Panel(
        [
            Stems(depth, signed),
            Rule(0, "x"),
            Rule(solution.C, "y", dash="dashed", label="±C"),
            Rule(-solution.C, "y", dash="dashed"),
            _classes(np.column_stack([depth, signed]), y, 0.9),
        ],
        across,
        axis("signed weight α'ᵢ", [-solution.C, solution.C], 0.12),
        title=title,
    )
    where = say_two_classes(y, solution.inside, solution.surface, solution.misplaced)
    return laid_out(
        [panel],
        f"Signed weights of {count(len(y), 'point')} against their depth in the ball{in_brackets(title)}, "
        f"bounds ±{number(solution.C)}. {where}; all other weights are 0.",
        width=680,
        height=360,
    )


@drawn(rows=by_name(as_panel))
def accuracies(rows, *, title="", xlabel="test accuracy in %"):
    """Show distributions of accuracies as points with their mean, and what was published as a cross.

    Parameters
    ----------
    rows : dict by label of ((r,) array_like, float or None): the accuracies, and what was published
    title, xlabel : str
    """
    rows = {name: (as_vector(found, name), published) for name, (found, published) in rows.items()}
    marks, said = [], []
    for at, (name, (found, published)) in enumerate(rows.items()):
        within = np.linspace(-0.22, 0.22, len(found))  # beside each other, in the order of the draws
        marks.append(Points(found, at + within, "point", 0.7, label="a draw" * (at == 0)))
        marks.append(Points([found.mean()], [at], "class 3", 1.3, label="mean of the draws" * (at == 0)))
        said.append(f"{name}: {found.min():.0f} to {found.max():.0f}, mean {found.mean():.1f}")
        if published is not None:
            marks.append(Points([published], [at], "outlier", 1.1, label="published"))
            said[-1] += f", published {published:g}"
    values = np.concatenate(
        [np.append(found, published or found.mean()) for found, published in rows.values()]
    )
    panel = Panel(
        marks,
        axis(xlabel, values),
        Axis("", (len(rows) - 0.5, -0.5), range(len(rows)), list(rows)),
        title=title,
    )
    return laid_out(
        [panel], f"{xlabel}{in_brackets(title)}. {'. '.join(said)}.", width=800, height=110 + 34 * len(rows)
    )
