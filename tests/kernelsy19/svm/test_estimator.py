"""Both classifiers keep the contract of scikit-learn and agree with its own."""

from dataclasses import dataclass

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelsy19 import datasets, svm
from kernelsy19.kernels import RBF, Kernel, Linear, Polynomial, Precomputed, pointwise
from kernelsy19.svm import DualPerceptron, SupportVectorClassifier
from kernelsy19.validation import ConvergenceWarning, as_objects

IRIS = datasets.iris()


@parametrize_with_checks(
    [
        SupportVectorClassifier(),
        SupportVectorClassifier(Linear(), C=0.3),
        SupportVectorClassifier(RBF(0.5) + 0.1 * Linear(), class_weight="balanced"),
        DualPerceptron(),
    ]
)
@pytest.mark.filterwarnings("ignore::kernelsy19.validation.ConvergenceWarning")
def test_scikit_learns_checks(estimator, check):
    check(estimator)


@pytest.mark.parametrize("class_weight", [None, "balanced", {0: 1, 1: 5, 2: 0.5}])
@pytest.mark.parametrize("C", [0.1, 2.0])
@pytest.mark.parametrize("kernel", [RBF(0.5), Linear(), Polynomial(3, 0.1)], ids=repr)
def test_many_classes_as_scikit_learn(kernel, C, class_weight):
    X, y = IRIS.X, IRIS.y
    ours = SupportVectorClassifier(kernel, C=C, class_weight=class_weight, tol=1e-8).fit(X, y)
    peer = SVC(C=C, kernel="precomputed", class_weight=class_weight, tol=1e-8, decision_function_shape="ovo")
    pairwise = peer.fit(kernel(X), y).decision_function(
        kernel(X)
    )  # pairs (0, 1), (0, 2), (1, 2), the first > 0
    own = svm.solve.decision_function  # each machine by itself, from its own points
    for column, (k, l), solution in zip(pairwise.T, ours.pairs_, ours.solutions_, strict=True):
        members = np.flatnonzero((y == k) | (y == l))
        np.testing.assert_allclose(
            own(kernel, X[members], solution, X), -column, atol=1e-4 * np.abs(column).max()
        )
    np.testing.assert_array_equal(ours.predict(X), peer.predict(kernel(X)))
    np.testing.assert_array_equal(ours.support_, np.sort(peer.support_))
    votes = np.floor(ours.decision_function(X) + 0.5)
    assert (votes.sum(axis=1) == 3).all() and (
        ours.decision_function(X).argmax(axis=1) == ours.predict(X)
    ).all()


@pytest.mark.parametrize("weights", [{1: -1.0}, {1: 0.0}, {0: float("nan")}, {0: float("inf")}])
def test_weights_of_classes_are_above_zero(weights):
    with pytest.raises(ValueError, match="class_weight must be finite and above 0 for each class, got"):
        SupportVectorClassifier(RBF(0.5), class_weight=weights).fit(IRIS.X, IRIS.y)


def test_a_machine_that_is_close_enough_without_support_vectors_predicts_by_its_offset():
    model = SupportVectorClassifier(RBF(0.5), tol=10.0).fit(IRIS.X, IRIS.y)
    assert not len(model.support_)
    np.testing.assert_array_equal(model._decisions(IRIS.X), np.tile(model.intercept_, (len(IRIS.X), 1)))


def test_words_as_labels_and_the_sign_of_two_classes():
    names = np.array(IRIS.target_names)[IRIS.y]
    some = IRIS.y > 0
    model = SupportVectorClassifier(RBF(0.5)).fit(IRIS.X[some], names[some])
    f = model.decision_function(IRIS.X[some])
    assert model.classes_.tolist() == ["versicolor", "virginica"] and f.shape == (100,)
    np.testing.assert_array_equal(model.predict(IRIS.X[some]) == "virginica", f > 0)
    np.testing.assert_array_equal(f, model.solutions_[0].f.round(12) + (f - model.solutions_[0].f.round(12)))
    np.testing.assert_allclose(f, model.solutions_[0].f, atol=1e-9)


@pytest.mark.parametrize(
    "model", [SupportVectorClassifier(Linear(), C=3.0, tol=1e-8), DualPerceptron(Linear())]
)
def test_coefficients_of_the_linear_kernel(model):
    some = IRIS.y < 2
    X, y = IRIS.X[some], IRIS.y[some]
    model = clone(model).fit(X, y)
    w, b = np.ravel(model.coef_), float(np.ravel(model.intercept_)[0])
    np.testing.assert_allclose(model.decision_function(X), X @ w + b, atol=1e-10)
    with pytest.raises(AttributeError, match="linear kernel only"):
        _ = clone(model).set_params(kernel=RBF(1.0)).fit(X, y).coef_


def test_what_would_be_lost_cannot_be_written():
    X, y = np.array([[0.0], [1.0]]), [0, 1]
    with pytest.raises(ValueError, match="read-only"):
        SupportVectorClassifier(Linear()).fit(X, y).coef_[0, 0] = 0.0


