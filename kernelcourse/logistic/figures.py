"""The pictures of chapter 11: probabilities in the plane, surprises, gaps, accuracies over draws and epochs."""

import numpy as np
from matplotlib.colors import ListedColormap
from matplotlib.ticker import MaxNLocator
from scipy.special import entr, logit

from kernelcourse.drawing.figure_parts import Grid, draw_classes, draw_level, fill_axes, legend_below
from kernelcourse.drawing.figure_style import (
    BLACK,
    BLUE,
    COLORS,
    FIELD,
    GRAY,
    LINE_STYLES,
    MARKERS,
    VERMILLION,
    WIDEST,
    Picture,
    as_panel,
    count,
    drawn,
    in_brackets,
    labeled_points,
    make_figure,
    make_panels,
    number,
    style,
)
from kernelcourse.logistic.draws import derivatives_along
from kernelsy19.datasets import Dataset
from kernelsy19.logistic.equations import probability
from kernelsy19.signatures import by_name, made_by, number_from, one_each
from kernelsy19.validation import as_gram, as_vector

# Shades of a probability, an eighth each: blue where class 0 is the likelier, orange where class 1 is.
SHADES = ListedColormap(FIELD.colors[::-1], name="probability")


LEAST_PRICED = 0.005, 0.995  # probabilities whose price is drawn; that of 0 and 1 has no bound
SURE = 1e-12  # of a probability nearer to 0 or 1 than this the picture knows no more


def draw_probability(axes, grid, h):
    """Shade the plane by the probability of class 1, with lines at 1/2 and at 0.1 and 0.9.

    Parameters
    ----------
    axes : matplotlib Axes
    grid : Grid
    h : (rows, columns) array, from 0 to 1

    Returns
    -------
    the filled contour set
    """
    shades = axes.contourf(
        grid.x, grid.y, h, levels=np.linspace(0, 1, SHADES.N + 1), colors=SHADES.colors, zorder=0
    )
    scores = logit(np.clip(h, SURE, 1 - SURE))  # between samples these are nearer to straight
    draw_level(axes, grid, scores, logit(0.1), "h = 0.1 and 0.9", GRAY, 0.8)
    draw_level(axes, grid, scores, logit(0.9), None, GRAY, 0.8)
    draw_level(axes, grid, scores, 0.0, "h = 1/2")
    fill_axes(axes, grid)
    return shades


def _grid_of_shares(h, y):
    """Shares of points on the wrong side of 1/2, in words."""
    wrong = int(np.sum((h > 0.5) != (y == y.max())))
    return f"{wrong} of {count(len(y), 'point')} on the wrong side of h = 1/2"


@drawn(data=made_by(Dataset))
def probabilities(data, function, *, title="", alt=None):
    """Show the probability of the second class in the plane, with the labeled points on top.

    Parameters
    ----------
    data : Dataset of two columns and two classes
    function : callable, (m, 2) array → (m,) array, probabilities of the second class
    title : str
    alt : str or None, to replace the alternative text

    Returns
    -------
    Picture
    """
    X, y, names, features = labeled_points(data)
    grid = Grid.around(X)
    with style():
        figure = make_figure(6.8, 3.4)
        axes = figure.subplots()
        shades = draw_probability(axes, grid, grid.evaluate(function))
        draw_classes(axes, X, y, names)
        figure.colorbar(shades, ax=axes, label=f"probability of {names[1]}")
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        legend_below(figure, axes)
    return Picture(
        figure,
        alt
        or f"Probability of {names[1]} in the plane{in_brackets(title)}: {_grid_of_shares(function(X), y)}.",
    )


