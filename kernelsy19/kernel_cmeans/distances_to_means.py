"""Distances to means in feature space during a run, from the Gram matrix or from few coordinates."""

import numpy as np

from kernelsy19.certificates import EPS
from kernelsy19.cmeans import partition_matrix
from kernelsy19.cmeans.alternation import FULL_PRODUCT_SHARE
from kernelsy19.cmeans.plain import NEARER_SHARE
from kernelsy19.engine.low_rank import LowRankGram, pivoted_cholesky
from kernelsy19.gram import MatrixGram, psd_provider
from kernelsy19.kernel_cmeans.plain import between_means, rounding_of

COORDINATES_FROM = 1000  # points from which coordinates are looked for; of fewer, the Gram matrix is small


# With more coordinates than this, products with their factor take as long as with a matrix that fits the caches.
MOST_COORDINATES = 512


def distances_to_points(K):
    """Return the function from indices to the distances² of all points from those.
    K Gram → callable, (m,) int array → (n, m) array."""
    diagonal = K.diagonal()
    # K is symmetric: its rows are its columns, and lie together in memory.
    return lambda s: (diagonal - 2 * K.rows(np.asarray(s)) + diagonal[s, None]).T


class InFeatureSpace:
    """Distances to the means of a partition: KZ holds Σⱼ uⱼₖ K(xᵢ, xⱼ), and a move updates it from the rows that
    moved.
    K: Gram; labels (n,) int array; c: int; KZ (n, c) or None, the sums where they are at hand"""

    def __init__(self, K, labels, c, KZ=None):
        self.K, self.c, self.K_xx = K, c, K.diagonal()[:, None]
        self.trace = float(np.abs(self.K_xx).sum())
        self.refresh(labels, KZ)

    def refresh(self, labels, KZ=None):
        """Take a partition, and compute its sums afresh unless they are at hand."""
        self.labels = labels
        self.counts = np.bincount(labels, minlength=self.c).astype(float)
        self.KZ = self.K.product(partition_matrix(labels, self.c)) if KZ is None else KZ
        self.fresh = True

    def move(self, labels):
        """Take a partition that differs from the last in some points."""
        moved = np.flatnonzero(labels != self.labels)
        if len(moved) > FULL_PRODUCT_SHARE * len(labels):
            self.refresh(labels)
        elif len(moved):
            change = partition_matrix(labels[moved], self.c) - partition_matrix(self.labels[moved], self.c)
            self.refresh(labels, self.KZ + self.K.product(change, moved))
            self.fresh = False

    def squared_distances(self):
        """(n, c) array, infinite for an empty cluster."""
        D2 = self.KZ * (-2 / np.maximum(self.counts, 1))
        D2 += self.K_xx
        D2 += self.norms2()
        D2[:, self.counts == 0] = np.inf
        return D2

    def between(self):
        """Distances² of means from each other, and which are one: `between_means`."""
        products = partition_matrix(self.labels, self.c).T @ self.KZ / np.outer(self.counts, self.counts)
        return between_means(self.KZ / self.counts, products, np.abs(self.K_xx).max())

    def coincide(self):
        """Which means are the same, up to rounding, a (c, c) bool array."""
        return self.between()[1]

    def rounding(self, own, labels, closest, i):
        """What `nearest` takes for rounding."""
        return rounding_of(own, self.K_xx[i, 0])

    def rounding_of_objective(self, objective):
        """By how much sums of n distances² may differ that are the same: the terms of each are as large as K(x, x)."""
        return len(self.labels) * EPS * objective + NEARER_SHARE * self.trace

    def norms2(self):
        """‖vₖ‖², a (c,) array."""
        own = self.KZ[np.arange(len(self.labels)), self.labels]
        within = np.bincount(self.labels, weights=own, minlength=self.c)
        return within / np.maximum(self.counts, 1) ** 2


def spaces(K, c, starts):
    """Return an `InFeatureSpace` for each start; one product gives the sums of all.
    K Gram, starts list of (n,) int arrays → list of InFeatureSpace."""
    KZ = K.product(np.hstack([partition_matrix(labels, c) for labels in starts]))
    parts = np.split(KZ, len(starts), axis=1)
    # A copy lies together in memory, by rows or by columns as the product did.
    return [InFeatureSpace(K, labels, c, part.copy("K")) for labels, part in zip(starts, parts, strict=True)]


def ready_for_products(K, exchange=False):
    """Return the provider that a run multiplies with: few coordinates of the mapped points up to rounding, or all
    of K.
    K array_like → Gram, with products of its own, path {"matrix", "coordinates"}, lost float, 0 for the matrix.

    With r coordinates the distances to c means cost O(n r c), and all of K is never computed. What a point has
    outside of them, a vector of squared length Eᵢᵢ ≤ `lost`, moves its distance² from a mean of others by no more
    than (√Eᵢᵢ + maxⱼ √Eⱼⱼ)² ≤ 4 `lost`, since it is orthogonal to the coordinates."""
    K = psd_provider(K)
    if not (K.at_hand or exchange) and len(K) >= COORDINATES_FROM:
        factor = pivoted_cholesky(K, max_rank=min(len(K) // 8, MOST_COORDINATES))
        if factor.converged:
            low_rank = LowRankGram(K, factor.L)
            return low_rank, "coordinates", low_rank.lost
    return MatrixGram(K.matrix(), K.psd, K.name), "matrix", 0.0
