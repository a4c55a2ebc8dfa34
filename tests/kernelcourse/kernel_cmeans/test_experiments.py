"""Clusterings beside known groups, compared with loops over the solver and with partitions that are known."""

import numpy as np
import pytest
from sklearn.cluster import SpectralClustering

from kernelcourse.kernel_cmeans import experiments
from kernelsy19 import cmeans, datasets, kernel_cmeans
from kernelsy19.kernels import RBF, Linear

RINGS = datasets.circles(60, factor=0.1)
BLOBS = datasets.three_clusters(60)
SETS = {"rings": RINGS, "blobs": BLOBS}


def same_partition(a, b):
    return cmeans.matched_accuracy(a, b) == 1


def test_each_way_to_cluster_is_that_method_with_as_many_clusters_as_groups():
    for data, c in ((RINGS, 2), (BLOBS, 3)):
        plain, linear = experiments.plain_clusters(data), experiments.kernel_clusters(data, Linear())
        assert same_partition(plain, cmeans.c_means(data.X, c).labels)
        U = [cmeans.partition_matrix(labels, c) for labels in (plain, linear)]
        J = [cmeans.criterion_of_partition(data.X, u) for u in U]
        assert J[0] == pytest.approx(J[1])
        rbf = experiments.kernel_clusters(data, RBF(3))
        assert same_partition(rbf, kernel_cmeans.KernelCMeans(RBF(3), c).fit(data.X).labels_)
        spectral = SpectralClustering(c, gamma=10, random_state=0).fit_predict(data.X)
        assert same_partition(experiments.spectral_clusters(data, 10), spectral)


def test_clusterings_say_what_each_method_found_and_how_much_of_it_is_right():
    half = lambda data: (data.X[:, 0] > 0).astype(int)  # noqa: E731
    found = experiments.compare(SETS, {"truth": lambda data: data.y, "half": half})
    assert found.agreement["rings", "truth"] == found.agreement["blobs", "truth"] == 1
    right = np.mean(half(RINGS) == RINGS.y)
    assert found.agreement["rings", "half"] == pytest.approx(max(right, 1 - right))
    assert list(found.panels)[:2] == ["rings: truth, 100%", f"rings: half, {max(right, 1 - right):.0%}"]
    data, labels = found.panels["rings: truth, 100%"]
    assert data is RINGS and labels is RINGS.y


def test_progress_sees_every_data_set():
    seen = []
    bar = lambda items, what: seen.extend([what, *items]) or items  # noqa: E731
    experiments.compare(SETS, {"truth": lambda data: data.y}, progress=bar)
    experiments.best_widths(SETS, {"truth": lambda data, width: data.y}, [1.0], progress=bar)
    assert seen == ["data sets", "rings", "blobs"] * 2


def test_the_best_width_is_the_first_of_those_with_the_largest_share():
    right_above_two = lambda data, width: data.y if width > 2 else 0 * data.y  # noqa: E731
    best = experiments.best_widths(SETS, {"late": right_above_two}, [1.0, 3.0, 9.0])
    assert best == {("rings", "late"): (1.0, 3.0), ("blobs", "late"): (1.0, 3.0)}


def test_ends_are_read_off_run_by_run():
    K = RBF(3)(RINGS.X)
    runs = [kernel_cmeans.kernel_c_means(K, 2, 1, "partition", rng=seed) for seed in range(5)]
    J, percent = experiments.ends(runs, RINGS.y)
    for run, value, share in zip(runs, J, percent, strict=True):
        U = cmeans.partition_matrix(run.labels, 2)
        assert value == pytest.approx(kernel_cmeans.kernel_criterion(K, U))
        right = np.mean(run.labels == RINGS.y)
        assert share == pytest.approx(100 * max(right, 1 - right))


class TestPreference:
    def test_groups_that_the_criterion_prefers(self):
        assert experiments.preference(RBF(3), RINGS) == (1.0, False, True)

    def test_groups_that_cost_more_and_are_at_rest(self):
        data = datasets.circles(60, factor=0.5)
        found = experiments.preference(RBF(1), data)
        assert found.cheaper and found.stays and found.agreement < 0.8

    def test_groups_that_are_left(self):
        data = datasets.circles(60, factor=0.1)
        K = data.X @ data.X.T
        after = kernel_cmeans.plain_kernel_c_means(K, data.y).labels
        found = experiments.preference(Linear(), data)
        assert found.stays == same_partition(after, data.y) and found.cheaper

    def test_two_starts_are_one_of_each_kind(self):
        runs = [kernel_cmeans.kernel_c_means(RBF(9)(RINGS.X), 2, 1, i) for i in ("points", "k-means++")]
        best = min(runs, key=lambda run: run.objective)
        found = experiments.preference(RBF(9), RINGS, n_starts=2)
        assert found.agreement == cmeans.matched_accuracy(best.labels, RINGS.y)
