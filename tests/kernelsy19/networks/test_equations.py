"""The equations of appendix E where scores are large, and against a mean over all directions."""

import numpy as np
import pytest

from kernelsy19 import networks


@pytest.mark.checks("COURSE-attention")
def test_scores_that_overflow_are_no_trouble_to_attention():
    Q, K, V = np.array([[3000.0]]), np.array([[1.0], [2.0]]), np.array([[5.0], [7.0]])
    assert networks.attention(Q, K, V) == pytest.approx(7.0)


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
