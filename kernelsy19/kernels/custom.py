"""Kernels that a reader brings: a Gram matrix at hand, a function of two points or of two sets; and the default."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kernelsy19.kernels.kernel import Kernel
from kernelsy19.kernels.vector_kernels import RBF
from kernelsy19.validation import as_function, as_gram, as_matrix, as_points, shown


@dataclass(frozen=True)
class Precomputed(Kernel):
    """Kernel values that were computed elsewhere stand in the place of the points.

    `Precomputed()(K)` is the Gram matrix K itself; `Precomputed()(K_new, K)` is K_new, the (m, n) matrix of kernel
    values between m new points and the n points of K."""

    latex = r"K_{xy}"
    positive_semidefinite = None
    precomputed = True

    def two_sets(self, X, Y, name="Y"):
        """Kernel values of new points, and those of the points themselves; `evaluate` compares their sizes."""
        return self.points(X), self.points(Y, name)

    def evaluate(self, X, Y):
        if X.shape[1] != len(Y):
            raise ValueError(
                f"Precomputed kernel values must have shape (m, {len(Y)}), one column a training point, "
                f"got {X.shape}."
            )
        return as_gram(X, "K") if X is Y else X


@Kernel.evaluate_diagonal.of(Precomputed)
def _diagonal_at_hand(k, X):
    if X.shape[0] != X.shape[1]:
        raise ValueError(f"K(x, x) of new points is not among values of shape {X.shape}; pass it separately.")
    return np.diagonal(X).copy()


@dataclass(frozen=True)
class FunctionKernel(Kernel):
    """A kernel from a function of two sets of points.

    Parameters
    ----------
    function : callable, (n, p) and (m, p) arrays → (n, m) array; `pointwise` makes one from k(x, y)
    points_from : callable or None
        None says that points are rows of numbers. `list` says that they are objects of any kind, such as strings, and
        another function may check them as well; `function` then gets two (n,) arrays of objects.

    Examples
    --------
    >>> common_letters = pointwise(lambda a, b: len(set(a) & set(b)))
    >>> FunctionKernel(common_letters, points_from=list)(["kernel", "nerve"])
    array([[5., 3.],
           [3., 4.]])
    """

    function: Callable
    points_from: Callable | None = None

    positive_semidefinite = None

    def __post_init__(self):
        if not callable(self.function):
            raise ValueError(f"function must be a function of (X, Y), got {shown(self.function)}.")
        if self.points_from is not None and not callable(self.points_from):
            raise ValueError(
                f"points_from must be a function like list, or None, got {shown(self.points_from)}."
            )

    def as_points(self, X, name="X"):
        """Rows of numbers, or what `points_from` makes of X."""
        return super().as_points(X, name) if self.points_from is None else self.points_from(X)

    @property
    def takes_rows(self):
        """Whether points are rows of numbers."""
        return self.points_from is None

    @property
    def _name(self):
        """The name of the function, k where it has none that can be written."""
        name = getattr(self.function, "__name__", "k")
        return name if name.isidentifier() else "k"

    def evaluate(self, X, Y):
        name = self._name
        wanted = f"The kernel function {name} of {X.shape} and {Y.shape} must return shape {(len(X), len(Y))}"
        advice = "If it takes two points and returns a number, use pointwise(function)."
        try:
            values = self.function(X, Y)
            shape = np.shape(values)
        except Exception as error:  # whatever the function of a reader does
            raise ValueError(f"{wanted}, but it raised {type(error).__name__}: {error}. {advice}") from error
        if shape != (len(X), len(Y)):
            raise ValueError(f"{wanted}, got {shape}. {advice}")
        return as_gram(values, f"{name}(X, X)") if X is Y else as_matrix(values, f"{name}(X, Y)")


def pointwise(function):
    """Make a function of two sets of points from k(x, y), a function of two points.

    Parameters
    ----------
    function : callable, (p,) and (p,) arrays, or two objects of another kind → float

    Returns
    -------
    callable, (n, p) and (m, p) arrays, or arrays of n and of m objects → (n, m) array
    """
    return _Pointwise(as_function(function, "function", "(x, y), two points"))


@dataclass(frozen=True)
class _Pointwise:
    """A function of two sets of points from one of two points: a value, which can be compared and saved with that."""

    function: Callable

    @property
    def __name__(self):
        return getattr(self.function, "__name__", "k")

    def __call__(self, X, Y):
        return np.array([[self.function(x, y) for y in Y] for x in X])


def as_kernel(kernel, name="kernel"):
    """Return a kernel value: a `Kernel` itself, or a `FunctionKernel` of a callable.

    Parameters
    ----------
    kernel : Kernel or callable
    name : str, what the error calls it

    Returns
    -------
    Kernel
    """
    if isinstance(kernel, Kernel):
        return kernel
    if callable(kernel) and not isinstance(kernel, type):
        return FunctionKernel(kernel)
    raise ValueError(
        f"{name} must be a kernel such as RBF(gamma=1.0) or a function of (X, Y), got {shown(kernel)}."
    )


def as_kernel_on_grid(kernel, name):
    """Return a kernel value that has values anywhere."""
    kernel = as_kernel(kernel, name)
    if is_precomputed(kernel):
        raise ValueError("a grid has no precomputed kernel values; use decision_function.")
    return kernel


def is_precomputed(kernel):
    """Tell whether the place of the points is taken by kernel values.

    Parameters
    ----------
    kernel : Kernel, callable or None

    Returns
    -------
    bool, True for `Precomputed()` and for sums, products and multiples of it
    """
    return isinstance(kernel, Kernel) and kernel.precomputed


def default_kernel(X):
    """The kernel of an estimator that was given none.

    Parameters
    ----------
    X : (n, p) array_like

    Returns
    -------
    RBF, with γ = 1/(p · variance of X), scikit-learn's "scale"; γ = 1 where X does not vary
    """
    X = as_points(X)
    # The mean of equal numbers is off by rounding, which would be taken for a variance.
    return RBF(gamma=1.0 if X.max() == X.min() else 1 / (X.shape[1] * X.var()))
