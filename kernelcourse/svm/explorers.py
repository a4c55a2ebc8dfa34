"""Explorers of chapter 12: a street drawn by hand, a perceptron update by update, a soft margin, and a tube."""

import functools
import itertools
from dataclasses import dataclass

import numpy as np

from kernelcourse.drawing.appearance import kinds_of
from kernelcourse.drawing.controls import choice, cloud, log_slider, place, slider, steps
from kernelcourse.drawing.data_planes import Grid, level_lines, round_up
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Area, Band, Curve, Handle, Points, Rule, Stems, shaded
from kernelcourse.drawing.scene import Axis, Panel, Scene, certified
from kernelcourse.drawing.words import count, number
from kernelcourse.svm import draws
from kernelcourse.svm.figures import SIGN_NAMES, say_machine
from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.svm.equations import is_missed, most_updates, separation
from kernelsy19.svm.plain import perceptron_steps
from kernelsy19.svm.regression import solve_regression
from kernelsy19.svm.solve import decision_function, decision_on_grid, solve_dual

MARGIN_KERNELS = {
    "linear": lambda gamma: Linear(),
    "⟨x, x'⟩²": lambda gamma: Polynomial(2, offset=0.0),
    "Gaussian (RBF)": lambda gamma: RBF(gamma),
}

SIGN_LABELS = dict(zip(("class 0", "class 1"), SIGN_NAMES, strict=True))

NO_PLACES = ([], [])  # of a mark that has nothing to show now, but keeps its entry of the legend


@functools.cache
def _moons():
    data = datasets.moons(40, noise=0.2).standardized()
    return data.X, np.where(data.y > 0, 1.0, -1.0)


@functools.cache
def _irises():
    iris = datasets.iris().columns("sepal length", "sepal width")
    two = iris.rows(iris.y < 2).in_order(shuffle=21).standardized()
    return two.X, np.where(two.y == 1, 1.0, -1.0)


def _points_of(made, own):
    """The points and their classes, −1 and 1: as they were made, or a reader's own."""
    if own is None:
        return made()
    rows = np.array(own)
    y = 2 * rows[:, 2] - 1
    for sign, name in zip((-1, 1), SIGN_NAMES, strict=True):
        if sign not in y:
            raise ValueError(f"each class needs a point, and {name} has none left.")
    return rows[:, :2], y


def _held(X, y):
    """The points, to be taken hold of."""
    side = (y > 0).astype(int)
    return Points(*X.T, kinds_of(side), label=SIGN_LABELS, hold="points", classes=side)


def _named(kernel, gamma, own):
    """The kernel in words, and whose points they are."""
    curved = f", γ = {number(gamma)}" if kernel == "Gaussian (RBF)" else ""
    return f"kernel {kernel}{curved}{'' if own is None else ', points of your own'}"


def _square(reach):
    """A grid of so much on each side of the origin."""
    return Grid(*[np.linspace(-reach, reach, 61)] * 2)


def _axes(grid, features=("x₁", "x₂")):
    """The axes of a panel that shows a grid, as keywords."""
    left, right, bottom, top = grid.extent
    return {"x": Axis(features[0], (left, right)), "y": Axis(features[1], (bottom, top)), "grid": False}


def _dashed(grid, values, levels, label):
    """The lines on which a function has some values, as one curve: its dashes run on from cell to cell."""
    lines = [
        np.vstack([line, [[np.nan, np.nan]]]) for level in levels for line in level_lines(grid, values, level)
    ]
    return Curve(*np.vstack([np.empty((0, 2)), *lines]).T, "gray", 1.4, "dashed", label=label)


# ---- a street by hand ---------------------------------------------------------------------------


