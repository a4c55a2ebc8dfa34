"""The ball for two classes where there is one, kernel values after a repair, and a price for each class."""

import numpy as np
import pytest
from balls import each_kernel

from kernelsy19 import ball, svdd
from kernelsy19.kernels import RBF, Polynomial, Sigmoid, geometry


def two_classes(n):
    """Points of two overlapping classes, in random order."""
    rng = np.random.default_rng(0)
    y = rng.permutation(np.where(np.arange(n) < (2 * n) // 3, 1.0, -1.0))
    return rng.normal(size=(n, 2)) + (y < 0)[:, None], y


@each_kernel
def test_one_class_is_the_ball_of_chapter_3(kernel):
    K = kernel(two_classes(50)[0])
    ours, theirs = svdd.solve_dual(K, np.ones(50), 0.1, tol=1e-10), ball.solve_dual(K, 0.2, tol=1e-10)
    assert ours.objective == pytest.approx(theirs.objective, rel=1e-9)
    assert ours.R2 == pytest.approx(theirs.R2, rel=1e-6) and (ours.kinds == theirs.kinds).all()


class TestRepair:
    def test_training_points_become_those_of_the_nearest_psd_matrix(self):
        X, _ = two_classes(25)
        K = Sigmoid(1.0, -0.5)(X)
        repaired, after = geometry.nearest_psd(K), svdd.values_after_repair(K, K)
        assert repaired.n_negative > 0
        np.testing.assert_allclose(after.K_xs, repaired.K, atol=1e-4)
        np.testing.assert_allclose(after.K_xx, np.diagonal(repaired.K), atol=1e-4)

    def test_together_they_are_one_psd_matrix(self):
        X, _ = two_classes(25)
        K, K_new = Sigmoid(1.0, -0.5)(X), Sigmoid(1.0, -0.5)(X[:1] + 0.3, X)
        after = svdd.values_after_repair(K_new, K)
        own = svdd.values_after_repair(K, K).K_xs
        joint = np.block([[own, after.K_xs.T], [after.K_xs, after.K_xx[:, None]]])
        assert np.linalg.eigvalsh(joint).min() > -1e-9
        values, vectors = np.linalg.eigh(K)
        kept = values > 1e-6 * np.abs(values).max()
        np.testing.assert_allclose(after.K_xs @ vectors[:, ~kept], 0, atol=1e-12)
        np.testing.assert_allclose(after.K_xs @ vectors[:, kept], K_new @ vectors[:, kept], atol=1e-12)

    def test_a_psd_matrix_keeps_its_values(self):
        X, _ = two_classes(25)
        k = Polynomial(2)
        after = svdd.values_after_repair(k(X[:7] + 0.3, X), k(X))
        np.testing.assert_allclose(after.K_xs, k(X[:7] + 0.3, X), atol=1e-9)
        np.testing.assert_allclose(after.K_xx, k.diagonal(X[:7] + 0.3), atol=1e-8)


def test_the_estimator_takes_a_price_for_each_class():
    X, y = two_classes(40)
    C = np.where(y > 0, 0.07, 0.4)
    model = svdd.TwoClassSVDD(RBF(0.5), C=(0.07, 0.4)).fit(X, y)
    np.testing.assert_array_equal(model.C_, C)
    np.testing.assert_array_equal(model.solution_.alpha, svdd.solve_dual(RBF(0.5)(X), y, C).alpha)
