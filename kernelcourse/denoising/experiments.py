"""How de-noising is judged: noise that is added, the error that is left, and what becomes of a start."""

import warnings

import numpy as np

from kernelsy19.datasets import parabola, usps
from kernelsy19.denoising import denoise, projection_weights
from kernelsy19.denoising.solve import fixed_point
from kernelsy19.kernels import RBF
from kernelsy19.pca import KernelPCA, principal_axes
from kernelsy19.signatures import as_wide_as, fitting, number_from, one_each, takes
from kernelsy19.validation import ConvergenceWarning, as_integer, as_matrix

FATES = ("to the nearest image", "to a worse place", "vanishing", "cycling", "slow")

SAME = 1e-6  # squared distances that differ by less belong to one place


@takes(
    X=as_matrix, sigma=number_from(0, closed="left"), seed=lambda seed, name: as_integer(seed, name, low=0)
)
def with_noise(X, sigma, seed=0):
    """Add Gaussian noise of standard deviation sigma, in units of X (n, p); nothing is cut off."""
    return X + sigma * np.random.default_rng(seed).normal(size=X.shape)


@takes(restored=as_matrix, X=fitting(lambda X, name, given: _as_shaped(X, name, given["restored"].shape)))
def mean_squared_error(restored, X):
    """Compare restored points (n, p) with what they were, number by number, in squared units of X."""
    return float(np.square(restored - X).mean())


def _as_shaped(X, name, shape):
    X = as_matrix(X, name, n_features=shape[1])
    if X.shape != shape:
        raise ValueError(f"{name} must have {shape[0]} rows, got {len(X)}.")
    return X


@takes(X=as_matrix, w=one_each("X"), starts=as_wide_as("X"))
def fates(kernel, X, w, starts):
    """Iterate the fixed point from many starts, once from each, and say what becomes of them.

    kernel RBF, X (n, p), w (n,) of the vector Σᵢ wᵢΦ(xᵢ), starts (m, p) → PreImages, without a second attempt; fate
    (m,) int, places in `FATES`, where the nearest image is the nearest that any start found
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        once = fixed_point(kernel, X, w, starts, max_restarts=0)
    least = once.squared_distances[once.converged].min(initial=np.inf)
    nearest = once.converged & (once.squared_distances < least + SAME)
    ways = [nearest, once.converged, once.status == "vanishing", once.status == "cycling"]
    return once, np.select(ways, range(len(ways)), len(ways))


def off_parabola(points):
    """Mean upright distance of points (n, 2) from the parabola."""
    return float(np.abs(points[:, 1] - points[:, 0] ** 2).mean())


def components_on_parabola(seed):
    """How far restored points are from the parabola, for new points to learn from and new noisy ones, by components;
    and where the noisy points themselves are learned from.
    seed: int → dict by str, of distances"""
    clean, noisy = parabola(100, noise=0.05, rng=seed).X, parabola(40, noise=0.3, rng=seed + 100).X
    model = KernelPCA(RBF(2.0), 20).fit(clean)
    found = {"noisy": off_parabola(noisy)}
    found |= {f"{q}": off_parabola(denoise(model, noisy, q).points) for q in (1, 2, 4, 6, 10, 20)}
    rough = parabola(200, noise=0.2, rng=seed + 200).X
    own = KernelPCA(RBF(2.0), 8).fit(rough)
    found["own, noisy"] = off_parabola(rough)
    return found | {f"own, {q}": off_parabola(denoise(own, rough, q).points) for q in (1, 2, 4, 8)}


def starts_of_fixed_point(seed):
    """How many starts reach the nearest image, for ten noisy points and new points to learn from: from a grid, from the
    grid with second attempts, and from the noisy point itself.
    seed: int → dict by str, of shares"""
    X, noisy = parabola(100, noise=0.05, rng=seed).X, parabola(10, noise=0.3, rng=seed + 100).X
    model = KernelPCA(RBF(5.0), 4).fit(X)
    side = np.linspace(-2.5, 2.5, 15)
    starts = np.column_stack([place.ravel() for place in np.meshgrid(side, side)])
    rows = []
    for point, w in zip(noisy, projection_weights(model.transform(noisy), model.alpha_), strict=True):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            once = fixed_point(model.kernel_, X, w, starts, max_restarts=0)
            again = fixed_point(model.kernel_, X, w, starts)
            own = fixed_point(model.kernel_, X, w, point[None], max_restarts=0)
        ends = [(way.converged, way.squared_distances) for way in (once, again, own)]
        least = min(rho[converged].min(initial=np.inf) for converged, rho in ends)
        rows.append([np.mean(converged & (rho < least + SAME)) for converged, rho in ends])
    return dict(zip(("once", "again", "own"), np.mean(rows, axis=0), strict=True))


def digits_restored(seed):
    """Mean squared errors on 100 digits with noise 0.5, from 300 others: kernel PCA with 256 axes and the better of two
    widths, by both ways back, and linear PCA, plain with its best number of axes and shrunk. All are drawn from the
    training digits, and every method is tuned on fifty more.
    seed: int → dict by method"""
    digits, sigma = usps().train.in_order(shuffle=seed).X, 0.5
    train, tuned, judged = digits[:300], digits[300:350], digits[350:450]
    to_tune, to_judge = (with_noise(X, sigma, seed) for X in (tuned, judged))
    axes, models = principal_axes(train), [KernelPCA(RBF(1 / width), 256).fit(train) for width in (512, 1024)]
    shrink = axes.variances / (axes.variances + sigma**2)
    ways = {
        "linear": [lambda N, q=q: axes.reconstruct(axes.project(N)[:, :q]) for q in (16, 32, 64, 128, 256)],
        "shrunk": [lambda N: axes.reconstruct(axes.project(N) * shrink)],
        "fixed-point": [lambda N, m=m: denoise(m, N, 256).points for m in models],
        "ridge": [lambda N, m=m: denoise(m, N, 256, "ridge").points for m in models],
    }
    best = {
        name: min(tried, key=lambda way: mean_squared_error(way(to_tune), tuned))
        for name, tried in ways.items()
    }
    return {name: mean_squared_error(way(to_judge), judged) for name, way in best.items()}
