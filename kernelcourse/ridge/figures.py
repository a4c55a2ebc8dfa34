"""The pictures of chapter 10: sums of kernel functions, fits, eigenvectors, one left out, errors."""

import numpy as np

from kernelcourse.drawing.data_planes import Grid, axis_names, widened
from kernelcourse.drawing.marks import Curve, Points, Segments, shaded
from kernelcourse.drawing.panels import LINES, axis, curves_by_name, level
from kernelcourse.drawing.picture import drawn, laid_out
from kernelcourse.drawing.scene import Axis, Panel
from kernelcourse.drawing.words import count, in_brackets, number
from kernelsy19.datasets import Dataset
from kernelsy19.ridge.equations import squared_norm
from kernelsy19.ridge.leave_one_out import LooGrid
from kernelsy19.signatures import by_name, made_by, number_from
from kernelsy19.validation import as_flag, as_function, as_integer, as_matrix, as_vector

ON_LINE = 400  # places at which a function of one variable is drawn

SHOWN_MODES = 6

SHARES_ABOVE_LEAST = (
    0.005,
    0.02,
    0.08,
    0.32,
)  # by which an error exceeds the smallest, on the lines of a map


def places_along(x, margin=0.08):
    """Places at which a function of one variable is drawn: x (n,) → (400,), rising.
    margin, share of the range of x that is added on each side"""
    return np.linspace(*widened(x, margin), ON_LINE)


@drawn(at=as_vector, norms=as_flag)
def sums_of_kernel_functions(panels, *, at=None, norms=False, xlabel="x", title=""):
    """Show functions, each with the kernel functions that it is the sum of.

    Parameters
    ----------
    panels : dict by title of (kernel, points (n,) array_like, alpha (n,) array_like)
    at : (m,) array_like, where the values of each function are marked; None for its points
    norms : bool, whether the title of each function also says ‖f‖²
    xlabel, title : as in `curves`

    Returns
    -------
    Picture
    """
    panels = {name: (k, as_vector(x, "points"), as_vector(a, "alpha")) for name, (k, x, a) in panels.items()}
    if norms:
        squares = [squared_norm(a, k(x[:, None])) for k, x, a in panels.values()]
        names = [f"{name}: ‖f‖² = {square:.0f}" for name, square in zip(panels, squares, strict=True)]
        panels = dict(zip(names, panels.values(), strict=True))
    z = places_along(np.concatenate([x for _, x, _ in panels.values()]), margin=0.25)
    parts = {name: k(z[:, None], x[:, None]) * alpha for name, (k, x, alpha) in panels.items()}
    sums = {name: each.sum(axis=1) for name, each in parts.items()}
    up = axis("f(x)", np.concatenate([v.ravel() for v in (*parts.values(), *sums.values())]))
    made, gap = [], np.nan
    for name, (kernel, x, alpha) in panels.items():
        seen = x if at is None else at
        each = np.hstack([parts[name].T, np.full((len(x), 1), gap)]).ravel()
        marks = [
            Curve(np.tile(np.append(z, gap), len(x)), each, "gray", 0.9, "dashed", label="αᵢ k(xᵢ, ·)"),
            Curve(z, sums[name], "blue", 2.4, label="f, their sum"),
            Points(x, 0 * x, "tick", label="xᵢ"),
            Points(
                seen, kernel(seen[:, None], x[:, None]) @ alpha, "now", 0.75, label="values at the points"
            ),
        ]
        made.append(Panel(marks, Axis(xlabel, (z[0], z[-1])), up, title=name))
    said = "; ".join(
        f"{' '.join(name.split())}: from {number(f.min())} to {number(f.max())}" for name, f in sums.items()
    )
    return laid_out(
        made,
        f"{count(len(sums), 'sum')} of kernel functions{in_brackets(title)}, dashed, with the sum solid. {said}.",
        height=250,
        title=title,
    )


@drawn(data=made_by(Dataset), functions=by_name(as_function), beyond=number_from(0, closed="left"))
def fits(data, functions, *, title="", beyond=0.08):
    """Show points of one variable and a target, and functions that were fitted to them.

    Parameters
    ----------
    data : Dataset of two columns; the first is the variable, the second the target
    functions : dict by label of callables, (m, 1) array → (m,) array, in units of the data
    title : as in `curves`
    beyond : float, share of the range of the variable that is shown on each side of it

    Returns
    -------
    Picture
    """
    x, y = data.X.T
    z = places_along(x, beyond)
    names = axis_names(data)
    values = {name: f(z[:, None]) for name, f in functions.items()}
    marks = [Points(x, y, "sample", label=f"{len(x)} points"), *curves_by_name(z, values)]
    said = "; ".join(
        f"{name}: {number(found[0])} at the left, {number(found[-1])} at the right"
        for name, found in values.items()
    )
    return laid_out(
        [Panel(marks, Axis(names[0], (z[0], z[-1])), axis(names[1], y, 0.15), title=title)],
        f"{names[1]} against {names[0]} of {count(len(x), 'point')}{in_brackets(title)}, with fitted functions. "
        f"{said}.",
        width=640,
        height=340,
    )


