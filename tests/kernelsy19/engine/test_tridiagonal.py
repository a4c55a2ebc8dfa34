"""Eigenvalues that are counted: Sturm's count, LAPACK's search by index, and what takes its place."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelsy19.engine import tridiagonal
from kernelsy19.engine.tridiagonal import Tridiagonal, largest_eigenpairs, orthogonality


def symmetric(n, seed=0):
    A = np.random.default_rng(seed).normal(size=(n, n))
    return A + A.T


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.integers(2, 30), st.floats(-5, 5), st.booleans())
def test_the_count_is_that_of_the_eigenvalues(seed, n, t, whole):
    K = np.round(symmetric(n, seed)) if whole else symmetric(n, seed)
    values = np.linalg.eigvalsh(K)
    T = Tridiagonal(K)
    if np.abs(values - t).min() > 1e-9:
        assert T.count_above(t) == (values > t).sum()
    assert T.count_above(values[-1] + 1e-9) == 0 and T.count_above(values[0] - 1e-9) == n
    assert T.smallest_below(values[0] - 1) == values[0] - 1
    assert T.smallest_below(values[0] + 1) == pytest.approx(values[0], abs=1e-12 * np.abs(values).max())


@pytest.mark.parametrize("count", [1, 5, 40, 300, None])
@pytest.mark.parametrize("kind", ["general", "identity", "blocks", "zero"])
def test_all_that_are_asked_for(kind, count):
    n = 300
    K = {
        "general": symmetric(n),
        "identity": np.eye(n),
        "blocks": np.kron(np.eye(60), np.ones((5, 5))),
        "zero": np.zeros((n, n)),
    }[kind]
    values, V = largest_eigenpairs(K, count)
    q = n if count is None else count
    assert values.shape == (q,) and V.shape == (n, q)
    np.testing.assert_allclose(values, np.linalg.eigvalsh(K)[::-1][:q], atol=1e-12 * 60)
    np.testing.assert_allclose(V.T @ V, np.eye(q), atol=1e-12)
    np.testing.assert_allclose(K @ V, V * values, atol=1e-11)


@pytest.mark.parametrize("fault", ["fewer", "twice", "others", "not finite", "NaN vectors", "wrong", "error"])
def test_what_lapack_gets_wrong_is_noticed(monkeypatch, fault):
    """Each fault of the search by index is one that a count, an angle or a residual shows."""
    K, real = symmetric(300), tridiagonal.eigh_tridiagonal

    def faulty(d, e, select, select_range, **options):
        low, high = select_range
        values, S = real(d, e, select=select, select_range=(low - 1, high), **options)
        if fault == "error":
            raise tridiagonal.LinAlgError("no")
        if fault == "others":
            return values[:-1], S[:, :-1]
        values, S = values[1:].copy(), S[:, 1:].copy()
        if fault == "fewer":
            return values[1:], S[:, 1:]
        if fault == "twice":
            values[0], S[:, 0] = values[1], S[:, 1]
        if fault == "not finite":
            values[0] = np.nan
        if fault == "NaN vectors":
            S[5, 0] = np.nan
        if fault == "wrong":
            S[:, 0] = np.roll(S[:, 0], 1)
        return values, S

    monkeypatch.setattr(tridiagonal, "eigh_tridiagonal", faulty)
    assert Tridiagonal(K)._by_index(4) == (None, None)
    values, V = Tridiagonal(K).largest(4)
    np.testing.assert_allclose(values, np.linalg.eigvalsh(K)[::-1][:4])
    np.testing.assert_allclose(K @ V, V * values, atol=1e-11)


@pytest.mark.parametrize("n", [30, 300])
def test_vectors_that_are_nan_are_no_answer(n, monkeypatch):
    for name in ("eigh", "eigh_tridiagonal", "dstevd"):
        real = getattr(tridiagonal, name)

        def faulty(*arguments, real=real, **options):
            values, S, *rest = real(*arguments, **options)
            return values, np.where(np.arange(len(S)) == 5, np.nan, S.T).T, *rest

        monkeypatch.setattr(tridiagonal, name, faulty)
    with pytest.raises(tridiagonal.LinAlgError, match="not orthonormal"):
        largest_eigenpairs(symmetric(n), 3)


def test_how_far_from_orthonormal():
    Q = np.linalg.qr(np.random.default_rng(0).normal(size=(90, 90)))[0]
    for q in (0, 1, 5, 90):
        assert orthogonality(Q[:, :q]) < 1e-14
    for V in (Q[:, [0, 0]], 2 * Q[:, :3], Q[:, [*range(89), 3]], Q + 1e-3 * Q[:, ::-1]):
        assert orthogonality(V) > 1e-4
