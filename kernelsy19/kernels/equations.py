"""The kernels and feature maps of the lecture, as functions of two sets of points or of one.

Shapes and meanings, where an equation says nothing else:

    X  (n, p)
    Y  (m, p)
    K1 (n, m) arrays
    K2 (n, m) arrays
"""

from itertools import combinations_with_replacement
from math import comb

import numpy as np
from scipy.spatial.distance import cdist

from kernelsy19.catalogue import implements
from kernelsy19.gram import LOW_DIMENSION

CACHED_ENTRIES = 2**14  # squared distances that one step after the other works on while they are in the cache

# Share of ‖x‖² + ‖y‖² below which ‖x − y‖² has lost six binary digits of the 52 that it had.
LOST_SHARE = 2.0**-6
MENDED_SHARE = 1 / 8  # of the distances², up to which it pays to mend them one by one


@implements("MSA220-linear")
def linear(X, Y):
    """K(x, y) = x·y.
    → (n, m)"""
    return X @ Y.T


@implements("MSA220-polynomial")
def polynomial(X, Y, degree, gamma, offset):
    """K(x, y) = (γ x·y + r)^d.
    degree: int, d ≥ 1; gamma: float, the slope γ > 0; offset: float, r ≥ 0 → (n, m)"""
    return (gamma * X @ Y.T + offset) ** degree


@implements("MSA220-rbf")
def rbf(X, Y, gamma):
    """K(x, y) = exp(−γ ‖x − y‖²), with ‖·‖ the Euclidean norm.
    gamma: float, γ > 0, in inverse squared units of x → (n, m), entries in (0, 1]"""
    return np.exp(-gamma * squared_euclidean(X, Y))


@implements("MSA220-laplacian")
def laplacian(X, Y, gamma):
    """K(x, y) = exp(−γ ‖x − y‖₁), with ‖·‖₁ the sum of absolute differences.
    gamma: float, γ > 0, in inverse units of x → (n, m), entries in (0, 1]"""
    return np.exp(-gamma * cdist(X, Y, "cityblock"))


@implements("MSA220-sigmoid")
def sigmoid(X, Y, gamma, offset):
    """K(x, y) = tanh(γ x·y + r). Not positive semidefinite in general.
    gamma: float, the slope γ; offset: float, r → (n, m), entries in (−1, 1)"""
    return np.tanh(gamma * X @ Y.T + offset)


@implements()
def squared_euclidean(X, Y):
    """‖x − y‖² for all pairs.

    Parameters
    ----------
    X : (n, p) array
    Y : (m, p) array

    Returns
    -------
    (n, m) array, in squared units of x, each entry to 1e-13 of itself or better

    Notes
    -----
    Up to 8 dimensions the differences are formed, which is exact to rounding. Above, ‖x‖² − 2 x·y + ‖y‖² on
    centered data is one matrix product; where points are so near each other, or so far from the mean, that this
    difference of large numbers has lost digits, the differences of coordinates take its place.
    """
    if X.shape[1] <= LOW_DIMENSION:
        return cdist(X, Y, "sqeuclidean")
    D = _by_products(X, Y)
    return cdist(X, Y, "sqeuclidean") if D is None else D


def _by_products(X, Y):
    """Squared distances by one matrix product, or None where more than a few have to be mended."""
    center = Y.mean(axis=0)
    A = X - center
    B = A if X is Y else Y - center  # of A Aᵀ NumPy computes half
    D = A @ B.T
    a, b = np.einsum("ij,ij->i", A, A), np.einsum("ij,ij->i", B, B)
    rows, largest = max(1, CACHED_ENTRIES // len(B)), b.max()
    for s in range(0, len(A), rows):
        part = D[s : s + rows]
        part *= -2
        part += np.add.outer(a[s : s + rows], b)
        if X is Y:
            part.reshape(-1)[s :: len(B) + 1][: len(part)] = np.inf
        if part.min() < LOST_SHARE * (a[s : s + rows].max() + largest):
            i, j = np.nonzero(part < LOST_SHARE * np.add.outer(a[s : s + rows], b))
            if len(i) > MENDED_SHARE * part.size:
                return None
            differences = X[s + i] - Y[j]
            part[i, j] = np.einsum("ij,ij->i", differences, differences)
    if X is Y:
        np.fill_diagonal(D, 0)
    return D


@implements("PR-transform-squares")
def squares(X):
    """Φ(x) = (x₁², x₂²): a circle around the origin becomes a line.
    X (n, 2) → (n, 2)"""
    return X**2


@implements("PR-transform-squares-and-second")
def squares_and_second(X):
    """Φ(x) = (x₁², x₂², x₂): circles with a center on the second axis become planes.
    X (n, 2) → (n, 3)"""
    return np.column_stack([X[:, 0] ** 2, X[:, 1] ** 2, X[:, 1]])


@implements("PR-transform-quadratic")
def quadratic_features(X):
    """Φ(x) = (x₁², x₂², x₁x₂, x₁, x₂): every conic becomes a plane.
    X (n, 2) → (n, 5)"""
    x1, x2 = X[:, 0], X[:, 1]
    return np.column_stack([x1**2, x2**2, x1 * x2, x1, x2])


@implements("KPCA11-lift")
def lift_to_paraboloid(X):
    """Φ(x) = (x₁, x₂, x₁² + x₂²): the plane is laid on a bowl.
    X (n, 2) → (n, 3)"""
    return np.column_stack([X, (X**2).sum(axis=1)])


@implements("MSA220-explicit-map")
def six_features(X):
    """Φ(x) = (1, √2 x₁, √2 x₂, x₁², x₂², √2 x₁x₂), whose dot product is (1 + x·y)².
    X (n, 2) → (n, 6)"""
    x1, x2 = X[:, 0], X[:, 1]
    r = np.sqrt(2)
    return np.column_stack([np.ones(len(X)), r * x1, r * x2, x1**2, x2**2, r * x1 * x2])


def monomials(p, degree, offset=True):
    """Exponents of the monomials that make up (x·y + r)^d.

    Parameters
    ----------
    p : int, number of variables
    degree : int, d
    offset : bool, whether the lower degrees belong to it (r > 0)

    Returns
    -------
    (D, p) int array, one row of exponents a coordinate; D = C(p + d, d) with the lower degrees
    """
    degrees = range(degree + 1) if offset else [degree]
    choices = [c for d in degrees for c in combinations_with_replacement(range(p), d)]
    return np.array([np.bincount(np.array(c, dtype=int), minlength=p) for c in choices]).reshape(-1, p)


def n_monomials(p, degree):
    """Count the monomials of p variables up to a degree: C(p + d, d).

    Parameters
    ----------
    p : int, number of variables
    degree : int, d

    Returns
    -------
    int
    """
    return comb(p + degree, degree)


@implements("COURSE-kernel-sum")
def kernel_sum(K1, K2):
    """K = K₁ + K₂ is a kernel: zᵀKz = zᵀK₁z + zᵀK₂z ≥ 0.
    → (n, m)"""
    return K1 + K2


@implements("COURSE-kernel-product")
def kernel_product(K1, K2):
    """K = K₁ ∘ K₂, entry by entry, is a kernel (Schur, 1911): its features are products of features.
    → (n, m)"""
    return K1 * K2


@implements("COURSE-kernel-scaling")
def kernel_scaling(c, K):
    """c K with c ≥ 0 is a kernel: its features are those of K times √c.
    c: float, ≥ 0; K (n, m) → (n, m)"""
    return c * K
