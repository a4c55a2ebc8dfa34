"""Data sets as pictures show them: points of the plane, grids around them, standardized for the kernels."""

from dataclasses import dataclass

import numpy as np

from kernelcourse.drawing.scene import Axis
from kernelsy19.datasets import Dataset
from kernelsy19.validation import as_matrix, as_vector


@dataclass(frozen=True)
class Grid:
    """A rectangle of the plane, sampled at regular steps: x (w,) and y (h,), rising."""

    x: np.ndarray
    y: np.ndarray

    @classmethod
    def around(cls, X, size=120, margin=0.15):
        """Make a grid that covers points with some room around.
        X (n, 2); size, samples a side; margin, on each side as a share of the range of the points"""
        (x_low, x_high), (y_low, y_high) = (widened(X[:, j], margin) for j in (0, 1))
        return cls(np.linspace(x_low, x_high, size), np.linspace(y_low, y_high, size))

    @classmethod
    def square(cls, X, size=120, margin=0.15):
        """Make a grid that covers points with the same step along both axes.
        X (n, 2); size, samples a side; margin, on each side as a share of the larger range"""
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
        """Values (h, w) on the grid of a function of points, (m, 2) → (m,); a ValueError unless they are finite."""
        points = self.points
        values = as_vector(function(points), "The values of the function on the grid", len(points))
        return values.reshape(len(self.y), len(self.x))


def widened(values, margin):
    """Return the ends of an interval that holds all values, with room on both sides.
    margin, on each side as a share of the range of the values; 1 away on each side where all values are equal"""
    low, high = float(np.min(values)), float(np.max(values))
    room = margin * (high - low) if high > low else 1.0
    return low - room, high + room


def level_lines(grid, values, level=0.0):
    """Find the curves on which a sampled function equals a level.
    values (h, w) → list of (k, 2)"""
    from contourpy import contour_generator

    return contour_generator(grid.x, grid.y, values).lines(level)


def labeled_points(data, y=None, names=None, features=None):
    """Check points of the plane, and find their labels and the names that belong to them.
    data (n, 2), or a Dataset of two columns, whose labels, names of classes and names of axes count where none are
    given → X (n, 2), y (n,) or None, names or None, features; a ValueError if the data are not finite or have other
    columns, or y does not fit"""
    if isinstance(data, Dataset):
        y = data.y if y is None else y
        names = names or data.target_names or None
        features = features or axis_names(data)
    X = points_of(data)
    if y is not None:
        y = np.asarray(y)
        if y.shape != (len(X),):
            raise ValueError(f"y must have shape ({len(X)},), one label a point, got {y.shape}.")
    features = tuple({"x1": "x₁", "x2": "x₂"}.get(name, name) for name in features or ("x₁", "x₂"))
    return X, y, names, features


def points_of(data):
    """Return the points (n, 2) of a data set of the plane; a ValueError unless they are finite, of two columns."""
    return as_matrix(data.X if isinstance(data, Dataset) else data, "data", 2)


def name_of(data):
    """Return the name of a data set, "your data" for an array."""
    return data.name if isinstance(data, Dataset) else "your data"


def axis_names(data):
    """Names of the columns of a data set with their units, as axes have them: ("eruptions (min)", "waiting (min)")."""
    pairs = zip(data.feature_names, data.units, strict=True)
    return tuple(f"{name} ({unit})" if unit else name for name, unit in pairs)


@dataclass(frozen=True, eq=False)
class Plane:
    """A data set of the plane.
    shown (n, 2), in the units of the data; mean, sd (2,), by which kernels see it standardized; features, names of the
    axes with units; view, a Grid in the units of the data; y (n,) labels, or None; names of the classes, or None"""

    name: str
    shown: np.ndarray
    mean: np.ndarray
    sd: np.ndarray
    features: tuple
    view: Grid
    y: np.ndarray = None
    names: tuple = None

    @classmethod
    def of(cls, name, data, size=60):
        """Make the plane of a data set.
        data (n, 2), or a Dataset of two columns; size, samples of the grid a side; a ValueError if a column is constant
        """
        shown, y, names, features = labeled_points(data)
        mean, sd = shown.mean(axis=0), shown.std(axis=0)
        if not sd.all():
            raise ValueError("Both columns of data must vary, got a constant column.")
        return cls(name, shown, mean, sd, features, Grid.around(shown, size=size, margin=0.12), y, names)

    @property
    def X(self):
        """The points, standardized."""
        return self.standardized(self.shown)

    @property
    def grid(self):
        """The grid, standardized."""
        (m, n), (s, t) = self.mean, self.sd
        return Grid((self.view.x - m) / s, (self.view.y - n) / t)

    @property
    def axes(self):
        """The axes of a panel that shows the plane, as keywords of `Panel`."""
        left, right, bottom, top = self.view.extent
        return {
            "x": Axis(self.features[0], (left, right)),
            "y": Axis(self.features[1], (bottom, top)),
            "grid": False,
        }

    def standardized(self, places):
        """Places (m, 2) in the units of the data as kernels see them."""
        return (np.asarray(places, dtype=float) - self.mean) / self.sd

    def in_units(self, places):
        """Standardized places (m, 2) in the units of the data."""
        return self.mean + self.sd * np.asarray(places, dtype=float)


def own_first(data, known):
    """Put a reader's own data before the data sets that can be chosen.
    data, a Dataset, an (n, 2) array, or None for the known ones alone; known, callables by name → callables by name"""
    if data is None:
        return dict(known)
    name = name_of(data)
    return {name: lambda: data} | {k: v for k, v in known.items() if k != name}


def round_up(value):
    """Return the next of …, 1, 2, 5, 10, 20, 50, …: axes that end there seldom change."""
    unit = 10.0 ** np.floor(np.log10(value))
    return float(unit * next(digit for digit in (1, 2, 5, 10) if value <= digit * unit * (1 + 1e-9)))
