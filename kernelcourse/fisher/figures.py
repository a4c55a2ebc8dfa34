"""The pictures of chapter 15: what a point pulls at, mixtures, Gram matrices, accuracies by the number of labels."""

import numpy as np
from matplotlib.patches import Ellipse

from kernelcourse.drawing.figure_parts import draw_classes, legend_below
from kernelcourse.drawing.figure_style import (
    BLUE,
    COLORS,
    GRAY,
    LINE_STYLES,
    MARKERS,
    ORANGE,
    WIDEST,
    Picture,
    count,
    drawn,
    in_brackets,
    labeled_points,
    make_panels,
    number,
    style,
)
from kernelsy19.fisher.gaussian_mixture import DiagonalMixture
from kernelsy19.signatures import by_name, made_by, number_from
from kernelsy19.validation import as_function, as_matrix, as_number, as_texts, shown


def ring_of(mixture, k, size=1.0, axes=(0, 1)):
    """The points one or more standard deviations from a mean, in two of the coordinates.

    Parameters
    ----------
    mixture : DiagonalMixture
    k : int, component
    size : float, in standard deviations
    axes : (int, int), coordinates

    Returns
    -------
    (65, 2) array, a closed line
    """
    angle = np.linspace(0, 2 * np.pi, 65)
    i, j = axes
    center, spread = mixture.mu[k, [i, j]], mixture.sd[k, [i, j]]
    return center + size * spread * np.column_stack([np.cos(angle), np.sin(angle)])


# ---- scores ---------------------------------------------------------------------------------------


def _surprise(x, mean, sd):
    """−log N(x; mean, sd²), in nats."""
    return 0.5 * ((x - mean) / sd) ** 2 + np.log(sd * np.sqrt(2 * np.pi))


def _as_bell(pair, name):
    """A mean and a standard deviation."""
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise ValueError(f"{name} must be (mean, sd), got {shown(pair)}.")
    mean, sd = pair
    return as_number(mean, f"mean of {name}"), as_number(sd, f"sd of {name}", 0, closed="neither")


@drawn(point=number_from(), panels=by_name(_as_bell))
def moved_bells(point, panels, *, title="", alt=None):
    """Show N(0, 1) beside Gaussians with other parameters, a panel each, and what each change does for one point.

    Parameters
    ----------
    point : float
    panels : dict by title of (mean, sd), of the Gaussian that is drawn dashed
    title : str
    alt : str or None, to replace the alternative text

    Returns
    -------
    Picture, with the surprise −log p of the point, before and after, in the title of each panel
    """
    x = np.linspace(min(-3.6, point - 0.5), max(3.6, point + 0.5), 301)
    before, said = float(_surprise(point, 0.0, 1.0)), []
    with style():
        figure, row = make_panels(
            list(panels), 2, WIDEST / 2, 2.5, title=title, room=0.6, title_size=10, sharey=True
        )
        for axes, (name, (mean, sd)) in zip(row, panels.items(), strict=True):
            after = float(_surprise(point, mean, sd))
            axes.plot(x, np.exp(-_surprise(x, 0.0, 1.0)), color=BLUE, label="N(0, 1)")
            axes.plot(x, np.exp(-_surprise(x, mean, sd)), "--", color=ORANGE, label="the other bell")
            axes.plot([point] * 2, np.exp([-before, -after]), color=GRAY, lw=1.2)
            axes.plot(point, np.exp(-before), "o", color=BLUE, ms=7, label="the point, before")
            axes.plot(point, np.exp(-after), "^", color=ORANGE, mec="black", ms=8, label="the point, after")
            axes.set(xlabel="x", title=f"{name}: surprise {before:.2f} → {after:.2f}")
            said.append(f"{name}: surprise from {before:.2f} to {after:.2f}")
        row[0].set_ylabel("density p(x)")
        legend_below(figure, *row, columns=4)
    return Picture(
        figure, alt or f"Bell curves at the point {number(point)}{in_brackets(title)}. {'; '.join(said)}."
    )


