"""Explorer of chapter 06: kernel c-means beside c-means."""

import functools
from dataclasses import dataclass

import numpy as np
from matplotlib.ticker import MaxNLocator

from kernelsy19 import datasets
from kernelsy19.cmeans import assign, matched_accuracy, partition_matrix
from kernelsy19.course.artists import (
    MOST_CLUSTERS,
    Clusters,
    Scene,
    fit_axes,
    own_first,
    plain_marks,
    round_up,
)
from kernelsy19.course.drawing import legend_below
from kernelsy19.course.explorers import Explorer, choice, log_slider, slider
from kernelsy19.course.picture import BLUE, ORANGE, count, labeled_points, number
from kernelsy19.kernel_cmeans.equations import weights
from kernelsy19.kernel_cmeans.solve import kernel_c_means_steps
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial, squared_euclidean

CLUSTERING_KERNELS = {
    "Gaussian (RBF)": lambda gamma: RBF(gamma=gamma),
    "Laplacian": lambda gamma: Laplacian(gamma=gamma),
    "polynomial, degree 2": lambda gamma: Polynomial(degree=2, gamma=gamma),
    "polynomial, degree 3": lambda gamma: Polynomial(degree=3, gamma=gamma),
}


CLUSTERING_DATA = {
    "circles, a small one inside": lambda: datasets.circles(200, factor=0.1),
    "circles, half as large inside": lambda: datasets.circles(200, factor=0.5),
    "moons": lambda: datasets.moons(200, noise=0.05),
    "three clusters": lambda: datasets.three_clusters(150),
    "faithful": datasets.faithful,
}


@dataclass(frozen=True, eq=False)
class KernelRun:
    """One run of kernel c-means, by the partitions after each assignment.

    Attributes
    ----------
    kernel : Kernel
    scene : Scene
    labels : list of T + 1 (n,) int arrays
    objective : (T + 1,) array, J of each partition with its own means
    """

    kernel: Linear
    scene: Scene
    labels: list
    objective: np.ndarray

    def nearest_on_grid(self, step, n_clusters):
        """The nearest mean of a partition for each place of the grid, (h, w) int array."""
        X, gamma = self.scene.X, weights(partition_matrix(self.labels[step], n_clusters))
        norms2 = (gamma * (self.kernel(X) @ gamma)).sum(axis=0)
        return (norms2 - 2 * sums_on_grid(self.kernel, X, gamma, self.scene.grid)).argmin(axis=2)


def sums_on_grid(kernel, X, gamma, grid):
    """Σⱼ γⱼₖ k(x, xⱼ) on a grid, one matrix product a cluster where the kernel is a product over the columns.

    Parameters
    ----------
    kernel : Kernel
    X : (n, 2) array
    gamma : (n, c) array
    grid : Grid

    Returns
    -------
    (h, w, c) array
    """
    if kernel.product_over_columns:
        return np.stack([kernel.sums_on_grid(grid.x, grid.y, X, column) for column in gamma.T], axis=2)
    return kernel.sums(grid.points, X, gamma).reshape(len(grid.y), len(grid.x), -1)


