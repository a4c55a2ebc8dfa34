"""What is special to the proofs of chapter 01: worlds without a kernel, Mercer beyond the sample."""

import numpy as np
import pytest

from kernelcourse.kernels import draws, proofs, without
from kernelsy19.kernels import RBF, Laplacian, Sigmoid
from kernelsy19.kernels import geometry as fs

SEEDS = range(20)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_coordinates_of_the_proof_are_those_of_the_library(seed):
    """Up to signs and coordinates that are zero, so in all dot products and in every singular value."""
    s = proofs.gram_features.draw(seed, 6)
    mine, theirs = s.phi, fs.features_of_gram(s.K)
    np.testing.assert_allclose(mine @ mine.T, theirs @ theirs.T, atol=1e-10 * np.abs(s.K).max())
    largest = np.linalg.svd(mine, compute_uv=False)[: theirs.shape[1]]
    np.testing.assert_allclose(largest, np.linalg.svd(theirs, compute_uv=False), rtol=1e-7)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_world_without_a_map_is_no_gram_matrix_of_any_points(seed):
    s = proofs.psd_lemma.draw(seed, 5)
    world = without.without_map(s, np.random.default_rng(seed))
    assert (world.K == world.K.T).all() and (np.diagonal(world.K) == np.diagonal(s.K)).all()
    assert world.z @ world.K @ world.z < -1 and not fs.check_psd(world.K)


def test_is_not_psd_agrees_with_the_eigenvalues():
    rng = np.random.default_rng(0)
    for n in (4, 5, 8):
        X = rng.normal(size=(n, 3))
        assert without.is_not_psd(RBF(0.5)(X)) == without.is_not_psd(X @ X.T) == 0
        assert without.is_not_psd(X @ X.T - 1e-6 * np.eye(n)) == 1
        assert without.is_not_psd(Sigmoid(1.0, -2.0)(0.3 * X)) == 1


@pytest.mark.parametrize("seed", SEEDS)
def test_the_expansion_is_exact_where_one_point_is_of_the_sample_and_short_where_none_is(seed):
    s = proofs.mercer.draw(seed, 4)
    assert np.abs((s.phi(s.K) * s.values) @ s.phi(s.K_yx).T - s.K_yx.T).max() < 1e-10
    gap = s.K_yy - s.phi(s.K_yx) ** 2 @ s.values
    distance = s.K_yy - np.einsum("ij,jk,ik->i", s.K_yx, np.linalg.inv(s.K), s.K_yx)
    np.testing.assert_allclose(gap, distance, atol=1e-9)
    assert gap.min() > 0


def test_the_gap_of_the_limit_is_what_a_bridge_has_between_two_points():
    """Between two neighbors of the Laplacian kernel: sinh(a) sinh(b) / sinh(a + b) · 2, with a + b = γh."""
    s = draws.draw_interval(np.random.default_rng(4)).but(k=Laplacian(0.8))
    for h in (1 / 8, 1 / 32):
        a = 0.8 * s.length * h * s.shares
        b = 0.8 * s.length * h - a
        np.testing.assert_allclose(
            proofs.worst_gap(s, h), (2 * np.sinh(a) * np.sinh(b) / np.sinh(a + b)).max(), rtol=1e-8
        )


def test_the_rate_belongs_to_the_kink_of_the_kernel():
    """The RBF kernel has none: what its expansion misses falls much faster, and the line does not hold."""
    s = proofs.mercer.draw(0, 5)
    line = proofs.mercer.steps[4]
    assert line.residual(s) and not line.residual(s.but(k=RBF(1.0)))


@pytest.mark.parametrize(
    ("derivation", "number", "mine"),
    [
        (proofs.psd_lemma, 2, lambda s: (s.z @ s.Phi) @ (s.z @ s.Phi)),
        (proofs.distance, 2, lambda s: np.linalg.norm(s.Phi[:, None] - s.Phi_y, axis=2) ** 2),
        (proofs.angle, 3, lambda s: s.K_xy / np.sqrt(s.K_xx[:, None] * s.K_yy)),
        (proofs.gram_features, 6, lambda s: (s.V.T * s.values) @ s.V),
    ],
)
def test_a_line_that_a_reader_wrote(derivation, number, mine):
    assert derivation.check_line(number, mine)
    assert not derivation.check_line(number, lambda s: 1.001 * mine(s))
