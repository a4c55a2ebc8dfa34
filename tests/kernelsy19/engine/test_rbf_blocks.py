"""RBF values of many points against the plain equation."""

import subprocess
import sys

import numpy as np
import pytest

from kernelsy19 import kernels
from kernelsy19.engine import rbf_blocks
from kernelsy19.engine import threads as threads_module
from kernelsy19.kernels import RBF

# Sizes that no tile divides, and both sides of where differences give way to products.
SHAPES = [(1, 1, 2), (7, 260, 1), (300, 249, 2), (251, 30, 8), (300, 249, 9), (5, 600, 40)]


def points(n, p, seed=0, away=0.0):
    return away + np.random.default_rng(seed).normal(size=(n, p))


@pytest.fixture(params=[0, rbf_blocks.COMPILED_FROM], ids=["compiled", "few"])
def way(request, monkeypatch):
    """Products of few points leave exponentials to NumPy, of many to the compiled loop."""
    monkeypatch.setattr(rbf_blocks, "COMPILED_FROM", request.param)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("gamma", [1e-3, 0.3])
class TestAgainstTheEquation:
    def test_values(self, shape, gamma):
        m, n, p = shape
        X, Y = points(m, p), points(n, p, seed=1)
        np.testing.assert_allclose(rbf_blocks.rbf_values(X, Y, gamma), kernels.rbf(X, Y, gamma), rtol=1e-12)

    def test_gram_matrix(self, shape, gamma):
        m, n, p = shape
        X = points(m + n, p)
        X[-1] = X[0]
        K = rbf_blocks.rbf_gram(X, gamma)
        np.testing.assert_allclose(K, kernels.rbf(X, X, gamma), rtol=1e-12)
        assert (K == K.T).all() and (np.diag(K) == 1).all()
        assert K.max() == 1 and K.min() > 0
        assert np.linalg.eigvalsh(K)[0] > -1e-12 * len(K)

    @pytest.mark.parametrize("columns", [(), (1,), (3,)])
    def test_sums(self, shape, gamma, columns):
        m, n, p = shape
        X, Y = points(m, p), points(n, p, seed=1)
        weights = np.random.default_rng(2).normal(size=(n, *columns))
        sums = rbf_blocks.rbf_sums(X, Y, weights, gamma)
        assert sums.shape == (m, *columns)
        scale = np.abs(weights).sum(axis=0).max()
        np.testing.assert_allclose(sums, kernels.rbf(X, Y, gamma) @ weights, rtol=0, atol=1e-14 * scale)


def test_large_exponents_are_computed_from_differences():
    # Two far groups in many dimensions: norms of 1e8 would leave no digits of the distances within a group.
    X = points(40, 20)
    X[20:] += 1e4
    exact = np.array([[np.exp(-0.1 * ((x - y) ** 2).sum()) for y in X] for x in X])
    for K in (
        rbf_blocks.rbf_gram(X, 0.1),
        rbf_blocks.rbf_values(X, X.copy(), 0.1),
        rbf_blocks.rbf_sums(X, X, np.eye(40), 0.1),
    ):
        np.testing.assert_allclose(K, exact, rtol=1e-11, atol=1e-300)


def test_exponents_up_to_the_limit_keep_their_digits():
    X = points(300, 16)
    X *= np.sqrt(0.9 * rbf_blocks.LARGEST_EXPONENT / np.square(X - X.mean(axis=0)).sum(axis=1).max())
    assert isinstance(rbf_blocks.pairs_of(X, X, 1.0), rbf_blocks.Products)
    exact = np.exp(-((X[:, None] - X) ** 2).sum(axis=2))
    np.testing.assert_allclose(rbf_blocks.rbf_gram(X, 1.0), exact, rtol=2e-12, atol=4e-308)
    assert isinstance(rbf_blocks.pairs_of(1.1 * X, X, 1.0), rbf_blocks.Differences)


@pytest.mark.parametrize("p", [2, 12])
def test_the_number_of_threads_changes_no_bit(p, monkeypatch):
    monkeypatch.setattr(rbf_blocks, "THREADED_FROM", 0)
    X, weights = points(700, p), points(700, 2, seed=1)
    found = []
    for threads in (1, 3):
        monkeypatch.setattr(threads_module, "blas_threads", lambda threads=threads: threads)
        found.append(
            [
                rbf_blocks.rbf_gram(X, 0.3),
                rbf_blocks.rbf_values(X, X[:50], 0.3),
                rbf_blocks.rbf_sums(X, X, weights, 0.3),
            ]
        )
    for one, three in zip(*found, strict=True):
        np.testing.assert_array_equal(one, three)


@pytest.mark.parametrize(("n", "most"), [(1, 5), (5, 5), (6, 5), (1000, 248), (17, 1)])
def test_blocks_hold_each_point_once(n, most):
    blocks = rbf_blocks.blocks_of(n, most)
    assert np.concatenate([np.arange(n)[block] for block in blocks]).tolist() == list(range(n))
    assert max(block.stop - block.start for block in blocks) <= most
    assert len(blocks) == -(-n // most)


@pytest.mark.parametrize("module", ["kernels", "density", "pca", "ball", "cmeans"])
def test_few_points_do_not_import_numba(module):
    code = (
        f"import sys, numpy as np, kernelsy19.{module}; from kernelsy19.kernels import RBF; "
        "X = np.ones((500, 2)); RBF(1.0)(X); RBF(1.0).sums(X, X, np.ones(500)); sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("shift", [0.0, 1e6])
def test_one_point_far_away_spoils_no_other(shift):
    X = np.random.default_rng(0).normal(size=(600, 2)) + shift
    X[0] = 1e9
    np.testing.assert_allclose(RBF(1.0)(X), kernels.rbf(X, X, 1.0), rtol=1e-12, atol=1e-300)
    w = np.random.default_rng(1).normal(size=600)
    np.testing.assert_allclose(RBF(1.0).sums(X, X, w), kernels.rbf(X, X, 1.0) @ w, atol=1e-12)


@pytest.mark.parametrize("p", [2, 20])
def test_few_values_are_those_of_the_equation_to_the_last_bit(p):
    X, Y = points(30, p), points(40, p, seed=1)
    np.testing.assert_array_equal(RBF(0.3)(X, Y), kernels.rbf(X, Y, 0.3))
