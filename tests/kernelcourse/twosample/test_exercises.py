"""The exercises of chapter 17 under attack: right answers in other forms."""

import numpy as np
from own_answers import right_forms


def weights(N, n):
    return np.where(np.arange(N) < n, 1 / n, -1 / (N - n))


def by_signs(K, n, orders):
    w = weights(len(K), n)

    def distance(order):
        v = np.empty(len(K))
        v[order] = w
        return v @ K @ v

    came = distance(np.arange(len(K)))
    return (1 + sum(distance(order) >= came for order in orders)) / (1 + len(orders))


def all_at_once(K, n, orders):
    every = np.vstack([np.arange(len(K)), orders])
    W = weights(len(K), n)[np.argsort(every, axis=1)]
    T = ((W @ K) * W).sum(axis=1)
    return np.mean(T >= T[0])


def by_sums(K, n, orders):
    """From the sums over the first sample, of which all others follow."""
    first = np.zeros((len(orders) + 1, len(K)))
    for row, order in zip(first, [np.arange(len(K)), *orders], strict=True):
        row[order[:n]] = 1
    within = ((first @ K) * first).sum(axis=1)
    across = first @ K.sum(axis=0) - within
    m = len(K) - n
    T = within / n**2 - 2 * across / (n * m) + (K.sum() - within - 2 * across) / m**2
    return float(np.mean(T >= T[0]))


test_right = right_forms({"17.3": [by_signs, all_at_once, by_sums]}, seeds=range(20))
