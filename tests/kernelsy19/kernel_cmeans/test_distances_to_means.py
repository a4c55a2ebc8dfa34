"""Runs with a low-rank factor in the place of the Gram matrix."""

import numpy as np
import pytest
from partitions import assert_certified, assert_same_partition, kernel_objective, labels_of, sample
from sklearn.metrics import adjusted_rand_score

from kernelsy19 import cmeans, kernel_cmeans
from kernelsy19.engine.low_rank import LowRankGram, pivoted_cholesky
from kernelsy19.kernel_cmeans import KernelCMeans, distances_to_means
from kernelsy19.kernels import RBF, Polynomial, Precomputed


class TestCoordinates:
    """With a low-rank factor in the place of the Gram matrix the algorithm is the same."""

    def starts_from(self, K, start, exchange=False):
        return kernel_cmeans.kernel_c_means(K, 4, init=start, exchange=exchange)

    @pytest.mark.parametrize("kernel", [RBF(0.2), RBF(2.0), Polynomial(degree=3)], ids=repr)
    @pytest.mark.parametrize("full_product", [0.0, 1 / 3])
    def test_same_partitions_as_the_plain_equations(self, kernel, full_product, monkeypatch):
        monkeypatch.setattr(distances_to_means, "FULL_PRODUCT_SHARE", full_product)
        monkeypatch.setattr(distances_to_means, "pivoted_cholesky", lambda K, max_rank: pivoted_cholesky(K))
        X, K = sample(1000), kernel(sample(1000))
        for seed in range(3):
            start = labels_of(1000, 4, seed)
            steps = kernel_cmeans.kernel_c_means_steps(K, start)
            solution = self.starts_from(kernel.gram(X), start)
            assert solution.path == "coordinates" and len(steps) > 6
            assert adjusted_rand_score(steps[-1].labels, solution.labels) == 1
            history = [s.objective for s in steps[:-1]]
            np.testing.assert_allclose(solution.history, history, rtol=1e-10)
            assert_certified(solution, kernel_objective(K, solution.labels))
            norms2 = [K[np.ix_(solution.labels == k, solution.labels == k)].mean() for k in range(4)]
            np.testing.assert_allclose(solution.norms2, norms2, rtol=1e-10)

    def test_what_is_lost_bounds_the_error_of_every_distance(self):
        """A factor of far too low a rank, so that the bound can be seen at work."""
        kernel, X, labels = RBF(2.0), sample(300), labels_of(300, 4)
        K = kernel(X)
        W = kernel_cmeans.weights(cmeans.partition_matrix(labels, 4))
        exact = kernel_cmeans.kernel_squared_distances(np.diagonal(K), K, K, W)
        for rank in (5, 20, 60, 150):
            low_rank = LowRankGram(kernel.gram(X), pivoted_cholesky(K, max_rank=rank).L)
            assert low_rank.lost == pytest.approx((1 - np.square(low_rank.L).sum(axis=0)).max())
            D2 = distances_to_means.InFeatureSpace(low_rank, labels, 4).squared_distances()
            assert np.abs(D2 - exact).max() <= 4 * low_rank.lost + 1e-14
            assert np.abs(D2 - exact).max() > 0.01 * low_rank.lost

    def test_estimator_takes_them_where_they_are_few(self):
        X = sample(1200)
        few, many = KernelCMeans(RBF(0.05), 3).fit(X), KernelCMeans(RBF(50.0), 3, n_starts=2).fit(X)
        assert (few.solution_.path, many.solution_.path) == ("coordinates", "matrix")
        assert 0 < few.solution_.lost < 1e-10 and many.solution_.lost == 0
        plain = kernel_cmeans.kernel_c_means(RBF(0.05)(X), 3)
        assert_same_partition(few.solution_, plain)
        np.testing.assert_allclose(few.solution_.objectives, plain.objectives, rtol=1e-11)
        np.testing.assert_array_equal(few.predict(X), few.labels_)
        for other in (
            KernelCMeans(RBF(0.05), 3, n_starts=1, exchange=True).fit(X),
            KernelCMeans(RBF(0.05), 3, n_starts=1).fit(X[:900]),
            KernelCMeans(Precomputed(), 3, n_starts=1).fit(RBF(0.05)(X)),
        ):
            assert other.solution_.path == "matrix"

    def test_starts_are_drawn_alike(self):
        X, kernel = sample(1000), RBF(0.1)
        for init in ("k-means++", "points", "partition"):
            ours = kernel_cmeans.kernel_c_means(kernel.gram(X), 4, 3, init, rng=5)
            assert ours.path == "coordinates"
            assert_same_partition(ours, kernel_cmeans.kernel_c_means(kernel(X), 4, 3, init, rng=5))
