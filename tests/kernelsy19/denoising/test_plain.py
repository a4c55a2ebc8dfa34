"""The fixed point the plain way, against the way with restarts and against what stands still under the equation."""

import numpy as np
import pytest

from kernelsy19 import denoising
from kernelsy19.kernels import RBF
from kernelsy19.pca import KernelPCA


def noisy_points(seed, n, D, gamma, q):
    """Training points near a curve in D dimensions, noisy points, and the weights of their projections."""
    rng = np.random.default_rng(seed)
    t = rng.uniform(-1, 1, size=n)
    X = np.column_stack([t**k for k in range(1, D + 1)]) + 0.05 * rng.normal(size=(n, D))
    N = X[: n // 3] + 0.2 * rng.normal(size=(n // 3, D))
    model = KernelPCA(RBF(gamma), n_components=q).fit(X)
    return X, N, denoising.projection_weights(model.transform(N), model.alpha_)


def test_each_point_is_certified():
    X, N, W = noisy_points(0, 60, 3, 1.0, 4)
    start = N.copy()
    rho, norms = denoising.certify(RBF(1.0), X, W, denoising.plain_fixed_point(RBF(1.0), X, W, start))
    assert norms.max() < 1e-6 and (start == N).all()
    before, slopes = denoising.certify(RBF(1.0), X, W, N)
    assert (rho <= before + 1e-12).all() and slopes.min() > 1e-6


def test_a_point_stays_where_the_denominator_is_not_positive_and_the_others_go_on():
    X = np.array([[0.0, 0, 0], [1, 0, 0], [0, 2, 0]])
    W = np.array([[1.0, 0, 0], [-1.0, 0.1, 0], [0, 0, 1.0]])
    start = np.array([[0.3, 0, 0], [0, 0, 0], [0, 60, 0]])  # all kernel values of the last are 0
    plain = denoising.plain_fixed_point(RBF(1.0), X, W, start, max_iter=50)
    np.testing.assert_allclose(plain, [[0, 0, 0], [0, 0, 0], [0, 60, 0]], atol=1e-9)
    np.testing.assert_array_equal(plain[1:], start[1:])


@pytest.mark.parametrize("max_iter", [1, 2])
def test_there_are_no_more_iterations_than_asked_for(max_iter):
    X, N, W = noisy_points(0, 60, 3, 1.0, 4)
    Z = N
    for _ in range(max_iter):
        Z = denoising.fixed_point_step(Z, X, W, 1.0)
    plain = denoising.plain_fixed_point(RBF(1.0), X, W, N, max_iter=max_iter)
    np.testing.assert_allclose(plain, Z, rtol=1e-12)


def test_a_point_that_has_arrived_is_not_moved_further():
    """One step of less than the tolerance is the last."""
    X, N, W = noisy_points(0, 60, 3, 1.0, 4)
    plain = denoising.plain_fixed_point(RBF(1.0), X, W, N, tol=1e3)
    np.testing.assert_allclose(plain, denoising.fixed_point_step(N, X, W, 1.0), rtol=1e-12)
