"""Explorers of chapter 10: a curve by hand; the fit, its eigenvectors, the error of points left out."""

import functools

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.optimize import lsq_linear

from kernelcourse.drawing.controls import choice, cloud, log_slider, place, slider
from kernelcourse.drawing.data_planes import Plane
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Bars, Curve, Handle, Points, Segments
from kernelcourse.drawing.scene import Axis, Panel, Scene, certified
from kernelcourse.drawing.words import number
from kernelsy19 import datasets
from kernelsy19.kernels import RBF
from kernelsy19.ridge.equations import left_out_errors, shrinkage
from kernelsy19.ridge.leave_one_out import loo_path
from kernelsy19.ridge.solve import solve_dual

SHOWN_SHARES = 20

PRICES = np.logspace(-4, 4, 81)  # the steps of the slider: its curve passes through what it chooses

ALONG = 200  # places at which the fit is drawn


def _noisy_wave():
    """60 points around a sine, in the form of a data set with a variable and a target."""
    rng = np.random.default_rng(0)
    x = np.sort(rng.uniform(-3, 3, 60))
    return datasets.Dataset(
        name="a noisy wave",
        X=np.column_stack([x, np.sin(2 * x) + 0.4 * rng.normal(size=60)]),
        feature_names=("x", "y"),
        units=("", ""),
        description="sin 2x at 60 places, with noise of standard deviation 0.4.",
        source="drawn here",
        citation="",
        license_note="",
    )


TWO_COLUMNS = {
    "faithful: waiting time": lambda: datasets.faithful().in_order(),
    "diabetes: progression by bmi": lambda: datasets.diabetes().columns("bmi", "progression").in_order(),
    "a noisy wave": _noisy_wave,
}


class CurveByHandExplorer(Explorer):
    """A smooth curve through knots that are dragged: what it misses of eruptions that are known, and of the others."""

    def controls(self):
        return {
            "knots": slider(2, 16, 5, "knots of the curve"),
            "known": slider(20, 200, 40, "eruptions that are known", step=20),
            "hand": cloud("knots", of=("knots", "known"), least=2, most=16, grows=False),
        }

    def scene(self, knots, known, hand):
        x, wait = datasets.faithful().in_order(shuffle=0).X.T
        places, along = np.linspace(x.min(), x.max(), knots), np.linspace(x.min(), x.max(), ALONG)
        through = CubicSpline(places, np.eye(knots), bc_type="natural")  # a curve for each knot: they add up
        own = hand is not None
        heights = np.clip(np.array(hand)[:, 1], *WAITS) if own else _best(through(x[:known]), wait[:known])
        missed = [np.sqrt(np.square(through(x) @ heights - wait)[part].mean()) for part in _split(known)]
        curve = Panel(
            [
                Points(x[known:], wait[known:], "tick", 0.6, label="others"),
                Points(x[:known], wait[:known], "point", label="known"),
                Curve(along, np.clip(through(along) @ heights, *WAITS), "vermillion", 2.4),
                Points(places, heights, "goal", label="knots", hold="hand", moves="y"),
            ],
            Axis("eruptions (min)", (1.4, 5.3)),
            Axis("waiting (min)", WAITS),
            title="drawn by hand" if own else "best for the known",
        )
        bars = Panel(
            [Bars([0], missed[:1], color="blue"), Bars([1], missed[1:], color="gray")],
            Axis("", (-0.7, 1.7), (0, 1), (f"{known} known", f"{272 - known} others")),
            Axis("", (0, 12)),
            title="root mean square miss (min)",
            at=(0, 1),
        )
        said = (
            f"A curve through {knots} knots{'' if own else ', put where in this frame they are best for the known,'} "
            f"misses the {known} known eruptions by {missed[0]:.1f} minutes, and the {272 - known} others by "
            f"{missed[1]:.1f}."
        )
        return Scene([curve, bars], said, columns=(1.7, 1), aspect=0.48)


WAITS = (35.0, 105.0)  # minutes, on the axis


HELD = 1e-3  # of a unit, by which the mean holds a knot: where no eruption is known, its height is decided all the same


def _best(A, known):
    """Heights within the frame for which the mean squared miss of the known is least."""
    mean = np.full(A.shape[1], known.mean())
    held = np.vstack([A, HELD * np.eye(A.shape[1])]), np.append(known, HELD * mean)
    return np.clip(lsq_linear(*held, WAITS, method="bvls").x, *WAITS)  # rounding leaves the frame


def _split(known):
    return slice(0, known), slice(known, None)


