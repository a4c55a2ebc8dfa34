"""Explorers of chapter 03: the minimum-volume ball, and how its dual is solved."""

import dataclasses
import functools
from dataclasses import dataclass

import numpy as np

from kernelcourse.drawing.controls import choice, cloud, log_slider, place, slider, steps
from kernelcourse.drawing.data_planes import Plane, name_of, own_first, widened
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import (  # fmt: skip
    Band,
    Bars,
    Curve,
    Handle,
    Points,
    Rule,
    Segments,
    Stems,
    Words,
    shaded,
)
from kernelcourse.drawing.scene import Axis, Panel, Scene, certified
from kernelcourse.drawing.words import INSIDE, KIND_LABELS, OUTLIER, SURFACE, number, say_kinds
from kernelsy19 import ball, datasets
from kernelsy19.ball import equations as ball_equations
from kernelsy19.gram import MatrixGram
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial

BALL_KERNELS = {
    "Gaussian (RBF)": lambda gamma: RBF(gamma=gamma),
    "Laplacian": lambda gamma: Laplacian(gamma=gamma),
    "linear": lambda gamma: Linear(),
    "polynomial, degree 2": lambda gamma: Polynomial(degree=2, gamma=gamma),
    "polynomial, degree 3": lambda gamma: Polynomial(degree=3, gamma=gamma),
}

BALL_DATA = {
    "faithful": lambda: datasets.faithful().in_order(),
    "pima: glucose, bmi": lambda: datasets.pima().columns("glucose", "bmi").where_recorded().in_order(),
    "moons": datasets.moons,
    "three clusters": datasets.three_clusters,
    "parabola": lambda: datasets.parabola(150),
}

BOUNDARY = 1.0  # of the points that are allowed, z ≥ 1

OBJECTIVES = {
    "a bowl": lambda z: z**2,
    "a bowl with waves": lambda z: 0.6 * z**2 + 1.2 * (1 - np.cos(2.5 * z)),
}

UNKNOWN = np.linspace(-1, 4, 4001)  # all z among which a lowest value is looked for

ALPHAS = np.linspace(0, 4, 81)

ALLOWED = {
    "a tenth": 0.1,
    "a twentieth": 0.05,
    "a fifth": 0.2,
}  # of the points, outside of a circle drawn by hand


class CircleByHandExplorer(Explorer):
    """A circle around the eruptions, drawn by hand: how small can it be, and leave out no more than is allowed?"""

    def __init__(self):
        self._eruptions = datasets.faithful().in_order().standardized()
        super().__init__()

    def controls(self):
        return {
            "radius": slider(0.5, 3.0, 1.2, "radius", step=0.02),
            "allowed": choice(ALLOWED, "may stay outside"),
            "center": place("center", (0.6, -0.3)),
        }

    def scene(self, radius, allowed, center):
        X = self._eruptions.X
        outside = np.linalg.norm(X - center, axis=1) > radius
        n_out, most = int(outside.sum()), int(ALLOWED[allowed] * len(X))
        turn = np.linspace(0, 2 * np.pi, 181)
        verdict = (
            "That is allowed: now try a smaller one." if n_out <= most else f"Too many: {most} are allowed."
        )
        plane = Panel(
            [
                Curve(center[0] + radius * np.cos(turn), center[1] + radius * np.sin(turn), "blue", 2.4),
                Points(*X[~outside].T, "inside"),
                Points(*X[outside].T, "outlier"),
                Handle("center", *center, "center"),
            ],
            Axis("eruptions (sd)", (-3.6, 3.6)),
            Axis("waiting (sd)", (-2.7, 2.7)),
            title=f"radius {radius:.2f}: {n_out} of {len(X)} outside, {most} allowed",
            equal=True,
        )
        said = f"A circle of radius {radius:.2f} leaves {n_out} of {len(X)} eruptions outside. {verdict}"
        return Scene([plane], said, aspect=0.46)


def lowest_allowed(objective):
    """Find the z ≥ 1 with the lowest value of an objective, "a bowl" or "a bowl with waves": z and its value."""
    f = OBJECTIVES[objective]
    allowed = UNKNOWN[UNKNOWN >= BOUNDARY - 1e-12]
    best = allowed[np.argmin(f(allowed))]
    return float(best), float(f(best))


