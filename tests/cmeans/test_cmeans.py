"""c-means and kernel c-means against scikit-learn, brute force over all partitions, and explicit feature maps."""

import itertools
import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score
from sklearn.model_selection import GridSearchCV
from sklearn.utils.estimator_checks import parametrize_with_checks

from kernelsy19 import cmeans, kernel_cmeans
from kernelsy19.cmeans import CMeans
from kernelsy19.cmeans import runs as cmeans_runs
from kernelsy19.datasets import faithful, iris, table
from kernelsy19.engine.low_rank import pivoted_cholesky
from kernelsy19.engine.smo import GramRows
from kernelsy19.kernel_cmeans import KernelCMeans
from kernelsy19.kernel_cmeans import runs as kernel_cmeans_runs
from kernelsy19.kernel_cmeans import solve as kernel_cmeans_solve
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial, Precomputed, Sigmoid, value
from kernelsy19.validation import ConvergenceWarning

checks = pytest.mark.checks
KERNELS = [Linear(), Polynomial(degree=2, gamma=0.5, offset=1.0), RBF(0.7), Laplacian(0.5)]
each_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=repr)


def sample(n=40, p=2, seed=0):
    return np.random.default_rng(seed).normal(size=(n, p))


def blobs(n=60, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(3, size=n)
    return np.array([[0, 0], [6, 0], [0, 6]])[y] + rng.normal(size=(n, 2)), y


def rings(n=80, seed=0):
    rng = np.random.default_rng(seed)
    y = np.arange(n) % 2
    angle, radius = rng.uniform(0, 2 * np.pi, n), np.where(y == 0, 0.3, 1.0) + 0.04 * rng.normal(size=n)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)]), y


def labels_of(n=40, c=3, seed=0):
    rng = np.random.default_rng(seed)
    return rng.permutation(np.concatenate([np.arange(c), rng.integers(c, size=n - c)]))


def loop_criterion(X, labels, V):
    return sum(sum((x - V[k]) ** 2) for x, k in zip(X, labels, strict=True))


def loop_kernel_distances(K_xx, K_xs, K, labels, c):
    """The three terms, one number at a time."""
    D = np.empty((len(K_xx), c))
    for k in range(c):
        members = [j for j in range(len(K)) if labels[j] == k]
        third = sum(K[j, r] for j in members for r in members) / len(members) ** 2
        for i in range(len(K_xx)):
            D[i, k] = K_xx[i] - 2 * sum(K_xs[i, j] for j in members) / len(members) + third
    return D


def loop_free_distances(K, labels, c):
    return kernel_cmeans.kernel_squared_distances(
        np.diagonal(K), K, K, kernel_cmeans.weights(cmeans.partition_matrix(labels, c))
    )


def kernel_objective(K, labels):
    """J of a partition as Σ Kᵢᵢ − Σₖ nₖ⁻¹ Σ K over the cluster; empty clusters add nothing."""
    return np.trace(K) - sum(
        K[np.ix_(labels == k, labels == k)].sum() / (labels == k).sum() for k in set(labels)
    )


def best_of_all_partitions(K, c):
    best = (np.inf, None)
    for rest in itertools.product(range(c), repeat=len(K) - 1):
        labels = np.array((0, *rest))
        best = min(best, (kernel_objective(K, labels), tuple(labels)))
    return best[0]


