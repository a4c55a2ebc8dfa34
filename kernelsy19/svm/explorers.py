"""Explorers of chapter 12: a perceptron update by update, and a soft margin as C, the kernel and the points change."""

import functools
import itertools
from dataclasses import dataclass

import ipywidgets
import numpy as np
from matplotlib.collections import LineCollection

from kernelsy19 import datasets
from kernelsy19.course import drawing, picture
from kernelsy19.course.alive import CONTROLS
from kernelsy19.course.artists import Field, fit_axes, plain_marks, round_up, upright
from kernelsy19.course.drawing import Grid, level_lines
from kernelsy19.course.explorers import Explorer, choice, log_slider, slider
from kernelsy19.course.picture import BLUE, GRAY, GREEN, MARKERS, ORANGE, VERMILLION, count, number
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.svm import settings
from kernelsy19.svm.equations import is_missed, most_updates, separation
from kernelsy19.svm.figures import SIGN_NAMES, say_machine
from kernelsy19.svm.solve import decision_function, decision_on_grid, perceptron_steps, solve_dual

MARGIN_KERNELS = {
    "linear": lambda gamma: Linear(),
    "⟨x, x'⟩²": lambda gamma: Polynomial(2, offset=0.0),
    "Gaussian (RBF)": lambda gamma: RBF(gamma),
}


PLANE_REACH = 4.0  # of the plane, in the units of the data, on each side of the origin


SHOWN_UP_TO = 3.4  # of yf(x): what lies farther beyond is drawn here


MOST_POINTS = 60


PEN_NAMES = ("pen, y = −1", "pen, y = 1")


def _moons():
    data = datasets.moons(40, noise=0.2).standardized()
    return data.X, np.where(data.y > 0, 1.0, -1.0)


POINT_SETS = {
    "two groups": settings.two_groups,
    "a group in a ring": settings.group_in_ring,
    "two groups, 50 points": lambda: settings.two_groups(50, 56, 2.4),
    "two moons": _moons,
}


class PointSets:
    """The points of each set as they are now: the one place that knows what a reader has added, moved or taken away.

    Parameters
    ----------
    sets : dict by name of callables that return an (n, 2) array and an (n,) array of −1 and 1
    """

    def __init__(self, sets):
        self.sets = sets
        self._now = {name: make() for name, make in sets.items()}

    def __getitem__(self, name):
        """The points of a set and their classes, as an (n, 2) and an (n,) array."""
        return self._now[name]

    def add(self, name, place, sign):
        """Add a point.

        Parameters
        ----------
        name : str, of the set
        place : (float, float)
        sign : {-1.0, 1.0}, its class

        Returns
        -------
        bool, whether there was room for it
        """
        X, y = self[name]
        return self._change(name, np.vstack([X, place]), np.append(y, sign))

    def move(self, name, i, place, sign):
        """Give a point another place, and another class.

        Parameters
        ----------
        name : str, of the set
        i : int, which point
        place : (float, float)
        sign : {-1.0, 1.0}

        Returns
        -------
        bool, False where its class would have no point left
        """
        X, y = (array.copy() for array in self[name])
        X[i], y[i] = place, sign
        return self._change(name, X, y)

    def remove(self, name, i):
        """Take a point away.

        Parameters
        ----------
        name : str, of the set
        i : int, which point

        Returns
        -------
        bool, False where its class would have no point left
        """
        X, y = self[name]
        return self._change(name, np.delete(X, i, axis=0), np.delete(y, i))

    def reset(self, name):
        """Bring back the points of a set as they were at first.

        Parameters
        ----------
        name : str

        Returns
        -------
        bool, True
        """
        self._now[name] = self.sets[name]()
        return True

    def _change(self, name, X, y):
        if len(np.unique(y)) < 2 or len(X) > MOST_POINTS:
            return False
        self._now[name] = X, y
        return True


