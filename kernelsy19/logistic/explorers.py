"""Explorers of chapter 11: kernel logistic regression as λ and the kernel move, and two ways to its minimum."""

import functools
from dataclasses import dataclass

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

from kernelsy19 import datasets
from kernelsy19.course import drawing
from kernelsy19.course.artists import Field, Scene, plain_marks, upright
from kernelsy19.course.explorers import Explorer, choice, log_slider, slider
from kernelsy19.course.picture import BLUE, COLORS, GRAY, MARKERS, VERMILLION, number
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.logistic import solve as logistic
from kernelsy19.logistic.equations import duality_gap, mean_loss_of_scores, probability, residual
from kernelsy19.logistic.figures import SHADES

KLR_KERNELS = {
    "Gaussian (RBF)": lambda gamma: RBF(gamma=gamma),
    "polynomial, degree 2": lambda gamma: Polynomial(degree=2, gamma=gamma),
    "polynomial, degree 3": lambda gamma: Polynomial(degree=3, gamma=gamma),
    "polynomial, degree 4": lambda gamma: Polynomial(degree=4, gamma=gamma),
    "linear, and a constant": lambda gamma: Linear() + 1,
}


def _alternating(data):
    """Every second row to learn from, and the others."""
    return data.rows(slice(0, None, 2)), data.rows(slice(1, None, 2))


KLR_DATA = {
    "moons": lambda: (datasets.moons(100, noise=0.25), datasets.moons(500, noise=0.25, rng=1)),
    "circles": lambda: (
        datasets.circles(100, factor=0.4, noise=0.2),
        datasets.circles(500, factor=0.4, noise=0.2, rng=1),
    ),
    "spirals": lambda: (datasets.spirals(120, noise=0.1), datasets.spirals(500, noise=0.1, rng=1)),
    "pima: glucose, bmi": lambda: _alternating(
        datasets.pima().columns("glucose", "bmi").where_recorded().rows(slice(None, None, 3))
    ),
}


LAMBDAS = 10.0 ** np.arange(-4, 3.1)  # of the curves of the loss


FARTHEST_SCORE = 8.0  # at which the curve of the probability ends; points with larger scores stand there


@dataclass(frozen=True)
class Classes:
    """Points to learn from and fresh ones, standardized by the former.

    Attributes
    ----------
    scene : Scene, of the points to learn from
    y : (n,) array of 0.0 and 1.0
    names : tuple of two str
    X_new : (m, 2) array
    y_new : (m,) array of 0.0 and 1.0
    """

    scene: Scene
    y: np.ndarray
    names: tuple
    X_new: np.ndarray
    y_new: np.ndarray

    @classmethod
    def of(cls, name, train, fresh):
        """Standardize two data sets of the plane by the first."""
        mean, sd = train.X.mean(axis=0), train.X.std(axis=0)
        return cls(
            Scene.of(name, train),
            train.y.astype(float),
            train.target_names,
            (fresh.X - mean) / sd,
            fresh.y.astype(float),
        )


def _class_marks(axes, names=("class 0", "class 1"), size=5.0):
    """Empty marks of two classes, in the marks of every chapter."""
    return [
        plain_marks(
            axes, marker=MARKERS[k], markersize=size, markerfacecolor=COLORS[k], markeredgecolor="black",
            markeredgewidth=0.4, zorder=4, label=names[k],
        )
        for k in (0, 1)
    ]  # fmt: skip


def _show_marks(marks, X, y):
    for k, mark in enumerate(marks):
        mark.set_data(*X[y == k].T)


