"""The proofs of chapter 16, and the settings that they are evaluated on; all proofs are attacked in tests/course."""

import numpy as np
import pytest
from forms_of_lines import wrong_forms
from scipy.stats import chi

from kernelcourse.landmarks import draws, proofs
from kernelcourse.landmarks.without import features, gram_of, rest
from kernelsy19 import landmarks
from kernelsy19.kernels import RBF

SEEDS = range(10)


class TestSettings:
    def test_features_are_those_of_the_library(self):
        for seed in SEEDS:
            s = draws.draw_landmarks(np.random.default_rng(seed))
            F = landmarks.landmark_features(gram_of(s)[:, s.Z], s.R)
            np.testing.assert_allclose(features(s), F, atol=1e-9)

    def test_weights_are_not_the_best(self):
        for seed in SEEDS:
            s = draws.draw_ball(np.random.default_rng(seed))
            assert np.count_nonzero(s.alpha) == len(s.W)
            assert np.linalg.norm(s.alpha - draws.best_ball(s.Phi, s.nu)[0]) > 1e-3


WRONG = [
    (proofs.landmark_error, 2, lambda s: s.Phi @ s.Phi.T),
    (proofs.landmark_error, 3, lambda s: s.G @ s.G.T / s.n),
    (proofs.landmark_error, 5, lambda s: np.sqrt((s.G**2).sum())),
    (proofs.random_pivots, 3, lambda s: (s.E[:, s.s] ** 2).sum() / s.E[s.s, s.s] ** 2),
    (proofs.random_pivots, 4, lambda s: np.trace(s.E) / s.n),
    (proofs.random_waves, 2, lambda s: RBF(2 * s.gamma)(s.X, s.Y)),
    (proofs.random_waves, 3, lambda s: (1 - RBF(2 * s.gamma)(s.X, s.Y)) / 2),
    (proofs.sums, 1, lambda s: s.F.T @ s.F / s.n),
    (proofs.sums, 3, lambda s: np.cov(s.F.T)),
    (proofs.dual_system, 3, lambda s: rest(s) @ s.alpha / s.lam),
    (proofs.ball_of_all, 1, lambda s: s.alpha @ (s.Phi**2).sum(axis=1)),
    (proofs.ball_of_all, 2, lambda s: (((s.Phi - s.alpha @ s.Phi) ** 2).sum(axis=1) - s.R2).sum()),
]


test_wrong_forms_of_lines_do_not_hold = wrong_forms(WRONG)


@pytest.mark.checks("COURSE-frequencies")
def test_frequencies_have_the_lengths_and_directions_of_normal_vectors():
    rng = np.random.default_rng(0)
    directions = rng.normal(size=(4000, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    omega = landmarks.frequencies(0.7, directions, chi.rvs(3, size=4000, random_state=rng))
    np.testing.assert_allclose(np.cov(omega.T), 2 * 0.7 * np.eye(3), atol=0.12)
    assert ((omega / np.sqrt(1.4)) ** 2).sum(axis=1).mean() == pytest.approx(3, abs=0.15)
