"""Words without coordinates"""

import itertools
from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate

# Kernel values of n words with each other, or numbers that only look like them
Table = namedtuple("Table", "K")


def problems(rng):
    """Draw a table that is singular and has negative entries, one of positive entries, and two chains of likenesses."""
    yield Table(_products(rng.normal(size=(5, 2))))
    yield _chain(rng, 4)
    yield Table(_products(rng.uniform(0.2, 1.0, size=(3, 6))))
    yield _chain(rng, 6)


def edge(rng):
    a, b = rng.uniform(0.6, 0.9), rng.uniform(1.2, 2.0)
    return {
        "one word, less than nothing like itself": Table(np.array([[-0.5]])),
        "two words, one of them less than nothing like itself": Table(np.diag([1.0, -a])),
        "three words, each unlike both others": Table((1 + a) * np.eye(3) - a),
        "the first word is not like anything, not even itself": Table(
            np.array([[0, 0, 0], [0, 1, b], [0, b, 1]])
        ),
        "words that are all the same": Table(np.ones((4, 4))),
    }


def _products(Phi):
    return Phi @ Phi.T


def _chain(rng, n):
    """Each word is like its neighbors in a chain, and unlike the others: αᵀKα is negative for some α."""
    likeness = rng.uniform(0.82, 0.95)
    order = rng.permutation(n)
    return Table((np.eye(n) + likeness * (np.eye(n, k=1) + np.eye(n, k=-1)))[np.ix_(order, order)])


def solve(K):
    """Whether no αᵀKα is negative, and the α of length 1 with the smallest."""
    return bool(least(K) > -1e-9), np.linalg.eigh(K)[1][:, 0]


def minors(K, size):
    """The determinants of the tables of `size` of the words."""
    return [np.linalg.det(K[np.ix_(some, some)]) for some in itertools.combinations(range(len(K)), size)]


def leading(K):
    return [np.linalg.det(K[:n, :n]) for n in range(1, len(K) + 1)]


def least(K):
    return np.linalg.eigvalsh(K)[0]


def same(a, b):
    """Whether two answers agree, where α may have either sign."""
    (kernel, alpha), (other_kernel, other) = a, b
    return (
        kernel == other_kernel
        and np.shape(alpha) == np.shape(other)
        and any(np.allclose(alpha, sign * other, atol=1e-7) for sign in (1, -1))
    )


def certify(problem, answer):
    kernel, alpha = answer
    square = alpha @ problem.K @ alpha
    return (
        Certificate("| ‖α‖ − 1 |", abs(np.linalg.norm(alpha) - 1), 1e-8),
        Certificate("αᵀKα − the smallest that there is", square - least(problem.K), 1e-8),
        Certificate("your word agrees with the sign of αᵀKα", bool(kernel) == bool(square > -1e-9)),
    )
