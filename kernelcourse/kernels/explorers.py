"""Explorers of chapter 01: what a kernel is, and what a feature map does."""

import functools

import numpy as np

from kernelcourse.drawing.appearance import kinds_of
from kernelcourse.drawing.controls import choice, cloud, log_slider, place, slider
from kernelcourse.drawing.data_planes import Grid, Plane, level_lines, own_first
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import (  # fmt: skip
    Curve,
    Handle,
    Points,
    Rule,
    SpaceCurve,
    SpacePoints,
    SpaceSheet,
    Stems,
    cells,
    shaded,
)
from kernelcourse.drawing.scene import Axis, Panel, Scene
from kernelcourse.drawing.words import count, number
from kernelcourse.kernels.figures import is_negative, plane_in_box
from kernelsy19 import datasets
from kernelsy19.kernels.equations import lift_to_paraboloid, squares, squares_and_second
from kernelsy19.kernels.vector_kernels import RBF, Laplacian, Linear, Polynomial, Sigmoid

KERNELS = {
    "Gaussian (RBF)": lambda v: RBF(gamma=v["gamma"]),
    "Laplacian": lambda v: Laplacian(gamma=v["gamma"]),
    "linear": lambda v: Linear(),
    "polynomial": lambda v: Polynomial(degree=v["degree"], gamma=v["gamma"], offset=v["offset"]),
    "sigmoid": lambda v: Sigmoid(gamma=v["gamma"], offset=v["threshold"]),
}

PARAMETERS = {
    "Gaussian (RBF)": ("gamma",),
    "Laplacian": ("gamma",),
    "linear": (),
    "polynomial": ("gamma", "degree", "offset"),
    "sigmoid": ("gamma", "threshold"),
}

SYMBOLS = {"gamma": "γ", "degree": "d", "offset": "r", "threshold": "r"}


def _faithful_by_length():
    data = datasets.faithful().in_order()
    return data.rows(np.argsort(data.X[:, 0], kind="stable")[::2])


# In an order in which neighbors in the list are neighbors, so that Gram matrices have blocks.
KERNEL_DATA = {
    "circles": lambda: datasets.circles(100),
    "moons": lambda: datasets.moons(100),
    "three clusters": datasets.three_clusters,
    "faithful": _faithful_by_length,
}

AMONG = {"the points": lambda X: X, "their squares": squares}
DRAWN_ON = {name: Grid(*[np.linspace(low, 1.5, 81)] * 2) for name, low in zip(AMONG, (-1.5, 0), strict=True)}


class LineByHandExplorer(Explorer):
    """Two classes and a line drawn by hand, among the points or among their squares, and what it is in both planes."""

    on_site = ("angle", "among")

    def controls(self):
        return {
            "among": choice(AMONG, "draw the line among"),
            "angle": slider(0, 179, 65, "angle of the line", "°"),
            "through": place("a place on the line", (0.4, 0.4)),
        }

    def scene(self, among, angle, through):
        data, turn = datasets.circles(200, factor=0.4, noise=0.08), np.radians(angle)
        along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        height = {among: lambda X: (X - through) @ across}
        height.setdefault("the points", lambda X: (squares(X) - through) @ across)
        wrong = (height["the points"](data.X) > 0) != data.y
        sign = 1 if wrong.sum() <= 100 else -1  # the better way to name the two sides
        wrong = wrong if sign > 0 else ~wrong
        panels = []
        for name, map in AMONG.items():
            grid = DRAWN_ON[name]
            values = sign * grid.evaluate(height[name]) if name in height else None
            bent = squares(through + np.outer(np.linspace(-4, 4, 801), along))
            lines = [bent] if values is None else level_lines(grid, values)
            panels.append(
                Panel(
                    [
                        None if values is None else shaded(grid, values, (), palette="classes"),
                        *(Curve(*line.T, width=2.2) for line in lines),
                        *(
                            Points(*map(data.X[data.y == k]).T, f"class {k}", 0.85, label=ring)
                            for k, ring in enumerate(("outer", "inner"))
                        ),
                        Points(*map(data.X[wrong]).T, "wrong", 1.2, label="on the wrong side"),
                        Handle("through", *through, "a place on the line") if name == among else None,
                    ],
                    *(Axis(f"x{i}{'²' * len(panels)}", grid.extent[:2]) for i in "₁₂"),
                    title=name,
                    at=(0, len(panels)),
                    equal=True,
                    grid=False,
                )
            )
        said = (
            f"A straight line among {among} leaves {wrong.sum()} of the 200 on the wrong side. "
            f"{'Try another.' if wrong.any() else 'Among the points, it is a closed curve.'}"
        )
        return Scene(panels, said, columns=(1, 1), aspect=0.49)


