"""What is special about the proofs of chapter 07: settings in general position, and forms of lines that once passed."""

import numpy as np
from forms_of_lines import wrong_forms

from kernelcourse.pca import draws, proofs
from kernelsy19 import datasets, pca
from kernelsy19.kernels import RBF, Linear, Polynomial

SEEDS = range(20)


def largest(values):
    return np.abs(values).max()


class TestSettings:
    def test_kernels_and_sizes_differ(self):
        drawn = [proofs.variance.draw(seed, 1) for seed in SEEDS]
        assert len({type(s.k) for s in drawn}) == 3
        assert len({s.n for s in drawn}) >= 4 and len({s.Phi.shape[1] for s in drawn}) >= 4
        assert {bool(abs(s.u @ s.V[:, 0]) > 0.9) for s in drawn} == {True, False}, "always the same axis"

    def test_any_coefficients_of_an_axis_solve_14_and_not_15(self):
        for seed in SEEDS:
            s = proofs.dual.draw(seed, 10)
            np.testing.assert_allclose(s.alpha @ s.Phi, s.u, atol=1e-9)
            assert largest(pca.squared_gram_residual(s.K, s.lam, s.alpha)) < 1e-8
            assert largest(pca.gram_residual(s.K, s.lam, s.alpha)) > 1e-2

    def test_the_solutions_of_14_that_lose_a_factor_do_not_solve_15(self):
        for seed in SEEDS:
            s = proofs.dropping_a_factor.draw(seed, 4)
            assert largest(pca.gram_residual(s.K, s.lam, s.alpha)) > 1e-3
            assert largest(pca.gram_residual(s.K, s.lam, s.better)) < 1e-8
            assert largest(s.better - s.alpha) > 1e-3


# Forms that a check on three points of a line once took for right, or that give one side of another line.
FORMS = [
    (proofs.variance, 3, lambda s: np.trace(s.S)),
    (proofs.variance, 6, lambda s: 0),
    (proofs.variance, 8, lambda s: np.ones_like(s.Lam)),
    (proofs.variance, 3, lambda s: s.u @ s.S @ s.u + 5j),
    (proofs.variance, 5, lambda s: 1e9),
    (proofs.rayleigh, 6, lambda s: 2 * s.values[0]),
    (proofs.rayleigh, 8, lambda s: s.values[0]),
    (proofs.reconstruction, 4, lambda s: s.values[: s.U.shape[1]].sum()),
    (proofs.span, 5, lambda s: s.alpha @ s.Phi / s.n),
    (proofs.span, 6, lambda s: np.zeros(s.n)),
    (proofs.short_dual, 3, lambda s: s.K @ s.alpha / s.n),
    (proofs.dropping_a_factor, 2, lambda s: 0 * s.r),
    (proofs.normalization, 2, lambda s: 1.0),
    (proofs.normalization, 5, lambda s: 1.0),
    (proofs.centering, 2, lambda s: s.K_raw - 2 * s.K_raw.mean(axis=0) + s.K_raw.mean()),
    (proofs.centering_new, 2, lambda s: s.K_new_raw - s.K_new_raw.mean(axis=0)),
]


test_wrong_forms_of_lines_do_not_hold = wrong_forms(FORMS)


def test_the_lines_hold_on_data_of_one_s_own():
    """As chapter 07 does with 30 eruptions."""
    X = datasets.faithful().standardized().X[:30]
    for kernel in (Polynomial(degree=3), RBF(1.0), Linear()):
        s = draws.pca_setting(X, kernel)
        for proof in (proofs.variance, proofs.dual, proofs.projection, proofs.centering):
            assert all(proof.verify(s)), (proof, proof.verify(s))
