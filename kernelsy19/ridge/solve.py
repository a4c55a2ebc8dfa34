"""Solving ridge and kernel ridge regression, fast."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.linalg import LinAlgError

from kernelsy19.certificates import EPS, broken_promise, length
from kernelsy19.engine.providers import in_units
from kernelsy19.engine.ridge_systems import diagonal_of_inverse, forms_of_inverse, solve_penalized
from kernelsy19.engine.threads import thread_limit
from kernelsy19.gram import psd_provider
from kernelsy19.ridge.equations import combine_points, dual_variables, primal_variables, products_of_points
from kernelsy19.ridge.plain import KernelRidgeFit, certify_ridge, judged
from kernelsy19.signatures import number_from, one_each, takes
from kernelsy19.units import binary_places
from kernelsy19.validation import as_flag, as_matrix, as_points, as_vector


@takes(X=as_points, y=one_each("X"), lam=number_from(0))
def solve_ridge(X, y, lam):
    """Ridge regression by the smaller of the two systems, p equations or n; by singular values if λ leaves it singular.

    Parameters
    ----------
    X : (n, p) array_like
    y : (n,) array_like
    lam : float, λ > 0

    Returns
    -------
    RidgeSolution
    """
    n, p = X.shape
    try:
        if p <= n:
            return certify_ridge(X, y, lam, primal_variables(X, y, lam), "primal")
        alpha = dual_variables(products_of_points(X), y, lam)
        return certify_ridge(X, y, lam, combine_points(alpha, X), "dual")
    except LinAlgError:
        return certify_ridge(X, y, lam, _by_singular_values(X, y, lam), "singular values")


def _by_singular_values(X, y, lam):
    """β = Σ vₖ σₖ(uₖᵀy) / (σₖ² + λ), without the σₖ that rounding may have made of 0."""
    U, sigma, Vt = np.linalg.svd(X, full_matrices=False)
    told = sigma > max(X.shape) * EPS * sigma[0]
    return Vt[told].T @ (U[:, told].T @ y / (sigma[told] + lam / sigma[told]))


@dataclass(frozen=True)
class KernelRidgeSolution(KernelRidgeFit):
    """A `KernelRidgeFit` that was found fast, and what follows from it: the points left out, and error bars."""

    @cached_property
    @np.errstate(under="ignore")
    def inverse_diagonal(self):
        """Gᵢᵢ, an (n,) array; computed when first asked for, in the time of two more solutions."""
        with thread_limit(len(self.y)):
            K, places = in_units(psd_provider(self.K), beside=self.lam)
            inverse = diagonal_of_inverse(K, float(np.ldexp(self.lam, -places)), self.intercept)
            return np.ldexp(inverse, -places)

    @property
    def noise_variance(self):
        """That for which y is likeliest, in squared units of y: J/n, or J/(n − 1) with a free intercept, n ≥ 2."""
        # The intercept is the point, and nothing tells how far off others are.
        if self.intercept and len(self.y) < 2:
            raise ValueError("Error bars with a free intercept take at least 2 points, got 1.")
        return self.objective / (len(self.y) - self.intercept)

    def error_bars(self, k_xx, K_xs):
        """Standard deviation of f(x) + b once y is known, where f is random with covariance k · noise_variance/λ.
        k_xx (m,), k(x, x); K_xs (m, n), k(x, xᵢ) → (m,), in units of y"""
        K_xs = as_matrix(K_xs, "K_xs", n_features=len(self.alpha))
        k_xx = as_vector(k_xx, "k_xx", len(K_xs))
        with thread_limit(len(self.y)):
            K, places = in_units(psd_provider(self.K), beside=self.lam)
            lam, rows = float(np.ldexp(self.lam, -places)), np.ldexp(K_xs, -places) if places else K_xs
            known = forms_of_inverse(K, lam, self.intercept, rows)
        left = np.maximum(np.ldexp(k_xx, -places) - known, 0.0)
        return np.sqrt(left / lam * self.noise_variance)


@takes(K=psd_provider, y=one_each("K"), lam=number_from(0), intercept=as_flag)
def solve_dual(K, y, lam, intercept=True):
    """Kernel ridge regression for one λ.

    Parameters
    ----------
    K : (n, n) array_like, positive semidefinite Gram matrix, or a `Gram` such as `kernel.gram(X)`
    y : (n,) array_like
    lam : float, λ > 0
    intercept : bool, whether an intercept is free; without one it is 0

    Returns
    -------
    KernelRidgeSolution

    Warns
    -----
    ConvergenceWarning
        If the residual exceeds 1e-6 of ‖y‖: λ is so small beside the eigenvalues of K that rounding decides.

    Notes
    -----
    From 512 points on a low-rank factor is tried: where few rows of K give all of it, as with a smooth kernel of few
    variables, the system is as small as their number. The residual is that of K itself, whatever the way.
    """
    # What no float holds becomes infinite, and a doubt.
    with thread_limit(len(y)), np.errstate(over="ignore", invalid="ignore"):
        K_unit, of_K = in_units(K, beside=lam)
        # A free intercept takes the mean of y: without it, rounding is that of what the function has to explain.
        mean = float(y.mean()) if intercept else 0.0
        of_y = binary_places(y - mean)
        found = solve_penalized(
            K_unit, np.ldexp(y - mean, -of_y), float(np.ldexp(lam, -of_K)), bool(intercept)
        )
        alpha, values = np.ldexp(found.alpha, of_y - of_K), np.ldexp(found.values, of_y)
        b = float(np.ldexp(found.b, of_y)) + mean
        errors = y - b - values
        in_unit = np.ldexp(errors, -of_y)
        squared_norm = float(found.alpha @ found.values)  # over a power of two, as the objective is at first
        objective = in_unit @ in_unit + np.ldexp(lam, -of_K) * squared_norm
        objective = float(np.ldexp(objective, 2 * of_y))
        squared_norm = float(np.ldexp(squared_norm, 2 * of_y - of_K))
        fit = objective, length(errors - lam * alpha), True, found.path
        solution = KernelRidgeSolution(alpha, b, lam, y, K, bool(intercept), *fit)
        return judged(solution, squared_norm, K, broken_promise(K, alpha))
