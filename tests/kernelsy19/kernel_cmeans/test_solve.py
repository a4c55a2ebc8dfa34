"""Kernel c-means against loops and brute force over all partitions."""

import itertools
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from partitions import (
    INITS,
    KERNELS,
    assert_certified,
    assert_same_partition,
    best_of_all_partitions,
    blobs,
    each_kernel,
    kernel_objective,
    labels_of,
    loop_kernel_distances,
    sample,
)

from kernelsy19 import cmeans, kernel_cmeans
from kernelsy19.gram import MatrixGram
from kernelsy19.kernel_cmeans import distances_to_means, solve
from kernelsy19.kernels import RBF, Laplacian, Linear
from kernelsy19.validation import ConvergenceWarning

some_kernel = st.sampled_from(KERNELS)


def loop_free_distances(K, labels, c):
    W = kernel_cmeans.weights(cmeans.partition_matrix(labels, c))
    return kernel_cmeans.kernel_squared_distances(np.diagonal(K), K, K, W)


class TestKernelCMeans:
    @each_kernel
    @pytest.mark.parametrize("c", [2, 3])
    def test_best_start_is_the_best_of_all_partitions(self, kernel, c):
        K = kernel(sample(8, seed=3))
        solution = kernel_cmeans.kernel_c_means(K, c, n_starts=60, init="partition", exchange=True)
        assert solution.objective == pytest.approx(best_of_all_partitions(K, c), rel=1e-9)

    @given(st.integers(1, 25), st.integers(1, 6), st.integers(0, 10_000), some_kernel, st.sampled_from(INITS))
    @settings(deadline=None, max_examples=80)
    def test_certificate(self, n, c, seed, kernel, init):
        X, c = np.random.default_rng(seed).normal(size=(n, 2)).round(1), min(c, n)
        K = kernel(X)
        solution = kernel_cmeans.kernel_c_means(K, c, n_starts=3, init=init, rng=seed)
        assert (np.bincount(solution.labels, minlength=c) > 0).all()
        assert_certified(solution, kernel_objective(K, solution.labels))
        D2 = loop_kernel_distances(np.diagonal(K), K, K, solution.labels, c)
        assert (D2[np.arange(n), solution.labels] <= D2.min(axis=1) + 1e-9).all()
        norms2 = [K[np.ix_(solution.labels == k, solution.labels == k)].mean() for k in range(c)]
        np.testing.assert_allclose(solution.norms2, norms2, rtol=1e-10)
        expected = kernel_cmeans.weights(cmeans.partition_matrix(solution.labels, c))
        np.testing.assert_allclose(solution.W, expected)

    @pytest.mark.parametrize("n", [40, 400])
    def test_errors_that_moves_leave_are_found_by_the_certificate(self, n, monkeypatch):
        class Sloppy(distances_to_means.InFeatureSpace):
            def move(self, labels):
                super().move(labels)
                if not self.fresh:
                    self.KZ = self.KZ + 0.02 * n * np.random.default_rng(0).normal(size=self.KZ.shape)

        monkeypatch.setattr(distances_to_means, "InFeatureSpace", Sloppy)
        monkeypatch.setattr(distances_to_means, "FULL_PRODUCT_SHARE", 0.9)
        K = RBF(0.7)(sample(n))
        for start in range(3):
            with warnings.catch_warnings(action="ignore", category=ConvergenceWarning):
                solution = kernel_cmeans.kernel_c_means(K, 3, init=labels_of(n, 3, start), max_iter=50)
            if solution.converged:
                assert solution.objective == pytest.approx(kernel_objective(K, solution.labels), rel=1e-12)
                D2 = loop_free_distances(K, solution.labels, 3)
                assert (D2[np.arange(n), solution.labels] <= D2.min(axis=1) + 1e-9).all()

    def test_of_equal_starts_the_first_is_taken(self):
        K, start = RBF(0.7)(sample(300)), labels_of(300, 3)
        swapped = (start + 1) % 3
        solution = kernel_cmeans.kernel_c_means(K, 3, init=[swapped, start])
        assert_same_partition(solution, kernel_cmeans.kernel_c_means(K, 3, init=start))
        one = kernel_cmeans.kernel_c_means(K, 3, init=swapped)
        # A product with six columns rounds in another way than one with three.
        np.testing.assert_allclose(solution.history, one.history, rtol=1e-13)

    def test_moves_keep_the_sums(self):
        K, rng = RBF(0.5)(sample(30)), np.random.default_rng(0)
        space = distances_to_means.InFeatureSpace(MatrixGram(K), labels_of(30, 4), 4)
        for n_moved in (1, 3, 25, 0):
            labels = space.labels.copy()
            labels[rng.choice(30, n_moved, replace=False)] = rng.integers(4, size=n_moved)
            space.move(labels)
            expected = K @ cmeans.partition_matrix(labels, 4)
            np.testing.assert_allclose(space.KZ, expected, rtol=1e-12, atol=1e-13)
            np.testing.assert_array_equal(space.counts, np.bincount(labels, minlength=4))

    def test_steps(self):
        K, start = RBF(0.7)(sample()), labels_of()
        steps = kernel_cmeans.kernel_c_means_steps(K, start)
        assert [s.kind for s in steps[:3]] == ["update", "assign", "update"]
        assert steps[-1].kind == "assign" and steps[-1].n_moved == 0
        for before, step in itertools.pairwise(steps):
            D2 = loop_kernel_distances(np.diagonal(K), K, K, before.labels, 3)
            if step.kind == "assign":
                np.testing.assert_array_equal(step.labels, D2.argmin(axis=1))
            else:
                assert step.objective == pytest.approx(kernel_objective(K, step.labels))
        assert (np.diff([s.objective for s in steps]) <= 1e-12).all()
        assert len(kernel_cmeans.kernel_c_means_steps(K, start, max_iter=1)) == 2

    def test_a_point_midway_between_two_means_stays_whatever_rounding_says(self):
        for scale in np.linspace(0.1, 3, 30):
            K = Linear()(scale * np.array([[-1.0], [0.0], [2.0]]) + 1)
            assert kernel_cmeans.kernel_c_means_steps(K, [0, 1, 1])[-1].labels.tolist() == [0, 1, 1]
            steps = kernel_cmeans.kernel_c_means_steps(K[::-1, ::-1], [0, 0, 1])
            assert steps[-1].labels.tolist() == [0, 0, 1]

    @given(st.integers(2, 14), st.integers(2, 4), st.integers(0, 10_000), some_kernel)
    @settings(deadline=None, max_examples=60)
    def test_exchange_ends_where_no_single_point_can_do_better(self, n, c, seed, kernel):
        X, c = np.random.default_rng(seed).normal(size=(n, 2)).round(1), min(c, n)
        K = kernel(X)
        plain = kernel_cmeans.kernel_c_means(K, c, n_starts=1, rng=seed)
        solution = kernel_cmeans.kernel_c_means(K, c, n_starts=1, exchange=True, rng=seed)
        assert_certified(solution, kernel_objective(K, solution.labels))
        assert solution.objective <= plain.objective + 1e-12
        assert plain.n_exchanges == 0
        D2 = loop_kernel_distances(np.diagonal(K), K, K, solution.labels, c)
        assert (D2[np.arange(n), solution.labels] <= D2.min(axis=1) + 1e-9).all()
        for i, k in itertools.product(range(n), range(c)):
            moved = solution.labels.copy()
            moved[i] = k
            if len(set(moved)) == c:
                assert kernel_objective(K, moved) >= solution.objective - 1e-9

    def test_exchange_finds_what_alternation_misses(self):
        K = RBF(0.7)(sample(8, seed=3))
        plain = kernel_cmeans.kernel_c_means(K, 2, n_starts=60)
        solution = kernel_cmeans.kernel_c_means(K, 2, n_starts=60, exchange=True)
        assert solution.n_exchanges > 0 and solution.objective < plain.objective - 0.1

    def test_empty_cluster_is_filled_and_counted(self):
        K = RBF(1.0)(sample(12))
        solution = kernel_cmeans.kernel_c_means(K, 3, init=np.zeros(12))
        assert solution.n_reseeded == 2 and set(solution.labels) == {0, 1, 2}


