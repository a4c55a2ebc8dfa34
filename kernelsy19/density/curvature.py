"""The plug-in width: how curved the density is, estimated, and the width that this makes best.

Shapes and meanings, where an equation says nothing else:

    n int, sample size
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import log, pi, prod, sqrt

import numpy as np
from numpy.polynomial.hermite_e import hermeval
from scipy.linalg import eigvalsh
from scipy.optimize import minimize

from kernelsy19.catalogue import implements
from kernelsy19.certificates import warn
from kernelsy19.density.equations import (
    BLOCK_ENTRIES,
    gaussian_window,
    points_and_spread,
    regular_covariance,
    symmetric_square_root,
)
from kernelsy19.signatures import fitting, integer_from, number_from, several, takes
from kernelsy19.validation import as_array, as_gram

GRADIENT_TOLERANCE = 1e-5


def _as_orders(r, name, p):
    r = several(integer_from(0, 50))(r, name)
    if len(r) != p:
        raise ValueError(f"{name} must hold {p} orders, one an axis of D, got {len(r)}.")
    return r


def _as_width(H, name):
    """A covariance of the window: symmetric and positive definite."""
    H = as_gram(H, name)
    if eigvalsh(H)[0] <= 0:
        raise ValueError(f"{name} must be positive definite, got smallest eigenvalue {eigvalsh(H)[0]:.3g}.")
    return H


@implements("COURSE-amise")
def amise(H, n, Psi):
    """n⁻¹ (4π)^(−p/2) |H|^(−1/2) + ¼ Σ Hᵢⱼ Hₖₗ Ψᵢⱼₖₗ: variance and squared bias of f̂, integrated, for large n.
    H (p, p), covariance of the window; Psi (p, p, p, p), Ψᵢⱼₖₗ = ∫ ∂ᵢ∂ⱼf ∂ₖ∂ₗf"""
    variance = (4 * pi) ** (-len(H) / 2) / (n * np.sqrt(np.linalg.det(H)))
    return variance + np.einsum("ij,kl,ijkl->", H, H, Psi) / 4


@implements("COURSE-psi-estimate", whole=("r",))
def psi_estimate(X, r, g):
    """ψ̂_r = n⁻² Σᵢⱼ φ_g^(r)(xᵢ − xⱼ), an estimate of ∫ f^(r) f.
    X (n, p); r: tuple of p ints, how often to differentiate along each axis; their sum is even; g: float, pilot
    bandwidth"""
    rows = max(1, BLOCK_ENTRIES // len(X))
    blocks = [X[s : s + rows, None, :] - X[None, :, :] for s in range(0, len(X), rows)]
    return sum(gaussian_derivative(D, r, g).sum() for D in blocks) / len(X) ** 2


@takes(
    D=as_array, r=fitting(lambda r, name, given: _as_orders(r, name, given["D"].shape[-1])), g=number_from(0)
)
def gaussian_derivative(D, r, g):
    """φ_g^(r)(d), the partial derivative of the density of N(0, g²I).

    Parameters
    ----------
    D : (..., p) array
    r : tuple of p ints, the order along each axis
    g : float, > 0

    Returns
    -------
    (...) array
    """
    U = D / g
    hermite = prod(hermeval(U[..., j], [0] * k + [1]) for j, k in enumerate(r) if k)
    return (-1 / g) ** sum(r) * hermite * gaussian_window(U) / g ** len(r)


@implements("COURSE-pilot")
def pilot_bandwidth(order, n, p, psi_next):
    """The g that minimizes Σ_r (bias of ψ̂_r)², over all r with |r| = order.
    order: int, even; p: int, dimension; psi_next: dict of r to ψ_r, of order + 2

    The bias is n⁻¹ g^(−p−|r|) φ^(r)(0) + ½ g² Σᵢ ψ_(r+2eᵢ). The sum of its squares is stationary where t = n⁻¹
    g^(−p−|r|−2) solves 2(p + |r|) A t² + (p + |r| − 2) B t − C = 0.

    Duong and Hazelton (2003): one pilot for all r keeps the estimated bias term positive definite."""
    at_zero = np.array([gaussian_derivative(np.zeros(p), r, 1.0) for r in multi_indices(p, order)])
    ahead = np.array([sum(psi_next[raised(r, j)] for j in range(p)) for r in multi_indices(p, order)])
    a = 2 * (p + order) * at_zero @ at_zero
    b = (p + order - 2) * at_zero @ ahead
    t = (-b + np.sqrt(b**2 + 4 * a * ahead @ ahead)) / (2 * a)
    return float((n * t) ** (-1 / (p + order + 2)))


@takes(p=integer_from(high=50), order=integer_from(0, 50))
def multi_indices(p, order):
    """All tuples of p whole numbers ≥ 0 that sum to `order`.

    Parameters
    ----------
    p : int
    order : int

    Returns
    -------
    list of tuple
    """
    axes = combinations_with_replacement(range(p), order)
    return [tuple(np.bincount(np.array(a, dtype=int), minlength=p).tolist()) for a in axes]


def raised(r, j):
    """The multi-index r + 2eⱼ."""
    return (*r[:j], r[j] + 2, *r[j + 1 :])


@dataclass(frozen=True)
class PlugIn:
    """A bandwidth matrix by the plug-in rule, and what certifies it.

    Attributes
    ----------
    bandwidth : (p, p) array, H
    pilots : (g₆, g₄), the bandwidths with which ψ̂ of order 6 and 4 were estimated, in sphered data
    objective : float, the estimated error `amise` at H, in sphered data
    gradient_norm : float, of the objective in the entries of H, relative to objective / ‖H‖
    converged : bool
    """

    bandwidth: np.ndarray
    pilots: tuple
    objective: float
    gradient_norm: float
    converged: bool


@takes(H=_as_width, n=integer_from(), Psi=lambda Psi, name: as_array(Psi, name, 4))
def amise_gradient(H, n, Psi):
    """Derivatives of `amise` in the entries of H.

    Parameters
    ----------
    H : (p, p) array, covariance of the window
    n : int, sample size
    Psi : (p, p, p, p) array

    Returns
    -------
    (p, p) array
    """
    variance = (4 * pi) ** (-len(H) / 2) / (n * np.sqrt(np.linalg.det(H)))
    return -variance / 2 * np.linalg.inv(H) + np.einsum("kl,ijkl->ij", H, Psi) / 2


@implements("COURSE-plug-in")
def minimize_amise(n, Psi):
    """The H at which `amise` is smallest.
    Psi (p, p, p, p) → (p, p)

    H = LLᵀ with the logarithms of the diagonal of L free, so that H stays positive definite; BFGS."""
    p = len(Psi)
    spread = (4 / ((p + 2) * n)) ** (1 / (p + 4))
    start = np.where(np.eye(p)[np.tril_indices(p)] == 1, log(spread), 0.0)
    scale = amise(spread**2 * np.eye(p), n, Psi)
    result = minimize(amise_of_factor, start, (n, Psi, scale), method="BFGS", jac=True, tol=1e-10)
    L = triangular_factor(result.x, p)
    return L @ L.T


def triangular_factor(theta, p):
    """The lower triangular L with these entries, row by row, but the logarithms of its diagonal."""
    L = np.zeros((p, p))
    L[np.tril_indices(p)] = theta
    L.flat[:: p + 1] = np.exp(np.diagonal(L))
    return L


def amise_of_factor(theta, n, Psi, scale):
    """The error and its gradient in theta, both over scale."""
    L = triangular_factor(theta, len(Psi))
    slopes = 2 * amise_gradient(L @ L.T, n, Psi) @ L
    slopes.flat[:: len(L) + 1] *= np.diagonal(L)
    return amise(L @ L.T, n, Psi) / scale, slopes[np.tril_indices(len(L))] / scale


@takes()
def plug_in(X):
    """Choose a bandwidth matrix by the two-stage plug-in rule: H minimizes the error that the data suggest.

    Parameters
    ----------
    X : array_like, (n, p), n > p; two passes over all pairs, so n up to some thousands

    Returns
    -------
    PlugIn

    Raises
    ------
    ValueError
        If the covariance matrix of X is singular.

    Notes
    -----
    The data are sphered: S^(−1/2) x. There ψ of order 8 is taken as that of a Gaussian; it gives the pilot bandwidth
    for order 6, that gives the one for order 4, and those give Ψ in `amise`, which is convex in H.

    `Hpi` of R's package ks follows the same plan for p = 2, but in version 1.14.0 it gives other matrices: for
    `faithful` [[0.0633, 0.604], [0.604, 11.19]], ours is [[0.0514, 0.508], [0.508, 8.84]]. Its `gsamse` finds ψ̂ of
    order 6 by the place of r among the 7 multi-indices, while `psifun2` hands it 64 entries, one for each sequence of
    six axes; so it reads (5, 1) in the place of (4, 2), and so on. With entries found by r it gives
    [[0.0516, 0.510], [0.510, 8.88]]; once the sum of squared biases also has the r with odd entries, which `gsamse`
    leaves out, our matrix. `tools/oracles/ks.R` shows this.

    References
    ----------
    Wand and Jones (1994); Duong and Hazelton (2003).
    """
    X, _ = points_and_spread(X)
    n = len(X)
    root = symmetric_square_root(regular_covariance(X))
    Psi, pilots = _estimate_psi(np.linalg.solve(root, (X - X.mean(axis=0)).T).T)
    H = minimize_amise(n, Psi)
    objective = float(amise(H, n, Psi))
    slope = float(np.linalg.norm(amise_gradient(H, n, Psi)) * np.linalg.norm(H) / objective)
    solution = PlugIn(root @ H @ root, pilots, objective, slope, slope <= GRADIENT_TOLERANCE)
    if not solution.converged:
        warn(
            f"The plug-in bandwidth has a gradient of {slope:.3g}, above {GRADIENT_TOLERANCE:g}; scale the data."
        )
    return solution


def _estimate_psi(Z):
    """Ψ of sphered data in two stages, and the pilot bandwidths of order 6 and 4."""
    n, p = Z.shape
    psi8 = {r: float(gaussian_derivative(np.zeros(p), r, sqrt(2))) for r in multi_indices(p, 8)}
    g6 = pilot_bandwidth(6, n, p, psi8)
    g4 = pilot_bandwidth(4, n, p, {r: psi_estimate(Z, r, g6) for r in multi_indices(p, 6)})
    psi4 = {r: psi_estimate(Z, r, g4) for r in multi_indices(p, 4)}
    Psi = np.empty((p, p, p, p))
    for index in np.ndindex(Psi.shape):
        Psi[index] = psi4[tuple(np.bincount(index, minlength=p).tolist())]
    return Psi, (g6, g4)
