"""The explorer of kernel c-means shows what the equations say, for every choice."""

import numpy as np
import pytest
from pictures import xy

from kernelcourse.drawing.data_planes import Grid
from kernelcourse.drawing.marks import Curve, Points, Regions
from kernelcourse.drawing.words import number
from kernelcourse.kernel_cmeans import explorers as module
from kernelcourse.kernel_cmeans.explorers import GroupByHandExplorer, KernelCMeansExplorer
from kernelsy19 import cmeans, datasets
from kernelsy19.kernels import RBF, Laplacian, Polynomial, squared_euclidean

beside = pytest.fixture(lambda: KernelCMeansExplorer(), scope="module")


def last_step(beside):
    return beside.shown.ends["step"]


def curves(beside):
    return [beside.shown.panels[2].find(name) for name in ("linear", "kernel")]


def test_kernel_separates_what_the_linear_kernel_cannot(beside):
    beside.set(data="circles, a small one inside", kernel="Gaussian (RBF)", gamma=1.0, n_clusters=2, seed=0)
    beside.set(step=last_step(beside))
    linear, kernel = (panel.title for panel in beside.shown.panels[:2])
    assert "100% as the true groups" in kernel
    assert "100%" not in linear
    for curve in curves(beside):
        assert np.all(np.diff(curve.y) <= 1e-12)


def test_the_linear_side_is_plain_c_means(beside):
    beside.set(data="faithful", n_clusters=3, seed=4, kernel="Laplacian")
    beside.set(step=last_step(beside))
    X = datasets.faithful().in_order().standardized().X
    V = X[np.random.default_rng(4).choice(len(X), size=3, replace=False)]
    last = cmeans.c_means_steps(X, V)[-1]
    left = beside.shown.panels[0]
    assert f"J = {number(last.objective)}, no point moves" in left.title
    assert left.find(Points).kind == tuple(f"class {k}" for k in last.labels)
    grid = beside._plane("faithful").grid
    nearest = cmeans.assign(squared_euclidean(grid.points, last.prototypes))
    assert (left.find(Regions).codes.reshape(3, -1).argmax(axis=0) == nearest).mean() > 0.999


@pytest.mark.parametrize("kernel", module.CLUSTERING_KERNELS)
@pytest.mark.parametrize("data", module.CLUSTERING_DATA)
def test_every_kernel_and_data_set(beside, kernel, data):
    for gamma in (0.01, 30.0):
        beside.set(kernel=kernel, data=data, gamma=gamma, n_clusters=6, seed=19, step=0)
        assert "6 clusters, after 0 assignments" in beside.said
        left, right, _ = beside.shown.panels
        assert left.find(Points).kind == right.find(Points).kind


@pytest.mark.parametrize("step", [0, 2])
def test_regions_are_those_of_the_nearest_mean(beside, step):
    """Where a point lies, its region is the cluster with the nearest mean by distances between all mapped points."""
    beside.set(data="moons", kernel="Gaussian (RBF)", gamma=10.0, n_clusters=3, seed=1, step=step)
    plane = beside._plane("moons")
    kinds = np.array(beside.shown.panels[1].find(Points).kind)
    groups = [plane.X[kinds == f"class {k}"] for k in range(3)]
    k, x = RBF(10.0), plane.X[:1]
    d2 = [1 - 2 * k(x, group).mean() + k(group).mean() for group in groups]
    run = beside._run(RBF(10.0), 3, 1, "moons", None, None)
    scores = run.scores_on_grid(min(step, len(run.labels) - 1), 3, Grid(*x.T))[:, 0, 0]
    np.testing.assert_allclose(1 - scores, d2, atol=1e-9)


@pytest.mark.parametrize("kernel", [RBF(0.7), Laplacian(0.4), Polynomial(2)])
def test_sums_on_grid(kernel):
    rng = np.random.default_rng(0)
    X, gamma, grid = rng.normal(size=(9, 2)), rng.random((9, 3)), Grid(np.arange(4.0), np.arange(3.0))
    sums = module.sums_on_grid(kernel, X, gamma, grid)
    np.testing.assert_allclose(sums.reshape(12, 3), kernel(grid.points, X) @ gamma, atol=1e-12)


def test_labels_of_own_data_are_the_true_groups():
    explorer = KernelCMeansExplorer(datasets.spirals(60))
    assert explorer.said.count("as the true groups") == 2
    assert "as the true groups" not in explorer.set(n_clusters=3).said


def test_both_sides_start_from_where_the_prototypes_were_put(beside):
    beside.set(data="moons", n_clusters=2, seed=0, kernel="Gaussian (RBF)", gamma=1.0, step=0)
    X = datasets.moons(200, noise=0.05).X
    starts = X.mean(axis=0) + np.array([[-1, 0], [1, 0]])
    panels = beside.set(starts=starts).shown.panels
    side = (X[:, 0] > X[:, 0].mean()).astype(int)
    for panel in panels[:2]:
        assert panel.find(Points).kind == tuple(f"class {k}" for k in side)
    assert beside.set(seed=1).values["starts"] is None


def test_of_points_that_were_moved_nobody_knows_the_groups(beside):
    beside.set(data="moons", n_clusters=2, seed=0, kernel="Gaussian (RBF)", step=0)
    points = beside.shown.panels[0].find(Points)
    starts = beside.shown.panels[0].find("start")
    beside.set(points=xy(points)[10:])
    assert "as the true groups" not in beside.said
    np.testing.assert_array_equal(beside.shown.panels[0].find("start").x, starts.x)
    assert len(beside.shown.panels[1].find(Points).x) == len(points.x) - 10


def test_curves_lie_within_their_axes(beside):
    for seed in range(6):
        beside.set(data="moons", n_clusters=3, seed=seed)
        panel = beside.shown.panels[2]
        for curve in (mark for mark in panel.marks if isinstance(mark, Curve)):
            for values, axis in ((curve.x, panel.x), (curve.y, panel.y)):
                assert axis.range[0] < values.min() and values.max() < axis.range[1]


def test_a_disk_on_the_inner_ring_finds_the_rings_in_feature_space_alone():
    explorer = GroupByHandExplorer().set(middle=(0.0, 0.0), radius=0.7)
    assert "in the plane: 50% come together" in explorer.said
    assert explorer.shown.hidden == ("gamma",)
    explorer.set(means="in feature space", gamma=1.0)
    assert "100 points of 200 lie in the disk" in explorer.said and "100% come together" in explorer.said
    # No mean, no border, and still a picture.
    assert "0 points of 200" in explorer.set(middle=(9.0, 9.0)).said
    assert not [mark for mark in explorer.shown.panels[0].marks if isinstance(mark, Regions)]
