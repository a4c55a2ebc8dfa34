"""How runs of c-means start, and how an empty cluster is filled."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from partitions import kernel_objective, sample

from kernelsy19 import cmeans
from kernelsy19.cmeans import alternation, plain
from kernelsy19.gram import MatrixGram
from kernelsy19.kernel_cmeans import distances_to_means
from kernelsy19.kernels import RBF


class TestFillEmptyClusters:
    def test_takes_the_farthest_point_of_a_cluster_with_company(self):
        D2 = np.array([[1.0, 9, 9], [5.0, 9, 9], [2.0, 9, 9], [9, 30.0, 9]])
        labels, n = plain.fill_empty_clusters(D2, np.array([0, 0, 0, 1]))
        assert labels.tolist() == [0, 2, 0, 1] and n == 1

    def test_several_at_once_leave_no_cluster_empty(self):
        D2 = np.tile(np.arange(5.0)[:, None], (1, 4))
        start = np.zeros(5, int)
        labels, n = plain.fill_empty_clusters(D2, start)
        assert sorted(np.bincount(labels, minlength=4)) == [1, 1, 1, 2] and n == 3
        assert labels.tolist() == [0, 0, 3, 2, 1]
        assert (start == 0).all(), "the input stays as it was"

    @given(st.integers(2, 12), st.integers(1, 6), st.integers(0, 500))
    @settings(deadline=None)
    def test_never_raises_the_criterion(self, n, c, seed):
        rng = np.random.default_rng(seed)
        c = min(c, n)
        X, labels = rng.normal(size=(n, 2)).round(1), rng.integers(max(1, c // 2), size=n)
        K = X @ X.T
        centers = {k: X[labels == k].mean(axis=0) for k in set(labels)}
        D2 = np.array([[((x - centers.get(k, np.inf)) ** 2).sum() for k in range(c)] for x in X])
        filled, _ = plain.fill_empty_clusters(D2, labels)
        assert (np.bincount(filled, minlength=c) > 0).all()
        assert kernel_objective(K, filled) <= kernel_objective(K, labels) + 1e-9


class TestSeeding:
    @given(st.integers(1, 40), st.integers(0, 10_000), st.booleans())
    @settings(deadline=None, max_examples=60)
    def test_draws_have_the_probabilities_of_the_equation(self, n, seed, on_seeds):
        rng = np.random.default_rng(seed)
        nearest = np.zeros(n) if on_seeds else rng.exponential(size=n).round(1) - 1e-17
        p = cmeans.seeding_probabilities(nearest[:, None])
        expected = np.random.default_rng(seed).choice(n, size=50, p=p)
        ours = alternation._draw(nearest, np.random.default_rng(seed).random(50))
        np.testing.assert_array_equal(ours, expected)

    def test_starts_in_step_are_the_starts_one_by_one(self):
        """Seed by seed as k-means++ is written, with the same random numbers."""
        K, c, n_draws = RBF(0.7)(sample(60)), 5, 3
        D2 = 2 - 2 * K
        rng = np.random.default_rng(3)
        to_points = distances_to_means.distances_to_points(MatrixGram(K))
        for ours in alternation._spread_seeds(60, c, 4, np.random.default_rng(3), to_points):
            seeds = [rng.integers(60)]
            while len(seeds) < c:
                probabilities = cmeans.seeding_probabilities(D2[:, seeds])
                drawn = rng.choice(60, size=n_draws, p=probabilities)
                left = [D2[:, [*seeds, s]].min(axis=1).sum() for s in drawn]
                seeds.append(drawn[np.argmin(left)])
            assert ours.tolist() == seeds