class LogisticExplorer(Explorer):
    """Kernel logistic regression as λ, γ and the kernel move.

    Left: the probability of class 1 in the plane. Right: the loss on the points that were learned from, and on fresh
    ones, against λ; the probability of each point against its score, with the surprise as a stroke.

    Parameters
    ----------
    data : Dataset of two columns and two classes, or None
        What to show first: every second point is learned from, the others are fresh. Kernels see standardized values.
    """

    size = (10.4, 5.2)

    def __init__(self, data=None):
        self.data = dict(KLR_DATA)
        if data is not None:
            self.data = {data.name: lambda: _alternating(data)} | {
                name: made for name, made in self.data.items() if name != data.name
            }
        self._classes = functools.cache(lambda name: Classes.of(name, *self.data[name]()))
        self._losses = functools.lru_cache(maxsize=64)(self._compute_losses)
        self._gram = functools.lru_cache(maxsize=4)(lambda k, name: k(self._classes(name).scene.X))
        self._fresh = functools.lru_cache(maxsize=4)(
            lambda k, name: k(self._classes(name).X_new, self._classes(name).scene.X)
        )
        super().__init__()

    def controls(self):
        return {
            "lam": log_slider(-4, 3, -1, "penalty λ", "nats"),
            "gamma": log_slider(-2, 1.5, 0, "inverse width γ", "per sd²"),
            "kernel": choice(KLR_KERNELS, "kernel"),
            "data": choice(self.data, "data"),
        }

    def draw(self, figure):
        panels = figure.add_gridspec(2, 2, width_ratios=(1.35, 1))
        plane = figure.add_subplot(panels[:, 0])
        self.loss_axes, curve = (figure.add_subplot(panels[row, 1]) for row in (0, 1))
        self._draw_plane(plane)
        self._draw_losses(self.loss_axes)
        self._draw_curve(curve)
        drawing.legend_below(figure, plane, self.loss_axes, curve, columns=4)
        return [
            *self.field.moving, *self.marks, self.title, self.seen, self.unseen, self.now, self.loss_axes,
            self.strokes, *self.labels, self.curve_title,
        ]  # fmt: skip

    def _draw_plane(self, axes):
        self.field = Field(axes, SHADES)
        self.marks = _class_marks(axes)
        axes.add_line(Line2D([], [], color="black", label="h = 1/2"))
        axes.set_title(" ")
        self.title, self.plane_axes = axes.title, axes

    def _draw_losses(self, axes):
        (self.seen,) = axes.plot(
            [], [], color=BLUE, marker="o", markersize=4, label="loss, points learned from"
        )
        (self.unseen,) = axes.plot(
            [], [], color=VERMILLION, linestyle="--", marker="X", markersize=5, label="loss, fresh points"
        )
        self.now = axes.axvline(1, color="black", linewidth=1.2)
        axes.set(
            xscale="log", xlim=(LAMBDAS[0] / 1.5, LAMBDAS[-1] * 1.5), ylim=(0, 1), ylabel="mean loss (nats)"
        )
        axes.set_title("loss against λ")
        axes.xaxis.set_major_locator(LogLocator(numticks=5))
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.xaxis.set_minor_locator(NullLocator())

    def _draw_curve(self, axes):
        line = np.linspace(-FARTHEST_SCORE, FARTHEST_SCORE, 200)
        axes.plot(line, probability(line), color=GRAY, linewidth=1.2)
        (self.strokes,) = axes.plot([], [], color=VERMILLION, linewidth=0.9, alpha=0.7, label="surprise")
        self.labels = [
            plain_marks(axes, marker=MARKERS[k], markersize=4, markerfacecolor=COLORS[k], markeredgewidth=0.0)
            for k in (0, 1)
        ]
        axes.set(xlim=(-1.04 * FARTHEST_SCORE, 1.04 * FARTHEST_SCORE), ylim=(-0.07, 1.07), yticks=[0, 0.5, 1])
        axes.set(xlabel=f"score f, cut at ±{FARTHEST_SCORE:g}", ylabel="probability h", title=" ")
        self.curve_title = axes.title

    def update(self, lam, gamma, kernel, data):
        self.show("gamma", not kernel.startswith("linear"))
        classes, k = self._classes(data), KLR_KERNELS[kernel](gamma)
        solution = logistic.solve_logistic(self._gram(k, data), classes.y, lam, tol=1e-9)
        fresh = self._fresh(k, data) @ solution.theta
        self._show_plane(classes, k, solution, fresh)
        self._show_losses(self._losses(k, data), lam)
        self._show_curve(solution)
        named = kernel if kernel.startswith("linear") else f"{kernel}, γ = {number(gamma)}"
        return self._say_all(classes, named, lam, solution, fresh)

    def _compute_losses(self, kernel, data):
        """The loss on seen and on fresh points, for each λ of the curves."""
        classes, K, K_new = self._classes(data), self._gram(kernel, data), self._fresh(kernel, data)
        found = [logistic.solve_logistic(K, classes.y, lam, tol=1e-6) for lam in LAMBDAS]
        return (
            [solution.mean_loss for solution in found],
            [mean_loss_of_scores(classes.y_new, K_new @ solution.theta) for solution in found],
        )

    def _show_plane(self, classes, kernel, solution, fresh):
        scene = classes.scene
        f = logistic.scores_on_grid(kernel, scene.X, solution.theta, 0.0, scene.grid.x, scene.grid.y)
        self.field.show(scene.plane, probability(f) - 0.5, scales=(0.5, 0.5))
        _show_marks(self.marks, scene.shown, classes.y)
        scene.name_axes(self.plane_axes)
        seen = np.mean((solution.scores > 0) == (classes.y == 1))
        right = np.mean((fresh > 0) == (classes.y_new == 1))
        self.title.set_text(f"right: {seen:.0%} of the points learned from, {right:.0%} of fresh ones")

    def _show_losses(self, losses, lam):
        self.seen.set_data(LAMBDAS, losses[0])
        self.unseen.set_data(LAMBDAS, losses[1])
        self.now.set_xdata([lam, lam])
        top = min(3.0, max(1.0, np.ceil(2 * max(max(losses[0]), max(losses[1]))) / 2))
        if self.loss_axes.get_ylim()[1] != top:
            self.loss_axes.set_ylim(0, top)

    def _show_curve(self, solution):
        f = np.clip(solution.scores, -FARTHEST_SCORE, FARTHEST_SCORE)
        h, y = probability(f), solution.y
        x, heights = upright(f, 0.0, h)
        heights[0::3] = y
        self.strokes.set_data(x, heights)
        _show_marks(self.labels, np.column_stack([f, y]), y)
        self.curve_title.set_text(f"mean surprise {number(solution.surprises.mean())}")

    def _say_all(self, classes, named, lam, solution, fresh):
        right = np.mean((fresh > 0) == (classes.y_new == 1))
        loss = mean_loss_of_scores(classes.y_new, fresh)
        return (
            f"Kernel logistic regression on {len(classes.y)} points of {classes.scene.name}, kernel {named}, "
            f"λ = {number(lam)}. Loss {number(solution.mean_loss)} on them and {number(loss)} on "
            f"{len(fresh)} fresh points, of which {right:.1%} are on the right side. Scores go from "
            f"{number(solution.scores.min())} to {number(solution.scores.max())}; squared norm of f "
            f"{number(solution.squared_norm)}."
        )


