"""The explorer of chapter 02: Parzen windows in one and two dimensions, and the detector that a threshold makes."""

import functools

import numpy as np
from matplotlib.lines import Line2D

from kernelsy19 import datasets
from kernelsy19.course import drawing, picture
from kernelsy19.course.artists import Field, Scene, own_first, plain_marks
from kernelsy19.course.explorers import Explorer, choice, log_slider, slider
from kernelsy19.course.picture import BLUE, GRAY, GREEN, VERMILLION, count, number
from kernelsy19.density.equations import is_novel, rejection_threshold
from kernelsy19.density.solve import density_on_grid, log_density

WINDOW_NAMES = {"Gaussian": "gaussian", "hypercube": "hypercube"}


DENSITY_DATA = {
    "faithful": datasets.faithful,
    "iris: sepal width, petal length": lambda: datasets.iris().columns("sepal width", "petal length"),
    "pima: glucose, bmi": lambda: datasets.pima().columns("glucose", "bmi").where_recorded(),
    "moons": datasets.moons,
}


SAMPLES = 320


CIRCLE = np.linspace(0, 2 * np.pi, 60)


class ParzenExplorer(Explorer):
    """A Parzen density and the points that a threshold on it rejects, as the window and its width move.

    Left: the first column alone, with one window at the probe. Right: both columns, with the same window and width.

    Parameters
    ----------
    data : Dataset of two columns, or (n, 2) array_like, or None
        What to show first; the data sets of the course can be chosen too. Windows see standardized values.
    """

    size = (10.4, 4.8)

    def __init__(self, data=None):
        self.data = own_first(data, DENSITY_DATA)
        self._scene = functools.cache(lambda name: Scene.of(name, self.data[name](), size=140))
        super().__init__()

    def controls(self):
        return {
            "h": log_slider(-1.5, 0.5, -0.5, "bandwidth h", "sd"),
            "share": slider(0.0, 0.5, 0.05, "share to reject ρ", step=0.01),
            "probe": slider(-2.0, 2.0, 0.0, "probe x₀", "sd", step=0.05),
            "window": choice(WINDOW_NAMES, "window"),
            "data": choice(self.data, "data"),
        }

    def draw(self, figure):
        line, plane = figure.subplots(1, 2, width_ratios=(1, 1.05))
        self._draw_line(line)
        self._draw_plane(plane)
        drawing.legend_below(figure, line, plane, columns=4)
        return [
            self.density,
            self.bump,
            self.level,
            self.ticks,
            self.line_title,
            *self.field.moving,
            self.kept,
            self.rejected,
            self.outline,
            self.plane_title,
        ]

    def _draw_line(self, axes):
        (self.density,) = axes.plot([], [], color=BLUE, label="density")
        (self.bump,) = axes.plot([], [], color=GREEN, linestyle="-.", label="window at the probe")
        (self.level,) = axes.plot([], [], color="black", linestyle="--", linewidth=1.2, label="threshold c")
        (self.ticks,) = axes.plot([], [], "|", color=GRAY, label="sample", markersize=9)
        axes.set(title=" ", ylim=(-0.06, 1.1), ylabel="density / its largest value", xlabel="x₁")
        self.line_axes, self.line_title = axes, axes.title

    def _draw_plane(self, axes):
        self.field = Field(axes, picture.FIELD)
        marks = {"markeredgecolor": "black", "markeredgewidth": 0.6}
        self.kept = plain_marks(
            axes, marker="o", markersize=4, markerfacecolor="white", label="kept", **marks
        )
        self.rejected = plain_marks(
            axes, marker="X", markersize=8, markerfacecolor=VERMILLION, label="rejected", **marks
        )
        (self.outline,) = axes.plot([], [], color=GREEN, linestyle="-.", linewidth=2)
        axes.add_line(Line2D([], [], color="black", label="density = c"))
        axes.set_title(" ")
        self.plane_axes, self.plane_title = axes, axes.title

    def update(self, h, share, probe, window, data):
        scene, kind = self._scene(data), WINDOW_NAMES[window]
        near = self._show_line(scene, h, share, probe, kind)
        n_rejected = self._show_plane(scene, h, share, probe, kind)
        if self.line_axes.get_xlabel() != scene.features[0]:
            self.line_axes.set(xlabel=scene.features[0], xlim=scene.plane.extent[:2])
            self.plane_axes.set(xlabel=scene.features[0], ylabel=scene.features[1])
        n = len(scene.X)
        at = scene.plane.x[0] + (probe - scene.grid.x[0]) * self._unit(scene)
        return (
            f"{window} Parzen density of {count(n, 'point')} of {data}, h = {number(h)} sd. On the first axis, "
            f"{near}, {scene.features[0]} = {number(at)}. In the plane, "
            f"{n_rejected} of {n} points fall below the threshold that may reject {share:.0%}."
        )

    def _show_line(self, scene, h, share, probe, kind):
        """Draw the density of the first column; return how many points lie in the window, in words."""
        x = np.linspace(scene.grid.x[0], scene.grid.x[-1], SAMPLES)[:, None]
        sample = scene.X[:, :1]
        values = np.exp(log_density(x, sample, h, kind))
        threshold = np.exp(rejection_threshold(log_density(sample, sample, h, kind), share))
        top = values.max()
        bump = np.exp(log_density(x, np.array([[probe]]), h, kind))
        shown = np.linspace(scene.plane.x[0], scene.plane.x[-1], SAMPLES)
        self.density.set_data(shown, values / top)
        self.bump.set_data(shown, 0.5 * bump / bump.max(initial=1e-300))
        self.level.set_data(shown[[0, -1]], [threshold / top] * 2)
        self.ticks.set_data(scene.shown[:, 0], np.full(len(sample), -0.03))
        self.line_title.set_text(f"one dimension, largest density {number(top / self._unit(scene))}")
        half = h / 2 if kind == "hypercube" else h
        near = int((np.abs(sample[:, 0] - probe) <= half).sum())
        return f"{count(near, 'point')} of the sample within {number(half)} sd of the probe"

    def _show_plane(self, scene, h, share, probe, kind):
        """Draw the density of the plane; return how many points are rejected."""
        at_points = np.exp(log_density(scene.X, scene.X, h, kind))
        threshold = rejection_threshold(at_points, share)
        values = density_on_grid(scene.grid.x, scene.grid.y, scene.X, h, kind)
        # A hypercube's density has steps: halfway below the threshold no step is split by rounding.
        level = threshold * (1 - 1e-9)
        self.field.show(scene.plane, values - level, scales=(level, values.max() - level))
        rejected = is_novel(at_points, threshold)
        self.kept.set_data(*scene.shown[~rejected].T)
        self.rejected.set_data(*scene.shown[rejected].T)
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]]) / 2
        edge = corners if kind == "hypercube" else np.column_stack([np.cos(CIRCLE), np.sin(CIRCLE)])
        mean, sd = scene.shown.mean(axis=0), scene.shown.std(axis=0)
        self.outline.set_data(*(mean + sd * ([probe, 0.0] + h * edge)).T)
        self.plane_title.set_text(f"two dimensions, {int(rejected.sum())} of {len(rejected)} rejected")
        return int(rejected.sum())

    def _unit(self, scene):
        """One standard deviation of the first column, in its own unit."""
        return scene.shown[:, 0].std()
