"""A matrix that was computed by blocks elsewhere: a provider of a few lines serves every solver."""

import numpy as np
import pytest

from kernelsy19 import ball, kernel_cmeans, one_class, pca
from kernelsy19.engine import eigen, smo
from kernelsy19.engine.low_rank import pivoted_cholesky
from kernelsy19.gram import Gram
from kernelsy19.kernels import RBF, Polynomial


class OnDisk(Gram):
    """A Gram matrix whose square blocks lie in one file each, as a cluster may have left them."""

    name = "the matrix on disk"

    def __init__(self, K, folder, psd=None, size=150):
        self.folder, self.shape, self.psd, self.size = folder, K.shape, psd, size
        for a in range(0, len(K), size):
            for b in range(a, len(K), size):
                np.save(folder / f"{a // size}-{b // size}.npy", K[a : a + size, b : b + size])

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


N = 1100  # past every size at which a solver takes another way
SIGNS = np.where(np.arange(N) % 2, 1.0, -1.0)
START = np.random.default_rng(0).integers(3, size=N)


@pytest.fixture(scope="module", params=[RBF(0.05), Polynomial(2, gamma=0.3)], ids=repr)
def both(request, tmp_path_factory):
    """The same matrix on disk and at hand."""
    K = request.param(np.random.default_rng(0).normal(size=(N, 2)))
    return OnDisk(K, tmp_path_factory.mktemp("blocks"), psd=True), K


def soft_margin(K):
    Q = K.with_signs(SIGNS) if isinstance(K, Gram) else K * np.outer(SIGNS, SIGNS)
    return smo.solve_qp(Q, -np.ones(N), SIGNS, 0.0, 1.0)


def c_means(exchange):
    return lambda K: kernel_cmeans.kernel_c_means(K, 3, init=START, exchange=exchange)


# What is done, and to how many digits each number of the answer is the same.
USES = {
    "ball": (lambda K: ball.solve_dual(K, 0.1, tol=1e-10), {"R2": 1e-9, "squared_distances": 1e-6}),
    "hyperplane": (lambda K: one_class.solve_hyperplane(K, 0.1, tol=1e-10), {"objective": 1e-9, "rho": 1e-6}),
    "soft margin": (soft_margin, {"objective": 1e-6}),
    **{
        f"eigenvalues, {solver}": (
            lambda K, solver=solver: pca.solve_dual(K, 4, solver=solver),
            {"eigenvalues": 1e-9, "alpha": 1e-7, "mean_projection": 1e-6},
        )
        for solver in eigen.SOLVERS
    },
    "c-means": (c_means(False), {"labels": 0, "objective": 1e-9, "norms2": 1e-9}),
    "c-means with exchanges": (c_means(True), {"labels": 0, "objective": 1e-9, "norms2": 1e-9}),
    "elbow": (lambda K: kernel_cmeans.kernel_elbow(K, [1, 2, 4], n_starts=2), {"objective": 1e-9}),
}


@pytest.mark.parametrize("use", USES)
def test_answers_are_those_of_the_matrix(both, use):
    solve, same = USES[use]
    ours, theirs = map(solve, both)
    assert getattr(ours, "converged", True)
    for name, rtol in same.items():
        expected = getattr(theirs, name)
        found = getattr(ours, name)
        np.testing.assert_allclose(found, expected, rtol=rtol, atol=rtol * np.abs(expected).max())
    if use in ("ball", "c-means"):
        assert (ours.path, theirs.path) in (("rows", "full"), ("coordinates", "matrix"))


def test_a_factor_is_that_of_the_matrix(both):
    ours, theirs = map(pivoted_cholesky, both)
    assert ours.converged
    np.testing.assert_allclose(ours.L.T @ ours.L, theirs.L.T @ theirs.L, atol=1e-9 * np.abs(both[1]).max())


@pytest.mark.parametrize("symmetric", [True, False])
def test_what_is_not_declared_psd_is_checked(tmp_path, symmetric):
    A = np.random.default_rng(0).normal(size=(300, 300))
    K = OnDisk(A + A.T if symmetric else np.eye(300) + np.eye(300, k=1), tmp_path)
    for solve in (
        lambda: ball.solve_dual(K, 0.1),
        lambda: one_class.solve_hyperplane(K, 0.1),
        lambda: pca.solve_dual(K, 2),
        lambda: kernel_cmeans.kernel_c_means(K, 2),
        lambda: kernel_cmeans.kernel_elbow(K, [1, 2]),
    ):
        message = "PSD|semidefinite" if symmetric else "on disk must be symmetric"
        with pytest.raises(ValueError, match=message):
            solve()