EPOCHS = 40  # of stochastic gradient descent, at most as many steps of Newton's method


RACE_GAMMA = 2.0


LOWEST_GAP = 1e-10


class SGDAgainstNewton(Explorer):
    """Two ways to one minimum: the box of AML with the penalty, epoch by epoch, and Newton's method, step by step.

    Parameters
    ----------
    data : Dataset of two columns and two classes, or None for 60 points of two moons
    """

    size = (10.4, 4.3)

    def __init__(self, data=None):
        data = datasets.moons(60, noise=0.2) if data is None else data
        self.scene, self.y = Scene.of(data.name, data, size=80), data.y.astype(float)
        self.K = RBF(RACE_GAMMA)(self.scene.X)
        self._sgd = functools.lru_cache(maxsize=16)(self._run_sgd)
        self._newton = functools.lru_cache(maxsize=32)(self._run_newton)
        super().__init__()

    def controls(self):
        return {
            "step": slider(0, EPOCHS, 0, "epochs of the box, steps of Newton"),
            "eta": log_slider(-3, 0, -1, "step η of the box", step=0.25),
            "lam": log_slider(-3, 0, -1, "penalty λ", "nats", step=0.25),
        }

    def draw(self, figure):
        panels = figure.add_gridspec(1, 3, width_ratios=(1, 1, 1.1))
        planes = [figure.add_subplot(panels[0, k]) for k in (0, 1)]
        gaps = figure.add_subplot(panels[0, 2])
        self.fields, self.titles, marks = [], [], []
        for axes in planes:
            self.fields.append(Field(axes, SHADES))
            marks += [_class_marks(axes)]
            _show_marks(marks[-1], self.scene.shown, self.y)
            axes.set(title=" ", xlabel=self.scene.features[0])
            self.titles.append(axes.title)
        planes[0].set_ylabel(self.scene.features[1])
        planes[0].add_line(Line2D([], [], color="black", label="h = 1/2"))
        self._draw_gaps(gaps)
        drawing.legend_below(figure, planes[0], gaps, columns=5)
        moving = [artist for field in self.fields for artist in field.moving]
        return [*moving, *(mark for pair in marks for mark in pair), *self.titles, *self.ahead, *self.now]

    def _draw_gaps(self, axes):
        styles = (("the box (SGD)", VERMILLION, "--", "X"), ("Newton", BLUE, "-", "o"))
        self.ahead = [
            axes.plot([], [], color=color, linestyle=line, linewidth=1.4, label=name)[0]
            for name, color, line, _ in styles
        ]
        self.now = [
            plain_marks(axes, marker=mark, ms=8, mfc=color, mec="black") for _, color, _, mark in styles
        ]
        axes.set(
            yscale="log", xlim=(-1, EPOCHS + 1), ylim=(LOWEST_GAP / 3, 1e4), xlabel="epochs, or steps",
            title="duality gap (nats)",
        )  # fmt: skip
        axes.yaxis.set_major_locator(LogLocator(numticks=6))
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0e}")
        axes.yaxis.set_minor_locator(NullLocator())
        axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))

    def update(self, step, eta, lam):
        runs = self._sgd(eta, lam), self._newton(lam)
        at = step, min(step, len(runs[1][0]) - 1)
        names = "the box, epoch", "Newton, step"
        for field, title, name, (thetas, _), k in zip(self.fields, self.titles, names, runs, at, strict=True):
            grid = self.scene.grid
            f = logistic.scores_on_grid(RBF(RACE_GAMMA), self.scene.X, thetas[k], 0.0, grid.x, grid.y)
            field.show(self.scene.plane, probability(f) - 0.5, scales=(0.5, 0.5))
            title.set_text(f"{name} {k}: {self._right(thetas[k]):.0%} right")
        for line, mark, (_, gaps), k in zip(self.ahead, self.now, runs, at, strict=True):
            shown = np.maximum(gaps, LOWEST_GAP)
            line.set_data(np.arange(len(gaps)), shown)
            mark.set_data([k], [shown[k]])
        return self._say_all(step, eta, lam, runs, at)

    def _right(self, theta):
        return np.mean((self.K @ theta > 0) == (self.y == 1))

    def _gap(self, theta, lam):
        r = residual(theta, self.y, probability(self.K @ theta), lam)
        return duality_gap(self.K @ r, r, lam)

    def _run_sgd(self, eta, lam):
        thetas = [step.theta for step in logistic.sgd_steps(self.K, self.y, eta, EPOCHS, lam)]
        return thetas, np.array([self._gap(theta, lam) for theta in thetas])

    def _run_newton(self, lam):
        steps = list(logistic.newton_steps(self.K, self.y, lam, tol=LOWEST_GAP, max_iter=EPOCHS))
        return [step.theta for step in steps], np.array([max(0.0, step.duality_gap) for step in steps])

    def _say_all(self, step, eta, lam, runs, at):
        (sgd, sgd_gaps), (newton, newton_gaps) = runs
        said = "below 1e-9" if newton_gaps[at[1]] < 1e-9 else number(newton_gaps[at[1]])
        return (
            f"{len(self.y)} points of {self.scene.name}, RBF γ = {number(RACE_GAMMA)}, λ = {number(lam)}. After "
            f"{step} epochs with step η = {number(eta)} the box has the duality gap {number(sgd_gaps[at[0]])} and "
            f"{self._right(sgd[at[0]]):.0%} right; after {at[1]} of {len(newton) - 1} steps Newton has the gap {said} "
            f"and {self._right(newton[at[1]]):.0%} right."
        )
