"""The explorers of chapter 07: an axis that is turned by hand, and the components of kernel PCA over the plane."""

import functools
import warnings

import numpy as np

from kernelcourse.drawing.controls import choice, cloud, log_slider, place, slider
from kernelcourse.drawing.data_planes import Plane, own_first
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Curve, Handle, Points, Rule, Segments, shaded
from kernelcourse.drawing.scene import Axis, Panel, Scene, certified
from kernelcourse.drawing.words import number
from kernelsy19 import datasets
from kernelsy19.kernels import RBF, Linear, Polynomial
from kernelsy19.pca.solve import solve_dual

PCA_KERNELS = {
    "polynomial": lambda gamma, degree: Polynomial(degree=degree, gamma=1.0, offset=1.0),
    "Gaussian (RBF)": lambda gamma, degree: RBF(gamma=gamma),
    "linear": lambda gamma, degree: Linear(),
}

PCA_DATA = {
    "parabola": datasets.parabola,
    "three clusters": datasets.three_clusters,
    "circles": datasets.circles,
    "moons": datasets.moons,
    "faithful": lambda: datasets.faithful().in_order(),
}

SHOWN_COMPONENTS = 6

LEVEL_LINES = 9

SUBSCRIPTS = "₁₂₃₄₅₆"

REACH = 1.22  # at which a probe that lies farther out is shown, in units of the largest |z|

MEASURED = {
    "sepal and petal length": ("sepal length", "petal length"),
    "sepal length and width": ("sepal length", "sepal width"),
    "petal length and width": ("petal length", "petal width"),
}
FIRST_ANGLE = 150  # degrees


class TurningAxisExplorer(Explorer):
    """Flowers, an axis through their mean that is turned, and how much their shadows on it spread, from the first
    angle to the present one: where it is largest is for the reader to find."""

    def controls(self):
        return {
            "angle": slider(0, 180, FIRST_ANGLE, "angle of the axis", "°"),
            "measured": choice(MEASURED, "measured"),
        }

    def scene(self, angle, measured):
        flowers, turned = datasets.iris().columns(*MEASURED[measured]).in_order(), np.radians(np.arange(181))
        X = flowers.X - flowers.X.mean(axis=0)
        spread = (X @ [np.cos(turned), np.sin(turned)]).var(axis=0)
        passed = np.arange(min(angle, FIRST_ANGLE), max(angle, FIRST_ANGLE) + 1)
        u = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
        shadows = np.outer(X @ u, u)
        between = np.stack([X, shadows], axis=1).reshape(-1, 2)
        plane = Panel(
            [
                Segments(*between.T, "faint", 0.6),
                Curve(*np.outer([-4, 4], u).T, "vermillion", 2),
                Points(*X.T, "point", 0.8, label="flowers"),
                Points(*shadows.T, "now", 0.55, label="their shadows"),
            ],
            Axis(f"{MEASURED[measured][0]} (cm from the mean)", (-3.6, 3.6)),
            Axis(f"{MEASURED[measured][1]} (cm)", (-3.2, 3.2)),
            title=f"at {angle}°",
            equal=True,
        )
        curve = Panel(
            [
                Curve(passed, spread[passed], "blue"),
                Handle("angle", angle, spread[angle], "angle of the axis", "x", "now"),
            ],
            Axis("angle (°)", (0, 180), ticks=range(0, 181, 45)),
            Axis("", (0, 4)),
            title="variance of the shadows (cm²)",
            at=(0, 1),
        )
        found = f"At {angle}° the shadows have a variance of {spread[angle]:.2f} cm²."
        said = f"{found} Find the angle at which it is largest."
        return Scene([plane, curve], said, columns=(1.3, 1), aspect=0.48)


