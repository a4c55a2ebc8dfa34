"""The explorer of chapter 16: landmarks that are chosen one by one, and what they leave."""

import functools

import numpy as np

from kernelsy19 import datasets
from kernelsy19.course import drawing, picture
from kernelsy19.course.artists import Field, plain_marks
from kernelsy19.course.explorers import Explorer, choice, log_slider, slider
from kernelsy19.course.picture import BLUE, GRAY, VERMILLION, count, number
from kernelsy19.kernels import RBF
from kernelsy19.landmarks.settings import with_far_points
from kernelsy19.landmarks.solve import PIVOT_RULES, choose, landmark_map

MOST = 60  # landmarks

SHARE_SHOWN = 1e-8  # share of the trace down to which it is drawn

RULE_NAMES = dict(
    zip(("RPCholesky", "the point of which most is left", "evenly drawn"), PIVOT_RULES, strict=True)
)

PLANES = {
    "spirals with far points": with_far_points,
    "faithful": lambda: datasets.faithful().standardized().X,
    "moons": lambda: datasets.moons(300).X,
}


class LandmarkExplorer(Explorer):
    """Landmarks among points of the plane, as their number, the rule, the kernel and the draw change.

    Left: the points, the landmarks, and where more than half of k(x, x) is left. Right: the share of the trace that is
    left after each landmark, and the smallest that so many features of any kind could leave.
    """

    size = (10.4, 4.8)

    def __init__(self):
        self._points = functools.cache(self._load)
        self._chosen = functools.lru_cache(maxsize=64)(self._choose)
        self._best = functools.lru_cache(maxsize=32)(self._best_possible)
        super().__init__()

    def controls(self):
        return {
            "m": slider(1, MOST, 12, "landmarks m", step=1),
            "rule": choice(RULE_NAMES, "chosen by"),
            "gamma": log_slider(-1.5, 1.5, 0.5, "inverse width γ", step=0.25),
            "seed": slider(0, 9, 0, "draw", step=1),
            "data": choice(PLANES, "data"),
        }

    def draw(self, figure):
        plane, curve = figure.subplots(1, 2, width_ratios=(1, 1.05))
        self.field = Field(plane, picture.FIELD)
        self.points = plain_marks(plane, marker=".", markersize=4, color=GRAY, label="points")
        self.marks = plain_marks(
            plane, marker="X", markersize=9, color=VERMILLION, markeredgecolor="black", label="landmarks"
        )
        plane.set(title="orange: more than half is left", xlabel="x₁", ylabel="x₂")
        self.plane = plane
        (self.left,) = curve.plot([], [], color=BLUE, label="left of the trace")
        (self.least,) = curve.plot(
            [], [], color="black", linestyle="--", linewidth=1.2, label="smallest possible"
        )
        (self.here,) = curve.plot([], [], "o", color=BLUE, markersize=9, label="this m")
        curve.set(
            yscale="log",
            xlim=(0, MOST + 1),
            ylim=(SHARE_SHOWN, 1.5),
            xlabel="landmarks m",
            title="share of the trace",
        )
        drawing.legend_below(figure, plane, curve, columns=5)
        return [*self.field.moving, self.points, self.marks, self.left, self.least, self.here]

    def update(self, m, rule, gamma, seed, data):
        X, grid = self._points(data)
        found = self._chosen(RULE_NAMES[rule], gamma, int(seed), data)
        least = self._best(gamma, data)
        m = min(int(m), len(found.indices))
        features = landmark_map(RBF(gamma), X[found.indices[:m]])
        self.field.show(
            grid, 0.5 - grid.evaluate(lambda z: 1 - (features(z) ** 2).sum(axis=1)), scales=(0.5, 0.5)
        )
        self.points.set_data(*X.T)
        self.marks.set_data(*X[found.indices[:m]].T)
        self.left.set_data(np.arange(1, len(found.left) + 1), np.maximum(found.left, SHARE_SHOWN))
        self.least.set_data(np.arange(1, MOST + 1), np.maximum(least, SHARE_SHOWN))
        self.here.set_data([m], [max(found.left[m - 1], SHARE_SHOWN)])
        if self.plane.get_xlim() != grid.extent[:2]:  # new limits draw the whole plane anew
            self.plane.set(xlim=grid.extent[:2], ylim=grid.extent[2:])
        return (
            f"{count(m, 'landmark')} among {count(len(X), 'point')} of {data}, chosen by: {rule}; RBF kernel, γ = "
            f"{number(gamma)}. They leave {found.left[m - 1]:.2%} of the trace of K; {m} features of any kind leave at "
            f"least {least[m - 1]:.2%}."
        )

    def _load(self, name):
        X = PLANES[name]()
        return X, drawing.Grid.square(X, size=70, margin=0.08)

    def _choose(self, rule, gamma, seed, data):
        return choose(RBF(gamma).gram(self._points(data)[0]), MOST, rule, seed)

    def _best_possible(self, gamma, data):
        values = np.linalg.eigvalsh(RBF(gamma)(self._points(data)[0]))[::-1]
        return np.maximum(0, 1 - np.cumsum(values)[:MOST] / values.sum())
