"""Explorers of chapter 04: an alarm line for digits, and the shares of outliers and of support vectors as n grows."""

import functools

import numpy as np

from kernelcourse.drawing.controls import choice, log_slider, slider
from kernelcourse.drawing.data_planes import Plane, name_of
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Curve, Handle, Points, Rule, cells, shaded
from kernelcourse.drawing.scene import Axis, Panel, Scene, certified
from kernelcourse.drawing.words import KIND_LABELS, OUTLIER, SURFACE, number, say_kinds
from kernelsy19 import ball
from kernelsy19.datasets import faithful, moons, pima, usps
from kernelsy19.gram import MatrixGram
from kernelsy19.kernels import RBF

LARGEST = 400

SIZES = (10, 14, 20, 28, 40, 57, 80, 113, 160, 226, 320, LARGEST)


def _pima():
    data = pima().columns("glucose", "bmi").where_recorded()
    return data.in_order(shuffle=4).rows(slice(LARGEST))


NU_DATA = {
    "normal": lambda: np.random.default_rng(0).normal(size=(LARGEST, 2)),
    "uniform on a square": lambda: np.random.default_rng(1).uniform(-1, 1, size=(LARGEST, 2)),
    "25 places, repeated": lambda: np.random.default_rng(2).integers(-2, 3, size=(LARGEST, 2)).astype(float),
    "moons": lambda: moons(LARGEST).rows(np.random.default_rng(5).permutation(LARGEST)),
    "faithful": lambda: faithful().in_order(shuffle=3),
    "pima: glucose, bmi": _pima,
}

TO_COUNT = 1e-10  # KKT residual at which rounding no longer decides which points are counted

MOST_SEEN, TOMORROW = 800, 300  # digits of today, and those that come later
SHEET = (4, 6)  # rows and columns of those that are shown
DIGIT_KERNEL = RBF(gamma=1 / 512)


class AlarmLineExplorer(Explorer):
    """A ball around the digits of today leaves out some of them: for how many of tomorrow's does it raise an alarm?"""

    def __init__(self):
        # The test set is harder, which would not be the fault of the ball.
        digits = usps().train.in_order(shuffle=0)
        self._today = digits.rows(slice(MOST_SEEN))
        self._tomorrow = digits.rows(slice(MOST_SEEN, MOST_SEEN + TOMORROW))
        self._distances = functools.lru_cache(maxsize=512)(self._compute_distances)
        super().__init__()

    def controls(self):
        return {
            "share": slider(1, 20, 5, "share to give up", "%"),
            "n": slider(100, MOST_SEEN, 400, "digits of today", step=50),
        }

    def scene(self, share, n):
        today, tomorrow = self._distances(share, n)
        rings, given_up = int((tomorrow > 1).sum()), int((today > 1 + 1e-6).sum())
        ranked = Panel(
            [
                Rule(1, "y", "vermillion", 1.6, "dashed", label="alarm line"),
                *(
                    Curve(
                        100 * np.arange(len(d)) / (len(d) - 1), np.sort(d)[::-1], color, 2.2, dash, label=name
                    )
                    for d, color, dash, name in (
                        (today, "gray", "solid", "today"),
                        (tomorrow, "blue", "solid", "tomorrow"),
                    )
                ),
                Handle("share", share, 1.0, "share to give up", "x", "now"),
            ],
            Axis("digits, the strangest first (%)", (0, 50)),
            Axis("squared distance from the center / R²", (0.95, 1.2)),
            title=f"alarms: {given_up} of {n} today, {rings} of {TOMORROW} tomorrow",
        )
        order = np.argsort(-tomorrow, kind="stable")[: SHEET[0] * SHEET[1]]
        ink = (1 + self._tomorrow.images[order]) * np.where(tomorrow[order] > 1, 1, 0.3)[:, None, None]
        ink = np.pad(ink, ((0, 0), (2, 2), (2, 2)))
        sheet = ink.reshape(*SHEET, 20, 20).swapaxes(1, 2).reshape(20 * SHEET[0], -1)
        strangest = Panel(
            [cells(sheet, scale=(0, 2))],
            title="tomorrow's strangest; faint: no alarm",
            at=(0, 1),
            equal=True,
            framed=False,
        )
        said = (
            f"The ball leaves out {given_up} of the {n} digits that it has seen, {given_up / n:.0%}. Tomorrow it "
            f"raises an alarm for {rings} of {TOMORROW}, {rings / TOMORROW:.0%}."
        )
        return Scene([ranked, strangest], said, columns=(1, 1.1), aspect=0.48)

    def _compute_distances(self, share, n):
        """Squared distances of the digits of today and of tomorrow from the center, in units of R²."""
        X, Z = self._today.X[:n], self._tomorrow.X
        solution = ball.solve_dual(MatrixGram(DIGIT_KERNEL(X), psd=True), share / 100)
        return solution.squared_distances / solution.R2, 1 - ball.decision_function(
            DIGIT_KERNEL, X, solution, Z
        ) / solution.R2