class TestEquations:
    @checks("SY19-partition")
    def test_partition(self):
        U = cmeans.partition_matrix(np.array([1, 0, 1]), 3)
        np.testing.assert_array_equal(U, [[0, 1, 0], [1, 0, 0], [0, 1, 0]])

    @checks("SY19-prototypes", "AML-18")
    def test_prototypes(self):
        X, labels = sample(), labels_of()
        expected = [X[labels == k].mean(axis=0) for k in range(3)]
        np.testing.assert_allclose(
            cmeans.prototypes(X, cmeans.partition_matrix(labels, 3)), expected, rtol=1e-12
        )

    @checks("SY19-J", "SY19-J-points", "AML-17")
    def test_criterion(self):
        X, labels, V = sample(), labels_of(), sample(3, seed=5)
        expected = loop_criterion(X, labels, V)
        D2 = ((X[:, None] - V) ** 2).sum(axis=2)
        assert cmeans.criterion(X, cmeans.partition_matrix(labels, 3), V) == pytest.approx(expected)
        assert cmeans.criterion_by_points(D2, labels) == pytest.approx(expected)

    @checks("SY19-J-partition")
    def test_criterion_of_a_partition(self):
        X, labels = sample(), labels_of()
        expected = sum(X[labels == k].var(axis=0).sum() * (labels == k).sum() for k in range(3))
        assert cmeans.criterion_of_partition(X, cmeans.partition_matrix(labels, 3)) == pytest.approx(expected)

    @checks("SY19-assign")
    def test_assign(self):
        assert cmeans.assign(np.array([[2.0, 1.0], [0.0, 3.0], [1.0, 1.0]])).tolist() == [1, 0, 0]

    @checks("SY19-inertia", "SY19-inertia-gradient")
    def test_inertia(self):
        X, u, v = sample(9), np.array([1, 0, 1, 1, 0, 0, 1, 0, 0.0]), np.array([0.3, -1.0])
        assert cmeans.inertia(X, u, v) == pytest.approx(loop_criterion(X[u == 1], [0] * 4, [v]))
        for j in range(2):
            e = np.eye(2)[j] * 1e-5
            slope = (cmeans.inertia(X, u, v + e) - cmeans.inertia(X, u, v - e)) / 2e-5
            assert cmeans.inertia_gradient(X, u, v)[j] == pytest.approx(slope, rel=1e-6)

    @checks("COURSE-excess")
    def test_excess(self):
        X, U, V = sample(), cmeans.partition_matrix(labels_of(), 3), sample(3, seed=5)
        expected = cmeans.criterion(X, U, V) - cmeans.criterion_of_partition(X, U)
        assert cmeans.excess_over_means(X, U, V) == pytest.approx(expected)
        assert cmeans.excess_over_means(X, U, cmeans.prototypes(X, U)) == 0

    @checks("SY19-gamma")
    def test_weights(self):
        U = cmeans.partition_matrix(np.array([0, 0, 1, 0]), 2)
        np.testing.assert_allclose(kernel_cmeans.weights(U), [[1 / 3, 0], [1 / 3, 0], [0, 1], [1 / 3, 0]])

    @checks("SY19-kernel-distances")
    @each_kernel
    def test_kernel_distances_by_loops(self, kernel):
        X, X_new, labels = sample(12), sample(4, seed=1), labels_of(12)
        gamma = kernel_cmeans.weights(cmeans.partition_matrix(labels, 3))
        ours = kernel_cmeans.kernel_squared_distances(
            kernel.diagonal(X_new), kernel(X_new, X), kernel(X), gamma
        )
        expected = loop_kernel_distances(kernel.diagonal(X_new), kernel(X_new, X), kernel(X), labels, 3)
        np.testing.assert_allclose(ours, expected, rtol=1e-11, atol=1e-12)

    @checks(
        "SY19-feature-prototypes",
        "AML-20",
        "SY19-kernel-distances",
        "AML-22",
        "SY19-kernel-J",
        "AML-19",
        "AML-21",
    )
    @pytest.mark.parametrize("kernel", KERNELS[:2], ids=repr)
    def test_feature_space_with_coordinates(self, kernel):
        X, labels = sample(), labels_of()
        Phi, K, U = kernel.feature_map(X), kernel(X), cmeans.partition_matrix(labels, 3)
        V = kernel_cmeans.feature_prototypes(Phi, kernel_cmeans.weights(U))
        np.testing.assert_allclose(V, [Phi[labels == k].mean(axis=0) for k in range(3)], rtol=1e-11)
        distances = kernel_cmeans.kernel_squared_distances(np.diagonal(K), K, K, kernel_cmeans.weights(U))
        np.testing.assert_allclose(distances, ((Phi[:, None] - V) ** 2).sum(axis=2), rtol=1e-8, atol=1e-10)
        expected = loop_criterion(Phi, labels, V)
        assert kernel_cmeans.kernel_criterion(K, U) == pytest.approx(expected)
        assert kernel_cmeans.feature_criterion(Phi, U) == pytest.approx(expected)

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
            expected = max(
                np.mean(np.array(names)[labels] == y) for names in itertools.permutations(range(wide))
            )
            assert cmeans.matched_accuracy(labels, y) == pytest.approx(expected)
        assert cmeans.matched_accuracy([1, 1, 0], [0, 0, 1]) == 1
        with pytest.raises(ValueError, match=r"arrays of one length, got \(2,\) and \(3,\)"):
            cmeans.matched_accuracy([0, 1], [0, 1, 1])

    @checks("AML-approximate")
    def test_approximate_weights_are_the_best_combination(self):
        kernel, X, labels = Polynomial(degree=2), sample(20), labels_of(20)
        S, U = X[:4], cmeans.partition_matrix(labels, 3)
        Phi, Phi_s = kernel.feature_map(X), kernel.feature_map(S)
        expected = np.linalg.lstsq(Phi_s.T, (kernel_cmeans.weights(U).T @ Phi).T, rcond=None)[0]
        ours = kernel_cmeans.approximate_weights(kernel(S), kernel(S, X), U)
        np.testing.assert_allclose(ours, expected, rtol=1e-7, atol=1e-9)


class TestFillEmptyClusters:
    def test_takes_the_farthest_point_of_a_cluster_with_company(self):
        D2 = np.array([[1.0, 9, 9], [5.0, 9, 9], [2.0, 9, 9], [9, 30.0, 9]])
        labels, n = cmeans_runs.fill_empty_clusters(D2, np.array([0, 0, 0, 1]))
        assert labels.tolist() == [0, 2, 0, 1] and n == 1

    def test_several_at_once_leave_no_cluster_empty(self):
        D2 = np.tile(np.arange(5.0)[:, None], (1, 4))
        start = np.zeros(5, int)
        labels, n = cmeans_runs.fill_empty_clusters(D2, start)
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
        filled, _ = cmeans_runs.fill_empty_clusters(D2, labels)
        assert (np.bincount(filled, minlength=c) > 0).all()
        assert kernel_objective(K, filled) <= kernel_objective(K, labels) + 1e-9


def assert_certified(solution, objective):
    assert solution.converged and solution.n_not_nearest == 0
    assert solution.objective == pytest.approx(objective, rel=1e-10, abs=1e-12)
    assert solution.objective == solution.history[-1] == solution.objectives.min()
    assert len(solution.history) == 2 * solution.iterations + 1 + solution.n_exchanges
    scale = max(1.0, solution.history[0])
    assert (np.diff(solution.history) <= 1e-12 * scale).all()
    first = np.unique(solution.labels, return_index=True)[1]
    assert (np.diff(first) > 0).all(), "clusters are named by first appearance"


