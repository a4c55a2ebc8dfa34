"""What a loader returns: the numbers, what they mean, and where they come from."""

import functools
import textwrap
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from scipy.ndimage import gaussian_filter

from kernelsy19.units import deviations
from kernelsy19.validation import (
    as_generator,
    as_number,
    as_points,
    as_text,
    as_texts,
    as_whole_numbers,
    shown,
)

MAX_LISTED_COLUMNS = 12
REPR_WIDTH = 88


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Dataset:
    """Points, their labels where they have some, and what is known about them.

    The arrays are read-only. `columns`, `rows` and `where_recorded` return new data sets.

    Attributes
    ----------
    name : str
    X : (n, p) array of float64
    feature_names : tuple of p str
    units : tuple of p str
        Unit of each column, "" for a pure number.
    description, source, citation, license_note : str
    y : (n,) array of intp, or None
        Class of each point, counted from 0.
    target_name : str
        What y is, "" without y.
    target_names : tuple of str
        Name of class 0, 1, ...
    zero_means_missing : tuple of str
        Columns in which a 0 was written for a value that was not recorded.
    image_shape : (height, width), or None where points are not images
    """

    name: str
    X: np.ndarray
    feature_names: tuple[str, ...]
    units: tuple[str, ...]
    description: str
    source: str
    citation: str
    license_note: str
    y: np.ndarray | None = None
    target_name: str = ""
    target_names: tuple[str, ...] = ()
    zero_means_missing: tuple[str, ...] = ()
    image_shape: tuple[int, int] | None = None

    def __post_init__(self):
        for name in ("name", "description", "source", "citation", "license_note", "target_name"):
            as_text(getattr(self, name), name)
        for name in ("feature_names", "units", "target_names", "zero_means_missing"):
            object.__setattr__(self, name, as_texts(getattr(self, name), name))
        X = as_points(self.X, n_features=len(self.feature_names))
        object.__setattr__(self, "X", as_read_only(X, np.float64))
        if len(self.units) != len(self.feature_names):
            raise ValueError(f"units must name {len(self.feature_names)} units, got {len(self.units)}.")
        if self.y is not None:
            y = as_classes(self.y, len(X), len(self.target_names))
            object.__setattr__(self, "y", as_read_only(y, np.intp))
        if len(set(self.column_names)) < len(self.column_names):
            twice = sorted({name for name in self.column_names if self.column_names.count(name) > 1})
            raise ValueError(f"feature_names must differ, and differ from target_name, got {twice} twice.")
        if unknown := sorted(set(self.zero_means_missing) - set(self.feature_names)):
            raise ValueError(f"zero_means_missing must name features, got {unknown}.")
        if self.image_shape is not None:
            sides = as_whole_numbers(self.image_shape, "image_shape", 2, low=1)
            if sides.prod() != X.shape[1]:
                raise ValueError(
                    f"image_shape must hold {X.shape[1]} pixels, one a column of X, got {shown(self.image_shape)}."
                )

    def __len__(self):
        return len(self.X)

    def __getitem__(self, name):
        """Return the column of that name, a feature or the target, as an (n,) array."""
        if self.y is not None and isinstance(name, str) and name == self.target_name:
            return self.y
        return self.X[:, self._position(name)]

    @property
    def column_names(self):
        """Names of the features, then of the target if there is one."""
        return self.feature_names + ((self.target_name,) if self.y is not None else ())

    @property
    def images(self):
        """(n, height, width) read-only view of X, where the points are images."""
        if self.image_shape is None:
            raise AttributeError(f"The points of {self.name} are not images.")
        return self.X.reshape(len(self), *self.image_shape)

    @property
    def missing_counts(self):
        """For each column where 0 means missing, the number of values that are missing."""
        return {name: int(np.sum(self[name] == 0)) for name in self.zero_means_missing}

    @property
    def class_counts(self):
        """For each class, its number of points; empty without y."""
        if self.y is None:
            return {}
        return counts_of(self.y, self.target_names)

    def columns(self, *names):
        """Keep the features of these names, in this order; y stays.
        ``names``: str, those of features → Dataset

        ValueError if no name is given, one is given twice, or one is not a feature."""
        as_texts(names, "names")
        if not names or len(set(names)) != len(names):
            raise ValueError(f"columns takes one or more different names, got {names!r}.")
        chosen = [self._position(name) for name in names]
        return replace(
            self,
            X=self.X[:, chosen],
            feature_names=names,
            units=tuple(self.units[j] for j in chosen),
            zero_means_missing=tuple(name for name in self.zero_means_missing if name in names),
            image_shape=None,
        )

    def rows(self, selection):
        """Keep some of the points.
        selection: slice, (n,) array of bool, or (m,) array of int in [−n, n) → Dataset"""
        chosen = as_positions(selection, len(self), "points")
        return replace(self, X=self.X[chosen], y=None if self.y is None else self.y[chosen])

    def in_order(self, shuffle=None):
        """The same points in an order that their values alone decide: by the last column, then by the one before it.
        shuffle: int ≥ 0, seed of an order by chance after that, or None → Dataset, of which no subset and no start
        depends on the order in which the points were given"""
        order = self._order if shuffle is None else as_generator(shuffle, "shuffle").permutation(self._order)
        return self.rows(order)

    @functools.cached_property
    def _order(self):
        """Positions by value: to sort images takes a tenth of a second, and a table shuffles them hundreds of times."""
        return np.lexsort((self.X if self.y is None else np.column_stack([self.y, self.X])).T)

    def where_recorded(self):
        """Keep the points whose value is recorded in every column that the data set has.
        → Dataset, all points, where no column writes 0 for a missing value."""
        recorded = np.ones(len(self), dtype=bool)
        for name in self.zero_means_missing:
            recorded &= self[name] != 0
        return self.rows(recorded)

    def standardized(self):
        """Subtract from each feature its mean and divide it by its standard deviation.
        → Dataset, whose unit of each feature is its standard deviation, "sd"

        ValueError if a feature is constant."""
        sd = deviations(self.X)
        if not sd.all():
            constant = [name for name, s in zip(self.feature_names, sd, strict=True) if s == 0]
            raise ValueError(f"A constant feature cannot be standardized, got {_short_list(constant)}.")
        X = (self.X - self.X.mean(axis=0)) / sd
        return replace(self, X=X, units=("sd",) * X.shape[1], zero_means_missing=(), image_shape=None)

    def smoothed(self, sd, background=-1.0):
        """Replace each pixel by a Gaussian mean of the pixels around it.
        sd: float > 0, standard deviation of the Gaussian in pixels; it is cut off at 4 sd; background: float, the
        value of pixels outside the image; −1 is paper in `usps` → Dataset

        AttributeError if the points are not images."""
        sd = as_number(sd, "sd", 0, np.inf, "neither")
        background = as_number(background, "background", closed="neither")
        images = gaussian_filter(self.images, sd, axes=(1, 2), mode="constant", cval=background, truncate=4)
        return replace(self, X=images.reshape(self.X.shape))

    def _position(self, name):
        if not isinstance(name, str) or name not in self.feature_names:
            known = _short_list(self.column_names)
            raise ValueError(f"name must be one of the columns {known} of {self.name}, got {shown(name)}.")
        return self.feature_names.index(name)

    def _size(self):
        size = f"{len(self)} rows × {self.X.shape[1]} columns"
        return size + (f", and the target {self.target_name}" if self.y is not None else "")

    def _target(self):
        counts = ", ".join(f"{name} {count}" for name, count in self.class_counts.items())
        return f"{self.target_name}: {counts}" if self.y is not None else ""

    def _columns(self):
        pairs = zip(self.feature_names, self.units, strict=True)
        return _short_list([f"{name} ({unit})" if unit else name for name, unit in pairs])

    def _missing(self):
        counts = self.missing_counts.items()
        return ", ".join(f"{name} {count}" for name, count in counts if count)

    def _entries(self):
        entries = {
            "Columns": self._columns(),
            "Target": self._target(),
            "Not recorded, written 0": self._missing(),
            "About": self.description,
            "Source": self.source,
            "Citation": self.citation,
            "License": self.license_note,
        }
        return {title: text for title, text in entries.items() if text}

    def __repr__(self):
        """Name, shape, columns with units, and where the data come from."""
        lines = [f"{self.name}: {self._size()}"]
        for title, text in self._entries().items():
            lines += textwrap.wrap(
                f"{title}: {text}",
                width=REPR_WIDTH,
                initial_indent="  ",
                subsequent_indent="    ",
                break_on_hyphens=False,
            )
        return "\n".join(lines)

    def _repr_markdown_(self):
        lines = [f"**{_safe(self.name)}**: {_safe(self._size())}"]
        lines += [f"- **{title}:** {_safe(text)}" for title, text in self._entries().items()]
        return "\n".join([lines[0], "", *lines[1:]])


