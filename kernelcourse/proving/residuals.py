"""How far two sides of a line are apart, as a number."""

from dataclasses import dataclass

import numpy as np

TOLERANCE = 1e-9
SMALLEST_SHOWN = 2e-16  # below the precision of a float a residual says nothing more


def shown(number, digits=2):
    """Write a residual or a slack with the digits that say something: 3e-16, 4e-5, 0.71, 12.
    digits, at most, of what is not below a thousandth; what is below 2e-16, the precision of a float, is written so"""
    size = max(abs(number), SMALLEST_SHOWN)
    text = f"{size:.0e}" if size < 1e-3 else f"{float(f'{size:.{digits}g}'):g}"
    mantissa, exponent, power = text.partition("e")
    return ("−" if number < -SMALLEST_SHOWN else "") + mantissa + (f"e{int(power)}" if exponent else "")


def bounded(value):
    """Write what a small residual is below, as a power of ten: the digits of rounding are those of a machine."""
    return f"below 1e{max(-12, int(np.floor(np.log10(max(value, 1e-99)))) + 1)}"


@dataclass(frozen=True)
class Residual:
    """How far the two sides of a line are apart on one setting.
    value, the largest violation over the entries, relative to the larger of 1 and the largest entry; relation "=", "≥"
    or "≤", how the left side stands to the right side"""

    value: float
    tolerance: float = TOLERANCE
    relation: str = "="

    @property
    def holds(self):
        """Whether the violation is no more than the tolerance."""
        return bool(self.value <= self.tolerance)

    def __bool__(self):
        return self.holds

    def __str__(self):
        return f"✓ {shown(self.value)}" if self.holds else f"✗ off by {shown(self.value)}"

    __repr__ = __str__


def as_values(value, what):
    """Take what a side of a line has given as an array of numbers.
    what, how the message of a ValueError calls it, if it is anything else, or not finite → float or complex array"""
    try:
        array = np.asarray(value)
    except ValueError:  # a list of rows of different lengths
        array = np.array(None)
    if array.dtype.kind not in "buifc":
        kind = "None" if value is None else f"{type(value).__name__}"
        raise ValueError(f"{what} must be a number or an array of numbers, got {kind}.")
    array = array.astype(complex if array.dtype.kind == "c" else float)
    if not np.isfinite(array).all():
        raise ValueError(f"{what} must be finite, got {array[~np.isfinite(array)].flat[0]}.")
    return array


def compare(left, right, relation="=", tolerance=TOLERANCE):
    """Compare the two sides of a line, numbers or arrays of one shape, where a number stands for all entries.
    relation "=", "≥", "≤" or ">" → Residual; a ValueError if the shapes differ, a side is not made of finite numbers,
    or complex numbers are to be ordered"""
    left, right = as_values(left, "The left side"), as_values(right, "The right side")
    if left.shape != right.shape and left.ndim and right.ndim:
        raise ValueError(
            f"Both sides must have one shape, got {left.shape} on the left, {right.shape} on the right."
        )
    scale = max(1.0, np.abs(left).max(initial=0), np.abs(right).max(initial=0))
    if relation == "=":
        violation = np.abs(left - right)
    elif np.iscomplexobj(left) or np.iscomplexobj(right):
        raise ValueError(f"Complex numbers have no order: a line with {relation} must be real.")
    else:
        violation = left - right if relation == "≤" else right - left
    if relation == ">":
        violation = np.where(left > right, 0.0, np.maximum(violation, 2 * tolerance * scale))
    return Residual(max(0.0, float(violation.max(initial=0))) / scale, tolerance, relation)


def gradient(f, at, step=1e-2):
    """Gradient of f by central differences, of the shape of `at`, exact to rounding for a quadratic f.
    f, float or (D,) → float; a quadratic has no truncation error, so a long step keeps the rounding small"""
    at = np.asarray(at, dtype=float)
    flat = at.ravel()
    slopes = np.empty(len(flat))
    for j in range(len(flat)):
        e = np.zeros(len(flat))
        e[j] = step
        ahead, behind = f((flat + e).reshape(at.shape)), f((flat - e).reshape(at.shape))
        slopes[j] = (ahead - behind) / (2 * step)
    return slopes.reshape(at.shape)
