"""`KernelRidge` keeps the contract of scikit-learn and agrees with its functions."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge as Theirs

from kernelsy19 import ridge
from kernelsy19.kernels import RBF
from kernelsy19.ridge import KernelRidge


def drawn(n=40, p=2, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    return X, np.sin(2 * X[:, 0]) + 0.2 * rng.normal(size=n) + 3


class TestEstimator:
    def test_predictions_are_those_of_scikit_learn_without_an_intercept(self):
        (X, y), (new, _) = drawn(), drawn(seed=1)
        ours = KernelRidge(RBF(0.5), lam=0.3, intercept=False).fit(X, y)
        theirs = Theirs(kernel="rbf", gamma=0.5, alpha=0.3).fit(X, y)
        np.testing.assert_allclose(ours.predict(new), theirs.predict(new), atol=1e-10)
        assert ours.intercept_ == 0

    def test_an_intercept_moves_with_the_targets_and_is_what_is_left_far_away(self):
        X, y = drawn()
        model, moved = (KernelRidge(RBF(0.5), lam=0.3).fit(X, y + c) for c in (0, 100))
        np.testing.assert_allclose(moved.predict(X), model.predict(X) + 100)
        np.testing.assert_allclose(moved.alpha_, model.alpha_, atol=1e-9)
        assert model.predict([[50.0, 50.0]])[0] == pytest.approx(model.intercept_)
        assert abs(model.intercept_ - y.mean()) < 1
        assert KernelRidge(RBF(0.5), lam=0.3, intercept=False).fit(X, y).predict([[50.0, 50.0]])[
            0
        ] == pytest.approx(0)

    def test_leave_one_out_chooses(self):
        X, y = drawn(80)
        model = KernelRidge(RBF(1.0), lam="loo").fit(X, y)
        assert model.lam_ == model.path_.lam == model.solution_.lam
        assert (model.solution_.loo_residuals**2).mean() == pytest.approx(model.path_.loo.min(), rel=1e-9)
        np.testing.assert_allclose(model.path_.lams, ridge.loo_path(RBF(1.0)(X), y).lams)

    def test_points_that_are_all_the_same(self):
        model = KernelRidge(RBF(1.0), lam="loo").fit(np.ones((5, 2)), np.arange(5.0))
        np.testing.assert_allclose(model.predict([[1.0, 1.0]]), 2.0)