class TestElbow:
    @pytest.mark.parametrize("seed", range(5))
    def test_in_feature_space_with_one_start_each(self, seed):
        K = RBF(2.5)(sample(30, seed=seed))
        result = kernel_cmeans.kernel_elbow(K, [1, 2, 5, 6, 30], n_starts=1, rng=seed)
        assert (np.diff(result.objective) <= 1e-12).all()
        assert result.objective[0] == pytest.approx(30 - K.sum() / 30)
        assert result.objective[-1] == pytest.approx(0, abs=1e-12)


class TestApproximate:
    @pytest.mark.parametrize("kernel", [RBF(0.7), Laplacian(0.5)], ids=repr)
    def test_the_whole_sample_is_exact(self, kernel):
        """With exchanges 25 of 40 starts end at the least J: both find it, though they draw other starts."""
        X, options = blobs(40, 1)[0], {"n_starts": 40, "exchange": True}
        exact = kernel_cmeans.kernel_c_means(kernel(X), 3, **options)
        solution = kernel_cmeans.approximate_kernel_c_means(kernel, X, 3, n_sample=40, **options)
        assert solution.objective == pytest.approx(exact.objective, rel=1e-7)
        assert solution.residual == pytest.approx(0, abs=1e-7)
        assert_same_partition(solution, exact)

    @pytest.mark.parametrize("m", [1, 5, 15])
    def test_objective_and_prototypes_from_the_definition(self, m):
        kernel, X = RBF(0.7), sample(40)
        solution = kernel_cmeans.approximate_kernel_c_means(kernel, X, 3 if m > 1 else 1, n_sample=m)
        S, c = X[solution.sample], len(solution.norms2)
        U = cmeans.partition_matrix(solution.labels, c)
        expected = kernel(X, S) @ kernel_cmeans.approximate_weights(kernel(S), kernel(S, X), U)
        np.testing.assert_allclose(kernel(X, S) @ solution.alpha, expected, atol=1e-7)
        norms2 = np.array([a @ kernel(S) @ a for a in solution.alpha.T])
        np.testing.assert_allclose(solution.norms2, norms2, atol=1e-7)
        D2 = 1 - 2 * kernel(X, S) @ solution.alpha + norms2
        assert solution.objective == pytest.approx(D2[np.arange(40), solution.labels].sum(), rel=1e-7)
        assert (D2[np.arange(40), solution.labels] <= D2.min(axis=1) + 1e-7).all()
        projector = kernel(X, S) @ np.linalg.pinv(kernel(S)) @ kernel(S, X)
        assert solution.residual == pytest.approx(40 - np.trace(projector), rel=1e-6)
        assert solution.objective >= kernel_objective(kernel(X), solution.labels) - 1e-9
        assert (np.diff(solution.history) <= 1e-10).all() and solution.history[-1] == solution.objective

    def test_blocks_change_nothing(self, monkeypatch):
        whole = kernel_cmeans.approximate_kernel_c_means(RBF(1.0), sample(), 3, n_sample=10)
        monkeypatch.setattr(solve, "SAMPLED_ENTRIES", 30)
        in_blocks = kernel_cmeans.approximate_kernel_c_means(RBF(1.0), sample(), 3, n_sample=10)
        assert_same_partition(whole, in_blocks)


