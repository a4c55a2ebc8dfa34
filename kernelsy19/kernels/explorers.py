"""Explorers of chapter 01: what a kernel is, and what a feature map does."""

import functools

import matplotlib
import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.ticker import MaxNLocator
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from kernelsy19 import datasets
from kernelsy19.course import drawing, picture
from kernelsy19.course.artists import ColorScale, Field, plain_marks, upright
from kernelsy19.course.drawing import Grid
from kernelsy19.course.explorers import Explorer, choice, log_slider, slider
from kernelsy19.course.picture import BLUE, COLORS, GREEN, MARKERS, VERMILLION, count, number, points_of
from kernelsy19.kernels.equations import lift_to_paraboloid, squares_and_second
from kernelsy19.kernels.families import RBF, Laplacian, Linear, Polynomial, Sigmoid
from kernelsy19.kernels.figures import is_negative, plane_in_box

SIGNED = matplotlib.colormaps["PuOr"]


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


def standardize(X):
    """Move and scale each column to mean 0 and standard deviation 1.

    Parameters
    ----------
    X : (n, p) array, no column constant

    Returns
    -------
    (n, p) array
    """
    return (X - X.mean(axis=0)) / X.std(axis=0)


def sorted_data(name):
    """Data for Gram matrices: standardized, and in an order in which neighbors in the list are neighbors.

    Parameters
    ----------
    name : {"circles", "moons", "three clusters", "faithful"}

    Returns
    -------
    (n, 2) array
    """
    make = {
        "circles": lambda: datasets.circles(100).X,
        "moons": lambda: datasets.moons(100).X,
        "three clusters": lambda: datasets.three_clusters().X,
        "faithful": lambda: _every_other(datasets.faithful().X),
    }
    return standardize(make[name]())


def _every_other(X):
    return X[np.argsort(X[:, 0], kind="stable")][::2]


