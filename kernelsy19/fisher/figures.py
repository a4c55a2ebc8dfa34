"""The pictures of chapter 15: mixtures over their points, Gram matrices, accuracies against the number of labels."""

import numpy as np
from matplotlib.patches import Ellipse

from kernelsy19.course.drawing import draw_classes, legend_below
from kernelsy19.course.picture import (
    COLORS,
    GRAY,
    LINE_STYLES,
    MARKERS,
    WIDEST,
    Picture,
    count,
    drawn,
    in_brackets,
    labeled_points,
    make_figure,
    make_panels,
    number,
    style,
)
from kernelsy19.fisher.value import DiagonalMixture
from kernelsy19.signatures import by_name, made_by
from kernelsy19.validation import as_function, as_matrix


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


@drawn(mixture=made_by(DiagonalMixture))
def mixture_over_points(data, mixture, *, title="", alt=None):
    """Show a mixture of the plane over its points: ellipses at one and two standard deviations, and the posteriors.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns; labels are not shown
    mixture : DiagonalMixture of two coordinates
    title : str
    alt : str or None, to replace the alternative text

    Returns
    -------
    Picture
    """
    X, _, _, features = labeled_points(data)
    likeliest = mixture.posterior(X).argmax(axis=1)
    with style():
        figure = make_figure(6.4, 4.6)
        axes = figure.subplots()
        draw_classes(axes, X, likeliest, [f"likeliest: component {k + 1}" for k in np.unique(likeliest)])
        for k in range(mixture.k):
            for size in (1, 2):
                ellipse = Ellipse(
                    mixture.mu[k],
                    *(2 * size * mixture.sd[k]),
                    fill=False,
                    lw=1.6,
                    ec=GRAY,
                    ls="-" if size == 1 else "--",
                )
                axes.add_patch(ellipse)
        for size, line in ((1, "-"), (2, "--")):
            axes.plot([], [], color=GRAY, lw=1.6, ls=line, label=f"{size} sd from a mean")
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        legend_below(figure, axes, columns=2)
    said = "; ".join(
        f"component {k + 1}: weight {number(mixture.w[k])}, "
        f"mean ({number(mixture.mu[k, 0])}, {number(mixture.mu[k, 1])})"
        for k in range(mixture.k)
    )
    return Picture(
        figure, alt or f"{count(len(X), 'point')} and a mixture of {mixture.k}{in_brackets(title)}. {said}."
    )


@drawn(kernels=by_name(as_function), X=as_matrix)
def gram_images(kernels, X, y, *, title="", alt=None):
    """Show Gram matrices of points that are sorted by class, each scaled by its largest entry.

    Parameters
    ----------
    kernels : dict of Kernel by title
    X : (n, p) array
    y : (n,) int array
    title : str
    alt : as in `mixture_over_points`

    Returns
    -------
    Picture
    """
    order, said = np.argsort(y, kind="stable"), []
    ends = np.flatnonzero(np.diff(y[order])) + 0.5
    with style():
        figure, panels = make_panels(
            list(kernels), 3, WIDEST / 3, 3.3, title=title, room=0.4 if title else 0.0, title_size=10
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
    title : str
    alt : as in `mixture_over_points`

    Returns
    -------
    Picture
    """
    said = []
    with style():
        figure, axes = make_panels(
            list(panels), 2, WIDEST / 2 if len(panels) > 1 else 7.0, 3.9, title=title, room=0.9, title_size=10
        )
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
                means = ", ".join(number(v) for v in values.mean(axis=1))
                said.append(f"{name}, {method}: {means} at {', '.join(map(str, labels))} labels")
            place.set(xscale="log", xlabel=xlabel)
            place.set_xticks(labels, [str(v) for v in labels])
            place.minorticks_off()
        axes[0].set_ylabel(ylabel)
        legend_below(figure, *axes, columns=3)
    return Picture(figure, alt or f"{count(len(panels), 'panel')}{in_brackets(title)}. {'. '.join(said)}.")