@drawn()
def probability_panels(panels, *, columns=3, title="", alt=None):
    """Show the probabilities of several models, a panel each.

    Parameters
    ----------
    panels : dict by title of (Dataset of two columns and two classes, callable as in `probabilities`)
    columns : int, panels a row
    title : str
    alt : as in `probabilities`

    Returns
    -------
    Picture
    """
    columns = min(columns, len(panels))
    said, called = [], {labeled_points(data)[2] for data, _ in panels.values()}
    with style():
        figure, axes = make_panels(
            list(panels),
            columns,
            WIDEST / columns,
            6.6 / columns + 0.4,
            title=title,
            room=0.7 if title else 0.4,
            title_size=10,
        )
        for place, (name, (data, function)) in zip(axes, panels.items(), strict=True):
            X, y, names, _ = labeled_points(data)
            grid = Grid.around(X, size=90)
            draw_probability(place, grid, grid.evaluate(function))
            draw_classes(place, X, y, names if len(called) == 1 else ("class 0", "class 1"), size=12)
            place.tick_params(labelsize=8)
            said.append(f"{name}: {_grid_of_shares(function(X), y)}")
        legend_below(figure, axes[0])
    return Picture(
        figure,
        alt or f"{count(len(panels), 'plane')} of probabilities{in_brackets(title)}. {'; '.join(said)}.",
    )


@drawn(scores=as_vector, y=one_each("scores"))
def surprise_per_point(scores, y, *, title="", alt=None):
    """Show the logistic curve, the labels as points, and from each label a stroke to the curve: its surprise.

    Parameters
    ----------
    scores : (n,) array_like
    y : (n,) array_like of 0 and 1
    title : str
    alt : as in `probabilities`

    Returns
    -------
    Picture
    """
    f, y = as_vector(scores, "scores"), as_vector(y, "y")
    with style():
        figure = make_figure(6.8, 2.7)
        axes = figure.subplots()
        _draw_surprises(axes, f, y)
        axes.set(title=title)
        legend_below(figure, axes)
    return Picture(figure, alt or _surprises_in_words(f, y, in_brackets(title)))


def _draw_surprises(axes, f, y):
    """The logistic curve, and a stroke from each label to it."""
    reach = 1.08 * max(4.0, np.abs(f).max())
    line = np.linspace(-reach, reach, 300)
    axes.plot(line, probability(line), color=BLACK, label="h = 1/(1 + exp(−f))")
    axes.vlines(
        f, y, probability(f), color=VERMILLION, linewidth=0.9, alpha=0.8, label="miss: y − h", zorder=1
    )
    draw_classes(axes, np.column_stack([f, y]), y.astype(int), ("y = 0", "y = 1"), size=16)
    axes.set(xlabel="score f of the point", ylabel="probability of class 1")
    axes.set_yticks([0, 0.5, 1])


def _surprises_in_words(f, y, named):
    surprise = np.abs(y - probability(f))
    return (
        f"The logistic curve over the scores of {count(len(f), 'point')}{named}, and a stroke from each label to the "
        f"curve. Scores go from {number(f.min())} to {number(f.max())}; the longest stroke is "
        f"{number(surprise.max())}, the mean {number(surprise.mean())}."
    )


@drawn(scores=as_vector, y=one_each("scores"))
def surprise_and_price(scores, y, *, title="", alt=None):
    """Show the surprise of each point as `surprise_per_point` does, and beside it what a probability costs.

    Parameters
    ----------
    scores : (n,) array_like
    y : (n,) array_like of 0 and 1
    title : str
    alt : as in `probabilities`

    Returns
    -------
    Picture
    """
    f, y = as_vector(scores, "scores"), as_vector(y, "y")
    h = np.linspace(*LEAST_PRICED, 199)
    with style():
        figure, (left, right) = make_panels(
            ["From a score to a probability", "What a probability costs"],
            2,
            WIDEST / 2,
            2.7,
            title=title,
            room=0.5,
        )
        _draw_surprises(left, f, y)
        right.plot(h, -np.log(h), color=COLORS[1], linestyle=LINE_STYLES[1], label="y = 1 costs −log h")
        right.plot(
            h, -np.log(1 - h), color=COLORS[0], linestyle=LINE_STYLES[2], label="y = 0 costs −log(1 − h)"
        )
        right.set(xlabel="probability h of class 1", ylabel="price (nats)")
        legend_below(figure, left, right, columns=3)
    return Picture(
        figure,
        alt
        or f"{_surprises_in_words(f, y, in_brackets(title))} Beside it the prices −log h and −log(1 − h) against h: "
        f"each falls from {number(-np.log(h[0]))} to nearly 0, in opposite directions.",
    )


