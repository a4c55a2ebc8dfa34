"""What every estimator with a kernel shares: searchable kernel parameters and the pairwise tag."""

import dataclasses

from sklearn.base import BaseEstimator

from kernelsy19.kernels import RBF, Kernel, Precomputed


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

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = is_precomputed(self.kernel)
        return tags


def is_precomputed(kernel):
    """Tell whether the place of the points is taken by kernel values.

    Parameters
    ----------
    kernel : Kernel, callable or None

    Returns
    -------
    bool, True for `Precomputed()` and for sums, products and multiples of it
    """
    if not isinstance(kernel, Kernel):
        return False
    parts = (getattr(kernel, field.name) for field in dataclasses.fields(kernel))
    return isinstance(kernel, Precomputed) or any(is_precomputed(part) for part in parts)


def default_kernel(X):
    """The kernel of an estimator that was given none.

    Parameters
    ----------
    X : (n, p) array

    Returns
    -------
    RBF, with γ = 1/(p · variance of X), scikit-learn's "scale"; γ = 1 where X does not vary
    """
    variance = X.var()
    return RBF(gamma=1 / (X.shape[1] * variance) if variance > 0 else 1.0)
