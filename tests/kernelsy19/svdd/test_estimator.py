"""`TwoClassSVDD` keeps the contract of scikit-learn."""

import numpy as np
import pytest
from sklearn.datasets import make_moons

from kernelsy19 import svdd
from kernelsy19.kernels import RBF
from kernelsy19.svdd import TwoClassSVDD


def moons(n=120, seed=0):
    X, labels = make_moons(n, noise=0.2, random_state=seed)
    return X, np.where(labels == 0, "first", "second")


class TestEstimator:
    @pytest.mark.parametrize("target", [False, True, np.True_])
    def test_a_bool_is_a_target_where_labels_are_bools(self, target):
        X = np.random.default_rng(0).normal(size=(30, 2))
        y = np.linalg.norm(X, axis=1) < 1
        assert TwoClassSVDD(RBF(1.0), target=target).fit(X, y).target_ == target
        with pytest.raises(ValueError, match=r"one of the classes \[0, 1\], got"):
            TwoClassSVDD(RBF(1.0), target=target).fit(X, y.astype(int))

    @pytest.mark.parametrize("target", [None, "first", "second"])
    def test_the_target_is_in_the_ball(self, target):
        X, y = moons()
        fitted = TwoClassSVDD(RBF(2.0), C=0.5, target=target).fit(X, y)
        depth = svdd.decision_function(RBF(2.0), X, fitted.solution_, X)
        inside, other = (target or "second"), ("second" if target == "first" else "first")
        np.testing.assert_array_equal(fitted.predict(X), np.where(depth > 0, inside, other))
        positive = np.where(fitted.decision_function(X) > 0, "second", "first")
        np.testing.assert_array_equal(positive, fitted.predict(X))
        assert fitted.score(X, y) > 0.9

    @pytest.mark.parametrize("p", [1, 5, 50])
    def test_the_default_C_is_feasible(self, p):
        rng = np.random.default_rng(p)
        X, y = rng.normal(size=(p + 20, 2)), np.repeat([1, -1], [p, 20])
        fitted = TwoClassSVDD().fit(X, y)
        assert fitted.C_ == pytest.approx(min(1, 10 / p))
        assert fitted.solution_.converged


def test_a_point_on_the_surface_is_told_the_same_alone_and_among_others():
    surface = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        X, y = rng.normal(size=(20, 3)), rng.permutation([1, 2] * 10)
        model = TwoClassSVDD().fit(X, y)
        f = model.decision_function(X)
        alone = np.concatenate([model.decision_function(X[i : i + 1]) for i in range(20)])
        np.testing.assert_array_equal(np.sign(alone), np.sign(f))
        surface += int((f == 0).sum())
    assert surface > 10
