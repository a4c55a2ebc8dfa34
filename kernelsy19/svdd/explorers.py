"""The explorer of chapter 13: a ball for two classes as its price, kernel, noise and target move."""

import functools

import numpy as np
from matplotlib.lines import Line2D

from kernelsy19 import datasets
from kernelsy19.course import drawing, picture
from kernelsy19.course.artists import Field, plain_marks, upright
from kernelsy19.course.drawing import Grid
from kernelsy19.course.explorers import Explorer, choice, log_slider, slider
from kernelsy19.course.picture import BLACK, BLUE, ORANGE, VERMILLION, number
from kernelsy19.engine.gram import MatrixGram
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.svdd import solve as svdd
from kernelsy19.svdd.figures import say_two_classes

TWO_CLASS_KERNELS = {
    "Gaussian (RBF)": lambda gamma: RBF(gamma=gamma),
    "linear": lambda gamma: Linear(),
    "polynomial, degree 2": lambda gamma: Polynomial(degree=2, gamma=gamma),
    "polynomial, degree 3": lambda gamma: Polynomial(degree=3, gamma=gamma),
}


MOON_POINTS = 120
MOON_PLANE = Grid(np.linspace(-2.2, 3.2, 100), np.linspace(-1.9, 2.4, 90))
EXPLORER_TOLERANCE = 1e-5  # KKT residual, in units of the variance: finer is not to be seen


