"""What is special about the proofs of chapter 10: their settings, and forms of lines that are nearly right."""

import numpy as np
import pytest
from forms_of_lines import wrong_forms

from kernelcourse.ridge import draws, proofs
from kernelsy19 import datasets, ridge
from kernelsy19.kernels import RBF, Linear, Polynomial

SEEDS = range(20)


class TestSettings:
    def test_both_losses_are_drawn(self):
        drawn = [draws.draw_minimizer(np.random.default_rng(seed)) for seed in SEEDS]
        assert {type(s.loss) for s in drawn} == {draws.Squared, draws.Logistic}

    @pytest.mark.parametrize("loss", [draws.Squared(), draws.Logistic()])
    def test_losses_have_the_slopes_that_they_say(self, loss):
        y, t, h = np.array([1.5, -0.5, 0.3]), np.array([0.2, 1.0, -2.0]), 1e-5
        slope = (loss.value(y, t + h) - loss.value(y, t - h)) / (2 * h)
        np.testing.assert_allclose(loss.slope(y, t), slope, atol=1e-8)
        bend = (loss.slope(y, t + h) - loss.slope(y, t - h)) / (2 * h)
        np.testing.assert_allclose(loss.curvature(y, t), bend, atol=1e-8)

    def test_points_on_a_circle_have_equal_influence(self):
        for seed in SEEDS:
            s = draws.draw_all_alike(np.random.default_rng(seed))
            G = np.linalg.inv(ridge.bordered_matrix(s.K, s.lam))[: s.n, : s.n]
            assert np.ptp(np.diagonal(G)) < 1e-10


WRONG = [
    (proofs.norm, 2, lambda s: sum(s.c * (s.K_zx @ s.alpha)) / s.n),
    (proofs.norm, 6, lambda s: np.linalg.norm(s.alpha @ s.Phi)),
    (proofs.norm, 8, lambda s: np.sqrt(s.alpha @ s.K @ s.alpha)),
    (proofs.representer, 4, lambda s: s.alpha @ s.K @ s.alpha),
    (proofs.representer, 8, lambda s: s.loss.slope(s.y, s.Phi @ s.w) @ s.Phi / (2 * s.lam)),
    (proofs.woodbury, 5, lambda s: s.A_inv + s.A_inv @ s.U @ s.M_inv @ s.V @ s.A_inv),
    (proofs.push_through, 5, lambda s: np.linalg.inv(s.lam * np.eye(s.n) + s.X @ s.X.T) @ s.X),
    (proofs.primal_and_dual, 7, lambda s: s.y - s.X @ s.beta),
    (proofs.fit_of_a_kernel, 3, lambda s: np.linalg.pinv(s.K) @ s.y),
    (proofs.fit_of_a_kernel, 6, lambda s: s.y @ s.alpha),
    (proofs.free_intercept, 5, lambda s: s.y.mean()),
    (proofs.free_intercept, 6, lambda s: s.y),
    (proofs.certificate, 5, lambda s: np.sqrt(s.r @ s.r)),
    (proofs.shrinking, 3, lambda s: np.linalg.eigvalsh(s.K).sum() / s.lam),
    (proofs.leave_one_out, 5, lambda s: (s.G @ s.y)[s.i]),
    (proofs.leave_one_out, 7, lambda s: np.diagonal(np.linalg.inv(s.K + s.lam * np.eye(s.n)))),
]


test_wrong_forms_of_lines_do_not_hold = wrong_forms(WRONG)


def test_the_lines_hold_on_data_of_one_s_own():
    faithful = datasets.faithful().standardized().X[:30]
    x, y = faithful[:, :1], faithful[:, 1]
    for kernel in (Polynomial(degree=3), RBF(1.0), Linear()):
        plain = draws.fit_setting(x, y, kernel, 0.5, x[:4], intercept=False)
        free = draws.fit_setting(x, y, kernel, 0.5, x[:4], intercept=True)
        assert all(proofs.fit_of_a_kernel.verify(plain)), proofs.fit_of_a_kernel.verify(plain)
        assert all(proofs.free_intercept.verify(free)), proofs.free_intercept.verify(free)
