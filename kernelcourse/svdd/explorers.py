"""Explorers of chapter 13: a yes for threes, drawn by hand; a ball for two classes as all of it moves."""

import functools

import numpy as np

from kernelcourse.drawing.appearance import kinds_of
from kernelcourse.drawing.controls import choice, cloud, log_slider, place, slider
from kernelcourse.drawing.data_planes import Grid
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Bars, Curve, Handle, Points, Rule, Stems, shaded
from kernelcourse.drawing.scene import Axis, Panel, Scene, certified
from kernelcourse.drawing.words import number
from kernelcourse.svdd.figures import say_two_classes
from kernelsy19 import datasets
from kernelsy19.gram import MatrixGram
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.pca import principal_axes
from kernelsy19.svdd import solve as svdd

TWO_CLASS_KERNELS = {
    "Gaussian (RBF)": lambda gamma: RBF(gamma=gamma),
    "linear": lambda gamma: Linear(),
    "polynomial, degree 2": lambda gamma: Polynomial(degree=2, gamma=gamma),
    "polynomial, degree 3": lambda gamma: Polynomial(degree=3, gamma=gamma),
}

MOON_POINTS = 120
MOON_PLANE = Grid(np.linspace(-2.2, 3.2, 66), np.linspace(-1.9, 2.4, 60))
MOONS = ("upper moon", "lower moon")
SIDES = {"class 0": "target", "class 1": "outlier"}
TO_COUNT = 1e-10  # KKT residual at which rounding no longer decides which points are counted


def ball_of_moons(C, noise, target=MOONS[1]):
    """The ball that the explorer shows at first, for another price, noise or target.

    C, price of a unit of slack; noise, a standard deviation; target of `MOONS` → SVDDSolution, of 60 targets and 60
    outliers
    """
    X, moon = _moons(noise, None)
    signs = np.where(moon == MOONS.index(target), 1.0, -1.0)
    return svdd.solve_dual(RBF(1.0).gram(X), signs, C, tol=TO_COUNT)


def shares_of_places(C, noise):
    """How much of the explorer's plane is in the ball of neither moon, and how much in both balls."""
    X = _moons(noise, None)[0]
    inside = [
        svdd.decision_on_grid(RBF(1.0), X, ball_of_moons(C, noise, target), MOON_PLANE.x, MOON_PLANE.y) > 0
        for target in MOONS
    ]
    return float(np.mean(~inside[0] & ~inside[1])), float(np.mean(inside[0] & inside[1]))


SAYING = ("a line", "a circle")
KNOWN = ("class 1", "class 0", "inside")  # how threes, fives and all others are marked
NEVER_SEEN = ("not yet", "all eight")


class SayYesExplorer(Explorer):
    """Threes and fives along two axes; a line or a circle says yes to threes: what does it say to the others?"""

    on_site = ("reach", "saying")

    def __init__(self):
        train = datasets.usps().train.in_order(shuffle=0)
        digits = [np.flatnonzero(train.y == digit) for digit in range(10)]
        known = np.concatenate([digits[3][:150], digits[5][:150]])
        axes = principal_axes(train.X[known])
        others = np.concatenate([digits[k][:25] for k in range(10) if k not in (3, 5)])
        self._groups = [axes.project(train.X[rows])[:, :2] for rows in (known[:150], known[150:], others)]
        super().__init__()

    def controls(self):
        return {
            "saying": choice(SAYING, "what says yes"),
            "reach": slider(0.5, 9.0, 3.0, "how far from the star", step=0.5),
            "angle": slider(0, 355, 140, "direction of the line", "°", step=5),
            "middle": place("the middle of the yes", (3.0, -2.5)),
            "others": choice(NEVER_SEEN, "digits never seen"),
        }

    def scene(self, saying, reach, angle, middle, others):
        turn, circle = np.radians(angle), saying == "a circle"
        out, along = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        around = np.linspace(0, 2 * np.pi, 181)
        border = np.array([np.cos(around), np.sin(around)]).T * reach
        border = middle + (border if circle else reach * out + np.outer([-40, 40], along))
        shown = self._groups[: 3 if others == NEVER_SEEN[1] else 2]
        away = [Z - middle for Z in shown]
        yes = [100 * np.mean((np.hypot(*d.T) if circle else d @ out) <= reach) for d in away]
        names = ("threes", "fives", "never seen")
        plane = Panel(
            [
                *(
                    Points(*Z.T, kind, 0.8, label=name)
                    for Z, kind, name in list(zip(shown, KNOWN, names, strict=False))[::-1]
                ),
                Curve(*border.T, "vermillion", 2.4),
                Handle("middle", *middle, "the middle of the yes"),
            ],
            Axis("first axis of threes and fives", (-11, 11)),
            Axis("second axis", (-9, 9)),
            title="yes on the side of the star",
            equal=True,
        )
        bars = Panel(
            [
                Bars([k], [share], color=color)
                for k, (share, color) in enumerate(zip(yes, ("orange", "blue", "gray"), strict=False))
            ],
            Axis("", (-0.7, 2.7), range(3), names),
            Axis("", (0, 100)),
            title="it says yes to … (%)",
            at=(0, 1),
        )
        said = f"This {saying[2:]} says yes to {yes[0]:.0f}% of the threes and to {yes[1]:.0f}% of the fives."
        if len(yes) > 2:
            said += f" Of the digits that it has never seen, it says yes to {yes[2]:.0f}%."
        return Scene([plane, bars], said, columns=(1.5, 1), aspect=0.48, hidden=("angle",) if circle else ())


