"""The explorer of chapter 07: the components of kernel PCA over the plane, and where a probe falls along them."""

import functools

import numpy as np

from kernelsy19 import datasets
from kernelsy19.course import picture
from kernelsy19.course.artists import Field, Scene, own_first, plain_marks
from kernelsy19.course.explorers import Explorer, choice, log_slider, slider
from kernelsy19.course.picture import BLUE, GRAY, VERMILLION, number
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
    "faithful": datasets.faithful,
}


SHOWN_COMPONENTS = 6


LEVEL_LINES = 9


POINT = {"marker": "o", "markersize": 3.5, "markerfacecolor": BLUE, "markeredgecolor": "white"}


PROBE = {"marker": "*", "markersize": 14, "markerfacecolor": VERMILLION, "markeredgecolor": "black"}


class KernelPCAExplorer(Explorer):
    """A component of kernel PCA over the plane, and the components of a probe that sliders move.

    Left: level lines of the chosen component, the zero line among them. Middle: the data and the probe along the
    first two components. Right: the share of the variance of each component.

    Parameters
    ----------
    data : Dataset of two columns, or (n, 2) array_like, or None
        What to show first; the data sets of the course can be chosen too. Kernels see standardized values.
    """

    size = (10.8, 4.3)

    def __init__(self, data=None):
        self.data = own_first(data, PCA_DATA)
        self._scene = functools.cache(lambda name: Scene.of(name, self.data[name](), size=100))
        self._solved = functools.lru_cache(maxsize=8)(self._solve)
        super().__init__()

    def controls(self):
        return {
            "kernel": choice(PCA_KERNELS, "kernel"),
            "degree": slider(1, 7, 2, "degree d"),
            "gamma": log_slider(-1.5, 1.5, 0, "inverse width γ", "per sd²"),
            "component": slider(1, SHOWN_COMPONENTS, 1, "component m"),
            "x1": slider(-2.0, 2.0, 1.0, "probe x₁", "sd", step=0.05),
            "x2": slider(-2.0, 2.0, 1.0, "probe x₂", "sd", step=0.05),
            "data": choice(self.data, "data"),
        }

    def draw(self, figure):
        plane, scores, shares = figure.subplots(1, 3, width_ratios=(1.25, 1.1, 0.75))
        self.field = Field(plane, picture.FIELD, linewidth=0.9)
        self.points = plain_marks(plane, **POINT)
        self.probe = plain_marks(plane, **PROBE)
        plane.set_title(" ")
        self.plane_axes, self.title = plane, plane.title
        self._draw_scores(scores)
        (self.bars,) = shares.plot([], [], "o-", color=BLUE, markersize=5)
        (self.chosen,) = shares.plot([], [], "o", color=VERMILLION, markersize=9, zorder=4)
        shares.set(
            xlim=(0.5, SHOWN_COMPONENTS + 0.5), ylim=(-0.03, 1.03), xticks=range(1, SHOWN_COMPONENTS + 1)
        )
        shares.set(title="share of the variance", xlabel="component m")
        return [
            *self.field.moving,
            self.points,
            self.probe,
            self.title,
            self.scores,
            self.score,
            self.bars,
            self.chosen,
        ]

    def _draw_scores(self, axes):
        axes.axhline(0, color=GRAY, linewidth=0.8)
        axes.axvline(0, color=GRAY, linewidth=0.8)
        self.scores = plain_marks(axes, **POINT)
        self.score = plain_marks(axes, **PROBE)
        axes.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25), title="first two components, scaled")
        axes.set(xlabel="z₁ / largest |z₁|", ylabel="z₂ / largest |z₂|")

    def update(self, kernel, degree, gamma, component, x1, x2, data):
        self.show("degree", kernel == "polynomial")
        self.show("gamma", kernel == "Gaussian (RBF)")
        scene, k = self._scene(data), PCA_KERNELS[kernel](gamma, degree)
        solution, on_grid = self._solved(k, data)
        m = min(component, solution.n_components)
        z = solution.project(k(np.array([[x1, x2]]), scene.X))[0]
        self._show_plane(scene, solution, on_grid[..., m - 1], m, (x1, x2))
        self._show_scores(solution.projections[:, :2], z[:2])
        shares = solution.explained_variance_ratio
        self.bars.set_data(np.arange(1, len(shares) + 1), shares)
        self.chosen.set_data([m], shares[m - 1 : m])
        return self._describe(scene, k, solution, component, m, z)

    def _solve(self, kernel, data):
        """Components of the data, and their values on the grid, an (h, w, q) array."""
        scene = self._scene(data)
        K = kernel(scene.X)
        # A kernel of low rank, such as the linear one, has fewer components than are asked for.
        rank = np.linalg.matrix_rank(K - K.mean(axis=0), hermitian=False, tol=1e-9 * np.abs(K).max())
        solution = solve_dual(K, max(1, min(SHOWN_COMPONENTS, int(rank))))
        values = solution.project(kernel(scene.grid.points, scene.X))
        return solution, values.reshape(len(scene.grid.y), len(scene.grid.x), -1)

    def _show_plane(self, scene, solution, values, m, probe):
        levels = np.linspace(values.min(), values.max(), LEVEL_LINES + 2)[1:-1]
        self.field.show(
            scene.plane, values, levels=(0.0, *levels), scales=(-min(values.min(), -1e-12), values.max())
        )
        self.points.set_data(*scene.shown.T)
        mean, sd = scene.shown.mean(axis=0), scene.shown.std(axis=0)
        self.probe.set_data(*[[value] for value in mean + sd * probe])
        self.title.set_text(f"component {m}, eigenvalue {number(solution.eigenvalues[m - 1])}")
        scene.name_axes(self.plane_axes)

    def _show_scores(self, scores, z):
        scores, z = _two_columns(scores), np.append(z, np.zeros(2 - len(z)))
        reach = np.abs(scores).max(axis=0)
        reach[reach == 0] = 1.0
        self.scores.set_data(*(scores / reach).T)
        self.score.set_data(*[[value] for value in np.clip(z / reach, -1.22, 1.22)])

    def _describe(self, scene, kernel, solution, component, m, z):
        shares = solution.explained_variance_ratio
        missing = (
            f" Component {component} has no variance; the last that has is shown." if m < component else ""
        )
        return (
            f"Kernel PCA of {len(scene.X)} points of {scene.name} with {kernel!r}: component {m} of {len(shares)} "
            f"that are shown holds {shares[m - 1]:.1%} of the variance. "
            f"The probe has z{m} = {number(z[m - 1])}.{missing}"
        )


def _two_columns(scores):
    return scores if scores.shape[1] == 2 else np.column_stack([scores[:, 0], np.zeros(len(scores))])