FAR = blobs(80, 1)[0] + 1e7
FAR_ONE = RBF(1e-13)(blobs(80, 1)[0])  # points that differ, whose values differ by less than rounding


@pytest.mark.parametrize(
    "ask",
    [
        lambda: kernel_cmeans.kernel_c_means(Linear().gram(FAR), 3),
        lambda: kernel_cmeans.kernel_c_means(FAR_ONE, 3),
        lambda: kernel_cmeans.plain_kernel_c_means(Linear()(FAR), labels_of(80, 3)),
        lambda: kernel_cmeans.approximate_kernel_c_means(Linear(), FAR, 3, 40),
        lambda: kernel_cmeans.KernelCMeans(Linear(), 3).fit(FAR).solution_,
        lambda: kernel_cmeans.kernel_elbow(Linear()(FAR), [3]).solutions[0],
    ],
)
def test_a_partition_that_rounding_made_is_doubted(ask):
    with pytest.warns(ConvergenceWarning) as said:
        found = ask()
    assert not found.converged and "rounding of the largest K(x, x)" in found.doubts[0]
    assert len(said) == 1 and "center the data" in str(said[0].message)


@pytest.mark.parametrize("kernel", [Linear(), RBF(1.0)], ids=repr)
def test_points_that_are_the_same_are_no_reason_to_doubt(kernel):
    X = 1e3 + np.repeat([[0.0], [0.1]], 30, axis=0)
    for run in (
        lambda: kernel_cmeans.kernel_c_means(kernel(X), 3),
        lambda: kernel_cmeans.plain_kernel_c_means(kernel(X), np.arange(60) % 3),
    ):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            assert run().converged
        assert all("Only 2 of the 3 clusters" in str(one.message) for one in said)


def test_from_a_sample_where_all_points_are_mapped_to_0():
    with pytest.warns(ConvergenceWarning, match="Only 1 of the 2 clusters"):
        found = kernel_cmeans.approximate_kernel_c_means(Linear(), np.zeros((5, 2)), 2, 3)
    assert found.converged and found.objective == 0 and set(found.labels) == {0, 1}
