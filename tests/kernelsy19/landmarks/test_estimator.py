"""`Nystroem` and `RandomFourierFeatures` keep the contract of scikit-learn."""

import pickle

import numpy as np
import pytest

from kernelsy19.kernels import RBF, Laplacian
from kernelsy19.landmarks import Nystroem, RandomFourierFeatures


def drawn(n=80, p=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n, p))


class TestNystroem:
    def test_products_approach_the_kernel(self):
        X = drawn()
        K = RBF(0.2)(X)
        errors = []
        for m in (5, 20, 80):
            model = Nystroem(RBF(0.2), n_components=m).fit(X)
            F = model.transform(X)
            errors.append(np.linalg.norm(K - F @ F.T))
            assert model.error_ == pytest.approx(max(0, 1 - (F**2).sum() / len(X)), abs=1e-9)
        assert errors[0] > errors[1] > errors[2] and errors[2] < 1e-8

    def test_other_kernels_and_names(self):
        model = Nystroem(Laplacian(0.4), n_components=7, rule="uniform", random_state=2).fit(drawn())
        assert model.get_feature_names_out()[0] == "nystroem0" and len(model.get_feature_names_out()) == 7
        assert model.landmarks_.shape == (7, 3)
        again = pickle.loads(pickle.dumps(model))
        np.testing.assert_array_equal(again.transform(drawn(seed=1)), model.transform(drawn(seed=1)))


class TestRandomFourierFeatures:
    def test_rows_have_length_one(self):
        F = RandomFourierFeatures(RBF(0.2), 6, orthogonal=True).fit_transform(drawn())
        assert F.shape == (80, 12)
        np.testing.assert_allclose((F**2).sum(axis=1), 1)
