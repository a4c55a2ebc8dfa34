"""Kernel c-means the plain way against the fast way, and against c-means."""

import numpy as np
import pytest
from partitions import sample

from kernelsy19 import cmeans, kernel_cmeans
from kernelsy19.kernels import Linear, squared_euclidean


@pytest.mark.parametrize("repeated", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_with_the_linear_kernel_they_are_the_same_steps(seed, repeated):
    X = sample(40, 3, seed)
    X = np.vstack([X, X[:20]]) if repeated else X
    start = cmeans.assign(squared_euclidean(X, X[:4]))
    from_points = cmeans.c_means_steps(X, X[:4])
    from_kernel = kernel_cmeans.kernel_c_means_steps(Linear()(X), start)
    assert len(from_points) == len(from_kernel) + 1 > 4
    for a, b in zip(from_points[1:], from_kernel, strict=True):
        assert (a.kind, a.n_moved) == (b.kind, b.n_moved)
        np.testing.assert_array_equal(a.labels, b.labels)
        assert a.objective == pytest.approx(b.objective)


def test_an_empty_cluster_of_the_start_gets_the_farthest_point():
    K = Linear()(np.array([[0.0], [1.0], [10.0], [12.0]]))
    first = kernel_cmeans.kernel_c_means_steps(K, [0, 0, 0, 0], n_clusters=2)[0]
    assert first.n_moved == 1 and first.labels.tolist() == [0, 0, 0, 1]  # 12 is farthest from the mean, 5.75
    plain = kernel_cmeans.plain_kernel_c_means(K, [0, 0, 0, 0], n_clusters=2)
    assert plain.n_reseeded == 1 and plain.labels.tolist() == [0, 0, 1, 1]
    assert plain.objective == pytest.approx(0.5 + 2.0)


def test_degenerate_matrices():
    plain = kernel_cmeans.plain_kernel_c_means(np.ones((5, 5)), [0, 1, 0, 0, 0])
    assert plain.objective == pytest.approx(0, abs=1e-14) and plain.converged
    rank_one = np.outer([-3, -2.9, 4, 4.2], [-3, -2.9, 4, 4.2])
    plain = kernel_cmeans.plain_kernel_c_means(rank_one, [0, 1, 0, 1])
    fast = kernel_cmeans.kernel_c_means(rank_one, 2, init=[0, 1, 0, 1])
    np.testing.assert_array_equal(plain.labels, fast.labels)
