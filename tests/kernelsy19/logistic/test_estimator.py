"""The estimator: scikit-learn's contract, two classes and more, kernels of any points."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelsy19 import datasets, logistic
from kernelsy19.kernels import RBF, FunctionKernel, Linear, Precomputed, Sigmoid, pointwise
from kernelsy19.logistic import KernelLogisticRegression
from kernelsy19.validation import ConvergenceWarning


@parametrize_with_checks(
    [
        KernelLogisticRegression(),
        KernelLogisticRegression(Linear(), lam=0.3, intercept=True),
        KernelLogisticRegression(RBF(0.5) + 0.1 * Linear(), lam=0.1),
    ]
)
def test_scikit_learns_checks(estimator, check):
    check(estimator)


MOONS = datasets.moons(120, noise=0.2)
IRIS = datasets.iris()


class TestTwoClasses:
    def test_attributes(self):
        model = KernelLogisticRegression(RBF(1.5), lam=0.2).fit(MOONS.X, MOONS.y)
        solution = logistic.solve_logistic(RBF(1.5).gram(MOONS.X), MOONS.y, 0.2)
        np.testing.assert_array_equal(model.theta_, solution.theta)
        assert model.solution_.objective == solution.objective
        assert model.solution_.duality_gap <= 1e-14 * 120 * np.log(2)
        assert (model.intercept_, model.n_iter_, model.n_features_in_) == (0, solution.iterations, 2)
        assert model.kernel_ == RBF(1.5)
        np.testing.assert_array_equal(model.classes_, [0, 1])

    @pytest.mark.parametrize("intercept", [False, True])
    def test_probabilities_scores_and_labels_belong_together(self, intercept):
        names = np.array(["upper", "lower"])[MOONS.y]
        model = KernelLogisticRegression(RBF(1.5), lam=0.2, intercept=intercept).fit(MOONS.X, names)
        np.testing.assert_array_equal(model.classes_, ["lower", "upper"])
        P, f = model.predict_proba(MOONS.X), model.decision_function(MOONS.X)
        np.testing.assert_allclose(P.sum(axis=1), 1)
        np.testing.assert_allclose(P[:, 1], 1 / (1 + np.exp(-f)))
        np.testing.assert_array_equal(model.predict(MOONS.X), model.classes_[P.argmax(axis=1)])
        assert model.score(MOONS.X, names) > 0.9

    @pytest.mark.parametrize("intercept", [False, True])
    def test_linear_is_scikit_learns_logistic_regression(self, intercept):
        peer = LogisticRegression(C=5.0, fit_intercept=intercept, tol=1e-10, solver="newton-cholesky")
        ours = KernelLogisticRegression(Linear(), lam=0.2, intercept=intercept)
        X, y = IRIS.X[50:], IRIS.y[50:]
        np.testing.assert_allclose(
            ours.fit(X, y).predict_proba(X), peer.fit(X, y).predict_proba(X), atol=1e-6
        )


class TestMoreClasses:
    def test_one_against_the_rest(self):
        ours = KernelLogisticRegression(Linear(), lam=0.5, intercept=True).fit(IRIS.X, IRIS.y)
        peer = OneVsRestClassifier(LogisticRegression(C=2.0, tol=1e-10, solver="newton-cholesky")).fit(
            IRIS.X, IRIS.y
        )
        np.testing.assert_allclose(ours.decision_function(IRIS.X), peer.decision_function(IRIS.X), atol=1e-5)
        np.testing.assert_allclose(ours.predict_proba(IRIS.X), peer.predict_proba(IRIS.X), atol=1e-6)
        np.testing.assert_array_equal(ours.predict(IRIS.X), peer.predict(IRIS.X))

    def test_the_solution_adds_up(self):
        model = KernelLogisticRegression(RBF(0.5), lam=0.5).fit(IRIS.X, IRIS.y)
        parts = [
            logistic.solve_logistic(RBF(0.5)(IRIS.X), (IRIS.y == c).astype(float), 0.5) for c in range(3)
        ]
        assert model.solution_.objective == pytest.approx(sum(part.objective for part in parts))
        assert 0 <= model.solution_.duality_gap <= 3e-14 * 150 * np.log(2)
        assert model.theta_.shape == (150, 3) and model.intercept_.shape == (3,)
        assert model.n_iter_ == max(problem.iterations for problem in model.solution_.problems)

    def test_far_from_every_class_probabilities_are_finite(self):
        X = np.array([[0.0], [1.0], [2.0]])
        model = KernelLogisticRegression(Linear() + 1, lam=1e-6).fit(X, [0, 1, 2])
        P = model.predict_proba([[-1e7], [1e7]])
        np.testing.assert_allclose(P.sum(axis=1), 1)


class TestKernels:
    def test_precomputed(self):
        plain = KernelLogisticRegression(RBF(1.0), lam=0.3).fit(MOONS.X, MOONS.y)
        known = KernelLogisticRegression(Precomputed(), lam=0.3).fit(RBF(1.0)(MOONS.X), MOONS.y)
        new = MOONS.X[:10] + 0.1
        np.testing.assert_allclose(
            known.predict_proba(RBF(1.0)(new, MOONS.X)), plain.predict_proba(new), atol=1e-7
        )
        sliced = cross_val_score(KernelLogisticRegression(Precomputed()), RBF(1.0)(MOONS.X), MOONS.y, cv=3)
        np.testing.assert_array_equal(
            sliced, cross_val_score(KernelLogisticRegression(RBF(1.0)), MOONS.X, MOONS.y, cv=3)
        )

    def test_points_that_are_words(self):
        common = FunctionKernel(pointwise(lambda a, b: len(set(a) & set(b))), points_from=list)
        words = ["anna", "nina", "xyz", "zyx", "nana", "xxzz"]
        model = KernelLogisticRegression(common, lam=0.1).fit(words, [1, 1, 0, 0, 1, 0])
        np.testing.assert_array_equal(model.predict(["ann", "xy"]), [1, 0])

    def test_a_sigmoid_is_refused(self):
        with pytest.raises(ValueError, match="no squared norm"):
            KernelLogisticRegression(Sigmoid(3.0, 1.0)).fit(MOONS.X, MOONS.y)

    def test_default_kernel_is_scikit_learns_scale(self):
        assert KernelLogisticRegression().fit(MOONS.X, MOONS.y).kernel_ == RBF(1 / (2 * MOONS.X.var()))


class TestParameters:
    def test_search_in_a_pipeline(self):
        pipeline = make_pipeline(StandardScaler(), KernelLogisticRegression(RBF(1.0)))
        grid = {
            "kernellogisticregression__kernel__gamma": [1e-3, 1.0],
            "kernellogisticregression__lam": [0.1, 100.0],
        }
        mixed = MOONS.rows(np.random.default_rng(0).permutation(120))  # folds are blocks of rows
        search = GridSearchCV(pipeline, grid, scoring="neg_log_loss", cv=3).fit(mixed.X, mixed.y)
        assert search.best_params_ == {
            "kernellogisticregression__kernel__gamma": 1.0,
            "kernellogisticregression__lam": 0.1,
        }

    def test_clone_keeps_and_set_params_replaces(self):
        model = KernelLogisticRegression(RBF(2.0), lam=0.3, intercept=True)
        other = clone(model).set_params(kernel__gamma=5.0)
        assert (other.kernel, other.lam, other.intercept) == (RBF(5.0), 0.3, True)
        assert model.kernel == RBF(2.0)

    def test_one_class_is_named(self):
        with pytest.raises(ValueError, match="one class"):
            KernelLogisticRegression().fit(MOONS.X, np.ones(120))

    def test_bad_penalty(self):
        with pytest.raises(ValueError, match="lam must be"):
            KernelLogisticRegression(lam=0.0).fit(MOONS.X, MOONS.y)

    def test_not_converging_warns(self):
        with pytest.warns(ConvergenceWarning, match="raise max_iter"):
            KernelLogisticRegression(RBF(1.0), lam=1e-4, max_iter=1).fit(MOONS.X, MOONS.y)
        with pytest.warns(ConvergenceWarning, match="raise max_iter"):
            KernelLogisticRegression(RBF(1.0), lam=1e-4, max_iter=1).fit(IRIS.X, IRIS.y)


class TestChoosing:
    def test_the_lowest_mean_loss_of_the_same_folds(self):
        models = [KernelLogisticRegression(RBF(gamma), 0.3) for gamma in (0.01, 1.0, 50.0)]
        cut = StratifiedKFold(4, shuffle=True, random_state=3)
        losses = []
        for model in models:
            of_folds = []
            for old, new in cut.split(MOONS.X, MOONS.y):
                h = clone(model).fit(MOONS.X[old], MOONS.y[old]).predict_proba(MOONS.X[new])[:, 1]
                of_folds.append(logistic.mean_loss(MOONS.y[new], h))
            losses.append(of_folds)
        best, found = logistic.lowest_loss(iter(models), MOONS.X, MOONS.y, n_folds=4, seed=3)
        assert best is models[np.argmin(np.mean(losses, axis=1))] is models[1]
        np.testing.assert_allclose(found, losses[1], rtol=1e-9)

    def test_no_model_and_too_many_folds_are_refused(self):
        with pytest.raises(ValueError, match="at least one model"):
            logistic.lowest_loss([], MOONS.X, MOONS.y)
        with pytest.raises(ValueError, match="at most the points of the smallest class = 60"):
            logistic.lowest_loss([KernelLogisticRegression()], MOONS.X, MOONS.y, n_folds=61)
