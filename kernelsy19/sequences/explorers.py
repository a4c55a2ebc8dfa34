"""The explorer of chapter 14: two sequences whose points can be moved, their alignment, and a Gram matrix."""

import functools

import ipywidgets
import numpy as np

from kernelsy19.course.alive import CONTROLS
from kernelsy19.course.artists import plain_marks
from kernelsy19.course.drawing import legend_below
from kernelsy19.course.explorers import Explorer, choice, log_slider, slider
from kernelsy19.course.picture import BLUE, GRAY, MARKERS, ORANGE, VERMILLION, number
from kernelsy19.sequences.equations import exp_distance
from kernelsy19.sequences.figures import COSTS_CMAP, link_ends
from kernelsy19.sequences.solve import dtw_distances, plain_dtw

STARTS = {
    "a wave and a slower one": (
        np.sin(np.linspace(0, 2 * np.pi, 10)),
        np.sin(np.linspace(0, 2 * np.pi, 14)),
    ),
    "one bump, early and late": (
        np.array([0.0, 0, 1, 2, 1, 0, 0, 0, 0, 0]),
        np.array([0.0, 0, 0, 0, 0, 0, 1, 2, 1, 0]),
    ),
    "a step and its start": (np.array([0.0, 0, 0, 0, 1, 1, 1, 1]), np.array([0.0, 0, 1])),
}

SEQUENCES = ("x, blue", "y, orange")

HIGHEST = 3.0  # to which a point can be moved, up and down

LIFT = 4.0  # of x above y

LARGEST_COST = 4.0  # darkest gray of the local costs

T_SPAN = (-2.0, 1.0)  # decades of t that the curve of eigenvalues shows


def prefixes(x, y):
    """The beginnings of two sequences, of every length.

    Parameters
    ----------
    x : (p,) array
    y : (q,) array

    Returns
    -------
    list of p + q arrays
    """
    return [s[:end] for s in (x, y) for end in range(1, len(s) + 1)]


