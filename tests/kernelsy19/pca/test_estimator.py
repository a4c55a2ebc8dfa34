"""`PCA` and `KernelPCA` keep the contract of scikit-learn and agree with their functions."""

import warnings

import numpy as np
import pytest
from components import points, same_up_to_sign
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelsy19 import pca
from kernelsy19.kernels import RBF, Linear, Precomputed
from kernelsy19.pca import KernelPCA


@parametrize_with_checks(
    [KernelPCA(), KernelPCA(Linear(), n_components=1), KernelPCA(n_components=None, center=False)]
)
def test_scikit_learn_contract(estimator, check):
    check(estimator)


class TestEstimator:
    def test_precomputed_equals_the_kernel(self):
        X, X_new, k = points(30, 2), points(5, 2, seed=7), RBF(0.2)
        plain = KernelPCA(k, n_components=3).fit(X)
        given_ = KernelPCA(Precomputed(), n_components=3).fit(k(X))
        np.testing.assert_allclose(given_.transform(k(X_new, X)), plain.transform(X_new), atol=1e-12)
        with pytest.raises(ValueError, match="30 features"):
            given_.transform(k(X_new, X)[:, :4])

    def test_fit_transform_is_transform(self):
        for n in (40, 800):
            model = KernelPCA(RBF(0.001), n_components=3)
            Z = model.fit_transform(points(n, 2))
            np.testing.assert_allclose(Z, model.transform(points(n, 2)), atol=1e-9 * np.abs(Z).max())

    def test_without_centering(self):
        X, k = points(20, 2), RBF(0.2)
        model = KernelPCA(k, center=False).fit(X)
        np.testing.assert_allclose(model.transform(X[:4]), k(X[:4], X) @ model.alpha_)
        theirs = np.linalg.eigvalsh(k(X))[::-1][:2]
        np.testing.assert_allclose(model.eigenvalues_, theirs)

    def test_default_kernel_is_scaled_to_the_data(self):
        X = points(20, 2)
        assert KernelPCA().fit(X).kernel_ == RBF(1 / (2 * X.var()))

    def test_callable_and_unsymmetric(self):
        X = points(20, 2)
        model = KernelPCA(lambda A, B: A @ B.T).fit(X)
        same_up_to_sign(model.transform(X), pca.principal_axes(X).project(X))

    def test_gamma_can_be_searched(self):
        X = points(60, 2)
        y = (X**2).sum(axis=1) > 2
        search = GridSearchCV(
            make_pipeline(KernelPCA(RBF(1.0), n_components=4), LogisticRegression()),
            {"kernelpca__kernel__gamma": [1e-4, 0.3], "kernelpca__n_components": [1, 4]},
            cv=3,
        ).fit(X, y)
        assert search.best_params_ == {"kernelpca__kernel__gamma": 0.3, "kernelpca__n_components": 4}

    def test_names_of_the_features(self):
        assert list(KernelPCA().fit(points()).get_feature_names_out()) == ["kernelpca0", "kernelpca1"]

    def test_points_without_variance(self):
        with (
            pytest.warns(UserWarning, match="Only 0 of the 2"),
            pytest.raises(ValueError, match="all points have the same image"),
        ):
            KernelPCA().fit(np.ones((5, 2)))

    def test_no_warning_where_nothing_is_wrong(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            KernelPCA(n_components=None).fit(points())
            KernelPCA(RBF(0.5), n_components=5).fit(points(600, 2))
