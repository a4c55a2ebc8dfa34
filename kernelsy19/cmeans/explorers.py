"""Explorer of chapter 05: c-means step by step."""

import functools

import numpy as np

from kernelsy19 import datasets
from kernelsy19.cmeans.equations import assign, seeding_probabilities
from kernelsy19.cmeans.solve import c_means_steps
from kernelsy19.course.artists import (
    MOST_CLUSTERS,
    Clusters,
    Scene,
    fit_axes,
    own_first,
    plain_marks,
    round_up,
    upright,
)
from kernelsy19.course.drawing import legend_below
from kernelsy19.course.explorers import Explorer, choice, slider
from kernelsy19.course.picture import BLUE, ORANGE, VERMILLION, count, number
from kernelsy19.kernels import squared_euclidean

CMEANS_DATA = {
    "faithful": datasets.faithful,
    "three clusters": datasets.three_clusters,
    "moons": lambda: datasets.moons(200, noise=0.05),
    "circles": lambda: datasets.circles(200, factor=0.5),
}


def far_apart(X, n_clusters, rng):
    """Draw points by k-means++, each by its squared distance to those before.

    Parameters
    ----------
    X : (n, p) array
    n_clusters : int
    rng : numpy.random.Generator

    Returns
    -------
    (c, p) array
    """
    seeds = [int(rng.integers(len(X)))]
    while len(seeds) < n_clusters:
        nearest = seeding_probabilities(squared_euclidean(X, X[seeds]))
        seeds.append(int(rng.choice(len(X), p=nearest)))
    return X[seeds]


def any_points(X, n_clusters, rng):
    """Draw points, all alike.

    Parameters
    ----------
    X : (n, p) array
    n_clusters : int
    rng : numpy.random.Generator

    Returns
    -------
    (c, p) array
    """
    return X[rng.choice(len(X), size=n_clusters, replace=False)]


