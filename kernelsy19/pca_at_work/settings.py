"""What the proofs of chapter 08 are evaluated on: circles and symmetric points."""

import numpy as np

from kernelsy19 import kernels, pca
from kernelsy19.course.derivations import Setting
from kernelsy19.kernels import geometry as fs


def circles_setting(radii, n_angles, turn=0.0):
    """Quantities of the proof on circles of your own.

    Parameters
    ----------
    radii : (2,) array, different and > 0
    n_angles : int ≥ 5, points on each circle, evenly spaced
    turn : float, angle of the first point in radians

    Returns
    -------
    Setting
        r, t (n,) polar coordinates; X (n, 2); F (n, 3) features r²/√2 · (1, cos 2t, sin 2t); Phi (n, 3) centered;
        S (3, 3) their covariance; K (n, n) the centered Gram matrix of (x·y)²
    """
    t = turn + 2 * np.pi * np.arange(n_angles) / n_angles
    r, t = np.repeat(radii, n_angles), np.tile(t, len(radii))
    X = r[:, None] * np.column_stack([np.cos(t), np.sin(t)])
    F = r[:, None] ** 2 / np.sqrt(2) * np.column_stack([np.ones_like(t), np.cos(2 * t), np.sin(2 * t)])
    k = kernels.Polynomial(degree=2, gamma=1.0, offset=0.0)
    Phi = F - F.mean(axis=0)
    return Setting(r=r, t=t, X=X, k=k, F=F, Phi=Phi, S=pca.covariance(Phi), K=fs.center_gram(k(X)), n=len(r))


def draw_circles(rng):
    """Draw two radii, the number of points on each circle, and an angle by which they are turned.

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `circles_setting`
    """
    inner = rng.uniform(0.3, 1.5)
    radii = np.array([inner, inner + rng.uniform(0.2, 1.0)])
    return circles_setting(radii, int(rng.integers(5, 9)), rng.uniform(0, np.pi))


def symmetric_setting(H, kernel, X_new):
    """Quantities of the proof on points of your own and their negatives.

    Parameters
    ----------
    H : (m, p) array, m ≥ 2
    kernel : Kernel with k(−x, −y) = k(x, y)
    X_new : (l, p) array, points to project

    Returns
    -------
    Setting
        A, B (m, m) kernel values within H and between H and −H; K (2m, 2m) of all points; even (2m,), odd (2m,)
        eigenvectors of the centered Gram matrix; K_new, K_neg (l, 2m) kernel values of X_new and of −X_new
    """
    X = np.vstack([H, -H])
    A, B, K = kernel(H), kernel(H, -H), kernel(X)
    a = np.linalg.eigh(fs.center_gram(A + B))[1][:, -1]
    b = np.linalg.eigh(A - B)[1][:, -1]
    return Setting(
        A=A,
        B=B,
        K=K,
        a=a,
        b=b,
        even=np.concatenate([a, a]),
        odd=np.concatenate([b, -b]),
        K_new=kernel(X_new, X),
        K_neg=kernel(-X_new, X),
    )


def draw_symmetric(rng):
    """Draw points and new points, and a kernel with k(−x, −y) = k(x, y).

    Parameters
    ----------
    rng : numpy.random.Generator

    Returns
    -------
    Setting of `symmetric_setting`
    """
    degree = int(rng.integers(2, 5))
    kernel = [kernels.RBF(rng.uniform(0.2, 2.0)), kernels.Polynomial(degree, 1.0, 0.5)][rng.integers(2)]
    m = int(rng.integers(3, 6))
    return symmetric_setting(rng.normal(size=(m, 2)), kernel, rng.normal(size=(3, 2)))
