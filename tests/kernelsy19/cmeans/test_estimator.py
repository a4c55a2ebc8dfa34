"""`CMeans` keeps the contract of scikit-learn and agrees with its functions."""

import numpy as np
import pytest
from partitions import assert_same, expect_warning, sample

from kernelsy19 import cmeans
from kernelsy19.cmeans import CMeans
from kernelsy19.datasets import faithful


class TestEstimator:
    def test_c_means(self):
        X, X_new = faithful().X, faithful().X[:9] + 1.0
        model = CMeans(n_clusters=3).fit(X)
        assert_same(model.solution_, cmeans.c_means(X, 3))
        np.testing.assert_array_equal(model.predict(X), model.labels_)
        D = np.sqrt(((X_new[:, None] - model.prototypes_) ** 2).sum(axis=2))
        np.testing.assert_allclose(model.transform(X_new), D, rtol=1e-10)
        np.testing.assert_array_equal(model.predict(X_new), D.argmin(axis=1))
        assert model.score(X_new) == pytest.approx(-(D.min(axis=1) ** 2).sum())
        assert model.score(X) == pytest.approx(-model.solution_.objective)
        assert model.get_feature_names_out().tolist() == ["cmeans0", "cmeans1", "cmeans2"]

    def test_parameters_reach_the_solver(self):
        X = sample()
        model = CMeans(3, n_starts=2, init="points", max_iter=50, exchange=True, random_state=7).fit(X)
        assert_same(model.solution_, cmeans.c_means(X, 3, 2, "points", 50, True, 7))

    @pytest.mark.parametrize("shift", [0.0, 1e6])
    @pytest.mark.parametrize("n_clusters", [2, 3, 4, 7])
    def test_fewer_distinct_points_than_clusters(self, n_clusters, shift):
        X = sample(3)[np.arange(30) % 3] + shift
        message = f"Only 3 of the {n_clusters} clusters have a prototype of their own"
        with expect_warning(n_clusters > 3, message):
            model = CMeans(n_clusters).fit(X)
        with expect_warning(n_clusters > 3, message):
            cmeans.c_means(X, n_clusters)
        np.testing.assert_array_equal(model.predict(X), model.labels_)
        np.testing.assert_array_equal(model.labels_[3:], model.labels_[:-3])
        assert len(np.unique(model.labels_)) == min(3, n_clusters)
        assert model.transform(X[:1]).shape == (1, n_clusters)
