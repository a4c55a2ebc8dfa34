"""The pictures of chapter 01: Gram matrices, kernel values, spectra, planes in feature space."""

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.ticker import MaxNLocator
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from kernelcourse.drawing import figures
from kernelcourse.drawing.figure_parts import (
    Grid,
    blue_below,
    class_names,
    draw_classes,
    draw_contours,
    draw_field,
    draw_labeled,
    draw_points,
    draw_prototypes,
    legend_below,
    say_points,
    widened,
)
from kernelcourse.drawing.figure_style import (
    BLUE,
    GREEN,
    PANELS_A_ROW,
    SKY,
    VERMILLION,
    Picture,
    count,
    drawn,
    in_brackets,
    labeled_points,
    make_figure,
    make_panels,
    number,
    panel_size,
    style,
)
from kernelsy19.kernels.custom import as_kernel
from kernelsy19.kernels.geometry import squared_distances_to_mean
from kernelsy19.signatures import by_name
from kernelsy19.validation import as_array, as_matrix, as_texts, as_vector


def draw_gram(axes, K, boundaries=()):
    """Draw a Gram matrix, with the first point at the top left.

    Parameters
    ----------
    axes : matplotlib Axes
    K : (n, n) array
    boundaries : sequence of int, rows after which a group ends

    Returns
    -------
    AxesImage
    """
    low, high = float(K.min()), float(K.max())
    if low < 0:
        reach = max(-low, high)
        limits = {"cmap": "PuOr", "vmin": -reach, "vmax": reach}
    else:
        limits = {"vmin": min(0.0, low), "vmax": high or 1.0}
    n = len(K)
    image = axes.imshow(K, extent=(0.5, n + 0.5, n + 0.5, 0.5), interpolation="nearest", **limits)
    for edge in boundaries:
        axes.axhline(edge + 0.5, color="white", linewidth=1.2)
        axes.axvline(edge + 0.5, color="white", linewidth=1.2)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True, min_n_ticks=1))
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True, min_n_ticks=1))
    axes.set(xlabel="point j", ylabel="point i")
    return image


def draw_spectrum(axes, values):
    """Draw eigenvalues in falling order, the negative ones in a mark of their own.

    Parameters
    ----------
    axes : matplotlib Axes
    values : (n,) array

    Returns
    -------
    (n,) array of bool, which of the values, sorted to fall, count as negative
    """
    values = np.sort(values)[::-1]
    negative = is_negative(values)
    rank = np.arange(1, len(values) + 1)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.vlines(rank, 0, values, color=np.where(negative, VERMILLION, SKY), linewidth=1.0, zorder=2)
    for chosen, marker, color, label in (
        (~negative, "o", BLUE, "λ ≥ 0"),
        (negative, "v", VERMILLION, "λ < 0"),
    ):
        if chosen.any():
            draw_points(axes, np.column_stack([rank, values])[chosen], color, marker, size=24, label=label)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.set(xlabel="rank of the eigenvalue", ylabel="eigenvalue λ")
    return negative


def is_negative(values, rtol=1e-10):
    """Tell which eigenvalues are below zero by more than rounding.

    Parameters
    ----------
    values : (n,) array
    rtol : float, what counts as rounding, as a share of the largest |λ|

    Returns
    -------
    (n,) array of bool
    """
    return values < -rtol * np.abs(values).max()


