"""Explorers of chapter 03: the minimum-volume ball, and how its dual is solved."""

import functools
from dataclasses import dataclass

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

from kernelsy19 import datasets
from kernelsy19.ball import equations as ball_equations
from kernelsy19.ball import solve as ball
from kernelsy19.course import drawing, picture
from kernelsy19.course.artists import Field, KindMarks, Scene, own_first, plain_marks, upright
from kernelsy19.course.explorers import Explorer, choice, log_slider, slider
from kernelsy19.course.picture import BLUE, GRAY, GREEN, OUTLIER, SURFACE, VERMILLION, number
from kernelsy19.engine.gram import MatrixGram
from kernelsy19.kernels import RBF, Laplacian, Linear, Polynomial

BALL_KERNELS = {
    "Gaussian (RBF)": lambda gamma: RBF(gamma=gamma),
    "Laplacian": lambda gamma: Laplacian(gamma=gamma),
    "linear": lambda gamma: Linear(),
    "polynomial, degree 2": lambda gamma: Polynomial(degree=2, gamma=gamma),
    "polynomial, degree 3": lambda gamma: Polynomial(degree=3, gamma=gamma),
}


BALL_DATA = {
    "faithful": datasets.faithful,
    "pima: glucose, bmi": lambda: datasets.pima().columns("glucose", "bmi").where_recorded(),
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


def lowest_allowed(objective):
    """Find the z with the lowest value of an objective among z ≥ 1.

    Parameters
    ----------
    objective : {"a bowl", "a bowl with waves"}

    Returns
    -------
    z, value : float
    """
    f = OBJECTIVES[objective]
    allowed = UNKNOWN[UNKNOWN >= BOUNDARY - 1e-12]
    best = allowed[np.argmin(f(allowed))]
    return float(best), float(f(best))


def lowest_of_lagrangian(objective, alpha):
    """Find the z with the lowest value of L(z, α) = f(z) − α (z − 1) among all z, allowed or not.

    Parameters
    ----------
    objective : {"a bowl", "a bowl with waves"}
    alpha : float ≥ 0, price of a unit that the constraint z ≥ 1 leaves to spare

    Returns
    -------
    z, value : float; the value is q(α), a lower bound of the objective among z ≥ 1
    """
    values = OBJECTIVES[objective](UNKNOWN) - alpha * (UNKNOWN - BOUNDARY)
    lowest = np.argmin(values)
    return float(UNKNOWN[lowest]), float(values[lowest])


class LagrangianExplorer(Explorer):
    """A Lagrangian in one variable: the smallest f(z) with z ≥ 1, and what a price α makes of it.

    Left: the objective, and the Lagrangian L(z, α) with its lowest point. Right: the height of that point for each α,
    which is a lower bound of the best allowed value.
    """

    size = (9.6, 4.4)

    def controls(self):
        return {
            "alpha": slider(float(ALPHAS[0]), float(ALPHAS[-1]), 0.5, "price α", step=0.05),
            "objective": choice(OBJECTIVES, "objective f"),
        }

    def draw(self, figure):
        left, right = figure.subplots(1, 2, sharey=True, width_ratios=(1.3, 1))
        self._draw_curves(left)
        self._draw_bounds(right)
        drawing.legend_below(figure, left, right, columns=4)
        return [
            self.f,
            self.L,
            self.lowest,
            self.best,
            self.across,
            self.bounds,
            self.reached,
            self.bound,
            self.gap,
            self.title,
        ]

    def _draw_curves(self, axes):
        axes.axvspan(-0.6, BOUNDARY, color="#EEEEEE", zorder=0, label="not allowed: z < 1")
        (self.f,) = axes.plot([], [], color="black", label="objective f(z)")
        (self.L,) = axes.plot([], [], color=BLUE, linewidth=2.2, label="Lagrangian L(z, α)")
        (self.across,) = axes.plot([], [], color=BLUE, linestyle=":", linewidth=1.2)
        self.best = plain_marks(axes, marker="D", ms=8, mfc=GREEN, mec="black", label="best allowed z")
        self.lowest = plain_marks(axes, marker="o", ms=9, mfc=BLUE, mec="black", label="lowest point of L")
        axes.set(xlim=(-0.6, 3), ylim=(-2.4, 6), xlabel="z", ylabel="value", title=" ")
        self.title = axes.title

    def _draw_bounds(self, axes):
        (self.bounds,) = axes.plot([], [], color=BLUE, linestyle="--", label="lower bound q(α)")
        (self.reached,) = axes.plot(
            [], [], color=GREEN, linewidth=1.6, linestyle="-.", label="best allowed value"
        )
        (self.gap,) = axes.plot([], [], color=VERMILLION, linewidth=3, alpha=0.7, label="gap")
        self.bound = plain_marks(axes, marker="o", ms=9, mfc=BLUE, mec="black")
        axes.set(
            xlim=(ALPHAS[0] - 0.1, ALPHAS[-1] + 0.1),
            xlabel="price α",
            title="the lowest point's height",
        )

    def update(self, alpha, objective):
        f, (best, value) = OBJECTIVES[objective], lowest_allowed(objective)
        lowest, bound = lowest_of_lagrangian(objective, alpha)
        self.f.set_data(UNKNOWN, f(UNKNOWN))
        self.L.set_data(UNKNOWN, f(UNKNOWN) - alpha * (UNKNOWN - BOUNDARY))
        self.best.set_data([best], [value])
        self.lowest.set_data([lowest], [bound])
        self.across.set_data([lowest, UNKNOWN[-1]], [bound, bound])
        self.bounds.set_data(ALPHAS, [lowest_of_lagrangian(objective, price)[1] for price in ALPHAS])
        self.reached.set_data(ALPHAS[[0, -1]], [value, value])
        self.bound.set_data([alpha], [bound])
        self.gap.set_data([alpha, alpha], [bound, value])
        self.title.set_text(f"α = {number(alpha)}: lowest at z = {number(lowest)}")
        return (
            f"Objective: {objective}. At α = {number(alpha)} the Lagrangian is lowest at z = {number(lowest)}, "
            f"{_side(lowest)}. Its value there, {number(bound)}, is a lower bound of the best allowed value, "
            f"{number(value)} at z = {number(best)}; the gap is {number(value - bound)}."
        )


def _side(z):
    if abs(z - BOUNDARY) < 1e-9:
        return "on the edge of what is allowed"
    return "which is not allowed: the price is too low" if z < BOUNDARY else "which leaves room to spare"


PATH = (0.01, 0.03, 0.06, 0.1, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 0.9, 1.0)


class BallExplorer(Explorer):
    """The minimum-volume ball of a data set as ν, γ and the kernel move.

    Left: the input plane with the three kinds of point and the boundary. Right: the shares of outliers and support
    vectors against ν; the distance of each point from the center, with its slack; its weight α.

    Parameters
    ----------
    data : Dataset of two columns, or (n, 2) array_like, or None
        What to show first; the data sets of the course can be chosen too. Kernels see standardized values.
    """

    size = (10.4, 5.6)

    def __init__(self, data=None):
        self.data = own_first(data, BALL_DATA)
        self._scene = functools.cache(lambda name: Scene.of(name, self.data[name]()))
        self._gram = functools.lru_cache(maxsize=4)(self._compute_gram)
        self._path = functools.lru_cache(maxsize=64)(self._compute_path)
        super().__init__()

    def controls(self):
        return {
            "nu": slider(0.01, 1.0, 0.1, "share ν", step=0.01),
            "gamma": log_slider(-2, 1.5, 0, "inverse width γ", "per sd²"),
            "kernel": choice(BALL_KERNELS, "kernel"),
            "data": choice(self.data, "data"),
        }

    def draw(self, figure):
        panels = figure.add_gridspec(3, 2, width_ratios=(1.35, 1), height_ratios=(1.35, 1, 0.8))
        plane = figure.add_subplot(panels[:, 0])
        shares, distances, weights = (figure.add_subplot(panels[row, 1]) for row in range(3))
        self._draw_plane(plane)
        self._draw_shares(shares)
        self._draw_distances(distances)
        self._draw_weights(weights)
        drawing.legend_below(figure, plane, distances, shares, columns=4)
        return [
            *self.field.moving,
            *self.kinds.moving,
            self.title,
            self.vectors,
            self.outliers,
            self.now,
            self.slack,
            *self.ranked.moving,
            self.distance_title,
            self.stems,
            *self.weighted.moving,
        ]

    def _draw_plane(self, axes):
        self.field = Field(axes, picture.FIELD)
        self.kinds = KindMarks(axes)
        axes.add_line(Line2D([], [], color="black", label="boundary, R²"))
        axes.set_title(" ")
        self.title, self.plane_axes = axes.title, axes

    def _draw_shares(self, axes):
        self.vectors, self.outliers = drawing.draw_shares(axes, [0], [0], [0])
        self.now = axes.axvline(0, color="black", linewidth=1.2)
        axes.set(title="shares against ν", ylabel="share", xlabel="")

    def _draw_distances(self, axes):
        (self.slack,) = axes.plot([], [], color=VERMILLION, linewidth=2, alpha=0.6, label="slack ξᵢ")
        axes.axhline(0, color="black", linewidth=1.2)
        self.ranked = KindMarks(axes, scale=0.6)
        axes.set(title=" ", xlim=(-0.02, 1.02), ylim=(-1.15, 1.15), xticks=[], yticks=[0], ylabel="distance")
        axes.set_yticklabels(["R²"])
        self.distance_title = axes.title

    def _draw_weights(self, axes):
        (self.stems,) = axes.plot([], [], color="#999999", linewidth=0.8)
        axes.axhline(1, color="black", linestyle="--", linewidth=1.0)
        self.weighted = KindMarks(axes, scale=0.6)
        axes.set(title="αᵢ / bound 1/(νn)", xlim=(-0.02, 1.02), ylim=(-0.12, 1.15), xticks=[], yticks=[0, 1])
        axes.set_xlabel("points, nearest to the center first")

    def update(self, nu, gamma, kernel, data):
        self.show("gamma", kernel != "linear")
        scene, k = self._scene(data), BALL_KERNELS[kernel](gamma)
        solution = ball.solve_dual(self._gram(k, data), nu)
        kinds = solution.kinds
        self._show_plane(scene, k, solution, kinds)
        self._show_shares(self._path(k, data), nu)
        self._show_points(solution, kinds)
        named = kernel if kernel == "linear" else f"{kernel}, γ = {number(gamma)}"
        return self._say_all(scene, named, solution, kinds)

    def _compute_gram(self, kernel, data):
        return MatrixGram(kernel(self._scene(data).X), psd=True)

    def _compute_path(self, kernel, data):
        """Shares of support vectors and of outliers, for each ν of the path."""
        solutions = [ball.solve_dual(self._gram(kernel, data), nu) for nu in PATH]
        return [(~s.inside).mean() for s in solutions], [s.outlier.mean() for s in solutions]

    def _show_plane(self, scene, kernel, solution, kinds):
        values = ball.decision_on_grid(kernel, scene.X, solution, scene.grid.x, scene.grid.y)
        self.field.show(scene.plane, values)
        self.kinds.show(scene.shown, kinds)
        scene.name_axes(self.plane_axes)
        n_out, n_on = (int(np.sum(kinds == kind)) for kind in (OUTLIER, SURFACE))
        self.title.set_text(
            f"R² = {number(solution.R2)}: {n_out} of {len(kinds)} outside, {n_on} on the surface"
        )

    def _show_shares(self, path, nu):
        vectors, outliers = path
        self.vectors.set_data(PATH, vectors)
        self.outliers.set_data(PATH, outliers)
        self.now.set_xdata([nu, nu])

    def _show_points(self, solution, kinds):
        # On the surface all distances are R² but for rounding: there the weights give the order.
        within = np.where(solution.surface, solution.alpha, solution.squared_distances)
        order = np.lexsort((within, solution.surface + 2 * solution.outlier))
        place, out = np.linspace(0, 1, len(order)), kinds[order] == OUTLIER
        beyond = solution.squared_distances[order] - solution.R2
        reach = np.abs(beyond).max() or 1.0
        self.ranked.show(np.column_stack([place, beyond / reach]), kinds[order])
        self.slack.set_data(*upright(place[out], 0, beyond[out] / reach))
        most = number(beyond[-1]) if out.any() else "0"
        self.distance_title.set_text(f"‖Φ(xᵢ) − c‖² − R², from {number(beyond[0])} to {most}")
        share = solution.alpha[order] / solution.upper
        self.weighted.show(np.column_stack([place, share]), kinds[order])
        self.stems.set_data(*upright(place, 0, share))

    def _say_all(self, scene, named, solution, kinds):
        out, vectors = kinds == OUTLIER, kinds != picture.INSIDE
        slack = f"largest slack {number(solution.xi[out].max())}" if out.any() else "no slack"
        return (
            f"Minimum-volume ball of {scene.name}, kernel {named}, ν = {number(solution.nu)}: "
            f"{drawing.say_kinds(kinds)}. Squared radius {number(solution.R2)}, {slack}. "
            f"Outliers are {out.mean():.1%} of the points, support vectors {vectors.mean():.1%}."
        )


SMO_STARTS = ("from the kernel density", "from the first points")


SMO_TOLERANCE = 1e-6  # KKT residual at which a run ends, in units of the variance, as of `ball.solve_dual`


RISER = {"marker": "^", "ms": 11, "mfc": GREEN, "mec": "black", "mew": 0.8, "zorder": 6}


FALLER = {"marker": "v", "ms": 11, "mfc": VERMILLION, "mec": "black", "mew": 0.8, "zorder": 6}


@dataclass(frozen=True, eq=False)
class Run:
    """One run of the solver, every iteration of it.

    Attributes
    ----------
    kernel : Kernel
    K : (n, n) array
    nu : float
    steps : list of T + 1 SMOStep
    """

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

    size = (10.4, 4.8)

    def __init__(self, data=None):
        self.scene = Scene.of(*self._name_and_points(data), size=90)
        self._run = functools.lru_cache(maxsize=64)(self._compute_run)
        self._shown = None
        super().__init__()

    @staticmethod
    def _name_and_points(data):
        if data is None:
            return "every seventh eruption of faithful", datasets.faithful().rows(slice(None, None, 7))
        return picture.name_of(data), data

    def controls(self):
        return {
            "step": slider(0, 10, 0, "iteration"),
            "nu": slider(0.05, 1.0, 0.2, "share ν", step=0.05),
            "gamma": log_slider(-1, 1, 0, "inverse width γ", "per sd²"),
            "start": choice(SMO_STARTS, "start", SMO_STARTS[1]),
        }

    def draw(self, figure):
        panels = figure.add_gridspec(2, 3, width_ratios=(1.25, 1, 1))
        plane = figure.add_subplot(panels[:, 0])
        weights = figure.add_subplot(panels[:, 1])
        self.objective_axes, self.gap_axes = (figure.add_subplot(panels[row, 2]) for row in (0, 1))
        self._draw_plane(plane)
        self._draw_weights(weights)
        self._draw_curves()
        drawing.legend_below(figure, plane, self.objective_axes, columns=5)
        return [
            self.boundary,
            self.points,
            self.pair_line,
            self.riser,
            self.faller,
            self.bars,
            self.bar_riser,
            self.bar_faller,
            self.title,
            *self.done,
            *self.now,
            self.objective_axes,
            self.gap_axes,
        ]

    def _draw_plane(self, axes):
        scene = self.scene
        self.boundary = LineCollection([], colors="black", linewidths=1.6, zorder=2)
        axes.add_collection(self.boundary, autolim=False)
        axes.plot(*scene.shown.T, "o", ms=3, mfc="white", mec=GRAY, mew=0.8, zorder=3)
        self.points = axes.scatter(
            *scene.shown.T, s=0, color=BLUE, edgecolors="black", linewidths=0.5, alpha=0.7
        )
        (self.pair_line,) = axes.plot([], [], color="black", linewidth=1.0, linestyle=":", zorder=5)
        self.riser = plain_marks(axes, label="its α rises", **RISER)
        self.faller = plain_marks(axes, label="its α falls", **FALLER)
        axes.add_line(Line2D([], [], color=BLUE, marker="o", ms=9, linestyle="none", label="area: α"))
        axes.add_line(Line2D([], [], color="black", label="ball of this α"))
        left, right, bottom, top = scene.plane.extent
        axes.set(xlim=(left, right), ylim=(bottom, top), xlabel=scene.features[0], ylabel=scene.features[1])
        axes.set_title(" ")
        self.title = axes.title

    def _draw_weights(self, axes):
        n = len(self.scene.X)
        (self.bars,) = axes.plot([], [], color=BLUE, linewidth=3.5, solid_capstyle="butt")
        axes.axhline(1, color="black", linestyle="--", linewidth=1.2)
        axes.text(0, 1.02, "bound 1/(νn)", va="bottom")
        self.bar_riser, self.bar_faller = plain_marks(axes, **RISER), plain_marks(axes, **FALLER)
        axes.set(xlim=(-1, n), ylim=(-0.05, 1.15), xlabel="point i", ylabel="αᵢ / bound", title="weights")

    def _draw_curves(self):
        pairs = [(self.objective_axes, BLUE, "dual objective"), (self.gap_axes, VERMILLION, "KKT residual")]
        self.ahead = [axes.plot([], [], color="#BBBBBB", linewidth=1.2)[0] for axes, _, _ in pairs]
        self.done = [axes.plot([], [], color=color, linewidth=2)[0] for axes, color, _ in pairs]
        self.now = [plain_marks(axes, marker="o", ms=6, mfc=color, mec="black") for axes, color, _ in pairs]
        for axes, _, name in pairs:
            axes.set_title(name)
        self.objective_axes.tick_params(labelbottom=False)
        self.gap_axes.set(yscale="log", xlabel="iteration", ylim=(1e-8, 1))
        # Formulas as tick labels, small ticks and labels that look for a place take half the time of a redraw.
        self.gap_axes.yaxis.set_major_locator(LogLocator(numticks=5))
        self.gap_axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0e}")
        self.gap_axes.yaxis.set_minor_locator(NullLocator())
        self.gap_axes.xaxis.set_label_coords(0.5, -0.2)
        self.objective_axes.yaxis.set_major_locator(MaxNLocator(4))
        for axes, _, _ in pairs:
            axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))

    def update(self, step, nu, gamma, start):
        run = self._run(nu, gamma, start)
        step = min(step, run.iterations)
        if self._shown is not run:
            self._show_run(run)
        alpha = run.steps[step].alpha
        share = alpha * nu * len(alpha)
        self._show_state(run, alpha, share)
        self._show_pair(run, step, share)
        self._show_progress(run, step)
        self.title.set_text(f"iteration {step} of {run.iterations}")
        return self._say_all(run, step, nu, gamma)

    def _compute_run(self, nu, gamma, start):
        k, n = RBF(gamma=gamma), len(self.scene.X)
        K = k(self.scene.X)
        to_mean = ball_equations.squared_distances_to_center(np.diagonal(K), K, K, np.full(n, 1 / n))
        first = ball.weights_on_farthest(-np.arange(n) if start == SMO_STARTS[1] else to_mean, nu)
        upper = ball_equations.largest_weight(nu, n)
        steps = ball.smo_steps(2 * K, np.diagonal(K), upper, first, SMO_TOLERANCE * to_mean.mean())
        return Run(k, K, nu, list(steps))

    def _show_run(self, run):
        """Show the curves of a whole run in gray, and fit the axes and the slider to it."""
        self._shown = run
        self.widgets["step"].max = max(1, run.iterations)
        iterations = np.arange(run.iterations + 1)
        for line, axes, values in zip(
            self.ahead, (self.objective_axes, self.gap_axes), run.curves, strict=True
        ):
            line.set_data(iterations, values)
            axes.set_xlim(-0.02 * len(iterations), max(1, len(iterations) - 1) * 1.03)
        self.objective_axes.set_ylim(*drawing.widened(run.curves[0], 0.08))
        gaps = run.curves[1][np.isfinite(run.curves[1])]
        if len(gaps):
            # Whole tenths of a decade: how the last residual is rounded moves no tick.
            low, high = np.log10(gaps.min() / 2), np.log10(gaps.max() * 2)
            self.gap_axes.set_ylim(10 ** (np.floor(10 * low) / 10), 10 ** (np.ceil(10 * high) / 10))

    def _show_state(self, run, alpha, share):
        distances = ball_equations.squared_distances_to_center(np.diagonal(run.K), run.K, run.K, alpha)
        R2 = ball_equations.radius_in_kkt_interval(distances, run.nu)
        support, grid = np.flatnonzero(alpha), self.scene.grid
        values = (
            R2
            - 1
            - alpha @ run.K @ alpha
            + 2 * run.kernel.sums_on_grid(grid.x, grid.y, self.scene.X[support], alpha[support])
        )
        self.boundary.set_segments(drawing.level_lines(self.scene.plane, values))
        self.points.set_sizes(220 * share)
        self.bars.set_data(*upright(np.arange(len(share)), 0, share))

    def _show_pair(self, run, step, share):
        i, j = run.steps[step].rising, run.steps[step].falling
        chosen = [] if i is None else [i, j]
        self.pair_line.set_data(*self.scene.shown[chosen].T)
        for point, mark, bar in zip(chosen or [None] * 2, *self._pair_marks(), strict=True):
            mark.set_data(*self.scene.shown[[] if point is None else [point]].T)
            bar.set_data([] if point is None else [point], [] if point is None else [share[point]])

    def _pair_marks(self):
        return (self.riser, self.faller), (self.bar_riser, self.bar_faller)

    def _show_progress(self, run, step):
        for done, now, values in zip(self.done, self.now, run.curves, strict=True):
            done.set_data(np.arange(step + 1), values[: step + 1])
            now.set_data([step], [values[step]])

    def _say_all(self, run, step, nu, gamma):
        now, n = run.steps[step], len(self.scene.X)
        said = (
            f"Iteration {step} of {run.iterations} on {n} points ({self.scene.name}), ν = {number(nu)}, "
            f"γ = {number(gamma)}. "
        )
        i, j = now.rising, now.falling
        if i is None:
            said += f"Nothing has moved yet; {np.sum(now.alpha > 0)} weights are positive. "
        else:
            before, after = run.steps[step - 1].alpha, now.alpha
            said += (
                f"The weight of point {i} rises from {number(before[i])} to {number(after[i])}, that of point {j} "
                f"falls from {number(before[j])} to {number(after[j])}. "
            )
        return said + (
            f"Dual objective {number(now.objective)}, at the end {number(run.steps[-1].objective)}; "
            f"KKT residual {number(now.kkt_residual)}."
        )
