"""USPS digits with Gaussian noise, restored by linear and by kernel PCA: mean squared errors (chapter 09).

    python tools/tables/denoising.py

Writes `usps_denoising_tried.csv`, the errors on training digits that were held out, by which γ is chosen for each
number of components, and `usps_denoising.csv`, the errors on all 2007 test digits with these γ. About five minutes.
"""

import warnings

import numpy as np
from _rows import save_rows
from threadpoolctl import threadpool_limits

from kernelcourse.denoising import experiments
from kernelsy19 import datasets, denoising, pca
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
    f"Mean squared error a pixel after Gaussian noise of standard deviation 'noise', restored pixels clipped to "
    f"[-1, 1]; axes from {10 * TRAINING} USPS training digits"
)


def split():
    """Digits to learn from and digits to choose by, both drawn, and all test digits to report."""
    usps = datasets.usps()
    rng = np.random.default_rng(1)
    classes = [rng.permutation(np.flatnonzero(usps.train.y == digit)) for digit in range(10)]
    training = np.concatenate([rows[:TRAINING] for rows in classes])
    held_out = np.concatenate([rows[TRAINING : TRAINING + HELD_OUT] for rows in classes])
    return usps.train.X[training], usps.train.X[held_out], usps.test.X


def squared_errors(restored, X):
    """Mean squared error of each digit over its pixels, clipped to what a pixel can be, an (m,) array."""
    return np.square(np.clip(restored, -1, 1) - X).mean(axis=1)


def linear(axes, noisy, q, noise=0.0):
    """Restore by linear PCA; with the noise given, each coordinate is shrunk by λ/(λ + noise²)."""
    share = axes.variances[:q] / (axes.variances[:q] + noise**2)
    return axes.reconstruct(axes.project(noisy, q) * share)


def kernel(model, noisy, q, method):
    """Restore by kernel PCA; pre-images that did not converge count as they are."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return denoising.denoise(model, noisy, q, method).points


def errors_of(X, noisy, q, noise, axes, models):
    """Squared errors by linear PCA, as it is and shrunk, and by the model of each kernel method, arrays of (m,)."""
    yield squared_errors(linear(axes, noisy, min(q, 256)), X)
    yield squared_errors(linear(axes, noisy, min(q, 256), noise), X)
    for model, method in zip(models, METHODS.values(), strict=True):
        yield squared_errors(kernel(model, noisy, q, method), X)


def try_all(X, axes, models):
    """Errors on the held-out digits, a row each noise, width and number of components."""
    for noise in NOISES:
        noisy = experiments.with_noise(X, noise, seed=2)
        for width, model in models.items():
            for q in (q for q in COMPONENTS if q <= model.solution_.n_components):
                errors = errors_of(X, noisy, q, noise, axes, [model] * len(METHODS))
                yield noise, width, q, *(np.round(e.mean(), DECIMALS) for e in errors)


def report(X, axes, models, tried):
    """Errors on the test digits, a row each noise and number of components, and standard errors; for each kernel method
    the width with the least error on the held-out digits."""
    for noise in NOISES:
        noisy = experiments.with_noise(X, noise, seed=3)
        for q in COMPONENTS:
            known = [row for row in tried if row["noise"] == noise and row["components"] == q]
            widths = [min(known, key=lambda row, m=m: row[m])["width"] for m in METHODS]
            errors = list(errors_of(X, noisy, q, noise, axes, [models[width] for width in widths]))
            means = (np.round(e.mean(), DECIMALS) for e in errors)
            yield (noise, q, *means, *widths), max(np.std(e, ddof=1) / len(X) ** 0.5 for e in errors)


def main():
    training, held_out, test = split()
    axes = pca.principal_axes(training)
    models = {width: KernelPCA(RBF(1 / width), n_components=None).fit(training) for width in WIDTHS}
    names = ("noise", "width", "components", "linear", "shrunk", *METHODS)
    about = f"{ABOUT}, errors on {10 * HELD_OUT} others; width is 1/γ."
    tried = save_rows("usps_denoising_tried", try_all(held_out, axes, models), about, names)
    rows, uncertain = zip(*report(test, axes, models, tried), strict=True)
    about = (
        f"{ABOUT}, errors on all 2007 test digits (standard errors at most {max(uncertain):.2g}); for each number of "
        f"components the 1/γ with the least error on {10 * HELD_OUT} other training digits."
    )
    names = ("noise", "components", "linear", "shrunk", *METHODS, *(f"{m}_width" for m in METHODS))
    save_rows("usps_denoising", rows, about, names)


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
