"""Solvers of kernel logistic regression against their definitions and each other."""

import warnings

import numpy as np
import pytest
from scipy.special import expit, xlogy

from kernelsy19 import datasets, logistic
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial, Precomputed, Sigmoid
from kernelsy19.validation import ConvergenceWarning

KERNELS = [RBF(0.7), RBF(20.0), Laplacian(0.3), Linear(), Polynomial(2), Polynomial(3, 0.5) + 1]


def drawn(n, seed=0, p=2):
    """Points of two classes that overlap."""
    rng = np.random.default_rng(seed)
    y = (np.arange(n) < n // 2).astype(float)
    return rng.normal(size=(n, p)) + y[:, None], y


def independent_gap(K, theta, b, y, lam):
    """P − D from their definitions, and how much of it may be rounding.

    D is taken at α = ts/λ, with s the surprises; with an intercept those of the classes are first made to sum alike.
    P and D hold λθᵀKθ and αᵀKα, which may be 10⁶ times as large as what is left of them. As P − D they make
    λ/2 (θ − α)ᵀK(θ − α) and a sum over the points, none of whose terms is negative. Each of these rounds by a few units
    in the last place of its parts; logarithms near 1 by some dozens.
    """
    t = 2 * y - 1
    f = K @ theta + b
    s = expit(-t * f)
    if b:
        sums = s[y == 1].sum(), s[y == 0].sum()
        s = np.where(y == 1, s * min(1, sums[1] / sums[0]), s * min(1, sums[0] / sums[1]))
    parts = np.array([np.logaddexp(0, -t * f), xlogy(s, s), xlogy(1 - s, 1 - s), s * t * f])
    rest = theta - t * s / lam
    return parts.sum() + lam / 2 * rest @ K @ rest, 100 * np.finfo(float).eps * np.abs(parts).sum()


def plainly(K, y, lam, tol=1e-14):
    return logistic.certify(K, y, lam, logistic.plain_newton(K, y, lam, tol), tol)


class TestDescent:
    def test_the_loss_falls_and_belongs_to_w(self):
        X, y = drawn(40)
        steps = list(logistic.descent_steps(X, y, 0.5, 30))
        assert len(steps) == 31 and not steps[0].w.any()
        assert (np.diff([step.loss for step in steps]) < 0).all()
        assert steps[0].loss == pytest.approx(np.log(2))
        assert steps[-1].loss == pytest.approx(logistic.mean_loss_of_scores(y, X @ steps[-1].w))

    def test_with_a_kernel_it_is_the_same_in_the_coefficients(self):
        X, y = drawn(20)
        K = RBF(1.0)(X)
        with_K = list(logistic.descent_steps(K, y, 0.5, 10))
        by_29 = list(logistic.kernel_descent_steps(K, y, 0.5, 10))
        for one, other in zip(with_K, by_29, strict=True):
            np.testing.assert_allclose(one.w, other.w, atol=1e-14)
            assert one.loss == pytest.approx(other.loss)


class TestSGD:
    def test_by_the_loops_of_the_box(self):
        X, y = drawn(9)
        K, theta, rng = RBF(1.0)(X), np.zeros(9), np.random.default_rng(5)
        for _ in range(3):
            for i in rng.permutation(9):
                mu = 1 / (1 + np.exp(-theta @ K[i]))
                for k in range(9):
                    theta[k] -= 0.1 * (mu - y[i]) * K[k, i]
        steps = list(logistic.sgd_steps(K, y, 0.1, 3, rng=5))
        assert [step.epoch for step in steps] == [0, 1, 2, 3]
        np.testing.assert_allclose(steps[-1].theta, theta, atol=1e-14)

    def test_several_matrices_at_once(self):
        X, y = drawn(12)
        K = np.stack([RBF(1.0)(X), Sigmoid(2.0, 1.0)(X)])
        *_, both = logistic.sgd_steps(K, y, 0.05, 4, rng=3)
        for m in range(2):
            *_, alone = logistic.sgd_steps(K[m], y, 0.05, 4, rng=3)
            np.testing.assert_allclose(both.theta[m], alone.theta, atol=1e-13)

    def test_with_a_penalty_it_nears_the_minimum(self):
        X, y = drawn(30)
        K = RBF(0.5)(X)
        best = plainly(K, y, 0.5)
        *_, near = logistic.sgd_steps(K, y, 0.02, 300, lam=0.5)
        f = K @ near.theta
        objective = logistic.penalized_objective(f, near.theta, f, y, 0.5)
        assert best.objective < objective < best.objective + 0.2 < 30 * np.log(2)


class TestNewton:
    def test_steps_lead_down_and_their_gap_bounds_what_is_left(self):
        X, y = drawn(40)
        steps = list(logistic.newton_steps(RBF(2.0)(X), y, 1e-3, tol=1e-10))
        objectives = np.array([step.objective for step in steps])
        gaps = np.array([step.duality_gap for step in steps])
        assert (np.diff(objectives) < 1e-9).all() and gaps[-1] <= 1e-10
        assert (objectives - objectives[-1] <= gaps + 1e-9).all()
        assert objectives[0] == pytest.approx(40 * np.log(2))

    def test_a_step_that_leads_up_is_halved(self):
        """Far out, where the model is sure and wrong, the loss is flat and the whole step overshoots."""
        X, y = drawn(30)
        K = RBF(1.0)(X)
        best = plainly(K, y, 0.1)
        steps = list(logistic.newton_steps(K, y, 0.1, tol=1e-10, start=-30 * best.theta))
        assert min(step.share for step in steps) < 1
        assert (np.diff([step.objective for step in steps]) <= 1e-9).all()
        np.testing.assert_allclose(K @ steps[-1].theta, best.scores, atol=1e-4)


class TestFast:
    @pytest.mark.parametrize("intercept", [False, True])
    @pytest.mark.parametrize("kernel", KERNELS, ids=repr)
    @pytest.mark.parametrize("lam", [1e-3, 0.5, 100.0])
    @pytest.mark.parametrize("n", [90, 320])
    def test_the_gap_is_that_of_the_definitions(self, n, kernel, lam, intercept):
        X, y = drawn(n, 3)
        y[:30] = 0
        K = kernel(X)
        solution = logistic.solve_logistic(K, y, lam, intercept)
        assert solution.converged
        gap, rounding = independent_gap(K, solution.theta, solution.intercept, y, lam)
        assert -rounding < gap < 1e-8
        assert bool(solution.intercept) == intercept
        expected, size = K @ solution.theta + solution.intercept, np.abs(solution.scores).max()
        np.testing.assert_allclose(solution.scores, expected, atol=1e-8 * max(1, size))

    def test_small_penalties_on_separable_points(self):
        moons = datasets.moons(100, noise=0.0)
        for lam in (1e-1, 1e-3, 1e-5, 1e-7):
            solution = logistic.solve_logistic(RBF(2.8)(moons.X), moons.y, lam)
            assert solution.converged and solution.iterations < 30
            assert solution.mean_loss < lam * 10

    def test_a_gram_matrix_of_zeros(self):
        solution = logistic.solve_logistic(np.zeros((300, 300)), np.arange(300) % 2, 1.0)
        assert solution.objective == pytest.approx(300 * np.log(2))
        assert not solution.scores.any()


class TestSolution:
    def test_what_follows_from_it(self):
        X, y = drawn(30)
        K = RBF(1.0)(X)
        solution = logistic.solve_logistic(K, y, 0.2, intercept=True)
        h = 1 / (1 + np.exp(-solution.scores))
        np.testing.assert_allclose(solution.probabilities, h)
        np.testing.assert_allclose(solution.surprises, np.abs(y - h))
        np.testing.assert_allclose(np.abs(solution.theta), solution.surprises / 0.2, atol=1e-5)
        assert solution.mean_loss == pytest.approx(-np.log(np.where(y == 1, h, 1 - h)).mean())
        assert solution.squared_norm == pytest.approx(solution.theta @ K @ solution.theta)
        assert solution.objective == pytest.approx(30 * solution.mean_loss + 0.1 * solution.squared_norm)
        X_new, _ = drawn(7, 1)
        f = logistic.scores_at(RBF(1.0), X, solution, X_new)
        np.testing.assert_allclose(f, RBF(1.0)(X_new, X) @ solution.theta + solution.intercept)
        by_values = logistic.scores_at(Precomputed(), K, solution, RBF(1.0)(X_new, X))
        np.testing.assert_allclose(by_values, f)

    def test_on_a_grid(self):
        X, y = drawn(30)
        solution = logistic.solve_logistic(RBF(1.0)(X), y, 0.2, intercept=True)
        x = np.linspace(-2, 2, 5)
        values = logistic.scores_on_grid(RBF(1.0), X, solution.theta, solution.intercept, x, x[:4])
        points = np.stack(np.meshgrid(x, x[:4]), axis=-1).reshape(-1, 2)
        expected = logistic.scores_at(RBF(1.0), X, solution, points)
        np.testing.assert_allclose(values.ravel(), expected, atol=1e-12)


class TestErrors:
    def test_the_certificate_sees_coefficients_that_are_off(self):
        X, y = drawn(40)
        K = RBF(1.0)(X)
        best = plainly(K, y, 0.1)
        with pytest.warns(ConvergenceWarning, match="duality gap"):
            off = logistic.certify(K, y, 0.1, 1.01 * best.theta)
        assert off.objective > best.objective >= off.dual_objective
        assert off.duality_gap == pytest.approx(off.objective - off.dual_objective, rel=1e-6)


@pytest.mark.parametrize("intercept", [True, False])
def test_a_matrix_that_is_nothing_beside_lam(intercept):
    found = logistic.solve_logistic(1e-320 * np.eye(2), [0, 1], 1.0, intercept)
    assert found.converged and found.duality_gap < 1e-300
    assert found.objective == pytest.approx(2 * np.log(2))


def test_what_no_float_holds_is_a_doubt_and_no_other_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("always", ConvergenceWarning)
        with pytest.warns(ConvergenceWarning, match="duality gap"):
            found = logistic.solve_logistic(1e307 * np.eye(2), [0, 1], 1e-300)
    assert not found.converged
