"""The explorer of chapter 12: a soft margin and its slack, as C, the kernel and the points change."""

import functools

import ipywidgets
import numpy as np
from matplotlib.collections import LineCollection

from kernelsy19 import datasets
from kernelsy19.course import drawing, picture
from kernelsy19.course.alive import CONTROLS
from kernelsy19.course.artists import Field, plain_marks, upright
from kernelsy19.course.drawing import Grid, level_lines
from kernelsy19.course.explorers import Explorer, choice, log_slider, slider
from kernelsy19.course.picture import BLUE, GRAY, MARKERS, ORANGE, VERMILLION, number
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.svm import settings
from kernelsy19.svm.figures import SIGN_NAMES, say_machine
from kernelsy19.svm.solve import decision_function, decision_on_grid, solve_dual

MARGIN_KERNELS = {
    "linear": lambda gamma: Linear(),
    "⟨x, x'⟩²": lambda gamma: Polynomial(2, offset=0.0),
    "Gaussian (RBF)": lambda gamma: RBF(gamma),
}


PLANE_REACH = 4.0  # of the plane, in the units of the data, on each side of the origin


SHOWN_UP_TO = 3.4  # of yf(x): what lies farther beyond is drawn here


MOST_POINTS = 60


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
            plain_marks(plane, marker=MARKERS[k], ms=9, mfc="white", mec=color, mew=2.2, zorder=6)
            for k, color in enumerate((BLUE, ORANGE))
        ]
        plane.set(xlabel="x₁", ylabel="x₂", title=" ")
        self.title = plane.title
        self._draw_places(places)
        self._draw_weights(weights)
        drawing.legend_below(figure, plane, places, columns=7)
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
