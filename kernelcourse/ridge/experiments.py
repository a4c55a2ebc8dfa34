"""What chapter 10 tries on many draws: do error bars hold what they promise, and who chooses the better kernel?"""

from typing import NamedTuple

import numpy as np

from kernelcourse.ridge.figures import IN_95
from kernelsy19.kernels import RBF
from kernelsy19.ridge.estimator import KernelRidge
from kernelsy19.signatures import as_wide_as, number_from, one_each, takes
from kernelsy19.validation import as_integer, as_matrix


class Drawn(NamedTuple):
    """Points to learn from, X (n, p) and y (n,), and others to be judged on, X_new (m, p) and y_new (m,)."""

    X: np.ndarray
    y: np.ndarray
    X_new: np.ndarray
    y_new: np.ndarray


def drawn_from_process(seed, kernel=RBF(1.0), lam=0.1, n=40, m=200):  # noqa: B008, a kernel is a value
    """Draw a function of a Gaussian process, and noisy values of it at places between −3 and 3.

    Parameters
    ----------
    seed : int ≥ 0
    kernel : Kernel, covariance of the function
    lam : float, λ > 0, variance of the noise
    n, m : int, how many points to learn from, and how many to judge on

    Returns
    -------
    Drawn
    """
    rng = np.random.default_rng(as_integer(seed, "seed", 0))
    X = rng.uniform(-3, 3, size=(n + m, 1))
    values, vectors = np.linalg.eigh(kernel(X))
    f = vectors @ (np.sqrt(np.maximum(values, 0)) * (vectors.T @ rng.normal(size=n + m)))
    y = f + np.sqrt(lam) * rng.normal(size=n + m)
    return Drawn(X[:n], y[:n], X[n:], y[n:])


@takes(X=as_matrix, y=one_each("X"))
def put_aside(X, y, n, seed):
    """Cut points into n to learn from and the others, which are to be predicted.

    Parameters
    ----------
    X : (N, p) array_like
    y : (N,) array_like
    n : int, below N
    seed : int ≥ 0, of the order in which they are cut

    Returns
    -------
    Drawn
    """
    n = as_integer(n, "n", 2, len(y) - 1, "N − 1")
    order = np.random.default_rng(as_integer(seed, "seed", 0)).permutation(len(y))
    return Drawn(X[order[:n]], y[order[:n]], X[order[n:]], y[order[n:]])


class Judged(NamedTuple):
    """Predictions (m,) of new targets, their errors (m,) in standard deviations that were foretold, and the root mean
    square of the errors in units of y."""

    predicted: np.ndarray
    z: np.ndarray
    rmse: float

    def share_inside(self, low=0.0, high=1.0):
        """Share of the new targets inside their 95% bands, of those whose prediction is between two quantiles."""
        ends = np.quantile(self.predicted, [low, high])
        of = (self.predicted >= ends[0]) & (self.predicted <= ends[1])
        return float((np.abs(self.z[of]) <= IN_95).mean())


@takes(X=as_matrix, y=one_each("X"), X_new=as_wide_as("X"), y_new=one_each("X_new"), lam=number_from(0))
def judge_error_bars(X, y, X_new, y_new, kernel, lam):
    """Fit with a free intercept, foretell each new target with its standard deviation, and compare.

    Parameters
    ----------
    X, y, X_new, y_new : as in `Drawn`
    kernel : Kernel
    lam : float, λ > 0

    Returns
    -------
    Judged
    """
    model = KernelRidge(kernel, lam).fit(X, y)
    mean, bars = model.predict(X_new, return_std=True)
    errors = y_new - mean
    z = errors / np.hypot(bars, np.sqrt(model.solution_.noise_variance))
    return Judged(mean, z, float(np.sqrt((errors**2).mean())))