class KernelExplorer(Explorer):
    """A kernel: its Gram matrix, its values around a probe, its eigenvalues; points and probe are taken hold of.

    Parameters
    ----------
    data : Dataset of two columns, or (n, 2) array_like, or None
        What to show first; the data sets of the course can be chosen too. Kernels see standardized values.
    """

    on_site = ("kernel", "gamma")

    def __init__(self, data=None):
        self.data = own_first(data, KERNEL_DATA)
        self._plane = functools.cache(lambda name: Plane.of(name, self.data[name]()))
        self._spectrum = functools.lru_cache(maxsize=16)(self._compute_spectrum)
        super().__init__()

    def controls(self):
        return {
            "kernel": choice(KERNELS, "kernel"),
            "gamma": log_slider(-2, 1, -0.3, "scale γ"),
            "data": choice(self.data, "data"),
            "degree": slider(1, 6, 2, "degree d"),
            "points": cloud("points", of="data", least=2, most=1000),
            "offset": slider(0.0, 3.0, 1.0, "offset r", step=0.05),
            "threshold": slider(-3.0, 3.0, -1.0, "offset r", step=0.05),
            "probe": place("probe", of="data"),
        }

    def scene(self, kernel, data, probe, points, **parameters):
        plane, k = self._plane(data), KERNELS[kernel](parameters)
        shown = plane.shown if points is None else np.array(points)
        probe = plane.in_units([1.0, 0.5]) if probe is None else np.array(probe)
        K, eigenvalues = self._spectrum(k, data, points)
        center, grid = plane.standardized([probe]), plane.grid
        values = k.sums_on_grid(grid.x, grid.y, center, np.ones(1))
        seen = np.append(values, k.diagonal(center))  # the probe lies between the samples
        largest = np.abs(seen).max() or 1.0
        named = ", ".join(
            [kernel, *(_written(kernel, name, parameters[name]) for name in PARAMETERS[kernel])]
        )
        own = "" if points is None else ", with points of your own"
        said = (
            f"Kernel {named}, on {count(len(K), 'point')} of {data}{own}. Its Gram matrix has values from "
            f"{number(K.min())} to {number(K.max())}. Around the probe, at ({number(probe[0])}, {number(probe[1])}), "
            f"its values run from {number(seen.min())} to {number(seen.max())}. The eigenvalues run from "
            f"{number(eigenvalues[0])} down to {_smallest(eigenvalues)}: {_say_definite(eigenvalues)}."
        )
        around = Panel(
            [
                shaded(
                    plane.view,
                    values,
                    largest * np.array([-0.75, -0.5, -0.25, 0.25, 0.5, 0.75]),
                    (largest, largest),
                    palette="signed",
                    width=0.8,
                    bar="k",
                ),
                Points(*shown.T, "sample", hold="points"),
                Handle("probe", *probe, "probe"),
            ],
            **plane.axes,
            title="k(x, probe)",
            at=(0, 1),
        )
        return Scene(
            [_gram(K), around, _eigenvalues(eigenvalues)],
            said,
            columns=(1.2, 1.3, 1.1),
            aspect=0.35,
            hidden=[name for name in parameters if name not in PARAMETERS[kernel]],
        )

    def _compute_spectrum(self, kernel, data, points):
        plane = self._plane(data)
        K = kernel(plane.X if points is None else plane.standardized(points))
        return K, np.linalg.eigvalsh(K)[::-1]


def _written(kernel, name, value):
    # The Laplacian has a distance in its exponent, the others a square or a product.
    unit = {"gamma": " per sd" if kernel == "Laplacian" else " per sd²"}.get(name, "")
    return f"{SYMBOLS[name]} = {number(value)}{unit}"


def _gram(K):
    largest = np.abs(K).max() or 1.0
    return Panel(
        [cells(K, scale=(-largest, largest), palette="signed", bar="K")],
        Axis("point j", ticks=()),
        Axis("point i", ticks=()),
        title="Gram matrix",
    )