def plane_in_box(w, b, low, high):
    """Cut the plane w·z + b = 0 to a box.

    Parameters
    ----------
    w : (3,) array
    b : float
    low, high : (3,) arrays, two opposite corners of the box

    Returns
    -------
    (k, 3) array, the corners of the polygon in order; k = 0 where the plane misses the box
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


def draw_plane(axes, w, b):
    """Draw the plane w·z + b = 0 inside the box of 3-D axes.

    Parameters
    ----------
    axes : Axes3D
    w : (3,) array
    b : float

    Returns
    -------
    Poly3DCollection, whose corners may be set again
    """
    low, high = np.array([axes.get_xlim(), axes.get_ylim(), axes.get_zlim()]).T
    plane = Poly3DCollection(
        [plane_in_box(np.asarray(w, float), b, low, high)],
        facecolors=(*to_rgb(GREEN), 0.25),
        edgecolors=GREEN,
        linewidths=1.2,
    )
    axes.add_collection3d(plane, autolim=False)
    return plane


def set_space_limits(axes, Z, margin=0.05):
    """Set the limits of 3-D axes to hold points, and thin out the ticks.

    Parameters
    ----------
    axes : Axes3D
    Z : (n, 3) array
    margin : float, room as a share of each range
    """
    for j, name in enumerate("xyz"):
        getattr(axes, f"set_{name}lim")(*widened(Z[:, j], margin))
        getattr(axes, f"{name}axis").set_major_locator(MaxNLocator(4))


def _one_or_named(check):
    """The check of one thing, or of a dict of such things by name."""
    return lambda value, name: (by_name(check) if isinstance(value, dict) else check)(value, name)


def _as_square(K, name):
    K = as_matrix(K, name)
    if K.shape[0] != K.shape[1]:
        raise ValueError(f"{name} must be square (n, n), got shape {K.shape}.")
    return K


@drawn(K=_one_or_named(_as_square))
def gram_matrix(K, y=None, *, names=None, title="", value="K(xᵢ, xⱼ)", alt=None):
    """Show one Gram matrix or several side by side.

    Parameters
    ----------
    K : (n, n) array_like, or dict of these by title
    y : (n,) array_like of labels or None; with labels, points are sorted by class and white lines part the classes
    names : sequence of str, the names of the classes, for the text
    title : str
    value : str, what an entry is, for the color bars
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    matrices = _by_name(K, title)
    order, boundaries = _class_order(y, len(next(iter(matrices.values()))))
    with style():
        figure, row = make_panels(list(matrices), len(matrices), *panel_size(len(matrices), 4.6, 4.0))
        for axes, matrix in zip(row, matrices.values(), strict=True):
            image = draw_gram(axes, matrix[np.ix_(order, order)], boundaries)
            figure.colorbar(image, ax=axes, label=value, shrink=0.85)
    sorted_by = " Points are sorted by class." if y is not None else ""
    said = " ".join(_say_gram(name, matrix, y, names) for name, matrix in matrices.items())
    return Picture(figure, alt or f"{said}{sorted_by}")


@drawn(kernels=_one_or_named(as_kernel))
def kernel_values(kernels, center, *, reach=3.0, features=("x₁", "x₂"), alt=None):
    """Show the values k(x, x₀) of kernels around one point, as contours.

    Parameters
    ----------
    kernels : Kernel, or dict of kernels by title
    center : (2,) array_like, the point x₀
    reach : float, how far the plane is shown on each side of x₀, in units of x
    features : (str, str), names of the axes with units
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    center = as_vector(center, "center", 2)
    kernels = {name or repr(kernel): kernel for name, kernel in _by_name(kernels, "").items()}
    ends = center + reach * np.array([[-1, -1], [1, 1]])
    grid = Grid.around(ends, margin=0, size=100)
    said = []
    with style():
        columns = min(len(kernels), PANELS_A_ROW)
        figure, panels = make_panels(list(kernels), columns, *panel_size(columns, 4.4, 3.8))
        for axes, (name, kernel) in zip(panels, kernels.items(), strict=True):
            values = grid.evaluate(lambda points, kernel=kernel: kernel(points, center[None])[:, 0])
            shades = draw_contours(axes, grid, values, levels=7, labels=False)
            figure.colorbar(shades, ax=axes, label="k(x, x₀)", shrink=0.85)
            axes.plot(*center, marker="*", markersize=12, color=VERMILLION, markeredgecolor="black")
            axes.set(xlabel=features[0], ylabel=features[1], aspect="equal")
            said.append(f"{name}: k(x, x₀) runs from {number(values.min())} to {number(values.max())}.")
    at = f"({number(center[0])}, {number(center[1])})"
    return Picture(figure, alt or f"Kernel values around x₀ = {at}, marked by a star. {' '.join(said)}")


@drawn(eigenvalues=_one_or_named(as_vector))
def spectrum(eigenvalues, *, log=False, title="", alt=None):
    """Show eigenvalues in falling order and mark the negative ones.

    Parameters
    ----------
    eigenvalues : (n,) array_like, or dict of these by title
    log : bool; with True both signs are on logarithmic scales that meet in a strip around 0
    title : str
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    spectra = {name: as_array(v, "eigenvalues", 1) for name, v in _by_name(eigenvalues, title).items()}
    with style():
        figure, row = make_panels(list(spectra), len(spectra), *panel_size(len(spectra), 5.6, 3.8))
        for axes, values in zip(row, spectra.values(), strict=True):
            draw_spectrum(axes, values)
            if log:
                _set_two_sided_log(axes, values)
        legend_below(figure, *row)
    return Picture(figure, alt or " ".join(_say_spectrum(n, v) for n, v in spectra.items()))


