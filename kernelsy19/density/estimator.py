"""Parzen windows as an estimator of scikit-learn."""

import numpy as np
from scipy.linalg import cholesky
from sklearn.base import BaseEstimator, OutlierMixin
from sklearn.utils.validation import check_is_fitted

from kernelsy19.density.bandwidth import choose_bandwidth
from kernelsy19.density.equations import ROUNDED, hdr_levels, is_novel, rejection_threshold
from kernelsy19.density.plain import require_density
from kernelsy19.density.solve import density_on_grid, log_parzen
from kernelsy19.kernels.estimator import own_rows, rows_to_use, whole_fit
from kernelsy19.validation import as_array, as_generator, as_integer, as_number


class ParzenWindow(OutlierMixin, BaseEstimator):
    """Density estimate by Parzen windows, and the novelty detector that a threshold on it makes.

    Parameters
    ----------
    window : {"gaussian", "hypercube"}
    bandwidth : float, (p,) array_like, (p, p) array_like, or a rule:
        "scott", "silverman" (one number an axis, scaled by the spread along it), "normal-scale", "plug-in" (a matrix),
        "loo", "loo-diagonal", "loo-full" (leave-one-out likelihood: a number, one an axis, a matrix).
        For the hypercube, "scott" and "silverman" give the side that smooths as much; matrices are not for it.
    reject_share : float, in [0, 1): the share of the training points that may fall below the threshold

    Attributes
    ----------
    bandwidth_ : float, (p,) array or (p, p) array that is used
    selection_ : LeaveOneOut, PlugIn or None, the certificate of the rule that has one
    log_density_ : (n,) array, log f̂ at the training points
    offset_ : float, logarithm of the threshold: `decision_function` is `score_samples` − offset_
    n_features_in_ : int

    Notes
    -----
    `sklearn.neighbors.KernelDensity` takes "scott" and "silverman" without the spread of the data, so that a change of
    units changes its answer; here it does not.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.random.default_rng(0).normal(size=(200, 2))
    >>> model = ParzenWindow(bandwidth="silverman", reject_share=0.05).fit(X)
    >>> int((model.predict(X) == -1).sum())
    10
    """

    def __init__(self, window="gaussian", bandwidth="scott", reject_share=0.05):
        self.window = window
        self.bandwidth = bandwidth
        self.reject_share = reject_share

    @whole_fit
    def fit(self, X, y=None):
        """Keep the sample, choose the bandwidth, set the threshold.
        X (n, p); y: ignored, for scikit-learn's pipelines → self"""
        X = own_rows(self, X)
        share = as_number(self.reject_share, "reject_share", 0, 1, "left")
        self.bandwidth_, self.selection_ = choose_bandwidth(X, self.bandwidth, self.window)
        self._X, self._window = X, self.window
        self.log_density_ = log_parzen(X, X, self.bandwidth_, self.window)
        threshold = float(rejection_threshold(self.log_density_, share))
        self.offset_ = threshold - ROUNDED * max(1.0, abs(threshold))  # rounding splits no equal densities
        return self

    def score_samples(self, X):
        """Log f̂(x), for the Gaussian finite as far as 1e154 widths from the sample.
        X (m, p) → (m,); −inf farther out, where no floating-point number is so low"""
        return log_parzen(rows_to_use(self, X), self._X, self.bandwidth_, self._window)

    def score(self, X, y=None):
        """Mean of log f̂(x), what a search for the bandwidth maximizes.
        X (m, p); y: ignored, for scikit-learn's pipelines"""
        return float(self.score_samples(X).mean())

    def decision_function(self, X):
        """Log f̂(x) − log c: negative where x is rejected.
        X (m, p) → (m,)"""
        return self.score_samples(X) - self.offset_

    def predict(self, X):
        """+1 where the density reaches the threshold, −1 for a novelty.
        X (m, p) → (m,) int array"""
        return np.where(is_novel(self.decision_function(X), 0.0), -1, 1)

    def density_on_grid(self, x, y):
        """f̂ on a grid of the plane; see `kernelsy19.density.density_on_grid`.
        x (w,); y (h,) → (h, w)"""
        check_is_fitted(self)
        return density_on_grid(x, y, self._X, self.bandwidth_, self._window)

    def hdr_levels(self, shares):
        """Density levels whose contours hold given shares of the sample.
        shares: float or array_like, in (0, 1) → float or array"""
        check_is_fitted(self)
        for share in as_array(shares, "shares").ravel():
            as_number(float(share), "shares", 0, 1, "neither")
        require_density(self.bandwidth_, self._X.shape[1], self._window)
        return hdr_levels(np.exp(self.log_density_), shares)

    def sample(self, n_samples=1, rng=None):
        """Draw from f̂: one of the training points, moved by a draw from the window.
        rng: int (a seed), numpy.random.Generator, or None: then each call draws anew → (n_samples, p)"""
        check_is_fitted(self)
        n_samples = as_integer(n_samples, "n_samples")
        rng = np.random.default_rng() if rng is None else as_generator(rng)
        centers = self._X[rng.integers(len(self._X), size=n_samples)]
        if self._window == "hypercube":
            return centers + self.bandwidth_ * rng.uniform(-0.5, 0.5, size=centers.shape)
        noise = rng.normal(size=centers.shape)
        if np.ndim(self.bandwidth_) == 2:
            return centers + noise @ cholesky(self.bandwidth_)
        return centers + noise * self.bandwidth_
