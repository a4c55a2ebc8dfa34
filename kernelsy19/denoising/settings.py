"""What the proofs about pre-images are evaluated on."""

import warnings

import numpy as np

from kernelsy19 import kernels, pca
from kernelsy19.course.derivations import Setting
from kernelsy19.denoising.equations import projection_weights, ridge_coefficients
from kernelsy19.denoising.solve import fixed_point
from kernelsy19.kernels.geometry import coordinates


def projection_setting(X, kernel, X_new, n_components=None):
    """A projection in feature space on points of your own, in coordinates and from kernel values.

    Parameters
    ----------
    X : (n, p) array, n ≥ 2, the training points
    kernel : Kernel, positive semidefinite; without a feature map of its own it gets coordinates from its Gram matrix
    X_new : (m, p) array, the points that are projected
    n_components : int or None for half of all axes, rounded up

    Returns
    -------
    Setting
        raw (n, D) mapped training points, mean (D,), raw_new (m, D); alpha (n, q) coefficients of the axes,
        U (D, q) the axes, Z (m, q) projections, W (m, n) weights; K (n, n), K_zs (m, n), K_zz (m,) kernel values
    """
    K = kernel(X)
    both = coordinates(kernel, np.vstack([X, X_new]))
    raw, raw_new = both[: len(X)], both[len(X) :]
    alpha = pca.solve_dual(K).alpha
    alpha = alpha[:, : n_components or -(-alpha.shape[1] // 2)]
    Z = pca.project_centered(kernel(X_new, X), K, alpha)
    return Setting(
        X=X,
        k=kernel,
        n=len(X),
        raw=raw,
        raw_new=raw_new,
        mean=raw.mean(axis=0),
        alpha=alpha,
        U=(raw - raw.mean(axis=0)).T @ alpha,
        Z=Z,
        W=projection_weights(Z, alpha),
        K=K,
        K_zs=kernel(X_new, X),
        K_zz=kernel.diagonal(X_new),
    )


def preimage_setting(X, gamma, x, n_components=None, seed=0):
    """A pre-image for the Gaussian kernel on points of your own.

    Parameters
    ----------
    X : (n, p) array, n ≥ 2, the training points
    gamma : float, γ > 0
    x : (p,) array, the point that is projected
    n_components : int or None for half of all axes, rounded up
    seed : int, for a point z at random

    Returns
    -------
    Setting
        w (n,) weights of the projection, z (p,) any point, z_star (p,) a fixed point, gamma; K (n, n)
    """
    s = projection_setting(X, kernels.RBF(gamma), x[None], n_components)
    z = x + 0.5 * np.random.default_rng(seed).normal(size=len(x))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = fixed_point(s.k, X, s.W, x[None], tol=1e-13, max_iter=5000)
    return Setting(
        X=X,
        k=s.k,
        gamma=gamma,
        n=s.n,
        K=s.K,
        w=s.W[0],
        z=z,
        z_star=found.points[0],
        converged=found.converged[0],
    )


def draw_projection(rng):
    """Draw points, new points and a linear, polynomial or Gaussian kernel.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `projection_setting`
    """
    gamma, offset = rng.uniform(0.2, 1.5, size=2)
    kernel = [
        kernels.Linear(),
        kernels.Polynomial(degree=int(rng.integers(2, 4)), gamma=gamma, offset=offset),
        kernels.RBF(gamma),
    ][rng.integers(3)]
    n, p = int(rng.integers(3, 9)), int(rng.integers(1, 4))
    return projection_setting(rng.normal(size=(n, p)), kernel, rng.normal(size=(3, p)))


def draw_preimage(rng):
    """Draw points, a Gaussian kernel and a new point whose fixed-point iteration converges, which few do not.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `preimage_setting`
    """
    for _ in range(20):
        n, p = int(rng.integers(4, 10)), int(rng.integers(1, 4))
        X, x = rng.normal(size=(n, p)), rng.normal(size=p)
        setting = preimage_setting(X, rng.uniform(0.2, 1.0), x, seed=int(rng.integers(2**31)))
        if setting.converged:
            break
    return setting


def draw_ridge(rng):
    """Draw points and what they are projected on, a polynomial kernel between projections, and a ridge.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting with the centered points Y, the features Phi and the coefficients B of the regression
    """
    n, p = int(rng.integers(3, 9)), int(rng.integers(1, 4))
    X, ridge = rng.normal(size=(n, p)), rng.uniform(0.01, 1)
    Z, k = rng.normal(size=(n, 2)), kernels.Polynomial(2, offset=rng.uniform(0, 1))
    Phi, Y, K = k.feature_map(Z), X - X.mean(axis=0), k(Z)
    B = ridge_coefficients(K, X, ridge)
    return Setting(X=X, Y=Y, Z=Z, k=k, Phi=Phi, K=K, ridge=ridge, B=B, eye=np.eye(n))
