"""Which rule for the bandwidth predicts best what it has not seen?"""

from typing import NamedTuple

import numpy as np
from sklearn.covariance import LedoitWolf
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import KFold

from kernelsy19 import datasets
from kernelsy19.density.bandwidth import RULES, choose_bandwidth
from kernelsy19.density.plain import as_bandwidth
from kernelsy19.density.solve import log_density
from kernelsy19.kernels import squared_euclidean
from kernelsy19.signatures import fitting, integer_from, takes, word_of
from kernelsy19.validation import as_integer, as_matrix


class TriedRule(NamedTuple):
    """A rule for the bandwidth, tried on a sample.
    size, root of the determinant of the bandwidth matrix for the whole sample, in units of X to the power p; left_out,
    mean of log f̂ at the points that were left out, each once"""

    size: float
    left_out: float


# A fold holds a point at least, and each is left out once.
_AS_FOLDS = fitting(lambda n_folds, name, given: as_integer(n_folds, name, 2, len(given["X"]), "n"))


@takes(rule=word_of(*RULES), X=as_matrix, n_folds=_AS_FOLDS, seed=integer_from(0))
def try_rule(rule, X, n_folds=5, seed=0):
    """Let a rule choose the bandwidth from all folds but one, and predict the points of that one.

    rule of `ParzenWindow`, such as "silverman" or "loo-full"; X (n, p); n_folds in 2 … n; seed of the folds → TriedRule
    """
    total = 0.0
    for kept, left_out in KFold(n_folds, shuffle=True, random_state=seed).split(X):
        total += log_density(X[left_out], X[kept], choose_bandwidth(X[kept], rule)[0]).sum()
    return TriedRule(_size(rule, X), float(total / len(X)))


def _size(rule, X):
    width = as_bandwidth(choose_bandwidth(X, rule)[0], X.shape[1])
    return float(
        np.sqrt(np.linalg.det(width)) if np.ndim(width) == 2 else np.prod(np.broadcast_to(width, X.shape[1]))
    )


def window_beside_silverman(seed):
    """How large the window of leave-one-out is, in windows of Silverman's rule, for 150 points that are made like the
    irises: of one Gaussian or of one a species, as drawn or rounded to 0.1 cm as the flowers were; and for the flowers,
    with what rounding may have taken away put back at random.
    seed: int → dict by str"""
    rng, iris = np.random.default_rng(seed), datasets.iris().columns("sepal width", "petal length").in_order()

    def like(X):
        return rng.multivariate_normal(X.mean(axis=0), np.cov(X.T), len(X))

    sets = {"one": like(iris.X), "three": np.vstack([like(iris.X[iris.y == c]) for c in range(3)])}
    sets |= {f"{name}, rounded": X.round(1) for name, X in sets.items()}
    sets["flowers"] = iris.X + rng.uniform(-0.05, 0.05, iris.X.shape)
    return {name: _size("loo-full", X) / _size("silverman", X) for name, X in sets.items()}


def digits_in_order(seed):
    """Of a new image of a digit and one of another digit, how often the former comes first, by 300 images of its digit:
    by their Parzen density, the nearest of them, or one Gaussian with their covariances, shrunk; mean over the digits.
    seed: int → dict by str, of shares of the pairs"""
    known, new = datasets.usps()
    rng, found = np.random.default_rng(seed), {"Parzen": [], "nearest": [], "one Gaussian": []}
    for digit in range(10):
        some = rng.permutation(known.X[known.y == digit])[:300]
        scores = {
            "Parzen": log_density(new.X, some, choose_bandwidth(some, "loo")[0]),
            "nearest": -squared_euclidean(new.X, some).min(axis=1),
            "one Gaussian": -LedoitWolf().fit(some).mahalanobis(new.X),
        }
        for name, score in scores.items():
            found[name].append(roc_auc_score(new.y == digit, score))
    return {name: float(np.mean(shares)) for name, shares in found.items()}
