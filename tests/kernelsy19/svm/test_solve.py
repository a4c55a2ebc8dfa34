"""Perceptron and support vector machine against an interior-point solver, coordinates and loops."""

import warnings

import numpy as np
import oracles
import pytest
from hypothesis import given
from hypothesis import settings as hypotheses
from hypothesis import strategies as st

from kernelsy19 import svm
from kernelsy19.gram import MatrixGram
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial
from kernelsy19.validation import ConvergenceWarning

KERNELS = [RBF(0.5), Linear(), Polynomial(2), Laplacian(0.3)]


def groups(seed, n, p=2, distance=1.0):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.where(np.arange(n) < n // 2, -1.0, 1.0))
    return rng.normal(size=(n, p)) + distance * y[:, None], y


def separable(seed, n, p=3):
    """Points on both sides of a plane, none of them near it."""
    rng = np.random.default_rng(seed)
    X, w, b = rng.normal(size=(4 * n, p)), rng.normal(size=p), rng.normal() / 2
    f = (X @ w + b) / np.linalg.norm(w)
    clear = np.abs(f) > 0.2
    X, y = X[clear][:n], np.sign(f[clear])[:n]
    y[0], X[0] = -y[1], X[1] - 2 * f[clear][1] * w / np.linalg.norm(w)  # both classes are there
    return X, y


class TestPerceptron:
    @pytest.mark.parametrize("seed", range(6))
    def test_is_the_perceptron_in_coordinates(self, seed):
        X, y = separable(seed, 25)
        solution = svm.perceptron(Linear()(X), y)
        w, b, updates = np.zeros(3), 0.0, 0
        for _ in range(solution.passes):
            for x, label in zip(X, y, strict=True):
                if label * (w @ x + b) <= 0:
                    w, b, updates = w + label * x, b + label, updates + 1
        assert solution.converged and solution.updates == updates and solution.n_missed == 0
        np.testing.assert_allclose(solution.F, X @ w + b, atol=1e-10)
        np.testing.assert_allclose(svm.perceptron_normal(solution.counts, y, X)[0], w, atol=1e-12)

    @hypotheses(deadline=None, max_examples=40)
    @given(st.integers(0, 2**31), st.integers(4, 40), st.sampled_from(KERNELS), st.booleans())
    def test_goes_the_way_of_its_steps(self, seed, n, kernel, rows):
        X, y = groups(seed, n)
        K = kernel(X)
        with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
            solution = svm.perceptron(kernel.gram(X) if rows else K, y, max_passes=30)
        steps = list(svm.perceptron_steps(K, y, max_passes=30))
        assert solution.updates == len(steps)
        np.testing.assert_array_equal(solution.counts, steps[-1].counts)
        np.testing.assert_allclose(solution.F, steps[-1].F, rtol=1e-9, atol=1e-9)
        np.testing.assert_array_equal(np.bincount([s.missed for s in steps], minlength=n), solution.counts)
        assert solution.converged == (not svm.is_missed(y, steps[-1].F).any() and steps[-1].sweep < 29)

    @hypotheses(deadline=None, max_examples=40)
    @given(seed=st.integers(0, 2**31), n=st.integers(4, 40))
    def test_never_exceeds_its_bound(self, seed, n):
        X, y = separable(seed, n)
        solution = svm.perceptron(Linear()(X), y, max_passes=100_000)
        assert solution.converged
        assert solution.updates <= solution.most_updates < np.inf
        # The separation is one that some hyperplane has: it is at most the best, which is found in coordinates.
        D = X.shape[1]
        Z = y[:, None] * np.hstack([X, np.ones((len(X), 1))])
        none, ones = np.zeros((0, D + 1)), np.ones(len(X))
        w, _ = oracles.solve_qp(np.eye(D + 1), np.zeros(D + 1), none, [], -Z, -ones)
        best = 1 / np.linalg.norm(w)
        assert 0 < solution.delta <= best * (1 + 1e-6)
        assert solution.most_updates == pytest.approx(((X**2).sum(axis=1).max() + 1) / solution.delta**2)

    def test_the_gaussian_kernel_separates_whatever_is_distinct(self):
        X, y = groups(0, 60, distance=0.0)
        message = "still misses .* of 60 points after 200 passes.*max_passes"
        with pytest.warns(ConvergenceWarning, match=message):
            linear = svm.perceptron(Linear()(X), y, max_passes=200)
        assert not linear.converged and linear.n_missed > 0
        assert linear.most_updates == np.inf and linear.delta == 0
        curved = svm.perceptron(RBF(20.0)(X), y)
        assert curved.converged and curved.n_missed == 0 and curved.updates <= curved.most_updates

    def test_more_updates_than_the_bound_are_a_doubt(self, monkeypatch):
        X, y = separable(0, 25)
        K, taught = Linear()(X), svm.perceptron(Linear()(X), y)
        assert taught.doubts == ()
        most = 1.01 * taught.delta * np.sqrt(taught.most_updates / taught.updates)
        for delta, words in (
            (most, rf"updates {taught.updates}, above"),
            (0.0, "a bound on the updates inf"),
        ):
            monkeypatch.setattr(svm.solve, "_separation", lambda *arguments, delta=delta: delta)
            message = rf"ended after .*{words}.*; rounding decides"
            with pytest.warns(ConvergenceWarning, match=message) as said:
                found = svm.perceptron(K, y)
            assert not found.converged and said[0].filename == __file__
            np.testing.assert_array_equal(found.counts, taught.counts)

    def test_decisions_that_are_not_those_of_the_counts_are_a_doubt(self, monkeypatch):
        X, y = separable(1, 25)
        rows = svm.solve.KeptGram.rows
        monkeypatch.setattr(svm.solve.KeptGram, "rows", lambda self, i, *dtype: 1.001 * rows(self, i, *dtype))
        with pytest.warns(ConvergenceWarning, match="decisions off by"):
            assert not svm.perceptron(Linear().gram(X), y).converged

    @pytest.mark.parametrize(("below", "ends"), [(0.8, True), (20.0, False)])
    def test_a_matrix_that_breaks_its_promise_is_a_doubt(self, below, ends):
        _, y = groups(2, 30)
        v = np.random.default_rng(0).normal(size=30)
        K = MatrixGram(np.eye(30) - (1 + below) * np.outer(v, v) / (v @ v), psd=True)
        K.promised = True  # as a kernel's that declares it, of which only a sample is looked at before
        found_out = r"updates \d+, above \d+; " if ends else "points missed"
        said = "the kernel is not positive semidefinite, although it says so"
        words = rf"with {found_out}.*below 0 by .*; {said}"
        with pytest.warns(ConvergenceWarning, match=words):
            found = svm.perceptron(K, y, max_passes=100)
        assert not found.converged and (found.n_missed == 0) is ends


class TestSoftMargin:
    @pytest.mark.parametrize("seed", range(4))
    def test_the_hard_margin_is_the_widest_street(self, seed):
        X, y = separable(seed, 20)
        solution = svm.solve_dual(Linear()(X), y, np.inf, tol=1e-10)
        w, b = oracles.widest_street(X, y)
        assert solution.margin == pytest.approx(1 / np.linalg.norm(w), rel=1e-7)
        assert solution.b == pytest.approx(b, abs=1e-6)
        assert (y * solution.f).min() == pytest.approx(1, abs=1e-7)
        assert abs(solution.duality_gap) < 1e-7 * solution.objective
        assert set(solution.kinds) == {"beyond", "edge"}
        # No slack is used: a large enough finite price gives the same.
        soft = svm.solve_dual(Linear()(X), y, 2 * solution.alpha.max(), tol=1e-10)
        assert soft.margin == pytest.approx(solution.margin, rel=1e-6)

    def test_without_an_upper_bound_two_equal_points_of_two_classes_have_no_solution(self):
        K, y = np.ones((2, 2)), np.array([1.0, -1.0])
        values = [svm.dual_objective(np.full(2, a), y, K) for a in (1.0, 10.0, 100.0)]
        assert values == [2, 20, 200]
        with pytest.warns(ConvergenceWarning, match="choose a finite C"):
            solution = svm.solve_dual(K, y, np.inf, max_iter=1000)
        assert solution.duality_gap == np.inf
        soft = svm.solve_dual(K, y, 3.0)
        assert soft.converged and soft.objective == 6 and soft.w_norm2 == 0


class TestDecision:
    def test_many_points_are_decided_as_few_are(self):
        X, y = groups(1, 400)
        new = np.random.default_rng(0).normal(size=(700, 2))
        for solution in (svm.solve_dual(RBF(1.0)(X), y), svm.perceptron(RBF(30.0)(X), y)):
            some = [svm.decision_function(RBF(1.0), X, solution, new[i : i + 1])[0] for i in range(700)]
            assert len(solution.support) * 700 > 2**16
            np.testing.assert_allclose(svm.decision_function(RBF(1.0), X, solution, new), some, atol=1e-9)


@pytest.mark.parametrize("entry", [1e-306, 1e-320])
def test_a_price_that_vanishes_in_the_units_of_k_certifies_nothing(entry):
    K, y, C = entry * np.eye(4), np.array([-1.0, 1.0, -1.0, 1.0]), 1e-18
    with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
        machine = svm.solve_dual(K, y, C, tol=1e-3)
    # At the optimum each weight is at its bound, for y f is far below 1 there.
    assert machine.converged == np.allclose(machine.alpha, C, rtol=1e-9, atol=0)
