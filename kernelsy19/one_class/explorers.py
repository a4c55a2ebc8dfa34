"""The explorer of chapter 04: the shares of outliers and of support vectors as n grows."""

import functools

import numpy as np
from matplotlib.lines import Line2D

from kernelsy19 import ball
from kernelsy19.course import drawing, picture
from kernelsy19.course.artists import Field, KindMarks, Scene, plain_marks
from kernelsy19.course.explorers import Explorer, choice, log_slider, slider
from kernelsy19.course.picture import BLUE, GRAY, OUTLIER, SURFACE, VERMILLION, name_of, number
from kernelsy19.datasets import faithful, moons, pima
from kernelsy19.engine.gram import MatrixGram
from kernelsy19.kernels import RBF

LARGEST = 400


SIZES = (10, 14, 20, 28, 40, 57, 80, 113, 160, 226, 320, LARGEST)


def _normal():
    return np.random.default_rng(0).normal(size=(LARGEST, 2))


def _uniform():
    return np.random.default_rng(1).uniform(-1, 1, size=(LARGEST, 2))


def _repeated():
    return np.random.default_rng(2).integers(-2, 3, size=(LARGEST, 2)).astype(float)


def _faithful():
    return faithful().rows(np.random.default_rng(3).permutation(272))


def _pima():
    data = pima().columns("glucose", "bmi").where_recorded()
    return data.rows(np.random.default_rng(4).permutation(len(data))[:LARGEST])


def _moons():
    return moons(LARGEST).rows(np.random.default_rng(5).permutation(LARGEST))


NU_DATA = {
    "normal": _normal,
    "uniform on a square": _uniform,
    "25 places, repeated": _repeated,
    "moons": _moons,
    "faithful": _faithful,
    "pima: glucose, bmi": _pima,
}


class NuPropertyExplorer(Explorer):
    """The ν-property: n points, and both shares for every smaller and larger sample of the same data.

    Parameters
    ----------
    data : Dataset of two columns, (n, 2) array_like or None for the sets of `NU_DATA`; the first n points are taken
    """

    size = (10.0, 4.6)

    def __init__(self, data=None):
        self.data = NU_DATA if data is None else {name_of(data): lambda: data}
        self._scene = functools.cache(self._make_scene)
        self._gram = functools.lru_cache(maxsize=16)(self._compute_gram)
        self._path = functools.lru_cache(maxsize=256)(self._compute_path)
        super().__init__()

    def _make_scene(self, data):
        return Scene.of(data, self.data[data]())

    def controls(self):
        return {
            "n": slider(10, LARGEST, 60, "points n"),
            "nu": slider(0.01, 1.0, 0.2, "share ν", step=0.01),
            "gamma": log_slider(-1.5, 1.5, 0, "inverse width γ", "per sd²"),
            "data": choice(self.data, "data"),
        }

    def draw(self, figure):
        panels = figure.add_gridspec(1, 2, width_ratios=(1, 1.15))
        plane, shares = (figure.add_subplot(panels[0, column]) for column in (0, 1))
        self.field = Field(plane, picture.FIELD)
        self.kinds = KindMarks(plane)
        plane.add_line(Line2D([], [], color="black", label="boundary, R²"))
        plane.set_title(" ")
        self.plane_axes, self.title = plane, plane.title
        self._draw_shares(shares)
        drawing.legend_below(figure, plane, shares, columns=4)
        moving = [
            self.title,
            self.vectors,
            self.outliers,
            self.level,
            self.now,
            self.now_vectors,
            self.now_outliers,
        ]
        return [*self.field.moving, *self.kinds.moving, self.shares_title, *moving]

    def _draw_shares(self, axes):
        (self.level,) = axes.plot([10, LARGEST], [0, 0], color=GRAY, linestyle=":", linewidth=1.6, label="ν")
        (self.vectors,) = axes.plot(
            [], [], color=BLUE, marker="D", markersize=4, label="share of support vectors"
        )
        (self.outliers,) = axes.plot(
            [], [], color=VERMILLION, marker="X", markersize=5, linestyle="--", label="share of outliers"
        )
        self.now = axes.axvline(10, color="black", linewidth=1.0)
        self.now_vectors = plain_marks(axes, marker="D", ms=9, mfc=BLUE, mec="black")
        self.now_outliers = plain_marks(axes, marker="X", ms=10, mfc=VERMILLION, mec="black")
        axes.set(
            xscale="log",
            xlim=(9, 1.1 * LARGEST),
            ylim=(-0.03, 1.03),
            xlabel="n",
            ylabel="share of the points",
        )
        axes.set_xticks([10, 20, 50, 100, 200, 400], ["10", "20", "50", "100", "200", "400"])
        axes.minorticks_off()
        axes.set_title(" ")
        self.shares_title = axes.title

    def update(self, n, nu, gamma, data):
        scene, k = self._scene(data), RBF(gamma=gamma)
        n = min(n, len(scene.X))
        solution = self._solve(k, data, nu, n)
        kinds = solution.kinds
        out, vectors = float((kinds == OUTLIER).mean()), float((kinds != picture.INSIDE).mean())
        values = ball.decision_on_grid(k, scene.X[:n], solution, scene.grid.x, scene.grid.y)
        self.field.show(scene.plane, values)
        self.kinds.show(scene.shown[:n], kinds)
        scene.name_axes(self.plane_axes)
        n_out, n_on = (int(np.sum(kinds == kind)) for kind in (OUTLIER, SURFACE))
        self.title.set_text(f"{n} points: {n_out} outside, {n_on} on the surface")
        self._show_shares(self._path(gamma, data, nu), n, nu, out, vectors)
        return (
            f"{n} points ({scene.name}), RBF, γ = {number(gamma)}, ν = {number(nu)}, νn = {number(nu * n)}: "
            f"{drawing.say_kinds(kinds)}. Outliers are {out:.1%}, at most ν; support vectors {vectors:.1%}, at least ν."
        )

    def _show_shares(self, path, n, nu, out, vectors):
        sizes, vectors_path, outliers_path = path
        self.vectors.set_data(sizes, vectors_path)
        self.outliers.set_data(sizes, outliers_path)
        self.level.set_ydata([nu, nu])
        self.now.set_xdata([n, n])
        self.now_vectors.set_data([n], [vectors])
        self.now_outliers.set_data([n], [out])
        self.shares_title.set_text(f"outliers {out:.1%} ≤ ν = {nu:.0%} ≤ {vectors:.1%} support vectors")

    def _compute_gram(self, gamma, data):
        return RBF(gamma=gamma)(self._scene(data).X)

    def _solve(self, k, data, nu, n):
        return ball.solve_dual(MatrixGram(self._gram(k.gamma, data)[:n, :n], psd=True), nu)

    def _compute_path(self, gamma, data, nu):
        """Sizes of samples, and for each the share of support vectors and of outliers."""
        total = len(self._scene(data).X)
        sizes = [size for size in SIZES if size < total] + [total]
        solutions = [self._solve(RBF(gamma=gamma), data, nu, size) for size in sizes]
        return sizes, [1 - s.inside.mean() for s in solutions], [s.outlier.mean() for s in solutions]
