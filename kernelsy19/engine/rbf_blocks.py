"""RBF kernel values and weighted sums of them for many points, in blocks that stay in the processor's cache.

`kernels.rbf` is the equation; here it is computed fast, to the accuracy that each routine states. The functions take
checked float64 matrices, and enough of them that importing numba pays: see `is_large`.
"""

import functools
import math

import numpy as np
from scipy.spatial.distance import cdist

from kernelsy19.engine.compilation import compiled_loops_work
from kernelsy19.engine.threads import for_each
from kernelsy19.gram import LOW_DIMENSION

EPS = np.finfo(float).eps

# Coordinates from which a product of points and themselves is computed by halves in float32
MIRRORED_FROM = 32

# Kernel values from which the compiled loops are worth their import: 512 × 512 of them take NumPy a few milliseconds.
COMPILED_FROM = 2**18
THREADED_FROM = 2**22  # kernel values from which blocks are shared among threads; with fewer, threads wait

# Of values by a matrix product, and in float32: exponents below it are off by less than 1e-12 (in float32, 1e-4).
LARGEST_EXPONENT = 1e3

# Powers of two up to which the width of a kernel may be off 1 for float32 to hold squares of coordinates as they are.
ORDINARY_PLACES = 20

# Points whose kernel values are computed at once: 500 kB in float64, and no power of two, whose columns would all fall
# on the same few lines of the cache.
TILE_POINTS = 248
SMALL_ROWS = 16  # of a small matrix: what stands between two steps then stays in the cache
CHUNK_POINTS = 4096  # points of few coordinates that stay in the cache while sums run over them
FEWEST_ROWS = 8  # of a matrix that are filled at once, however long they are

GRID_FACTORS = 2**16  # factors along the axes of a grid that are computed at once, 500 kB


def is_large(X, Y):
    """Whether there are so many kernel values between X and Y that the routines of this module pay."""
    return len(X) * len(Y) >= COMPILED_FROM


def rbf_gram(X, gamma):
    """The Gram matrix exp(−γ ‖xᵢ − xⱼ‖²), symmetric to the last bit and with ones on the diagonal.
    X (n, p); gamma: float, γ > 0, in inverse squared units of x → (n, n), entries in (0, 1]; below 1e-307 they are
    of that order, not exact

    Up to 8 dimensions from differences, to a few units in the last place of the exponent; xᵢ − xⱼ and xⱼ − xᵢ have
    the same square to the last bit. Above, half of the matrix by products (see `Products`) and the other half
    mirrored."""
    return pairs_of(X, X, gamma).all_values()


def rbf_values(X, Y, gamma):
    """exp(−γ ‖xᵢ − yⱼ‖²) between two sets of points.
    X (m, p); Y (n, p); gamma: float, γ > 0, in inverse squared units of x → (m, n), entries in (0, 1]; accurate as
    those of `rbf_gram`"""
    return pairs_of(X, Y, gamma).all_values()


def rbf_sums(X, Y, weights, gamma):
    """Σⱼ wⱼ exp(−γ ‖xᵢ − yⱼ‖²), without ever holding more than a tile of the kernel values.
    X (m, p); Y (n, p); weights (n,) or (n, q) array; gamma: float, γ > 0, in inverse squared units of x → (m,) or
    (m, q) array, to about 1e-15 Σⱼ |wⱼ| from differences, and 1e-12 Σⱼ |wⱼ| from products"""
    pairs, m, n = pairs_of(X, Y, gamma), len(X), len(Y)
    total = np.zeros((m, *weights.shape[1:]))
    parts = blocks_of(n, pairs.points_at_once if weights.ndim == 1 else TILE_POINTS)

    def add(I):
        tile = np.empty(TILE_POINTS * TILE_POINTS)
        for J in parts:
            total[I] += pairs.sums(I, J, weights[J], tile)

    for_each(add, blocks_of(m), shared=m * n >= THREADED_FROM)
    return total


