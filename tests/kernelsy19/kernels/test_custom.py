"""Kernels that are given as values or as functions."""

import pickle

import numpy as np
import pytest
from kernel_values import dot, points, tilted
from tables import COLUMNS

from kernelsy19.kernels import RBF, FunctionKernel, Precomputed, pointwise
from kernelsy19.validation import as_objects


def test_sums_of_precomputed_values():
    K, weights = RBF(0.5)(points(6, 2)), np.ones((6, 2))
    np.testing.assert_allclose(Precomputed().sums(K[:2], K, weights), K[:2] @ weights)
    np.testing.assert_allclose((2 * Precomputed()).sums(K[:2], K, weights), 2 * K[:2] @ weights)
    with pytest.raises(ValueError, match=r"shape \(m, 6\)"):
        Precomputed().sums(K[:2, :4], K, weights)


class TestPrecomputed:
    X = points(5, 2)
    K = RBF(0.5)(X)
    K_new = RBF(0.5)(points(3, 2, seed=1), X)

    def test_shapes(self):
        message = r"must have shape \(m, 3\), one column a training point, got \(3, 5\)"
        with pytest.raises(ValueError, match=message):
            Precomputed()(self.K_new)
        with pytest.raises(ValueError, match=r"must have shape \(m, 5\).* got \(3, 4\)"):
            Precomputed()(self.K_new[:, :4], self.K)
        with pytest.raises(ValueError, match=r"not among values of shape \(3, 5\)"):
            Precomputed().diagonal(self.K_new)

    def test_gram_matrix_must_be_symmetric(self):
        crooked = self.K.copy()
        crooked[0, 1] += 0.5
        for k in (Precomputed(), 2 * Precomputed()):
            with pytest.raises(ValueError, match=r"K must be symmetric, but .* reaches 0.5"):
                k(crooked)
        rounded = self.K.copy()
        rounded[0, 1] *= 1 + 1e-14
        G = Precomputed()(rounded)
        assert (G == G.T).all()


@pytest.mark.parametrize("column", COLUMNS)
def test_a_column_of_a_table_is_a_list_of_words(column):
    words = ["ab", "ba", "bb"]
    k = FunctionKernel(pointwise(lambda a, b: len(set(a) & set(b))), points_from=as_objects)
    np.testing.assert_array_equal(k(column(words)), k(words))


def test_a_kernel_of_a_function_of_two_points_is_a_value_that_can_be_saved():
    k = FunctionKernel(pointwise(dot))
    assert k == FunctionKernel(pointwise(dot)) != FunctionKernel(pointwise(tilted))
    assert pickle.loads(pickle.dumps(k)) == k