class TestCMeans:
    @pytest.mark.parametrize("c", [1, 2, 3, 5])
    @pytest.mark.parametrize("X", [faithful().X, sample(50, 3), sample(30, 12)])
    def test_against_scikit_learn_from_the_same_start(self, X, c):
        V = X[np.random.default_rng(c).choice(len(X), c, replace=False)]
        peer = KMeans(c, init=V, n_init=1, tol=0, algorithm="lloyd").fit(X)
        solution = cmeans.c_means(X, c, init=V)
        assert_certified(solution, peer.inertia_)
        assert adjusted_rand_score(solution.labels, peer.labels_) == 1
        order = np.lexsort(peer.cluster_centers_.T)
        np.testing.assert_allclose(
            solution.prototypes[np.lexsort(solution.prototypes.T)], peer.cluster_centers_[order], rtol=1e-9
        )

    @pytest.mark.parametrize("c", [2, 3])
    @pytest.mark.parametrize("seed", range(4))
    def test_best_start_is_the_best_of_all_partitions(self, c, seed):
        X = sample(8, seed=seed)
        solution = cmeans.c_means(X, c, n_starts=60)
        assert solution.objective == pytest.approx(best_of_all_partitions(X @ X.T, c), rel=1e-9)

    def test_faithful_as_in_the_lecture(self):
        two, three = (cmeans.c_means(faithful().X, c) for c in (2, 3))
        assert two.objective == pytest.approx(8901.7687, abs=1e-3) and sorted(np.bincount(two.labels)) == [
            100,
            172,
        ]
        assert three.objective == pytest.approx(5188.5405, abs=1e-3)
        assert len(three.objectives) == 10 and np.ptp(three.objectives) > 10, "starts end in different minima"

    @given(
        st.integers(1, 25),
        st.integers(1, 6),
        st.integers(0, 10_000),
        st.sampled_from(["k-means++", "points", "partition"]),
    )
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

    def test_more_clusters_than_different_points(self):
        X = np.repeat([[0.0], [1.0]], 4, axis=0)
        solution = cmeans.c_means(X, 4)
        assert solution.objective == 0 and len(set(solution.labels)) == 4 and solution.n_reseeded > 0
        assert_certified(solution, 0)

    def test_one_point_a_cluster(self):
        X = sample(6)
        assert_certified(cmeans.c_means(X, 6), 0)
        assert cmeans.c_means([[1.0, 2.0]], 1).prototypes.tolist() == [[1.0, 2.0]]

    def test_far_from_the_origin(self):
        X, _ = blobs()
        assert_same_partition(cmeans.c_means(X, 3), cmeans.c_means(X + 1e8, 3))

    def test_stopping_early_is_said(self):
        X = sample(200)
        with pytest.warns(
            ConvergenceWarning, match=r"still moved \d+ points after 1 assignments; raise max_iter"
        ) as caught:
            solution = cmeans.c_means(X, 5, n_starts=1, max_iter=1)
        assert caught[0].filename == __file__
        assert not solution.converged and solution.n_not_nearest > 0 and solution.iterations == 1

    def test_steps_are_the_algorithm_of_the_lecture(self):
        X = sample(60)
        V = X[:4]
        steps = cmeans.c_means_steps(X, V)
        assert [s.kind for s in steps[:4]] == ["start", "update", "assign", "update"]
        assert steps[-1].kind == "assign" and steps[-1].n_moved == 0
        assert (np.diff([s.objective for s in steps]) <= 1e-10).all()
        for before, step in itertools.pairwise(steps):
            if step.kind == "update":
                np.testing.assert_allclose(
                    step.prototypes, [X[step.labels == k].mean(axis=0) for k in range(4)]
                )
            else:
                D2 = ((X[:, None] - before.prototypes) ** 2).sum(axis=2)
                np.testing.assert_array_equal(step.labels, D2.argmin(axis=1))
                assert step.n_moved == (step.labels != before.labels).sum()
            assert step.objective == pytest.approx(loop_criterion(X, step.labels, step.prototypes))
        solution = cmeans.c_means(X, 4, init=V)
        np.testing.assert_allclose([s.objective for s in steps[1:-1]], solution.history, rtol=1e-10)

    def test_steps_fill_an_empty_cluster(self):
        steps = cmeans.c_means_steps([[0.0], [1.0], [10.0]], [[0.5], [1000.0]])
        assert steps[0].labels.tolist() == [0, 0, 0]
        assert steps[1].n_moved == 1 and steps[1].labels.tolist() == [0, 0, 1]
        assert len(cmeans.c_means_steps(sample(200), sample(5, seed=1), max_iter=1)) == 3

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"n_clusters": 0}, "n_clusters must be an integer of at least 1, got 0"),
            ({"n_clusters": 9}, "n_clusters must be at most the number of points, got 9 with n_samples = 8"),
            ({"n_starts": 0}, "n_starts must be an integer of at least 1"),
            ({"max_iter": 0}, "max_iter"),
            ({"init": "random"}, "init must be 'k-means\\+\\+', 'points', 'partition' or an array"),
            ({"init": np.zeros((3, 2))}, r"init must have shape \(2, 2\) or \(r, \*\(2, 2\)\), got \(3, 2\)"),
            ({"init": np.full((2, 2), np.nan)}, "finite"),
            ({"init": np.zeros((0, 2, 2))}, "at least one start"),
            (
                {"init": np.eye(2), "n_starts": 4},
                "n_starts must be None or 1, the starts that init holds, got 4",
            ),
            ({"rng": None}, "rng must be"),
        ],
    )
    def test_bad_arguments(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            cmeans.c_means(sample(8), **{"n_clusters": 2, **arguments})

    def test_more_prototypes_than_points(self):
        with pytest.raises(ValueError, match="at most the number of points"):
            cmeans.c_means_steps([[0.0]], [[0.0], [1.0]])


def assert_same(a, b):
    for name in vars(a):
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name))


