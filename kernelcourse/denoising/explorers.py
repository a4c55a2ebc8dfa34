"""Explorers of chapter 09: ten digits with noise, cleaned by a few axes; one digit, and what is made of it."""

import functools
import warnings

import numpy as np

from kernelcourse.drawing.controls import choice, slider
from kernelcourse.drawing.live import Explorer
from kernelcourse.drawing.marks import Curve, Handle, Rule, cells
from kernelcourse.drawing.scene import Axis, Panel, Scene
from kernelcourse.drawing.words import count, number
from kernelsy19 import datasets
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

STROKES = ("blue", "solid"), ("orange", "dashed"), ("green", "dash-dot"), ("vermillion", "dotted")

DIGIT_ROWS = ("cleaned", "with noise", "original")  # from below


class CleaningExplorer(Explorer):
    """Ten digits with noise, put together again from their coordinates along a few axes of clean digits."""

    def __init__(self):
        train, test = (part.in_order(shuffle=0) for part in datasets.usps())
        self.digits = test.X[np.unique(test.y, return_index=True)[1]]
        self.noise = np.random.default_rng(1).normal(size=self.digits.shape)
        self.axes = principal_axes(train.X[:N_TRAIN])
        super().__init__()

    def controls(self):
        return {
            "q": slider(1, max(SOME), 8, "axes that are kept"),
            "noise": slider(0.0, 1.0, 0.5, "noise", "gray, from −1 to 1", step=0.1),
        }

    def scene(self, q, noise):
        noisy = self.digits + noise * self.noise
        parts = self.axes.project(noisy)[:, :, None] * self.axes.components
        cleaned = self.axes.mean + np.cumsum(parts, axis=1)  # by the number of axes
        errors = np.square(cleaned - self.digits[:, None]).mean(axis=(0, 2))
        left, before = errors[q - 1], np.square(noisy - self.digits).mean()
        rows = np.array([self.digits, noisy, cleaned[:, q - 1]]).reshape(3, 10, 16, 16)
        rows = np.pad(rows, ((0, 0), (0, 0), (1, 1), (1, 1)), constant_values=-1)
        images = Panel(
            [cells(rows.swapaxes(1, 2).reshape(54, 180), (0, 10, 0, 3), scale=(-1, 1))],
            Axis("", (0, 10), ticks=()),
            Axis("", (0, 3), (0.5, 1.5, 2.5), DIGIT_ROWS),
            title=f"ten digits, {count(q, 'axis', 'axes')} of {len(errors)}",
            equal=True,
            grid=False,
        )
        chart = Panel(
            [
                Rule(max(before, LOWEST), "y", "vermillion", dash="dashed", label="with noise"),
                Curve(np.arange(1, len(errors) + 1), np.maximum(errors, LOWEST), "blue", label="cleaned"),
                Handle("q", q, max(left, LOWEST), "axes that are kept", "x", "dot"),
            ],
            Axis("axes that are kept", (0.9, 290), ticks=SOME, scale="log"),
            Axis("mean squared error a pixel", (LOWEST, 1.2), ticks=(0.01, 0.1, 1), scale="log"),
            title="error of all ten",
            at=(0, 1),
        )
        said = (
            f"Noise of {noise:.1f} makes a mean squared error of {before:.2f} a pixel. Put together again from "
            f"{count(q, 'coordinate')}, the digits have an error of {left:.2f}."
        )
        return Scene([images, chart], said, columns=(2.7, 1), aspect=0.38)


