"""Explorers of chapter 08: a straight cut through the components of two spirals, and the components themselves."""

import functools

import numpy as np

from kernelcourse.drawing.appearance import kinds_of
from kernelcourse.drawing.controls import log_slider, place, slider
from kernelcourse.drawing.data_planes import Grid
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Curve, Handle, Points, Rule, shaded
from kernelcourse.drawing.scene import Axis, Panel, Scene, certified
from kernelcourse.drawing.words import number
from kernelsy19 import datasets
from kernelsy19.kernels import RBF
from kernelsy19.pca import cumulated_variance, solve_dual

N_SPIRAL_POINTS = 200

SPIRAL_COMPONENTS = 16

CHOICE = 12

SPIRAL_LINES = 7

SPIRALS = {"class 0": "first spiral", "class 1": "second spiral"}


class SpiralCutExplorer(Explorer):
    """A straight cut through the first components of two spirals, and the border that it is in the plane."""

    def __init__(self):
        self._solved = functools.lru_cache(maxsize=32)(_solve)
        super().__init__()

    def controls(self):
        return {
            "q": slider(1, SPIRAL_COMPONENTS, 2, "components q"),
            "gamma": log_slider(-1.0, 2.0, 0.5, "inverse width γ", "per unit²", step=0.25),
            "star": place("a new point", (0.0, 0.6)),
        }

    def scene(self, q, gamma, star):
        data, solution = self._solved(gamma, 1.0, 0.05)
        q, view = min(q, solution.n_components), view_of(1.0)
        Z = solution.projections[:, :q]
        slopes = np.where(data.y == 0, -1.0, 1.0) @ Z / np.square(Z).sum(axis=0)
        height, side = Z @ slopes, slopes @ solution.mean_projection[:q]
        weights = solution.alpha[:, :q] @ slopes
        wrong = (height > 0) != data.y
        value = float(RBF(gamma)(np.array([star]), data.X)[0] @ weights - side)
        kinds, reach = kinds_of(data.y), np.abs(height).max()
        plane = Panel(
            [
                shaded(
                    view, RBF(gamma).sums_on_grid(view.x, view.y, data.X, weights) - side, palette="classes"
                ),
                Points(*data.X.T, kinds, 0.75, label=SPIRALS),
                Points(*data.X[wrong].T, "wrong", 0.8, label="on the wrong side"),
                Handle("star", *star, "a new point"),
            ],
            Axis("x₁", view.extent[:2]),
            Axis("x₂", view.extent[2:]),
            title="what the cut is in the plane",
            equal=True,
            grid=False,
        )
        across = Panel(
            [
                Rule(0, "x"),
                Points(height / reach, np.hypot(*data.X.T), kinds, 0.75),
                Points(
                    [np.clip(value / reach, -1.1, 1.1)], [np.hypot(*star)], "probe", 0.8, label="a new point"
                ),
            ],
            Axis(f"across the cut, in {q} component{'s' * (q > 1)}", (-1.2, 1.2), ticks=(-1, 0, 1)),
            Axis("distance from the middle of the spirals", (0, 1.5)),
            title=f"{wrong.sum()} of {len(wrong)} on the wrong side",
            at=(0, 1),
        )
        said = (
            f"A straight cut through {q} component{'s' * (q > 1)} leaves {wrong.sum()} of {len(wrong)} points on the "
            f"wrong side. It gives the star to the {'second' if value > 0 else 'first'} spiral."
        )
        return Scene([plane, across], said, columns=(1, 1), aspect=0.49)


