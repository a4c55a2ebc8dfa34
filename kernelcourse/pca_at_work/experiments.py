"""What new coordinates are worth: the best threshold on one, straight cuts through many, means over splits."""

import math
import warnings

import numpy as np
from sklearn.svm import LinearSVC

from kernelsy19.kernels import as_kernel
from kernelsy19.pca import KernelPCA
from kernelsy19.signatures import as_wide_as, fitting, integer_from, number_from, one_each, takes
from kernelsy19.validation import as_any_labels, as_function, as_matrix, as_vector, as_whole_numbers

STANDARD_ERRORS = 1.96  # of a normal distribution, 95% lies no farther from the mean


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

    z (n,), y (n,) of 0 and 1 → the largest share of points on the right side, from 0.5 to 1
    """
    order = np.argsort(z)
    ahead = np.concatenate([[0], np.cumsum(1 - 2 * y[order])])  # class 0 less class 1, among the lowest
    apart = np.concatenate([[True], np.diff(z[order]) > 0, [True]])  # no threshold between equal values
    right = (ahead[apart] + np.sum(y == 1)) / len(y)
    return float(max(right.max(), 1 - right.min()))


@takes(kernel=as_kernel, X=as_matrix, y=_as_both_classes_of("X"), n_components=integer_from())
def told_apart(kernel, X, y, n_components=1):
    """Find what the best threshold on each of the first components of kernel PCA is worth.

    X (n, p), y (n,) of 0 and 1; a kernel with fewer than n_components is judged by those → (q,), shares from 0.5 to 1
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Only .* components", UserWarning)
        Z = KernelPCA(kernel, n_components).fit_transform(X)
    return np.array([best_threshold(z, y) for z in Z.T])


@takes(transform=as_function, X=as_matrix)
def parity(transform, X):
    """Compare the components of points with those of their negatives: 1 is even, −1 is odd up to a constant.

    transform, (n, p) → (n, q), as of a fitted kernel PCA; X (n, p) → (q,), the correlation of z(x) and z(−x) over the
    points
    """
    there, back = (Z - Z.mean(axis=0) for Z in (transform(X), transform(-X)))
    if not (there.any(axis=0) & back.any(axis=0)).all():
        raise ValueError("transform must give components that vary over the points, got one that does not.")
    return (there * back).sum(axis=0) / np.sqrt((there**2).sum(axis=0) * (back**2).sum(axis=0))


@takes(
    Z=as_matrix,
    y=_as_both_classes_of("Z"),
    Z_new=as_wide_as("Z"),
    y_new=one_each("Z_new", lambda y, name, n: as_whole_numbers(y, name, n, high=1)),
)
def straight_cuts(Z, y, Z_new, y_new):
    """Count new points on the right side of a straight cut through the first q components, for each q.

    Z (n, q), columns of mean 0 at right angles to each other, none of them 0; y (n,) of 0 and 1; Z_new (m, q); y_new
    (m,) → (q,)

    The cut is the one of least squares, f(z) = w·z + b against the targets −1 and 1. Columns at right angles make it a
    sum over components. For two classes of one size it is Fisher's linear discriminant.
    """
    if not Z.any(axis=0).all():
        raise ValueError("Z must hold no column of zeros only.")
    target = 2.0 * y - 1
    slopes = target @ Z / np.square(Z).sum(axis=0)
    values = np.cumsum(Z_new * slopes, axis=1) + target.mean()
    return np.mean((values > 0) == (y_new == 1)[:, None], axis=0)


@takes(
    kernel=as_kernel,
    X=as_matrix,
    y=_as_both_classes_of("X"),
    X_new=as_wide_as("X"),
    y_new=one_each("X_new", lambda y, name, n: as_whole_numbers(y, name, n, high=1)),
)
def cut_shares(kernel, X, y, X_new, y_new, n_components=None):
    """Find the components of kernel PCA and cut along them: `straight_cuts` from points.

    X (n, p), y (n,) of 0 and 1, which axes and cuts come from; X_new (m, p), y_new (m,); n_components, or None for all
    with an eigenvalue that is not zero → (q,), the share of new points on the right side of the cut through the first
    1, 2, … components
    """
    model = KernelPCA(kernel, n_components)
    return straight_cuts(model.fit_transform(X), y, model.transform(X_new), y_new)


@takes(shares=as_vector, least=number_from(0, 1, "right"))
def components_needed(shares, least=0.98):
    """Find the smallest number of components with which a share is reached.

    shares (q,), with 1, 2, … components, as of `cut_shares`; least in ]0, 1] → int, or inf where no number is enough
    """
    enough = np.flatnonzero(shares >= least)
    return int(enough[0]) + 1 if len(enough) else math.inf


@takes(
    Z=as_matrix,
    y=fitting(lambda y, name, given: as_any_labels(y, name, len(given["Z"]))),
    Z_new=as_wide_as("Z"),
    y_new=fitting(lambda y, name, given: as_any_labels(y, name, len(given["Z_new"]))),
    C=number_from(0),
)
def svm_error(Z, y, Z_new, y_new, C=10.0):
    """Count the new points that a linear support vector machine gets wrong, one class against the rest.

    Z (n, q), scaled to a mean square length of 1; y (n,) labels; Z_new (m, q); y_new (m,); C, the price of slack →
    share in %
    """
    scale = np.sqrt(np.square(Z).sum(axis=1).mean()) or 1.0
    machine = LinearSVC(C=C, dual=False).fit(Z / scale, y)
    return float(100 * np.mean(machine.predict(Z_new / scale) != y_new))


@takes(values=as_vector, n_train=integer_from(), n_test=integer_from())
def mean_over_splits(values, n_train, n_test):
    """Average over random splits of one data set, with a 95% interval that allows for their common points.

    values (J,), J ≥ 2, one number a split; n_train, n_test, points of a split → mean, half: the interval is mean ±
    half. Nadeau & Bengio (2003), Inference for the generalization error.
    """
    if len(values) < 2:
        raise ValueError(f"values must hold two splits or more, got {len(values)}.")
    variance = values.var(ddof=1) * (1 / len(values) + n_test / n_train)
    return float(values.mean()), STANDARD_ERRORS * math.sqrt(variance)