class _Marks:
    """Points of two classes, rings round the support vectors, crosses on errors."""

    def __init__(self, axes, size, labels):
        self.classes = [
            plain_marks(
                axes, marker=MARKERS[k], ms=size, mfc=color, mec="black", mew=0.4, zorder=3, label=name
            )
            for k, (color, name) in enumerate(zip((BLUE, ORANGE), SIGN_NAMES, strict=True))
        ]
        named = ("support vector", "error") if labels else (None, None)
        self.rings = plain_marks(
            axes, marker="o", ms=1.9 * size, mfc="none", mec="black", mew=1.2, zorder=4, label=named[0]
        )
        self.errors = plain_marks(
            axes, marker="x", ms=1.3 * size, mec=VERMILLION, mew=1.8, zorder=5, label=named[1]
        )
        self.moving = [*self.classes, self.rings, self.errors]

    def show(self, places, solution):
        for artist, sign in zip(self.classes, (-1, 1), strict=True):
            artist.set_data(*places[solution.y == sign].T)
        self.rings.set_data(*places[solution.support].T)
        self.errors.set_data(*places[solution.misclassified].T)


class SoftMarginExplorer(Explorer):
    """A support vector machine in the plane, whose points can be added, moved and taken away.

    Left: the boundary f = 0, the edges f = ±1, support vectors and errors; a pen, which two sliders move, and a frame
    round the chosen point. Right: yᵢf(xᵢ) of each point, with its slack; its weight αᵢ over C.
    """

    size = (10.4, 5.4)

    def __init__(self):
        self.points = PointSets(POINT_SETS)
        self.grid = Grid(*[np.linspace(-PLANE_REACH, PLANE_REACH, 91)] * 2)
        self._solve = functools.lru_cache(maxsize=8)(self._compute)
        self._refused = False
        super().__init__()

    def controls(self):
        return {
            "C": log_slider(-2, 2, 0, "price of slack C"),
            "kernel": choice(MARGIN_KERNELS, "kernel"),
            "gamma": log_slider(-2, 1, 0, "inverse width γ"),
            "data": choice(POINT_SETS, "points"),
            "x1": slider(-PLANE_REACH, PLANE_REACH, 0.0, "pen, x₁", step=0.1),
            "x2": slider(-PLANE_REACH, PLANE_REACH, 0.0, "pen, x₂", step=0.1),
            "side": choice(SIGN_NAMES, "class of the pen"),
            "point": slider(1, MOST_POINTS, 1, "chosen point"),
        }

    def _lay_out(self):
        view = super()._lay_out()
        self.buttons = {
            "add": ipywidgets.Button(description="add a point at the pen"),
            "move": ipywidgets.Button(description="move the chosen point to the pen"),
            "remove": ipywidgets.Button(description="take the chosen point away"),
            "reset": ipywidgets.Button(description="all points as at first"),
        }
        for name, button in self.buttons.items():
            button.layout.width = "auto"
            button.on_click(functools.partial(self._change, name))
        row = ipywidgets.HBox(list(self.buttons.values()), layout=ipywidgets.Layout(flex_flow="row wrap"))
        row.add_class(CONTROLS)  # they stop with the sliders when the kernel has gone
        view.children = (view.children[0], row, *view.children[1:])
        return view

    def _change(self, what, _=None):
        """Do what a button says, and draw."""
        values = self.values
        name, place, sign = values["data"], (values["x1"], values["x2"]), _sign_of(values["side"])
        i = min(values["point"], len(self.points[name][1])) - 1
        change = {
            "add": lambda: self.points.add(name, place, sign),
            "move": lambda: self.points.move(name, i, place, sign),
            "remove": lambda: self.points.remove(name, i),
            "reset": lambda: self.points.reset(name),
        }
        self._refused = not change[what]()
        self._solve.cache_clear()
        self._on_event(None)
        self._refused = False

    def draw(self, figure):
        panels = figure.add_gridspec(2, 2, width_ratios=(1.2, 1), height_ratios=(1.5, 1))
        plane, places, weights = (
            figure.add_subplot(panels[place]) for place in ((slice(None), 0), (0, 1), (1, 1))
        )
        self.field = Field(plane, picture.FIELD.reversed())
        self.edges = LineCollection([], colors=GRAY, linewidths=1.2, linestyles="--", zorder=2)
        plane.add_collection(self.edges, autolim=False)
        plane.plot([], [], color="black", label="f = 0")
        plane.plot([], [], "--", color=GRAY, linewidth=1.2, label="f = ±1")
        self.marks = _Marks(plane, 5.5, labels=True)
        self.frame = plain_marks(
            plane, marker="s", ms=15, mfc="none", mec=GRAY, mew=1.2, label="chosen point"
        )
        self.pens = [
            plain_marks(plane, marker=MARKERS[k], ms=9, mfc="white", mec=color, mew=2.2, zorder=6, label=name)
            for k, (color, name) in enumerate(zip((BLUE, ORANGE), PEN_NAMES, strict=True))
        ]
        plane.set(xlabel="x₁", ylabel="x₂", title=" ")
        self.title = plane.title
        self._draw_places(places)
        self._draw_weights(weights)
        drawing.legend_below(figure, plane, places, columns=5)
        return [
            *self.field.moving,
            self.edges,
            *self.marks.moving,
            self.frame,
            *self.pens,
            self.title,
            self.slack,
            *self.placed.moving,
            self.stems,
            *self.weighted.moving,
        ]

    def _draw_places(self, axes):
        (self.slack,) = axes.plot([], [], color=VERMILLION, linewidth=2, alpha=0.6, label="slack ξᵢ")
        axes.axhline(1, color=GRAY, linestyle="--", linewidth=1.2)
        axes.axhline(0, color="black", linewidth=1.2)
        self.placed = _Marks(axes, 4.5, labels=False)
        axes.set(xlim=(-0.02, 1.02), ylim=(-2.6, SHOWN_UP_TO + 0.2), xticks=[], yticks=[-2, -1, 0, 1, 2, 3])
        axes.set(title="yᵢ f(xᵢ) of each point", ylabel="yᵢ f(xᵢ)")

    def _draw_weights(self, axes):
        (self.stems,) = axes.plot([], [], color="#999999", linewidth=0.8)
        axes.axhline(1, color="black", linestyle="--", linewidth=1.0)
        self.weighted = _Marks(axes, 4.5, labels=False)
        axes.set(xlim=(-0.02, 1.02), ylim=(-0.12, 1.2), xticks=[], yticks=[0, 1], ylabel="αᵢ / C")
        axes.set_xlabel("points, from the smallest yᵢ f(xᵢ) on")

    def update(self, C, kernel, gamma, data, x1, x2, side, point):
        self.show("gamma", kernel == "Gaussian (RBF)")
        X, y = self.points[data]
        i = min(point, len(y)) - 1
        k, solution, values = self._solve(data, kernel, gamma, C)
        self.field.show(self.grid, values)
        self.edges.set_segments(
            [line for level in (-1.0, 1.0) for line in level_lines(self.grid, values, level)]
        )
        self.marks.show(X, solution)
        self.frame.set_data(*X[[i]].T)
        for pen, name in zip(self.pens, SIGN_NAMES, strict=True):
            pen.set_data([x1], [x2])
            pen.set_visible(name == side)
        self._show_points(solution)
        self.title.set_text(f"{len(solution.support)} support vectors, {solution.misclassified.sum()} errors")
        named = f"{kernel}, γ = {number(gamma)}" if kernel == "Gaussian (RBF)" else kernel
        f = number(decision_function(k, X, solution, [[x1, x2]])[0])
        return (
            f"Soft margin on {data}, kernel {named}, C = {number(C)}: {say_machine(solution)}. "
            f"The slacks sum to {number(solution.xi.sum())}. The pen ({side}) is at ({x1:.1f}, {x2:.1f}), where f is "
            f"{f}; point {i + 1} is chosen, with weight {number(solution.alpha[i])} and yf(x) = "
            f"{number(solution.y[i] * solution.f[i])}."
            + (
                f" A class needs a point, and {MOST_POINTS} is the most: nothing was changed."
                if self._refused
                else ""
            )
        )

    def _compute(self, data, kernel, gamma, C):
        X, y = self.points[data]
        k = MARGIN_KERNELS[kernel](gamma)
        solution = solve_dual(k(X), y, C)
        return k, solution, decision_on_grid(k, X, solution, self.grid.x, self.grid.y)

    def _show_points(self, solution):
        margins = np.clip(solution.y * solution.f, -2.5, SHOWN_UP_TO)
        place = np.empty(len(margins))
        place[np.argsort(margins, kind="stable")] = np.linspace(0, 1, len(margins))
        self.placed.show(np.column_stack([place, margins]), solution)
        short = margins < 1
        self.slack.set_data(*upright(place[short], 1, margins[short]))
        shares = solution.alpha / solution.C
        self.weighted.show(np.column_stack([place, shares]), solution)
        self.stems.set_data(*upright(place, 0, shares))


