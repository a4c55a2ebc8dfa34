"""The functions of the kernels, and feature transforms, against formulas."""

from fractions import Fraction

import numpy as np
import pytest
from kernel_values import dot, points, tilted
from scipy.spatial.distance import cdist

from kernelsy19 import kernels
from kernelsy19.kernels import RBF, FunctionKernel, as_kernel, pointwise


class TestFeatureTransforms:
    X = np.array([[2.0, 3.0], [-1.0, 0.5], [0.0, -4.0]])

    @pytest.mark.checks("PR-transform-squares")
    def test_squares(self):
        np.testing.assert_array_equal(kernels.squares(self.X), [[4, 9], [1, 0.25], [0, 16]])

    @pytest.mark.checks("PR-transform-squares-and-second")
    def test_squares_and_second(self):
        expected = [[4, 9, 3], [1, 0.25, 0.5], [0, 16, -4]]
        np.testing.assert_array_equal(kernels.squares_and_second(self.X), expected)

    @pytest.mark.checks("PR-transform-quadratic")
    def test_quadratic(self):
        expected = [[4, 9, 6, 2, 3], [1, 0.25, -0.5, -1, 0.5], [0, 16, 0, 0, -4]]
        np.testing.assert_array_equal(kernels.quadratic_features(self.X), expected)

    @pytest.mark.checks("KPCA11-lift")
    def test_lift(self):
        expected = [[2, 3, 13], [-1, 0.5, 1.25], [0, -4, 16]]
        np.testing.assert_array_equal(kernels.lift_to_paraboloid(self.X), expected)


class TestFunctions:
    def test_kernels_and_functions_are_taken(self):
        k = RBF(2.0)
        assert as_kernel(k) is k
        assert as_kernel(tilted) == FunctionKernel(tilted)
        X = points(4, 2)
        np.testing.assert_allclose(as_kernel(lambda A, B: A @ B.T)(X), X @ X.T, rtol=1e-14)

    def test_pointwise_is_the_loop(self):
        X, Y = points(3, 2), points(4, 2, seed=1)
        K = pointwise(lambda x, y: x[0] * y[1])(X, Y)
        np.testing.assert_array_equal(K, np.outer(X[:, 0], Y[:, 1]))
        assert pointwise(dot).__name__ == "dot"

    def test_function_of_two_points_gets_the_hint(self):
        with pytest.raises(ValueError, match=r"must return shape \(3, 3\), got \(\).*pointwise\(function\)"):
            FunctionKernel(lambda x, y: 1.0)(points(3, 2))
        with pytest.raises(ValueError, match=r"must return shape \(3, 2\), got \(2, 3\)"):
            FunctionKernel(lambda X, Y: Y @ X.T)(points(3, 2), points(2, 2))
        message = r"must return shape \(3, 3\), but it raised .*pointwise\(function\)"
        with pytest.raises(ValueError, match=message):
            FunctionKernel(lambda x, y: float(x @ y))(points(3, 2))


class TestAccuracy:
    """Every distance and every kernel value, against differences in exact arithmetic."""

    @staticmethod
    def cloud(kind, n, p):
        X = np.random.default_rng(p).normal(size=(n, p))
        if kind == "shifted":
            X += 1e8
        elif kind == "one far away":
            X[0] = 1e9
        elif kind == "twins":
            X[n // 2 :] = X[: n - n // 2] * (1 + 1e-12)
        elif kind == "clusters":
            X += (np.arange(n) % 3)[:, None] * 1e6
        return X

    @staticmethod
    def exact(X, Y):
        def exactly(x, y):
            pairs = zip(map(Fraction, x.tolist()), map(Fraction, y.tolist()), strict=True)
            return float(sum((a - b) ** 2 for a, b in pairs))

        return np.array([[exactly(x, y) for y in Y] for x in X])

    @pytest.mark.parametrize("p", [3, 9, 50])
    @pytest.mark.parametrize("kind", ["general", "shifted", "one far away", "twins", "clusters"])
    def test_each_pair(self, kind, p):
        X = self.cloud(kind, 24, p)
        for Y in (X, X[3:12] + 1e-3):
            D = self.exact(X, Y)
            ours = kernels.squared_euclidean(X, Y)
            np.testing.assert_allclose(ours, D, rtol=1e-13, atol=0)
            if Y is X:
                np.testing.assert_array_equal(ours, ours.T)
            for gamma in (1e-3, 1.0, 1e3):
                np.testing.assert_allclose(kernels.RBF(gamma)(X, Y), np.exp(-gamma * D), rtol=0, atol=1e-13)
                w = np.ones(len(Y))
                found = kernels.RBF(gamma).sums(X, Y, w)
                np.testing.assert_allclose(found, np.exp(-gamma * D).sum(axis=1), rtol=0, atol=1e-12)
        some, others = np.arange(0, 24, 2), np.arange(5)
        G, K = kernels.RBF(0.1).gram(X), np.exp(-0.1 * self.exact(X, X))
        for ours, true in (
            (G.block(some, others), K[np.ix_(some, others)]),
            (G.rows(some), K[some]),
            (G.matrix(), K),
            (G.product(np.ones(24)) / 24, K.mean(axis=1)),
        ):
            np.testing.assert_allclose(ours, true, rtol=0, atol=1e-12)

    @pytest.mark.parametrize("n", [30, 600])
    def test_a_few_near_pairs_among_many(self, n):
        """Mended one by one: the matrix stays symmetric to the last bit, and no other entry changes."""
        X = np.random.default_rng(0).normal(size=(n, 12))
        X[1], X[n - 1] = X[0] + 1e-9, X[0] - 1e-7
        D = kernels.squared_euclidean(X, X)
        np.testing.assert_array_equal(D, D.T)
        np.testing.assert_allclose(D, cdist(X, X, "sqeuclidean"), rtol=1e-12)
        assert D[0, 1] == pytest.approx(self.exact(X[:1], X[1:2])[0, 0], rel=1e-14)
