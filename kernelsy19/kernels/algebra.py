"""The algebra of kernels: a constant, sums, products, multiples and powers of kernels are kernels again."""

import numbers
from dataclasses import dataclass, fields

import numpy as np

from kernelsy19.kernels.equations import kernel_product, kernel_scaling, kernel_sum
from kernelsy19.kernels.kernel import Kernel
from kernelsy19.validation import as_integer, as_number


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


class _Made(Kernel):
    """A kernel made of others; its points are what all of them take."""

    def __post_init__(self):
        for field in fields(self):
            part = getattr(self, field.name)
            if field.type is Kernel and not isinstance(part, Kernel):
                raise ValueError(f"{field.name} must be a kernel such as RBF(gamma=1.0), got {part!r}.")

    @property
    def made_of(self):
        """The kernels that it is made of."""
        return tuple(part for part in vars(self).values() if isinstance(part, Kernel))

    @property
    def positive_semidefinite(self):
        """Whether all parts are; None when one is unknown."""
        parts = {part.positive_semidefinite for part in self.made_of}
        return None if None in parts else all(parts)

    @property
    def constant_diagonal(self):
        """Whether all parts have one."""
        return all(part.constant_diagonal for part in self.made_of)

    @property
    def any_points(self):
        """Whether nothing of the points counts but their number, as for a sum of constants."""
        return all(part.any_points for part in self.made_of)

    @property
    def precomputed(self):
        """Whether kernel values stand in the place of the points, as they do once a part is precomputed."""
        return any(part.precomputed for part in self.made_of)

    @property
    def _choosy(self):
        """The parts that care what the points are; a constant does not."""
        return [part for part in self.made_of if not part.any_points] or self.made_of[:1]

    def as_points(self, X, name="X"):
        """Check points by each part in turn."""
        for part in self._choosy:
            X = part.as_points(X, name)
        return X

    @property
    def takes_rows(self):
        """Whether points are rows of numbers, as for its parts."""
        return all(part.takes_rows for part in self._choosy)


@dataclass(frozen=True, repr=False)
class Sum(_Made):
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


@dataclass(frozen=True, repr=False)
class Product(_Made):
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


@dataclass(frozen=True, repr=False)
class Scaled(_Made):
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


@dataclass(frozen=True, repr=False)
class Power(_Made):
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


# ---- + * and ** make the kernels above, and so they come to the base class from here ---------------


def _add(self, other):
    return Sum(self, _as_term(other)) if _is_term(other) else NotImplemented


def _add_to(self, other):
    if not _is_term(other):
        return NotImplemented
    return self if other == 0 else Sum(_as_term(other), self)  # sum() starts at 0


def _multiply(self, other):
    if isinstance(other, Kernel):
        return Product(self, other)
    return Scaled(other, self) if _is_term(other) else NotImplemented


def _raise(self, exponent):
    return Power(self, exponent)


Kernel.__add__, Kernel.__radd__, Kernel.__pow__ = _add, _add_to, _raise
Kernel.__mul__ = Kernel.__rmul__ = _multiply


def _is_term(value):
    return isinstance(value, Kernel | numbers.Real) and not isinstance(value, bool)


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
    """Write a number in LaTeX, to six digits: "0.25"; very large and small ones as a number times a power of ten."""
    digits, _, exponent = f"{value:g}".partition("e")
    if not exponent:
        return digits
    power = f"10^{{{int(exponent)}}}"
    return power if digits == "1" else f"{digits} \\cdot {power}"
