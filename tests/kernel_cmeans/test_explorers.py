"""The explorer of kernel c-means shows what the equations say, for every choice."""

import numpy as np
import pytest

from kernelsy19 import cmeans, datasets
from kernelsy19.course.drawing import Grid
from kernelsy19.course.picture import number
from kernelsy19.kernel_cmeans import explorers as module
from kernelsy19.kernel_cmeans.explorers import KernelCMeansExplorer
from kernelsy19.kernels import RBF, Laplacian, Polynomial


@pytest.fixture(scope="module")
def beside():
    return KernelCMeansExplorer()


def marked(clusters):
    return sum(len(mark.get_xdata()) for mark in clusters.marks)


def test_kernel_separates_what_the_linear_kernel_cannot(beside):
    beside.set(data="circles, a small one inside", kernel="Gaussian (RBF)", gamma=1.0, n_clusters=2, seed=0)
    beside.set(step=beside.widgets["step"].max)
    linear, kernel = (axes.get_title() for axes in beside.planes)
    assert "100% as the true groups" in kernel
    assert "100%" not in linear
    for line in beside.lines:
        assert np.all(np.diff(line.get_ydata()) <= 1e-12)


def test_the_linear_side_is_plain_c_means(beside):
    beside.set(data="faithful", n_clusters=3, seed=4, kernel="Laplacian")
    beside.set(step=beside.widgets["step"].max)
    X = beside._scene("faithful").X
    V = X[np.random.default_rng(4).choice(len(X), size=3, replace=False)]
    last = cmeans.c_means_steps(X, V)[-1]
    assert f"J = {number(last.objective)}, no point moves" in beside.planes[0].get_title()
    for k, mark in enumerate(beside.clusters[0].marks):
        assert len(mark.get_xdata()) == np.sum(last.labels == k)


@pytest.mark.parametrize("kernel", module.CLUSTERING_KERNELS)
@pytest.mark.parametrize("data", module.CLUSTERING_DATA)
def test_every_kernel_and_data_set(beside, kernel, data):
    for gamma in (0.01, 30.0):
        beside.set(kernel=kernel, data=data, gamma=gamma, n_clusters=6, seed=19, step=0)
        assert "6 clusters, after 0 assignments" in beside.alt
        assert marked(beside.clusters[0]) == marked(beside.clusters[1]) == len(beside._scene(data).X)


@pytest.mark.parametrize("kernel", [RBF(0.7), Laplacian(0.4), Polynomial(2)])
def test_sums_on_grid(kernel):
    rng = np.random.default_rng(0)
    X, gamma, grid = rng.normal(size=(9, 2)), rng.random((9, 3)), Grid(np.arange(4.0), np.arange(3.0))
    sums = module.sums_on_grid(kernel, X, gamma, grid)
    np.testing.assert_allclose(sums.reshape(12, 3), kernel(grid.points, X) @ gamma, atol=1e-12)


def test_own_data_come_first():
    explorer = KernelCMeansExplorer(np.random.default_rng(0).normal(size=(30, 2)) * [1, 50])
    assert explorer.widgets["data"].options == ("your data", *module.CLUSTERING_DATA)
    assert "your data" in explorer.alt
    assert "as the true groups" not in explorer.alt


def test_labels_of_own_data_are_the_true_groups():
    explorer = KernelCMeansExplorer(datasets.spirals(60))
    assert explorer.alt.count("as the true groups") == 2
    assert "as the true groups" not in explorer.set(n_clusters=3).alt


def test_curves_lie_within_their_axes(beside):
    for seed in range(6):
        beside.set(data="moons", n_clusters=3, seed=seed)
        (left, right), (low, high) = beside.falling.get_xlim(), beside.falling.get_ylim()
        for line in beside.lines:
            x, y = line.get_data()
            assert left < min(x) and max(x) < right and low < min(y) and max(y) < high
