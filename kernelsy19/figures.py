"""How we draw: one style, colors that color-blind readers can tell apart, and a text for every picture.

Functions `draw_*` draw on axes that they are given. The others make a `Picture`: a figure and the alternative
text that says what it shows. Nothing here touches pyplot, so no figure is left open.
"""

import base64
import html
import io
from dataclasses import dataclass
from functools import cached_property

import matplotlib.style
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap, ListedColormap, to_rgb
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from matplotlib.ticker import MaxNLocator, NullFormatter
from mpl_toolkits.mplot3d.art3d import Poly3DCollection
from PIL import Image

from kernelsy19.validation import as_matrix, as_vector

# Okabe & Ito (2008), in the order in which classes take them.
BLUE = "#0072B2"
ORANGE = "#E69F00"
GREEN = "#009E73"
VERMILLION = "#D55E00"
PURPLE = "#CC79A7"
SKY = "#56B4E9"
YELLOW = "#F0E442"
BLACK = "#000000"
COLORS = (BLUE, ORANGE, GREEN, PURPLE, VERMILLION, SKY, YELLOW, BLACK)
MARKERS = ("o", "^", "s", "D", "v", "P", "X", "*")
LINE_STYLES = ("-", "--", "-.", ":")
GRAY = "#4D4D4D"

INSIDE, SURFACE, OUTLIER = "inside", "surface", "outlier"
KINDS = {
    INSIDE: {"marker": "o", "s": 18, "facecolors": "white", "edgecolors": GRAY, "linewidths": 0.8},
    SURFACE: {"marker": "D", "s": 42, "facecolors": BLUE, "edgecolors": "black", "linewidths": 0.7},
    OUTLIER: {"marker": "X", "s": 58, "facecolors": VERMILLION, "edgecolors": "black", "linewidths": 0.7},
}
KIND_LABELS = {INSIDE: "inside the ball", SURFACE: "on its surface", OUTLIER: "outside"}

DPI = 120
STYLE = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titley": 1.0,
    "axes.labelsize": 10,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "legend.fontsize": 10,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
    "axes.prop_cycle": matplotlib.cycler(color=COLORS),
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#DDDDDD",
    "grid.linewidth": 0.6,
    "image.cmap": "cividis",
    "figure.dpi": DPI,
    "figure.constrained_layout.h_pad": 0.08,
    "figure.constrained_layout.w_pad": 0.08,
}
PANELS_A_ROW = 3


def style():
    """Return the context in which every figure of the course is drawn.

    It starts from matplotlib's defaults, so that a reader's own settings change nothing.

    Returns
    -------
    context manager
    """
    return matplotlib.style.context(["default", STYLE])


def _shades(color, shares):
    rgb = np.array(to_rgb(color))
    return [tuple(1 - share * (1 - rgb)) for share in shares]


# Outside to inside: the level 0 lies between the fourth and the fifth shade.
FIELD = ListedColormap(
    _shades(ORANGE, (0.44, 0.33, 0.22, 0.12)) + _shades(SKY, (0.15, 0.28, 0.42, 0.56)), name="field"
)


# Pale enough for points of any class to stand out on it.
PALE = LinearSegmentedColormap.from_list("pale", ["#FFFFFF", *_shades(SKY, (0.3, 0.6, 1.0))])


class Picture:
    """A figure and the text that says what it shows.

    In a notebook it shows as an HTML image with that text as its `alt`, which screen readers read out.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    alt : str, what the figure shows, in words and numbers
    """

    def __init__(self, figure, alt):
        if not alt.strip():
            raise ValueError("alt must say what the picture shows, got an empty text.")
        self.figure = figure
        self.alt = alt

    @cached_property
    def png(self):
        """The picture as PNG bytes; equal figures give equal bytes."""
        buffer = io.BytesIO()
        FigureCanvasAgg(self.figure)
        with style():
            self.figure.savefig(buffer, format="png", dpi=DPI)
        return compact_png(Image.open(buffer))

    def save(self, path):
        """Write the PNG to a file.

        Parameters
        ----------
        path : str or path-like
        """
        with open(path, "wb") as file:
            file.write(self.png)

    def __repr__(self):
        return self.alt

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/html": image_html(self.png, self.alt), "text/plain": self.alt}


def compact_png(image):
    """Encode an image in 256 colors: a third of the bytes, which a notebook stores with each figure.

    Parameters
    ----------
    image : PIL.Image.Image

    Returns
    -------
    bytes, PNG
    """
    palette = image.convert("RGB").quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    small = io.BytesIO()
    palette.save(small, format="png", optimize=True)
    return small.getvalue()


def image_html(png, alt):
    """Write a PNG as an HTML image that carries its own data.

    Parameters
    ----------
    png : bytes
    alt : str

    Returns
    -------
    str
    """
    data = base64.b64encode(png).decode("ascii")
    return (
        f'<img alt="{html.escape(alt)}" src="data:image/png;base64,{data}" '
        'style="max-width:100%;height:auto">'
    )


def number(value):
    """Write a number with three significant digits, the same on every machine.

    Parameters
    ----------
    value : float

    Returns
    -------
    str, such as "1230", "0.0123", "-1.5e-08"
    """
    rounded = float(f"{value:.3g}")
    return f"{rounded + 0:g}" if abs(rounded) < 1e6 else f"{rounded:.2e}"


def count(n, noun, plural=None):
    """Write a count with its noun: "1 point", "2 points".

    Parameters
    ----------
    n : int
    noun : str
    plural : str, or None for noun + "s"

    Returns
    -------
    str
    """
    return f"{n} {noun if n == 1 else plural or noun + 's'}"


def axis_names(data):
    """Names of the columns of a data set with their units, to stand at the axes.

    Parameters
    ----------
    data : Dataset

    Returns
    -------
    tuple of str, such as ("eruptions (min)", "waiting (min)")
    """
    pairs = zip(data.feature_names, data.units, strict=True)
    return tuple(f"{name} ({unit})" if unit else name for name, unit in pairs)


@dataclass(frozen=True)
class Grid:
    """A rectangle of the plane, sampled at regular steps.

    Attributes
    ----------
    x : (w,) array, rising
    y : (h,) array, rising
    """

    x: np.ndarray
    y: np.ndarray

    @classmethod
    def around(cls, X, size=120, margin=0.15):
        """Make a grid that covers points with some room around.

        Parameters
        ----------
        X : (n, 2) array
        size : int, samples a side
        margin : float, the room on each side as a share of the range of the points

        Returns
        -------
        Grid
        """
        (x_low, x_high), (y_low, y_high) = (widened(X[:, j], margin) for j in (0, 1))
        return cls(np.linspace(x_low, x_high, size), np.linspace(y_low, y_high, size))

    @classmethod
    def square(cls, X, size=120, margin=0.15):
        """Make a grid that covers points with the same step along both axes.

        Parameters
        ----------
        X : (n, 2) array
        size : int, samples a side
        margin : float, room on each side as a share of the larger range

        Returns
        -------
        Grid
        """
        low, high = X.min(axis=0), X.max(axis=0)
        half = (0.5 + margin) * (high - low).max() or 1.0
        ends = (low + high) / 2 + half * np.array([[-1], [1]])
        return cls(np.linspace(*ends[:, 0], size), np.linspace(*ends[:, 1], size))

    @property
    def points(self):
        """(h·w, 2) array, row by row."""
        x, y = np.meshgrid(self.x, self.y)
        return np.column_stack([x.ravel(), y.ravel()])

    @property
    def extent(self):
        """(left, right, bottom, top)."""
        return self.x[0], self.x[-1], self.y[0], self.y[-1]

    def evaluate(self, function):
        """Values of a function of points on the grid.

        Parameters
        ----------
        function : callable, (m, 2) array → (m,) array

        Returns
        -------
        (h, w) array

        Raises
        ------
        ValueError
            If the function does not return one finite number a point.
        """
        points = self.points
        values = as_vector(function(points), "The values of the function on the grid", len(points))
        return values.reshape(len(self.y), len(self.x))


def widened(values, margin):
    """Return the ends of an interval that holds all values, with room on both sides.

    Parameters
    ----------
    values : array_like
    margin : float, the room on each side as a share of the range of the values

    Returns
    -------
    (float, float); 1 away on each side where all values are equal
    """
    """Return the range of values with some room on both sides.

    Parameters
    ----------
    values : array
    margin : float, the room as a share of the range; 1 where the range is 0

    Returns
    -------
    low, high : float
    """
    low, high = float(np.min(values)), float(np.max(values))
    room = margin * (high - low) if high > low else 1.0
    return low - room, high + room