def assert_same_partition(a, b):
    np.testing.assert_array_equal(a.labels, b.labels)


class TestKernelCMeans:
    @pytest.mark.parametrize("c", [1, 2, 4])
    def test_linear_kernel_is_c_means(self, c):
        X = faithful().X[::3] - faithful().X.mean(axis=0)
        start = labels_of(len(X), c)
        plain = cmeans.c_means(X, c, init=np.array([X[start == k].mean(axis=0) for k in range(c)]))
        # c-means begins by assigning to these prototypes, kernel c-means with the partition itself.
        steps = kernel_cmeans.kernel_c_means(Linear()(X), c, init=start)
        assert_same_partition(plain, steps)
        assert_certified(steps, plain.objective)
        np.testing.assert_allclose(steps.history[-len(plain.history) :], plain.history, rtol=1e-9)

    @pytest.mark.parametrize("seed", range(3))
    def test_explicit_features_take_the_same_path(self, seed):
        kernel, X = Polynomial(degree=2, gamma=0.5), sample(60, 2, seed)
        Phi, start = kernel.feature_map(X), labels_of(60, 4, seed)
        peer = KMeans(
            4,
            init=np.array([Phi[start == k].mean(axis=0) for k in range(4)]),
            n_init=1,
            tol=0,
            algorithm="lloyd",
        ).fit(Phi)
        solution = kernel_cmeans.kernel_c_means(kernel(X), 4, init=start)
        assert_certified(solution, peer.inertia_)
        assert adjusted_rand_score(solution.labels, peer.labels_) == 1

    @each_kernel
    @pytest.mark.parametrize("c", [2, 3])
    def test_best_start_is_the_best_of_all_partitions(self, kernel, c):
        K = kernel(sample(8, seed=3))
        solution = kernel_cmeans.kernel_c_means(K, c, n_starts=60, init="partition", exchange=True)
        assert solution.objective == pytest.approx(best_of_all_partitions(K, c), rel=1e-9)

    @given(
        st.integers(1, 25),
        st.integers(1, 6),
        st.integers(0, 10_000),
        st.sampled_from(KERNELS),
        st.sampled_from(["k-means++", "points", "partition"]),
    )
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
        np.testing.assert_allclose(
            solution.gamma, kernel_cmeans.weights(cmeans.partition_matrix(solution.labels, c))
        )

    @each_kernel
    @pytest.mark.parametrize("full_product", [0.0, 1 / 3, 1.0])
    def test_paying_for_moved_points_only_changes_nothing(self, kernel, full_product, monkeypatch):
        monkeypatch.setattr(kernel_cmeans_runs, "FULL_PRODUCT", full_product)
        X, start = sample(80, seed=2), labels_of(80, 4)
        K = kernel(X)
        steps = kernel_cmeans.kernel_c_means_steps(K, start)
        solution = kernel_cmeans.kernel_c_means(K, 4, init=start)
        np.testing.assert_allclose([s.objective for s in steps[:-1]], solution.history, rtol=1e-11)
        assert len(steps) > 6
        assert adjusted_rand_score(steps[-1].labels, solution.labels) == 1

    @pytest.mark.parametrize("n", [40, 400])
    def test_errors_that_moves_leave_are_found_by_the_certificate(self, n, monkeypatch):
        class Sloppy(kernel_cmeans_runs.InFeatureSpace):
            def move(self, labels):
                super().move(labels)
                if not self.fresh:
                    self.KZ = self.KZ + 0.02 * n * np.random.default_rng(0).normal(size=self.KZ.shape)

        monkeypatch.setattr(kernel_cmeans_runs, "InFeatureSpace", Sloppy)
        monkeypatch.setattr(kernel_cmeans_runs, "FULL_PRODUCT", 0.9)
        K = RBF(0.7)(sample(n))
        for start in range(3):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ConvergenceWarning)
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
        space = kernel_cmeans_runs.InFeatureSpace(K, labels_of(30, 4), 4)
        for n_moved in (1, 3, 25, 0):
            labels = space.labels.copy()
            labels[rng.choice(30, n_moved, replace=False)] = rng.integers(4, size=n_moved)
            space.move(labels)
            np.testing.assert_allclose(
                space.KZ, K @ cmeans.partition_matrix(labels, 4), rtol=1e-12, atol=1e-13
            )
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
            assert kernel_cmeans.kernel_c_means_steps(K[::-1, ::-1], [0, 0, 1])[-1].labels.tolist() == [
                0,
                0,
                1,
            ]

    def test_steps_fill_empty_clusters(self):
        K = Linear()([[0.0], [1.0], [10.0]])
        steps = kernel_cmeans.kernel_c_means_steps(K, [0, 0, 0], n_clusters=2)
        assert steps[0].labels.tolist() == [0, 0, 1] and steps[0].n_moved == 1

    def test_rings_need_a_kernel(self):
        X, y = rings()
        plain, kernel = cmeans.c_means(X, 2), kernel_cmeans.kernel_c_means(RBF(3.0)(X), 2, n_starts=30)
        assert adjusted_rand_score(kernel.labels, y) == 1
        assert adjusted_rand_score(plain.labels, y) < 0.1

    @given(st.integers(2, 14), st.integers(2, 4), st.integers(0, 10_000), st.sampled_from(KERNELS))
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

    def test_third_term_matters(self):
        """Without ‖vₖ‖² (as in tslearn) the partition is another one and its J higher."""
        K = RBF(0.3)(blobs(80, 1)[0])
        solution = kernel_cmeans.kernel_c_means(K, 3)
        gamma, labels = solution.gamma, solution.labels
        assert ((np.diagonal(K)[:, None] - 2 * K @ gamma).argmin(axis=1) != labels).any()

    def test_empty_cluster_is_filled_and_counted(self):
        K = RBF(1.0)(sample(12))
        solution = kernel_cmeans.kernel_c_means(K, 3, init=np.zeros(12))
        assert solution.n_reseeded == 2 and set(solution.labels) == {0, 1, 2}

    def test_constant_kernel(self):
        solution = kernel_cmeans.kernel_c_means(np.ones((6, 6)), 3)
        assert_certified(solution, 0)
        assert set(solution.labels) == {0, 1, 2}

    def test_stopping_early_is_said(self):
        with pytest.warns(ConvergenceWarning, match="raise max_iter") as caught:
            kernel_cmeans.kernel_c_means(RBF(1.0)(sample(150)), 5, n_starts=1, init="partition", max_iter=1)
        assert caught[0].filename == __file__

    def test_new_points(self):
        kernel, X, X_new = RBF(0.5), sample(), sample(9, seed=1)
        solution = kernel_cmeans.kernel_c_means(kernel(X), 3)
        D2 = loop_kernel_distances(kernel.diagonal(X_new), kernel(X_new, X), kernel(X), solution.labels, 3)
        np.testing.assert_array_equal(kernel_cmeans.assign_new(kernel(X_new, X), solution), D2.argmin(axis=1))
        np.testing.assert_array_equal(kernel_cmeans.assign_new(kernel(X), solution), solution.labels)
        with pytest.raises(ValueError, match="K_xs must have 40 columns, got 2"):
            kernel_cmeans.assign_new(X_new, solution)

    @pytest.mark.parametrize(
        ("K", "arguments", "message"),
        [
            ([[0.0, 1.0], [1.0, 0.0]], {}, "positive semidefinite, got smallest eigenvalue -1"),
            ([[1.0, 0.5], [0.2, 1.0]], {}, "symmetric"),
            ([[1.0, 0.5]], {}, "square"),
            ([[np.nan]], {"n_clusters": 1}, "K must be finite, got 1 NaN"),
            (np.eye(3), {"n_clusters": 4}, "at most the number of points, got 4 with n_samples = 3"),
            (np.eye(3), {"init": [0, 1]}, r"init must have shape \(3,\)"),
            (np.eye(3), {"init": [0, 1, 2]}, "labels must be whole numbers from 0 to 1"),
            (np.eye(3), {"init": [0, 1, 0.5]}, "labels must be whole numbers"),
            (np.eye(3), {"init": [0, -1, 1]}, "labels must be whole numbers"),
            (np.eye(3), {"init": [0, 1, 1], "n_starts": 10}, "n_starts must be None or 1"),
        ],
    )
    def test_bad_arguments(self, K, arguments, message):
        with pytest.raises(ValueError, match=message):
            kernel_cmeans.kernel_c_means(K, **{"n_clusters": 2, **arguments})

    def test_bad_labels_of_the_steps(self):
        with pytest.raises(ValueError, match="at most the number of points"):
            kernel_cmeans.kernel_c_means_steps(np.eye(2), [0, 5])


