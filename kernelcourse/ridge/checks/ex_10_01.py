"""How far apart are two functions?"""

from collections import namedtuple

import numpy as np

from kernelcourse.judging.certificates import Certificate
from kernelsy19.kernels import Polynomial
from kernelsy19.ridge.equations import inner_product, squared_norm

# Coefficients of two functions, the kernel values of their points, and the mapped points
TwoFunctions = namedtuple("TwoFunctions", "alpha c K_xx K_xz K_zz Phi Phi_z")


def problems(rng):
    """Draw functions with different numbers of kernel functions; those of the last point away from each other."""
    for n, m, p in ((2, 3, 2), (5, 4, 2)):
        yield _functions(
            rng.normal(size=(n, p)), rng.normal(size=(m, p)), rng.normal(size=n), rng.normal(size=m)
        )
    drawn = _functions(
        rng.normal(size=(4, 3)), rng.normal(size=(6, 3)), rng.normal(size=4), rng.normal(size=6)
    )
    yield drawn._replace(c=-np.sign(drawn.alpha @ drawn.K_xz @ drawn.c) * drawn.c)


def edge(rng):
    X, Z, alpha = rng.normal(size=(4, 2)), rng.normal(size=(3, 2)), rng.normal(size=4)
    return {
        "both functions are the same": _functions(X, X, alpha, alpha),
        "the second function is 0": _functions(X, Z, alpha, np.zeros(3)),
        "one kernel function each": _functions(X[:1], Z[:1], np.ones(1), np.ones(1)),
    }


def _functions(X, Z, alpha, c):
    k = Polynomial(2, gamma=0.5)
    return TwoFunctions(alpha, c, k(X), k(X, Z), k(Z), k.feature_map(X), k.feature_map(Z))


def solve(alpha, c, K_xx, K_xz, K_zz, *, f=1.0, mixed=-2.0, g=1.0):
    """‖f − g‖² = ‖f‖² − 2⟨f, g⟩ + ‖g‖²."""
    return f * squared_norm(alpha, K_xx) + mixed * inner_product(alpha, K_xz, c) + g * squared_norm(c, K_zz)


def certify(problem, answer):
    difference = problem.alpha @ problem.Phi - problem.c @ problem.Phi_z
    off = abs(answer - difference @ difference)
    return Certificate("| ‖f − g‖² − its value from coordinates |", off, 1e-9)


def same(a, b):
    """Whether two numbers are the same, where one that is 0 up to rounding is 0."""
    return np.shape(a) == np.shape(b) and bool(np.allclose(a, b, rtol=1e-6, atol=1e-9))


def cosine(alpha, c, K_xx, K_xz, K_zz):
    return alpha @ K_xz @ c / (np.sqrt(lengths(alpha, K_xx) * lengths(c, K_zz)) or 1.0)


def lengths(alpha, K):
    return max(squared_norm(alpha, K), 0)


def terms(problem):
    alpha, c, K_xx, K_xz, K_zz = problem[:5]
    return {
        "‖f‖²": (alpha @ K_xx @ alpha, 1),
        "the mixed term": (alpha @ K_xz @ c, -2),
        "‖g‖²": (c @ K_zz @ c, 1),
        "a sum of squared coefficients of f": (alpha @ alpha, 0),
        "a sum of squared coefficients of g": (c @ c, 0),
        "a sum over all of `K_xz`, without coefficients,": (K_xz.sum(), 0),
        "a sum over all of `K_xx`, without coefficients,": (K_xx.sum(), 0),
        "a sum over all of `K_zz`, without coefficients,": (K_zz.sum(), 0),
        "the square of the mixed term": ((alpha @ K_xz @ c) ** 2, 0),
        "a product of both lengths": (np.sqrt(lengths(alpha, K_xx) * lengths(c, K_zz)), 0),
        "a product of sums of coefficients": (alpha.sum() * c.sum(), 0),
        "‖f‖": (np.sqrt(lengths(alpha, K_xx)), 0),
        "‖g‖": (np.sqrt(lengths(c, K_zz)), 0),
        "the square of ‖f‖²": ((alpha @ K_xx @ alpha) ** 2, 0),
        "the square of ‖g‖²": ((c @ K_zz @ c) ** 2, 0),
        "the trace of `K_xx`": (np.trace(K_xx), 0),
        "the trace of `K_zz`": (np.trace(K_zz), 0),
        "a sum of squared coefficients of f with K(x, x)": (alpha**2 @ np.diagonal(K_xx), 0),
        "a sum of squared coefficients of g with K(z, z)": (c**2 @ np.diagonal(K_zz), 0),
        "a sum of `K_xz` with the coefficients of f alone": ((alpha @ K_xz).sum(), 0),
        "a sum of `K_xz` with the coefficients of g alone": ((K_xz @ c).sum(), 0),
    }
