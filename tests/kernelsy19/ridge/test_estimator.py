"""`KernelRidge` keeps the contract of scikit-learn and agrees with its functions."""

import pickle

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge as Theirs
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelsy19 import ridge
from kernelsy19.kernels import RBF, Linear, Precomputed
from kernelsy19.ridge import KernelRidge


def drawn(n=40, p=2, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, p))
    return X, np.sin(2 * X[:, 0]) + 0.2 * rng.normal(size=n) + 3


@parametrize_with_checks(
    [KernelRidge(), KernelRidge(Linear(), lam=0.1), KernelRidge(lam="loo"), KernelRidge(intercept=False)]
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


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

    def test_precomputed_equals_the_kernel(self):
        (X, y), (new, _) = drawn(), drawn(7, seed=1)
        plain = KernelRidge(RBF(0.2)).fit(X, y)
        given_ = KernelRidge(Precomputed()).fit(RBF(0.2)(X), y)
        np.testing.assert_allclose(given_.predict(RBF(0.2)(new, X)), plain.predict(new), atol=1e-10)

    def test_can_be_searched_and_kept(self):
        X, y = drawn(60)
        search = GridSearchCV(
            make_pipeline(StandardScaler(), KernelRidge(RBF(1.0), lam="loo")),
            {"kernelridge__kernel__gamma": [1e-4, 0.5]},
            cv=3,
        ).fit(X, y)
        assert search.best_params_ == {"kernelridge__kernel__gamma": 0.5}
        again = pickle.loads(pickle.dumps(search.best_estimator_))
        np.testing.assert_array_equal(again.predict(X), search.predict(X))
        np.testing.assert_allclose(
            again[-1].solution_.loo_residuals, search.best_estimator_[-1].solution_.loo_residuals
        )

    def test_points_that_are_all_the_same(self):
        model = KernelRidge(RBF(1.0), lam="loo").fit(np.ones((5, 2)), np.arange(5.0))
        np.testing.assert_allclose(model.predict([[1.0, 1.0]]), 2.0)


@pytest.mark.parametrize("y", [["a", "b", "c"], [1.0, 2j, 3.0], [1.0, np.inf, 2.0], [1.0, None, 2.0]])
def test_targets_that_are_no_finite_numbers_get_one_line(y):
    with pytest.raises(ValueError, match=r"^y must hold finite numbers: [^\n]+$"):
        KernelRidge(lam=1.0).fit(np.eye(3), y)