def _eigenvalues(values):
    """The panel of the spectrum, in units of its largest |λ|."""
    negative = is_negative(values)
    height = values / (np.abs(values).max() or 1.0)
    height = np.where(negative, height, np.maximum(height, 0))
    rank, decades = np.linspace(0, 1, len(values)), (0.01, 0.1, 1)
    return Panel(
        [
            Stems(rank, height),
            Rule(0, "y", width=0.8),
            Points(
                rank,
                height,
                np.where(negative, "faller", "point"),
                0.6,
                label={"point": "λ ≥ 0", "faller": "λ < 0"},
            ),
        ],
        Axis("eigenvalues, largest first", (-0.03, 1.03), ticks=()),
        Axis("λ / largest |λ|", (-2, 2), (*(-d for d in decades), 0, *decades), scale="symlog"),
        title=_say_definite(values),
        at=(0, 2),
    )


def _smallest(values):
    smallest = float(np.min(values))
    return "0 up to rounding" if abs(smallest) <= 1e-10 * np.abs(values).max() else number(smallest)


def _say_definite(values):
    n = int(is_negative(values).sum())
    return f"not PSD, {n} of {len(values)} negative" if n else "positive semidefinite"


def root_of_two_map(X):
    """Φ(x) = (x₁², x₂², √2 x₁x₂), whose dot product is (x·y)²: X (n, 2) → (n, 3)."""
    x1, x2 = X.T
    return np.column_stack([x1**2, x2**2, np.sqrt(2) * x1 * x2])


def flat_map(X):
    """Φ(x) = (x₁, x₂, 0): the plane as it is, laid into space: X (n, 2) → (n, 3)."""
    return np.column_stack([X, np.zeros(len(X))])


MAPS = {
    "(x₁, x₂, 0)": flat_map,
    "(x₁, x₂, x₁² + x₂²)": lift_to_paraboloid,
    "(x₁², x₂², √2 x₁x₂)": root_of_two_map,
    "(x₁², x₂², x₂)": squares_and_second,
}


def two_classes(name):
    """Two classes in the plane: "circles", "circles off the origin", "moons" or "opposite quadrants".
    → X (n, 2), y (n,) of 0 and 1, and the names of the classes"""
    if name == "opposite quadrants":
        X = np.random.default_rng(0).uniform(-1, 1, (160, 2))
        return X, (X[:, 0] * X[:, 1] > 0).astype(int), ("signs differ", "signs agree")
    data = datasets.moons(160) if name == "moons" else datasets.circles(160, noise=0.07)
    shift = np.array([0.0, 1.2]) if name == "circles off the origin" else 0
    return data.X + shift, data.y, data.target_names


LIFTED_DATA = ("circles", "circles off the origin", "moons", "opposite quadrants")


class FeatureMapExplorer(Explorer):
    """Points of the plane lifted to three dimensions: the plane that parts them there is a curve here.

    The plane is fitted by least squares to the labels ±1. It can be shifted along its normal and tilted, both
    in the proportions of the box that is drawn. Points are dragged, added and removed; the space is turned.
    """

    def __init__(self):
        self._fit = functools.lru_cache(maxsize=16)(_compute_fit)
        super().__init__()

    def controls(self):
        return {
            "data": choice(LIFTED_DATA, "data"),
            "map": choice(MAPS, "Φ(x) =", value="(x₁, x₂, x₁² + x₂²)"),
            "shift": slider(-1.0, 1.0, 0.0, "shift the plane", "half boxes"),
            "tilt": slider(-90, 90, 0, "tilt the plane", "°"),
            "points": cloud("points", of="data", classes=("blue circle", "orange triangle"), least=2),
        }

    def scene(self, data, map, shift, tilt, points):
        X, y, names = two_classes(data)
        grid = Grid.square(X, size=80)
        if points is not None:
            rows = np.array(points)
            X, y = rows[:, :2], rows[:, 2].astype(int)
        low, high, fitted = self._fit(data, map, points)
        w, b = moved_plane(fitted, low, high, shift, tilt)
        Z = MAPS[map](X)
        wrong = (Z @ w + b > 0) != (y == 1)
        values = grid.evaluate(lambda places: MAPS[map](places) @ w + b)
        errors = f"{count(int(wrong.sum()), 'point')} on the wrong side"
        here = Panel(
            [
                shaded(grid, values, palette="classes", label="where the plane cuts"),
                Points(
                    *X.T,
                    kinds_of(y),
                    label={f"class {k}": name for k, name in enumerate(names)},
                    hold="points",
                    classes=y,
                ),
                Points(*X[wrong].T, "wrong", label="on the wrong side"),
            ],
            Axis("x₁", grid.extent[:2]),
            Axis("x₂", grid.extent[2:]),
            title=f"input plane: {errors}",
            equal=True,
            grid=False,
        )
        cuts = _lifted(map, level_lines(grid, values), low, high)
        sides = [
            Axis(name, ends)
            for name, ends in zip(map.strip("()").split(", "), zip(low, high, strict=True), strict=True)
        ]
        there = Panel(
            [
                SpaceCurve(*_lifted(map, _ruling_lines(grid), low, high).T, color="faint", width=0.6),
                SpaceSheet(*plane_in_box(w, b, low, high).T, label="the plane"),
                SpaceCurve(*cuts.T),
                SpacePoints(*Z.T, kinds_of(y), 0.85),
            ],
            *sides,
            title="feature space",
            at=(0, 1),
        )
        moved = (
            f"shifted by {number(shift)} half boxes and tilted by {tilt}°" if shift or tilt else "as fitted"
        )
        own = "" if points is None else ", with points of your own,"
        said = (
            f"{count(len(X), 'point')} of {data} ({' and '.join(names)}){own} are lifted by Φ(x) = {map}. The plane, "
            f"{moved}, leaves {errors}; in the input plane it is the curve between the two colors."
        )
        return Scene([here, there], said, columns=(1, 1.1), aspect=0.48)