@drawn()
def curve_panels(panels, *, title="", alt=None):
    """Show curves that explain an idea, a panel each.

    Parameters
    ----------
    panels : dict by title of (x, curves, xlabel, ylabel): an (m,) array, a dict by name of (m,) arrays, two str
    title : str
    alt : as in `probabilities`

    Returns
    -------
    Picture
    """
    said = []
    width = WIDEST / 2 if len(panels) > 1 else 6.8
    with style():
        figure, axes = make_panels(list(panels), 2, width, 2.5, title=title, room=0.6)
        for place, (name, (x, curves, xlabel, ylabel)) in zip(axes, panels.items(), strict=True):
            x = as_vector(x, "x")
            for k, (label, values) in enumerate(curves.items()):
                values = as_vector(values, label, len(x))
                place.plot(
                    x, values, color=COLORS[k], linestyle=LINE_STYLES[k % len(LINE_STYLES)], label=label
                )
                said.append(f"{name}, {label}: from {number(values[0])} at the left to {number(values[-1])}")
            place.set(xlabel=xlabel, ylabel=ylabel)
        legend_below(figure, *axes, columns=len(axes) if len(axes) > 1 else 3)
    return Picture(
        figure, alt or f"{count(len(panels), 'panel')} of curves{in_brackets(title)}. {'; '.join(said)}."
    )


@drawn(K=as_gram, theta=one_each("K"), y=one_each("K"), lam=number_from(0), at=as_vector, slopes=as_vector)
def parabolas_and_tangents(K, theta, y, lam, *, at=(0.0,), slopes=(0.2, 0.7), title="", alt=None):
    """Show Newton's parabolas along a line of coefficients, and beside them tangents to the price of one point.

    Parameters
    ----------
    K : (n, n) array_like, Gram matrix
    theta : (n,) array_like, the line goes through 0 and these coefficients
    y : (n,) array_like of 0 and 1
    lam : float > 0, λ
    at : sequence of float, where on the line a parabola touches P: 0 at 0 and 1 at θ
    slopes : sequence of float in (0, 1): a tangent falls with each of them
    title : str
    alt : as in `probabilities`

    Returns
    -------
    Picture
    """
    c, tf = np.linspace(-0.1, 1.2, 81), np.linspace(-4, 4, 161)
    along = {"P": [derivatives_along(place, K, theta, y, lam)[0] for place in c]}
    for place in at:
        value, slope, bend = derivatives_along(place, K, theta, y, lam)
        along[f"parabola at {place:.2g}"] = value + slope * (c - place) + bend * (c - place) ** 2 / 2
    below = {"price of a point": np.logaddexp(0, -tf)}
    for s in slopes:
        below[f"tangent, s = {s:g}"] = entr(s) + entr(1 - s) - s * tf
    panels = {"P along a line, and parabolas": (c, along, "c", "nats")}
    panels |= {"A price, and tangents": (tf, below, "tᵢ f(xᵢ)", "nats")}
    return curve_panels(panels, title=title, alt=alt)


