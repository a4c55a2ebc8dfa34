"""Explorers of chapter 05: centers that are dragged by hand, and c-means step by step."""

import functools

import numpy as np

from kernelcourse.drawing.appearance import CLASSES, MOST_CLUSTERS, kinds_of
from kernelcourse.drawing.controls import choice, cloud, slider, steps
from kernelcourse.drawing.data_planes import Plane, own_first, round_up
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Bars, Curve, Points, Rule, Segments, divided
from kernelcourse.drawing.scene import Axis, Panel, Scene
from kernelcourse.drawing.words import count, number
from kernelsy19 import datasets
from kernelsy19.cmeans.equations import seeding_probabilities
from kernelsy19.cmeans.plain import c_means_steps
from kernelsy19.cmeans.solve import c_means
from kernelsy19.kernels import squared_euclidean

CMEANS_DATA = {
    "faithful": lambda: datasets.faithful().in_order(),
    "three clusters": datasets.three_clusters,
    "moons": lambda: datasets.moons(200, noise=0.05),
    "circles": lambda: datasets.circles(200, factor=0.5),
}


def far_apart(X, n_clusters, rng):
    """Draw points of X (n, p) by k-means++, each by its squared distance to those before: (c, p)."""
    seeds = [int(rng.integers(len(X)))]
    while len(seeds) < n_clusters:
        nearest = seeding_probabilities(squared_euclidean(X, X[seeds]))
        seeds.append(int(rng.choice(len(X), p=nearest)))
    return X[seeds]


def any_points(X, n_clusters, rng):
    """Draw points of X (n, p), all alike: (c, p)."""
    return X[rng.choice(len(X), size=n_clusters, replace=False)]


