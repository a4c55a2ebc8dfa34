"""Faster ways to the values of a kernel, and to what follows from them; the first kernel that is made loads this file.

Without it, answers differ by rounding at most.
"""

from math import comb

import numpy as np

from kernelsy19.engine import rbf_blocks
from kernelsy19.engine.rbf_provider import RBFGram
from kernelsy19.kernels.algebra import Constant, Power, Product, Scaled, Sum
from kernelsy19.kernels.equations import squared_euclidean
from kernelsy19.kernels.kernel import Kernel
from kernelsy19.kernels.vector_kernels import (
    RBF,
    Laplacian,
    Linear,
    Polynomial,
    Sigmoid,
    polynomial_values,
    rbf_values,
)

HIGHEST_BY_MONOMIALS = 12  # degree

# ---- the values --------------------------------------------------------------------------------------


@rbf_values.of(RBF)
def _in_cache_or_tiles(k, X, Y):
    if not rbf_blocks.is_large(X, Y):
        # rbf(X, Y, γ) to the last bit, in the memory of the distances: two matrices fewer for the system to find.
        D = squared_euclidean(X, Y)
        with np.errstate(over="ignore"):  # of an exponent: the value is 0
            D *= -k.gamma
        return np.exp(D, out=D)
    return rbf_blocks.rbf_gram(X, k.gamma) if X is Y else rbf_blocks.rbf_values(X, Y, k.gamma)


@polynomial_values.of(Polynomial)
def _by_squaring(k, X, Y):
    B = k.gamma * X @ Y.T
    B += k.offset
    return _power(B, k.degree)


def _power(B, d):
    """B^d of each number from squares and products: for d > 2 NumPy's own costs as much as thirty of them."""
    if d == 1:
        return B
    raised = np.square(_power(B, d // 2))
    if d % 2:
        raised *= B
    return raised


# ---- the Gram matrix -----------------------------------------------------------------------------

Kernel.provide_gram.of(RBF)(lambda k, X: RBFGram(X, k.gamma))
# Symmetric by construction: distances, products of X with itself, tiles.
Kernel.evaluate_gram.of(RBF)(lambda k, X: k.evaluate(X, X))

# ---- k(x, x) -------------------------------------------------------------------------------------


def _squared_norms(k, X):
    """‖x‖² of each point."""
    return np.einsum("ij,ij->i", X, X)


diagonal = Kernel.evaluate_diagonal
diagonal.of(RBF, Laplacian)(lambda k, X: np.ones(len(X)))
diagonal.of(Constant)(lambda k, X: np.full(len(X), float(k.value)))
diagonal.of(Linear)(_squared_norms)
diagonal.of(Polynomial)(lambda k, X: (k.gamma * _squared_norms(k, X) + k.offset) ** k.degree)
diagonal.of(Sigmoid)(lambda k, X: np.tanh(k.gamma * _squared_norms(k, X) + k.offset))
diagonal.of(Sum)(lambda k, X: k.left.evaluate_diagonal(X) + k.right.evaluate_diagonal(X))
diagonal.of(Product)(lambda k, X: k.left.evaluate_diagonal(X) * k.right.evaluate_diagonal(X))
diagonal.of(Scaled)(lambda k, X: k.factor * k.kernel.evaluate_diagonal(X))
diagonal.of(Power)(lambda k, X: k.kernel.evaluate_diagonal(X) ** k.exponent)

# ---- Σⱼ wⱼ k(x, yⱼ) ------------------------------------------------------------------------------

sums = Kernel.evaluate_sums
sums.of(Linear)(lambda k, X, Y, w: X @ (Y.T @ w))
sums.of(Sum)(lambda k, X, Y, w: k.left.evaluate_sums(X, Y, w) + k.right.evaluate_sums(X, Y, w))
sums.of(Scaled)(lambda k, X, Y, w: k.factor * k.kernel.evaluate_sums(X, Y, w))


@sums.of(RBF)
def _in_tiles(k, X, Y, weights):
    if not rbf_blocks.is_large(X, Y):
        return sums.plain(k, X, Y, weights)
    return rbf_blocks.rbf_sums(X, Y, weights, k.gamma)


# ---- the same on a grid of h × w points in the plane ----------------------------------------------

grid = Kernel.evaluate_sums_on_grid
grid.of(RBF)(lambda k, x, y, Y, w: rbf_blocks.rbf_sum_on_grid(x, y, Y, w, k.gamma))
grid.of(Sum)(lambda k, *at: k.left.evaluate_sums_on_grid(*at) + k.right.evaluate_sums_on_grid(*at))
grid.of(Scaled)(lambda k, *at: k.factor * k.kernel.evaluate_sums_on_grid(*at))


@grid.of(Laplacian)
def _one_product(k, x, y, Y, weights):
    """A value is a factor of x times one of y: n(w + h) exponentials and a product, in the place of n·w·h."""
    along_x, along_y = k.evaluate(x[:, None], Y[:, :1]), k.evaluate(y[:, None], Y[:, 1:])
    return (along_y * weights) @ along_x.T


@grid.of(Polynomial)
def _by_monomials(k, x, y, Y, weights):
    """A polynomial of two variables, whose coefficients are found once, in the place of n powers.

    With very high powers single monomials would leave what numbers can hold before their sum does."""
    if k.degree > HIGHEST_BY_MONOMIALS:
        return grid.plain(k, x, y, Y, weights)
    root, size = k.gamma**0.5, k.degree + 1
    first, second, across, up = (np.vander(root * values, size, increasing=True) for values in (*Y.T, x, y))
    coefficients = np.zeros((size, size))
    for a in range(size):  # a + b up to the degree: higher powers belong to no monomial
        low = second[:, : size - a].T @ (weights * first[:, a])
        ways = [comb(k.degree, a + b) * comb(a + b, a) for b in range(size - a)]
        coefficients[: size - a, a] = low * ways * float(k.offset) ** np.arange(size - a - 1, -1, -1)
    return up @ coefficients @ across.T
