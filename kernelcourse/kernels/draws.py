"""What the proofs of chapter 01 are evaluated on: points, and kernels whose coordinates are known or hidden."""

import numpy as np

from kernelcourse.proving.derivations import Setting
from kernelsy19.kernels import vector_kernels
from kernelsy19.kernels.geometry import mercer_expansion

GAP_SHARE = 1e-3  # eigenvalues are told apart, and called positive, from this share of the largest on


def one_twice(n, rng):
    """An order of n things in which one stands for another, too, and numbers that take it from itself.
    → order (n,), numbers (n,)"""
    i, j = rng.permutation(n)[:2]
    order, numbers = np.arange(n), np.zeros(n)
    order[j], numbers[[i, j]] = i, rng.uniform(1, 2) * np.array([1, -1])
    return order, numbers


def feature_space_setting(X, Y, kernel, seed=0):
    """Kernel values of two sets of points, and where both are mapped.
    X (n, p), n ≥ 2, Y (m, p), kernel with a feature map → X, Y, k, n, z (n,) at random; Phi (n, D), Phi_y (m, D), K (n,
    n), K_xx (n,), K_xy (n, m), K_yy (m,)"""
    return Setting(
        X=X,
        Y=Y,
        k=kernel,
        n=len(X),
        z=np.random.default_rng(seed).normal(size=len(X)),
        Phi=kernel.feature_map(X),
        Phi_y=kernel.feature_map(Y),
        K=kernel(X),
        K_xx=kernel.diagonal(X),
        K_xy=kernel(X, Y),
        K_yy=kernel.diagonal(Y),
    )


def gram_setting(X, kernel, seed=0):
    """A Gram matrix with its eigenvalues and eigenvectors.
    X (n, p), kernel PSD → X, k, n, z (n,) at random; K (n, n), values (n,), V (n, n), an eigenvector of length 1 a row

    The eigenvectors come from a solver for any square matrix, which does not look whether K is symmetric. Where K has
    an eigenvalue more than once, it finds any basis of the eigenvectors, and a solver for symmetric ones takes its
    place."""
    K = kernel(X)
    values, vectors = np.linalg.eig(K) if _are_apart(np.linalg.eigvalsh(K)) else np.linalg.eigh(K)
    z = np.random.default_rng(seed).normal(size=len(X))
    return Setting(X=X, k=kernel, n=len(X), z=z, K=K, values=values.real, V=vectors.real.T)


def mercer_setting(X, Y, kernel, seed=0):
    """A sample with the eigenfunctions on it, and points that do not belong to the sample.
    X (n, p), the sample, Y (m, p) others, kernel positive definite → X, Y, k, n, g (n,) at random; K (n, n), K_yx (m,
    n), K_yy (m,), values (n,) and functions (n, n), one a column"""
    K = kernel(X)
    found = mercer_expansion(K, len(X))
    return Setting(
        X=X,
        Y=Y,
        k=kernel,
        n=len(X),
        g=np.random.default_rng(seed).normal(size=len(X)),
        K=K,
        K_yx=kernel(Y, X),
        K_yy=kernel.diagonal(Y),
        values=found.values,
        functions=found.functions,
    )


def _are_apart(values):
    return np.diff(np.sort(values)).min() > GAP_SHARE * np.abs(values).max()


# ---- draws: n from 4 to 8, three dimensions and more --------------------------------------------


def _random_kernel(rng):
    gamma, offset = rng.uniform(0.2, 1.5, size=2)
    return [
        vector_kernels.Linear(),
        vector_kernels.Polynomial(degree=int(rng.integers(1, 4)), gamma=gamma, offset=offset),
        vector_kernels.Linear() + vector_kernels.Polynomial(degree=2, offset=0.0),
    ][rng.integers(3)]


def _without_coordinates(rng):
    return [vector_kernels.RBF(rng.uniform(0.1, 1.0)), vector_kernels.Laplacian(rng.uniform(0.1, 1.0))][
        rng.integers(2)
    ]


def _random_points(rng, p=None):
    return rng.normal(size=(rng.integers(4, 9), rng.integers(3, 5) if p is None else p))


def draw_two_sets(rng):
    """Draw two sets of points and a kernel with coordinates, for `feature_space_setting`."""
    X = _random_points(rng)
    Y = _random_points(rng, X.shape[1])
    return feature_space_setting(X, Y, _random_kernel(rng), seed=int(rng.integers(2**31)))


def draw_two_classes(rng):
    """Draw points of two classes, others to be classified, and a kernel with coordinates.
    X (n, p), the points to be classified, and k; Phi (n, D), Phi_plus and Phi_minus; K_plus and K_minus, the Gram
    matrices of both classes, K_x_plus and K_x_minus"""
    X = _random_points(rng)
    plus, minus = _random_points(rng, X.shape[1]), _random_points(rng, X.shape[1])
    k = _random_kernel(rng)
    maps = {"Phi": k.feature_map(X), "Phi_plus": k.feature_map(plus), "Phi_minus": k.feature_map(minus)}
    values = {"K_plus": k(plus), "K_minus": k(minus), "K_x_plus": k(X, plus), "K_x_minus": k(X, minus)}
    return Setting(X=X, k=k, n=len(X), **maps, **values)


