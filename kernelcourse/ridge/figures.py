"""The pictures of chapter 10: sums of kernel functions, fits, eigenvectors, a point left out, errors over γ and λ."""

import numpy as np

from kernelcourse.drawing.figure_parts import legend_below, widened
from kernelcourse.drawing.figure_style import (
    BLUE,
    COLORS,
    GRAY,
    LINE_STYLES,
    ORANGE,
    PALE,
    VERMILLION,
    Picture,
    count,
    drawn,
    in_brackets,
    make_figure,
    make_panels,
    number,
    style,
)
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
    """Places at which a function of one variable is drawn.

    Parameters
    ----------
    x : (n,) array
    margin : float, share of the range of x that is added on each side

    Returns
    -------
    (400,) array, rising
    """
    return np.linspace(*widened(x, margin), ON_LINE)


@drawn(at=as_vector, norms=as_flag)
def sums_of_kernel_functions(panels, *, at=None, norms=False, xlabel="x", title="", alt=None):
    """Show functions, each with the kernel functions that it is the sum of.

    Parameters
    ----------
    panels : dict by title of (kernel, points (n,) array_like, alpha (n,) array_like)
    at : (m,) array_like, where the values of each function are marked; None for its points
    norms : bool, whether the title of each function also says ‖f‖²
    xlabel, title, alt : as in `curves`

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
    said = []
    with style():
        figure, places = make_panels(list(panels), 3, 3.4, 2.3, title=title, room=0.8, sharey=True)
        for axes, (name, (kernel, x, alpha)) in zip(places, panels.items(), strict=True):
            parts = kernel(z[:, None], x[:, None]) * alpha
            axes.plot(z, parts, color=GRAY, linewidth=0.8, linestyle="--", zorder=1)
            axes.plot([], [], color=GRAY, linewidth=0.8, linestyle="--", label="αᵢ k(xᵢ, ·)")
            axes.plot(z, parts.sum(axis=1), color=BLUE, linewidth=2.2, label="f, their sum")
            axes.plot(x, np.zeros(len(x)), "|", color=VERMILLION, markersize=10, label="xᵢ")
            seen = x if at is None else at
            axes.plot(
                seen,
                kernel(seen[:, None], x[:, None]) @ alpha,
                "o",
                color=VERMILLION,
                markersize=5,
                label="values at the points",
            )
            axes.set(xlabel=xlabel)
            said.append(
                f"{' '.join(name.split())}: from {number(parts.sum(axis=1).min())} to {number(parts.sum(axis=1).max())}"
            )
        legend_below(figure, places[0])
    return Picture(
        figure,
        alt
        or f"{count(len(said), 'sum')} of kernel functions{in_brackets(title)}, dashed, with the sum solid. "
        f"{'; '.join(said)}.",
    )


@drawn(data=made_by(Dataset), functions=by_name(as_function), beyond=number_from(0, closed="left"))
def fits(data, functions, *, title="", beyond=0.08, alt=None):
    """Show points of one variable and a target, and functions that were fitted to them.

    Parameters
    ----------
    data : Dataset of two columns; the first is the variable, the second the target
    functions : dict by label of callables, (m, 1) array → (m,) array, in units of the data
    title, alt : as in `curves`
    beyond : float, share of the range of the variable that is shown on each side of it

    Returns
    -------
    Picture
    """
    x, y = data.X.T
    z = places_along(x, beyond)
    names = [f"{n} ({u})" if u else n for n, u in zip(data.feature_names, data.units, strict=True)]
    said = []
    with style():
        figure = make_figure(6.8, 3.4)
        axes = figure.subplots()
        axes.plot(x, y, ".", color=GRAY, markersize=4, alpha=0.6, label=data.name)
        for j, (name, f) in enumerate(functions.items()):
            values = f(z[:, None])
            axes.plot(z, values, color=COLORS[j % len(COLORS)], linestyle=LINE_STYLES[j % 4], label=name)
            said.append(f"{name}: {number(values[0])} at the left, {number(values[-1])} at the right")
        axes.set(xlabel=names[0], ylabel=names[1], title=title, ylim=widened(y, 0.15))
        legend_below(figure, axes)
    return Picture(
        figure,
        alt
        or f"{names[1]} against {names[0]} of {count(len(x), 'point')}{in_brackets(title)}, with fitted functions. "
        f"{'; '.join(said)}.",
    )


@drawn(data=made_by(Dataset), whole=as_function, without=as_function)
def one_left_out(data, i, whole, without, *, title="", alt=None):
    """Show the fit to all points beside the fit without one of them, and what both err by at this point.

    Parameters
    ----------
    data : Dataset of two columns; the first is the variable, the second the target
    i : int ≥ 0, the position of the point that is left out
    whole, without : callables, (m, 1) array → (m,) array, in units of the data
    title, alt : as in `curves`

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
    names = [f"{n} ({u})" if u else n for n, u in zip(data.feature_names, data.units, strict=True)]
    with style():
        figure = make_figure(6.8, 3.4)
        axes = figure.subplots()
        axes.plot(x[others], y[others], ".", color=GRAY, markersize=7, label="the others")
        axes.plot(x[i], y[i], "s", color=VERMILLION, markersize=8, label="the point that is left out")
        axes.plot(z, whole(z[:, None]), color=BLUE, label="fit to all")
        axes.plot(z, without(z[:, None]), color=ORANGE, linestyle="--", label="fit without it")
        axes.plot([x[i]] * 2, [y[i], unseen], color=GRAY, linewidth=1.2, linestyle=":", zorder=1)
        axes.plot(
            x[i],
            unseen,
            "D",
            color="white",
            markeredgecolor=ORANGE,
            markersize=8,
            label="what the others predict",
        )
        axes.set(xlabel=names[0], ylabel=names[1], title=title, ylim=widened(y, 0.15))
        legend_below(figure, axes, columns=3)
    return Picture(
        figure,
        alt
        or f"{count(len(x), 'point')}{in_brackets(title)}, the fit to all of them, and the fit without the one at "
        f"{names[0]} = {number(x[i])}, where {names[1]} = {number(y[i])} was measured: the fit to all predicts "
        f"{number(own)} there, the fit without the point {number(unseen)}.",
    )


