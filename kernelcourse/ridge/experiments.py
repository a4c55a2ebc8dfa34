"""What chapter 10 tries on many draws: do error bars hold what they promise, and who chooses the better kernel?"""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize

from kernelsy19.kernels import RBF
from kernelsy19.ridge.equations import likelihood_slope, log_marginal_likelihood
from kernelsy19.ridge.estimator import KernelRidge
from kernelsy19.ridge.leave_one_out import loo_grid
from kernelsy19.signatures import as_wide_as, number_from, one_each, takes
from kernelsy19.validation import as_integer, as_matrix

IN_95 = 1.96  # standard deviations on each side of the mean that hold 95% of a normal variable
TRIED_WIDTHS, TRIED_PRICES = np.logspace(-2, 2, 17), np.logspace(-4, 3, 29)


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
    seed : int ≥ 0, of the order in which they are cut; in which they are given does not matter

    Returns
    -------
    Drawn
    """
    n = as_integer(n, "n", 2, len(y) - 1, "N − 1")
    order = np.lexsort(np.column_stack([X, y]).T)
    order = np.random.default_rng(as_integer(seed, "seed", 0)).permutation(order)
    return Drawn(X[order[:n]], y[order[:n]], X[order[n:]], y[order[n:]])


class Judged(NamedTuple):
    """Predictions (m,) of new targets, their errors (m,) in standard deviations that were foretold, the root mean
    square of the errors in units of y, and the degrees of freedom of the fit."""

    predicted: np.ndarray
    z: np.ndarray
    rmse: float
    freedom: float

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
    rmse = float(np.sqrt((errors**2).mean()))
    return Judged(mean, z, rmse, model.solution_.degrees_of_freedom)


def try_both(draw, seeds, widths=TRIED_WIDTHS, known=None):
    """Let the likelihood and leaving one out choose from the same widths and prices, and judge what they chose.

    Parameters
    ----------
    draw : callable, seed → Drawn
    seeds : iterable of int
    widths : (G,) array_like, γ of RBF kernels
    known : pair of a Kernel and λ that are judged as well, under the name "known"; or None

    Returns
    -------
    dict by "likeliest", "left out" and "known" of lists of Judged, one for each seed
    """
    found = {}
    for seed in seeds:
        drawn = draw(seed)
        grid = loo_grid(map(RBF, widths), drawn.X, drawn.y, TRIED_PRICES)
        pairs = {"likeliest": grid.likeliest, "left out": grid.best}
        pairs = {way: (grid.kernels[g], TRIED_PRICES[j]) for way, (g, j) in pairs.items()}
        for way, pair in (pairs | ({"known": known} if known else {})).items():
            found.setdefault(way, []).append(judge_error_bars(*drawn, *pair))
    return found


def shares_inside(found, low=0.0, high=1.0):
    """Share of new targets inside their bands, for each of several draws.

    Parameters
    ----------
    found : list of Judged
    low, high : float, of the targets whose prediction is between these quantiles

    Returns
    -------
    (S,) array
    """
    return np.array([judged.share_inside(low, high) for judged in found])


def climb(X, y, gamma, lam):
    """Raise log p(y) from a width and a price, with the scale always at its likeliest.

    Parameters
    ----------
    X : (n, p) array
    y : (n,) array
    gamma, lam : float, where to start

    Returns
    -------
    gamma, lam, log p(y) : float, at the top
    """

    def downhill(logs):
        K, noise = RBF(np.exp(logs[0]))(X), np.exp(logs[1]) * np.eye(len(y))
        tau = y @ np.linalg.solve(K + noise, y) / len(y)
        M, changes = tau * (K + noise), (tau * K * np.log(K), tau * noise)
        return -log_marginal_likelihood(M, y), [-likelihood_slope(M, y, D) for D in changes]

    top = minimize(downhill, np.log([gamma, lam]), jac=True)
    return *map(float, np.exp(top.x)), -float(top.fun)


def targets_with_noise(X, y, kernel, lam, seed=0):
    """Targets at the same places, whose noise has one size, grows with the curve, or is that of the logarithm.

    Parameters
    ----------
    X : (n, p) array
    y : (n,) array, above 0
    kernel : Kernel
    lam : float, λ > 0, of the fit that makes the curve
    seed : int ≥ 0

    Returns
    -------
    dict by str of (n,) arrays
    """
    fit = KernelRidge(kernel, lam).fit(X, y).solution_
    noise = np.sqrt(fit.noise_variance) * np.random.default_rng(seed).normal(size=len(y))
    return {
        "as measured": y,
        "logarithm": np.log(y),
        "one noise": fit.fitted + noise,
        "growing noise": fit.fitted * (1 + noise / fit.fitted.mean()),
    }
