"""What the proofs of chapter 12 are evaluated on is what it says, found without what they conclude."""

import numpy as np
import pytest
from scipy.optimize import nnls
from sklearn.svm import SVC

from kernelcourse.proving.derivations import gradient
from kernelcourse.svm import draws
from kernelcourse.svm.checks import ex_12_09
from kernelsy19 import svm
from kernelsy19.kernels import RBF, Linear, Polynomial


@pytest.mark.parametrize("seed", range(8))
def test_the_primal_is_what_the_dual_gives(seed):
    s = draws.draw_primal(np.random.default_rng(seed))
    dual = svm.solve_dual(s.K, s.y, s.C, tol=1e-11)
    assert s.value == pytest.approx(dual.objective, rel=1e-8)
    np.testing.assert_allclose(s.alpha, dual.alpha, atol=1e-6 * s.C)
    assert s.b == pytest.approx(dual.b, abs=1e-6)
    assert all(kind.any() for kind in svm.three_kinds(s.alpha, s.C))
    np.testing.assert_allclose(s.Phi @ s.Phi_new.T, s.K_new.T, atol=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_a_stationary_point_is_one_and_nothing_else_is_special_about_it(seed):
    s = draws.draw_stationary_point(np.random.default_rng(seed))
    slopes = gradient(lambda w: draws.lagrangian(w, s.b, s.xi, s.alpha, s.beta, s.Phi, s.y, s.C), s.w)
    np.testing.assert_allclose(slopes, 0, atol=1e-9)
    assert np.abs(s.beta * s.xi).max() > 1e-2


@pytest.mark.parametrize("seed", range(4))
def test_weights_are_feasible_and_not_the_best(seed):
    s = draws.draw_weights(np.random.default_rng(seed))
    assert svm.infeasibility(s.alpha, s.y, s.C) < 1e-12
    best = svm.solve_dual(s.K, s.y, s.C, tol=1e-9)
    assert svm.dual_objective(s.alpha, s.y, s.K) < best.objective - 1e-3


@pytest.mark.parametrize("seed", range(4))
def test_the_perceptron_of_a_setting_is_one(seed):
    s = draws.draw_perceptron(np.random.default_rng(seed))
    F = np.zeros(s.n)
    for i in s.order:
        assert s.y[i] * F[i] <= 0
        F += s.y[i] * s.Phi1 @ s.Phi1[i]
    assert (s.y * F > 0).all()
    assert (s.y * (s.Phi1 @ s.u) > 0).all() and np.linalg.norm(s.u) == pytest.approx(1)


def test_the_points_of_the_pictures_are_the_same_everywhere():
    X, y = draws.two_groups()
    assert X.shape == (30, 2) and y.sum() == 0
    np.testing.assert_allclose(X[0], [-1.457865, -1.122859], atol=1e-6)
    assert np.linalg.norm(draws.group_in_ring()[0], axis=1)[:15].mean() < 1.2


@pytest.mark.parametrize("seed", range(6))
def test_a_common_mixture_is_one_and_is_there_where_no_line_separates(seed):
    rng = np.random.default_rng(seed)
    y = np.repeat([-1.0, 1.0], 8)
    X = rng.normal(size=(16, 3)) + np.outer(y, [0.3 * seed, 0, 0])
    place = draws.common_mixture(X, y)
    assert (place is None) == ex_12_09.separable(X, y)
    if place is not None:
        for group in (X[y > 0], X[y < 0]):
            weights, error = nnls(np.vstack([group.T, np.ones(8)]), np.append(place, 1.0))
            assert error < 1e-6 and weights.sum() == pytest.approx(1)


def test_both_outcomes_of_a_mixture_are_tried():
    y = np.array([-1.0, -1.0, 1.0, 1.0])
    corners = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    np.testing.assert_allclose(draws.common_mixture(corners, y), [0.5, 0.5])
    assert draws.common_mixture(corners[:, :1] + 3 * y[:, None], y) is None


def test_one_more_point_is_the_last():
    machine = draws.with_a_point((3.5, 3.5), 1.0)
    points, side = draws.two_groups()
    assert len(machine.alpha) == 31 and machine.y[-1] == 1 and machine.alpha[-1] == 0
    before = svm.solve_dual(Linear()(points), side, 1.0, tol=1e-9)
    np.testing.assert_allclose(machine.alpha[:-1], before.alpha, atol=1e-6)


class TestCaptionsOfTheLecture:
    """Support vectors and errors under the pictures of the slides, on points that were found by search."""

    @pytest.mark.parametrize(
        ("points", "kernel", "counts"),
        [
            (draws.two_groups(), Linear(), {10: (8, 3), 1: (11, 4), 0.1: (17, 3)}),
            (draws.group_in_ring(), Polynomial(2, offset=0.0), {10: (4, 0), 1: (5, 0), 0.1: (13, 0)}),
            (draws.two_groups(50, 56, 2.4), RBF(0.1), {10: (18, 3), 1: (27, 3), 0.1: (50, 5)}),
        ],
        ids=["linear", "squared", "Gaussian"],
    )
    def test_counts(self, points, kernel, counts):
        X, y = points
        for C, found in counts.items():
            solution = svm.solve_dual(kernel(X), y, C, tol=1e-10)
            peer = SVC(C=C, kernel="precomputed", tol=1e-8).fit(kernel(X), y)
            assert (len(solution.support), solution.misclassified.sum()) == found
            assert (len(peer.support_), (peer.predict(kernel(X)) != y).sum()) == found
            # None of them is borderline: weights and decisions are clear of 0.
            assert solution.alpha[solution.support].min() > 0.005 * C
            assert np.abs(solution.f).min() > 0.01