def _sign_of(side):
    return 1.0 if side == SIGN_NAMES[1] else -1.0


# ---- the perceptron, update by update -----------------------------------------------------------


def _irises():
    iris = datasets.iris().columns("sepal length", "sepal width")
    two = iris.rows(iris.y < 2).standardized()
    return two.X, np.where(two.y == 1, 1.0, -1.0)


TAUGHT_SETS = {
    "irises": _irises,
    "a group in a ring": settings.group_in_ring,
    "two moons": _moons,
    "two groups": settings.two_groups,
}


TAUGHT_REACH = 3.2  # of the plane, on each side of the origin


MOST_SHOWN = 120  # updates: where no hyperplane separates the classes there is no last one


@dataclass(frozen=True)
class Lessons:
    """What a perceptron has done, from w = 0 to its last update, or to the last that is shown.

    Attributes
    ----------
    kernel : Kernel
    X : (n, 2) array
    y : (n,) array of −1 and 1
    missed : (T,) int array, the point of each update
    counts : (T + 1, n) int array, how often each point had been missed
    wrong : (T + 1, n) bool array, which points are on the wrong side, or on the boundary
    length : (T + 1,) array, ‖w‖, in feature space with one more coordinate
    shadow : (T + 1,) array, ⟨w, u⟩, with u the unit vector of the widest street; None where there is no street
    longest : float, R, the length of the longest point
    gamma : float, how clearly u separates the classes; 0 where there is no street
    """

    kernel: object
    X: np.ndarray
    y: np.ndarray
    missed: np.ndarray
    counts: np.ndarray
    wrong: np.ndarray
    length: np.ndarray
    shadow: np.ndarray
    longest: float
    gamma: float

    @classmethod
    def of(cls, kernel, X, y):
        """Teach a perceptron, the points in their order.

        Parameters
        ----------
        kernel : Kernel
        X : (n, 2) array
        y : (n,) array of −1 and 1

        Returns
        -------
        Lessons
        """
        K = kernel(X)
        steps = list(itertools.islice(perceptron_steps(K, y), MOST_SHOWN))
        counts = np.array([np.zeros(len(y), dtype=int), *(step.counts for step in steps)])
        F = np.array([np.zeros(len(y)), *(step.F for step in steps)])
        signed = counts * y
        shadow, gamma = None, 0.0
        if not is_missed(y, F[-1]).any():
            street = solve_dual(K, y, C=np.inf)
            gamma = float(separation(street.w_norm2, street.b, y, street.f))
            shadow = signed @ street.f / np.sqrt(street.w_norm2 + street.b**2)
        return cls(
            kernel=kernel,
            X=X,
            y=y,
            missed=np.array([step.missed for step in steps]),
            counts=counts,
            wrong=is_missed(y, F),
            length=np.sqrt((signed * F).sum(axis=1)),
            shadow=shadow,
            longest=float(np.sqrt(K.diagonal().max() + 1)),
            gamma=gamma,
        )

    @property
    def updates(self):
        """How many updates are shown."""
        return len(self.missed)

    def on_grid(self, step, grid):
        """The decision F after an update, at the places of a grid.

        Parameters
        ----------
        step : int
        grid : Grid

        Returns
        -------
        (h, w) array
        """
        support = np.flatnonzero(self.counts[step])
        weights = (self.counts[step] * self.y)[support]
        if not len(support):
            return np.zeros((len(grid.y), len(grid.x)))
        return self.kernel.sums_on_grid(grid.x, grid.y, self.X[support], weights) + weights.sum()