class KernelExplorer(Explorer):
    """A kernel: its Gram matrix, its values around a point, its eigenvalues.

    Parameters
    ----------
    data : array_like (n, 2) or None, points of your own in the place of the built-in sets; they are standardized
    """

    size = (10.2, 3.7)
    reach = 2.6

    def __init__(self, data=None):
        names = ("circles", "moons", "three clusters", "faithful")
        self.data = {name: functools.partial(sorted_data, name) for name in names}
        if data is not None:
            X = points_of(data)
            self.data = {"your data": lambda: standardize(X)}
        self._spectrum = functools.lru_cache(maxsize=64)(self._compute_spectrum)
        self._points = functools.cache(lambda name: self.data[name]())
        super().__init__()

    def controls(self):
        return {
            "kernel": choice(KERNELS, "kernel"),
            "data": choice(self.data, "data"),
            "gamma": log_slider(-2, 1, -0.3, "scale γ"),
            "degree": slider(1, 6, 2, "degree d"),
            "offset": slider(0.0, 3.0, 1.0, "offset r", step=0.05),
            "threshold": slider(-3.0, 3.0, -1.0, "offset r", step=0.05),
            "x1": slider(-2.5, 2.5, 1.0, "probe x₁", "sd"),
            "x2": slider(-2.5, 2.5, 0.5, "probe x₂", "sd"),
        }

    def draw(self, figure):
        figure.get_layout_engine().set(wspace=0.06)
        gram, around, spectrum = figure.subplots(1, 3)
        self._draw_gram(figure, gram)
        self._draw_around(figure, around)
        self._draw_spectrum(spectrum)
        self.titles = [axes.title for axes in (gram, around, spectrum)]
        return [
            self.gram,
            *self.scale.moving,
            *self.field.moving,
            *self.field_scale.moving,
            self.points,
            self.probe,
            self.stems,
            self.positive,
            self.negative,
            *self.titles,
        ]

    def _draw_gram(self, figure, axes):
        self.gram = axes.imshow(np.zeros((2, 2)), cmap=SIGNED, vmin=-1, vmax=1, aspect="auto")
        self.gram.set(extent=(0, 1, 1, 0), interpolation="nearest")
        axes.autoscale(False)
        axes.grid(False)
        axes.set(
            xlabel="point j", ylabel="point i", title=" ", xlim=(0, 1), ylim=(1, 0), xticks=[], yticks=[]
        )
        axes.set_box_aspect(1)
        self.scale = ColorScale(figure, axes, SIGNED, "K")

    def _draw_around(self, figure, axes):
        self.field = Field(axes, SIGNED, linewidth=0.8, bands=8)
        self.points = plain_marks(axes, marker="o", ms=3, mfc="#333333", mec="white", mew=0.4, zorder=3)
        self.probe = plain_marks(axes, marker="*", ms=14, mfc=VERMILLION, mec="black", zorder=4)
        axes.set(xlabel="x₁ (sd)", ylabel="x₂ (sd)", title=" ")
        axes.set_box_aspect(1)
        self.field_scale = ColorScale(figure, axes, SIGNED, "k")

    def _draw_spectrum(self, axes):
        (self.stems,) = axes.plot([], [], color="#999999", linewidth=0.8)
        self.positive = plain_marks(axes, marker="o", ms=4, mfc=BLUE, mec="white", mew=0.3)
        self.negative = plain_marks(axes, marker="v", ms=6, mfc=VERMILLION, mec="black", mew=0.4)
        axes.axhline(0, color="black", linewidth=0.8)
        axes.set_yscale("symlog", linthresh=1e-3, linscale=0.6)
        axes.set(xlim=(-0.02, 1.02), ylim=(-2, 2), yticks=[-1, -0.1, -0.01, 0, 0.01, 0.1, 1], xticks=[])
        axes.set_yticklabels(["−1", "−0.1", "−0.01", "0", "0.01", "0.1", "1"])
        axes.set(xlabel="eigenvalues, largest first", ylabel="λ / largest |λ|", title=" \n ")
        axes.set_box_aspect(1)

    def update(self, kernel, data, x1, x2, **parameters):
        for name in parameters:
            self.show(name, name in PARAMETERS[kernel])
        k = KERNELS[kernel](parameters)
        X, probe = self._points(data), np.array([[x1, x2]])
        K, values = self._spectrum(k, data)
        self._show_gram(K)
        low, high = self._show_around(k, X, probe)
        self._show_spectrum(values)
        named = ", ".join([kernel, *(f"{SYMBOLS[p]} = {number(parameters[p])}" for p in PARAMETERS[kernel])])
        return self._say_all(named, data, K, values, probe[0], low, high)

    def _compute_spectrum(self, kernel, data):
        K = kernel(self._points(data))
        return K, np.linalg.eigvalsh(K)[::-1]

    def _show_gram(self, K):
        largest = np.abs(K).max() or 1.0
        self.gram.set_data(K / largest)
        self.scale.show(largest)
        self.titles[0].set_text(f"Gram matrix, {len(K)} points")

    def _show_around(self, k, X, probe):
        half = max(self.reach, np.abs(X).max() + 0.1)
        grid = Grid.around(np.array([[-half, -half], [half, half]]), size=90, margin=0)
        values = grid.evaluate(lambda points: k(points, probe)[:, 0])
        largest = max(np.abs(values).max(), abs(k.diagonal(probe)[0])) or 1.0
        levels = largest * np.array([-0.75, -0.5, -0.25, 0.25, 0.5, 0.75])
        self.field.show(grid, values, levels, (largest, largest))
        self.field_scale.show(largest)
        self.points.set_data(*X.T)
        self.probe.set_data(*probe.T)
        self.titles[1].set_text(f"k(x, probe), probe ({number(probe[0, 0])}, {number(probe[0, 1])})")
        return values.min(), values.max()

    def _show_spectrum(self, values):
        largest = np.abs(values).max() or 1.0
        place, height = np.linspace(0, 1, len(values)), values / largest
        negative = is_negative(values)
        height[~negative] = np.maximum(height[~negative], 0)
        self.stems.set_data(*upright(place, 0, height))
        self.positive.set_data(place[~negative], height[~negative])
        self.negative.set_data(place[negative], height[negative])
        self.titles[2].set_text(f"smallest λ = {smallest_eigenvalue(values)}\n{say_definite(negative)}")
        self.titles[2].set_color(VERMILLION if negative.any() else "black")

    def _say_all(self, named, data, K, values, probe, low, high):
        negative = is_negative(values)
        return (
            f"Kernel {named}, on {count(len(K), 'point')} of {data}. Its Gram matrix has values from {number(K.min())} "
            f"to {number(K.max())}. Around the probe ({number(probe[0])}, {number(probe[1])}) its values run "
            f"from {number(low)} to {number(high)}. The eigenvalues run from {number(values[0])} down to "
            f"{smallest_eigenvalue(values)}: {say_definite(negative)}."
        )


