"""The scores of a Gaussian"""

from collections import namedtuple

import numpy as np
from scipy.stats import norm

from kernelcourse.judging.certificates import agreement
from kernelsy19.fisher.equations import fisher_score

Gaussian = namedtuple("Gaussian", "x mu sd")  # numbers, and the Gaussian under which they are looked at


def problems(rng):
    """Draw Gaussians whose standard deviation is not 1."""
    for n in (4, 7, 5):
        yield Gaussian(3 * rng.normal(size=n), rng.normal(), rng.uniform(1.3, 2.5))


def edge(rng):
    mu, sd = rng.normal(), rng.uniform(1.3, 2.5)
    at = Gaussian(mu + sd * np.array([0.0, 1, -1]), mu, sd)
    return {"points at the mean, and one standard deviation from it": at}


def solve(x, mu, sd, *, first=None, second=None):
    """−z/σ and −(z² − 1)/σ, where z = (x − μ)/σ."""
    z = (x - mu) / sd
    return np.column_stack(
        [-z / sd if first is None else first, -(z**2 - 1) / sd if second is None else second]
    )


def _by_differences(x, mu, sd):
    def log_density(X, theta):
        return norm.logpdf(X[:, 0], *theta)

    return fisher_score(log_density, np.array([mu, sd]), x[:, None])


certify = agreement("largest difference from differences of log p", _by_differences, 1e-8)


def are_the_same(_, J):
    return bool(np.ptp(J, axis=0).max() < 1e-12)
