"""The proofs of chapter 17, and the settings that they are evaluated on; all proofs are attacked in tests/course."""

import numpy as np
import pytest
from forms_of_lines import wrong_forms

from kernelcourse.twosample import draws, proofs
from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Polynomial


@pytest.mark.parametrize("seed", range(10))
def test_equal_moments_are_of_different_distributions(seed):
    s = draws.draw_moments(np.random.default_rng(seed))
    assert s.u.sum() == pytest.approx(1) and s.v.sum() == pytest.approx(1) and min(s.u.min(), s.v.min()) >= 0
    assert abs(s.u - s.v).max() > 0.1 and abs((s.u - s.v) @ s.a ** (s.d + 1)) > 1e-4


WRONG = [
    (proofs.means, 2, lambda s: s.Phi_z @ (s.Phi_y.mean(axis=0) - s.Phi_x.mean(axis=0))),
    (proofs.means, 3, lambda s: np.linalg.norm(s.f)),
    (proofs.means, 3, lambda s: (s.Phi_x.mean(axis=0) ** 2).sum() + (s.Phi_y.mean(axis=0) ** 2).sum()),
    (proofs.means, 4, lambda s: (s.Phi_x @ s.g).sum() - (s.Phi_y @ s.g).sum()),
    (proofs.estimates, 3, lambda s: s.M + proofs.spread(s, s.p) / s.n),
    (proofs.estimates, 4, lambda s: s.M + proofs.spread(s, s.p) / (s.n - 1) + proofs.spread(s, s.q) / (s.m - 1)),
    (proofs.estimates, 6, lambda s: proofs.by_pairs(s.Phi_x) + proofs.by_pairs(s.Phi_y)),
    (proofs.seen, 2, lambda s: sum(m**2 for m in s.moments)),
    (proofs.level, 3, lambda s: s.alpha),
]  # fmt: skip

test_wrong_forms_of_lines_do_not_hold = wrong_forms(WRONG)


def test_without_the_one_the_level_is_broken():
    """The line on the level with #{T_b ≥ T₀} / B in the place of p: no number is too large for it."""
    six = {"T": np.arange(6.0), "prob": np.full(6, 1 / 6)}
    s = draws.draw_splits(np.random.default_rng(0)).but(alpha=1 / 3, B=3, **six)
    values, likely = proofs.orders(s)
    share = (values[:, 1:] >= values[:, :1]).mean(axis=1)
    assert likely @ (share <= s.alpha + 1e-12) > s.alpha > proofs.rejected(s)


def test_digits_that_exchange_pixels_keep_the_mean_and_smoothed_ones_the_paper():
    A, B = draws.two_sets_of_digits(40)
    assert A.shape == B.shape == (40, 256) and not (A[:, None] == B).all(axis=2).any()
    exchanged = draws.exchanged_pixels(A)
    np.testing.assert_allclose(exchanged.mean(axis=0), A.mean(axis=0))
    np.testing.assert_array_equal(np.sort(exchanged, axis=0), np.sort(A, axis=0))
    np.testing.assert_array_equal(draws.smoothed(A, 0.0), A)
    np.testing.assert_allclose(draws.smoothed(np.full((1, 256), 0.3)), 0.3)
    spot = np.zeros((1, 16, 16))
    spot[0, 5, 7] = 1
    around = draws.smoothed(spot.reshape(1, 256)).reshape(16, 16)[4:7, 6:9]
    np.testing.assert_allclose(16 * around, np.outer([1, 2, 1], [1, 2, 1]))


def test_the_made_up_geyser_alternates_like_the_real_one():
    E = datasets.faithful().standardized().X
    records = [draws.geyser_that_alternates(E, s) for s in range(40)]
    share = lambda before: [np.mean(R[1:, 0][(R[:-1, 0] > 0) == before] > 0) for R in [E, *records]]  # noqa: E731
    for before in (False, True):
        real, *made = share(before)
        assert np.mean(made) == pytest.approx(real, abs=0.03)
    assert {tuple(row) for row in records[0]} <= {tuple(row) for row in E}


def test_the_numbers_of_the_chapter_that_a_kernel_cannot_tell_apart():
    X, Y = np.array([-1.0, -1, 1, 1])[:, None], np.array([-(2**0.5), 0, 0, 2**0.5])[:, None]
    gap = lambda k: k(X).mean() - 2 * k(X, Y).mean() + k(Y).mean()  # noqa: E731
    for degree, expected in ((1, 0), (2, 0), (3, 0), (4, 1)):
        assert gap(Polynomial(degree, offset=1.0)) == pytest.approx(expected, abs=1e-12)
    assert gap(RBF(0.5)) > 0.03