class SpiralsExplorer(Explorer):
    """Two spirals unrolled: components of an RBF kernel, two of them against each other, and what a cut makes of them.

    Left: level lines of the first chosen component over the plane. Middle: the spirals along the two chosen
    components. Right, against the number of components: the share of the variance that they hold, and the share of
    points that a straight cut in feature space puts on the right side.
    """

    on_site = ("gamma", "cycles")

    def __init__(self):
        self._solved = functools.lru_cache(maxsize=16)(_solve)
        super().__init__()

    def controls(self):
        return {
            "gamma": log_slider(-1.0, 2.5, -0.5, "inverse width γ", "per unit²"),
            "first": slider(1, CHOICE, 1, "component on the x axis"),
            "second": slider(1, CHOICE, 2, "component on the y axis"),
            "cycles": slider(0.5, 2.0, 1.0, "turns", step=0.25),
            "noise": slider(0.0, 0.2, 0.05, "noise", "sd", step=0.01),
        }

    def scene(self, gamma, first, second, cycles, noise):
        data, solution = self._solved(gamma, cycles, noise)
        Z, q, kinds = solution.projections, solution.n_components, kinds_of(data.y)
        i, j, view = min(first, q) - 1, min(second, q) - 1, view_of(cycles)
        values = RBF(gamma).sums_on_grid(view.x, view.y, data.X, solution.alpha[:, i])
        values -= solution.mean_projection[i]
        levels = np.linspace(values.min(), values.max(), SPIRAL_LINES + 2)[1:-1]
        plane = Panel(
            [shaded(view, values, (0.0, *levels), width=0.8), Points(*data.X.T, kinds, 0.65, label=SPIRALS)],
            Axis("x₁", view.extent[:2]),
            Axis("x₂", view.extent[2:]),
            title=f"level lines of component {i + 1}",
            grid=False,
        )
        pair = Z[:, [i, j]] / np.abs(Z[:, [i, j]]).max(axis=0)
        ends = {"range": (-1.1, 1.1), "ticks": (-1, 0, 1)}
        scores = Panel(
            [Rule(0, "x", "gray", 0.8), Rule(0, "y", "gray", 0.8), Points(*pair.T, kinds, 0.65)],
            Axis(f"z / largest |z|, component {i + 1}", **ends),
            Axis(f"z / largest |z|, component {j + 1}", **ends),
            title=f"component {j + 1} against component {i + 1}",
            at=(0, 1),
        )
        held, right = cumulated_variance(solution.explained_variance_ratio), right_of_a_cut(Z, data.y)
        numbers = np.arange(1, q + 1)
        shares = Panel(
            [
                Curve(numbers, held, "gray", dash="dashed", label="variance held"),
                Curve(numbers, right, "blue", kind="point", label="right side of a straight cut"),
            ],
            Axis("number of components", (0.5, SPIRAL_COMPONENTS + 0.5), ticks=(1, 4, 8, 12, 16)),
            Axis("", (-0.02, 1.05), ticks=np.linspace(0, 1, 6)),
            title="shares",
            at=(0, 2),
        )
        turns = f"{cycles:g} turn{'' if cycles == 1 else 's'}"
        said = (
            f"Two spirals of {turns}, {len(Z)} points, noise {noise:g}, kernel PCA with γ = {number(gamma)}. Shown are "
            f"components {i + 1} and {j + 1}. Two components hold {held[1]:.1%} of the variance and let a straight cut "
            f"put {right[1]:.1%} of the points on the right side; {q} hold {held[-1]:.1%} and put"
            f" {right[-1]:.1%} there."
        )
        panels = plane, scores, shares
        return Scene(panels, said, columns=(1.1, 1.1, 0.9), aspect=0.42, certificate=certified(solution))


def view_of(cycles):
    """The part of the plane, a Grid, that holds the spirals of so many turns with any noise."""
    return Grid(*[np.linspace(-1, 1, 70) * (0.7 + 0.6 * cycles)] * 2)


def right_of_a_cut(Z, y):
    """Share of points on the right side of the discriminant on the first m components, for each m.
    Z (n, q), projections of the training points: columns of mean 0 at right angles to each other, which make the
    least-squares cut, which for two classes of one size is Fisher's, a sum over components; y (n,) of 0 and 1, as many
    of one as of the other → (q,)"""
    side = np.where(y == 0, -1.0, 1.0)
    slopes = side @ Z / np.square(Z).sum(axis=0)
    cut = np.cumsum(Z * slopes, axis=1)
    return np.mean(cut * side[:, None] > 0, axis=0)


def _solve(gamma, cycles, noise):
    """The spirals and their components."""
    data = datasets.spirals(N_SPIRAL_POINTS, cycles=cycles, noise=noise)
    return data, solve_dual(RBF(gamma)(data.X), SPIRAL_COMPONENTS)