class TestSeeding:
    @given(st.integers(1, 40), st.integers(0, 10_000), st.booleans())
    @settings(deadline=None, max_examples=60)
    def test_draws_have_the_probabilities_of_the_equation(self, n, seed, on_seeds):
        rng = np.random.default_rng(seed)
        nearest = np.zeros(n) if on_seeds else rng.exponential(size=n).round(1) - 1e-17
        expected = np.random.default_rng(seed).choice(
            n, size=50, p=cmeans.seeding_probabilities(nearest[:, None])
        )
        ours = cmeans_runs._draw(nearest, np.random.default_rng(seed).random(50))
        np.testing.assert_array_equal(ours, expected)

    def test_starts_in_step_are_the_starts_one_by_one(self):
        """Seed by seed as k-means++ is written, with the same random numbers."""
        K, c, n_draws = RBF(0.7)(sample(60)), 5, 3
        D2 = 2 - 2 * K
        rng = np.random.default_rng(3)
        for ours in cmeans_runs._spread_seeds(
            60, c, 4, np.random.default_rng(3), kernel_cmeans_runs.distances_to_points(K)
        ):
            seeds = [rng.integers(60)]
            while len(seeds) < c:
                probabilities = cmeans.seeding_probabilities(D2[:, seeds])
                drawn = rng.choice(60, size=n_draws, p=probabilities)
                left = [D2[:, [*seeds, s]].min(axis=1).sum() for s in drawn]
                seeds.append(drawn[np.argmin(left)])
            assert ours.tolist() == seeds


