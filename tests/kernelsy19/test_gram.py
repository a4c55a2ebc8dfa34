"""Providers of Gram matrices: each of them gives the entries of the matrix, whichever way it is asked."""

import numpy as np
import pytest

from kernelsy19 import gram
from kernelsy19.engine import providers
from kernelsy19.engine.low_rank import LowRankGram, pivoted_cholesky
from kernelsy19.engine.providers import KeptGram
from kernelsy19.gram import Gram, MatrixGram, as_provider
from kernelsy19.kernels import RBF, FunctionKernel, Laplacian, Linear, Polynomial, Precomputed, Sigmoid

KERNELS = [RBF(2.0), Linear(), Polynomial(2), Laplacian(0.5), RBF(1.0) + 2 * Linear()]


class Entries(Gram):
    """A provider that gives no more than it must."""

    def __init__(self, K):
        self.K, self.shape, self.asked = K, K.shape, 0

    def block(self, rows, columns, dtype=np.float64):
        self.asked += len(rows) * len(columns)
        return self.K[np.ix_(rows, columns)].astype(dtype)


def low_rank(K):
    """All of the rank, so that its products are those of K."""
    return LowRankGram(MatrixGram(K), pivoted_cholesky(K).L)


PROVIDERS = {
    "matrix": MatrixGram,
    "blocks": Entries,
    "kept": lambda K: KeptGram(Entries(K)),
    "low rank": low_rank,
}


def points(n=60, p=3, seed=1):
    return np.random.default_rng(seed).normal(size=(n, p)) + 3


