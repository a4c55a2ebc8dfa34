"""The problems on which answers to the exercises of chapter 14 are tried."""

import functools
from typing import NamedTuple

import numpy as np

from kernelsy19 import datasets
from kernelsy19.sequences.equations import exp_distance
from kernelsy19.sequences.solve import all_alignments, dtw_distances, plain_dtw

LETTERS = "abc"


class TwoWords(NamedTuple):
    """Two words, and the length of substrings."""

    x: str
    y: str
    k: int


def _word(rng, n):
    return "".join(LETTERS[i] for i in rng.integers(len(LETTERS), size=n))


def two_words(rng):
    """Draw words over three letters that share substrings, some of them several times."""
    for p, q, k in ((7, 9, 1), (10, 8, 2), (18, 23, 3)):
        while True:
            x, y = _word(rng, p), _word(rng, q)
            counts = [_counted(word, k) for word in (x, y)]
            shared = counts[0].keys() & counts[1].keys()
            last = x[-k:] in counts[1]
            if last and any(counts[0][u] > 1 and counts[1][u] > 1 for u in shared):
                yield TwoWords(x, y, k)
                break


def _counted(word, k):
    parts = [word[i : i + k] for i in range(len(word) - k + 1)]
    return {u: parts.count(u) for u in parts}


def edge_words(rng):
    """Draw the words of which the text speaks at their edge."""
    word = _word(rng, 8)
    return {
        "a word that is shorter than k": TwoWords(word[:2], word, 3),
        "nothing in common": TwoWords(word, "dede", 2),
        "a word of one letter only": TwoWords("a" * int(rng.integers(5, 9)), "aaaa", 2),
    }


class Lengths(NamedTuple):
    """The lengths of two sequences."""

    p: int
    q: int


def lengths(rng):
    """Draw lengths, different ones."""
    for low, high in ((2, 5), (4, 9), (16, 22)):
        p, q = rng.choice(np.arange(low, high), size=2, replace=False)
        yield Lengths(int(p), int(q))


def edge_lengths(rng):
    """Draw the lengths of which the text speaks."""
    n = int(rng.integers(3, 9))
    return {"one element": Lengths(1, n), "two sequences of one length": Lengths(n, n)}


class TwoSequences(NamedTuple):
    """Two sequences of numbers."""

    x: np.ndarray
    y: np.ndarray


def two_sequences(rng):
    """Draw sequences of different lengths, in which the cheapest alignment takes all three steps."""
    for p, q in ((4, 5), (6, 4), (7, 8)):
        while True:
            pair = TwoSequences(2 * rng.normal(size=p), 2 * rng.normal(size=q))
            found = plain_dtw(*pair)
            steps = set(zip(np.diff(found.v), np.diff(found.w), strict=True))
            if len(steps) == 3:
                yield pair
                break


def edge_sequences(rng):
    """Draw the sequences of which the text speaks."""
    x = rng.normal(size=4)
    return {
        "one element beside several": TwoSequences(x[:1], rng.normal(size=5)),
        "two sequences that are the same": TwoSequences(x, x.copy()),
        "an element that is repeated": TwoSequences(np.repeat(x, 2), np.repeat(x, [1, 2, 1, 3])),
    }


@functools.lru_cache(maxsize=32)
def _cells_of_all(p, q):
    """All alignments, a row for each: its cells, counted through the table row by row, and p·q after its end."""
    alignments = all_alignments(p, q)
    cells = np.full((len(alignments), p + q - 1), p * q)
    for row, (v, w) in zip(cells, alignments, strict=True):
        row[: len(v)] = v * q + w
    return cells


def sums_of_all(table):
    """Sum a table along each of all alignments, which are listed once for each size.

    Parameters
    ----------
    table : (p, q) array

    Returns
    -------
    array of float, one for each alignment
    """
    return np.append(table, 0.0)[_cells_of_all(*np.shape(table))].sum(axis=1)


class CostsAndTable(NamedTuple):
    """The table of the cheapest alignments, and the local costs from which it was made."""

    D: np.ndarray
    C: np.ndarray


def filled_tables(rng):
    """Draw tables in which only one way leads back, and all three steps are taken."""
    for x, y in two_sequences(rng):
        found = plain_dtw(x, y)
        yield CostsAndTable(found.table, found.costs)


def edge_tables(rng):
    """Draw the tables of which the text speaks."""
    found = (
        plain_dtw(rng.normal(size=1), rng.normal(size=4)),
        plain_dtw(rng.normal(size=5), rng.normal(size=1)),
    )
    return {
        "a table of one row": CostsAndTable(found[0].table, found[0].costs),
        "a table of one column": CostsAndTable(found[1].table, found[1].costs),
        "a way along the first row, while the last row is cheap": _first_row(rng),
    }


