"""The pictures of chapter 01: Gram matrices, kernel values, spectra, planes in feature space."""

import numpy as np

from kernelcourse.drawing import figures
from kernelcourse.drawing.data_planes import Grid, labeled_points, widened
from kernelcourse.drawing.marks import Curve, Points, Rule, Segments, SpacePoints, SpaceSheet, Stems, cells
from kernelcourse.drawing.panels import around, blue_below, class_points, field, heights
from kernelcourse.drawing.panels import plane as plane_of
from kernelcourse.drawing.picture import drawn, laid_out
from kernelcourse.drawing.scene import Axis, Panel
from kernelcourse.drawing.words import class_names, count, in_brackets, number, pair, say_points
from kernelsy19.kernels.custom import as_kernel
from kernelsy19.kernels.geometry import squared_distances_to_mean
from kernelsy19.signatures import by_name
from kernelsy19.validation import as_array, as_matrix, as_texts, as_vector


def is_negative(values, rtol=1e-10):
    """Tell which eigenvalues (n,) are below zero by more than rounding, rtol of the largest |λ|."""
    return values < -rtol * np.abs(values).max()


def plane_in_box(w, b, low, high):
    """Cut the plane w·z + b = 0 to a box.

    w (3,), b; low, high (3,), opposite corners → (k, 3), corners of the polygon in order; k = 0 where the plane misses
    """
    corners = np.array([np.where(bits, high, low) for bits in np.ndindex(2, 2, 2)], dtype=float)
    bits = np.array(list(np.ndindex(2, 2, 2)))
    edges = [(i, j) for i in range(8) for j in range(i) if np.abs(bits[i] - bits[j]).sum() == 1]
    height = corners @ w + b
    cuts = [
        corners[i] + height[i] / (height[i] - height[j]) * (corners[j] - corners[i])
        for i, j in edges
        if (height[i] < 0) != (height[j] < 0)
    ]
    return _in_order(np.array(cuts).reshape(-1, 3), w)


def _in_order(points, normal):
    """Sort the corners of a convex polygon in space by angle around its middle."""
    if len(points) == 0:
        return points
    first = np.cross(normal, np.eye(3)[np.abs(normal).argmin()])
    second = np.cross(normal, first)
    arms = points - points.mean(axis=0)
    return points[np.argsort(np.arctan2(arms @ second, arms @ first))]


def _one_or_named(check):
    """The check of one thing, or of a dict of such things by name."""
    return lambda value, name: (by_name(check) if isinstance(value, dict) else check)(value, name)


def _as_square(K, name):
    K = as_matrix(K, name)
    if K.shape[0] != K.shape[1]:
        raise ValueError(f"{name} must be square (n, n), got shape {K.shape}.")
    return K


@drawn(K=_one_or_named(_as_square))
def gram_matrix(K, y=None, *, names=None, title="", value="K(xᵢ, xⱼ)"):
    """Show one Gram matrix or several side by side.

    Parameters
    ----------
    K : (n, n) array_like, or dict of these by title
    y : (n,) array_like of labels or None; with labels, points are sorted by class and white lines part the classes
    names : sequence of str, the names of the classes, for the text
    title : str
    value : str, what an entry is, above the scales
    """
    matrices = _by_name(K, title)
    order, boundaries = _class_order(y, len(next(iter(matrices.values()))))
    panels = [
        _gram(matrix[np.ix_(order, order)], boundaries, name, value) for name, matrix in matrices.items()
    ]
    sorted_by = " Points are sorted by class." if y is not None else ""
    said = " ".join(_say_gram(name, matrix, y, names) for name, matrix in matrices.items())
    return laid_out(panels, f"{said}{sorted_by}", columns=len(panels), height=390)