def smallest_eigenvalue(values):
    """Write the smallest eigenvalue, as 0 where it is 0 up to rounding.

    Parameters
    ----------
    values : (n,) array of eigenvalues

    Returns
    -------
    str
    """
    smallest = float(np.min(values))
    return "0 up to rounding" if abs(smallest) <= 1e-10 * np.abs(values).max() else number(smallest)


def say_definite(negative):
    """Say whether eigenvalues make a matrix positive semidefinite.

    Parameters
    ----------
    negative : (n,) array of bool

    Returns
    -------
    str
    """
    n = int(negative.sum())
    return f"not PSD, {n} of {len(negative)} negative" if n else "positive semidefinite"


def root_of_two_map(X):
    """Φ(x) = (x₁², x₂², √2 x₁x₂), whose dot product is (x·y)².

    Parameters
    ----------
    X : (n, 2) array

    Returns
    -------
    (n, 3) array
    """
    x1, x2 = X.T
    return np.column_stack([x1**2, x2**2, np.sqrt(2) * x1 * x2])


def flat_map(X):
    """Φ(x) = (x₁, x₂, 0): the plane as it is, laid into space.

    Parameters
    ----------
    X : (n, 2) array

    Returns
    -------
    (n, 3) array
    """
    return np.column_stack([X, np.zeros(len(X))])


MAPS = {
    "(x₁, x₂, 0)": flat_map,
    "(x₁, x₂, x₁² + x₂²)": lift_to_paraboloid,
    "(x₁², x₂², √2 x₁x₂)": root_of_two_map,
    "(x₁², x₂², x₂)": squares_and_second,
}


def two_classes(name):
    """Two classes in the plane.

    Parameters
    ----------
    name : {"circles", "circles off the origin", "moons", "opposite quadrants"}

    Returns
    -------
    X : (n, 2) array
    y : (n,) array of 0 and 1
    names : (str, str), the names of the classes
    """
    if name == "opposite quadrants":
        X = np.random.default_rng(0).uniform(-1, 1, (160, 2))
        return X, (X[:, 0] * X[:, 1] > 0).astype(int), ("signs differ", "signs agree")
    data = datasets.moons(160) if name == "moons" else datasets.circles(160, noise=0.07)
    shift = np.array([0.0, 1.2]) if name == "circles off the origin" else 0
    return data.X + shift, data.y, data.target_names


