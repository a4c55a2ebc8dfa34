"""Explorers of chapter 02: a window that slides, Parzen densities, and the detector that a threshold makes."""

import functools

import numpy as np

from kernelcourse.drawing.controls import choice, cloud, log_slider, place, slider
from kernelcourse.drawing.data_planes import Plane, own_first, round_up
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Area, Band, Curve, Handle, Points, Rule, shaded
from kernelcourse.drawing.scene import Axis, Panel, Scene
from kernelcourse.drawing.words import count, number
from kernelsy19 import datasets
from kernelsy19.density.equations import is_novel, rejection_threshold
from kernelsy19.density.solve import density_on_grid, log_density

WINDOW_NAMES = {"Gaussian": "gaussian", "hypercube": "hypercube"}

DENSITY_DATA = {
    "faithful": lambda: datasets.faithful().in_order(),
    "iris: sepal width, petal length": lambda: (
        datasets.iris().columns("sepal width", "petal length").in_order()
    ),
    "pima: glucose, bmi": lambda: datasets.pima().columns("glucose", "bmi").where_recorded().in_order(),
    "moons": datasets.moons,
}

SAMPLES = 320

CIRCLE = np.linspace(0, 2 * np.pi, 60)
OUTLINES = {
    "gaussian": np.column_stack([np.cos(CIRCLE), np.sin(CIRCLE)]),
    "hypercube": np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]]) / 2,
}

MOST_IN_SAMPLE = 800

MINUTES = np.linspace(1, 6, 251)  # where the window can stand


class SlidingWindowExplorer(Explorer):
    """A window that slides over the lengths of the eruptions: how many fall into it, and how dense they lie there."""

    def controls(self):
        return {
            "middle": slider(1.2, 5.6, 3.0, "middle of the window", "min", step=0.1),
            "width": slider(0.1, 2.0, 0.5, "width of the window", "min", step=0.1),
        }

    def scene(self, middle, width):
        lasted = datasets.faithful().in_order()["eruptions"]
        inside = np.abs(lasted - middle) <= width / 2 + 1e-9
        counts = np.array([(np.abs(lasted - m) <= width / 2 + 1e-9).sum() for m in MINUTES])
        density, here = counts / (len(lasted) * width), inside.sum() / (len(lasted) * width)
        top, passed = round_up(density.max()), middle + 1e-9 >= MINUTES
        feet = np.full(len(lasted), -0.05 * top)
        panel = Panel(
            [
                Band(middle - width / 2, middle + width / 2, label="the window"),
                Area(MINUTES[passed], density[passed]),
                Curve(MINUTES, density, "faint", 1.2),
                Curve(MINUTES[passed], density[passed], "blue", 2.2),
                Points(lasted[~inside], feet[~inside], "tick", label="an eruption"),
                Points(lasted[inside], feet[inside], "now", 0.8, label="in the window"),
                Handle("middle", middle, here, "middle of the window", "x", "dot"),
            ],
            Axis("eruptions (min)", (1, 6)),
            Axis("density (per min)", (-0.1 * top, 1.05 * top)),
            title=f"{inside.sum()} of {len(lasted)} in the window: {here:.2f} per minute",
        )
        said = (
            f"{count(int(inside.sum()), 'eruption')} of {len(lasted)} lasted from {middle - width / 2:.2f} to "
            f"{middle + width / 2:.2f} minutes, so their density there is {here:.2f} per minute. Where they lie the "
            f"densest, it is {density.max():.2f}."
        )
        return Scene([panel], said, aspect=0.48)


