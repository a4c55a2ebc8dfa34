"""Kernel PCA the plain way against the engine's ways, and against the points themselves where they have coordinates."""

import numpy as np
import pytest

from kernelsy19 import pca
from kernelsy19.kernels import RBF, Polynomial
from kernelsy19.kernels.geometry import center_gram
from kernelsy19.validation import ConvergenceWarning


def drawn_points(seed, n, D, repeated=False):
    X = np.random.default_rng(seed).normal(size=(n, D))
    return np.vstack([X, X[: n // 2]]) if repeated else X


def plain_solution(K, n_components=None):
    return pca.certify(K, *pca.plain_kernel_pca(K, n_components))


def test_coefficients_sum_to_zero_up_to_what_rounding_makes_of_a_small_eigenvalue():
    K = RBF(0.003)(drawn_points(0, 40, 3))
    values, alpha = pca.plain_kernel_pca(K)
    assert values[-1] < 1e-9 * values[0]
    assert (np.abs((alpha * np.sqrt(values)).sum(axis=0)) <= 40 * np.finfo(float).eps * len(K) / values).all()


def test_certificate_is_what_it_says():
    """Of vectors that are off it tells how far, whatever made them."""
    K = Polynomial(3)(drawn_points(5, 25, 3))
    values, alpha = pca.plain_kernel_pca(K, 4)
    plain = pca.certify(K, values, alpha)
    assert plain.converged and plain.path == "plain" and plain.centered and plain.proof == "all n"
    assert plain.residuals.max() < 1e-12 * plain.trace and plain.backward_error < 1e-13
    off = alpha + 1e-6 * np.random.default_rng(0).normal(size=alpha.shape) / np.sqrt(values)
    with pytest.warns(ConvergenceWarning, match="backward error of .* above tol=1e-10") as said:
        sloppy = pca.certify(K, values, off)
    assert said[0].filename == __file__
    residuals = np.linalg.norm(center_gram(K) @ off - values * off, axis=0)
    np.testing.assert_allclose(sloppy.residuals, residuals, rtol=1e-6)
    assert not sloppy.converged and 1e-8 < sloppy.backward_error < 1e-5


def test_a_missing_axis_and_wrong_lengths_are_noticed():
    K = Polynomial(3)(drawn_points(5, 25, 3))
    values, alpha = pca.plain_kernel_pca(K, 4)
    for axes, doubt in (
        ((values[1:], alpha[:, 1:]), "not proved"),
        ((values, 2 * alpha), "from orthonormal"),
    ):
        with pytest.warns(ConvergenceWarning, match=doubt):
            assert not pca.certify(K, *axes).converged


@pytest.mark.parametrize(
    ("K", "rank"),
    [(np.ones((5, 5)), 0), (np.outer(range(6), range(6)), 1), (np.eye(7), 6), (np.zeros((4, 4)), 0)],
    ids=["one point", "rank 1", "orthogonal", "zeros"],
)
def test_degenerate_matrices(K, rank):
    plain = plain_solution(K)
    assert plain.n_components == rank == pca.solve_dual(K, solver="dense").n_components
    assert plain.converged
    with pytest.warns(UserWarning, match=f"Only {rank} of the {len(K)} components") as said:
        assert len(pca.plain_kernel_pca(K, len(K))[0]) == rank
    assert said[0].filename == __file__