class KernelCMeansExplorer(Explorer):
    """c-means and kernel c-means side by side, from the same start.

    The regions are those of the means of the partition shown: points in a region of another color move next.

    Parameters
    ----------
    data : Dataset of two columns, or (n, 2) array_like, or None
        What to show first. Columns are standardized; the picture is in the units of the data.
    """

    size = (10.6, 4.4)

    def __init__(self, data=None):
        self.data = own_first(data, CLUSTERING_DATA)
        self._scene = functools.cache(lambda name: Scene.of(name, self.data[name](), size=70))
        self._run = functools.lru_cache(maxsize=64)(self._compute_run)
        self._classes = functools.cache(lambda name: labeled_points(self.data[name]())[1])
        self._shown = None
        super().__init__()

    def controls(self):
        return {
            "step": slider(0, 10, 0, "assignments"),
            "kernel": choice(CLUSTERING_KERNELS, "kernel"),
            "gamma": log_slider(-2, 1.5, 0, "inverse width γ", "per sd²"),
            "n_clusters": slider(2, MOST_CLUSTERS, 2, "clusters c"),
            "seed": slider(0, 19, 0, "number of the start"),
            "data": choice(self.data, "data"),
        }

    def draw(self, figure):
        panels = figure.add_gridspec(1, 3, width_ratios=(1.15, 1.15, 0.9))
        self.planes = [figure.add_subplot(panels[0, k]) for k in (0, 1)]
        self.falling = figure.add_subplot(panels[0, 2])
        self.clusters = [Clusters(axes, size=4.2) for axes in self.planes]
        for axes in self.planes:
            axes.set_title(" \n ", fontsize=10)
            axes.xaxis.set_major_locator(MaxNLocator(5))
            axes.yaxis.set_major_locator(MaxNLocator(5))
        self.lines, self.now = [], []
        for name, color, dashes, mark in (("linear", BLUE, "-", "o"), ("kernel", ORANGE, "--", "s")):
            (line,) = self.falling.plot([], [], color=color, linestyle=dashes, label=name)
            self.lines.append(line)
            self.now.append(plain_marks(self.falling, marker=mark, ms=7, mfc=color, mec="black"))
        self.falling.set_title("J, as a share of the first\n ", fontsize=10)
        self.falling.set_xlabel("assignments")
        legend_below(figure, self.falling)
        moving = [artist for drawn in self.clusters for artist in drawn.moving]
        return [*moving, *(axes.title for axes in self.planes), *self.lines, *self.now, self.falling]

    def update(self, step, kernel, gamma, n_clusters, seed, data):
        scene, y = self._scene(data), self._classes(data)
        kernels = Linear(), CLUSTERING_KERNELS[kernel](gamma)
        runs = [self._run(k, n_clusters, seed, data) for k in kernels]
        last = max(len(run.labels) for run in runs) - 1
        if self._shown != tuple(map(id, runs)):
            self._show_runs(runs, last)
        step, said = min(step, last), []
        names = "linear kernel (c-means)", f"{kernel}, γ = {number(gamma)}"
        for k, (run, name) in enumerate(zip(runs, names, strict=True)):
            at = min(step, len(run.labels) - 1)
            self._show_plane(k, scene, run, at, n_clusters)
            result = _say_result(run, at, y, n_clusters)
            self.planes[k].title.set_text(f"{name}\n{result}")
            self.now[k].set_data([at], [run.objective[at] / run.objective[0]])
            said.append(f"{name}: {result}")
        return f"{scene.name}, {count(n_clusters, 'cluster')}, after {count(step, 'assignment')}. {'. '.join(said)}."

    def _compute_run(self, kernel, n_clusters, seed, data):
        scene = self._scene(data)
        V = np.random.default_rng(seed).choice(scene.X, size=n_clusters, replace=False)
        first = assign(squared_euclidean(scene.X, V))
        steps = kernel_c_means_steps(kernel(scene.X), first, n_clusters)
        updates = [step for step in steps if step.kind == "update"]
        objective = np.array([step.objective for step in updates])
        return KernelRun(kernel, scene, [step.labels for step in updates], objective)

    def _show_runs(self, runs, last):
        self._shown = tuple(map(id, runs))
        self.widgets["step"].max = max(1, last)
        shares = [run.objective / run.objective[0] for run in runs]
        for line, share in zip(self.lines, shares, strict=True):
            line.set_data(range(len(share)), share)
        lowest = np.floor(10 * np.concatenate(shares).min()) / 10
        fit_axes(self.falling, (-0.4, round_up(max(2, last)) + 0.4), (lowest - 0.02, 1.02))

    def _show_plane(self, k, scene, run, step, n_clusters):
        self.clusters[k].shade(scene.plane, run.nearest_on_grid(step, n_clusters))
        self.clusters[k].show(scene.shown, run.labels[step])
        if self.planes[k].get_xlabel() != scene.features[0]:
            self.planes[k].set(xlabel=scene.features[0], ylabel=scene.features[1] if k == 0 else "")


def _say_result(run, step, y, n_clusters):
    said = f"J = {number(run.objective[step])}"
    if y is not None and len(np.unique(y)) == n_clusters:
        said += f", {matched_accuracy(run.labels[step], y):.0%} as the true groups"
    elif step == len(run.labels) - 1:
        said += ", no point moves"
    return said