class NuPropertyExplorer(Explorer):
    """The ν-property: n points, and both shares for every smaller and larger sample of the same data.

    Parameters
    ----------
    data : Dataset of two columns, (n, 2) array_like or None for the sets of `NU_DATA`; the first n points are taken
    """

    def __init__(self, data=None):
        self.data = NU_DATA if data is None else {name_of(data): lambda: data}
        self._plane = functools.cache(lambda name: Plane.of(name, self.data[name]()))
        self._gram = functools.lru_cache(maxsize=16)(self._compute_gram)
        self._path = functools.lru_cache(maxsize=256)(self._compute_path)
        super().__init__()

    def controls(self):
        return {
            "n": slider(10, LARGEST, 60, "points n"),
            "nu": slider(0.01, 1.0, 0.2, "share ν", step=0.01),
            "gamma": log_slider(-1.5, 1.5, 0, "inverse width γ", "per sd²"),
            "data": choice(self.data, "data"),
        }

    def scene(self, n, nu, gamma, data):
        plane = self._plane(data)
        n = min(n, len(plane.shown))
        solution = self._solve(gamma, data, nu, n)
        out, vectors = float(solution.outlier.mean()), float((~solution.inside).mean())
        said = (
            f"{n} points ({data}), RBF, γ = {number(gamma)}, ν = {number(nu)}, νn = {number(nu * n)}: "
            f"{say_kinds(solution.kinds)}. Outliers are {out:.1%}, at most ν; "
            f"support vectors {vectors:.1%}, at least ν."
        )
        panels = self._in_plane(plane, n, gamma, solution), self._shares(gamma, data, nu, n, out, vectors)
        return Scene(panels, said, columns=(1, 1.15), aspect=0.48, certificate=certified(solution))

    def _in_plane(self, plane, n, gamma, solution):
        grid, kinds = plane.grid, solution.kinds
        values = ball.decision_on_grid(RBF(gamma=gamma), plane.X[:n], solution, grid.x, grid.y)
        n_out, n_on = (int(np.sum(kinds == kind)) for kind in (OUTLIER, SURFACE))
        return Panel(
            [
                shaded(plane.view, values, label="boundary, R²"),
                Points(*plane.shown[:n].T, kinds, label=KIND_LABELS),
            ],
            **plane.axes,
            title=f"{n} points: {n_out} outside, {n_on} on the surface",
        )

    def _shares(self, gamma, data, nu, n, out, vectors):
        sizes, vectors_path, outliers_path = self._path(gamma, data, nu)
        return Panel(
            [
                Rule(nu, "y", "gray", 1.6, "dotted", label="ν"),
                Curve(sizes, vectors_path, "blue", kind="surface", label="share of support vectors"),
                Curve(
                    sizes,
                    outliers_path,
                    "vermillion",
                    dash="dashed",
                    kind="outlier",
                    label="share of outliers",
                ),
                Rule(n),
                Points([n, n], [vectors, out], ["surface", "outlier"], 1.5),
                Handle("n", n, -0.05, "points n", "x", "dot"),
                Handle("nu", 9.3, nu, "share ν", "y", "dot"),
            ],
            Axis("n", (8.7, 1.1 * LARGEST), ticks=(10, 20, 50, 100, 200, 400), scale="log"),
            Axis("share of the points", (-0.1, 1.04), ticks=np.linspace(0, 1, 6)),
            title=f"outliers {out:.1%} ≤ ν = {nu:.0%} ≤ {vectors:.1%} support vectors",
            at=(0, 1),
        )

    def _compute_gram(self, gamma, data):
        return RBF(gamma=gamma)(self._plane(data).X)

    def _solve(self, gamma, data, nu, n):
        return ball.solve_dual(MatrixGram(self._gram(gamma, data)[:n, :n], psd=True), nu, TO_COUNT)

    def _compute_path(self, gamma, data, nu):
        """Sizes of samples, and for each the share of support vectors and of outliers."""
        total = len(self._plane(data).X)
        sizes = [size for size in SIZES if size < total] + [total]
        solutions = [self._solve(gamma, data, nu, size) for size in sizes]
        return sizes, [1 - s.inside.mean() for s in solutions], [s.outlier.mean() for s in solutions]
