"""`MinimumVolumeBall` keeps the contract of scikit-learn and agrees with its one-class machine."""

import numpy as np
import pytest
from balls import each_kernel, points
from sklearn.base import clone
from sklearn.metrics import make_scorer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import OneClassSVM
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelsy19 import ball
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.kernels import RBF, Linear, Precomputed, Sigmoid
from kernelsy19.validation import ConvergenceWarning


class TestPrecomputed:
    @each_kernel
    @pytest.mark.parametrize("wrap", [lambda k: k, lambda k: 2 * k], ids=["K", "2K"])
    def test_it_is_the_kernel_it_was_computed_with(self, kernel, wrap):
        X, X_new = points(60), points(20, seed=4)
        plain = MinimumVolumeBall(wrap(kernel), nu=0.2).fit(X)
        fitted = MinimumVolumeBall(wrap(Precomputed()), nu=0.2).fit(kernel(X))
        K_xx = wrap(kernel).diagonal(X_new)
        atol = 1e-5 * np.abs(kernel(X)).max()
        np.testing.assert_allclose(
            fitted.decision_function(kernel(X_new, X), K_xx), plain.decision_function(X_new), atol=atol
        )
        np.testing.assert_allclose(
            fitted.score_samples(kernel(X_new, X), K_xx), plain.score_samples(X_new), atol=atol
        )
        np.testing.assert_array_equal(
            fitted.predict(kernel(X_new, X), K_xx),
            np.where(fitted.decision_function(kernel(X_new, X), K_xx) >= 0, 1, -1),
        )

    def test_constant_diagonal_needs_no_K_xx(self):
        X, X_new = points(40), points(10, seed=4)
        fitted = MinimumVolumeBall(Precomputed(), nu=0.2).fit(3 * RBF(1.0)(X))
        without = fitted.decision_function(3 * RBF(1.0)(X_new, X))
        np.testing.assert_array_equal(
            without, fitted.decision_function(3 * RBF(1.0)(X_new, X), np.full(10, 3.0))
        )

    def test_K_xx_missing_not_wanted_or_of_another_length(self):
        X = points(20)
        linear = MinimumVolumeBall(Precomputed(), nu=0.2).fit(Linear()(X))
        with pytest.raises(ValueError, match=r"K_xx.*must be given"):
            linear.predict(Linear()(X[:3], X))
        with pytest.raises(ValueError, match="K_xx must have shape"):
            linear.predict(Linear()(X[:3], X), np.ones(4))
        with pytest.raises(ValueError, match="K_xx is for Precomputed"):
            MinimumVolumeBall(RBF(1.0)).fit(X).predict(X, np.ones(20))

    def test_fit_predict_takes_the_diagonal(self):
        X = points(30)
        K = Linear()(X)
        fitted = MinimumVolumeBall(Precomputed(), nu=0.2)
        labels = fitted.fit_predict(K)
        np.testing.assert_array_equal(labels, fitted.predict(K, np.diagonal(K)))
        assert 1 <= (labels == -1).sum() <= 10

    def test_what_is_no_gram_matrix(self):
        with pytest.raises(ValueError, match="shape"):
            MinimumVolumeBall(Precomputed()).fit(np.ones((3, 2)))
        with pytest.raises(ValueError, match="smallest eigenvalue"):
            MinimumVolumeBall(Precomputed()).fit(np.array([[1.0, 2], [2, 1]]))
        with pytest.raises(ValueError, match="features"):
            MinimumVolumeBall(Precomputed()).fit(np.eye(4)).predict(np.ones((2, 3)))

    def test_cross_validation_slices_rows_and_columns(self):
        X = points(60)
        scorer = make_scorer(lambda y, prediction: (prediction == 1).mean())
        sizes = {"cv": 3, "scoring": scorer}
        plain = cross_val_score(MinimumVolumeBall(RBF(0.5), tol=1e-9), X, np.ones(60), **sizes)
        sliced = cross_val_score(
            MinimumVolumeBall(Precomputed(), tol=1e-9), RBF(0.5)(X), np.ones(60), **sizes
        )
        np.testing.assert_array_equal(plain, sliced)


@parametrize_with_checks(
    [
        MinimumVolumeBall(),
        MinimumVolumeBall(Linear(), nu=0.3),
        MinimumVolumeBall(RBF(0.5) + 0.1 * Linear(), nu=0.5),
    ]
)
def test_scikit_learns_checks(estimator, check):
    check(estimator)


