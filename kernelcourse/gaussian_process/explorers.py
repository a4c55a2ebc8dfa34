"""Explorers of chapter 18: a random function that points hold, and with it how probable the targets are."""

import functools

import numpy as np

from kernelcourse.drawing.controls import choice, cloud, log_slider, slider
from kernelcourse.drawing.data_planes import Plane
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Curve, Handle, Points
from kernelcourse.drawing.scene import Axis, Panel, Scene, certified
from kernelcourse.drawing.words import count, number
from kernelcourse.gaussian_process.experiments import IN_95, twelve_eruptions
from kernelcourse.gaussian_process.figures import bars_around
from kernelsy19 import datasets
from kernelsy19.gaussian_process.equations import posterior_covariance
from kernelsy19.kernels import RBF
from kernelsy19.ridge.equations import bordered_matrix
from kernelsy19.ridge.leave_one_out import loo_path
from kernelsy19.ridge.solve import solve_dual

FEW_POINTS = {
    "twelve eruptions": twelve_eruptions,
    "CO2 of fifteen months": lambda: (
        datasets.co2().columns("co2", "year").in_order().columns("year", "co2").rows(slice(100, 115))
    ),
}
PLACES_OF_DRAWS = 81  # a draw takes a factor of the covariance between all of them
OF_THE_FACTOR = (
    1e-8  # added to the diagonal of that, in units of k(x, x): the covariance is singular to rounding
)
LOWEST_LIKELIHOOD = -12.0  # below the largest: e⁻¹² as probable
DRAWN_AT_FIRST = 5


class _Held(Explorer):
    """What both explorers share: points that hold a random function."""

    def __init__(self):
        self._data = functools.cache(lambda name: FEW_POINTS[name]())
        self._plane = functools.cache(lambda name: Plane.of(name, self._data(name)))
        super().__init__()

    def _hold(self, lam, gamma, draws, data, points):
        """Targets, the fit and K, the panel of the points with bands and draws, and what is said of it."""
        plane, (variable, target) = self._plane(data), self._data(data).feature_names
        shown = plane.shown if points is None else np.array(points)
        y, k = shown[:, 1], RBF(gamma)
        low, high, low_y, high_y = plane.view.extent
        middle, places = (low_y + high_y) / 2, np.linspace(low, high, PLACES_OF_DRAWS)
        x, z = ((values[:, None] - plane.mean[0]) / plane.sd[0] for values in (shown[:, 0], places))
        K, K_zx = k(x), np.column_stack([k(z, x), np.ones(len(z))])
        fit = solve_dual(K, y, lam)
        S = posterior_covariance(k(z), K_zx, bordered_matrix(K, lam))
        mean, noise = fit.predict(K_zx[:, :-1]), fit.noise_variance**0.5
        scale = noise / np.sqrt(lam)
        bars = scale * np.sqrt(np.maximum(np.diagonal(S), 0))
        factor = np.linalg.cholesky(S + OF_THE_FACTOR * (1 + np.abs(S).max()) * np.eye(len(z)))
        drawn = mean[:, None] + scale * factor @ np.random.default_rng(0).normal(size=(len(z), 6))[:, :draws]
        gap = np.full((1, draws), np.nan)
        each = np.tile(np.append(places, np.nan), draws), np.vstack([drawn, gap]).T.ravel()
        light, dark, line = bars_around(places, mean, bars, noise)
        marks = [light, dark, Curve(*each, "orange", 1.0, label="drawn"), line]
        held = Panel(
            [*marks, Points(*shown.T, "point", label="data", hold="points")],
            plane.axes["x"],
            Axis(plane.features[1], (2 * low_y - middle, 2 * high_y - middle)),
            title=f"{target} from {variable}",
        )
        own, wide = "" if points is None else " of your own", IN_95 * bars
        said = (
            f"{count(len(y), 'point')}{own}, RBF kernel with γ = {number(gamma)} per sd² and λ = {number(lam)}. The "
            f"noise has a standard deviation of {number(noise)}. The band of the function is ±{number(wide.min())} "
            f"where it is narrowest and ±{number(wide.max())} where it is widest."
        )
        return y, fit, K, held, said


class RandomFunctionExplorer(_Held):
    """Twelve eruptions that are taken hold of: a band that holds the function, one that holds new waits, and draws."""

    def controls(self):
        return {
            "gamma": log_slider(-1.5, 1.5, 0, "inverse width γ", "per sd²", step=0.1),
            "lam": log_slider(-4, 2, -1, "noise λ", step=0.1),
            "points": cloud("points", least=3, most=60),
        }

    def scene(self, gamma, lam, points):
        _, fit, _, held, said = self._hold(lam, gamma, DRAWN_AT_FIRST, "twelve eruptions", points)
        return Scene([held], said, aspect=0.46, certificate=certified(fit))


class ErrorBarsExplorer(_Held):
    """A random function that points hold: its mean, its error bars and draws of it, and how probable the targets are.

    Left: points that are taken hold of, two bands and functions drawn from the posterior. Right: log p(y) for every λ,
    with the likeliest and the one that leaving one out would choose.
    """

    def controls(self):
        return {
            "lam": log_slider(-4, 2, -1, "price λ", step=0.1),
            "gamma": log_slider(-1.5, 1.5, 0, "inverse width γ", "per sd²", step=0.1),
            "draws": slider(0, 6, 3, "functions drawn"),
            "data": choice(FEW_POINTS, "data"),
            "points": cloud("points", of="data", least=3, most=60),
        }

    def scene(self, lam, gamma, draws, data, points):
        y, fit, K, held, said = self._hold(lam, gamma, draws, data, points)
        path = loo_path(K, y, PRICES_OF_FEW)
        likeliest = int(path.log_likelihood.argmax())
        said += (
            f" For this γ the targets are likeliest at λ = {number(path.lams[likeliest])}; left out, points are "
            f"predicted best at λ = {number(path.lam)}."
        )
        panels = [held, _likelihoods(path, lam, likeliest)]
        return Scene(panels, said, columns=(1.8, 1), aspect=0.5, certificate=certified(fit))


PRICES_OF_FEW = np.logspace(-4, 2, 61)  # the steps of the slider


def _likelihoods(path, lam, likeliest):
    below = np.maximum(path.log_likelihood - path.log_likelihood.max(), LOWEST_LIKELIHOOD)
    here = float(np.interp(np.log(lam), np.log(path.lams), below))
    return Panel(
        [
            Curve(path.lams, below, "blue", label="log p(y)"),
            Points([path.lams[likeliest]], [below[likeliest]], "probe", 1.2, label="likeliest"),
            Points([path.lam], [below[path.best]], "class 2", 1.2, label="left out"),
            Points([lam], [here], "dot", label="this λ"),
            Handle("lam", lam, here, "price λ", "x", "dot"),
        ],
        Axis("price λ", (PRICES_OF_FEW[0] / 1.3, PRICES_OF_FEW[-1] * 1.3), scale="log"),
        Axis("", (LOWEST_LIKELIHOOD - 0.5, 1.0), ticks=np.linspace(LOWEST_LIKELIHOOD, 0, 5)),
        title="log p(y), less its largest",
        at=(0, 1),
    )