def test_attributes_of_the_machine():
    y = np.repeat([-1.0, 1.0], 15)
    X = np.random.default_rng(45).normal(size=(30, 2)) + np.outer(y, [1.0, 0.5])
    model = SupportVectorClassifier(Linear(), C=1.0, tol=1e-9).fit(X, y)
    solution = svm.solve_dual(Linear()(X), y, 1.0, tol=1e-9)
    np.testing.assert_array_equal(model.support_, solution.support)
    np.testing.assert_array_equal(model.support_vectors_, X[model.support_])
    np.testing.assert_allclose(model.dual_coef_[0], (solution.alpha * y)[solution.support], atol=1e-6)
    assert model.intercept_[0] == pytest.approx(solution.b, abs=1e-6)
    assert model.n_iter_ == model.solutions_[0].iterations and model.n_features_in_ == 2
    assert model.pairs_.tolist() == [[1, 0]]


def test_attributes_of_the_perceptron():
    X, y = IRIS.X[IRIS.y < 2], IRIS.y[IRIS.y < 2]
    model = DualPerceptron(Linear()).fit(X, y)
    solution = svm.perceptron(Linear()(X), 2.0 * y - 1)
    np.testing.assert_array_equal(model.counts_, solution.counts)
    assert model.n_updates_ == solution.updates <= model.solution_.most_updates
    assert model.n_iter_ == solution.passes
    assert model.intercept_ == solution.counts @ (2.0 * y - 1)
    np.testing.assert_array_equal(model.support_vectors_, X[solution.counts > 0])
    assert model.score(X, y) == 1


@pytest.mark.parametrize("n_classes", [2, 3])
def test_precomputed_is_the_kernel_it_was_computed_with(n_classes):
    some = IRIS.y < n_classes
    X, y, k = IRIS.X[some], IRIS.y[some], RBF(0.4)
    plain = SupportVectorClassifier(k, tol=1e-8).fit(X[::2], y[::2])
    known = SupportVectorClassifier(Precomputed(), tol=1e-8).fit(k(X[::2]), y[::2])
    f = plain.decision_function(X[1::2])
    np.testing.assert_allclose(known.decision_function(k(X[1::2], X[::2])), f, atol=1e-5)
    scores = [
        cross_val_score(SupportVectorClassifier(kernel, tol=1e-8), points, y, cv=3)
        for kernel, points in ((k, X), (Precomputed(), k(X)))
    ]
    np.testing.assert_array_equal(*scores)


def test_points_that_are_not_rows():
    shared = pointwise(lambda a, b: len(set(a) & set(b)) + 0.0)
    words = ["aab", "ab", "abc", "xyz", "xyy", "yz"]

    @dataclass(frozen=True)
    class Letters(Kernel):
        def as_points(self, X, name="X"):
            return as_objects(X, name)

        def evaluate(self, X, Y):
            return shared(X, Y)

    for model in (SupportVectorClassifier(Letters()), DualPerceptron(Letters())):
        model.fit(words, [0, 0, 0, 1, 1, 1])
        assert model.predict(["ba", "zzx"]).tolist() == [0, 1]


def test_grid_search_in_a_pipeline():
    pipeline = make_pipeline(StandardScaler(), SupportVectorClassifier(RBF(1.0)))
    grid = {"supportvectorclassifier__kernel__gamma": [0.1, 500.0], "supportvectorclassifier__C": [1e-3, 5.0]}
    search = GridSearchCV(pipeline, grid, cv=3).fit(IRIS.X, IRIS.y)
    assert search.best_params_["supportvectorclassifier__kernel__gamma"] == 0.1
    assert search.best_params_["supportvectorclassifier__C"] == 5.0
    assert search.best_score_ > 0.93


class TestBadInput:
    @pytest.mark.parametrize("model", [SupportVectorClassifier(), DualPerceptron()])
    def test_labels(self, model):
        with pytest.raises(ValueError, match="requires y to be passed"):
            model.fit(IRIS.X, None)
        with pytest.raises(ValueError, match="at least two classes, got one class"):
            model.fit(IRIS.X, np.zeros(150, dtype=int))
        with pytest.raises(ValueError, match="inconsistent numbers of samples"):
            model.fit(IRIS.X, IRIS.y[:5] % 2)
        with pytest.raises(ValueError, match=r"continuous|Unknown label type"):
            model.fit(IRIS.X, IRIS.X[:, 0])

    def test_a_perceptron_has_two_classes(self):
        with pytest.raises(ValueError, match="Only binary classification is supported"):
            DualPerceptron().fit(IRIS.X, IRIS.y)

    def test_not_converging_warns(self):
        with pytest.warns(ConvergenceWarning, match="raise max_iter"):
            SupportVectorClassifier(RBF(1.0), max_iter=1).fit(IRIS.X, IRIS.y)
        some = IRIS.y > 0
        with pytest.warns(ConvergenceWarning, match="raise max_passes"):
            DualPerceptron(Linear(), max_passes=5).fit(IRIS.X[some], IRIS.y[some])


def test_numbers_that_are_no_integers_may_be_labels_too():
    labels = np.where(IRIS.y == 0, -1.0, 1.0)
    model = SupportVectorClassifier(Linear()).fit(IRIS.X.tolist(), labels.tolist())
    assert model.classes_.tolist() == [-1.0, 1.0] and model.score(IRIS.X, labels) == 1


@pytest.mark.parametrize(
    ("spoil", "message"),
    [(lambda K: K[:, :7], r"must have shape \(m, 30\)"), (lambda K: K + np.triu(K, 1), "symmetric")],
)
def test_a_precomputed_matrix_for_several_classes_is_checked_as_a_whole(spoil, message):
    K = RBF(0.5)(np.random.default_rng(0).normal(size=(30, 2)))
    with pytest.raises(ValueError, match=message):
        SupportVectorClassifier(Precomputed()).fit(spoil(K), np.arange(30) % 3)
