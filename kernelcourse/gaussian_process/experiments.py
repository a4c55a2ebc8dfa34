"""What chapter 18 tries on many draws: do error bars hold what they promise, and who chooses the better kernel?"""

from itertools import count
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from scipy.stats import norm

from kernelsy19 import datasets
from kernelsy19.gaussian_process.equations import band_factor, periodic, rbf_by_columns
from kernelsy19.gaussian_process.solve import climb
from kernelsy19.kernels import RBF, FunctionKernel
from kernelsy19.ridge.estimator import KernelRidge
from kernelsy19.ridge.leave_one_out import loo_grid
from kernelsy19.signatures import as_wide_as, number_from, one_each, takes
from kernelsy19.validation import as_integer, as_matrix

IN_95 = 1.96  # standard deviations on each side of the mean that hold 95% of a normal variable
FINE_WIDTHS, FINE_PRICES = np.logspace(-2, 4, 49), np.logspace(-4, 3, 57)
TRIED_WIDTHS, TRIED_PRICES = np.logspace(-2, 2, 17), np.logspace(-4, 3, 29)
NARROW = np.logspace(-4, 0, 9)  # widths for the patients, who have ten columns


def twelve_eruptions():
    """Few enough that two stories fit them: a Dataset of 12 eruptions, each known by its place among all by waiting."""
    return datasets.faithful().in_order().rows([170, 46, 120, 85, 240, 58, 254, 237, 29, 239, 47, 228])


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

    def share_inside(self, low=0.0, high=1.0, within=IN_95):
        """Share of the new targets within some error bars, of those whose prediction is between two quantiles."""
        ends = np.quantile(self.predicted, [low, high])
        of = (self.predicted >= ends[0]) & (self.predicted <= ends[1])
        return float((np.abs(self.z[of]) <= within).mean())


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


def band_of(X, y, kernel, lam, to_x):
    """Fit with a free intercept, and hand on what a picture of the bands asks for.
    X (n, p); y (n,); to_x: callable, (m, 1) places as they are shown → (m, p) points as they were learned → callable,
    places → pair of (m,) arrays, mean and standard deviation; float, standard deviation of the noise"""
    model = KernelRidge(kernel, lam).fit(X, y)
    return lambda shown: model.predict(to_x(shown), return_std=True), model.solution_.noise_variance**0.5


def shares_beyond(X, y, near, kernels, seeds, n=60):
    """Learn from n of the points that are near, with the likeliest kernel and price, and judge on all that are far.
    X (N, p); y (N,); near (N,) of bool; kernels: dict by name of lists of Kernel → dict by name of (S,) arrays"""
    shares = {name: [] for name in kernels}
    for seed in seeds:
        some = np.random.default_rng(seed).permutation(np.flatnonzero(near))[:n]
        for name, tried in kernels.items():
            grid = loo_grid(tried, X[some], y[some], TRIED_PRICES)
            g, j = grid.likeliest
            judged = judge_error_bars(X[some], y[some], X[~near], y[~near], tried[g], TRIED_PRICES[j])
            shares[name].append(judged.share_inside())
    return {name: np.array(found) for name, found in shares.items()}


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


def shares_inside(found, low=0.0, high=1.0, within=IN_95):
    """Share of new targets inside their bands, for each of several draws.

    Parameters
    ----------
    found : list of Judged
    low, high : float, of the targets whose prediction is between these quantiles
    within : float, standard deviations on each side of the mean

    Returns
    -------
    (S,) array
    """
    return np.array([judged.share_inside(low, high, within) for judged in found])


def by_columns(*gamma):
    """The RBF kernel with a width for each column.
    gamma: floats, γⱼ ≥ 0 → Kernel"""
    return FunctionKernel(lambda X, Z: rbf_by_columns(X, Z, np.array(gamma)))


def season(gamma, period=1.0):
    """The periodic kernel as a kernel value.
    gamma: float, γ > 0; period: float, in units of x → Kernel"""
    return FunctionKernel(lambda X, Z: periodic(X, Z, gamma, period))


def walk(start):
    """The covariance of a random walk that begins at 0 before all points, and never turns back to where it began.
    start: float, where it begins → Kernel of one column"""
    return FunctionKernel(lambda X, Z: np.minimum(X, Z.T) - start)