class TrainTest(NamedTuple):
    """A data set that its authors split: `train, test = usps()`.

    Attributes
    ----------
    train, test : Dataset
    """

    train: Dataset
    test: Dataset

    def __repr__(self):
        """Both parts, one after the other."""
        return f"{self.train!r}\n{self.test!r}"

    def _repr_markdown_(self):
        return f"{self.train._repr_markdown_()}\n\n{self.test._repr_markdown_()}"


def _safe(text):
    """A text as Markdown shows it: without a mark of HTML."""
    return text.replace("<", "&lt;").replace(">", "&gt;")


def as_read_only(array, dtype):
    """A copy that nobody can write into."""
    array = np.array(array, dtype=dtype, order="C")
    array.setflags(write=False)
    return array


def as_classes(y, n, n_classes, of="row of X"):
    """Check that y holds n integers from 0, one class each."""
    if not n_classes:
        raise ValueError("target_names must name the classes that y holds, got no name.")
    try:
        y = np.asarray(y)
    except ValueError as error:
        raise ValueError(f"y must hold {n} integers: {error}") from error
    if y.shape != (n,) or y.dtype.kind not in "iu" or y.min() < 0 or y.max() >= n_classes:
        raise ValueError(
            f"y must hold {n} integers from 0 to {n_classes - 1}, one for each {of}, "
            f"got shape {y.shape} of {y.dtype}."
        )
    return y