class FeatureMapExplorer(Explorer):
    """Points of the plane lifted to three dimensions: the plane that parts them there is a curve here.

    The plane is fitted by least squares to the labels ±1. It can be shifted along its normal and tilted, both
    in the proportions of the box that is drawn.
    """

    size = (10.2, 4.6)
    DATA = ("circles", "circles off the origin", "moons", "opposite quadrants")

    def __init__(self):
        self._points = functools.cache(two_classes)
        self._fit = functools.cache(self._compute_fit)
        super().__init__()

    def controls(self):
        return {
            "data": choice(self.DATA, "data"),
            "map": choice(MAPS, "Φ(x) =", value="(x₁, x₂, x₁² + x₂²)"),
            "shift": slider(-1.0, 1.0, 0.0, "shift the plane", "half boxes"),
            "tilt": slider(-90, 90, 0, "tilt the plane", "°"),
            "turn": slider(-180, 180, -60, "turn the view", "°"),
            "raise": slider(-20, 90, 15, "raise the view", "°"),
        }

    def draw(self, figure):
        panels = figure.add_gridspec(1, 2, width_ratios=(1, 1.25))
        here = figure.add_subplot(panels[0])
        self.there = figure.add_subplot(panels[1], projection="3d")
        self.field = Field(here, picture.FIELD.reversed())
        self.flat = [plain_marks(here, label=f"class {k}", zorder=3, **mark(k)) for k in (0, 1)]
        self.wrong = plain_marks(
            here, marker="o", ms=11, mfc="none", mec=VERMILLION, mew=1.8, label="wrong side"
        )
        here.set(xlabel="x₁", ylabel="x₂", title=" ")
        here.set_box_aspect(1)
        self.title = here.title
        self._draw_space()
        self.legend = drawing.legend_below(figure, here)
        space = [self.there, self.sheet, self.plane, self.crossing, *self.lifted]
        return [*self.field.moving, *self.flat, self.wrong, self.title, *space]

    def _draw_space(self):
        axes = self.there
        self.sheet = axes.plot([], [], [], color="#AAAAAA", linewidth=0.5, zorder=1)[0]
        self.lifted = [axes.plot([], [], [], linestyle="none", zorder=4, **mark(k))[0] for k in (0, 1)]
        self.crossing = axes.plot([], [], [], color="black", linewidth=1.8, zorder=3)[0]
        self.plane = Poly3DCollection(
            [np.zeros((3, 3))], facecolors=(*to_rgb(GREEN), 0.25), edgecolors=GREEN, zorder=2
        )
        axes.add_collection3d(self.plane, autolim=False)
        for name in "xyz":
            getattr(axes, f"{name}axis").set_major_locator(MaxNLocator(3))
        axes.computed_zorder = False
        self._shown = None
        axes.set_box_aspect((4, 4, 3.4), zoom=1.0)
        axes.set_title("feature space")

    def update(self, data, map, shift, tilt, turn, **view):
        X, y, names = self._points(data)
        low, high, fitted = self._fit(data, map)
        w, b = moved_plane(fitted, low, high, shift, tilt)
        side = MAPS[map](X) @ w + b
        wrong = (side > 0) != (y == 1)
        self._show_plane_and_curve(Grid.square(X, size=100), map, w, b, low, high)
        self._show_points(X, y, names, MAPS[map](X), wrong)
        self._show_view(map, low, high, turn, view["raise"])
        self.title.set_text(f"input plane, {count(int(wrong.sum()), 'point')} on the wrong side")
        moved = (
            f"shifted by {number(shift)} half boxes and tilted by {tilt}°" if shift or tilt else "as fitted"
        )
        return (
            f"{count(len(X), 'point')} of {data} ({names[0]} and {names[1]}) lifted by Φ(x) = {map}. The plane, "
            f"{moved}, leaves {count(int(wrong.sum()), 'point')} on the wrong side; in the input plane "
            f"it is the black curve."
        )

    def _compute_fit(self, data, map):
        """Box of the lifted points, and the least-squares plane in the box's own coordinates."""
        X, y, _ = self._points(data)
        Z = MAPS[map](X)
        low, high = box_around(Z)
        U = to_box(Z, low, high)
        A = np.column_stack([U, np.ones(len(U))])
        return low, high, np.linalg.lstsq(A, 2.0 * y - 1, rcond=None)[0]

    def _show_plane_and_curve(self, grid, map, w, b, low, high):
        values = grid.evaluate(lambda points: MAPS[map](points) @ w + b)
        self.field.show(grid, values)
        polygon = plane_in_box(w, b, low, high)
        self.plane.set_visible(len(polygon) > 0)
        if len(polygon):
            self.plane.set_verts([polygon])
        lines = [within(MAPS[map](line), low, high) for line in self.field.segments]
        self.crossing.set_data_3d(*joined(lines).T)
        rulings = [MAPS[map](line) for line in ruling_lines(grid)]
        self.sheet.set_data_3d(*joined([within(line, low, high) for line in rulings]).T)

    def _show_points(self, X, y, names, Z, wrong):
        for k in (0, 1):
            self.flat[k].set_data(*X[y == k].T)
            self.lifted[k].set_data_3d(*Z[y == k].T)
        self.wrong.set_data(*X[wrong].T)
        for text, name in zip(self.legend.get_texts(), names, strict=False):
            text.set_text(name)

    def _show_view(self, map, low, high, turn, elevation):
        axes = self.there
        if (axes.elev, axes.azim) != (elevation, turn):
            axes.view_init(elev=elevation, azim=turn)
            axes.stale = True
        if self._shown != (map, tuple(low)):
            self._shown = (map, tuple(low))
            axes.set(xlim=(low[0], high[0]), ylim=(low[1], high[1]), zlim=(low[2], high[2]))
            for name, label in zip("xyz", map.strip("()").split(", "), strict=True):
                getattr(axes, f"{name}axis").set_label_text(label)


