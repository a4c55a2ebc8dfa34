"""A test that keeps its level"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelcourse.twosample.checks.draws import pairs_mean

# Kernel values of all points, how many belong to the first sample, and shuffles; and the mapped points
Bag = namedtuple("Bag", "K n orders Phi")


def problems(rng):
    """Draw points in quarters and samples of 2, 4 or 8, so that no sum is rounded: a tie is one in every right form."""
    for n, m, B in ((2, 4, 9), (4, 8, 19), (8, 4, 30)):
        lengths = rng.choice([0.5, 1.0, 3.0], size=(n + m, 1))
        yield _bag(lengths * rng.normal(size=(n + m, 3)) + (np.arange(n + m) < n)[:, None], n, B, rng)


def edge(rng):
    within = np.array([[0, 1, 2, 3, 4, 5], [1, 0, 2, 3, 4, 5], [0, 1, 5, 3, 2, 4], [1, 0, 3, 4, 5, 2]])
    far = np.repeat([[9.0, 0.0], [0.0, 1.0]], [2, 4], axis=0)
    mixed = np.array([[0, 3, 1, 4, 2, 5], [5, 0, 4, 1, 3, 2], [1, 3, 2, 4, 0, 5], [3, 1, 0, 2, 4, 5]])
    return {
        "all points are the same": _bag(np.ones((6, 1)), 2, 4, rng),
        "some shuffles change nothing": _bag(rng.normal(size=(6, 3)), 2, 0, rng)._replace(orders=within),
        "no shuffle reaches what came": _bag(far, 2, 0, rng)._replace(orders=mixed),
    }


def _bag(Phi, n, B, rng):
    Phi = np.round(4 * Phi) / 4
    orders = np.array([rng.permutation(len(Phi)) for _ in range(B)])
    return Bag(Phi @ Phi.T, n, orders, Phi)


def distance(K, n):
    """The squared distance of the two means."""
    return K[:n, :n].mean() - 2 * K[:n, n:].mean() + K[n:, n:].mean()


def unbiased(K, n):
    return pairs_mean(K[:n, :n]) - 2 * K[:n, n:].mean() + pairs_mean(K[n:, n:])


def solve(K, n, orders, *, above=1, below=1, compare="least", moved="both", cut=None, of=distance):
    """(1 + how many shuffles give as much or more) / (B + 1); or with other counts, or of another distance."""
    n = n if cut is None else cut
    T0 = of(K, n)
    T = np.array([of(K[np.ix_(order, order)] if moved == "both" else K[order], n) for order in orders])
    reached = {"least": T >= T0, "more": T > T0, "most": T <= T0}[compare]
    return (above + np.count_nonzero(reached)) / (below + len(orders))


def certify(problem, answer):
    _, n, orders, Phi = problem
    T = [np.sum((P[:n].mean(axis=0) - P[n:].mean(axis=0)) ** 2) for P in (Phi, *Phi[orders])]
    rank = sum(t >= T[0] for t in T)
    text = "| your p − the rank of what came among all B + 1, as a share |, from coordinates"
    return Certificate(text, abs(answer - rank / len(T)), 1e-9, otherwise="| your p − the right one |")
