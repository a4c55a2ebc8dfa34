"""What the proofs about Parzen windows are evaluated on."""

import numpy as np
from scipy.special import ndtr

from kernelsy19.course.derivations import Setting
from kernelsy19.density import equations as density
from kernelsy19.kernels import geometry as fs


def region_setting(weights, means, spreads, x0, h, n=12, seed=0):
    """A density whose integrals are known, a sample of it, and a small cube in it.

    Parameters
    ----------
    weights : (K,) array, positive, sum 1
    means : (K, p) array
    spreads : (K, p) array, standard deviations along the axes: f is a mixture of such Gaussians
    x0 : (p,) array, center of the cube R
    h : float, its side
    n : int, sample size
    seed : int, for the sample

    Returns
    -------
    Setting
        f (callable, (m, p) array → (m,) array), P (probability of R), V (its volume), M (bound on the second
        derivatives of f in any direction), X (n, p), p, and the arguments
    """
    weights, means, spreads = (np.asarray(a, dtype=float) for a in (weights, means, spreads))
    x0 = np.asarray(x0, dtype=float)
    rng = np.random.default_rng(seed)
    component = rng.choice(len(weights), size=n, p=weights)
    X = means[component] + spreads[component] * rng.normal(size=(n, len(x0)))
    # A few points near x₀, so that the windows there are not empty.
    X[: n // 2] = x0 + h * rng.uniform(-0.8, 0.8, size=(n // 2, len(x0)))
    upper, lower = ndtr((x0 + h / 2 - means) / spreads), ndtr((x0 - h / 2 - means) / spreads)
    peaks = (2 * np.pi) ** (-len(x0) / 2) / spreads.prod(axis=1)
    return Setting(
        weights=weights,
        means=means,
        spreads=spreads,
        x0=x0,
        h=h,
        n=n,
        p=len(x0),
        X=X,
        V=h ** len(x0),
        f=lambda points: mixture(points, weights, means, spreads),
        P=float(weights @ (upper - lower).prod(axis=1)),
        M=float(weights @ (peaks / spreads.min(axis=1) ** 2)),
    )


def mixture(points, weights, means, spreads):
    """Density of a mixture of Gaussians with diagonal covariance.

    Parameters
    ----------
    points : (m, p) array
    weights : (K,) array
    means, spreads : (K, p) arrays

    Returns
    -------
    (m,) array
    """
    U = (points[:, None, :] - means) / spreads
    return density.gaussian_window(U) / spreads.prod(axis=1) @ weights


def draw(rng):
    """Draw a mixture of Gaussians, a sample of it, and a small region around a point.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `region_setting`
    """
    p, components = int(rng.integers(1, 3)), int(rng.integers(1, 4))
    weights = rng.dirichlet(np.full(components, 3.0))
    means = rng.normal(size=(components, p))
    spreads = rng.uniform(0.6, 1.4, size=(components, p))
    h, n = float(rng.uniform(0.2, 0.9)), int(rng.integers(6, 15))
    return region_setting(
        weights, means, spreads, rng.normal(size=p) / 2, h, n, seed=int(rng.integers(2**31))
    )


def window_setting(X, h, share=0.2):
    """The ball with ν = 1 beside the Parzen density, on points of your own.

    Parameters
    ----------
    X : (n, p) array
    h : float, bandwidth; the kernel is the RBF of γ = 1/(2h²)
    share : float, in [0, 1), the share of the points outside the ball

    Returns
    -------
    Setting
        X, h, n, p, K (n, n), K_xx (n,), alpha (n,) of 1/n, R2 (squared radius), scale ((2πh²)^(p/2))
    """
    n, p = X.shape
    scale = (2 * np.pi * h**2) ** (p / 2)
    K = scale * density.parzen_kernel(h, p)(X)
    distances = np.sort(fs.squared_distances_to_mean(np.diagonal(K), K, K))[::-1]
    outside = int(share * n)
    R2 = (distances[outside] + distances[max(outside - 1, 0)]) / 2
    return Setting(X=X, h=h, n=n, p=p, K=K, K_xx=np.diagonal(K), alpha=np.full(n, 1 / n), R2=R2, scale=scale)


def draw_window(rng):
    """Draw points, a width, and the share of them that a threshold leaves out.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `window_setting`
    """
    X = rng.normal(size=(rng.integers(4, 12), rng.integers(1, 4)))
    return window_setting(X, float(rng.uniform(0.3, 1.5)), float(rng.uniform(0, 0.6)))
