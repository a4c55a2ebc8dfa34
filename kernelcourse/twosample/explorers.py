"""Explorers of chapter 17: the means of two samples as curves; the witness in the plane, and a test by shuffling."""

import functools

import numpy as np

from kernelcourse.drawing.appearance import kinds_of
from kernelcourse.drawing.controls import choice, cloud, log_slider, slider
from kernelcourse.drawing.data_planes import Grid
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Area, Curve, Handle, Points, shaded
from kernelcourse.drawing.scene import Axis, Panel, Scene
from kernelcourse.drawing.words import number
from kernelcourse.twosample.figures import shuffled_panel
from kernelsy19.kernels import RBF
from kernelsy19.twosample.equations import biased_mmd2
from kernelsy19.twosample.solve import two_sample_test

SAMPLE_NAMES = ("sample X", "sample Y")
LEGEND = {f"class {c}": name for c, name in enumerate(SAMPLE_NAMES)}
SHUFFLES_SHOWN = 199
EACH = 40  # points of a sample in the plane
HALF_PLANE = 4.0  # of the plane, on each side of 0


class TwoMeansExplorer(Explorer):
    """Two samples of numbers, and the means of their mapped points as curves, as one sample moves."""

    def __init__(self):
        rng = np.random.default_rng(17)
        self._x, self._y = np.sort(rng.normal(size=(2, 15)))
        super().__init__()

    def controls(self):
        return {
            "shift": slider(-3.0, 3.0, 1.0, "Y is moved by", "sd", step=0.1),
            "gamma": log_slider(-1.0, 2.0, 0.5, "inverse width γ", "per sd²", step=0.25),
        }

    def scene(self, shift, gamma):
        k, places = RBF(gamma), np.linspace(-5, 5, 241)
        x, y = self._x, self._y + shift
        of_x, of_y = (k(places[:, None], points[:, None]).mean(axis=1) for points in (x, y))
        mmd2 = biased_mmd2(k(x[:, None]), k(x[:, None], y[:, None]), k(y[:, None]))
        low = -0.14
        panel = Panel(
            [
                Area(places, of_x, of_y, color="faint", label="their difference f"),
                Curve(places, of_x, "blue", 2.2, label="mean of X"),
                Curve(places, of_y, "orange", 2.2, "dashed", label="mean of Y"),
                Points(x, np.full(len(x), low / 3), "class 0", 0.8, label="X"),
                Points(y, np.full(len(y), 2 * low / 3), "class 1", 0.8, label="Y"),
                Handle("shift", shift, 2 * low / 3, "Y is moved by", "x", "now"),
            ],
            Axis("place z", (-5, 5)),
            Axis("mean kernel value", (low, 1.0)),
            title=f"MMD² = {mmd2:.3f}",
        )
        said = (
            f"Two samples of {len(x)} numbers. Each curve is the mean of the bumps that its points carry; the "
            f"squared distance of the two means, as vectors of the feature space, is {mmd2:.3f}."
        )
        return Scene([panel], said, aspect=0.42)


def _turned(rng, size):
    """Normal with correlation: each coordinate alone is distributed as before."""
    a, b = rng.normal(size=(2, EACH))
    return np.column_stack([a, 0.95 * size * a + np.sqrt(1 - (0.95 * size) ** 2) * b])


KINDS = {
    "moved": lambda rng, size: rng.normal(size=(EACH, 2)) + 1.5 * size * np.eye(2)[0],
    "wider": lambda rng, size: rng.normal(size=(EACH, 2)) * (1 + size),
    "turned": _turned,
    "no difference": lambda rng, size: rng.normal(size=(EACH, 2)),
}


class WitnessExplorer(Explorer):
    """Two samples in the plane, the function that tells them apart best, and what shuffles say of their distance."""

    on_site = ("gamma", "size")

    def __init__(self):
        self._samples = functools.lru_cache(maxsize=64)(self._both_samples)
        super().__init__()

    def controls(self):
        return {
            "gamma": log_slider(-3.0, 2.0, 0.0, "inverse width γ", "per unit²", step=0.25),
            "size": slider(0.0, 1.0, 0.6, "how different", step=0.1),
            "kind": choice(KINDS, "Y is"),
            "points": cloud("points", of=("kind", "size"), classes=SAMPLE_NAMES, least=4),
        }

    def scene(self, gamma, size, kind, points):
        rows = self._samples(kind, size) if points is None else np.array(points)
        Z, y = rows[:, :2], rows[:, 2].astype(int)
        n, m = (y == 0).sum(), (y == 1).sum()
        grid = Grid.square(
            np.array([[-HALF_PLANE, -HALF_PLANE], [HALF_PLANE, HALF_PLANE]]), size=60, margin=0.0
        )
        k, share = RBF(gamma), np.where(y == 0, 1 / max(n, 1), -1 / max(m, 1))
        f = k.sums_on_grid(grid.x, grid.y, Z, share)
        marks = [
            shaded(grid, f, (), palette="field"),
            shaded(grid, f, palette="", label="f = 0"),
            Points(*Z.T, kinds_of(y), label=LEGEND, hold="points", classes=rows[:, 2]),
        ]
        limits = (-HALF_PLANE, HALF_PLANE)
        plane = Panel(
            marks, Axis("x₁", limits), Axis("x₂", limits), title="the witness f", equal=True, grid=False
        )
        if min(n, m) < 2:
            said = "Each sample must have at least two points, so that there are pairs of different ones."
            return Scene([plane], said, columns=(1, 1), aspect=0.5)
        test = two_sample_test(Z[y == 0], Z[y == 1], k, SHUFFLES_SHOWN)
        said = (
            f"{n} points of X and {m} of Y ({kind}{'' if points is None else ', with points of your own'}). The plane "
            f"is blue where the witness is positive. MMD², unbiased, is {number(test.mmd2)}; of {SHUFFLES_SHOWN} "
            f"shuffles {round(test.p_value * (SHUFFLES_SHOWN + 1)) - 1} give as much or more: p = {test.p_value:.3f}."
        )
        shuffles = shuffled_panel(test, f"{SHUFFLES_SHOWN} shuffles: p = {test.p_value:.3f}", (0, 1))
        return Scene([plane, shuffles], said, columns=(1, 1.1), aspect=0.5)

    def _both_samples(self, kind, size):
        rng = np.random.default_rng(1)
        X = rng.normal(size=(EACH, 2))
        both = np.clip(np.concatenate([X, KINDS[kind](rng, size)]), -HALF_PLANE, HALF_PLANE).round(3)
        return np.column_stack([both, np.repeat([0.0, 1.0], EACH)])
