"""`MinimumVolumeBall` of values that were computed before, and their diagonal."""

import numpy as np
from balls import points

from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.kernels import RBF, Linear, Precomputed


class TestPrecomputed:
    def test_constant_diagonal_needs_no_K_xx(self):
        X, X_new = points(40), points(10, seed=4)
        fitted = MinimumVolumeBall(Precomputed(), nu=0.2).fit(3 * RBF(1.0)(X))
        without = fitted.decision_function(3 * RBF(1.0)(X_new, X))
        expected = fitted.decision_function(3 * RBF(1.0)(X_new, X), np.full(10, 3.0))
        np.testing.assert_array_equal(without, expected)

    def test_fit_predict_takes_the_diagonal(self):
        X = points(30)
        K = Linear()(X)
        fitted = MinimumVolumeBall(Precomputed(), nu=0.2)
        labels = fitted.fit_predict(K)
        np.testing.assert_array_equal(labels, fitted.predict(K, np.diagonal(K)))
        assert 1 <= (labels == -1).sum() <= 10