def lowest_of_lagrangian(objective, alpha):
    """Find the z with the lowest value of L(z, α) = f(z) − α (z − 1) among all z, allowed or not.

    alpha ≥ 0, price of a unit that z ≥ 1 leaves to spare → z and the value q(α), a lower bound of the objective among z
    ≥ 1
    """
    values = OBJECTIVES[objective](UNKNOWN) - alpha * (UNKNOWN - BOUNDARY)
    lowest = np.argmin(values)
    return float(UNKNOWN[lowest]), float(values[lowest])


class LagrangianExplorer(Explorer):
    """A Lagrangian in one variable: the smallest f(z) with z ≥ 1, and what a price α makes of it.

    Left: the objective, and the Lagrangian L(z, α) with its lowest point. Right: the height of that point for each α,
    which is a lower bound of the best allowed value; the point there is taken hold of to move α.
    """

    def controls(self):
        return {
            "alpha": slider(float(ALPHAS[0]), float(ALPHAS[-1]), 0.5, "price α", step=0.05),
            "objective": choice(OBJECTIVES, "objective f"),
        }

    def scene(self, alpha, objective):
        f, (best, value) = OBJECTIVES[objective], lowest_allowed(objective)
        lowest, bound = lowest_of_lagrangian(objective, alpha)
        bounds = [lowest_of_lagrangian(objective, price)[1] for price in ALPHAS]
        z = UNKNOWN[::10]
        height = Axis("value", (-2.4, 6))
        curves = Panel(
            [
                Band(-0.6, BOUNDARY, label="not allowed: z < 1"),
                Curve(z, f(z), label="objective f(z)"),
                Curve(z, f(z) - alpha * (z - BOUNDARY), "blue", 2.4, label="Lagrangian L(z, α)"),
                Curve([lowest, z[-1]], [bound] * 2, "blue", 1.2, "dotted"),
                Points([best], [value], "goal", label="best allowed z"),
                Points([lowest], [bound], "dot", label="lowest point of L"),
            ],
            Axis("z", (-0.6, 3)),
            height,
            title=f"α = {number(alpha)}: lowest at z = {number(lowest)}",
        )
        heights = Panel(
            [
                Curve(ALPHAS, bounds, "blue", dash="dashed", label="lower bound q(α)"),
                Rule(value, "y", "green", 1.6, "dash-dot", label="best allowed value"),
                Segments([alpha, alpha], [bound, value], "vermillion", 3, label="gap"),
                Handle("alpha", alpha, bound, "price α", "x", "dot"),
            ],
            Axis("price α", (ALPHAS[0] - 0.1, ALPHAS[-1] + 0.1)),
            height,
            title="the lowest point's height",
            at=(0, 1),
        )
        said = (
            f"Objective: {objective}. At α = {number(alpha)} the Lagrangian is lowest at z = {number(lowest)}, "
            f"{_side(lowest)}. Its value there, {number(bound)}, is a lower bound of the best allowed value, "
            f"{number(value)} at z = {number(best)}; the gap is {number(value - bound)}."
        )
        return Scene([curves, heights], said, columns=(1.3, 1), aspect=0.46)


def _side(z):
    if abs(z - BOUNDARY) < 1e-9:
        return "on the edge of what is allowed"
    return "which is not allowed: the price is too low" if z < BOUNDARY else "which leaves room to spare"


PATH = (0.01, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.0)  # the ν at which the shares are found

PATH_TOLERANCE = 1e-5  # KKT residual, in units of the variance: a share moves by a hundredth at most

MOST_IN_BALL = 1000