def _as_arrows(pair, name):
    """The scores of two points as a (2, 2) array, and the names of their entries."""
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise ValueError(f"{name} must be (scores, names of their entries), got {shown(pair)}.")
    J = as_matrix(pair[0], f"scores of {name}", n_features=2)
    if len(J) != 2:
        raise ValueError(f"{name} must have the scores of two points, got {len(J)}.")
    return J, as_texts(pair[1], f"names of {name}", 2)


@drawn(panels=by_name(_as_arrows))
def score_arrows(panels, names, *, title="", alt=None):
    """Show the scores of two points as arrows, a panel for each way of writing them, with their dot product.

    Parameters
    ----------
    panels : dict by title of (J, features): a (2, 2) array, a score a row, and the two names of its entries
    names : (str, str), of the two points
    title, alt : as in `moved_bells`

    Returns
    -------
    Picture
    """
    names, said = as_texts(names, "names", 2), []
    with style():
        figure, row = make_panels(list(panels), 3, WIDEST / 3, 3.1, title=title, room=0.6, title_size=10)
        for axes, (name, (J, features)) in zip(row, panels.items(), strict=True):
            reach = 1.25 * np.abs(J).max()
            for score, color, line, point in zip(J, (BLUE, ORANGE), ("-", "--"), names, strict=True):
                arrow = {"arrowstyle": "-|>", "color": color, "lw": 2.2, "ls": line, "mutation_scale": 16}
                axes.annotate("", score, (0, 0), arrowprops=arrow | {"shrinkA": 0, "shrinkB": 0})
                axes.plot([], [], line, color=color, lw=2.2, label=point)
            axes.axhline(0, color=GRAY, lw=0.8)
            axes.axvline(0, color=GRAY, lw=0.8)
            product = number(float(J[0] @ J[1]))
            axes.set(xlim=(-reach, reach), ylim=(-reach, reach), xlabel=features[0], ylabel=features[1])
            axes.set(aspect="equal", title=f"{name}\ndot product {product}")
            said.append(f"{name}: dot product {product}")
        legend_below(figure, *row, columns=2)
    return Picture(figure, alt or f"Scores of two points as arrows{in_brackets(title)}. {'; '.join(said)}.")


# ---- mixtures -------------------------------------------------------------------------------------


def _draw_mixture(axes, X, mixture, size=26):
    """Draw points by their likeliest component, and ellipses at one and two standard deviations."""
    likeliest = mixture.posterior(X).argmax(axis=1)
    draw_classes(axes, X, likeliest, [f"likeliest: component {k + 1}" for k in np.unique(likeliest)], size)
    for k in range(mixture.k):
        for reach in (1, 2):
            ellipse = Ellipse(
                mixture.mu[k],
                *(2 * reach * mixture.sd[k]),
                fill=False,
                lw=1.6,
                ec=GRAY,
                ls="-" if reach == 1 else "--",
            )
            axes.add_patch(ellipse)
    for reach, line in ((1, "-"), (2, "--")):
        axes.plot([], [], color=GRAY, lw=1.6, ls=line, label=f"{reach} sd from a mean")


def say_mixture(mixture):
    """Say in words the weight and the mean of each component of a mixture of the plane.

    Parameters
    ----------
    mixture : DiagonalMixture

    Returns
    -------
    str
    """
    return "; ".join(
        f"component {k + 1}: weight {number(mixture.w[k])}, "
        f"mean ({number(mixture.mu[k, 0])}, {number(mixture.mu[k, 1])})"
        for k in range(mixture.k)
    )


@drawn(panels=by_name(made_by(DiagonalMixture)))
def mixtures_over_points(data, panels, *, title="", alt=None):
    """Show mixtures of the plane over the same points, a panel each: ellipses at one and two standard deviations.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns; labels are not shown, colors are the likeliest components
    panels : dict by title of DiagonalMixture of two coordinates
    title, alt : as in `moved_bells`

    Returns
    -------
    Picture
    """
    X, _, _, features = labeled_points(data)
    with style():
        figure, row = make_panels(
            list(panels), 3, WIDEST / 3, 3.1, title=title, room=0.9, title_size=10, sharex=True, sharey=True
        )
        for axes, mixture in zip(row, panels.values(), strict=True):
            _draw_mixture(axes, X, mixture, size=12)
            axes.set_xlabel(features[0])
        row[0].set_ylabel(features[1])
        legend_below(figure, *row, columns=4)
    said = ". ".join(f"{name}: {say_mixture(mixture)}" for name, mixture in panels.items())
    return Picture(
        figure,
        alt or f"{count(len(X), 'point')} and {count(len(panels), 'mixture')}{in_brackets(title)}. {said}.",
    )


