"""What is special about the proofs of chapter 18: a sum over scales, and forms of lines that are nearly right."""

import numpy as np
import pytest
from forms_of_lines import wrong_forms
from scipy.integrate import quad
from scipy.stats import multivariate_normal, norm, t

from kernelcourse.gaussian_process import draws, proofs
from kernelcourse.ridge.without import objective_at
from kernelsy19.gaussian_process import equations as gp


@pytest.mark.parametrize("seed", range(5))
def test_a_sum_over_scales_is_the_integral(seed):
    s = draws.draw_new_target(np.random.default_rng(seed))
    M = s.K + s.lam * np.eye(s.n)

    def whole(y):
        density = lambda u: multivariate_normal.pdf(y, cov=np.exp(u) * M)  # noqa: E731
        return quad(density, -30, 30, points=[0], epsabs=0, limit=200)[0]

    found = [draws.with_any_scale(y, M, border=False) for y in (s.y, 2 * s.y)]
    assert found[1] - found[0] == pytest.approx(np.log(whole(2 * s.y) / whole(s.y)), rel=1e-6)


WRONG = [
    # the roles of λ and of the noise's standard deviation, a square that is not complete, a variance with the noise
    (proofs.posterior, 1, lambda s: -2 * (objective_at(s, s.w, 0.0) - s.y @ s.y)),
    (proofs.posterior, 4, lambda s: (s.f - s.mean) @ np.linalg.solve(s.P, s.f - s.mean)),
    (proofs.posterior, 7, lambda s: s.K_new @ np.linalg.solve(s.K + s.lam**0.5 * np.eye(s.n), s.y)),
    (proofs.error_bar, 2, lambda s: ((s.phi_x - s.best @ s.Phi) ** 2).sum()),
    (proofs.error_bar, 2, lambda s: s.phi_x @ s.phi_x + s.lam - s.best @ s.Phi @ s.phi_x),
    (proofs.error_bar, 4, lambda s: s.phi_x @ s.phi_x),
    (proofs.evidence, 1, lambda s: gp.log_marginal_likelihood(s.K, s.y)),
    (proofs.evidence, 4, lambda s: s.lam * (s.y @ s.y - s.n) / 2),
    (proofs.evidence, 5, lambda s: gp.likelihood_slope(s.K, s.y, s.K * np.log(s.K))),
    (proofs.evidence, 6, lambda s: objective_at(s, s.w, 0.0) / (s.n - 1)),
    (proofs.evidence, 7, lambda s: s.y @ np.linalg.solve(s.K + s.lam * np.eye(s.n), s.y) / (s.n - 1)),
    # a normal density, degrees of freedom that are not lost or lost too often
    (proofs.student, 1, lambda s: norm.pdf(standardized(s, False)[0]) / standardized(s, False)[1]),
    (proofs.student, 1, lambda s: t.pdf(standardized(s, False)[0], s.n - 1) / standardized(s, False)[1]),
    (proofs.student, 2, lambda s: t.pdf(standardized(s, True)[0], s.n) / standardized(s, True)[1]),
    # a part that is fitted alone, a covariance with the other sign, a width or a factor that is lost
    (proofs.parts, 1, lambda s: s.K1_zx @ np.linalg.solve(s.K1 + s.lam * np.eye(s.n), s.y)),
    (proofs.parts, 2, lambda s: s.K1_zx @ np.linalg.solve(s.K1 + s.K2 + s.lam * np.eye(s.n), s.K2_zx.T)),
    (proofs.parts, 3, lambda s: gp.rbf_by_columns(s.X, s.X, np.full(len(s.gamma), s.gamma[0]))),
    (proofs.parts, 3, lambda s: gp.rbf_by_columns(s.X, s.X, s.gamma**2)),
    (proofs.parts, 5, lambda s: gp.periodic(s.X[:, :1], s.X[:, :1], s.gamma[0], 2 * s.T)),
]

standardized = proofs._standardized
test_wrong_forms_of_lines_do_not_hold = wrong_forms(WRONG)
