"""All alignments, in logarithms"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import agreement
from kernelcourse.sequences.checks.draws import divisors, filled, sums_of_all

# Similarities of the elements of two sequences, as an answer sees them
Similarities = namedtuple("Similarities", "log_kappa")


def problems(rng):
    """Draw logarithms of similarities between 0 and 1."""
    for p, q in ((2, 3), (4, 3), (6, 7)):
        yield Similarities(np.log(rng.uniform(0.1, 1.0, size=(p, q))))


def edge(rng):
    return {
        "one element beside one": Similarities(np.log(rng.uniform(0.1, 1.0, size=(1, 1)))),
        "products too small for a float": Similarities(rng.uniform(-900.0, -800.0, size=(5, 4))),
        "one row": Similarities(np.log(rng.uniform(0.1, 1.0, size=(1, 5)))),
    }


def add(values):
    return np.logaddexp.reduce(values)


def solve(log_kappa, *, join=add, outside=-np.inf, steps=(0, 1, 2), zeros=None):
    """The logarithm of the sum over all alignments, filled cell by cell."""
    return float(
        table(log_kappa, lambda k, before: k + join(before), outside, steps=steps, zeros=zeros)[-1, -1]
    )


def table(log_kappa, step=lambda k, before: k + add(before), outside=-np.inf, **how):
    return filled(log_kappa, step, outside, **how)


def last(*given, **how):
    return float(table(*given, **how)[-1, -1])


def _best_factored_out(log_kappa):
    """Every alignment is tried, and the best one factored out."""
    logs = sums_of_all(log_kappa)
    return float(logs.max() + np.log(np.exp(logs - logs.max()).sum()))


certify = agreement("difference from the sum over all alignments, each tried", _best_factored_out)


def without_logs(log_kappa):
    M = filled(np.exp(log_kappa), lambda k, before: k * sum(before), 0.0, corner=1.0)
    with np.errstate(divide="ignore"):
        return float(np.log(M[-1, -1]))


def bare_edges(log_kappa):
    """The first row and the first column hold the similarities alone."""
    M = log_kappa.copy()
    for i in range(1, M.shape[0]):
        for j in range(1, M.shape[1]):
            M[i, j] += add([M[i - 1, j], M[i, j - 1], M[i - 1, j - 1]])
    return float(M[-1, -1])


def is_divided(problem, value):
    right = solve(problem.log_kappa)
    return any(np.isclose(value * n, right, rtol=1e-9) for n in divisors(*problem.log_kappa.shape))


def is_an_entry_before(problem, value):
    L = problem.log_kappa
    return any(
        np.isclose(value, solve(part) if part.size else 0.0) for part in (L[:-1, :-1], L[:-1], L[:, :-1])
    )
