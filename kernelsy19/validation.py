"""Input is checked once, at the public boundary: what was expected, what came."""

import numbers
from collections.abc import Sequence

import numpy as np

SYMMETRY_TOLERANCE = 1e-10

# Numbers between 2^−200 and 2^200 can be squared twice and summed up without leaving what float64 holds, 2^±1022.
SAFE_EXPONENT = 200

LARGEST_SHIFT = 1000  # 2^1000 is a number, and lifts the smallest one, 2^−1074, to where it can be squared


class ConvergenceWarning(UserWarning):
    """A solver stopped before its tolerance was met; the message says by how much and what to raise."""


def as_matrix(X, name="X", n_features=None):
    """Return X as a float64 matrix of n points in p dimensions.

    Parameters
    ----------
    X : array_like, (n, p)
    name : str, what the error calls it
    n_features : int or None, the p that X must have

    Returns
    -------
    (n, p) ndarray of float64

    Raises
    ------
    ValueError
        If X is not a finite real matrix with n ≥ 1 rows and p ≥ 1 columns, or p differs from `n_features`.
    """
    X = _as_real(X, name)
    if X.ndim != 2:
        hint = f"; {name}.reshape(-1, 1) makes n points of one dimension" if X.ndim == 1 else ""
        raise ValueError(f"{name} must be a matrix of shape (n, p), got shape {X.shape}{hint}.")
    if 0 in X.shape:
        raise ValueError(f"{name} must have at least one row and one column, got shape {X.shape}.")
    _require_finite(X, name)
    if n_features is not None and X.shape[1] != n_features:
        raise ValueError(f"{name} must have {n_features} columns, got {X.shape[1]}.")
    return X


def as_objects(points, name="X"):
    """Return points of any kind, such as strings, as an array whose only axis counts them.

    Parameters
    ----------
    points : sequence of n ≥ 1 objects
    name : str, what the error calls it

    Returns
    -------
    (n,) ndarray of objects

    Raises
    ------
    ValueError
        If points is no sequence of at least one point.
    """
    if isinstance(points, str | bytes) or not isinstance(points, Sequence | np.ndarray) or not len(points):
        raise ValueError(f"{name} must be a list of at least one point, got {points!r}.")
    objects = np.empty(len(points), dtype=object)
    for i, point in enumerate(points):  # not at once, or NumPy would make a matrix of points that are arrays
        objects[i] = point
    return objects


def as_vector(v, name, length=None):
    """Return v as a finite float64 vector, of the given length where one is asked for.

    Raises
    ------
    ValueError
        If v is not one-dimensional, not finite, or of another length.
    """
    v = _as_real(v, name)
    if v.ndim != 1 or (length is not None and len(v) != length):
        expected = "(n,)" if length is None else f"({length},)"
        raise ValueError(f"{name} must have shape {expected}, got shape {v.shape}.")
    _require_finite(v, name)
    return v


def as_gram(K, name="K"):
    """Return K as a finite, square, symmetric float64 matrix.

    Raises
    ------
    ValueError
        If K is not a finite square matrix, or |K − Kᵀ| exceeds 1e-10 of the largest |Kᵢⱼ|.
    """
    K = as_matrix(K, name)
    if K.shape[0] != K.shape[1]:
        raise ValueError(f"{name} must be square (n, n), got shape {K.shape}.")
    asymmetry = np.abs(K - K.T).max()
    if asymmetry > SYMMETRY_TOLERANCE * max(np.abs(K).max(), np.finfo(float).tiny):
        raise ValueError(f"{name} must be symmetric, but |{name} − {name}ᵀ| reaches {asymmetry:.3g}.")
    return K


def as_number(value, name, low=-np.inf, high=np.inf, closed="both"):
    """Return value as a float that lies between low and high.

    Parameters
    ----------
    value : float
    name : str, what the error calls it
    low, high : float, the ends of the interval
    closed : {"both", "left", "right", "neither"}, the ends that belong to it

    Raises
    ------
    ValueError
        If value is not a real number, is NaN, or lies outside the interval.
    """
    left, right = (
        "[" if closed in ("both", "left") else "(",
        "]" if closed in ("both", "right") else ")",
    )
    expected = f"{name} must be a number in {left}{low:g}, {high:g}{right}"
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Real):
        raise ValueError(f"{expected}, got {value!r}.")
    above = value >= low if left == "[" else value > low
    below = value <= high if right == "]" else value < high
    if not (above and below):
        raise ValueError(f"{expected}, got {value!r}.")
    return float(value)


