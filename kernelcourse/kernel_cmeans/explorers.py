"""Explorers of chapter 06: the border between two groups made by hand, and kernel c-means beside c-means."""

import functools
from dataclasses import dataclass

import numpy as np

from kernelcourse.drawing.appearance import MOST_CLUSTERS, kinds_of
from kernelcourse.drawing.controls import choice, cloud, log_slider, place, slider, steps
from kernelcourse.drawing.data_planes import Plane, own_first, round_up
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Curve, Handle, Points, Rule, divided
from kernelcourse.drawing.scene import Axis, Panel, Scene
from kernelcourse.drawing.words import count, number
from kernelsy19 import datasets
from kernelsy19.cmeans import assign, matched_accuracy, partition_matrix
from kernelsy19.kernel_cmeans.equations import weights
from kernelsy19.kernel_cmeans.plain import kernel_c_means_steps
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
    "faithful": lambda: datasets.faithful().in_order(),
}


@dataclass(frozen=True, eq=False)
class KernelRun:
    """One run of kernel c-means, by the partitions after each assignment.
    X (n, 2); labels, T + 1 arrays (n,); objective (T + 1,), J of each partition with its own means"""

    kernel: Linear
    X: np.ndarray
    labels: list
    objective: np.ndarray

    @functools.cached_property
    def K(self):
        """The Gram matrix, (n, n)."""
        return self.kernel(self.X)

    def scores_on_grid(self, step, n_clusters, grid):
        """How near each place of a grid lies to each mean of a partition, a (c, h, w) array: the largest is nearest."""
        gamma = weights(partition_matrix(self.labels[step], n_clusters))
        norms2 = (gamma * (self.K @ gamma)).sum(axis=0)
        return np.moveaxis(2 * sums_on_grid(self.kernel, self.X, gamma, grid) - norms2, 2, 0)


def sums_on_grid(kernel, X, gamma, grid):
    """Σⱼ γⱼₖ k(x, xⱼ) on a grid, one matrix product a cluster where the kernel is a product over the columns.
    X (n, 2); gamma (n, c); grid of h by w places → (h, w, c)"""
    if kernel.product_over_columns:
        return np.stack([kernel.sums_on_grid(grid.x, grid.y, X, column) for column in gamma.T], axis=2)
    return kernel.sums(grid.points, X, gamma).reshape(len(grid.y), len(grid.x), -1)


MEANS = {"in the plane": lambda gamma: Linear(), "in feature space": lambda gamma: RBF(gamma=gamma)}


class GroupByHandExplorer(Explorer):
    """A disk makes two groups; each point goes to the nearer of their means, in the plane or in feature space."""

    on_site = ("radius", "means")

    def __init__(self):
        self._plane = Plane.of("rings", datasets.circles(200, factor=0.4, noise=0.05))
        super().__init__()

    def controls(self):
        return {
            "radius": slider(0.4, 1.6, 0.8, "radius of the disk", step=0.05),
            "means": choice(MEANS, "means of the groups"),
            "gamma": log_slider(-1, 1, 0, "inverse width γ", "per sd²", step=0.1),
            "middle": place("middle of the disk", (-0.8, 0.4)),
        }

    def scene(self, radius, means, gamma, middle):
        plane, turn = self._plane, np.linspace(0, 2 * np.pi, 121)
        labels = (np.linalg.norm(plane.shown - middle, axis=1) > radius).astype(int)
        both = len(np.unique(labels)) == 2
        run = KernelRun(MEANS[means](gamma), plane.X, [labels], np.zeros(1))
        W = weights(partition_matrix(labels, 2)) if both else np.full((200, 2), 1 / 200)
        D2 = run.kernel.diagonal(plane.X)[:, None] - 2 * run.K @ W + (W * (run.K @ W)).sum(axis=0)
        nearer = (D2[:, 1] < D2[:, 0]).astype(int) if both else labels
        right = max(np.mean(nearer == plane.y), np.mean(nearer != plane.y))
        in_plane = Panel(
            [
                divided(plane.view, run.scores_on_grid(0, 2, plane.grid)) if both else None,
                Points(*plane.shown.T, kinds_of(labels), 0.85),
                Curve(
                    *(np.array(middle)[:, None] + radius * np.array([np.cos(turn), np.sin(turn)])),
                    "gray",
                    1.6,
                    "dashed",
                ),
                Handle("middle", *middle, "middle of the disk"),
            ],
            **plane.axes,
            title="colors of the plane: whose mean is nearer",
            equal=True,
        )
        reach = np.abs(D2[:, 1] - D2[:, 0]).max() or 1.0
        nearness = Panel(
            [
                Rule(0, "x"),
                Points(
                    (D2[:, 1] - D2[:, 0]) / reach,
                    np.hypot(*plane.shown.T),
                    kinds_of(labels),
                    0.85,
                    label=IN_DISK,
                ),
            ],
            Axis("nearer to the mean of …", (1.1, -1.1), (0.6, -0.6), ("those in the disk", "the others")),
            Axis("distance from the middle of the rings", (0, 1.4)),
            title=f"{right:.0%} beside their own ring",
            at=(0, 1),
        )
        said = (
            f"{count(int((labels == 0).sum()), 'point')} of 200 lie in the disk. Give every point to the nearer of the "
            f"two means, {means}: {right:.0%} come together with their own ring."
        )
        hidden = ("gamma",) if means == "in the plane" else ()
        return Scene([in_plane, nearness], said, columns=(1.1, 1), aspect=0.49, hidden=hidden)


