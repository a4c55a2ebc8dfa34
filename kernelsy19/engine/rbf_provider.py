"""The Gram matrix of an RBF kernel as a provider, whose values come from `rbf_blocks`."""

import functools

import numpy as np

from kernelsy19.engine.rbf_blocks import EPS, LARGEST_EXPONENT, is_large, pairs_of, rbf_sums
from kernelsy19.gram import LOW_DIMENSION, Gram


class RBFGram(Gram):
    """The Gram matrix exp(−γ ‖xᵢ − xⱼ‖²), whose entries are computed when asked for.
    X (n, p); gamma: float, γ > 0, in inverse squared units of x"""

    psd = constant_diagonal = True

    def __init__(self, X, gamma):
        self.X, self.gamma, self.shape = X, gamma, (len(X), len(X))
        self.name = f"RBF(gamma={gamma})"

    @functools.cached_property
    def _pairs(self):
        return pairs_of(self.X, self.X, self.gamma)

    @property
    def low_dimensional(self):
        """Whether entries come from differences of few coordinates, which costs no more than to read them."""
        return self.X.shape[1] <= LOW_DIMENSION

    @np.errstate(under="ignore")
    def block(self, rows, columns, dtype=np.float64):
        return self._pairs.values(rows, columns, dtype)

    def rows(self, indices, dtype=np.float64):
        K = self._pairs.values(indices, np.arange(len(self)), dtype)
        K[np.arange(len(indices)), indices] = 1
        return K

    def put_rows(self, indices, into):
        self._pairs.fill_rows(indices, into)
        into[np.arange(len(indices)), indices] = 1

    def diagonal(self):
        return np.ones(len(self))

    def product(self, weights, indices=None):
        if indices is not None and weights.ndim == 1:
            return self._pairs.sums_over_own(indices, weights)
        return rbf_sums(self.X, self.X if indices is None else self.X[indices], weights, self.gamma)

    def rough_product(self, weights, indices):
        if not self.low_dimensional:
            return self.product(weights, indices)
        return self._pairs.rough_sums_over_own(indices, weights)

    def matrix(self):
        if is_large(self.X, self.X):
            return self._pairs.all_values()
        every = np.arange(len(self))
        return self.block(every, every)

    @functools.cached_property
    def _from_mean(self):
        """The points less their mean, and the largest exponent γ‖x‖² of these."""
        X = self.X - self.X.mean(axis=0)
        with np.errstate(over="ignore"):
            return X, self.gamma * np.einsum("ij,ij->i", X, X).max()

    @property
    def n_factors(self):
        """One a coordinate; points so far apart that a rotation would lose digits stay as they are, in one."""
        return self.X.shape[1] if self._from_mean[1] < LARGEST_EXPONENT else 1

    @property
    def rounding_of_factors(self):
        """What the rotation may change of an entry: the slope of exp(−γd²) times what it moves a point."""
        return 4 * EPS * (1 + self._from_mean[1]) ** 0.5

    def factors(self, power=1):
        """One RBF matrix for each coordinate; along its principal axes a cloud of points is as narrow as it gets."""
        X = self._from_mean[0]
        X = X @ np.linalg.eigh(X.T @ X)[1]
        return [RBFGram(x[:, None], power * self.gamma) for x in X.T]