class ParzenExplorer(Explorer):
    """A Parzen density and the points that a threshold on it rejects, as window, width and the points themselves move.

    Left: the first column alone, with one window at the probe. Right: both columns, with the same window and width;
    there points and probe are taken hold of.

    Parameters
    ----------
    data : Dataset of two columns, or (n, 2) array_like, or None
        What to show first; the data sets of the course can be chosen too. Windows see standardized values.
    """

    def __init__(self, data=None):
        self.data = own_first(data, DENSITY_DATA)
        self._plane = functools.cache(lambda name: Plane.of(name, self.data[name](), size=80))
        super().__init__()

    def controls(self):
        return {
            "h": log_slider(-1.5, 0.5, -0.5, "bandwidth h", "sd"),
            "share": slider(0.0, 0.5, 0.05, "share to reject ρ", step=0.01),
            "window": choice(WINDOW_NAMES, "window"),
            "data": choice(self.data, "data"),
            "probe": place("probe x₀", of="data"),
            "points": cloud("points", of="data", most=MOST_IN_SAMPLE),
        }

    def scene(self, h, share, window, data, probe, points):
        plane, kind = self._plane(data), WINDOW_NAMES[window]
        shown = plane.shown if points is None else np.array(points)
        probe = plane.mean if probe is None else np.array(probe)
        X, at = plane.standardized(shown), plane.standardized(probe)
        line = self._on_line(plane, shown, X[:, :1], at[:1], h, share, kind)
        both, n_rejected = self._in_plane(plane, shown, X, at, probe, h, share, kind)
        half = h / 2 if kind == "hypercube" else h
        near = int((np.abs(X[:, 0] - at[0]) <= half).sum())
        changed = "" if points is None else ", with points of your own"
        said = (
            f"Parzen density of {count(len(X), 'point')} of {data}{changed}, {window} window, h = {number(h)} sd. "
            f"On the first axis, {count(near, 'point')} of the sample within {number(half)} sd of "
            f"the probe, {plane.features[0]} = {number(probe[0])}. In the plane, {n_rejected} of {len(X)} points fall "
            f"below the threshold that may reject {share:.0%}."
        )
        return Scene([line, both], said, columns=(1, 1.05), aspect=0.48)

    def _on_line(self, plane, shown, sample, at, h, share, kind):
        x = np.linspace(plane.view.x[0], plane.view.x[-1], SAMPLES)
        places = ((x - plane.mean[0]) / plane.sd[0])[:, None]
        values = np.exp(log_density(places, sample, h, kind))
        top = values.max() or 1.0
        threshold = np.exp(rejection_threshold(log_density(sample, sample, h, kind), share))
        bump = np.exp(log_density(places, at[None], h, kind))
        return Panel(
            [
                Points(shown[:, 0], np.full(len(shown), -0.03), "tick", label="sample"),
                Curve(x, values / top, "blue", label="density"),
                Curve(
                    x,
                    0.5 * bump / bump.max(initial=1e-300),
                    "green",
                    dash="dash-dot",
                    label="window at the probe",
                ),
                Rule(threshold / top, "y", dash="dashed", label="threshold c"),
            ],
            plane.axes["x"],
            Axis("density / its largest value", (-0.07, 1.1), ticks=np.linspace(0, 1, 6)),
            title=f"one dimension, largest density {number(top / plane.sd[0])}",
        )

    def _in_plane(self, plane, shown, X, at, probe, h, share, kind):
        """The panel of both columns, and how many points are rejected."""
        at_points = np.exp(log_density(X, X, h, kind))
        threshold = rejection_threshold(at_points, share)
        values = density_on_grid(plane.grid.x, plane.grid.y, X, h, kind)
        # A hypercube's density has steps: halfway below the threshold none is split by rounding.
        level = threshold - (0.5 / (len(X) * h**2) if kind == "hypercube" else 0.0)
        rejected = is_novel(at_points, threshold)
        panel = Panel(
            [
                shaded(plane.view, values - level, reach=(level, values.max() - level), label="density = c"),
                Points(
                    *shown.T,
                    np.where(rejected, "outlier", "inside"),
                    label={"inside": "kept", "outlier": "rejected"},
                    hold="points",
                ),
                Curve(*plane.in_units(at + h * OUTLINES[kind]).T, "green", 2, "dash-dot"),
                Handle("probe", *probe, "probe x₀"),
            ],
            **plane.axes,
            title=f"two dimensions, {int(rejected.sum())} of {len(rejected)} rejected",
            at=(0, 1),
        )
        return panel, int(rejected.sum())
