"""What every estimator with a kernel shares: searchable kernel parameters and the pairwise tag."""

from sklearn.base import BaseEstimator

from kernelsy19.kernels.custom import is_precomputed
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

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = is_precomputed(self.kernel)
        return tags
