"""Common substrings"""

import itertools
import operator
from collections import namedtuple

from kernelcourse.judging.certificates import agreement

TwoWords = namedtuple("TwoWords", "x y k")  # two words, and the length of substrings


def problems(rng):
    """Draw words over three letters that share substrings, some of them several times."""
    for p, q, k in ((7, 9, 1), (10, 8, 2), (18, 23, 3)):
        while True:
            x, y = _word(rng, p), _word(rng, q)
            ours, theirs = substrings(x, k), substrings(y, k)
            several = any(ours.count(u) > 1 and theirs.count(u) > 1 for u in set(ours))
            directed = k == 1 or solve(x, y, k) != solve(x, y[::-1], k)
            if ours[-1] in theirs and several and directed:
                yield TwoWords(x, y, k)
                break


def _word(rng, n):
    return "".join("abc"[i] for i in rng.integers(3, size=n))


def edge(rng):
    word = _word(rng, 8)
    return {
        "a word that is shorter than k": TwoWords(word[:2], word, 3),
        "nothing in common": TwoWords(word, "dede", 2),
        "a word of one letter only": TwoWords("a" * int(rng.integers(5, 9)), "aaaa", 2),
    }


def substrings(word, k):
    return [word[i : i + k] for i in range(len(word) - k + 1)]


def solve(x, y, k, *, pieces=substrings, join=operator.mul):
    """The sum, over all substrings, of the product of how often they occur in each word."""
    return products(pieces(x, k), pieces(y, k), join)


def products(ours, theirs, join=operator.mul):
    return sum(join(ours.count(u), theirs.count(u)) for u in set(ours))


def _pairs_of_places(x, y, k):
    return sum(x[i : i + k] == y[j : j + k] for i in range(len(x) - k + 1) for j in range(len(y) - k + 1))


certify = agreement("difference from the number of pairs of places with the same k letters", _pairs_of_places)


def pairs(x, y, k, which):
    """The pairs of places with the same letters, of some places only."""
    ours, theirs = substrings(x, k), substrings(y, k)
    places = itertools.product(range(len(ours)), range(len(theirs)))
    return sum(ours[i] == theirs[j] and which(i, j) for i, j in places)
