"""The functions of `rbf_loop` in NumPy, for where numba does not work."""

import numpy as np
from scipy.spatial.distance import cdist

# Exponents by type, below which exp is 0 up to 4e-308 and 2e-38; never 0 itself, so that its logarithm is a number.
SMALLEST_EXPONENTS = {np.dtype(np.float64): -708.0, np.dtype(np.float32): -86.9}


def exponentials(A):
    """Put exp of each entry in its place.
    A (m, n) of float64 or float32; an entry above 0, as rounding makes it, counts as 0"""
    np.clip(A, SMALLEST_EXPONENTS[A.dtype], 0, out=A)
    np.exp(A, out=A)


def exponentials_less(A, left, right):
    """Put exp(Aᵢⱼ − (left + right)) in the place of each entry; a sum of two numbers does not depend on their
    order.
    A (m, n) of float64 or float32; left (m,) of the same type; right (n,) of the same type"""
    A -= np.add.outer(left, right)
    exponentials(A)


def rows(points, columns, gamma, out):
    """exp(−γ‖x − y‖²) from differences of coordinates.
    points (m, p), x; columns (p, n), y, a coordinate a row; out (m, n), to fill"""
    K = cdist(points, columns.T, "sqeuclidean")
    K *= -gamma
    exponentials(K)
    out[:] = K


def sums(points, columns, weights, gamma, out):
    """Σⱼ wⱼ exp(−γ‖x − yⱼ‖²), from all the kernel values at once.
    points (m, p), x; columns (p, n), y, a coordinate a row; weights (n,); out (m,), to fill"""
    K = np.empty((len(points), columns.shape[1]))
    rows(points, columns, gamma, K)
    np.matmul(K, weights, out=out)
