"""The explorer of chapter 08: two spirals in the coordinates of kernel PCA."""

import functools

import numpy as np

from kernelsy19 import datasets
from kernelsy19.course import drawing, picture
from kernelsy19.course.artists import Field, plain_marks
from kernelsy19.course.drawing import Grid
from kernelsy19.course.explorers import Explorer, log_slider, slider
from kernelsy19.course.picture import BLUE, COLORS, GRAY, MARKERS, ORANGE, number
from kernelsy19.kernels import RBF
from kernelsy19.pca import cumulated_variance, solve_dual

N_SPIRAL_POINTS = 200


SPIRAL_COMPONENTS = 16


CHOICE = 12


SPIRAL_LINES = 7


GRID = 70


class SpiralsExplorer(Explorer):
    """Two spirals unrolled: components of an RBF kernel, two of them against each other, and what a cut makes of them.

    Left: level lines of the first chosen component over the plane. Middle: the spirals along the two chosen
    components. Right, against the number of components: the share of the variance that they hold, and the share of
    points that a straight cut in feature space puts on the right side.
    """

    size = (10.8, 4.5)

    def __init__(self):
        self._solved = functools.lru_cache(maxsize=4)(_solve)
        super().__init__()

    def controls(self):
        return {
            "gamma": log_slider(-1.0, 2.5, -0.5, "inverse width γ"),
            "first": slider(1, CHOICE, 1, "component on the x axis"),
            "second": slider(1, CHOICE, 2, "component on the y axis"),
            "cycles": slider(0.5, 2.0, 1.0, "turns", step=0.25),
            "noise": slider(0.0, 0.2, 0.05, "noise", step=0.01),
        }

    def draw(self, figure):
        plane, scores, shares = figure.subplots(1, 3, width_ratios=(1.1, 1.1, 0.9))
        self.field = Field(plane, picture.FIELD, linewidth=0.8)
        self.points, self.scores = _two_classes(plane), _two_classes(scores)
        plane.set(xlabel="x₁", ylabel="x₂", title=" ")
        scores.axhline(0, color=GRAY, linewidth=0.8)
        scores.axvline(0, color=GRAY, linewidth=0.8)
        scores.set(
            xlim=(-1.1, 1.1), ylim=(-1.1, 1.1), xlabel="z / largest |z|", ylabel="z / largest |z|", title=" "
        )
        numbers = np.arange(1, SPIRAL_COMPONENTS + 1)
        (self.held,) = shares.plot(
            numbers, np.ones(SPIRAL_COMPONENTS), "--", color=GRAY, label="variance held"
        )
        (self.right,) = shares.plot(
            numbers,
            np.ones(SPIRAL_COMPONENTS),
            "D-",
            color=BLUE,
            markersize=4,
            label="right side of a straight cut",
        )
        shares.set(
            xlim=(0.5, SPIRAL_COMPONENTS + 0.5),
            ylim=(-0.02, 1.05),
            xlabel="number of components",
            title="shares",
        )
        drawing.legend_below(figure, plane, shares)
        self.title, self.names = plane.title, scores.title
        return [
            *self.field.moving,
            *self.points,
            *self.scores,
            self.title,
            self.names,
            self.held,
            self.right,
        ]

    def update(self, gamma, first, second, cycles, noise):
        data, grid, solution, on_grid = self._solved(gamma, cycles, noise)
        Z, q = solution.projections, solution.n_components
        chosen = np.minimum([first, second], q) - 1
        self._show_plane(data, grid, on_grid[..., chosen[0]], chosen[0] + 1)
        pair = Z[:, chosen] / np.abs(Z[:, chosen]).max(axis=0)
        for c, marks in enumerate(self.scores):
            marks.set_data(*pair[data.y == c].T)
        self.names.set_text(f"component {chosen[1] + 1} against component {chosen[0] + 1}")
        held, right = cumulated_variance(solution.explained_variance_ratio), right_of_a_cut(Z, data.y)
        self.held.set_data(np.arange(1, q + 1), held)
        self.right.set_data(np.arange(1, q + 1), right)
        turns = f"{cycles:g} turn{'' if cycles == 1 else 's'}"
        return (
            f"Two spirals of {turns}, {len(Z)} points, noise {noise:g}, kernel PCA with γ = {number(gamma)}. Shown are "
            f"components {chosen[0] + 1} and {chosen[1] + 1}. Two components hold {held[1]:.1%} of the variance and "
            f"let a straight cut put {right[1]:.1%} of the points on the right side; {q} hold {held[-1]:.1%} and put "
            f"{right[-1]:.1%} there."
        )

    def _show_plane(self, data, grid, values, m):
        levels = np.linspace(values.min(), values.max(), SPIRAL_LINES + 2)[1:-1]
        scales = (-min(values.min(), -1e-12), max(values.max(), 1e-12))
        self.field.show(grid, values, levels=(0.0, *levels), scales=scales)
        for c, marks in enumerate(self.points):
            marks.set_data(*data.X[data.y == c].T)
        self.title.set_text(f"level lines of component {m}")


def right_of_a_cut(Z, y):
    """Share of points on the right side of the discriminant on the first m components, for each m.

    Parameters
    ----------
    Z : (n, q) array, projections of the n training points: columns of mean 0 at right angles to each other
    y : (n,) array of 0 and 1, as many of one as of the other

    Returns
    -------
    (q,) array

    Notes
    -----
    Columns at right angles make the least-squares cut, which for two classes of one size is Fisher's, a sum over
    components.
    """
    side = np.where(y == 0, -1.0, 1.0)
    slopes = side @ Z / np.square(Z).sum(axis=0)
    cut = np.cumsum(Z * slopes, axis=1)
    return np.mean(cut * side[:, None] > 0, axis=0)


def _solve(gamma, cycles, noise):
    """The data, a grid around them, the components, and their values on the grid, (h, w, q)."""
    data, kernel = datasets.spirals(N_SPIRAL_POINTS, cycles=cycles, noise=noise), RBF(gamma)
    solution = solve_dual(kernel(data.X), SPIRAL_COMPONENTS)
    grid = Grid.around(data.X, size=GRID, margin=0.1)
    values = solution.project(kernel(grid.points, data.X), CHOICE)
    return data, grid, solution, values.reshape(len(grid.y), len(grid.x), -1)


def _two_classes(axes):
    return [
        plain_marks(
            axes,
            marker=MARKERS[c],
            markersize=4.5,
            markerfacecolor=color,
            markeredgecolor="black",
            markeredgewidth=0.3,
            label=f"{name} spiral",
        )
        for c, (name, color) in enumerate(zip(("first", "second"), (COLORS[0], ORANGE), strict=True))
    ]
