"""An interval that is honest"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

# Differences of accuracy on splits of n_train and n_test points
Splits = namedtuple("Splits", "differences n_train n_test")


def problems(rng):
    """Draw differences of accuracies in %."""
    for J, n_train, n_test in ((5, 105, 45), (20, 80, 20), (40, 50, 100)):
        yield Splits(rng.normal(1.0, 3.0, size=J), n_train, n_test)


def edge(rng):
    return {
        "two splits": Splits(rng.normal(1.0, 3.0, size=2), 70, 30),
        "as many test points as training points": Splits(rng.normal(-1.0, 2.0, size=8), 50, 50),
        "the same difference on every split": Splits(np.full(6, float(rng.uniform(0.5, 2.0))), 90, 10),
    }


def solve(differences, n_train, n_test, *, factor=None, errors=1.96, ddof=1, square=2, root=0.5):
    """Mean ± 1.96 √(s² (1/J + n_test/n_train)), or with another factor, power of s, or root."""
    d = differences
    factor = 1 / len(d) + n_test / n_train if factor is None else factor
    half = errors * (d.std(ddof=ddof) ** square * factor) ** root
    return d.mean() + half * np.array([-1.0, 1.0])


def certify(problem, ends):
    d, J = problem.differences, len(problem.differences)
    low, high = np.asarray(ends, dtype=float)
    s2 = sum((v - sum(d) / J) ** 2 for v in d) / (J - 1)
    half = 1.96 * (s2 / J + s2 * problem.n_test / problem.n_train) ** 0.5
    return [
        Certificate("| middle − mean |", abs((low + high) / 2 - sum(d) / J), 1e-9),
        Certificate("| half width − 1.96 standard errors |", abs((high - low) / 2 - half), 1e-9),
    ]
