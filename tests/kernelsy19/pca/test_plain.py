"""Kernel PCA the plain way against the engine's ways, and against the points themselves where they have coordinates."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelsy19 import pca
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial
from kernelsy19.kernels.geometry import center_gram
from kernelsy19.validation import ConvergenceWarning

KERNELS = [RBF(0.5), Laplacian(0.3), Linear(), Polynomial(2), Polynomial(3, 0.5)]


def drawn_points(seed, n, D, repeated=False):
    X = np.random.default_rng(seed).normal(size=(n, D))
    return np.vstack([X, X[: n // 2]]) if repeated else X


def projector(alpha, eigenvalues, chosen):
    """The projector onto the coordinates along some axes, which does not depend on the basis of an eigenspace."""
    V = alpha[:, chosen] * np.sqrt(eigenvalues[chosen])
    return V @ V.T


def assert_same_subspaces(plain, other):
    """Subspaces of eigenvalues that are apart from their neighbors; where they are close, of all of them together."""
    np.testing.assert_allclose(plain.eigenvalues, other.eigenvalues, rtol=1e-8, atol=1e-11 * plain.trace)
    gaps = np.flatnonzero(-np.diff(plain.eigenvalues) > 1e-3 * plain.eigenvalues[0])
    for end in gaps:
        got, expected = (projector(s.alpha, s.eigenvalues, slice(0, end + 1)) for s in (plain, other))
        np.testing.assert_allclose(got, expected, atol=1e-8)


@settings(deadline=None, max_examples=60)
@given(
    seed=st.integers(0, 2**31),
    n=st.sampled_from([4, 15, 60]),
    D=st.integers(3, 6),
    kernel=st.sampled_from(KERNELS),
    repeated=st.booleans(),
)
def test_plain_way_finds_the_axes_of_the_engine(seed, n, D, kernel, repeated):
    K = kernel(drawn_points(seed, n, D, repeated))
    plain, dense = pca.plain_kernel_pca(K), pca.solve_dual(K, solver="dense")
    q = min(plain.n_components, dense.n_components)
    # What rounding makes of the last eigenvalues decides whether they count as zero.
    assert abs(plain.n_components - dense.n_components) <= 2
    assert plain.eigenvalues[q:].sum() + dense.eigenvalues[q:].sum() < 1e-10 * dense.trace
    plain, dense = pca.plain_kernel_pca(K, q), pca.solve_dual(K, q, solver="dense")
    assert plain.converged and plain.trace == pytest.approx(dense.trace, rel=1e-10)
    assert_same_subspaces(plain, dense)


@pytest.mark.parametrize("solver", ["dense", "krylov", "cholesky"])
@pytest.mark.parametrize("kernel", KERNELS, ids=repr)
def test_new_points_are_projected_to_the_same_places(kernel, solver):
    X, new = drawn_points(1, 70, 3), drawn_points(2, 9, 3)
    plain, other = pca.plain_kernel_pca(kernel(X), 3), pca.solve_dual(kernel(X), 3, solver=solver)
    assert_same_subspaces(plain, other)
    np.testing.assert_allclose(
        plain.project(kernel(new, X)), other.project(kernel(new, X)), atol=1e-7 * plain.trace**0.5
    )


def test_axes_are_those_of_the_points():
    """With the linear kernel uᵐ = Σ αᵢᵐ (xᵢ − x̄), so that everything can be checked in coordinates."""
    X = drawn_points(3, 30, 4) * [1, 2, 3, 4] + 10
    plain, centered = pca.plain_kernel_pca(Linear()(X)), X - X.mean(axis=0)
    U = plain.alpha.T @ centered
    np.testing.assert_allclose(U @ U.T, np.eye(4), atol=1e-9)
    values, vectors = np.linalg.eigh(centered.T @ centered)
    np.testing.assert_allclose(plain.eigenvalues, values[::-1], rtol=1e-9)
    np.testing.assert_allclose(np.abs(U @ vectors[:, ::-1]), np.eye(4), atol=1e-8)
    new = drawn_points(4, 5, 4) + 10
    np.testing.assert_allclose(plain.project(Linear()(new, X)), (new - X.mean(axis=0)) @ U.T, atol=1e-8)


def test_coefficients_sum_to_zero_even_where_rounding_is_large_against_the_eigenvalue():
    K = RBF(0.003)(drawn_points(0, 40, 3))
    plain = pca.plain_kernel_pca(K)
    assert plain.eigenvalues[-1] < 1e-9 * plain.eigenvalues[0]
    np.testing.assert_allclose(plain.alpha.sum(axis=0) * np.sqrt(plain.eigenvalues), 0, atol=1e-14)


def test_certificate_is_what_it_says(monkeypatch):
    """Of vectors that are off it tells how far, whatever made them."""
    K = Polynomial(3)(drawn_points(5, 25, 3))
    plain = pca.plain_kernel_pca(K, 4)
    assert plain.converged and plain.path == "plain" and plain.centered
    assert plain.residuals.max() < 1e-12 * plain.trace and plain.backward_error < 1e-13

    def sloppy(centered, eigh=np.linalg.eigh):
        values, vectors = eigh(centered)
        vectors = vectors + 1e-6 * (vectors[:, ::-1] - vectors)
        return values, vectors / np.linalg.norm(vectors, axis=0)

    monkeypatch.setattr(np.linalg, "eigh", sloppy)
    with pytest.warns(ConvergenceWarning, match="backward error of .* above tol=1e-10"):
        off = pca.plain_kernel_pca(K, 4)
    residuals = np.linalg.norm(center_gram(K) @ off.alpha - off.eigenvalues * off.alpha, axis=0)
    np.testing.assert_allclose(off.residuals, residuals, rtol=1e-6)
    assert not off.converged and 1e-8 < off.backward_error < 1e-5


@pytest.mark.parametrize(
    ("K", "rank"),
    [(np.ones((5, 5)), 0), (np.outer(range(6), range(6)), 1), (np.eye(7), 6), (np.zeros((4, 4)), 0)],
    ids=["one point", "rank 1", "orthogonal", "zeros"],
)
def test_degenerate_matrices(K, rank):
    plain = pca.plain_kernel_pca(K)
    assert plain.n_components == rank == pca.solve_dual(K, solver="dense").n_components
    assert plain.converged
    with pytest.warns(UserWarning, match=f"Only {rank} of the {len(K)} components") as said:
        assert pca.plain_kernel_pca(K, len(K)).n_components == rank
    assert said[0].filename == __file__


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n_components": 6}, "n_components must be at most n = 5, got 6"),
        ({"n_components": 0}, "n_components"),
        ({"tol": 0}, "tol"),
        ({"K": -np.eye(5)}, "positive semidefinite"),
    ],
)
def test_bad_input(arguments, message):
    with pytest.raises(ValueError, match=message):
        pca.plain_kernel_pca(**{"K": np.eye(5), **arguments})
