"""RBF kernel values and weighted sums of them for many points, in blocks that stay in the processor's cache.

`kernels.rbf` is the equation; here it is computed fast, to the accuracy that each routine states. The functions take
checked float64 matrices, and enough of them that importing numba pays: see `is_large`.
"""

import functools
import math

import numpy as np

from kernelsy19.engine.threads import for_each

LOW_DIMENSION = 8  # up to which differences of points are as cheap as a matrix product


LARGE = 2**18  # kernel values from which the compiled loops are worth their import


THREADED = 2**22  # kernel values from which blocks are shared among threads


LARGEST_EXPONENT = 1e3  # of values by a matrix product


# Points whose kernel values are computed at once: 500 kB in float64, and no power of two, whose columns would all fall
# on the same few lines of the cache.
TILE = 248


CHUNK = 4096  # points whose coordinates stay in the cache while sums run over them


GRID_ENTRIES = 2**16  # factors along the axes of a grid that are computed at once


def is_large(X, Y):
    """Whether there are so many kernel values between X and Y that the routines of this module pay."""
    return len(X) * len(Y) >= LARGE


def rbf_gram(X, gamma):
    """The Gram matrix exp(−γ ‖xᵢ − xⱼ‖²), symmetric to the last bit and with ones on the diagonal.

    Parameters
    ----------
    X : (n, p) array
    gamma : float, γ > 0, in inverse squared units of x

    Returns
    -------
    (n, n) array, entries in (0, 1]; below 1e-307 they are of that order, not exact

    Notes
    -----
    Up to 8 dimensions from differences, to a few units in the last place of the exponent; xᵢ − xⱼ and xⱼ − xᵢ have the
    same square to the last bit. Above, half of the matrix by products (see `_Products`) and the other half mirrored.
    """
    values = _values(X, X, gamma)
    if isinstance(values, _Differences):
        return _by_rows(values)
    K = _by_tiles(values, symmetric=True)
    np.fill_diagonal(K, 1)
    return K


def rbf_values(X, Y, gamma):
    """exp(−γ ‖xᵢ − yⱼ‖²) between two sets of points.

    Parameters
    ----------
    X : (m, p) array
    Y : (n, p) array
    gamma : float, γ > 0, in inverse squared units of x

    Returns
    -------
    (m, n) array, entries in (0, 1]; accurate as those of `rbf_gram`
    """
    values = _values(X, Y, gamma)
    return _by_rows(values) if isinstance(values, _Differences) else _by_tiles(values)


def rbf_sums(X, Y, weights, gamma):
    """Σⱼ wⱼ exp(−γ ‖xᵢ − yⱼ‖²), without ever holding more than a tile of the kernel values.

    Parameters
    ----------
    X : (m, p) array
    Y : (n, p) array
    weights : (n,) or (n, q) array
    gamma : float, γ > 0, in inverse squared units of x

    Returns
    -------
    (m,) or (m, q) array, to about 1e-15 Σⱼ |wⱼ| from differences, and 1e-12 Σⱼ |wⱼ| from products
    """
    values, m, n = _values(X, Y, gamma), len(X), len(Y)
    total = np.zeros((m, *weights.shape[1:]))
    parts = _blocks(n, CHUNK if isinstance(values, _Differences) and weights.ndim == 1 else TILE)

    def add(I):
        tile = np.empty(TILE * TILE)
        for J in parts:
            total[I] += values.sums(I, J, weights[J], tile)

    _for_each(add, _blocks(m), m * n)
    return total


