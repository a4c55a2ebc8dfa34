"""DTW and global alignment of all pairs against tslearn, and against aeon and dtaidistance where they are installed.

aeon needs an older numba than the course, so it cannot stand in the lock of the benchmarks. `make bench-sequences`
measures its row and that of dtaidistance in an environment of its own.
"""

import warnings
from functools import partial

import numpy as np
import pytest

from kernelsy19 import datasets, sequences

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # that h5py is not there
    from tslearn.metrics import cdist_dtw, cdist_gak
    from tslearn.utils import to_time_series_dataset

SIGMA = 4.25
SLOW_PEER = 160  # recordings, of which tslearn takes seconds: it goes through pairs in Python
EVERY_PAIR = 640


def recordings(n):
    """Some of the Japanese vowels, evenly drawn from all."""
    train, test = datasets.japanese_vowels()
    both = train.sequences + test.sequences
    return [np.ascontiguousarray(both[i]) for i in np.linspace(0, len(both) - 1, n).astype(int)]


def walks(n, length):
    """Random walks of one length and one dimension, to see how time grows with length."""
    rng = np.random.default_rng(length)
    return list(rng.normal(size=(n, length, 1)).cumsum(axis=1))


def same(ours, theirs):
    off = np.abs(ours - theirs).max() / np.abs(ours).max()
    assert off < 1e-10
    return f"relative difference {off:.0e}"


NAMES = ("row", "size", "make")


def problems(of_vowels, of_walks):
    """Vowels, and walks of several lengths, each with its row."""
    yield of_vowels, {"n": SLOW_PEER, "data": "vowels"}, partial(recordings, SLOW_PEER)
    for length in (50, 200, 800):
        yield of_walks, {"n": 20, "length": length}, partial(walks, 20, length)


@pytest.mark.parametrize(NAMES, problems("DTW, all pairs", "DTW, long sequences"))
def test_dtw(race, row, size, make):
    X = make()
    padded = to_time_series_dataset(X)
    race(row, size, lambda: sequences.dtw_distances(X, squared=True), lambda: cdist_dtw(padded) ** 2, same)


@pytest.mark.parametrize(NAMES, problems("global alignment, all pairs", "global alignment, long sequences"))
def test_global_alignment(race, row, size, make):
    X = make()
    padded = to_time_series_dataset(X)
    k = sequences.GlobalAlignment(SIGMA)
    race(row, size, lambda: k(X), lambda: cdist_gak(padded, sigma=SIGMA), same)


def test_dtw_aeon(race):
    reason = "needs aeon, which cannot be installed beside the numba of the course"
    distances = pytest.importorskip("aeon.distances", reason=reason)
    X = recordings(EVERY_PAIR)
    turned = [np.ascontiguousarray(x.T) for x in X]
    race(
        "DTW, all pairs (aeon)",
        {"n": EVERY_PAIR, "data": "vowels"},
        lambda: sequences.dtw_distances(X, squared=True),
        lambda: distances.dtw_pairwise_distance(turned),
        same,
    )


def test_dtw_dtaidistance(race):
    reason = "needs dtaidistance with its compiled library"
    dtw_ndim = pytest.importorskip("dtaidistance.dtw_ndim", reason=reason)
    X = recordings(EVERY_PAIR)
    race(
        "DTW, all pairs (dtaidistance)",
        {"n": EVERY_PAIR, "data": "vowels"},
        lambda: sequences.dtw_distances(X, squared=True),
        lambda: dtw_ndim.distance_matrix_fast(X, parallel=False) ** 2,
        same,
    )