class StreetByHandExplorer(Explorer):
    """A line between two species that is turned and shifted by hand, and the street that is free on both sides."""

    def controls(self):
        return {
            "angle": slider(0, 179, 20, "angle of the line", "°"),
            "shift": slider(-1.5, 1.5, 0.0, "shift of the line", "sd", step=0.05),
        }

    def scene(self, angle, shift):
        (X, y), turn, grid = _irises(), np.radians(angle), _square(3.2)
        along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([np.sin(turn), -np.cos(turn)])
        height = X @ across - shift
        sign = 1.0 if np.sum(height * y > 0) >= 50 else -1.0  # the better way to name the two sides
        wrong, kinds = sign * height * y <= 0, kinds_of((y > 0).astype(int))
        half = 0.0 if wrong.any() else np.abs(height).min()
        line = np.outer([-6, 6], along)
        edges = [shift * across + line + side * half * across for side in (-1, 1)]
        species = {"class 0": "setosa", "class 1": "versicolor"}
        plane = Panel(
            [
                shaded(grid, sign * (grid.evaluate(lambda P: P @ across) - shift), (), palette="classes"),
                Curve(*(shift * across + line).T, width=2.4),
                *(Curve(*edge.T, "gray", 1.4, "dashed") for edge in edges if half),
                Points(*X.T, kinds, label=species),
                Points(*X[wrong].T, "wrong", label="on the wrong side"),
            ],
            **_axes(grid, FEATURES["irises"]),
            title=f"{wrong.sum()} of 100 on the wrong side"
            if wrong.any()
            else f"a street {2 * half:.2f} wide",
            equal=True,
        )
        on_arrow = Panel(
            [
                Band(shift - half, shift + half, label="the street") if half else None,
                Rule(shift),
                Points(X @ across, np.where(y > 0, 0.65, 0.35), kinds),
                Handle("shift", shift, 0.5, "shift of the line", "x", "now"),
            ],
            Axis("across the line (sd)", (-3, 3)),
            Axis("", (0, 1), (0.35, 0.65), ("setosa", "versicolor")),
            title="the flowers, seen along the line",
            at=(0, 1),
        )
        said = (
            f"At {angle}° and shifted by {shift:.2f} sd, the line leaves {count(int(wrong.sum()), 'flower')} on the "
            f"wrong side. {'Find one that leaves none.' if wrong.any() else f'Its street is {2 * half:.2f} sd wide.'}"
        )
        return Scene([plane, on_arrow], said, columns=(1.1, 1), aspect=0.49)


# ---- the soft margin ----------------------------------------------------------------------------

POINT_SETS = {
    "two groups": draws.two_groups,
    "a group in a ring": draws.group_in_ring,
    "two groups, 50 points": lambda: draws.two_groups(50, 56, 2.4),
    "two moons": _moons,
}

MARGIN_GRID = _square(4.0)  # in the units of the data

SHOWN = (-2.5, 3.4)  # of yf(x): what lies farther is drawn at the ends

MOST_POINTS = 60
TO_COUNT = 1e-10  # KKT residual at which rounding no longer decides which points are counted


class SoftMarginExplorer(Explorer):
    """A support vector machine in the plane, whose points are dragged, added and taken away.

    Left: the boundary f = 0, the edges f = ±1, support vectors and errors, and a star that asks for f. Right:
    yᵢf(xᵢ) of each point, with its slack; its weight αᵢ over C.
    """

    def __init__(self):
        self._machine = functools.lru_cache(maxsize=8)(self._compute)
        super().__init__()

    def controls(self):
        return {
            "C": log_slider(-2, 2, 0, "price of slack C"),
            "kernel": choice(MARGIN_KERNELS, "kernel"),
            "gamma": log_slider(-2, 1, 0, "inverse width γ"),
            "data": choice(POINT_SETS, "data"),
            "points": cloud("points", of="data", classes=SIGN_NAMES, least=2, most=MOST_POINTS),
            "star": place("star", (0.0, -3.0)),
        }

    def scene(self, C, kernel, gamma, data, points, star):
        X, y = _points_of(POINT_SETS[data], points)
        k, solution, values = self._machine(data, kernel, gamma, C, points)
        f = decision_function(k, X, solution, [star])[0]
        said = (
            f"Soft margin on {data}, {_named(kernel, gamma, points)}, C = {number(C)}: {say_machine(solution)}. "
            f"The slacks sum to {number(solution.xi.sum())}. At the star, f is {number(f)}."
        )
        plane = Panel(
            [
                shaded(MARGIN_GRID, values, palette="classes", label="f = 0"),
                _dashed(MARGIN_GRID, values, (-1.0, 1.0), "f = ±1"),
                _held(X, y),
                *_marked(X, solution, 1, "support vector", "error"),
                Handle("star", *star, "star"),
            ],
            **_axes(MARGIN_GRID),
            title=f"{count(len(solution.support), 'support vector')}, {count(solution.misclassified.sum(), 'error')}",
            span=(2, 1),
        )
        return Scene(
            [plane, *_ranked(solution)],
            said,
            columns=(1.2, 1),
            rows=(1.5, 1),
            aspect=0.54,
            hidden=() if kernel == "Gaussian (RBF)" else ("gamma",),
            certificate=certified(solution),
        )

    def _compute(self, data, kernel, gamma, C, points):
        X, y = _points_of(POINT_SETS[data], points)
        k = MARGIN_KERNELS[kernel](gamma)
        solution = solve_dual(k(X), y, C, tol=TO_COUNT)
        return k, solution, decision_on_grid(k, X, solution, MARGIN_GRID.x, MARGIN_GRID.y)


