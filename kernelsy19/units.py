"""Units: a change of them by a power of two changes no digit, so kernel values of any size are taken in units near 1.

And answers are given back in the units of the data. `kernelsy19.engine.providers.in_units` does so for a Gram matrix.
"""

from dataclasses import replace

import numpy as np

# Powers of two between which the largest entry of K may lie as it is. Float32 ends at 2¹²⁸, and below 2⁻¹²⁶ it loses
# digits: entries down to 2⁻⁶² of the largest one keep them all.
FEWEST_BINARY_PLACES, MOST_BINARY_PLACES = -64, 64


def binary_places(values):
    """The even power of two that brings the largest number near 1, or 0 where it is of ordinary size.

    Even, since a square root turns it into a power of two again, and a Cholesky factor keeps its digits."""
    places = int(np.frexp(max(np.max(values), -np.min(values)))[1]) // 2 * 2
    return 0 if FEWEST_BINARY_PLACES <= places <= MOST_BINARY_PLACES else places


def in_other_units(solution, **exponents):
    """A solution with fields times 2^e; what float64 does not hold is infinite there, or 0.
    **exponents: int by field, which is a float or an array → dataclass of the same kind"""
    values = {name: np.ldexp(getattr(solution, name), e) for name, e in exponents.items()}
    return replace(solution, **{name: v if np.ndim(v) else float(v) for name, v in values.items()})


def deviations(X, ddof=0):
    """The standard deviation of each column, exactly 0 for a constant one, whose mean is off by rounding.
    X (n, p); ddof: int, n − ddof is divided by → (p,), in units of X"""
    return np.where(X.max(axis=0) > X.min(axis=0), X.std(axis=0, ddof=ddof), 0.0)
