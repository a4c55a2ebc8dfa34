"""A matrix that was computed by blocks elsewhere: a provider of a few lines serves every solver."""

import numpy as np
import pytest

from kernelsy19 import ball, cmeans, kernel_cmeans, one_class, pca
from kernelsy19.engine import eigen, smo
from kernelsy19.engine.gram import Gram
from kernelsy19.engine.low_rank import pivoted_cholesky
from kernelsy19.kernels import RBF, Polynomial


class OnDisk(Gram):
    """A Gram matrix whose square blocks lie in one file each, as a cluster may have left them.

    Parameters
    ----------
    folder : Path, with "0-0.npy", "0-1.npy", … of equal size, those on and above the diagonal
    n : int, points
    """

    name = "the matrix on disk"

    def __init__(self, folder, n, psd=None):
        self.folder, self.shape, self.psd = folder, (n, n), psd
        self.size = len(np.load(folder / "0-0.npy", mmap_mode="r"))

    def tile(self, a, b):
        tile = np.load(self.folder / f"{min(a, b)}-{max(a, b)}.npy", mmap_mode="r")
        return tile if a <= b else tile.T

    def block(self, rows, columns, dtype=np.float64):
        K = np.empty((len(rows), len(columns)), dtype)
        for a in np.unique(rows // self.size):
            for b in np.unique(columns // self.size):
                I, J = np.flatnonzero(rows // self.size == a), np.flatnonzero(columns // self.size == b)
                K[np.ix_(I, J)] = self.tile(a, b)[np.ix_(rows[I] % self.size, columns[J] % self.size)]
        return K


def saved(K, folder, size=150):
    """Write the blocks of a matrix."""
    n = len(K)
    for a in range(0, n, size):
        for b in range(a, n, size):
            np.save(folder / f"{a // size}-{b // size}.npy", K[a : a + size, b : b + size])
    return K


N = 1100  # past every size at which a solver takes another way


@pytest.fixture(scope="module", params=[RBF(0.05), Polynomial(2, gamma=0.3)], ids=repr)
def both(request, tmp_path_factory):
    """A matrix at hand, and the same on disk."""
    X, folder = np.random.default_rng(0).normal(size=(N, 2)), tmp_path_factory.mktemp("blocks")
    K = saved(request.param(X), folder)
    return K, OnDisk(folder, N, psd=True)


def same(a, b, rtol=1e-9):
    np.testing.assert_allclose(a, b, rtol=rtol, atol=rtol * np.abs(b).max())


def test_ball(both):
    ours, theirs = (ball.solve_dual(K, 0.1, tol=1e-10) for K in both[::-1])
    assert ours.converged and ours.path == "rows" and theirs.path == "full"
    same(ours.R2, theirs.R2)
    same(ours.squared_distances, theirs.squared_distances, 1e-6)


def test_hyperplane(both):
    ours, theirs = (one_class.solve_hyperplane(K, 0.1, tol=1e-10) for K in both[::-1])
    assert ours.converged
    same(ours.objective, theirs.objective)
    same(ours.rho, theirs.rho, 1e-6)


def test_soft_margin(both):
    y = np.where(np.arange(N) % 2, 1.0, -1.0)
    ours = smo.solve_qp(both[1].with_signs(y), -np.ones(N), y, 0.0, 1.0)
    theirs = smo.solve_qp(both[0] * np.outer(y, y), -np.ones(N), y, 0.0, 1.0)
    assert ours.converged
    same(ours.objective, theirs.objective, 1e-6)


@pytest.mark.parametrize("solver", eigen.SOLVERS)
def test_eigenvalues(both, solver):
    ours, theirs = (pca.solve_dual(K, 4, solver=solver) for K in both[::-1])
    assert ours.converged
    same(ours.eigenvalues, theirs.eigenvalues)
    same(ours.alpha, theirs.alpha, 1e-7)
    same(ours.mean_projection, theirs.mean_projection, 1e-6)


def test_pivoted_cholesky(both):
    ours, theirs = (pivoted_cholesky(K) for K in both[::-1])
    assert ours.converged
    same(ours.L.T @ ours.L, theirs.L.T @ theirs.L)


@pytest.mark.parametrize("exchange", [False, True])
def test_kernel_c_means(both, exchange):
    start = np.random.default_rng(0).integers(3, size=N)
    ours, theirs = (kernel_cmeans.kernel_c_means(K, 3, init=start, exchange=exchange) for K in both[::-1])
    assert ours.path == ("matrix" if exchange else "coordinates") and theirs.path == "matrix"
    np.testing.assert_array_equal(ours.labels, theirs.labels)
    same(ours.objective, theirs.objective)
    same(ours.norms2, theirs.norms2)


def test_kernel_elbow(both):
    ours, theirs = (kernel_cmeans.kernel_elbow(K, [1, 2, 4], n_starts=2) for K in both[::-1])
    assert isinstance(ours, cmeans.Elbow)
    same(ours.objective, theirs.objective)


def test_what_is_not_declared_psd_is_checked(tmp_path):
    rng = np.random.default_rng(0)
    A = rng.normal(size=(300, 300))
    saved(A + A.T, tmp_path)
    K = OnDisk(tmp_path, 300)
    for solve in (
        lambda: ball.solve_dual(K, 0.1),
        lambda: one_class.solve_hyperplane(K, 0.1),
        lambda: pca.solve_dual(K, 2),
        lambda: kernel_cmeans.kernel_c_means(K, 2),
        lambda: kernel_cmeans.kernel_elbow(K, [1, 2]),
    ):
        with pytest.raises(ValueError, match=r"must be (PSD|positive semidefinite)"):
            solve()


def test_a_matrix_that_is_not_symmetric_is_named(tmp_path):
    K = np.eye(300)
    K[0, 1] = 1
    saved(K, tmp_path)
    with pytest.raises(ValueError, match="the matrix on disk must be symmetric"):
        pca.solve_dual(OnDisk(tmp_path, 300), 2)