class TestCoordinates:
    """With a low-rank factor in the place of the Gram matrix the algorithm is the same."""

    def coordinates(self, kernel, X):
        rows = GramRows(kernel, X)
        return kernel_cmeans_runs.Coordinates(rows, pivoted_cholesky(rows).L)

    @pytest.mark.parametrize("kernel", [RBF(0.2), RBF(2.0), Polynomial(degree=3)], ids=repr)
    @pytest.mark.parametrize("full_product", [0.0, 1 / 3])
    def test_same_partitions_as_the_plain_equations(self, kernel, full_product, monkeypatch):
        monkeypatch.setattr(kernel_cmeans_runs, "FULL_PRODUCT", full_product)
        X, K = sample(1000), kernel(sample(1000))
        for seed in range(3):
            start = labels_of(1000, 4, seed)
            steps = kernel_cmeans.kernel_c_means_steps(K, start)
            solution = kernel_cmeans_solve.solve_kernel_c_means(
                self.coordinates(kernel, X), 4, None, start, 300, False, 0
            )
            assert solution.path == "coordinates" and len(steps) > 6
            assert adjusted_rand_score(steps[-1].labels, solution.labels) == 1
            history = [s.objective for s in steps[:-1]]
            np.testing.assert_allclose(solution.history, history, rtol=1e-10)
            assert_certified(solution, kernel_objective(K, solution.labels))
            norms2 = [K[np.ix_(solution.labels == k, solution.labels == k)].mean() for k in range(4)]
            np.testing.assert_allclose(solution.norms2, norms2, rtol=1e-10)

    def test_what_is_lost_bounds_the_error_of_every_distance(self):
        """A factor of far too low a rank, so that the bound can be seen at work."""
        kernel, X, labels = RBF(2.0), sample(300), labels_of(300, 4)
        K = kernel(X)
        exact = kernel_cmeans.kernel_squared_distances(
            np.diagonal(K), K, K, kernel_cmeans.weights(cmeans.partition_matrix(labels, 4))
        )
        for rank in (5, 20, 60, 150):
            factor = pivoted_cholesky(GramRows(kernel, X), max_rank=rank)
            low_rank = kernel_cmeans_runs.Coordinates(GramRows(kernel, X), factor.L)
            assert low_rank.lost == pytest.approx((1 - np.square(factor.L).sum(axis=0)).max())
            D2 = kernel_cmeans_runs._InCoordinates(low_rank, labels, 4).squared_distances()
            assert np.abs(D2 - exact).max() <= 4 * low_rank.lost + 1e-14
            assert np.abs(D2 - exact).max() > 0.01 * low_rank.lost

    def test_estimator_takes_them_where_they_are_few(self):
        X = sample(1200)
        few, many = KernelCMeans(RBF(0.05), 3).fit(X), KernelCMeans(RBF(50.0), 3, n_starts=2).fit(X)
        assert (few.solution_.path, many.solution_.path) == ("coordinates", "matrix")
        assert 0 < few.solution_.lost < 1e-10 and many.solution_.lost == 0
        plain = kernel_cmeans.kernel_c_means(RBF(0.05)(X), 3)
        assert_same_partition(few.solution_, plain)
        np.testing.assert_allclose(few.solution_.objectives, plain.objectives, rtol=1e-11)
        np.testing.assert_array_equal(few.predict(X), few.labels_)
        for other in (
            KernelCMeans(RBF(0.05), 3, n_starts=1, exchange=True).fit(X),
            KernelCMeans(RBF(0.05), 3, n_starts=1).fit(X[:900]),
            KernelCMeans(Precomputed(), 3, n_starts=1).fit(RBF(0.05)(X)),
        ):
            assert other.solution_.path == "matrix"

    def test_starts_are_drawn_alike(self):
        X, kernel = sample(1000), RBF(0.5)
        for init in ("k-means++", "points", "partition"):
            K = self.coordinates(kernel, X)
            ours = kernel_cmeans_solve.solve_kernel_c_means(K, 4, 3, init, 300, False, 5)
            assert_same_partition(ours, kernel_cmeans.kernel_c_means(kernel(X), 4, 3, init, rng=5))

    def test_an_empty_cluster_is_filled(self):
        K = self.coordinates(RBF(0.5), sample(1000))
        solution = kernel_cmeans_solve.solve_kernel_c_means(K, 3, None, np.zeros(1000), 300, False, 0)
        assert solution.n_reseeded == 2 and set(solution.labels) == {0, 1, 2}


class TestElbow:
    def test_never_rises_and_is_what_c_means_finds(self):
        X = faithful().X
        result = cmeans.elbow(X, range(1, 9), n_starts=2)
        assert result.n_clusters.tolist() == list(range(1, 9))
        assert (np.diff(result.objective) < 0).all()
        assert result.objective[0] == pytest.approx(X.var(axis=0).sum() * len(X))
        assert result.objective[1] == pytest.approx(cmeans.c_means(X, 2).objective)
        assert [s.objective for s in result.solutions] == result.objective.tolist()

    @pytest.mark.parametrize("seed", range(5))
    def test_in_feature_space_with_one_start_each(self, seed):
        K = RBF(2.5)(sample(30, seed=seed))
        result = kernel_cmeans.kernel_elbow(K, [1, 2, 5, 6, 30], n_starts=1, rng=seed)
        assert (np.diff(result.objective) <= 1e-12).all()
        assert result.objective[0] == pytest.approx(30 - K.sum() / 30)
        assert result.objective[-1] == pytest.approx(0, abs=1e-12)

    @pytest.mark.parametrize("numbers", [[], [3, 2], [2, 2]])
    def test_numbers_must_rise(self, numbers):
        with pytest.raises(ValueError, match="n_clusters must be rising numbers"):
            cmeans.elbow(sample(), numbers)


