"""Units: a change of them by a power of two changes no digit, so problems of any size are solved in units of about 1.

And answers are given back in the units of the data. `kernelsy19.engine.providers.in_units` does so for a Gram matrix.
"""

from dataclasses import replace

import numpy as np

# Numbers between 2^−200 and 2^200 can be squared twice and summed up without leaving what float64 holds, 2^±1022.
SAFE_EXPONENT = 200
LARGEST_SHIFT = 1000  # 2^1000 is a number, and lifts the smallest one, 2^−1074, to where it can be squared

# Powers of two between which the largest entry of K may lie as it is. Float32 ends at 2¹²⁸, and below 2⁻¹²⁶ it loses
# digits: entries down to 2⁻⁶² of the largest one keep them all.
FEWEST_BINARY_PLACES, MOST_BINARY_PLACES = -64, 64


def binary_exponent(X, axis=None):
    """The whole number e with 2^(e−1) ≤ max |x| < 2^e.
    → int, or array of int; 0 where all entries are 0"""
    e = np.frexp(np.maximum(np.max(X, axis=axis), -np.min(X, axis=axis)))[1]
    return int(e) if axis is None else e


def binary_places(values):
    """The even power of two that brings the largest number near 1, or 0 where it is of ordinary size.

    Even, since a square root turns it into a power of two again, and a Cholesky factor keeps its digits."""
    places = binary_exponent(values) // 2 * 2
    return 0 if FEWEST_BINARY_PLACES <= places <= MOST_BINARY_PLACES else places


def in_safe_units(X):
    """Return X · 2^−e with an even e, and e: 0, and X itself, where its entries are neither huge nor tiny.
    → array of the shape of X, and int"""
    e = binary_exponent(X)
    if abs(e) <= SAFE_EXPONENT:
        return X, 0
    e += e % 2
    return times_power_of_two(X, -e), e


def times_power_of_two(X, e):
    """Return X · 2^e, which rounds nothing unless it leaves what float64 holds.
    → array of the shape of X"""
    return X * np.ldexp(1.0, e) if abs(e) <= LARGEST_SHIFT else np.ldexp(X, e)


def scaled_back(value, e, name):
    """Return value · 2^e, refused where float64 does not hold it."""
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


def in_other_units(solution, **exponents):
    """A solution with fields times 2^e; what float64 does not hold is infinite there, or 0.
    **exponents: int by field, which is a float or an array → dataclass of the same kind"""
    values = {name: np.ldexp(getattr(solution, name), e) for name, e in exponents.items()}
    return replace(solution, **{name: v if np.ndim(v) else float(v) for name, v in values.items()})


def deviations(X, ddof=0):
    """The standard deviation of each column, exactly 0 for a constant one, and right for numbers of any size.
    X (n, p) of finite numbers; ddof: int, n − ddof is divided by → (p,), in units of X"""
    e = np.maximum(binary_exponent(X, axis=0), -LARGEST_SHIFT)
    # The mean of equal numbers is off by rounding, which would be taken for spread.
    varies = X.max(axis=0) > X.min(axis=0)
    return np.where(varies, np.ldexp((X * np.ldexp(1.0, -e)).std(axis=0, ddof=ddof), e), 0.0)
