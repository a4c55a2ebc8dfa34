"""Artists that explorers move, and the planes that they move on."""

from dataclasses import dataclass

import numpy as np
from contourpy import FillType, contour_generator
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.colors import ListedColormap
from matplotlib.path import Path

from kernelsy19.course.drawing import Grid
from kernelsy19.course.picture import (
    labeled_points,
    name_of,
)


class Field:
    """A shaded function of the plane with level lines, on axes of its own.

    Shades are shares of the largest value on either side of 0, so one set of colors serves every function.

    Parameters
    ----------
    axes : matplotlib Axes
    cmap : Colormap, from the most negative to the most positive value
    linewidth : float, of the level lines in points
    bands : int, even, how many shades; a `ListedColormap` brings its own number
    """

    def __init__(self, axes, cmap, linewidth=1.8, bands=12):
        n = cmap.N if isinstance(cmap, ListedColormap) else bands
        colors = cmap(np.linspace(0, 1, n))
        axes.set_facecolor(colors[0])
        self.bands = PathCollection([], facecolors=colors[1:], edgecolors="none", linewidths=0, zorder=0)
        self.bands.set_transform(axes.transData)
        self.lines = LineCollection([], colors="black", linewidths=linewidth, zorder=2)
        axes.add_collection(self.bands, autolim=False)
        axes.add_collection(self.lines, autolim=False)
        axes.autoscale(False)
        axes.grid(False)
        self.axes = axes
        self.extent = None
        self.segments = []
        self.edges = np.linspace(-1, 1, n + 1)[1:-1]
        self.moving = [self.bands, self.lines]

    def show(self, grid, values, levels=(0.0,), scales=None):
        """Shade the values and draw the lines on which they equal the levels.

        Parameters
        ----------
        grid : Grid
        values : (h, w) array
        levels : sequence of float
        scales : (float, float) or None, the negative and the positive value of the full shade; None takes
            the largest on each side
        """
        low, high = scales or (max(0.0, -values.min()), max(0.0, values.max()))
        contours = contour_generator(grid.x, grid.y, values, fill_type=FillType.OuterCode)
        edges = np.where(self.edges < 0, low * self.edges, high * self.edges)
        # Each band covers all that is above its lower edge, so that no seam shows between neighbors.
        self.bands.set_paths([_joined_path(*contours.filled(edge, np.inf)) for edge in edges])
        self.segments = [line for level in levels for line in contours.lines(level)]
        self.lines.set_segments(self.segments)
        self.fit(grid)

    def fit(self, grid):
        """Make the axes show the grid, where they do not yet."""
        if self.extent != grid.extent:
            self.extent = left, right, bottom, top = grid.extent
            self.axes.set(xlim=(left, right), ylim=(bottom, top))


def _joined_path(points, codes):
    if not points:
        return Path(np.empty((0, 2)))
    return Path(np.concatenate(points), np.concatenate(codes))


def plain_marks(axes, **settings):
    """Make an empty line of marks.

    Parameters
    ----------
    axes : matplotlib Axes
    **settings : of the Line2D

    Returns
    -------
    Line2D
    """
    return axes.plot([], [], linestyle="none", **settings)[0]


def upright(x, bottom, top):
    """Vertical strokes, as one line with gaps.

    Parameters
    ----------
    x, top : (m,) arrays
    bottom : float

    Returns
    -------
    x, y : (3m,) arrays
    """
    gap = np.full(len(x), np.nan)
    return np.stack([x, x, gap], axis=1).ravel(), np.stack(
        [np.full(len(x), bottom), top, gap], axis=1
    ).ravel()


@dataclass(frozen=True)
class Scene:
    """A data set as the ball explorers show it: in its own units, for kernels on standardized values.

    Attributes
    ----------
    name : str
    X : (n, 2) array, standardized
    shown : (n, 2) array, in the units of the data
    features : (str, str), names of the axes with units
    grid : Grid, standardized
    plane : Grid, the same points in the units of the data
    """

    name: str
    X: np.ndarray
    shown: np.ndarray
    features: tuple
    grid: Grid
    plane: Grid

    @classmethod
    def of(cls, name, data, size=120):
        """Make the scene of a data set.

        Parameters
        ----------
        name : str
        data : Dataset of two columns, or (n, 2) array_like
        size : int, samples of the grid a side

        Returns
        -------
        Scene

        Raises
        ------
        ValueError
            If the data do not have two columns, or one of them is constant.
        """
        shown, _, _, features = labeled_points(data)
        mean, sd = shown.mean(axis=0), shown.std(axis=0)
        if not sd.all():
            raise ValueError("Both columns of data must vary, got a constant column.")
        X = (shown - mean) / sd
        grid = Grid.around(X, size=size, margin=0.12)
        plane = Grid(mean[0] + sd[0] * grid.x, mean[1] + sd[1] * grid.y)
        return cls(name, X, shown, features, grid, plane)

    def name_axes(self, axes):
        """Write the names of the columns at axes, where others stand: axes that change are drawn anew.

        Parameters
        ----------
        axes : matplotlib Axes
        """
        if (axes.get_xlabel(), axes.get_ylabel()) != tuple(self.features):
            axes.set(xlabel=self.features[0], ylabel=self.features[1])


def own_first(data, known):
    """Put a reader's own data before the data sets that can be chosen.

    Parameters
    ----------
    data : Dataset, (n, 2) array_like, or None for the known ones alone
    known : dict of callables by name

    Returns
    -------
    dict of callables by name
    """
    if data is None:
        return dict(known)
    name = name_of(data)
    return {name: lambda: data} | {k: v for k, v in known.items() if k != name}


def round_up(value):
    """Return the next of …, 1, 2, 5, 10, 20, 50, …: axes that end there seldom have to change.

    Parameters
    ----------
    value : float > 0

    Returns
    -------
    float
    """
    unit = 10.0 ** np.floor(np.log10(value))
    return float(unit * next(digit for digit in (1, 2, 5, 10) if value <= digit * unit * (1 + 1e-9)))


def fit_axes(axes, x, y):
    """Set the limits of axes where they differ: axes that change are drawn anew, and that takes time.

    Parameters
    ----------
    axes : matplotlib Axes
    x, y : (float, float)
    """
    if not np.allclose([*axes.get_xlim(), *axes.get_ylim()], [*x, *y]):
        axes.set(xlim=x, ylim=y)
