"""Distances to means in feature space during a run, from the Gram matrix or from few coordinates."""

import numpy as np

from kernelsy19.cmeans import partition_matrix
from kernelsy19.cmeans.runs import FULL_PRODUCT
from kernelsy19.engine.low_rank import pivoted_cholesky
from kernelsy19.engine.smo import GramRows
from kernelsy19.kernels.geometry import require_psd

MANY = 1000  # points from which coordinates are looked for


MOST_COORDINATES = 512


def distances_to_points(K):
    """A function from indices to distances² of all points from those."""
    diagonal = K.diagonal().copy()
    # K is symmetric: its rows are its columns, and lie together in memory.
    rows = K.rows.rows if isinstance(K, Coordinates) else lambda s: K[s]
    return lambda s: (diagonal - 2 * rows(np.asarray(s)) + diagonal[s, None]).T


class InFeatureSpace:
    """The same from a Gram matrix: KZ holds Σⱼ uⱼₖ K(xᵢ, xⱼ)."""

    def __init__(self, K, labels, c, KZ=None):
        self.K, self.c, self.K_xx = K, c, np.diagonal(K)[:, None]
        self.refresh(labels, KZ)

    def refresh(self, labels, KZ=None):
        self.labels = labels
        self.counts = np.bincount(labels, minlength=self.c).astype(float)
        self.KZ = self.K @ partition_matrix(labels, self.c) if KZ is None else KZ
        self.fresh = True

    def move(self, labels):
        moved = np.flatnonzero(labels != self.labels)
        if len(moved) > FULL_PRODUCT * len(labels):
            self.refresh(labels)
        elif len(moved):
            change = partition_matrix(labels[moved], self.c) - partition_matrix(self.labels[moved], self.c)
            # K is symmetric: its rows are its columns, and lie together in memory.
            self.refresh(labels, self.KZ + self.K[moved].T @ change)
            self.fresh = False

    def squared_distances(self):
        """(n, c) array, infinite for an empty cluster."""
        D2 = 2 * self.KZ
        D2 /= np.maximum(self.counts, 1)
        np.subtract(self.K_xx, D2, out=D2)
        D2 += self.norms2()
        D2[:, self.counts == 0] = np.inf
        return D2

    def norms2(self):
        """‖vₖ‖², a (c,) array."""
        own = self.KZ[np.arange(len(self.labels)), self.labels]
        within = np.bincount(self.labels, weights=own, minlength=self.c)
        return within / np.maximum(self.counts, 1) ** 2


class Coordinates:
    """Mapped points in r coordinates: K = LᵀL + E, from r rows of K, with a PSD error E.

    What a point has outside of them, a vector of squared length Eᵢᵢ, moves its distance² from a mean of others by no
    more than (√Eᵢᵢ + maxⱼ √Eⱼⱼ)² ≤ 4 `lost`, since it is orthogonal to the coordinates.
    """

    def __init__(self, rows, L):
        self.rows, self.L, self.K_xx = rows, L, rows.diagonal()
        self.lost = float(np.maximum(self.K_xx - np.einsum("ij,ij->j", L, L), 0).max())

    def __len__(self):
        return len(self.K_xx)

    def diagonal(self):
        return self.K_xx


class _InCoordinates:
    """The same from `Coordinates`: r numbers a mean in the place of n."""

    def __init__(self, K, labels, c):
        self.K, self.c = K, c
        self.refresh(labels)

    def refresh(self, labels):
        self.labels, self.fresh = labels, True
        self.counts = np.bincount(labels, minlength=self.c).astype(float)
        self.sums = self.K.L @ partition_matrix(labels, self.c)

    def move(self, labels):
        moved = np.flatnonzero(labels != self.labels)
        if len(moved) > FULL_PRODUCT * len(labels):
            self.refresh(labels)
        elif len(moved):
            change = partition_matrix(labels[moved], self.c) - partition_matrix(self.labels[moved], self.c)
            self.labels, self.counts = labels, self.counts + change.sum(axis=0)
            self.sums = self.sums + self.K.L[:, moved] @ change
            self.fresh = False

    def squared_distances(self):
        """(n, c) array, infinite for an empty cluster."""
        means = self.sums / np.maximum(self.counts, 1)
        D2 = self.K.K_xx[:, None] - 2 * (means.T @ self.K.L).T + self.norms2()
        D2[:, self.counts == 0] = np.inf
        return D2

    def norms2(self):
        """‖vₖ‖², a (c,) array."""
        return np.square(self.sums / np.maximum(self.counts, 1)).sum(axis=0)


def spaces(K, c, starts):
    if isinstance(K, Coordinates):
        return [_InCoordinates(K, labels, c) for labels in starts]
    KZ = K @ np.hstack([partition_matrix(labels, c) for labels in starts])
    parts = [np.ascontiguousarray(part) for part in np.split(KZ, len(starts), axis=1)]
    return [InFeatureSpace(K, labels, c, part) for labels, part in zip(starts, parts, strict=True)]


def checked_gram(kernel, X):
    """The Gram matrix, checked unless the kernel is positive semidefinite by construction."""
    return kernel(X) if kernel.positive_semidefinite else require_psd(kernel(X))


def coordinates_or_gram(kernel, X):
    """Few coordinates of the mapped points where there are such, up to rounding; or else the Gram matrix.

    With r coordinates the distances to c means cost O(n r c), and all of K is never computed.
    """
    if kernel.positive_semidefinite is True and len(X) >= MANY:
        rows = GramRows(kernel, X)
        factor = pivoted_cholesky(rows, max_rank=min(len(X) // 8, MOST_COORDINATES))
        if factor.converged:
            return Coordinates(rows, factor.L)
    return checked_gram(kernel, X)
