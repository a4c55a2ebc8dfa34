"""Lanczos's method: a basis that stays orthonormal, residuals that are true, and the proof that none was missed."""

import numpy as np
import pytest
from components import points
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelsy19.engine.krylov import Krylov, chance_of_more, norm_shows_all
from kernelsy19.kernels import RBF
from kernelsy19.kernels.geometry import center_gram


def space_of(A, n_wanted=3, room=None):
    space = Krylov(lambda v: A @ v, len(A), n_wanted)
    space.room = room or space.room
    return space


@pytest.mark.parametrize("room", [12, 20, None])
def test_restarts_change_nothing(room):
    K = RBF(3.0)(points(200, 2))
    space = space_of(K, room=room)
    assert space.converge(3, 1e-12) and space.size <= space.room
    assert (space.n_products > space.room) == (room is not None)
    values, V, products = space.eigenvectors(3)
    np.testing.assert_allclose(values, np.linalg.eigvalsh(K)[::-1][:3], rtol=1e-12)
    np.testing.assert_allclose(products, K @ V, atol=1e-12)
    np.testing.assert_allclose(V.T @ V, np.eye(3), atol=1e-13)
    misfit = np.linalg.norm(K @ V - V * values, axis=0)
    np.testing.assert_allclose(space.residuals[:3], misfit, atol=1e-13 * values[0])


def test_a_start_that_spans_no_more_is_followed_by_another():
    space = space_of(np.diag([5.0] * 3 + [1.0] * 17), 4)
    assert space.converge(4, 1e-12)
    np.testing.assert_allclose(space.ritz_values[:4], [5, 5, 5, 1])


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.floats(0.3, 0.95), st.integers(1, 25), st.integers(1, 4))
def test_norm_never_vouches_for_a_space_that_misses_an_eigenvector(seed, decay, size, missing):
    """Exact eigenvectors but one, then a Krylov space that has not converged."""
    n, rng = 40, np.random.default_rng(seed)
    values = np.sort(decay ** np.arange(n) * rng.uniform(0.5, 1, n))[::-1]
    Q = np.linalg.qr(rng.normal(size=(n, n)))[0]
    A = (Q * values) @ Q.T
    for blind in (False, True):
        space = space_of(A, 10)
        if blind:
            u = Q[:, missing]
            space.next -= u * (u @ space.next)
            space.next /= np.linalg.norm(space.next)
        space.grow(size)
        for t in (0.5 * values[0], 0.9 * values[missing], values[size // 2] * (1 - 1e-9)):
            if norm_shows_all(space, np.sum(A * A), t):
                assert (space.ritz_values > t).sum() >= (values > t * (1 + 1e-9)).sum()


def test_norm_vouches_for_what_has_converged():
    K = center_gram(RBF(0.3)(points(200, 2)))
    space = space_of(K)
    space.converge(3, 1e-12)
    t = space.ritz_values[2] * (1 - 1e-9)
    assert norm_shows_all(space, np.sum(K * K), t)
    assert not norm_shows_all(space, np.sum(K * K) + space.ritz_values[2] ** 2, t)


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 10**6), st.integers(3, 25), st.floats(0.01, 0.9), st.integers(1, 5))
def test_a_start_misses_no_more_often_than_the_bound_says(seed, steps, ratio, copies):
    """A gap of some eigenvalues over all others, on ten starts each."""
    n, rng = 60, np.random.default_rng(seed)
    values = np.r_[np.ones(copies), ratio * rng.uniform(0, 1, n - copies)]
    for k in range(10):
        space = space_of(np.diag(values), 3)
        space.rng = np.random.default_rng(1000 * k + seed)
        space.start_again()
        space.extend(steps)
        bound = chance_of_more(n, steps, space.largest_outside(0), 1 - 1e-9)
        assert bound > 1e-4, "it has an eigenvalue of 1, and the bound says that it hardly has"


def test_the_bound_of_a_chance():
    for top in (1.0, 2.0, np.nan):
        assert chance_of_more(100, 10, top, 1.0) == 1
    assert chance_of_more(100, 10, 0.0, 1.0) == pytest.approx(16.48 * np.exp(-19))
    assert chance_of_more(100, 10, 0.75, 1.0) == pytest.approx(16.48 * np.exp(-9.5))