@drawn(data=made_by(Dataset), whole=as_function, without=as_function)
def one_left_out(data, i, whole, without, *, title=""):
    """Show the fit to all points beside the fit without one of them, and what both err by at this point.

    Parameters
    ----------
    data : Dataset of two columns; the first is the variable, the second the target
    i : int ≥ 0, the position of the point that is left out
    whole, without : callables, (m, 1) array → (m,) array, in units of the data
    title : as in `curves`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there is no point i.
    """
    x, y = data.X.T
    i = as_integer(i, "i", 0, len(x) - 1, "n − 1")
    z, others = places_along(x), np.arange(len(x)) != i
    own, unseen = (float(f(data.X[i : i + 1, :1])[0]) for f in (whole, without))
    names = axis_names(data)
    marks = [
        Points(x[others], y[others], "sample", 1.5, label="the others"),
        Curve(z, whole(z[:, None]), "blue", label="fit to all"),
        Curve(z, without(z[:, None]), "orange", dash="dashed", label="fit without it"),
        Segments([x[i]] * 2, [y[i], unseen], "gray", 1.4, "dotted"),
        Points(x[[i]], y[[i]], "now", label="the point that is left out"),
        Points(x[[i]], [unseen], "class 3", 1.2, label="what the others predict"),
    ]
    return laid_out(
        [Panel(marks, Axis(names[0], (z[0], z[-1])), axis(names[1], [*y, unseen], 0.15), title=title)],
        f"{count(len(x), 'point')}{in_brackets(title)}, the fit to all of them, and the fit without the one at "
        f"{names[0]} = {number(x[i])}, where {names[1]} = {number(y[i])} was measured: the fit to all predicts "
        f"{number(own)} there, the fit without the point {number(unseen)}.",
        width=640,
        height=340,
    )


@drawn(x=as_vector, vectors=as_matrix, shares=as_vector, lam=number_from(0))
def shrunk_modes(x, vectors, shares, *, lam, xlabel="x", title=""):
    """Show eigenvectors of a Gram matrix over one variable, each with the share that a penalty leaves of it.

    Parameters
    ----------
    x : (n,) array_like
    vectors : (n, q) array_like, the first six are shown
    shares : (q,) array_like, Λ/(Λ + λ)
    lam : float, λ
    xlabel, title : as in `curves`

    Returns
    -------
    Picture
    """
    V, order = np.asarray(vectors)[:, :SHOWN_MODES], np.argsort(x)
    names = [f"m = {m + 1}: {share:.1%} is left" for m, share in enumerate(shares[: V.shape[1]])]
    across, up = axis(xlabel, x, 0.03), axis("entry", V)
    up = Axis(up.label, (-max(map(abs, up.range)), max(map(abs, up.range))))
    made = []
    for name, v, share in zip(names, V.T, shares, strict=False):
        along = (1.0 if v[order[-1]] >= 0 else -1.0) * v[order]
        marks = [
            Curve(x[order], along, "gray", dash="dashed", label="eigenvector"),
            Curve(x[order], share * along, "blue", 2.4, label=f"shrunk, λ = {lam:g}"),
        ]
        made.append(Panel(marks, across, up, title=name))
    return laid_out(
        made,
        f"The first {V.shape[1]} eigenvectors of a Gram matrix over one variable{in_brackets(title)}, dashed, and "
        f"what the penalty leaves of each, solid. {'; '.join(names)}.",
        height=190,
        title=title,
    )


@drawn(grid=made_by(LooGrid))
def error_map(grid, *, unit="", title=""):
    """Show the error of points left out over all pairs of γ and λ, with the smallest marked.

    Parameters
    ----------
    grid : LooGrid of kernels with a parameter `gamma`
    unit : str, of the error
    title : as in `curves`

    Returns
    -------
    Picture
    """
    gammas = np.array([k.gamma for k in grid.kernels])
    g, j = grid.best
    least = grid.rmse[g, j]
    in_unit = f" {unit}" if unit else ""
    levels = least * (1 + np.array(SHARES_ABOVE_LEAST))
    powers = np.log10(grid.lams), np.log10(gammas)
    plane = Grid(*(np.linspace(*ends, 160) for ends in ((p[0], p[-1]) for p in powers)))
    errors = _between(grid.rmse, *powers, plane)
    steps = np.interp(errors, [least, *levels, max(grid.rmse.max(), 1.01 * levels[-1])], [5, 4, 3, 2, 1, 0])
    marks = [shaded(plane, steps, (), (0.0, 6.0), fine=True, palette="heights")]
    for at, share, dash in zip(levels, SHARES_ABOVE_LEAST, LINES, strict=True):
        marks.append(level(plane, errors, at, "gray", f"{share:.1%} more", 1.0, dash))
    marks.append(Points([powers[0][j]], [powers[1][g]], "probe", label="smallest"))
    panel = Panel(marks, _in_powers("price λ", powers[0]), _in_powers("inverse width γ", powers[1]), title=title,
                  grid=False)  # fmt: skip
    return laid_out(
        [panel],
        f"Leave-one-out error over γ and λ{in_brackets(title)}: smallest, {least:.2f}{in_unit}, at γ = "
        f"{number(gammas[g])} and λ = {number(grid.lams[j])}; largest {grid.rmse.max():.2f}{in_unit}. Lines show by "
        "how much the error exceeds the smallest.",
        width=640,
        height=360,
    )


def _between(values, across, up, plane):
    """A table of values at rising places of two axes, interpolated on a grid."""
    rows = np.array([np.interp(plane.x, across, row) for row in values])
    return np.array([np.interp(plane.y, up, column) for column in rows.T]).T


def _in_powers(label, powers):
    """A linear axis of the powers of ten, named as a logarithmic one."""
    named = Axis("", tuple(10.0 ** powers[[0, -1]]), scale="log")
    return Axis(label, tuple(powers[[0, -1]]), np.log10(named.ticks), named.names)
