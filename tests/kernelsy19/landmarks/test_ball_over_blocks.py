"""The ball of all rows is that of chapter 3, and what it certifies holds for all rows."""

import pickle

import numpy as np
import pytest

from kernelsy19 import ball, landmarks
from kernelsy19.kernels import RBF, Linear
from kernelsy19.landmarks import ball_over_blocks, solve
from kernelsy19.validation import ConvergenceWarning

BLOCKS = range(7)
KERNEL = RBF(0.3)


def made(b, rows=150):
    """Blocks of different sizes; the first is the smallest by far."""
    rng = np.random.default_rng([9, int(b)])
    X = rng.normal(size=(20 if b == 0 else rows + int(b), 2))
    return X, X[:, 0]


def whole(source):
    return tuple(np.concatenate(v) for v in zip(*map(source, BLOCKS), strict=True))


class TestBall:
    @pytest.mark.checks("COURSE-ball-certificate")
    @pytest.mark.parametrize("nu", [0.02, 0.1, 0.5, 1.0])
    def test_it_is_the_ball_of_all_rows(self, nu):
        X, _ = whole(made)
        exact = ball.solve_dual(KERNEL.gram(X), nu, tol=1e-8)
        ours = landmarks.fit_ball(KERNEL, made, BLOCKS, nu, tol=1e-5)
        assert ours.converged and ours.n == len(X)
        assert ours.objective == pytest.approx(exact.objective, abs=2e-5)
        assert ours.objective <= exact.primal_objective + 1e-9 <= ours.primal_objective + 2e-9
        assert ours.n_outside <= nu * len(X) + 1e-9
        assert ours.alpha.sum() == pytest.approx(1) and ours.alpha.max() <= 1 / (nu * len(X)) * (1 + 1e-9)

    @pytest.mark.parametrize("tol", [1e-5, 0.4])
    def test_gap_and_residual_are_those_of_all_rows(self, tol, monkeypatch):
        """Also where few rows are held, so that the farthest of the others decides, which is within what is allowed."""
        monkeypatch.setattr(ball_over_blocks, "MORE_POINTS", 0)
        monkeypatch.setattr(ball_over_blocks, "MORE_THAN_OUTSIDE", 1.0)
        X, _ = whole(made)
        ours = landmarks.fit_ball(KERNEL, made, BLOCKS, 0.05, tol=tol)
        assert (ours.kkt_residual > 0.01) == (tol > 0.01)
        d2 = 1 - 2 * KERNEL(X, ours.Z) @ ours.alpha + ours.center_norm2
        np.testing.assert_allclose(ours.decision_function(X), ours.R2 - d2, atol=1e-9)
        primal = ours.R2 + np.maximum(0, d2 - ours.R2).sum() / (0.05 * len(X))
        dual = ours.alpha.sum() - ours.alpha @ KERNEL(ours.Z) @ ours.alpha
        assert ours.primal_objective == pytest.approx(primal, abs=1e-12)
        assert ours.duality_gap == pytest.approx(primal - dual, abs=1e-9)
        at_bound = (1 - 1e-8) / (0.05 * len(X))
        where = [int(np.flatnonzero((X == z).all(axis=1))[0]) for z in ours.Z]
        alpha = np.zeros(len(X))
        alpha[where] = ours.alpha
        residual = d2[alpha < at_bound].max() - d2[alpha > 1e-8 / (0.05 * len(X))].min()
        assert ours.kkt_residual == pytest.approx(max(0, residual), abs=1e-8)

    def test_only_some_rows_are_held(self):
        many = lambda b: np.random.default_rng(int(b)).normal(size=(4000, 2))  # noqa: E731
        ours = landmarks.fit_ball(RBF(0.5), many, range(8), 0.01)
        assert ours.converged and ours.n == 32_000 and ours.n_working < 8000

    def test_what_is_sent_does_not_grow_with_the_number_of_blocks(self, monkeypatch):
        """A block sends the rows that matter, and one at least; a table for all blocks would grow as their square."""
        X, sent, part = np.random.default_rng(1).normal(size=(12_000, 2)), [], ball_over_blocks._ball_part

        def weighed(*given):
            sent.append(len(pickle.dumps(found := part(*given))))
            return found

        monkeypatch.setattr(ball_over_blocks, "_ball_part", weighed)
        sizes = []
        for n_blocks in (40, 400):
            fit = landmarks.fit_ball(KERNEL, np.split(X, n_blocks).__getitem__, range(n_blocks), 0.01)
            assert fit.converged and len(sent) == fit.passes * n_blocks
            sizes.append(np.mean(sent))
            sent.clear()
        assert max(sizes) < 2000 and sizes[1] < sizes[0]

    def test_rows_that_no_sample_saw(self):
        """Where the farthest rows are all in one block of many, a limit from a sample is too low or too high."""
        rng = np.random.default_rng(4)
        blocks = [rng.normal(size=(50, 2)) * (30 if b == 77 else 1) for b in range(120)]
        ours = landmarks.fit_ball(Linear(), blocks.__getitem__, range(120), 0.02, tol=1e-6)
        exact = ball.solve_dual(Linear().gram(np.concatenate(blocks)), 0.02, tol=1e-8)
        assert ours.converged and ours.R2 == pytest.approx(exact.R2, rel=1e-4)

    def test_a_sample_that_says_that_the_farthest_rows_are_few(self, monkeypatch):
        """It came from the one wide block, so too few rows lie beyond its limit: the next pass has none."""
        monkeypatch.setattr(ball_over_blocks, "FIRST_POINTS", 500)
        monkeypatch.setattr(solve, "SAMPLED_BLOCKS", 1)
        rng, seed = np.random.default_rng(0), 8
        assert np.random.default_rng(seed).permutation(10)[0] == 0
        blocks = [rng.normal(size=(500, 2)) * (5 if b == 0 else 0.01) for b in range(10)]
        ours = landmarks.fit_ball(Linear(), blocks.__getitem__, range(10), 0.1, rng=seed)
        assert ours.converged and ours.passes < 10


class TestInput:
    X = np.random.default_rng(3).normal(size=(20, 2))

    def fit(self, X, nu=0.3, kernel=KERNEL):
        return landmarks.fit_ball(kernel, lambda b: X[b::2], range(2), nu)

    def test_rounding_that_hides_the_distances_is_no_excuse(self):
        with pytest.warns(ConvergenceWarning, match=r"rounding of the largest K\(x, x\) .* center the data"):
            far = self.fit(self.X + 1e8, kernel=Linear())
        assert not far.converged
        exact = ball.solve_dual(Linear().gram(self.X), 0.3)
        assert abs(far.R2 / exact.R2 - 1) > 0.1  # so it would have been a lie
        near = self.fit(self.X + 100, kernel=Linear())
        assert near.converged and near.R2 == pytest.approx(exact.R2, rel=1e-3)

    def test_equal_points_are_a_ball_all_the_same(self):
        assert self.fit(np.ones((6, 2)) * 1e8, kernel=Linear()).converged

    @pytest.mark.parametrize("nu", [1e-300, 1e-9])
    def test_a_bound_that_no_weight_comes_near(self, nu):
        ours, exact = self.fit(self.X, nu), ball.solve_dual(KERNEL.gram(self.X), nu)
        assert ours.converged and ours.R2 == pytest.approx(exact.R2, rel=1e-3)