class BallExplorer(Explorer):
    """The minimum-volume ball of a data set as ν, γ, the kernel and the points themselves move.

    Left: the input plane with the three kinds of point and the boundary; points are dragged, added and removed. Right:
    the shares of outliers and support vectors against ν; the distance of each point from the center, with its slack;
    its weight α.

    Parameters
    ----------
    data : Dataset of two columns, or (n, 2) array_like, or None
        What to show first; the data sets of the course can be chosen too. Kernels see standardized values.
    """

    def __init__(self, data=None):
        self.data = own_first(data, BALL_DATA)
        self._plane = functools.cache(lambda name: Plane.of(name, self.data[name]()))
        self._gram = functools.lru_cache(maxsize=4)(self._compute_gram)
        self._path = functools.lru_cache(maxsize=64)(self._compute_path)
        super().__init__()

    def controls(self):
        return {
            "nu": slider(0.01, 1.0, 0.1, "share ν", step=0.01),
            "gamma": log_slider(-2, 1.5, 0, "inverse width γ", "per sd²"),
            "kernel": choice(BALL_KERNELS, "kernel"),
            "data": choice(self.data, "data"),
            "points": cloud("points", of="data", least=3, most=MOST_IN_BALL),
        }

    def scene(self, nu, gamma, kernel, data, points):
        k, plane = BALL_KERNELS[kernel](gamma), self._plane(data)
        shown = plane.shown if points is None else np.array(points)
        solution = ball.solve_dual(self._gram(k, data, points), nu)
        values = ball.decision_on_grid(k, plane.standardized(shown), solution, plane.grid.x, plane.grid.y)
        named = kernel if kernel == "linear" else f"{kernel}, γ = {number(gamma)}"
        changed = "" if points is None else ", with points of your own"
        return Scene(
            [
                self._in_plane(plane, shown, values, solution),
                self._shares(self._path(k, data, points), nu),
                *self._ranked(solution),
            ],
            self._text(f"{data}{changed}", named, solution),
            columns=(1.35, 1),
            rows=(1.35, 1.15, 0.95),
            aspect=0.6,
            hidden=("gamma",) if kernel == "linear" else (),
            certificate=certified(solution),
        )

    def _compute_gram(self, kernel, data, points):
        plane = self._plane(data)
        return MatrixGram(kernel(plane.X if points is None else plane.standardized(points)), psd=True)

    def _compute_path(self, kernel, data, points):
        """Shares of support vectors and of outliers, for each ν of the path."""
        K = self._gram(kernel, data, points)
        solutions = [ball.solve_dual(K, nu, tol=PATH_TOLERANCE) for nu in PATH]
        return [(~s.inside).mean() for s in solutions], [s.outlier.mean() for s in solutions]

    def _in_plane(self, plane, shown, values, solution):
        kinds = solution.kinds
        n_out, n_on = (int(np.sum(kinds == kind)) for kind in (OUTLIER, SURFACE))
        return Panel(
            [
                shaded(plane.view, values, label="boundary, R²"),
                Points(*shown.T, kinds, label=KIND_LABELS, hold="points"),
            ],
            **plane.axes,
            title=f"R² = {number(solution.R2)}: {n_out} of {len(kinds)} outside, {n_on} on the surface",
            span=(3, 1),
        )

    def _shares(self, path, nu):
        vectors, outliers = path
        return Panel(
            [
                Curve([0, 1], [0, 1], "gray", 1.3, "dotted", label="ν itself"),
                Curve(PATH, vectors, "blue", kind="surface", label="support vectors"),
                Curve(PATH, outliers, "vermillion", dash="dashed", kind="outlier", label="outliers"),
                Rule(nu),
            ],
            Axis("", (0, 1.02)),
            Axis("share", (-0.04, 1.06), ticks=(0, 0.5, 1)),
            title="shares against ν",
            at=(0, 1),
        )

    def _ranked(self, solution):
        """Two panels: how far the points are from the center, nearest first, and their weights."""
        # On the surface all distances are R² up to rounding: there the weights give the order.
        within = np.where(solution.surface, solution.alpha, solution.squared_distances)
        order = np.lexsort((within, solution.surface + 2 * solution.outlier))
        rank, kinds = np.linspace(0, 1, len(order)), solution.kinds[order]
        out = kinds == OUTLIER
        beyond = solution.squared_distances[order] - solution.R2
        reach = np.abs(beyond).max() or 1.0
        most = number(beyond[-1]) if out.any() else "0"
        places = Axis("", (-0.02, 1.02), ticks=())
        distances = Panel(
            [
                Stems(rank[out], beyond[out] / reach, 0, "vermillion", 2, label="slack ξᵢ"),
                Rule(0, "y"),
                Points(rank, beyond / reach, kinds, 0.75),
            ],
            places,
            Axis("distance", (-1.15, 1.15), ticks=(0,), names=("R²",)),
            title=f"‖Φ(xᵢ) − c‖² − R², from {number(beyond[0])} to {most}",
            at=(1, 1),
        )
        share = solution.alpha[order] / solution.upper
        weights = Panel(
            [Stems(rank, share), Rule(1, "y", dash="dashed", width=1), Points(rank, share, kinds, 0.75)],
            dataclasses.replace(places, label="points, nearest to the center first"),
            Axis("", (-0.14, 1.18), ticks=(0, 1)),
            title="αᵢ / bound 1/(νn)",
            at=(2, 1),
        )
        return distances, weights

    def _text(self, data, named, solution):
        kinds = solution.kinds
        out, vectors = kinds == OUTLIER, kinds != INSIDE
        slack = f"largest slack {number(solution.xi[out].max())}" if out.any() else "no slack"
        return (
            f"Minimum-volume ball of {data}, kernel {named}, ν = {number(solution.nu)}: "
            f"{say_kinds(kinds)}. Squared radius {number(solution.R2)}, {slack}. "
            f"Outliers are {out.mean():.1%} of the points, support vectors {vectors.mean():.1%}."
        )


