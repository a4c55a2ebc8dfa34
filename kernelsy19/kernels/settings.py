"""What the proofs of chapter 01 are evaluated on."""

import numpy as np

from kernelsy19.course.derivations import Setting
from kernelsy19.kernels import families


def feature_space_setting(X, kernel, seed=0):
    """Quantities of chapter 01 on points of your own.

    Parameters
    ----------
    X : (n, p) array, n ≥ 2
    kernel : Kernel with a feature map
    seed : int, for the random numbers zᵢ

    Returns
    -------
    Setting
        X, k, Phi (n, D), K (n, n), K_xx (n,), z (n,)
    """
    z = np.random.default_rng(seed).normal(size=len(X))
    Phi = kernel.feature_map(X)
    return Setting(X=X, k=kernel, Phi=Phi, K=kernel(X), K_xx=kernel.diagonal(X), z=z)


def _random_kernel(rng):
    gamma, offset = rng.uniform(0.2, 1.5, size=2)
    return [
        families.Linear(),
        families.Polynomial(degree=int(rng.integers(1, 4)), gamma=gamma, offset=offset),
        families.Linear() + families.Polynomial(degree=2, offset=0.0),
    ][rng.integers(3)]


def _random_points(rng):
    return rng.normal(size=(rng.integers(2, 9), rng.integers(1, 4)))


def draw(rng):
    """Draw points and a kernel with coordinates.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `feature_space_setting`
    """
    return feature_space_setting(_random_points(rng), _random_kernel(rng), seed=int(rng.integers(2**31)))


def draw_plane(rng):
    """Draw pairs of points of the plane, for the homogeneous polynomial of degree 2.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting with the points X and Y, their coordinates x1, x2, y1, y2, and the kernel k
    """
    n = rng.integers(2, 9)
    X, Y = rng.normal(size=(2, n, 2))
    return Setting(X=X, Y=Y, k=families.Polynomial(degree=2), x1=X[:, 0], x2=X[:, 1], y1=Y[:, 0], y2=Y[:, 1])


def draw_pair(rng):
    """Draw points, two kernels with coordinates and a positive factor.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting with the kernels k1 and k2, their features Phi1 and Phi2 and Gram matrices K1 and K2
    """
    X = _random_points(rng)
    k1, k2 = _random_kernel(rng), _random_kernel(rng)
    c = rng.uniform(0.1, 3)
    Phi1, Phi2 = k1.feature_map(X), k2.feature_map(X)
    return Setting(X=X, k1=k1, k2=k2, c=c, Phi1=Phi1, Phi2=Phi2, K1=k1(X), K2=k2(X))


def gram_setting(X, kernel, seed=0):
    """Eigenvalues and eigenvectors of a Gram matrix, on points of your own.

    Parameters
    ----------
    X : (n, p) array
    kernel : Kernel, positive semidefinite; no feature map is needed
    seed : int, for the random numbers zᵢ

    Returns
    -------
    Setting
        K (n, n), values (n,), V (n, n) with an eigenvector a row, z (n,)
    """
    K = kernel(X)
    values, vectors = np.linalg.eigh(K)
    z = np.random.default_rng(seed).normal(size=len(X))
    return Setting(X=X, k=kernel, K=K, values=values, V=vectors.T, z=z, n=len(X))


def draw_gram(rng):
    """Draw points and a positive-semidefinite kernel, with coordinates or without.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `gram_setting`
    """
    k = [families.RBF(rng.uniform(0.1, 2)), families.Laplacian(rng.uniform(0.1, 2)), _random_kernel(rng)]
    return gram_setting(_random_points(rng), k[rng.integers(3)], seed=int(rng.integers(2**31)))
