"""`PCA` and `KernelPCA` keep the contract of scikit-learn and agree with their functions."""

import warnings

import numpy as np
import pytest
from components import points

from kernelsy19.kernels import RBF
from kernelsy19.pca import KernelPCA


class TestEstimator:
    def test_fit_transform_is_transform(self):
        for n in (40, 800):
            model = KernelPCA(RBF(0.001), n_components=3)
            Z = model.fit_transform(points(n, 2))
            np.testing.assert_allclose(Z, model.transform(points(n, 2)), atol=1e-9 * np.abs(Z).max())

    def test_names_of_the_features(self):
        assert list(KernelPCA().fit(points()).get_feature_names_out()) == ["kernelpca0", "kernelpca1"]

    def test_points_without_variance(self):
        with (
            pytest.warns(UserWarning, match="Only 0 of the 2"),
            pytest.raises(ValueError, match="all points have the same image"),
        ):
            KernelPCA().fit(np.ones((5, 2)))

    def test_no_warning_where_nothing_is_wrong(self):
        with warnings.catch_warnings(action="error"):
            KernelPCA(n_components=None).fit(points())
            KernelPCA(RBF(0.5), n_components=5).fit(points(600, 2))
