"""Coordinates Φ(x) of the kernels that have finitely many, Φ(x)·Φ(y) = k(x, y), and how many they are."""

import functools
from math import comb, factorial, prod

import numpy as np

from kernelsy19.kernels.algebra import Constant, Power, Product, Scaled, Sum
from kernelsy19.kernels.equations import monomials, n_monomials
from kernelsy19.kernels.kernel import Kernel
from kernelsy19.kernels.vector_kernels import Linear, Polynomial


def _all_products(A, B):
    """Every column of A times every column of B."""
    return (A[:, :, None] * B[:, None, :]).reshape(len(A), -1)


def _coefficient(k, exponents):
    """Of a monomial in (γ x·y + r)^d: multinomial coefficient times γ^|a| r^(d − |a|)."""
    total = int(exponents.sum())
    ways = comb(k.degree, total) * factorial(total)
    for a in exponents:
        ways //= factorial(int(a))
    return ways * k.gamma**total * float(k.offset) ** (k.degree - total)


@Kernel.evaluate_features.of(Polynomial)
def _weighted_monomials(k, X):
    """Φ(x) has a coordinate for each monomial, times the root of its coefficient."""
    exponents = monomials(X.shape[1], k.degree, k.offset > 0)
    return np.sqrt([_coefficient(k, a) for a in exponents]) * np.prod(X[:, None, :] ** exponents, axis=2)


features = Kernel.evaluate_features
features.of(Linear)(lambda k, X: X.copy())
features.of(Constant)(lambda k, X: np.full((len(X), 1), k.value**0.5))
features.of(Sum)(lambda k, X: np.hstack([part.evaluate_features(X) for part in k.made_of]))
features.of(Product)(lambda k, X: _all_products(*(part.evaluate_features(X) for part in k.made_of)))
features.of(Scaled)(lambda k, X: k.factor**0.5 * k.kernel.evaluate_features(X))
features.of(Power)(lambda k, X: functools.reduce(_all_products, [k.kernel.evaluate_features(X)] * k.exponent))


def _counted(k, p, combine):
    """What becomes of the counts of the parts, where all are known."""
    counts = [part.count_features(p) for part in k.made_of]
    return None if None in counts else combine(counts)


count = Kernel.count_features
count.of(Linear)(lambda k, p: p)
count.of(Constant)(lambda k, p: 1)
count.of(Polynomial)(lambda k, p: n_monomials(p if k.offset > 0 else p - 1, k.degree))
count.of(Sum)(lambda k, p: _counted(k, p, sum))
count.of(Product)(lambda k, p: _counted(k, p, prod))
count.of(Scaled)(lambda k, p: k.kernel.count_features(p))
count.of(Power)(lambda k, p: _counted(k, p, lambda counts: counts[0] ** k.exponent))