class DenoisingExplorer(Explorer):
    """A USPS test digit with Gaussian noise, restored by linear or by kernel PCA.

    Left: the digit, the digit with noise, the digit as it is restored. Right: the mean squared error of each method
    against the number of components, of pixels clipped as they are shown. From 300 training digits; RBF, γ = 1/512.
    """

    on_site = ("components", "method")

    def __init__(self):
        train, test = (part.in_order(shuffle=0) for part in datasets.usps())
        self.X = train.X[:N_TRAIN]
        self.digits = test.X[np.unique(test.y, return_index=True)[1]]
        self.noise = np.random.default_rng(0).normal(size=self.digits.shape)
        self.model = KernelPCA(RBF(gamma=1 / KERNEL_WIDTH), n_components=max(SOME)).fit(self.X)
        self.K = self.model.kernel_(self.X)
        self.axes = principal_axes(self.X)
        self._learned = functools.lru_cache(maxsize=None)(self._learn)
        self._restored = functools.lru_cache(maxsize=256)(self._restore)
        super().__init__()

    def controls(self):
        return {
            "noise": slider(0.0, 1.5, 0.5, "noise σ", "gray, from −1 to 1", step=0.05),
            "components": slider(1, max(SOME), 64, "components q"),
            "method": choice(METHOD_NAMES, "method"),
            "digit": choice([str(digit) for digit in range(10)], "digit", "3"),
        }

    def scene(self, noise, components, method, digit):
        clean, noisy = self._digit(digit, noise)
        curves = {name: self._errors(name, digit, noise) for name in METHOD_NAMES}
        some = SOME if components in SOME else (components,)
        restored, outcome = (
            found[some.index(components)] for found in self._restored(method, digit, noise, some)
        )
        error, corrupted = (np.square(np.clip(Z, -1, 1) - clean).mean().item() for Z in (restored, noisy))
        best = min(METHOD_NAMES, key=lambda name: curves[name].min())
        said = (
            f"Test digit {digit} with noise of standard deviation {number(noise)}, restored by {method} with "
            f"{components} components: mean squared error {number(error)} a pixel, where the noise makes "
            f"{number(corrupted)}.{outcome} Among all on the curves, {best} comes nearest to this digit: "
            f"{number(curves[best].min())} with {SOME[int(curves[best].argmin())]} components."
        )
        titles = "original\n ", f"with noise\nerror {number(corrupted)}", f"restored\nerror {number(error)}"
        images = [
            Panel(
                [cells(values.reshape(16, 16), scale=(-1, 1))],
                title=title,
                at=(0, k),
                equal=True,
                framed=False,
            )
            for k, (values, title) in enumerate(zip((clean, noisy, restored), titles, strict=True))
        ]
        return Scene([*images, _chart(curves, components, error)], said, columns=(1, 1, 1, 2.2), aspect=0.36)

    def _digit(self, digit, noise):
        clean = self.digits[int(digit)]
        return clean, clean + noise * self.noise[int(digit)]

    def _errors(self, method, digit, noise):
        points, _ = self._restored(method, digit, noise, SOME)
        return np.square(np.clip(points, -1, 1) - self._digit(digit, noise)[0]).mean(axis=1)

    def _restore(self, method, digit, noise, some):
        """For each number of components the digit as a method restores it, and how the fixed point ended, in words."""
        noisy = self._digit(digit, noise)[1]
        if method == METHOD_NAMES[0]:
            found = self._fixed_points(noisy, some)
            ends = zip(found.converged, found.status, found.squared_distances, strict=True)
            return found.points, [
                f" The fixed point {'converged' if converged else f'did not converge ({status})'}, with ρ = "
                f"{number(rho)}."
                for converged, status, rho in ends
            ]
        said = [""] * len(some)
        if method == METHOD_NAMES[1]:
            scores = self._scores(noisy)
            return np.array([self._learned(q)(scores[:, :q])[0] for q in some]), said
        return self._linear(noisy, some, noise if method == METHOD_NAMES[3] else 0.0), said

    def _scores(self, noisy):
        return self.model.solution_.project(self.model.kernel_(noisy[None], self.X))

    def _fixed_points(self, noisy, some):
        """The fixed point for each number of components, all at once."""
        Z, alpha = self._scores(noisy), self.model.alpha_
        W = np.concatenate([projection_weights(Z[:, :q], alpha[:, :q]) for q in some])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            return fixed_point(
                self.model.kernel_,
                self.X,
                W,
                np.repeat(noisy[None], len(W), axis=0),
                tol=1e-6,
                max_iter=300,
                K=self.K,
            )

    def _learn(self, q):
        """Learn from q components; between those on the curves, η is that of the nearest of them, to save time."""
        nearest = min(SOME, key=lambda other: abs(other - q))
        ridge = None if nearest == q else self._learned(nearest).ridge
        return learn(self.model.solution_.projections[:, :q], self.X, ridge=ridge)

    def _linear(self, noisy, some, noise=0.0):
        share = self.axes.variances / (self.axes.variances + noise**2)
        z = self.axes.project(noisy[None])[0] * share
        return np.array([self.axes.reconstruct(z[None, :q])[0] for q in some])


def _chart(curves, components, error):
    return Panel(
        [
            *(
                Curve(SOME, np.maximum(errors, LOWEST), color, dash=dash, label=name)
                for (name, errors), (color, dash) in zip(curves.items(), STROKES, strict=True)
            ),
            Handle("components", components, max(error, LOWEST), "components q", "x", "dot"),
        ],
        Axis("components q", (0.9, 290), ticks=SOME, scale="log"),
        Axis("mean squared error a pixel", (LOWEST, HIGHEST), ticks=(0.01, 0.1, 1), scale="log"),
        at=(0, 3),
    )