def _marked(places, solution, size, support="", error=""):
    """Rings round the support vectors, crosses on the errors."""
    return (
        Points(*places[solution.support].T, "support", size, label=support),
        Points(*places[solution.misclassified].T, "wrong", size, label=error),
    )


def _ranked(solution):
    """Two panels: yf(x) of each point, the smallest first, and the weights."""
    kinds = kinds_of((solution.y > 0).astype(int))
    exact = solution.y * solution.f
    margins, share = np.clip(exact, *SHOWN), solution.alpha / solution.C
    rank = np.empty(len(exact))
    rank[np.argsort(exact.round(6), kind="stable")] = np.linspace(0, 1, len(exact))
    short = exact < 1
    low, high = SHOWN
    across = {"range": (-0.02, 1.02), "ticks": ()}
    places = Panel(
        [
            Stems(rank[short], margins[short], 1, "vermillion", 2, label="slack ξᵢ"),
            Rule(1, "y", "gray", dash="dashed"),
            Rule(0, "y"),
            Points(rank, margins, kinds, 0.8),
            *_marked(np.column_stack([rank, margins]), solution, 0.8),
        ],
        Axis("", **across),
        Axis("", (low - 0.1, high + 0.2), ticks=(-2, -1, 0, 1, 2, 3)),
        title="yᵢ f(xᵢ) of each point",
        at=(0, 1),
    )
    weights = Panel(
        [
            Stems(rank, share),
            Rule(1, "y", dash="dashed", width=1),
            Points(rank, share, kinds, 0.8),
            *_marked(np.column_stack([rank, share]), solution, 0.8),
        ],
        Axis("points, the smallest yᵢ f(xᵢ) first", **across),
        Axis("", (-0.14, 1.2), ticks=(0, 1)),
        title="weight αᵢ / C",
        at=(1, 1),
    )
    return places, weights


# ---- the perceptron, update by update -----------------------------------------------------------

TAUGHT_SETS = {
    "irises": _irises,
    "a group in a ring": draws.group_in_ring,
    "two moons": _moons,
    "two groups": draws.two_groups,
}

TAUGHT_GRID = _square(3.2)

FEATURES = {"irises": ("sepal length (sd)", "sepal width (sd)")}

MOST_TAUGHT = 150  # points

MOST_SHOWN = 120  # updates: where no hyperplane separates the classes there is no last one


@dataclass(frozen=True, eq=False)
class Lessons:
    """What a perceptron has done, from w = 0 to its last update, or to the last that is shown.
    X (n, 2); y (n,) of −1 and 1; missed (T,), the point of each update; counts (T + 1, n), how often each point had
    been missed; wrong (T + 1, n), which points are on the wrong side, or on the boundary; length (T + 1,), ‖w‖, in
    feature space with one more coordinate; shadow (T + 1,), ⟨w, u⟩, with u the unit vector of the widest street, None
    where there is no street; longest, R, the length of the longest point; delta, how clearly u separates the classes, 0
    where there is no street"""

    kernel: object
    X: np.ndarray
    y: np.ndarray
    missed: np.ndarray
    counts: np.ndarray
    wrong: np.ndarray
    length: np.ndarray
    shadow: np.ndarray
    longest: float
    delta: float

    @classmethod
    def of(cls, kernel, X, y):
        """Teach a perceptron the points X (n, 2) with y (n,) of −1 and 1, in their order."""
        K = kernel(X)
        steps = list(itertools.islice(perceptron_steps(K, y), MOST_SHOWN))
        counts = np.array([np.zeros(len(y), dtype=int), *(step.counts for step in steps)])
        F = np.array([np.zeros(len(y)), *(step.F for step in steps)])
        signed = counts * y
        shadow, delta = None, 0.0
        if not is_missed(y, F[-1]).any():
            street = solve_dual(K, y, C=np.inf)
            delta = float(separation(street.w_norm2, street.b, y, street.f))
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
            delta=delta,
        )

    @property
    def updates(self):
        """How many updates are shown."""
        return len(self.missed)

    def on_grid(self, step, grid):
        """The decision F after an update, at the h by w places of a grid: (h, w)."""
        support = np.flatnonzero(self.counts[step])
        weights = (self.counts[step] * self.y)[support]
        return self.kernel.sums_on_grid(grid.x, grid.y, self.X[support], weights) + weights.sum()