@drawn(runs=by_name(as_vector))
def closing_gaps(runs, *, xlabel, lowest=1e-12, title="", alt=None):
    """Show how far several runs are from the minimum, on a logarithmic axis.

    Parameters
    ----------
    runs : dict by name of (m,) array_like: the duality gap at first, and after each step
    xlabel : str
    lowest : float > 0; smaller gaps are drawn here
    title : str
    alt : as in `probabilities`

    Returns
    -------
    Picture
    """
    said = []
    with style():
        figure = make_figure(6.8, 2.8)
        axes = figure.subplots()
        for k, (name, gaps) in enumerate(runs.items()):
            axes.plot(
                np.arange(len(gaps)),
                np.maximum(gaps, lowest),
                color=COLORS[k],
                linestyle=LINE_STYLES[k % len(LINE_STYLES)],
                marker=MARKERS[k],
                markevery=max(1, len(gaps) // 12),
                markersize=5,
                label=name,
            )
            end = number(gaps[-1]) if gaps[-1] > 1e-6 else "below 1e-6"
            said.append(f"{name} from {number(gaps[0])} to {end} in {len(gaps) - 1}")
        axes.set(xlabel=xlabel, ylabel="duality gap (nats)", yscale="log", title=title)
        legend_below(figure, axes)
    return Picture(figure, alt or f"Duality gap against {xlabel}{in_brackets(title)}: {'; '.join(said)}.")


@drawn(curves=by_name(by_name(as_panel)))
def accuracy_over_epochs(curves, *, marked=None, title="", alt=None):
    """Show the accuracy of several runs against the epoch, a panel each family.

    Parameters
    ----------
    curves : dict by family of dicts by parameter of (epochs, accuracy in %), each two arrays of one length
    marked : float or None, an epoch to be marked by a line
    title : str
    alt : as in `probabilities`

    Returns
    -------
    Picture
    """
    said = []
    with style():
        figure, axes = make_panels(
            list(curves), 3, WIDEST / 3, 2.6, title=title, room=1.0 if title else 0.7, sharey=True
        )
        for place, (panel, runs) in zip(axes, curves.items(), strict=True):
            for k, (name, (epochs, accuracy)) in enumerate(runs.items()):
                place.plot(
                    epochs,
                    accuracy,
                    color=COLORS[k],
                    linestyle=LINE_STYLES[k],
                    marker=MARKERS[k],
                    markersize=4,
                    label=f"{panel}, {name}",
                )
            ends = "; ".join(
                f"{name} from {number(accuracy[0])} to {number(accuracy[-1])}"
                for name, (_, accuracy) in runs.items()
            )
            said.append(f"{panel}: {ends}")
            if marked is not None:
                place.axvline(marked, color=GRAY, linestyle=":", linewidth=1.2)
            place.set(xscale="log", xlabel="epochs")
        axes[0].set_ylabel("accuracy (%)")
        legend_below(figure, *axes, columns=len(axes))  # filled column by column: each panel has its own
    return Picture(figure, alt or f"Accuracy in % against epochs{in_brackets(title)}. {'. '.join(said)}.")


@drawn(accuracies=by_name(as_panel))
def accuracy_over_draws(accuracies, *, published=None, title="", alt=None):
    """Show how often each accuracy came out over many draws, a column each method; areas count draws.

    Parameters
    ----------
    accuracies : dict by method of (m,) array_like, in %
    published : dict by method of float, or None
    title : str
    alt : as in `probabilities`

    Returns
    -------
    Picture
    """
    published = published or {}
    said = []
    with style():
        figure = make_figure(7.6, 2.8)
        axes = figure.subplots()
        for k, (name, values) in enumerate(accuracies.items()):
            values = as_vector(values, name)
            levels, counts = np.unique(values.round(6), return_counts=True)
            axes.scatter(
                np.full(len(levels), k),
                levels,
                s=500 * counts / len(values),
                color=BLUE,
                alpha=0.55,
                edgecolors="none",
                label="draws (area: how many)" if k == 0 else None,
            )
            axes.plot(
                [k - 0.25, k + 0.25],
                [values.mean()] * 2,
                color=BLACK,
                linewidth=2,
                label="their mean" if k == 0 else None,
            )
            if name in published:
                axes.plot(
                    [k],
                    [published[name]],
                    marker="X",
                    markersize=9,
                    markerfacecolor=VERMILLION,
                    markeredgecolor="black",
                    linestyle="none",
                    label="published" if name == next(iter(published)) else None,
                )
            said.append(
                f"{' '.join(name.split())}: mean {number(values.mean())}, "
                f"from {number(values.min())} to {number(values.max())}"
            )
        axes.set_xticks(range(len(accuracies)), list(accuracies))
        axes.set(
            ylabel="accuracy on test points (%)",
            title=title,
            xlim=(-0.6, len(accuracies) - 0.4),
            ylim=(0, 114),
        )
        axes.yaxis.set_major_locator(MaxNLocator(6))
        legend_below(figure, axes)
    return Picture(
        figure,
        alt
        or f"Accuracy in % over {count(len(next(iter(accuracies.values()))), 'draw')}{in_brackets(title)}. "
        f"{'; '.join(said)}.",
    )