def try_widths(draw, seeds, gamma=0.03, lam=0.5):
    """Let the likelihood choose one width, or one for each column, and judge both on points put aside.
    draw: callable, seed → Drawn; gamma, lam: float, where both climbs start → dict of "log p(y)", "error" and "inside",
    (2, S) arrays, a row for one width and one for many, and of "gammas" (S, p), the many"""
    rows, gammas = [], []
    for seed in seeds:
        drawn = draw(seed)
        p, row = drawn.X.shape[1], []
        for kernel_of, q in ((RBF, 1), (by_columns, p)):
            top = climb(kernel_of, drawn.X, drawn.y - drawn.y.mean(), [gamma] * q, lam)
            judged = judge_error_bars(*drawn, kernel_of(*top.theta), top.lam)
            row.append((top.log_likelihood, judged.rmse, judged.share_inside()))
        rows.append(row)
        gammas.append(top.theta)
    found = np.array(rows).transpose(2, 1, 0)
    return dict(zip(("log p(y)", "error", "inside"), found, strict=True)) | {"gammas": np.array(gammas)}


def one_column_tells(seed, n=60, m=200, p=6, lam=0.1):
    """Draw a function of the first of p columns, and noisy values of it; the other columns tell nothing.
    n, m: int, points to learn from, and to judge on; lam: float, variance of the noise → Drawn"""
    drawn = drawn_from_process(seed, RBF(0.5), lam, n, m)
    others = np.random.default_rng([seed, 18]).uniform(-3, 3, size=(n + m, p - 1))
    return Drawn(np.hstack([drawn.X, others[:n]]), drawn.y, np.hstack([drawn.X_new, others[n:]]), drawn.y_new)


def tops(log_likelihood):
    """Places of a grid where log p(y) is higher than at all eight neighbors, without those at its edge.
    log_likelihood (G, L) → (T, 2) array of int"""
    wide = sliding_window_view(log_likelihood, (3, 3)).reshape(*np.subtract(log_likelihood.shape, 2), 9)
    return 1 + np.argwhere(wide[..., 4] > np.delete(wide, 4, axis=-1).max(axis=-1))


def count_tops(X, y, n, seeds):
    """How many tops log p(y) has on a grid of widths and prices, for n of the points, drawn anew for each seed.
    X (N, p); y (N,) → (S,) array of int"""
    found = []
    for seed in seeds:
        some = np.random.default_rng(seed).permutation(len(y))[:n]
        target = y[some] - y[some].mean()
        grid = loo_grid(map(RBF, FINE_WIDTHS), X[some], target, FINE_PRICES, intercept=False)
        found.append(len(tops(grid.log_likelihood)))
    return np.array(found)


def before_and_after(data, year, learned=15, ahead=5):
    """Cut a series at a year: what came before is learned from, what came after is to be predicted.
    data: Dataset of years and values; learned, ahead: float, years → Drawn, X in years from the middle"""
    when, values = data.X.T
    before, after = (when >= year - learned) & (when < year), (when >= year) & (when < year + ahead)
    X = when[:, None] - (year - learned / 2)
    return Drawn(X[before], values[before], X[after], values[after])


def foretell(drawn, kernel_of, start, lam=0.01):
    """Let the likelihood choose the numbers of a kernel, and judge what it predicts.
    kernel_of: callable, numbers > 0 → Kernel; start: list of float; lam: float → Climb, Judged"""
    top = climb(kernel_of, drawn.X, drawn.y - drawn.y.mean(), start, lam)
    return top, judge_error_bars(*drawn, kernel_of(*top.theta), top.lam)


