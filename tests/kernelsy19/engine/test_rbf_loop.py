"""The compiled RBF loops against the plain equation."""

import numpy as np
import pytest
from fresh_python import printed_without_cache

from kernelsy19 import kernels
from kernelsy19.engine import rbf_loop

UNIT = {np.float64: 4e-16, np.float32: 2e-7}


@pytest.mark.parametrize("dtype", UNIT)
def test_exponentials(dtype):
    reach = 700 if dtype == np.float64 else 80
    x = -np.concatenate([np.linspace(0, 1, 1001), np.linspace(0, reach, 5003)]).astype(dtype)[None]
    y = x.copy()
    rbf_loop.exponentials(y)
    np.testing.assert_allclose(y, np.exp(x.astype(np.float64)), rtol=UNIT[dtype])
    assert y[0, 0] == 1


@pytest.mark.parametrize("dtype", UNIT)
def test_exponentials_of_differences(dtype):
    rng = np.random.default_rng(0)
    left, right = rng.uniform(0, 9, size=5).astype(dtype), rng.uniform(0, 9, size=33).astype(dtype)
    A = rng.uniform(-2, 2, size=(5, 33)).astype(dtype)
    exponents = np.minimum(A.astype(float) - np.add.outer(left, right), 0)
    rbf_loop.exponentials_less(A, left, right)
    np.testing.assert_allclose(A, np.exp(exponents), rtol=50 * UNIT[dtype])
    assert (A <= 1).all() and (A == 1).any(), "exponents that rounding would leave above 0 count as 0"
    K = np.zeros((5, 5), dtype)
    rbf_loop.exponentials_less(K, left, left)
    np.testing.assert_array_equal(K, K.T)


@pytest.mark.parametrize("dtype", UNIT)
def test_far_below_the_smallest_number_exp_is_all_but_zero(dtype):
    y = np.array([[-1e4, -1e30]], dtype=dtype)
    rbf_loop.exponentials(y)
    assert (y >= 0).all() and (y < 3e-38).all()


@pytest.mark.parametrize("dtype", UNIT)
@pytest.mark.parametrize("p", [1, 2, 3, 8])
def test_rows(p, dtype):
    rng = np.random.default_rng(p)
    X, Y = rng.normal(size=(7, p)).astype(dtype), (1e3 + rng.normal(size=(33, p))).astype(dtype)
    Y[:5] = X[:5]
    out = np.empty((7, 33), dtype)
    rbf_loop.rows(X, np.ascontiguousarray(Y.T), dtype(0.3), out)
    exact = kernels.rbf(X.astype(float), Y.astype(float), float(dtype(0.3)))
    np.testing.assert_allclose(out, exact, rtol=20 * UNIT[dtype], atol=3e-38)
    assert (out[np.arange(5), np.arange(5)] == 1).all()


@pytest.mark.parametrize("p", [1, 2, 3, 8])
def test_sums(p):
    rng = np.random.default_rng(p)
    X, Y, w = rng.normal(size=(7, p)), rng.normal(size=(33, p)), rng.normal(size=33)
    out = np.empty(7)
    rbf_loop.sums(X, np.ascontiguousarray(Y.T), w, 0.3, out)
    np.testing.assert_allclose(out, kernels.rbf(X, Y, 0.3) @ w, atol=1e-14 * np.abs(w).sum())


def test_works_where_nothing_can_be_cached():
    program = (
        "import numpy as np; from kernelsy19.kernels import RBF, rbf; "
        "X = np.random.default_rng(0).normal(size=(600, 2)); print(np.abs(RBF(1.0)(X) - rbf(X, X, 1.0)).max() < 1e-14)"
    )
    assert printed_without_cache(program) == "True"
