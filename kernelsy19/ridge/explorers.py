"""The explorer of chapter 10: the fit, what is left of each eigenvector, and the error of points left out."""

import functools

import numpy as np

from kernelsy19 import datasets
from kernelsy19.course import drawing
from kernelsy19.course.artists import plain_marks, upright
from kernelsy19.course.explorers import Explorer, choice, log_slider
from kernelsy19.course.picture import BLUE, GRAY, GREEN, VERMILLION, number
from kernelsy19.kernels import RBF
from kernelsy19.ridge.equations import left_out_errors, shrinkage
from kernelsy19.ridge.figures import places_along
from kernelsy19.ridge.leaving import loo_path
from kernelsy19.ridge.solve import solve_dual

SHOWN_SHARES = 20

PRICES = np.logspace(-4, 4, 81)  # the steps of the slider: its curve passes through what it chooses


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
    "faithful: waiting after an eruption": datasets.faithful,
    "diabetes: progression by bmi": lambda: datasets.diabetes().columns("bmi", "progression"),
    "a noisy wave": _noisy_wave,
}


class KernelRidgeExplorer(Explorer):
    """Kernel ridge regression with a free intercept on one variable, as the price λ and the inverse width γ move.

    Left: the points, the fit, and the mean. Middle: the share Λ/(Λ + λ) that is left along each eigenvector. Right: the
    error at the points themselves, and at points left out, for every λ.
    """

    size = (10.8, 4.4)

    def __init__(self):
        self._points = functools.cache(self._standardize)
        self._solved = functools.lru_cache(maxsize=16)(self._solve)
        super().__init__()

    def controls(self):
        return {
            "lam": log_slider(-4, 4, 0, "price λ", step=0.1),
            "gamma": log_slider(-2, 2, 0, "inverse width γ", "per sd²", step=0.1),
            "data": choice(TWO_COLUMNS, "data"),
        }

    def draw(self, figure):
        plane, shares, errors = figure.subplots(1, 3, width_ratios=(1.35, 0.8, 1.0))
        self.points = plain_marks(plane, marker=".", markersize=5, color=GRAY, label="data")
        (self.mean,) = plane.plot([], [], color=GRAY, linestyle=":", label="mean")
        (self.fit,) = plane.plot([], [], color=BLUE, linewidth=2.2, label="fit")
        plane.set_title(" ")
        self.plane_axes, self.title = plane, plane.title
        (self.bars,) = shares.plot([], [], color=BLUE, linewidth=5, solid_capstyle="butt")
        shares.set(
            xlim=(0, SHOWN_SHARES + 1), ylim=(0, 1.03), xlabel="eigenvector m", title="share Λ/(Λ + λ)"
        )
        (self.training,) = errors.plot([], [], color=GREEN, linestyle="--", label="at its own points")
        (self.loo,) = errors.plot([], [], color=BLUE, label="at points left out")
        (self.here,) = errors.plot([], [], "o", color=BLUE, markersize=8, zorder=4, label="this λ")
        (self.least,) = errors.plot([], [], "*", color=VERMILLION, markersize=14, zorder=3, label="smallest")
        errors.set(xscale="log", xlim=(PRICES[0] / 1.3, PRICES[-1] * 1.3), ylim=(0, 1.25), xlabel="price λ")
        errors.set_title("root mean square error / sd")
        drawing.legend_below(figure, plane, errors, columns=7)
        return [
            self.points,
            self.mean,
            self.fit,
            self.title,
            self.bars,
            self.training,
            self.loo,
            self.here,
            self.least,
        ]

    def update(self, lam, gamma, data):
        shown, x, y, z = self._points(data)
        K, K_zx, path = self._solved(gamma, data)
        solution = solve_dual(K, y, lam)
        self._show_plane(shown, solution.y, solution.predict(K_zx), z)
        shares = shrinkage(path.eigenvalues, lam)
        self.bars.set_data(
            *upright(np.arange(1, 1 + min(SHOWN_SHARES, len(shares))), 0, shares[:SHOWN_SHARES])
        )
        errors = left_out_errors(solution.alpha, solution.inverse_diagonal)
        here, least = np.sqrt((errors**2).mean()), path.rmse
        sd = y.std()
        self.training.set_data(path.lams, np.sqrt(path.training) / sd)
        self.loo.set_data(path.lams, np.sqrt(path.loo) / sd)
        self.here.set_data([lam], [here / sd])
        self.least.set_data([path.lam], [least / sd])
        target = shown.feature_names[1]
        return (
            f"Kernel ridge regression of {target} on {shown.feature_names[0]}, {len(x)} points, RBF kernel with γ = "
            f"{number(gamma)} and λ = {number(lam)}: {1 + shares.sum():.1f} degrees of freedom. Left out, a point is "
            f"predicted with a root mean square error of {here:.3g}; the smallest, {least:.3g}, is at λ = "
            f"{number(path.lam)}; the standard deviation of {target} is {sd:.3g}."
        )

    def _show_plane(self, shown, y, values, z):
        columns = shown.X
        places = columns[:, 0].mean() + columns[:, 0].std() * z
        self.points.set_data(*columns.T)
        self.mean.set_data(places[[0, -1]], [y.mean()] * 2)
        self.fit.set_data(places, values)
        self.title.set_text(f"{shown.feature_names[1]} from {shown.feature_names[0]}")
        names = [f"{n} ({u})" if u else n for n, u in zip(shown.feature_names, shown.units, strict=True)]
        if self.plane_axes.get_xlabel() != names[0]:
            self.plane_axes.set(xlabel=names[0], ylabel=names[1], xlim=places[[0, -1]])
            self.plane_axes.set(ylim=drawing.widened(columns[:, 1], 0.15))

    def _standardize(self, name):
        """The data, the variable in standard deviations, the target, and places at which the fit is drawn."""
        shown = TWO_COLUMNS[name]()
        x = shown.standardized().X[:, 0]
        return shown, x, np.array(shown.X[:, 1]), places_along(x)

    def _solve(self, gamma, data):
        """The Gram matrix, the kernel values of the places of the curve, and leave-one-out for every step of λ."""
        _, x, y, z = self._points(data)
        k = RBF(gamma)
        K = k.gram(x[:, None])
        return K, k(z[:, None], x[:, None]), loo_path(K, y, PRICES)
