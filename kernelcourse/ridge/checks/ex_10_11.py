"""Words without coordinates"""

from typing import NamedTuple

import numpy as np

from kernelcourse.judging.certificates import Certificate


class Table(NamedTuple):
    """Kernel values of n words with each other, or numbers that only look like them."""

    K: np.ndarray


def problems(rng):
    """Draw a table that is singular and has negative entries, one of positive entries, and two chains of likenesses."""
    yield Table(_products(rng.normal(size=(5, 2))))
    yield _chain(rng, 4)
    yield Table(_products(rng.uniform(0.2, 1.0, size=(3, 6))))
    yield _chain(rng, 6)


def edge(rng):
    """Draw a word whose likeness to itself is negative, and words that are all the same."""
    return {
        "one word, less than nothing like itself": Table(np.array([[-0.5]])),
        "words that are all the same": Table(np.ones((4, 4))),
    }


def _products(Phi):
    return Phi @ Phi.T


def _chain(rng, n):
    """Each word is like its neighbors in a chain, and unlike the others: αᵀKα is negative for some α."""
    likeness = rng.uniform(0.75, 0.95)
    order = rng.permutation(n)
    return Table((np.eye(n) + likeness * (np.eye(n, k=1) + np.eye(n, k=-1)))[np.ix_(order, order)])


def solve(K):
    """Whether no αᵀKα is negative, and the α of length 1 with the smallest."""
    return bool(least(K) > -1e-9), np.linalg.eigh(K)[1][:, 0]


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