def in_a_corner(X, n_clusters, rng):
    """Draw points among the lowest tenth, so that all prototypes start in one corner.

    Parameters
    ----------
    X : (n, p) array
    n_clusters : int
    rng : numpy.random.Generator

    Returns
    -------
    (c, p) array
    """
    lowest = X.sum(axis=1).argsort(kind="stable")[: max(n_clusters, len(X) // 10)]
    return X[rng.choice(lowest, size=n_clusters, replace=False)]


CMEANS_STARTS = {"k-means++": far_apart, "random points": any_points, "all in one corner": in_a_corner}


class CMeansStepper(Explorer):
    """c-means half step by half step: who moves, where the prototypes go, and how J falls.

    The regions are those of the prototypes shown, so after an update the points that lie in a region of another color
    are those that move next.

    Parameters
    ----------
    data : Dataset of two columns, or (n, 2) array_like, or None
        What to show first. Columns are standardized; the picture is in the units of the data.
    """

    size = (10.0, 4.9)

    def __init__(self, data=None):
        self.data = own_first(data, CMEANS_DATA)
        self._scene = functools.cache(lambda name: Scene.of(name, self.data[name](), size=100))
        self._run = functools.lru_cache(maxsize=128)(self._compute_run)
        self._shown = None
        super().__init__()

    def controls(self):
        return {
            "step": slider(0, 10, 0, "half step"),
            "n_clusters": slider(2, MOST_CLUSTERS, 3, "clusters c"),
            "start": choice(CMEANS_STARTS, "start"),
            "seed": slider(0, 19, 0, "number of the start"),
            "data": choice(self.data, "data"),
        }

    def draw(self, figure):
        panels = figure.add_gridspec(2, 2, width_ratios=(1.5, 1), height_ratios=(1.6, 1))
        self.plane = figure.add_subplot(panels[:, 0])
        self.falling, self.moves = (figure.add_subplot(panels[row, 1]) for row in (0, 1))
        self._draw_plane()
        self._draw_curves()
        legend_below(figure, self.plane, self.falling, columns=5)
        return [
            *self.clusters.moving,
            *self.trails,
            self.movers,
            self.prototypes,
            self.title,
            self.ahead,
            self.done,
            self.assigned,
            self.updated,
            self.bars,
            self.falling,
            self.moves,
        ]

    def _draw_plane(self):
        self.clusters = Clusters(self.plane)
        self.trails = [
            self.plane.plot([], [], color="black", linewidth=1.2, linestyle=":", zorder=4)[0]
            for _ in range(MOST_CLUSTERS)
        ]
        self.movers = plain_marks(
            self.plane,
            marker="o",
            ms=10,
            mfc="none",
            mec=VERMILLION,
            mew=1.3,
            zorder=4,
            label="has just moved",
        )
        self.prototypes = plain_marks(
            self.plane, marker="X", ms=13, mfc="white", mec="black", mew=1.4, zorder=5, label="prototype"
        )
        self.plane.set_title(" ")
        self.title = self.plane.title

    def _draw_curves(self):
        (self.ahead,) = self.falling.plot([], [], color="#BBBBBB", linewidth=1.2, zorder=1.5)
        (self.done,) = self.falling.plot([], [], color="black", linewidth=1.4)
        self.assigned = plain_marks(
            self.falling, marker="o", ms=6, mfc=BLUE, mec="black", mew=0.5, label="after an assignment"
        )
        self.updated = plain_marks(
            self.falling, marker="s", ms=6, mfc=ORANGE, mec="black", mew=0.5, label="after an update"
        )
        (self.bars,) = self.moves.plot([], [], color=BLUE, linewidth=4, solid_capstyle="butt")
        self.falling.set_title("J(U, V)")
        self.falling.tick_params(labelbottom=False)
        self.moves.set(title="points that moved", xlabel="half step")

    def update(self, step, n_clusters, start, seed, data):
        scene, steps = self._scene(data), self._run(n_clusters, start, seed, data)
        step = min(step, len(steps) - 1)
        if self._shown is not steps:
            self._show_run(steps)
        self._show_plane(scene, steps, step)
        self._show_progress(steps, step)
        now = steps[step]
        self.title.set_text(f"half step {step} of {len(steps) - 1}: {now.kind}, J = {number(now.objective)}")
        return self._say_all(scene, steps, step, start)

    def _compute_run(self, n_clusters, start, seed, data):
        X = self._scene(data).X
        return c_means_steps(X, CMEANS_STARTS[start](X, n_clusters, np.random.default_rng(seed)))

    def _show_run(self, steps):
        """Show the curve of a whole run in gray, and fit the axes and the slider to it."""
        self._shown = steps
        self.widgets["step"].max = len(steps) - 1
        objective = [step.objective for step in steps]
        self.ahead.set_data(range(len(steps)), objective)
        most, room = max(step.n_moved for step in steps), round_up(len(steps)) - 0.5
        fit_axes(self.falling, (-0.5, room), (0, round_up(1.05 * objective[0])))
        fit_axes(self.moves, (-0.5, room), (0, round_up(1.05 * max(1, most))))

    def _show_plane(self, scene, steps, step):
        now = steps[step]
        shown = _in_units(scene, now.prototypes)
        nearest = assign(squared_euclidean(scene.grid.points, now.prototypes))
        self.clusters.shade(scene.plane, nearest.reshape(len(scene.grid.y), len(scene.grid.x)))
        self.clusters.show(scene.shown, now.labels)
        self.prototypes.set_data(*shown.T)
        path = _in_units(scene, np.array([s.prototypes for s in steps[: step + 1]]))
        for k, trail in enumerate(self.trails):
            trail.set_data(*(path[:, k].T if k < len(shown) else ([], [])))
        moved = now.labels != steps[max(step - 1, 0)].labels
        self.movers.set_data(*scene.shown[moved].T)
        scene.name_axes(self.plane)

    def _show_progress(self, steps, step):
        at, objective = np.arange(step + 1), np.array([s.objective for s in steps[: step + 1]])
        self.done.set_data(at, objective)
        updates = np.array([s.kind == "update" for s in steps[: step + 1]])
        self.assigned.set_data(at[~updates], objective[~updates])
        self.updated.set_data(at[updates], objective[updates])
        self.bars.set_data(*upright(at, 0, np.array([s.n_moved for s in steps[: step + 1]])))

    def _say_all(self, scene, steps, step, start):
        now = steps[step]
        done = {
            "start": f"The points are at the nearest of {len(now.prototypes)} prototypes ({start})",
            "assign": f"Assignment: {count(now.n_moved, 'point')} moved to a nearer prototype",
            "update": "Update: each prototype moved to the mean of its cluster",
        }[now.kind]
        sizes = np.bincount(now.labels, minlength=len(now.prototypes))
        return (
            f"c-means on {scene.name}, half step {step} of {len(steps) - 1}. {done}. "
            f"J = {number(now.objective)}, at the end {number(steps[-1].objective)}. "
            f"Clusters of {', '.join(map(str, sizes))} points."
        )


def _in_units(scene, V):
    """Standardized places in the units of the data."""
    return scene.shown.mean(axis=0) + scene.shown.std(axis=0) * V