# ---- kernels and machines -------------------------------------------------------------------------


@drawn(kernels=by_name(as_function), X=as_matrix)
def gram_images(kernels, X, y, *, title="", alt=None):
    """Show Gram matrices of points that are sorted by class, each scaled by its largest entry.

    Parameters
    ----------
    kernels : dict of Kernel by title
    X : (n, p) array
    y : (n,) int array
    title, alt : as in `moved_bells`

    Returns
    -------
    Picture
    """
    order, said = np.argsort(y, kind="stable"), []
    ends = np.flatnonzero(np.diff(y[order])) + 0.5
    with style():
        figure, panels = make_panels(
            list(kernels), 3, WIDEST / 3, 2.9, title=title, room=0.4 if title else 0.0, title_size=10
        )
        for axes, (name, kernel) in zip(panels, kernels.items(), strict=True):
            K = kernel(X[order])
            K = K / np.abs(K).max()
            image = axes.imshow(K, cmap="PuOr_r", vmin=-1, vmax=1, interpolation="nearest")
            for end in ends:
                axes.axhline(end, color=GRAY, lw=0.8)
                axes.axvline(end, color=GRAY, lw=0.8)
            axes.set(xticks=[], yticks=[])
            axes.grid(False)
            same = y[order][:, None] == y[order]
            off = ~np.eye(len(K), dtype=bool)
            inside, outside = K[same & off].mean(), K[~same].mean()
            said.append(f"{name}: mean {number(inside)} within a class, {number(outside)} between classes")
        figure.colorbar(image, ax=list(panels), shrink=0.8, label="K / largest entry")
    return Picture(
        figure,
        alt
        or f"{count(len(kernels), 'Gram matrix', 'Gram matrices')}{in_brackets(title)}. {'; '.join(said)}.",
    )


@drawn()
def accuracy_by_labels(
    panels, *, xlabel="labels a class", ylabel="right, of the unlabeled points (%)", title="", alt=None
):
    """Show for each method the mean accuracy against the number of labels, with a stroke for the spread over draws.

    Parameters
    ----------
    panels : dict by title of dict by method of (labels, accuracies): (m,) sequence and (m, draws) array
    xlabel, ylabel : str
    title, alt : as in `moved_bells`

    Returns
    -------
    Picture
    """
    said, size = [], (WIDEST / 2, 3.2) if len(panels) > 1 else (7.0, 2.8)
    with style():
        figure, axes = make_panels(list(panels), 2, *size, title=title, room=0.9, title_size=10)
        for place, (name, methods) in zip(axes, panels.items(), strict=True):
            for k, (method, (labels, values)) in enumerate(methods.items()):
                values = np.asarray(values, dtype=float)
                shift = 1.03 ** (k - (len(methods) - 1) / 2)
                place.errorbar(
                    np.asarray(labels) * shift,
                    values.mean(axis=1),
                    values.std(axis=1),
                    color=COLORS[k % len(COLORS)],
                    linestyle=LINE_STYLES[k % len(LINE_STYLES)],
                    marker=MARKERS[k % len(MARKERS)],
                    ms=5,
                    elinewidth=0.8,
                    label=method,
                )
                means = ", ".join(f"{v:.0f}" for v in values.mean(axis=1))
                said.append(f"{name}, {method}: {means} at {', '.join(map(str, labels))} labels")
            place.set(xscale="log", xlabel=xlabel)
            place.set_xticks(labels, [str(v) for v in labels])
            place.minorticks_off()
        axes[0].set_ylabel(ylabel)
        legend_below(figure, *axes, columns=3)
    return Picture(figure, alt or f"{count(len(panels), 'panel')}{in_brackets(title)}. {'. '.join(said)}.")
