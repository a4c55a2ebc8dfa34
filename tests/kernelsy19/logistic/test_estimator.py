"""The estimator: scikit-learn's contract, two classes and more, kernels of any points."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.multiclass import OneVsRestClassifier

from kernelsy19 import datasets, logistic
from kernelsy19.kernels import RBF, Linear
from kernelsy19.logistic import KernelLogisticRegression

MOONS = datasets.moons(120, noise=0.2)
IRIS = datasets.iris()


class TestTwoClasses:
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


class TestMoreClasses:
    def test_one_against_the_rest(self):
        ours = KernelLogisticRegression(Linear(), lam=0.5, intercept=True).fit(IRIS.X, IRIS.y)
        peer = OneVsRestClassifier(LogisticRegression(C=2.0, tol=1e-10, solver="newton-cholesky"))
        peer.fit(IRIS.X, IRIS.y)
        np.testing.assert_allclose(ours.decision_function(IRIS.X), peer.decision_function(IRIS.X), atol=1e-5)
        np.testing.assert_allclose(ours.predict_proba(IRIS.X), peer.predict_proba(IRIS.X), atol=1e-6)
        np.testing.assert_array_equal(ours.predict(IRIS.X), peer.predict(IRIS.X))

    def test_the_solution_adds_up(self):
        model = KernelLogisticRegression(RBF(0.5), lam=0.5).fit(IRIS.X, IRIS.y)
        K, Y = RBF(0.5)(IRIS.X), np.eye(3)[IRIS.y]
        parts = [logistic.solve_logistic(K, column, 0.5) for column in Y.T]
        assert model.solution_.objective == pytest.approx(sum(part.objective for part in parts))
        assert 0 <= model.solution_.duality_gap <= 3e-14 * 150 * np.log(2)
        assert model.theta_.shape == (150, 3) and model.intercept_.shape == (3,)
        assert model.n_iter_ == max(problem.iterations for problem in model.solution_.problems)

    def test_far_from_every_class_probabilities_are_finite(self):
        X = np.array([[0.0], [1.0], [2.0]])
        model = KernelLogisticRegression(Linear() + 1, lam=1e-6).fit(X, [0, 1, 2])
        P = model.predict_proba([[-1e7], [1e7]])
        np.testing.assert_allclose(P.sum(axis=1), 1)


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