def draw_plane(rng):
    """Draw two sets of points of the plane, for the polynomial kernel of degree 2.
    X, Y the points; k the kernel; x1, x2 (n, 1) and y1, y2 (m,) their coordinates"""
    X, Y, k = _random_points(rng, 2), _random_points(rng, 2), vector_kernels.Polynomial(degree=2)
    return Setting(X=X, Y=Y, k=k, n=len(X), x1=X[:, [0]], x2=X[:, [1]], y1=Y[:, 0], y2=Y[:, 1])


def draw_pair(rng):
    """Draw points, two kernels with coordinates, a positive factor, and the numbers of a polynomial.
    k1, k2 the kernels, Phi1, Phi2 their features and K1, K2 Gram matrices; c > 0, z (n,), r > 0, d the degree"""
    X = _random_points(rng)
    k1, k2 = _random_kernel(rng), _random_kernel(rng)
    (c, r), z, d = rng.uniform(0.2, 3, size=2), rng.normal(size=len(X)), int(rng.integers(2, 4))
    known = dict(Phi1=k1.feature_map(X), Phi2=k2.feature_map(X), K1=k1(X), K2=k2(X))
    return Setting(X=X, k1=k1, k2=k2, n=len(X), c=c, r=r, d=d, z=z, **known)


def draw_cloud(rng):
    """Draw points, the scale of a kernel, a bound for their lengths, and where a series is cut off.
    X (n, p), gamma > 0, r ≥ ‖xᵢ‖, M ≥ 2 and z (n,)"""
    X = _random_points(rng)
    r = np.linalg.norm(X, axis=1).max() * rng.uniform(1.0, 1.1)
    gamma, M = rng.uniform(0.5, 1.0) / r**2, int(rng.integers(2, 5))
    return Setting(X=X, n=len(X), gamma=gamma, r=r, M=M, z=rng.normal(size=len(X)))


def draw_seen_apart(rng):
    """Draw points and a direction in which all are at different places, one of them, and the scale of a kernel.
    X (n, p), a unit vector u (p,), places t (n,) = Xu, gamma > 0, an index j and z (n,)"""
    n, p = rng.integers(3, 6), rng.integers(3, 5)
    u = rng.normal(size=p)
    u /= np.linalg.norm(u)
    t = rng.permutation(n) - (n - 1) / 2 + rng.uniform(-0.3, 0.3, size=n)
    X = 0.5 * rng.normal(size=(n, p))
    X += np.outer(t - X @ u, u)
    j, z = int(rng.integers(n)), rng.uniform(0.5, 2, size=n)
    return Setting(X=X, u=u, t=t, n=n, gamma=rng.uniform(0.5, 1.5), j=j, z=z)


def draw_apart(rng):
    """Draw points, the scale of a Laplacian kernel, distances and z.
    X (n, p), gamma > 0, b (m,) > 0, z (n,)"""
    X = _random_points(rng)
    b = rng.uniform(0.2, 2.0, size=rng.integers(3, 9))
    return Setting(X=X, n=len(X), gamma=rng.uniform(0.3, 1.5), b=b, z=rng.normal(size=len(X)))


def draw_gram(rng):
    """Draw points and a positive-semidefinite kernel, with coordinates or without, for `gram_setting`."""
    k = [_without_coordinates(rng), _random_kernel(rng)][rng.integers(2)]
    return gram_setting(_random_points(rng), k, seed=int(rng.integers(2**31)))


def draw_different_eigenvalues(rng):
    """As `draw_gram`, until all eigenvalues are different."""
    while True:
        s = draw_gram(rng)
        if _are_apart(s.values):
            return s


def draw_sample(rng):
    """Draw a sample, other points, and a kernel whose Gram matrix is far from singular, for `mercer_setting`."""
    while True:
        X = _random_points(rng)
        Y, k = _random_points(rng, X.shape[1]), _without_coordinates(rng)
        s = mercer_setting(X, Y, k, seed=int(rng.integers(2**31)))
        if s.values.min() > GAP_SHARE * s.values.max():
            return s


def draw_interval(rng):
    """Draw a Laplacian kernel on an interval, and where between two neighbors of a sample to look.
    k; length of the interval; shares (m,), strictly between 0 and 1"""
    return Setting(
        k=vector_kernels.Laplacian(rng.uniform(0.5, 2.0)),
        length=rng.uniform(0.5, 2.0),
        shares=rng.uniform(0.2, 0.8, size=rng.integers(3, 9)),
    )
