"""Kernels as values: call one for a Gram matrix, add, multiply and scale them.

First the equations, as functions of two sets of points; then the feature maps that have coordinates; then
the kernels that carry their parameters.
"""

import dataclasses
import functools
import numbers
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, factorial

import numpy as np
from scipy.spatial.distance import cdist

from kernelsy19 import gram
from kernelsy19.equations import implements
from kernelsy19.gram import LOW_DIMENSION
from kernelsy19.validation import as_gram, as_integer, as_matrix, as_number, as_vector

BLOCK_ENTRIES = 2**18  # kernel values that are held at once while they are summed up
CACHED_ENTRIES = 2**14  # squared distances that one step after the other works on while they are in the cache


@implements("MSA220-linear")
def linear(X, Y):
    """K(x, y) = x·y.

    Parameters
    ----------
    X : (n, p) array
    Y : (m, p) array

    Returns
    -------
    (n, m) array
    """
    return X @ Y.T


@implements("MSA220-polynomial")
def polynomial(X, Y, degree, gamma, offset):
    """K(x, y) = (γ x·y + r)^d.

    Parameters
    ----------
    X : (n, p) array
    Y : (m, p) array
    degree : int, d ≥ 1
    gamma : float, the slope γ > 0
    offset : float, r ≥ 0

    Returns
    -------
    (n, m) array
    """
    return (gamma * X @ Y.T + offset) ** degree


@implements("MSA220-rbf")
def rbf(X, Y, gamma):
    """K(x, y) = exp(−γ ‖x − y‖²), with ‖·‖ the Euclidean norm.

    Parameters
    ----------
    X : (n, p) array
    Y : (m, p) array
    gamma : float, γ > 0, in inverse squared units of x

    Returns
    -------
    (n, m) array, entries in (0, 1]
    """
    return np.exp(-gamma * squared_euclidean(X, Y))


@implements("MSA220-laplacian")
def laplacian(X, Y, gamma):
    """K(x, y) = exp(−γ ‖x − y‖₁), with ‖·‖₁ the sum of absolute differences.

    Parameters
    ----------
    X : (n, p) array
    Y : (m, p) array
    gamma : float, γ > 0, in inverse units of x

    Returns
    -------
    (n, m) array, entries in (0, 1]
    """
    return np.exp(-gamma * cdist(X, Y, "cityblock"))


@implements("MSA220-sigmoid")
def sigmoid(X, Y, gamma, offset):
    """K(x, y) = tanh(γ x·y + r). Not positive semidefinite in general.

    Parameters
    ----------
    X : (n, p) array
    Y : (m, p) array
    gamma : float, the slope γ
    offset : float, r

    Returns
    -------
    (n, m) array, entries in (−1, 1)
    """
    return np.tanh(gamma * X @ Y.T + offset)


