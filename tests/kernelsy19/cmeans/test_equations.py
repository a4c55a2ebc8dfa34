"""Equations of c-means against loops."""

import itertools

import numpy as np
import pytest
from partitions import kernel_objective, labels_of, loop_criterion, sample

from kernelsy19 import cmeans

checks = pytest.mark.checks


class TestEquations:
    @checks("SY19-partition")
    def test_partition(self):
        U = cmeans.partition_matrix(np.array([1, 0, 1]), 3)
        np.testing.assert_array_equal(U, [[0, 1, 0], [1, 0, 0], [0, 1, 0]])

    @checks("SY19-prototypes", "AML-18")
    def test_prototypes(self):
        X, labels = sample(), labels_of()
        expected = [X[labels == k].mean(axis=0) for k in range(3)]
        found = cmeans.prototypes(X, cmeans.partition_matrix(labels, 3))
        np.testing.assert_allclose(found, expected, rtol=1e-12)

    @checks("SY19-J", "SY19-J-points", "AML-17")
    def test_criterion(self):
        X, labels, V = sample(), labels_of(), sample(3, seed=5)
        expected = loop_criterion(X, labels, V)
        D2 = ((X[:, None] - V) ** 2).sum(axis=2)
        assert cmeans.criterion(X, cmeans.partition_matrix(labels, 3), V) == pytest.approx(expected)
        assert cmeans.criterion_by_points(D2, labels) == pytest.approx(expected)

    @checks("COURSE-seeding")
    def test_seeding_probabilities(self):
        D2 = np.array([[0.0, 4.0], [1.0, 9.0], [5.0, 3.0]])
        np.testing.assert_allclose(cmeans.seeding_probabilities(D2), [0, 0.25, 0.75])
        np.testing.assert_allclose(cmeans.seeding_probabilities(np.zeros((4, 2))), 0.25)
        # Rounding can put a distance² below zero.
        np.testing.assert_allclose(cmeans.seeding_probabilities(np.array([[-1e-18], [2.0]])), [0, 1])

    @checks("COURSE-transfer")
    def test_transfer_gains_by_trying(self):
        X, labels = sample(12), np.array([0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 2])
        D2 = ((X[:, None] - [X[labels == k].mean(axis=0) for k in range(3)]) ** 2).sum(axis=2)
        gains = cmeans.transfer_gains(D2, labels)
        K = X @ X.T
        for i, k in itertools.product(range(11), range(3)):
            moved = labels.copy()
            moved[i] = k
            expected = kernel_objective(K, labels) - kernel_objective(K, moved)
            assert gains[i, k] == pytest.approx(expected, abs=1e-10)
        assert (gains[11] <= 0).all(), "the last of a cluster stays"

    def test_accuracy_after_the_best_matching(self):
        rng = np.random.default_rng(0)
        for c in (2, 3, 4):
            labels, y = rng.integers(c, size=30), rng.integers(3, size=30)
            wide = max(c, 3)
            matchings = map(np.array, itertools.permutations(range(wide)))
            expected = max(np.mean(names[labels] == y) for names in matchings)
            assert cmeans.matched_accuracy(labels, y) == pytest.approx(expected)
        assert cmeans.matched_accuracy([1, 1, 0], [0, 0, 1]) == 1