class TestApproximate:
    @pytest.mark.parametrize("kernel", [RBF(0.7), Laplacian(0.5)], ids=repr)
    def test_the_whole_sample_is_exact(self, kernel):
        X = sample(40)
        exact = kernel_cmeans.kernel_c_means(kernel(X), 3, n_starts=40)
        solution = kernel_cmeans.approximate_kernel_c_means(kernel, X, 3, n_sample=40, n_starts=40)
        assert solution.objective == pytest.approx(exact.objective, rel=1e-7)
        assert solution.residual == pytest.approx(0, abs=1e-7)
        assert_same_partition(solution, exact)

    @pytest.mark.parametrize("m", [1, 5, 15])
    def test_objective_and_prototypes_from_the_definition(self, m):
        kernel, X = RBF(0.7), sample(40)
        solution = kernel_cmeans.approximate_kernel_c_means(kernel, X, 3 if m > 1 else 1, n_sample=m)
        S, c = X[solution.sample], len(solution.norms2)
        U = cmeans.partition_matrix(solution.labels, c)
        np.testing.assert_allclose(
            kernel(X, S) @ solution.alpha,
            kernel(X, S) @ kernel_cmeans.approximate_weights(kernel(S), kernel(S, X), U),
            atol=1e-7,
        )
        norms2 = np.array([a @ kernel(S) @ a for a in solution.alpha.T])
        np.testing.assert_allclose(solution.norms2, norms2, atol=1e-7)
        D2 = 1 - 2 * kernel(X, S) @ solution.alpha + norms2
        assert solution.objective == pytest.approx(D2[np.arange(40), solution.labels].sum(), rel=1e-7)
        assert (D2[np.arange(40), solution.labels] <= D2.min(axis=1) + 1e-7).all()
        projector = kernel(X, S) @ np.linalg.pinv(kernel(S)) @ kernel(S, X)
        assert solution.residual == pytest.approx(40 - np.trace(projector), rel=1e-6)
        assert solution.objective >= kernel_objective(kernel(X), solution.labels) - 1e-9
        assert (np.diff(solution.history) <= 1e-10).all() and solution.history[-1] == solution.objective

    def test_residual_falls_with_the_sample(self):
        residuals = [
            kernel_cmeans.approximate_kernel_c_means(RBF(0.7), sample(60), 2, m).residual for m in (2, 10, 50)
        ]
        assert residuals[0] > residuals[1] > residuals[2] >= 0

    def test_sample_with_duplicates(self):
        X = np.repeat(sample(5), 4, axis=0)
        solution = kernel_cmeans.approximate_kernel_c_means(RBF(1.0), X, 3, n_sample=20)
        assert solution.residual == pytest.approx(0, abs=1e-9)

    def test_blocks_change_nothing(self, monkeypatch):
        whole = kernel_cmeans.approximate_kernel_c_means(RBF(1.0), sample(), 3, n_sample=10)
        monkeypatch.setattr(kernel_cmeans_solve, "BLOCK_ENTRIES", 30)
        assert_same_partition(
            whole, kernel_cmeans.approximate_kernel_c_means(RBF(1.0), sample(), 3, n_sample=10)
        )

    @pytest.mark.parametrize(
        ("kernel", "arguments", "message"),
        [
            (Precomputed(), {}, "needs a kernel of points"),
            (RBF(1.0), {"n_sample": 9}, "n_sample must be at most n = 8, got 9"),
            (RBF(1.0), {"init": np.zeros(8)}, "got ndarray"),
            (Sigmoid(2.0, -1.0), {}, "positive semidefinite"),
        ],
    )
    def test_bad_arguments(self, kernel, arguments, message):
        with pytest.raises(ValueError, match=message):
            kernel_cmeans.approximate_kernel_c_means(kernel, sample(8), 2, **{"n_sample": 6, **arguments})


@parametrize_with_checks([CMeans(), KernelCMeans(), KernelCMeans(n_sample=1), KernelCMeans(kernel=Linear())])
def test_scikit_learn(estimator, check):
    check(estimator)


