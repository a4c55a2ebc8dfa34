"""The pictures of chapter 08: planes of components, and a table beside a published one."""

import numpy as np

from kernelcourse.drawing import figures
from kernelcourse.drawing.data_planes import Grid, labeled_points
from kernelcourse.drawing.marks import Area, Words
from kernelcourse.drawing.panels import axis, class_points, plane
from kernelcourse.drawing.picture import drawn, laid_out
from kernelcourse.drawing.scene import Axis, Panel
from kernelcourse.drawing.words import count, in_brackets, number, say_points, subscript
from kernelsy19.pca import KernelPCA
from kernelsy19.signatures import by_name, integer_from, made_by
from kernelsy19.validation import as_matrix, as_texts, as_vector


@drawn(models=by_name(made_by(KernelPCA)), n_components=integer_from(), first=integer_from())
def component_panels(data, models, n_components, *, first=1, columns=4, features=None, title=""):
    """Show components as functions of the plane: level lines, the line of 0 thick, and the share of the variance.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    models : dict by title of KernelPCA, fitted to points of the plane: several stand side by side, a column each
    n_components : int ≥ 1, how many components of each; where a model has fewer, a place stays empty
    first : int ≥ 1, the number of the first of them
    columns : int, panels a row where there is only one model
    features, title : as in `scatter`
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
def scatters(panels, y=None, *, columns=3, names=None, features=None, title=""):
    """Show several sets of points side by side, each on scales of its own.

    Parameters
    ----------
    panels : dict by title of data as in `scatter`
    y : (n,) array_like of labels for every panel, or None for those that the data bring
    columns : int, panels a row
    names : as in `scatter`
    features : (str, str), names of the axes with units, for every panel; None takes those of each data
    title : as in `scatter`
    """
    made, said = [], []
    for name, data in panels.items():
        X, labels, known, labels_of_axes = labeled_points(data, y, names, features)
        points = class_points(X, labels, known, 0.8)
        made.append(plane(Grid.around(X, margin=0.06), [points], labels_of_axes, name, equal=False))
        said.append(f"{name}: {say_points(X, labels, known, labels_of_axes)}")
    return laid_out(
        made,
        f"{count(len(panels), 'scatter plot')}{in_brackets(title)}. {' '.join(said)}",
        columns=columns,
        title=title,
    )


@drawn(Z=as_matrix, features=as_texts)
def pairs(Z, y=None, *, names=None, features=None, title=""):
    """Show every pair of several columns against each other.

    Parameters
    ----------
    Z : (n, q) array_like, q ≥ 2
    y : (n,) array_like of labels, or None
    names : sequence of str, the names of the classes
    features : sequence of q str, the names of the columns; None for z₁, z₂, …
    title : as in `scatter`
    """
    q = Z.shape[1]
    features = features or [f"z{subscript(j + 1)}" for j in range(q)]
    made = []
    sides = [axis(name, z) for name, z in zip(features, Z.T, strict=True)]
    blank = [Axis("", side.range, side.ticks, [""] * len(side.ticks)) for side in sides]
    for i, j in np.ndindex(q, q):
        if i == j:
            marks = [Words([sum(sides[i].range) / 2], [sum(sides[i].range) / 2], [features[i]], "center")]
        else:
            marks = [class_points(Z[:, [j, i]], y, names, 0.6)]
        made.append(Panel(marks, (sides if i == q - 1 else blank)[j], (blank if j else sides)[i], grid=False))
    ranges = "; ".join(
        f"{name} from {number(z.min())} to {number(z.max())}" for name, z in zip(features, Z.T, strict=True)
    )
    return laid_out(
        made,
        f"Every pair of {q} columns as a scatter plot{in_brackets(title)}. {ranges}.",
        columns=q,
        width=min(230, 940 / q),
        height=150,
        title=title,
    )


@drawn(
    rows=as_vector,
    columns=as_vector,
    limits=lambda v, name: as_vector(v, name, 2),
    axes_names=lambda v, name: as_texts(v, name, 2),
)
def compare_tables(ours, published, rows, columns, *, limits=(0.7, 1.3), axes_names=("", ""), title=""):
    """Show a table beside a published one: ours in each cell, theirs below in brackets, differences shaded.

    Parameters
    ----------
    ours, published : (r, c) arrays, NaN where there is no number
    rows, columns : sequences of r and c values
    limits : (float, float), rising: a difference above the first is marked *, above the second **
    axes_names : (str, str), what rows and columns are
    title : as in `scatter`
    """
    ours, published = np.asarray(ours, dtype=float), np.asarray(published, dtype=float)
    difference = np.abs(np.round(ours - published, 6))
    shade = (difference > limits[0]).astype(int) + (difference > limits[1])
    stars = np.array(["", " *", " **"])
    there = np.argwhere(np.isfinite(ours) & np.isfinite(published))
    marks = [
        Area([j - 0.5, j + 0.5], [i + 0.5] * 2, [i - 0.5] * 2, ("yellow", "vermillion")[shade[i, j] - 1])
        for i, j in np.argwhere(shade > 0)
    ]
    texts = [f"{ours[i, j]:.1f}{stars[shade[i, j]]}\n({published[i, j]:.1f})" for i, j in there]
    marks.append(Words(*there[:, ::-1].T, texts, "center"))
    r, c = ours.shape
    panel = Panel(
        marks,
        Axis(axes_names[1], (-0.5, c - 0.5), range(c), [f"{value:g}" for value in columns]),
        Axis(axes_names[0], (r - 0.5, -0.5), range(r), [f"{value:g}" for value in rows]),
        title=title,
        grid=False,
    )
    said = [
        f"{axes_names[0]} {rows[i]:g}, {axes_names[1]} {columns[j]:g}: {ours[i, j]:.1f} against {published[i, j]:.1f}"
        for i, j in np.argwhere(shade > 0)
    ]
    within = int(np.sum(difference <= limits[0]))
    return laid_out(
        [panel],
        f"Table of {int(np.isfinite(difference).sum())} cells{in_brackets(title)}, published values in brackets. "
        f"{within} differ by at most {limits[0]:g}. "
        f"{'Others: ' + '; '.join(said) + '.' if said else 'No other is there.'}",
        width=90 + 84 * c,
        height=80 + 44 * r,
    )