class WarpingExplorer(Explorer):
    """Two sequences with movable points: links, costs and path, and the smallest eigenvalue of a Gram matrix against t.

    The Gram matrix is that of exp(−t DTW) for all beginnings of both sequences.
    """

    size = (10.4, 6.4)

    def __init__(self):
        self.points = {name: [s.copy() for s in pair] for name, pair in STARTS.items()}
        self.t = np.geomspace(10 ** T_SPAN[0], 10 ** T_SPAN[1], 31)
        super().__init__()

    def controls(self):
        longest = max(len(s) for pair in STARTS.values() for s in pair)
        return {
            "data": choice(STARTS, "sequences"),
            "sequence": choice(SEQUENCES, "point of"),
            "point": slider(1, longest, 1, "which point"),
            "shift": slider(-HIGHEST, HIGHEST, 0.0, "moved up by", step=0.1),
            "cost": choice(("‖xᵢ − yⱼ‖", "‖xᵢ − yⱼ‖²"), "local cost"),
            "t": log_slider(*T_SPAN, -0.3, "t in exp(−t D)"),
        }

    def _lay_out(self):
        view = super()._lay_out()
        self.buttons = {
            "keep": ipywidgets.Button(description="leave the point there"),
            "reset": ipywidgets.Button(description="all points as at first"),
        }
        for name, button in self.buttons.items():
            button.layout.width = "auto"
            button.on_click(functools.partial(self._change, name))
        row = ipywidgets.HBox(list(self.buttons.values()), layout=ipywidgets.Layout(flex_flow="row wrap"))
        row.add_class(CONTROLS)
        view.children = (view.children[0], row, *view.children[1:])
        return view

    def _change(self, what, _=None):
        """Do what a button says, and draw."""
        values = self.values
        name = values["data"]
        if what == "keep":
            self.points[name] = list(
                self._moved(name, values["sequence"], values["point"], values["shift"])[:2]
            )
        else:
            self.points[name] = [s.copy() for s in STARTS[name]]
        if values["shift"] == 0:
            self._on_event(None)
        else:
            self.set(shift=0.0)

    def draw(self, figure):
        panels = figure.add_gridspec(2, 2, width_ratios=(1.35, 1), height_ratios=(1.15, 1))
        beside, costs, curve = (
            figure.add_subplot(panels[place]) for place in ((slice(None), 0), (0, 1), (1, 1))
        )
        (self.links,) = beside.plot([], [], color=GRAY, linewidth=0.9, label="alignment")
        self.lines = [
            beside.plot([], [], color=color, marker=marker, label=name)[0]
            for color, marker, name in zip((BLUE, ORANGE), MARKERS, SEQUENCES, strict=False)
        ]
        self.frame = plain_marks(
            beside, marker="o", ms=14, mfc="none", mec=VERMILLION, mew=1.8, label="chosen point"
        )
        longest = max(len(s) for pair in STARTS.values() for s in pair)
        beside.set(xlabel="element", yticks=[], title=" ", xlim=(0.4, longest + 0.6))
        beside.set(ylim=(-HIGHEST - 0.3, HIGHEST + LIFT + 0.3))
        self.title = beside.title
        self.image = costs.imshow(np.zeros((2, 2)), cmap=COSTS_CMAP, aspect="auto", vmin=0, vmax=LARGEST_COST)
        (self.path,) = costs.plot([], [], color=VERMILLION, marker="o", markersize=3.5, label="path")
        costs.set(xlabel="element of y", ylabel="element of x", title="local costs: dark costs more")
        costs.set(xlim=(0.5, longest + 0.5), ylim=(longest + 0.5, 0.5))
        costs.grid(False)
        curve.axhline(0, color="black", linewidth=1.0)
        (self.smallest,) = curve.plot([], [], color=BLUE)
        self.here = plain_marks(curve, marker="o", ms=8, mfc=VERMILLION, mec="black")
        curve.set(xscale="log", xlim=(self.t[0], self.t[-1]), ylim=(-0.45, 1.05), xlabel="t")
        curve.set(ylabel="smallest eigenvalue", title="exp(−tD) of all beginnings of x and y")
        legend_below(figure, beside, costs, columns=5)
        return [
            self.links, *self.lines, self.frame, self.title, self.image, self.path, self.smallest, self.here
        ]  # fmt: skip

    def update(self, data, sequence, point, shift, cost, t):
        squared = cost.endswith("²")
        x, y, which, i = self._moved(data, sequence, point, shift)
        solution = plain_dtw(x, y, squared)
        self.links.set_data(*link_ends(x, y, solution.v, solution.w, LIFT))
        shown = (x + LIFT, y)
        for line, values in zip(self.lines, shown, strict=True):
            line.set_data(np.arange(1, len(values) + 1), values)
        self.frame.set_data([i + 1], [shown[which][i]])
        self.title.set_text(f"D = {number(solution.distance)}, {len(solution.v)} steps")
        self.image.set_data(solution.costs)
        p, q = solution.costs.shape
        self.image.set_extent((0.5, q + 0.5, p + 0.5, 0.5))
        self.path.set_data(solution.w + 1, solution.v + 1)
        D = dtw_distances(prefixes(x, y), None, squared)
        smallest = [np.linalg.eigvalsh(exp_distance(D, value))[0] for value in self.t]
        self.smallest.set_data(self.t, smallest)
        now = np.linalg.eigvalsh(exp_distance(D, t))[0]
        self.here.set_data([t], [now])
        return (
            f"{data[0].upper()}{data[1:]}, of {len(x)} and {len(y)} points; local cost {cost}. "
            f"Point {i + 1} of {sequence[0]} is chosen, at {(x, y)[which][i]:.1f}. The cheapest "
            f"alignment has {len(solution.v)} steps and costs "
            f"{number(solution.distance)}. At t = {number(t)} the Gram matrix of exp(−tD) of all {len(D)} "
            f"beginnings has the smallest eigenvalue {now:.3f}; over all t shown the smallest is {min(smallest):.3f}."
        )

    def _moved(self, data, sequence, point, shift):
        """Both sequences with the chosen point where it is now, which of them it belongs to, and its place."""
        pair = [s.copy() for s in self.points[data]]
        which = SEQUENCES.index(sequence)
        i = min(point, len(pair[which])) - 1
        pair[which][i] = np.clip(pair[which][i] + shift, -HIGHEST, HIGHEST)
        return (*pair, which, i)
