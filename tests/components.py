"""Points, kernels, and what every solution of kernel PCA has to show."""

import numpy as np


def points(n=40, p=3, seed=0, offset=0.0):
    return np.random.default_rng(seed).normal(size=(n, p)) * np.arange(1, p + 1) + offset


def same_up_to_sign(A, B, tol=1e-9):
    """The columns of two matrices, whatever their signs."""
    assert A.shape == B.shape
    np.testing.assert_allclose(A, B * np.sign((A * B).sum(axis=0)), atol=tol * np.abs(A).max(), rtol=0)
