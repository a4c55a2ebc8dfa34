"""The functions of the kernels, and feature transforms, against formulas."""

import numpy as np
import pytest
from kernel_values import dot, points, tilted

from kernelsy19 import kernels
from kernelsy19.kernels import (
    RBF,
    FunctionKernel,
    Kernel,
    as_kernel,
    pointwise,
)


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

    def test_circles_and_conics_become_planes(self):
        t = np.linspace(0, 2 * np.pi, 20)
        circle = np.column_stack([1.5 * np.cos(t), 1.5 * np.sin(t)])
        np.testing.assert_allclose(kernels.squares(circle).sum(axis=1), 1.5**2)
        moved = circle + np.array([0, 2])
        np.testing.assert_allclose(kernels.squares_and_second(moved) @ [1, 1, -4], 1.5**2 - 4)
        s, c = np.sin(0.4), np.cos(0.4)
        ellipse = np.column_stack([2 * np.cos(t), np.sin(t)]) @ np.array([[c, s], [-s, c]]) + [0.3, -0.7]
        ones = np.column_stack([kernels.quadratic_features(ellipse), np.ones(len(t))])
        assert np.linalg.svd(ones, compute_uv=False)[-1] < 1e-12
        np.testing.assert_allclose(kernels.lift_to_paraboloid(circle)[:, 2], 1.5**2)


class TestFunctions:
    def test_kernels_and_functions_are_taken(self):
        k = RBF(2.0)
        assert as_kernel(k) is k
        assert as_kernel(tilted) == FunctionKernel(tilted)
        X = points(4, 2)
        np.testing.assert_allclose(as_kernel(lambda A, B: A @ B.T)(X), X @ X.T, rtol=1e-14)

    @pytest.mark.parametrize("kernel", ["rbf", None, 3, RBF])
    def test_other_things_are_refused(self, kernel):
        with pytest.raises(
            ValueError, match=r"kernel must be a kernel such as RBF\(gamma=1.0\) or a function of"
        ):
            as_kernel(kernel)

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
        with pytest.raises(
            ValueError, match=r"must return shape \(3, 3\), but it raised .*pointwise\(function\)"
        ):
            FunctionKernel(lambda x, y: float(x @ y))(points(3, 2))

    def test_function_that_is_not_symmetric_is_refused_not_repaired(self):
        crooked = FunctionKernel(lambda X, Y: X @ np.array([[0, 1], [0, 0]]) @ Y.T)
        for k in (crooked, 2 * crooked, crooked + 1):
            with pytest.raises(ValueError, match=r"k\(X, X\) must be symmetric, but"):
                k(points(3, 2))

    def test_function_that_gives_nan_is_refused(self):
        broken = FunctionKernel(lambda X, Y: np.full((len(X), len(Y)), np.nan))
        with pytest.raises(ValueError, match=r"k\(X, Y\) must be finite, got 6 NaN"):
            broken(points(3, 2), points(2, 2))
        with pytest.raises(ValueError, match="must be finite, got 9 NaN"):
            broken(points(3, 2))

    def test_diagonal_of_a_function_is_point_by_point(self):
        X = points(4, 2)
        np.testing.assert_allclose(FunctionKernel(tilted).diagonal(X), np.diag(tilted(X, X)), rtol=1e-14)

    def test_what_a_new_kernel_must_define(self):
        with pytest.raises(TypeError, match=r"Kernel must define evaluate\(X, Y\)"):
            Kernel()
