"""Names, counts and numbers as pictures write and say them."""

import numpy as np

from kernelcourse.drawing.appearance import with_minus

INSIDE, SURFACE, OUTLIER = "inside", "surface", "outlier"
KIND_LABELS = {INSIDE: "inside the ball", SURFACE: "on its surface", OUTLIER: "outside"}


def number(value):
    """Write a number with three digits, the same on every machine, such as "1230", "0.0123", "−1.5e−08"."""
    rounded = float(f"{value:.3g}")
    return with_minus(f"{rounded + 0:g}" if abs(rounded) < 1e6 else f"{rounded:.2e}")


def count(n, noun, plural=None):
    """Write a count with its noun, in the plural with an s unless another one is given: "1 point", "2 points"."""
    return f"{n} {noun if n == 1 else plural or noun + 's'}"


def subscript(i):
    """Write a whole number ≥ 0 in small digits below the line, such as "₁₂"."""
    return str(i).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def superscript(i):
    """Write a whole number in small digits above the line, such as "¹²"."""
    return str(i).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def in_brackets(title):
    """Write a title in brackets, to stand behind what it is the title of; "" where there is none."""
    return f" ({title})" if title else ""


def pair(place):
    """Write a place of the plane or of space, such as "(0.5, 2)"."""
    return f"({', '.join(map(number, place))})"


def class_names(labels, names=None):
    """Return the names of k classes for a legend, or "class 0", "class 1", …
    labels (k,) in rising order; a ValueError if there are fewer names"""
    if names is None:
        return [f"class {label}" for label in labels]
    if len(names) == len(labels):
        return [str(name) for name in names]
    if np.issubdtype(np.asarray(labels).dtype, np.integer) and 0 <= min(labels) <= max(labels) < len(names):
        return [str(names[label]) for label in labels]
    raise ValueError(f"names must name {len(labels)} classes, got {len(names)}: {list(names)}.")


def say_points(X, y, names, features):
    """Say how many points there are, where they lie, and how many are of each class.
    X (n, 2); y (n,), or None; features, the names of the axes with units → one sentence"""
    ranges = " and ".join(
        f"{name} from {number(X[:, j].min())} to {number(X[:, j].max())}" for j, name in enumerate(features)
    )
    said = f"{count(len(X), 'point')}, {ranges}"
    if y is not None:
        labels, sizes = np.unique(y, return_counts=True)
        parts = [f"{n} {name}" for n, name in zip(sizes, class_names(labels, names), strict=True)]
        said += f": {', '.join(parts)}"
    return said + "."


def say_kinds(kinds):
    """Say how many points are of each kind, as "6 of 50 points outside the ball, 3 on its surface, 41 inside"."""
    n = {kind: int(np.sum(np.asarray(kinds) == kind)) for kind in KIND_LABELS}
    return (
        f"{n[OUTLIER]} of {count(len(kinds), 'point')} outside the ball, "
        f"{n[SURFACE]} on its surface, {n[INSIDE]} inside"
    )