def rbf_sum_on_grid(x, y, X, weights, gamma):
    """Σᵢ wᵢ exp(−γ‖(x, y) − xᵢ‖²) on all points of a grid, as one matrix product.

    Parameters
    ----------
    x : (w,) array
    y : (h,) array
    X : (n, 2) array
    weights : (n,) array
    gamma : float, > 0

    Returns
    -------
    (h, w) array, as matplotlib's contour wants it

    Notes
    -----
    exp(−γ((x − x₁)² + (y − x₂)²)) is a product of a factor of x and one of y. With B of the factors of x and A of those
    of y the whole grid is A diag(w) Bᵀ: n(w + h) exponentials in the place of n·w·h, and the rest is one product.
    """
    size, total = len(x) + len(y), None
    exp_in_place = loops().exponentials if len(X) * size >= LARGE else _exp_in_place
    for part in _blocks(len(X), max(1, GRID_ENTRIES // size)):
        A, B = _exponents(y, X[part, 1], gamma), _exponents(x, X[part, 0], gamma)
        exp_in_place(A)
        exp_in_place(B)
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


def _exp_in_place(A):
    np.exp(A, out=A)


class _Differences:
    """Values from differences of coordinates by the compiled loop: exact to rounding wherever the points are."""

    def __init__(self, X, Y, gamma):
        self.points, self.gamma = X, gamma
        self.columns = np.ascontiguousarray(Y.T)
        self.shape = len(X), len(Y)

    def fill(self, I, J, tile):
        K = _shaped(tile, I, J)
        loops().rows(self.points[I], np.ascontiguousarray(self.columns[:, J]), self.gamma, K)
        return K

    def fill_rows(self, I, out):
        loops().rows(self.points[I], self.columns, self.gamma, out)

    def sums(self, I, J, weights, tile):
        if weights.ndim == 2:
            return self.fill(I, J, tile) @ weights
        total = np.empty(I.stop - I.start)
        columns = np.ascontiguousarray(self.columns[:, J])
        loops().sums(self.points[I], columns, np.ascontiguousarray(weights), self.gamma, total)
        return total


class _Products:
    """Values by matrix products: −γ‖x − y‖² = z_x·z_y − ‖z_x‖²/2 − ‖z_y‖²/2 with z = √(2γ) (x − mean).

    Two more columns, (−‖z_x‖²/2, 1) and (1, −‖z_y‖²/2), put the norms into the product. An exponent is off by a few
    units in the last place of the largest ‖z‖²/2, which has to be below LARGEST_EXPONENT: by less than 1e-12.
    """

    def __init__(self, X, Y, gamma):
        center, scale, p = Y.mean(axis=0), (2 * gamma) ** 0.5, X.shape[1]
        self.left, h_x = _with_two_columns(X, center, scale)
        self.right, h_y = (self.left.copy(), h_x) if X is Y else _with_two_columns(Y, center, scale)
        self.left[:, p], self.left[:, p + 1] = -h_x, 1
        self.right[:, p], self.right[:, p + 1] = 1, -h_y
        self.are_accurate = max(h_x.max(), h_y.max()) < LARGEST_EXPONENT
        self.shape = len(X), len(Y)

    def fill(self, I, J, tile):
        K = _shaped(tile, I, J)
        np.matmul(self.left[I], self.right[J].T, out=K)
        loops().exponentials(K)
        return K

    def fill_symmetric(self, I, tile):
        """A tile on the diagonal: BLAS computes half of a product with itself, and the halves agree to the last bit."""
        K, Z, minus_half_norms = _shaped(tile, I, I), self.left[I, :-2], self.left[I, -2]
        np.matmul(Z, Z.T, out=K)
        K += np.add.outer(minus_half_norms, minus_half_norms)
        loops().exponentials(K)
        return K

    def sums(self, I, J, weights, tile):
        return self.fill(I, J, tile) @ weights


def _with_two_columns(X, center, scale):
    """Return z = scale (x − center), followed by two columns to fill, and ‖z‖²/2."""
    n, p = X.shape
    A = np.empty((n, p + 2))
    Z = A[:, :p]
    np.subtract(X, center, out=Z)
    Z *= scale
    return A, np.einsum("ij,ij->i", Z, Z) / 2


def _values(X, Y, gamma):
    """The way to compute kernel values that suits the dimension and the size of the exponents."""
    if X.shape[1] > LOW_DIMENSION:
        products = _Products(X, Y, gamma)
        if products.are_accurate:
            return products
    return _Differences(X, Y, gamma)


def _by_rows(values):
    m, n = values.shape
    K = np.empty((m, n))
    _for_each(lambda I: values.fill_rows(I, K[I]), _blocks(m, max(8, TILE * TILE // n)), m * n)
    return K


def _by_tiles(values, symmetric=False):
    """The whole matrix; where it is symmetric, the tiles on and above the diagonal, and the rest mirrored."""
    m, n = values.shape
    K, parts = np.empty((m, n)), _blocks(n)

    def fill(I):
        tile = np.empty(TILE * TILE)
        for J in parts:
            if symmetric and J.start < I.start:
                continue
            if symmetric and I == J:
                K[I, I] = values.fill_symmetric(I, tile)
                continue
            K[I, J] = T = values.fill(I, J, tile)
            if symmetric:
                K[J, I] = T.T

    _for_each(fill, _blocks(m), m * n)
    return K


def _blocks(n, most=TILE):
    """Slices of n points, as few as hold no more than so many each, and of even size."""
    size = math.ceil(n / math.ceil(n / most))
    return [slice(start, min(n, start + size)) for start in range(0, n, size)]


def _shaped(tile, I, J):
    """The beginning of a buffer as the matrix of a tile."""
    rows, columns = I.stop - I.start, J.stop - J.start
    return tile[: rows * columns].reshape(rows, columns)


def _for_each(task, blocks, entries):
    """Call task with each block of points, on several threads where that many entries are worth it."""
    for_each(task, blocks, shared=entries >= THREADED)


@functools.cache
def loops():
    """Return the module of compiled loops; numba is imported when there is first work for it, not with the package."""
    from kernelsy19.engine import rbf_loop as loop

    return loop


class KnownGram:
    """A Gram matrix that is at hand, of a kernel that is PSD by construction, for `ball.solve_dual`.

    Parameters
    ----------
    kernel : Kernel
    K : (n, n) array
    """

    def __init__(self, kernel, K):
        self.kernel, self.K, self.shape = kernel, K, K.shape

    def diagonal(self):
        """Return the diagonal as an (n,) array."""
        return np.diagonal(self.K)

    def block(self, rows, columns, dtype=np.float64):
        """Return the entries in some rows, and in some columns or slice(None), as an (m, k) array."""
        return self.K[rows][:, columns].astype(dtype, copy=False)