def in_a_corner(X, n_clusters, rng):
    """Draw points among the lowest tenth of X (n, p), so that all prototypes start in one corner: (c, p)."""
    lowest = X.sum(axis=1).argsort(kind="stable")[: max(n_clusters, len(X) // 10)]
    return X[rng.choice(lowest, size=n_clusters, replace=False)]


CMEANS_STARTS = {"k-means++": far_apart, "random points": any_points, "all in one corner": in_a_corner}

HALF_STEPS = {"start": "start", "assign": "assignment", "update": "update"}


STARTS_OF_LEAST = 100  # of what is called the least: after ten, a reader who drags may find less


class CentersByHandExplorer(Explorer):
    """Centers that are dragged: each point pays the squared distance to the nearest, and bars add up what they pay."""

    on_site = ("data", "c")

    def __init__(self):
        self._plane = functools.cache(lambda name: Plane.of(name, CMEANS_DATA[name]()))
        self._least = functools.cache(
            lambda name, c: c_means(self._plane(name).X, c, n_starts=STARTS_OF_LEAST, exchange=True).objective
        )
        super().__init__()

    def controls(self):
        return {
            "c": slider(1, MOST_CLUSTERS, 2, "centers"),
            "data": choice(CMEANS_DATA, "data"),
            "centers": cloud("centers", of=("c", "data"), most=MOST_CLUSTERS, grows=False),
        }

    def scene(self, c, data, centers):
        plane, turn = self._plane(data), 2 * np.pi * np.arange(c) / c + 2
        V = (
            0.8 * np.column_stack([np.cos(turn), np.sin(turn)])
            if centers is None
            else plane.standardized(centers)
        )
        D2 = squared_euclidean(plane.X, V)
        labels, paid, least = D2.argmin(axis=1), D2.min(axis=1), self._least(data, c)
        scores = -squared_euclidean(plane.grid.points, V).T.reshape(
            c, *map(len, (plane.grid.y, plane.grid.x))
        )
        shown = plane.in_units(V)
        spokes = np.stack([plane.shown, shown[labels]], axis=1).reshape(-1, 2)
        in_plane = Panel(
            [
                divided(plane.view, scores),
                Segments(*spokes.T, "faint", 0.7),
                Points(*plane.shown.T, kinds_of(labels), 0.8),
                Points(*shown.T, "prototype", label="center", hold="centers"),
            ],
            **plane.axes,
            title=f"together they pay {paid.sum():.0f}",
        )
        bars = Panel(
            [
                *(Bars([k + 1], [paid[labels == k].sum()], color=CLASSES[k]) for k in range(c)),
                Bars([0], [paid.sum()], color="gray"),
                Rule(least, "y", "green", 2, "dashed", label="the least that c-means finds"),
            ],
            Axis("", (-0.6, c + 0.6), range(c + 1), ["all", *map(str, range(1, c + 1))]),
            Axis("sum of squared distances (sd²)", (0, round_up(1.02 * max(paid.sum(), least)))),
            title="what is paid at each center",
            at=(0, 1),
        )
        said = (
            f"With {'this center' if c == 1 else f'these {c} centers'} the points pay {paid.sum():.0f} squared "
            f"standard deviations together. The least that c-means finds is {least:.0f}."
        )
        return Scene([in_plane, bars], said, columns=(1.4, 1), aspect=0.46)


class CMeansStepper(Explorer):
    """c-means half step by half step: who moves, where the prototypes go, and how J falls.

    The regions are those of the prototypes shown, so after an update the points that lie in a region of another color
    are those that move next. The points, and the places from which the prototypes start, are taken hold of.

    Parameters
    ----------
    data : Dataset of two columns, or (n, 2) array_like, or None
        What to show first. Columns are standardized; the picture is in the units of the data.
    """

    def __init__(self, data=None):
        self.data = own_first(data, CMEANS_DATA)
        self._plane = functools.cache(lambda name: Plane.of(name, self.data[name]()))
        self._run = functools.lru_cache(maxsize=128)(self._compute_run)
        super().__init__()

    def controls(self):
        return {
            "step": steps("half step"),
            "n_clusters": slider(2, MOST_CLUSTERS, 3, "clusters c"),
            "start": choice(CMEANS_STARTS, "start"),
            "seed": slider(0, 19, 0, "random start no."),
            "data": choice(self.data, "data"),
            "starts": cloud(
                "starts", of=("n_clusters", "start", "seed", "data"), most=MOST_CLUSTERS, grows=False
            ),
            "points": cloud("points", of="data", least=MOST_CLUSTERS, most=600),
        }

    def scene(self, step, n_clusters, start, seed, data, starts, points):
        plane = self._plane(data)
        shown = plane.shown if points is None else np.array(points)
        run = self._run(n_clusters, start, seed, data, starts, points)
        step = min(step, len(run) - 1)
        return Scene(
            [self._in_plane(plane, shown, run, step), *self._progress(run, step)],
            self._text(data, run, step, start if starts is None else "placed by hand"),
            columns=(1.5, 1),
            rows=(1.6, 1),
            aspect=0.52,
            ends={"step": len(run) - 1},
        )

    def _compute_run(self, n_clusters, start, seed, data, starts, points):
        plane = self._plane(data)
        # The start is drawn among the points as they were, so that it stays where it is when one of them is moved.
        V = (
            CMEANS_STARTS[start](plane.X, n_clusters, np.random.default_rng(seed))
            if starts is None
            else plane.standardized(starts)
        )
        return c_means_steps(plane.X if points is None else plane.standardized(points), V)

    def _in_plane(self, plane, shown, run, step):
        now, grid = run[step], plane.grid
        D2 = squared_euclidean(grid.points, now.prototypes)
        path = plane.in_units([s.prototypes for s in run[: step + 1]])
        moved = now.labels != run[max(step - 1, 0)].labels
        return Panel(
            [
                divided(plane.view, -D2.T.reshape(-1, len(grid.y), len(grid.x))),
                Points(*shown.T, kinds_of(now.labels), 0.85, hold="points"),
                Points(*shown[moved].T, "moved", label="has just moved"),
                *(Curve(*trail.T, width=1.2, dash="dotted") for trail in path.swapaxes(0, 1)),
                Points(*path[0].T, "prototype", 0.6, label="where it started", hold="starts"),
                Points(*path[-1].T, "prototype", label="prototype"),
            ],
            **plane.axes,
            title=f"half step {step} of {len(run) - 1}: {HALF_STEPS[now.kind]}, J = {number(now.objective)}",
            span=(2, 1),
        )

    def _progress(self, run, step):
        """Two panels: how J falls, and how many points moved."""
        done = run[: step + 1]
        at, objective = np.arange(len(run)), np.array([s.objective for s in run])
        moves, updates = np.array([s.n_moved for s in run]), np.array([s.kind == "update" for s in done])
        places = (-0.5, round_up(len(run)) - 0.5)
        falling = Panel(
            [
                Curve(at, objective, "faint", 1.2),
                Curve(at[: step + 1], objective[: step + 1], width=1.4),
                Points(
                    at[: step + 1],
                    objective[: step + 1],
                    np.where(updates, "goal", "dot"),
                    0.75,
                    label={"dot": "after an assignment", "goal": "after an update"},
                ),
            ],
            Axis("", places),
            Axis("", (0, round_up(1.05 * objective[0]))),
            title="J(U, V)",
            at=(0, 1),
        )
        bars = Panel(
            [Bars(at[: step + 1], moves[: step + 1], wide=0.5)],
            Axis("half step", places),
            Axis("", (0, round_up(1.05 * max(1, moves.max())))),
            title="points that moved",
            at=(1, 1),
        )
        return falling, bars

    def _text(self, data, run, step, start):
        now = run[step]
        done = {
            "start": f"The points are at the nearest of {len(now.prototypes)} prototypes ({start})",
            "assign": f"Assignment: {count(now.n_moved, 'point')} moved to a nearer prototype",
            "update": "Update: each prototype moved to the mean of its cluster",
        }[now.kind]
        sizes = np.bincount(now.labels, minlength=len(now.prototypes))
        return (
            f"c-means on {data}, half step {step} of {len(run) - 1}. {done}. "
            f"J = {number(now.objective)}, at the end {number(run[-1].objective)}. "
            f"Clusters of {', '.join(map(str, sizes))} points."
        )
