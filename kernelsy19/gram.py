"""One way to a Gram matrix: a provider gives entries, rows and products of K, and declares what is known of K.

All engines work on a `Gram`, and none asks what kind it is. `Kernel.gram(X)` makes the provider that suits a kernel;
`as_provider` makes one of an array. A new one is a subclass with a shape and a `block`.
"""

import numpy as np
from scipy.linalg import eigvalsh

from kernelsy19.certificates import has_cholesky_factor
from kernelsy19.validation import as_gram

# Entries of the rows that a product computes at once: 1 MB in float64, which stays in the second cache.
PRODUCT_ENTRIES = 2**17

# Share of the rows up to which a product with few nonzero weights gathers them; with more, one pass over all of K in
# the order of memory takes less time.
GATHERED_SHARE = 0.25
LOW_DIMENSION = 8  # coordinates up to which differences of points are as cheap as a matrix product
PSD_CHECK_POINTS = 2000  # whose Gram matrix is factorized to see whether it is PSD: a fifth of a second


class Gram:
    """A symmetric matrix K of n points, whose entries can be asked for.
    shape (n, n); name: str, what an error calls the matrix; psd: True where K is positive semidefinite by
    construction, None where it has to be checked; promised: bool, whether `psd` is only what a kernel says of
    itself, which a certificate has to look into; constant_diagonal: bool, whether K(x, x) is the same for all
    points, as it is for a stationary kernel; low_dimensional: bool, whether points have so few coordinates that
    computing an entry costs no more than reading it; then nobody keeps rows; at_hand: bool, whether all entries are
    in memory; n_factors: int, of how many matrices K is the product, entry by entry; see `factors`;
    rounding_of_factors: float, by how much an entry of that product may differ from that of K

    A subclass sets `shape`, gives `block` and declares what it knows. All else follows from blocks; where a
    subclass has a faster way, it puts that in the place of the one here."""

    name = "K"
    psd = None
    promised = constant_diagonal = low_dimensional = at_hand = False
    n_factors = 1
    rounding_of_factors = np.finfo(float).eps

    def __len__(self):
        return self.shape[0]

    def block(self, rows, columns, dtype=np.float64):
        """Return the entries in some rows and columns.
        rows (m,) int array; columns (k,) int array; dtype: np.float64, or np.float32 for entries of half the size
        and accuracy → (m, k)"""
        raise NotImplementedError(f"{type(self).__name__} must define block(rows, columns, dtype).")

    def rows(self, indices, dtype=np.float64):
        """Return some rows.
        indices (m,) int array → (m, n)"""
        return self.block(indices, np.arange(len(self)), dtype)

    def put_rows(self, indices, into):
        """Put some rows into an array.
        indices (m,) int array; into (m, n) of float64"""
        into[:] = self.rows(indices)

    def diagonal(self):
        """Return the diagonal K(xᵢ, xᵢ) as an (n,) array."""
        points = np.arange(1 if self.constant_diagonal else len(self))[:, None]
        values = np.array([self.block(point, point)[0, 0] for point in points])
        return np.full(len(self), values[0]) if self.constant_diagonal else values

    def product(self, weights, indices=None):
        """Return K v for a vector v, or for each column of v.
        weights (n,) or (n, q) array v; with indices its (m,) or (m, q) entries there; indices (m,) int array, where
        v is not 0; None for all points → (n,) or (n, q) array, in float64"""
        indices = np.arange(len(self)) if indices is None else indices
        total, batch = np.zeros((len(self), *weights.shape[1:])), max(1, PRODUCT_ENTRIES // len(self))
        for start in range(0, len(indices), batch):
            part = slice(start, start + batch)
            total += self.rows(indices[part]).T @ weights[part]
        return total

    def is_one_point(self):
        """Whether all points are mapped to one and the same: their values do not differ in the last digit."""
        row, diagonal = self.rows(np.zeros(1, dtype=int))[0], self.diagonal()
        return bool(np.ptp(diagonal) == 0 and np.array_equal(row, diagonal))

    def rough_product(self, weights, indices):
        """Return K v for a vector v, to the accuracy of float32 where that takes less time.
        weights (m,), the entries of v that are not 0; indices (m,) int array, where they are → (n,) of float64"""
        return self.product(weights, indices)

    def matrix(self):
        """Return all of K as an (n, n) array that is not to be written to; checked unless `psd` is declared."""
        every = np.arange(len(self))
        K = self.block(every, every)
        return K if self.psd else as_gram(K, self.name)

    def with_signs(self, y):
        """Return the provider of yᵢ yⱼ K(xᵢ, xⱼ).
        y (n,) of ±1 → Gram"""
        return self if (y > 0).all() else SignedGram(self, y)

    def factors(self, power=1):
        """Return the `n_factors` matrices whose product, entry by entry, is K.
        power: int ≥ 1; with 2, those of the matrix of all Kᵢⱼ² → sequence of Gram; where there are several, they
        are PSD with ones on the diagonal"""
        raise NotImplementedError(f"{self.name} is not known as a product of other matrices.")


class MatrixGram(Gram):
    """A Gram matrix at hand.
    K (n, n) of float64, symmetric; psd: True where it is positive semidefinite by construction, or None; name: str,
    what an error calls it"""

    at_hand = True

    def __init__(self, K, psd=None, name="K"):
        self.K, self.shape, self.psd, self.name = K, K.shape, psd, name

    def block(self, rows, columns, dtype=np.float64):
        whole = rows is columns and len(rows) == len(self) and (rows[1:] > rows[:-1]).all()
        return (self.K if whole else self.K[np.ix_(rows, columns)]).astype(dtype, copy=False)

    def rows(self, indices, dtype=np.float64):
        return self.K[indices].astype(dtype, copy=False)

    def diagonal(self):
        return self.K.diagonal().copy()

    def product(self, weights, indices=None):
        if indices is None:
            return self.K @ weights
        if weights.ndim == 2 or len(indices) < GATHERED_SHARE * len(self):
            return self.K[indices].T @ weights
        v = np.zeros(len(self))
        v[indices] = weights
        return self.K @ v

    def matrix(self):
        return self.K

    def with_signs(self, y):
        if (y > 0).all():
            return self
        return MatrixGram(self.K * y[:, None] * y, self.psd, self.name)


class GramOf(Gram):
    """A provider that is made of another: what it does not say differently is as there.
    gram: Gram"""

    def __init__(self, gram):
        self.gram, self.shape, self.name, self.psd = gram, gram.shape, gram.name, gram.psd
        self.promised, self.constant_diagonal = gram.promised, gram.constant_diagonal
        self.low_dimensional = gram.low_dimensional

    def block(self, rows, columns, dtype=np.float64):
        return self.gram.block(rows, columns, dtype)

    def rows(self, indices, dtype=np.float64):
        return self.gram.rows(indices, dtype)

    def diagonal(self):
        return self.gram.diagonal()


class SignedGram(GramOf):
    """The entries yᵢ yⱼ K(xᵢ, xⱼ) of a provider with signs; PSD where K is.
    gram: Gram, K; y (n,) of ±1"""

    def __init__(self, gram, y):
        super().__init__(gram)
        self.y, self.at_hand = y, gram.at_hand

    def block(self, rows, columns, dtype=np.float64):
        y = self.y.astype(dtype)
        return self.gram.block(rows, columns, dtype) * y[rows, None] * y[columns]

    def rows(self, indices, dtype=np.float64):
        y = self.y.astype(dtype)
        return self.gram.rows(indices, dtype) * y[indices, None] * y

    def product(self, weights, indices=None):
        y = self.y if indices is None else self.y[indices]
        return (self.y * self.gram.product((y * weights.T).T, indices).T).T

    def with_signs(self, y):
        return self.gram.with_signs(self.y * y)  # signs that are there twice cancel


class KernelGram(Gram):
    """Values of any kernel, as it gives them.
    kernel: Kernel, whose `evaluate`, `evaluate_gram`, `evaluate_diagonal` and declarations are used; points: array,
    a point for each entry of its first axis, as `Kernel.as_points` checks them"""

    def __init__(self, kernel, points):
        self.kernel, self.points, self.name = kernel, points, repr(kernel)
        self.shape = len(points), len(points)
        self.psd = True if kernel.psd_by_construction else None
        self.promised = not kernel.psd_by_construction
        self.constant_diagonal = kernel.constant_diagonal

    def block(self, rows, columns, dtype=np.float64):
        return self._finite(self.kernel.evaluate(self.points[rows], self.points[columns]), dtype)

    def rows(self, indices, dtype=np.float64):
        return self._finite(self.kernel.evaluate(self.points[indices], self.points), dtype)

    def diagonal(self):
        return self._finite(self.kernel.evaluate_diagonal(self.points))

    def product(self, weights, indices=None):
        points = self.points if indices is None else self.points[indices]
        return self._finite(self.kernel.evaluate_sums(self.points, points, weights))

    def matrix(self):
        return self._finite(self.kernel.evaluate_gram(self.points))

    def is_one_point(self):
        alike = self.points.ndim == 2 and (self.points == self.points[0]).all()
        return bool(alike) or super().is_one_point()

    def _finite(self, values, dtype=np.float64):
        if not np.isfinite(values).all():
            raise ValueError(f"{self.name} must give finite values, got NaN or infinity.")
        return as_dtype(values, dtype, self.name)


def as_dtype(values, dtype, name):
    """Return kernel values in a type, if they fit it.
    → array"""
    try:
        with np.errstate(over="raise"):
            return values.astype(dtype, copy=False)
    except FloatingPointError:
        raise ValueError(
            f"{name} must be positive semidefinite, got an entry of {np.abs(values).max():.3g} far beyond those on "
            "its diagonal."
        ) from None


def as_provider(K, name="K"):
    """Return the provider of a Gram matrix: a `Gram` itself, or that of an array, which is checked.
    K: Gram or (n, n) array_like → Gram"""
    return K if isinstance(K, Gram) else MatrixGram(as_gram(K, name), name=name)


def require_psd(K, name="K"):
    """Refuse a Gram matrix that is not positive semidefinite, by a Cholesky factorization.
    K: array_like, (n, n), symmetric → (n, n), K itself

    Of more than 2000 points, the Gram matrix of 2000 drawn from them is factorized. Its smallest eigenvalue is
    never below that of K, so a PSD matrix is never refused, and one that is hardly not PSD may pass."""
    return psd_provider(K, name).matrix()


def psd_provider(K, name="K"):
    """Return the provider of a Gram matrix, which is refused if it is not positive semidefinite.
    K: array_like, (n, n), symmetric, or a `Gram` such as `kernel.gram(X)` → Gram"""
    K = as_provider(K, name)
    if K.psd:
        return K
    if K.at_hand or len(K) <= PSD_CHECK_POINTS:
        K = MatrixGram(K.matrix(), name=K.name)  # to look at all entries is to compute them
    sample = np.arange(len(K))
    if len(K) > PSD_CHECK_POINTS:
        sample = np.sort(np.random.default_rng(0).choice(len(K), PSD_CHECK_POINTS, replace=False))
    part = K.block(sample, sample)
    part = part if K.at_hand else as_gram(part, K.name)
    if not has_cholesky_factor(part):
        smallest = float(eigvalsh(part, driver="evd")[0])
        raise ValueError(
            f"{K.name} must be positive semidefinite, got smallest eigenvalue {smallest:.3g}; "
            "kernels.geometry.nearest_psd(K) is the nearest matrix that is."
        )
    return K