class PerceptronStepper(Explorer):
    """A perceptron update by update: the point that was missed, and what adding it does to the boundary.

    Left: the boundary F = 0 now and before the update, a ring round each point that has been missed, the larger the
    more often. Right: the race of Novikoff's proof, length against shadow; how many points are on the wrong side.
    """

    size = (10.4, 5.4)

    def __init__(self):
        self.grid = Grid(*[np.linspace(-TAUGHT_REACH, TAUGHT_REACH, 91)] * 2)
        self._lessons = functools.lru_cache(maxsize=64)(self._teach)
        super().__init__()

    def controls(self):
        return {
            "step": slider(0, 10, 0, "update"),
            "kernel": choice(MARGIN_KERNELS, "kernel"),
            "gamma": log_slider(-2, 1, 0, "inverse width γ"),
            "data": choice(TAUGHT_SETS, "points"),
            "order": slider(0, 20, 0, "order of the points"),
        }

    def draw(self, figure):
        panels = figure.add_gridspec(2, 2, width_ratios=(1.1, 1), height_ratios=(1.5, 1))
        plane, self.race, self.count = (
            figure.add_subplot(panels[place]) for place in ((slice(None), 0), (0, 1), (1, 1))
        )
        moving = [*self._draw_plane(plane), *self._draw_race(self.race), *self._draw_count(self.count)]
        drawing.legend_below(figure, plane, self.race, columns=5)
        return [*moving, self.race, self.count]

    def _draw_plane(self, axes):
        self.field = Field(axes, picture.FIELD.reversed())
        self.before = LineCollection([], colors=GRAY, linewidths=1.2, linestyles="--", zorder=2)
        axes.add_collection(self.before, autolim=False)
        axes.plot([], [], color="black", label="F = 0")
        axes.plot([], [], "--", color=GRAY, linewidth=1.2, label="before the update")
        self.classes = [
            plain_marks(
                axes, marker=MARKERS[k], ms=5.5, mfc=color, mec="black", mew=0.4, label=name, zorder=3
            )
            for k, (color, name) in enumerate(zip((BLUE, ORANGE), SIGN_NAMES, strict=True))
        ]
        self.rings = axes.scatter(
            [], [], s=[], facecolors="none", edgecolors="black", linewidths=1.2, zorder=4
        )
        plain_marks(axes, marker="o", ms=10, mfc="none", mec="black", mew=1.2, label="has been missed")
        self.errors = plain_marks(
            axes, marker="x", ms=6, mec=VERMILLION, mew=1.6, zorder=5, label="wrong now"
        )
        self.frame = plain_marks(
            axes, marker="s", ms=17, mfc="none", mec=GREEN, mew=2, zorder=6, label="just added"
        )
        axes.set(xlabel="x₁", ylabel="x₂", title=" ")
        self.title = axes.title
        return [
            *self.field.moving, self.before, *self.classes, self.rings, self.errors, self.frame, self.title,
        ]  # fmt: skip

    def _draw_race(self, axes):
        self.bounds = [
            axes.plot([], [], color=color, linestyle=":", linewidth=1.6, label=name)[0]
            for color, name in ((BLUE, "√T R: w is no longer"), (VERMILLION, "Tγ: its shadow is no shorter"))
        ]
        self.runners = [
            axes.plot([], [], color=color, linewidth=2, label=name)[0]
            for color, name in ((BLUE, "length of w"), (VERMILLION, "shadow of w on u"))
        ]
        self.at = [
            plain_marks(axes, marker="o", ms=7, mfc=color, mec="black") for color in (BLUE, VERMILLION)
        ]
        axes.set(title="length and shadow of w", xlabel="")
        axes.tick_params(labelbottom=False)
        return [*self.bounds, *self.runners, *self.at]

    def _draw_count(self, axes):
        (self.line,) = axes.plot([], [], color=GRAY, linewidth=1.4)
        self.dot = plain_marks(axes, marker="o", ms=7, mfc=GRAY, mec="black")
        axes.set(title="points on the wrong side", xlabel="update T")
        return [self.line, self.dot]

    def update(self, step, kernel, gamma, data, order):
        self.show("gamma", kernel == "Gaussian (RBF)")
        run = self._lessons(kernel, gamma, data, order)
        self.widgets["step"].max = max(1, run.updates)
        step = min(step, run.updates)
        self._show_plane(run, step)
        self._show_race(run, step)
        self._show_count(run, step)
        self.title.set_text(
            f"update {step} of {run.updates}" + ("" if run.gamma else ", and no end in sight")
        )
        named = f"{kernel}, γ = {number(gamma)}" if kernel == "Gaussian (RBF)" else kernel
        return self._say_all(run, step, named, data)

    def _teach(self, kernel, gamma, data, order):
        X, y = TAUGHT_SETS[data]()
        if order:
            shuffled = np.random.default_rng(order).permutation(len(y))
            X, y = X[shuffled], y[shuffled]
        return Lessons.of(MARGIN_KERNELS[kernel](gamma), X, y)

    def _show_plane(self, run, step):
        values = run.on_grid(step, self.grid)
        self.field.show(self.grid, values, scales=None if step else (1.0, 1.0))
        self.before.set_segments(level_lines(self.grid, run.on_grid(step - 1, self.grid)) if step > 1 else [])
        for mark, sign in zip(self.classes, (-1, 1), strict=True):
            mark.set_data(*run.X[run.y == sign].T)
        counts = run.counts[step]
        self.rings.set_offsets(run.X[counts > 0])
        self.rings.set_sizes(50 + 45 * counts[counts > 0])
        self.errors.set_data(*run.X[run.wrong[step]].T)
        self.frame.set_data(*run.X[run.missed[step - 1 : step]].T if step else ([], []))

    def _show_race(self, run, step):
        T = np.arange(run.updates + 1)
        bounds = np.sqrt(T) * run.longest, T * run.gamma
        for line, bound in zip(self.bounds, bounds, strict=True):
            line.set_data(T, bound)
        shadow = np.zeros(len(T)) if run.shadow is None else run.shadow
        for line, dot, values in zip(self.runners, self.at, (run.length, shadow), strict=True):
            line.set_data(T[: step + 1], values[: step + 1])
            dot.set_data([step], [values[step]])
        for artist in (self.bounds[1], self.runners[1], self.at[1]):
            artist.set_visible(run.shadow is not None)
        fit_axes(self.race, (-0.02 * len(T), 1.03 * max(1, run.updates)), (0, round_up(bounds[0][-1])))

    def _show_count(self, run, step):
        wrong = run.wrong.sum(axis=1)
        self.line.set_data(np.arange(len(wrong)), wrong)
        self.dot.set_data([step], [wrong[step]])
        fit_axes(
            self.count, (-0.02 * len(wrong), 1.03 * max(1, run.updates)), (-0.04 * wrong[0], 1.06 * wrong[0])
        )

    def _say_all(self, run, step, named, data):
        said = f"Perceptron on {data}, {count(len(run.y), 'point')}, kernel {named}: update {step} of {run.updates}. "
        if step:
            i = run.missed[step - 1]
            side = SIGN_NAMES[int(run.y[i] > 0)]
            said += f"Point {i} ({side}) was missed, for the {_ordinal(run.counts[step, i])} time. "
        said += f"{run.wrong[step].sum()} of {len(run.y)} points are on the wrong side. "
        said += f"w has the length {number(run.length[step])}, at most {number(np.sqrt(step) * run.longest)}"
        if run.shadow is None:
            return said + f". After {run.updates} updates points are still missed, and no street is known."
        most = most_updates(np.array([run.longest**2 - 1]), run.gamma)
        return said + (
            f"; its shadow is {number(run.shadow[step])}, at least {number(step * run.gamma)}. By Novikoff's bound "
            f"there are at most {most:.0f} updates in any order."
        )


def _ordinal(k):
    return {1: "first", 2: "second", 3: "third"}.get(int(k), f"{k}th")
