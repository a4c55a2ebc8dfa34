"""A point has one label: what rounding alone would decide is the same in every batch, and for every estimator."""

import warnings

import numpy as np
import pytest

from kernelsy19 import ball, landmarks, logistic, svdd, svm
from kernelsy19.ball import MinimumVolumeBall
from kernelsy19.cmeans import CMeans
from kernelsy19.kernel_cmeans import KernelCMeans
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial, Precomputed
from kernelsy19.kernels.weighted_sums import first_of_largest, settled, settled_sums
from kernelsy19.logistic import KernelLogisticRegression
from kernelsy19.svdd import TwoClassSVDD
from kernelsy19.svm import DualPerceptron, SupportVectorClassifier
from kernelsy19.validation import ConvergenceWarning


def on_circle(n):
    angle = 2 * np.pi * np.arange(n) / n
    return np.column_stack([np.cos(angle), np.sin(angle)])


CIRCLE, SQUARE = on_circle(12), np.array([[-1.0, -1], [-1, 1], [1, 1], [1, -1]]) / 3
CLASSES = np.arange(12) % 2, np.array([0, 1, 0, 1])

# Where classes are told apart by symmetric points, these lie on a boundary: the middle, the axes, the mirrors.
ON_BOUNDARIES = np.concatenate(
    [
        [[0.0, 0]],
        np.outer(np.linspace(-2, 2, 9), [1, 0]),
        np.outer(np.linspace(-2, 2, 9), [0, 1]),
        on_circle(24),
        on_circle(36),
    ]
)

ESTIMATORS = [
    MinimumVolumeBall(nu=0.5),
    TwoClassSVDD(C=1.0),
    SupportVectorClassifier(),
    DualPerceptron(max_passes=20),
    KernelLogisticRegression(),
    KernelCMeans(n_clusters=2),
]


def assert_one_label(decide, X):
    """The same is said of all points at once, of one at a time, of some and of many, and from the last to the first."""
    labels, m = decide(X), len(X)
    for size in (1, 2, 3, 7):
        in_batches = np.concatenate([decide(X[i : i + size]) for i in range(0, m, size)])
        np.testing.assert_array_equal(in_batches, labels)
    np.testing.assert_array_equal(decide(np.tile(X, (20, 1)))[:m], labels)
    np.testing.assert_array_equal(decide(X[::-1].copy())[::-1], labels)


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda e: type(e).__name__)
@pytest.mark.parametrize("kernel", [RBF(0.7), Linear(), Polynomial(2), Laplacian(0.5)], ids=repr)
@pytest.mark.parametrize(
    ("X", "y"),
    [
        pytest.param(CIRCLE, CLASSES[0], id="circle"),
        pytest.param(SQUARE, CLASSES[1], id="square", marks=pytest.mark.night),
    ],
)
@pytest.mark.parametrize("precomputed", [False, True])
def test_a_point_has_one_label(estimator, kernel, X, y, precomputed):
    fitted, at = X, np.concatenate([X, ON_BOUNDARIES])
    changed = {"kernel": Precomputed() if precomputed else kernel}
    if precomputed:
        fitted, at = kernel(X), kernel(at, X)
    model = type(estimator)(**estimator.get_params(deep=False) | changed)
    with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
        model.fit(fitted, y)
    if precomputed and isinstance(model, MinimumVolumeBall | TwoClassSVDD):
        K_xx = kernel.diagonal(np.concatenate([X, ON_BOUNDARIES]))
        singly = [model.predict(at[i : i + 1], K_xx[i : i + 1])[0] for i in range(len(at))]
        np.testing.assert_array_equal(singly, model.predict(at, K_xx))
    else:
        assert_one_label(model.predict, at)


@pytest.mark.parametrize("estimator", [SupportVectorClassifier, KernelLogisticRegression])
@pytest.mark.parametrize("kernel", [RBF(0.7), Linear(), Laplacian(0.5)], ids=repr)
def test_a_point_between_three_classes_has_one_label(estimator, kernel):
    X, y = CIRCLE, np.arange(12) // 4
    model = estimator(kernel).fit(X, y)
    assert_one_label(model.predict, np.concatenate([X, ON_BOUNDARIES]))


@pytest.mark.parametrize("room", [ball, svdd, svm, logistic], ids=lambda room: room.__name__)
@pytest.mark.parametrize("kernel", [RBF(0.7), Linear(), Laplacian(0.5)], ids=repr)
def test_a_boundary_is_where_the_grid_shows_it(room, kernel):
    """On the axes and diagonals, by which the classes are mirrored, a grid has the 0 that `decision_function` has."""
    at, K, y = np.linspace(-2, 2, 9), kernel(SQUARE), 2.0 * CLASSES[1] - 1
    if room is logistic:
        found = logistic.solve_logistic(K, CLASSES[1], 1.0)
        on_grid = logistic.scores_on_grid(kernel, SQUARE, found.theta, found.intercept, at, at)
        decide = logistic.scores_at
    else:
        found = room.solve_dual(K, 0.5) if room is ball else room.solve_dual(K, y, 1.0)
        on_grid, decide = room.decision_on_grid(kernel, SQUARE, found, at, at), room.decision_function
    singly = [decide(kernel, SQUARE, found, [[x, z]])[0] for z in at for x in at]
    np.testing.assert_array_equal(np.sign(on_grid).ravel(), np.sign(singly))


@pytest.mark.parametrize("p", [2, 5, 20])
def test_a_point_between_prototypes_has_one_label(p):
    corners = np.linalg.qr(np.random.default_rng(0).normal(size=(p, p)))[0]
    corners = np.concatenate([corners, -corners])
    model = CMeans(2 * p, init=corners).fit(corners)
    i, j = np.triu_indices(2 * p)
    assert_one_label(model.predict, (corners[i] + corners[j]) / 2)


@pytest.mark.parametrize("kernel", [RBF(0.7), Linear()], ids=repr)
def test_a_point_has_one_label_over_blocks(kernel):
    X, y = CIRCLE, np.arange(12) // 4
    features, ball = landmarks.landmark_map(kernel, X[:3]), landmarks.fit_ball(kernel, lambda b: X, [0], 0.5)
    for decide in (
        landmarks.fit_classifier(features, lambda b: (X, y), [0], [0, 1, 2], 1.0).predict,
        landmarks.fit_classifier(features, lambda b: (X, y % 2), [0], [0, 1], 1.0).predict,
        lambda at: ball.decision_function(at) >= 0,
    ):
        assert_one_label(decide, np.concatenate([X, ON_BOUNDARIES]))


def test_what_is_settled_is_0_and_nothing_else_is():
    sizes = np.array([1.0, 1.0, 1e6, 1e6, 1e-6])
    decisions = np.array([1e-15, 1e-12, -1e-9, 1e-3, 1e-15])
    np.testing.assert_array_equal(settled(decisions, sizes), [0, 1e-12, 0, 1e-3, 1e-15])
    S, weights = np.array([[1.0], [2.0]]), np.array([[2.0, 0.0], [-1.0, 1.0]])
    found = settled_sums(Linear(), np.array([[1e3], [1.0]]), S, weights, np.full((2, 2), 1e-12), np.zeros(2))
    np.testing.assert_array_equal(found, [[0, 0], [1e-12, 1e-12]])
    ours = first_of_largest(np.array([[1.0, 1 + 1e-15, 0], [1.0, 1 + 1e-9, 2]]))
    np.testing.assert_array_equal(ours, [0, 2])