class TestEstimator:
    def test_attributes(self):
        X = points(80, 3)
        fitted = MinimumVolumeBall(RBF(0.4), nu=0.15).fit(X)
        solution = ball.solve_dual(RBF(0.4).gram(X), 0.15)
        np.testing.assert_array_equal(fitted.alpha_, solution.alpha)
        np.testing.assert_array_equal(fitted.support_, np.flatnonzero(solution.alpha))
        np.testing.assert_array_equal(fitted.support_vectors_, X[fitted.support_])
        assert fitted.R2_ == fitted.solution_.R2 == solution.R2 == -fitted.offset_
        assert fitted.n_iter_ == solution.iterations
        assert fitted.n_features_in_ == 3
        assert fitted.kernel_ == RBF(0.4)
        np.testing.assert_allclose(
            fitted.decision_function(X), fitted.score_samples(X) - fitted.offset_, atol=1e-15
        )
        np.testing.assert_allclose(-fitted.score_samples(X), solution.squared_distances, atol=1e-12)

    def test_default_kernel_is_scikit_learns_scale(self):
        X = points(50, 4) * 3 + 1
        assert MinimumVolumeBall().fit(X).kernel_ == RBF(1 / (4 * X.var()))
        assert MinimumVolumeBall().fit(np.ones((5, 2))).kernel_ == RBF(1.0)

    def test_a_kernel_that_is_not_psd(self):
        with pytest.raises(ValueError, match="smallest eigenvalue"):
            MinimumVolumeBall(Sigmoid(2.0, -1.0)).fit(points(50))

    def test_not_converging_warns(self):
        with pytest.warns(ConvergenceWarning, match="raise max_iter"):
            MinimumVolumeBall(RBF(1.0), max_iter=1).fit(points(100))

    def test_kernel_parameters_are_parameters_of_the_estimator(self):
        kernel = RBF(1.0) + 2.0 * Linear()
        estimator = MinimumVolumeBall(kernel)
        assert estimator.get_params()["kernel__left__gamma"] == 1.0
        other = clone(estimator).set_params(kernel__left__gamma=5.0, kernel__right__factor=3.0, nu=0.4)
        assert other.kernel == RBF(5.0) + 3.0 * Linear()
        assert other.nu == 0.4
        assert estimator.kernel is kernel
        assert kernel == RBF(1.0) + 2.0 * Linear()
        assert other.set_params(kernel=RBF(1.0), kernel__gamma=2.0).kernel == RBF(2.0)

    def test_parameters_that_are_not_there(self):
        with pytest.raises(ValueError, match="no parameter 'width'"):
            MinimumVolumeBall(RBF(1.0)).set_params(kernel__width=2.0)
        with pytest.raises(ValueError, match="kernel__gamma needs kernel="):
            MinimumVolumeBall().set_params(kernel__gamma=2.0)
        with pytest.raises(ValueError, match="mu"):
            MinimumVolumeBall().set_params(mu=2.0)

    def test_grid_search_in_a_pipeline(self):
        X = points(60) * [1, 20]
        y = np.where(np.arange(60) < 55, 1, -1)
        X[y < 0] += [8, 160]
        pipeline = make_pipeline(StandardScaler(), MinimumVolumeBall(RBF(1.0)))
        grid = {"minimumvolumeball__kernel__gamma": [0.1, 100.0], "minimumvolumeball__nu": [0.1, 0.9]}
        search = GridSearchCV(pipeline, grid, scoring="accuracy", cv=3).fit(X, y)
        assert search.best_params_ == {"minimumvolumeball__kernel__gamma": 0.1, "minimumvolumeball__nu": 0.1}
        assert search.best_estimator_[-1].kernel_ == RBF(0.1)

    def test_shows_itself(self):
        assert repr(MinimumVolumeBall(RBF(2.0), nu=0.3)) == "MinimumVolumeBall(kernel=RBF(gamma=2.0), nu=0.3)"
        assert "RBF" in MinimumVolumeBall(RBF(2.0))._repr_html_()


class TestAgainstOneClassSVM:
    """Where K(x, x) is constant the two are one problem, and only there."""

    @pytest.mark.parametrize("gamma", [0.05, 1.0, 30.0])
    @pytest.mark.parametrize("nu", [0.05, 0.2, 0.63])
    def test_same_ball_for_rbf(self, gamma, nu):
        X, X_new, n = points(150), points(60, seed=8), 150
        ours = MinimumVolumeBall(RBF(gamma), nu=nu, tol=1e-9).fit(X)
        theirs = OneClassSVM(gamma=gamma, nu=nu, tol=1e-9).fit(X)
        alpha = np.zeros(n)
        alpha[theirs.support_] = theirs.dual_coef_[0]
        assert alpha.sum() == pytest.approx(nu * n)
        np.testing.assert_allclose(nu * n * ours.alpha_, alpha, atol=1e-4)
        np.testing.assert_allclose(
            ours.decision_function(X_new), 2 / (nu * n) * theirs.decision_function(X_new), atol=1e-7
        )
        rho = theirs.offset_[0]
        assert ours.R2_ == pytest.approx(1 + ours.solution_.center_norm2 - 2 * rho / (nu * n), abs=1e-7)

    def test_other_problem_for_linear(self):
        X, nu, n = points(100) + np.array([2, 0]), 0.2, 100
        ours = MinimumVolumeBall(Linear(), nu=nu, tol=1e-9).fit(X)
        theirs = OneClassSVM(kernel="linear", nu=nu, tol=1e-9).fit(X)
        alpha = np.zeros(n)
        alpha[theirs.support_] = theirs.dual_coef_[0] / (nu * n)
        assert np.abs(ours.alpha_ - alpha).max() * nu * n > 0.9
        assert (ours.predict(X) != theirs.predict(X)).mean() > 0.1
