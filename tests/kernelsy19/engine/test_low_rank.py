"""Pivoted Cholesky factors: what they leave out is bounded, and hardly a row is computed for nothing."""

import numpy as np
import pytest
from components import points

from kernelsy19.engine.low_rank import (
    LowRankGram,
    may_have_low_rank,
    pivoted_cholesky,
    randomly_pivoted_cholesky,
)
from kernelsy19.gram import MatrixGram
from kernelsy19.kernels import RBF, Polynomial


class Counting(MatrixGram):
    """A matrix that counts the rows that it was asked for, and is not at hand."""

    at_hand, asked = False, 0

    def rows(self, indices, dtype=np.float64):
        self.asked += len(indices)
        return super().rows(indices, dtype)

    def matrix(self):
        raise AssertionError("all of K was asked for")


def test_factor_reproduces_the_matrix():
    K = RBF(0.05)(points(300, 2))
    factor = pivoted_cholesky(K, tol=1e-10)
    assert factor.converged and len(factor.L) == len(set(factor.pivots)) < 150
    E = K - factor.L.T @ factor.L
    assert np.trace(E) / 300 == pytest.approx(factor.error, abs=1e-13)
    assert np.linalg.eigvalsh(E)[0] > -1e-12
    assert np.abs(E).max() <= factor.error * 300 + 1e-12


def test_every_row_that_is_computed_is_worth_it():
    """Rows of neighbors are not asked for: hardly more rows than pivots, hardly more pivots than one by one."""
    K = Counting(RBF(0.05)(points(600, 2)))
    factor = pivoted_cholesky(K, tol=1e-12)
    assert K.asked == len(factor.pivots)
    d, E, greedy = np.ones(600), K.K.copy(), 0
    while d.sum() > 600e-12:
        i = d.argmax()
        E = E - np.outer(E[:, i], E[i]) / E[i, i]
        d, greedy = np.maximum(np.diagonal(E), 0), greedy + 1
    assert len(factor.pivots) <= 1.25 * greedy


def test_a_sample_tells_that_the_rank_is_not_low():
    X = points(2000, 2)
    assert may_have_low_rank(RBF(0.001).gram(X), 200)
    assert not may_have_low_rank(RBF(50.0).gram(X), 200)
    assert may_have_low_rank(MatrixGram(RBF(50.0)(X[:300])), 20), "a matrix is factored without asking"


def test_rank_is_found():
    kernel = Polynomial(2)
    factor = pivoted_cholesky(kernel.gram(points(200, 3)))
    assert len(factor.L) == kernel.count_features(3) and factor.converged


def test_gives_up_early():
    factor = pivoted_cholesky(np.eye(500), max_rank=200)
    assert not factor.converged and len(factor.L) == 64
    assert factor.error == pytest.approx(1 - 64 / 500)
    assert pivoted_cholesky(np.eye(100)).converged
    capped = pivoted_cholesky(RBF(0.05)(points(300, 2)), max_rank=20)
    assert not capped.converged and len(capped.L) == 20


def test_zero_and_negative():
    assert pivoted_cholesky(np.zeros((3, 3))).converged
    with pytest.raises(ValueError, match="K must be PSD"):
        pivoted_cholesky(np.diag([1.0, -1.0]))
    with pytest.raises(ValueError, match="K must be PSD, but the diagonal of what is left"):
        pivoted_cholesky(np.array([[1.0, 2.0], [2.0, 1.0]]))
    for K in ([[0.0, 1], [1, 0]], [[1.0, 1, 1], [1, 1, 0], [1, 0, 1]]):  # entries beside a diagonal of 0
        with pytest.raises(ValueError, match="K must be PSD, but where its factor leaves none"):
            pivoted_cholesky(np.array(K))


@pytest.mark.parametrize("rank", [5, 20, 60, 150])
def test_what_a_factor_loses_bounds_the_error_of_products(rank):
    K, rng = RBF(2.0)(points(300, 2)), np.random.default_rng(0)
    provider = LowRankGram(MatrixGram(K), pivoted_cholesky(K, max_rank=rank).L)
    assert provider.lost == pytest.approx((1 - np.square(provider.L).sum(axis=0)).max())
    np.testing.assert_array_equal(provider.diagonal(), np.ones(300))
    v = rng.normal(size=300)
    # E is PSD, so that no entry of it exceeds its diagonal.
    assert np.abs(provider.product(v) - K @ v).max() <= provider.lost * np.abs(v).sum() + 1e-12
    some = rng.permutation(300)[:40]
    np.testing.assert_array_equal(provider.rows(some), K[some], "entries are those of K")
    expected = (provider.L.T @ provider.L)[:, some] @ v[some]
    np.testing.assert_allclose(provider.product(v[some], some), expected, atol=1e-12)


class TestRandomlyPivoted:
    @pytest.mark.parametrize("rule", [None, lambda d: d.argmax(keepdims=True)], ids=["drawn", "largest"])
    def test_the_factor_is_that_of_its_pivots(self, rule):
        X = np.random.default_rng(0).normal(size=(90, 3))
        K = RBF(0.4)(X)
        found = randomly_pivoted_cholesky(MatrixGram(K, True), 37, 1e-12, np.random.default_rng(1), rule)
        P = found.pivots
        assert len(set(P)) == 37 and found.L.shape == (37, 90)
        expected = K[:, P] @ np.linalg.solve(K[np.ix_(P, P)], K[P])
        np.testing.assert_allclose(found.L.T @ found.L, expected, atol=1e-8)
        np.testing.assert_allclose(np.triu(found.L[:, P]), found.L[:, P], atol=1e-10)
        assert found.error == pytest.approx(1 - (found.L**2).sum() / 90) and not found.converged

    def test_it_stops_where_nothing_is_left(self):
        Phi = np.random.default_rng(0).normal(size=(40, 5))
        found = randomly_pivoted_cholesky(MatrixGram(Phi @ Phi.T, True), 30, 1e-10, np.random.default_rng(0))
        assert len(found.pivots) == 5 and found.converged
