"""Input is checked once, at the public boundary: what was expected, what came.

The rules are the same everywhere. A whole number is an `int` or a NumPy integer: neither True nor 3.0 is one. A switch
is True or False, or NumPy's: neither 1 nor "yes" is one. An array holds real finite numbers, none of them masked and
none written as text. What would be too large to compute is refused with its size.
"""

import datetime
import math
import numbers
import reprlib
from collections.abc import Sequence

import numpy as np

SYMMETRY_TOLERANCE = 1e-10
LARGEST_INTEGER = 2**63 - 1  # that compiled loops and NumPy's sizes can count to

# Between which the largest number of points lies: their squares, sums of these and products of two are floats
SMALLEST_LENGTH, LARGEST_LENGTH = 1e-100, 1e100

# Bytes of an array that is computed at once: 16 GiB, more than most machines have free
LARGEST_RESULT = 2**34


class ConvergenceWarning(UserWarning):
    """A solver stopped before its tolerance was met; the message says by how much and what to raise."""


def as_matrix(X, name="X", n_features=None):
    """Return X as a float64 matrix of n points in p dimensions.
    X: array_like, (n, p); n_features: int or None, the p that X must have → (n, p) ndarray of float64"""
    X = as_real(X, name)
    if X.ndim != 2:
        hint = f"; {name}.reshape(-1, 1) makes n points of one dimension" if X.ndim == 1 else ""
        raise ValueError(f"{name} must be a matrix of shape (n, p), got shape {X.shape}{hint}.")
    if 0 in X.shape:
        raise ValueError(f"{name} must have at least one row and one column, got shape {X.shape}.")
    _require_finite(X, name)
    if n_features is not None and X.shape[1] != n_features:
        raise ValueError(f"{name} must have {n_features} columns, got {X.shape[1]}.")
    return X


def as_points(X, name="X", n_features=None):
    """Return X as a matrix of n points, whose squares and their sums float64 holds.
    X: array_like, (n, p); n_features: int or None, the p that X must have → (n, p) ndarray of float64"""
    return require_squares(as_matrix(X, name, n_features), name)


def require_squares(X, name="X"):
    """Refuse points whose largest number is beyond 1e±100, but 0.
    X: array of floats → X"""
    largest = max(X.max(), -X.min())
    if largest and not SMALLEST_LENGTH <= largest <= LARGEST_LENGTH:
        raise ValueError(
            f"{name} must have squared distances that float64 holds, got numbers of about "
            f"1e{np.floor(np.log10(largest)):+.0f}; give the data in other units."
        )
    return X


def as_length(value, name):
    """Return a length in the units of points as a float: a width of theirs has a square, too."""
    return as_number(value, name, SMALLEST_LENGTH, LARGEST_LENGTH)


def as_objects(points, name="X"):
    """Return points of any kind, such as strings, as an array whose only axis counts them.
    points: sequence of n ≥ 1 objects → (n,) ndarray of objects"""
    if hasattr(points, "to_numpy"):  # columns and tables of pandas
        points = points.to_numpy()
    if isinstance(points, np.ndarray):
        listed = points.ndim > 0
    else:
        listed = isinstance(points, Sequence) and not isinstance(points, str | bytes)
    if not listed or not len(points):
        raise ValueError(f"{name} must be a list of at least one point, got {shown(points)}.")
    objects = np.empty(len(points), dtype=object)
    for i, point in enumerate(points):  # not at once, or NumPy would make a matrix of points that are arrays
        objects[i] = point
    return objects


def as_vector(v, name, length=None):
    """Return v as a finite float64 vector, of the given length where one is asked for."""
    v = as_real(v, name)
    if v.ndim != 1 or (length is not None and len(v) != length):
        expected = "(n,)" if length is None else f"({length},)"
        raise ValueError(f"{name} must have shape {expected}, got shape {v.shape}.")
    _require_finite(v, name)
    return v


