"""`KernelCMeans` keeps the contract of scikit-learn and agrees with its functions."""

import numpy as np
import pytest
from partitions import (
    assert_same,
    assert_same_partition,
    each_kernel,
    expect_warning,
    loop_kernel_distances,
    rings,
    sample,
)
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import GridSearchCV
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelsy19 import kernel_cmeans
from kernelsy19.kernel_cmeans import KernelCMeans
from kernelsy19.kernels import RBF, Linear, Precomputed, Sigmoid
from kernelsy19.kernels import kernel as kernel_file


@parametrize_with_checks([KernelCMeans(), KernelCMeans(n_sample=1), KernelCMeans(kernel=Linear())])
def test_scikit_learn(estimator, check):
    check(estimator)


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
            expected = loop_kernel_distances(
                kernel.diagonal(X_new), kernel(X_new, X), kernel(X), model.labels_, 3
            )
        else:
            S, alpha = X[model.solution_.sample], model.solution_.alpha
            expected = kernel.diagonal(X_new)[:, None] - 2 * kernel(X_new, S) @ alpha + model.solution_.norms2
        np.testing.assert_allclose(D2, expected, rtol=1e-9, atol=1e-10)
        np.testing.assert_array_equal(model.predict(X_new), D2.argmin(axis=1))

    def test_precomputed(self):
        kernel, X, X_new = RBF(0.7), sample(), sample(9, seed=1)
        by_points = KernelCMeans(kernel, 3).fit(X)
        by_values = KernelCMeans(Precomputed(), 3).fit(kernel(X))
        assert_same(by_points.solution_, by_values.solution_)
        np.testing.assert_array_equal(by_values.predict(kernel(X_new, X)), by_points.predict(X_new))
        np.testing.assert_allclose(
            by_values.squared_distances(kernel(X_new, X), np.ones(9)), by_points.squared_distances(X_new)
        )
        with pytest.raises(ValueError, match=r"K_xx, the values .* must be given"):
            by_values.squared_distances(kernel(X_new, X))
        with pytest.raises(ValueError, match=r"is for Precomputed\(\) only"):
            by_points.squared_distances(X_new, np.ones(9))

    def test_blocks_change_nothing(self, monkeypatch):
        X, X_new = sample(), sample(9, seed=1)
        model = KernelCMeans(RBF(0.7), 3).fit(X)
        whole = model.squared_distances(X_new)
        monkeypatch.setattr(kernel_file, "SUMMED_ENTRIES", 100)
        np.testing.assert_allclose(model.squared_distances(X_new), whole, rtol=1e-12)

    def test_default_kernel_follows_the_units(self):
        X = sample()
        small, large = KernelCMeans(n_clusters=3).fit(X), KernelCMeans(n_clusters=3).fit(1000 * X)
        assert_same_partition(small.solution_, large.solution_)
        assert small.kernel_ == RBF(1 / (2 * X.var()))
        assert KernelCMeans(n_clusters=1).fit(np.ones((3, 2))).kernel_ == RBF(1.0)

    def test_kernel_parameters_can_be_searched(self):
        X, y = rings()

        def score(model, X, y=None):
            return adjusted_rand_score(y, model.predict(X))

        grid = {"kernel__gamma": [0.01, 3.0]}
        search = GridSearchCV(KernelCMeans(RBF(1.0), n_starts=20), grid, scoring=score, cv=2).fit(X, y)
        assert search.best_params_ == {"kernel__gamma": 3.0}

    @pytest.mark.parametrize(
        "kernel", [Sigmoid(2.0, -1.0), lambda X, Y: -X @ Y.T], ids=["sigmoid", "callable"]
    )
    def test_kernel_that_is_not_psd(self, kernel):
        with pytest.raises(ValueError, match="positive semidefinite, got smallest eigenvalue -"):
            KernelCMeans(kernel).fit(sample())


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
