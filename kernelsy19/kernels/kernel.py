"""What a kernel is: a value with one method, `evaluate`, from which all that methods ask of a kernel follows."""

import numpy as np

from kernelsy19 import signatures
from kernelsy19.gram import KernelGram, MatrixGram
from kernelsy19.kernels import contract
from kernelsy19.kernels.named_parameters import HasParameters
from kernelsy19.kernels.ways import Way, load_declared
from kernelsy19.validation import as_array, as_axis, as_matrix, as_objects, as_points, as_vector, require_size

LARGEST_FEATURES = 2**28  # bytes of a feature map: what it takes to compute is some ten times as much
SUMMED_ENTRIES = 2**18  # kernel values that are held at once while they are summed up: 2 MB, the second cache


class Kernel(HasParameters):
    """A kernel k(x, y) with its parameters: an immutable value.

    `k(X)` is the Gram matrix of the points X, `k(X, Y)` the kernel values between two sets. Kernels of equal
    parameters are equal; `k1 + k2`, `k1 * k2`, `2 * k`, `k + 1` and `k**2` are kernels again (see `algebra.py`).

    A new kernel is a frozen dataclass with one method, `evaluate(X, Y)`. Points are rows of numbers, unless it says
    with `as_points` what else they are. What takes less time than `evaluate` is declared, see `faster_ways.py`.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Square(Kernel):
    ...     def evaluate(self, X, Y):
    ...         return (X @ Y.T) ** 2
    >>> Square()([[1.0, 2.0], [3.0, 0.0]])
    array([[25.,  9.],
           [ 9., 81.]])
    """

    positive_semidefinite = True  # None where it is not known: then solvers check each Gram matrix
    constant_diagonal = False  # whether k(x, x) is one number for all x
    product_over_columns = False  # whether k(x, y) = Πⱼ k(xⱼ, yⱼ)
    any_points = False  # whether nothing of the points counts but their number
    precomputed = False  # whether kernel values stand in the place of the points
    made_of = ()  # other kernels
    __array_ufunc__ = None  # 2.0 * k is for the kernel to say, also where 2.0 is NumPy's

    # `algebra.py`, which is read after this file, says what these make of kernels.
    __add__ = __radd__ = __mul__ = __rmul__ = __pow__ = contract.refuse_after_reload

    def __init_subclass__(cls, **kwargs):
        """Let what is too small for a number be 0, however strict the caller; check what a reader's kernel returns."""
        super().__init_subclass__(**kwargs)
        if "evaluate" in vars(cls):
            evaluate = cls.evaluate if contract.is_ours(cls) else contract.checked(cls.evaluate)
            cls.evaluate = np.errstate(under="ignore")(evaluate)

    def __new__(cls, *args, **kwargs):
        """Refuse a class that is no value, or that does not say what the kernel is."""
        load_declared()
        contract.require_class(cls, Kernel)
        return super().__new__(cls)

    def evaluate(self, X, Y):
        """Kernel values between checked points, an (n, m) array: what a new kernel defines."""
        raise NotImplementedError

    def __call__(self, X, Y=None):
        """Kernel values between the points X and the points Y, or all of X where Y is None.
        X (n, p), or what else the kernel takes as n points; Y (m, p), or m such points, or None → (n, m); the Gram
        matrix (n, n), symmetric to the last bit, when Y is None

        ValueError if X or Y does not hold points as the kernel takes them, their numbers of columns differ, the values
        would not fit into memory, or k(x, x) is too large for a float."""
        with signatures.around({"X": X, "Y": Y}):
            if Y is None:
                X = self.points(X)
                require_size(f"The Gram matrix of {self!r} would have", len(X), len(X))
                contract.require_finite(self, X)
                return self.evaluate_gram(X)
            X, Y = self.two_sets(X, Y)
            require_size(f"The values of {self!r} would have", len(X), len(Y))
            contract.require_finite(self, X, Y)
            return self.evaluate(X, Y)

    @Way
    def evaluate_gram(self, X):
        """Gram matrix of checked points, symmetric to the last bit."""
        return contract.symmetric(self.evaluate(X, X), self)

    # ---- points --------------------------------------------------------------------------------

    def as_points(self, X, name="X"):
        """Check points and convert them to what `evaluate` works on; a kernel on other things has its own.
        X: what the kernel takes as points, here (n, p); name: str, what an error calls it → (n, p) of float64; another
        kernel may return a list, a tuple or an array of n points of any kind, and takes that again"""
        return (as_matrix if self.precomputed else as_points)(X, name)

    @property
    def takes_rows(self):
        """Whether points are rows of numbers, as they are where a kernel has no `as_points` of its own."""
        return type(self).as_points is Kernel.as_points

    def points(self, X, name="X"):
        """Return checked points as an array whose first axis counts them: (n, p) numbers, or (n,) objects."""
        points = self.as_points(X, name)
        return points if isinstance(points, np.ndarray) else as_objects(points, name)

    def two_sets(self, X, Y, name="Y"):
        """Return two sets of checked points, which have the same number of columns if they have any."""
        X, Y = self.points(X), self.points(Y, name)
        if X.shape[1:] != Y.shape[1:]:
            raise ValueError(f"{name} must have {X.shape[1]} columns, got {Y.shape[1]}.")
        return X, Y

    # ---- what follows from the values ----------------------------------------------------------

    def diagonal(self, X):
        """k(x, x) of each point.
        X (n, p), or what else the kernel takes as n points → (n,)"""
        return self.evaluate_diagonal(self.points(X))

    @Way
    def evaluate_diagonal(self, X):
        """k(x, x) of each checked point."""
        return np.array([self.evaluate(X[i : i + 1], X[i : i + 1])[0, 0] for i in range(len(X))])

    def sums(self, X, Y, weights):
        """Σⱼ wⱼ k(x, yⱼ), that is `k(X, Y) @ weights` without the memory for k(X, Y).
        X (m, p), or what else the kernel takes as m points; Y (n, p), or n such points; weights (n,) or (n, q) → (m,)
        or (m, q)

        ValueError as for kernel values; also if there is not one weight, or one row of weights, for each row of Y."""
        X, Y = self.two_sets(X, Y)
        weights = as_array(weights, "weights")
        if weights.ndim != 1:
            weights = as_matrix(weights, "weights")
        if len(weights) != len(Y):
            raise ValueError(
                f"weights must hold a row for each of the {len(Y)} rows of Y, got {len(weights)}."
            )
        return self.evaluate_sums(X, Y, weights)

    @Way
    def evaluate_sums(self, X, Y, weights):
        """Sums for checked arrays: kernel values of some rows of X at a time."""
        total = np.empty((len(X), *weights.shape[1:]))
        rows = max(1, SUMMED_ENTRIES // max(1, len(Y)))
        for s in range(0, len(X), rows):
            total[s : s + rows] = self.evaluate(X[s : s + rows], Y) @ weights
        return total

    def sums_on_grid(self, x, y, Y, weights):
        """Σⱼ wⱼ k(·, yⱼ) on all points of a grid in the plane.
        x (w,); y (h,); Y (n, 2); weights (n,) → (h, w), as matplotlib's contour wants it

        ValueError if one is not finite, Y has not two columns, or the number of weights differs from n."""
        x, y, Y = as_axis(x, "x"), as_axis(y, "y"), as_points(Y, "Y", n_features=2)
        return self.evaluate_sums_on_grid(x, y, Y, as_vector(weights, "weights", len(Y)))

    @Way
    def evaluate_sums_on_grid(self, x, y, Y, weights):
        """Sums on a grid for checked arrays: point by point."""
        points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        return self.evaluate_sums(points, Y, weights).reshape(len(y), len(x))

    def feature_map(self, X):
        """Explicit coordinates Φ(x), with Φ(x)·Φ(y) = k(x, y); `feature_maps.py` has those that are known.
        X (n, p) → (n, D)

        ValueError if the kernel has no feature map with finitely many known coordinates, or it has too many."""
        X = self.points(X)
        many = self.count_features(X.shape[1]) if X.ndim == 2 else None
        if many is not None:
            require_size(f"The feature map of {self!r} would have", len(X), many, most=LARGEST_FEATURES)
        return self.evaluate_features(X)

    @Way
    def evaluate_features(self, X):
        """Coordinates of each checked point."""
        raise ValueError(f"{self!r} has no feature map with finitely many coordinates.")

    @Way
    def count_features(self, p):
        """How many coordinates points of p numbers have in the feature map; None where nobody counts them."""
        return None

    # ---- what solvers ask for ------------------------------------------------------------------

    def gram(self, X):
        """The Gram matrix of points as solvers take it instead of `k(X)`: entries are computed when wanted.
        X (n, p), or what else the kernel takes as n points → Gram, with its entries, rows, products with vectors, and
        what is known of it"""
        return self.provide_gram(self.points(X))

    @Way
    def provide_gram(self, X):
        """The provider for checked points; what a reader's kernel declares is verified on some of them."""
        if not self._all_ours:
            contract.require_contract(self, X)
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
        return contract.is_ours(type(self)) and all(part._all_ours for part in self.made_of)

    @property
    def latex(self):
        """The formula, where its class has none: its name, of a function or else of the class."""
        name = getattr(self, "_name", type(self).__name__).replace("_", r"\_")
        return f"\\mathrm{{{name}}}(x, y)"

    def _repr_latex_(self):
        return f"$k(x, y) = {self.latex}$"
