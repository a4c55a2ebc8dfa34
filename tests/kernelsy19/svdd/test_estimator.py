"""`TwoClassSVDD` keeps the contract of scikit-learn."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import make_moons
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelsy19 import svdd
from kernelsy19.kernels import RBF, Linear, Polynomial, Precomputed, Sigmoid
from kernelsy19.svdd import TwoClassSVDD


@parametrize_with_checks(
    [
        TwoClassSVDD(),
        TwoClassSVDD(RBF(0.5) + 0.1 * Linear(), C=1.0),
        TwoClassSVDD(Polynomial(2), C=1.0, tol=1e-4),
    ]
)
def test_scikit_learns_checks(estimator, check):
    check(estimator)


def moons(n=120, seed=0):
    X, labels = make_moons(n, noise=0.2, random_state=seed)
    return X, np.where(labels == 0, "first", "second")


class TestEstimator:
    def test_attributes(self):
        X, y = moons()
        fitted = TwoClassSVDD(RBF(0.7), C=0.3).fit(X, y)
        signs = np.where(y == "second", 1.0, -1.0)
        solution = svdd.solve_dual(RBF(0.7).gram(X), signs, 0.3)
        np.testing.assert_array_equal(fitted.solution_.alpha, solution.alpha)
        np.testing.assert_array_equal(fitted.solution_.y, signs)
        np.testing.assert_array_equal(fitted.support_, solution.support)
        np.testing.assert_array_equal(fitted.support_vectors_, X[fitted.support_])
        np.testing.assert_array_equal(fitted.classes_, ["first", "second"])
        assert (fitted.target_, fitted.C_, fitted.R2_) == ("second", 0.3, solution.R2)
        assert fitted.n_iter_ == solution.iterations and fitted.n_features_in_ == 2
        assert fitted.kernel_ == RBF(0.7)
        assert fitted.solution_.alpha.min() >= 0
        assert abs(fitted.solution_.duality_gap) < 1e-4

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

    def test_the_target_makes_a_difference(self):
        X, y = moons()
        first, second = (TwoClassSVDD(RBF(0.7), C=0.3, target=t).fit(X, y) for t in ("first", "second"))
        far = np.array([[40.0, 40.0]])
        assert first.predict(far) == ["second"] and second.predict(far) == ["first"]

    @pytest.mark.parametrize("p", [1, 5, 50])
    def test_the_default_C_is_feasible(self, p):
        rng = np.random.default_rng(p)
        X, y = rng.normal(size=(p + 20, 2)), np.repeat([1, -1], [p, 20])
        fitted = TwoClassSVDD().fit(X, y)
        assert fitted.C_ == pytest.approx(min(1, 10 / p))
        assert fitted.solution_.converged

    def test_too_small_a_C_is_a_clear_error(self):
        X, y = moons(20)
        with pytest.raises(ValueError, match=r"C = 0.01 is too small for 10 target points.*1/10 = 0.1"):
            TwoClassSVDD(C=0.01).fit(X, y)

    @pytest.mark.parametrize(
        ("y", "message"),
        [
            ([1] * 20, "two classes, got one class"),
            ([0, 1, 2, 3] * 5, "Only binary classification is supported.*got 4. Merge all outliers"),
            (np.linspace(0, 1, 20), "Unknown label type"),
            ([1, -1] * 9, "inconsistent"),
        ],
    )
    def test_labels_that_are_not_two_classes(self, y, message):
        with pytest.raises(ValueError, match=message):
            TwoClassSVDD().fit(moons(20)[0], y)

    def test_a_target_that_is_no_class(self):
        with pytest.raises(ValueError, match=r"target must be one of the classes .*'first'.*got 'third'"):
            TwoClassSVDD(target="third").fit(*moons(20))

    def test_a_kernel_that_is_not_psd(self):
        with pytest.raises(ValueError, match="smallest eigenvalue"):
            TwoClassSVDD(Sigmoid(2.0, -1.0), C=0.5).fit(*moons(50))

    def test_precomputed_is_the_kernel_that_it_was_computed_with(self):
        X, y = moons()
        new = X[:15] + 0.1
        for k in (RBF(0.7), Linear()):
            plain = TwoClassSVDD(k, C=0.3).fit(X, y)
            given = TwoClassSVDD(Precomputed(), C=0.3).fit(k(X), y)
            np.testing.assert_allclose(
                given.decision_function(k(new, X), k.diagonal(new)), plain.decision_function(new), atol=1e-5
            )
            np.testing.assert_array_equal(
                given.predict(k(new, X), k.diagonal(new)) == "second",
                given.decision_function(k(new, X), k.diagonal(new)) > 0,
            )
        scores = [
            cross_val_score(TwoClassSVDD(k, C=0.3, tol=1e-9), Z, y, cv=3)
            for k, Z in ((RBF(0.7), X), (Precomputed(), RBF(0.7)(X)))
        ]
        np.testing.assert_array_equal(*scores)

    def test_grid_search_in_a_pipeline(self):
        X, y = moons()
        grid = {"twoclasssvdd__kernel__gamma": [1e-3, 1.0], "twoclasssvdd__target": ["first", "second"]}
        search = GridSearchCV(make_pipeline(StandardScaler(), TwoClassSVDD(RBF(1.0), C=0.5)), grid, cv=3)
        assert search.fit(X, y).best_params_["twoclasssvdd__kernel__gamma"] == 1.0
        assert search.best_score_ > 0.85

    def test_clone_and_repr(self):
        estimator = TwoClassSVDD(RBF(2.0), C=0.3, target=1)
        assert repr(clone(estimator)) == "TwoClassSVDD(C=0.3, kernel=RBF(gamma=2.0), target=1)"


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
