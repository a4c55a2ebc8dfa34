"""Explorers of chapter 16: a few columns that tell the others; landmarks, one by one, and what they leave."""

import functools

import numpy as np

from kernelcourse.drawing.controls import choice, cloud, log_slider, slider
from kernelcourse.drawing.data_planes import Grid, labeled_points
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Curve, Handle, Points, cells, shaded
from kernelcourse.drawing.scene import Axis, Panel, Scene
from kernelcourse.drawing.words import count, number
from kernelcourse.landmarks.draws import with_far_points
from kernelsy19 import datasets
from kernelsy19.kernels import RBF
from kernelsy19.landmarks.solve import PIVOT_RULES, choose, landmark_map

MOST = 60  # landmarks

SHARE_SHOWN = 1e-8  # share of the trace down to which it is drawn

RULE_NAMES = dict(
    zip(("RPCholesky", "the point of which most is left", "evenly drawn"), PIVOT_RULES, strict=True)
)

GREEDY = "the point of which most is left"

AMONG_FAR = "spirals with far points"
FAR_NARROWED = {
    "scale": "symlog",
    "straight": 1.3,
    "ticks": (-4, -1, 0, 1, 4),
}  # else the spirals fill a sixth

PLANES = {
    AMONG_FAR: with_far_points,
    "faithful": lambda: datasets.faithful().in_order().standardized(),
    "moons": lambda: datasets.moons(300).X,
}

FEWEST = 20  # columns, at most, that are taken by hand


class FewColumnsExplorer(Explorer):
    """A Gram matrix, a few of its columns, and what they tell about all the others."""

    def __init__(self):
        eruptions = datasets.faithful().in_order().standardized().X
        self._X = eruptions[np.argsort(eruptions.sum(axis=1), kind="stable")][::4]
        super().__init__()

    def controls(self):
        return {
            "m": slider(1, FEWEST, 3, "columns m"),
            "gamma": log_slider(-1.5, 1.5, -0.5, "inverse width γ", "per sd²", step=0.25),
        }

    def scene(self, m, gamma):
        K, n = RBF(gamma)(self._X), len(self._X)
        taken = choose(RBF(gamma).gram(self._X), m, RULE_NAMES[GREEDY], 0).indices[:m]
        told = K[:, taken] @ np.linalg.lstsq(K[np.ix_(taken, taken)], K[taken], rcond=1e-12)[0]
        worst = float(np.abs(K - told).max())
        few = np.zeros_like(K)
        few[:, taken] = K[:, taken]
        panels = [
            Panel([cells(M, scale=(0, 1))], title=title, at=(0, k), equal=True, framed=False)
            for k, (M, title) in enumerate(
                [(K, f"all {n} columns"), (few, f"{m} of them"), (told, "what they tell")]
            )
        ]
        said = (
            f"Kernel values of {n} eruptions, the stronger the more alike. From {count(m, 'column')}, each other value "
            f"is told with an error of at most {worst:.2f}: {m * n} numbers rather than {n * n}."
        )
        return Scene(panels, said, columns=(1, 1, 1), aspect=0.36)


class LandmarkExplorer(Explorer):
    """Landmarks among points of the plane, as their number, the rule, the kernel, the draw and the points change.

    Left: the points, each as large as what is left of it, the landmarks, and where half of k(x, x) is left. Right: the
    share of the trace that is left after each landmark, and the smallest that so many features of any kind could leave.
    """

    def __init__(self):
        self._plane = functools.cache(self._load)
        self._chosen = functools.lru_cache(maxsize=64)(self._choose)
        self._best = functools.lru_cache(maxsize=32)(self._best_possible)
        super().__init__()

    def controls(self):
        return {
            "m": slider(1, MOST, 12, "landmarks m"),
            "rule": choice(RULE_NAMES, "chosen by"),
            "gamma": log_slider(-1.5, 1.5, 0.5, "inverse width γ", "per unit²", step=0.25),
            "seed": slider(0, 9, 0, "draw"),
            "data": choice(PLANES, "data"),
            "points": cloud("points", of="data", least=2),
        }

    def scene(self, m, rule, gamma, seed, data, points):
        X, features, grid = self._plane(data)
        X = X if points is None else np.array(points)
        found, least = self._chosen(rule, gamma, seed, data, points), self._best(gamma, data, points)
        m, asked = min(m, len(found.indices)), m
        Z, left = X[found.indices[:m]], found.left[m - 1]
        of, numbers = landmark_map(RBF(gamma), Z), np.arange(1, MOST + 1)
        values = grid.evaluate(lambda places: (of(places) ** 2).sum(axis=1)) - 0.5
        left_at = np.clip(1 - (of(X) ** 2).sum(axis=1), 0, 1)
        narrowed = data == AMONG_FAR
        axes = FAR_NARROWED if narrowed else {}
        lowest = max(min(least[-1], found.left[-1]), SHARE_SHOWN)
        plane = Panel(
            [
                shaded(grid, values, palette="", width=1.1, dash="dotted", label="half is left"),
                Points(*X.T, "sample", 0.6, hold="points"),
                Points(*X.T, "point", 1.3, np.sqrt(left_at), label="area: what is left of a point"),
                Points(*Z.T, "outlier", label="landmarks"),
            ],
            Axis(features[0] + narrowed * " (logarithmic beyond ±1.3)", grid.extent[:2], **axes),
            Axis(features[1], grid.extent[2:], **axes),
            title=f"{(left_at > 0.5).sum()} of {len(X)} points have more than half left",
            equal=not narrowed,
            grid=False,
        )
        curve = Panel(
            [
                Curve(numbers[: len(least)], least, "ink", 1.2, "dashed", label="smallest possible"),
                Curve(numbers[: len(found.left)], found.left, "blue", label="left of the trace"),
                Handle("m", m, max(left, SHARE_SHOWN), "landmarks m", "x", "dot"),
            ],
            Axis("landmarks m", (0, MOST + 1)),
            Axis("", (10 ** np.floor(np.log10(lowest)), 1.5), scale="log"),
            title="share of the trace",
            at=(0, 1),
        )
        shares = [f"{number(100 * s)}%" if s >= 1e-6 else "less than 0.0001%" for s in (left, least[m - 1])]
        said = (
            f"{count(m, 'landmark')} among {count(len(X), 'point')} of {data}"
            f"{'' if points is None else ', with points of your own'}, chosen by: {rule}; RBF kernel, γ = "
            f"{number(gamma)}. They leave {shares[0]} of the trace of K; the best {m} features of any kind leave "
            f"{shares[1]}.{' Nothing is left to choose more landmarks by.' if m < asked else ''}"
        )
        return Scene([plane, curve], said, columns=(1, 1.1), aspect=0.5)

    def _load(self, name):
        X, _, _, features = labeled_points(PLANES[name]())
        return X, features, Grid.square(X, size=80, margin=0.08)

    def _gram(self, gamma, data, points):
        return RBF(gamma).gram(self._plane(data)[0] if points is None else np.array(points))

    def _choose(self, rule, gamma, seed, data, points):
        return choose(self._gram(gamma, data, points), MOST, RULE_NAMES[rule], seed)

    def _best_possible(self, gamma, data, points):
        values = np.linalg.eigvalsh(self._gram(gamma, data, points).matrix())[::-1]
        return np.maximum(0, 1 - np.cumsum(values)[:MOST] / values.sum())
