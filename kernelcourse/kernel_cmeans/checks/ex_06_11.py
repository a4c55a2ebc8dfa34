"""What is left of the elbow"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import agreement
from kernelcourse.kernel_cmeans.checks.draws import criterion_of

Sizes = namedtuple("Sizes", "sizes")  # how many points each cluster has


def problems(rng):
    """Draw sizes of a few clusters."""
    for c in (2, 3, 5):
        yield Sizes(rng.integers(2, 9, size=c, dtype=np.intp))


def edge(rng):
    return {
        "all points in one cluster": Sizes(rng.integers(3, 9, size=1, dtype=np.intp)),
        "each point a cluster of its own": Sizes(np.ones(int(rng.integers(3, 6)), dtype=int)),
    }


def solve(sizes):
    """(n − c)/(n − 1)."""
    return (np.sum(sizes) - len(sizes)) / (np.sum(sizes) - 1)


def _by_K(sizes):
    """From the Gram matrix of a kernel so narrow that no point sees another."""
    K, labels = np.eye(sizes.sum()), np.repeat(np.arange(len(sizes)), sizes)
    return criterion_of(K, labels) / criterion_of(K, 0 * labels)


certify = agreement("difference from J(U) / J(1) with the identity as K", _by_K, 1e-9)
