"""What new coordinates are worth, held against loops, scikit-learn and simulation."""

import numpy as np
import pytest

from kernelcourse.pca_at_work import experiments
from kernelcourse.pca_at_work.experiments import (
    best_threshold,
    components_needed,
    cut_shares,
    mean_over_splits,
    parity,
    straight_cuts,
    svm_error,
    told_apart,
)
from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.pca import KernelPCA


def by_trying(z, y):
    """Every place between two values, and beyond both ends, with either class above."""
    places = [-np.inf, *np.unique(z)]
    right = [np.mean((z > place) == (y == 1)) for place in places]
    return max(*right, *(1 - share for share in right))


class TestBestThreshold:
    @pytest.mark.parametrize("seed", range(20))
    def test_it_is_the_best_of_all_places(self, seed):
        rng = np.random.default_rng(seed)
        y = np.concatenate([[0, 1], rng.integers(2, size=int(rng.integers(1, 30)))])
        z = rng.normal(size=len(y)) + rng.choice([-1, 1]) * y
        z = np.round(z, 1) if seed % 2 else z  # some values are equal
        assert best_threshold(z, y) == pytest.approx(by_trying(z, y), abs=1e-12)

    def test_either_class_may_be_above_and_equal_values_stay_together(self):
        assert best_threshold([1, 2, 3, 4], [1, 1, 0, 0]) == 1
        assert best_threshold([1, 1, 1, 1], [0, 1, 0, 1]) == 0.5

    def test_both_classes_are_needed(self):
        with pytest.raises(ValueError, match="both classes"):
            best_threshold([1.0, 2.0], [1, 1])


class TestToldApart:
    def test_it_is_the_best_threshold_on_each_component(self):
        data = datasets.moons(80, noise=0.1)
        found = told_apart(RBF(3.0), data.X, data.y, 4)
        Z = KernelPCA(RBF(3.0), 4).fit_transform(data.X)
        np.testing.assert_allclose(found, [by_trying(z, data.y) for z in Z.T])

    def test_a_kernel_with_fewer_components_is_judged_by_those(self):
        data = datasets.moons(30)
        assert told_apart(Linear(), data.X, data.y, 5).shape == (2,)


class TestParity:
    X = np.random.default_rng(0).normal(size=(30, 2)) + 0.5

    @pytest.mark.parametrize(("degree", "expected"), [(1, -1), (2, 1), (3, -1), (4, 1)])
    def test_powers_are_even_or_odd(self, degree, expected):
        model = KernelPCA(Polynomial(degree, 1.0, 0.0), 2).fit(self.X)
        np.testing.assert_allclose(parity(model.transform, self.X), expected, atol=1e-9)

    def test_an_offset_mixes(self):
        model = KernelPCA(Polynomial(2, 1.0, 1.0), 2).fit(self.X)
        assert (np.abs(parity(model.transform, self.X)) < 0.999).all()

    def test_a_constant_and_a_factor_change_nothing(self):
        def waves(P):
            return np.column_stack([np.sin(P[:, 0]) + 7, 3 * np.cos(P[:, 1])])

        np.testing.assert_allclose(parity(waves, self.X), [-1, 1], atol=1e-12)


class TestCutShares:
    def test_axes_and_cuts_come_from_the_training_points(self):
        data, new = datasets.spirals(100), datasets.spirals(50, rng=1)
        model = KernelPCA(RBF(5.0), 6).fit(data.X)
        by_hand = straight_cuts(model.transform(data.X), data.y, model.transform(new.X), new.y)
        np.testing.assert_array_equal(cut_shares(RBF(5.0), data.X, data.y, new.X, new.y, 6), by_hand)
        every = cut_shares(RBF(5.0), data.X, data.y, new.X, new.y)
        assert len(every) == KernelPCA(RBF(5.0), None).fit(data.X).solution_.n_components

    def test_how_many_are_needed(self):
        assert components_needed([0.5, 0.97, 0.98, 0.6, 1.0]) == 3
        assert components_needed([0.5, 0.7], 0.7) == 2
        assert components_needed([0.5, 0.7]) == np.inf


class TestSvmError:
    def test_errors_are_counted_in_percent(self):
        rng = np.random.default_rng(0)
        y = np.repeat(["a", "b", "c"], 20)
        Z = np.repeat([[0.0, 0.0], [5.0, 0.0], [0.0, 5.0]], 20, axis=0) + 0.1 * rng.normal(size=(60, 2))
        assert svm_error(Z, y, Z, y) == 0
        assert svm_error(Z, y, Z[:4], ["a", "a", "a", "b"]) == 25

    def test_the_unit_of_the_coordinates_does_not_matter(self):
        data, new = datasets.moons(60, noise=0.3), datasets.moons(60, noise=0.3, rng=1)
        assert svm_error(data.X, data.y, new.X, new.y) == svm_error(4 * data.X, data.y, 4 * new.X, new.y)
        assert 5 < svm_error(data.X, data.y, new.X, new.y) < 40


class TestStraightCuts:
    def test_it_is_the_cut_of_least_squares(self):
        rng = np.random.default_rng(0)
        y = rng.integers(2, size=40)
        Z = np.linalg.qr(rng.normal(size=(40, 5)) @ np.diag([3, 2, 1, 1, 1]))[0]
        Z = np.linalg.qr(Z - Z.mean(axis=0))[0] * [5, 4, 3, 2, 1]
        Z_new, y_new = rng.normal(size=(60, 5)), rng.integers(2, size=60)
        for q, share in enumerate(straight_cuts(Z, y, Z_new, y_new), start=1):
            A = np.c_[np.ones(40), Z[:, :q]]
            w = np.linalg.lstsq(A, 2 * y - 1)[0]
            assert share == np.mean((np.c_[np.ones(60), Z_new[:, :q]] @ w > 0) == (y_new == 1))


class TestMeanOverSplits:
    def test_the_interval_by_hand(self):
        mean, half = mean_over_splits([1.0, 2.0, 6.0], 30, 10)
        assert mean == pytest.approx(3)
        assert half == pytest.approx(1.96 * (7 * (1 / 3 + 1 / 3)) ** 0.5)

    def test_independent_splits_would_make_it_shorter(self):
        d = np.random.default_rng(0).normal(size=50)
        naive = 1.96 * d.std(ddof=1) / 50**0.5
        assert mean_over_splits(d, 100, 50)[1] > 4 * naive
        assert mean_over_splits(d, 10**9, 1)[1] == pytest.approx(naive)

    def test_two_splits_are_needed(self):
        with pytest.raises(ValueError, match="two splits or more"):
            mean_over_splits([1.0], 3, 3)


def test_components_that_do_not_vary():
    X = np.random.default_rng(0).normal(size=(20, 2))
    y = (X[:, 0] > 0).astype(int)
    with pytest.raises(ValueError, match="transform must give components that vary"):
        experiments.parity(lambda A: np.ones((len(A), 1)), X)
    with pytest.raises(ValueError, match="Z must hold no column of zeros"):
        experiments.straight_cuts(X * [1, 0], y, X, y)
    assert experiments.svm_error(0 * X, y, 0 * X, y) in (100 * y.mean(), 100 - 100 * y.mean())
