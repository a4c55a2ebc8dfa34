"""A digit restored"""

from collections import namedtuple

import numpy as np

from kernelcourse.denoising.checks.draws import axes
from kernelcourse.judging.answers import same_form
from kernelcourse.judging.certificates import Certificate
from kernelsy19 import datasets

# Clean digits to learn from, digits with noise and its standard deviation; and these digits without noise
NoisyDigits = namedtuple("NoisyDigits", "X noisy sigma clean")


def problems(rng):
    """Draw 400 training digits to learn from and 60 others, and pour noise over these."""
    train = datasets.usps().train.X
    for low, high in ((0.4, 0.6), (0.6, 0.9)):
        drawn, sigma = rng.choice(len(train), 460, replace=False), float(rng.uniform(low, high))
        X, clean = train[drawn[:400]], train[drawn[400:]]
        yield NoisyDigits(X, clean + sigma * rng.normal(size=clean.shape), sigma, clean)


def form(answer, expected):
    """As many digits as were noisy: near right ones others may be right, too."""
    return same_form(answer, expected)


def solve(X, noisy, sigma, *, count=None):
    """Linear PCA that keeps of each coordinate the share of its variance among clean digits."""
    mean = X.mean(axis=0)
    _, singular, U = np.linalg.svd(X - mean, full_matrices=False)
    variances = singular**2 / (len(X) if count is None else count)
    return mean + (noisy - mean) @ U.T * (variances / (variances + sigma**2)) @ U


def certify(problem, restored):
    ratio = np.square(restored - problem.clean).sum() / _least_linear_error(problem)
    return Certificate(
        "squared error against the clean digits, over the least error of plain linear PCA", ratio, 0.9
    )


def _least_linear_error(problem):
    """The smallest error of linear PCA, over all numbers of components, chosen by someone who has the clean digits."""
    mean = problem.X.mean(axis=0)
    U = axes(problem.X - mean, problem.X.shape[1])
    gains = ((problem.noisy - mean) @ U.T, (problem.clean - mean) @ U.T)
    kept = np.cumsum([*np.square(gains[0] - gains[1]).sum(axis=0)])
    dropped = np.square(problem.clean - mean).sum() - np.cumsum(np.square(gains[1]).sum(axis=0))
    return (kept + dropped).min()
