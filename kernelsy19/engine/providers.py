"""Providers of a Gram matrix that are made of another: points that stand twice, rows that are kept, other units."""

import numpy as np

from kernelsy19.gram import GATHERED_SHARE, GramOf, MatrixGram, as_dtype
from kernelsy19.units import binary_places

# Bytes of kernel values that a solver keeps at once: 1 GiB is what a student's machine can spare.
KEPT_BYTES = 2**30

# Rows that there is memory for once one is kept, so that the first few need no new memory
FIRST_KEPT_ROWS = 128
NOTHING_BESIDE = 400  # powers of two, by which a number is larger: squares of both do not leave float64 then


class TwiceGram(GramOf):
    """The entries of a provider for points each of which stands twice, n apart; PSD where K is.
    gram: Gram, K"""

    def __init__(self, gram):
        super().__init__(gram)
        self.shape = 2 * len(gram), 2 * len(gram)

    def block(self, rows, columns, dtype=np.float64):
        return self.gram.block(rows % len(self.gram), columns % len(self.gram), dtype)

    def rows(self, indices, dtype=np.float64):
        return np.tile(self.gram.rows(indices % len(self.gram), dtype), 2)

    def diagonal(self):
        return np.tile(self.gram.diagonal(), 2)

    def product(self, weights, indices=None):
        indices = np.arange(len(self)) if indices is None else indices
        points, each = np.unique(indices % len(self.gram), return_inverse=True)
        both = np.zeros((len(points), *weights.shape[1:]))
        np.add.at(both, each, weights)
        once = self.gram.product(both, points)
        return np.concatenate([once, once])


class KeptGram(GramOf):
    """Another provider, whose rows are kept once a product has needed them: a solver asks for the same ones again.
    gram: Gram"""

    def __init__(self, gram):
        super().__init__(gram)
        self._slot, self._used = np.full(len(gram), -1), 0
        self._parts = []  # (places of some rows, an array that holds them); only the last one has room for more

    def product(self, weights, indices=None):
        if indices is None or weights.ndim == 2:
            return self.gram.product(weights, indices)
        n, most = len(self), KEPT_BYTES // (8 * len(self))
        new = indices[self._slot[indices] < 0]
        if self._used + len(new) > most:
            self._slot[:], self._used, self._parts, new = -1, 0, [], indices
        if len(new) > min(GATHERED_SHARE * n, most):
            return self.gram.product(weights, indices)
        self._keep(new, most)
        all_weights, total = np.zeros(self._used), np.zeros(n)
        all_weights[self._slot[indices]] = weights
        for places, kept in self._parts:
            total += all_weights[places] @ kept[: places.stop - places.start]
        return total

    @property
    def kept_bytes(self):
        """Bytes of the arrays that hold rows, or have room for them."""
        return sum(kept.nbytes for _, kept in self._parts)

    def _keep(self, new, most):
        """Compute rows where they stay: to move them there, or others to a larger array, would take as long again."""
        while len(new):
            start = self._used
            places, kept = self._parts[-1] if self._parts else (slice(0, 0), ())
            if start - places.start == len(kept):
                room = max(min(len(new), most - start), min(max(start, FIRST_KEPT_ROWS), most - start))
                places, kept = slice(start, start), np.empty((room, len(self)))
                self._parts.append((places, kept))
            now = new[: len(kept) - (start - places.start)]
            end = start + len(now)
            self.gram.put_rows(now, kept[start - places.start : end - places.start])
            self._parts[-1] = slice(places.start, end), kept
            self._slot[now] = np.arange(start, end)
            self._used, new = end, new[len(now) :]


class GramInUnits(GramOf):
    """Another provider over a power of two, which changes no digit: `in_units` makes one.
    gram: Gram; places: int, the power of two"""

    def __init__(self, gram, places):
        super().__init__(gram)
        self.places = places

    def block(self, rows, columns, dtype=np.float64):
        return as_dtype(np.ldexp(self.gram.block(rows, columns), -self.places), dtype, self.name)

    def rows(self, indices, dtype=np.float64):
        return as_dtype(np.ldexp(self.gram.rows(indices), -self.places), dtype, self.name)

    def diagonal(self):
        return np.ldexp(self.gram.diagonal(), -self.places)

    def product(self, weights, indices=None):
        half = self.places // 2  # at once, the products could overflow or vanish on the way
        return np.ldexp(self.gram.product(np.ldexp(weights, -half), indices), half - self.places)

    def matrix(self):
        return np.ldexp(self.gram.matrix(), -self.places)

    def is_one_point(self):
        return self.gram.is_one_point()


def in_units(K, indefinite=False, beside=0.0):
    """Return K in a unit of its own, so that no entry leaves the range of float32 or is lost below it.
    indefinite: bool, whether entries may exceed the diagonal, as in no PSD matrix: then all are looked at, if they
    are in memory; beside: float ≥ 0, a number that is added to K: where all of K is nothing beside it, its unit is
    taken → (Gram, int), K over a power of two, and which power it is; K itself and 0 where its diagonal is of
    ordinary size"""
    places = binary_places(K.matrix() if indefinite and K.at_hand and not K.psd else K.diagonal())
    of_other = int(np.frexp(beside)[1]) // 2 * 2
    if beside and of_other - places > NOTHING_BESIDE:
        places = of_other
    if not places:
        return K, 0
    if K.at_hand:
        return MatrixGram(np.ldexp(K.matrix(), -places), K.psd, K.name), places
    return GramInUnits(K, places), places