def rbf_sum_on_grid(x, y, X, weights, gamma):
    """Σᵢ wᵢ exp(−γ‖(x, y) − xᵢ‖²) on all points of a grid, as one matrix product.
    x (w,); y (h,); X (n, 2); weights (n,); gamma: float > 0, or (2,) array, one for each coordinate → (h, w), as
    matplotlib's contour wants it

    exp(−γ((x − x₁)² + (y − x₂)²)) is a product of a factor of x and one of y. With B of the factors of x and A of
    those of y the whole grid is A diag(w) Bᵀ: n(w + h) exponentials in the place of n·w·h, and the rest is one
    product."""
    gamma = np.broadcast_to(gamma, 2)
    size, total = len(x) + len(y), None
    put_exponentials = loops().exponentials if len(X) * size >= COMPILED_FROM else _put_exponentials
    for part in blocks_of(len(X), max(1, GRID_FACTORS // size)):
        A, B = _exponents(y, X[part, 1], gamma[1]), _exponents(x, X[part, 0], gamma[0])
        put_exponentials(A)
        put_exponentials(B)
        A *= weights[part]
        if total is None:
            total = A @ B.T
        else:
            total += A @ B.T
    return total


def _exponents(x, centers, gamma):
    """−γ(x − c)² along one axis."""
    A = x[:, None] - centers
    A *= A
    A *= -gamma
    return A


def _put_exponentials(A):
    np.exp(A, out=A)


def pairs_of(X, Y, gamma):
    """The way to compute kernel values that suits the dimension and the size of the exponents.
    X (m, p); Y (n, p) → Differences or Products"""
    if X.shape[1] > LOW_DIMENSION:
        with np.errstate(over="ignore", invalid="ignore"):
            products = Products(X, Y, gamma)
        if products.are_accurate:
            return products
    return Differences(X, Y, gamma)


class Differences:
    """Values from differences of coordinates by the compiled loop: exact to rounding wherever the points are.
    X (m, p); Y (n, p); gamma: float

    In float32, coordinates less their mean are off by 6e-8 of themselves and the exponents by as much of γ‖x‖²;
    where that exceeds LARGEST_EXPONENT, values in float32 are rounded from float64."""

    points_at_once = CHUNK_POINTS

    def __init__(self, X, Y, gamma):
        self.X, self.Y, self.gamma = X, Y, gamma
        self.columns = np.ascontiguousarray(Y.T)
        self.shape = len(X), len(Y)

    def fill(self, I, J, K):
        """Put the values between points I of X and J of Y, slices or indices, into an array."""
        in_float64 = self.X, self.columns, self.gamma
        points, columns, gamma = in_float64 if K.dtype == np.float64 else self._in_float32
        if points is None:
            K[:] = self.fill(I, J, np.empty(K.shape))
        else:
            loops().rows(points[I], np.ascontiguousarray(columns[:, J]), K.dtype.type(gamma), K)
        return K

    @functools.cached_property
    def _in_float32(self):
        with np.errstate(over="ignore", invalid="ignore"):
            center = self.columns.mean(axis=1)
            points, columns, gamma = self.X - center, self.columns - center[:, None], self.gamma
            largest = gamma * np.square(columns).sum(axis=0).max()
        if not largest < LARGEST_EXPONENT:  # nor where it is NaN
            return None, None, None
        places = math.frexp(gamma)[1] // 2
        if abs(places) > ORDINARY_PLACES:
            # In units of the width, float32 holds coordinates and γ; over a power of two no digit changes.
            points, columns = np.ldexp(points, places), np.ldexp(columns, places)
            gamma = math.ldexp(gamma, -2 * places)
        return points.astype(np.float32), columns.astype(np.float32), gamma

    def fill_rows(self, I, K):
        """The same between points I of X and all of Y."""
        self.fill(I, slice(None), K)

    def values(self, I, J, dtype):
        """The values between points I of X and J of Y, arrays of indices; few of them without the compiled loop."""
        if dtype == np.float64 and len(I) * len(J) < COMPILED_FROM:
            K = cdist(self.X[I], self.Y[J], "sqeuclidean")
            with np.errstate(over="ignore", under="ignore"):
                K *= -self.gamma
                return np.exp(K, out=K)
        m, n = self.shape
        return self.fill(_as_slice(I, m), _as_slice(J, n), np.empty((len(I), len(J)), dtype))

    def all_values(self):
        """All values, row by row; where X is Y they are symmetric, with ones on the diagonal."""
        m, n = self.shape
        K, rows = np.empty((m, n)), max(FEWEST_ROWS, TILE_POINTS * TILE_POINTS // n)
        for_each(lambda I: self.fill(I, slice(None), K[I]), blocks_of(m, rows), m * n >= THREADED_FROM)
        return K

    def sums(self, I, J, weights, tile):
        """Σⱼ wⱼ k(x, yⱼ) over slices of points."""
        if weights.ndim == 2:
            return self.fill(I, J, _shaped(tile, I, J)) @ weights
        total = np.empty(len(self.X[I]))
        loops().sums(
            self.X[I],
            np.ascontiguousarray(self.columns[:, J]),
            np.ascontiguousarray(weights),
            self.gamma,
            total,
        )
        return total

    def sums_over_own(self, indices, weights):
        """Σⱼ wⱼ k(x, xⱼ) for all points, over some of them, where X is Y."""
        if len(indices) * len(self.X) >= THREADED_FROM:
            return rbf_sums(self.X, self.X[indices], weights, self.gamma)
        return self.sums(slice(None), indices, weights, None)

    def rough_sums_over_own(self, indices, weights):
        """The same, of values and weights in float32."""
        points, columns, gamma = self._in_float32
        largest = np.abs(weights).max(initial=0.0)
        if points is None or not largest:
            return self.sums_over_own(indices, weights)
        some, shares = np.ascontiguousarray(columns[:, indices]), (weights / largest).astype(np.float32)
        total = np.empty(len(points), dtype=np.float32)
        if len(indices) * len(points) < THREADED_FROM:
            loops().sums(points, some, shares, np.float32(gamma), total)
        else:
            for_each(
                lambda I: loops().sums(points[I], some, shares, np.float32(gamma), total[I]),
                blocks_of(len(points)),
                shared=True,
            )
        return largest * total.astype(np.float64)


class Products:
    """Values by matrix products: −γ‖x − y‖² = z_x·z_y − (‖z_x‖²/2 + ‖z_y‖²/2) with z = √(2γ) (x − mean).
    X (m, p); Y (n, p); X itself for a Gram matrix; gamma: float

    An exponent is off by a few units in the last place of the largest ‖z‖²/2, which has to be below
    LARGEST_EXPONENT: by less than 1e-12."""

    points_at_once = TILE_POINTS

    def __init__(self, X, Y, gamma):
        center, scale = Y.mean(axis=0), (2 * gamma) ** 0.5
        self.right = _scaled(Y, center, scale)
        self.left = self.right if X is Y else _scaled(X, center, scale)
        self.are_accurate = max(self.left[1].max(), self.right[1].max()) < LARGEST_EXPONENT
        self.is_symmetric, self.shape = X is Y, (len(X), len(Y))

    def fill(self, I, J, K):
        """Put the values between points I of X and J of Y, slices or indices, into an array."""
        (left, h_x), (right, h_y) = (self.left, self.right) if K.dtype == np.float64 else self._in_float32
        np.matmul(left[I], right[J].T, out=K)
        return self._put_exponentials(K, h_x[I], h_y[J])

    def fill_rows(self, I, K):
        """The same between points I of X and all of Y by the compiled loop, however few they are."""
        np.matmul(self.left[0][I], self.right[0].T, out=K)
        loops().exponentials_less(K, self.left[1][I], self.right[1])

    def fill_symmetric(self, I, K):
        """Those between points and themselves, where X is Y: BLAS computes half, and the halves agree exactly.

        In float32, where nobody counts on that, it computes both halves of few coordinates: to mirror one takes
        longer."""
        Z, h = self.right if K.dtype == np.float64 else self._in_float32[1]
        Z, h = Z[I], h[I]
        mirrors = K.dtype == np.float64 or Z.shape[1] > MIRRORED_FROM
        np.matmul(Z, (Z if mirrors else Z.copy()).T, out=K)
        self._put_exponentials(K, h, h)
        np.fill_diagonal(K, 1)
        return K

    @functools.cached_property
    def _in_float32(self):
        right = [part.astype(np.float32) for part in self.right]
        return right if self.is_symmetric else [part.astype(np.float32) for part in self.left], right

    def _put_exponentials(self, K, left, right):
        """Put exp(Kᵢⱼ − (left + right)) in the place of K; of few points by NumPy, so that numba is not imported."""
        if K.dtype == np.float64 and self.shape[0] * self.shape[1] < COMPILED_FROM:
            for I in blocks_of(len(K), SMALL_ROWS):
                rows = K[I]
                rows -= np.add.outer(left[I], right)
                with np.errstate(under="ignore"):
                    np.exp(np.minimum(rows, 0, out=rows), out=rows)
            return K
        loops().exponentials_less(K, left, right)
        return K

    def values(self, I, J, dtype):
        """The values between points I of X and J of Y, arrays of indices."""
        m, n = self.shape
        K = np.empty((len(I), len(J)), dtype)
        if I is J and self.is_symmetric:
            return self.fill_symmetric(_as_slice(I, n), K)
        return self.fill(_as_slice(I, m), _as_slice(J, n), K)

    def all_values(self):
        """All values by tiles; where X is Y, the tiles on and above the diagonal, and the rest mirrored."""
        m, n = self.shape
        K, parts = np.empty((m, n)), blocks_of(n)

        def fill(I):
            tile = np.empty(TILE_POINTS * TILE_POINTS)
            for J in parts:
                if self.is_symmetric and J.start < I.start:
                    continue
                T = _shaped(tile, I, J)
                if self.is_symmetric and I == J:
                    K[I, I] = self.fill_symmetric(I, T)
                    continue
                K[I, J] = self.fill(I, J, T)
                if self.is_symmetric:
                    K[J, I] = T.T

        for_each(fill, blocks_of(m), shared=m * n >= THREADED_FROM)
        return K

    def sums(self, I, J, weights, tile):
        """Σⱼ wⱼ k(x, yⱼ) over slices of points."""
        return self.fill(I, J, _shaped(tile, I, J)) @ weights

    def sums_over_own(self, indices, weights):
        """Σⱼ wⱼ k(x, xⱼ) for all points, over some of them; a tile of two sets of these serves for both."""
        n, m = self.shape[0], len(indices)
        others = np.ones(n, dtype=bool)
        others[indices] = False
        order = np.concatenate([indices, np.flatnonzero(others)])
        Z, h, total = self.right[0][order], self.right[1][order], np.zeros(n)
        tile = np.empty(TILE_POINTS * TILE_POINTS)
        for first in range(0, m, TILE_POINTS):
            J = slice(first, min(m, first + TILE_POINTS))
            for start in range(first, n, TILE_POINTS):
                I = slice(start, min(n, start + TILE_POINTS))
                K = np.matmul(Z[I], Z[J].T, out=_shaped(tile, I, J))
                loops().exponentials_less(K, h[I], h[J])
                total[I] += K @ weights[J]
                stop = min(m, I.stop)
                if first < start < stop:
                    total[J] += weights[start:stop] @ K[: stop - start]
        result = np.empty(n)
        result[order] = total
        return result


def _scaled(X, center, scale):
    """Return z = scale (x − center), and ‖z‖²/2."""
    Z = X - center
    Z *= scale
    return Z, np.einsum("ij,ij->i", Z, Z) / 2


def blocks_of(n, most=TILE_POINTS):
    """Slices of n points, as few as hold no more than so many each, and of even size.
    → list of slice"""
    size = math.ceil(n / math.ceil(n / most))
    return [slice(start, min(n, start + size)) for start in range(0, n, size)]


def _as_slice(indices, n):
    """All points as a slice, which copies nothing, where that is what the indices say."""
    return slice(None) if len(indices) == n and (indices[1:] > indices[:-1]).all() else indices


def _shaped(tile, I, J):
    """The beginning of a buffer as the matrix of a tile."""
    rows, columns = I.stop - I.start, J.stop - J.start
    return tile[: rows * columns].reshape(rows, columns)


@functools.cache
def loops():
    """Return the module of compiled loops, or that of the same functions in NumPy where numba does not work.

    Numba is imported when there is first work for it, not with the package."""
    if not compiled_loops_work():
        from kernelsy19.engine import rbf_without_loop

        return rbf_without_loop
    from kernelsy19.engine import rbf_loop

    return rbf_loop
