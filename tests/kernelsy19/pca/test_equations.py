"""Equations of PCA that derivations speak of as zero, on vectors that solve nothing: no term can hide behind a zero."""

import numpy as np

from kernelsy19 import pca
from kernelsy19.kernels.geometry import with_canonical_signs

rng = np.random.default_rng(1)
PHI = rng.normal(size=(5, 3))
U, ALPHA, LAM = rng.normal(size=3), rng.normal(size=5), 0.7
S = sum(np.outer(x, x) for x in PHI) / 5


def test_mean_of_points():
    expected = [sum(x[d] for x in PHI) / 5 for d in range(3)]
    np.testing.assert_allclose(pca.mean_of_points(PHI), expected)


def test_eigenvalue_residual_and_its_projections():
    expected = [LAM * U[d] - sum(S[d, e] * U[e] for e in range(3)) for d in range(3)]
    np.testing.assert_allclose(pca.eigenvalue_residual(S, LAM, U), expected)
    np.testing.assert_allclose(pca.projected_residual(PHI, LAM, U), [x @ expected for x in PHI])


def test_projected_residual_in_span():
    left = [LAM * sum(ALPHA[i] * (PHI[k] @ PHI[i]) for i in range(5)) for k in range(5)]
    inner = [sum(PHI[j] * (PHI[j] @ PHI[i]) for j in range(5)) for i in range(5)]
    right = [sum(ALPHA[i] * (PHI[k] @ inner[i]) for i in range(5)) / 5 for k in range(5)]
    found = pca.projected_residual_in_span(PHI, LAM, ALPHA)
    np.testing.assert_allclose(found, np.subtract(left, right))


def test_squared_gram_residual():
    K = PHI @ PHI.T
    expected = 5 * LAM * (K @ ALPHA) - K @ K @ ALPHA
    np.testing.assert_allclose(pca.squared_gram_residual(K, LAM, ALPHA), expected)


def test_signs():
    V = np.array([[1.0, -3.0, -2.0 + 1e-12, 0.0], [-2.0, 1.0, 2.0, -1.0]])
    expected = np.array([[-1.0, 3.0, 2.0 - 1e-12, 0.0], [2.0, -1.0, -2.0, 1.0]])
    np.testing.assert_array_equal(with_canonical_signs(V), expected)