def mark(k):
    """Return the settings of the marks of class k.

    Parameters
    ----------
    k : int

    Returns
    -------
    dict
    """
    return {"marker": MARKERS[k], "mfc": COLORS[k], "mec": "black", "mew": 0.4, "ms": 5}


def box_around(Z, margin=0.05):
    """Corners of the box that holds points with some room; a flat side gets a height of 2.

    Parameters
    ----------
    Z : (n, 3) array
    margin : float, room as a share of each range

    Returns
    -------
    low, high : (3,) arrays
    """
    low, high = Z.min(axis=0), Z.max(axis=0)
    room = np.where(high > low, margin * (high - low), 1.0)
    return low - room, high + room


def to_box(Z, low, high):
    """Coordinates in which the box runs from −1 to 1 along each side.

    Parameters
    ----------
    Z : (n, 3) array
    low, high : (3,) arrays, corners of the box

    Returns
    -------
    (n, 3) array
    """
    return (2 * Z - low - high) / (high - low)


def moved_plane(fitted, low, high, shift, tilt):
    """Shift a plane along its normal and tilt it, in the coordinates of a box, and return it in those of space.

    Parameters
    ----------
    fitted : (4,) array, w₁, w₂, w₃, b of w·u + b = 0 in the coordinates of the box
    low, high : (3,) arrays, corners of the box
    shift : float, along the normal
    tilt : float, in degrees, about a line through the point of the plane that is nearest to the middle of the box

    Returns
    -------
    w : (3,) array
    b : float, with w·z + b = 0
    """
    normal, length = fitted[:3], np.linalg.norm(fitted[:3])
    if length == 0:
        normal, length = np.array([0.0, 0.0, 1.0]), 1.0
    n = normal / length
    through = (shift - fitted[3] / length) * n
    axis = np.eye(3)[np.abs(n).argmin()]
    across = np.cross(n, axis) / np.linalg.norm(np.cross(n, axis))
    angle = np.deg2rad(tilt)
    turned = np.cos(angle) * n + np.sin(angle) * across
    w = 2 * turned / (high - low)
    return w, float(-turned @ through - w @ (low + high) / 2)


def within(line, low, high):
    """Blank the parts of a line in space that leave a box.

    Parameters
    ----------
    line : (k, 3) array
    low, high : (3,) arrays, corners of the box

    Returns
    -------
    (k, 3) array, NaN where the line is outside
    """
    inside = ((line >= low - 1e-9) & (line <= high + 1e-9)).all(axis=1)
    return np.where(inside[:, None], line, np.nan)


def joined(lines):
    """Join lines to one array with a gap after each.

    Parameters
    ----------
    lines : list of (k, 3) arrays

    Returns
    -------
    (m, 3) array
    """
    gap = np.full((1, 3), np.nan)
    return np.concatenate([part for line in lines for part in (line, gap)] or [gap])


def ruling_lines(grid, n=11):
    """Lines of constant x₁ and of constant x₂, to draw the lifted plane as a net.

    Parameters
    ----------
    grid : Grid
    n : int, lines each way

    Returns
    -------
    list of (k, 2) arrays
    """
    x, y = grid.x[::2], grid.y[::2]
    along = [np.column_stack([x, np.full(len(x), v)]) for v in np.linspace(y[0], y[-1], n)]
    across = [np.column_stack([np.full(len(y), v), y]) for v in np.linspace(x[0], x[-1], n)]
    return along + across
