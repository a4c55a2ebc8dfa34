"""Both classifiers keep the contract of scikit-learn and agree with its own."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.svm import SVC

from kernelsy19 import datasets, svm
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.svm import DualPerceptron, SupportVectorClassifier

IRIS = datasets.iris()


@pytest.mark.parametrize("class_weight", [None, "balanced", {0: 1, 1: 5, 2: 0.5}])
@pytest.mark.parametrize("C", [0.1, 2.0])
@pytest.mark.parametrize("kernel", [RBF(0.5), Linear(), Polynomial(3, 0.1)], ids=repr)
def test_many_classes_as_scikit_learn(kernel, C, class_weight):
    X, y = IRIS.X, IRIS.y
    ours = SupportVectorClassifier(kernel, C=C, class_weight=class_weight, tol=1e-8).fit(X, y)
    peer = SVC(C=C, kernel="precomputed", class_weight=class_weight, tol=1e-8, decision_function_shape="ovo")
    # Of pairs (0, 1), (0, 2), (1, 2), the first > 0.
    pairwise = peer.fit(kernel(X), y).decision_function(kernel(X))
    own = svm.solve.decision_function  # each machine by itself, from its own points
    for column, (k, l), solution in zip(pairwise.T, ours.pairs_, ours.solutions_, strict=True):
        members = np.flatnonzero((y == k) | (y == l))
        found = own(kernel, X[members], solution, X)
        np.testing.assert_allclose(found, -column, atol=1e-4 * np.abs(column).max())
    np.testing.assert_array_equal(ours.predict(X), peer.predict(kernel(X)))
    np.testing.assert_array_equal(ours.support_, np.sort(peer.support_))
    votes = np.floor(ours.decision_function(X) + 0.5)
    assert (votes.sum(axis=1) == 3).all()
    assert (ours.decision_function(X).argmax(axis=1) == ours.predict(X)).all()


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
