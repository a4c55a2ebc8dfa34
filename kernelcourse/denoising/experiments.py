"""How de-noising is judged: noise that is added, the error that is left, and what becomes of a start."""

import warnings
from itertools import product

import numpy as np

from kernelsy19.datasets import parabola, table, usps
from kernelsy19.denoising import certify, denoise, learn, projection_weights
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


def ways_back(seed, components=(1, 2, 4, 8)):
    """The fixed point, and the map learned from the training points or three noisy copies of each: how far restored
    points are from the parabola, and their mean ρ; and the η of the map without copies.
    seed: int → dict by str of arrays, a row each number of components"""
    clean, noisy = parabola(100, noise=0.05, rng=seed).X, parabola(40, noise=0.3, rng=seed + 100).X
    model, each = KernelPCA(RBF(2.0), max(components)).fit(clean), np.repeat(clean, 3, axis=0)
    copies, Z = model.transform(with_noise(each, 0.3, seed)), model.transform(noisy)
    names, rows = ("fixed point", "learned", "from copies", "η"), []
    for q in components:
        w = projection_weights(Z[:, :q], model.alpha_[:, :q])
        plain = learn(model.solution_.projections[:, :q], clean)
        ends = denoise(model, noisy, q).points, plain(Z[:, :q]), learn(copies[:, :q], each)(Z[:, :q])
        found = [(off_parabola(P), certify(model.kernel_, clean, w, P)[0].mean()) for P in ends]
        rows.append((*found, plain.ridge))
    return {name: np.array(column) for name, *column in zip(names, *rows, strict=True)}


def digits_restored(seed):
    """Mean squared errors on 100 digits with noise 0.5 and 1, from 300 others, pixels as they come out and clipped:
    kernel PCA by both ways back, and linear PCA, plain, shrunk, and with the shares of the noisy coordinates that the
    fixed point keeps. All are training digits, and widths and numbers of components are chosen on fifty more.
    seed: int → dict by method, noise and what is done to pixels"""
    digits, errors = usps().train.in_order(shuffle=seed).X[:450], {}
    train, others, fifty, axes = digits[:300], digits[300:], digits[300:350], principal_axes(digits[:300])
    for sigma in (0.5, 1.0):
        noisy = with_noise(others, sigma, seed)
        models = [KernelPCA(RBF(1 / width), 256).fit(train) for width in (1024 * sigma, 2048 * sigma)]
        scores, shrink = axes.project(noisy), axes.variances / (axes.variances + sigma**2)
        ways = {"linear": [axes.reconstruct(scores[:, :q]) for q in (16, 24, 32, 48, 64, 96, 128)]}
        ways["shrunk"] = [axes.reconstruct(scores * shrink)]
        for way in ("fixed-point", "ridge"):
            ways[way] = [denoise(m, noisy, q, way).points for m in models for q in (32, 64, 256)]
        best = min(ways["fixed-point"], key=lambda Z: mean_squared_error(Z[:50], fifty))
        shares = (scores * axes.project(best)).sum(axis=0) / np.square(scores).sum(axis=0)
        ways["same shares"] = [axes.reconstruct(scores * shares)]
        for (name, tried), (end, c) in product(ways.items(), (("", np.inf), (", clipped", 1))):
            best = min((np.clip(Z, -c, c) for Z in tried), key=lambda Z: mean_squared_error(Z[:50], fifty))
            errors[f"{name}, {sigma}{end}"] = mean_squared_error(best[50:], others[50:])
    return errors


def digits_restored_from_more(seed):
    """The same on 300 digits from 1000 others, clipped; widths and numbers of components are those that the table
    `usps_denoising_tried` chooses. seed: int → dict by method and noise"""
    digits, errors = usps().train.in_order(shuffle=seed).X[:1300], {}
    train, others, axes = digits[:1000], digits[1000:], principal_axes(digits[:1000])
    for sigma in (0.5, 1.0):
        tried = table("usps_denoising_tried").rows(noise=sigma)
        chosen = {way: tried[way].argmin() for way in ("linear", "fixed_point", "ridge")}
        width, q = (
            {way: int(tried[name][i]) for way, i in chosen.items()} for name in ("width", "components")
        )
        noisy = with_noise(others, sigma, seed)
        scores, shrink = axes.project(noisy), axes.variances / (axes.variances + sigma**2)
        restored = {
            "linear": axes.reconstruct(scores[:, : q["linear"]]),
            "shrunk": axes.reconstruct(scores * shrink),
        }
        for way, method in (("fixed_point", "fixed-point"), ("ridge", "ridge")):
            model = KernelPCA(RBF(1 / width[way]), q[way]).fit(train)
            restored[method] = denoise(model, noisy, q[way], method).points
        errors |= {
            f"{name}, {sigma}": mean_squared_error(np.clip(Z, -1, 1), others) for name, Z in restored.items()
        }
    return errors
