"""What estimators share: a fit that is whole or none, data of their own, searchable kernel parameters."""

import copy
import functools

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, check_is_fitted, column_or_1d, validate_data

from kernelsy19.kernels.custom import as_kernel, default_kernel, is_precomputed
from kernelsy19.kernels.kernel import Kernel
from kernelsy19.validation import as_any_labels, as_labels, as_matrix, as_points, as_vector, require_plain


def all_or_nothing(change):
    """Make a method of an estimator leave it as it was wherever an error or an interrupt ends it.
    change: method that sets attributes → method"""
    return _whole(change, lambda estimator: None)


def whole_fit(fit):
    """Make `fit` begin without what an earlier one found, and leave all of that in place if it does not end well.
    → method"""
    return _whole(fit, _forget)


def _whole(change, prepare):
    @functools.wraps(change)
    def changed_or_not(self, *args, **kwargs):
        before = dict(vars(self))
        try:
            prepare(self)
            with np.errstate(under="ignore"):  # what is too small is 0, however strict the caller is
                return change(self, *args, **kwargs)
        except BaseException:
            self.__dict__ = before  # at once, so that no second interrupt finds a mixture
            raise

    return changed_or_not


def _forget(estimator):
    """Delete what a fit has found, which by scikit-learn's rule has a name that ends with an underscore."""
    for name in [name for name in vars(estimator) if name.endswith("_") and not name.startswith("_")]:
        delattr(estimator, name)


def own_rows(estimator, X, **options):
    """Check rows of numbers as scikit-learn does, and return a copy: an estimator shares no memory with its caller.
    estimator: BaseEstimator, whose `n_features_in_` is set; X (n, p); **options: of scikit-learn's `validate_data`
    → (n, p) of float64"""
    return _rows(estimator, X, getattr(estimator, "kernel", None), copy=True, **options)


def rows_to_use(estimator, X):
    """Check rows of numbers for a fitted estimator, as those that it was fitted to.
    X (m, p) → (m, p) of float64"""
    check_is_fitted(estimator)
    return _rows(estimator, X, getattr(estimator, "kernel_", None), reset=False)


def _rows(estimator, X, kernel, **options):
    """Rows as scikit-learn checks them, which are points or values of a precomputed kernel."""
    require_plain(X)
    X = validate_data(estimator, X, dtype=np.float64, ensure_all_finite=False, **options)
    return as_matrix(X) if is_precomputed(kernel) else as_points(X)


class KernelEstimator(BaseEstimator):
    """A scikit-learn estimator with a parameter `kernel` that is an immutable value.

    `set_params(kernel__gamma=2.0)` replaces the old kernel by a new one, so a kernel that two estimators
    share is never changed under either."""

    @all_or_nothing
    def set_params(self, **params):
        """Set parameters by name; `kernel__name` replaces the kernel by one with that parameter changed.
        ``params``: new values by name, such as `nu=0.2`, `kernel__gamma=2.0`, `kernel__left__gamma=2.0` → self"""
        of_kernel = {key: value for key, value in params.items() if key.startswith("kernel__")}
        super().set_params(**{key: value for key, value in params.items() if key not in of_kernel})
        if of_kernel:
            if not isinstance(self.kernel, Kernel):
                names = ", ".join(of_kernel)
                raise ValueError(f"{names} needs kernel= to be a kernel such as RBF(), got {self.kernel!r}.")
            changes = {key.removeprefix("kernel__"): value for key, value in of_kernel.items()}
            self.kernel = self.kernel.with_params(**changes)
        return self

    def _points_to_fit(self, X, **options):
        """Set `kernel_`, and return the points as that takes them; rows of numbers as scikit-learn checks them."""
        kernel = None if self.kernel is None else as_kernel(self.kernel)
        if kernel is None or kernel.takes_rows:
            X = own_rows(self, X, **options)
        else:
            X = copy.deepcopy(kernel.points(X))
            if X.ndim == 2:
                self.n_features_in_ = X.shape[1]
        self.kernel_ = default_kernel(X) if kernel is None else kernel
        return X

    def _points_to_use(self, X):
        """Return points for a fitted estimator, checked as those that it was fitted to."""
        check_is_fitted(self)
        if self.kernel_.takes_rows:
            return rows_to_use(self, X)
        X = self.kernel_.points(X)
        if X.ndim == 2 and X.shape[1] != self.n_features_in_:
            raise ValueError(f"X must have {self.n_features_in_} columns, got {X.shape[1]}.")
        return X

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = is_precomputed(self.kernel)
        takes_rows = not isinstance(self.kernel, Kernel) or self.kernel.takes_rows
        tags.input_tags.two_d_array, tags.input_tags.string = takes_rows, not takes_rows
        return tags


class KernelClassifier(ClassifierMixin, KernelEstimator):
    """What classifiers share: labels in, the same labels out, be they numbers, truth values, words or bytes."""

    def _labels_to_fit(self, X, y):
        """Set `classes_`, and return the place of each label among them.
        X, points that were checked; y (n,) of labels → (n,) int array"""
        if y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None.")
        y = as_labels(y, "y")
        # Whole numbers and words, one a point, need none of scikit-learn's slower checks; bytes do not pass them.
        if not (isinstance(y, np.ndarray) and y.dtype.kind in "biuUS" and y.shape == X.shape[:1]):
            y = column_or_1d(y, warn=True)
            check_consistent_length(X, y)
            if y.dtype.kind != "S":
                check_classification_targets(y)
        self.classes_, places = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            (label,) = self.classes_.tolist()
            raise ValueError(f"y must hold at least two classes, got one class: {label!r}{self._instead}.")
        return places

    _instead = ""

    def score(self, X, y, sample_weight=None):
        """The share of the points whose label is found.
        X: as in `predict`; y (m,) of labels; sample_weight (m,) or None → float from 0 to 1"""
        found = self.predict(X)
        y = as_any_labels(column_or_1d(as_labels(y, "y")), "y", len(found))
        if sample_weight is not None:
            sample_weight = as_vector(sample_weight, "sample_weight", len(found))
        return float(np.average(found == y, weights=sample_weight))