class TestEstimators:
    def test_c_means(self):
        X, X_new = faithful().X, faithful().X[:9] + 1.0
        model = CMeans(n_clusters=3).fit(X)
        assert_same(model.solution_, cmeans.c_means(X, 3))
        np.testing.assert_array_equal(model.predict(X), model.labels_)
        D = np.sqrt(((X_new[:, None] - model.prototypes_) ** 2).sum(axis=2))
        np.testing.assert_allclose(model.transform(X_new), D, rtol=1e-10)
        np.testing.assert_array_equal(model.predict(X_new), D.argmin(axis=1))
        assert model.score(X_new) == pytest.approx(-(D.min(axis=1) ** 2).sum())
        assert model.score(X) == pytest.approx(-model.solution_.objective)
        assert model.get_feature_names_out().tolist() == ["cmeans0", "cmeans1", "cmeans2"]

    def test_parameters_reach_the_solver(self):
        X = sample()
        model = CMeans(3, n_starts=2, init="points", max_iter=50, exchange=True, random_state=7).fit(X)
        assert_same(model.solution_, cmeans.c_means(X, 3, 2, "points", 50, True, 7))
        kernel_model = KernelCMeans(RBF(1.0), 3, 2, "partition", 50, True, random_state=7).fit(X)
        assert_same(
            kernel_model.solution_, kernel_cmeans.kernel_c_means(RBF(1.0)(X), 3, 2, "partition", 50, True, 7)
        )

    @each_kernel
    @pytest.mark.parametrize("n_sample", [None, 12])
    def test_kernel_c_means(self, kernel, n_sample):
        X, X_new = sample(), sample(9, seed=1)
        model = KernelCMeans(kernel, n_clusters=3, n_sample=n_sample).fit(X)
        np.testing.assert_array_equal(model.predict(X), model.labels_)
        D2 = model.squared_distances(X_new)
        if n_sample is None:
            expected = loop_kernel_distances(
                kernel.diagonal(X_new), kernel(X_new, X), kernel(X), model.labels_, 3
            )
        else:
            S, alpha = X[model.solution_.sample], model.solution_.alpha
            expected = kernel.diagonal(X_new)[:, None] - 2 * kernel(X_new, S) @ alpha + model.solution_.norms2
        np.testing.assert_allclose(D2, expected, rtol=1e-9, atol=1e-10)
        np.testing.assert_array_equal(model.predict(X_new), D2.argmin(axis=1))

    def test_precomputed(self):
        kernel, X, X_new = RBF(0.7), sample(), sample(9, seed=1)
        by_points = KernelCMeans(kernel, 3).fit(X)
        by_values = KernelCMeans(Precomputed(), 3).fit(kernel(X))
        assert_same(by_points.solution_, by_values.solution_)
        np.testing.assert_array_equal(by_values.predict(kernel(X_new, X)), by_points.predict(X_new))
        np.testing.assert_allclose(
            by_values.squared_distances(kernel(X_new, X), np.ones(9)), by_points.squared_distances(X_new)
        )
        with pytest.raises(ValueError, match=r"K_xx, the values .* must be given"):
            by_values.squared_distances(kernel(X_new, X))
        with pytest.raises(ValueError, match=r"is for Precomputed\(\) only"):
            by_points.squared_distances(X_new, np.ones(9))

    def test_blocks_change_nothing(self, monkeypatch):
        X, X_new = sample(), sample(9, seed=1)
        model = KernelCMeans(RBF(0.7), 3).fit(X)
        whole = model.squared_distances(X_new)
        monkeypatch.setattr(value, "BLOCK_ENTRIES", 100)
        np.testing.assert_allclose(model.squared_distances(X_new), whole, rtol=1e-12)

    def test_default_kernel_follows_the_units(self):
        X = sample()
        small, large = KernelCMeans(n_clusters=3).fit(X), KernelCMeans(n_clusters=3).fit(1000 * X)
        assert_same_partition(small.solution_, large.solution_)
        assert small.kernel_ == RBF(1 / (2 * X.var()))
        assert KernelCMeans(n_clusters=1).fit(np.ones((3, 2))).kernel_ == RBF(1.0)

    def test_kernel_parameters_can_be_searched(self):
        X, y = rings()

        def score(model, X, y=None):
            return adjusted_rand_score(y, model.predict(X))

        grid = {"kernel__gamma": [0.01, 3.0]}
        search = GridSearchCV(KernelCMeans(RBF(1.0), n_starts=20), grid, scoring=score, cv=2).fit(X, y)
        assert search.best_params_ == {"kernel__gamma": 3.0}

    @pytest.mark.parametrize(
        "kernel", [Sigmoid(2.0, -1.0), lambda X, Y: -X @ Y.T], ids=["sigmoid", "callable"]
    )
    def test_kernel_that_is_not_psd(self, kernel):
        with pytest.raises(ValueError, match="positive semidefinite, got smallest eigenvalue -"):
            KernelCMeans(kernel).fit(sample())

    def test_large_values_of_the_criterion(self):
        assert math.isfinite(CMeans(2).fit(1e150 * sample()).solution_.objective)


class TestTables:
    """The precomputed tables of chapter 06, recomputed where that takes seconds."""

    @pytest.mark.parametrize("gamma", [0, 1])
    def test_iris_lowest_objective_and_its_accuracy(self, gamma):
        row = table("iris_c_means").rows(gamma=gamma)
        kernel = RBF(gamma=gamma) if gamma else Linear()
        model = KernelCMeans(kernel, 3, n_starts=150, exchange=True).fit(iris().X)
        assert model.solution_.objective == pytest.approx(row["lowest_J"][0], rel=1e-5)
        accuracy = 100 * cmeans.matched_accuracy(model.labels_, iris().y)
        assert accuracy == pytest.approx(row["accuracy_at_lowest_J"][0], abs=1e-3)

    def test_iris_with_the_width_of_the_report(self):
        row = table("iris_c_means").rows(gamma=2.5)
        kernel = RBF(gamma=2.5)
        model = KernelCMeans(kernel, 3, n_starts=100, init="partition", exchange=True).fit(iris().X)
        assert model.solution_.objective == pytest.approx(row["lowest_J"][0], rel=1e-5)
        assert 100 * cmeans.matched_accuracy(model.labels_, iris().y) == pytest.approx(80.6667, abs=1e-3)
        species = kernel_cmeans.kernel_criterion(kernel(iris().X), cmeans.partition_matrix(iris().y, 3))
        assert row["J_of_species"][0] == pytest.approx(species, rel=1e-5)
        assert species > row["J_at_best_accuracy"][0] > row["lowest_J"][0]

    def test_cost_grows_as_the_lecture_says(self):
        cost = table("c_means_cost")
        large = cost["n"] >= 1000
        slopes = [
            np.polyfit(np.log(cost["n"][large]), np.log(cost[name][large]), 1)[0]
            for name in ("c_means_ms", "kernel_c_means_ms")
        ]
        assert 0.7 < slopes[0] < 1.3
        assert 1.7 < slopes[1] < 2.6


def test_clusters_are_renamed_after_classes():
    labels = cmeans.matched_labels(np.array([2, 2, 0, 0, 1, 3]), np.array([0, 0, 1, 1, 1, 1]))
    assert labels.tolist() == [0, 0, 1, 1, 2, 3]
    y = np.random.default_rng(0).integers(3, size=30)
    for names in itertools.permutations(range(3)):
        np.testing.assert_array_equal(cmeans.matched_labels(np.array(names)[y], y), y)
