"""Data sets as explorers show them: standardized for the kernels, in their own units for the reader."""

from dataclasses import dataclass

import numpy as np

from kernelcourse.drawing.figure_parts import Grid
from kernelcourse.drawing.figure_style import labeled_points, name_of
from kernelcourse.drawing.scene import Axis


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
        features = tuple({"x1": "x₁", "x2": "x₂"}.get(feature, feature) for feature in features)
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
