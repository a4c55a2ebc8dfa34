"""What a kernel value is, and the algebra of kernels: sums, products, multiples and powers are kernels again."""

import dataclasses
import functools
import numbers
from dataclasses import dataclass

import numpy as np

from kernelsy19.engine.gram import KernelGram, MatrixGram
from kernelsy19.kernels.contract import checked, is_ours, require_contract, symmetric
from kernelsy19.kernels.equations import kernel_product, kernel_scaling, kernel_sum
from kernelsy19.kernels.named_parameters import HasParameters
from kernelsy19.kernels.point_kinds import TakesPoints, TakesPointsOfParts
from kernelsy19.validation import as_array, as_integer, as_matrix, as_number, as_vector, require_size

FASTER_WAYS = (
    *("evaluate_gram", "evaluate_sums", "evaluate_sums_on_grid", "evaluate_diagonal", "evaluate_features"),
    *("count_features", "provide_gram"),
)  # to what `evaluate` says: a kernel with another `evaluate` does not inherit them

LARGEST_FEATURES = 2**28  # bytes of a feature map: what it takes to compute is some ten times as much

SUMMED_ENTRIES = 2**18  # kernel values that are held at once while they are summed up: 2 MB, the second cache


class Kernel(TakesPoints, HasParameters):
    """A kernel k(x, y) with its parameters: an immutable value.

    `k(X)` is the Gram matrix of the points X, `k(X, Y)` the kernel values between two sets. Kernels of equal
    parameters are equal; `k1 + k2`, `k1 * k2`, `2 * k`, `k + 1` and `k**2` are kernels again.

    A new kernel is a frozen dataclass with a method `evaluate(X, Y)`. Points are rows of numbers, unless it says with
    `as_points` what else they are.
    """

    positive_semidefinite = True
    constant_diagonal = False
    product_over_columns = (
        False  # k(x, y) = Πⱼ k(xⱼ, yⱼ): sums on a grid are then products of two small matrices
    )
    __array_ufunc__ = None

    def __init_subclass__(cls, **kwargs):
        """Check what a reader's kernel returns, and let it inherit no fast way to the values of another kernel."""
        super().__init_subclass__(**kwargs)
        if "evaluate" in vars(cls) and not is_ours(cls):
            cls.evaluate = checked(cls.evaluate)
            for name in FASTER_WAYS:
                if name not in vars(cls):
                    setattr(cls, name, getattr(Kernel, name))

    def __new__(cls, *args, **kwargs):
        """Refuse a class that is no value, or that does not say what the kernel is."""
        if cls.evaluate is Kernel.evaluate:
            raise TypeError(
                f"{cls.__name__} must define evaluate(X, Y), the kernel values between two sets of points."
            )
        if not dataclasses.is_dataclass(cls) or not cls.__dataclass_params__.frozen:
            raise TypeError(
                f"{cls.__name__} must be a frozen dataclass, since kernels are values: put @dataclass(frozen=True) "
                "above it."
            )
        return super().__new__(cls)

    def __call__(self, X, Y=None):
        """Kernel values between the points X and the points Y.

        Parameters
        ----------
        X : array_like, (n, p), or what else the kernel takes as n points
        Y : array_like, (m, p), or m such points, or None for Y = X

        Returns
        -------
        (n, m) ndarray; the Gram matrix (n, n), symmetric to the last bit, when Y is None

        Raises
        ------
        ValueError
            If X or Y does not hold points as the kernel takes them, their numbers of columns differ, the values would
            not fit into memory, or k(x, x) is too large for a float.
        """
        if Y is None:
            X = self.points(X)
            require_size(f"The Gram matrix of {self!r} would have", len(X), len(X))
            self._require_finite(X)
            return self.evaluate_gram(X)
        X, Y = self.two_sets(X, Y)
        require_size(f"The values of {self!r} would have", len(X), len(Y))
        self._require_finite(X, Y)
        return self.evaluate(X, Y)

    def evaluate(self, X, Y):
        """Kernel values between checked points, an (n, m) array: what a new kernel defines."""
        raise NotImplementedError

    def evaluate_gram(self, X):
        """Gram matrix of checked points, symmetric to the last bit."""
        return symmetric(self.evaluate(X, X), self)

    def gram(self, X):
        """The Gram matrix of points as solvers take it in the place of `k(X)`: entries are computed when wanted.

        Parameters
        ----------
        X : array_like, (n, p), or what else the kernel takes as n points

        Returns
        -------
        Gram, with its entries, rows, products with vectors, and what is known of it
        """
        return self.provide_gram(self.points(X))

    def provide_gram(self, X):
        """The provider for checked points: a kernel that has a faster one puts it in the place of this."""
        if not self._all_ours:
            require_contract(self, X)
        if self.precomputed:
            return MatrixGram(self.evaluate_gram(X), True if self.psd_by_construction else None)
        return KernelGram(self, X)

    @property
    def psd_by_construction(self):
        """Whether it is declared positive semidefinite by this package; of a reader's kernel, solvers check each K."""
        return bool(self.positive_semidefinite) and self._all_ours

    @property
    def _all_ours(self):
        """Whether it and all its parts belong to this package."""
        parts = (getattr(self, field.name) for field in dataclasses.fields(self))
        return is_ours(type(self)) and all(part._all_ours for part in parts if isinstance(part, Kernel))

    def _require_finite(self, *sets):
        """Refuse points whose k(x, x) is no float; if it is one, no k(x, y) of a PSD kernel is too large."""
        if self.constant_diagonal or not self.psd_by_construction:
            return
        with np.errstate(over="ignore", invalid="ignore"):
            finite = all(np.isfinite(self.evaluate_diagonal(X)).all() for X in sets)
        if not finite:
            raise ValueError(f"{self!r} must give finite values, got NaN or infinity: scale the points.")

    def sums(self, X, Y, weights):
        """Σⱼ wⱼ k(x, yⱼ), that is `k(X, Y) @ weights` without the memory for k(X, Y).

        Parameters
        ----------
        X : array_like, (m, p), or what else the kernel takes as m points
        Y : array_like, (n, p), or n such points
        weights : array_like, (n,) or (n, q)

        Returns
        -------
        (m,) or (m, q) ndarray

        Raises
        ------
        ValueError
            As for kernel values; also if there is not one weight, or one row of weights, for each row of Y.
        """
        X, Y = self.two_sets(X, Y)
        weights = as_array(weights, "weights")
        if weights.ndim != 1:
            weights = as_matrix(weights, "weights")
        if len(weights) != len(Y):
            raise ValueError(
                f"weights must hold one row for each of the {len(Y)} rows of Y, got {len(weights)}."
            )
        return self.evaluate_sums(X, Y, weights)

    def evaluate_sums(self, X, Y, weights):
        """Sums for checked arrays: kernel values of some rows of X at a time."""
        total = np.empty((len(X), *weights.shape[1:]))
        rows = max(1, SUMMED_ENTRIES // max(1, len(Y)))
        for s in range(0, len(X), rows):
            total[s : s + rows] = self.evaluate(X[s : s + rows], Y) @ weights
        return total

    def sums_on_grid(self, x, y, Y, weights):
        """Σⱼ wⱼ k(·, yⱼ) on all points of a grid in the plane.

        Parameters
        ----------
        x : array_like, (w,)
        y : array_like, (h,)
        Y : array_like, (n, 2)
        weights : array_like, (n,)

        Returns
        -------
        (h, w) ndarray, as matplotlib's contour wants it

        Raises
        ------
        ValueError
            If an argument is not finite, Y does not have two columns, or the number of weights differs from n.

        Notes
        -----
        `RBF` and `Laplacian` are products of a factor of the first coordinate and one of the second, and say so with
        `product_over_columns`. Their sums on the whole grid are one product of two small matrices, with n(w + h)
        exponentials in the place of n·w·h.
        """
        Y = as_matrix(Y, "Y", n_features=2)
        return self.evaluate_sums_on_grid(
            as_vector(x, "x"), as_vector(y, "y"), Y, as_vector(weights, "weights", len(Y))
        )

    def evaluate_sums_on_grid(self, x, y, Y, weights):
        """Sums on a grid for checked arrays: point by point."""
        points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        return self.evaluate_sums(points, Y, weights).reshape(len(y), len(x))

    def diagonal(self, X):
        """k(x, x) of each point.

        Parameters
        ----------
        X : array_like, (n, p), or what else the kernel takes as n points

        Returns
        -------
        (n,) ndarray
        """
        return self.evaluate_diagonal(self.points(X))

    def evaluate_diagonal(self, X):
        """k(x, x) of each checked point."""
        return np.array([self.evaluate(X[i : i + 1], X[i : i + 1])[0, 0] for i in range(len(X))])

    def feature_map(self, X):
        """Explicit coordinates Φ(x), with Φ(x)·Φ(y) = k(x, y).

        Parameters
        ----------
        X : array_like, (n, p)

        Returns
        -------
        (n, D) ndarray

        Raises
        ------
        ValueError
            If the kernel has no feature map with finitely many known coordinates, or it has too many.
        """
        X = self.points(X)
        many = self.count_features(X.shape[1]) if X.ndim == 2 else None
        if many is not None:
            require_size(f"The feature map of {self!r} would have", len(X), many, most=LARGEST_FEATURES)
        return self.evaluate_features(X)

    def count_features(self, p):
        """How many coordinates points of p numbers have in the feature map; None where nobody counts them.

        Parameters
        ----------
        p : int

        Returns
        -------
        int or None
        """
        return None

    def evaluate_features(self, X):
        """Coordinates of each checked point."""
        raise ValueError(f"{self!r} has no feature map with finitely many coordinates.")

    def __add__(self, other):
        return Sum(self, _as_term(other)) if _is_term(other) else NotImplemented

    def __radd__(self, other):
        if not _is_term(other):
            return NotImplemented
        return self if other == 0 else Sum(_as_term(other), self)  # sum() starts at 0

    def __mul__(self, other):
        if isinstance(other, Kernel):
            return Product(self, other)
        return Scaled(other, self) if _is_term(other) else NotImplemented

    __rmul__ = __mul__

    def __pow__(self, exponent):
        return Power(self, exponent)

    def _repr_latex_(self):
        return f"$k(x, y) = {self.latex}$"


@dataclass(frozen=True)
class Constant(Kernel):
    """k(x, y) = c: one feature that is √c everywhere.

    Parameters
    ----------
    value : float, c ≥ 0
    """

    value: float = 1.0

    constant_diagonal = any_points = True

    def __post_init__(self):
        self._keep(value=as_number(self.value, "value", 0, np.inf, "left"))

    @property
    def latex(self):
        """The formula."""
        return number_latex(self.value)

    def evaluate(self, X, Y):
        return np.full((len(X), len(Y)), float(self.value))

    def evaluate_diagonal(self, X):
        return np.full(len(X), float(self.value))

    def evaluate_features(self, X):
        return np.full((len(X), 1), self.value**0.5)

    def count_features(self, p):
        return 1


class _Pair(TakesPointsOfParts, Kernel):
    """A kernel of two parts, `left` and `right`."""

    def __post_init__(self):
        _require_kernel(self.left, "left")
        _require_kernel(self.right, "right")

    @property
    def parts(self):
        """Both parts."""
        return self.left, self.right

    @property
    def positive_semidefinite(self):
        """Whether both parts are; None when one is unknown."""
        parts = {self.left.positive_semidefinite, self.right.positive_semidefinite}
        return None if None in parts else all(parts)

    @property
    def constant_diagonal(self):
        """Whether both parts have one."""
        return self.left.constant_diagonal and self.right.constant_diagonal


class _Wrapped(TakesPointsOfParts, Kernel):
    """A kernel made of one other, `kernel`."""

    def __post_init__(self):
        _require_kernel(self.kernel, "kernel")

    @property
    def parts(self):
        """The other, alone."""
        return (self.kernel,)

    @property
    def positive_semidefinite(self):
        """Whether the other is; None when that is unknown."""
        return self.kernel.positive_semidefinite

    @property
    def constant_diagonal(self):
        """Whether the other has one."""
        return self.kernel.constant_diagonal


@dataclass(frozen=True, repr=False)
class Sum(_Pair):
    """k(x, y) = k₁(x, y) + k₂(x, y): the features of both, side by side.

    Parameters
    ----------
    left, right : Kernel

    References
    ----------
    Catalogue: COURSE-kernel-sum.
    """

    left: Kernel
    right: Kernel

    def __repr__(self):
        if isinstance(self.right, Constant):
            return f"{self.left!r} + {_number(self.right.value)}"
        left = _number(self.left.value) if isinstance(self.left, Constant) else repr(self.left)
        return f"{left} + {self.right!r}"

    @property
    def latex(self):
        """The formula."""
        return f"{self.left.latex} + {self.right.latex}"

    def evaluate(self, X, Y):
        return kernel_sum(self.left.evaluate(X, Y), self.right.evaluate(X, Y))

    def evaluate_sums(self, X, Y, weights):
        return self.left.evaluate_sums(X, Y, weights) + self.right.evaluate_sums(X, Y, weights)

    def evaluate_sums_on_grid(self, *grid_and_points):
        return self.left.evaluate_sums_on_grid(*grid_and_points) + self.right.evaluate_sums_on_grid(
            *grid_and_points
        )

    def evaluate_diagonal(self, X):
        return self.left.evaluate_diagonal(X) + self.right.evaluate_diagonal(X)

    def evaluate_features(self, X):
        return np.hstack([self.left.evaluate_features(X), self.right.evaluate_features(X)])

    def count_features(self, p):
        counts = [part.count_features(p) for part in self.parts]
        return None if None in counts else sum(counts)


@dataclass(frozen=True, repr=False)
class Product(_Pair):
    """k(x, y) = k₁(x, y) k₂(x, y): all products of a feature of one with a feature of the other.

    Parameters
    ----------
    left, right : Kernel

    References
    ----------
    Catalogue: COURSE-kernel-product.
    """

    left: Kernel
    right: Kernel

    def __repr__(self):
        return f"{_factor(self.left)} * {_factor(self.right, (Sum, Product, Scaled))}"

    @property
    def latex(self):
        """The formula."""
        return f"{_factor_latex(self.left)}\\,{_factor_latex(self.right)}"

    def evaluate(self, X, Y):
        return kernel_product(self.left.evaluate(X, Y), self.right.evaluate(X, Y))

    def evaluate_diagonal(self, X):
        return self.left.evaluate_diagonal(X) * self.right.evaluate_diagonal(X)

    def evaluate_features(self, X):
        return _all_products(self.left.evaluate_features(X), self.right.evaluate_features(X))

    def count_features(self, p):
        counts = [part.count_features(p) for part in self.parts]
        return None if None in counts else counts[0] * counts[1]


@dataclass(frozen=True, repr=False)
class Scaled(_Wrapped):
    """k(x, y) = c k₁(x, y): every feature times √c.

    Parameters
    ----------
    factor : float, c ≥ 0
    kernel : Kernel

    References
    ----------
    Catalogue: COURSE-kernel-scaling.
    """

    factor: float
    kernel: Kernel

    def __post_init__(self):
        super().__post_init__()
        self._keep(factor=as_number(self.factor, "factor", 0, np.inf, "left"))

    def __repr__(self):
        return f"{_number(self.factor)} * {_factor(self.kernel)}"

    @property
    def latex(self):
        """The formula."""
        return f"{number_latex(self.factor)}\\,{_factor_latex(self.kernel)}"

    def evaluate(self, X, Y):
        return kernel_scaling(self.factor, self.kernel.evaluate(X, Y))

    def evaluate_sums(self, X, Y, weights):
        return self.factor * self.kernel.evaluate_sums(X, Y, weights)

    def evaluate_sums_on_grid(self, *grid_and_points):
        return self.factor * self.kernel.evaluate_sums_on_grid(*grid_and_points)

    def evaluate_diagonal(self, X):
        return self.factor * self.kernel.evaluate_diagonal(X)

    def evaluate_features(self, X):
        return self.factor**0.5 * self.kernel.evaluate_features(X)

    def count_features(self, p):
        return self.kernel.count_features(p)


@dataclass(frozen=True, repr=False)
class Power(_Wrapped):
    """k(x, y) = k₁(x, y)^m for a whole number m: a product of m equal kernels.

    Parameters
    ----------
    kernel : Kernel
    exponent : int, m ≥ 1
    """

    kernel: Kernel
    exponent: int

    def __post_init__(self):
        super().__post_init__()
        self._keep(exponent=as_integer(self.exponent, "exponent"))

    def __repr__(self):
        return f"{_factor(self.kernel, (Sum, Product, Scaled, Power))}**{self.exponent}"

    @property
    def latex(self):
        """The formula."""
        return f"\\left({self.kernel.latex}\\right)^{{{self.exponent}}}"

    def evaluate(self, X, Y):
        return self.kernel.evaluate(X, Y) ** self.exponent

    def evaluate_diagonal(self, X):
        return self.kernel.evaluate_diagonal(X) ** self.exponent

    def evaluate_features(self, X):
        return functools.reduce(_all_products, [self.kernel.evaluate_features(X)] * self.exponent)

    def count_features(self, p):
        count = self.kernel.count_features(p)
        return None if count is None else count**self.exponent


def _all_products(A, B):
    """Every column of A times every column of B."""
    return (A[:, :, None] * B[:, None, :]).reshape(len(A), -1)


def _is_term(value):
    return isinstance(value, Kernel | numbers.Real) and not isinstance(value, bool)


def _require_kernel(value, name):
    if not isinstance(value, Kernel):
        raise ValueError(f"{name} must be a kernel such as RBF(gamma=1.0), got {value!r}.")


def _as_term(value):
    return value if isinstance(value, Kernel) else Constant(value)


def _factor(kernel, loose=(Sum,)):
    return f"({kernel!r})" if isinstance(kernel, loose) else repr(kernel)


def _factor_latex(kernel):
    return f"({kernel.latex})" if isinstance(kernel, Sum | Scaled | Constant) else kernel.latex


def _number(value):
    """Write a number shortly, if what is read back is the same number."""
    short = f"{value:g}"
    return short if float(short) == value else repr(value)


def number_latex(value):
    """Write a number in LaTeX, to six digits.

    Parameters
    ----------
    value : float

    Returns
    -------
    str, such as "0.25"; very large and small ones as a number times a power of ten
    """
    digits, _, exponent = f"{value:g}".partition("e")
    if not exponent:
        return digits
    power = f"10^{{{int(exponent)}}}"
    return power if digits == "1" else f"{digits} \\cdot {power}"