def box_around(Z, margin=0.05):
    """Corners of the box that holds points with some room; a flat side gets a height of 2.
    Z (n, 3); margin, as a share of each range → low, high (3,)"""
    low, high = Z.min(axis=0), Z.max(axis=0)
    room = np.where(high > low, margin * (high - low), 1.0)
    return low - room, high + room


def to_box(Z, low, high):
    """Coordinates in which the box from low (3,) to high (3,) runs from −1 to 1 along each side: Z (n, 3) → (n, 3)."""
    return (2 * Z - low - high) / (high - low)


def moved_plane(fitted, low, high, shift, tilt):
    """Shift a plane along its normal and tilt it, in the coordinates of a box, and return it in those of space.
    fitted (4,), w₁, w₂, w₃, b of w·u + b = 0 in the coordinates of the box; low, high (3,), its corners; tilt in
    degrees, about a line through the point of the plane that is nearest to the middle of the box → w (3,) and b, with
    w·z + b = 0"""
    normal, length = fitted[:3], np.linalg.norm(fitted[:3])
    if length < 1e-9:  # all points are of one class
        normal, length = np.array([0.0, 0.0, 1.0]), 1.0
    n = normal / length
    through = (shift - fitted[3] / length) * n
    axis = np.eye(3)[np.abs(n).argmin()]
    across = np.cross(n, axis) / np.linalg.norm(np.cross(n, axis))
    angle = np.deg2rad(tilt)
    turned = np.cos(angle) * n + np.sin(angle) * across
    w = 2 * turned / (high - low)
    return w, float(-turned @ through - w @ (low + high) / 2)


def _compute_fit(data, map, points):
    """Box of the lifted points, and the least-squares plane in the box's own coordinates."""
    X, y, _ = two_classes(data)
    Z = MAPS[map](X)
    low, high = box_around(Z)
    if points is not None:
        rows = np.array(points)
        Z, y = MAPS[map](rows[:, :2]), rows[:, 2]
        # The box stays while points move within it.
        low, high = np.minimum(low, Z.min(axis=0)), np.maximum(high, Z.max(axis=0))
    A = np.column_stack([to_box(Z, low, high), np.ones(len(Z))])
    return low, high, np.linalg.lstsq(A, 2.0 * y - 1, rcond=None)[0]


def _lifted(map, lines, low, high):
    """Lift lines of the plane into the box, an (m, 3) array: NaN where a line leaves it, and after each line."""
    gap = np.full((1, 3), np.nan)
    lifted = np.concatenate([part for line in lines for part in (MAPS[map](line), gap)] or [gap])
    inside = ((lifted >= low - 1e-9) & (lifted <= high + 1e-9)).all(axis=1)
    return np.where(inside[:, None], lifted, np.nan)


def _ruling_lines(grid, n=11):
    """Lines of constant x₁ and of constant x₂, to draw the lifted plane as a net."""
    x, y = grid.x[::2], grid.y[::2]
    along = [np.column_stack([x, np.full(len(x), v)]) for v in np.linspace(y[0], y[-1], n)]
    across = [np.column_stack([np.full(len(y), v), y]) for v in np.linspace(x[0], x[-1], n)]
    return along + across
