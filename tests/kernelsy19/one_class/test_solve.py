"""The hyperplane is the ball where the diagonal is constant."""

import numpy as np
import pytest
from balls import points

from kernelsy19 import ball, one_class
from kernelsy19.kernels import RBF, Laplacian


class TestSolveHyperplane:
    @pytest.mark.parametrize("kernel", [RBF(0.7), Laplacian(0.3), 2 * RBF(0.5)], ids=repr)
    def test_is_the_ball_where_the_diagonal_is_constant(self, kernel):
        K = kernel(points(40, seed=2))
        plane, enclosing = one_class.solve_hyperplane(K, 0.3, tol=1e-11), ball.solve_dual(K, 0.3, tol=1e-11)
        np.testing.assert_allclose(plane.alpha, enclosing.alpha, atol=1e-6)
        rho = one_class.threshold(K[0, 0], enclosing.center_norm2, enclosing.R2)
        assert plane.rho == pytest.approx(rho, abs=1e-7)
        assert (plane.kinds == enclosing.kinds).all()