def _first_row(rng):
    """A table whose cheapest alignment keeps to the first row; what index −1 reads, the last row, is smaller there."""
    big, small = rng.uniform(50, 90, size=(3, 4)), rng.uniform(0.5, 1.0, size=(3, 4))
    cheap = np.array([[1, 1, 1, 0], [1, 0, 0, 1], [1, 1, 0, 1]], dtype=bool)
    C = np.where(cheap, small, big)
    C[[1, 2, 2], [0, 0, 1]] /= 100
    table = np.full((4, 5), np.inf)
    table[0, 0] = 0
    for i, j in np.ndindex(3, 4):
        table[i + 1, j + 1] = C[i, j] + min(table[i, j], table[i, j + 1], table[i + 1, j])
    return CostsAndTable(table[1:, 1:], C)


class Similarities(NamedTuple):
    """Similarities of the elements of two sequences, as an answer sees them."""

    log_kappa: np.ndarray


def similarities(rng):
    """Draw logarithms of similarities between 0 and 1."""
    for p, q in ((2, 3), (4, 3), (6, 7)):
        yield Similarities(np.log(rng.uniform(0.1, 1.0, size=(p, q))))


def edge_similarities(rng):
    """Draw the similarities of which the text speaks."""
    return {
        "one element beside one": Similarities(np.log(rng.uniform(0.1, 1.0, size=(1, 1)))),
        "products too small for a float": Similarities(rng.uniform(-900.0, -800.0, size=(5, 4))),
        "one row": Similarities(np.log(rng.uniform(0.1, 1.0, size=(1, 5)))),
    }


class Indefinite(NamedTuple):
    """A symmetric matrix of the training points, and values between new points and those."""

    K: np.ndarray
    K_new: np.ndarray


def indefinite(rng):
    """Draw matrices of exp(−t DTW) with negative eigenvalues that count."""
    for n, m in ((6, 3), (9, 4), (14, 5)):
        while True:
            X = [rng.integers(3, size=rng.integers(1, 6)).astype(float) for _ in range(n + m)]
            K = exp_distance(dtw_distances(X), rng.uniform(0.3, 0.6))
            values = np.linalg.eigvalsh(K[:n, :n])
            if values[0] < -0.05 and np.abs(values).min() > 1e-3:
                yield Indefinite(K[:n, :n], K[n:, :n])
                break


def edge_indefinite(rng):
    """Draw the matrices of which the text speaks."""
    A = rng.normal(size=(5, 5))
    return {"nothing to repair": Indefinite(A @ A.T + np.eye(5), rng.normal(size=(2, 5)))}


class Recordings(NamedTuple):
    """DTW distances of some recordings, and who speaks."""

    D: np.ndarray
    y: np.ndarray


def recordings(rng):
    """Draw recordings of the Japanese vowels, of which some are read wrongly."""
    train = datasets.japanese_vowels().train
    for n in (20, 40, 60):
        while True:
            chosen = rng.choice(len(train), size=n, replace=False)
            D = dtw_distances([train.sequences[i] for i in chosen])
            y = train.y[chosen]
            if 0.4 < _read_by_nearest(D, y) < 0.95:
                yield Recordings(D, y)
                break


def _read_by_nearest(D, y):
    return np.mean(y[np.where(np.eye(len(D), dtype=bool), np.inf, D).argmin(axis=1)] == y)


def edge_recordings(rng):
    """Draw the recordings of which the text speaks."""
    train = datasets.japanese_vowels().train
    chosen = rng.choice(len(train), size=12, replace=False)
    twice = np.append(chosen, chosen[:3])
    alone = [i for label in range(5) for i in np.flatnonzero(train.y == label)[: 1 if label == 0 else 4]]
    return {
        "a recording that is there twice": _distances_of(train, twice),
        "a speaker with one recording": _distances_of(train, alone),
        "a recording that is there twice, once under another name": _misnamed(train, twice),
        "several others at the same distance": _equally_far(rng),
        "a speaker who is far from all others": _far_away(train, chosen),
    }


def _misnamed(data, chosen):
    """The last recordings are there twice, and the second time somebody else is said to speak."""
    D, y = _distances_of(data, chosen)
    y = y.copy()
    y[-3:] = (y[-3:] + 1) % 9
    return Recordings(D, y)


def _far_away(data, chosen):
    """The last recording is of another speaker, and farther from all others than they are from each other."""
    sequences = [data.sequences[i] for i in chosen]
    sequences[-1] = sequences[-1] + 10.0
    return Recordings(dtw_distances(sequences), np.append(data.y[chosen[:-1]], 9))


def _equally_far(rng):
    """Distances with many ties, of which the first, the last and any one would give different shares."""
    while True:
        D, y = rng.integers(1, 4, size=(9, 9)), rng.integers(0, 3, size=9)
        D = np.triu(D, 1) + np.triu(D, 1).T
        others = np.where(np.eye(9, dtype=bool), np.inf, D)
        first = np.mean(y[others.argmin(axis=1)] == y)
        last = np.mean(y[8 - others[:, ::-1].argmin(axis=1)] == y)
        any_one = np.mean([(y[row == row.min()] == c).any() for row, c in zip(others, y, strict=True)])
        if len({first, last, any_one}) == 3:
            return Recordings(D.astype(float), y)


def _distances_of(data, chosen):
    return Recordings(dtw_distances([data.sequences[i] for i in chosen]), data.y[chosen])
