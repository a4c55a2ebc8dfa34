"""The dual of the soft-margin classifier, and the classifier as a whole, against that of scikit-learn."""

import numpy as np
import pytest
from problems import dual_weights
from sklearn.datasets import make_moons
from sklearn.svm import SVC

from kernelsy19 import datasets
from kernelsy19.engine import smo
from kernelsy19.kernels import RBF, Polynomial
from kernelsy19.svm import SupportVectorClassifier

TOL = 1e-3  # of SVC, by default; the gradient has the same units in both


def moons(n, C):
    """Points, labels, the same as ±1, a kernel, and the peer."""
    X, labels = make_moons(n, noise=0.3, random_state=0)
    kernel = RBF(gamma=1 / (2 * X.var()))
    peer = SVC(C=C, gamma=kernel.gamma, tol=TOL, cache_size=2000)
    return X, labels, np.where(labels, 1.0, -1.0), kernel, peer


def agreement(Q, y, C, *alphas):
    """Assert that ours, the first of two duals, is as accurate as the peer's, and say how accurate both are."""
    values = [a @ Q @ a / 2 - a.sum() for a in alphas]
    residuals = [violation(Q @ a - 1, a, y, C) for a in alphas]
    assert residuals[0] <= max(TOL, residuals[1]) * 1.001
    assert values[0] == pytest.approx(values[1], rel=1e-4)
    return f"KKT residual {residuals[0]:.1e}, {residuals[1]:.1e}"


@pytest.mark.parametrize("C", [1, 100])
@pytest.mark.parametrize("n", [500, 2000, 10_000])
def test_soft_margin(race, n, C):
    X, _, y, kernel, peer = moons(n, C)

    def agree(ours, theirs):
        return agreement(kernel(X) * np.outer(y, y), y, C, ours.alpha, np.abs(dual_weights(theirs, n)))

    race(
        "soft-margin SVM, dual",
        {"n": n, "C": C},
        lambda: smo.solve_qp(kernel.gram(X).with_signs(y), -np.ones(n), y, 0.0, C, tol=TOL),
        lambda: peer.fit(X, y),
        agree,
        path=lambda s: f"{s.path}, {s.iterations} iterations",
    )


@pytest.mark.parametrize("C", [1, 100])
@pytest.mark.parametrize("n", [500, 2000, 10_000])
def test_classifier(race, n, C):
    """From points and labels to a machine that can be asked, checks of the input and all."""
    X, labels, y, kernel, peer = moons(n, C)
    model = SupportVectorClassifier(kernel, C=C, tol=TOL)

    def agree(ours, theirs):
        assert np.mean(ours.predict(X) != theirs.predict(X)) < 0.01
        both = (np.abs(dual_weights(machine, n)) for machine in (ours, theirs))
        return agreement(kernel(X) * np.outer(y, y), y, C, *both)

    race(
        "soft-margin SVM, classifier",
        {"n": n, "C": C},
        lambda: model.fit(X, labels),
        lambda: peer.fit(X, labels),
        agree,
        path=lambda m: f"{m.solutions_[0].path}, {m.n_iter_} iterations",
    )


@pytest.mark.parametrize(
    ("name", "kernel"),
    [("Gaussian", RBF(1 / (0.5 * 256))), ("cubic", Polynomial(3, 1 / 256, 0.0))],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_ten_digits(race, name, kernel):
    train, test = datasets.usps()
    model = SupportVectorClassifier(kernel, C=10.0, tol=TOL)
    kind = "rbf" if name == "Gaussian" else "poly"
    peer = SVC(C=10.0, kernel=kind, degree=3, gamma=kernel.gamma, tol=TOL, cache_size=2000)

    def agree(ours, theirs):
        errors = [100 * np.mean(machine.predict(test.X) != test.y) for machine in (ours, theirs)]
        assert abs(errors[0] - errors[1]) < 0.5
        return f"test error {errors[0]:.1f} %, {errors[1]:.1f} %"

    race(
        "soft-margin SVM, ten digits",
        {"kernel": name},
        lambda: model.fit(train.X, train.y),
        lambda: peer.fit(train.X, train.y),
        agree,
        path=lambda m: f"{len(m.solutions_)} machines",
    )


def violation(gradient, alpha, y, C):
    """The KKT residual, from Q in float64."""
    F, small = y * gradient, 1e-9 * C
    rises = np.where(y > 0, alpha < C - small, alpha > small)
    falls = np.where(y > 0, alpha > small, alpha < C - small)
    return max(0.0, F[falls].max() - F[rises].min())