def squared_euclidean(X, Y):
    """‖x − y‖² for all pairs.

    Parameters
    ----------
    X : (n, p) array
    Y : (m, p) array

    Returns
    -------
    (n, m) array, in squared units of x

    Notes
    -----
    Up to 8 dimensions the differences are formed, which is exact to rounding. Above, ‖x‖² − 2 x·y + ‖y‖² on
    centered data is one matrix product; its error is of the order 1e-16 of the largest squared norm.
    """
    if X.shape[1] <= LOW_DIMENSION:
        return cdist(X, Y, "sqeuclidean")
    center = Y.mean(axis=0)
    A = X - center
    B = A if X is Y else Y - center  # of A Aᵀ NumPy computes half
    D = A @ B.T
    a, b = np.einsum("ij,ij->i", A, A), np.einsum("ij,ij->i", B, B)
    rows = max(1, CACHED_ENTRIES // len(B))
    for s in range(0, len(A), rows):
        part = D[s : s + rows]
        part *= -2
        part += np.add.outer(a[s : s + rows], b)
        np.maximum(part, 0, out=part)
    if X is Y:
        np.fill_diagonal(D, 0)
    return D


@implements("PR-transform-squares")
def squares(X):
    """Φ(x) = (x₁², x₂²): a circle around the origin becomes a line.

    Parameters
    ----------
    X : (n, 2) array

    Returns
    -------
    (n, 2) array
    """
    return X**2


@implements("PR-transform-squares-and-second")
def squares_and_second(X):
    """Φ(x) = (x₁², x₂², x₂): circles with a center on the second axis become planes.

    Parameters
    ----------
    X : (n, 2) array

    Returns
    -------
    (n, 3) array
    """
    return np.column_stack([X[:, 0] ** 2, X[:, 1] ** 2, X[:, 1]])


@implements("PR-transform-quadratic")
def quadratic_features(X):
    """Φ(x) = (x₁², x₂², x₁x₂, x₁, x₂): every conic becomes a plane.

    Parameters
    ----------
    X : (n, 2) array

    Returns
    -------
    (n, 5) array
    """
    x1, x2 = X[:, 0], X[:, 1]
    return np.column_stack([x1**2, x2**2, x1 * x2, x1, x2])


@implements("KPCA11-lift")
def lift_to_paraboloid(X):
    """Φ(x) = (x₁, x₂, x₁² + x₂²): the plane is laid on a bowl.

    Parameters
    ----------
    X : (n, 2) array

    Returns
    -------
    (n, 3) array
    """
    return np.column_stack([X, (X**2).sum(axis=1)])


@implements("MSA220-explicit-map")
def six_features(X):
    """Φ(x) = (1, √2 x₁, √2 x₂, x₁², x₂², √2 x₁x₂), whose dot product is (1 + x·y)².

    Parameters
    ----------
    X : (n, 2) array

    Returns
    -------
    (n, 6) array
    """
    x1, x2 = X[:, 0], X[:, 1]
    r = np.sqrt(2)
    return np.column_stack([np.ones(len(X)), r * x1, r * x2, x1**2, x2**2, r * x1 * x2])


def monomials(p, degree, offset=True):
    """Exponents of the monomials that make up (x·y + r)^d.

    Parameters
    ----------
    p : int, number of variables
    degree : int, d
    offset : bool, whether the lower degrees belong to it (r > 0)

    Returns
    -------
    (D, p) int array, one row of exponents a coordinate; D = C(p + d, d) with the lower degrees
    """
    degrees = range(degree + 1) if offset else [degree]
    choices = [c for d in degrees for c in combinations_with_replacement(range(p), d)]
    return np.array([np.bincount(np.array(c, dtype=int), minlength=p) for c in choices]).reshape(-1, p)


def n_monomials(p, degree):
    """Count the monomials of p variables up to a degree: C(p + d, d).

    Parameters
    ----------
    p : int, number of variables
    degree : int, d

    Returns
    -------
    int
    """
    return comb(p + degree, degree)


class Kernel:
    """A kernel k(x, y) with its parameters: an immutable value.

    `k(X)` is the Gram matrix of the rows of X, `k(X, Y)` the kernel values between two sets. Kernels of equal
    parameters are equal; `k1 + k2`, `k1 * k2`, `2 * k`, `k + 1` and `k**2` are kernels again.
    """

    positive_semidefinite = True
    constant_diagonal = False
    __array_ufunc__ = None

    def __call__(self, X, Y=None):
        """Kernel values between the rows of X and the rows of Y.

        Parameters
        ----------
        X : array_like, (n, p)
        Y : array_like, (m, p), or None for Y = X

        Returns
        -------
        (n, m) ndarray; the Gram matrix (n, n), symmetric to the last bit, when Y is None

        Raises
        ------
        ValueError
            If X or Y is not a finite real matrix, or their numbers of columns differ.
        """
        if Y is None:
            return self.evaluate_gram(as_matrix(X, "X"))
        return self.evaluate(*self._checked(X, Y))

    def evaluate(self, X, Y):
        """Kernel values between checked matrices: what a new kernel defines."""
        raise NotImplementedError

    def evaluate_gram(self, X):
        """Gram matrix of a checked matrix, symmetric to the last bit."""
        return _symmetric(self.evaluate(X, X))

    def sums(self, X, Y, weights):
        """Σⱼ wⱼ k(x, yⱼ), that is `k(X, Y) @ weights` without the memory for k(X, Y).

        Parameters
        ----------
        X : array_like, (m, p)
        Y : array_like, (n, p)
        weights : array_like, (n,) or (n, q)

        Returns
        -------
        (m,) or (m, q) ndarray

        Raises
        ------
        ValueError
            As for kernel values; also if there is not one weight, or one row of weights, for each row of Y.
        """
        X, Y = self._checked(X, Y)
        check = as_vector if np.ndim(weights) == 1 else as_matrix
        weights = check(weights, "weights")
        if len(weights) != len(Y):
            raise ValueError(
                f"weights must hold one row for each of the {len(Y)} rows of Y, got {len(weights)}."
            )
        return self.evaluate_sums(X, Y, weights)

    def evaluate_sums(self, X, Y, weights):
        """Sums for checked arrays: kernel values of some rows of X at a time."""
        total = np.empty((len(X), *weights.shape[1:]))
        rows = max(1, BLOCK_ENTRIES // len(Y))
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
        `RBF` and `Laplacian` are products of a factor of the first coordinate and one of the second. Their sums on the
        whole grid are one product of two small matrices, with n(w + h) exponentials in the place of n·w·h.
        """
        Y = as_matrix(Y, "Y", n_features=2)
        return self.evaluate_sums_on_grid(
            as_vector(x, "x"), as_vector(y, "y"), Y, as_vector(weights, "weights", len(Y))
        )

    def evaluate_sums_on_grid(self, x, y, Y, weights):
        """Sums on a grid for checked arrays: point by point."""
        points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        return self.evaluate_sums(points, Y, weights).reshape(len(y), len(x))

    def _checked(self, X, Y):
        X = as_matrix(X, "X")
        return X, as_matrix(Y, "Y", n_features=X.shape[1])

    def diagonal(self, X):
        """K(x, x) of each point.

        Parameters
        ----------
        X : array_like, (n, p)

        Returns
        -------
        (n,) ndarray
        """
        return self.evaluate_diagonal(as_matrix(X, "X"))

    def evaluate_diagonal(self, X):
        """K(x, x) of each row of a checked matrix."""
        return np.array([self.evaluate(x[None], x[None])[0, 0] for x in X])

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
            If the kernel has no feature map with finitely many known coordinates.
        """
        return self.evaluate_features(as_matrix(X, "X"))

    def evaluate_features(self, X):
        """Coordinates of each row of a checked matrix."""
        raise ValueError(f"{self!r} has no feature map with finitely many coordinates.")

    def get_params(self, deep=True):
        """Return the parameters by name; with `deep`, those of the parts as `part__name` too.

        Parameters
        ----------
        deep : bool

        Returns
        -------
        dict
        """
        params = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        if deep:
            for name, part in list(params.items()):
                if isinstance(part, Kernel):
                    params |= {f"{name}__{key}": value for key, value in part.get_params().items()}
        return params

    def with_params(self, **changes):
        """Return the kernel with some parameters changed, e.g. `k.with_params(left__gamma=2.0)`.

        Parameters
        ----------
        **changes : new values by name, `part__name` for the parameters of a part

        Returns
        -------
        Kernel

        Raises
        ------
        ValueError
            If the kernel has no such parameter.
        """
        own, parts = {}, {}
        for name, value in changes.items():
            head, _, tail = name.partition("__")
            if head not in self.get_params(deep=False):
                raise ValueError(f"{self!r} has no parameter {name!r}; it has {sorted(self.get_params())}.")
            if tail and not isinstance(getattr(self, head), Kernel):
                raise ValueError(f"{head!r} of {self!r} is not a kernel: it has no parameter {tail!r}.")
            if tail:
                parts.setdefault(head, {})[tail] = value
            else:
                own[head] = value
        kernel = dataclasses.replace(self, **own)
        changed = {head: getattr(kernel, head).with_params(**tails) for head, tails in parts.items()}
        return dataclasses.replace(kernel, **changed)

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

    def _keep(self, **values):
        """Store checked parameters as plain numbers, while the value is being made."""
        for name, value in values.items():
            object.__setattr__(self, name, value)


@dataclass(frozen=True)
class Linear(Kernel):
    """k(x, y) = x·y, the dot product of the input space itself.

    References
    ----------
    Catalogue: MSA220-linear.
    """

    latex = r"x^\top y"

    def evaluate(self, X, Y):
        return linear(X, Y)

    def evaluate_sums(self, X, Y, weights):
        return X @ (Y.T @ weights)

    def evaluate_diagonal(self, X):
        return np.einsum("ij,ij->i", X, X)

    def evaluate_features(self, X):
        return X.copy()


@dataclass(frozen=True)
class Polynomial(Kernel):
    """k(x, y) = (γ x·y + r)^d.

    Parameters
    ----------
    degree : int, d ≥ 1
    gamma : float, the slope γ > 0
    offset : float, r ≥ 0; with r = 0 the kernel is homogeneous

    References
    ----------
    Catalogue: MSA220-polynomial, MSA220-explicit-map.
    """

    degree: int = 2
    gamma: float = 1.0
    offset: float = 1.0

    def __post_init__(self):
        self._keep(
            degree=as_integer(self.degree, "degree"),
            gamma=as_number(self.gamma, "gamma", 0, np.inf, "neither"),
            offset=as_number(self.offset, "offset", 0, np.inf, "left"),
        )

    @property
    def latex(self):
        """The formula."""
        slope = "" if self.gamma == 1 else f"{_number_latex(self.gamma)}\\,"
        offset = f" + {_number_latex(self.offset)}" if self.offset else ""
        return f"({slope}x^\\top y{offset})^{{{self.degree}}}"

    def evaluate(self, X, Y):
        return polynomial(X, Y, self.degree, self.gamma, self.offset)

    def evaluate_diagonal(self, X):
        return (self.gamma * np.einsum("ij,ij->i", X, X) + self.offset) ** self.degree

    def evaluate_features(self, X):
        exponents = monomials(X.shape[1], self.degree, self.offset > 0)
        weights = np.sqrt([self._coefficient(a) for a in exponents])
        return weights * np.prod(X[:, None, :] ** exponents, axis=2)

    def feature_names(self, p):
        r"""Name the coordinates of the feature map.

        Parameters
        ----------
        p : int, number of variables

        Returns
        -------
        list of str, LaTeX such as `\sqrt{2}\,x_1 x_2`
        """
        exponents = monomials(p, self.degree, self.offset > 0)
        return [_monomial_latex(self._coefficient(a), a) for a in exponents]

    def _coefficient(self, exponents):
        """Multinomial coefficient times γ^|a| r^(d − |a|)."""
        total = int(exponents.sum())
        ways = comb(self.degree, total) * factorial(total)
        for a in exponents:
            ways //= factorial(int(a))
        return ways * self.gamma**total * float(self.offset) ** (self.degree - total)


class _Stationary(Kernel):
    """A kernel of x − y alone with k(x, x) = 1."""

    constant_diagonal = True
    WIDTHS = {}

    def __post_init__(self):
        self._keep(gamma=as_number(self.gamma, "gamma", 0, np.inf, "neither"))

    def evaluate_diagonal(self, X):
        return np.ones(len(X))

    @classmethod
    def from_width(cls, width, convention):
        """Make the kernel from a width in the notation of a source.

        Parameters
        ----------
        width : float, > 0
        convention : str, what stands for γ in the source: "gamma", "1/s", "1/s^2" or, for `RBF`, "1/(2s^2)"

        Returns
        -------
        Kernel

        Raises
        ------
        ValueError
            If the convention is not one of these, or width ≤ 0.
        """
        as_number(width, "width", 0, np.inf, "neither")
        to_gamma, _ = cls._convention(convention)
        return cls(gamma=to_gamma(width))

    def width(self, convention):
        """Return the width that a source would write for this kernel; undoes `from_width`.

        Parameters
        ----------
        convention : str, as for `from_width`

        Returns
        -------
        float
        """
        _, from_gamma = self._convention(convention)
        return from_gamma(self.gamma)

    @classmethod
    def _convention(cls, name):
        if name not in cls.WIDTHS:
            raise ValueError(f"convention must be one of {list(cls.WIDTHS)}, got {name!r}.")
        return cls.WIDTHS[name]


@dataclass(frozen=True)
class RBF(_Stationary):
    """k(x, y) = exp(−γ ‖x − y‖²), the Gaussian kernel.

    Parameters
    ----------
    gamma : float, γ > 0, in inverse squared units of x

    References
    ----------
    Catalogue: MSA220-rbf.
    """

    gamma: float = 1.0

    WIDTHS = {
        "gamma": (lambda s: s, lambda g: g),
        "1/s": (lambda s: 1 / s, lambda g: 1 / g),
        "1/s^2": (lambda s: 1 / s**2, lambda g: 1 / g**0.5),
        "1/(2s^2)": (lambda s: 1 / (2 * s**2), lambda g: 1 / (2 * g) ** 0.5),
    }

    @property
    def latex(self):
        """The formula."""
        return f"\\exp(-{_number_latex(self.gamma)}\\,\\|x - y\\|^2)"

    def evaluate(self, X, Y):
        if not gram.is_large(X, Y):
            # rbf(X, Y, γ) to the last bit, in the memory of the distances: two matrices fewer for the system to find.
            D = squared_euclidean(X, Y)
            D *= -self.gamma
            return np.exp(D, out=D)
        return gram.rbf_gram(X, self.gamma) if X is Y else gram.rbf_values(X, Y, self.gamma)

    def evaluate_gram(self, X):
        return self.evaluate(X, X)  # symmetric by construction: distances, products of X with itself, tiles

    def evaluate_sums(self, X, Y, weights):
        if not gram.is_large(X, Y):
            return super().evaluate_sums(X, Y, weights)
        return gram.rbf_sums(X, Y, weights, self.gamma)

    def evaluate_sums_on_grid(self, x, y, Y, weights):
        return gram.rbf_sum_on_grid(x, y, Y, weights, self.gamma)


@dataclass(frozen=True)
class Laplacian(_Stationary):
    """k(x, y) = exp(−γ ‖x − y‖₁).

    Parameters
    ----------
    gamma : float, γ > 0, in inverse units of x

    References
    ----------
    Catalogue: MSA220-laplacian.
    """

    gamma: float = 1.0

    WIDTHS = {name: RBF.WIDTHS[name] for name in ("gamma", "1/s", "1/s^2")}

    @property
    def latex(self):
        """The formula."""
        return f"\\exp(-{_number_latex(self.gamma)}\\,\\|x - y\\|_1)"

    def evaluate(self, X, Y):
        return laplacian(X, Y, self.gamma)

    def evaluate_sums_on_grid(self, x, y, Y, weights):
        along_x, along_y = self.evaluate(x[:, None], Y[:, :1]), self.evaluate(y[:, None], Y[:, 1:])
        return (along_y * weights) @ along_x.T


@dataclass(frozen=True)
class Sigmoid(Kernel):
    """k(x, y) = tanh(γ x·y + r), which is not positive semidefinite in general.

    Parameters
    ----------
    gamma : float, the slope γ
    offset : float, r

    References
    ----------
    Catalogue: MSA220-sigmoid.
    """

    gamma: float = 1.0
    offset: float = 0.0

    positive_semidefinite = False

    def __post_init__(self):
        self._keep(
            gamma=as_number(self.gamma, "gamma", closed="neither"),
            offset=as_number(self.offset, "offset", closed="neither"),
        )

    @property
    def latex(self):
        """The formula."""
        sign = "-" if self.offset < 0 else "+"
        offset = f" {sign} {_number_latex(abs(self.offset))}" if self.offset else ""
        return f"\\tanh({_number_latex(self.gamma)}\\,x^\\top y{offset})"

    def evaluate(self, X, Y):
        return sigmoid(X, Y, self.gamma, self.offset)

    def evaluate_diagonal(self, X):
        return np.tanh(self.gamma * np.einsum("ij,ij->i", X, X) + self.offset)


@dataclass(frozen=True)
class Constant(Kernel):
    """k(x, y) = c: one feature that is √c everywhere.

    Parameters
    ----------
    value : float, c ≥ 0
    """

    value: float = 1.0

    constant_diagonal = True

    def __post_init__(self):
        self._keep(value=as_number(self.value, "value", 0, np.inf, "left"))

    @property
    def latex(self):
        """The formula."""
        return _number_latex(self.value)

    def evaluate(self, X, Y):
        return np.full((len(X), len(Y)), float(self.value))

    def evaluate_diagonal(self, X):
        return np.full(len(X), float(self.value))

    def evaluate_features(self, X):
        return np.full((len(X), 1), self.value**0.5)


class _Pair(Kernel):
    """A kernel of two parts, `left` and `right`."""

    def __post_init__(self):
        _require_kernel(self.left, "left")
        _require_kernel(self.right, "right")

    @property
    def positive_semidefinite(self):
        """Whether both parts are; None when one is unknown."""
        parts = {self.left.positive_semidefinite, self.right.positive_semidefinite}
        return None if None in parts else all(parts)

    @property
    def constant_diagonal(self):
        """Whether both parts have one."""
        return self.left.constant_diagonal and self.right.constant_diagonal


class _Wrapped(Kernel):
    """A kernel made of one other, `kernel`."""

    def __post_init__(self):
        _require_kernel(self.kernel, "kernel")

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
        return f"{_number_latex(self.factor)}\\,{_factor_latex(self.kernel)}"

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


@dataclass(frozen=True)
class Precomputed(Kernel):
    """Kernel values that were computed elsewhere stand in the place of the points.

    `Precomputed()(K)` is the Gram matrix K itself; `Precomputed()(K_new, K)` is K_new, the (m, n) matrix of
    kernel values between m new points and the n points of K.
    """

    latex = r"K_{xy}"
    positive_semidefinite = None

    def _checked(self, X, Y):
        return as_matrix(X, "X"), as_matrix(Y, "Y")

    def evaluate(self, X, Y):
        if X.shape[1] != len(Y):
            raise ValueError(
                f"Precomputed kernel values must have shape (m, {len(Y)}), one column a training point, "
                f"got {X.shape}."
            )
        return as_gram(X, "K") if X is Y else X

    def evaluate_diagonal(self, X):
        if X.shape[0] != X.shape[1]:
            raise ValueError(
                f"K(x, x) of new points is not among precomputed values of shape {X.shape}; "
                "pass it separately."
            )
        return np.diagonal(X).copy()


@dataclass(frozen=True)
class FunctionKernel(Kernel):
    """A kernel from a function of two sets of points.

    Parameters
    ----------
    function : callable, (n, p) and (m, p) arrays → (n, m) array; `pointwise` makes one from k(x, y)
    """

    function: Callable

    positive_semidefinite = None

    def __post_init__(self):
        if not callable(self.function):
            raise ValueError(f"function must be a function of (X, Y), got {self.function!r}.")

    @property
    def latex(self):
        """The formula."""
        name = getattr(self.function, "__name__", "k")
        name = name.replace("_", r"\_") if name.isidentifier() else "k"
        return f"\\mathrm{{{name}}}(x, y)"

    def evaluate(self, X, Y):
        wanted = f"The kernel function of {X.shape} and {Y.shape} must return shape {(len(X), len(Y))}"
        advice = "If it takes two points and returns a number, use pointwise(function)."
        try:
            K = np.asarray(self.function(X, Y), dtype=float)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{wanted}, but it raised {type(error).__name__}: {error}. {advice}") from error
        if K.shape != (len(X), len(Y)):
            raise ValueError(f"{wanted}, got {K.shape}. {advice}")
        return as_gram(K, "k(X, X)") if X is Y else as_matrix(K, "k(X, Y)")


def pointwise(function):
    """Make a function of two sets of points from k(x, y), a function of two points.

    Parameters
    ----------
    function : callable, (p,) and (p,) arrays → float

    Returns
    -------
    callable, (n, p) and (m, p) arrays → (n, m) array
    """

    def matrix(X, Y):
        return np.array([[function(x, y) for y in Y] for x in X], dtype=float)

    matrix.__name__ = getattr(function, "__name__", "k")
    return matrix


def as_kernel(kernel):
    """Return a kernel value: a `Kernel` itself, or a `FunctionKernel` of a callable.

    Parameters
    ----------
    kernel : Kernel or callable

    Returns
    -------
    Kernel

    Raises
    ------
    ValueError
        If kernel is neither.
    """
    if isinstance(kernel, Kernel):
        return kernel
    if callable(kernel) and not isinstance(kernel, type):
        return FunctionKernel(kernel)
    raise ValueError(
        f"kernel must be a kernel such as RBF(gamma=1.0) or a function of (X, Y), got {kernel!r}."
    )


@implements("COURSE-kernel-sum")
def kernel_sum(K1, K2):
    """K = K₁ + K₂ is a kernel: zᵀKz = zᵀK₁z + zᵀK₂z ≥ 0.

    Parameters
    ----------
    K1, K2 : (n, m) arrays

    Returns
    -------
    (n, m) array
    """
    return K1 + K2


@implements("COURSE-kernel-product")
def kernel_product(K1, K2):
    """K = K₁ ∘ K₂, entry by entry, is a kernel (Schur, 1911): its features are products of features.

    Parameters
    ----------
    K1, K2 : (n, m) arrays

    Returns
    -------
    (n, m) array
    """
    return K1 * K2


@implements("COURSE-kernel-scaling")
def kernel_scaling(c, K):
    """C K with c ≥ 0 is a kernel: its features are those of K times √c.

    Parameters
    ----------
    c : float, ≥ 0
    K : (n, m) array

    Returns
    -------
    (n, m) array
    """
    return c * K


def _symmetric(K):
    """Make K equal to its transpose to the last bit by copying the upper triangle down."""
    if not (K == K.T).all():
        K = np.triu(K) + np.triu(K, 1).T
    return K


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


def _number_latex(value):
    digits, _, exponent = f"{value:g}".partition("e")
    if not exponent:
        return digits
    power = f"10^{{{int(exponent)}}}"
    return power if digits == "1" else f"{digits} \\cdot {power}"


def _monomial_latex(coefficient, exponents):
    powers = [f"x_{{{j + 1}}}" if a == 1 else f"x_{{{j + 1}}}^{{{a}}}" for j, a in enumerate(exponents) if a]
    if coefficient == 1:
        return " ".join(powers) or "1"
    root = coefficient**0.5
    weight = _number_latex(root) if root.is_integer() else f"\\sqrt{{{_number_latex(coefficient)}}}"
    return "\\,".join([weight, *powers])
