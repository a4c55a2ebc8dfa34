"""The explorer of chapter 09: a digit, the digit with noise, and what is made of it."""

import functools
import warnings

import numpy as np

from kernelsy19 import datasets
from kernelsy19.course.drawing import legend_below
from kernelsy19.course.explorers import Explorer, choice, slider
from kernelsy19.course.picture import COLORS, LINE_STYLES, number
from kernelsy19.denoising.equations import projection_weights
from kernelsy19.denoising.solve import fixed_point, learn
from kernelsy19.kernels import RBF
from kernelsy19.pca import KernelPCA, principal_axes
from kernelsy19.validation import ConvergenceWarning

N_TRAIN = 300


KERNEL_WIDTH = 512


SOME = (1, 2, 4, 8, 16, 32, 64, 128, 256)


METHOD_NAMES = ("kernel PCA, fixed point", "kernel PCA, ridge", "linear PCA", "linear PCA, shrunk")


LOWEST, HIGHEST = 0.01, 3.0


class DenoisingExplorer(Explorer):
    """A USPS test digit with Gaussian noise, restored by linear or by kernel PCA.

    Left: the digit, the digit with noise, the digit as it is restored. Right: the mean squared error of each method
    against the number of components. Axes come from the first 300 training digits; the kernel is RBF, γ = 1/512.
    """

    size = (10.8, 3.9)

    def __init__(self):
        usps = datasets.usps()
        self.X = usps.train.X[:N_TRAIN]
        first = [int(np.flatnonzero(usps.test.y == digit)[0]) for digit in range(10)]
        self.digits = usps.test.X[first]
        self.noise = np.random.default_rng(0).normal(size=self.digits.shape)
        self.model = KernelPCA(RBF(gamma=1 / KERNEL_WIDTH), n_components=max(SOME)).fit(self.X)
        self.axes = principal_axes(self.X)
        self._learned = functools.lru_cache(maxsize=None)(self._learn)
        super().__init__()

    def controls(self):
        return {
            "noise": slider(0.0, 1.5, 0.5, "noise σ", "gray, from −1 to 1", step=0.05),
            "components": slider(1, max(SOME), 64, "components q"),
            "method": choice(METHOD_NAMES, "method"),
            "digit": choice([str(digit) for digit in range(10)], "digit", "3"),
        }

    def draw(self, figure):
        *panels, chart = figure.subplots(1, 4, width_ratios=(1, 1, 1, 1.9))
        self.images, self.titles = [], []
        for axes in panels:
            axes.set_axis_off()
            blank = np.zeros((16, 16))
            self.images.append(axes.imshow(blank, cmap="gray_r", vmin=-1, vmax=1))
            axes.set_title(" \n ", fontsize=10)
            self.titles.append(axes.title)
        self.curves = {
            method: chart.plot([], [], color=COLORS[k], linestyle=LINE_STYLES[k], label=method)[0]
            for k, method in enumerate(METHOD_NAMES)
        }
        (self.now,) = chart.plot([], [], "o", color="black", markersize=8, zorder=4)
        chart.set(xscale="log", yscale="log", xlim=(0.9, 290), ylim=(LOWEST, HIGHEST))
        chart.set_xticks(SOME, [str(q) for q in SOME])
        chart.set_yticks([0.01, 0.1, 1], ["0.01", "0.1", "1"])
        chart.minorticks_off()
        chart.set(xlabel="components q", ylabel="mean squared error a pixel")
        legend_below(figure, chart)
        return [*self.images, *self.titles, *self.curves.values(), self.now]

    def update(self, noise, components, method, digit):
        clean = self.digits[int(digit)]
        noisy = clean + noise * self.noise[int(digit)]
        some = (*SOME, components)
        found = self._fixed_points(noisy, some)
        restored = {
            METHOD_NAMES[0]: found.points,
            METHOD_NAMES[1]: np.array(
                [self._by_ridge(noisy, q, q in SOME or method == METHOD_NAMES[1]) for q in some]
            ),
            METHOD_NAMES[2]: self._linear(noisy, some),
            METHOD_NAMES[3]: self._linear(noisy, some, noise),
        }
        errors = {name: np.square(points - clean).mean(axis=1) for name, points in restored.items()}
        for name, line in self.curves.items():
            line.set_data(SOME, np.maximum(errors[name][:-1], LOWEST))
        chosen = errors[method][-1]
        self.now.set_data([components], [max(chosen, LOWEST)])
        self._show_images(clean, noisy, restored[method][-1], chosen)
        return self._describe(digit, noise, components, method, errors, found)

    def _show_images(self, clean, noisy, restored, error):
        for image, values in zip(self.images, (clean, noisy, restored), strict=True):
            image.set_data(values.reshape(16, 16))
        corrupted = np.square(noisy - clean).mean()
        texts = ("original\n ", f"with noise\nerror {number(corrupted)}", f"restored\nerror {number(error)}")
        for title, text in zip(self.titles, texts, strict=True):
            title.set_text(text)

    def _scores(self, noisy):
        return self.model.solution_.project(self.model.kernel_(noisy[None], self.X))

    def _fixed_points(self, noisy, some):
        """The fixed point for each number of components, all at once."""
        Z, alpha = self._scores(noisy), self.model.alpha_
        W = np.concatenate([projection_weights(Z[:, :q], alpha[:, :q]) for q in some])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return fixed_point(
                self.model.kernel_, self.X, W, np.repeat(noisy[None], len(W), axis=0), tol=1e-6, max_iter=300
            )

    def _learn(self, q):
        """Learn from q components; between those on the curves, η is that of the nearest of them, to save time."""
        nearest = min(SOME, key=lambda other: abs(other - q))
        ridge = None if nearest == q else self._learned(nearest).ridge
        return learn(self.model.solution_.projections[:, :q], self.X, ridge=ridge)

    def _by_ridge(self, noisy, q, wanted):
        if not wanted:
            return np.full(noisy.shape, np.nan)
        return self._learned(q)(self._scores(noisy)[:, :q])[0]

    def _linear(self, noisy, some, noise=0.0):
        share = self.axes.variances / (self.axes.variances + noise**2)
        z = self.axes.project(noisy[None])[0] * share
        return np.array([self.axes.reconstruct(z[None, :q])[0] for q in some])

    def _describe(self, digit, noise, components, method, errors, found):
        best = "; ".join(
            f"{name} at {SOME[int(e[:-1].argmin())]} ({number(e[:-1].min())})" for name, e in errors.items()
        )
        said = ""
        if method == METHOD_NAMES[0]:
            outcome = "converged" if found.converged[-1] else f"did not converge ({found.status[-1]})"
            said = f" The fixed point {outcome}, with ρ = {number(found.squared_distances[-1])}."
        return (
            f"Test digit {digit} with noise of standard deviation {number(noise)}, restored by {method} with "
            f"{components} components: mean squared error {number(errors[method][-1])} a pixel.{said} "
            f"Best numbers of components among those on the curves, for this digit: {best}."
        )
