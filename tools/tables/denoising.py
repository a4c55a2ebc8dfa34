"""USPS digits with Gaussian noise, restored by linear and by kernel PCA: mean squared errors (chapter 09).

    python tools/tables/denoising.py

Writes `usps_denoising_tried.csv`, the errors on training digits that were held out, by which γ is chosen for each
number of components, and `usps_denoising.csv`, the errors on all 2007 test digits with these γ. About five minutes.
"""

import warnings
from typing import NamedTuple

import numpy as np
from _rows import COMMAND
from threadpoolctl import threadpool_limits

from kernelcourse.denoising import experiments
from kernelsy19 import datasets, denoising, pca
from kernelsy19.datasets.tables import save_table
from kernelsy19.kernels import RBF
from kernelsy19.pca import KernelPCA
from kernelsy19.validation import ConvergenceWarning

NOISES = (0.5, 1.0)
COMPONENTS = (1, 4, 16, 32, 64, 128, 256, 512)
WIDTHS = (4096, 2048, 1024, 512, 256, 128)  # 1/γ
METHODS = {"fixed_point": "fixed-point", "ridge": "ridge"}
DECIMALS = 4
TRAINING, HELD_OUT = 100, 20  # digits of each class
ABOUT = (
    f"Mean squared error a pixel after Gaussian noise of standard deviation 'noise'; axes from {10 * TRAINING} "
    "USPS training digits"
)


class Digits(NamedTuple):
    """Digits to learn from, digits to choose by, digits to report."""

    training: np.ndarray
    held_out: np.ndarray
    test: np.ndarray


def split():
    """Draw the training and the held-out digits; all test digits."""
    usps = datasets.usps()
    rng = np.random.default_rng(1)
    classes = [rng.permutation(np.flatnonzero(usps.train.y == digit)) for digit in range(10)]
    training = np.concatenate([rows[:TRAINING] for rows in classes])
    held_out = np.concatenate([rows[TRAINING : TRAINING + HELD_OUT] for rows in classes])
    return Digits(usps.train.X[training], usps.train.X[held_out], usps.test.X)


def squared_errors(restored, X):
    """Mean squared error of each digit over its pixels, an (m,) array."""
    return np.square(restored - X).mean(axis=1)


def linear(axes, noisy, q, noise=0.0):
    """Restore by linear PCA; with the noise given, each coordinate is shrunk by λ/(λ + noise²)."""
    share = axes.variances[:q] / (axes.variances[:q] + noise**2)
    return axes.reconstruct(axes.project(noisy, q) * share)


def kernel(model, noisy, q, method):
    """Restore by kernel PCA; pre-images that did not converge count as they are."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return denoising.denoise(model, noisy, q, method).points


def try_all(digits, axes, models, noise):
    """Errors on the held-out digits, a row each width and number of components."""
    X = digits.held_out
    noisy = experiments.with_noise(X, noise, seed=2)
    rows = []
    for width, model in models.items():
        for q in (q for q in COMPONENTS if q <= model.solution_.n_components):
            errors = [
                squared_errors(linear(axes, noisy, min(q, 256)), X).mean(),
                squared_errors(linear(axes, noisy, min(q, 256), noise), X).mean(),
                *(squared_errors(kernel(model, noisy, q, m), X).mean() for m in METHODS.values()),
            ]
            rows.append((noise, width, q, *errors))
        print(f"held out, noise {noise}: 1/γ = {width}", flush=True)
    return rows


def report(digits, axes, models, noise, widths):
    """Errors on the test digits with the chosen widths, a row each number of components; and standard errors."""
    X = digits.test
    noisy = experiments.with_noise(X, noise, seed=3)
    rows, uncertain = [], []
    for q in COMPONENTS:
        errors = [
            squared_errors(linear(axes, noisy, min(q, 256)), X),
            squared_errors(linear(axes, noisy, min(q, 256), noise), X),
            *(squared_errors(kernel(models[widths[m, q]], noisy, q, METHODS[m]), X) for m in METHODS),
        ]
        rows.append((noise, q, *map(np.mean, errors), *(widths[m, q] for m in METHODS)))
        uncertain.append(max(np.std(e, ddof=1) / len(X) ** 0.5 for e in errors))
        print("test", *(f"{v:.4g}" for v in rows[-1]), flush=True)
    return rows, max(uncertain)


def best_widths(found, names):
    """For each kernel method and number of components the width with the least error on the held-out digits."""
    widths = {}
    for m in METHODS:
        for q in COMPONENTS:
            rows = found[found[:, names.index("components")] == q]
            widths[m, q] = int(rows[rows[:, names.index(m)].argmin(), names.index("width")])
    return widths


def main():
    digits = split()
    axes = pca.principal_axes(digits.training)
    models = {width: KernelPCA(RBF(1 / width), n_components=None).fit(digits.training) for width in WIDTHS}
    tried, rows, uncertain = [], [], 0.0
    names = ("noise", "width", "components", "linear", "shrunk", *METHODS)
    for noise in NOISES:
        found = np.round(np.array(try_all(digits, axes, models, noise)), DECIMALS)
        reported, error = report(digits, axes, models, noise, best_widths(found, names))
        tried, rows, uncertain = [*tried, *found], [*rows, *reported], max(uncertain, error)
    about = f"{ABOUT}, errors on {10 * HELD_OUT} others; width is 1/γ"
    tried = dict(zip(names, np.transpose(tried), strict=True))
    save_table("usps_denoising_tried", tried, about + ".", COMMAND)
    about = (
        f"{ABOUT}, errors on all 2007 test digits (standard errors at most {uncertain:.2g}); for each number of "
        f"components the 1/γ with the least error on {10 * HELD_OUT} other training digits."
    )
    reported_names = ("noise", "components", "linear", "shrunk", *METHODS, *(f"{m}_width" for m in METHODS))
    columns = dict(zip(reported_names, np.round(np.transpose(rows), DECIMALS), strict=True))
    save_table("usps_denoising", columns, about, COMMAND)


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
