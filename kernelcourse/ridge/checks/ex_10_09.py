"""Choose the price for real data"""

import functools
from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate, worst
from kernelsy19 import datasets
from kernelsy19.kernels import RBF
from kernelsy19.ridge.equations import bordered_matrix, predict
from kernelsy19.ridge.leave_one_out import loo_path
from kernelsy19.ridge.plain import plain_kernel_ridge

Choice = namedtuple("Choice", "K y lams")  # a Gram matrix, targets, and the prices to choose from, rising


def problems(rng):
    """Draw some eruptions of Old Faithful, and prices; first a few of which one waits for long.
    Of these it matters whether the point that is left out has its share in the mean."""
    few = (_choice(rng, 8, 1.0, 60.0) for _ in range(100))
    yield next(p for p in few if solve(*p) != p.lams[squares(*p, intercept=False, center=True).argmin()])
    for n, gamma in ((30, 3.0), (40, 10.0), (40, 1.0)):
        yield _choice(rng, n, gamma)


def _choice(rng, n, gamma, later=0.0):
    x, waits = _faithful()
    drawn = rng.choice(len(x), size=n, replace=False)
    y = waits[drawn] + later * (np.arange(n) == 0)
    return Choice(RBF(gamma)(x[drawn]), y, rng.uniform(0.8, 1.2) * np.logspace(-3, 2, 61))


def edge(rng):
    x, waits = _faithful()
    lams = rng.uniform(0.8, 1.2) * np.logspace(-2, 2, 9)
    few = np.array([0, 1, 4])
    return {
        "a single price": Choice(RBF(1.0)(x[:10]), waits[:10], lams[:1]),
        "three points": Choice(RBF(1.0)(x[few]), waits[few], lams),
    }


def _faithful():
    faithful = datasets.faithful()
    return faithful.columns("eruptions").standardized().X, np.array(faithful["waiting"])


def solve(K, y, lams, *, more=None, end=0):
    """The price whose mean squared error left out is smallest; or the last whose error is so many times as large."""
    if more is None:
        return loo_path(K, y, lams).lam
    means = squares(K, y, lams)
    return lams[means <= more * means.min()][end]


def certify(problem, lam):
    at = np.flatnonzero(np.isclose(problem.lams, lam, rtol=1e-9))
    if not len(at):
        return Certificate("your price is one of `lams`", False)
    means = _mean_squares(problem.K.tobytes(), problem.y.tobytes(), problem.lams.tobytes())
    share = worst(means[at[0]] / means.min() - 1)
    return Certificate("by how much its error left out exceeds the smallest, as a share of that", share, 1e-9)


@functools.lru_cache(maxsize=32)
def _mean_squares(K, y, lams):
    """By n fits for each price, the mean squared error at points left out; remembered, for each answer asks again."""
    K, y, lams = (np.frombuffer(array) for array in (K, y, lams))
    K, squares = K.reshape(len(y), len(y)), np.zeros(len(lams))
    prices = lams[:, None, None] * np.diag(np.append(np.ones(len(y) - 1), 0.0))
    for i in range(len(y)):
        rest = np.arange(len(y)) != i
        M = bordered_matrix(K[np.ix_(rest, rest)], 0.0) + prices
        found = np.linalg.solve(M, np.append(y[rest], 0.0)[:, None])[..., 0]
        squares += (y[i] - found[:, :-1] @ K[rest, i] - found[:, -1]) ** 2
    return squares / len(y)


def errors(K, y, lams, intercept=True, leave=True, center=False):
    """A row for each price: the errors left out, or those at the points, from one eigendecomposition of the kernel."""
    values, U = _eigen(K.tobytes(), len(y), intercept)
    G = 1 / (values[:, None] + lams)
    alpha = (U @ (G * (U.T @ (y - center * y.mean()))[:, None])).T
    diagonal = (U**2 @ G).T
    return alpha / diagonal if leave else alpha * lams[:, None]


@functools.lru_cache(maxsize=32)
def _eigen(K, n, intercept):
    """Remembered: each mistake asks for it again."""
    J = np.eye(n) - intercept / n
    values, U = np.linalg.eigh(J @ np.frombuffer(K).reshape(n, n) @ J)
    return values, J @ U


def squares(*given, **how):
    return (errors(*given, **how) ** 2).mean(axis=1)


def crossed(K, y, lams):
    """Generalized cross-validation: the errors at the points over the mean of 1 − Sᵢᵢ."""
    own, left = errors(K, y, lams, leave=False), errors(K, y, lams)
    with np.errstate(all="ignore"):
        return (own**2).mean(axis=1) / np.nanmean(own / left, axis=1) ** 2


def place(K, y, lams):
    return int(squares(K, y, lams).argmin())


def at(lams, k):
    return lams[min(max(k, 0), len(lams) - 1)]


def by_halves(K, y, lams):
    """The price that is best for the second half of the points, fitted to the first."""
    h = len(y) // 2
    fits = [plain_kernel_ridge(K[:h, :h], y[:h], lam) for lam in lams]
    return lams[np.argmin([((y[h:] - predict(K[h:, :h], *fit)) ** 2).mean() for fit in fits])]
