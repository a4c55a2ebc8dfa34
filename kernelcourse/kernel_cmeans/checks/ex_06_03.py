"""The criterion, without distances"""

import numpy as np

from kernelcourse.judging.certificates import agreement
from kernelcourse.kernel_cmeans.checks.draws import Clustered, blocks, distances, random_labels, weights_of
from kernelsy19.kernels import RBF, Linear, Polynomial


def problems(rng):
    """Draw partitions and Gram matrices of several kernels; three clusters of two points or more among them."""
    for n, c, k, least in ((4, 2, Linear(), 1), (7, 3, RBF(0.5), 2), (9, 2, Polynomial(2), 1)):
        yield Clustered(k(rng.normal(size=(n, 2)) + 0.5), random_labels(rng, n, c, least))


def solve(K, labels, *, held=lambda block: block.sum() / len(block)):
    """The trace less what the block of each cluster holds."""
    return np.trace(K) - sum(map(held, blocks(K, labels)))


certify = agreement(
    "| your value − Σᵢ ‖Φ(xᵢ) − vₖ₍ᵢ₎‖² |",
    lambda K, labels: distances(K, weights_of(labels))[np.arange(len(K)), labels].sum(),
    1e-9,
)