def by_least_squares(drawn, degree):
    """The rival without a kernel: a polynomial and a mean for each month, by least squares, with its own error bars.
    drawn: Drawn, X in years; degree: int → Judged, whose bars are as much longer as Student's t asks for"""

    def columns(X):
        month = np.round(12 * (X[:, 0] - drawn.X[0, 0])).astype(int) % 12
        return np.hstack([X**j for j in range(1, degree + 1)] + [np.eye(12)[month]])

    A, B = columns(drawn.X), columns(drawn.X_new)
    beta, *_ = np.linalg.lstsq(A, drawn.y, rcond=None)
    left, predicted = drawn.y - A @ beta, B @ beta
    known = np.einsum("ij,ji->i", B, np.linalg.solve(A.T @ A, B.T))
    df = len(A) - A.shape[1]
    bars = band_factor(0.95, df) / IN_95 * np.sqrt(left @ left / df * (1 + known))
    errors = drawn.y_new - predicted
    return Judged(predicted, errors / bars, float(np.sqrt((errors**2).mean())), float(A.shape[1]))


def by_last_year(drawn):
    """The rival that fits nothing: the same month of the last year, and for each year since then the mean rise within a
    year, with error bars that grow as those of a random walk, with the root of the years.
    drawn: Drawn, X in years → Judged"""

    def months(X):
        return np.round(12 * (X[:, 0] - drawn.X[0, 0])).astype(int)

    at = dict(zip(months(drawn.X), drawn.y, strict=True))
    rises = np.array([at[month] - at[month - 12] for month in at if month - 12 in at])
    years = np.array([next(k for k in count(1) if month - 12 * k in at) for month in months(drawn.X_new)])
    last = np.array([at[m - 12 * k] for m, k in zip(months(drawn.X_new), years, strict=True)])
    predicted = last + rises.mean() * years
    errors = drawn.y_new - predicted
    return Judged(
        predicted, errors / (rises.std() * np.sqrt(years)), float(np.sqrt((errors**2).mean())), 13.0
    )


def bands_of_all_pairs(seed):
    """Share of new targets inside, for a function of the prior: with the pair of width and price that is known, with
    the likeliest one, and with all pairs, each with the weight of its likelihood.
    seed: int → dict by str"""
    drawn, known = drawn_from_process(seed), judge_error_bars(*drawn_from_process(seed), RBF(1.0), 0.1)
    grid = loo_grid(map(RBF, TRIED_WIDTHS), drawn.X, drawn.y, TRIED_PRICES)
    weights = np.exp(grid.log_likelihood - grid.log_likelihood.max())
    weights[weights < 1e-3] = 0
    below = np.zeros(len(drawn.y_new))  # how probable it is that a target is smaller than what was found
    for g, j in np.argwhere(weights):
        below += weights[g, j] * norm.cdf(judge_error_bars(*drawn, grid.kernels[g], TRIED_PRICES[j]).z)
    g, j = grid.likeliest
    likeliest = judge_error_bars(*drawn, grid.kernels[g], TRIED_PRICES[j])
    averaged = np.mean(np.abs(below / weights.sum() - 0.5) < norm.cdf(IN_95) - 0.5)
    return {"known": known.share_inside(), "likeliest": likeliest.share_inside(), "all": averaged}


def three_hundred_patients(seed):
    """One width and ten, as in `try_widths`, with twice as many patients to learn from.
    seed: int → dict by str, errors in points of the score and shares inside"""
    found = try_widths(lambda seed: put_aside(*_patients(), 300, seed), [seed])
    rows = {"error": found["error"][:, 0], "inside": found["inside"][:, 0]}
    return {
        f"{what}, {widths}": row[i] for what, row in rows.items() for i, widths in enumerate(("one", "ten"))
    }


def gap_of_thirds(seed):
    """By how much the share inside is larger among the patients of the lowest third than among those of the highest,
    for noise that is drawn anew around one curve; the mean of five ways to put patients aside.
    seed: int, of the noise → dict by str"""
    X, y = _patients()
    found = {}
    for name in ("one noise", "growing noise"):
        values = targets_with_noise(X, y, RBF(0.003), 0.1, seed)[name]
        judged = try_both(lambda cut, values=values: put_aside(X, values, 150, cut), range(5), NARROW)
        low, high = (shares_inside(judged["likeliest"], *of) for of in ((0, 1 / 3), (2 / 3, 1)))
        found[name] = (low - high).mean()
    return found


def _patients():
    patients = datasets.diabetes().in_order()
    return patients.columns(*patients.feature_names[:-1]).standardized().X, patients["progression"]


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
