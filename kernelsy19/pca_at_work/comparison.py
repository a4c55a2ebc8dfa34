"""What new coordinates are worth: the best threshold on one, straight cuts through many, means over splits."""

import math

import numpy as np

from kernelsy19.signatures import as_wide_as, fitting, integer_from, one_each, takes
from kernelsy19.validation import as_matrix, as_vector, as_whole_numbers

STANDARD_ERRORS = 1.96  # of a normal distribution, 95 % lies no farther from the mean


def _as_two_classes(y, name, length):
    y = as_whole_numbers(y, name, length, high=1)
    if len(set(y)) < 2:
        raise ValueError(f"{name} must hold both classes, 0 and 1.")
    return y


def _as_both_classes_of(other):
    return fitting(lambda y, name, given: _as_two_classes(y, name, len(given[other])))


@takes(z=as_vector, y=_as_both_classes_of("z"))
def best_threshold(z, y):
    """Find what the best threshold on one coordinate is worth, whichever class lies above it.

    Parameters
    ----------
    z : (n,) array_like
    y : (n,) array_like of 0 and 1

    Returns
    -------
    float, the largest share of points on the right side, from 0.5 to 1
    """
    order = np.argsort(z)
    ahead = np.concatenate([[0], np.cumsum(1 - 2 * y[order])])  # class 0 less class 1, among the lowest
    apart = np.concatenate([[True], np.diff(z[order]) > 0, [True]])  # no threshold between equal values
    right = (ahead[apart] + np.sum(y == 1)) / len(y)
    return float(max(right.max(), 1 - right.min()))


@takes(
    Z=as_matrix,
    y=_as_both_classes_of("Z"),
    Z_new=as_wide_as("Z"),
    y_new=one_each("Z_new", lambda y, name, n: as_whole_numbers(y, name, n, high=1)),
)
def straight_cuts(Z, y, Z_new, y_new):
    """Count new points on the right side of a straight cut through the first q components, for each q.

    Parameters
    ----------
    Z : (n, q) array_like, coordinates of the training points along components: columns of mean 0 at right angles to
        each other, none of them 0
    y : (n,) array_like of 0 and 1
    Z_new : (m, q) array_like, coordinates of the new points
    y_new : (m,) array_like of 0 and 1

    Returns
    -------
    (q,) array, shares

    Notes
    -----
    The cut is the one of least squares, f(z) = w·z + b against the targets −1 and 1. Columns at right angles make it a
    sum over components. For two classes of one size it is Fisher's linear discriminant.
    """
    target = 2.0 * y - 1
    slopes = target @ Z / np.square(Z).sum(axis=0)
    values = np.cumsum(Z_new * slopes, axis=1) + target.mean()
    return np.mean((values > 0) == (y_new == 1)[:, None], axis=0)


@takes(values=as_vector, n_train=integer_from(), n_test=integer_from())
def mean_over_splits(values, n_train, n_test):
    """Average over random splits of one data set, with a 95 % interval that allows for their common points.

    Parameters
    ----------
    values : (J,) array_like, J ≥ 2: one number a split, such as an accuracy or a difference of two
    n_train, n_test : int ≥ 1, how many points a split trains on, and how many it tests on

    Returns
    -------
    mean, half : float, float: the interval is mean ± half

    References
    ----------
    Nadeau & Bengio (2003), Inference for the generalization error.
    """
    if len(values) < 2:
        raise ValueError(f"values must hold two splits or more, got {len(values)}.")
    variance = values.var(ddof=1) * (1 / len(values) + n_test / n_train)
    return float(values.mean()), STANDARD_ERRORS * math.sqrt(variance)