def as_axis(v, name):
    """Return the coordinates of a grid along one axis as a vector, whose squares float64 holds."""
    return require_squares(as_vector(v, name), name)


def as_signs(y, name, length):
    """Return y as a vector of −1 and 1."""
    y = as_vector(y, name, length)
    if not (np.abs(y) == 1).all():
        raise ValueError(f"{name} must hold −1 and 1 only, got {np.unique(y)[:5]}.")
    return y


def as_bounds(C, name, n, finite=False):
    """Return one bound above 0 for all of n, or one for each, as an (n,) array."""
    if np.ndim(C) == 0:
        return np.full(n, as_number(C, name, 0, closed="neither" if finite else "right"))
    bounds = as_real(C, name)
    if bounds.shape != (n,) or not (bounds > 0).all() or (finite and np.isinf(bounds).any()):
        raise ValueError(
            f"{name} must be a number > 0 or {n} {'finite ' * finite}numbers > 0, got {shown(C)}."
        )
    return bounds.copy()


def as_array(values, name, ndim=None):
    """Return values as a finite float64 array.
    ndim: int or None, how many axes it must have"""
    array = as_real(values, name)
    if ndim is not None and array.ndim != ndim:
        raise ValueError(f"{name} must have shape of {ndim} axes, got {array.shape}.")
    if not array.size:
        raise ValueError(f"{name} must hold at least one number, got shape {array.shape}.")
    _require_finite(array, name)
    return array


def as_gram(K, name="K"):
    """Return K as a finite, square, symmetric float64 matrix."""
    K = as_matrix(K, name)
    if K.shape[0] != K.shape[1]:
        raise ValueError(f"{name} must be square (n, n), got shape {K.shape}.")
    asymmetry = np.abs(K - K.T).max()
    if asymmetry > SYMMETRY_TOLERANCE * max(np.abs(K).max(), np.finfo(float).tiny):
        raise ValueError(f"{name} must be symmetric, but |{name} − {name}ᵀ| reaches {asymmetry:.3g}.")
    return K


def as_number(value, name, low=-np.inf, high=np.inf, closed="both"):
    """Return value as a float that lies between low and high.
    low, high: float, the ends of the interval; closed: {"both", "left", "right", "neither"}, the ends that belong
    to it"""
    value = _out_of_array(value)
    real = isinstance(value, numbers.Real) and not isinstance(value, bool | np.bool_)
    try:
        number = float(value) if real else np.nan
    except OverflowError:
        number = np.nan
    # The float counts, since it is what is computed with: a fraction may be above 0 and its float not.
    above = number >= low if closed in ("both", "left") else number > low
    below = number <= high if closed in ("both", "right") else number < high
    if above and below:
        return number
    left, right = "[" if closed in ("both", "left") else "(", "]" if closed in ("both", "right") else ")"
    raise ValueError(f"{name} must be a number in {left}{low:g}, {high:g}{right}, got {shown(value)}.")


def as_integer(value, name, low=1, high=LARGEST_INTEGER, of=""):
    """Return value as an int from low to high.
    low, high: int, the ends of the range; both belong to it; of: str, what the upper end is, such as "n", for the
    error"""
    value = _out_of_array(value)
    integral = isinstance(value, numbers.Integral) and not isinstance(value, bool | np.bool_)
    if not integral or value < low:
        raise ValueError(f"{name} must be an integer of at least {low}, got {shown(value)}.")
    if value > high:
        raise ValueError(f"{name} must be at most {of + ' = ' if of else ''}{high}, got {shown(value)}.")
    return int(value)


def _out_of_array(value):
    """The number in an array without axes, or what else is given."""
    return value[()] if isinstance(value, np.ndarray) and not value.ndim else value


def as_flag(value, name):
    """Return value as a bool."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name} must be True or False, got {shown(value)}.")
    return bool(value)


def as_choice(value, name, choices):
    """Return value, which is one of some words."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {list(choices)}, got {shown(value)}.")
    return value


