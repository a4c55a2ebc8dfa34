"""A diagonal that is too heavy"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

# Logarithms of a kernel matrix with ones on its diagonal, and the value that half of the pairs shall reach
Logarithms = namedtuple("Logarithms", "log_K wanted")


def problems(rng):
    """Draw logarithms of values that are tiny, for an odd and an even number of pairs."""
    for n in (4, 6, 8):
        yield Logarithms(
            _symmetric(-rng.uniform(5.0, 60.0, size=n * (n - 1) // 2), n), float(rng.uniform(0.1, 0.6))
        )


def edge(rng):
    return {"no root is needed": Logarithms(_symmetric(-rng.uniform(0.1, 0.4, size=10), 5), 0.5)}


def _symmetric(values, n):
    log_K = np.zeros((n, n))
    log_K[np.triu_indices(n, 1)] = values
    return log_K + log_K.T


def off_diagonal(log_K):
    """Of each pair the logarithm, the largest first."""
    return np.sort(log_K[np.triu_indices(len(log_K), 1)])[::-1]


def solve(log_K, wanted, *, least=1.0):
    """The root at which the middle pair reaches the value; at least 1, or another bound."""
    values = off_diagonal(log_K)
    return max(least, values[(len(values) - 1) // 2] / np.log(wanted))


def root_of(value, wanted):
    return max(1.0, value / np.log(wanted))


def certify(problem, answer):
    """Of the roots at which a pair reaches the value, the smallest at which half of them have."""
    roots = np.append(1.0, problem.log_K[np.triu_indices(len(problem.log_K), 1)] / np.log(problem.wanted))
    values = np.exp(problem.log_K[np.triu_indices(len(problem.log_K), 1)])
    enough = [
        r for r in roots if r >= 1 and np.mean(values ** (1 / r) >= problem.wanted * (1 - 1e-12)) >= 0.5
    ]
    return Certificate("| your root − the smallest that is enough |", abs(answer - min(enough)), 1e-8)
