"""What is special about the proofs of chapter 08: settings in general position, and forms of lines that are wrong."""

import numpy as np
from forms_of_lines import wrong_forms

from kernelcourse.pca_at_work import draws, proofs
from kernelsy19 import datasets, kernels, pca
from kernelsy19.kernels.geometry import center_gram

SEEDS = range(20)


class TestSettings:
    def test_four_points_a_circle_are_too_few_for_the_covariance(self):
        """Squares of cosines of 2t have the mean ½ from 5 points on; with 4 the axes depend on how they are turned."""
        for n, even in ((3, True), (4, False), (5, True), (9, True)):  # three would do as well, by chance
            t = 0.3 + 2 * np.pi * np.arange(n) / n
            S = np.cov([np.ones(n), np.cos(2 * t), np.sin(2 * t)], bias=True)
            assert np.allclose(S, np.diag([0, 0.5, 0.5])) == even

    def test_kernels_differ(self):
        drawn = [proofs.symmetric.draw(seed, 1) for seed in SEEDS]
        assert {type(s.k) for s in drawn} == {kernels.RBF, kernels.Polynomial}

    def test_a_world_without_symmetry_still_has_a_kernel(self):
        """The premise is broken by something that is a kernel, so nothing but the symmetry has gone."""
        for seed in SEEDS:
            s = proofs.symmetric.draw(seed, 3)
            world = proofs.SIGNS.break_it(s, np.random.default_rng(seed))
            K = world.k(s.X, s.X)
            np.testing.assert_allclose(K, K.T, rtol=1e-12)
            assert np.linalg.eigvalsh(K)[0] > -1e-9 * np.trace(K)


# Forms that forget a factor, a premise or a term, or that give a side of another line.
FORMS = [
    (proofs.circles, 1, lambda s: np.outer(s.r, s.r) * np.cos(s.t[:, None] - s.t)),
    (proofs.circles, 1, lambda s: np.outer(s.r, s.r) ** 2 * np.cos(2 * (s.t[:, None] - s.t))),
    (proofs.circles, 3, lambda s: s.F[:, 1:] @ s.F[:, 1:].T),
    (proofs.circles, 3, lambda s: 2 * s.F @ s.F.T),
    (proofs.circles, 4, lambda s: np.zeros(3)),
    (proofs.circles, 4, lambda s: np.array([np.mean(s.r) ** 2 / np.sqrt(2), 0, 0])),
    (proofs.circles, 6, lambda s: np.diag(np.full(3, np.mean(s.r**4) / 4))),
    (proofs.circles, 6, lambda s: np.diag([np.mean(s.r**4) / 2, np.mean(s.r**4) / 4, np.mean(s.r**4) / 4])),
    (proofs.circles, 7, lambda s: np.mean(s.r**4) / 8),
    (proofs.circles, 8, lambda s: (s.r**2 - np.mean(s.r**2)) / 2),
    (proofs.circles, 8, lambda s: s.r**2 / np.sqrt(2)),
    (proofs.circles, 8, lambda s: (s.r - np.mean(s.r)) / np.sqrt(2)),
    (proofs.circles, 9, lambda s: np.var(s.r**2) / 2 * (s.r**2 - np.mean(s.r**2)) / np.sqrt(2)),
    (proofs.symmetric, 3, lambda s: np.block([[s.A, s.B], [-s.B, s.A]])),
    (proofs.symmetric, 3, lambda s: np.block([[s.A, 0 * s.B], [0 * s.B, s.A]])),
    (proofs.symmetric, 4, lambda s: np.tile(s.A @ s.a, 2)),
    (proofs.symmetric, 4, lambda s: np.tile((s.A - s.B) @ s.a, 2)),
    (proofs.symmetric, 5, lambda s: np.tile((s.A - s.B) @ s.b, 2)),
    (proofs.symmetric, 6, lambda s: np.sort(np.tile(np.linalg.eigvalsh(s.A), 2))),
    (proofs.symmetric, 6, lambda s: np.sort(np.tile(np.linalg.eigvalsh(s.A + s.B), 2))),
    (proofs.symmetric, 7, lambda s: 0 * s.odd),
    (proofs.symmetric, 8, lambda s: -pca.project_centered(s.k(s.X_new, s.X), s.k(s.X, s.X), s.even)),
    (proofs.symmetric, 8, lambda s: s.k(s.X_new, s.X) @ s.even),
    (proofs.symmetric, 9, lambda s: pca.project_centered(s.k(s.X_new, s.X), s.k(s.X, s.X), s.odd)),
]


test_wrong_forms_of_lines_do_not_hold = wrong_forms(FORMS)


def test_the_components_of_spirals_are_even_or_odd():
    """The second proof on one arm of the spirals of the chapter and the same arm, turned by half a circle."""
    spirals = datasets.spirals(60)
    H = spirals.X[spirals.y == spirals.y[0]]
    s = draws.symmetric_setting(H, kernels.RBF(0.5), spirals.X[:4] + 0.1)
    assert all(proofs.symmetric.verify(s)), proofs.symmetric.verify(s)
    vectors = np.linalg.eigh(center_gram(s.k(s.X)))[1][:, ::-1][:, :6]
    for v in vectors.T:
        same, opposite = np.abs(v[: len(H)] - v[len(H) :]).max(), np.abs(v[: len(H)] + v[len(H) :]).max()
        assert min(same, opposite) < 1e-6 < max(same, opposite)