@drawn(transformed=lambda v, name: as_texts(v, name, 2))
def feature_planes(
    data,
    transform,
    *,
    line=None,
    y=None,
    names=None,
    features=None,
    transformed=("φ₁(x)", "φ₂(x)"),
    title="",
    alt=None,
):
    """Show points in the input plane and, beside it, in a feature plane: the line there is a curve here.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    transform : callable, (m, 2) array → (m, 2) array
    line : ((2,) array_like, float) or None, w and b of the line w·φ(x) + b = 0
    y, names, features, title, alt : as in `scatter`
    transformed : (str, str), names of the axes of the feature plane

    Returns
    -------
    Picture
    """
    X, y, names, features = labeled_points(data, y, names, features)
    Z = as_matrix(transform(X), "The transformed points", 2)
    with style():
        figure, (here, there) = make_panels(["input plane", "feature plane"], 2, 4.3, 4.4, title=title)
        for axes, points, labels in ((here, X, features), (there, Z, transformed)):
            draw_labeled(axes, points, y, names)
            axes.set(xlabel=labels[0], ylabel=labels[1])
        _scale_as_one(here, features)
        if line is not None:
            side = blue_below(_affine(Z, *line), y)
            _draw_side(here, X, lambda points: _affine(transform(points), *line), "w·φ(x) + b = 0", side)
            _draw_side(there, Z, lambda points: _affine(points, *line), None, side)
        legend_below(figure, here, there)
    said = f"Two scatter plots{in_brackets(title)}: the input plane and the feature plane. "
    return Picture(figure, alt or said + say_points(X, y, names, features) + _say_line(Z, y, line))


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
    alt=None,
):
    """Show points in the input plane and, beside it, lifted to three dimensions: the plane there is a curve here.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    transform : callable, (m, 2) array → (m, 3) array
    plane : ((3,) array_like, float) or None, w and b of the plane w·φ(x) + b = 0
    y, names, features, title, alt : as in `scatter`
    transformed : (str, str, str), names of the axes of the feature space
    view : (float, float), elevation and azimuth of the eye in degrees

    Returns
    -------
    Picture
    """
    X, y, names, features = labeled_points(data, y, names, features)
    Z = as_matrix(transform(X), "The lifted points", 3)
    with style():
        figure = make_figure(9.0, 4.6)
        panels = figure.add_gridspec(1, 2, width_ratios=(1, 1.15))
        here = figure.add_subplot(panels[0])
        there = figure.add_subplot(panels[1], projection="3d")
        draw_labeled(here, X, y, names)
        here.set(xlabel=features[0], ylabel=features[1], title="input plane")
        _scale_as_one(here, features)
        _draw_space(there, Z, y, names, transformed, view)
        if plane is not None:
            side = blue_below(_affine(Z, *plane), y)
            _draw_side(here, X, lambda points: _affine(transform(points), *plane), "w·φ(x) + b = 0", side)
            draw_plane(there, *plane)
        if title:
            figure.suptitle(title)
        legend_below(figure, here)
    said = f"Points in the plane and lifted to three dimensions{in_brackets(title)}. "
    return Picture(figure, alt or said + say_points(X, y, names, features) + _say_line(Z, y, plane))


