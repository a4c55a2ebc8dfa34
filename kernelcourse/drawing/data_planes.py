"""Data sets as pictures show them: points of the plane, grids around them, standardized for the kernels."""

from dataclasses import dataclass

import numpy as np

from kernelcourse.drawing.scene import Axis
from kernelsy19.datasets import Dataset
from kernelsy19.validation import as_matrix, as_vector


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
    low, high = float(np.min(values)), float(np.max(values))
    room = margin * (high - low) if high > low else 1.0
    return low - room, high + room


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


def labeled_points(data, y=None, names=None, features=None):
    """Check points of the plane, and find their labels and the names that belong to them.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns
    y : (n,) array_like of labels, or None for those of a Dataset
    names : sequence of str, the names of the classes, or None for those of a Dataset
    features : (str, str), names of the axes, or None for those of a Dataset and x₁, x₂ without one

    Returns
    -------
    X : (n, 2) array
    y : (n,) array, or None where there are no labels
    names : sequence of str, or None
    features : (str, str)

    Raises
    ------
    ValueError
        If the data are not a finite matrix of two columns, or y does not fit.
    """
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
    """Return the points of a data set of the plane, checked.

    Parameters
    ----------
    data : (n, 2) array_like, or Dataset of two columns

    Returns
    -------
    (n, 2) array

    Raises
    ------
    ValueError
        If the data are not a finite matrix of two columns.
    """
    return as_matrix(data.X if isinstance(data, Dataset) else data, "data", 2)


def name_of(data):
    """Return the name of a data set.

    Parameters
    ----------
    data : array_like, or Dataset

    Returns
    -------
    str, "your data" for an array
    """
    return data.name if isinstance(data, Dataset) else "your data"


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


@dataclass(frozen=True, eq=False)
class Plane:
    """A data set of the plane.

    Attributes
    ----------
    name : str
    shown : (n, 2) array, in the units of the data
    mean, sd : (2,) arrays, by which kernels see the data standardized
    features : (str, str), names of the axes with units
    view : Grid, what the plane shows, in the units of the data
    y : (n,) array of labels, or None
    names : sequence of str, the names of the classes, or None
    """

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

        Parameters
        ----------
        name : str
        data : Dataset of two columns, or (n, 2) array_like
        size : int, samples of the grid a side

        Returns
        -------
        Plane

        Raises
        ------
        ValueError
            If the data do not have two columns, or one of them is constant.
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
        """Places in the units of the data as kernels see them.

        Parameters
        ----------
        places : (m, 2) array_like

        Returns
        -------
        (m, 2) array
        """
        return (np.asarray(places, dtype=float) - self.mean) / self.sd

    def in_units(self, places):
        """Standardized places in the units of the data.

        Parameters
        ----------
        places : (m, 2) array_like

        Returns
        -------
        (m, 2) array
        """
        return self.mean + self.sd * np.asarray(places, dtype=float)


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
    """Return the next of …, 1, 2, 5, 10, 20, 50, …: axes that end there seldom change.

    Parameters
    ----------
    value : float > 0

    Returns
    -------
    float
    """
    unit = 10.0 ** np.floor(np.log10(value))
    return float(unit * next(digit for digit in (1, 2, 5, 10) if value <= digit * unit * (1 + 1e-9)))
