"""The kernels of the lecture as values that carry their parameters."""

from dataclasses import dataclass
from math import comb, factorial

import numpy as np

from kernelsy19.engine import rbf_blocks
from kernelsy19.engine.rbf_provider import RBFGram
from kernelsy19.kernels.equations import (
    laplacian,
    linear,
    monomials,
    n_monomials,
    polynomial,
    sigmoid,
    squared_euclidean,
)
from kernelsy19.kernels.kernel import LARGEST_FEATURES, Kernel, number_latex
from kernelsy19.validation import as_choice, as_integer, as_number, require_size

HIGHEST_BY_MONOMIALS = 12  # degree


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

    def count_features(self, p):
        return p


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
        return polynomial(X, Y, self.degree, self.gamma, self.offset)

    def evaluate_diagonal(self, X):
        return (self.gamma * np.einsum("ij,ij->i", X, X) + self.offset) ** self.degree

    def evaluate_sums_on_grid(self, x, y, Y, weights):
        """Sums on a grid: a polynomial of two variables, whose coefficients are found once, in the place of n powers.

        With very high powers single monomials would leave what numbers can hold before their sum does.
        """
        if self.degree > HIGHEST_BY_MONOMIALS:
            return super().evaluate_sums_on_grid(x, y, Y, weights)
        root, size = self.gamma**0.5, self.degree + 1
        first, second, across, up = (
            np.vander(root * values, size, increasing=True) for values in (*Y.T, x, y)
        )
        coefficients = np.zeros((size, size))
        for a in range(size):  # a + b up to the degree: higher powers belong to no monomial
            low = second[:, : size - a].T @ (weights * first[:, a])
            ways = [comb(self.degree, a + b) * comb(a + b, a) for b in range(size - a)]
            coefficients[: size - a, a] = low * ways * float(self.offset) ** np.arange(size - a - 1, -1, -1)
        return up @ coefficients @ across.T

    def evaluate_features(self, X):
        exponents = monomials(X.shape[1], self.degree, self.offset > 0)
        weights = np.sqrt([self._coefficient(a) for a in exponents])
        return weights * np.prod(X[:, None, :] ** exponents, axis=2)

    def count_features(self, p):
        return n_monomials(p if self.offset > 0 else p - 1, self.degree)

    def feature_names(self, p):
        r"""Name the coordinates of the feature map.

        Parameters
        ----------
        p : int, number of variables

        Returns
        -------
        list of str, LaTeX such as `\sqrt{2}\,x_1 x_2`
        """
        many = self.count_features(as_integer(p, "p"))
        require_size(f"With p = {p} the feature map of {self!r} would have", many, most=LARGEST_FEATURES)
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
        width = np.float64(as_number(width, "width", 0, np.inf, "neither"))
        to_gamma, _ = cls._convention(convention)
        with np.errstate(all="ignore"):  # what leaves the range of float64 is refused as γ
            return cls(gamma=float(to_gamma(width)))

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
        return cls.WIDTHS[as_choice(name, "convention", cls.WIDTHS)]


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
        if not rbf_blocks.is_large(X, Y):
            X, Y, gamma = rbf_blocks.with_moderate_gamma(X, Y, self.gamma)
            # rbf(X, Y, γ) to the last bit, in the memory of the distances: two matrices fewer for the system to find.
            D = squared_euclidean(X, Y)
            with np.errstate(over="ignore"):  # of an exponent: the value is 0
                D *= -gamma
            return np.exp(D, out=D)
        return rbf_blocks.rbf_gram(X, self.gamma) if X is Y else rbf_blocks.rbf_values(X, Y, self.gamma)

    def evaluate_gram(self, X):
        return self.evaluate(X, X)  # symmetric by construction: distances, products of X with itself, tiles

    def provide_gram(self, X):
        return RBFGram(X, self.gamma)

    def evaluate_sums(self, X, Y, weights):
        if not rbf_blocks.is_large(X, Y):
            return super().evaluate_sums(X, Y, weights)
        return rbf_blocks.rbf_sums(X, Y, weights, self.gamma)

    def evaluate_sums_on_grid(self, x, y, Y, weights):
        return rbf_blocks.rbf_sum_on_grid(x, y, Y, weights, self.gamma)


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
            return laplacian(*rbf_blocks.with_moderate_gamma(X, Y, self.gamma, 1))

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
        offset = f" {sign} {number_latex(abs(self.offset))}" if self.offset else ""
        return f"\\tanh({number_latex(self.gamma)}\\,x^\\top y{offset})"

    def evaluate(self, X, Y):
        return sigmoid(X, Y, self.gamma, self.offset)

    def evaluate_diagonal(self, X):
        return np.tanh(self.gamma * np.einsum("ij,ij->i", X, X) + self.offset)


def _monomial_latex(coefficient, exponents):
    powers = [f"x_{{{j + 1}}}" if a == 1 else f"x_{{{j + 1}}}^{{{a}}}" for j, a in enumerate(exponents) if a]
    if coefficient == 1:
        return " ".join(powers) or "1"
    root = coefficient**0.5
    weight = number_latex(root) if root.is_integer() else f"\\sqrt{{{number_latex(coefficient)}}}"
    return "\\,".join([weight, *powers])
