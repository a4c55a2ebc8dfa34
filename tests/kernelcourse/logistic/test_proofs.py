"""What is special about the proofs of chapter 11: forms of lines, worlds without a premise, data of one's own."""

import numpy as np
from forms_of_lines import wrong_forms
from scipy.special import expit

from kernelcourse.logistic import draws, proofs
from kernelsy19 import datasets, logistic
from kernelsy19.kernels import RBF

WRONG = [
    (proofs.loss_gradient, 1, lambda s: expit(s.f)),
    (proofs.loss_gradient, 3, lambda s: s.y - expit(s.f)),
    (proofs.loss_gradient, 5, lambda s: s.Phi.T @ (expit(s.Phi @ s.w) - s.y)),
    (proofs.kernelized, 5, lambda s: s.K @ (expit(s.K @ (s.alpha * s.labels)) - s.y) / s.n),
    (proofs.kernelized, 7, lambda s: 0.0),
    (proofs.box, 1, lambda s: s.theta - s.share * s.K @ (expit(s.K @ s.theta) - s.y) / s.n),
    (proofs.convexity, 2, lambda s: s.K @ (expit(s.K @ s.theta) - s.y) + s.lam * s.theta),
    (proofs.convexity, 3, lambda s: s.K @ s.K + s.lam * s.K),
    (proofs.newtons_step, 3, lambda s: s.theta),
    (proofs.duality, 4, lambda s: -1e9),
    (proofs.duality, 5, lambda s: 0.0),
    (proofs.duality, 6, lambda s: s.lam * s.best),
    (proofs.no_minimum, 2, lambda s: np.exp(-s.c)),
]


test_wrong_forms_of_lines_do_not_hold = wrong_forms(WRONG)


def test_the_proofs_hold_on_real_women():
    women = datasets.pima().columns("glucose", "bmi").where_recorded().standardized().rows(slice(0, 12))
    y = women.y.astype(float)
    at_minimum = draws.minimum_setting(women.X, RBF(0.8), y, 0.3)
    assert all(proofs.duality.verify(at_minimum)) and all(proofs.convexity.verify(at_minimum))
    assert all(proofs.newtons_step.verify(draws.stepping_setting(women.X, RBF(0.8), y, 0.3)))
    assert all(proofs.no_minimum.verify(draws.separating_setting(women.X, RBF(0.8), y, 0.3)))


def test_without_invertibility_the_coefficients_are_free_and_the_scores_are_not():
    """What line 6 of the dual loses with a singular K is θ, not f: along a direction of length 0 nothing changes."""
    s = proofs.duality.draw(0, 6)
    world = proofs.duality.steps[5].premises[1].break_it(s, np.random.default_rng(0))
    of_surprises = logistic.coefficients_of_surprises(
        logistic.surprises(world.K @ world.best, world.y), world.y, world.lam
    )
    assert np.abs(world.best - of_surprises).max() > 0.1
    np.testing.assert_allclose(world.K @ world.best, world.K @ of_surprises, atol=1e-6)
