"""The kernels of the lecture as values that carry their parameters."""

from dataclasses import dataclass

import numpy as np

from kernelsy19.kernels import equations
from kernelsy19.kernels.algebra import number_latex
from kernelsy19.kernels.kernel import Kernel
from kernelsy19.kernels.ways import Way
from kernelsy19.validation import as_choice, as_integer, as_number


@dataclass(frozen=True)
class Linear(Kernel):
    """k(x, y) = x·y, the dot product of the input space itself.

    References
    ----------
    Catalogue: MSA220-linear.
    """

    latex = r"x^\top y"

    def evaluate(self, X, Y):
        return equations.linear(X, Y)


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
        slope = "" if self.gamma == 1 else f"{number_latex(self.gamma)}\\,"
        offset = f" + {number_latex(self.offset)}" if self.offset else ""
        return f"({slope}x^\\top y{offset})^{{{self.degree}}}"

    def evaluate(self, X, Y):
        return polynomial_values(self, X, Y)


class _Stationary(Kernel):
    """A kernel of x − y alone with k(x, x) = 1."""

    constant_diagonal = True
    WIDTHS = {}

    def __post_init__(self):
        self._keep(gamma=as_number(self.gamma, "gamma", 0, np.inf, "neither"))

    @classmethod
    def from_width(cls, width, convention):
        """Make the kernel from a width in the notation of a source.
        width: float, > 0; convention: str, what stands for γ in the source: "gamma", "1/s", "1/s^2" or, for `RBF`,
        "1/(2s^2)" → Kernel"""
        width = np.float64(as_number(width, "width", 0, np.inf, "neither"))
        to_gamma, _ = cls._convention(convention)
        with np.errstate(all="ignore"):  # what leaves the range of float64 is refused as γ
            return cls(gamma=float(to_gamma(width)))

    def width(self, convention):
        """Return the width that a source would write for this kernel; undoes `from_width`.
        convention: str, as for `from_width`"""
        _, from_gamma = self._convention(convention)
        return from_gamma(self.gamma)

    @classmethod
    def _convention(cls, name):
        return cls.WIDTHS[as_choice(name, "convention", cls.WIDTHS)]


@Way
def polynomial_values(kernel, X, Y):
    """The values as they are written."""
    return equations.polynomial(X, Y, kernel.degree, kernel.gamma, kernel.offset)


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

    product_over_columns = True

    WIDTHS = {
        "gamma": (lambda s: s, lambda g: g),
        "1/s": (lambda s: 1 / s, lambda g: 1 / g),
        "1/s^2": (lambda s: 1 / s**2, lambda g: 1 / g**0.5),
        "1/(2s^2)": (lambda s: 1 / (2 * s**2), lambda g: 1 / (2 * g) ** 0.5),
    }

    @property
    def latex(self):
        """The formula."""
        return f"\\exp(-{number_latex(self.gamma)}\\,\\|x - y\\|^2)"

    def evaluate(self, X, Y):
        return rbf_values(self, X, Y)


@Way
def rbf_values(kernel, X, Y):
    """The values as they are written."""
    return equations.rbf(X, Y, kernel.gamma)


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

    product_over_columns = True

    WIDTHS = {name: RBF.WIDTHS[name] for name in ("gamma", "1/s", "1/s^2")}

    @property
    def latex(self):
        """The formula."""
        return f"\\exp(-{number_latex(self.gamma)}\\,\\|x - y\\|_1)"

    def evaluate(self, X, Y):
        with np.errstate(over="ignore"):  # of an exponent: the value is 0
            return equations.laplacian(X, Y, self.gamma)


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
        offset = f" {sign} {number_latex(abs(self.offset))}" if self.offset else ""
        return f"\\tanh({number_latex(self.gamma)}\\,x^\\top y{offset})"

    def evaluate(self, X, Y):
        return equations.sigmoid(X, Y, self.gamma, self.offset)