@drawn()
def two_means(data, y=None, *, names=None, features=None, title="", alt=None):
    """Show two classes of points, the mean of each, and the line halfway between the means.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns, which brings labels and names
    y : (n,) array_like of two labels, or None for those of the data
    names, features, title, alt : as in `scatter`

    Returns
    -------
    Picture

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
    with style():
        figure = make_figure(6.4, 4.2)
        axes = figure.subplots()
        grid = Grid.around(X)
        values = grid.evaluate(lambda points: _affine(points, w, -w @ means.mean(axis=0)))
        draw_field(axes, grid, values, 0.0, "equally far from both", blue_below(scores, y))
        draw_labeled(axes, X, y, names)
        axes.plot(*means.T, color="black", linestyle="--", linewidth=1.4, zorder=4)
        draw_prototypes(axes, means, "mean of a class")
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        _scale_as_one(axes, features)
        legend_below(figure, axes)
    places = " and ".join(f"({number(m[0])}, {number(m[1])})" for m in means)
    said = (
        f"Two classes and their means{in_brackets(title)}, at {places}, with the line halfway between them. "
    )
    return Picture(
        figure,
        alt
        or f"{said}{say_points(X, y, names, features)} {wrong} of {count(len(X), 'point')} are nearer to the mean "
        "of the other class.",
    )


@drawn(kernels=by_name(as_kernel))
def nearer_than_half(data, kernels, *, features=None, title="", alt=None):
    """Show what is nearer to the mean of the mapped points than half of them are, a panel for each kernel.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    kernels : dict of Kernel by title
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, _, _, features = labeled_points(data, features=features)
    panels = {name: _nearness(kernel, X) for name, kernel in kernels.items()}
    return figures.contour_panels(X, panels, columns=2, features=features, title=title)


def _nearness(kernel, X):
    """The median of the points' squared distances to their mean, less that of a place."""
    K = kernel(X)
    median = np.median(squared_distances_to_mean(kernel.diagonal(X), K, K))
    return lambda P: median - squared_distances_to_mean(kernel.diagonal(P), kernel(P, X), K)


def _scale_as_one(axes, features):
    """Give both axes one scale unless they have different units: a circle around the classes then looks like one."""
    if len({name.partition("(")[2] for name in features}) == 1:
        axes.set_aspect("equal")


def _by_name(values, title):
    return values if isinstance(values, dict) else {title: values}


def _class_order(y, n):
    if y is None:
        return np.arange(n), []
    y = np.asarray(y)
    return np.argsort(y, kind="stable"), np.cumsum(np.unique(y, return_counts=True)[1])[:-1]


def _draw_space(axes, Z, y, names, labels, view):
    _draw_labeled_in_space(axes, Z, y, names)
    set_space_limits(axes, Z)
    axes.set(xlabel=labels[0], ylabel=labels[1], title="feature space")
    axes.set_zlabel(labels[2])
    axes.view_init(elev=view[0], azim=view[1])
    axes.set_box_aspect(None, zoom=0.95)


def _draw_labeled_in_space(axes, Z, y, names):
    draw_classes(axes, Z, np.zeros(len(Z), dtype=int) if y is None else y, ["points"] if y is None else names)


def _draw_side(axes, points, function, label, flip):
    grid = Grid.around(points)
    draw_field(axes, grid, grid.evaluate(function), 0.0, label, flip)


def _set_two_sided_log(axes, values, decades=4):
    """Scale the y axis by logarithms on both sides of a linear strip around 0."""
    top = int(np.ceil(np.log10(np.abs(values).max() or 1.0)))
    axes.set_yscale("symlog", linthresh=10.0 ** (top - decades), linscale=0.7)
    powers = 10.0 ** np.arange(top - decades, top + 1)
    axes.set_yticks([*(-powers if is_negative(values).any() else []), 0, *powers])


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