class TwoClassExplorer(Explorer):
    """A ball around one of two moons, whose points are taken hold of.

    Left: the plane, with the boundary, rings at points on the surface and crosses at points on the wrong side. Right:
    the signed weight of each point against its depth in the ball, and below how many points it holds beside p − 1/C.
    """

    on_site = ("C", "noise")

    def __init__(self):
        self._gram = functools.lru_cache(maxsize=4)(self._compute_gram)
        super().__init__()

    def controls(self):
        return {
            "C": log_slider(-1.75, 0.25, -0.55, "price C"),
            "gamma": log_slider(-1.5, 1.5, 0, "inverse width γ"),
            "noise": slider(0.0, 0.7, 0.2, "noise", "sd", step=0.05),
            "kernel": choice(TWO_CLASS_KERNELS, "kernel"),
            "target": choice(MOONS[::-1], "target"),
            "points": cloud("points", of="noise", classes=MOONS, least=2, most=2 * MOON_POINTS),
        }

    def scene(self, C, gamma, noise, kernel, target, points):
        k = TWO_CLASS_KERNELS[kernel](gamma)
        X, moon = _moons(noise, points)
        signs = np.where(moon == MOONS.index(target), 1.0, -1.0)
        solution = svdd.solve_dual(self._gram(k, noise, points), signs, C, tol=TO_COUNT)
        named = kernel if kernel == "linear" else f"{kernel}, γ = {number(gamma)}"
        where = say_two_classes(signs, solution.inside, solution.surface, solution.misplaced)
        wanted = np.count_nonzero(signs > 0) - 1 / solution.C
        said = (
            f"Ball around the {target}{'' if points is None else ', with points of your own'}, kernel {named}, "
            f"C = {number(solution.C)}, noise {number(noise)}: {where}. "
            f"p − 1/C = {number(wanted)}. Squared radius {number(solution.R2)}."
        )
        return Scene(
            [_in_plane(k, X, moon, solution), _weights(solution), _counts(solution, wanted)],
            said,
            columns=(1.3, 1),
            rows=(3.2, 1),
            aspect=0.5,
            hidden=("gamma",) if kernel == "linear" else (),
            certificate=certified(solution),
        )

    def _compute_gram(self, kernel, noise, points):
        return MatrixGram(kernel(_moons(noise, points)[0]), psd=True)


def _moons(noise, points):
    """The points and the moon of each, 0 for the upper one."""
    if points is None:
        data = datasets.moons(MOON_POINTS, noise=noise, rng=0)
        return data.X, data.y
    return np.array(points)[:, :2], np.array(points)[:, 2].astype(int)


def _kinds(solution):
    return kinds_of((solution.y < 0).astype(int))


def _in_plane(kernel, X, moon, solution):
    values = svdd.decision_on_grid(kernel, X, solution, MOON_PLANE.x, MOON_PLANE.y)
    return Panel(
        [
            shaded(MOON_PLANE, values, label="boundary, R²"),
            Points(*X.T, _kinds(solution), 0.8, label=SIDES, hold="points", classes=moon),
            Points(*X[solution.surface].T, "support", label="on the surface"),
            Points(*X[solution.misplaced].T, "wrong", label="on the wrong side"),
        ],
        Axis("x₁", MOON_PLANE.extent[:2]),
        Axis("x₂", MOON_PLANE.extent[2:]),
        title=f"R² = {number(solution.R2)}: {np.mean(~solution.misplaced):.0%} on their own side",
        span=(2, 1),
        grid=False,
    )


def _weights(solution):
    depth = np.where(solution.surface, 0.0, solution.R2 - solution.squared_distances)
    place = np.where(depth > 0, depth / max(depth.max(), 1e-12), depth / max(-depth.min(), 1e-12))
    share = solution.signed / solution.C
    return Panel(
        [
            Stems(place, share),
            *(Rule(height, "y", dash="dashed", width=1) for height in (-1, 1)),
            Rule(0),
            Points(place, share, _kinds(solution), 0.65),
        ],
        Axis("", (-1.3, 1.3), ticks=(-1, 0, 1), names=("farthest outside", "surface", "deepest inside")),
        Axis("", (-1.15, 1.15), ticks=(-1, 0, 1)),
        title="signed weight α'ᵢ / C",
        at=(0, 1),
    )


def _counts(solution, wanted):
    inside, surface = int(solution.inside.sum()), int(solution.surface.sum())
    bar = {"y": [0], "wide": 1.0, "flat": True}
    return Panel(
        [
            Bars([inside], color="blue", label="in the ball", **bar),
            Bars([inside + surface], base=[inside], color="sky", label="and on its surface", **bar),
            Rule(wanted, color="vermillion", width=2, label="p − 1/C"),
        ],
        Axis("", (0, max(MOON_POINTS // 2, inside + surface) + 12)),
        Axis("", (-1, 1), ticks=()),
        title="points, of both classes",
        at=(1, 1),
    )