# ---------------------------------------------------------------- on given axes


def draw_points(axes, X, color=BLUE, marker="o", size=22, label=None):
    """Draw points of one kind.

    Parameters
    ----------
    axes : matplotlib Axes
    X : (n, 2) array
    color, marker : str
    size : float, area in squared points
    label : str or None, for the legend

    Returns
    -------
    PathCollection
    """
    return axes.scatter(
        *X.T, s=size, c=color, marker=marker, edgecolors="white", linewidths=0.5, label=label, zorder=3
    )


def draw_classes(axes, X, y, names=None, size=26):
    """Draw labelled points, each class in its own color and marker.

    Parameters
    ----------
    axes : matplotlib Axes, flat or 3-D
    X : (n, 2) or (n, 3) array
    y : (n,) array of labels
    names : list of str in the order of the sorted labels, or None
    size : float, area in squared points

    Returns
    -------
    list of PathCollection, one a class
    """
    labels = np.unique(y)
    names = class_names(labels, names)
    drawn = []
    for k, (label, name) in enumerate(zip(labels, names, strict=True)):
        drawn.append(
            axes.scatter(
                *X[y == label].T,
                s=size,
                c=COLORS[k % len(COLORS)],
                marker=MARKERS[k % len(MARKERS)],
                edgecolors="black",
                linewidths=0.4,
                label=name,
                zorder=3,
            )
        )
    return drawn


def class_names(labels, names=None):
    """Return the names of classes for a legend.

    Parameters
    ----------
    labels : (k,) array, the different labels in rising order
    names : sequence of str, or None for "class 0", "class 1", …

    Returns
    -------
    list of str

    Raises
    ------
    ValueError
        If there are fewer names than labels.
    """
    if names is None:
        return [f"class {label}" for label in labels]
    if len(names) == len(labels):
        return [str(name) for name in names]
    if np.issubdtype(np.asarray(labels).dtype, np.integer) and 0 <= min(labels) <= max(labels) < len(names):
        return [str(names[label]) for label in labels]
    raise ValueError(f"names must name {len(labels)} classes, got {len(names)}: {list(names)}.")


def draw_kinds(axes, X, kinds):
    """Draw the three kinds of point of a ball in marks that differ in shape, size and color.

    Parameters
    ----------
    axes : matplotlib Axes
    X : (n, 2) array
    kinds : (n,) array of "inside", "surface", "outlier"

    Returns
    -------
    dict of PathCollection by kind, empty ones included
    """
    kinds = np.asarray(kinds)
    return {
        kind: axes.scatter(*X[kinds == kind].T, label=KIND_LABELS[kind], zorder=3 + order, **marks)
        for order, (kind, marks) in enumerate(KINDS.items())
    }


def draw_field(axes, grid, values, level=0.0, label="boundary", flip=False):
    """Shade the plane by the values of a function and draw the line where they equal a level.

    Parameters
    ----------
    axes : matplotlib Axes
    grid : Grid
    values : (h, w) array
    level : float; blue above, orange below
    label : str or None, name of the line in the legend
    flip : bool, whether to exchange the two colors
    """
    low, high = min(values.min(), level - 1e-12), max(values.max(), level + 1e-12)
    half = FIELD.N // 2
    levels = np.concatenate([np.linspace(low, level, half + 1), np.linspace(level, high, half + 1)[1:]])
    colors = FIELD.colors[::-1] if flip else FIELD.colors
    axes.contourf(grid.x, grid.y, values, levels=levels, colors=colors, zorder=0)
    draw_level(axes, grid, values, level, label)
    _fill_axes(axes, grid)


def draw_level(axes, grid, values, level=0.0, label=None, color="black", linewidth=1.8):
    """Draw the line where a function equals a level.

    Parameters
    ----------
    axes : matplotlib Axes
    grid : Grid
    values : (h, w) array
    level : float
    label : str or None, for the legend
    color : str
    linewidth : float, in points

    Returns
    -------
    LineCollection, whose segments may be set again
    """
    lines = LineCollection(
        level_lines(grid, values, level), colors=color, linewidths=linewidth, label=label, zorder=2
    )
    axes.add_collection(lines, autolim=False)
    return lines


def level_lines(grid, values, level=0.0):
    """Find the curves on which a sampled function equals a level.

    Parameters
    ----------
    grid : Grid
    values : (h, w) array
    level : float

    Returns
    -------
    list of (k, 2) arrays
    """
    from contourpy import contour_generator

    return contour_generator(grid.x, grid.y, values).lines(level)


def _fill_axes(axes, grid):
    left, right, bottom, top = grid.extent
    axes.set(xlim=(left, right), ylim=(bottom, top))
    axes.grid(False)


def draw_contours(axes, grid, values, levels=8, labels=True, filled=True):
    """Draw level lines of a function, with their values written on them.

    Parameters
    ----------
    axes : matplotlib Axes
    grid : Grid
    values : (h, w) array
    levels : int or rising sequence of float
    labels : bool, whether to write the values on the lines
    filled : bool, whether to shade between the lines

    Returns
    -------
    the filled contour set, or the lines where nothing is filled
    """
    shades = axes.contourf(grid.x, grid.y, values, levels=levels, cmap=PALE, zorder=0) if filled else None
    at = shades.levels if filled else levels
    lines = axes.contour(grid.x, grid.y, values, levels=at, colors=GRAY, linewidths=0.8, zorder=1)
    if labels:
        for text in axes.clabel(lines, fontsize=9, fmt=number, colors="black", zorder=5):
            text.set_path_effects([withStroke(linewidth=2.5, foreground="white")])
    _fill_axes(axes, grid)
    return shades if filled else lines


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


def pale(color):
    """Return a color as the shade of a region, on which points of any cluster stand out.

    Parameters
    ----------
    color : str

    Returns
    -------
    (float, float, float)
    """
    return _shades(color, (0.16,))[0]


def draw_regions(axes, grid, labels):
    """Shade the part of the plane that belongs to each cluster, and draw the borders.

    Parameters
    ----------
    axes : matplotlib Axes
    grid : Grid
    labels : (h, w) int array, the cluster of each place

    Returns
    -------
    AxesImage
    """
    shades = np.array([pale(color) for color in COLORS])
    image = axes.imshow(
        shades[labels % len(COLORS)], extent=grid.extent, origin="lower", aspect="auto", zorder=0
    )
    for k in np.unique(labels)[1:]:
        draw_level(axes, grid, (labels >= k).astype(float), 0.5, color=GRAY, linewidth=1.0)
    _fill_axes(axes, grid)
    return image


def draw_prototypes(axes, V, label="prototypes"):
    """Mark prototypes.

    Parameters
    ----------
    axes : matplotlib Axes
    V : (c, 2) array
    label : str or None, for the legend

    Returns
    -------
    PathCollection
    """
    return axes.scatter(
        *V.T, s=190, c="white", marker="X", edgecolors="black", linewidths=1.5, label=label, zorder=5
    )


def cluster_names(n_clusters):
    """Return the names of clusters for a legend.

    Parameters
    ----------
    n_clusters : int

    Returns
    -------
    list of str
    """
    return [f"cluster {k}" for k in range(n_clusters)]


def draw_stems(axes, heights, kinds=None, base=0.0):
    """Draw one stem a point, marked by kind where kinds are given.

    Parameters
    ----------
    axes : matplotlib Axes
    heights : (n,) array
    kinds : (n,) array of "inside", "surface", "outlier", or None
    base : float, where the stems begin
    """
    rank = np.arange(1, len(heights) + 1)
    points = np.column_stack([rank, heights])
    axes.vlines(rank, base, heights, color="#999999", linewidth=0.9, zorder=1)
    if kinds is None:
        draw_points(axes, points)
    else:
        draw_kinds(axes, points, kinds)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))


def draw_height(axes, height, label, line_style="--", color="black"):
    """Draw a horizontal line at a height that has a name.

    Parameters
    ----------
    axes : matplotlib Axes
    height : float
    label : str, for the legend
    line_style, color : str

    Returns
    -------
    Line2D
    """
    return axes.axhline(height, color=color, linestyle=line_style, linewidth=1.3, label=label, zorder=2)


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


