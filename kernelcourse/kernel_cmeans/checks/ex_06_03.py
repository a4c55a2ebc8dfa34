"""The criterion, without distances"""

import numpy as np

from kernelcourse.judging.certificates import agreement
from kernelcourse.kernel_cmeans.checks.draws import Clustered, blocks, distances, random_labels, weights_of
from kernelsy19.kernels import RBF, Linear, Polynomial


def problems(rng):
    """Draw partitions and Gram matrices of several kernels; three clusters have two points or more."""
    yield _clustered(rng, 4, 2, Linear())
    yield _clustered(rng, 7, 3, RBF(0.5), least=2)
    yield _clustered(rng, 9, 3, Polynomial(2), least=2)


def _clustered(rng, n, c, k, least=1):
    return Clustered(k(rng.normal(size=(n, 2)) + 0.5), random_labels(rng, n, c, least))


def solve(K, labels, *, held=lambda block: block.sum() / len(block)):
    """The trace less what the block of each cluster holds."""
    return np.trace(K) - sum(map(held, blocks(K, labels)))


certify = agreement(
    "| your value − Σᵢ ‖Φ(xᵢ) − vₖ₍ᵢ₎‖² |",
    lambda K, labels: distances(K, weights_of(labels))[np.arange(len(K)), labels].sum(),
    1e-9,
)
