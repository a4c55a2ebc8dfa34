"""A kernel of pairs"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

# Kernel values of things and pairs of them, of which the first is better; and the mapped things.
Ranking = namedtuple("Ranking", "K pairs Phi")


def problems(rng):
    """Draw mapped things, and pairs of them."""
    for n, m in ((3, 2), (5, 4), (7, 9)):
        Phi = rng.normal(size=(n, 3)) + rng.normal(size=3)
        pairs = np.array([rng.choice(n, size=2, replace=False) for _ in range(m)])
        yield Ranking(Phi @ Phi.T, pairs, Phi)


def edge(rng):
    D = np.diag([1.0, 3.0])
    return {"a pair and the same pair turned round": Ranking(D, np.array([[0, 1], [1, 0]]), np.sqrt(D))}


def solve(K, pairs, *, signs=(1, -1, -1, 1)):
    """K(i, k) − K(i, l) − K(j, k) + K(j, l)."""
    i, j = pairs.T
    terms = (K[np.ix_(a, b)] for a in (i, j) for b in (i, j))
    return sum(sign * term for sign, term in zip(signs, terms, strict=True))


def certify(problem, answer):
    differences = np.array([problem.Phi[i] - problem.Phi[j] for i, j in problem.pairs])
    exact = [[np.dot(a, b) for b in differences] for a in differences]
    return Certificate("largest error, from coordinates", np.abs(answer - exact).max(), 1e-9)
