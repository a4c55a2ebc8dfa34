"""c-means against loops and brute force over all partitions."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from partitions import INITS, assert_certified, assert_same, best_of_all_partitions, loop_criterion, sample

from kernelsy19 import cmeans
from kernelsy19.datasets import faithful


class TestCMeans:
    @pytest.mark.parametrize("c", [2, 3])
    @pytest.mark.parametrize("seed", range(4))
    def test_best_start_is_the_best_of_all_partitions(self, c, seed):
        X = sample(8, seed=seed)
        solution = cmeans.c_means(X, c, n_starts=60)
        assert solution.objective == pytest.approx(best_of_all_partitions(X @ X.T, c), rel=1e-9)

    @given(st.integers(1, 25), st.integers(1, 6), st.integers(0, 10_000), st.sampled_from(INITS))
    @settings(deadline=None, max_examples=60)
    def test_certificate(self, n, c, seed, init):
        rng = np.random.default_rng(seed)
        X, c = rng.normal(size=(n, 2)).round(1), min(c, n)
        solution = cmeans.c_means(X, c, n_starts=3, init=init, rng=seed)
        U = cmeans.partition_matrix(solution.labels, c)
        assert (U.sum(axis=0) > 0).all()
        assert_certified(solution, cmeans.criterion_of_partition(X, U))
        D2 = ((X[:, None] - solution.prototypes) ** 2).sum(axis=2)
        own = D2[np.arange(n), solution.labels]
        assert (own <= D2.min(axis=1) + 1e-9).all(), "every point is at its nearest prototype"

    def test_reproducible_and_several_given_starts(self):
        X = sample()
        assert_same(cmeans.c_means(X, 3, rng=4), cmeans.c_means(X, 3, rng=4))
        V = np.stack([X[:3], X[5:8]])
        both = cmeans.c_means(X, 3, init=V)
        each = [cmeans.c_means(X, 3, init=v).objective for v in V]
        np.testing.assert_allclose(both.objectives, each, rtol=1e-12)

    def test_empty_cluster_is_filled_and_counted(self):
        X = np.array([[0.0], [1.0], [10.0], [11.0]])
        solution = cmeans.c_means(X, 3, init=[[0.5], [10.5], [1000.0]])
        assert solution.n_reseeded == 1
        assert len(set(solution.labels)) == 3
        assert solution.objective == pytest.approx(0.5)
        assert cmeans.c_means(X, 2, init=[[0.5], [10.5]]).n_reseeded == 0

    def test_steps_are_the_algorithm_of_the_lecture(self):
        X = sample(60)
        V = X[:4]
        steps = cmeans.c_means_steps(X, V)
        assert [s.kind for s in steps[:4]] == ["start", "update", "assign", "update"]
        assert steps[-1].kind == "assign" and steps[-1].n_moved == 0
        assert (np.diff([s.objective for s in steps]) <= 1e-10).all()
        for before, step in itertools.pairwise(steps):
            if step.kind == "update":
                expected = [X[step.labels == k].mean(axis=0) for k in range(4)]
                np.testing.assert_allclose(step.prototypes, expected)
            else:
                D2 = ((X[:, None] - before.prototypes) ** 2).sum(axis=2)
                np.testing.assert_array_equal(step.labels, D2.argmin(axis=1))
                assert step.n_moved == (step.labels != before.labels).sum()
            assert step.objective == pytest.approx(loop_criterion(X, step.labels, step.prototypes))
        solution = cmeans.c_means(X, 4, init=V)
        np.testing.assert_allclose([s.objective for s in steps[1:-1]], solution.history, rtol=1e-10)


class TestElbow:
    def test_never_rises_and_is_what_c_means_finds(self):
        X = faithful().X
        result = cmeans.elbow(X, range(1, 9), n_starts=2)
        assert result.n_clusters.tolist() == list(range(1, 9))
        assert (np.diff(result.objective) < 0).all()
        assert result.objective[0] == pytest.approx(X.var(axis=0).sum() * len(X))
        assert result.objective[1] == pytest.approx(cmeans.c_means(X, 2).objective)
        assert [s.objective for s in result.solutions] == result.objective.tolist()

    def test_ratios_say_what_one_more_cluster_leaves(self):
        result = cmeans.elbow(faithful().X, range(2, 5), n_starts=2)
        J = result.objective
        assert result.ratios.tolist() == pytest.approx([J[1] / J[0], J[2] / J[1]])
        nothing_left = cmeans.elbow([[0.0], [0.0], [1.0]], range(1, 4)).ratios
        assert nothing_left[0] == 0 and np.isnan(nothing_left[1])


def test_clusters_are_renamed_after_classes():
    labels = cmeans.matched_labels(np.array([2, 2, 0, 0, 1, 3]), np.array([0, 0, 1, 1, 1, 1]))
    assert labels.tolist() == [0, 0, 1, 1, 2, 3]
    y = np.random.default_rng(0).integers(3, size=30)
    for names in itertools.permutations(range(3)):
        np.testing.assert_array_equal(cmeans.matched_labels(np.array(names)[y], y), y)
