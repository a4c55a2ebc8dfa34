"""What every estimator with a kernel shares: searchable kernel parameters and the pairwise tag."""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted, validate_data

from kernelsy19.kernels.custom import as_kernel, default_kernel, is_precomputed
from kernelsy19.kernels.value import Kernel


class KernelEstimator(BaseEstimator):
    """A scikit-learn estimator with a parameter `kernel` that is an immutable value.

    `set_params(kernel__gamma=2.0)` puts a new kernel in the place of the old one, so a kernel that two estimators
    share is never changed under either.
    """

    def set_params(self, **params):
        """Set parameters by name; `kernel__name` replaces the kernel by one with that parameter changed.

        Parameters
        ----------
        **params : new values by name, such as `nu=0.2`, `kernel__gamma=2.0`, `kernel__left__gamma=2.0`

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If the estimator or its kernel has no such parameter.
        """
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
            X = validate_data(self, X, dtype=np.float64, **options)
        else:
            X = kernel.points(X)
            if X.ndim == 2:
                self.n_features_in_ = X.shape[1]
        self.kernel_ = default_kernel(X) if kernel is None else kernel
        return X

    def _points_to_use(self, X):
        """Return points for a fitted estimator, checked as those that it was fitted to."""
        check_is_fitted(self)
        if self.kernel_.takes_rows:
            return validate_data(self, X, dtype=np.float64, reset=False)
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