def legend_below(figure, *axes, columns=4, labels=None):
    """Put one legend below all axes, where it covers no data.

    Parameters
    ----------
    figure : Figure
    *axes : the Axes whose labelled artists it lists, each label once
    columns : int, at most so many entries a row
    labels : list of str or None, which labels to list

    Returns
    -------
    Legend, or None where no artist has a label
    """
    entries = {}
    for ax in axes:
        for handle, label in zip(*ax.get_legend_handles_labels(), strict=True):
            if labels is None or label in labels:
                entries.setdefault(label, handle)
    if not entries:
        return None
    return figure.legend(
        entries.values(),
        entries.keys(),
        loc="outside lower center",
        ncols=min(columns, len(entries)),
        columnspacing=1.6,
        handletextpad=0.5,
    )


def make_figure(width=8.0, height=4.2):
    """Make an empty figure that keeps its parts from overlapping.

    Parameters
    ----------
    width, height : float, in inches

    Returns
    -------
    Figure
    """
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


# ---------------------------------------------------------------- pictures


def scatter(data, y=None, *, names=None, features=None, title="", alt=None):
    """Show points of the plane, each class in its own color and marker.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns, which brings labels and names
    y : (n,) array_like of labels, or None
    names : sequence of str, the names of the classes
    features : (str, str), names of the axes with units
    title : str
    alt : str or None, to replace the alternative text

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the data are not a finite matrix of two columns, or y does not fit.
    """
    X, y, names, features = _unpack(data, y, names, features)
    with style():
        figure = make_figure(6.4, 4.6)
        axes = figure.subplots()
        _draw_labelled(axes, X, y, names)
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        legend_below(figure, axes)
    return Picture(figure, alt or f"Scatter plot{_of(title)}. {_say_points(X, y, names, features)}")


def decision(
    data, function, y=None, *, level=0.0, names=None, features=None, title="", label="boundary", alt=None
):
    """Show points and the regions where a function lies above and below a level.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    function : callable, (m, 2) array → (m,) array
    y : (n,) array_like of labels, or None
    level : float, the value on the boundary
    names, features, title, alt : as in `scatter`
    label : str, name of the boundary in the legend

    Returns
    -------
    Picture
    """
    X, y, names, features = _unpack(data, y, names, features)
    grid = Grid.around(X)
    at_points = as_vector(function(X), "The values of the function at the points", len(X))
    above = int((at_points >= level).sum())
    with style():
        figure = make_figure(6.4, 4.8)
        axes = figure.subplots()
        draw_field(axes, grid, grid.evaluate(function), level, label, _blue_below(at_points, y, level))
        _draw_labelled(axes, X, y, names)
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        legend_below(figure, axes)
    return Picture(
        figure,
        alt
        or f"Scatter plot with a decision boundary{_of(title)}. {_say_points(X, y, names, features)} "
        f"{above} of {count(len(X), 'point')} lie above the boundary's level, {number(level)}.",
    )