@drawn(x=as_vector, vectors=as_matrix, shares=as_vector, lam=number_from(0))
def shrunk_modes(x, vectors, shares, *, lam, title="", alt=None):
    """Show eigenvectors of a Gram matrix over one variable, each with the share that a penalty leaves of it.

    Parameters
    ----------
    x : (n,) array_like
    vectors : (n, q) array_like, the first six are shown
    shares : (q,) array_like, Λ/(Λ + λ)
    lam : float, λ
    title, alt : as in `curves`

    Returns
    -------
    Picture
    """
    x, shares = as_vector(x, "x"), as_vector(shares, "shares")
    V, order = np.asarray(vectors)[:, :SHOWN_MODES], np.argsort(x)
    names = [f"m = {m + 1}: {share:.1%} is left" for m, share in enumerate(shares[: V.shape[1]])]
    with style():
        figure, places = make_panels(names, 3, 3.2, 1.8, title=title, room=0.8, sharex=True, sharey=True)
        for axes, v, share in zip(places, V.T, shares, strict=False):
            sign = 1.0 if v[order[-1]] >= 0 else -1.0
            axes.plot(x[order], sign * v[order], color=GRAY, linestyle="--", label="eigenvector")
            axes.plot(
                x[order], share * sign * v[order], color=BLUE, linewidth=2.2, label=f"shrunk, λ = {lam:g}"
            )
        legend_below(figure, places[0])
    return Picture(
        figure,
        alt
        or f"The first {V.shape[1]} eigenvectors of a Gram matrix over one variable{in_brackets(title)}, dashed, and "
        f"what the penalty leaves of each, solid. {'; '.join(names)}.",
    )


@drawn(grid=made_by(LooGrid))
def error_map(grid, *, unit="", title="", alt=None):
    """Show the error of points left out over all pairs of γ and λ, with the smallest marked.

    Parameters
    ----------
    grid : LooGrid of kernels with a parameter `gamma`
    unit : str, of the error
    title, alt : as in `curves`

    Returns
    -------
    Picture
    """
    gammas = np.array([k.gamma for k in grid.kernels])
    g, j = grid.best
    least = grid.rmse[g, j]
    in_unit = f" {unit}" if unit else ""
    with style():
        figure = make_figure(6.8, 3.5)
        axes = figure.subplots()
        levels = least * (1 + np.array([0.0, *SHARES_ABOVE_LEAST]))
        filled = [*levels, max(grid.rmse.max(), levels[-1] * 1.01)]
        shades = PALE.reversed()(np.linspace(0, 1, len(levels)))
        axes.contourf(grid.lams, gammas, grid.rmse, levels=filled, colors=shades)
        axes.contour(grid.lams, gammas, grid.rmse, levels=levels[1:], colors=GRAY, linewidths=0.8)
        for share, shade in zip(SHARES_ABOVE_LEAST, shades, strict=False):
            axes.fill([], [], facecolor=shade, edgecolor=GRAY, label=f"up to {share:.1%} more")
        axes.plot(
            grid.lams[j],
            gammas[g],
            "*",
            color=VERMILLION,
            markersize=15,
            markeredgecolor="black",
            label="smallest",
        )
        axes.set(xscale="log", yscale="log", xlabel="price λ", ylabel="inverse width γ", title=title)
        legend_below(figure, axes, columns=3)
    return Picture(
        figure,
        alt
        or f"Leave-one-out error over γ and λ{in_brackets(title)}: smallest, {least:.2f}{in_unit}, at γ = "
        f"{number(gammas[g])} and λ = {number(grid.lams[j])}; largest {grid.rmse.max():.2f}{in_unit}. Lines show by "
        "how much the error exceeds the smallest.",
    )