def as_integer(value, name, low=1):
    """Return value as an int that is at least low.

    Raises
    ------
    ValueError
        If value is not an integer, or is below low.
    """
    if isinstance(value, bool | np.bool_) or not isinstance(value, numbers.Integral) or value < low:
        raise ValueError(f"{name} must be an integer of at least {low}, got {value!r}.")
    return int(value)


def as_generator(rng):
    """Return a random generator, made from a seed where rng is one.

    Parameters
    ----------
    rng : int ≥ 0 (a seed) or numpy.random.Generator (which moves on)

    Returns
    -------
    numpy.random.Generator

    Raises
    ------
    ValueError
        If rng is neither; None is refused, since its draws could not be repeated.
    """
    if isinstance(rng, np.random.Generator):
        return rng
    try:
        return np.random.default_rng(as_integer(rng, "rng", low=0))
    except ValueError:
        raise ValueError(
            f"rng must be an integer of at least 0 or a numpy.random.Generator, got {rng!r}."
        ) from None


def _as_real(values, name):
    if hasattr(values, "toarray"):
        raise ValueError(f"{name} must be a dense array, got a sparse matrix; use {name}.toarray().")
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise ValueError(f"{name} must be an array of numbers: {error}") from error
    if np.iscomplexobj(array):
        raise ValueError(f"{name} must be real. Complex data not supported.")
    if array.dtype.kind not in "biufO":
        raise ValueError(f"{name} must hold numbers, got dtype {array.dtype}.")
    try:
        return np.ascontiguousarray(array, dtype=np.float64).reshape(array.shape)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must hold numbers, got dtype {array.dtype}: {error}") from error


def _require_finite(array, name):
    bad = array.size - np.count_nonzero(np.isfinite(array))
    if bad:
        nans = np.count_nonzero(np.isnan(array))
        raise ValueError(f"{name} must be finite, got {nans} NaN and {bad - nans} infinite values.")


# ---- units --------------------------------------------------------------------------------------
# A change of units by a power of two changes no digit, so problems of any size are solved in units of about 1.


def binary_exponent(X, axis=None):
    """The whole number e with 2^(e−1) ≤ max |x| < 2^e.

    Parameters
    ----------
    X : array of finite numbers
    axis : as for `numpy.max`

    Returns
    -------
    int, or array of int; 0 where all entries are 0
    """
    e = np.frexp(np.maximum(np.max(X, axis=axis), -np.min(X, axis=axis)))[1]
    return int(e) if axis is None else e


def in_safe_units(X):
    """Return X · 2^−e with an even e, and e: 0, and X itself, where its entries are neither huge nor tiny.

    Parameters
    ----------
    X : array of finite numbers

    Returns
    -------
    array of the shape of X, and int
    """
    e = binary_exponent(X)
    if abs(e) <= SAFE_EXPONENT:
        return X, 0
    e += e % 2
    return times_power_of_two(X, -e), e


def times_power_of_two(X, e):
    """Return X · 2^e, which rounds nothing unless it leaves what float64 holds.

    Parameters
    ----------
    X : array
    e : int

    Returns
    -------
    array of the shape of X
    """
    return X * np.ldexp(1.0, e) if abs(e) <= LARGEST_SHIFT else np.ldexp(X, e)


def scaled_back(value, e, name):
    """Return value · 2^e, refused where float64 does not hold it.

    Parameters
    ----------
    value : float or array
    e : int
    name : str, what the error calls it

    Raises
    ------
    ValueError
        If an entry would be infinite, or the largest below 2.2e-308, where digits are lost.
    """
    if e == 0:
        return value
    with np.errstate(over="ignore", under="ignore"):
        scaled = np.ldexp(value, e)
    largest = np.abs(value).max(initial=0)
    if (
        not np.isfinite(scaled).all()
        or 0 < np.abs(scaled).max(initial=0) < np.finfo(float).tiny
        or (largest > 0 and not np.any(scaled))
    ):
        digits = np.log10(largest) + e * np.log10(2)
        raise ValueError(
            f"{name} must be a number that float64 holds, got about 1e{digits:+.0f}; give the data in other units."
        )
    return float(scaled) if np.ndim(value) == 0 else scaled


def deviations(X, ddof=0):
    """The standard deviation of each column, exactly 0 for a constant one, and right for numbers of any size.

    Parameters
    ----------
    X : (n, p) array of finite numbers
    ddof : int, n − ddof is divided by

    Returns
    -------
    (p,) array, in units of X
    """
    e = np.maximum(binary_exponent(X, axis=0), -LARGEST_SHIFT)
    # The mean of equal numbers is off by rounding, which would be taken for spread.
    varies = X.max(axis=0) > X.min(axis=0)
    return np.where(varies, np.ldexp((X * np.ldexp(1.0, -e)).std(axis=0, ddof=ddof), e), 0.0)