def as_text(value, name):
    """Return value, which is a str."""
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a text, got {shown(value)}.")
    return value


def as_texts(values, name, length=None):
    """Return values as a tuple of str.
    length: int or None, how many there must be"""
    listed = isinstance(values, Sequence | np.ndarray) and not isinstance(values, str | bytes)
    if not listed or not all(isinstance(value, str) for value in values):
        raise ValueError(f"{name} must be a sequence of texts, got {shown(values)}.")
    if length is not None and len(values) != length:
        raise ValueError(f"{name} must hold {length} texts, got {len(values)}.")
    return tuple(values)


def as_function(value, name, takes="(X)"):
    """Return value, which can be called.
    takes: str, the arguments that it must take, for the error"""
    if not callable(value):
        raise ValueError(f"{name} must be a function of {takes}, got {shown(value)}.")
    return value


def as_one_of(value, name, kinds):
    """Return value, which is of one of some classes.
    kinds: class or tuple of classes"""
    if not isinstance(value, kinds):
        names = " or ".join(kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))
        raise ValueError(f"{name} must be a {names}, got {shown(value)}.")
    return value


def as_whole_numbers(v, name, length=None, low=0, high=LARGEST_INTEGER):
    """Return v as a vector of int from low to high.
    v: array_like of int, (n,); length: int or None, the n that there must be; low, high: int, the ends of the
    range; both belong to it"""
    numbers_ = as_vector(v, name, length)
    outside = (numbers_ != np.round(numbers_)) | (numbers_ < low) | (numbers_ > high)
    if outside.any():
        top = f" to {high}" if high < LARGEST_INTEGER else ""
        raise ValueError(f"{name} must hold whole numbers from {low}{top}, got {numbers_[outside][0]:g}.")
    return numbers_.astype(np.intp)


def as_any_labels(y, name, length=None):
    """Return y as a vector of labels: whole numbers, words, or what else can be compared.
    y: array_like, (n,); length: int or None, the n that there must be"""
    require_no_mask(y, name)
    try:
        array = np.asarray(y)
    except Exception as error:
        raise ValueError(f"{name} must be one list of labels: {error}") from error
    if array.ndim != 1 or not len(array) or (length is not None and len(array) != length):
        raise ValueError(
            f"{name} must hold {'' if length is None else f'{length} '}labels, one per point, got shape {array.shape}."
        )
    return array


def require_no_mask(values, name):
    """Refuse masked entries, which a conversion to a plain array would bring back."""
    if masked := np.ma.count_masked(values) if isinstance(values, np.ma.MaskedArray) else 0:
        raise ValueError(
            f"{name} must have no masked entries, got {masked}: fill them or leave the rows out."
        )


def as_labels(y, name):
    """Return labels that can be put in order, those that NumPy keeps as objects without need as what they are.
    y (n,) of labels → the same, or an array of its truth values, bytes or words"""
    require_no_mask(y, name)
    if np.iscomplexobj(labels := np.asarray(y)):
        raise ValueError(f"{name} must hold labels, got complex numbers. Complex data not supported.")
    if labels.dtype == object:
        kinds = {type(label) for label in labels.ravel()}
        if len(kinds) > 1 and kinds & {str, bytes, type(None)}:
            names = " and ".join(sorted(kind.__name__ for kind in kinds))
            raise ValueError(f"{name} must hold labels of one kind, all numbers or all words, got {names}.")
        plain = labels if str in kinds else np.array(labels.tolist())
        return y if plain.dtype == object else plain  # objects are of an unknown type to scikit-learn
    return np.array(labels.tolist()) if labels.dtype.kind == "T" else y  # words of any length