class PerceptronStepper(Explorer):
    """A perceptron update by update: the point that was missed, and what adding it does to the boundary.

    Left: the boundary F = 0 now and before the update, a ring round each point that has been missed, the larger the
    more often. Right: the race of Novikoff's proof, length against shadow; how many points are on the wrong side.
    """

    def __init__(self):
        self._lessons = functools.lru_cache(maxsize=64)(self._teach)
        super().__init__()

    def controls(self):
        return {
            "step": steps("update"),
            "kernel": choice(MARGIN_KERNELS, "kernel"),
            "gamma": log_slider(-2, 1, 0, "inverse width γ"),
            "data": choice(TAUGHT_SETS, "data"),
            "order": slider(0, 20, 0, "order of the points"),
            "points": cloud("points", of="data", classes=SIGN_NAMES, least=2, most=MOST_TAUGHT),
        }

    def scene(self, step, kernel, gamma, data, order, points):
        run = self._lessons(kernel, gamma, data, order, points)
        step = min(step, run.updates)
        return Scene(
            [
                _taught(run, step, data, _points_of(TAUGHT_SETS[data], points)),
                _race(run, step),
                _wrong(run, step),
            ],
            _say_lesson(run, step, f"{data}, {count(len(run.y), 'point')}, {_named(kernel, gamma, points)}"),
            columns=(1.1, 1),
            rows=(1.5, 1),
            aspect=0.54,
            hidden=() if kernel == "Gaussian (RBF)" else ("gamma",),
            ends={"step": run.updates},
        )

    def _teach(self, kernel, gamma, data, order, points):
        X, y = _points_of(TAUGHT_SETS[data], points)
        if order:
            shuffled = np.random.default_rng(order).permutation(len(y))
            X, y = X[shuffled], y[shuffled]
        return Lessons.of(MARGIN_KERNELS[kernel](gamma), X, y)


def _boundary(run, step):
    if not step:
        return Curve(*NO_PLACES, label="F = 0")
    return shaded(TAUGHT_GRID, run.on_grid(step, TAUGHT_GRID), palette="classes", label="F = 0")


def _taught(run, step, data, points):
    counts = run.counts[step]
    wrong = run.wrong[step] & (step > 0)  # at first all are, and crosses on all would hide them
    before, there = max(step - 1, 1), (0.0,) if step > 1 else ()  # before the first, F is 0 everywhere
    return Panel(
        [
            _boundary(run, step),
            _dashed(TAUGHT_GRID, run.on_grid(before, TAUGHT_GRID), there, "before the update"),
            _held(*points),
            Points(
                *run.X[counts > 0].T,
                "support",
                sizes=np.sqrt(0.5 + 0.5 * counts[counts > 0]),
                label="has been missed",
            ),
            Points(*run.X[wrong].T, "wrong", label="wrong now"),
            Points(
                *run.X[run.missed[step - 1 : step]].T if step else NO_PLACES, "chosen", label="just added"
            ),
        ],
        **(_axes(TAUGHT_GRID, FEATURES[data]) if data in FEATURES else _axes(TAUGHT_GRID)),
        title=f"update {step} of {run.updates}" + ("" if run.delta else ", and no end in sight"),
        span=(2, 1),
    )


def _updates_axis(run, label=""):
    last = min(round_up(run.updates), MOST_SHOWN)
    return Axis(label, (-0.02 * last, 1.03 * last))


def _race(run, step):
    T = np.arange(run.updates + 1)
    longest = np.sqrt(T) * run.longest
    there = slice(None, step + 1)
    known = run.shadow is not None
    top = round_up(longest[-1])
    return Panel(
        [
            Curve(T, longest, "blue", 1.6, "dotted", label="√T R: w is no longer"),
            Curve(T[there], run.length[there], "blue", 2.2, label="length of w"),
            Curve(
                *((T, T * run.delta) if known else NO_PLACES),
                "vermillion",
                1.6,
                "dotted",
                label="Tδ: its shadow is no shorter",
            ),
            Curve(
                *((T[there], run.shadow[there]) if known else NO_PLACES),
                "vermillion",
                2.2,
                label="shadow of w on u",
            ),
            Points([step], run.length[[step]], "dot"),
            Points([step], run.shadow[[step]], "now") if known else None,
        ],
        _updates_axis(run),
        Axis("", (-0.02 * top, top)),
        title="length and shadow of w",
        at=(0, 1),
    )


