"""A test that keeps its level"""

from typing import NamedTuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

UNEQUAL_BY = 1e-6  # by which distances differ that are not equal: rounding decides nothing


class Bag(NamedTuple):
    """Kernel values of all points, how many belong to the first sample, and shuffles; and the mapped points."""

    K: np.ndarray
    n: int
    orders: np.ndarray
    Phi: np.ndarray


def problems(rng):
    """Draw points and shuffles such that what came is neither the largest nor the smallest distance."""
    for N, n, B in ((7, 3, 9), (9, 4, 19), (12, 5, 30)):
        while True:
            Phi = rng.normal(size=(N, 3)) + 0.5 * (np.arange(N) < n)[:, None]
            drawn = Bag(Phi @ Phi.T, n, np.array([rng.permutation(N) for _ in range(B)]), Phi)
            if _in_general_position(drawn):
                break
        yield drawn


def _in_general_position(bag):
    K, n, orders = bag[:3]
    T = np.array([distance(K, n, order) for order in orders])
    off, share = np.abs(T - distance(K, n)), (distance(K, n) <= T).mean()
    others = (solve(*bag[:3], cut=len(K) - n), solve(*bag[:3], moved="rows"), 1 - share)
    return off.min() > UNEQUAL_BY and 0.1 < share < 0.45 and not np.isclose(others, solve(K, n, orders)).any()


def edge(rng):
    """Draw points that are all the same, shuffles that change nothing, and a difference that no shuffle reaches."""
    Phi, N = rng.normal(size=(6, 3)), 6
    far = np.repeat([[9.0, 0.0], [0.0, 1.0]], [3, 3], axis=0) + 0.01 * rng.normal(size=(6, 2))
    mixed = np.array([[0, 3, 1, 4, 2, 5], [5, 0, 4, 1, 3, 2], [0, 1, 3, 2, 4, 5], [3, 0, 1, 2, 4, 5]])
    same = np.array([rng.permutation(5) for _ in range(4)])
    return {
        "all points are the same": Bag(np.ones((5, 5)), 2, same, np.ones((5, 1))),
        "some shuffles change nothing": Bag(Phi @ Phi.T, 2, np.array([np.arange(N)] * 3), Phi),
        "no shuffle reaches what came": Bag(far @ far.T, 3, mixed, far),
    }


def distance(K, n, order=None, moved="both"):
    """The squared distance of the two means, after a shuffle of rows and columns, or of rows alone."""
    if order is not None:
        K = K[np.ix_(order, order)] if moved == "both" else K[order]
    return K[:n, :n].mean() - 2 * K[:n, n:].mean() + K[n:, n:].mean()


def solve(K, n, orders, *, above=1, below=1, compare="least", moved="both", cut=None):
    """(1 + how many shuffles give as much or more) / (B + 1); or with other counts, or of another distance."""
    n = n if cut is None else cut
    T0, T = distance(K, n), np.array([distance(K, n, order, moved) for order in orders])
    reached = {"least": T >= T0, "more": T > T0, "most": T <= T0}[compare]
    return (above + np.count_nonzero(reached)) / (below + len(orders))


def certify(problem, answer):
    _, n, orders, Phi = problem
    T = [np.sum((P[:n].mean(axis=0) - P[n:].mean(axis=0)) ** 2) for P in (Phi, *Phi[orders])]
    rank = sum(t >= T[0] - 1e-9 for t in T)
    text = "| your p − the rank of what came among all B + 1, as a share |, from coordinates"
    return Certificate(text, abs(answer - rank / len(T)), 1e-9, otherwise="| your p − the right one |")