def require_size(name, *shape, most=LARGEST_RESULT):
    """Refuse an array that is too large to be computed at once.
    *shape: int, its sizes; most: int, bytes"""
    size = 8 * math.prod(int(n) for n in shape)
    if size > most:
        across = " × ".join(f"{n:,}" if n < 10**15 else f"10^{len(str(n)) - 1}" for n in map(int, shape))
        need = f"{size / 2**30:,.3g} GiB" if size < 10**30 else "more than any machine has"
        raise ValueError(
            f"{name} {across} entries, {need}; at most {most / 2**30:g} GiB are computed at once."
        )


def require_plain(X, name="X"):
    """Refuse what an array does not show and a conversion would drop: masks and text."""
    if not hasattr(X, "toarray"):  # sparse matrices are refused where numbers are read
        _as_plain(X, name)


def shown(value):
    """Write a value for an error: its repr, cut in the middle where it is long."""
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape} and dtype {value.dtype}" if value.ndim else repr(value)
    try:
        return _SHORT.repr(value)
    except Exception:  # of 5000 digits, or a repr of its own; what is told is another error
        return f"a {type(value).__name__}"


_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = 120


def as_generator(rng, name="rng"):
    """Return a random generator, made from a seed where rng is one.
    rng: int ≥ 0 (a seed) or numpy.random.Generator (which moves on); of an estimator, whose fit can be repeated, None
    too, for 0 → numpy.random.Generator"""
    if rng is None and name == "random_state":
        rng = 0
    if isinstance(rng, np.random.Generator):
        return rng
    try:
        return np.random.default_rng(as_integer(rng, name, low=0, high=np.inf))
    except ValueError:
        raise ValueError(
            f"{name} must be an integer of at least 0 or a numpy.random.Generator, got {shown(rng)}."
        ) from None


def _as_plain(values, name):
    """An array of what is given, none of which is lost by that."""
    require_no_mask(values, name)
    try:
        array = np.asarray(values)
    except (TypeError, ValueError) as error:  # rows of two lengths
        raise ValueError(f"{name} must be an array of numbers: {error}") from error
    if array.dtype.kind == "O" and any(isinstance(value, str | bytes) for value in array.flat):
        raise ValueError(f"{name} must hold numbers, got text among them.")
    if array.dtype.kind in "OmM" and (dates := _places_of_dates(values, array)):
        raise ValueError(
            f"{name} must hold numbers, got dates {dates}: turn them into numbers, or drop them."
        )
    if np.iscomplexobj(array):
        raise ValueError(f"{name} must be real. Complex data not supported.")
    if array.dtype.kind not in "biufO" or (array.dtype.kind == "O" and not array.ndim):
        raise ValueError(f"{name} must hold numbers, got dtype {array.dtype}.")
    return array


def _places_of_dates(values, array):
    """Where dates and times stand, by the names of columns where there are such.
    values: what is given; array: the array of it → str for an error, "" where there are none"""
    times = datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64
    columns = array.T if array.ndim == 2 else [array.ravel()]
    found = [j for j, column in enumerate(columns) if any(isinstance(value, times) for value in column)]
    if array.ndim != 2 or not found:
        return "among them" * bool(found)
    names = getattr(values, "columns", range(len(columns)))
    return f"in column {', '.join(repr(names[j]) for j in found)}"


def as_real(values, name):
    """Return values as a float64 array, which may hold NaN and infinite values."""
    if hasattr(values, "toarray"):
        raise ValueError(f"{name} must be a dense array, got a sparse matrix; use {name}.toarray().")
    array = _as_plain(values, name)
    try:
        with np.errstate(over="ignore"):  # what does not fit becomes infinite, and that is refused
            return np.ascontiguousarray(array, dtype=np.float64).reshape(array.shape)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name} must hold numbers, got dtype {array.dtype}: {error}") from error


def _require_finite(array, name):
    bad = array.size - np.count_nonzero(np.isfinite(array))
    if bad:
        nans = np.count_nonzero(np.isnan(array))
        raise ValueError(f"{name} must be finite, got {nans} NaN and {bad - nans} infinite values.")