def _wrong(run, step):
    wrong = run.wrong.sum(axis=1)
    return Panel(
        [Curve(np.arange(len(wrong)), wrong, "gray", 1.5), Points([step], wrong[[step]], "sample", 2.2)],
        _updates_axis(run, "update T"),
        Axis("", (-0.04 * wrong[0], 1.06 * wrong[0])),
        title="points on the wrong side",
        at=(1, 1),
    )


def _say_lesson(run, step, named):
    n, said = len(run.y), f"Perceptron on {named}: update {step} of {run.updates}. "
    if step:
        i = run.missed[step - 1]
        x, side, time = run.X[i], SIGN_NAMES[int(run.y[i] > 0)], _ordinal(run.counts[step, i])
        said += (
            f"The point at ({x[0]:.2f}, {x[1]:.2f}) with {side} was missed for the {time} time. On the wrong side: "
            f"{run.wrong[step].sum()} of {n} points. "
            f"w has the length {number(run.length[step])}, at most {number(np.sqrt(step) * run.longest)}"
        )
        if run.shadow is not None:
            said += f"; its shadow is {number(run.shadow[step])}, at least {number(step * run.delta)}"
        said += ". "
    else:
        said += f"w = 0, so F is 0 everywhere, and each of the {n} points counts as missed. "
    if run.shadow is None:
        return said + f"After {run.updates} updates points are still missed, and no street is known."
    most = most_updates(np.array([run.longest**2 - 1]), run.delta)
    return said + f"By Novikoff's bound there are at most {most:.0f} updates in any order."


def _ordinal(k):
    ending = "th" if k % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(k % 10, "th")
    return {1: "first", 2: "second", 3: "third"}.get(int(k), f"{k}{ending}")


# ---- a tube -------------------------------------------------------------------------------------

MISSES = 25.0  # minutes on the axis: the widest tube, and a little more


@functools.cache
def _eruptions():
    """Minutes of the eruptions, waits, places of the curve, and the kernel values of eruptions and of places."""
    minutes, wait = datasets.faithful().in_order().X.T
    places = np.linspace(minutes.min(), minutes.max(), 150)
    x, z = ((values - minutes.mean()) / minutes.std() for values in (minutes, places))
    return minutes, wait, places, RBF(1.0)(x[:, None]), RBF(1.0)(z[:, None], x[:, None])


class TubeExplorer(Explorer):
    """Regression with a tube on the eruptions, as its half width ε and the price C move.

    Left: the curve, its tube, and the eruptions that pull at it. Right: the pull of each eruption, by its miss.
    """

    def controls(self):
        return {
            "epsilon": slider(0.0, 20.0, 5.0, "half width ε", "min", step=0.5),
            "C": log_slider(-1, 1, 0, "price C"),
        }

    def scene(self, epsilon, C):
        minutes, wait, places, K, K_places = _eruptions()
        tube = solve_regression(K, wait, C, epsilon)
        curve, miss, pulls = K_places @ tube.beta + tube.b, wait - tube.f, tube.beta != 0
        missed = np.sqrt(np.mean(miss**2))
        plane = Panel(
            [
                Area(places, curve + epsilon, curve - epsilon, label="tube"),
                Curve(places, curve, "blue", 2.2, label="f"),
                Points(minutes[~pulls], wait[~pulls], "inside", label="weight 0"),
                Points(minutes[pulls], wait[pulls], "point", label="pulls"),
            ],
            Axis("eruptions (min)", (1.4, 5.3)),
            Axis("waiting (min)", (35.0, 105.0)),
            title=f"{pulls.sum()} of {len(wait)} eruptions pull",
        )
        by_miss = Panel(
            [
                Band(-epsilon, epsilon, label="tube"),
                Rule(0.0, "y"),
                Points(np.clip(miss, -MISSES, MISSES), tube.beta / C, np.where(pulls, "point", "inside")),
            ],
            Axis("miss y − f (min)", (-1.04 * MISSES, 1.04 * MISSES)),
            Axis("", (-1.1, 1.1), (-1.0, 0.0, 1.0)),
            title="pull β over C",
            at=(0, 1),
        )
        said = (
            f"With ε = {number(epsilon)} min and C = {number(C)}, {pulls.sum()} of {len(wait)} eruptions have weight. "
            f"At its own points the curve is off by {number(missed)} min (root mean square)."
        )
        return Scene([plane, by_miss], said, columns=(1.3, 1), aspect=0.48, certificate=certified(tube))
