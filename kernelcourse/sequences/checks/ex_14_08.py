"""Who speaks?"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import agreement
from kernelsy19 import datasets
from kernelsy19.sequences.solve import dtw_distances

Recordings = namedtuple("Recordings", "D y")  # DTW distances of some recordings, and who speaks


def problems(rng):
    """Draw recordings of the Japanese vowels, of which some are read wrongly."""
    for n in (20, 40, 60):
        drawn = (_recorded(_chosen(rng, n)) for _ in range(1000))
        yield next(p for p in drawn if 0.4 < solve(*p) < 0.95)


def _chosen(rng, n):
    return rng.choice(len(datasets.japanese_vowels().train), size=n, replace=False)


def _recorded(chosen, farther=0.0):
    """Distances of some recordings, of which the last is farther from all others."""
    train = datasets.japanese_vowels().train
    sequences = [train.sequences[i] for i in chosen]
    sequences[-1] = sequences[-1] + farther
    return Recordings(dtw_distances(sequences), train.y[chosen])


def edge(rng):
    y = datasets.japanese_vowels().train.y
    twice = (_recorded(np.append(chosen, chosen[:3])) for chosen in (_chosen(rng, 12) for _ in range(1000)))
    alone = [i for label in range(5) for i in np.flatnonzero(y == label)[: 1 if label == 0 else 4]]
    far = _recorded(_chosen(rng, 12), farther=10.0)
    return {
        "a recording that is there twice": next(twice),
        "a speaker with one recording": _recorded(np.array(alone)),
        "a recording that is there twice, once under another name": next(
            filter(_decides, map(_misnamed, twice))
        ),
        "several others at the same distance": _equally_far(rng),
        "a speaker who is far from all others": far._replace(y=np.append(far.y[:-1], 9)),
    }


def _misnamed(recordings):
    """The last recordings are there twice, and the second time somebody else is said to speak."""
    D, y = recordings
    return Recordings(D, np.append(y[:-3], (y[-3:] + 1) % 9))


def _decides(recordings):
    """Whether who skips the first place, and who leaves out all at distance 0, get shares of their own."""
    D, y = recordings
    zeroed = solve(D, y, near=np.where(D == 0, np.inf, D).argmin(axis=1))
    return len({solve(D, y), solve(D, y, near=skipping(D)), zeroed}) == 3


def _equally_far(rng):
    """Distances with many ties, of which the first, the last and any one would give different shares."""
    while True:
        D, y = rng.integers(1, 4, size=(9, 9)), rng.integers(0, 3, size=9, dtype=np.intp)
        D = (np.triu(D, 1) + np.triu(D, 1).T).astype(float)
        last = solve(D, y, near=8 - others(D)[:, ::-1].argmin(axis=1))
        if len({solve(D, y), last, any_nearest(D, y)}) == 3:
            return Recordings(D, y)


def solve(D, y, *, near=None):
    """The share whose nearest other is of the same speaker."""
    return float(np.mean(y[others(D).argmin(axis=1) if near is None else near] == y))


def others(D):
    return np.where(np.eye(len(D), dtype=bool), np.inf, D)


def _by_loops(D, y):
    right = 0
    for i in range(len(y)):
        best = min((j for j in range(len(y)) if j != i), key=lambda j: D[i, j])
        right += y[best] == y[i]
    return right / len(y)


certify = agreement("difference from a count by loops", _by_loops)


def right(D, y):
    return y[others(D).argmin(axis=1)] == y


def skipping(D):
    """The second place of each sorted row."""
    return np.argsort(D, axis=1, kind="stable")[:, 1]


def any_nearest(D, y):
    return float(np.mean([(y[row == row.min()] == c).any() for row, c in zip(others(D), y, strict=True)]))


def vote(D, y, k):
    nearest = np.argsort(others(D), axis=1, kind="stable")[:, :k]
    return float(np.mean([np.bincount(y[row]).argmax() == c for row, c in zip(nearest, y, strict=True)]))


def any_of(D, y, k):
    nearest = np.argsort(others(D), axis=1, kind="stable")[:, :k]
    return float((y[nearest] == y[:, None]).any(axis=1).mean())


def by_mean_distance(D, y):
    named = []
    for i in range(len(y)):
        row, names = np.delete(D[i], i), np.delete(y, i)
        means = {c: row[names == c].mean() for c in np.unique(names)}
        named.append(min(means, key=means.get))
    return float(np.mean(named == y))


def mutual(D, y):
    near = others(D).argmin(axis=1)
    return float(np.mean((near[near] == np.arange(len(y))) & right(D, y)))
