"""The pictures of chapter 08: planes of components, and a table beside a published one."""

import numpy as np
from matplotlib.colors import ListedColormap

from kernelcourse.drawing import figures
from kernelcourse.drawing.figure_parts import draw_classes, draw_points, legend_below, say_points
from kernelcourse.drawing.figure_style import (
    VERMILLION,
    WIDEST,
    YELLOW,
    Picture,
    count,
    drawn,
    in_brackets,
    labeled_points,
    make_figure,
    make_panels,
    number,
    pale,
    style,
    subscript,
)
from kernelsy19.pca import KernelPCA
from kernelsy19.signatures import by_name, integer_from, made_by
from kernelsy19.validation import as_matrix, as_texts, as_vector


@drawn(models=by_name(made_by(KernelPCA)), n_components=integer_from(), first=integer_from())
def component_panels(data, models, n_components, *, first=1, columns=4, features=None, title="", alt=None):
    """Show components as functions of the plane: level lines, the line of 0 thick, and the share of the variance.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    models : dict by title of KernelPCA, fitted to points of the plane: several stand side by side, a column each
    n_components : int ≥ 1, how many components of each; where a model has fewer, a place stays empty
    first : int ≥ 1, the number of the first of them
    columns : int, panels a row where there is only one model
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    panels = {}
    for m in range(first - 1, first - 1 + n_components):
        for name, model in models.items():
            known = f"{name}, " if name else ""
            if m < len(model.explained_variance_ratio_):
                heading = f"{known}z{subscript(m + 1)}: {model.explained_variance_ratio_[m]:.3f}"
                panels[heading] = lambda P, model=model, m=m: model.transform(P)[:, m]
            else:
                panels[f"{known}no z{subscript(m + 1)}"] = None
    return figures.contour_panels(
        data, panels, columns=columns if len(models) == 1 else len(models), features=features, title=title
    )


@drawn()
def scatters(panels, y=None, *, columns=3, names=None, features=None, title="", alt=None):
    """Show several sets of points side by side, each on scales of its own.

    Parameters
    ----------
    panels : dict by title of data as in `scatter`
    y : (n,) array_like of labels for every panel, or None for those that the data bring
    columns : int, panels a row
    names : as in `scatter`
    features : (str, str), names of the axes with units, for every panel; None takes those of each data
    title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    columns = min(columns, len(panels))
    said = []
    with style():
        figure, axes = make_panels(
            list(panels), columns, min(4.2, WIDEST / columns), 3.3, title=title, room=0.4, title_size=10
        )
        for place, (name, data) in zip(axes, panels.items(), strict=True):
            X, labels, known, labels_of_axes = labeled_points(data, y, names, features)
            if labels is None:
                draw_points(place, X, size=14)
            else:
                draw_classes(place, X, labels, known, size=16)
            place.set(xlabel=labels_of_axes[0], ylabel=labels_of_axes[1])
            said.append(f"{name}: {say_points(X, labels, known, labels_of_axes)}")
        legend_below(figure, axes[0])
    return Picture(
        figure, alt or f"{count(len(panels), 'scatter plot')}{in_brackets(title)}. {' '.join(said)}"
    )


@drawn(Z=as_matrix, features=as_texts)
def pairs(Z, y=None, *, names=None, features=None, title="", alt=None):
    """Show every pair of several columns against each other.

    Parameters
    ----------
    Z : (n, q) array_like, q ≥ 2
    y : (n,) array_like of labels, or None
    names : sequence of str, the names of the classes
    features : sequence of q str, the names of the columns; None for z₁, z₂, …
    title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    Z = as_matrix(Z, "Z")
    q = Z.shape[1]
    features = features or [f"z{subscript(j + 1)}" for j in range(q)]
    with style():
        figure, axes = make_panels(
            [""] * q**2, q, min(2.3, 9.0 / q), min(1.25, 8.4 / q), title=title, room=0.4, sharex="col"
        )
        for place, (i, j) in zip(axes, np.ndindex(q, q), strict=True):
            place.tick_params(labelsize=8)
            if i == j:
                place.set_yticks([])
                place.grid(False)
                place.text(
                    0.5, 0.5, features[i], ha="center", va="center", fontsize=14, transform=place.transAxes
                )
            elif y is None:
                draw_points(place, Z[:, [j, i]], size=8)
            else:
                draw_classes(place, Z[:, [j, i]], np.asarray(y), names, size=9)
        if y is not None:
            legend_below(figure, axes[1])
    ranges = "; ".join(
        f"{name} from {number(z.min())} to {number(z.max())}" for name, z in zip(features, Z.T, strict=True)
    )
    return Picture(
        figure, alt or f"Every pair of {q} columns as a scatter plot{in_brackets(title)}. {ranges}."
    )


@drawn(
    rows=as_vector,
    columns=as_vector,
    limits=lambda v, name: as_vector(v, name, 2),
    axes_names=lambda v, name: as_texts(v, name, 2),
)
def compare_tables(
    ours, published, rows, columns, *, limits=(0.7, 1.3), axes_names=("", ""), title="", alt=None
):
    """Show a table beside a published one: ours in each cell, theirs below in brackets, differences shaded.

    Parameters
    ----------
    ours, published : (r, c) arrays, NaN where there is no number
    rows, columns : sequences of r and c values
    limits : (float, float), rising: a difference above the first is marked *, above the second **
    axes_names : (str, str), what rows and columns are
    title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    ours, published = np.asarray(ours, dtype=float), np.asarray(published, dtype=float)
    difference = np.abs(np.round(ours - published, 6))
    shade = (difference > limits[0]).astype(int) + (difference > limits[1])
    marks = np.array(["", " *", " **"])
    with style():
        figure = make_figure(1.2 + 1.05 * len(columns), 1.2 + 0.52 * len(rows))
        axes = figure.subplots()
        axes.imshow(
            shade,
            cmap=ListedColormap(["white", pale(YELLOW), pale(VERMILLION)]),
            vmin=0,
            vmax=2,
            aspect="auto",
        )
        for i, j in np.argwhere(np.isfinite(ours) & np.isfinite(published)):
            text = f"{ours[i, j]:.1f}{marks[shade[i, j]]}\n({published[i, j]:.1f})"
            axes.text(j, i, text, ha="center", va="center", fontsize=9)
        axes.set_xticks(range(len(columns)), [f"{c:g}" for c in columns])
        axes.set_yticks(range(len(rows)), [f"{r:g}" for r in rows])
        axes.grid(False)
        axes.set(xlabel=axes_names[1], ylabel=axes_names[0], title=title)
    said = [
        f"{axes_names[0]} {rows[i]:g}, {axes_names[1]} {columns[j]:g}: {ours[i, j]:.1f} against {published[i, j]:.1f}"
        for i, j in np.argwhere(shade > 0)
    ]
    within = int(np.sum(difference <= limits[0]))
    return Picture(
        figure,
        alt
        or f"Table of {int(np.isfinite(difference).sum())} cells{in_brackets(title)}, published values in brackets. "
        f"{within} differ by at most {limits[0]:g}. "
        f"{'Others: ' + '; '.join(said) + '.' if said else 'No other is there.'}",
    )
