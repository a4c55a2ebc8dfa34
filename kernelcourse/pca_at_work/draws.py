"""What the proofs of chapter 08 are evaluated on: circles and symmetric points."""

import numpy as np

from kernelcourse.proving.derivations import Setting
from kernelsy19 import kernels


def circles_setting(radii, n_angles, turn=0.0):
    """Quantities of the proof on circles of your own.
    radii (2,), different and > 0; n_angles ≥ 5, points on each circle, evenly spaced; turn of the first, in radians →
    r, t (n,) polar coordinates, one circle after the other; X (n, 2); m points on a circle; k the kernel (x·y)²"""
    t = turn + 2 * np.pi * np.arange(n_angles) / n_angles
    r, t = np.repeat(radii, n_angles), np.tile(t, len(radii))
    k = kernels.Polynomial(degree=2, gamma=1.0, offset=0.0)
    return Setting(r=r, t=t, X=from_polar(r, t), k=k, n=len(r), m=n_angles)


def from_polar(r, t):
    """Points of the plane (n, 2) from polar coordinates: r, t (n,), radii and angles in radians."""
    return r[:, None] * np.column_stack([np.cos(t), np.sin(t)])


def draw_circles(rng):
    """Draw two radii, the number of points on each, and an angle by which they turn, for `circles_setting`."""
    inner = rng.uniform(0.4, 1.5)
    radii = np.array([inner, inner + rng.uniform(0.3, 1.0)])
    return circles_setting(radii, int(rng.integers(5, 11)), rng.uniform(0, np.pi))


def symmetric_setting(H, kernel, X_new, seed=0):
    """Quantities of the proof on points of your own and their negatives.
    H (m, p), m ≥ 2, kernel with k(−x, −y) = k(x, y), X_new (l, p) → H; X (2m, p) all points, n = 2m; k; X_new; a, b
    (m,) at random, even (2m,) which is (a, a), odd (2m,) which is (b, −b)"""
    a, b = np.random.default_rng(seed).normal(size=(2, len(H)))
    X, even, odd = np.vstack([H, -H]), np.concatenate([a, a]), np.concatenate([b, -b])
    return Setting(H=H, X=X, k=kernel, n=len(X), X_new=X_new, a=a, b=b, even=even, odd=odd)


def draw_symmetric(rng):
    """Draw points, new ones, and a kernel with k(−x, −y) = k(x, y), for `symmetric_setting`."""
    degree = int(rng.integers(2, 4))
    kernel = [kernels.RBF(rng.uniform(0.2, 1.0)), kernels.Polynomial(degree, 0.5, 0.5)][rng.integers(2)]
    m, p = int(rng.integers(3, 7)), int(rng.integers(2, 5))
    return symmetric_setting(
        rng.normal(size=(m, p)), kernel, rng.normal(size=(4, p)), int(rng.integers(2**31))
    )
