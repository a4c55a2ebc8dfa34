"""What the machines of chapter 12 take: signs, prices of slack, limits of a solver."""

import numpy as np

from kernelsy19.validation import as_number, as_real, as_vector


def as_signs(y, n):
    """Take the labels of two classes.
    y (n,) → (n,) array of −1.0 and 1.0."""
    y = as_vector(y, "y", n)
    if not (np.abs(y) == 1).all() or y.min() == y.max():
        raise ValueError(f"y must hold −1 and 1, both of them, got {np.unique(y)[:5]}.")
    return y


def as_bounds(C, n, finite=False):
    """Take the price of a unit of slack, one for all points or one for each.
    C float > 0 → (n,) array."""
    if np.ndim(C) == 0:
        return np.full(n, as_number(C, "C", 0, closed="neither" if finite else "right"))
    bounds = as_real(C, "C")
    if bounds.shape != (n,) or not (bounds > 0).all() or (finite and np.isinf(bounds).any()):
        raise ValueError(f"C must be a number > 0 or {n} {'finite ' * finite}numbers > 0, got {C!r}.")
    return bounds.copy()