def counts_of(y, names):
    """How many entries of y there are of each class, by its name."""
    return dict(zip(names, np.bincount(y, minlength=len(names)).tolist(), strict=True))


def as_positions(selection, n, what):
    """Which of n points, or of what else, are kept.
    selection: slice, (n,) of bool, or (m,) array_like of int in [−n, n) → (m,) array of int, m ≥ 1"""
    try:
        chosen = selection if isinstance(selection, slice) else np.asarray(selection)
        if isinstance(chosen, np.ndarray) and (
            chosen.ndim != 1 or chosen.dtype.kind not in "biu" or (chosen.dtype == bool and len(chosen) != n)
        ):
            raise IndexError(f"got shape {chosen.shape} of {chosen.dtype}")
        chosen = np.arange(n)[chosen]
    except (IndexError, TypeError, ValueError) as error:
        wanted = f"a slice of whole numbers, {n} booleans, or one list of integers from {-n} to {n - 1}"
        raise ValueError(f"rows takes as selection {wanted}: {error}.") from error
    if len(chosen) == 0:
        raise ValueError(f"rows must keep at least one of the {n} {what}; selection keeps none.")
    return chosen


def _short_list(names):
    if len(names) > MAX_LISTED_COLUMNS:
        return f"{names[0]}, {names[1]}, …, {names[-1]}"
    return ", ".join(names)
