"""A band for new targets"""

import numpy as np

from kernelcourse.gaussian_process.checks.draws import foretold, mean_and_variance, several, unusual
from kernelcourse.judging.certificates import Certificate, worst

problems, edge = several, unusual


def solve(k_new, K_new, K, y, lam, *, factor=1.96, noise=1.0):
    """The mean, less and plus 1.96 standard deviations of a new target."""
    mean, variance = mean_and_variance(k_new, K_new, K, y, lam)
    half = factor * np.sqrt(np.maximum(variance, 0) + noise * lam)
    return mean - half, mean + half


def certify(problem, answer):
    mean, variance = foretold(problem)
    low, high = answer
    sd = np.sqrt(variance + problem.lam)
    return (
        Certificate(
            "middle of the band, from the mean in coordinates", worst(abs((low + high) / 2 - mean)), 1e-7
        ),
        Certificate(
            "half of its width − 1.96, in standard deviations of a new target",
            worst(abs((high - low) / 2 / sd - 1.96)),
            1e-3,
        ),
    )


def halved(answer, share):
    """The band with another half of its width."""
    low, high = answer
    return (low + high) / 2 - share * (high - low) / 2, (low + high) / 2 + share * (high - low) / 2


def of_variance(k_new, K_new, K, y, lam):
    mean, variance = mean_and_variance(k_new, K_new, K, y, lam)
    return mean - 1.96 * (variance + lam), mean + 1.96 * (variance + lam)


def summed(k_new, K_new, K, y, lam):
    """The two standard deviations are added, instead of their squares."""
    mean, variance = mean_and_variance(k_new, K_new, K, y, lam)
    half = 1.96 * (np.sqrt(np.maximum(variance, 0)) + np.sqrt(lam))
    return mean - half, mean + half