class KernelPCAExplorer(Explorer):
    """A component of kernel PCA over the plane, and the components of a probe; points and probe are taken hold of.

    Left: level lines of the chosen component, the zero line among them. Middle: the data and the probe along the
    first two components. Right: the share of the variance of each component.

    Parameters
    ----------
    data : Dataset of two columns, or (n, 2) array_like, or None
        What to show first; the data sets of the course can be chosen too. Kernels see standardized values.
    """

    def __init__(self, data=None):
        self.data = own_first(data, PCA_DATA)
        self._plane = functools.cache(lambda name: Plane.of(name, self.data[name]()))
        self._solved = functools.lru_cache(maxsize=16)(self._solve)
        self._values = functools.lru_cache(maxsize=64)(self._compute_values)
        super().__init__()

    def controls(self):
        return {
            "kernel": choice(PCA_KERNELS, "kernel"),
            "degree": slider(1, 7, 2, "degree d"),
            "gamma": log_slider(-1.5, 1.5, 0, "inverse width γ", "per sd²"),
            "component": slider(1, SHOWN_COMPONENTS, 1, "component m"),
            "data": choice(self.data, "data"),
            "probe": place("probe", of="data"),
            "points": cloud("points", of="data", least=SHOWN_COMPONENTS + 1),
        }

    def scene(self, kernel, degree, gamma, component, data, probe, points):
        plane, k = self._plane(data), PCA_KERNELS[kernel](gamma, degree)
        shown = plane.shown if points is None else np.array(points)
        probe = plane.in_units([1.0, 1.0]) if probe is None else np.array(probe)
        X, solution = plane.standardized(shown), self._solved(k, data, points)
        m = min(component, solution.n_components)
        z = solution.project(k(plane.standardized([probe]), X))[0]
        named = {"polynomial": f", degree {degree}", "linear": ""}.get(kernel, f", γ = {number(gamma)}")
        shares = solution.explained_variance_ratio
        missing = (
            f" Component {component} has no variance; the last that has is shown." if m < component else ""
        )
        said = (
            f"Kernel PCA of {len(X)} points of {data}{'' if points is None else ', with points of your own'}, kernel "
            f"{kernel}{named}: component {m} of {len(shares)} that are shown holds {shares[m - 1]:.1%} of the "
            f"variance. The probe has z{SUBSCRIPTS[m - 1]} = {number(z[m - 1])}.{missing}"
        )
        panels = (
            self._in_plane(plane, shown, self._values(k, data, points, m), solution, m, probe),
            _along(solution.projections[:, :2], z[:2]),
            _of_variance(shares, m),
        )
        away = {"polynomial": ("gamma",), "linear": ("degree", "gamma")}.get(kernel, ("degree",))
        return Scene(
            panels, said, (1.25, 1.1, 0.75), aspect=0.42, hidden=away, certificate=certified(solution)
        )

    def _solve(self, kernel, data, points):
        plane = self._plane(data)
        K = kernel(plane.X if points is None else plane.standardized(points))
        with warnings.catch_warnings():
            # A kernel of low rank, such as the linear one, has fewer components than are asked for.
            warnings.filterwarnings("ignore", "Only .* components", UserWarning)
            return solve_dual(K, SHOWN_COMPONENTS)

    def _compute_values(self, kernel, data, points, m):
        """Component m over the grid of the plane."""
        plane, solution = self._plane(data), self._solved(kernel, data, points)
        X = plane.X if points is None else plane.standardized(points)
        sums = kernel.sums_on_grid(plane.grid.x, plane.grid.y, X, solution.alpha[:, m - 1])
        return sums - solution.mean_projection[m - 1]

    def _in_plane(self, plane, shown, values, solution, m, probe):
        levels = np.linspace(values.min(), values.max(), LEVEL_LINES + 2)[1:-1]
        return Panel(
            [
                shaded(plane.view, values, (0.0, *levels), width=0.9),
                Points(*shown.T, "point", 0.85, hold="points"),
                Handle("probe", *probe, "probe"),
            ],
            **plane.axes,
            title=f"component {m}, eigenvalue {number(solution.eigenvalues[m - 1])}",
        )


def _along(scores, z):
    """The panel of the first two components, each in units of its largest |z|."""
    missing = 2 - scores.shape[1]
    scores, z = np.pad(scores, ((0, 0), (0, missing))), np.pad(z, (0, missing))
    reach = np.abs(scores).max(axis=0)
    reach[reach == 0] = 1.0
    ends = {"range": (-1.25, 1.25), "ticks": (-1, 0, 1)}
    return Panel(
        [
            Rule(0, "x", "gray", 0.8),
            Rule(0, "y", "gray", 0.8),
            Points(*(scores / reach).T, "point", 0.85, label="data"),
            Points(*np.clip(z / reach, -REACH, REACH)[:, None], "probe", label="probe"),
        ],
        Axis("z₁ / largest |z₁|", **ends),
        Axis("z₂ / largest |z₂|", **ends),
        title="first two components, scaled",
        at=(0, 1),
    )


def _of_variance(shares, m):
    return Panel(
        [
            Curve(np.arange(1, len(shares) + 1), shares, "blue", kind="point"),
            Handle("component", m, shares[m - 1], "component m", "x", "now"),
        ],
        Axis("component m", (0.5, SHOWN_COMPONENTS + 0.5), ticks=range(1, SHOWN_COMPONENTS + 1)),
        Axis("", (-0.03, 1.03), ticks=np.linspace(0, 1, 6)),
        title="share of the variance",
        at=(0, 2),
    )
