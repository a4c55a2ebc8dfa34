"""`KernelCMeans` keeps the contract of scikit-learn and agrees with its functions."""

import numpy as np
import pytest
from partitions import assert_same, each_kernel, expect_warning, loop_kernel_distances, sample

from kernelsy19 import kernel_cmeans
from kernelsy19.kernel_cmeans import KernelCMeans
from kernelsy19.kernels import RBF


class TestEstimator:
    def test_parameters_reach_the_solver(self):
        X = sample()
        model = KernelCMeans(RBF(1.0), 3, 2, "partition", 50, True, random_state=7).fit(X)
        expected = kernel_cmeans.kernel_c_means(RBF(1.0)(X), 3, 2, "partition", 50, True, 7)
        assert_same(model.solution_, expected)

    @each_kernel
    @pytest.mark.parametrize("n_sample", [None, 12])
    def test_kernel_c_means(self, kernel, n_sample):
        X, X_new = sample(), sample(9, seed=1)
        model = KernelCMeans(kernel, n_clusters=3, n_sample=n_sample).fit(X)
        np.testing.assert_array_equal(model.predict(X), model.labels_)
        D2 = model.squared_distances(X_new)
        if n_sample is None:
            K_xx, K_xs = kernel.diagonal(X_new), kernel(X_new, X)
            expected = loop_kernel_distances(K_xx, K_xs, kernel(X), model.labels_, 3)
        else:
            S, alpha = X[model.solution_.sample], model.solution_.alpha
            expected = kernel.diagonal(X_new)[:, None] - 2 * kernel(X_new, S) @ alpha + model.solution_.norms2
        np.testing.assert_allclose(D2, expected, rtol=1e-9, atol=1e-10)
        np.testing.assert_array_equal(model.predict(X_new), D2.argmin(axis=1))


@pytest.mark.parametrize("n_sample", [None, 20])
@pytest.mark.parametrize("n_clusters", [2, 3, 4, 7])
@each_kernel
def test_fewer_distinct_points_than_clusters(n_clusters, n_sample, kernel):
    X = sample(3)[np.arange(30) % 3]
    message = f"Only 3 of the {n_clusters} clusters have a prototype of their own"
    with expect_warning(n_clusters > 3, message):
        model = KernelCMeans(kernel, n_clusters, n_sample=n_sample).fit(X)
    with expect_warning(n_clusters > 3, message):
        kernel_cmeans.kernel_c_means(kernel.gram(X), n_clusters)
    np.testing.assert_array_equal(model.predict(X), model.labels_)
    np.testing.assert_array_equal(model.labels_[3:], model.labels_[:-3])
    assert len(np.unique(model.labels_)) == min(3, n_clusters)
