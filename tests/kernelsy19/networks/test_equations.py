"""The equations of appendix E against loops, and against means that are sums over all cases."""

import numpy as np
import pytest

from kernelsy19 import networks
from kernelsy19.kernels import RBF


@pytest.mark.checks("COURSE-attention", "COURSE-attention-kernel", "COURSE-kernel-average")
@pytest.mark.parametrize("shape", [(3, 5, 4, 2), (1, 1, 1, 1), (4, 2, 3, 6)])
def test_attention_is_what_a_loop_over_words_makes_of_it(shape):
    (n_queries, n, d, q), rng = shape, np.random.default_rng(0)
    Q, K, V = rng.normal(size=(n_queries, d)), rng.normal(size=(n, d)), rng.normal(size=(n, q))
    for i, query in enumerate(Q):
        weights = [np.exp(sum(a * b for a, b in zip(query, key, strict=True)) / d**0.5) for key in K]
        expected = sum(w * v for w, v in zip(weights, V, strict=True)) / sum(weights)
        np.testing.assert_allclose(networks.attention(Q, K, V)[i], expected, rtol=1e-12)
        kernel = networks.attention_kernel(Q, K)
        np.testing.assert_allclose(kernel[i], weights, rtol=1e-12)
        np.testing.assert_allclose(networks.kernel_average(kernel, V)[i], expected, rtol=1e-12)


@pytest.mark.checks("COURSE-attention")
def test_scores_that_overflow_are_no_trouble_to_attention():
    Q, K, V = np.array([[3000.0]]), np.array([[1.0], [2.0]]), np.array([[5.0], [7.0]])
    assert networks.attention(Q, K, V) == pytest.approx(7.0)


@pytest.mark.checks("COURSE-attention-kernel")
def test_the_kernel_of_attention_is_positive_semidefinite_where_queries_are_the_keys():
    X = np.random.default_rng(1).normal(size=(8, 3))
    assert np.linalg.eigvalsh(networks.attention_kernel(X, X)).min() > 0


@pytest.mark.checks("COURSE-relu-features", "COURSE-arc-cosine")
def test_in_the_plane_the_mean_over_directions_is_the_kernel():
    """In the plane a normal w is a direction that is evenly spread, with a squared length of mean 2."""
    X = np.array([[1.0, 0.0], [0.5, 0.9], [-2.0, 0.3], [3.0, 0.0], [-1.0, 0.0]])
    a = 2 * np.pi * (np.arange(200_000) + 0.5) / 200_000
    W = 2**0.5 * np.column_stack([np.cos(a), np.sin(a)])
    F = networks.relu_features(X, W)
    assert F.shape == (5, 200_000)
    np.testing.assert_allclose(F @ F.T, networks.arc_cosine(X, X), atol=1e-8)
    np.testing.assert_allclose(np.diagonal(networks.arc_cosine(X, X)), (X**2).sum(axis=1), rtol=1e-12)


@pytest.mark.checks("COURSE-kernel-average")
def test_an_average_by_a_narrow_kernel_is_the_value_of_the_nearest():
    X, V = np.arange(6.0)[:, None], np.random.default_rng(2).normal(size=(6, 1))
    np.testing.assert_allclose(networks.kernel_average(RBF(1e3)(X + 0.1, X), V), V, atol=1e-12)