def contours(
    data,
    function,
    y=None,
    *,
    levels=8,
    boundary=None,
    value="value",
    names=None,
    features=None,
    title="",
    alt=None,
):
    """Show level lines of a function of the plane, with points on top.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    function : callable, (m, 2) array → (m,) array
    y : (n,) array_like of labels, or None
    levels : int, or rising sequence of float
    boundary : float or None, a level to be drawn as a thick line
    value : str, what the function is, with its unit, for the color bar
    names, features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, y, names, features = _unpack(data, y, names, features)
    grid = Grid.around(X)
    values = grid.evaluate(function)
    with style():
        figure = make_figure(6.8, 4.6)
        axes = figure.subplots()
        shades = draw_contours(axes, grid, values, levels)
        if boundary is not None:
            draw_level(axes, grid, values, boundary, f"level {number(boundary)}", VERMILLION, 2.4)
        figure.colorbar(shades, ax=axes, label=value)
        _draw_labelled(axes, X, y, names)
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        _scale_alike(axes, features)
        legend_below(figure, axes)
    return Picture(
        figure,
        alt
        or f"Contour plot of {value}{_of(title)}, from {number(values.min())} to {number(values.max())}. "
        f"{_say_points(X, y, names, features)}",
    )


def contour_panels(data, panels, y=None, *, columns=3, names=None, features=None, title="", alt=None):
    """Show level lines of several functions of the plane, a panel each, with the line of 0 drawn thick.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    panels : dict by title of callables, (m, 2) array → (m,) array, or of None, which leaves a place empty
    y : (n,) array_like of labels, or None
    columns : int, panels a row
    names, features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, y, names, features = _unpack(data, y, names, features)
    grid = Grid.around(X, size=90)
    n_rows, columns = -(-len(panels) // columns), min(columns, len(panels))
    said = []
    with style():
        figure = make_figure(10.5, n_rows * (7.6 / columns + 0.5) + (0.4 if title else 0))
        axes = figure.subplots(n_rows, columns, squeeze=False, sharex=True, sharey=True)
        for place, (name, function) in zip(axes.ravel(), panels.items(), strict=False):
            if function is None:
                _leave_empty(place, name)
                continue
            values = grid.evaluate(function)
            bound = np.abs(values).max() or 1.0
            place.contourf(
                grid.x, grid.y, values, levels=np.linspace(-bound, bound, 17), cmap=FIELD, zorder=0
            )
            place.contour(grid.x, grid.y, values, levels=9, colors=GRAY, linewidths=0.6, zorder=1)
            if values.min() < 0 < values.max():
                place.contour(grid.x, grid.y, values, levels=[0.0], colors="black", linewidths=1.6, zorder=2)
            draw_classes(place, X, y, names, size=9) if y is not None else draw_points(place, X, size=6)
            _fill_axes(place, grid)
            place.set_title(name, fontsize=10)
            said.append(f"{name}: from {number(values.min())} to {number(values.max())}")
        for unused in axes.ravel()[len(panels) :]:
            unused.remove()
        figure.supylabel(features[1])
        if title:
            figure.suptitle(title)
        if y is None:
            figure.supxlabel(features[0])
        else:  # a label of the whole figure would lie under the legend
            axes[-1, 0].set_xlabel(features[0])
            legend_below(figure, axes[0, 0])
    return Picture(
        figure,
        alt or f"{count(len(said), 'contour plot')}{_of(title)}, lines of 0 drawn thick. {'; '.join(said)}.",
    )


def _leave_empty(axes, text):
    axes.set_axis_off()
    axes.text(0.5, 0.5, text, ha="center", va="center", fontsize=10, transform=axes.transAxes)


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
    n, columns = len(panels), min(columns, len(panels))
    rows = -(-n // columns)
    said = []
    with style():
        figure = make_figure(min(10.5, 4.2 * columns), 3.3 * rows + 0.4)
        axes = figure.subplots(rows, columns, squeeze=False).ravel()
        for unused in axes[n:]:
            unused.remove()
        for place, (name, data) in zip(axes, panels.items(), strict=False):
            X, labels, known, labels_of_axes = _unpack(data, y, names, features)
            if labels is None:
                draw_points(place, X, size=14)
            else:
                draw_classes(place, X, labels, known, size=16)
            place.set(xlabel=labels_of_axes[0], ylabel=labels_of_axes[1])
            place.set_title(name, fontsize=10)
            said.append(f"{name}: {_say_points(X, labels, known, labels_of_axes)}")
        if title:
            figure.suptitle(title)
        legend_below(figure, axes[0])
    return Picture(figure, alt or f"{count(n, 'scatter plot')}{_of(title)}. {' '.join(said)}")


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
    features = features or [f"z{_subscript(j + 1)}" for j in range(q)]
    with style():
        figure = make_figure(min(9.0, 2.3 * q), min(8.4, 2.1 * q) + 0.4)
        axes = figure.subplots(q, q, squeeze=False, sharex="col")
        for i in range(q):
            for j in range(q):
                place = axes[i, j]
                place.tick_params(labelsize=8)
                if i == j:
                    place.set_yticks([])
                    place.grid(False)
                    place.text(
                        0.5,
                        0.5,
                        features[i],
                        ha="center",
                        va="center",
                        fontsize=14,
                        transform=place.transAxes,
                    )
                elif y is None:
                    draw_points(place, Z[:, [j, i]], size=8)
                else:
                    draw_classes(place, Z[:, [j, i]], np.asarray(y), names, size=9)
        if title:
            figure.suptitle(title)
        if y is not None:
            legend_below(figure, axes[0, 1])
    ranges = "; ".join(
        f"{name} from {number(z.min())} to {number(z.max())}" for name, z in zip(features, Z.T, strict=True)
    )
    return Picture(figure, alt or f"Every pair of {q} columns as a scatter plot{_of(title)}. {ranges}.")


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
        or f"Table of {int(np.isfinite(difference).sum())} cells{_of(title)}, published values in brackets. {within} "
        f"differ by at most {limits[0]:g}. {'Others: ' + '; '.join(said) + '.' if said else 'No other is there.'}",
    )


def extractor(x, points, values, weights, *, title="", alt=None):
    """Show a feature extractor as two layers: kernel values of an image with training images, then weighted sums.

    Parameters
    ----------
    x : (h, w) array_like, the image
    points : (n, h, w) array_like, the training images xᵢ
    values : (n,) array_like, K(xᵢ, x)
    weights : (n, q) array_like, αᵢᵐ
    title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    points, values, weights = np.asarray(points), as_vector(values, "values"), as_matrix(weights, "weights")
    n, q = weights.shape
    z = values @ weights
    with style():
        figure = make_figure(9.0, 0.95 * n + 0.9)
        axes = figure.add_subplot()
        axes.set(xlim=(-0.12, 1.12), ylim=(-0.08, 1.12))
        axes.axis("off")
        rows = np.linspace(0.95, 0.05, n)
        outputs = np.linspace(0.75, 0.25, q) if q > 1 else [0.5]
        strongest = np.abs(weights).max() or 1.0
        for i, row in enumerate(rows):
            axes.plot([0.08, 0.36], [0.5, row], color=GRAY, linewidth=0.8, zorder=1)
            axes.text(
                0.47, row, f"K(x{_subscript(i + 1)}, x) = {number(values[i])}", va="center", fontsize=10
            )
            for m, output in enumerate(outputs):
                color, width = (BLUE if weights[i, m] > 0 else VERMILLION), 3 * abs(weights[i, m]) / strongest
                dashes = "-" if weights[i, m] > 0 else "--"
                axes.plot(
                    [0.70, 0.90],
                    [row, output],
                    color=color,
                    linewidth=0.3 + width,
                    linestyle=dashes,
                    zorder=1,
                )
            _draw_thumbnail(axes, points[i], 0.40, row, 0.8 / n)
        _draw_thumbnail(axes, np.asarray(x), 0.02, 0.5, 0.24)
        for m, output in enumerate(outputs):
            axes.text(0.91, output, f"z{_subscript(m + 1)} = {number(z[m])}", va="center", fontsize=12)
        for place, text in (
            (0.02, "input x"),
            (0.45, "layer 1: kernel values"),
            (0.80, "layer 2: Σᵢ αᵢᵐ K(xᵢ, x)"),
        ):
            axes.text(place, 1.08, text, ha="center", fontsize=10, fontweight="bold")
        if title:
            figure.suptitle(title)
    said = ", ".join(f"z{m + 1} = {number(value)}" for m, value in enumerate(z))
    return Picture(
        figure,
        alt
        or f"Feature extractor of two layers{_of(title)}: {count(n, 'kernel value')} from "
        f"{number(values.min())} to {number(values.max())}, summed with weights to {said}. Solid lines are positive "
        "weights, dashed lines negative ones; thick lines are large weights.",
    )


def _draw_thumbnail(axes, image, x, y, height):
    place = axes.inset_axes([x - height / 2, y - height / 2, height, height], transform=axes.transData)
    place.imshow(image, cmap="gray_r", interpolation="nearest")
    place.set(xticks=[], yticks=[])
    place.grid(False)


def _subscript(i):
    return str(i).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def density_regions(data, function, levels, shares, *, features=None, title="", alt=None):
    """Show the contours of a density that hold given shares of the sample, and name each by its share.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    function : callable, (m, 2) array → (m,) array, the density
    levels : (k,) array_like, the density on each contour
    shares : (k,) array_like, in (0, 1), the share of the sample within each contour
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If there are not as many levels as shares.
    """
    X, _, _, features = _unpack(data, None, None, features)
    shares = as_vector(shares, "shares")
    levels = as_vector(levels, "levels", len(shares))
    grid = Grid.around(X, margin=0.25)
    values = grid.evaluate(function)
    names = {level: f"{share:.0%}" for level, share in zip(levels, shares, strict=True)}
    rising = np.sort(levels)
    with style():
        figure = make_figure(6.6, 4.8)
        axes = figure.subplots()
        axes.contourf(
            grid.x, grid.y, values, levels=[*rising, max(values.max(), rising[-1]) * 1.01], cmap=PALE
        )
        lines = axes.contour(grid.x, grid.y, values, levels=rising, colors=GRAY, linewidths=1.0)
        draw_points(axes, X, size=12)
        for text in axes.clabel(lines, fontsize=10, fmt=names, colors="black", zorder=5):
            text.set_path_effects([withStroke(linewidth=2.5, foreground="white")])
        _fill_axes(axes, grid)
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
    held = (function(X)[:, None] >= levels).mean(axis=0)
    said = ", ".join(f"{share:.0%}: {within:.1%}" for share, within in zip(shares, held, strict=True))
    return Picture(
        figure,
        alt
        or f"Density contours of {count(len(X), 'point')}{_of(title)}. Share named on the contour, and share "
        f"of the points within it: {said}.",
    )


def ball(data, kinds, function, *, R2=None, features=None, title="", alt=None):
    """Show a minimum-volume ball in the input plane: its boundary and the three kinds of point.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    kinds : (n,) array_like of "inside", "surface", "outlier"
    function : callable, (m, 2) array → (m,) array, R² − ‖Φ(x) − c‖²
    R2 : float or None, the squared radius, to be written in the title
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, _, _, features = _unpack(data, None, None, features)
    kinds = _as_kinds(kinds, len(X))
    grid = Grid.around(X)
    shown = ", ".join(filter(None, [title, f"R² = {number(R2)}" if R2 is not None else ""]))
    with style():
        figure = make_figure(6.4, 4.9)
        axes = figure.subplots()
        draw_field(axes, grid, grid.evaluate(function), 0.0, "R² = ‖Φ(x) − c‖²")
        draw_kinds(axes, X, kinds)
        axes.set(xlabel=features[0], ylabel=features[1], title=shown)
        _scale_alike(axes, features)
        legend_below(figure, axes)
    return Picture(figure, alt or f"Minimum-volume ball{_of(shown)}: {say_kinds(kinds)}.")


def balls(data, panels, *, features=None, label="R² = ‖Φ(x) − c‖²", title="", alt=None):
    """Show several minimum-volume balls of one data set side by side.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    panels : dict by title of (kinds, function), as in `ball`
    label : str, name of the boundary in the legend
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, _, _, features = _unpack(data, None, None, features)
    panels = {name: (_as_kinds(kinds, len(X)), function) for name, (kinds, function) in panels.items()}
    grid = Grid.around(X)
    with style():
        n_rows = -(-len(panels) // PANELS_A_ROW)
        width, height = _size_of_row(min(len(panels), PANELS_A_ROW), 4.2, 3.9)
        figure = make_figure(width, n_rows * height)
        row = _panels(figure, len(panels), n_rows)
        for axes, (name, (kinds, function)) in zip(row, panels.items(), strict=True):
            draw_field(axes, grid, grid.evaluate(function), 0.0, label)
            draw_kinds(axes, X, kinds)
            axes.set(xlabel=features[0], ylabel=features[1], title=name)
            _scale_alike(axes, features)
        if title:
            figure.suptitle(title, fontsize=12)
        legend_below(figure, *row)
    said = " ".join(f"{name}: {say_kinds(kinds)}." for name, (kinds, _) in panels.items())
    return Picture(figure, alt or f"Minimum-volume balls{_of(title)}. {said}")


def detectors(comparison, *, title="", alt=None):
    """Show what several outlier detectors enclose, a row a data set and a column a detector.

    Parameters
    ----------
    comparison : detectors.Comparison
    title : str
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    names, columns = list(comparison.sets), comparison.detectors
    grid = Grid(comparison.axis, comparison.axis)
    marks = {0: ("o", BLUE, "regular point"), 1: ("^", ORANGE, "outlier")}
    with style():
        figure = make_figure(2.2 * len(columns), 2.25 * len(names) + 0.6)
        panels = figure.subplots(len(names), len(columns), squeeze=False, sharex=True, sharey=True)
        for row, name in zip(panels, names, strict=True):
            data = comparison.sets[name]
            for axes, column in zip(row, columns, strict=True):
                region = comparison.region(name, column)
                axes.contourf(
                    grid.x, grid.y, region.values >= 0, levels=[0.5, 1.5], colors=["#D6EAF5"], zorder=0
                )
                draw_level(axes, grid, region.values, 0.0, "boundary", linewidth=1.4)
                for label, (marker, color, text) in marks.items():
                    draw_points(axes, data.X[data.y == label], color, marker, 13, text)
                _fill_axes(axes, grid)
                axes.set_aspect("equal")
                axes.set_title(f"{region.missed} + {region.false_alarms}", fontsize=9)
            row[0].set_ylabel(f"{name}\nx₂")
        for axes, column in zip(panels[0], columns, strict=True):
            axes.set_title(f"{column}\n{axes.get_title()}", fontsize=9)
        for axes in panels[-1]:
            axes.set_xlabel("x₁")
        if title:
            figure.suptitle(title, fontsize=12)
        legend_below(figure, panels[0][0])
    said = " ".join(
        f"{r.data}, {r.detector}: area {r.area:.0f}, {r.missed} outliers missed, {r.false_alarms} false alarms."
        for r in comparison.regions
    )
    return Picture(figure, alt or f"Regions of {len(columns)} outlier detectors{_of(title)}. {said}")


def say_kinds(kinds):
    """Say how many points are of each kind.

    Parameters
    ----------
    kinds : (n,) array of "inside", "surface", "outlier"

    Returns
    -------
    str, such as "6 of 50 points outside the ball, 3 on its surface, 41 inside"
    """
    n = {kind: int(np.sum(kinds == kind)) for kind in KINDS}
    return (
        f"{n[OUTLIER]} of {count(len(kinds), 'point')} outside the ball, "
        f"{n[SURFACE]} on its surface, {n[INSIDE]} inside"
    )


def gram(K, y=None, *, names=None, title="", value="K(xᵢ, xⱼ)", alt=None):
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
        figure = make_figure(*_size_of_row(len(matrices), 4.6, 4.0))
        for axes, (name, matrix) in zip(_row(figure, len(matrices)), matrices.items(), strict=True):
            image = draw_gram(axes, matrix[np.ix_(order, order)], boundaries)
            figure.colorbar(image, ax=axes, label=value, shrink=0.85)
            axes.set_title(name)
    sorted_by = " Points are sorted by class." if y is not None else ""
    said = " ".join(_say_gram(name, matrix, y, names) for name, matrix in matrices.items())
    return Picture(figure, alt or f"{said}{sorted_by}")


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
    kernels = _by_name(kernels, "")
    ends = center + reach * np.array([[-1, -1], [1, 1]])
    grid = Grid.around(ends, margin=0, size=100)
    said = []
    with style():
        n_rows = -(-len(kernels) // PANELS_A_ROW)
        width, height = _size_of_row(min(len(kernels), PANELS_A_ROW), 4.4, 3.8)
        figure = make_figure(width, n_rows * height)
        panels = _panels(figure, len(kernels), n_rows)
        for axes, (name, kernel) in zip(panels, kernels.items(), strict=True):
            values = grid.evaluate(lambda points, kernel=kernel: kernel(points, center[None])[:, 0])
            shades = draw_contours(axes, grid, values, levels=7, labels=False)
            figure.colorbar(shades, ax=axes, label="k(x, x₀)", shrink=0.85)
            axes.plot(*center, marker="*", markersize=12, color=VERMILLION, markeredgecolor="black")
            axes.set(xlabel=features[0], ylabel=features[1], title=name or repr(kernel), aspect="equal")
            said.append(
                f"{name or repr(kernel)}: k(x, x₀) runs from {number(values.min())} "
                f"to {number(values.max())}."
            )
    at = f"({number(center[0])}, {number(center[1])})"
    return Picture(figure, alt or f"Kernel values around x₀ = {at}, marked by a star. {' '.join(said)}")


def profiles(kernels, *, reach=3.0, origin=0.0, title="", xlabel="x", alt=None):
    """Show kernels of one variable: k(x, x₀) against x.

    Parameters
    ----------
    kernels : dict of kernels by label
    reach : float, x runs from x₀ − reach to x₀ + reach
    origin : float, x₀
    title, xlabel, alt : str

    Returns
    -------
    Picture
    """
    x = origin + np.linspace(-reach, reach, 241)
    values = {name: kernel(x[:, None], [[origin]])[:, 0] for name, kernel in kernels.items()}
    return curves(x, values, xlabel=xlabel, ylabel=f"k(x, {number(origin)})", title=title, alt=alt)


def curves(x, values, *, xlabel, ylabel, title="", log="", markers=False, rug=None, alt=None):
    """Show quantities against one other, each in its own color and line.

    Parameters
    ----------
    x : (n,) array_like
    values : dict of (n,) array_like by label
    xlabel, ylabel : str, with units
    title : str
    log : {"", "x", "y", "xy"}, axes with a logarithmic scale
    markers : bool, whether the points that were computed are marked
    rug : (m,) array_like or None, a sample to be shown as ticks on the lower axis
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    x = as_vector(x, "x")
    values = {name: as_vector(y, name, len(x)) for name, y in values.items()}
    with style():
        figure = make_figure(6.4, 4.2)
        axes = figure.subplots()
        for k, (name, y) in enumerate(values.items()):
            axes.plot(
                x,
                y,
                color=COLORS[k % len(COLORS)],
                linestyle=LINE_STYLES[k % len(LINE_STYLES)],
                marker=MARKERS[k % len(MARKERS)] if markers else None,
                markersize=5,
                label=name,
            )
        axes.set(xlabel=xlabel, ylabel=ylabel, title=title)
        axes.set(**{f"{name}scale": "log" for name in log})
        if "x" in log:
            _label_log_ticks(axes.xaxis, x)
        if rug is not None:
            place = axes.get_xaxis_transform()
            axes.plot(
                as_vector(rug, "rug"),
                np.full(len(rug), 0.015),
                "|",
                color=GRAY,
                transform=place,
                label="sample",
            )
        legend_below(figure, axes)
    said = " ".join(
        f"{name}: {number(y[0])} at the left, {number(y[-1])} at the right, "
        f"from {number(y.min())} to {number(y.max())}."
        for name, y in values.items()
    )
    return Picture(figure, alt or f"{ylabel} against {xlabel}{_of(title)}. {said}")


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
    spectra = {name: as_vector(v, "eigenvalues") for name, v in _by_name(eigenvalues, title).items()}
    with style():
        figure = make_figure(*_size_of_row(len(spectra), 5.6, 3.8))
        row = _row(figure, len(spectra))
        for axes, (name, values) in zip(row, spectra.items(), strict=True):
            draw_spectrum(axes, values)
            if log:
                _set_two_sided_log(axes, values)
            axes.set_title(name)
        legend_below(figure, *row)
    return Picture(figure, alt or " ".join(_say_spectrum(n, v) for n, v in spectra.items()))


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
    X, y, names, features = _unpack(data, y, names, features)
    Z = as_matrix(transform(X), "The transformed points", 2)
    with style():
        figure = make_figure(8.6, 4.4)
        here, there = figure.subplots(1, 2)
        for axes, points, labels, heading in (
            (here, X, features, "input plane"),
            (there, Z, transformed, "feature plane"),
        ):
            _draw_labelled(axes, points, y, names)
            axes.set(xlabel=labels[0], ylabel=labels[1], title=heading)
        if line is not None:
            side = _blue_below(_affine(Z, *line), y)
            _draw_side(here, X, lambda points: _affine(transform(points), *line), "w·φ(x) + b = 0", side)
            _draw_side(there, Z, lambda points: _affine(points, *line), None, side)
        if title:
            figure.suptitle(title, fontsize=12)
        legend_below(figure, here, there)
    said = f"Two scatter plots{_of(title)}: the input plane and the feature plane. "
    return Picture(figure, alt or said + _say_points(X, y, names, features) + _say_line(Z, y, line))


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
    X, y, names, features = _unpack(data, y, names, features)
    Z = as_matrix(transform(X), "The lifted points", 3)
    with style():
        figure = make_figure(9.0, 4.6)
        panels = figure.add_gridspec(1, 2, width_ratios=(1, 1.15))
        here = figure.add_subplot(panels[0])
        there = figure.add_subplot(panels[1], projection="3d")
        _draw_labelled(here, X, y, names)
        here.set(xlabel=features[0], ylabel=features[1], title="input plane")
        _draw_space(there, Z, y, names, transformed, view)
        if plane is not None:
            side = _blue_below(_affine(Z, *plane), y)
            _draw_side(here, X, lambda points: _affine(transform(points), *plane), "w·φ(x) + b = 0", side)
            draw_plane(there, *plane)
        if title:
            figure.suptitle(title, fontsize=12)
        legend_below(figure, here)
    said = f"Points in the plane and lifted to three dimensions{_of(title)}. "
    return Picture(figure, alt or said + _say_points(X, y, names, features) + _say_line(Z, y, plane))


def slack_per_point(distances, R2, kinds=None, *, title="", alt=None):
    """Show ‖Φ(xᵢ) − c‖² of each point from the nearest to the farthest, and R².

    What stands out above the line of R² is the slack ξᵢ.

    Parameters
    ----------
    distances : (n,) array_like, ‖Φ(xᵢ) − c‖²
    R2 : float, or a solution that has it as `R2`
    kinds : (n,) array_like of "inside", "surface", "outlier", or None
    title : str
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    distances = as_vector(distances, "distances")
    R2 = float(getattr(R2, "R2", R2))
    order = np.argsort(distances, kind="stable")
    slack = np.maximum(distances - R2, 0)
    with style():
        figure = make_figure(7.2, 4.2)
        axes = figure.subplots()
        draw_slack(axes, distances[order], R2, None if kinds is None else np.asarray(kinds)[order])
        axes.set_title(title or f"largest slack ξ = {number(slack.max())}")
        legend_below(figure, axes, columns=5)
    # Points on the surface lie above or below R² by rounding: their kind, or a margin, tells them apart.
    above = slack > 1e-5 * R2 if kinds is None else np.asarray(kinds) == "outlier"
    return Picture(
        figure,
        alt
        or f"Squared distance from the center of {count(len(distances), 'point')}, sorted, "
        f"from {number(distances.min())} to {number(distances.max())}{_of(title)}. A line marks "
        f"R² = {number(R2)}; {above.sum()} lie above it, with slack up to {number(slack.max())} "
        f"and {number(slack.sum())} in all.",
    )


def draw_slack(axes, distances, R2, kinds=None):
    """Draw squared distances in the order given, the line of R², and slack as the part above it.

    Parameters
    ----------
    axes : matplotlib Axes
    distances : (n,) array
    R2 : float
    kinds : (n,) array of str or None
    """
    rank = np.arange(1, len(distances) + 1)
    above = distances > R2
    axes.vlines(
        rank[above], R2, distances[above], color=VERMILLION, linewidth=2.0, alpha=0.6, label="slack ξᵢ"
    )
    draw_height(axes, R2, "R²")
    points = np.column_stack([rank, distances])
    if kinds is None:
        draw_points(axes, points)
    else:
        draw_kinds(axes, points, kinds)
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    axes.set(xlabel="point, nearest to the center first", ylabel="‖Φ(xᵢ) − c‖²")


def alpha_per_point(alpha, bound, kinds=None, *, order=None, title="", alt=None):
    """Show the weight αᵢ of each point and the bound that no weight exceeds.

    Parameters
    ----------
    alpha : (n,) array_like
    bound : float, 1/(νn)
    kinds : (n,) array_like of "inside", "surface", "outlier", or None
    order : (n,) array_like of int, the order in which points are shown; None for the rising order of α
    title : str
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    alpha = as_vector(alpha, "alpha")
    order = np.argsort(alpha, kind="stable") if order is None else np.asarray(order)
    with style():
        figure = make_figure(7.2, 4.0)
        axes = figure.subplots()
        draw_stems(axes, alpha[order], None if kinds is None else np.asarray(kinds)[order])
        draw_height(axes, bound, "bound 1/(νn)")
        axes.set(xlabel="point", ylabel="weight αᵢ", title=title)
        legend_below(figure, axes, columns=5)
    at_bound = int((alpha >= bound * (1 - 1e-6)).sum())
    positive = int((alpha > 1e-9 * bound).sum())
    return Picture(
        figure,
        alt
        or f"Weights α of {count(len(alpha), 'point')}{_of(title)}: {len(alpha) - positive} are zero, "
        f"{positive - at_bound} lie between 0 and the bound {number(bound)}, {at_bound} at the bound.",
    )


def smo_history(objective, kkt_residual=None, *, title="", alt=None):
    """Show how a solver gets there: objective and KKT residual against the iteration.

    Parameters
    ----------
    objective : (T + 1,) array_like, or a history that has both as attributes
    kkt_residual : (T + 1,) array_like, or None with a history
    title : str
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    if kkt_residual is None:
        objective, kkt_residual = objective.objective, objective.kkt_residual
    objective = as_vector(objective, "objective")
    gap = as_vector(kkt_residual, "kkt_residual", len(objective))
    with style():
        figure = make_figure(7.6, 3.8)
        left, right = figure.subplots(1, 2)
        draw_history(left, right, objective, gap)
        if title:
            figure.suptitle(title, fontsize=12)
    return Picture(
        figure,
        alt
        or f"Two curves against the iteration{_of(title)}: the objective goes from {number(objective[0])} to "
        f"{number(objective[-1])}, the KKT residual on a logarithmic axis from {number(gap[0])} to {_reached(gap)}.",
    )


def _reached(gap):
    """The last residual; where rounding has a part in it, the power of ten above it, the same on each machine."""
    if gap[-1] > 1e-3 * gap.max() or gap[-1] <= 0:
        return number(gap[-1])
    return f"below {10.0 ** np.ceil(np.log10(gap[-1])):.0e}"


def draw_history(left, right, objective, gap):
    """Draw the objective on one axes and the KKT residual, on a logarithmic scale, on another.

    Parameters
    ----------
    left, right : matplotlib Axes
    objective, gap : (T + 1,) arrays

    Returns
    -------
    (Line2D, Line2D)
    """
    iterations = np.arange(len(gap))
    (falling,) = left.plot(iterations, objective, color=BLUE)
    (closing,) = right.plot(iterations, np.where(gap > 0, gap, np.nan), color=VERMILLION)
    right.set_yscale("log")
    left.set(xlabel="iteration", ylabel="objective", title="objective")
    right.set(xlabel="iteration", ylabel="KKT residual", title="KKT residual")
    for axes in (left, right):
        axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    return falling, closing


def shares(nu, outliers, support_vectors, *, title="", alt=None):
    """Show the shares of outliers and of support vectors against ν, which lies between them.

    Parameters
    ----------
    nu : (m,) array_like, in (0, 1]
    outliers, support_vectors : (m,) array_like, shares in [0, 1]
    title : str
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    nu = as_vector(nu, "nu")
    outliers, vectors = (
        as_vector(outliers, "outliers", len(nu)),
        as_vector(support_vectors, "support_vectors", len(nu)),
    )
    with style():
        figure = make_figure(6.0, 4.6)
        axes = figure.subplots()
        draw_shares(axes, nu, outliers, vectors)
        axes.set_title(title)
        legend_below(figure, axes)
    return Picture(
        figure,
        alt
        or f"Shares against ν from {number(nu.min())} to {number(nu.max())}{_of(title)}: outliers from "
        f"{number(outliers[0])} to {number(outliers[-1])}, support vectors from {number(vectors[0])} to "
        f"{number(vectors[-1])}. Outliers exceed ν {np.sum(outliers > nu + 1e-12)} times, "
        f"support vectors fall below it {np.sum(vectors < nu - 1e-12)} times.",
    )


def draw_shares(axes, nu, outliers, support_vectors):
    """Draw shares of support vectors and of outliers against ν, with the diagonal.

    Parameters
    ----------
    axes : matplotlib Axes
    nu, outliers, support_vectors : (m,) arrays

    Returns
    -------
    (Line2D, Line2D), support vectors and outliers
    """
    axes.plot([0, 1], [0, 1], color=GRAY, linestyle=":", linewidth=1.3, label="ν itself")
    (above,) = axes.plot(nu, support_vectors, color=BLUE, marker="D", markersize=4, label="support vectors")
    (below,) = axes.plot(
        nu, outliers, color=VERMILLION, marker="X", markersize=5, linestyle="--", label="outliers"
    )
    axes.set(xlabel="ν", ylabel="share of the points", xlim=(0, 1.02), ylim=(-0.02, 1.04))
    return above, below


def digits(images, titles=None, *, columns=10, rows=None, title="", alt=None):
    """Show gray images in a grid, each with a title.

    Parameters
    ----------
    images : (m, height, width) array_like
    titles : sequence of m str, or None
    columns : int, images a row
    rows : sequence of str, a name for each row, or None
    title : str
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    images = np.asarray(images, dtype=float)
    if images.ndim != 3 or len(images) == 0:
        raise ValueError(f"images must have shape (m, height, width), got {images.shape}.")
    if titles is not None and len(titles) != len(images):
        raise ValueError(f"titles must name {len(images)} images, got {len(titles)}.")
    columns = min(columns, len(images))
    n_rows = -(-len(images) // columns)
    if rows is not None and len(rows) != n_rows:
        raise ValueError(f"rows must name {n_rows} rows, got {len(rows)}.")
    with style():
        height = (1.02 if titles is not None else 0.84) * n_rows + bool(title) * 0.4
        figure = make_figure(0.82 * columns + bool(rows) * 1.3, height)
        grid = figure.subplots(n_rows, columns, squeeze=False)
        for axes in grid.ravel():
            axes.set_axis_off()
        for k, axes in zip(range(len(images)), grid.ravel(), strict=False):
            axes.imshow(images[k], cmap="gray_r", vmin=images.min(), vmax=images.max())
            axes.set_title(titles[k] if titles is not None else "", fontsize=9)
        for axes, name in zip(grid[:, 0], rows or (), strict=False):
            axes.text(-0.1, 0.5, name, transform=axes.transAxes, ha="right", va="center", fontsize=10)
        if title:
            figure.suptitle(title, fontsize=12)
    listed = "" if titles is None else f" Their titles: {', '.join(map(str, titles))}."
    listed += "" if rows is None else f" The rows: {', '.join(rows)}."
    return Picture(
        figure, alt or f"{count(len(images), 'image')} in {count(n_rows, 'row')}{_of(title)}.{listed}"
    )


def moves(data, start, panels, *, columns=3, features=None, title="", alt=None):
    """Show where points of the plane are moved, a panel each way to move them: an arrow from each point to its end.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns, shown as small gray points
    start : (m, 2) array_like
    panels : dict by title of (m, 2) array_like, the ends
    columns : int, panels a row
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    X, _, _, features = _unpack(data, None, None, features)
    start = as_matrix(start, "start", n_features=2)
    panels = {name: as_matrix(end, name, n_features=2) for name, end in panels.items()}
    if any(end.shape != start.shape for end in panels.values()):
        raise ValueError(f"each panel must hold {len(start)} ends, one for each start.")
    n_rows, columns = -(-len(panels) // columns), min(columns, len(panels))
    with style():
        figure = make_figure(10.5, n_rows * (7.6 / columns + 0.5) + (0.4 if title else 0))
        axes = figure.subplots(n_rows, columns, squeeze=False, sharex=True, sharey=True)
        for place, (name, end) in zip(axes.ravel(), panels.items(), strict=False):
            draw_points(place, X, GRAY, size=9, label="learned from")
            lines = LineCollection(np.stack([start, end], axis=1), colors=GRAY, linewidths=0.9, zorder=2)
            place.add_collection(lines)
            draw_points(place, start, ORANGE, "D", size=16, label="noisy point")
            draw_points(place, end, BLUE, "o", size=22, label="where it is moved")
            place.set_title(name, fontsize=10)
        for unused in axes.ravel()[len(panels) :]:
            unused.set_axis_off()
        for place in axes[-1]:
            place.set_xlabel(features[0])
        for place in axes[:, 0]:
            place.set_ylabel(features[1])
        if title:
            figure.suptitle(title)
        legend_below(figure, axes[0, 0])
    said = "; ".join(
        f"{name}: by {number(np.linalg.norm(end - start, axis=1).mean())} on average"
        for name, end in panels.items()
    )
    return Picture(
        figure, alt or f"{count(len(start), 'point')} and where each is moved{_of(title)}. {said}."
    )


def partition(data, labels, prototypes=None, *, assign=None, features=None, title="", alt=None):
    """Show a partition of points of the plane, with prototypes and the region of each cluster where they are given.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    labels : (n,) array_like of int, 0 … c − 1
    prototypes : (c, 2) array_like, or None
    assign : callable, (m, 2) array → (m,) int array, the cluster of any point, or None
    features, title, alt : as in `scatter`

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        If the labels are not one whole number ≥ 0 a point.
    """
    X, _, _, features = _unpack(data, None, None, features)
    labels = _as_clusters(labels, len(X))
    with style():
        figure = make_figure(6.4, 4.8)
        axes = figure.subplots()
        _draw_partition(axes, X, labels, prototypes, assign)
        axes.set(xlabel=features[0], ylabel=features[1], title=title)
        legend_below(figure, axes, columns=5)
    said = f"Partition of {count(len(X), 'point')}{_of(title)} into {_say_clusters(labels)}."
    if prototypes is not None:
        places = ", ".join(f"({number(v[0])}, {number(v[1])})" for v in np.asarray(prototypes))
        said += f" Prototypes at {places}."
    return Picture(figure, alt or said)


def partitions(panels, *, columns=3, features=None, alt=None):
    """Show several partitions side by side.

    Parameters
    ----------
    panels : dict of (data, labels) by title; data as in `scatter`, labels as in `partition`
    columns : int, panels a row
    features : (str, str), names of the axes with units; None takes them from the first data
    alt : as in `scatter`

    Returns
    -------
    Picture
    """
    n = len(panels)
    columns = min(columns, n)
    features = features or _unpack(next(iter(panels.values()))[0], None, None, None)[3]
    rows = -(-n // columns)
    said = []
    with style():
        figure = make_figure(min(10.5, 3.5 * columns), 2.9 * rows + 0.3)
        axes = figure.subplots(rows, columns, squeeze=False).ravel()
        for unused in axes[n:]:
            unused.remove()
        for (title, (data, labels)), ax in zip(panels.items(), axes, strict=False):
            X, _, _, _ = _unpack(data, None, None, None)
            labels = _as_clusters(labels, len(X))
            draw_classes(ax, X, labels, cluster_names(labels.max() + 1), size=14)
            ax.set_title(title, fontsize=10)
            ax.tick_params(labelsize=8)
            ax.set_aspect("equal", adjustable="datalim")
            said.append(f"{title}: {_say_clusters(labels)}")
        figure.supxlabel(features[0])
        figure.supylabel(features[1])
    return Picture(figure, alt or f"{count(n, 'partition')}. {'. '.join(said)}.".replace("\n", " "))


def descent(steps, *, log=False, title="", ylabel="J(U, V)", alt=None):
    """Show the criterion after each half step of c-means.

    Parameters
    ----------
    steps : sequence of objects with `kind` ("start", "assign" or "update") and `objective`
    log : bool, whether the scale of the criterion is logarithmic
    title, alt : as in `scatter`
    ylabel : str

    Returns
    -------
    Picture
    """
    kinds = np.array([step.kind for step in steps])
    objective = as_vector([step.objective for step in steps], "objectives")
    with style():
        figure = make_figure(6.8, 4.2)
        axes = figure.subplots()
        draw_descent(axes, np.arange(len(steps)), objective, kinds)
        axes.set(xlabel="half step", ylabel=ylabel, title=title, yscale="log" if log else "linear")
        legend_below(figure, axes)
    return Picture(
        figure,
        alt
        or f"{ylabel} after each of {len(steps)} half steps{_of(title)}: from {number(objective[0])} down to "
        f"{number(objective[-1])}, {'never' if np.all(np.diff(objective) <= 1e-9 * objective[0]) else 'sometimes'} "
        "rising.",
    )


DESCENT = {
    "start": ("D", BLACK, "start"),
    "assign": ("o", BLUE, "after an assignment"),
    "update": ("s", ORANGE, "after an update"),
}


def draw_descent(axes, at, objective, kinds):
    """Draw the criterion against the half steps, each kind of half step in its own mark.

    Parameters
    ----------
    axes : matplotlib Axes
    at : (T,) array, numbers of the half steps
    objective : (T,) array
    kinds : (T,) array of "start", "assign", "update"
    """
    axes.plot(at, objective, color=GRAY, linewidth=1.2, zorder=2)
    for kind, (marker, color, label) in DESCENT.items():
        if np.any(kinds == kind):
            points = np.column_stack([at, objective])[kinds == kind]
            draw_points(axes, points, color, marker, size=38, label=label)
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))


def outcomes(x, y, *, xlabel, ylabel, lines=None, title="", alt=None):
    """Show pairs of numbers, many of them equal: the area of a mark says how often a pair came.

    Parameters
    ----------
    x, y : (r,) array_like
    xlabel, ylabel : str
    lines : dict of float by label, heights to mark, or None
    title, alt : as in `scatter`

    Returns
    -------
    Picture
    """
    x = as_vector(x, "x")
    pairs = np.column_stack([x, as_vector(y, "y", len(x))])
    scale = np.maximum(np.ptp(pairs, axis=0), 1e-300)
    _, first, times = np.unique(np.round(pairs / scale, 4), axis=0, return_index=True, return_counts=True)
    with style():
        figure = make_figure(6.8, 4.4)
        axes = figure.subplots()
        axes.scatter(
            *pairs[first].T, s=16 + 700 * times / len(x), c=SKY, edgecolors="black", linewidths=0.7, alpha=0.8,
            label=f"one result; area: how many of {len(x)} starts ended there",
        )  # fmt: skip
        for (label, height), dashes in zip((lines or {}).items(), LINE_STYLES[1:], strict=False):
            draw_height(axes, height, label, dashes, VERMILLION)
        axes.set(xlabel=xlabel, ylabel=ylabel, title=title)
        legend_below(figure, axes, columns=1)
    lowest = first[np.lexsort((-pairs[first, 1], pairs[first, 0]))[0]]
    return Picture(
        figure,
        alt
        or f"{ylabel} against {xlabel}{_of(title)} for {count(len(x), 'start')}, {len(first)} different results. "
        f"The lowest {xlabel}, {number(pairs[lowest, 0])}, has {ylabel} {number(pairs[lowest, 1])}; the highest "
        f"{ylabel} is {number(pairs[:, 1].max())}.",
    )


# ---------------------------------------------------------------- pieces of the above


def _unpack(data, y, names, features):
    """Points, labels and names from an array or a Dataset, checked."""
    if hasattr(data, "feature_names"):
        y = data.y if y is None else y
        names = names or data.target_names or None
        features = features or axis_names(data)
        data = data.X
    X = as_matrix(data, "data", 2)
    if y is not None:
        y = np.asarray(y)
        if y.shape != (len(X),):
            raise ValueError(f"y must have shape ({len(X)},), one label a point, got {y.shape}.")
    return X, y, names, features or ("x₁", "x₂")


def _as_kinds(kinds, n):
    kinds = np.asarray(kinds)
    if kinds.shape != (n,) or not np.isin(kinds, list(KINDS)).all():
        raise ValueError(f"kinds must hold {n} of {list(KINDS)}, got shape {kinds.shape} of {kinds.dtype}.")
    return kinds


def _as_clusters(labels, n):
    labels = np.asarray(labels)
    if labels.shape != (n,) or labels.dtype.kind not in "iu" or (n and labels.min() < 0):
        raise ValueError(
            f"labels must be {n} whole numbers from 0, got shape {labels.shape} of {labels.dtype}."
        )
    return labels


def _draw_partition(axes, X, labels, prototypes, assign):
    grid = Grid.around(X)
    if assign is not None:
        shades = np.asarray(assign(grid.points)).reshape(len(grid.y), len(grid.x))
        draw_regions(axes, grid, shades)
    draw_classes(axes, X, labels, cluster_names(labels.max() + 1))
    if prototypes is not None:
        draw_prototypes(axes, np.asarray(prototypes))


def _say_clusters(labels):
    sizes = np.bincount(labels)
    return f"{count(len(sizes), 'cluster')} of {', '.join(map(str, sizes))} points"


def _by_name(values, title):
    return values if isinstance(values, dict) else {title: values}


def _row(figure, n):
    return figure.subplots(1, n, squeeze=False)[0]


def _scale_alike(axes, features):
    """Give both axes one scale where they have one unit: circles then look like circles."""
    units = {name.partition("(")[2] for name in features}
    if len(units) == 1 and units != {""}:
        axes.set_aspect("equal")


def _label_log_ticks(axis, values):
    """Label the values themselves where they are few and lie within two powers of ten, else powers of ten only."""
    axis.set_minor_formatter(NullFormatter())
    if len(values) <= 8 and values.max() < 100 * values.min():
        axis.set_ticks(values, [number(value) for value in values])


def _panels(figure, n, n_rows):
    """Make n axes in rows of equal length and leave the rest of the last row empty."""
    axes = figure.subplots(n_rows, min(n, PANELS_A_ROW), squeeze=False).ravel()
    for unused in axes[n:]:
        unused.remove()
    return axes[:n]


def _size_of_row(n, width, height):
    """Shrink the panels of a row so that it stays within the width of a notebook."""
    share = min(1.0, 10.5 / (n * width))
    return n * width * share, height * max(share, 0.75)


def _class_order(y, n):
    if y is None:
        return np.arange(n), []
    y = np.asarray(y)
    return np.argsort(y, kind="stable"), np.cumsum(np.unique(y, return_counts=True)[1])[:-1]


def _draw_labelled(axes, X, y, names):
    return draw_points(axes, X) if y is None else draw_classes(axes, X, y, names)


def _draw_space(axes, Z, y, names, labels, view):
    _draw_labelled_in_space(axes, Z, y, names)
    set_space_limits(axes, Z)
    axes.set(xlabel=labels[0], ylabel=labels[1], title="feature space")
    axes.set_zlabel(labels[2])
    axes.view_init(elev=view[0], azim=view[1])
    axes.set_box_aspect(None, zoom=0.95)


def _draw_labelled_in_space(axes, Z, y, names):
    draw_classes(axes, Z, np.zeros(len(Z), dtype=int) if y is None else y, ["points"] if y is None else names)


def _draw_side(axes, points, function, label, flip):
    grid = Grid.around(points)
    draw_field(axes, grid, grid.evaluate(function), 0.0, label, flip)


def _blue_below(values, y, level=0.0):
    """Tell whether the first class, whose points are blue, lies rather below the level than above."""
    if y is None or len(np.unique(y)) != 2:
        return False
    above, first = values >= level, y == y.min()
    return bool(above[first].mean() < above[~first].mean())


def _set_two_sided_log(axes, values, decades=4):
    """Scale the y axis by logarithms on both sides of a linear strip around 0."""
    top = int(np.ceil(np.log10(np.abs(values).max() or 1.0)))
    axes.set_yscale("symlog", linthresh=10.0 ** (top - decades), linscale=0.7)
    powers = 10.0 ** np.arange(top - decades, top + 1)
    axes.set_yticks([*(-powers if is_negative(values).any() else []), 0, *powers])


def _affine(Z, w, b):
    return np.asarray(Z) @ np.asarray(w, dtype=float) + b


def _of(title):
    return f" ({title})" if title else ""


def _say_points(X, y, names, features):
    ranges = " and ".join(
        f"{name} from {number(X[:, j].min())} to {number(X[:, j].max())}" for j, name in enumerate(features)
    )
    said = f"{count(len(X), 'point')}, {ranges}"
    if y is not None:
        labels, sizes = np.unique(y, return_counts=True)
        parts = [f"{n} {name}" for n, name in zip(sizes, class_names(labels, names), strict=True)]
        said += f": {', '.join(parts)}"
    return said + "."


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
        f"Gram matrix{_of(name)} of {count(len(K), 'point')}, values from {number(K.min())} "
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
        f"{count(len(values), 'eigenvalue')}{_of(name)} from {number(values.max())} "
        f"down to {_small(values)}; {tail}."
    )


def _small(values):
    low = values.min()
    return "0 up to rounding" if abs(low) <= 1e-10 * np.abs(values).max() else number(low)
