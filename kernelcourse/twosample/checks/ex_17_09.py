"""Shuffle what belongs together"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

# Kernel values of all points, the day of each, how many days are first, and shuffles; and the points
Days = namedtuple("Days", "K day k orders Phi")


def problems(rng):
    """Draw points in quarters, so that no sum is rounded, on days of one to four points each."""
    for days, k, B in ((5, 2, 9), (6, 2, 19), (7, 3, 30)):
        sizes = rng.permutation(np.resize([1, 2, 4, 3], days))
        yield _drawn(sizes, k, B, rng)


def edge(rng):
    own = np.array([[0, 1, 2, 3, 4], [1, 0, 4, 3, 2], [0, 1, 3, 2, 4]])
    drawn = _drawn(np.array([2, 1, 3, 1, 2]), 2, 9, rng)
    return {
        "one point a day": _drawn(np.ones(5, int), 2, 9, rng),
        "all points are the same": drawn._replace(
            K=np.ones_like(drawn.K), Phi=np.ones_like(drawn.Phi[:, :1])
        ),
        "shuffles change nothing": drawn._replace(orders=own),
    }


def _drawn(sizes, k, B, rng):
    day = rng.permutation(np.repeat(np.arange(len(sizes)), sizes))
    of_day = rng.normal(size=(len(sizes), 3)) + (np.arange(len(sizes)) < k)[:, None]
    Phi = np.round(4 * (of_day[day] + 0.3 * rng.normal(size=(len(day), 3)))) / 4
    return Days(Phi @ Phi.T, day, k, np.array([rng.permutation(len(sizes)) for _ in range(B)]), Phi)


def distance(K, first):
    """The squared distance of the means of the points that are first and of the others."""
    return K[first][:, first].mean() - 2 * K[first][:, ~first].mean() + K[~first][:, ~first].mean()


def of_day_means(K, day, first):
    """The same of the means of the days, where each day counts once."""
    A = np.equal.outer(np.unique(day), day) / np.bincount(day)[:, None]
    return distance(A @ K @ A.T, first)


def solve(K, day, k, orders, *, above=1, below=1, means=False, size=False):
    """(1 + how many shuffles of the days give as much or more) / (B + 1); or with other counts or units."""

    def T(order):
        chosen = np.isin(day, order[:k])
        if means:
            return of_day_means(K, day, np.isin(np.unique(day), order[:k]))
        if size:
            n, s = np.isin(day, np.arange(k)).sum(), np.where(chosen, 1.0, 0.0)
            m, r = len(day) - n, 1 - s
            return s @ K @ s / n**2 - 2 * s @ K @ r / (n * m) + r @ K @ r / m**2
        return distance(K, chosen)

    T0 = T(np.arange(len(orders[0])))
    return (above + sum(T(order) >= T0 for order in orders)) / (below + len(orders))


def numbers_for_days(K, day, k, orders):
    """What comes out if the numbers of days are taken for numbers of points."""
    T = [distance(K, np.isin(np.arange(len(K)), order[:k])) for order in (np.arange(len(K)), *orders)]
    return sum(t >= T[0] for t in T) / len(T)


def places_for_days(K, day, k, orders):
    """What comes out if a day is in the first sample where its place in the shuffle, and not its number, is below k."""
    T = [distance(K, order[day] < k) for order in (np.arange(len(orders[0])), *orders)]
    return sum(t >= T[0] for t in T) / len(T)


def certify(problem, answer):
    _, day, k, orders, Phi = problem
    rank, T0 = 1, _apart(Phi, day, range(k))
    rank += sum(_apart(Phi, day, order[:k]) >= T0 for order in orders)
    text = "| your p − the rank of what came among all B + 1, as a share |, from coordinates"
    return Certificate(
        text, abs(answer - rank / (1 + len(orders))), 1e-9, otherwise="| your p − the right one |"
    )


def _apart(Phi, day, chosen):
    inside = np.array([d in set(chosen) for d in day])
    return np.sum((Phi[inside].mean(axis=0) - Phi[~inside].mean(axis=0)) ** 2)