IN_DISK = {"class 0": "in the disk", "class 1": "outside"}


class KernelCMeansExplorer(Explorer):
    """c-means and kernel c-means side by side, from the same start.

    The regions are those of the means of the partition shown: points in a region of another color move next. On the
    left, points and the places of the start are taken hold of; both sides follow.

    Parameters
    ----------
    data : Dataset of two columns, or (n, 2) array_like, or None
        What to show first. Columns are standardized; the picture is in the units of the data.
    """

    def __init__(self, data=None):
        self.data = own_first(data, CLUSTERING_DATA)
        self._plane = functools.cache(lambda name: Plane.of(name, self.data[name]()))
        self._run = functools.lru_cache(maxsize=64)(self._compute_run)
        super().__init__()

    def controls(self):
        return {
            "step": steps("assignments"),
            "kernel": choice(CLUSTERING_KERNELS, "kernel"),
            "gamma": log_slider(-2, 1.5, 0, "inverse width γ", "per sd²"),
            "n_clusters": slider(2, MOST_CLUSTERS, 2, "clusters c"),
            "seed": slider(0, 19, 0, "random start no."),
            "data": choice(self.data, "data"),
            "starts": cloud("starts", of=("n_clusters", "seed", "data"), most=MOST_CLUSTERS, grows=False),
            "points": cloud("points", of="data", least=MOST_CLUSTERS),
        }

    def scene(self, step, kernel, gamma, n_clusters, seed, data, starts, points):
        plane = self._plane(data)
        V = self._starts(plane, n_clusters, seed) if starts is None else np.array(starts)
        shown = plane.shown if points is None else np.array(points)
        own = n_clusters, seed, data, starts, points
        runs = self._run(Linear(), *own), self._run(CLUSTERING_KERNELS[kernel](gamma), *own)
        names = "Linear kernel (c-means)", f"{kernel[0].upper()}{kernel[1:]}, γ = {number(gamma)}"
        last = max(len(run.labels) for run in runs) - 1
        step, panels, said = min(step, last), [], []
        for run, name, hold in zip(runs, names, ("points", ""), strict=True):
            at = min(step, len(run.labels) - 1)
            result = _say_result(run, at, plane.y if points is None else None, len(V))
            said.append(f"{name}: {result}")
            marks = [
                divided(plane.view, run.scores_on_grid(at, len(V), plane.grid)),
                Points(*shown.T, kinds_of(run.labels[at]), 0.8, hold=hold),
                Points(*V.T, "prototype", 0.7, label="start", hold="starts") if hold else None,
            ]
            panels.append(Panel(marks, **plane.axes, title=f"{name}\n{result}", at=(0, len(panels))))
        said = (
            f"{data[0].upper()}{data[1:]}{'' if points is None else ', with points of your own'}, "
            f"{count(len(V), 'cluster')}, after {count(step, 'assignment')}. {'. '.join(said)}."
        )
        panels.append(_falling(runs, step, last))
        return Scene(panels, said, columns=(1.15, 1.15, 0.9), aspect=0.43, ends={"step": max(1, last)})

    def _starts(self, plane, n_clusters, seed):
        """Points of the data as they were: the start stays where it is when one of them is moved."""
        return np.random.default_rng(seed).choice(plane.shown, size=n_clusters, replace=False)

    def _compute_run(self, kernel, n_clusters, seed, data, starts, points):
        plane = self._plane(data)
        X = plane.X if points is None else plane.standardized(points)
        V = plane.standardized(self._starts(plane, n_clusters, seed) if starts is None else starts)
        run = kernel_c_means_steps(kernel(X), assign(squared_euclidean(X, V)), len(V))
        updates = [step for step in run if step.kind == "update"]
        objective = np.array([step.objective for step in updates])
        return KernelRun(kernel, X, [step.labels for step in updates], objective)


def _falling(runs, step, last):
    shares, marks = [run.objective / run.objective[0] for run in runs], []
    looks = (("linear", "blue", "solid", "dot"), ("kernel", "orange", "dashed", "class 1"))
    for share, (name, color, dash, kind) in zip(shares, looks, strict=True):
        at = min(step, len(share) - 1)
        marks += [
            Curve(np.arange(len(share)), share, color, dash=dash, label=name),
            Points([at], share[[at]], kind, 1.2),
        ]
    lowest = np.floor(10 * np.concatenate(shares).min()) / 10
    return Panel(
        marks,
        Axis("assignments", (-0.4, round_up(max(2, last)) + 0.4)),
        Axis("", (lowest - 0.02, 1.02)),
        title="J, as a share of the first\n ",
        at=(0, 2),
    )


def _say_result(run, step, y, n_clusters):
    said = f"J = {number(run.objective[step])}"
    if y is not None and len(np.unique(y)) == n_clusters:
        said += f", {matched_accuracy(run.labels[step], y):.0%} as the true groups"
    elif step == len(run.labels) - 1:
        said += ", no point moves"
    return said
