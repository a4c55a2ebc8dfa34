"""What new coordinates are worth, held against loops, scikit-learn and simulation."""

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.tree import DecisionTreeClassifier

from kernelsy19 import datasets
from kernelsy19.kernels import RBF
from kernelsy19.pca import KernelPCA
from kernelsy19.pca_at_work import best_threshold, mean_over_splits, straight_cuts


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

    def test_a_tree_with_one_question_does_not_do_better(self):
        data = datasets.moons(200)
        for z in data.X.T:
            stump = DecisionTreeClassifier(max_depth=1, criterion="entropy").fit(z[:, None], data.y)
            assert best_threshold(z, data.y) >= stump.score(z[:, None], data.y) - 1e-12

    def test_either_class_may_be_above_and_equal_values_stay_together(self):
        assert best_threshold([1, 2, 3, 4], [1, 1, 0, 0]) == 1
        assert best_threshold([1, 1, 1, 1], [0, 1, 0, 1]) == 0.5

    def test_both_classes_are_needed(self):
        with pytest.raises(ValueError, match="both classes"):
            best_threshold([1.0, 2.0], [1, 1])


class TestStraightCuts:
    def test_with_classes_of_one_size_it_is_fishers_discriminant(self):
        data, new = datasets.spirals(120), datasets.spirals(300, rng=1)
        model = KernelPCA(RBF(5.0), 12).fit(data.X)
        Z, Z_new = model.transform(data.X), model.transform(new.X)
        found = straight_cuts(Z, data.y, Z_new, new.y)
        for q in (1, 4, 12):
            fisher = LinearDiscriminantAnalysis().fit(Z[:, :q], data.y)
            assert found[q - 1] == pytest.approx(fisher.score(Z_new[:, :q], new.y), abs=1e-12)

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