def _gram(K, boundaries, title, value):
    """A Gram matrix with the first point at the top left, on a scale around 0 where a value is below it."""
    low, high, n = float(K.min()), float(K.max()), len(K)
    reach = max(-low, high)
    scale, palette = ((-reach, reach), "signed") if low < 0 else ((min(0.0, low), high or 1.0), "values")
    step = max(1, n // 5)
    places = {"range": (0.5, n + 0.5), "ticks": range(step, n + 1, step)}
    between = np.repeat(np.asarray(boundaries) + 0.5, 2)
    across = np.tile([0.5, n + 0.5], len(boundaries))
    return Panel(
        [
            cells(K, (0.5, n + 0.5, n + 0.5, 0.5), scale, palette, value),
            Segments(between, across, "paper", 1.2),
            Segments(across, between, "paper", 1.2),
        ],
        Axis("point j", **places),
        Axis("point i", **places | {"range": (n + 0.5, 0.5)}),
        title=title,
        equal=True,
        grid=False,
    )


@drawn(kernels=_one_or_named(as_kernel))
def kernel_values(kernels, center, *, reach=3.0, features=("x₁", "x₂")):
    """Show the values K(x, x₀) of kernels around one point, as contours.

    Parameters
    ----------
    kernels : Kernel, or dict of kernels by title
    center : (2,) array_like, the point x₀
    reach : float, how far the plane is shown on each side of x₀, in units of x
    features : (str, str), names of the axes with units
    """
    center = as_vector(center, "center", 2)
    kernels = {name or repr(kernel): kernel for name, kernel in _by_name(kernels, "").items()}
    ends = center + reach * np.array([[-1, -1], [1, 1]])
    grid = Grid.around(ends, margin=0, size=100)
    panels, said = [], []
    for name, kernel in kernels.items():
        values = grid.evaluate(lambda points, kernel=kernel: kernel(points, center[None])[:, 0])
        marks = [heights(grid, values, bar="K(x, x₀)"), Points(*center[:, None], "probe", 0.8)]
        panels.append(plane_of(grid, marks, features, name, equal=True))
        said.append(f"{name}: K(x, x₀) runs from {number(values.min())} to {number(values.max())}.")
    return laid_out(panels, f"Kernel values around x₀ = {pair(center)}, marked by a star. {' '.join(said)}")


@drawn(eigenvalues=_one_or_named(as_vector))
def spectrum(eigenvalues, *, log=False, title=""):
    """Show eigenvalues in falling order and mark the negative ones.

    Parameters
    ----------
    eigenvalues : (n,) array_like, or dict of these by title
    log : bool; with True both signs are on logarithmic scales that meet in a strip around 0
    title : str
    """
    spectra = {name: as_array(v, "eigenvalues", 1) for name, v in _by_name(eigenvalues, title).items()}
    return laid_out(
        [_falling(values, name, log) for name, values in spectra.items()],
        " ".join(_say_spectrum(n, v) for n, v in spectra.items()),
        columns=len(spectra),
        height=320,
    )


def _falling(values, title, log, decades=4):
    """Eigenvalues in falling order, the negative ones in a mark of their own; log: both signs on logarithmic scales."""
    values = np.sort(values)[::-1]
    rank, negative = np.arange(1, len(values) + 1), is_negative(values)
    marks = [Rule(0, "y", width=0.8)]
    for chosen, color, kind, label in (
        (~negative, "sky", "point", "λ ≥ 0"),
        (negative, "vermillion", "class 4", "λ < 0"),
    ):
        if chosen.any():
            x, y = rank[chosen], values[chosen]
            marks += [Stems(x, y, 0, color), Points(x, y, kind, 0.8, label=label)]
    up = Axis("eigenvalue λ", widened([0, *values], 0.08))
    if log:
        top = int(np.ceil(np.log10(np.abs(values).max() or 1.0)))
        powers = 10.0 ** np.arange(top - decades, top + 1)
        low = -2 * powers[-1] if negative.any() else -powers[0]
        ticks = [*(-powers[::-1] if negative.any() else []), 0, *powers]
        up = Axis("eigenvalue λ", (low, 2 * powers[-1]), ticks, scale="symlog", straight=powers[0])
    return Panel(marks, Axis("rank of the eigenvalue", (0, len(values) + 1)), up, title=title)


@drawn(transformed=lambda v, name: as_texts(v, name, 2))
def feature_planes(
    data, transform, *, line=None, y=None, names=None, features=None, transformed=("φ₁(x)", "φ₂(x)"), title=""
):
    """Show points in the input plane and, beside it, in a feature plane: the line there is a curve here.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    transform : callable, (m, 2) array → (m, 2) array
    line : ((2,) array_like, float) or None, w and b of the line w·φ(x) + b = 0
    y, names, features, title : as in `scatter`
    transformed : (str, str), names of the axes of the feature plane
    """
    X, y, names, features = labeled_points(data, y, names, features)
    Z = as_matrix(transform(X), "The transformed points", 2)
    there_points = class_points(Z, y, names)
    there = [_side(Z, lambda points: _affine(points, *line), "", Z, line, y)] if line is not None else []
    view = around(Z, margin=0.15)
    panels = [
        _input_plane(X, y, names, features, transform, line, Z),
        plane_of(view, [*there, there_points], transformed, "feature plane", equal=False),
    ]
    said = f"Two scatter plots{in_brackets(title)}: the input plane and the feature plane. "
    said += say_points(X, y, names, features) + _say_line(Z, y, line)
    return laid_out(panels, said, height=420, title=title)


@drawn(transformed=lambda v, name: as_texts(v, name, 3), view=lambda v, name: as_vector(v, name, 2))
def lift(
    data,
    transform,
    *,
    plane=None,
    y=None,
    names=None,
    features=None,
    transformed=("φ₁(x)", "φ₂(x)", "φ₃(x)"),
    view=(18, -60),
    title="",
):
    """Show points in the input plane and, beside it, lifted to three dimensions: the plane there is a curve here.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    transform : callable, (m, 2) array → (m, 3) array
    plane : ((3,) array_like, float) or None, w and b of the plane w·φ(x) + b = 0
    y, names, features, title : as in `scatter`
    transformed : (str, str, str), names of the axes of the feature space
    view : (float, float), elevation and azimuth of the eye in degrees
    """
    X, y, names, features = labeled_points(data, y, names, features)
    Z = as_matrix(transform(X), "The lifted points", 3)
    ends = [widened(z, 0.05) for z in Z.T]
    marks = [SpacePoints(*Z.T, class_points(X, y).kind)]
    if plane is not None:
        w, b = plane
        marks.insert(0, SpaceSheet(*plane_in_box(np.asarray(w, float), b, *np.transpose(ends)).T))
    x, height, z = (Axis(name, end) for name, end in zip(transformed, ends, strict=True))
    space = Panel(marks, x, height, z=z, title="feature space", view=(view[1], view[0]))
    said = f"Points in the plane and lifted to three dimensions{in_brackets(title)}. "
    said += say_points(X, y, names, features) + _say_line(Z, y, plane)
    here = _input_plane(X, y, names, features, transform, plane, Z)
    return laid_out([here, space], said, height=430, title=title)


def _input_plane(X, y, names, features, transform, boundary, Z):
    """Points in the input plane, and where a line or a plane of the feature space cuts it."""
    marks = [class_points(X, y, names)]
    if boundary is not None:
        cut = _side(X, lambda points: _affine(transform(points), *boundary), "w·Φ(x) + b = 0", Z, boundary, y)
        marks.insert(0, cut)
    return plane_of(Grid.around(X), marks, features, "input plane", equal=_one_unit(features))


def _side(points, function, label, Z, boundary, y):
    grid = Grid.around(points)
    return field(grid, grid.evaluate(function), label=label, flip=blue_below(_affine(Z, *boundary), y))


def _one_unit(features):
    return len({name.partition("(")[2] for name in features}) == 1


@drawn()
def two_means(data, y=None, *, names=None, features=None, title=""):
    """Show two classes of points, the mean of each, and the line halfway between the means.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns, which brings labels and names
    y : (n,) array_like of two labels, or None for those of the data
    names, features, title : as in `scatter`

    Raises
    ------
    ValueError
        If there are not two classes.
    """
    X, y, names, features = labeled_points(data, y, names, features)
    labels = () if y is None else np.unique(y)
    if len(labels) != 2:
        raise ValueError(f"y must have two classes, got {len(labels)}.")
    means = np.array([X[y == label].mean(axis=0) for label in labels])
    w = means[1] - means[0]
    scores = _affine(X, w, -w @ means.mean(axis=0))
    wrong = int(np.sum((scores > 0) != (y == labels[1])))
    grid = Grid.around(X)
    values = grid.evaluate(lambda points: _affine(points, w, -w @ means.mean(axis=0)))
    marks = [
        field(grid, values, label="equally far from both", flip=blue_below(scores, y)),
        class_points(X, y, names),
        Curve(*means.T, "ink", 1.4, "dashed"),
        Points(*means.T, "prototype", label="mean of a class"),
    ]
    said = (
        f"Two classes and their means{in_brackets(title)}, at {' and '.join(map(pair, means))}, with the line "
        "halfway between them. "
    )
    return laid_out(
        [plane_of(grid, marks, features, title, equal=_one_unit(features))],
        f"{said}{say_points(X, y, names, features)} {wrong} of {count(len(X), 'point')} are nearer to the mean "
        "of the other class.",
    )


@drawn(kernels=by_name(as_kernel))
def nearer_than_half(data, kernels, *, features=None, title=""):
    """Show what is nearer to the mean of the mapped points than half of them are, a panel for each kernel.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    kernels : dict of Kernel by title
    features, title : as in `scatter`
    """
    X, _, _, features = labeled_points(data, features=features)
    panels = {name: _nearness(kernel, X) for name, kernel in kernels.items()}
    return figures.contour_panels(X, panels, columns=2, features=features, title=title)


def _nearness(kernel, X):
    """The median of the points' squared distances to their mean, less that of a place."""
    K = kernel(X)
    median = np.median(squared_distances_to_mean(kernel.diagonal(X), K, K))
    return lambda P: median - squared_distances_to_mean(kernel.diagonal(P), kernel(P, X), K)


def _by_name(values, title):
    return values if isinstance(values, dict) else {title: values}


def _class_order(y, n):
    if y is None:
        return np.arange(n), []
    y = np.asarray(y)
    return np.argsort(y, kind="stable"), np.cumsum(np.unique(y, return_counts=True)[1])[:-1]


def _affine(Z, w, b):
    return np.asarray(Z) @ np.asarray(w, dtype=float) + b


def _say_line(Z, y, line):
    if line is None:
        return ""
    positive = _affine(Z, *line) > 0
    if y is None or len(np.unique(y)) != 2:
        return f" {positive.sum()} of {count(len(Z), 'point')} lie on the positive side of the boundary."
    wrong = min(np.sum(positive != side) for side in (y == y.max(), y == y.min()))
    return f" The boundary leaves {count(int(wrong), 'point')} on the wrong side."


def _say_gram(name, K, y, names):
    said = (
        f"Gram matrix{in_brackets(name)} of {count(len(K), 'point')}, values from {number(K.min())} "
        f"to {number(K.max())}"
    )
    if y is not None and len(np.unique(y)) > 1:
        same = np.asarray(y)[:, None] == np.asarray(y)
        within = ", ".join(class_names(np.unique(y), names))
        said += (
            f"; their mean is {number(K[same].mean())} within a class ({within}) and "
            f"{number(K[~same].mean())} between classes"
        )
    return said + "."


def _say_spectrum(name, values):
    negative = int(is_negative(values).sum())
    tail = (
        f"{count(negative, 'is', 'are')} negative, so the matrix is not positive semidefinite"
        if negative
        else "none is negative beyond rounding"
    )
    return (
        f"{count(len(values), 'eigenvalue')}{in_brackets(name)} from {number(values.max())} "
        f"down to {_small(values)}; {tail}."
    )


def _small(values):
    low = values.min()
    return "0 up to rounding" if abs(low) <= 1e-10 * np.abs(values).max() else number(low)
