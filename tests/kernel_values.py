"""Points, kernels, and kernel values by loops."""

import itertools
import math
import re
from collections import Counter
from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from kernelsy19.kernels import Kernel


def dot(x, y):
    return math.fsum(a * b for a, b in zip(x, y, strict=True))


def squared_distance(x, y):
    return math.fsum((a - b) ** 2 for a, b in zip(x, y, strict=True))


def city_block(x, y):
    return math.fsum(abs(a - b) for a, b in zip(x, y, strict=True))


def tilted(X, Y):
    """x·y + (x₁ y₁)³: a kernel given as a function."""
    return X @ Y.T + np.outer(X[:, 0], Y[:, 0]) ** 3


def without_address(value):
    """repr without memory addresses, which would give each worker of a parallel run other tests."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))


def points(n, p, seed=0, scale=1.0):
    return scale * np.random.default_rng(seed).normal(size=(n, p))


def with_duplicates(X):
    return np.vstack([X, X[:1], X[:1], np.zeros_like(X[:1])])


values = st.floats(-3, 3).map(lambda v: round(v, 3))


@dataclass(frozen=True)
class PairsOfLetters(Kernel):
    """Counts of pairs of letters in common, scaled so that each word has length 1 if it is asked for."""

    unit_length: bool = False

    @staticmethod
    def common(x, y):
        counts, others = Counter(itertools.pairwise(x)), Counter(itertools.pairwise(y))
        return float(sum(count * others[pair] for pair, count in counts.items()))

    def as_points(self, X, name="X"):
        words = list(X)
        if not all(isinstance(word, str) and len(word) > 1 for word in words):
            raise ValueError(f"{name} must be words of at least two letters, got {words[:3]!r}.")
        return words

    def evaluate(self, X, Y):
        K = np.array([[self.common(x, y) for y in Y] for x in X])
        own = [np.array([self.common(z, z) for z in Z]) ** 0.5 for Z in (X, Y)]
        return K / np.outer(*own) if self.unit_length else K


WORDS = re.findall(
    r"\w+",
    """banana bandana anna nana hannah savannah cabana panama canal banal kernel colonel journal eternal infernal
external internal vernal lunar solar polar molar scholar dollar collar pillar cellar stellar popular tubular""",
)
NEW_WORDS = ["bananas", "kernels", "popularity", "anagram"]
