"""Kernel ridge regression as an estimator of scikit-learn."""

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils.validation import check_array, check_consistent_length, column_or_1d

from kernelsy19.kernels.custom import is_precomputed
from kernelsy19.kernels.estimator import KernelEstimator, whole_fit
from kernelsy19.ridge.leave_one_out import loo_path
from kernelsy19.ridge.solve import solve_dual
from kernelsy19.validation import as_flag, as_number, require_plain


def _as_targets(y):
    """Take targets as scikit-learn does, with its errors in one line that names them; none are masked or words."""
    try:
        require_plain(y, "y")
        y = check_array(y, ensure_2d=False, dtype=np.float64, copy=True, input_name="y")
    except (TypeError, ValueError) as error:
        raise ValueError(f"y must hold finite numbers: {str(error).splitlines()[0]}") from None
    return column_or_1d(y, warn=True)


class KernelRidge(RegressorMixin, KernelEstimator):
    """Kernel ridge regression: minimizes Σ (y − f − b)² + λ‖f‖² over f in the kernel's space, and b.

    Parameters
    ----------
    kernel : Kernel, callable or None; None is RBF with γ = 1/(p · variance of X), scikit-learn's "scale"
    lam : float, λ > 0; or "loo" for the best of 37 by leave-one-out, as in `loo_path`
    intercept : bool, whether the intercept b is free; without one it is 0, and far from the data the prediction of an
        RBF kernel is 0 as well

    Attributes
    ----------
    solution_ : KernelRidgeSolution, with its certificate and `loo_residuals`
    kernel_ : Kernel that was used
    lam_ : float that was used
    path_ : LooPath, where `lam` is "loo"
    alpha_ : (n,) array, the dual variables
    intercept_ : float
    X_fit_ : (n, p) array, or (n,) array of points of another kind: the training points
    n_features_in_ : int, where points are rows of numbers

    Notes
    -----
    `sklearn.kernel_ridge.KernelRidge` has no intercept, calls λ `alpha` and α `dual_coef_`.

    Examples
    --------
    >>> import numpy as np
    >>> from kernelsy19.kernels import RBF
    >>> X = np.linspace(0, 6, 50)[:, None]
    >>> model = KernelRidge(RBF(gamma=1.0), lam=0.01).fit(X, np.sin(X[:, 0]))
    >>> model.predict([[1.5]]).round(2)
    array([1.])
    """

    def __init__(self, kernel=None, lam=1.0, intercept=True):
        self.kernel = kernel
        self.lam = lam
        self.intercept = intercept

    @whole_fit
    def fit(self, X, y):
        """Find the function.
        X (n, p), or a list of n points as the kernel takes them; the (n, n) Gram matrix for `Precomputed()`; y (n,)
        → self"""
        by_loo = isinstance(self.lam, str)
        if by_loo and self.lam != "loo":
            raise ValueError(f"lam must be a number above 0 or 'loo', got {self.lam!r}.")
        X = self._points_to_fit(X, ensure_min_samples=1 + by_loo)
        if y is None:
            raise ValueError(
                f"{type(self).__name__} requires y to be passed, but the target y is None; expected (n,) numbers."
            )
        y = _as_targets(y)
        check_consistent_length(X, y)
        K = self.kernel_.provide_gram(X)
        if by_loo:
            self.path_ = loo_path(K, y, intercept=self.intercept)
        self.lam_ = self.path_.lam if by_loo else as_number(self.lam, "lam", 0, np.inf, "neither")
        self.solution_ = solve_dual(K, y, self.lam_, self.intercept)
        self.X_fit_ = X
        self.alpha_, self.intercept_ = self.solution_.alpha, self.solution_.b
        return self

    def predict(self, X, return_std=False):
        """f(x) + b, and how sure of it a Gaussian process is.
        X (m, p), or a list of m points as the kernel takes them; for `Precomputed()` the (m, n) kernel values k(x,
        xᵢ); return_std: bool, whether standard deviations are wanted, which `Precomputed()` leaves to
        `solution_.error_bars` → (m,), in units of y; or a pair of such"""
        X = self._points_to_use(X)
        if not as_flag(return_std, "return_std"):
            # `KernelRidgeSolution.predict`, without the matrix of kernel values.
            return self.kernel_.evaluate_sums(X, self.X_fit_, self.alpha_) + self.intercept_
        if is_precomputed(self.kernel_):
            raise ValueError(
                "return_std needs k(x, x), which precomputed values lack: use solution_.error_bars."
            )
        K_xs = self.kernel_(X, self.X_fit_)
        return self.solution_.predict(K_xs), self.solution_.error_bars(self.kernel_.diagonal(X), K_xs)