class TwoClassExplorer(Explorer):
    """A ball around one of two moons.

    Left: the plane, with the boundary, rings at points on the surface and crosses at points on the wrong side. Right:
    the signed weight of each point against its depth in the ball, and below how many points it holds beside p − 1/C.
    """

    size = (10.4, 4.9)

    def __init__(self):
        self._gram = functools.lru_cache(maxsize=4)(self._compute_gram)
        super().__init__()

    def controls(self):
        return {
            "C": log_slider(-1.75, 0.25, -0.55, "price C"),
            "gamma": log_slider(-1.5, 1.5, 0, "inverse width γ"),
            "noise": slider(0.0, 0.7, 0.2, "noise (sd)", step=0.05),
            "kernel": choice(TWO_CLASS_KERNELS, "kernel"),
            "target": choice(("lower moon", "upper moon"), "target"),
        }

    def draw(self, figure):
        panels = figure.add_gridspec(2, 2, width_ratios=(1.3, 1), height_ratios=(3.2, 1))
        plane = figure.add_subplot(panels[:, 0])
        weights, counts = (figure.add_subplot(panels[row, 1]) for row in (0, 1))
        self._draw_plane(plane)
        self._draw_weights(weights)
        self._draw_counts(counts)
        drawing.legend_below(figure, plane, weights, counts, columns=6)
        return [
            *self.field.moving,
            *self.marks,
            self.title,
            self.stems,
            *self.heads,
            self.bar,
            self.bar_surface,
            self.wanted,
        ]

    def _draw_plane(self, axes):
        self.field = Field(axes, picture.FIELD)
        points = {"linestyle": "none", "markeredgecolor": "white", "markeredgewidth": 0.5}
        self.marks = [
            axes.plot([], [], "o", ms=5, mfc=BLUE, label="target", zorder=3, **points)[0],
            axes.plot([], [], "^", ms=5.5, mfc=ORANGE, label="outlier", zorder=3, **points)[0],
            plain_marks(axes, marker="o", ms=9, mfc="none", mec=BLACK, label="on the surface", zorder=4),
            plain_marks(axes, marker="x", ms=6, mec=VERMILLION, mew=1.6, label="on the wrong side", zorder=5),
        ]
        axes.add_line(Line2D([], [], color="black", label="boundary, R²"))
        self.field.fit(MOON_PLANE)
        axes.set(xlabel="x₁", ylabel="x₂", title=" ")
        self.title = axes.title

    def _draw_weights(self, axes):
        (self.stems,) = axes.plot([], [], color="#999999", linewidth=0.8)
        self.heads = [
            plain_marks(axes, marker="o", ms=4, mfc=BLUE, mec="none"),
            plain_marks(axes, marker="^", ms=4.5, mfc=ORANGE, mec="none"),
        ]
        for height in (-1, 1):
            axes.axhline(height, color="black", linestyle="--", linewidth=1.0)
        axes.axvline(0, color="black", linewidth=1.2)
        axes.set(xlim=(-1.08, 1.08), ylim=(-1.15, 1.15), xticks=[-1, 0, 1], yticks=[-1, 0, 1])
        axes.set_xticklabels(["farthest outside", "surface", "deepest inside"])
        axes.set(title="signed weight α'ᵢ / C")

    def _draw_counts(self, axes):
        (self.bar,) = axes.plot([], [], color=BLUE, linewidth=14, solid_capstyle="butt", label="in the ball")
        (self.bar_surface,) = axes.plot(
            [], [], color=picture.SKY, linewidth=14, solid_capstyle="butt", label="and on its surface"
        )
        self.wanted = axes.axvline(0, color=VERMILLION, linewidth=2, label="p − 1/C")
        axes.set(xlim=(0, MOON_POINTS // 2 + 12), ylim=(-1, 1), yticks=[], title="points, of both classes")

    def update(self, C, gamma, noise, kernel, target):
        self.show("gamma", kernel != "linear")
        k = TWO_CLASS_KERNELS[kernel](gamma)
        X, signs = self._points(noise, target)
        solution = svdd.solve_dual(self._gram(k, noise), signs, C, tol=EXPLORER_TOLERANCE)
        self._show_plane(k, X, solution)
        self._show_weights(solution)
        inside, surface = int(solution.inside.sum()), int(solution.surface.sum())
        wanted = np.count_nonzero(signs > 0) - 1 / solution.C
        self.bar.set_data([0, inside], [0, 0])
        self.bar_surface.set_data([inside, inside + surface], [0, 0])
        self.wanted.set_xdata([wanted, wanted])
        named = kernel if kernel == "linear" else f"{kernel}, γ = {number(gamma)}"
        tight = solution.duality_gap < 1e-3 * abs(solution.primal_objective)
        where = say_two_classes(signs, solution.inside, solution.surface, solution.misplaced)
        return (
            f"Ball around the {target}, kernel {named}, C = {number(solution.C)}, noise {number(noise)}: {where}. "
            f"p − 1/C = {number(wanted)}. Squared radius {number(solution.R2)}, "
            f"duality gap {'below' if tight else 'above'} a thousandth of the cost."
        )

    def _points(self, noise, target):
        data = datasets.moons(MOON_POINTS, noise=noise, rng=0)
        return data.X, np.where(data.y == (0 if target == "upper moon" else 1), 1.0, -1.0)

    def _compute_gram(self, kernel, noise):
        return MatrixGram(kernel(self._points(noise, "upper moon")[0]), psd=True)

    def _show_plane(self, k, X, solution):
        self.field.show(MOON_PLANE, svdd.decision_on_grid(k, X, solution, MOON_PLANE.x, MOON_PLANE.y))
        groups = (solution.y > 0, solution.y < 0, solution.surface, solution.misplaced)
        for artist, group in zip(self.marks, groups, strict=True):
            artist.set_data(*X[group].T)
        right = np.mean(~solution.misplaced)
        self.title.set_text(f"R² = {number(solution.R2)}: {right:.0%} on their own side")

    def _show_weights(self, solution):
        depth = np.where(solution.surface, 0.0, solution.R2 - solution.squared_distances)
        place = np.where(depth > 0, depth / max(depth.max(), 1e-12), depth / max(-depth.min(), 1e-12))
        share = solution.signed / solution.C
        self.stems.set_data(*upright(place, 0, share))
        for head, group in zip(self.heads, (solution.y > 0, solution.y < 0), strict=True):
            head.set_data(place[group], share[group])