def assert_is(provider, K, tol=1e-12):
    """Every way to ask gives the entries of K."""
    n, rng = len(K), np.random.default_rng(0)
    some, others, every = rng.permutation(n)[: n // 3], rng.permutation(n)[: n // 2], np.arange(n)
    tol *= np.abs(K).max()
    assert len(provider) == n and provider.shape == (n, n)
    np.testing.assert_allclose(provider.diagonal(), np.diagonal(K), atol=tol)
    np.testing.assert_allclose(provider.block(some, others), K[np.ix_(some, others)], atol=tol)
    np.testing.assert_allclose(provider.block(some, some), K[np.ix_(some, some)], atol=tol)
    np.testing.assert_allclose(provider.block(every, every), K, atol=tol)
    backwards = every[::-1]
    np.testing.assert_allclose(provider.block(backwards, backwards), K[::-1, ::-1], atol=tol)
    np.testing.assert_allclose(provider.rows(some), K[some], atol=tol)
    np.testing.assert_allclose(provider.matrix(), K, atol=tol)
    single = provider.rows(some, np.float32)
    assert single.dtype == provider.block(some, others, np.float32).dtype == np.float32
    np.testing.assert_allclose(single, K[some], atol=1e-4 * np.abs(K).max())
    for columns in ((), (2,)):
        v = rng.normal(size=(n, *columns))
        np.testing.assert_allclose(provider.product(v), K @ v, atol=tol * n)
        for share in (0.03, 0.1, 0.3, 1.0, 0.1):
            at = rng.permutation(n)[: max(1, int(share * n))]
            np.testing.assert_allclose(provider.product(v[at], at), K[:, at] @ v[at], atol=tol * n)


@pytest.mark.parametrize("signed", [False, True])
class TestEveryProvider:
    def signs(self, n, signed):
        return np.where((np.arange(n) % 3 == 0) & signed, -1.0, 1.0)

    @pytest.mark.parametrize("make", PROVIDERS.values(), ids=PROVIDERS)
    def test_of_a_matrix(self, make, signed):
        K = Polynomial(2)(points(40))
        y = self.signs(40, signed)
        assert_is(make(K).with_signs(y), K * np.outer(y, y))
        assert_is(providers.TwiceGram(make(K)), np.tile(K, (2, 2)))

    @pytest.mark.parametrize("kernel", KERNELS, ids=repr)
    @pytest.mark.parametrize(
        ("n", "p"),
        [
            (40, 1),
            (60, 2),
            (60, 30),
            (700, 2),
            *(pytest.param(700, p, marks=pytest.mark.night) for p in (3, 30)),
        ],
    )
    def test_of_a_kernel(self, kernel, n, p, signed):
        X, y = points(n, p), self.signs(n, signed)
        assert_is(kernel.gram(X).with_signs(y), kernel(X) * np.outer(y, y))

    def test_signs_that_are_there_twice_cancel(self, signed):
        X, y = points(30), self.signs(30, signed)
        for provider in (RBF(1.0).gram(X), MatrixGram(RBF(1.0)(X))):
            assert_is(provider.with_signs(y).with_signs(y), RBF(1.0)(X))
        assert RBF(1.0).gram(X).with_signs(y).with_signs(y).low_dimensional


class TestDeclarations:
    def test_of_kernels(self):
        X = points(20, 2)
        assert RBF(1.0).gram(X).psd and Polynomial(2).gram(X).psd
        assert Sigmoid().gram(X).psd is None and FunctionKernel(lambda A, B: A @ B.T).gram(X).psd is None
        assert RBF(1.0).gram(X).constant_diagonal and not Linear().gram(X).constant_diagonal
        assert RBF(1.0).gram(X).low_dimensional and not RBF(1.0).gram(points(20, 30)).low_dimensional
        given = Precomputed().gram(RBF(1.0)(X))
        assert given.at_hand and given.psd is None and not RBF(1.0).gram(X).at_hand

    @pytest.mark.parametrize("power", [1, 2, 3])
    @pytest.mark.parametrize("p", [1, 2, 4])
    def test_factors_multiply_to_the_matrix(self, p, power):
        X = points(30, p)
        K = RBF(0.3).gram(X)
        factors = K.factors(power)
        assert len(factors) == K.n_factors == p
        product = np.prod([factor.matrix() for factor in factors], axis=0)
        np.testing.assert_allclose(product, RBF(0.3)(X) ** power, rtol=1e-12)
        assert MatrixGram(np.eye(3)).n_factors == 1
        with pytest.raises(NotImplementedError, match="not known as a product"):
            MatrixGram(np.eye(3)).factors()

    def test_a_constant_diagonal_takes_one_entry(self):
        entries = Entries(np.eye(50))
        entries.diagonal()
        asked, entries.asked, entries.constant_diagonal = entries.asked, 0, True
        np.testing.assert_array_equal(entries.diagonal(), np.ones(50))
        assert (asked, entries.asked) == (50, 1)


class TestWhatIsKept:
    def test_no_row_is_asked_for_twice(self):
        entries = Entries(Laplacian(0.5)(points(100)))
        kept = KeptGram(entries)
        first, second = np.arange(10), np.arange(5, 15)
        for indices, rows in ((first, 10), (second, 15), (first, 15), (second[:3], 15)):
            kept.product(np.ones(len(indices)), indices)
            assert entries.asked == rows * 100

    def test_there_is_room_for_others(self, monkeypatch):
        K = Laplacian(0.5)(points(100))
        kept = KeptGram(Entries(K))
        monkeypatch.setattr(providers, "KEPT_BYTES", 8 * 100 * 30)
        rng = np.random.default_rng(1)
        for _ in range(12):
            indices = rng.permutation(100)[:12]
            v = rng.normal(size=12)
            np.testing.assert_allclose(kept.product(v, indices), K[:, indices] @ v, atol=1e-12)
            assert 0 < kept.kept_bytes <= providers.KEPT_BYTES


class TestErrors:
    def test_a_matrix_that_nothing_is_known_of_is_checked(self):
        with pytest.raises(ValueError, match="K must be symmetric"):
            Entries(np.array([[1.0, 2], [0, 1]])).matrix()

    def test_a_provider_without_entries(self):
        class Empty(Gram):
            shape = 2, 2

        with pytest.raises(NotImplementedError, match=r"Empty must define block\(rows, columns, dtype\)"):
            Empty().matrix()

    def test_values_that_are_not_finite(self):
        K = FunctionKernel(lambda A, B: np.full((len(A), len(B)), np.nan)).gram(np.ones((3, 1)))
        with pytest.raises(ValueError, match="finite"):
            K.rows(np.array([0]))
        with np.errstate(over="ignore"):
            K = Polynomial(400).gram(np.full((3, 1), 1e10))
            for ask in (lambda: K.rows(np.array([0])), K.matrix, lambda: K.product(np.ones(3))):
                with pytest.raises(ValueError, match="must give finite values, got NaN or infinity"):
                    ask()


def test_where_k_is_nothing_beside_a_number_the_unit_is_that_of_the_number():
    K = as_provider(np.diag([5e-324, 1e-310]))
    assert providers.in_units(K)[1] < -1000
    for beside in (1e-100, 1.0, 1e300):
        unit, places = providers.in_units(K, beside=beside)
        assert 0.1 < np.ldexp(beside, -places) < 4
        np.testing.assert_array_equal(unit.matrix(), np.ldexp(K.matrix(), -places))
    assert providers.in_units(K, beside=1e-300)[1] == providers.in_units(K)[1]
    assert providers.in_units(as_provider(np.eye(2)), beside=1e100)[1] == 0


class TestRequirePSD:
    def test_gives_a_psd_matrix_back(self):
        K = np.array([[2.0, 1.0], [1.0, 0.5]])
        np.testing.assert_array_equal(gram.require_psd(K), K)
        np.testing.assert_array_equal(gram.require_psd(np.zeros((3, 3))), np.zeros((3, 3)))

    def test_refuses_with_the_smallest_eigenvalue(self):
        with pytest.raises(ValueError, match=r"smallest eigenvalue -1; kernels\.geometry\.nearest_psd"):
            gram.require_psd([[0.0, 1.0], [1.0, 0.0]])

    @pytest.mark.parametrize("unit", [1e-12, 1.0, 1e12])
    def test_units_do_not_matter(self, unit):
        rank_one = unit * np.outer(*2 * [np.random.default_rng(1).normal(size=30)])
        assert gram.require_psd(rank_one) is not None
        with pytest.raises(ValueError, match="smallest eigenvalue -"):
            gram.require_psd(unit * np.array([[1.0, 1.0], [1.0, 0.99999]]))

    def test_judges_many_points_by_some(self, monkeypatch):
        monkeypatch.setattr(gram, "PSD_CHECK_POINTS", 5)
        rng = np.random.default_rng(0)
        Phi = rng.normal(size=(9, 3))
        np.testing.assert_array_equal(gram.require_psd(Phi @ Phi.T), Phi @ Phi.T)
        with pytest.raises(ValueError, match="smallest eigenvalue -"):
            gram.require_psd(-(Phi @ Phi.T))

    @pytest.mark.parametrize("most", [5, 2000])
    def test_entries_that_are_computed_when_asked_for(self, monkeypatch, most):
        """Of many points those of a sample, and then they stay where they are; of few all, which are kept."""
        monkeypatch.setattr(gram, "PSD_CHECK_POINTS", most)
        X = np.random.default_rng(0).normal(size=(30, 2))
        by_construction = RBF(1.0).gram(X)
        assert gram.psd_provider(by_construction) is by_construction
        unknown = FunctionKernel(lambda A, B: A @ B.T).gram(X)
        checked = gram.psd_provider(unknown)
        assert (checked is unknown) == (most == 5) and checked.at_hand == (most == 2000)
        np.testing.assert_allclose(checked.matrix(), X @ X.T)
        with pytest.raises(ValueError, match="smallest eigenvalue -"):
            gram.psd_provider(Sigmoid(2.0, -1.0).gram(X))
        with pytest.raises(ValueError, match="must be symmetric"):
            gram.psd_provider(FunctionKernel(lambda A, B: RBF(50.0)(A, B) + 1e-3 * A[:, :1]).gram(X))