SMO_STARTS = ("from the kernel density", "from the first points")

SMO_TOLERANCE = 1e-6  # KKT residual at which a run ends, in units of the variance, as of `ball.solve_dual`

WIDEST_POINT = 2.6  # of a point whose weight is at its bound, in the size of a point without one


@dataclass(frozen=True, eq=False)
class Run:
    """One run of the solver, with the SMOStep of every iteration.
    K (n, n); steps, T + 1 of them"""

    kernel: RBF
    K: np.ndarray
    nu: float
    steps: list

    @functools.cached_property
    def curves(self):
        """Objective and KKT residual, (T + 1,) arrays; a residual of 0 has no place on a logarithmic axis."""
        gap = np.array([step.kkt_residual for step in self.steps])
        return np.array([step.objective for step in self.steps]), np.where(gap > 0, gap, np.nan)

    @property
    def iterations(self):
        """How many iterations there are."""
        return len(self.steps) - 1


class SMOStepper(Explorer):
    """Sequential minimal optimization step by step: which two weights move, and what it gains.

    Parameters
    ----------
    data : Dataset of two columns, or (n, 2) array_like, or None for 39 eruptions of Old Faithful
    """

    def __init__(self, data=None):
        name = "every seventh eruption of faithful" if data is None else name_of(data)
        self.plane = Plane.of(
            name, datasets.faithful().in_order().rows(slice(None, None, 7)) if data is None else data
        )
        self._run = functools.lru_cache(maxsize=64)(self._compute_run)
        super().__init__()

    def controls(self):
        return {
            "step": steps("iteration"),
            "nu": slider(0.05, 1.0, 0.2, "share ν", step=0.05),
            "gamma": log_slider(-1, 1, 0, "inverse width γ", "per sd²"),
            "start": choice(SMO_STARTS, "start", SMO_STARTS[1]),
        }

    def scene(self, step, nu, gamma, start):
        run = self._run(nu, gamma, start)
        step = min(step, run.iterations)
        alpha = run.steps[step].alpha
        share = alpha * nu * len(alpha)
        return Scene(
            [self._in_plane(run, step, share), self._weights(run, step, share), *self._progress(run, step)],
            self._text(run, step, nu, gamma),
            columns=(1.3, 1, 1),
            rows=(1, 1),
            aspect=0.5,
            ends={"step": run.iterations},
        )

    def _compute_run(self, nu, gamma, start):
        X = self.plane.X
        k, n = RBF(gamma=gamma), len(X)
        K = k(X)
        to_mean = ball_equations.squared_distances_to_center(np.diagonal(K), K, K, np.full(n, 1 / n))
        first = ball.weights_on_farthest(-np.arange(n) if start == SMO_STARTS[1] else to_mean, nu)
        upper = ball_equations.largest_weight(nu, n)
        iterations = ball.smo_steps(2 * K, np.diagonal(K), upper, first, SMO_TOLERANCE * to_mean.mean())
        return Run(k, K, nu, list(iterations))

    def _in_plane(self, run, step, share):
        alpha, grid, shown = run.steps[step].alpha, self.plane.grid, self.plane.shown
        distances = ball_equations.squared_distances_to_center(np.diagonal(run.K), run.K, run.K, alpha)
        R2 = ball_equations.radius_in_kkt_interval(distances, run.nu)
        support = np.flatnonzero(alpha)
        sums = run.kernel.sums_on_grid(grid.x, grid.y, self.plane.X[support], alpha[support])
        values = R2 - 1 - alpha @ run.K @ alpha + 2 * sums
        riser, faller = _pair(run, step, shown)
        return Panel(
            [
                shaded(self.plane.view, values, palette="", label="ball of this α"),
                Points(*shown.T, "inside"),
                Points(*shown[support].T, sizes=WIDEST_POINT * np.sqrt(share[support]), label="area: α"),
                Curve([*riser.x, *faller.x], [*riser.y, *faller.y], width=1, dash="dotted"),
                riser,
                faller,
            ],
            **self.plane.axes,
            title=f"iteration {step} of {run.iterations}",
            span=(2, 1),
        )

    def _weights(self, run, step, share):
        n, i = len(share), np.arange(len(share))
        return Panel(
            [
                Bars(i, share),
                Rule(1, "y", dash="dashed"),
                Words([0], [1.07], ["bound 1/(νn)"]),
                *_pair(run, step, np.column_stack([i, share])),
            ],
            Axis("point i", (-1, n)),
            Axis("αᵢ / bound", (-0.05, 1.15)),
            title="weights",
            at=(0, 1),
            span=(2, 1),
        )

    def _progress(self, run, step):
        """Two panels: the objective, and what is missing to its highest value."""
        at, (objective, gap) = np.arange(run.iterations + 1), run.curves
        there = Axis("", (-0.02 * len(at), max(1, run.iterations) * 1.03))
        for row, (values, axis, color, kind, title) in enumerate(
            [
                (objective, Axis("", widened(objective, 0.08)), "blue", "dot", "dual objective"),
                (gap, _axis_of_residuals(gap), "vermillion", "now", "KKT residual"),
            ]
        ):
            yield Panel(
                [
                    Curve(at, values, "faint", 1.2),
                    Curve(at[: step + 1], values[: step + 1], color, 2.2),
                    Points([step], values[[step]], kind, 0.8),
                ],
                dataclasses.replace(there, label="iteration") if row else there,
                axis,
                title=title,
                at=(row, 2),
            )

    def _text(self, run, step, nu, gamma):
        now, n = run.steps[step], len(self.plane.shown)
        said = (
            f"Iteration {step} of {run.iterations} on {n} points ({self.plane.name}), ν = {number(nu)}, "
            f"γ = {number(gamma)}. "
        )
        i, j = now.rising, now.falling
        if i is None:
            said += f"Nothing has moved yet; {np.sum(now.alpha > 0)} weights are positive. "
        else:
            before, after = run.steps[step - 1].alpha, now.alpha
            said += (
                f"The weight of point {i} rises by {number(after[i] - before[i])} to {number(after[i])}, that of "
                f"point {j} falls by as much to {number(after[j])}. "
            )
        return said + (
            f"Dual objective {number(now.objective)}, at the end {number(run.steps[-1].objective)}; "
            f"KKT residual {number(now.kkt_residual)}."
        )


def _pair(run, step, places):
    """Marks of the two points whose weights have just moved; before the first step they are empty."""
    rising, falling = run.steps[step].rising, run.steps[step].falling
    return [
        Points(*places[[] if i is None else [i]].T, kind, label=f"its α {does}")
        for i, kind, does in ((rising, "riser", "rises"), (falling, "faller", "falls"))
    ]


def _axis_of_residuals(gap):
    finite = gap[np.isfinite(gap)]
    low, high = (finite.min(), finite.max()) if len(finite) else (1e-8, 1.0)
    return Axis("", (10 ** np.floor(np.log10(low)), 10 ** np.ceil(np.log10(high) + 1e-9)), scale="log")