class KernelRidgeExplorer(Explorer):
    """Kernel ridge regression with a free intercept on one variable, as the price λ, the width and the points move.

    Left: the points and a probe, which are taken hold of, the fit, and the mean. Middle: the share Λ/(Λ + λ) that is
    left along each eigenvector. Right: the error at the points themselves, and at points left out, for every λ.
    """

    def __init__(self):
        self._data = functools.cache(lambda name: TWO_COLUMNS[name]())
        self._plane = functools.cache(lambda name: Plane.of(name, self._data(name)))
        self._solved = functools.lru_cache(maxsize=16)(self._solve)
        super().__init__()

    def controls(self):
        return {
            "lam": log_slider(-4, 4, 0, "price λ", step=0.1),
            "gamma": log_slider(-2, 2, 0, "inverse width γ", "per sd²", step=0.1),
            "data": choice(TWO_COLUMNS, "data"),
            "probe": place("probe", of="data"),
            "points": cloud("points", of="data", least=3, most=500),
        }

    def scene(self, lam, gamma, data, probe, points):
        plane, (variable, target) = self._plane(data), self._data(data).feature_names
        shown = self._shown(data, points)
        places, K, K_zx, path = self._solved(gamma, data, points)
        solution = solve_dual(K, shown[:, 1], lam)
        fitted = solution.predict(K_zx)
        probe = plane.in_units([-0.5, -1.5]) if probe is None else np.array(probe)
        predicted = float(np.interp(probe[0], places, fitted))
        shares = shrinkage(path.eigenvalues, lam)
        here, sd = _left_out(path, solution), shown[:, 1].std() or 1.0
        said = (
            f"Kernel ridge regression of {target} on {variable}, {len(shown)} points"
            f"{'' if points is None else ' of your own'}, RBF kernel with γ = {number(gamma)} per sd² and λ = "
            f"{number(lam)}: {1 + shares.sum():.1f} degrees of freedom. Left out, a point is predicted with a root "
            f"mean square error of {number(here)}; the smallest, {number(path.rmse)}, is at λ = {number(path.lam)}; "
            f"the standard deviation of {target} is {number(sd)}. "
            f"At the probe, {variable} = {number(probe[0])}, the fit predicts {target} = {number(predicted)}."
        )
        fit = Panel(
            [
                Points(*shown.T, "sample", label="data", hold="points"),
                Curve(places[[0, -1]], [shown[:, 1].mean()] * 2, "gray", dash="dotted", label="mean"),
                Curve(places, fitted, "blue", 2.2, label="fit"),
                Segments([probe[0]] * 2, [probe[1], predicted], "green", 2),
                Points([probe[0]], [predicted], "goal", 0.7, label="prediction at the probe"),
                Handle("probe", *probe, "probe", kind="goal"),
            ],
            **plane.axes,
            title=f"{target} from {variable}",
        )
        left = Panel(
            [Bars(np.arange(1, 1 + len(shares[:SHOWN_SHARES])), shares[:SHOWN_SHARES], wide=0.7)],
            Axis("eigenvector m", (0, SHOWN_SHARES + 1)),
            Axis("", (0, 1.03), ticks=np.linspace(0, 1, 6)),
            title="share Λ/(Λ + λ)",
            at=(0, 1),
        )
        panels = fit, left, _errors(path, lam, here, sd)
        return Scene(panels, said, columns=(1.35, 0.8, 1), aspect=0.44, certificate=certified(solution))

    def _shown(self, data, points):
        return self._plane(data).shown if points is None else np.array(points)

    def _solve(self, gamma, data, points):
        """Places of the curve, the Gram matrix, the kernel values of the places, leave-one-out for each step of λ."""
        plane, shown = self._plane(data), self._shown(data, points)
        places = np.linspace(*plane.view.extent[:2], ALONG)
        x, z = ((values - plane.mean[0]) / plane.sd[0] for values in (shown[:, 0], places))
        k = RBF(gamma)
        K = k.gram(x[:, None])
        return places, K, k(z[:, None], x[:, None]), loo_path(K, shown[:, 1], PRICES)


def _left_out(path, solution):
    """Root mean square error of points left out; the path knows it at the steps of the slider."""
    step = int(np.abs(np.log(path.lams / solution.lam)).argmin())
    if np.isclose(path.lams[step], solution.lam, rtol=1e-9):
        return np.sqrt(path.loo[step])
    return np.sqrt((left_out_errors(solution.alpha, solution.inverse_diagonal) ** 2).mean())


def _errors(path, lam, here, sd):
    return Panel(
        [
            Curve(path.lams, np.sqrt(path.training) / sd, "orange", dash="dashed", label="at its own points"),
            Curve(path.lams, np.sqrt(path.loo) / sd, "blue", label="at points left out"),
            Points([path.lam], [path.rmse / sd], "probe", 1.2, label="smallest"),
            Points([lam], [here / sd], "dot", label="this λ"),
            Handle("lam", lam, here / sd, "price λ", "x", "dot"),
        ],
        Axis("price λ", (PRICES[0] / 1.3, PRICES[-1] * 1.3), scale="log"),
        Axis("", (0, 1.25), ticks=np.linspace(0, 1.2, 7)),
        title="root mean square error / sd",
        at=(0, 2),
    )
