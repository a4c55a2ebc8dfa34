"""The fixed point the plain way, against the way with restarts and against what stands still under the equation."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelsy19 import denoising
from kernelsy19.kernels import RBF, Linear
from kernelsy19.pca import KernelPCA
from kernelsy19.validation import ConvergenceWarning


def noisy_points(seed, n, D, gamma, q):
    """Training points near a curve in D dimensions, noisy points, and the weights of their projections."""
    rng = np.random.default_rng(seed)
    t = rng.uniform(-1, 1, size=n)
    X = np.column_stack([t**k for k in range(1, D + 1)]) + 0.05 * rng.normal(size=(n, D))
    N = X[: n // 3] + 0.2 * rng.normal(size=(n // 3, D))
    model = KernelPCA(RBF(gamma), n_components=q).fit(X)
    return X, N, denoising.projection_weights(model.transform(N), model.alpha_)


@settings(deadline=None, max_examples=40)
@given(
    seed=st.integers(0, 2**31),
    n=st.sampled_from([15, 60]),
    D=st.integers(3, 6),
    gamma=st.sampled_from([0.3, 1.0, 3.0]),
    q=st.integers(1, 6),
)
def test_it_ends_where_the_first_attempt_of_the_other_ends(seed, n, D, gamma, q):
    X, N, W = noisy_points(seed, n, D, gamma, q)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        plain = denoising.plain_fixed_point(RBF(gamma), X, W, N)
        other = denoising.fixed_point(RBF(gamma), X, W, N, max_restarts=0)
    both = plain.converged & other.converged
    assert (plain.converged >= other.converged).all()
    np.testing.assert_allclose(plain.points[both], other.points[both], atol=1e-9)
    np.testing.assert_array_equal(plain.iterations[both], other.iterations[both])
    np.testing.assert_allclose(plain.squared_distances[both], other.squared_distances[both], atol=1e-10)
    again = denoising.fixed_point_step(plain.points[plain.converged], X, W[plain.converged], gamma)
    np.testing.assert_allclose(again, plain.points[plain.converged], atol=1e-7)


def test_each_point_is_certified():
    X, N, W = noisy_points(0, 60, 3, 1.0, 4)
    plain = denoising.plain_fixed_point(RBF(1.0), X, W, N)
    assert plain.converged.all() and plain.restarts.sum() == 0
    rho, norms = denoising.certify(RBF(1.0), X, W, plain.points)
    np.testing.assert_array_equal(plain.squared_distances, rho)
    np.testing.assert_array_equal(plain.gradient_norms, norms)
    assert plain.gradient_norms.max() < 1e-6
    before, _ = denoising.certify(RBF(1.0), X, W, N)
    assert (plain.squared_distances <= before + 1e-12).all()


def test_a_denominator_that_is_not_positive_ends_a_point_and_not_the_others():
    X = np.array([[0.0, 0, 0], [1, 0, 0], [0, 2, 0]])
    W = np.array([[1.0, 0, 0], [-1.0, 0.1, 0], [0, 0, 1.0]])
    start = np.array([[0.3, 0, 0], [0, 0, 0], [0, 60, 0]])  # all kernel values of the last are 0
    with pytest.warns(
        ConvergenceWarning, match=r"2 of 3.*1 attempt of 50 iterations \(2 vanishing\)"
    ) as said:
        plain = denoising.plain_fixed_point(RBF(1.0), X, W, start, max_iter=50)
    assert said[0].filename == __file__
    assert plain.status.tolist() == ["converged", "vanishing", "vanishing"]
    np.testing.assert_allclose(plain.points, [[0, 0, 0], [0, 0, 0], [0, 60, 0]], atol=1e-9)
    assert plain.failures == {"vanishing": 2, "slow": 0}


def test_too_few_iterations_are_said():
    X, N, W = noisy_points(0, 60, 3, 1.0, 4)
    with pytest.warns(ConvergenceWarning, match="20 slow"):
        plain = denoising.plain_fixed_point(RBF(1.0), X, W, N, max_iter=2)
    assert (plain.iterations == 2).all() and not plain.converged.any()
    Z = denoising.fixed_point_step(N, X, W, 1.0)
    np.testing.assert_allclose(plain.points, denoising.fixed_point_step(Z, X, W, 1.0), rtol=1e-12)


def test_bad_input():
    X = np.eye(3)
    with pytest.raises(ValueError, match="needs the Gaussian kernel"):
        denoising.plain_fixed_point(Linear(), X, X, X)
    with pytest.raises(ValueError, match="W must have a row a point"):
        denoising.plain_fixed_point(RBF(1.0), X, X[:2], X)
    with pytest.raises(ValueError, match="max_iter"):
        denoising.plain_fixed_point(RBF(1.0), X, X, X, max_iter=0)
